// How wide a table is, and its tracks (https://www.w3.org/TR/css-tables-3/#width-distribution, browser-rules §7.2–3).

extension LayoutContext {
    /// The widest that percentages make a table's max-content width, px.
    private var widestScaledTable: Float { 1_000_000 }

    /// Border, padding and border spacing: what tracks do not get of a table's width.
    func undistributableWidth(of table: BoxID, grid: TableGrid, containingWidth: LayoutUnit) -> LayoutUnit {
        edges(of: table, containingWidth: containingWidth).horizontal + grid.totalHorizontalSpacing
    }

    func intrinsicTableWidths(of id: BoxID) -> IntrinsicWidths {
        var widths = unlimitedTableWidths(of: id)
        limitWidths(&widths, of: id)
        return widths
    }

    /// The intrinsic widths without `min-width` and `max-width`.
    private func unlimitedTableWidths(of id: BoxID) -> IntrinsicWidths {
        let grid = tableGrid(of: id)
        let style = style(of: id)
        var widths: IntrinsicWidths
        if hasFixedLayout(id) {
            widths = intrinsicFixedWidths(of: id, grid: grid)
        } else {
            let constraints = columnConstraints(of: id, grid: grid)
            switch profile.columnSizing {
            case .byMaximum: widths = intrinsicAutoWidths(of: id, constraints)
            case .byGrowth: widths = intrinsicChromiumWidths(of: id, constraints)
            }
        }
        var undistributable = undistributableWidth(of: id, grid: grid, containingWidth: .zero)
        if profile.measuresTablesAsWithColumns, grid.tracks.isEmpty { undistributable += grid.horizontalSpacing * 2 }
        widths.minimum += undistributable
        widths.maximum += undistributable
        if style.width.kind == .fixed, style.width.px > 0 {
            var specified = profile.tablesIgnoreBoxSizing ? .truncating(style.width.px) : specifiedTableWidth(style.width, of: id, available: .zero)
            if hasFixedLayout(id), profile.fixedTablesContributeGridWidth { specified -= undistributable }
            widths.minimum = max(widths.minimum, specified)
            widths.maximum = widths.minimum
        }
        if hasFixedLayout(id), style.width.dependsOnPercentage {
            widths.maximum = max(widths.maximum, .truncating(widestScaledTable))
        }
        for caption in grid.captions { widths.minimum = max(widths.minimum, captionMinimum(caption)) }
        widths.maximum = max(widths.maximum, widths.minimum)
        return widths
    }

    /// Holds `min-width` and `max-width` against the outer widths of a table.
    private func limitWidths(_ widths: inout IntrinsicWidths, of id: BoxID) {
        let style = style(of: id)
        let edges = edges(of: id, containingWidth: .zero).horizontal
        func content(_ length: Length) -> LayoutUnit {
            if !profile.tableLimitsAreContentWidths { return specifiedTableWidth(length, of: id, available: .zero) }
            let used = resolve(length, base: .zero)
            return style.boxSizing == .borderBox ? max(.zero, used - edges) : used
        }
        if style.minWidth.kind == .fixed, style.minWidth.px > 0 {
            widths.minimum = max(widths.minimum, content(style.minWidth))
            widths.maximum = max(widths.maximum, content(style.minWidth))
        }
        if style.maxWidth.kind == .fixed { widths.maximum = max(widths.minimum, min(widths.maximum, content(style.maxWidth))) }
    }

    private func captionMinimum(_ caption: BoxID) -> LayoutUnit {
        let contribution = widthContribution(of: caption)
        return profile.captionMarginsCount ? contribution.minimum : contribution.minimum - margins(of: caption, containingWidth: .zero).horizontal
    }

    private func intrinsicFixedWidths(of id: BoxID, grid: TableGrid) -> IntrinsicWidths {
        var sum: Float = 0
        for track in fixedColumnConstraints(of: id, grid: grid) where track.kind == .fixed { sum += track.value }
        return IntrinsicWidths(minimum: .truncating(sum), maximum: .truncating(sum))
    }

    private func intrinsicAutoWidths(of id: BoxID, _ constraints: ColumnConstraints) -> IntrinsicWidths {
        var minimum: Float = 0, maximum: Float = 0
        for track in constraints.tracks {
            minimum += track.minimum
            maximum += track.maximum
        }
        if !isInsideTableCell(id) { maximum = max(maximum, scaledWidth(constraints)) }
        maximum = max(maximum, constraints.spanningMaximum)
        return IntrinsicWidths(minimum: .ceiling(minimum), maximum: .ceiling(maximum))
    }

