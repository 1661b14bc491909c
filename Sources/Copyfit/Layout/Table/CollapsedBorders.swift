// The collapsing border model (https://www.w3.org/TR/CSS22/tables.html#collapsing-borders): the widths of the borders that win.

/// The border that adjoining boxes share: the widest of them, or none where one is hidden.
struct CollapsedBorder {
    var width: Float = 0
    var isHidden = false

    mutating func meet(width other: Float, style: BorderStyle) {
        if style == .hidden { isHidden = true }
        if style != .none { width = max(width, other) }
    }

    var usedWidth: Float { isHidden ? 0 : width }
    /// The half that lies above or left of the grid line.
    func outerHalf(_ profile: Profile) -> LayoutUnit {
        profile.collapsedHalvesAreWhole ? LayoutUnit(Int(usedWidth / 2)) : .truncating(usedWidth / 2)
    }
    /// The half that lies below or right of it.
    func innerHalf(_ profile: Profile) -> LayoutUnit {
        profile.collapsedHalvesAreWhole ? LayoutUnit(Int((usedWidth + 1) / 2)) : .truncating(usedWidth / 2)
    }
}

extension LayoutContext {
    /// Sets the border widths of a table's cells and of the table itself.
    func collapseBorders(of table: BoxID, grid: TableGrid) {
        collapsedBorders[table] = .zero
        var model = BorderCollapsing(context: self, table: table, grid: grid)
        model.run()
    }
}

/// Walks a grid's rows once, with the cells above at hand.
struct BorderCollapsing {
    let context: LayoutContext
    let table: BoxID
    let grid: TableGrid
    /// By track: the last cell met there and its last row.
    private var cover: [Int]
    private var borders: [Sides]

    private struct Sides {
        var top = CollapsedBorder(), right = CollapsedBorder(), bottom = CollapsedBorder(), left = CollapsedBorder()
    }

    init(context: LayoutContext, table: BoxID, grid: TableGrid) {
        self.context = context
        self.table = table
        self.grid = grid
        cover = Array(repeating: -1, count: grid.tracks.count)
        borders = Array(repeating: Sides(), count: grid.cells.count)
    }

    mutating func run() {
        for (sectionIndex, section) in grid.sections.enumerated() {
            for row in section.rows { visit(row, section: sectionIndex) }
        }
        finishBottom()
        for index in grid.cells.indices {
            let sides = borders[index]
            let profile = context.profile
            context.collapsedBorders[grid.cells[index].box] = Edges(
                top: sides.top.innerHalf(profile), right: sides.right.outerHalf(profile), bottom: sides.bottom.outerHalf(profile),
                left: sides.left.innerHalf(profile))
        }
        context.collapsedBorders[table] = tableBorders()
    }

    private func style(_ box: BoxID) -> ComputedStyle { context.style(of: box) }

    private func cell(at track: Int, row: Int) -> Int? {
        guard track >= 0, track < cover.count, cover[track] >= 0 else { return nil }
        let index = cover[track]
        return grid.cells[index].row <= row && grid.cells[index].lastRow >= row ? index : nil
    }

    private mutating func visit(_ row: Int, section: Int) {
        let cells = grid.rows[row].cells
        let above = row - 1
        for index in cells { borders[index].top = topBorder(of: index, above: cell(at: grid.cells[index].firstTrack, row: above), row: row, section: section) }
        // The cells that ended above: what is below them.
        var ended: [(above: Int, track: Int)] = []
        if above >= 0 {
            var track = 0
            while track < cover.count {
                guard let index = cell(at: track, row: above) else { track += 1; continue }
                if grid.cells[index].lastRow == above, grid.cells[index].firstTrack == track { ended.append((index, track)) }
                track = max(track + 1, grid.cells[index].endTrack)
            }
        }
        for index in cells {
            for track in grid.cells[index].firstTrack..<min(grid.cells[index].endTrack, cover.count) { cover[track] = index }
        }
        for entry in ended { borders[entry.above].bottom = bottomBorder(of: entry.above, below: cell(at: entry.track, row: row), row: row) }
        for index in cells { setSides(of: index, row: row, section: section) }
    }

