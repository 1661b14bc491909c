internal import Copyfit

// The layers of tables behind their cells.

extension PageDrawing {
    /// Columns, row groups and rows lie behind a cell, each as large as itself but seen in the cells alone.
    func drawTableLayers(behind cell: BoxID) {
        let row = tree[cell].parent
        guard row.exists, isVisible(cell) else { return }
        let group = tree[row].parent
        let area = rect(cell)
        for layer in columnLayers(of: cell) + [group, row] where layer.exists {
            let kind = tree[layer].kind
            guard kind == .tableRow || kind == .tableRowGroup || kind == .tableColumn || kind == .tableColumnGroup else { continue }
            guard !tree[layer].flags.contains(.anonymous) else { continue }
            let paint = paint(layer)
            guard paint.backgroundColor.isVisible || !paint.backgroundLayers.isEmpty else { continue }
            let isColumn = kind == .tableColumn || kind == .tableColumnGroup
            let place = !isColumn ? cellsRect(of: layer) : paint.backgroundLayers.isEmpty ? area : columnRect(layer, of: row)
            canvas.save()
            canvas.clip(area)
            canvas.fill(area, paint.backgroundColor)
            let areas = BackgroundAreas(border: place, padding: place, content: place, radii: .zero)
            for image in paint.backgroundLayers.reversed() where image.image != .none { drawImage(image, areas: areas, clip: area) }
            canvas.restore()
        }
    }

    /// Rows and row groups are as large as their cells: border spacing around them is not theirs.
    private func cellsRect(of layer: BoxID) -> PaintRect {
        var area = rect(layer)
        var table = tree[layer].parent
        while table.exists, tree[table].kind != .table { table = tree[table].parent }
        guard table.exists, !page.hasCollapsedBorders(table) else { return area }
        let spacing = Double(page.style(table).borderSpacingHorizontal)
        let inner = contentRect(table)
        // The row of one engine spans the table, that of the other its cells.
        let left = max(area.x, inner.x + spacing), right = min(area.maxX, inner.maxX - spacing)
        (area.x, area.width) = (left, max(0, right - left))
        return area.snapped(scale: canvas.scale)
    }

    /// A column or column group: as wide as its cells, as high as the rows of its table
    /// (https://www.w3.org/TR/css-tables-3/#drawing-cell-backgrounds).
    private func columnRect(_ column: BoxID, of row: BoxID) -> PaintRect {
        if let known = columnRects[column] { return known }
        var table = row
        while table.exists, tree[table].kind != .table { table = tree[table].parent }
        var found: [BoxID: PaintRect] = [:], all: PaintRect?
        func addCells(of row: BoxID) {
            children(row) { cell, record in
                guard record.kind == .tableCell else { return }
                let area = rect(cell)
                all = all.map { $0.union(area) } ?? area
                for layer in columnLayers(of: cell) where layer.exists { found[layer] = found[layer].map { $0.union(area) } ?? area }
            }
        }
        if table.exists {
            children(table) { child, record in
                if record.kind == .tableRow { addCells(of: child) }
                if record.kind == .tableRowGroup { children(child) { row, record in if record.kind == .tableRow { addCells(of: row) } } }
            }
        }
        for (layer, area) in found { columnRects[layer] = PaintRect(x: area.x, y: all?.y ?? area.y, width: area.width, height: all?.height ?? area.height) }
        return columnRects[column] ?? rect(column)
    }

    func columnLayers(of cell: BoxID) -> [BoxID] { page.columnBoxes(of: cell) }
}
