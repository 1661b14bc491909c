// The boxes of inline elements on a line.

extension LinePlacement {
    /// What of a line belongs to an inline box.
    private struct Extent {
        var left = Float.infinity
        var right = -Float.infinity
        /// Logical indices of its parts.
        var first = 0
        var last: Int
        /// Whether it starts and ends on this line.
        var starts: Bool
        var ends = false
        /// That of its start: boxes do not shrink when what is in them is drawn back.
        var shift: Float = 0

        init(last: Int, starts: Bool) {
            self.last = last
            self.starts = starts
        }

        mutating func add(_ left: Float, _ right: Float) {
            self.left = min(self.left, left)
            self.right = max(self.right, right)
        }
    }

    private func verticalEdges(of box: (box: BoxID, group: Int, baseline: Float, isCounted: Bool), baseline: Float) -> (top: Float, bottom: Float) {
        let style = context.styles[context.tree[box.box].style.index]
        let line = context.lineStyles[content.style(of: box.box, in: context.tree).index]
        let paddingTop = context.resolve(style.padding.top, base: containingWidth).px
        let paddingBottom = context.resolve(style.padding.bottom, base: containingWidth).px
        let y = baseline + boxes.groups[box.group].offset + box.baseline
        return (y - line.ascent - paddingTop - style.borderWidth.top, y + line.descent + paddingBottom + style.borderWidth.bottom)
    }

    /// The edges of each box, those of the boxes in it included where it has no box of its own.
    private func edgesOfChildren(_ edges: [(top: Float, bottom: Float)]) -> [(top: Float, bottom: Float)] {
        guard edges.count > 1 else { return edges }
        var result = edges
        var places: [BoxID: Int] = [:]
        for (index, box) in boxes.inlineBoxes.enumerated() { places[box.box] = index }
        for index in edges.indices.reversed() {
            guard let parent = places[context.tree[boxes.inlineBoxes[index].box].parent], parent < index,
                result[index].top < result[parent].top || result[index].bottom > result[parent].bottom,
                context.isPlainInline(boxes.inlineBoxes[parent].box)
            else { continue }
            result[parent].top = min(result[parent].top, result[index].top)
            result[parent].bottom = max(result[parent].bottom, result[index].bottom)
        }
        return result
    }

