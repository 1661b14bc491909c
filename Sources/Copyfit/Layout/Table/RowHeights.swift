/// Where the rows of a table are, from the top of the first row group.
///
/// Border spacing precedes the first row of the table and follows each row.
struct RowHeights {
    /// By row, and one more: where it starts.
    var positions: [LayoutUnit]
    /// By row: its baseline from its top; zero for none.
    var baselines: [LayoutUnit]
    /// By row group: where it starts and ends.
    var sections: [(top: LayoutUnit, bottom: LayoutUnit)]
    /// The height of each row that only `rowspan` speaks of.
    var missingRowHeight = LayoutUnit.zero
    /// What all of them take below the last row of a row group.
    var missingAfter: (section: Int, height: LayoutUnit) = (-1, .zero)

    /// From the top of a row to the bottom of another, border spacing after it left out.
    func height(from first: Int, through last: Int, spacing: LayoutUnit) -> LayoutUnit {
        max(.zero, positions[last + 1] - positions[first] - spacing)
    }
}

extension LayoutContext {
    /// The border-box height that a cell asks for: its contents, or its `height` if that is more. In quirks mode `height` is of the
    /// border box (https://quirks.spec.whatwg.org/#the-table-cell-height-box-sizing-quirk).
    func wantedHeight(of cell: TableGrid.Cell) -> LayoutUnit {
        let style = style(of: cell.box)
        guard style.height.isLengthPercentage else { return cell.state.height }
        var specified = resolve(style.height, base: .zero)
        if prepared.mode != .quirks, style.boxSizing != .borderBox {
            specified += edges(of: cell.box, containingWidth: cell.state.availableWidth).vertical
        }
        return max(specified, cell.state.height)
    }
}

/// The heights of rows as WebKit sums them up, row group by row group.
struct WebKitRowHeights {
    let context: LayoutContext
    let grid: TableGrid
    /// By row: what `height` of the row and its cells ask for.
    private var specified: [Length]
    private var positions: [LayoutUnit]
    private var baselines: [LayoutUnit]
    private var totals: [LayoutUnit] = []

    init(context: LayoutContext, grid: TableGrid) {
        self.context = context
        self.grid = grid
        positions = Array(repeating: .zero, count: grid.rows.count + 1)
        baselines = Array(repeating: .zero, count: grid.rows.count)
        specified = []
        specified.reserveCapacity(grid.rows.count)
        for row in grid.rows { specified.append(specifiedHeight(of: row)) }
    }

    /// The sum of all row groups' heights.
    private(set) var total = LayoutUnit.zero

    /// Percentages win over lengths, then the largest wins; cells that span rows do not count.
    private func specifiedHeight(of row: TableGrid.Row) -> Length {
        var height = context.style(of: row.box).height
        if !height.isLengthPercentage { height = .auto }
        for cell in grid.cells[row.cells] where cell.rowSpan == 1 && cell.missingRows == 0 {
            let own = context.style(of: cell.box).height
            switch own.kind {
            case .percentage where own.percent > 0:
                if height.kind != .percentage || height.percent < own.percent { height = own }
            case .fixed where own.px > 0:
                if height.isAuto || (height.kind == .fixed && height.px < own.px) { height = own }
            default: break
            }
        }
        return height
    }

    /// Each row is as tall as its cells ask; positions are kept by row group, each starting at zero but for the table's first spacing.
    mutating func measure() {
        for (index, section) in grid.sections.enumerated() {
            measure(section, isFirst: index == 0)
        }
    }

    // Positions of a group's rows are relative to it while heights are worked out: `tops[row]` and `bottoms[row]`.
    private var bottoms: [LayoutUnit] = []
    private var tops: [LayoutUnit] = []

    private mutating func measure(_ section: TableGrid.Section, isFirst: Bool) {
        let spacing = grid.verticalSpacing
        let first = section.rows.lowerBound
        var position = Array(repeating: LayoutUnit.zero, count: section.rows.count + 1)
        position[0] = isFirst ? spacing : .zero
        // Cells of several rows by the last of them, and those that still wait for theirs.
        var ending: [Int: [Int]] = [:]
        var waiting: [Int] = []
        for row in section.rows {
            let local = row - first
            position[local + 1] = max(position[local] + max(.zero, context.resolve(specified[row], base: .zero)), .zero)
            var descent = LayoutUnit.zero
            var ready = ending[row] ?? []
            if !ready.isEmpty { waiting.removeAll { grid.cells[$0].lastRow <= row } }
            for index in grid.rows[row].cells where grid.cells[index].rowSpan > 1 {
                ending[grid.cells[index].lastRow, default: []].append(index)
                waiting.append(index)
            }
            // WebKit ends a spanning cell early above a row in which no cell starts.
            if !waiting.isEmpty, row + 1 < section.rows.upperBound, grid.rows[row + 1].cells.isEmpty {
                ready += waiting
                waiting.removeAll()
            }
            if ready.isEmpty {
                for index in grid.rows[row].cells where grid.cells[index].rowSpan == 1 {
                    measure(index, row: local, first: first, position: &position, descent: &descent)
                }
            } else {
                // Column by column: baselines of spanning cells move what comes after them.
                ready += grid.rows[row].cells.filter { grid.cells[$0].rowSpan == 1 }
                ready.sort { grid.cells[$0].column < grid.cells[$1].column }
                for index in ready { measure(index, row: local, first: first, position: &position, descent: &descent) }
            }
            position[local + 1] = max(position[local + 1] + spacing, position[local])
        }
        sectionPositions.append(position)
        total += position[section.rows.count]
    }

