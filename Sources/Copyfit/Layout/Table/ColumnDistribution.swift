// Automatic table layout as Chromium does it (https://www.w3.org/TR/css-tables-3/#width-distribution-algorithm, browser-rules §7.4).

extension LayoutContext {
    func chromiumColumnConstraints(of table: BoxID, grid: TableGrid) -> ColumnConstraints {
        var tracks = Array(repeating: ColumnConstraint(), count: grid.tracks.count)
        for element in grid.columnElements {
            var width = style(of: element.box).width
            if width.isAuto, element.group.exists { width = style(of: element.group).width }
            let minimum = style(of: element.box).minWidth
            var index = grid.track(ofColumn: element.column)
            while index < tracks.count, grid.tracks[index].column < element.column + element.span {
                switch width.kind {
                case .fixed:
                    tracks[index].kind = .fixed
                    tracks[index].maximum = width.px
                    if width.px > 0 { tracks[index].isEmpty = false }
                case .percentage where width.percent > 0:
                    tracks[index].kind = .percent
                    tracks[index].value = width.percent
                    tracks[index].isEmpty = false
                default: break
                }
                if minimum.kind == .fixed { tracks[index].minimum = minimum.px }
                index += 1
            }
        }
        // By track: the widest width that is specified for it; it counts whatever cells of automatic width would like.
        var fixedMaximum: [Float?] = tracks.map { $0.kind == .fixed ? $0.maximum : nil }
        var spanning: [(cell: Int, widths: CellWidths)] = []
        for cell in grid.cells { tracks[cell.firstTrack].isEmpty = false }
        for index in grid.cells.indices {
            let cell = grid.cells[index]
            let widths = cellWidths(cell, grid: grid)
            guard cell.columnSpan == 1 else {
                spanning.append((index, widths))
                continue
            }
            var track = tracks[cell.firstTrack]
            track.minimum = max(track.minimum, widths.minimum)
            track.maximum = max(track.maximum, widths.maximum)
            if widths.kind == .percent, widths.value > 0 {
                track.value = track.kind == .percent ? max(track.value, widths.value) : widths.value
                track.kind = .percent
            }
            if widths.kind == .fixed { fixedMaximum[cell.firstTrack] = max(fixedMaximum[cell.firstTrack] ?? 0, widths.maximum) }
            tracks[cell.firstTrack] = track
        }
        for index in tracks.indices {
            if tracks[index].kind != .percent { tracks[index].kind = fixedMaximum[index] != nil ? .fixed : .auto }
            if let maximum = fixedMaximum[index] { tracks[index].maximum = maximum }
            tracks[index].maximum = max(tracks[index].minimum, tracks[index].maximum)
        }
        spanning.sort {
            let a = grid.cells[$0.cell], b = grid.cells[$1.cell]
            if a.columnSpan != b.columnSpan { return a.columnSpan < b.columnSpan }
            return a.column != b.column ? a.column < b.column : $0.cell < $1.cell
        }
        for (index, widths) in spanning { spread(widths, over: grid.cells[index], spacing: grid.horizontalSpacing, tracks: &tracks) }
        // > The sum of percentages is at most 100.
        var total: Float = 0
        for index in tracks.indices where tracks[index].kind == .percent {
            if total + tracks[index].value > 100 { tracks[index].value = 100 - total }
            total += tracks[index].value
        }
        return ColumnConstraints(tracks: tracks)
    }

    private func spread(_ widths: CellWidths, over cell: TableGrid.Cell, spacing: LayoutUnit, tracks: inout [ColumnConstraint]) {
        // Columns in which no cell starts get nothing.
        let span = (cell.firstTrack..<min(cell.endTrack, tracks.count)).filter { !tracks[$0].isEmpty }
        guard !span.isEmpty else { return }
        let inner = spacing.px * Float(span.count - 1)
        var percent: Float = 0, otherMaximum: Float = 0
        var otherCount = 0
        for index in span {
            if tracks[index].kind == .percent {
                percent += tracks[index].value
            } else {
                otherMaximum += tracks[index].maximum
                otherCount += 1
            }
        }
        if widths.kind == .percent, widths.value > percent, otherCount > 0 {
            let surplus = widths.value - percent
            for index in span where tracks[index].kind != .percent {
                tracks[index].value = otherMaximum > 0 ? surplus * tracks[index].maximum / otherMaximum : surplus / Float(otherCount)
                tracks[index].kind = .percent
            }
        }
        let isConstrained = widths.kind == .fixed
        // Columns of fixed width are as wide as they must, too.
        let allAreFixed = span.allSatisfy { tracks[$0].kind == .fixed }
        let minima = ColumnDistribution.widths(
            of: span.map { tracks[$0] }[...], target: .truncating(max(0, widths.minimum - inner)), growsFixed: isConstrained || allAreFixed)
        for (offset, index) in span.enumerated() { tracks[index].minimum = max(tracks[index].minimum, minima[offset].px) }
        let maxima = ColumnDistribution.widths(
            of: span.map { tracks[$0] }[...], target: .truncating(max(0, widths.maximum - inner)), growsFixed: isConstrained)
        for (offset, index) in span.enumerated() {
            tracks[index].maximum = max(tracks[index].minimum, tracks[index].maximum, maxima[offset].px)
        }
    }
}

