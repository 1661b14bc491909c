// Placing cells in slots (https://html.spec.whatwg.org/#forming-a-table), with `<col>` elements and captions beside them.

extension LayoutContext {
    func tableGrid(of table: BoxID) -> TableGrid {
        if let known = tableGrids[table] { return known }
        let grid = TableGridBuilder(context: self, table: table).build()
        tableGrids[table] = grid
        if grid.collapsesBorders { collapseBorders(of: table, grid: grid) }
        return grid
    }
}

/// Builds one table's grid from its boxes.
struct TableGridBuilder {
    let context: LayoutContext
    let table: BoxID
    private let grid = TableGrid()
    /// Stretches of columns that cells of earlier rows still cover, sorted: one past the last row they cover.
    private var covered: [Covered] = []
    /// The least `endRow` of `covered`.
    private var firstCoveredEnd = Int.max

    private struct Covered {
        var columns: Range<Int>
        var endRow: Int
    }

    init(context: LayoutContext, table: BoxID) {
        self.context = context
        self.table = table
    }

    func build() -> TableGrid {
        var builder = self
        builder.readTable()
        builder.makeTracks()
        return grid
    }

    private mutating func readTable() {
        let style = context.style(of: table)
        grid.collapsesBorders = style.borderCollapse == .collapse
        grid.isRightToLeft = style.direction == .rtl
        if !grid.collapsesBorders {
            grid.horizontalSpacing = spacing(style.borderSpacingHorizontal)
            grid.verticalSpacing = spacing(style.borderSpacingVertical)
        }
        var header = BoxID.none, footer = BoxID.none
        var bodies: [BoxID] = []
        var child = context.tree[table].firstChild
        while child.exists {
            let box = context.tree[child]
            switch box.kind {
            case .tableCaption: grid.captions.append(child)
            case .tableColumnGroup, .tableColumn: addColumns(child)
            case .tableRowGroup:
                // > The first header and footer group are shown at the top and bottom, further ones as if they were row groups.
                let display = context.style(of: child).display
                if display == .tableHeaderGroup, !header.exists {
                    header = child
                } else if display == .tableFooterGroup, !footer.exists {
                    footer = child
                } else {
                    bodies.append(child)
                }
            default: break
            }
            child = box.nextSibling
        }
        if header.exists { addSection(header, isBody: false) }
        for body in bodies { addSection(body, isBody: true) }
        if footer.exists { addSection(footer, isBody: false) }
    }

    private func spacing(_ px: Float) -> LayoutUnit {
        context.profile.borderSpacingIsWhole ? LayoutUnit(LayoutUnit.truncating(px).floored()) : .truncating(px)
    }

    private func addColumns(_ id: BoxID) {
        let box = context.tree[id]
        let start = grid.columnElements.last.map { $0.column + $0.span } ?? 0
        if box.kind == .tableColumn || !box.firstChild.exists {
            let group = box.kind == .tableColumn && context.tree[box.parent].kind == .tableColumnGroup ? box.parent : BoxID.none
            grid.columnElements.append(TableGrid.ColumnElement(box: id, group: group, column: start, span: attribute(.span, of: id, in: 1...1000)))
            return
        }
        var child = box.firstChild
        while child.exists {
            if context.tree[child].kind == .tableColumn { addColumns(child) }
            child = context.tree[child].nextSibling
        }
    }

    private mutating func addSection(_ section: BoxID, isBody: Bool) {
        let firstRow = grid.rows.count
        covered.removeAll()
        firstCoveredEnd = .max
        var row = context.tree[section].firstChild
        while row.exists {
            if context.tree[row].kind == .tableRow { addRow(row) }
            row = context.tree[row].nextSibling
        }
        let end = grid.rows.count
        var missingRows = 0
        // > No cell reaches out of its row group; rowspan=0 reaches its end.
        if let first = firstRow < end ? grid.rows[firstRow].cells.lowerBound : nil {
            for index in first..<grid.cells.count {
                let left = end - grid.cells[index].row
                if grid.cells[index].rowSpan > left { grid.cells[index].missingRows = grid.cells[index].rowSpan - left }
                // WebKit takes `rowspan=0` for the most rows there can be.
                if grid.cells[index].rowSpan == 0 { grid.cells[index].missingRows = 65534 }
                if grid.cells[index].rowSpan == 0 || grid.cells[index].rowSpan > left { grid.cells[index].rowSpan = left }
                missingRows = max(missingRows, grid.cells[index].missingRows)
            }
        }
        grid.sections.append(TableGrid.Section(box: section, rows: firstRow..<end, missingRows: missingRows, isBody: isBody))
    }

