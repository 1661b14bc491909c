internal import Copyfit

// Ellipses at the end of lines that are cut off, and emphasis marks.

extension PageDrawing {
    /// Where a line that ends in an ellipsis is cut; nil for one that is shown whole.
    func ellipsis(_ line: LineFragment, row: Int, _ lines: LineFragments, of box: BoxID) -> LineCut? {
        let style = page.style(box)
        let isClampedHere = clampedLines[box] == row
        guard isClampedHere || (style.textOverflow == .ellipsis && clipsContents(box)) else { return nil }
        let pieces = lines.pieces[Int(line.firstPiece)..<Int(line.firstPiece + line.pieceCount)]
        let content = page.contents[Int(tree[box].payload)]
        // White space at the end hangs.
        let inked = pieces.filter { piece in
            content.text[max(0, Int(piece.start))..<min(content.text.count, max(Int(piece.start), Int(piece.end)))].contains { $0 != 0x20 }
        }
        let edges = page.edges(of: box)
        let width = (page.fragments[box].size.width - edges.left - edges.right).doublePx
        let left = Double(inked.map(\.x).min() ?? 0), right = Double(inked.map { $0.x + $0.width }.max() ?? 0)
        let mark = page.glyphs([0x2026], 0..<1, style: tree[box].style, rightToLeft: false)
        let size = Double(mark.width)
        let baseline = Double(line.top + line.baseline)
        if style.direction == .rtl {
            let isCut = left < -0.5
            guard isCut || isClampedHere else { return nil }
            let edge = isCut || left < size ? size : left
            let kept = max(0, min(edge, width))
            return LineCut(kept: kept...max(kept, width + 1e6), x: keptEdge(kept, inked, content, isLeft: true) - size, baseline: baseline)
        }
        let isCut = right > width + 0.5
        guard isCut || isClampedHere else { return nil }
        let edge = isCut || right + size > width ? width - size : right
        let kept = max(0, edge)
        return LineCut(kept: -1e6...kept, x: keptEdge(kept, inked, content, isLeft: false), baseline: baseline)
    }

    /// Where the glyphs that stay end: the last one that lies whole before a place.
    private func keptEdge(_ limit: Double, _ pieces: [LinePiece], _ content: InlineContent, isLeft: Bool) -> Double {
        guard let piece = pieces.first(where: { Double($0.x) < limit && Double($0.x + $0.width) > limit }), piece.run >= 0 else {
            let ends = pieces.map { isLeft ? Double($0.x) : Double($0.x + $0.width) }.filter { isLeft ? $0 >= limit : $0 <= limit }
            return (isLeft ? ends.min() : ends.max()) ?? limit
        }
        let range = max(0, Int(piece.start))..<max(0, Int(piece.end))
        let shaped = page.glyphs(
            content.text, range, style: content.runs[Int(piece.run)].style, rightToLeft: page.level(at: range.lowerBound, in: Int(tree[content.container].payload)) & 1 == 1)
        let place = limit - Double(piece.x)
        if isLeft { return Double(piece.x) + Double(shaped.glyphs.map(\.x).filter { Double($0) >= place }.min() ?? piece.width) }
        let ends = shaped.glyphs.indices.map { Double(shaped.end(of: $0)) }.filter { $0 <= place + 0.01 }
        return Double(piece.x) + (ends.max() ?? 0)
    }

    func drawEllipsis(_ cut: LineCut, origin: (x: Double, y: Double), in box: BoxID) {
        guard isVisible(box) else { return }
        let mark = page.glyphs([0x2026], 0..<1, style: tree[box].style, rightToLeft: false)
        let paint = paint(box)
        text.draw(mark, text: [0x2026], x: origin.x + cut.x, baseline: origin.y + cut.baseline, paint.textFill ?? paint.color)
    }

