// Laying out the contents of cells, aligned in the room that rows give them.

extension LayoutContext {
    /// Lays a cell out as tall as its contents, unless that is what it was last laid out as.
    func layoutCellNaturally(_ index: Int, grid: TableGrid, width: LayoutUnit, availableWidth: LayoutUnit) {
        let state = grid.cells[index].state
        if state.width == width, state.availableWidth == availableWidth { return }
        let cell = grid.cells[index].box
        var space = ConstraintSpace(availableWidth: availableWidth)
        space.fixedWidth = width
        layoutCellContents(cell, width: width, space: space)
        var fresh = CellState()
        fresh.width = width
        fresh.availableWidth = availableWidth
        fresh.height = fragments[cell].size.height
        fresh.hasBaseline = fragments[cell].firstBaseline != nil
        fresh.baseline = cellBaseline(cell)
        grid.cells[index].state = fresh
    }

    private func layoutCellContents(_ cell: BoxID, width: LayoutUnit, space: ConstraintSpace) {
        let outerMarkers = waitingMarkers
        let outerWidth = atomicContainingWidth
        waitingMarkers = []
        layoutBlockContainer(cell, width: width, space: space, context: BlockFormattingContext(), offset: .zero, isRoot: true)
        waitingMarkers = outerMarkers
        atomicContainingWidth = outerWidth
    }

    /// > The baseline of a cell is that of its first line box or table row, else the bottom of its content box.
    private func cellBaseline(_ cell: BoxID) -> LayoutUnit {
        if let baseline = fragments[cell].firstBaseline { return baseline }
        return fragments[cell].size.height - edges(of: cell, containingWidth: .zero).bottom
    }

    func isBaselineAligned(_ cell: BoxID) -> Bool {
        switch style(of: cell).verticalAlign {
        case .top, .middle, .bottom, .webkitBaselineMiddle: false
        default: true
        }
    }

    /// Makes the contents of a cell as tall as its rows are where percentages of it ask for that; gives whether it did.
    /// - Parameter followsRows: whether all descendants with such heights follow, or only replaced ones and such.
    func flexCell(_ index: Int, grid: TableGrid, height: LayoutUnit, followsRows: Bool) -> Bool {
        let cell = grid.cells[index]
        guard let kinds = percentHeights(in: cell.box), followsRows || kinds.contains(.flexible) else {
            restoreNaturalLayout(index, grid: grid)
            return false
        }
        guard let width = cell.state.width else { return false }
        if cell.state.fixedHeight != height {
            var space = ConstraintSpace(availableWidth: cell.state.availableWidth)
            space.fixedWidth = width
            space.fixedHeight = height
            layoutCellContents(cell.box, width: width, space: space)
            grid.cells[index].state.fixedHeight = height
            grid.cells[index].state.shift = .zero
        }
        return true
    }

    /// Undoes a layout for a height that no longer holds.
    private func restoreNaturalLayout(_ index: Int, grid: TableGrid) {
        let state = grid.cells[index].state
        guard state.fixedHeight != nil, let width = state.width else { return }
        grid.cells[index].state.width = nil
        layoutCellNaturally(index, grid: grid, width: width, availableWidth: state.availableWidth)
    }

    /// Gives a cell its height and moves its contents down by `shift` from where layout put them.
    func placeCellContents(_ index: Int, grid: TableGrid, height: LayoutUnit, shift: LayoutUnit) {
        let cell = grid.cells[index].box
        fragments[cell].size.height = height
        let delta = shift - grid.cells[index].state.shift
        grid.cells[index].state.shift = shift
        guard delta != .zero else { return }
        var child = tree[cell].firstChild
        while child.exists {
            if tree[child].isOutOfFlow {
                staticPositions[child]?.y += delta
            } else {
                fragments[child].origin.y += delta
            }
            child = tree[child].nextSibling
        }
        if let baseline = fragments[cell].firstBaseline { fragments[cell].firstBaseline = baseline + delta }
        if let baseline = fragments[cell].lastBaseline { fragments[cell].lastBaseline = baseline + delta }
    }

    // MARK: Percentages of a cell's height

    /// The kinds of descendants of a cell whose heights are percentages of it, or nil for none.
    private func percentHeights(in cell: BoxID) -> PercentHeights? {
        if let known = percentHeightCells { return known[cell] }
        var found: [BoxID: PercentHeights] = [:]
        let isPercent = styles.map { $0.height.dependsOnPercentage }
        if isPercent.contains(true) {
            for index in tree.boxes.indices where isPercent[tree.boxes[index].style.index] {
                let id = BoxID(rawValue: UInt32(index))
                let box = tree.boxes[index]
                switch box.kind {
                case .tableCell, .tableRow, .tableRowGroup, .tableColumn, .tableColumnGroup, .inline, .text, .lineBreak, .wordBreak: continue
                default: break
                }
                guard !box.isOutOfFlow, let cell = percentageCell(of: id) else { continue }
                let style = styles[box.style.index]
                let scrolls = style.overflowY == .auto || style.overflowY == .scroll || style.overflowX == .auto || style.overflowX == .scroll
                let isTextControl = box.kind == .replaced && tree.replaced[Int(box.payload)].kind.isFormControl
                var kinds: PercentHeights = .any
                if box.kind == .replaced || box.isInlineLevel || scrolls, !isTextControl { kinds.insert(.flexible) }
                found[cell, default: []].formUnion(kinds)
            }
        }
        percentHeightCells = found
        return found[cell]
    }

    /// The cell that a box's percentage height refers to, if it does to one: in quirks mode through blocks of automatic height.
    private func percentageCell(of id: BoxID) -> BoxID? {
        var container = containingBlock(of: id)
        while container.exists {
            let box = tree[container]
            if box.kind == .tableCell { return container }
            guard box.isBlockContainer, !box.isOutOfFlow else { return nil }
            let isTransparent = box.flags.contains(.anonymous) || (prepared.mode == .quirks && style(of: container).height.isAuto)
            // A percentage of the cell is a definite height for what is inside.
            guard isTransparent || style(of: container).height.dependsOnPercentage else { return nil }
            container = containingBlock(of: container)
        }
        return nil
    }
}
