// Where Chromium breaks (browser-rules §5).

extension BreakOpportunities {
    /// Chromium gives ICU the whole paragraph. Opportunities at a run's end are its own style's.
    func markChromium(_ index: Int, _ rules: Rules, _ prior: Prior?) {
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
}

/// Between which line break classes Chromium's `word-break: break-all` allows a break where the ordinary rules have none (measured).
private enum BreakAllClasses {
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
