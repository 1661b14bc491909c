/// The heights of rows as Chromium works them out: rows by their cells, then cells that span rows, then the table's own height.
struct ChromiumRowHeights {
    let context: LayoutContext
    let grid: TableGrid
    private var rows: [Row] = []
    private var baselines: [LayoutUnit]

    private struct Row {
        var height = LayoutUnit.zero
        /// Of the row or of a cell in it.
        var percent: Float?
        var isConstrained = false
        var startsSpanningCell = false
    }

    init(context: LayoutContext, grid: TableGrid) {
        self.context = context
        self.grid = grid
        baselines = Array(repeating: .zero, count: grid.rows.count)
    }

    /// The heights of all row groups with border spacing above and below each row.
    var total: LayoutUnit {
        guard !rows.isEmpty, !grid.tracks.isEmpty else { return .zero }
        return rows.reduce(.zero) { $0 + $1.height } + grid.verticalSpacing * (rows.count + 1)
    }

    mutating func measure() {
        rows.reserveCapacity(grid.rows.count)
        for index in grid.rows.indices { rows.append(measureRow(index)) }
        // Narrow spans first.
        var spanning = grid.cells.indices.filter { grid.cells[$0].rowSpan > 1 }
        spanning.sort {
            let a = grid.cells[$0], b = grid.cells[$1]
            return a.rowSpan != b.rowSpan ? a.rowSpan < b.rowSpan : $0 < $1
        }
        for index in spanning {
            let cell = grid.cells[index]
            distribute(to: context.wantedHeight(of: cell), over: cell.row..<cell.row + cell.rowSpan, isSpanning: true, percentBase: nil)
        }
        growSections()
    }

    private mutating func measureRow(_ index: Int) -> Row {
        var row = Row()
        var ascent = LayoutUnit.zero, descent = LayoutUnit.zero
        let style = context.style(of: grid.rows[index].box)
        noteHeight(style.height, in: &row)
        if style.height.kind == .fixed { row.height = max(.zero, .truncating(style.height.px)) }
        for cellIndex in grid.rows[index].cells {
            let cell = grid.cells[cellIndex]
            let height = context.wantedHeight(of: cell)
            if context.isBaselineAligned(cell.box) {
                ascent = max(ascent, cell.state.baseline)
                if cell.rowSpan == 1 { descent = max(descent, height - cell.state.baseline) }
            }
            if cell.rowSpan == 1 {
                row.height = max(row.height, height)
                noteHeight(context.style(of: cell.box).height, in: &row)
            } else {
                row.startsSpanningCell = true
            }
        }
        row.height = max(row.height, ascent + descent)
        baselines[index] = ascent
        return row
    }

    private func noteHeight(_ height: Length, in row: inout Row) {
        switch height.kind {
        case .fixed: row.isConstrained = true
        case .percentage:
            row.isConstrained = true
            row.percent = max(row.percent ?? 0, height.percent)
        default: break
        }
    }

    /// `height` of row groups.
    private mutating func growSections() {
        for section in grid.sections {
            let height = context.style(of: section.box).height
            guard height.kind == .fixed, height.px > 0 else { continue }
            distribute(to: .truncating(height.px), over: section.rows, isSpanning: false, percentBase: nil)
        }
    }

    // MARK: Surplus

    /// Makes the table's rows `height` tall in all: bodies grow if there are any, each by its share.
    /// - Parameter height: of all row groups with all border spacing.
    mutating func distribute(_ height: LayoutUnit) {
        let extra = height - total
        guard extra > .zero, !rows.isEmpty else { return }
        let spacing = grid.verticalSpacing
        let base = height - spacing * 2
        func size(_ section: TableGrid.Section) -> LayoutUnit {
            section.rows.reduce(.zero) { $0 + rows[$1].height } + spacing * max(0, section.rows.count - 1)
        }
        let bodies = grid.sections.indices.filter { grid.sections[$0].isBody }
        var growing = (bodies.isEmpty ? Array(grid.sections.indices) : bodies).filter { !grid.sections[$0].rows.isEmpty }
        let free = growing.filter { !context.style(of: grid.sections[$0].box).height.isLengthPercentage }
        if !free.isEmpty { growing = free }
        guard let last = growing.last else { return }
        let sizes = grid.sections.map(size)
        let totalSize = growing.reduce(LayoutUnit.zero) { $0 + sizes[$1] }
        var left = extra
        for index in growing {
            var share = totalSize > .zero ? extra.scaled(by: sizes[index], over: totalSize) : extra / growing.count
            if index == last { share = left }
            left -= share
            distribute(to: sizes[index] + share, over: grid.sections[index].rows, isSpanning: false, percentBase: base)
        }
    }

