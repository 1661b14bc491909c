// Cuts runs into the pieces that WebKit measures (browser-rules §2.3).

extension TextShaper {
    /// Appends the items of all runs in order, measured. In the Chromium profile, with the paragraph's shaping, widths are only a first
    /// guess and fallback fonts are those really used.
    package func appendItems(
        text: [UInt16], runs: [TextRun], flags: [BreakFlags], levels: [UInt8]?, paragraph: ShapedParagraph? = nil, to items: inout [TextItem]
    ) {
        text.withUnsafeBufferPointer { text in
            flags.withUnsafeBufferPointer { flags in
                (levels ?? []).withUnsafeBufferPointer { levels in
                    guard flags.count >= text.count else { return }
                    for (index, run) in runs.enumerated() {
                        eachItem(text, index, run, flags, levels, paragraph) { items.append($0) }
                    }
                }
            }
        }
    }

    /// Hands the items of one run to `body` in order; `index` is the run's. No `levels` means that all are 0.
    @inline(__always) func eachItem(
        _ text: UnsafeBufferPointer<UInt16>, _ index: Int, _ run: TextRun, _ flags: UnsafeBufferPointer<BreakFlags>,
        _ levels: UnsafeBufferPointer<UInt8>, _ paragraph: ShapedParagraph?, _ body: (TextItem) -> Void
    ) {
        guard run.start >= 0, run.start <= run.end, Int(run.end) <= text.count, flags.count >= text.count,
            levels.isEmpty || levels.count >= text.count
        else { return }
        let style = measuredStyle(run.style)
        let recent = scratch.recent
        let hyphenates = hyphenationDictionary(run.style) != nil
        let limit = Int(run.end)
        let watch = watch
        let mayHoldCharacters = levels.isEmpty && paragraph == nil
        var start = Int(run.start)
        while start < limit {
            if let watch, watch.mustStop() { return }
            // From CJK radicals on.
            if mayHoldCharacters, text[start] >= 0x2E80 {
                let end = eachCharacter(text, index, from: start, to: limit, flags, style, recent, body)
                if end > start {
                    start = end
                    continue
                }
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
                if Self.isASCII(text, start, end) { item.flags.insert(.simple) }
                if hyphenates, end &- start > 3 { item.flags.insert(.hyphenates) }
                if text[end &- 1] == 0xAD { item.flags.insert(.endsWithSoftHyphen) }
                let measured = paragraph.map { measure(text, start, end, in: $0) } ?? measureItem(text, start, end, limit, flags, style, recent)
                item.width = measured.width
                if measured.usesFallback {
                    item.flags.insert(.usesFallback)
                    item.fallbackAbove = measured.above
                    item.fallbackBelow = measured.below
                }
            }
            item.count = Int32(truncatingIfNeeded: end &- start)
            body(item)
            start = end
        }
    }

    /// Hands over items of one or two units that no space follows, as most are in Chinese and Japanese, and that were measured before: up to the
    /// first other one and a bounded number. Gives the index where it stopped.
    @inline(__always) private func eachCharacter(
        _ text: UnsafeBufferPointer<UInt16>, _ index: Int, from: Int, to limit: Int, _ flags: UnsafeBufferPointer<BreakFlags>, _ style: MeasuredStyle,
        _ recent: UnsafeMutablePointer<TextScratch.RecentWords>, _ body: (TextItem) -> Void
    ) -> Int {
        guard let words = recent.pointee.characters.words(style: style.characterWords) else { return from }
        let last = min(limit, from &+ 1024)
        var start = from, pairs = 0
        while start < last {
            // One character after the other, in as few steps as can be.
            while start < last, text[start] > 0xFF, endsPiece(start &+ 1, limit, text, flags), let word = words.find(text[start]) {
                body(TextItem(character: start, count: 1, run: index, flags[start], word))
                start &+= 1
            }
            // One with a comma or a bracket.
            let next = start &+ 1
            guard next < last, text[start] > 0xFF, text[next] > 0xFF, flags[next].isDisjoint(with: Self.cuts),
                endsPiece(next &+ 1, limit, text, flags), let word = words.find(text[start], text[next])
            else { break }
            body(TextItem(character: start, count: 2, run: index, flags[start], word))
            start &+= 2
            pairs &+= 1
        }
        recent.pointee.statistics.own &+= start &- from &- pairs
        return start
    }