    private mutating func addRow(_ row: BoxID) {
        let rowIndex = grid.rows.count
        let firstCell = grid.cells.count
        if firstCoveredEnd <= rowIndex {
            covered.removeAll { $0.endRow <= rowIndex }
            firstCoveredEnd = covered.reduce(Int.max) { min($0, $1.endRow) }
        }
        var column = 0
        var next = 0
        var added: [Covered] = []
        var cell = context.tree[row].firstChild
        while cell.exists {
            if context.tree[cell].kind == .tableCell {
                while next < covered.count, covered[next].columns.lowerBound <= column {
                    column = max(column, covered[next].columns.upperBound)
                    next += 1
                }
                let columnSpan = attribute(.colspan, of: cell, in: 1...1000)
                let rowSpan = attribute(.rowspan, of: cell, in: 0...65534, default: 1)
                grid.cells.append(TableGrid.Cell(box: cell, row: rowIndex, rowSpan: rowSpan, column: column, columnSpan: columnSpan))
                if rowSpan != 1 {
                    let endRow = rowSpan == 0 ? Int.max : rowIndex + rowSpan
                    if let last = added.last, last.columns.upperBound == column, last.endRow == endRow {
                        added[added.count - 1].columns = last.columns.lowerBound..<column + columnSpan
                    } else {
                        added.append(Covered(columns: column..<column + columnSpan, endRow: endRow))
                    }
                }
                column += columnSpan
            }
            cell = context.tree[cell].nextSibling
        }
        if !added.isEmpty {
            covered.append(contentsOf: added)
            firstCoveredEnd = added.reduce(firstCoveredEnd) { min($0, $1.endRow) }
            covered.sort { $0.columns.lowerBound < $1.columns.lowerBound }
        }
        grid.rows.append(TableGrid.Row(box: row, cells: firstCell..<grid.cells.count))
    }

    /// An integer attribute in its limits; values out of them are clamped, what is no number or below 1 where that makes no sense is 1.
    private func attribute(_ name: Name, of id: BoxID, in limits: ClosedRange<Int>, default fallback: Int = 1) -> Int {
        let node = context.tree[id].node
        guard node.exists else { return fallback }
        if name == .colspan, context.prepared.document[node].namespace == .mathml {
            guard let text = context.prepared.document.mathAttribute("columnspan", of: node), let value = Int(text), value >= limits.lowerBound else { return fallback }
            return min(value, limits.upperBound)
        }
        guard let range = context.prepared.document.attribute(name, of: node) else { return fallback }
        let bytes = context.prepared.document.bytes
        var index = Int(range.start)
        let end = Int(range.start + range.count)
        while index < end, [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains(bytes[index]) { index += 1 }
        if index < end, bytes[index] == 0x2B { index += 1 }
        var value = 0, digits = 0
        while index < end, bytes[index] >= 0x30, bytes[index] <= 0x39 {
            value = min(value * 10 + Int(bytes[index] - 0x30), 1_000_000)
            digits += 1
            index += 1
        }
        guard digits > 0, value >= limits.lowerBound else { return fallback }
        return min(value, limits.upperBound)
    }

    // MARK: Tracks

    /// Tables of fixed layout have tracks for `<col>` elements without cells too.
    private var columnsMakeTracks: Bool { context.profile.columnElementsMakeTracks || context.hasFixedLayout(table) }

    private mutating func makeTracks() {
        var edges: [Int] = [0]
        edges.reserveCapacity(grid.cells.count * 2 + 1)
        for cell in grid.cells {
            edges.append(cell.column)
            edges.append(cell.column + cell.columnSpan)
        }
        let lastCellColumn = edges.max() ?? 0
        for element in grid.columnElements {
            let end = element.column + element.span
            if columnsMakeTracks {
                // A width holds for each column that the element spans, so each is a track of its own.
                if context.profile.columnElementsMakeTracks, !context.style(of: element.box).width.isAuto || end > lastCellColumn {
                    edges.append(contentsOf: element.column...end)
                } else {
                    edges.append(element.column)
                    edges.append(end)
                }
            }
        }
        if context.profile.rowGroupsMakeColumn, !grid.sections.isEmpty, lastCellColumn == 0 { edges.append(1) }
        edges.sort()
        var previous = -1
        for edge in edges where edge != previous {
            if previous >= 0 { grid.tracks.append(TableGrid.Track(column: previous, span: edge - previous)) }
            previous = edge
        }
        for index in grid.cells.indices {
            let cell = grid.cells[index]
            grid.cells[index].firstTrack = grid.track(ofColumn: cell.column)
            grid.cells[index].endTrack = grid.track(ofColumn: cell.column + cell.columnSpan - 1) + 1
        }
        noteSpacing()
    }

    private func noteSpacing() {
        grid.isSpaced = Array(repeating: context.profile.emptyTracksAreSpaced || context.hasFixedLayout(table), count: grid.tracks.count)
        if !context.profile.emptyTracksAreSpaced {
            for cell in grid.cells where cell.firstTrack < grid.isSpaced.count { grid.isSpaced[cell.firstTrack] = true }
            for element in grid.columnElements {
                var width = context.style(of: element.box).width
                if width.isAuto, element.group.exists { width = context.style(of: element.group).width }
                guard width.px > 0 || width.percent > 0 else { continue }
                var track = grid.track(ofColumn: element.column)
                while track < grid.tracks.count, grid.tracks[track].column < element.column + element.span {
                    grid.isSpaced[track] = true
                    track += 1
                }
            }
        }
        let count = grid.isSpaced.reduce(0) { $0 + ($1 ? 1 : 0) }
        grid.totalHorizontalSpacing = grid.tracks.isEmpty ? .zero : grid.horizontalSpacing * (count + 1)
    }
}
