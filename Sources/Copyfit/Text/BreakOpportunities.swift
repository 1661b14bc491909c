/// Finds where lines may break in a paragraph (browser-rules §5), each engine's way.
///
/// Both walk the text pair by pair: white space first, then the Latin-1 table, and ICU's line rules only where a character
/// beyond Latin-1 takes part. Text in Latin-1 never reaches ICU.
///
/// An opportunity belongs to the index of the character after it. Where a run follows another with nothing but bidi controls
/// between, the pair is judged over the boundary (§5.4).
struct BreakOpportunities {
    let text: UnsafeBufferPointer<UInt16>
    let runs: [TextRun]
    let styled: StyledDocument
    let scratch: TextScratch
    /// Where marks go; at least `text.count + 1` elements.
    let flags: UnsafeMutableBufferPointer<BreakFlags>

    /// What breaking depends on in a run's style.
    struct Rules {
        var wraps: Bool
        var breaksAfterEverySpace: Bool
        var wordBreak: WordBreak
        var lineBreak: LineBreak
        var hyphens: Hyphens
        var language: UInt16

        init(_ style: ComputedStyle) {
            wraps = style.textWrapMode == .wrap
            breaksAfterEverySpace = style.whiteSpaceCollapse == .breakSpaces
            wordBreak = style.wordBreak
            lineBreak = style.lineBreak
            hyphens = style.hyphens
            language = style.language
        }
    }

    /// The text before a run that its first pair is judged with: where its last character ends, or nil if an atomic inline or forced
    /// break stands between.
    private func priorEnd(_ index: Int, _ prior: Prior?) -> Int? {
        guard let prior else { return nil }
        let end = Int(runs[prior.run].end)
        var start = Int(runs[index].start)
        while start > end, isBidiControl(text[start - 1]) { start -= 1 }
        return start == end ? end : nil
    }

    /// The last run that has text.
    private struct Prior {
        var run: Int
        var rules: Rules
    }

    func mark(_ engine: Profile.Engine) {
        var prior: Prior?
        for index in runs.indices {
            guard runs[index].start < runs[index].end else { continue }
            let rules = styled.styles.withUnsafeBufferPointer { styles in
                let style = runs[index].style.index
                return style < styles.count ? Rules(styles[style]) : Rules(ComputedStyle())
            }
            switch engine {
            case .webkit: markWebKit(index, rules, prior)
            case .chromium: markChromium(index, rules, prior)
            }
            prior = Prior(run: index, rules: rules)
        }
    }

    @inline(__always) private func allow(_ index: Int, after before: UInt16) {
        flags[index].insert(before == 0xAD ? [.softWrap, .softHyphen] : .softWrap)
    }

    /// An opportunity, or only the end of a measured piece where lines may not wrap.
    @inline(__always) private func cut(_ index: Int, after before: UInt16, _ wraps: Bool) {
        if wraps { allow(index, after: before) } else { flags[index].insert(.pieceEnd) }
    }

    // MARK: WebKit

    /// WebKit gives ICU the text of one text node, with two characters of what stands before it.
    private func markWebKit(_ index: Int, _ rules: Rules, _ prior: Prior?) {
        let run = runs[index].range
        let priorEnd = self.priorEnd(index, prior)
        // Inside the run its own style decides; between two runs their nearest common ancestor's, which the builder looked up.
        let boundaryWraps = !runs[index].flags.contains(.noWrapBefore)
        let table = LatinBreakTable.webkit
        var icu = LineRules(self, range: run, prior: prior.flatMap { prior in priorEnd.map { max(Int(runs[prior.run].start), $0 - 2) } })
        var nextBreak = -1
        let breaksOnlyAtSpaces = rules.lineBreak == .afterWhiteSpace

        var i = run.lowerBound
        if priorEnd == nil { i += 1 }
        while i < run.upperBound {
            let after = text[i]
            let atStart = i == run.lowerBound
            let before = atStart ? text[(priorEnd ?? 1) - 1] : text[i - 1]
            let wraps = atStart ? boundaryWraps : rules.wraps
            if isBreakableSpace(before) {
                let spaceRules = atStart ? (prior?.rules ?? rules) : rules
                if spaceRules.wraps, before != 0x0A, !isBreakableSpace(after) || spaceRules.breaksAfterEverySpace { allow(i, after: before) }
            } else if isBreakableSpace(after) || breaksOnlyAtSpaces {
                // The space is an item of its own, which hangs or collapses: no break before it.
            } else if before == 0x2D, isASCIIDigit(after) {
                // A minus sign, unless a letter or digit precedes it.
                let second = i - 2 >= run.lowerBound ? text[i - 2] : secondBefore(priorEnd, last: !atStart, from: prior)
                if isASCIIAlphanumeric(second) { cut(i, after: before, wraps) }
            } else if before <= 0xFF, after <= 0xFF, before > 0x20, after > 0x20 {
                if table.allowsBreak(after: before, before: after) { cut(i, after: before, wraps) }
            } else if rules.wordBreak == .keepAll {
                if before == 0x200B || before == 0x3000 { cut(i, after: before, wraps) }
            } else if !(CharacterClass.isUnbroken(before) && CharacterClass.isUnbroken(after)) {
                if nextBreak < i { nextBreak = icu.following(i, locale: { locale(rules, .webkit) }) }
                // After asking ICU the scan runs on to its boundary over letters and non-Latin-1 text, past the table's answers.
                while i < nextBreak, i + 1 < run.upperBound, isASCIILetter(text[i + 1]) || text[i + 1] > 0xFF { i += 1 }
                if i == nextBreak { cut(i, after: i == run.lowerBound ? before : text[i - 1], i == run.lowerBound ? boundaryWraps : rules.wraps) }
            }
            i += 1
        }
    }

