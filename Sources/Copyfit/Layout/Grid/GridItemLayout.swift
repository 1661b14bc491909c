// Items in their grid areas (https://www.w3.org/TR/css-grid-1/#alignment), and where out-of-flow children stand.

extension GridFormatting {
    /// The space of an item in its area. Without a height of the area the item is as high as it wants.
    func itemSpace(_ item: GridItem, areaWidth: LayoutUnit, areaHeight: LayoutUnit?) -> ConstraintSpace {
        var itemSpace = ConstraintSpace(availableWidth: areaWidth, availableHeight: areaHeight)
        itemSpace.shrinksToFit = true
        notePercentageBase(item, areaWidth)
        let isReplaced = context.tree[item.box].kind == .replaced
        if item.stretchesWidth {
            let itemEdges = context.edges(of: item.box, containingWidth: areaWidth).horizontal
            let margins = context.margins(of: item.box, containingWidth: areaWidth).horizontal
            itemSpace.fixedWidth = context.clampWidth(max(itemEdges, areaWidth - margins), of: item.box, space: itemSpace, edges: itemEdges)
        } else if !isReplaced, context.tree[item.box].kind != .table {
            var sized = itemSpace
            if let areaHeight, item.stretchesHeight { sized.fixedHeight = stretchedHeight(item, areaHeight, itemSpace) }
            itemSpace.fixedWidth = context.usedWidth(of: item.box, space: sized)
        }
        if let areaHeight, item.stretchesHeight { itemSpace.fixedHeight = stretchedHeight(item, areaHeight, itemSpace) }
        if isReplaced, context.profile.stretchedReplacedKeepNaturalSize { keepNaturalSize(item, &itemSpace) }
        return itemSpace
    }

    /// A replaced element that is stretched along one axis keeps its natural size along the other, whatever its ratio (`Profile`).
    private func keepNaturalSize(_ item: GridItem, _ itemSpace: inout ConstraintSpace) {
        let itemStyle = context.style(of: item.box)
        let itemEdges = context.edges(of: item.box, containingWidth: itemSpace.availableWidth)
        let natural = context.naturalSize(of: item.box, style: itemStyle)
        if itemSpace.fixedWidth != nil, itemSpace.fixedHeight == nil, itemStyle.height.isAuto, let height = natural.height {
            itemSpace.fixedHeight = context.clampHeight(height + itemEdges.vertical, of: item.box, space: itemSpace, edges: itemEdges.vertical)
        } else if itemSpace.fixedHeight != nil, itemSpace.fixedWidth == nil, itemStyle.width.isAuto, let width = natural.width {
            itemSpace.fixedWidth = context.clampWidth(width + itemEdges.horizontal, of: item.box, space: itemSpace, edges: itemEdges.horizontal)
        }
    }

    private func stretchedHeight(_ item: GridItem, _ areaHeight: LayoutUnit, _ itemSpace: ConstraintSpace) -> LayoutUnit {
        let itemEdges = context.edges(of: item.box, containingWidth: itemSpace.availableWidth).vertical
        let margins = context.margins(of: item.box, containingWidth: itemSpace.availableWidth).vertical
        return context.clampHeight(max(itemEdges, areaHeight - margins), of: item.box, space: itemSpace, edges: itemEdges)
    }

    /// Percentages of an item's padding refer to its area, not to the container.
    private func notePercentageBase(_ item: GridItem, _ areaWidth: LayoutUnit) {
        let padding = context.style(of: item.box).padding
        guard padding.left.dependsOnPercentage || padding.right.dependsOnPercentage || padding.top.dependsOnPercentage
            || padding.bottom.dependsOnPercentage
        else { return }
        context.gridAreaWidths[item.box] = areaWidth
    }

    /// Lays items out at their used sizes and sets where they stand.
    mutating func layoutItems() {
        for index in items.indices {
            let item = items[index]
            let columnArea = columns.area(item.columns), rowArea = rows.area(item.rows)
            let size = following(item) { context.layoutIndependent(item.box, itemSpace(item, areaWidth: columnArea.size, areaHeight: rowArea.size)) }
            let margins = context.margins(of: item.box, containingWidth: columnArea.size)
            let freeWidth = columnArea.size - size.width - margins.horizontal
            let freeHeight = rowArea.size - size.height - margins.vertical
            let areaLeft = isRTL ? contentWidth - columnArea.start - columnArea.size : columnArea.start
            let x = areaLeft + margins.left + horizontalOffset(item, free: freeWidth)
            let y = rowArea.start + margins.top + verticalOffset(item, free: freeHeight)
            items[index].top = edges.top + y
            context.setOrigin(of: item.box, Point(x: edges.left + x, y: edges.top + y))
        }
    }