    /// > If the table has `width: auto`, a percentage represents a constraint on the column's width: how wide the table must be for its
    /// columns to be their percentages of it and hold their contents. Tables in cells do not ask their cell for that.
    private func scaledWidth(_ constraints: ColumnConstraints) -> Float {
        var fromPercent: Float = 0, other: Float = 0, percentLeft: Float = 100
        let smallestPercent: Float = 1 / 8192
        for track in constraints.tracks {
            if track.kind == .percent {
                let percent = min(track.value, percentLeft)
                fromPercent = max(fromPercent, track.maximum * 100 / max(percent, smallestPercent))
                percentLeft -= percent
            } else {
                other += track.maximum
            }
        }
        if percentLeft == 100 { return 0 }
        other = other * 100 / max(percentLeft, smallestPercent)
        return max(min(other, widestScaledTable), min(fromPercent, widestScaledTable))
    }

    private func intrinsicChromiumWidths(of id: BoxID, _ constraints: ColumnConstraints) -> IntrinsicWidths {
        var minimum = LayoutUnit.zero, maximum = LayoutUnit.zero
        for track in constraints.tracks {
            minimum += .truncating(track.minimum)
            maximum += .truncating(track.maximum)
        }
        if !isInsideTableCell(id) { maximum = max(maximum, scaledChromiumWidth(constraints)) }
        return IntrinsicWidths(minimum: minimum, maximum: max(minimum, maximum))
    }

    /// As `scaledWidth`.
    private func scaledChromiumWidth(_ constraints: ColumnConstraints) -> LayoutUnit {
        var fromPercent = LayoutUnit.zero, other = LayoutUnit.zero
        var percent: Float = 0
        for track in constraints.tracks {
            if track.kind == .percent, track.value > 0 {
                fromPercent = max(fromPercent, .truncating(100 / track.value * track.maximum))
                percent += track.value
            } else {
                other += .truncating(track.maximum)
            }
        }
        percent = min(percent, 100)
        guard percent > 0 else { return .zero }
        var scaled = LayoutUnit.zero
        if other > .zero {
            scaled = percent == 100 ? .truncating(widestScaledTable) : .truncating(100 / (100 - percent) * other.px)
        }
        return max(scaled, fromPercent)
    }

    private func isInsideTableCell(_ id: BoxID) -> Bool {
        var container = tree[id].parent
        while container.exists {
            if tree[container].kind == .tableCell { return true }
            container = tree[container].parent
        }
        return false
    }

    // MARK: Used widths

    /// The border-box width that a sizing property asks for. Tables of HTML may count border and padding in, whatever `box-sizing`
    /// says.
    private func specifiedTableWidth(_ length: Length, of id: BoxID, available: LayoutUnit) -> LayoutUnit {
        var width = resolve(length, base: available)
        let node = tree[id].node
        let isHTMLTable = node.exists && prepared.document.isElement(node, .table)
        let isContentBox = style(of: id).boxSizing == .contentBox && (!profile.tablesIgnoreBoxSizing || !isHTMLTable)
        if isContentBox, length.kind != .percentage || !isHTMLTable {
            width += edges(of: id, containingWidth: available).horizontal
        }
        return width
    }

    private func tableWidth(_ length: Length, of id: BoxID, space: ConstraintSpace) -> LayoutUnit? {
        switch length.kind {
        case .fixed, .percentage, .calculated, .expression: specifiedTableWidth(length, of: id, available: space.availableWidth)
        case .auto, .none, .content: nil
        default: borderBoxWidth(length, of: id, space: space, edges: edges(of: id, containingWidth: space.availableWidth).horizontal)
        }
    }

