// Where WebKit breaks (browser-rules §5).

extension BreakOpportunities {
    /// WebKit gives ICU the text of one text node, with two characters of what stands before it.
    func markWebKit(_ index: Int, _ rules: Rules, _ prior: Prior?) {
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
            if !asksAlways, stale == nil, i > run.lowerBound, i &+ 8 <= run.upperBound, (text[i &- 1] | text[i] | text[i &+ 1]) <= 0xFF {
                i = markPlain(from: i, to: run.upperBound, rules)
                guard i < run.upperBound else { break }
            }
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
            } else if before <= 0xFF, after <= 0xFF, before != 0xA0 || !isStale {
                // Controls are in no pair that breaks.
                if before > 0x20, after > 0x20, table.allowsBreak(after: before, before: after) { cut(i, after: before, wraps) }
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

    /// Passes over spaces, words of Latin-1 letters and digits, and the ASCII punctuation that ends them, marking spaces and what follows them.
    /// Gives the index of the first other pair, or one near the limit.
    ///
    /// Eight units at a time, each with the one before it.
    @inline(never) private func markPlain(from: Int, to limit: Int, _ rules: Rules) -> Int {
        guard let units = text.baseAddress, let marks = flags.baseAddress else { return from }
        let last = min(limit, from &+ 4096) &- 8
        guard from <= last else { return from }
        let wraps: UInt64 = rules.wraps ? .max : 0, breaksBetweenSpaces: UInt64 = rules.wraps && rules.breaksAfterEverySpace ? .max : 0
        let prior = LatinOctet(repeating: UInt8(exactly: units[from &- 1]) ?? 0)
        var spacesBefore = prior.spaces, othersBefore = prior.otherSpaces, lettersBefore = prior.letters
        var index = from
        while index <= last {
            let octet = LatinOctet(units + index)
            let spaces = octet.spaces, otherSpaces = octet.otherSpaces, letters = octet.letters
            let afterSpace = spaces &<< 8 | spacesBefore &>> 56, afterOther = otherSpaces &<< 8 | othersBefore &>> 56
            let afterLetter = letters &<< 8 | lettersBefore &>> 56
            // Before a space no line breaks; after one it does, but for another one; after a letter, before nothing visible here (§5.2,
            // `LatinBreakTable`).
            let others = Self.all & ~(spaces & ~afterOther | afterSpace & ~otherSpaces | afterLetter & octet.graphics)
            let breaks = afterSpace & (~spaces & wraps | breaksBetweenSpaces)
            var mark = spaces &>> Self.whiteSpaceShift | breaks &>> Self.softWrapShift
            let count = others == 0 ? 8 : others.trailingZeroBitCount &>> 3
            if count < 8 { mark &= ~(UInt64.max &<< UInt64(count &* 8)) }
            let place = UnsafeMutableRawPointer(marks + index)
            place.storeBytes(of: (UInt64(littleEndian: place.loadUnaligned(as: UInt64.self)) | mark).littleEndian, as: UInt64.self)
            index &+= count
            if count < 8 { break }
            spacesBefore = spaces
            othersBefore = otherSpaces
            lettersBefore = letters
        }
        return index
    }

    /// All marks of a `LatinOctet`, and how far they are from the flags.
    private static var all: UInt64 { 0x8080_8080_8080_8080 }
    private static var whiteSpaceShift: UInt64 { UInt64(BreakFlags.whiteSpace.rawValue.leadingZeroBitCount) }
    private static var softWrapShift: UInt64 { UInt64(BreakFlags.softWrap.rawValue.leadingZeroBitCount) }

    /// Marks what pairs of ideographs, commas and brackets say, from a place after such a character on. Gives the index of the first other one.
    @inline(never) private func markPairs(from: Int, to limit: Int, _ mark: BreakFlags) -> Int {
        // Copies stay in registers, whatever the marks overwrite.
        let classes = classes, text = text, flags = flags
        var index = from
        while index < limit {
            let last = classes[text[index &- 1]], next = classes[text[index]]
            guard next.isPaired else { break }
            flags[index].insert(last.mark(mark, before: next))
            index &+= 1
            guard !next.opens else { continue }
            while index < limit, classes.isKnownIdeographic(text[index]) {
                flags[index].insert(mark)
                index &+= 1
            }
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
}