    /// The character before the last one (or, with `last`, the last one) of the run before.
    private func secondBefore(_ priorEnd: Int?, last: Bool, from prior: Prior?) -> UInt16 {
        guard let priorEnd, let prior else { return 0 }
        let index = last ? priorEnd - 1 : priorEnd - 2
        return index >= Int(runs[prior.run].start) ? text[index] : 0
    }

    // MARK: Chromium

    /// Chromium gives ICU the whole paragraph. Opportunities at a run's end are its own style's.
    private func markChromium(_ index: Int, _ rules: Rules, _ prior: Prior?) {
        let run = runs[index].range
        let priorEnd = self.priorEnd(index, prior)
        let table = LatinBreakTable.chromium
        var icu = LineRules(self, range: 0..<text.count, prior: nil)
        var nextBreak = -1
        var lastClass = LineBreakClass.unknown
        var graphemes = Graphemes(text: text, range: 0..<text.count, scratch: scratch)

        var i = run.lowerBound
        if priorEnd == nil { i += 1 }
        if rules.wordBreak == .breakAll, i > 0 { lastClass = lineBreakClass(before: i == run.lowerBound ? (priorEnd ?? i) : i) }
        while i < run.upperBound {
            defer { i += 1 }
            let after = text[i]
            let atStart = i == run.lowerBound
            let before = atStart ? text[(priorEnd ?? 1) - 1] : text[i - 1]
            // The boundary between two runs is the first one's end.
            let pair = atStart ? (prior?.rules ?? rules) : rules
            let previousClass = lastClass
            var ownClass = LineBreakClass.combiningMark
            if rules.wordBreak == .breakAll, !isTrailSurrogate(after) || atStart {
                ownClass = CharacterClass.lineBreak(codePoint(text, at: i, limit: run.upperBound).value)
                if ownClass != .combiningMark { lastClass = ownClass }
            }
            guard pair.wraps else { continue }
            if isBreakableSpace(before) {
                if before != 0x0A, !isBreakableSpace(after) || pair.breaksAfterEverySpace { allow(i, after: before) }
                continue
            }
            if isBreakableSpace(after) { continue }
            if pair.lineBreak == .anywhere {
                if graphemes.isBoundary(i) { allow(i, after: before) }
                continue
            }
            if before == 0xAD, pair.hyphens == .none { continue }
            if pair.wordBreak == .breakAll, rules.wordBreak == .breakAll, BreakAllClasses.allowsBreak(after: previousClass, before: ownClass)
            {
                allow(i, after: before)
                continue
            }
            if before == 0x2D, isASCIIDigit(after) {
                let secondIndex = atStart ? (priorEnd ?? 0) - 2 : (i - 1 == run.lowerBound ? (priorEnd ?? 0) - 1 : i - 2)
                let second = secondIndex >= 0 ? text[secondIndex] : 0
                if isASCIIAlphanumeric(second) { allow(i, after: before) }
                continue
            }
            if before <= 0xFF, after <= 0xFF, before > 0x20, after > 0x20 {
                if table.allowsBreak(after: before, before: after) { allow(i, after: before) }
                continue
            }
            if pair.wordBreak == .keepAll, keepsTogether(before: i, from: run.lowerBound, priorEnd) { continue }
            let beforeIsPlain = CharacterClass.isUnbroken(before), afterIsPlain = CharacterClass.isUnbroken(after)
            if beforeIsPlain, afterIsPlain { continue }
            if beforeIsPlain || afterIsPlain, breaksAtQuotation(before: i, priorEnd, run) { allow(i, after: before); continue }
            if nextBreak < i { nextBreak = icu.following(i, locale: { locale(pair, .chromium) }) }
            if i == nextBreak { allow(i, after: before) }
        }
    }

    private func lineBreakClass(before index: Int) -> LineBreakClass {
        var end = index
        while end > 0 {
            let (value, count) = codePoint(text, before: end, limit: 0)
            let own = CharacterClass.lineBreak(value)
            if own != .combiningMark { return own }
            end -= count
        }
        return .unknown
    }

