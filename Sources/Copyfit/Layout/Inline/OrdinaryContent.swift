/// From the content of a first line in the styles of `::first-line` to the content of the lines after it: the same boxes and runs, but widths
/// differ, with them perhaps where text is cut into items, and with `text-transform` the text.
struct OrdinaryContent {
    let content: InlineContent
    let firstLine: InlineContent
    let shaper: TextShaper

    init(_ content: InlineContent, firstLine: InlineContent, shaper: TextShaper) {
        self.content = content
        self.firstLine = firstLine
        self.shaper = shaper
    }

    /// Where the lines after one that ends at `end` go on.
    func position(_ end: LinePosition) -> LinePosition {
        guard end.item < firstLine.items.count else { return LinePosition(item: content.items.count) }
        let item = firstLine.items[end.item]
        guard item.kind == .text else {
            // What is no text is there in the same order.
            let before = firstLine.items[..<end.item].reduce(0) { $0 + ($1.kind == .text ? 0 : 1) }
            var seen = 0
            for (index, other) in content.items.enumerated() where other.kind != .text {
                if seen == before { return LinePosition(item: index) }
                seen += 1
            }
            return LinePosition(item: content.items.count)
        }
        let offset = self.offset(end.offset >= 0 ? end.offset : item.start, run: item.run)
        for (index, other) in content.items.enumerated() where other.kind == .text && other.run == item.run && other.end > offset {
            if offset <= other.start { return LinePosition(item: index) }
            var text = TextItem(start: other.start, count: other.count, run: other.run, width: other.width, flags: [])
            text.level = other.level
            let prefix = shaper.width(text: content.text, item: text, runs: content.runs, from: Int(other.start), to: Int(offset))
            return LinePosition(item: index, offset: offset, carriedWidth: max(0, other.width - prefix))
        }
        return LinePosition(item: content.items.count)
    }

    /// Gives a piece of the first line its place in the ordinary text.
    func adopt(_ piece: inout LinePiece) {
        guard content.text.count != firstLine.text.count, piece.run >= 0 else { return }
        piece.start = offset(piece.start, run: piece.run)
        piece.end = offset(piece.end, run: piece.run)
    }

    /// The UTF-16 offset in the ordinary text of one in the first line's.
    private func offset(_ offset: Int32, run: Int32) -> Int32 {
        guard content.text.count != firstLine.text.count else { return offset }
        let index = Int(run)
        guard firstLine.runs.indices.contains(index), content.runs.indices.contains(index) else { return Int32(truncatingIfNeeded: content.text.count) }
        let relative = Int(offset - firstLine.runs[index].start)
        let source: Int
        if let offsets = firstLine.originals[run]?.offsets {
            source = offsets.indices.contains(relative) ? Int(offsets[relative]) : firstLine.originals[run]?.text.count ?? relative
        } else {
            source = relative
        }
        let ordinary = content.originals[run]?.offsets.map { $0.firstIndex { Int($0) >= source } ?? $0.count } ?? source
        return min(content.runs[index].start + Int32(truncatingIfNeeded: ordinary), content.runs[index].end)
    }
}
