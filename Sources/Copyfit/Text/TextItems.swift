// Cuts runs into the pieces that WebKit measures (browser-rules §2.3).

/// Takes the items of a run one by one. A type, not a closure: the compiler puts its few steps wherever items are found, and what loops hand on
/// by value stays in registers there.
protocol TextItemTaker {
    mutating func take(_ item: TextItem)
}

extension TextShaper {
    /// Hands over the items of one run in order, measured; `index` is the run's. No `levels` means that all are 0. In the Chromium profile, with
    /// the paragraph's shaping, widths are only a first guess and fallback fonts are those really used.
    @inline(__always) func eachItem<Taker: TextItemTaker>(
        _ text: UnsafeBufferPointer<UInt16>, _ index: Int, _ run: TextRun, _ flags: UnsafeBufferPointer<BreakFlags>,
        _ levels: UnsafeBufferPointer<UInt8>, _ paragraph: ShapedParagraph?, into taker: inout Taker
    ) {
        guard run.start >= 0, run.start <= run.end, Int(run.end) <= text.count, flags.count >= text.count,
            levels.isEmpty || levels.count >= text.count
        else { return }
        let style = measuredStyle(run.style)
        let recent = scratch.recent
        let hyphenates = hyphenationDictionary(run.style) != nil
        let limit = Int(run.end)
        let watch = watch
        let isOrdinary = levels.isEmpty && paragraph == nil
        let mayHoldWords = isOrdinary && !hyphenates && style.characterWords != 0
        var start = Int(run.start)
        while start < limit {
            if let watch, watch.mustStop() { return }
            if isOrdinary {
                let from = start
                if text[start] >= Self.firstRadical {
                    start = eachCharacter(text, index, from: start, to: limit, flags, style, recent, &taker)
                } else if mayHoldWords, !isBreakableSpace(text[start]) {
                    (start, taker) = eachWord(text, index, from: start, to: limit, flags, style, recent, taker)
                }
                if start > from { continue }
            }
            var item = TextItem(start: Int32(truncatingIfNeeded: start), count: 1, run: Int32(truncatingIfNeeded: index), width: 0, flags: [])
            if flags[start].contains(.softWrap) { item.flags.insert(.breakBefore) }
            if !levels.isEmpty { item.level = levels[start] }
            var end = start &+ 1
            if isBreakableSpace(text[start]) {
                if text[start] == 0x0A, style.preservesNewlines {
                    item.flags.insert([.whiteSpace, .forcedBreak])
                } else {
                    measureWhiteSpace(text, start, &end, limit, levels, style, &item)
                }
            } else {
                end = Self.pieceEnd(flags, from: end, to: limit)
                if !levels.isEmpty, let change = (start &+ 1..<end).first(where: { levels[$0] != item.level }) { end = change }
                if hyphenates, end &- start > 3 { item.flags.insert(.hyphenates) }
                if text[end &- 1] == 0xAD { item.flags.insert(.endsWithSoftHyphen) }
                let measured = paragraph.map { measure(text, start, end, in: $0) } ?? measureItem(text, start, end, limit, flags, style, recent)
                item.set(measured)
            }
            item.count = Int32(truncatingIfNeeded: end &- start)
            taker.take(item)
            start = end
        }
    }