    /// Adds both sides of the grid line above a row: the row's and, if it starts one, its group's, and those of the row above.
    private func meetRows(_ border: inout CollapsedBorder, below row: Int) {
        let below = style(grid.rows[row].box)
        border.meet(width: below.borderWidth.top, style: below.borderStyle.top)
        let section = style(context.tree[grid.rows[row].box].parent)
        let startsSection = row == 0 || context.tree[grid.rows[row].box].parent != context.tree[grid.rows[row - 1].box].parent
        if startsSection { border.meet(width: section.borderWidth.top, style: section.borderStyle.top) }
        if row > 0 {
            let above = style(grid.rows[row - 1].box)
            border.meet(width: above.borderWidth.bottom, style: above.borderStyle.bottom)
            if startsSection {
                let sectionAbove = style(context.tree[grid.rows[row - 1].box].parent)
                border.meet(width: sectionAbove.borderWidth.bottom, style: sectionAbove.borderStyle.bottom)
            }
        }
    }

    private func topBorder(of index: Int, above: Int?, row: Int, section: Int) -> CollapsedBorder {
        var border = CollapsedBorder()
        let own = style(grid.cells[index].box)
        border.meet(width: own.borderWidth.top, style: own.borderStyle.top)
        if let above {
            let other = style(grid.cells[above].box)
            border.meet(width: other.borderWidth.bottom, style: other.borderStyle.bottom)
        }
        meetRows(&border, below: row)
        if row == 0 {
            meetColumns(&border, column: grid.cells[index].column) { ($0.borderWidth.top, $0.borderStyle.top) }
            let table = style(table)
            border.meet(width: table.borderWidth.top, style: table.borderStyle.top)
        }
        return border
    }

    private func bottomBorder(of index: Int, below: Int?, row: Int) -> CollapsedBorder {
        var border = CollapsedBorder()
        let own = style(grid.cells[index].box)
        border.meet(width: own.borderWidth.bottom, style: own.borderStyle.bottom)
        if let below {
            let other = style(grid.cells[below].box)
            border.meet(width: other.borderWidth.top, style: other.borderStyle.top)
        }
        meetRows(&border, below: row)
        return border
    }

    private mutating func finishBottom() {
        guard let last = grid.rows.indices.last else { return }
        let row = style(grid.rows[last].box), section = style(context.tree[grid.rows[last].box].parent), table = style(table)
        for index in grid.cells.indices where grid.cells[index].lastRow == last {
            var border = CollapsedBorder()
            let own = style(grid.cells[index].box)
            border.meet(width: own.borderWidth.bottom, style: own.borderStyle.bottom)
            border.meet(width: row.borderWidth.bottom, style: row.borderStyle.bottom)
            border.meet(width: section.borderWidth.bottom, style: section.borderStyle.bottom)
            meetColumns(&border, column: grid.cells[index].column) { ($0.borderWidth.bottom, $0.borderStyle.bottom) }
            border.meet(width: table.borderWidth.bottom, style: table.borderStyle.bottom)
            borders[index].bottom = border
        }
    }

    private func meetColumns(_ border: inout CollapsedBorder, column: Int, side: (ComputedStyle) -> (Float, BorderStyle)) {
        guard let element = grid.columnElement(at: column) else { return }
        let own = side(style(grid.columnElements[element].box))
        border.meet(width: own.0, style: own.1)
        if grid.columnElements[element].group.exists {
            let group = side(style(grid.columnElements[element].group))
            border.meet(width: group.0, style: group.1)
        }
    }

    private mutating func setSides(of index: Int, row: Int, section: Int) {
        let cell = grid.cells[index]
        var left = sideBorder(between: self.cell(at: cell.firstTrack - 1, row: row), and: index)
        if cell.firstTrack == 0 {
            meetRowEdge(&left, row: row) { ($0.borderWidth.left, $0.borderStyle.left) }
            meetColumns(&left, column: cell.column) { ($0.borderWidth.left, $0.borderStyle.left) }
        } else {
            meetColumnLine(&left, before: cell.column)
        }
        let rightIndex = self.cell(at: cell.endTrack, row: row)
        var right = rightIndex.map { sideBorder(between: index, and: $0) } ?? sideBorder(between: index, and: nil)
        if cell.endTrack >= grid.tracks.count {
            meetRowEdge(&right, row: row) { ($0.borderWidth.right, $0.borderStyle.right) }
            meetColumns(&right, column: cell.column + cell.columnSpan - 1) { ($0.borderWidth.right, $0.borderStyle.right) }
        } else {
            meetColumnLine(&right, before: cell.column + cell.columnSpan)
        }
        borders[index].left = left
        borders[index].right = right
    }