    func usedTableWidth(of id: BoxID, space: ConstraintSpace) -> LayoutUnit {
        let style = style(of: id)
        let intrinsic = intrinsicWidths(of: id)
        if let fixed = space.fixedWidth { return max(fixed, profile.tableFloorIgnoresOwnWidth ? intrinsicMinimumOfGrid(id) : intrinsic.minimum) }
        var width: LayoutUnit
        if let specified = tableWidth(style.width, of: id, space: space), specified > .zero {
            width = specified
        } else {
            let margins = margins(of: id, containingWidth: space.availableWidth)
            let available = max(.zero, (space.roomBesideFloats ?? space.availableWidth) - margins.horizontal)
            width = min(available, max(unlimitedTableWidths(of: id).maximum, scaledTableWidth(of: id, space: space)))
            if profile.measuresTablesAsWithColumns, tableGrid(of: id).tracks.isEmpty { width = .zero }
        }
        if profile.tableFloorIgnoresOwnWidth {
            if let maximum = tableWidth(style.maxWidth, of: id, space: space) { width = min(width, maximum) }
            if let minimum = tableWidth(style.minWidth, of: id, space: space) { width = max(width, minimum) }
            return max(width, intrinsicMinimumOfGrid(id))
        }
        width = max(width, intrinsic.minimum)
        // > No width is less than the contents' minimum.
        if let maximum = tableWidth(style.maxWidth, of: id, space: space) { width = min(width, max(maximum, intrinsic.minimum)) }
        if let minimum = tableWidth(style.minWidth, of: id, space: space) { width = max(width, minimum) }
        return width
    }

    /// The width that percentages of columns ask of a table of automatic width, inside a cell too.
    private func scaledTableWidth(of id: BoxID, space: ConstraintSpace) -> LayoutUnit {
        guard !hasFixedLayout(id) else { return .zero }
        let grid = tableGrid(of: id)
        let constraints = columnConstraints(of: id, grid: grid)
        let scaled: LayoutUnit
        switch profile.columnSizing {
        case .byMaximum: scaled = .ceiling(scaledWidth(constraints))
        case .byGrowth: scaled = scaledChromiumWidth(constraints)
        }
        return scaled > .zero ? scaled + undistributableWidth(of: id, grid: grid, containingWidth: space.availableWidth) : .zero
    }

    /// The min-content width of a table's contents, its own `width` left out.
    private func intrinsicMinimumOfGrid(_ id: BoxID) -> LayoutUnit {
        let grid = tableGrid(of: id)
        var minimum: LayoutUnit
        if hasFixedLayout(id) {
            minimum = intrinsicFixedWidths(of: id, grid: grid).minimum
        } else {
            minimum = intrinsicChromiumWidths(of: id, columnConstraints(of: id, grid: grid)).minimum
        }
        minimum += undistributableWidth(of: id, grid: grid, containingWidth: .zero)
        for caption in grid.captions { minimum = max(minimum, captionMinimum(caption)) }
        return minimum
    }

    /// Whether each track grows with the table, by no more than the table does but for rounding.
    func columnsFollowEvenly(of table: BoxID) -> Bool {
        let grid = tableGrid(of: table)
        if let known = grid.followsEvenly { return known }
        let result: Bool
        if hasFixedLayout(table) {
            // Border and padding come on top of percentages only as long as there is room.
            result = !profile.fixedPercentagesAddEdges || fixedColumnConstraints(of: table, grid: grid).allSatisfy { $0.kind != .percent }
        } else {
            // What is beyond 100% is taken from the last tracks.
            result = columnConstraints(of: table, grid: grid).tracks.reduce(Float(0)) { $0 + ($1.kind == .percent ? $1.value : 0) } <= 100
        }
        grid.followsEvenly = result
        return result
    }

    /// Where tracks start, from the left edge of the first one in a left-to-right table, with where one after the last would: border
    /// spacing follows each.
    func trackPositions(of table: BoxID, grid: TableGrid, width: LayoutUnit) -> [LayoutUnit] {
        var positions: [LayoutUnit] = []
        positions.reserveCapacity(grid.tracks.count + 1)
        positions.append(.zero)
        guard !grid.tracks.isEmpty else { return positions }
        let target = max(.zero, width)
        if hasFixedLayout(table) {
            // Fractions are kept until each edge is cut to 1/64 px.
            var position: Float = 0
            for width in fixedColumnWidths(of: table, grid: grid, width: target.px) {
                position += width + grid.horizontalSpacing.px
                positions.append(.truncating(position))
            }
            return positions
        }
        let tracks = columnConstraints(of: table, grid: grid).tracks
        var position = LayoutUnit.zero
        if profile.columnSizing == .byGrowth {
            for (index, width) in ColumnDistribution.widths(of: tracks[...], target: target, growsFixed: true).enumerated() {
                position += width + (grid.isSpaced[index] ? grid.horizontalSpacing : .zero)
                positions.append(position)
            }
        } else {
            for width in AutoColumnDistribution.widths(of: tracks, width: target.px) {
                position += .ceiling(width) + grid.horizontalSpacing
                positions.append(position)
            }
        }
        return positions
    }
}
