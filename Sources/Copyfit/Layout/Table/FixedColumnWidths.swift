// Fixed table layout (https://www.w3.org/TR/CSS22/tables.html#fixed-table-layout, browser-rules §7.7).

extension LayoutContext {
    /// > table-layout: fixed applies where the table's width is not auto.
    func hasFixedLayout(_ table: BoxID) -> Bool {
        let style = style(of: table)
        return style.tableLayout == .fixed && !style.width.isAuto && style.width.kind != .maxContent
    }

    /// What `<col>` elements and the first row ask of the tracks: border-box px, percent, or auto.
    func fixedColumnConstraints(of table: BoxID, grid: TableGrid) -> [ColumnConstraint] {
        var tracks = Array(repeating: ColumnConstraint(), count: grid.tracks.count)
        for element in grid.columnElements {
            let width = style(of: element.box).width
            var index = grid.track(ofColumn: element.column)
            while index < tracks.count, grid.tracks[index].column < element.column + element.span {
                let span = Float(grid.tracks[index].span)
                switch width.kind {
                case .fixed where width.px > 0:
                    tracks[index].kind = .fixed
                    tracks[index].value = width.px * span
                case .percentage where width.percent > 0:
                    tracks[index].kind = .percent
                    tracks[index].value = width.percent * span
                default: break
                }
                index += 1
            }
        }
        guard let section = grid.sections.first(where: { !$0.rows.isEmpty }) else { return tracks }
        for cell in grid.cells[grid.rows[section.rows.lowerBound].cells] {
            let style = style(of: cell.box)
            let edges = edges(of: cell.box, containingWidth: .zero).horizontal
            var kind = ColumnConstraint.Kind.auto
            var value: Float = 0
            switch style.width.kind {
            case .fixed where style.width.px > 0:
                kind = .fixed
                let used = LayoutUnit.truncating(style.width.px)
                value = (style.boxSizing == .borderBox ? max(used, edges) : used + edges).px
            case .percentage where style.width.percent > 0:
                kind = .percent
                value = style.width.percent
            default: continue
            }
            for index in cell.firstTrack..<min(cell.endTrack, tracks.count) where tracks[index].kind == .auto {
                let share = Float(grid.tracks[index].span) / Float(cell.columnSpan)
                tracks[index].kind = kind
                tracks[index].value = value * share
                if kind == .percent, profile.fixedPercentagesAddEdges, style.boxSizing == .contentBox { tracks[index].minimum = edges.px * share }
            }
        }
        return tracks
    }

    /// The widths of tracks in a table of `width` px without border, padding and border spacing.
    func fixedColumnWidths(of table: BoxID, grid: TableGrid, width: Float) -> [Float] {
        let tracks = fixedColumnConstraints(of: table, grid: grid)
        var widths = Array(repeating: Float(0), count: tracks.count)
        var totalFixed: Float = 0, totalPercentWidth: Float = 0, totalPercent: Float = 0
        var autoCount = 0, autoSpan = 0
        for index in tracks.indices {
            switch tracks[index].kind {
            case .fixed:
                widths[index] = tracks[index].value
                totalFixed += widths[index]
            case .percent:
                // Chromium adds the border and padding of cells (kept as the minimum).
                widths[index] = LayoutUnit.truncating(width * tracks[index].value / 100).px + tracks[index].minimum
                totalPercentWidth += widths[index]
                totalPercent += tracks[index].value
            case .auto:
                autoCount += 1
                autoSpan += grid.tracks[index].span
            }
        }
        let spacing = grid.horizontalSpacing.px
        var total = totalFixed + totalPercentWidth
        if autoCount == 0 || total > width {
            if total != width {
                // Fixed widths only grow.
                if totalFixed > 0, total < width {
                    let wanted = total
                    totalFixed = 0
                    for index in tracks.indices where tracks[index].kind == .fixed {
                        widths[index] = widths[index] * width / wanted
                        totalFixed += widths[index]
                    }
                }
                if totalPercent > 0 {
                    totalPercentWidth = 0
                    for index in tracks.indices where tracks[index].kind == .percent {
                        widths[index] = max(0, tracks[index].value * (width - totalFixed) / totalPercent)
                        totalPercentWidth += widths[index]
                    }
                }
                total = totalFixed + totalPercentWidth
            }
        } else {
            var remaining = width - total - spacing * Float(autoSpan - autoCount)
            var last = 0
            for index in tracks.indices where tracks[index].kind == .auto {
                let span = grid.tracks[index].span
                let share = remaining * Float(span) / Float(autoSpan)
                widths[index] = share + spacing * Float(span - 1)
                remaining -= share
                last = index
                autoSpan -= span
                if remaining == 0 || autoSpan == 0 { break }
            }
            if remaining != 0, last < widths.count { widths[last] += remaining }
            total = width
        }
        if total < width {
            var remaining = width - total
            for index in widths.indices.reversed() {
                let share = remaining / Float(index + 1)
                remaining -= share
                widths[index] += share
            }
        }
        return widths
    }
}
