/// A table in a `HeightPlan`: its cells and captions are stacks, or leaves of their own where they are of another kind.
struct TablePlan {
    struct Cell {
        /// In the grid; −1 for captions.
        var index: Int
        var node: Int32
        /// What is in it: blocks, or itself, laid out as a whole.
        var stack: Int32
        /// The border-box height of the contents where the plan was taken, and where rows were last worked out.
        var firstHeight: Int32
        var height: Int32
        var horizontalEdges: Int32
        /// How much the width of the cell may stray from that of the table.
        var slack: Int32
    }

    var box: BoxID
    var grid: TableGrid
    var container: BoxID
    /// As in the grid.
    var cells: [Cell] = []
    var caption: Cell?
    var captionMargins = Edges<LayoutUnit>(all: .zero)
    var captionIsOnTop = false
    /// Of the border box.
    var verticalEdges: LayoutUnit
    /// From the border box's top to the first row group where the plan was taken.
    var gridTop: LayoutUnit
    /// The widths that columns were last found for.
    var available: Int32 = -1
    var width: Int32 = -1
    /// What the width of the table is to the width available to it; nil: it may do anything.
    var room: (room: WidthRoom, isExact: Bool)?
    var rows: RowHeights
    var firstGridHeight: LayoutUnit
    var gridHeight: LayoutUnit
}

extension HeightPlan {
    // MARK: Taking it

    /// Adds a table whose place in its stack `leaf` has. False if it is to be laid out as a whole.
    func addTable(_ leaf: Leaf, style: ComputedStyle, depth: Int) -> Bool {
        let id = leaf.box
        guard depth < HeightPlan.deepest, let grid = context.tableGrids[id], !grid.rows.isEmpty, grid.sections.allSatisfy({ $0.missingRows == 0 }),
            !style.padding.left.dependsOnPercentage, !style.padding.right.dependsOnPercentage, style.aspectRatio == 0
        else { return false }
        // Rows that clip cells, and percentages of heights, are for the whole layout.
        guard grid.rows.allSatisfy({ isVisible($0.box) }), grid.sections.allSatisfy({ isVisible($0.box) }),
            grid.cells.allSatisfy({ $0.missingRows == 0 && $0.state.fixedHeight == nil && !context.isBaselineAligned($0.box) && !context.hasPercentHeights(in: $0.box) })
        else { return false }
        let container = nodes[Int(leaf.node)].box
        let edges = context.edges(of: id, containingWidth: .zero)
        let space = ConstraintSpace(
            availableWidth: LayoutUnit(rawValue: nodes[Int(leaf.node)].width), availableHeight: context.percentageHeight(of: container))
        let rows = context.rowHeights(of: id, grid: grid, space: space, edges: edges.vertical, captionHeight: .zero)
        guard let gridHeight = rows.sections.last?.bottom else { return false }
        var plan = TablePlan(
            box: id, grid: grid, container: container, verticalEdges: edges.vertical, gridTop: .zero, rows: rows, firstGridHeight: gridHeight,
            gridHeight: gridHeight)
        let number = Int32(truncatingIfNeeded: tables.count)
        let tableNode = Int32(truncatingIfNeeded: nodes.count)
        tables.append(plan)
        var frame = Node(box: id, parent: leaf.node, kind: .table(number), inset: 0, slack: 0)
        frame.width = context.fragments[id].size.width.rawValue
        nodes.append(frame)
        var own = leaf
        own.kind = .table
        own.index = number
        leaves.append(own)

        let isClipped = leaf.isClipped || style.overflowX != .visible || style.overflowY != .visible
        let (outerStack, outerWaiting) = (stack, waiting)
        waiting = []
        defer { (stack, waiting) = (outerStack, outerWaiting) }
        var height = gridHeight + edges.vertical
        guard grid.captions.count <= 1 else { return false }
        if let caption = grid.captions.first {
            guard add(caption, below: tableNode, isClipped: isClipped, depth: depth, into: &plan) else { return false }
            let captionHeight = context.fragments[caption].size.height + plan.captionMargins.vertical
            height += captionHeight
            if plan.captionIsOnTop { plan.gridTop += captionHeight }
        }
        plan.gridTop += edges.top
        guard height == context.fragments[id].size.height else { return false }
        for index in grid.cells.indices { addCell(index, table: number, below: tableNode, isClipped: isClipped, depth: depth, into: &plan) }
        tables[Int(number)] = plan
        return true
    }

    private func isVisible(_ id: BoxID) -> Bool {
        let style = context.style(of: id)
        return style.overflowX == .visible && style.overflowY == .visible && style.position == .static
    }

