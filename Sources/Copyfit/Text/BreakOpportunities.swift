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
    let styles: [ComputedStyle]
    let languages: [String]
    let scratch: TextScratch
    let classes = BreakClasses.shared
    /// Where marks go; at least `text.count + 1` elements.
    let flags: UnsafeMutableBufferPointer<BreakFlags>
    var watch: WorkWatch?

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
            let style = runs[index].style.index
            let rules = style < styles.count ? Rules(styles[style]) : Rules(ComputedStyle())
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
        var icu = LineRules(text, scratch, range: run, prior: prior.flatMap { prior in priorEnd.map { max(Int(runs[prior.run].start), $0 - 2) } })
        var nextBreak = -1
        let breaksOnlyAtSpaces = rules.lineBreak == .afterWhiteSpace
        let quotesMayBreak = treatsQuotesAsBrackets(rules)
        // An explicit `line-break` asks ICU about every pair; the table is for `auto`.
        let asksAlways = rules.lineBreak == .loose || rules.lineBreak == .normal || rules.lineBreak == .strict
        // The character that the next pair is judged with, where the scan ran ahead and forgot to move it.
        var stale: UInt16?

        let breaksAtIdeographs = rules.wordBreak != .keepAll && !breaksOnlyAtSpaces

        var i = run.lowerBound
        if priorEnd == nil { i += 1 }
        while i < run.upperBound {
            if let watch, watch.mustStop() { return }
            let after = text[i]
            let isBeforeSpace = isBreakableSpace(after)
            if isBeforeSpace { flags[i].insert(.whiteSpace) }
            // Most pairs are told here, as further down.
            if stale == nil, i > run.lowerBound {
                let before = text[i &- 1]
                if isBreakableSpace(before) {
                    if rules.wraps, before != 0x0A, !isBeforeSpace || rules.breaksAfterEverySpace { allow(i, after: before) }
                    i &+= 1
                    continue
                }
                if isBeforeSpace {
                    i &+= 1
                    continue
                }
                if !asksAlways, isLatinLetter(after), isLatinLetter(before) {
                    i &+= 1
                    while i < run.upperBound, isLatinLetter(text[i]) { i &+= 1 }
                    continue
                }
                if after > 0xFF, !asksAlways {
                    if breaksAtIdeographs, before >= 0x3001, classes[before].isPaired, classes[after].isPaired {
                        i = markPairs(from: i, to: run.upperBound, rules.wraps ? .softWrap : .pieceEnd)
                        continue
                    }
                    if breaksAtIdeographs, classes[after].isPlain, classes[before].isPlain,
                        let end = plainWordEnd(from: i, to: run.upperBound, quotes: !quotesMayBreak)
                    {
                        i = end
                        continue
                    }
                    if breaksAtIdeographs, isComplex(after), isComplex(before), let next = markComplex(from: i, to: run.upperBound, rules, &icu, &nextBreak) {
                        i = next
                        continue
                    }
                }
            }
            let atStart = i == run.lowerBound
            let before = stale ?? (atStart ? text[(priorEnd ?? 1) - 1] : text[i - 1])
            let isStale = stale != nil
            stale = nil
            let wraps = (atStart ? boundaryWraps : rules.wraps) && !(before == 0xAD && rules.hyphens == .none)
            if isBreakableSpace(before) {
                let spaceRules = atStart ? (prior?.rules ?? rules) : rules
                if spaceRules.wraps, before != 0x0A, !isBreakableSpace(after) || spaceRules.breaksAfterEverySpace { allow(i, after: before) }
            } else if isBreakableSpace(after) || breaksOnlyAtSpaces {
                // The space is an item of its own, which hangs or collapses: no break before it.
            } else if rules.wordBreak == .keepAll {
                if before == 0x200B || before == 0x3000 { cut(i, after: before, wraps) }
            } else if asksAlways {
                if nextBreak < i { nextBreak = follow(&icu, i, rules, .webkit) }
                if i == nextBreak { cut(i, after: before, wraps) }
            } else if before == 0x2D, isASCIIDigit(after) {
                // A minus sign, unless a letter or digit precedes it.
                let second = i - 2 >= run.lowerBound ? text[i - 2] : secondBefore(priorEnd, last: !atStart, from: prior)
                if isASCIIAlphanumeric(second) { cut(i, after: before, wraps) }
            } else if before <= 0xFF, after <= 0xFF, before > 0x20, after > 0x20, before != 0xA0 || !isStale {
                if table.allowsBreak(after: before, before: after) { cut(i, after: before, wraps) }
            } else if !quotesMayBreak, before > 0xFF, classes[after].lineBreak == .quotation || classes[before].lineBreak == .quotation {
                // No break, and WebKit does not ask ICU.
            } else if !isStale, classes[before].isPlain, let end = plainWordEnd(from: i, to: run.upperBound, quotes: !quotesMayBreak) {
                i = end
                continue
            } else {
                if nextBreak < i { nextBreak = follow(&icu, i, rules, .webkit) }
                // After asking ICU the scan runs on to its boundary over letters and non-Latin-1 text, past the table's answers.
                while i < nextBreak, i + 1 < run.upperBound, isASCIILetter(text[i + 1]) || text[i + 1] > 0xFF {
                    i += 1
                    stale = after
                }
                if i == nextBreak { stale = nil }
                if i == nextBreak { cut(i, after: i == run.lowerBound ? before : text[i - 1], i == run.lowerBound ? boundaryWraps : rules.wraps) }
            }
            i += 1
        }
    }

    /// Marks what pairs of ideographs, commas and brackets say, from a place after such a character on. Gives the index of the first other one.
    @inline(never) private func markPairs(from: Int, to limit: Int, _ mark: BreakFlags) -> Int {
        // Copies stay in registers, whatever the marks overwrite.
        let classes = classes, text = text, flags = flags
        var index = from
        var last = classes[text[index &- 1]]
        while index < limit {
            let next = classes[text[index]]
            guard next.isPaired else { break }
            flags[index].insert(last.mark(mark, before: next))
            last = next
            index &+= 1
        }
        return index
    }

    /// Scripts without spaces, as Thai, whose words ICU finds by dictionary.
    @inline(__always) private func isComplex(_ unit: UInt16) -> Bool { classes[unit].lineBreak == .complexContext }

    /// Marks the places between words in such a script, from a place inside the text on. Gives the index where it stopped, nil if it got nowhere;
    /// what stands there is judged as any other pair.
    private func markComplex(from: Int, to limit: Int, _ rules: Rules, _ icu: inout LineRules, _ nextBreak: inout Int) -> Int? {
        let mark: BreakFlags = rules.wraps ? .softWrap : .pieceEnd
        var index = from
        while index &+ 1 < limit, isComplex(text[index]), isComplex(text[index &+ 1]) {
            if let watch, watch.mustStop() { break }
            if nextBreak < index { nextBreak = follow(&icu, index, rules, .webkit) }
            while index < nextBreak, index &+ 1 < limit, isComplex(text[index &+ 1]) { index &+= 1 }
            guard index == nextBreak else { break }
            flags[index].insert(mark)
            index &+= 1
        }
        return index > from ? index : nil
    }

    /// Where the word that `from` stands in ends, if it holds no place to break: letters and digits of scripts with spaces, with quotes
    /// between and ASCII punctuation at the end. Nil if that can't be told so simply.
    private func plainWordEnd(from: Int, to limit: Int, quotes: Bool) -> Int? {
        var index = from, hasEnded = false
        while index < limit {
            let unit = text[index]
            if isBreakableSpace(unit) { return index }
            switch unit {
            case 0x21, 0x22, 0x27, 0x29, 0x2C, 0x2E, 0x3A, 0x3B, 0x3F: hasEnded = true
            default:
                let known = classes[unit]
                if hasEnded || !(known.isPlain || (quotes && known.lineBreak == .quotation && unit > 0xFF)) { return nil }
            }
            index += 1
        }
        return index
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
        var icu = LineRules(text, scratch, range: 0..<text.count, prior: nil)
        var nextBreak = -1
        let quotesMayBreak = treatsQuotesAsBrackets(rules)
        var lastClass = LineBreakClass.unknown
        var graphemes = Graphemes(text: text, range: 0..<text.count, scratch: scratch)

        var i = run.lowerBound
        if priorEnd == nil { i += 1 }
        if rules.wordBreak == .breakAll, i > 0 { lastClass = lineBreakClass(before: i == run.lowerBound ? (priorEnd ?? i) : i) }
        let lettersNeverBreak = rules.wordBreak != .breakAll && rules.lineBreak != .anywhere
        while i < run.upperBound {
            defer { i += 1 }
            let after = text[i]
            if isBreakableSpace(after) { flags[i].insert(.whiteSpace) }
            if lettersNeverBreak, i > run.lowerBound, isASCIILetter(after), isASCIILetter(text[i - 1]) { continue }
            if let watch, watch.mustStop() { return }
            let atStart = i == run.lowerBound
            let before = atStart ? text[(priorEnd ?? 1) - 1] : text[i - 1]
            // The boundary between two runs is the first one's end.
            let pair = atStart ? (prior?.rules ?? rules) : rules
            let previousClass = lastClass
            var ownClass = LineBreakClass.combiningMark
            if rules.wordBreak == .breakAll, !isTrailSurrogate(after) || atStart {
                let value = codePoint(text, at: i, limit: run.upperBound).value
                ownClass = CharacterClass.lineBreak(value)
                if ownClass == .complexContext, CharacterClass.isMark(value) { ownClass = .combiningMark }
                if ownClass != .combiningMark { lastClass = ownClass }
            }
            guard pair.wraps else { continue }
            if isBreakableSpace(before) {
                if before != 0x0A, !isBreakableSpace(after) || pair.breaksAfterEverySpace { allow(i, after: before) }
                continue
            }
            if isBreakableSpace(after) { continue }
            if pair.lineBreak == .anywhere {
                if graphemes.isBoundary(i), !Graphemes.isConjunct(text, at: i) { allow(i, after: before) }
                continue
            }
            if before == 0xAD, pair.hyphens == .none { continue }
            if pair.wordBreak == .breakAll, rules.wordBreak == .breakAll, BreakAllClasses.allowsBreak(after: previousClass, before: ownClass),
                !Graphemes.isConjunct(text, at: i)
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
            if after >= 0x3001, before >= 0x3001, classes[after].isPaired, classes[before].isPaired {
                flags[i].insert(classes[before].mark(.softWrap, before: classes[after]))
                continue
            }
            if CharacterClass.isUnbroken(before, quotes: !quotesMayBreak), CharacterClass.isUnbroken(after, quotes: !quotesMayBreak) { continue }
            if let newer = newerRule(before: i, atStart ? (priorEnd ?? i) : i) {
                if newer { allow(i, after: before) }
                continue
            }
            if nextBreak < i { nextBreak = follow(&icu, i, pair, .chromium) }
            if i == nextBreak { allow(i, after: before) }
        }
    }

    private func lineBreakClass(before index: Int) -> LineBreakClass {
        var end = index
        let limit = max(0, index - 32)
        while end > limit {
            let (value, count) = codePoint(text, before: end, limit: 0)
            let own = CharacterClass.lineBreak(value)
            if own != .combiningMark { return own }
            end -= count
        }
        return .unknown
    }

    /// `word-break: keep-all`: whether letters or numbers stand on both sides, one mark between at most.
    private func keepsTogether(before index: Int, from start: Int, _ priorEnd: Int?) -> Bool {
        let end = index == start ? (priorEnd ?? index) : index
        guard end > 0 else { return false }
        var (value, count) = codePoint(text, before: end, limit: 0)
        if CharacterClass.isMark(value), end > count { (value, count) = codePoint(text, before: end - count, limit: 0) }
        return CharacterClass.isKeptTogether(value) && CharacterClass.isKeptTogether(codePoint(text, at: index, limit: text.count).value)
    }

    /// What the ICU that Chromium carries says by rules of UAX #14 that are newer than this ICU; nil where they say nothing.
    /// - Parameter end: where the character before ends, which bidi controls may part from `index`.
    private func newerRule(before index: Int, _ end: Int) -> Bool? {
        let before = codePoint(text, before: end, limit: 0)
        let after = codePoint(text, at: index, limit: text.count)
        let beforeClass = CharacterClass.lineBreak(before.value), afterClass = CharacterClass.lineBreak(after.value)
        let start = end - before.count
        // > LB19a: × QU except between East Asian characters, and the same after it; never before a final or after an initial one.
        if afterClass == .quotation, CharacterClass.isInitialQuote(after.value), CharacterClass.isEastAsian(base(before: end)) {
            let next = index + after.count
            guard beforeClass != .openPunctuation, next < text.count,
                CharacterClass.isEastAsian(codePoint(text, at: next, limit: text.count).value)
            else { return nil }
            return true
        }
        if beforeClass == .quotation, CharacterClass.isFinalQuote(before.value), CharacterClass.isEastAsian(after.value) {
            guard start > 0, CharacterClass.isEastAsian(base(before: start)) else { return nil }
            switch afterClass {
            case .closePunctuation, .closeParenthesis, .exclamation, .infixNumeric, .breakSymbols, .nonstarter, .quotation: return nil
            default: return true
            }
        }
        let isHyphen = beforeClass == .hyphen || CharacterClass.isHyphen(before.value)
        guard isHyphen || beforeClass == .breakAfter else { return nil }
        let isAfterHebrew = start > 0 && CharacterClass.lineBreak(base(before: start)) == .hebrewLetter
        // > LB21a, no longer for other classes than hyphens.
        if !isHyphen {
            guard isAfterHebrew else { return nil }
            switch afterClass {
            case .closePunctuation, .closeParenthesis, .exclamation, .infixNumeric, .breakSymbols, .nonstarter, .quotation, .breakAfter, .hyphen,
                .combiningMark, .glue, .wordJoiner, .inseparable, .zeroWidthSpace, .zeroWidthJoiner: return nil
            default: return true
            }
        }
        let isHebrew = afterClass == .hebrewLetter
        guard isHebrew || afterClass == .alphabetic || afterClass == .ambiguous || afterClass == .complexContext else { return nil }
        // > LB20a: ( sot | BK | CR | LF | NL | SP | ZW | CB | GL ) ( HY | HH ) × ( AL | HL )
        if start == 0 { return false }
        switch text[start - 1] {
        case 0x20, 0x09, 0x0A, 0xA0, 0x200B, 0x202F, 0x2007, 0x2011, 0xFFFC: return false
        default: break
        }
        // > LB21a: HL ( HY | HH ) × [^HL]
        return isHebrew && isAfterHebrew ? true : nil
    }

    /// The last code point before an index that is not a combining mark, looked for a bounded way back.
    private func base(before index: Int) -> UInt32 {
        var end = index
        let limit = max(0, index - 32)
        while end > limit {
            let (value, count) = codePoint(text, before: end, limit: 0)
            if CharacterClass.lineBreak(value) != .combiningMark { return value }
            end -= count
        }
        return 0
    }

    /// ICU's rules for Chinese take curly quotes for brackets, so letters are no quick answer beside them.
    private func treatsQuotesAsBrackets(_ rules: Rules) -> Bool {
        let index = Int(rules.language)
        guard index > 0, index < languages.count else { return false }
        return isChinese(languages[index]) || isLanguage(languages[index], 0x6A, 0x61)
    }

    private func isChinese(_ language: String) -> Bool { isLanguage(language, 0x7A, 0x68) }

    private func isLanguage(_ tag: String, _ first: UInt8, _ second: UInt8) -> Bool {
        var letters = tag.utf8.makeIterator()
        guard let a = letters.next(), let b = letters.next(), a | 0x20 == first, b | 0x20 == second else { return false }
        return letters.next().map { $0 == 0x2D || $0 == 0x5F } ?? true
    }

    // MARK: ICU

    @inline(__always) private func follow(_ icu: inout LineRules, _ index: Int, _ rules: Rules, _ engine: Profile.Engine) -> Int {
        if icu.needsLocale { icu.setLocale(locale(rules, engine)) }
        return icu.following(index)
    }

    /// The ICU locale of a run (§5.3).
    private func locale(_ rules: Rules, _ engine: Profile.Engine) -> String {
        let index = Int(rules.language)
        let language = index < languages.count ? languages[index] : ""
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
        // In newer rules quotes are brackets in Chinese only.
        if engine == .chromium, isLanguage(language, 0x6A, 0x61) {
            if rules.lineBreak == .auto { return "en@lb=normal" }
            if rules.lineBreak == .strict { return "en@lb=strict" }
        }
        guard let keyword else { return language }
        return "\(language)@lb=\(keyword)"
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