/// > The assignable table width is distributed so that it lies between two guesses: all tracks at their minimum, percentages
/// > granted, fixed widths granted, all at their maximum.
enum ColumnDistribution {
    /// - Parameter growsFixed: whether tracks with a fixed width grow beyond it where there are no auto ones.
    static func widths(of tracks: ArraySlice<ColumnConstraint>, target: LayoutUnit, growsFixed: Bool) -> [LayoutUnit] {
        // Columns in which no cell starts take no part.
        let hasContent = tracks.contains { !$0.isEmpty }
        let columns = tracks.map { Column($0, isMerged: $0.isEmpty && hasContent) }
        var minimumGuess = LayoutUnit.zero
        for column in columns { minimumGuess += column.minimum }
        let target = max(target, minimumGuess)
        var percentGuess = LayoutUnit.zero, fixedGuess = LayoutUnit.zero, maximumGuess = LayoutUnit.zero
        var increase = (percent: LayoutUnit.zero, fixed: LayoutUnit.zero, auto: LayoutUnit.zero)
        var count = (percent: 0, fixed: 0, auto: 0)
        var totalAuto = LayoutUnit.zero, totalFixed = LayoutUnit.zero
        var totalPercent: Float = 0
        for column in columns {
            let granted = column.percentWidth(of: target)
            switch column.kind {
            case .percent:
                count.percent += 1
                totalPercent += column.percent
                percentGuess += granted
                fixedGuess += granted
                maximumGuess += granted
                increase.percent += granted - column.minimum
            case .fixed where column.isMerged: break
            case .fixed:
                count.fixed += 1
                totalFixed += column.maximum
                percentGuess += column.minimum
                fixedGuess += column.maximum
                maximumGuess += column.maximum
                increase.fixed += column.maximum - column.minimum
            case .auto:
                count.auto += 1
                totalAuto += column.maximum
                percentGuess += column.minimum
                fixedGuess += column.minimum
                maximumGuess += column.maximum
                increase.auto += column.maximum - column.minimum
            }
        }
        if minimumGuess >= target { return columns.map(\.minimum) }
        if percentGuess >= target {
            var widths = columns.map(\.minimum)
            grow(&widths, by: target - minimumGuess, columns: columns, kind: .percent, count: count.percent, total: increase.percent) {
                $0.percentWidth(of: target) - $0.minimum
            }
            return widths
        }
        if fixedGuess >= target {
            var widths = columns.map { $0.kind == .percent ? $0.percentWidth(of: target) : $0.minimum }
            grow(&widths, by: target - percentGuess, columns: columns, kind: .fixed, count: count.fixed, total: increase.fixed) {
                $0.maximum - $0.minimum
            }
            return widths
        }
        if maximumGuess >= target {
            // Widths that fit exactly are not computed, so that no text wraps for want of 1/64 px.
            let isExact = maximumGuess == target
            var widths = columns.map {
                $0.kind == .percent ? $0.percentWidth(of: target) : $0.kind == .fixed || isExact ? $0.maximum : $0.minimum
            }
            if !isExact {
                grow(&widths, by: target - fixedGuess, columns: columns, kind: .auto, count: count.auto, total: increase.auto) {
                    $0.maximum - $0.minimum
                }
            }
            return widths
        }
        var widths = columns.map { $0.kind == .percent ? $0.percentWidth(of: target) : $0.maximum }
        let rest = target - maximumGuess
        if count.auto > 0 {
            grow(&widths, by: rest, columns: columns, kind: .auto, count: count.auto, total: totalAuto) { $0.maximum }
        } else if count.fixed > 0, growsFixed {
            grow(&widths, by: rest, columns: columns, kind: .fixed, count: count.fixed, total: totalFixed) { $0.maximum }
        } else if count.percent > 0 {
            var left = rest
            var last: Int?
            for index in columns.indices where columns[index].kind == .percent {
                let share: LayoutUnit =
                    totalPercent != 0 ? .truncating(rest.px * columns[index].percent / totalPercent) : rest / count.percent
                left -= share
                widths[index] += share
                last = index
            }
            if let last { widths[last] += left }
        }
        return widths
    }

    private struct Column {
        var kind: ColumnConstraint.Kind
        var percent: Float
        var minimum: LayoutUnit
        var maximum: LayoutUnit
        var isMerged: Bool
        init(_ constraint: ColumnConstraint, isMerged: Bool) {
            kind = isMerged ? .fixed : constraint.kind
            self.isMerged = isMerged
            percent = constraint.kind == .percent ? constraint.value : 0
            minimum = .truncating(constraint.minimum)
            maximum = .truncating(constraint.maximum)
        }
        func percentWidth(of target: LayoutUnit) -> LayoutUnit {
            kind == .percent ? max(minimum, .truncating(target.px * percent / 100)) : .zero
        }
    }

    /// Shares `extra` over the columns of a kind by weight; the last gets what rounding left.
    private static func grow(
        _ widths: inout [LayoutUnit], by extra: LayoutUnit, columns: [Column], kind: ColumnConstraint.Kind, count: Int, total: LayoutUnit,
        weight: (Column) -> LayoutUnit
    ) {
        var left = extra
        var last: Int?
        for index in columns.indices where columns[index].kind == kind && !columns[index].isMerged {
            let share = total > .zero ? extra.scaled(by: weight(columns[index]), over: total) : extra / count
            left -= share
            widths[index] += share
            last = index
        }
        if let last { widths[last] += left }
    }
}
