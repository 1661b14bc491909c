/// What is drawn of a box in a formula beside text: places are CSS px from the top left of its border box.
package enum FormulaMark: Sendable {
    /// The bar of a fraction, or the line over a root.
    case rule(x: LayoutUnit, y: LayoutUnit, width: LayoutUnit, thickness: LayoutUnit)
    /// A character from its pen position, its ink starting at `top`; `stretch` is a factor of its height.
    case glyph(UInt32, x: LayoutUnit, top: LayoutUnit, above: Float, stretch: Float)
}

extension MathFormatting {
    /// Whether a token's text is not drawn, as marks stand for it.
    func hidesText(_ id: BoxID) -> Bool {
        let record = box(id)
        switch record.role {
        case .token: return record.glyph != 0 && context.shaper.glyph(of: record.glyph, style: context.tree[id].style) != nil
        case .operator: return showsGlyph(id, record.properties)
        default: return false
        }
    }

    func marks(_ id: BoxID) -> [FormulaMark] {
        let record = box(id), edges = edges(id), constants = constants(id)
        switch record.role {
        case .token:
            guard let glyph = context.shaper.glyph(of: record.glyph, style: context.tree[id].style), record.glyph != 0 else { return [] }
            return [.glyph(record.glyph, x: edges.left, top: edges.top, above: glyph.above, stretch: 1)]
        case .operator:
            guard record.properties.character != 0, showsGlyph(id, record.properties),
                let glyph = context.shaper.glyph(of: record.properties.character, style: context.tree[id].style), glyph.isPrimary
            else { return [] }
            let space = profile.operatorsHoldSpace ? operatorSpace(of: id) : (.zero, .zero)
            let natural = glyph.above + glyph.below, own = (height(id) - edges.vertical).px
            return [
                .glyph(
                    record.properties.character, x: edges.left + (isRightToLeft(id) ? space.1 : space.0), top: edges.top, above: glyph.above,
                    stretch: natural > 0 && own > natural ? own / natural : 1)
            ]
        case .fraction:
            let children = children(of: id)
            guard let top = children.first, children.count == 2 else { return [] }
            let thickness = max(.zero, constants.used(record.lengths.0, reference: .truncating(constants.rule.px * record.thickness)))
            guard thickness > .zero else { return [] }
            let y = context.fragments[top].origin.y + height(top) + margins(top).bottom + constants.fractionGap
            return [.rule(x: edges.left, y: y, width: width(id) - edges.horizontal, thickness: thickness)]
        case .squareRoot, .root:
            let children = children(of: id)
            guard let first = children.first else { return [] }
            let hasIndex = record.role == .root && children.count == 2
            guard hasIndex || record.role == .squareRoot else { return [] }
            let tops = (hasIndex ? [first] : children).map { context.fragments[$0].origin.y }, lefts = children.prefix(hasIndex ? 1 : children.count).map { context.fragments[$0].origin.x }
            let top = (tops.min() ?? .zero) - constants.radicalGap - constants.rule, left = lefts.min() ?? .zero
            var marks: [FormulaMark] = [.rule(x: left, y: top, width: width(id) - edges.right - left, thickness: constants.rule)]
            if let glyph = context.shaper.glyph(of: 0x221A, style: context.tree[id].style), glyph.isPrimary, glyph.above + glyph.below > 0 {
                let needed = (height(id) - edges.bottom - top).px
                marks.append(
                    .glyph(0x221A, x: left - .truncating(glyph.advance), top: top, above: glyph.above, stretch: max(1, needed / (glyph.above + glyph.below))))
            }
            return marks
        default: return []
        }
    }
}