    private var sectionPositions: [[LayoutUnit]] = []

    private mutating func measure(_ index: Int, row: Int, first: Int, position: inout [LayoutUnit], descent: inout LayoutUnit) {
        let cell = grid.cells[index]
        let start = cell.row - first
        let height = context.wantedHeight(of: cell)
        position[row + 1] = max(position[row + 1], position[start] + height)
        guard context.isBaselineAligned(cell.box) else { return }
        let baseline = cell.state.baseline
        guard baseline > context.edges(of: cell.box, containingWidth: cell.state.availableWidth).top else { return }
        baselines[cell.row] = max(baselines[cell.row], baseline)
        // > The descent of a cell that spans rows does not affect the first of them.
        var startDescent = LayoutUnit.zero
        if cell.rowSpan == 1, cell.missingRows == 0 {
            descent = max(descent, height - baseline)
            startDescent = descent
        }
        position[start + 1] = max(position[start + 1], position[start] + baselines[cell.row] + startDescent)
    }

    // MARK: Surplus

    /// Gives what the table has more than its rows to the first body: to rows with percentages, then to those of automatic height in
    /// equal parts, then to all by height (browser-rules §7).
    mutating func distribute(_ extra: LayoutUnit) {
        guard extra > .zero, let body = grid.sections.firstIndex(where: { $0.isBody }), !grid.sections[body].rows.isEmpty else { return }
        let rows = grid.sections[body].rows
        var position = sectionPositions[body]
        var extra = extra
        growPercentRows(rows, position: &position, extra: &extra)
        growAutoRows(grid.sections[body], position: &position, extra: &extra)
        growAllRows(rows, position: &position, extra: &extra)
        sectionPositions[body] = position
    }

    private func growPercentRows(_ rows: Range<Int>, position: inout [LayoutUnit], extra: inout LayoutUnit) {
        var percentLeft: Float = 0
        for row in rows where specified[row].kind == .percentage { percentLeft += specified[row].percent.rounded(.towardZero) }
        guard percentLeft > 0 else { return }
        percentLeft = min(percentLeft, 100)
        let total = position[rows.count] + extra
        var added = LayoutUnit.zero
        var height = position[1] - position[0]
        for (local, row) in rows.enumerated() {
            if percentLeft > 0, specified[row].kind == .percentage {
                let wanted = LayoutUnit.truncating(total.px * specified[row].percent / 100) - height
                let growth = max(.zero, min(extra, wanted))
                added += growth
                extra -= growth
                percentLeft -= specified[row].percent
            }
            if local + 1 < rows.count { height = position[local + 2] - position[local + 1] }
            position[local + 1] += added
        }
    }

    /// Rows that only `rowspan` speaks of get their part too, below the last real one.
    private mutating func growAutoRows(_ section: TableGrid.Section, position: inout [LayoutUnit], extra: inout LayoutUnit) {
        let rows = section.rows
        var left = rows.reduce(section.missingRows) { $0 + (specified[$1].isAuto ? 1 : 0) }
        guard left > 0, extra > .zero else { return }
        var added = LayoutUnit.zero
        for (local, row) in rows.enumerated() {
            if left > 0, specified[row].isAuto {
                let share = extra / left
                added += share
                extra -= share
                left -= 1
            }
            position[local + 1] += added
        }
        if left > 0 {
            missingRowHeight = extra / left
            missingHeight = extra
            extra = .zero
        }
    }

    private func growAllRows(_ rows: Range<Int>, position: inout [LayoutUnit], extra: inout LayoutUnit) {
        let total = position[rows.count]
        guard extra > .zero, total > .zero else { return }
        var added = LayoutUnit.zero
        var previous = position[0]
        for local in 0..<rows.count {
            added += extra.scaled(by: position[local + 1] - previous, over: total)
            previous = position[local + 1]
            position[local + 1] += added
        }
        extra -= added
    }

    /// What a row that only `rowspan` speaks of got of the surplus, and all of them together: they are in the first body.
    private var missingRowHeight = LayoutUnit.zero
    private var missingHeight = LayoutUnit.zero

    func result() -> RowHeights {
        var heights = RowHeights(positions: [], baselines: baselines, sections: [])
        heights.positions.reserveCapacity(grid.rows.count + 1)
        heights.missingRowHeight = missingRowHeight
        let body = grid.sections.firstIndex { $0.isBody }
        var top = LayoutUnit.zero
        for (index, position) in sectionPositions.enumerated() {
            for value in position.dropLast() { heights.positions.append(top + value) }
            var bottom = top + (position.last ?? .zero)
            if index == body {
                bottom += missingHeight
                heights.missingAfter = (section: index, height: missingHeight)
            }
            heights.sections.append((top, bottom))
            top = bottom
        }
        heights.positions.append(top)
        return heights
    }
}