    /// Grows rows until they are `wanted` tall together.
    /// - Parameter percentBase: what percentages of rows refer to; nil where that is not definite.
    private mutating func distribute(to wanted: LayoutUnit, over range: Range<Int>, isSpanning: Bool, percentBase: LayoutUnit?) {
        var totalHeight = LayoutUnit.zero
        for index in range { totalHeight += rows[index].height }
        var extra = wanted - grid.verticalSpacing * (range.count - 1) - totalHeight
        guard extra > .zero else { return }

        // > percentage rows grow to no more than their percentage
        if let percentBase {
            func deficit(_ row: Row) -> LayoutUnit {
                guard let percent = row.percent, percent > 0 else { return .zero }
                return max(.zero, .truncating(percentBase.px * percent / 100) - row.height)
            }
            let short = range.filter { deficit(rows[$0]) > .zero }
            if let last = short.last {
                let deficits = short.map { deficit(rows[$0]) }
                let totalDeficit = deficits.reduce(.zero, +)
                let growth = min(extra, totalDeficit)
                var left = growth
                for (offset, index) in short.enumerated() {
                    let share = growth.scaled(by: deficits[offset], over: totalDeficit)
                    rows[index].height += share
                    left -= share
                }
                rows[last].height += left
                extra -= growth
                totalHeight += growth
            }
            guard extra > .zero else { return }
        }
        if isSpanning {
            let starting = range.filter { $0 != range.lowerBound && rows[$0].startsSpanningCell }
            if !starting.isEmpty {
                share(extra, over: starting) { _ in nil }
                return
            }
        }
        let isConstrained: (Row) -> Bool = { $0.isConstrained && ($0.percent == nil || percentBase != nil) }
        let free = range.filter { rows[$0].height > .zero && !isConstrained(rows[$0]) }
        if !free.isEmpty {
            let total = free.reduce(LayoutUnit.zero) { $0 + rows[$1].height }
            share(extra, over: free) { ($0, total) }
            return
        }
        let empty = range.filter { rows[$0].height == .zero }
        if !empty.isEmpty {
            if isSpanning {
                if empty.count == range.count, let last = empty.last {
                    rows[last].height += extra
                    return
                }
            } else {
                let freeEmpty = empty.filter { !isConstrained(rows[$0]) }
                share(extra, over: freeEmpty.isEmpty ? empty : freeEmpty) { _ in nil }
                return
            }
        }
        share(extra, over: range.filter { rows[$0].height > .zero }) { ($0, totalHeight) }
    }

    /// Shares `extra` over rows by weight and its total, or in equal parts; the last gets what rounding left.
    private mutating func share(_ extra: LayoutUnit, over indices: [Int], weight: (LayoutUnit) -> (LayoutUnit, LayoutUnit)?) {
        var left = extra
        for index in indices {
            let share = weight(rows[index].height).map { extra.scaled(by: $0.0, over: $0.1) } ?? extra / indices.count
            rows[index].height += share
            left -= share
        }
        if let last = indices.last { rows[last].height += left }
    }

    func result() -> RowHeights {
        var heights = RowHeights(positions: [], baselines: baselines, sections: [])
        // A table without columns has no height.
        let spacing = grid.tracks.isEmpty ? LayoutUnit.zero : grid.verticalSpacing
        var y = rows.isEmpty ? .zero : spacing
        for section in grid.sections {
            let top = heights.sections.isEmpty ? LayoutUnit.zero : y
            for index in section.rows {
                heights.positions.append(y)
                y += rows[index].height + spacing
            }
            heights.sections.append((top, section.rows.isEmpty ? top : y))
        }
        heights.positions.append(y)
        return heights
    }
}