    /// By inline formatting context: the line at which `line-clamp` ends a box whose text goes on
    /// (https://www.w3.org/TR/css-overflow-4/#webkit-line-clamp).
    static func clampedLines(_ page: LaidOutPage) -> [BoxID: Int] {
        var result: [BoxID: Int] = [:]
        let tree = page.tree
        for index in tree.boxes.indices {
            let id = BoxID(rawValue: UInt32(index))
            guard !tree[id].flags.contains(.anonymous), tree[id].kind != .text else { continue }
            let style = page.style(id)
            guard style.lineClamp > 0, style.webkitBoxOrientVertical, style.display == .webkitBox || style.display == .inlineWebkitBox else { continue }
            var left = Int(style.lineClamp)
            var last: (box: BoxID, line: Int)?
            var stack = [id]
            search: while let box = stack.popLast() {
                if tree[box].kind == .inlineContext, Int(tree[box].payload) < page.fragments.lines.count {
                    let lines = page.fragments.lines[Int(tree[box].payload)], content = page.contents[Int(tree[box].payload)]
                    let count = lines.lines.count
                    if left == 0, content.makesLines {
                        if let last { result[last.box] = last.line }
                        break search
                    }
                    // Layout may end with the last line that counts: is there text behind it?
                    let end = lines.pieces.map(\.end).max() ?? 0
                    let isCut = count == left && content.text[min(content.text.count, Int(end))...].contains { $0 != 0x20 && $0 != 0x0A }
                    if count > left || isCut {
                        if left > 0 { result[box] = left - 1 }
                        break search
                    }
                    left -= count
                    if count > 0 { last = (box, count - 1) }
                    continue
                }
                guard box == id || (tree[box].isInFlow && !tree[box].flags.contains(.formattingContext)) else { continue }
                var children: [BoxID] = []
                var child = tree[box].firstChild
                while child.exists {
                    children.append(child)
                    child = tree[child].nextSibling
                }
                stack += children.reversed()
            }
        }
        return result
    }

    // MARK: Emphasis marks

    /// > Marks are drawn once for each typographic character unit, at half its size; not for white space and punctuation
    /// (https://www.w3.org/TR/css-text-decor-3/#text-emphasis-style-property).
    func drawEmphasis(
        _ emphasis: EmphasisMark, _ line: GlyphLine, _ units: [UInt16], style: StyleID, width: Double, x: Double, baseline: Double, expansion: Float,
        _ color: PaintColor
    ) {
        let mark = Array(emphasis.text.utf16)
        let shaped = page.glyphs(mark, 0..<mark.count, style: style, rightToLeft: false)
        let lineStyle = page.lineStyles[style.index]
        // Above: the mark's descent stands on the text's ascent.
        let y = emphasis.isUnder ? baseline + Double(lineStyle.descent) + Double(lineStyle.ascent) / 2 : baseline - Double(lineStyle.ascent) - Double(lineStyle.descent) / 2
        var done: Int32 = -1
        for index in line.glyphs.indices where line.glyphs[index].cluster != done {
            let glyph = line.glyphs[index]
            done = glyph.cluster
            guard Int(glyph.cluster) < units.count, PageDrawing.takesEmphasis(units, at: Int(glyph.cluster)) else { continue }
            let advance = Double(line.end(of: index) - glyph.x)
            canvas.save()
            canvas.translate(x + Double(glyph.x) + (advance - Double(shaped.width) / 2) / 2, y)
            canvas.concatenate(Affine(a: 0.5, d: 0.5))
            text.draw(shaped, text: mark, x: 0, baseline: 0, color)
            canvas.restore()
        }
    }

    private static func takesEmphasis(_ units: [UInt16], at index: Int) -> Bool {
        var value = UInt32(units[index])
        if value & 0xFC00 == 0xD800, index + 1 < units.count { value = 0x10000 + ((value & 0x3FF) << 10) + UInt32(units[index + 1] & 0x3FF) }
        guard let scalar = Unicode.Scalar(value) else { return false }
        switch scalar.properties.generalCategory {
        case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control, .unassigned, .format: return false
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation, .otherPunctuation:
            return ["#", "%", "&", "@", "‰", "§", "¶", "⁂", "〻"].contains(Character(scalar))
        default: return true
        }
    }
}