    private func sideBorder(between left: Int?, and right: Int?) -> CollapsedBorder {
        var border = CollapsedBorder()
        if let left {
            let style = style(grid.cells[left].box)
            border.meet(width: style.borderWidth.right, style: style.borderStyle.right)
        }
        if let right {
            let style = style(grid.cells[right].box)
            border.meet(width: style.borderWidth.left, style: style.borderStyle.left)
        }
        return border
    }

    /// The row, row group and table at the left or right edge of the grid.
    private func meetRowEdge(_ border: inout CollapsedBorder, row: Int, side: (ComputedStyle) -> (Float, BorderStyle)) {
        for box in [grid.rows[row].box, context.tree[grid.rows[row].box].parent, table] {
            let (width, borderStyle) = side(style(box))
            border.meet(width: width, style: borderStyle)
        }
    }

    /// The column elements that end and start at the grid line left of a column.
    private func meetColumnLine(_ border: inout CollapsedBorder, before column: Int) {
        var groups = (left: BoxID.none, right: BoxID.none)
        if let index = grid.columnElement(at: column), grid.columnElements[index].column == column {
            let right = grid.columnElements[index]
            border.meet(width: style(right.box).borderWidth.left, style: style(right.box).borderStyle.left)
            groups.right = right.group
        }
        if let index = grid.columnElement(at: column - 1), grid.columnElements[index].column + grid.columnElements[index].span == column {
            let left = grid.columnElements[index]
            border.meet(width: style(left.box).borderWidth.right, style: style(left.box).borderStyle.right)
            groups.left = left.group
        }
        guard groups.left != groups.right else { return }
        if groups.left.exists { border.meet(width: style(groups.left).borderWidth.right, style: style(groups.left).borderStyle.right) }
        if groups.right.exists { border.meet(width: style(groups.right).borderWidth.left, style: style(groups.right).borderStyle.left) }
    }

    // MARK: The table's own

    /// Half of the outer borders: at the sides as the first row or the widest cell has them, above and below as the widest cell has them.
    private func tableBorders() -> Edges<LayoutUnit> {
        let profile = context.profile
        guard let firstRow = grid.rows.first, let lastRow = grid.rows.indices.last else { return emptyTableBorders() }
        var top = CollapsedBorder(), bottom = CollapsedBorder(), left = CollapsedBorder(), right = CollapsedBorder()
        for index in firstRow.cells { top.width = max(top.width, borders[index].top.usedWidth) }
        for index in grid.cells.indices where grid.cells[index].lastRow == lastRow { bottom.width = max(bottom.width, borders[index].bottom.usedWidth) }
        if !profile.collapsedSidesFollowFirstRow {
            // Rows without cells have the borders of what they are in (measured).
            if firstRow.cells.isEmpty, !grid.cells.isEmpty { meetRowEdge(&top, row: 0) { ($0.borderWidth.top, $0.borderStyle.top) } }
            if !grid.cells.isEmpty, !grid.cells.contains(where: { $0.lastRow == lastRow }) {
                meetRowEdge(&bottom, row: lastRow) { ($0.borderWidth.bottom, $0.borderStyle.bottom) }
            }
            for index in grid.cells.indices {
                if grid.cells[index].firstTrack == 0 { left.width = max(left.width, borders[index].left.usedWidth) }
                if grid.cells[index].endTrack == grid.tracks.count { right.width = max(right.width, borders[index].right.usedWidth) }
            }
        } else {
            if let first = firstRow.cells.first {
                left.width = borders[first].left.usedWidth
            } else {
                for box in [context.tree[firstRow.box].parent, table] {
                    left.meet(width: style(box).borderWidth.left, style: style(box).borderStyle.left)
                }
            }
            if let last = firstRow.cells.last, grid.cells[last].endTrack == grid.tracks.count {
                right.width = borders[last].right.usedWidth
            } else {
                for box in [context.tree[firstRow.box].parent, table] {
                    right.meet(width: style(box).borderWidth.right, style: style(box).borderStyle.right)
                }
            }
        }
        return Edges(
            top: top.outerHalf(profile), right: right.innerHalf(profile), bottom: bottom.innerHalf(profile), left: left.outerHalf(profile))
    }

    private func emptyTableBorders() -> Edges<LayoutUnit> {
        let width = style(table).borderWidth
        let half: (Float) -> LayoutUnit = { .truncating($0 / 2) }
        return Edges(top: half(width.top), right: half(width.right), bottom: half(width.bottom), left: half(width.left))
    }
}
