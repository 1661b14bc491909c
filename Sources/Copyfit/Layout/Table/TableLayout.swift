// Table layout (https://www.w3.org/TR/css-tables-3/, browser-rules §7). The box of kind `.table` is the table wrapper box: it covers
// captions and grid, and it is what getBoundingClientRect gives of a table element.

extension LayoutContext {
    /// Lays a table out: sets its size and baselines, and the places of its captions, row groups, rows and cells.
    func layoutTable(_ id: BoxID, _ space: ConstraintSpace) {
        let grid = tableGrid(of: id)
        let width = usedTableWidth(of: id, space: space)
        fragments[id].size.width = width
        fragments[id].firstBaseline = nil
        fragments[id].lastBaseline = nil
        let edges = edges(of: id, containingWidth: space.availableWidth)
        let tracks = trackPositions(
            of: id, grid: grid, width: width - undistributableWidth(of: id, grid: grid, containingWidth: space.availableWidth))
        let contentWidth = max(.zero, width - edges.horizontal)
        layoutCells(grid, tracks: tracks, contentWidth: contentWidth)

        var y = layoutCaptions(grid, side: .top, top: .zero, width: width)
        let captionHeight = y + layoutCaptions(grid, side: .bottom, top: .zero, width: width)
        y += edges.top
        let heights = rowHeights(of: id, grid: grid, space: space, edges: edges.vertical, captionHeight: captionHeight)
        placeRows(grid, heights: heights, tracks: tracks, origin: Point(x: edges.left, y: y), contentWidth: contentWidth, table: id)
        let gridHeight = heights.sections.last?.bottom ?? emptyTableHeight(of: id, space: space, edges: edges.vertical)
        fragments[id].firstBaseline = tableBaseline(grid, heights: heights).map { y + $0 }
        y += gridHeight + edges.bottom
        y = layoutCaptions(grid, side: .bottom, top: y, width: width)
        fragments[id].size.height = y
    }

    // MARK: Cells

    func cellWidth(_ cell: TableGrid.Cell, grid: TableGrid, tracks: [LayoutUnit]) -> LayoutUnit {
        let spacing = cell.endTrack > 0 && cell.endTrack <= grid.isSpaced.count && grid.isSpaced[cell.firstTrack] ? grid.horizontalSpacing : .zero
        return max(.zero, tracks[cell.endTrack] - tracks[cell.firstTrack] - spacing)
    }

    private func layoutCells(_ grid: TableGrid, tracks: [LayoutUnit], contentWidth: LayoutUnit) {
        for index in grid.cells.indices {
            layoutCellNaturally(index, grid: grid, width: cellWidth(grid.cells[index], grid: grid, tracks: tracks), availableWidth: contentWidth)
        }
    }

    // MARK: Captions

    /// Stacks the captions of one side from `top` and gives where they end.
    private func layoutCaptions(_ grid: TableGrid, side: CaptionSide, top: LayoutUnit, width: LayoutUnit) -> LayoutUnit {
        var y = top
        for caption in grid.captions where style(of: caption).captionSide == side {
            let size = layoutIndependent(caption, ConstraintSpace(availableWidth: width))
            let margins = margins(of: caption, containingWidth: width)
            y += margins.top
            let x = horizontalOffset(of: caption, width: size.width, available: width, parent: tree[caption].parent, containingWidth: width)
            setOrigin(of: caption, Point(x: x, y: y))
            y += size.height + margins.bottom
        }
        return y
    }

    // MARK: Heights

    func rowHeights(of id: BoxID, grid: TableGrid, space: ConstraintSpace, edges: LayoutUnit, captionHeight: LayoutUnit) -> RowHeights {
        let wanted = wantedGridHeight(of: id, space: space, edges: edges, captionHeight: captionHeight)
        if profile.rowSizing == .proportional {
            var heights = ChromiumRowHeights(context: self, grid: grid)
            heights.measure()
            if let wanted { heights.distribute(wanted) }
            return heights.result()
        }
        var heights = WebKitRowHeights(context: self, grid: grid)
        heights.measure()
        if let wanted { heights.distribute(wanted - heights.total) }
        return heights.result()
    }

    /// The height that the table's `height` and limits ask of its rows with all border spacing.
    private func wantedGridHeight(of id: BoxID, space: ConstraintSpace, edges: LayoutUnit, captionHeight: LayoutUnit) -> LayoutUnit? {
        let style = style(of: id)
        func content(_ length: Length) -> LayoutUnit? {
            guard length.isLengthPercentage, !length.dependsOnPercentage || space.availableHeight != nil else { return nil }
            let used = resolve(length, base: space.availableHeight ?? .zero)
            let node = tree[id].node
            let isHTMLTable = node.exists && prepared.document.isElement(node, .table)
            let isBorderBox = style.boxSizing == .borderBox || (profile.tablesIgnoreBoxSizing && (isHTMLTable || length.kind == .percentage))
            return isBorderBox ? used - edges : used
        }
        var height = content(style.height)
        if let fixed = space.fixedHeight { height = max(height ?? .zero, fixed - edges - captionHeight) }
        if let maximum = content(style.maxHeight), let current = height { height = min(current, maximum) }
        if let minimum = content(style.minHeight) { height = max(height ?? .zero, minimum) }
        return height
    }

