// Under- and overscripts (https://w3c.github.io/mathml-core/#underscripts-and-overscripts-munder-mover-munderover).

extension MathFormatting {
    /// Whether limits stand beside their operator, as in formulas inside text.
    func movesLimits(_ id: BoxID) -> Bool {
        let record = box(id)
        guard !record.isDisplay, let base = children(of: id).first, let core = core(base) else { return false }
        return core.flags.contains(.movableLimits)
    }

    func layoutUnderOver(_ id: BoxID, _ stretch: Stretch?) {
        let children = children(of: id), record = box(id), constants = constants(id), edges = edges(id)
        guard children.count == (record.role == .underOver ? 3 : 2) else { return layoutPlainRow(id, stretch) }
        let base = children[0]
        let under = record.role == .over ? BoxID.none : children[1]
        let over = record.role == .under ? BoxID.none : children[children.count - 1]
        for child in children { layout(child, stretch: child == base && core(base)?.stretchesUp == true ? stretch : nil) }

        // Without a MATH table limits of large operators have no distances in Chromium, nor what stands around stretched arrows.
        let hasNoGaps = profile.largeOperatorsHaveNoGap && (core(base).map { $0.flags.contains(.largeOperator) || $0.stretchesAcross } ?? false)
        let gap = constants.rules(3), extra = hasNoGaps ? LayoutUnit.zero : constants.rule
        let accentHeight = LayoutUnit.truncating(profile.accentsComeFromDictionary ? constants.xHeight : constants.xHeight / 2)
        func outerWidth(_ id: BoxID) -> LayoutUnit { width(id) + margins(id).horizontal }
        let inner = children.reduce(LayoutUnit.zero) { max($0, outerWidth($1)) }
        func put(_ child: BoxID, top: LayoutUnit) {
            place(child, edges.left + margins(child).left + (inner - outerWidth(child)) / 2, edges.top + top + margins(child).top)
        }
        var y = LayoutUnit.zero
        if over.exists {
            y += extra
            put(over, top: y)
            y += height(over) + margins(over).vertical
            if hasNoGaps {
                // Nothing between.
            } else if isAccent(over, record.accent) {
                y += max(.zero, accentHeight - ascent(base))
            } else {
                y += gap
            }
        }
        put(base, top: y)
        let baseline = max(.zero, y + margins(base).top + ascent(base))
        y += height(base) + margins(base).vertical
        if under.exists {
            if !hasNoGaps, !isAccent(under, record.accentUnder) { y += gap }
            put(under, top: y)
            y += height(under) + margins(under).vertical + extra
        }
        finish(id, width: inner + edges.horizontal, ascent: edges.top + baseline, height: edges.vertical + y)
    }

    private func isAccent(_ script: BoxID, _ attribute: Bool?) -> Bool {
        if let attribute { return attribute }
        return profile.accentsComeFromDictionary && core(script)?.flags.contains(.accent) == true
    }
}
