// Ruby texts on a placed line.

extension LinePlacement {
    /// How far a ruby text hangs over the text after it while the line is filled; `index` is the text's item.
    func overhang(after index: Int, in line: LineContent) -> Float {
        guard context.profile.rubyOverhang == .whileFilling, index < content.items.count, content.items[index].kind == .annotation else { return 0 }
        var next = index + 1
        while next < content.items.count, content.items[next].kind == .boxStart || content.items[next].kind == .boxEnd { next += 1 }
        guard next < content.items.count, content.items[next].kind == .text else { return 0 }
        // Text that comes on the next line counts, white space at the line's end does not.
        if content.items[next].flags.contains(.whiteSpace), next + 1 >= line.end.item { return 0 }
        return context.overhangAfter(into: next, lineStart: line.start.item, content: content)
    }

    /// WebKit: ruby texts that are wider than their bases come to hang over the text beside them; what follows moves closer.
    /// - Parameter isAfterMarker: an outside marker joins the line: it, too, may be hung over.
    mutating func drawBack(isAfterMarker: Bool) {
        guard context.profile.rubyOverhang == .afterAlignment, !content.hasBidi else { return }
        var shift: Float = 0
        for index in parts.indices {
            let part = parts[index]
            if part.kind == .start, let column = context.rubyColumns[part.box], column.overhangStart > 0, mayHang(overPartBefore: index, isAfterMarker: isAfterMarker) {
                shift -= column.overhangStart
            }
            parts[index].x += shift
            parts[index].shift = shift
            if part.kind == .annotation, index > 0, let column = context.rubyColumns[parts[index - 1].box], column.overhangEnd > 0,
                mayHang(overPartAfter: index)
            {
                shift -= column.overhangEnd
            }
        }
    }

    private func mayHang(overPartBefore index: Int, isAfterMarker: Bool) -> Bool {
        let ruby = context.tree[parts[index].box].parent
        // In another inline box it does not (measured).
        guard ruby.exists, context.tree[ruby].parent == container else { return false }
        var before = index - 1
        while before >= 0, parts[before].kind == .start || parts[before].kind == .end, parts[before].width == 0 || parts[before].box == ruby { before -= 1 }
        return before < 0 ? isAfterMarker : mayHang(from: parts[index].box, over: parts[before])
    }

    private func mayHang(overPartAfter index: Int) -> Bool {
        // Its base ends directly before it.
        let base = parts[index - 1].box
        let ruby = context.tree[base].parent
        var after = index + 1
        while after < parts.count, parts[after].kind == .start || parts[after].kind == .end, parts[after].width == 0 || parts[after].box == ruby {
            if context.rubyColumns[parts[after].box] != nil { return false }
            // What comes after the box that the ruby is in is out of reach (measured).
            if parts[after].kind == .end, parts[after].box != ruby, parts[after].box == context.tree[ruby].parent { return false }
            after += 1
        }
        return after < parts.count && mayHang(from: base, over: parts[after])
    }

    /// Not over larger text, which would reach into it.
    private func mayHang(from base: BoxID, over part: Part) -> Bool {
        part.kind == .lineBreak || part.kind == .text && context.style(of: part.box).fontSize <= context.style(of: base).fontSize
    }

    /// Sets the origins of ruby texts, each over the whole of its base; text that is set out covers all of it.
    func placeAnnotations(baseline: Float, firstPiece: Int, _ fragments: inout LineFragments) {
        let insets = context.contentOffset(of: container)
        var open: [Int] = []
        var base: (start: Int, end: Int)?
        var next = 0
        for (index, part) in parts.enumerated() {
            switch part.kind {
            case .start: open.append(index)
            case .end:
                // A base that began on another line begins here with the line.
                base = (open.popLast() ?? -1, index)
            case .annotation:
                guard let (start, end) = base, next < boxes.annotations.count else { continue }
                let annotation = boxes.annotations[next]
                next += 1
                let column = context.rubyColumns[parts[end].box] ?? RubyColumn(annotation: part.box)
                let isReversed = start >= 0 && parts[start].x > parts[end].x
                let left = isReversed || start < 0
                    ? parts[end].x + parts[end].width - column.extraEnd : parts[start].x + parts[start].width - column.extraStart
                let margins = context.margins(of: part.box, containingWidth: .zero)
                let y = baseline + boxes.groups[annotation.group].offset + annotation.top
                context.setOrigin(
                    of: part.box,
                    Point(x: insets.x + LayoutUnit.truncating(left) + margins.left, y: insets.y + LayoutUnit.truncating(y) + margins.top))
                if context.profile.rubyTextIsSpread, start >= 0, column.extraStart + column.extraEnd > 0 {
                    let right = parts[end].x + column.extraEnd
                    spread(start..<end, over: left, right, firstPiece: firstPiece, &fragments)
                }
            default: continue
            }
        }
    }

    /// The pieces of some parts cover a stretch of the line, with room before the first and after the last.
    func spread(_ range: Range<Int>, over left: Float, _ right: Float, firstPiece: Int, _ fragments: inout LineFragments) {
        guard let first = parts[range].firstIndex(where: { $0.kind == .text }), let last = parts[range].lastIndex(where: { $0.kind == .text }) else { return }
        let before = parts[..<first].count { $0.kind == .text }, inside = parts[first...last].count { $0.kind == .text }
        let firstText = firstPiece + before, lastText = firstText + inside - 1
        guard fragments.pieces.indices.contains(firstText), fragments.pieces.indices.contains(lastText) else { return }
        let lead = fragments.pieces[firstText].x - left
        let trail = right - fragments.pieces[lastText].x - fragments.pieces[lastText].width
        guard lead > 0 || trail > 0 else { return }
        fragments.pieces[firstText].x -= lead
        fragments.pieces[firstText].width += lead
        fragments.pieces[lastText].width += trail
        fragments.spreads.append(SpreadPiece(piece: Int32(truncatingIfNeeded: firstText), lead: lead, trail: firstText == lastText ? trail : 0))
        if firstText != lastText { fragments.spreads.append(SpreadPiece(piece: Int32(truncatingIfNeeded: lastText), lead: 0, trail: trail)) }
    }
}
