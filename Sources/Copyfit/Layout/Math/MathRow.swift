// Rows (https://w3c.github.io/mathml-core/#layout-of-mrow): children beside each other on one baseline.

extension MathFormatting {
    /// Lays out the children of a row, operators that stretch last.
    func layoutRow(_ id: BoxID, _ inherited: Stretch? = nil, isLate: Bool = false) -> Metrics {
        let children = children(of: id)
        let record = box(id)
        let mayStretch = !(record.isCell && profile.cellsDoNotStretch)
        func stretches(_ child: BoxID) -> Bool { mayStretch && core(child)?.stretchesUp == true }
        var target = Metrics()
        var isStretched = false
        func count(_ child: BoxID) {
            target.ascent = max(target.ascent, ascent(child))
            target.descent = max(target.descent, descent(child))
        }
        var hasOthers = false
        for child in children {
            if stretches(child) {
                isStretched = true
                continue
            }
            layout(child, stretch: inherited.flatMap { core(child) == nil ? nil : $0 }, isLate: isLate)
            count(child)
            hasOthers = true
        }
        if isStretched {
            stretch(children.filter(stretches), hasOthers: hasOthers, inherited, id, &target) { count($0) }
        }
        var metrics = Metrics()
        for child in children {
            let margins = margins(child), space = operatorSpace(around: child, in: id)
            metrics.width += margins.horizontal + width(child) + space.before + space.after
            metrics.ascent = max(metrics.ascent, margins.top + ascent(child))
            metrics.descent = max(metrics.descent, descent(child) + margins.bottom)
        }
        return metrics
    }

    private func stretch(
        _ operators: [BoxID], hasOthers: Bool, _ inherited: Stretch?, _ id: BoxID, _ target: inout Metrics, _ count: (BoxID) -> Void
    ) {
        if let inherited {
            for child in operators { layout(child, stretch: inherited) }
            return
        }
        if profile.operatorsHoldSpace {
            // WebKit: a row of nothing else has the font size to stretch to.
            if target.ascent + target.descent <= .zero { (target.ascent, target.descent) = (.truncating(constants(id).fontSize), .zero) }
        } else if !hasOthers {
            for child in operators {
                layout(child, stretch: .up(ascent: .zero, descent: .zero))
                count(child)
            }
        }
        for child in operators { layout(child, stretch: .up(ascent: target.ascent, descent: target.descent)) }
    }

    /// The space of an operator that is the row's, not its own box's.
    func operatorSpace(around child: BoxID, in row: BoxID) -> (before: LayoutUnit, after: LayoutUnit) {
        let record = box(row)
        guard !profile.operatorsHoldSpace, record.isRoot || !record.core.exists, box(child).core.exists else { return (.zero, .zero) }
        return operatorSpace(of: box(child).core)
    }

    func operatorSpace(of id: BoxID) -> (before: LayoutUnit, after: LayoutUnit) {
        let properties = box(id).properties, constants = constants(id)
        let before = LayoutUnit.truncating(properties.leading * constants.spaceSize / 18), after = LayoutUnit.truncating(properties.trailing * constants.spaceSize / 18)
        return (max(.zero, constants.used(properties.lspace, reference: before)), max(.zero, constants.used(properties.rspace, reference: after)))
    }

    /// Puts the children of a row where they stand, `origin` being the top left of its content.
    func placeRow(_ id: BoxID, _ metrics: Metrics, origin: Point) {
        let isReversed = isRightToLeft(id)
        var x = LayoutUnit.zero
        for child in children(of: id) {
            let margins = margins(child), space = operatorSpace(around: child, in: id)
            x += margins.left + space.before
            place(child, origin.x + (isReversed ? metrics.width - x - width(child) : x), origin.y + metrics.ascent - ascent(child))
            x += width(child) + space.after + margins.right
        }
    }

    func layoutPlainRow(_ id: BoxID, _ stretch: Stretch?) {
        let metrics = layoutRow(id, stretch), edges = edges(id)
        placeRow(id, metrics, origin: Point(x: edges.left, y: edges.top))
        finish(id, width: metrics.width + edges.horizontal, ascent: edges.top + metrics.ascent, height: edges.vertical + metrics.ascent + metrics.descent)
    }

    // MARK: Padding and spaces

    /// https://w3c.github.io/mathml-core/#adjust-space-around-content-mpadded
    func layoutPadded(_ id: BoxID) {
        let metrics = layoutRow(id), edges = edges(id), constants = constants(id), lengths = box(id).lengths
        let width = max(.zero, constants.used(lengths.0, reference: metrics.width))
        let ascent = max(.zero, constants.used(lengths.1, reference: metrics.ascent))
        let descent = max(.zero, constants.used(lengths.2, reference: metrics.descent))
        let shift = max(.zero, constants.used(lengths.3, reference: .zero)), rise = constants.used(lengths.4, reference: .zero)
        placeRow(id, metrics, origin: Point(x: edges.left + shift, y: edges.top + ascent - metrics.ascent - rise))
        finish(id, width: width + edges.horizontal, ascent: edges.top + ascent, height: edges.vertical + ascent + descent)
    }

    /// https://w3c.github.io/mathml-core/#space-mspace
    func layoutSpace(_ id: BoxID) {
        let constants = constants(id), lengths = box(id).lengths, edges = edges(id)
        let width = max(.zero, constants.used(lengths.0, reference: .zero))
        var ascent = constants.used(lengths.1, reference: .zero), descent = constants.used(lengths.2, reference: .zero)
        if ascent + descent < .zero { (ascent, descent) = (.zero, .zero) }
        finish(id, width: width + edges.horizontal, ascent: edges.top + ascent, height: edges.vertical + ascent + descent)
    }

    /// `menclose` in WebKit: lines take four rules of room around the content and another where they are, strikes half a rule.
    func layoutEnclosure(_ id: BoxID) {
        let metrics = layoutRow(id), edges = edges(id), constants = constants(id), notations = box(id).notations
        let rule = constants.rule
        let hasLines = !notations.isDisjoint(with: [.left, .right, .top, .bottom, .roundedBox, .longDivision])
        func room(_ sides: MathBox.Notations) -> LayoutUnit {
            hasLines ? rule * (notations.isDisjoint(with: sides) ? 4 : 5) : notations.contains(.strike) ? rule / 2 : .zero
        }
        var left = room([.left, .roundedBox]), right = room([.right, .roundedBox])
        var top = room([.top, .roundedBox, .longDivision]), bottom = room([.bottom, .roundedBox, .longDivision])
        if notations.contains(.longDivision) { left = rule * 10 }
        if notations.contains(.circle) {
            // The ellipse through the corners of the content, and one and a half rules.
            func room(_ length: LayoutUnit) -> LayoutUnit { .truncating(length.px * (Float(2).squareRoot() - 1) / 2 + 1.5 * rule.px) }
            let across = room(metrics.width), along = room(metrics.ascent + metrics.descent)
            (left, right, top, bottom) = (max(left, across), max(right, across), max(top, along), max(bottom, along))
        }
        placeRow(id, metrics, origin: Point(x: edges.left + left, y: edges.top + top))
        finish(
            id, width: metrics.width + left + right + edges.horizontal, ascent: edges.top + top + metrics.ascent,
            height: edges.vertical + top + metrics.ascent + metrics.descent + bottom)
    }
}