    private func add(_ caption: BoxID, below tableNode: Int32, isClipped: Bool, depth: Int, into plan: inout TablePlan) -> Bool {
        plan.captionMargins = context.margins(of: caption, containingWidth: .zero)
        plan.captionIsOnTop = context.style(of: caption).captionSide == .top
        stack = Int32(truncatingIfNeeded: stacks.count)
        stacks.append(Stack())
        let node = Int32(truncatingIfNeeded: nodes.count)
        let height = context.fragments[caption].size.height.rawValue
        guard add(caption, parent: tableNode, y: 0, bottom: height, isClipped: isClipped, depth: depth + 1) else { return false }
        plan.caption = TablePlan.Cell(index: -1, node: node, stack: stack, firstHeight: height, height: height, horizontalEdges: 0, slack: 0)
        return true
    }

    private func addCell(_ index: Int, table: Int32, below tableNode: Int32, isClipped: Bool, depth: Int, into plan: inout TablePlan) {
        let cell = plan.grid.cells[index]
        let style = context.style(of: cell.box)
        let edges = context.edges(of: cell.box, containingWidth: .zero)
        let followsWidth = style.padding.left.dependsOnPercentage || style.padding.right.dependsOnPercentage || context.dependsOnWidthVertically(style)
        let marks = marks
        var record = TablePlan.Cell(
            index: index, node: Int32(truncatingIfNeeded: nodes.count), stack: Int32(truncatingIfNeeded: stacks.count), firstHeight: cell.state.height.rawValue,
            height: cell.state.height.rawValue, horizontalEdges: edges.horizontal.rawValue, slack: plan.grid.cellSlack)
        let node = Node(box: cell.box, parent: tableNode, kind: .cell, inset: 0, slack: 0)
        let isClipped = isClipped || style.overflowX != .visible || style.overflowY != .visible
        if !followsWidth, style.contain == 0, style.contentVisibility == .visible, style.aspectRatio == 0, style.position == .static, style.columnCount == 0,
            context.tree.markers[cell.box] == nil
        {
            stack = record.stack
            stacks.append(Stack())
            nodes.append(node)
            // Alignment has moved what is in it.
            let bottom = cell.state.shift.rawValue &+ cell.state.height.rawValue
            if addChildren(of: cell.box, node: record.node, y: 0, bottom: bottom, isClipped: isClipped, depth: depth + 1) {
                plan.cells.append(record)
                return
            }
            drop(to: marks)
        }
        // Laid out as a whole.
        nodes.append(node)
        stack = Int32(truncatingIfNeeded: stacks.count)
        stacks.append(Stack())
        var leaf = Leaf(kind: .cell, box: cell.box, node: record.node, stack: stack, height: record.firstHeight, below: 0, firstHeight: record.firstHeight, isClipped: isClipped)
        leaf.index = table
        leaf.table = Int32(truncatingIfNeeded: index)
        record.stack = stack
        leaves.append(leaf)
        plan.cells.append(record)
    }

    // MARK: Measuring

    /// Gives the cells of a table their widths.
    func measureColumns(_ number: Int, _ nodes: UnsafeMutableBufferPointer<Node>, node: Int, available: LayoutUnit) {
        guard tables[number].available != available.rawValue else { return }
        tables[number].available = available.rawValue
        let (id, grid) = (tables[number].box, tables[number].grid)
        let space = ConstraintSpace(availableWidth: available, availableHeight: context.percentageHeight(of: tables[number].container))
        let width = context.usedTableWidth(of: id, space: space)
        context.fragments[id].size.width = width
        nodes[node].width = width.rawValue
        tables[number].room = context.tableWidthRoom(of: id, space: space)
        guard tables[number].width != width.rawValue else { return }
        tables[number].width = width.rawValue
        let tracks = context.trackPositions(
            of: id, grid: grid, width: width - context.undistributableWidth(of: id, grid: grid, containingWidth: available))
        for cell in tables[number].cells {
            let width = context.cellWidth(grid.cells[cell.index], grid: grid, tracks: tracks)
            nodes[Int(cell.node)].width = max(0, width.rawValue &- cell.horizontalEdges)
        }
    }