    /// The border boxes of inline boxes on the line: from their first to their last part.
    func placeInlineBoxes(
        baseline: Float, openedBefore: Int, bidi: BidiOrder?, fragment: inout LineFragment, into fragments: inout LineFragments
    ) {
        guard !boxes.inlineBoxes.isEmpty else { return }
        var extents: [Extent] = boxes.inlineBoxes.indices.map { Extent(last: parts.count - 1, starts: $0 >= openedBefore) }
        var open: [Int] = Array(0..<openedBefore)
        var next = openedBefore
        for (number, part) in parts.enumerated() {
            if part.kind == .start {
                open.append(next)
                if next < extents.count {
                    extents[next].first = number
                    extents[next].shift = part.shift
                }
                next += 1
            }
            if part.kind == .end, let last = open.last, last < extents.count {
                extents[last].last = number
                extents[last].ends = true
            }
            // Margins lie outside the border box.
            var left = part.x, right = part.x + part.width
            if part.kind == .annotation { continue }
            if part.kind == .start || part.kind == .end, let last = open.last, last < extents.count {
                let style = context.styles[context.tree[part.box].style.index]
                let isLeft = (part.kind == .start) == (style.direction == .ltr)
                if part.width != 0 {
                    let margin = context.resolve(isLeft ? style.margin.left : style.margin.right, base: containingWidth).px
                    if isLeft { left += margin } else { right -= margin }
                }
                let back = extents[last].shift - part.shift
                extents[last].add(left + back, right + back)
                left = part.x
                right = part.x + part.width
            }
            let enclosing = part.kind == .start || part.kind == .end ? open.dropLast() : open[...]
            for index in enclosing where index < extents.count {
                let back = extents[index].shift - part.shift
                extents[index].add(left + back, right + back)
            }
            if part.kind == .end, !open.isEmpty { open.removeLast() }
        }
        let visualPositions = bidi?.visualPositions ?? []
        let held = context.profile.plainInlinesHoldChildren ? edgesOfChildren(boxes.inlineBoxes.map { verticalEdges(of: $0, baseline: baseline) }) : []
        for (index, box) in boxes.inlineBoxes.enumerated() {
            let style = context.styles[context.tree[box.box].style.index]
            if bidi != nil, index < openedBefore, extents[index].ends, context.profile.bidiLinesDropClosingTags,
                !parts[..<min(extents[index].last, parts.count)].contains(where: { $0.kind != .end }), extents[index].right - extents[index].left == 0
            { continue }
            let (top, bottom) = held.isEmpty ? verticalEdges(of: box, baseline: baseline) : held[index]
            let extent = extents[index]
            let left = extent.left <= extent.right ? extent.left : parts.last.map { $0.x + $0.width } ?? 0
            let right = extent.left <= extent.right ? extent.right : left
            // Where the text in it is what overflows, a box without width does not.
            if box.isCounted, right > left || !context.profile.textOverflowsLines { fragment.overflowBottom = max(fragment.overflowBottom, bottom) }
            let isLTR = style.direction == .ltr
            var whole = InlineBoxFragment(box: box.box, x: left, y: top, width: right - left, height: bottom - top)
            whole.hasLeft = isLTR ? extent.starts : extent.ends
            whole.hasRight = isLTR ? extent.ends : extent.starts
            let stretches = bidi.map {
                $0.stretches(
                    of: extent.first..<extent.last + 1, startsHere: extent.starts, endsHere: extent.ends, isRightToLeft: !isLTR, visualPositions: visualPositions)
            }
            guard let bidi, let stretches, stretches.count > 1 else {
                fragments.inlineBoxes.append(whole)
                continue
            }
            // Bidi reordering has torn it apart.
            for (number, stretch) in stretches.enumerated() {
                let first = parts[bidi.order[stretch.positions.lowerBound]], last = parts[bidi.order[stretch.positions.upperBound]]
                var piece = whole
                piece.x = number == 0 ? left : first.x
                piece.width = (number == stretches.count - 1 ? right : last.x + last.width) - piece.x
                piece.hasLeft = stretch.hasLeft
                piece.hasRight = stretch.hasRight
                fragments.inlineBoxes.append(piece)
            }
        }
    }
}

extension LayoutContext {
    /// Whether Chromium makes no box for an inline element: it paints nothing, moves nothing, and in no-quirks documents its font and line
    /// height are its parent's; what is in it is text and inline boxes of the same font without margins.
    func isPlainInline(_ id: BoxID) -> Bool {
        func isPlain(_ length: Length) -> Bool { length == .zero || length.isAuto }
        let box = tree[id], style = styles[box.style.index], line = lineStyles[box.style.index]
        guard style.borderWidth == Edges(all: 0), style.padding == Edges(all: .zero), isPlain(style.margin.left), isPlain(style.margin.right),
            isPlain(style.margin.top), isPlain(style.margin.bottom), style.position == .static, style.verticalAlign == .baseline
        else { return false }
        let paint = Int(style.paint) < prepared.styled.paints.count ? prepared.styled.paints[Int(style.paint)] : PaintStyle()
        guard paint.backgroundColor == .transparent, paint.backgroundLayers.isEmpty else { return false }
        if prepared.mode == .noQuirks {
            let parent = lineStyles[tree[box.parent].style.index]
            guard parent.ascent == line.ascent, parent.descent == line.descent, parent.lineGap == line.lineGap, parent.lineHeight == line.lineHeight else { return false }
        }
        var child = box.firstChild
        while child.exists {
            let inner = tree[child], innerLine = lineStyles[inner.style.index]
            switch inner.kind {
            case .text, .lineBreak, .wordBreak: break
            case .inline:
                let margin = styles[inner.style.index].margin
                guard isPlain(margin.left), isPlain(margin.right), isPlain(margin.top), isPlain(margin.bottom),
                    innerLine.ascent == line.ascent, innerLine.descent == line.descent, innerLine.lineGap == line.lineGap
                else { return false }
            default: if inner.isInFlow { return false }
            }
            child = inner.nextSibling
        }
        return true
    }
}