    /// Hands over words and the single spaces that collapse after them: up to the first other item and a bounded number. Gives the index where
    /// it stopped.
    @inline(never) private func eachWord<Taker: TextItemTaker>(
        _ text: UnsafeBufferPointer<UInt16>, _ index: Int, from: Int, to limit: Int, _ flags: UnsafeBufferPointer<BreakFlags>, _ style: MeasuredStyle,
        _ recent: UnsafeMutablePointer<TextScratch.RecentWords>, _ taker: Taker
    ) -> (end: Int, taker: Taker) {
        guard let base = text.baseAddress else { return (from, taker) }
        let last = min(limit, from &+ 256), lastKey = text.count &- ShortWords.Key.readableCount
        let spaceWidth = style.spaceWidth, collapsesSpaces = style.collapsesSpaces, words = style.characterWords
        let shaped = recent.pointee.statistics.shaped
        var items = taker
        var start = from, found = 0
        while start < last, text[start] < Self.firstRadical, !isBreakableSpace(text[start]) {
            let end = Self.pieceEnd(flags, from: start &+ 1, to: limit)
            guard text[end &- 1] != 0xAD else { break }
            let hasSpace = end < limit && text[end] == 0x20
            let count = end &- start &+ (hasSpace && !flags[end].contains(.spaceFromOtherWhiteSpace) ? 1 : 0)
            var item = TextItem(start: start, end: end, run: index, width: 0, flags: Self.breakBefore(flags[start]))
            let key = count <= ShortWords.Key.longest && text[start] <= 0xFF && start <= lastKey ? ShortWords.Key(base + start, count: count) : nil
            if let key, let width = recent.pointee.shortWords.find(key, style: words) {
                item.width = width
                found &+= 1
            } else {
                item.set(measureWord(UnsafeBufferPointer(start: base + start, count: count), key, style))
            }
            items.take(item)
            start = end
            let next = end &+ 1
            if hasSpace, collapsesSpaces {
                guard next >= limit || !isBreakableSpace(text[next]) else { break }
                items.take(TextItem(start: end, end: next, run: index, width: spaceWidth, flags: [.whiteSpace, .collapsible]))
                start = next
            }
            // Shaping takes long: the caller's question whether to stop follows it.
            if recent.pointee.statistics.shaped != shaped { break }
        }
        recent.pointee.statistics.own &+= found
        return (start, items)
    }

    /// From CJK radicals on, words are mostly characters.
    private static var firstRadical: UInt16 { 0x2E80 }

    /// A word that `ShortWords` does not hold.
    @inline(never) private func measureWord(_ word: UnsafeBufferPointer<UInt16>, _ key: ShortWords.Key?, _ style: MeasuredStyle) -> MeasuredWord {
        let recent = scratch.recent
        let measured = measure(word, style, recent)
        if let key, !measured.usesFallback { recent.pointee.shortWords.insert(key, style: style.characterWords, width: measured.width) }
        return measured
    }

    /// A flag of the item that starts where a mark stands.
    @inline(__always) fileprivate static func breakBefore(_ mark: BreakFlags) -> TextItem.Flags {
        TextItem.Flags(rawValue: UInt16(mark.rawValue & BreakFlags.softWrap.rawValue) &* TextItem.Flags.breakBefore.rawValue)
    }

    /// Hands over items of one or two units, as most are in Chinese and Japanese, that were measured before: up to the first other one, or the
    /// first that a single space follows, as in Korean, and a bounded number. Gives the index where it stopped.
    @inline(__always) private func eachCharacter<Taker: TextItemTaker>(
        _ text: UnsafeBufferPointer<UInt16>, _ index: Int, from: Int, to limit: Int, _ flags: UnsafeBufferPointer<BreakFlags>, _ style: MeasuredStyle,
        _ recent: UnsafeMutablePointer<TextScratch.RecentWords>, _ taker: inout Taker
    ) -> Int {
        guard let words = recent.pointee.characters.words(style: style.characterWords) else { return from }
        // Another character follows each one.
        let last = min(limit &- 1, from &+ 1024)
        var start = from, pairs = 0
        while start < last {
            // One character after the other, in as few steps as can be.
            while start < last, text[start] > 0xFF, endsPiece(start &+ 1, text, flags), let word = words.find(text[start]) {
                taker.take(TextItem(character: start, count: 1, run: index, flags[start], word))
                start &+= 1
            }
            // One with a comma or a bracket.
            let next = start &+ 1
            guard next < last, text[start] > 0xFF, text[next] > 0xFF, flags[next].isDisjoint(with: Self.cuts), endsPiece(next &+ 1, text, flags),
                let word = words.find(text[start], text[next])
            else { break }
            taker.take(TextItem(character: start, count: 2, run: index, flags[start], word))
            start &+= 2
            pairs &+= 1
        }
        let next = start &+ 1
        if next < last, text[start] > 0xFF, text[next] == 0x20, style.collapsesSpaces, !flags[next].contains(.spaceFromOtherWhiteSpace),
            !isBreakableSpace(text[next &+ 1]), let word = words.find(text[start], 0x20)
        {
            taker.take(TextItem(character: start, count: 1, run: index, flags[start], word))
            taker.take(TextItem(start: next, end: next &+ 1, run: index, width: style.spaceWidth, flags: [.whiteSpace, .collapsible]))
            start &+= 2
            pairs &+= 1
        }
        recent.pointee.statistics.own &+= start &- from &- pairs
        return start
    }