    /// A cell whose contents are no stack of blocks.
    func layoutCell(_ leaf: inout Leaf, contentWidth: Int32) {
        let index = Int(leaf.table)
        let (grid, table) = (tables[Int(leaf.index)].grid, tables[Int(leaf.index)].box)
        let edges = tables[Int(leaf.index)].cells[index].horizontalEdges
        let available = LayoutUnit(rawValue: tables[Int(leaf.index)].width) - context.edges(of: table, containingWidth: .zero).horizontal
        context.waitingMarkers = []
        context.room = .unlimited
        context.layoutCellNaturally(index, grid: grid, width: LayoutUnit(rawValue: contentWidth &+ edges), availableWidth: max(.zero, available))
        let state = grid.cells[index].state
        leaf.keepRoom(state.width.map { state.room.moved(by: contentWidth &+ edges &- $0.rawValue) } ?? .none, at: contentWidth)
        let style = context.style(of: leaf.box)
        if style.padding.left.dependsOnPercentage || style.padding.right.dependsOnPercentage || context.dependsOnWidthVertically(style) {
            // It goes by the table's width, too.
            (leaf.narrowest, leaf.widest, leaf.risesTo) = (.max, -1, -1)
        }
        leaf.height = state.height.rawValue
        leaf.lineCount = Int32(truncatingIfNeeded: context.lineCount(in: leaf.box))
        leaf.overshoot = max(0, (OverflowMeasure.overflowBottom(of: leaf.box, origin: .zero, context: context) - state.height).rawValue)
    }

    /// Works out the height of a table whose cells are summed up; gives the room of the width available to it.
    func sumTable(_ leaf: inout Leaf, _ plan: inout TablePlan, _ stacks: UnsafeMutableBufferPointer<Stack>) -> WidthRoom {
        var room = WidthRoom.unlimited
        var hasChanged = false, overshoots = false
        var captionDifference = 0
        if let caption = plan.caption {
            let stack = stacks[Int(caption.stack)]
            room.limit(to: stack.room.still)
            captionDifference = stack.difference
            overshoots = stack.overshoot > 0
        }
        let grid = plan.grid
        plan.cells.withUnsafeMutableBufferPointer { cells in
            for index in cells.indices {
                let stack = stacks[Int(cells[index].stack)]
                room.limit(to: stack.room.still.reduced(by: cells[index].slack))
                let height = Int32(clamping: Int(cells[index].firstHeight) + stack.difference)
                if cells[index].height != height {
                    cells[index].height = height
                    grid.cells[index].state.height = LayoutUnit(rawValue: height)
                    hasChanged = true
                }
                if stack.overshoot > 0 { overshoots = true }
            }
        }
        room.less = min(room.less, max(0, plan.width - 1))
        if hasChanged {
            let space = ConstraintSpace(
                availableWidth: LayoutUnit(rawValue: plan.available), availableHeight: context.percentageHeight(of: plan.container))
            plan.rows = context.rowHeights(of: leaf.box, grid: grid, space: space, edges: plan.verticalEdges, captionHeight: .zero)
            plan.gridHeight = plan.rows.sections.last?.bottom ?? .zero
        }
        leaf.height = leaf.firstHeight &+ (plan.gridHeight - plan.firstGridHeight).rawValue &+ Int32(clamping: captionDifference)
        leaf.overshoot = overshoots ? overshoot(of: plan, height: LayoutUnit(rawValue: leaf.height), stacks) : 0
        guard let own = plan.room else { return .none }
        if own.isExact { return own.room.followed(by: room) }
        let rounding = PercentageRounding(context.style(of: plan.box))
        return rounding.bounded(room.reduced(by: rounding.slack(available: plan.available)))
    }

    /// How far what is in cells and captions reaches below the table.
    private func overshoot(of plan: TablePlan, height: LayoutUnit, _ stacks: UnsafeMutableBufferPointer<Stack>) -> Int32 {
        var lowest = 0
        var top = plan.gridTop
        if let caption = plan.caption {
            let stack = stacks[Int(caption.stack)]
            let own = LayoutUnit(rawValue: Int32(clamping: Int(caption.firstHeight) + stack.difference))
            let bottom = plan.captionIsOnTop ? plan.captionMargins.top + own : height - plan.captionMargins.bottom
            if stack.overshoot > 0 { lowest = max(lowest, Int((bottom - height).rawValue) + stack.overshoot) }
            if plan.captionIsOnTop { top += LayoutUnit(rawValue: Int32(clamping: stack.difference)) }
        }
        for index in plan.cells.indices where stacks[Int(plan.cells[index].stack)].overshoot > 0 {
            let cell = plan.grid.cells[index]
            let room = plan.rows.height(from: cell.row, through: cell.lastRow, spacing: plan.grid.verticalSpacing)
            var shift = LayoutUnit.zero
            switch context.style(of: cell.box).verticalAlign {
            case .middle: shift = (room - cell.state.height) / 2
            case .bottom: shift = room - cell.state.height
            default: break
            }
            if !context.profile.cellContentsMayRise { shift = max(.zero, shift) }
            let bottom = top + plan.rows.positions[cell.row] + shift + cell.state.height
            lowest = max(lowest, Int((bottom - height).rawValue) + stacks[Int(plan.cells[index].stack)].overshoot)
        }
        return Int32(clamping: lowest)
    }
}
