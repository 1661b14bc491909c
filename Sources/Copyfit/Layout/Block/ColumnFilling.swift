/// Fills columns of one height with the parts of a flow, and finds the height at which a number of columns hold it all
/// (https://www.w3.org/TR/css-multicol-1/#cf).
struct ColumnFilling {
    let units: [ColumnUnit]
    let start: LayoutUnit
    let bottom: LayoutUnit
    let count: Int
    let profile: Profile

    struct Columns {
        /// Where each column starts in the flow.
        var starts: [LayoutUnit]
        /// How many of them begin at forced breaks.
        var forced = 0
        /// WebKit: the margin at the end of the flow does not fit in the last column.
        var cutsEnd = false
        /// The least that more height would have kept a part in its column.
        var shortage: LayoutUnit?
    }

    func fill(height: LayoutUnit) -> Columns {
        var columns = Columns(starts: [start], shortage: nil)
        // Slices of nothing would never end.
        let height = max(height, 1.layoutUnits)
        var columnStart = start
        var firstInColumn = 0
        var lastBreakable: Int?
        var index = 0
        while index < units.count {
            let unit = units[index]
            if index > firstInColumn, unit.forcesBreak {
                columnStart = unit.top
                columns.starts.append(columnStart)
                columns.forced += 1
                firstInColumn = index
                lastBreakable = nil
            }
            if index > firstInColumn || profile.marginsMayEndColumns, unit.canBreak, unit.top > columnStart { lastBreakable = index }
            guard unit.bottom - columnStart > height else {
                index += 1
                continue
            }
            if unit.isSliceable, unit.top - columnStart < height {
                let left = unit.bottom - columnStart - height
                columns.note(max(.epsilon, left / max(1, count)))
                columnStart += height
                columns.starts.append(columnStart)
                firstInColumn = index
                lastBreakable = nil
                guard columns.starts.count <= GridTemplate.trackLimit else { break }
                continue
            }
            if lastBreakable == nil, index == firstInColumn, unit.top > columnStart { lastBreakable = index }
            guard let breakable = lastBreakable else {
                // Nothing to break before: it overflows its column.
                index += 1
                continue
            }
            columns.note(unit.bottom - columnStart - height)
            columnStart = nextStart(before: breakable, first: firstInColumn, end: columnStart + height)
            columns.starts.append(columnStart)
            firstInColumn = breakable
            lastBreakable = nil
            index = breakable
        }
        columns.cutsEnd = profile.lastMarginsNeedRoom && columns.starts.count == count && bottom - columnStart > height
        return columns
    }

    /// Where the column that begins with a part starts. Margins before it vanish.
    private func nextStart(before index: Int, first: Int, end: LayoutUnit) -> LayoutUnit {
        guard profile.fullColumnsKeepNextMargin, units[first..<index].contains(where: { $0.bottom == end }) else { return units[index].top }
        return min(end, units[index].top)
    }

    /// Both engines start from an equal share, in WebKit of whole px, and grow by the least that helps.
    func balancedHeight() -> LayoutUnit {
        guard bottom > start else { return .zero }
        var height = LayoutUnit(rawValue: ((bottom - start).rawValue + Int32(truncatingIfNeeded: count) - 1) / Int32(truncatingIfNeeded: max(1, count)))
        if profile.balancesInWholePixels { height = height.ceiled().layoutUnits }
        height = max(height, tallest)
        // Each step keeps one more part in its column; a flow of many parts is cut short by halving instead.
        for _ in 0..<64 {
            let columns = fill(height: height)
            guard columns.starts.count > count || columns.cutsEnd, let shortage = columns.shortage, shortage > .zero else { return height }
            height += shortage
        }
        var low = height.rawValue, high = (bottom - start).rawValue
        while low < high {
            let middle = low + (high - low) / 2
            if fill(height: LayoutUnit(rawValue: middle)).starts.count > count { low = middle + 1 } else { high = middle }
        }
        return LayoutUnit(rawValue: high)
    }

    /// The tallest part that can not be broken.
    private var tallest: LayoutUnit {
        var tallest = LayoutUnit.zero
        var top = start
        for (index, unit) in units.enumerated() {
            if unit.canBreak, index > 0 || !profile.balancingCountsFirstMargin { top = unit.top }
            if !unit.isSliceable { tallest = max(tallest, unit.bottom - top) }
        }
        return tallest
    }
}

extension ColumnFilling.Columns {
    mutating func note(_ value: LayoutUnit) {
        guard value > .zero else { return }
        shortage = shortage.map { min($0, value) } ?? value
    }
}