    /// Whether a piece ends before an index, and no space follows.
    @inline(__always) private func endsPiece(_ index: Int, _ text: UnsafeBufferPointer<UInt16>, _ flags: UnsafeBufferPointer<BreakFlags>) -> Bool {
        text[index] != 0x20 && !flags[index].isDisjoint(with: Self.cuts)
    }

    /// Where a measured piece ends.
    private static var cuts: BreakFlags { [.softWrap, .pieceEnd, .whiteSpace] }

    /// The first index from `from` on before which text is cut or that holds white space, else `limit`.
    @inline(__always) private static func pieceEnd(_ flags: UnsafeBufferPointer<BreakFlags>, from: Int, to limit: Int) -> Int {
        guard let base = flags.baseAddress else { return limit }
        let cuts = Self.cuts
        let bytes = UnsafeRawPointer(base)
        var index = from
        // Eight flags at a time.
        while index &+ 8 <= limit {
            let found = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)) & (UInt64(cuts.rawValue) &* 0x0101_0101_0101_0101)
            if found != 0 { return index &+ found.trailingZeroBitCount &>> 3 }
            index &+= 8
        }
        while index < limit, flags[index].isDisjoint(with: cuts) { index &+= 1 }
        return index
    }

    /// `width(item + " ") − width(" ")` where U+0020 of the same text node follows in the source, else `width(item)`.
    @inline(__always) private func measureItem(
        _ text: UnsafeBufferPointer<UInt16>, _ start: Int, _ end: Int, _ limit: Int, _ flags: UnsafeBufferPointer<BreakFlags>, _ style: MeasuredStyle,
        _ recent: UnsafeMutablePointer<TextScratch.RecentWords>
    ) -> MeasuredWord {
        let withSpace = end < limit && text[end] == 0x20 && !flags[end].contains(.spaceFromOtherWhiteSpace)
        return measure(UnsafeBufferPointer(rebasing: text[start..<(withSpace ? end &+ 1 : end)]), style, recent)
    }

    private func measure(_ text: UnsafeBufferPointer<UInt16>, _ start: Int, _ end: Int, in paragraph: ShapedParagraph) -> MeasuredWord {
        var measured = MeasuredWord(width: Float(paragraph.estimate(from: start, to: end)))
        if let extents = fallbackExtents(paragraph, text: text, from: start, to: end) {
            measured.above = extents.above
            measured.below = extents.below
            measured.usesFallback = true
        }
        return measured
    }

    private func measureWhiteSpace(
        _ text: UnsafeBufferPointer<UInt16>, _ start: Int, _ end: inout Int, _ limit: Int, _ levels: UnsafeBufferPointer<UInt8>, _ style: MeasuredStyle,
        _ item: inout TextItem
    ) {
        item.flags.insert(.whiteSpace)
        var hasTab = text[start] == 0x09
        while !style.separatesSpaces, end < limit, text[end] == 0x20 || text[end] == 0x09 {
            if !levels.isEmpty, levels[end] != item.level { break }
            if text[end] == 0x09 { hasTab = true }
            end &+= 1
        }
        if style.collapsesSpaces {
            // However long, it is one space.
            item.flags.insert(.collapsible)
            item.width = style.spaceWidth
        } else if hasTab {
            item.flags.insert(.tab)
        } else {
            for _ in start..<end { item.width += style.spaceWidth }
        }
    }

    /// The width in px of preserved white space (spaces and tabs) that starts `position` px after the line's content start (§2.2).
    /// - Parameter container: the style of the block that the text stands in, whose font tab stops may be of.
    package func whiteSpaceWidth(text: [UInt16], range: Range<Int>, style id: StyleID, container: StyleID, position: Float) -> Float {
        let style = measuredStyle(id)
        let stop = tabStop(id, of: profile.tabStopsAreOfContainer ? container : id)
        var total: Float = 0
        for index in range where index >= 0 && index < text.count {
            guard text[index] == 0x09 else {
                total += style.spaceWidth
                continue
            }
            guard stop > 0 else {
                total += style.letterSpacing
                continue
            }
            let place = position + total
            var advance = stop - place.truncatingRemainder(dividingBy: stop)
            if advance > stop { advance -= stop }
            // A tab is at least half a space wide.
            if advance < style.spaceAdvance / 2 { advance += stop }
            if !profile.tabStopsIncludeSpacing { advance += style.letterSpacing }
            total += advance
        }
        return total
    }

    /// The distance between tab stops in a style, CSS px (§2.2), where it is a number in spaces of another.
    package func tabStop(_ id: StyleID, of spaces: StyleID? = nil) -> Float {
        let style = id.index < styled.styles.count ? styled.styles[id.index] : ComputedStyle()
        if style.tabSizeIsLength { return style.tabSize }
        let measured = measuredStyle(spaces ?? id)
        return style.tabSize * (profile.tabStopsIncludeSpacing ? measured.spaceWidth : measured.spaceAdvance)
    }

    /// The metrics of a style's primary font.
    package func primaryMetrics(_ style: StyleID) -> FontMetrics { fonts.metrics(of: measuredStyle(style).primary) }

    /// The width in px of U+0020 in a style, spacing included.
    package func spaceWidth(_ style: StyleID) -> Float { measuredStyle(style).spaceWidth }

    /// The width in px of the hyphen that shows at a hyphenated line end in a style (§2.2).
    package func hyphenWidth(_ id: StyleID) -> Float {
        var measured = measuredStyle(id)
        if measured.hyphenWidth >= 0 { return measured.hyphenWidth }
        let style = id.index < styled.styles.count ? styled.styles[id.index] : ComputedStyle()
        let own = Int(style.hyphenateCharacter) - 1
        var text: [UInt16]
        if own >= 0, own < styled.strings.count {
            text = Array(styled.strings[own].utf16)
        } else {
            text = [fonts.hasGlyph(0x2010, in: measured.primary) ? 0x2010 : 0x2D]
        }
        let width = text.withUnsafeBufferPointer { $0.isEmpty ? 0 : max(0, measure($0, measured).width) }
        measured.hyphenWidth = width
        if id.index < measuredStyles.byStyle.count { measuredStyles.byStyle[id.index] = measured }
        return width
    }
}

extension TextItem {
    @inline(__always) fileprivate mutating func set(_ word: MeasuredWord) {
        width = word.width
        guard word.usesFallback else { return }
        flags.insert(.usesFallback)
        fallbackAbove = word.above
        fallbackBelow = word.below
    }

    @inline(__always) fileprivate init(start: Int, end: Int, run: Int, width: Float, flags: Flags) {
        self.init(
            start: Int32(truncatingIfNeeded: start), count: Int32(truncatingIfNeeded: end &- start), run: Int32(truncatingIfNeeded: run), width: width,
            flags: flags)
    }

    /// A word that is found among those of a character or two; `mark` tells whether a line may break before it.
    @inline(__always) fileprivate init(character start: Int, count: Int32, run: Int, _ mark: BreakFlags, _ word: CharacterWords.Entry) {
        self.init(
            start: Int32(truncatingIfNeeded: start), count: count, run: Int32(truncatingIfNeeded: run), width: word.width,
            flags: TextShaper.breakBefore(mark).union(word.fallbackFlag), fallbackAbove: word.above, fallbackBelow: word.below)
    }
}