    /// A table without row groups: standards mode honours its height.
    private func emptyTableHeight(of id: BoxID, space: ConstraintSpace, edges: LayoutUnit) -> LayoutUnit {
        guard prepared.mode != .quirks else { return .zero }
        return max(.zero, wantedGridHeight(of: id, space: space, edges: edges, captionHeight: .zero) ?? .zero)
    }

    // MARK: Places

    private func placeRows(
        _ grid: TableGrid, heights: RowHeights, tracks: [LayoutUnit], origin: Point, contentWidth: LayoutUnit, table: BoxID
    ) {
        var heights = heights
        let spacing = grid.verticalSpacing
        for (sectionIndex, section) in grid.sections.enumerated() {
            let place = heights.sections[sectionIndex]
            fragments[section.box].size = Size(width: contentWidth, height: place.bottom - place.top)
            fragments[section.box].isPlaced = true
            setOrigin(of: section.box, Point(x: origin.x, y: origin.y + place.top))
            for rowIndex in section.rows {
                let row = grid.rows[rowIndex]
                fragments[row.box].size = Size(
                    width: contentWidth, height: heights.height(from: rowIndex, through: rowIndex, spacing: spacing))
                fragments[row.box].isPlaced = true
                setOrigin(of: row.box, Point(x: .zero, y: heights.positions[rowIndex] - place.top))
                for index in row.cells { placeCell(index, grid: grid, heights: &heights, tracks: tracks, table: table) }
            }
        }
    }

    private func placeCell(_ index: Int, grid: TableGrid, heights: inout RowHeights, tracks: [LayoutUnit], table: BoxID) {
        let cell = grid.cells[index]
        var height = heights.height(from: cell.row, through: cell.lastRow, spacing: grid.verticalSpacing)
        if heights.missingAfter.height > .zero, heights.missingAfter.section >= 0,
            cell.lastRow + 1 == grid.sections[heights.missingAfter.section].rows.upperBound
        {
            height -= heights.missingAfter.height
        }
        if cell.missingRows > 0 { height += min(heights.missingAfter.height, heights.missingRowHeight * cell.missingRows) }
        if cell.missingRows == 65534 { height = max(height, heights.positions[cell.lastRow + 1] - heights.positions[cell.row] - grid.verticalSpacing) }
        let followsRows = style(of: cell.box).height.kind == .fixed || (!style(of: table).height.isAuto && height != cell.state.height)
        let natural = flexCell(index, grid: grid, height: height, followsRows: followsRows)
        let state = grid.cells[index].state
        var shift = LayoutUnit.zero
        switch style(of: cell.box).verticalAlign {
        case .top, .webkitBaselineMiddle: break
        case .middle: shift = (height - natural) / 2
        case .bottom: shift = height - natural
        default:
            let baseline = state.fixedHeight == nil ? state.baseline : state.flexedBaseline
            if baseline > edges(of: cell.box, containingWidth: state.availableWidth).top {
                if state.fixedHeight != nil { heights.baselines[cell.row] = max(heights.baselines[cell.row], baseline) }
                shift = heights.baselines[cell.row] - baseline
            }
        }
        if !profile.cellContentsMayRise { shift = max(.zero, shift) }
        placeCellContents(index, grid: grid, height: height, shift: shift)
        let x = grid.isRightToLeft ? (tracks.last ?? .zero) - tracks[cell.endTrack] : tracks[cell.firstTrack]
        setOrigin(of: cell.box, Point(x: x + grid.horizontalSpacing, y: .zero))
        fragments[cell.box].isPlaced = true
    }

    // MARK: Baseline

    /// > The baseline of a table is that of its first row.
    private func tableBaseline(_ grid: TableGrid, heights: RowHeights) -> LayoutUnit? {
        guard let first = grid.sections.first(where: { !$0.rows.isEmpty })?.rows.lowerBound else { return nil }
        if heights.baselines[first] > .zero { return heights.positions[first] + heights.baselines[first] }
        var lowest: LayoutUnit?
        if profile.tableBaselinesFollowCells, grid.rows[first].cells.isEmpty { return heights.positions[first] }
        for cell in grid.cells[grid.rows[first].cells] where cell.state.height > edges(of: cell.box, containingWidth: cell.state.availableWidth).vertical {
            let height = profile.tableBaselinesFollowCells ? fragments[cell.box].size.height : cell.state.shift + (cell.state.fixedHeight == nil ? cell.state.height : cell.state.flexedHeight)
            let bottom = heights.positions[first] + height - edges(of: cell.box, containingWidth: cell.state.availableWidth).bottom
            lowest = max(lowest ?? bottom, bottom)
        }
        return lowest
    }
}