    /// Whether a piece ends before an index, and no space follows.
    @inline(__always) private func endsPiece(
        _ index: Int, _ limit: Int, _ text: UnsafeBufferPointer<UInt16>, _ flags: UnsafeBufferPointer<BreakFlags>
    ) -> Bool {
        index >= limit || (text[index] != 0x20 && !flags[index].isDisjoint(with: Self.cuts))
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

    @inline(__always) private static func isASCII(_ text: UnsafeBufferPointer<UInt16>, _ start: Int, _ end: Int) -> Bool {
        guard let base = text.baseAddress else { return true }
        let bytes = UnsafeRawPointer(base)
        var index = start
        while index &+ 4 <= end {
            if bytes.loadUnaligned(fromByteOffset: index &* 2, as: UInt64.self) & 0xFF80_FF80_FF80_FF80 != 0 { return false }
            index &+= 4
        }
        while index < end {
            if text[index] >= 0x80 { return false }
            index &+= 1
        }
        return true
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
    package func whiteSpaceWidth(text: [UInt16], range: Range<Int>, style id: StyleID, position: Float) -> Float {
        let style = measuredStyle(id)
        let stop = tabStop(id)
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

    /// The distance between tab stops in a style, CSS px (§2.2).
    package func tabStop(_ id: StyleID) -> Float {
        let style = id.index < styled.styles.count ? styled.styles[id.index] : ComputedStyle()
        if style.tabSizeIsLength { return style.tabSize }
        let measured = measuredStyle(id)
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

    // MARK: Splitting (§5.5)

    /// The width in px of the UTF-16 range `from..<to` of an item, measured as WebKit does when it splits a word: alone, without what
    /// precedes or follows. The rest of a split item keeps `width − prefix`.
    package func width(text: [UInt16], item: TextItem, runs: [TextRun], from: Int, to: Int) -> Float {
        guard Int(item.run) < runs.count, item.run >= 0, from >= 0, from < to, to <= text.count else { return 0 }
        let style = measuredStyle(runs[Int(item.run)].style)
        if item.flags.contains(.whiteSpace) { return style.spaceWidth * Float(to - from) }
        return text.withUnsafeBufferPointer { measure(UnsafeBufferPointer(rebasing: $0[from..<to]), style).width }
    }

    /// The longest prefix of an item from UTF-16 offset `from` on, in UTF-16 units and whole graphemes, that is at most `available` px wide, as
    /// WebKit looks for it: by bisection within twice the length that the average width suggests.
    /// - Parameter width: of the item from `from` on, in px.
    package func prefix(
        text: [UInt16], item: TextItem, runs: [TextRun], from: Int, width: Float, available: Float, atLeastOne: Bool
    ) -> Prefix {
        let limit = Int(item.end)
        guard Int(item.run) < runs.count, item.run >= 0, from >= 0, from < limit, limit <= text.count else { return Prefix() }
        let style = measuredStyle(runs[Int(item.run)].style)
        return text.withUnsafeBufferPointer { text in
            var graphemes = Graphemes(text: text, range: from..<limit, scratch: scratch)
            let average = width / Float(limit - from)
            var low = from, high = limit, lowWidth: Float = 0
            var prefix = Prefix()
            if average > 0, available >= 0 {
                let reach = 2 * available / average
                let isShort = reach < Float(limit - from - 1)
                // The search starts elsewhere where it reaches another character.
                prefix.narrowest = (isShort ? reach.rounded(.down) : Float(limit - from - 1)) * average / 2
                if isShort { prefix.widest = (reach.rounded(.down) + 1) * average / 2 }
                if isShort { high = max(graphemes.next(after: graphemes.floor(from + Int(reach))), from) }
            }
            // Invariant: the prefix up to `low` fits, that up to `high` does not or is not looked at.
            while low < high {
                let middle = graphemes.floor(low + (high - low) / 2)
                let end = graphemes.next(after: max(middle, low))
                let width = measure(UnsafeBufferPointer(rebasing: text[from..<end]), style).width
                if width <= available {
                    low = end
                    lowWidth = width
                    prefix.narrowest = max(prefix.narrowest, width)
                    if width == available {
                        prefix.widest = available
                        break
                    }
                } else {
                    prefix.widest = min(prefix.widest, width)
                    high = max(middle, low)
                }
            }
            if low == from, atLeastOne {
                low = graphemes.next(after: from)
                lowWidth = measure(UnsafeBufferPointer(rebasing: text[from..<low]), style).width
            }
            prefix.count = low - from
            prefix.width = lowWidth
            return prefix
        }
    }

    /// A part of a text item from its start on.
    package struct Prefix {
        /// UTF-16 units.
        package var count = 0
        /// Px.
        package var width: Float = 0
        /// The prefix is the same in all rooms from one to, but not including, the other, px.
        package var narrowest = -Float.infinity
        package var widest = Float.infinity
    }
}

extension TextItem {
    /// A word that is found among those of a character or two; `mark` tells whether a line may break before it.
    @inline(__always) fileprivate init(character start: Int, count: Int32, run: Int, _ mark: BreakFlags, _ word: CharacterWords.Entry) {
        let breakBefore = UInt16(mark.rawValue & BreakFlags.softWrap.rawValue) &* Flags.breakBefore.rawValue
        self.init(
            start: Int32(truncatingIfNeeded: start), count: count, run: Int32(truncatingIfNeeded: run), width: word.width,
            flags: Flags(rawValue: breakBefore | word.fallbackFlag.rawValue), fallbackAbove: word.above, fallbackBelow: word.below)
    }
}