    private func horizontalOffset(_ item: GridItem, free: LayoutUnit) -> LayoutUnit {
        switch (item.hasAutoLeft, item.hasAutoRight) {
        case (true, true): return max(.zero, free / 2)
        case (true, false): return max(.zero, free)
        case (false, true): return isRTL && free < .zero ? free : .zero
        case (false, false): break
        }
        let isItemRTL = context.style(of: item.box).direction == .rtl
        switch item.justification {
        case .center, .anchorCenter: return free / 2
        case .end, .flexEnd, .lastBaseline: return isRTL ? .zero : free
        case .selfStart: return isItemRTL ? free : .zero
        case .selfEnd: return isItemRTL ? .zero : free
        case .left: return .zero
        case .right: return free
        default: return isRTL ? free : .zero
        }
    }

    private func verticalOffset(_ item: GridItem, free: LayoutUnit) -> LayoutUnit {
        switch (item.hasAutoTop, item.hasAutoBottom) {
        case (true, true): return max(.zero, free / 2)
        case (true, false): return max(.zero, free)
        case (false, true): return .zero
        case (false, false): break
        }
        switch item.alignment {
        case .center, .anchorCenter: return free / 2
        case .end, .flexEnd, .selfEnd, .lastBaseline: return free
        case .baseline: return item.baselineShim
        default: return .zero
        }
    }

    // MARK: Out of flow

    /// > The static position of an absolutely-positioned child … as if it were the sole grid item in a grid area whose edges coincide with
    /// > the content edges; if the grid container is its containing block, that is the area that its placement names.
    func noteOutOfFlowChildren() {
        for child in outOfFlow {
            let childStyle = context.style(of: child)
            let justification = childStyle.justifySelf == .auto ? style.justifyItems : childStyle.justifySelf
            let alignment = childStyle.alignSelf == .auto ? style.alignItems : childStyle.alignSelf
            var horizontal = staticEdge(justification)
            if isRTL { horizontal = horizontal.flipped }
            if justification == .left { horizontal = .start }
            if justification == .right { horizontal = .end }
            context.noteStaticPosition(
                child, container: box, placement: StaticPlacement(horizontal: horizontal, vertical: staticEdge(alignment)))
            noteArea(of: child, childStyle)
        }
    }

    private func staticEdge(_ alignment: Alignment) -> StaticPlacement.Edge {
        switch alignment {
        case .center, .anchorCenter: .center
        case .end, .flexEnd, .selfEnd, .lastBaseline: .end
        default: .start
        }
    }

    /// > auto lines, and lines of tracks that do not exist, are the padding edges of the container.
    private func noteArea(of child: BoxID, _ childStyle: ComputedStyle) {
        guard childStyle.grid != 0 else { return }
        let placement = context.gridStyle(childStyle)
        let borders = context.borders(of: box)
        let width = contentWidth + edges.horizontal, height = contentHeight + edges.vertical
        let x = extent(
            placement.columnStart, placement.columnEnd, columns, contentStart: edges.left, low: borders.left, high: width - borders.right,
            mirror: isRTL ? contentWidth : nil)
        let y = extent(
            placement.rowStart, placement.rowEnd, rows, contentStart: edges.top, low: borders.top, high: height - borders.bottom, mirror: nil)
        context.gridAreas[child] = Rect(x: x.low, y: y.low, width: max(.zero, x.high - x.low), height: max(.zero, y.high - y.low))
    }

    private func extent(
        _ start: GridStyle.Line, _ end: GridStyle.Line, _ axis: GridAxis, contentStart: LayoutUnit, low: LayoutUnit, high: LayoutUnit,
        mirror: LayoutUnit?
    ) -> (low: LayoutUnit, high: LayoutUnit) {
        var first = axis.template.line(start, isStart: true), last = axis.template.line(end, isStart: false)
        if case .span = end, let first, case .definite(let range) = axis.template.span(start: start, end: end) { last = max(range.upperBound, first) }
        if case .span = start, let last, case .definite(let range) = axis.template.span(start: start, end: end) { first = min(range.lowerBound, last) }
        if let one = first, let other = last, one > other { (first, last) = (other, one) }
        func track(_ line: Int?) -> Int? {
            guard let line else { return nil }
            let index = line + axis.leading
            return index >= 0 && index <= axis.tracks.count ? index : nil
        }
        var from: LayoutUnit?
        var to: LayoutUnit?
        if let index = track(first), index < axis.tracks.count { from = axis.tracks[index].offset }
        if let index = track(last), index > 0 { to = axis.tracks[index - 1].offset + axis.tracks[index - 1].base }
        if let mirror { (from, to) = (to.map { mirror - $0 }, from.map { mirror - $0 }) }
        return (from.map { contentStart + $0 } ?? low, to.map { contentStart + $0 } ?? high)
    }
}
