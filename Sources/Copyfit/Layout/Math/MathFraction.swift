// Fractions (https://w3c.github.io/mathml-core/#fractions-mfrac).

extension MathFormatting {
    func layoutFraction(_ id: BoxID, _ stretch: Stretch?) {
        let children = children(of: id), edges = edges(id), constants = constants(id), record = box(id)
        guard children.count == 2 else { return layoutPlainRow(id, stretch) }
        let top = children[0], bottom = children[1]
        layout(top, stretch: profile.operatorsHoldSpace && core(top)?.stretchesUp == true ? stretch : nil)
        layout(bottom)
        let (topMargins, bottomMargins) = (margins(top), margins(bottom))
        let topAscent = topMargins.top + ascent(top), topDescent = descent(top) + topMargins.bottom
        let bottomAscent = bottomMargins.top + ascent(bottom), bottomDescent = descent(bottom) + bottomMargins.bottom
        let thickness = max(.zero, constants.used(record.lengths.0, reference: .truncating(constants.rule.px * record.thickness)))

        var topShift: LayoutUnit, bottomShift: LayoutUnit
        if thickness > .zero {
            topShift = constants.axis + thickness / 2 + constants.fractionGap + topDescent
            bottomShift = thickness / 2 + constants.fractionGap + bottomAscent - constants.axis
            topShift = max(.zero, topShift)
            bottomShift = max(.zero, bottomShift)
        } else {
            (topShift, bottomShift) = (.zero, .zero)
            let gap = -bottomAscent - topDescent
            if gap < constants.stackGap {
                let missing = constants.stackGap - gap
                topShift = missing / 2
                bottomShift = missing - missing / 2
            }
        }
        let fractionAscent = max(.zero, max(topShift + topAscent, bottomAscent - bottomShift))
        let fractionDescent = max(.zero, max(topDescent - topShift, bottomShift + bottomDescent))
        let topWidth = width(top) + topMargins.horizontal, bottomWidth = width(bottom) + bottomMargins.horizontal
        let inner = max(topWidth, bottomWidth)
        place(top, edges.left + topMargins.left + (inner - topWidth) / 2, edges.top + fractionAscent - topShift - ascent(top))
        place(bottom, edges.left + bottomMargins.left + (inner - bottomWidth) / 2, edges.top + fractionAscent + bottomShift - ascent(bottom))
        finish(
            id, width: inner + edges.horizontal, ascent: edges.top + fractionAscent, height: edges.vertical + fractionAscent + fractionDescent)
    }
}
