// Laying out the contents of cells, aligned in the room that rows give them.

extension LayoutContext {
    /// Lays a cell out as tall as its contents, unless that is what it was last laid out as.
    func layoutCellNaturally(_ index: Int, grid: TableGrid, width: LayoutUnit, availableWidth: LayoutUnit) {
        let state = grid.cells[index].state
        // Cells are as wide as their tracks, each rounded.
        let slack = grid.cellSlack
        if state.width == width, state.availableWidth == availableWidth {
            if tracksRoom { room.limit(to: state.room.reduced(by: slack)) }
            return
        }
        if tracksRoom, let last = state.width, !state.room.isEmpty, state.fixedHeight == nil, !holdsOutOfFlow(grid.cells[index].box) {
            let change = (width - last).rawValue
            if state.room.holds(change) {
                room.limit(to: state.room.moved(by: change).reduced(by: slack))
                return
            }
        }
        let cell = grid.cells[index].box
        let outerRoom = room
        room = .unlimited
        var space = ConstraintSpace(availableWidth: availableWidth)
        space.fixedWidth = width
        layoutCellContents(cell, width: width, space: space)
        var fresh = CellState()
        fresh.width = width
        fresh.availableWidth = availableWidth
        fresh.height = fragments[cell].size.height
        fresh.hasBaseline = fragments[cell].firstBaseline != nil
        fresh.baseline = cellBaseline(cell)
        if tracksRoom {
            if !hasPercentHeights(in: cell) { fresh.room = roomOutside(of: cell, space: space, content: room, width: width) }
            room = outerRoom
            room.limit(to: fresh.room.reduced(by: slack))
        }
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

    /// Lays a cell out again with its height known to percentages inside, if there are any; gives the height that its contents need then.
    /// - Parameter followsRows: whether percentages of the cell's height are definite at all.
    func flexCell(_ index: Int, grid: TableGrid, height: LayoutUnit, followsRows: Bool) -> LayoutUnit {
        let cell = grid.cells[index]
        guard followsRows, hasPercentHeights(in: cell.box), let width = cell.state.width else {
            restoreNaturalLayout(index, grid: grid)
            return cell.state.height
        }
        if cell.state.fixedHeight != height {
            var space = ConstraintSpace(availableWidth: cell.state.availableWidth, availableHeight: height)
            space.fixedWidth = width
            room = .none
            layoutCellContents(cell.box, width: width, space: space)
            grid.cells[index].state.fixedHeight = height
            grid.cells[index].state.flexedHeight = fragments[cell.box].size.height
            grid.cells[index].state.flexedBaseline = cellBaseline(cell.box)
            grid.cells[index].state.shift = .zero
        }
        return grid.cells[index].state.flexedHeight
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

    /// Whether something in a cell has a height that is a percentage of the cell's.
    func hasPercentHeights(in cell: BoxID) -> Bool {
        if let known = percentHeightCells { return known.contains(cell) }
        var found: Set<BoxID> = []
        let isPercent = styles.map { $0.height.dependsOnPercentage || $0.minHeight.dependsOnPercentage || $0.maxHeight.dependsOnPercentage }
        if isPercent.contains(true) {
            for index in tree.boxes.indices where isPercent[tree.boxes[index].style.index] {
                let box = tree.boxes[index]
                switch box.kind {
                case .tableCell, .tableRow, .tableRowGroup, .tableColumn, .tableColumnGroup, .inline, .text, .lineBreak, .wordBreak: continue
                default: break
                }
                guard !box.isOutOfFlow, let cell = percentageCell(of: BoxID(rawValue: UInt32(index))) else { continue }
                found.insert(cell)
            }
        }
        percentHeightCells = found
        return found.contains(cell)
    }

    /// The cell that a box's percentage height refers to, if it does to one, also by way of percentages between.
    private func percentageCell(of id: BoxID) -> BoxID? {
        var container = containingBlock(of: id)
        while container.exists {
            let box = tree[container]
            if box.kind == .tableCell { return container }
            guard box.isBlockContainer, !box.isOutOfFlow,
                box.flags.contains(.anonymous) || style(of: container).height.dependsOnPercentage
            else { return nil }
            container = containingBlock(of: container)
        }
        return nil
    }

    private func tableOf(cell: BoxID) -> BoxID {
        var parent = tree[cell].parent
        while parent.exists, tree[parent].kind != .table { parent = tree[parent].parent }
        return parent
    }

    /// The cell that a box is in with at most anonymous boxes between.
    private func cell(around id: BoxID) -> BoxID? {
        var container = containingBlock(of: id)
        while container.exists, tree[container].flags.contains(.anonymous), tree[container].isBlockContainer { container = containingBlock(of: container) }
        return container.exists && tree[container].kind == .tableCell ? container : nil
    }

    /// Percentage heights of replaced elements refer to a length that their cell has as `height`, not to what rows make of it.
    func specifiedCellHeight(around id: BoxID) -> LayoutUnit? {
        guard let cell = cell(around: id) else { return nil }
        let style = style(of: cell)
        guard style.height.kind == .fixed, style.height.px > 0 else { return nil }
        let height = LayoutUnit.truncating(style.height.px)
        return style.boxSizing == .borderBox ? max(.zero, height - edges(of: cell, containingWidth: .zero).vertical) : height
    }

    /// > For the purpose of calculating [the minimum height of a row], descendants of table cells whose height depends on percentages of
    /// > their parent cell's height… [have] a 0px height if they have [overflow other than visible or hidden]
    /// (https://www.w3.org/TR/css-tables-3/#row-layout), where the cell or table has a height.
    func scrollsInUnsizedCell(_ id: BoxID) -> Bool {
        let style = style(of: id)
        guard style.height.dependsOnPercentage, style.overflowY == .auto || style.overflowY == .scroll, tree[id].kind != .replaced,
            let cell = cell(around: id), heightBases[cell] == nil
        else { return false }
        if !self.style(of: cell).height.isAuto { return true }
        let table = tableOf(cell: cell)
        return table.exists && !self.style(of: table).height.isAuto
    }
}