    /// `word-break: keep-all`: whether letters or numbers stand on both sides.
    private func keepsTogether(before index: Int, from start: Int, _ priorEnd: Int?) -> Bool {
        var end = index == start ? (priorEnd ?? index) : index
        while end > 0 {
            let (value, count) = codePoint(text, before: end, limit: 0)
            end -= count
            if CharacterClass.isMark(value) { continue }
            return CharacterClass.isKeptTogether(value)
                && CharacterClass.isKeptTogether(codePoint(text, at: index, limit: text.count).value)
        }
        return false
    }

    /// Unicode 16's LB19a, which the ICU that Chromium carries has and this one may lack: between East Asian characters a line may break
    /// before an opening and after a closing quotation mark.
    private func breaksAtQuotation(before index: Int, _ priorEnd: Int?, _ run: Range<Int>) -> Bool {
        let start = index == run.lowerBound ? (priorEnd ?? index) : index
        let before = codePoint(text, before: start, limit: 0)
        let after = codePoint(text, at: index, limit: text.count)
        if CharacterClass.lineBreak(after.value) == .quotation {
            guard after.value != 0x201D, after.value != 0x2019, after.value != 0xBB, CharacterClass.isEastAsian(before.value),
                index + after.count < text.count,
                CharacterClass.isEastAsian(codePoint(text, at: index + after.count, limit: text.count).value)
            else { return false }
            return CharacterClass.lineBreak(before.value) != .openPunctuation
        }
        if CharacterClass.lineBreak(before.value) == .quotation {
            guard before.value != 0x201C, before.value != 0x2018, before.value != 0xAB, CharacterClass.isEastAsian(after.value),
                start - before.count > 0,
                CharacterClass.isEastAsian(codePoint(text, before: start - before.count, limit: 0).value)
            else { return false }
            switch CharacterClass.lineBreak(after.value) {
            case .closePunctuation, .closeParenthesis, .exclamation, .infixNumeric, .breakSymbols, .nonstarter: return false
            default: return true
            }
        }
        return false
    }

    // MARK: ICU

    /// The ICU locale of a run (§5.3).
    private func locale(_ rules: Rules, _ engine: Profile.Engine) -> String {
        let index = Int(rules.language)
        let language = index < styled.languages.count ? styled.languages[index] : ""
        let keyword: StaticString? = switch rules.lineBreak {
        case .loose: "loose"
        case .normal: "normal"
        case .strict: "strict"
        // Small kana may start a line in Chromium whatever the language.
        case .auto, .anywhere, .afterWhiteSpace: engine == .chromium ? "normal" : nil
        }
        if language.isEmpty {
            // WebKit leaves line-break aside without a language.
            guard engine == .chromium, let keyword else { return "en" }
            return "en@lb=\(keyword)"
        }
        guard let keyword else { return language }
        return "\(language)@lb=\(keyword)"
    }

    /// ICU's line rules over a stretch of the text, set up on first use.
    private struct LineRules {
        let owner: BreakOpportunities
        let start: Int
        let end: Int
        var iterator: BreakIterator?
        var failed = false

        /// `prior`: where the context before `range` begins.
        init(_ owner: BreakOpportunities, range: Range<Int>, prior: Int?) {
            self.owner = owner
            start = prior ?? range.lowerBound
            end = range.upperBound
        }

        /// ICU's first boundary at or after `index`, or a negative number if there is no ICU.
        mutating func following(_ index: Int, locale: () -> String) -> Int {
            if iterator == nil, !failed {
                iterator = owner.scratch.lineIterator(locale: locale())
                iterator?.setText(UnsafeBufferPointer(rebasing: owner.text[start..<end]))
                failed = iterator == nil
            }
            guard let iterator else { return -1 }
            return iterator.following(index - 1 - start) + start
        }
    }
}

/// Between which line break classes Chromium's `word-break: break-all` allows a break where the ordinary rules have none (measured).
enum BreakAllClasses {
    static func allowsBreak(after: LineBreakClass, before: LineBreakClass) -> Bool {
        switch before {
        case .alphabetic, .ambiguous, .numeric, .hebrewLetter, .hyphen:
            switch after {
            case .alphabetic, .ambiguous, .numeric, .complexContext, .hebrewLetter, .closePunctuation,
                .closeParenthesis, .exclamation, .infixNumeric, .postfixNumeric, .breakSymbols: true
            default: false
            }
        case .complexContext:
            switch after {
            case .alphabetic, .ambiguous, .numeric, .complexContext, .hebrewLetter, .closePunctuation,
                .closeParenthesis, .exclamation, .breakSymbols: true
            default: false
            }
        case .prefixNumeric:
            switch after {
            case .alphabetic, .ambiguous, .numeric, .complexContext, .hebrewLetter, .closePunctuation,
                .closeParenthesis, .exclamation, .postfixNumeric, .breakSymbols: true
            default: false
            }
        case .openPunctuation:
            switch after {
            case .alphabetic, .ambiguous, .numeric, .complexContext, .hebrewLetter, .breakSymbols: true
            default: false
            }
        default: false
        }
    }
}
