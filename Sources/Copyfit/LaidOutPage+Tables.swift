// What painting asks about tables.

/// One edge of a table whose borders collapse, as it is drawn: a band over the grid line.
package struct CollapsedEdge: Sendable {
    package var style: BorderStyle
    package var width: Float
    package var color: PaintColor
    package var isHorizontal: Bool
    /// Whether it shades as a top or left border does.
    package var isStart: Bool
    /// In CSS px of the document.
    package var x: Double
    package var y: Double
    package var length: Double
}

extension LaidOutPage {
    /// The column group and column behind a cell, outermost first.
    package func columnBoxes(of cell: BoxID) -> [BoxID] {
        guard let (grid, index) = gridCell(cell), !grid.columnElements.isEmpty, let element = grid.columnElement(at: grid.cells[index].column) else { return [] }
        let column = grid.columnElements[element]
        return column.group.exists ? [column.group, column.box] : [column.box]
    }

    private func gridCell(_ cell: BoxID) -> (TableGrid, Int)? {
        var table = tree[cell].parent
        while table.exists, tree[table].kind != .table { table = tree[table].parent }
        guard table.exists, let grid = context.tableGrids[table] else { return nil }
        if cellNumbers[table] == nil {
            var numbers: [BoxID: Int] = [:]
            for (number, cell) in grid.cells.enumerated() { numbers[cell.box] = number }
            cellNumbers[table] = numbers
        }
        return cellNumbers[table]?[cell].map { (grid, $0) }
    }

    /// The edges of a table with collapsed borders, the weaker ones first.
    package func collapsedEdges(of table: BoxID) -> [CollapsedEdge] {
        guard let grid = context.tableGrids[table] else { return [] }
        var cover: [[Int]] = []
        for cell in grid.cells {
            for row in cell.row..<min(cell.row + cell.rowSpan, grid.rows.count) {
                while cover.count <= row { cover.append(Array(repeating: -1, count: grid.tracks.count)) }
                for track in cell.firstTrack..<min(cell.endTrack, grid.tracks.count) {
                    if let number = cellNumber(cell.box, table, grid) { cover[row][track] = number }
                }
            }
        }
        func neighbour(_ row: Int, _ track: Int) -> Int? {
            guard row >= 0, row < cover.count, track >= 0, track < cover[row].count, cover[row][track] >= 0 else { return nil }
            return cover[row][track]
        }
        var edges: [CollapsedEdge] = []
        for (number, cell) in grid.cells.enumerated() where fragments[cell.box].isPlaced {
            _ = number
            let origin = origins[cell.box.index], size = fragments[cell.box].size
            let x = origin.x.doublePx, y = origin.y.doublePx, width = size.width.doublePx, height = size.height.doublePx
            var sides: [Winner] = []
            for side in 0..<4 { sides.append(winner(side, cell, grid, table, neighbour)) }
            func half(_ width: Float) -> Double { Double(Int(width / 2)) }
            let left = half(sides[3].width), right = Double(sides[1].width) - half(sides[1].width)
            for (side, winner) in sides.enumerated() where winner.width > 0 && winner.style != .hidden && winner.style != .none {
                let outer = half(winner.width)
                let isHorizontal = side == 0 || side == 2
                edges.append(
                    CollapsedEdge(
                        style: winner.style, width: winner.width, color: winner.color, isHorizontal: isHorizontal, isStart: side == 0 || side == 3,
                        x: isHorizontal ? x - left : (side == 3 ? x : x + width) - outer, y: isHorizontal ? (side == 0 ? y : y + height) - outer : y,
                        length: isHorizontal ? width + left + right : height))
            }
        }
        return edges.enumerated().sorted { a, b in
            a.element.width != b.element.width ? a.element.width < b.element.width : a.offset < b.offset
        }.map(\.element)
    }

    private func cellNumber(_ box: BoxID, _ table: BoxID, _ grid: TableGrid) -> Int? { gridCell(box)?.1 }

    private struct Winner {
        var style = BorderStyle.none
        var width: Float = 0
        var color = PaintColor.black

        /// https://www.w3.org/TR/CSS22/tables.html#border-conflict-resolution: called with the strongest kind of box first.
        mutating func meet(_ other: Winner) {
            if style == .hidden || other.style == .none { return }
            if other.style == .hidden { self = Winner(style: .hidden); return }
            if style == .none || other.width > width || (other.width == width && other.style.rawValue > style.rawValue) { self = other }
        }
    }

    private func border(_ box: BoxID, _ side: Int) -> Winner {
        guard box.exists else { return Winner() }
        let style = style(box), paint = paint(style)
        switch side {
        case 0: return Winner(style: style.borderStyle.top, width: style.borderWidth.top, color: paint.borderColor.top)
        case 1: return Winner(style: style.borderStyle.right, width: style.borderWidth.right, color: paint.borderColor.right)
        case 2: return Winner(style: style.borderStyle.bottom, width: style.borderWidth.bottom, color: paint.borderColor.bottom)
        default: return Winner(style: style.borderStyle.left, width: style.borderWidth.left, color: paint.borderColor.left)
        }
    }

    private func winner(_ side: Int, _ cell: TableGrid.Cell, _ grid: TableGrid, _ table: BoxID, _ neighbour: (Int, Int) -> Int?) -> Winner {
        var winner = Winner()
        let isHorizontal = side == 0 || side == 2
        let opposite = (side + 2) % 4
        let other: Int? = switch side {
        case 0: neighbour(cell.row - 1, cell.firstTrack)
        case 1: neighbour(cell.row, cell.endTrack)
        case 2: neighbour(cell.lastRow + 1, cell.firstTrack)
        default: neighbour(cell.row, cell.firstTrack - 1)
        }
        // Of equals the one further to the top and left wins.
        let own = border(cell.box, side), theirs = other.map { border(grid.cells[$0].box, opposite) } ?? Winner()
        if side == 0 || side == 3 { winner.meet(theirs); winner.meet(own) } else { winner.meet(own); winner.meet(theirs) }
        if isHorizontal {
            let row = side == 0 ? cell.row : cell.lastRow
            let nextRow = side == 0 ? row - 1 : row + 1
            guard row >= 0, row < grid.rows.count else { return winner }
            winner.meet(border(grid.rows[row].box, side))
            let group = tree[grid.rows[row].box].parent
            let hasNext = nextRow >= 0 && nextRow < grid.rows.count
            if hasNext { winner.meet(border(grid.rows[nextRow].box, opposite)) }
            let nextGroup = hasNext ? tree[grid.rows[nextRow].box].parent : BoxID.none
            if nextGroup != group {
                winner.meet(border(group, side))
                winner.meet(border(nextGroup, opposite))
            }
            if !hasNext {
                for box in columnBoxes(of: cell.box).reversed() { winner.meet(border(box, side)) }
                winner.meet(border(table, side))
            }
        } else {
            let isEdge = side == 3 ? cell.firstTrack == 0 : cell.endTrack >= grid.tracks.count
            if isEdge, cell.row < grid.rows.count {
                winner.meet(border(grid.rows[cell.row].box, side))
                winner.meet(border(tree[grid.rows[cell.row].box].parent, side))
            }
            for box in columnBoxes(of: cell.box).reversed() { winner.meet(border(box, side)) }
            if let other { for box in columnBoxes(of: grid.cells[other].box).reversed() { winner.meet(border(box, opposite)) } }
            if isEdge { winner.meet(border(table, side)) }
        }
        return winner
    }
}
