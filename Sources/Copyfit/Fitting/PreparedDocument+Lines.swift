// A limited number of lines, as `-webkit-line-clamp` or a label's number of lines.

extension PreparedDocument {
    /// The document at a width, cut after a number of lines. Lines are counted in document order, beside one another too, as those of table cells.
    /// - Parameter maxLines: 1 or more
    /// - Throws: `CopyfitError.invalidOption` for less than one line.
    public func lineLimit(width: Double, maxLines: Int) throws(CopyfitError) -> LineLimit {
        guard maxLines > 0 else { throw .invalidOption(name: "number of lines", value: "\(maxLines)") }
        let context = try laidOut(width: width)
        let height = Double(context.scrollHeight()), count = context.lineCount
        guard count > maxLines, let line = context.placedLine(maxLines - 1) else {
            return LineLimit(height: height, contentHeight: height, visibleLineCount: count, lineCount: count, cut: nil)
        }
        let bottom = context.bottomEdge(below: line.container, from: line.bottom)
        let cutHeight = max(Double(context.viewport.height.rounded()), Double(bottom.rounded()))
        return LineLimit(
            height: min(height, cutHeight), contentHeight: height, visibleLineCount: maxLines, lineCount: count,
            cut: TextCut(lineTop: line.top.doublePx, lineBottom: line.bottom.doublePx, textOffset: sourceOffset(line.textOffset), lastLine: line.text))
    }
}

extension LayoutContext {
    /// A line box and where it stands in the document.
    struct PlacedLine {
        var container: BoxID
        var top: LayoutUnit
        var bottom: LayoutUnit
        /// Where its text ends, counted from the start of the document's laid-out text.
        var textOffset: Int
        var text: String
    }

    /// The line of a number in document order, from 0.
    func placedLine(_ number: Int) -> PlacedLine? {
        var left = number, textBefore = 0
        // Inline formatting contexts are numbered in the order of their boxes.
        for (index, list) in fragments.lines.enumerated() {
            let content = prepared.inlineContents[index]
            guard left < list.lines.count else {
                left -= list.lines.count
                textBefore += content.text.count
                continue
            }
            let line = list.lines[left]
            let origin = documentOrigin(of: content.container) + contentOffset(of: content.container)
            let end = endOfText(line: left, in: list, content)
            let start = left > 0 ? endOfText(line: left - 1, in: list, content) : 0
            var units = content.text[min(start, end)..<end]
            while let last = units.last, PlacedLine.isSpace(last) { units.removeLast() }
            while let first = units.first, PlacedLine.isSpace(first) { units.removeFirst() }
            return PlacedLine(
                container: content.container, top: origin.y + .truncating(line.top), bottom: origin.y + .truncating(line.bottom),
                textOffset: textBefore + end, text: String(decoding: units, as: UTF16.self))
        }
        return nil
    }

    /// The UTF-16 offset at which the line after this one begins.
    private func endOfText(line: Int, in list: LineFragments, _ content: InlineContent) -> Int {
        // An empty line has no pieces: its text ends where that of the line before does, and a line break on.
        var number = line, breaks = 0, end = 0
        while number >= 0 {
            let fragment = list.lines[number]
            let pieces = list.pieces[Int(fragment.firstPiece)..<Int(fragment.firstPiece + fragment.pieceCount)]
            if let last = pieces.map(\.end).max(), last > 0 {
                end = Int(last)
                break
            }
            breaks += 1
            number -= 1
        }
        let text = content.text
        end = min(end, text.count)
        func skipBreak() {
            while end < text.count, text[end] != 0x0A, PlacedLine.isSpace(text[end]) { end += 1 }
            if end < text.count, text[end] == 0x0A { end += 1 }
        }
        if number >= 0 { skipBreak() }
        for _ in 0..<breaks { skipBreak() }
        return end
    }

    /// Where a document would end whose last line ended at `y` in a container: below it come padding and border of the boxes around it, and their
    /// margins, collapsed where nothing parts them.
    func bottomEdge(below container: BoxID, from y: LayoutUnit) -> LayoutUnit {
        var bottom = y, margin = LayoutUnit.zero
        var current = container
        while current.exists {
            let edge = edges(of: current).bottom
            if edge > .zero {
                bottom += margin + edge
                margin = .zero
            }
            let parent = containingBlock(of: current)
            let width = parent.exists ? fragments[parent].size.width : viewport.width
            let own = margins(of: current, containingWidth: width).bottom
            // A formatting context of its own keeps the margins of its children inside, the root too.
            if current == .root || tree[current].flags.contains(.formattingContext) {
                bottom += margin
                margin = .zero
            }
            margin = max(margin, own)
            current = tree[current].isOutOfFlow ? fragments[current].positionedIn : parent
        }
        return bottom + margin
    }
}

extension LayoutContext.PlacedLine {
    static func isSpace(_ unit: UInt16) -> Bool { unit == 0x20 || unit == 0x09 || unit == 0x0A || unit == 0x0D }
}
