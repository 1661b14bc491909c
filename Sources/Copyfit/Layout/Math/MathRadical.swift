// Roots (https://w3c.github.io/mathml-core/#radicals-msqrt-mroot).

extension MathFormatting {
    func layoutRadical(_ id: BoxID) {
        let record = box(id), constants = constants(id), edges = edges(id)
        let children = children(of: id)
        let hasIndex = record.role == .root && children.count == 2
        if record.role == .root, !hasIndex { return layoutPlainRow(id, nil) }
        var base = Metrics()
        if hasIndex {
            layout(children[0])
            layout(children[1])
            base = Metrics(width: width(children[0]) + margins(children[0]).horizontal, ascent: ascent(children[0]), descent: descent(children[0]))
        } else {
            base = layoutRow(id)
        }
        let sign = radicalSign(id, target: base.ascent + base.descent + constants.radicalGap + constants.rule)
        let extra = !hasIndex && profile.squareRootsHaveNoAscender ? LayoutUnit.zero : constants.rule
        let signHeight = sign.ascent + sign.descent
        let baseAscent = base.ascent + constants.radicalGap + constants.rule + extra
        var ascent = baseAscent
        var descent = max(base.descent, signHeight + extra - baseAscent)
        var before = LayoutUnit.zero, indexTop = LayoutUnit.zero
        if hasIndex {
            let index = children[1]
            let kernBefore = max(.zero, constants.kernBeforeDegree)
            let kernAfter = max(constants.kernAfterDegree, -width(index))
            // 60 %, which Chromium cuts to 1/64.
            let raise = LayoutUnit.truncating((profile.mathSpacesAreOfWholeSizes ? LayoutUnit.truncating(Float(0.6)).px : 0.6) * signHeight.px), height = height(index)
            ascent = max(baseAscent, raise + height - descent)
            if !profile.operatorsHoldSpace { descent = max(descent, descent - raise + height) }
            before = kernBefore + width(index) + kernAfter
            indexTop = ascent + descent - raise - height
        }
        let total = before + sign.width + base.width
        let isReversed = isRightToLeft(id)
        let baseX = edges.left + (isReversed ? LayoutUnit.zero : before + sign.width)
        if hasIndex {
            let index = children[1], x = max(.zero, constants.kernBeforeDegree)
            place(children[0], baseX + margins(children[0]).left, edges.top + ascent - base.ascent)
            place(index, edges.left + (isReversed ? total - x - width(index) : x), edges.top + indexTop)
        } else {
            placeRow(id, base, origin: Point(x: baseX, y: edges.top + ascent - base.ascent))
        }
        // A row of nothing has no baseline.
        if children.isEmpty, profile.mathBaselinesAreWhole { (ascent, descent) = (ascent + descent, .zero) }
        finish(id, width: total + edges.horizontal, ascent: edges.top + ascent, height: edges.vertical + ascent + descent)
    }

    /// The radical sign: WebKit draws the glyph as tall as it must be, Chromium as it is.
    private func radicalSign(_ id: BoxID, target: LayoutUnit) -> Metrics {
        guard let glyph = context.shaper.glyph(of: 0x221A, style: context.tree[id].style), glyph.isPrimary else { return Metrics() }
        var sign = Metrics(width: .truncating(glyph.advance), ascent: .truncating(glyph.above), descent: .truncating(glyph.below))
        let height = sign.ascent + sign.descent
        if profile.stretchesByUnicodePieces, height > .zero, height < target {
            let factor = target.px / height.px
            sign.ascent = .truncating(sign.ascent.px * factor)
            sign.descent = .truncating(sign.descent.px * factor)
        }
        return sign
    }
}
