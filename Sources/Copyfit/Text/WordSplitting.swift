// How WebKit splits a word that does not fit (browser-rules §5.5).

extension TextShaper {
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
