// Sub- and superscripts (https://w3c.github.io/mathml-core/#subscripts-and-superscripts-msub-msup-msubsup).

extension MathFormatting {
    /// Scripts that stand one above the other; `.none` where one is missing.
    private struct Pair {
        var sub = BoxID.none
        var sup = BoxID.none
    }

    private struct Scripts {
        var base = BoxID.none
        var before: [Pair] = []
        var after: [Pair] = []
        var delimiter = BoxID.none
    }

    private func scripts(of id: BoxID) -> Scripts {
        let children = children(of: id)
        var scripts = Scripts(base: children[0])
        switch box(id).role {
        case .super, .over: scripts.after = [Pair(sup: children[1])]
        case .subSuper, .underOver: scripts.after = [Pair(sub: children[1], sup: children[2])]
        case .multiscripts:
            var pair = Pair()
            for child in children.dropFirst() {
                if MathElement.of(context.tree[child].node, in: context.prepared.document) == .prescripts {
                    scripts.delimiter = child
                } else if !pair.sub.exists {
                    pair.sub = child
                } else {
                    pair.sup = child
                    if scripts.delimiter.exists { scripts.before.append(pair) } else { scripts.after.append(pair) }
                    pair = Pair()
                }
            }
        default: scripts.after = [Pair(sub: children[1])]
        }
        return scripts
    }

    /// The extents of a script's margin box.
    private func extents(_ id: BoxID) -> (ascent: LayoutUnit, descent: LayoutUnit) {
        guard id.exists else { return (.zero, .zero) }
        let margins = margins(id)
        return (margins.top + ascent(id), descent(id) + margins.bottom)
    }

    func layoutScripts(_ id: BoxID, _ stretch: Stretch?) {
        let count = children(of: id).count
        guard count >= (box(id).role == .multiscripts ? 1 : box(id).role == .subSuper || box(id).role == .underOver ? 3 : 2) else { return layoutPlainRow(id, stretch) }
        let scripts = scripts(of: id), constants = constants(id), edges = edges(id)
        layout(scripts.base, stretch: profile.operatorsHoldSpace && core(scripts.base) != nil ? stretch : nil)
        if scripts.delimiter.exists { layout(scripts.delimiter) }
        let pairs = scripts.before + scripts.after
        for pair in pairs {
            if pair.sub.exists { layout(pair.sub) }
            if pair.sup.exists { layout(pair.sup) }
        }
        let base = extents(scripts.base)
        let shifts = shifts(pairs, base: base, constants)
        let ascent = max(.zero, max(base.ascent, shifts.ascent + shifts.up)), descent = max(.zero, max(base.descent, shifts.descent + shifts.down))

        let space = constants.spaceAfterScript
        func outerWidth(_ id: BoxID) -> LayoutUnit { id.exists ? width(id) + margins(id).horizontal : .zero }
        let total = pairs.reduce(outerWidth(scripts.base)) { $0 + max(outerWidth($1.sub), outerWidth($1.sup)) + space }
        let isReversed = isRightToLeft(id)
        func put(_ child: BoxID, _ x: LayoutUnit, baseline: LayoutUnit) {
            guard child.exists else { return }
            let left = x + margins(child).left
            place(child, edges.left + (isReversed ? total - left - width(child) : left), edges.top + baseline - self.ascent(child))
        }
        var x = LayoutUnit.zero
        for pair in scripts.before {
            x += space + max(outerWidth(pair.sub), outerWidth(pair.sup))
            put(pair.sub, x - outerWidth(pair.sub), baseline: ascent + shifts.down)
            put(pair.sup, x - outerWidth(pair.sup), baseline: ascent - shifts.up)
        }
        put(scripts.base, x, baseline: ascent)
        if scripts.delimiter.exists {
            if profile.mathBaselinesAreWhole { place(scripts.delimiter, edges.left, edges.top) } else { put(scripts.delimiter, x, baseline: ascent) }
        }
        x += outerWidth(scripts.base)
        for pair in scripts.after {
            put(pair.sub, x, baseline: ascent + shifts.down)
            put(pair.sup, x, baseline: ascent - shifts.up)
            x += space + max(outerWidth(pair.sub), outerWidth(pair.sup))
        }
        finish(id, width: total + edges.horizontal, ascent: edges.top + ascent, height: edges.vertical + ascent + descent)
    }

    private struct Shifts {
        var down = LayoutUnit.zero
        var up = LayoutUnit.zero
        /// Of the tallest superscript, and of the deepest subscript.
        var ascent = LayoutUnit.zero
        var descent = LayoutUnit.zero
    }

    /// How far scripts move from the baseline (https://w3c.github.io/mathml-core/#base-with-subscript-and-superscript).
    private func shifts(_ pairs: [Pair], base: (ascent: LayoutUnit, descent: LayoutUnit), _ constants: MathConstants) -> Shifts {
        var shifts = Shifts()
        for pair in pairs {
            let sub = extents(pair.sub), sup = extents(pair.sup)
            shifts.ascent = max(shifts.ascent, sup.ascent)
            shifts.descent = max(shifts.descent, sub.descent)
            var down = max(constants.subscriptShiftDown, base.descent + constants.subscriptBaselineDropMin)
            var up = max(constants.superscriptShiftUp, base.ascent - constants.superscriptBaselineDropMax)
            down = max(down, sub.ascent - constants.subscriptTopMax)
            up = max(up, constants.superscriptBottomMin + sup.descent)
            if pair.sub.exists, pair.sup.exists {
                var gap = (down - sub.ascent) + (up - sup.descent)
                if gap < constants.subSuperscriptGapMin {
                    // > First, the superscript is pushed up, then the subscript down.
                    var delta = constants.superscriptBottomMaxWithSubscript - (up - sup.descent)
                    if delta > .zero {
                        delta = min(delta, constants.subSuperscriptGapMin - gap)
                        up += delta
                        gap += delta
                    }
                    if gap < constants.subSuperscriptGapMin { down += constants.subSuperscriptGapMin - gap }
                }
            }
            if pair.sub.exists { shifts.down = max(shifts.down, down) }
            if pair.sup.exists { shifts.up = max(shifts.up, up) }
        }
        return shifts
    }
}
