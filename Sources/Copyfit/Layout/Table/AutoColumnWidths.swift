// Automatic table layout as WebKit does it (browser-rules §7.1–6).

extension LayoutContext {
    func webkitColumnConstraints(of table: BoxID, grid: TableGrid) -> ColumnConstraints {
        var builder = AutoColumnConstraints(tracks: grid.tracks.count)
        builder.applyColumnElements(grid: grid, context: self)
        var spanning: [(cell: Int, widths: CellWidths)] = []
        var fixedContributors = Array(repeating: -1, count: grid.tracks.count)
        var maximumContributors = fixedContributors
        for index in grid.cells.indices {
            let cell = grid.cells[index]
            let widths = cellWidths(cell, grid: grid)
            builder.noteOrigin(cell.firstTrack, hasContent: hasContent(cell.box), spans: cell.columnSpan > 1)
            if cell.columnSpan == 1 {
                builder.add(
                    widths, cell: index, to: cell.firstTrack, fixedContributor: &fixedContributors[cell.firstTrack],
                    maximumContributor: &maximumContributors[cell.firstTrack])
            } else {
                spanning.append((index, widths))
            }
        }
        builder.finishTracks(isQuirky: prepared.mode == .quirks, fixedContributors: fixedContributors, maximumContributors: maximumContributors)
        // Narrow spans first; of equal ones the last that a walk by columns finds.
        spanning.sort {
            let a = grid.cells[$0.cell], b = grid.cells[$1.cell]
            if a.columnSpan != b.columnSpan { return a.columnSpan < b.columnSpan }
            return a.column != b.column ? a.column > b.column : $0.cell > $1.cell
        }
        for (index, widths) in spanning { builder.spread(widths, over: grid.cells[index], grid: grid) }
        return ColumnConstraints(tracks: builder.tracks, spanningMaximum: builder.spanningMaximum)
    }

    /// Whether a cell makes its column more than an empty one.
    private func hasContent(_ cell: BoxID) -> Bool {
        if tree[cell].firstChild.exists { return true }
        let style = style(of: cell)
        let hasBorder = style.borderWidth.top != 0 || style.borderWidth.right != 0 || style.borderWidth.bottom != 0 || style.borderWidth.left != 0
        let hasPadding = style.padding.top != .zero || style.padding.right != .zero || style.padding.bottom != .zero || style.padding.left != .zero
        return hasBorder || hasPadding
    }
}

/// Collects what cells ask of tracks.
struct AutoColumnConstraints {
    var tracks: [ColumnConstraint]
    /// By track: what its own cells ask, before spanning cells change it.
    private var own: [ColumnConstraint] = []
    var spanningMaximum: Float = 0

    init(tracks count: Int) { tracks = Array(repeating: ColumnConstraint(), count: count) }

    /// Only elements that stand for one column that is a track of its own give it their width.
    mutating func applyColumnElements(grid: TableGrid, context: LayoutContext) {
        for element in grid.columnElements where element.span == 1 {
            var width = context.style(of: element.box).width
            if width.isAuto, element.group.exists { width = context.style(of: element.group).width }
            let track = grid.track(ofColumn: element.column)
            guard track < tracks.count, grid.tracks[track].span == 1 else { continue }
            switch width.kind {
            case .fixed where width.px != 0:
                tracks[track].kind = .fixed
                tracks[track].value = width.px
                tracks[track].maximum = max(tracks[track].maximum, width.px)
            case .percentage where width.percent != 0:
                tracks[track].kind = .percent
                tracks[track].value = width.percent
            default: break
            }
        }
    }

    /// A cell starts in a track: it counts as a column if there is anything in the cell, and is at least 1 px wide if that spans others too
    /// (measured).
    mutating func noteOrigin(_ track: Int, hasContent: Bool, spans: Bool) {
        guard hasContent else { return }
        tracks[track].isEmpty = false
        guard spans else { return }
        tracks[track].minimum = max(tracks[track].minimum, 1)
        tracks[track].maximum = max(tracks[track].maximum, 1)
    }

    /// The widest width that a cell may ask for, px.
    private static let widestCell: Float = 32760

    mutating func add(_ widths: CellWidths, cell: Int, to index: Int, fixedContributor: inout Int, maximumContributor: inout Int) {
        var track = tracks[index]
        track.minimum = max(widths.minimum, track.minimum)
        if widths.maximum > track.maximum {
            track.maximum = widths.maximum
            maximumContributor = cell
        }
        switch widths.kind {
        case .fixed:
            let value = min(widths.value, AutoColumnConstraints.widestCell)
            if widths.contentValue > 0, track.kind != .percent {
                let isWider = track.kind != .fixed || value > track.value || (track.value == value && maximumContributor == cell)
                if isWider {
                    track.kind = .fixed
                    track.value = value
                    fixedContributor = cell
                }
            }
        case .percent:
            if widths.value > 0, track.kind != .percent || widths.value > track.value {
                track.kind = .percent
                track.value = widths.value
            }
        case .auto: break
        }
        tracks[index] = track
    }

    mutating func finishTracks(isQuirky: Bool, fixedContributors: [Int], maximumContributors: [Int]) {
        for index in tracks.indices {
            // In quirks mode a width gives way where another cell needs more room.
            if isQuirky, tracks[index].kind == .fixed, tracks[index].maximum > tracks[index].value,
                fixedContributors[index] != maximumContributors[index]
            {
                tracks[index].kind = .auto
                tracks[index].value = 0
            }
            tracks[index].maximum = max(tracks[index].maximum, tracks[index].minimum)
        }
        own = tracks
    }

    // MARK: Spanning cells

    /// Spreads what a spanning cell asks beyond what its tracks have.
    mutating func spread(_ widths: CellWidths, over cell: TableGrid.Cell, grid: TableGrid) {
        let span = cell.firstTrack..<min(cell.endTrack, tracks.count)
        guard !span.isEmpty else { return }
        let spacing = grid.horizontalSpacing.px
        var kind = widths.kind
        if widths.contentValue == 0 { kind = .auto }
        var minimum = widths.minimum + spacing
        var maximum = widths.maximum + spacing
        var totalPercent: Float = 0
        var spanMinimum: Float = 0, spanMaximum: Float = 0
        var allArePercent = true, allAreFixed = true, hasAuto = false, isEmpty = true
        var fixedWidth: Float = 0
        for index in span {
            let track = own[index]
            if track.kind == .percent {
                totalPercent += track.value
                allAreFixed = false
            } else if track.kind == .fixed, track.value > 0 {
                fixedWidth += track.value
                allArePercent = false
            } else {
                hasAuto = true
                // A percentage that another spanning cell gave stays.
                if tracks[index].kind == .percent {
                    totalPercent += tracks[index].value
                } else {
                    tracks[index].kind = .auto
                    allArePercent = false
                }
                allAreFixed = false
            }
            if !track.isEmpty { isEmpty = false }
            spanMinimum += tracks[index].minimum
            spanMaximum += tracks[index].maximum
            minimum -= spacing
            maximum -= spacing
        }

        if kind == .percent {
            if totalPercent > widths.value || allArePercent {
                kind = .auto
            } else {
                spanningMaximum = max(spanningMaximum, max(spanMaximum, maximum) * 100 / widths.value)
                sharePercentage(widths.value - totalPercent, over: span)
            }
        }
        if minimum > spanMinimum {
            if allAreFixed {
                for index in span {
                    guard fixedWidth > 0 else { break }
                    let width = max(tracks[index].minimum, minimum * own[index].value / fixedWidth)
                    fixedWidth -= own[index].value
                    minimum -= width
                    tracks[index].minimum = width
                }
            } else if allArePercent {
                for index in span {
                    let percent = own[index].kind == .percent ? own[index].value : tracks[index].value
                    tracks[index].minimum = max(tracks[index].minimum, percent * minimum / totalPercent)
                    tracks[index].maximum = percent * maximum / totalPercent
                }
            } else {
                shareMinimum(minimum, over: span, spanMinimum: spanMinimum, spanMaximum: spanMaximum, hasAuto: hasAuto, fixedWidth: fixedWidth)
            }
        }
        if kind != .percent, maximum > spanMaximum {
            for index in span {
                guard spanMaximum >= 0 else { break }
                let share = spanMaximum != 0 ? maximum * tracks[index].maximum / spanMaximum : maximum
                let width = max(tracks[index].maximum, share)
                spanMaximum -= tracks[index].maximum
                maximum -= width
                tracks[index].maximum = width
            }
        }
        if isEmpty {
            for index in span {
                tracks[index].isEmpty = false
                own[index].isEmpty = false
            }
        }
    }

    /// Tracks without a percentage share what a spanning cell's lacks, by their widths.
    private mutating func sharePercentage(_ missing: Float, over span: Range<Int>) {
        var missing = missing
        var total: Float = 0
        for index in span where tracks[index].kind != .percent { total += tracks[index].maximum }
        for index in span where total > 0 && tracks[index].kind != .percent {
            let percent = missing * tracks[index].maximum / total
            total -= tracks[index].maximum
            missing -= percent
            tracks[index].kind = percent > 0 ? .percent : .auto
            tracks[index].value = percent > 0 ? percent : 0
        }
    }

    /// Fixed tracks get their widths where there are auto ones for the rest, which share it by their maxima.
    private mutating func shareMinimum(
        _ minimum: Float, over span: Range<Int>, spanMinimum: Float, spanMaximum: Float, hasAuto: Bool, fixedWidth: Float
    ) {
        var minimum = minimum, leftMinimum = spanMinimum, leftMaximum = spanMaximum, fixedWidth = fixedWidth
        for index in span {
            guard leftMaximum >= 0 else { break }
            guard own[index].kind == .fixed, hasAuto, fixedWidth <= minimum else { continue }
            let width = max(tracks[index].minimum, own[index].value)
            fixedWidth -= own[index].value
            leftMinimum -= tracks[index].minimum
            leftMaximum -= tracks[index].maximum
            minimum -= width
            tracks[index].minimum = width
        }
        for index in span {
            guard leftMaximum >= 0, leftMinimum < minimum else { break }
            if own[index].kind == .fixed, hasAuto, fixedWidth <= minimum { continue }
            var width = max(tracks[index].minimum, leftMaximum != 0 ? minimum * tracks[index].maximum / leftMaximum : minimum)
            width = min(tracks[index].minimum + (minimum - leftMinimum), width)
            leftMaximum -= tracks[index].maximum
            leftMinimum -= tracks[index].minimum
            minimum -= width
            tracks[index].minimum = width
        }
    }
}

/// Gives tracks their widths.
enum AutoColumnDistribution {
    /// - Parameter width: of the table without border, padding and border spacing, px.
    static func widths(of tracks: [ColumnConstraint], width: Float) -> [Float] {
        var widths = tracks.map(\.minimum)
        var available = width
        var autoCount = 0, fixedCount = 0, emptyCount = 0
        var totalAuto: Float = 0, totalFixed: Float = 0, totalPercent: Float = 0, allocatedAuto: Float = 0
        for track in tracks {
            available -= track.minimum
            switch track.kind {
            case .percent: totalPercent += track.value
            case .fixed:
                fixedCount += 1
                totalFixed += track.maximum
            case .auto:
                if track.isEmpty {
                    emptyCount += 1
                } else {
                    autoCount += 1
                    totalAuto += track.maximum
                    allocatedAuto += track.minimum
                }
            }
        }
        if available > 0, totalPercent > 0 {
            growPercent(&widths, tracks: tracks, available: &available, width: width, totalPercent: totalPercent)
        }
        if available > 0 {
            for index in tracks.indices where tracks[index].kind == .fixed && tracks[index].value > widths[index] {
                available += widths[index] - tracks[index].value
                widths[index] = tracks[index].value
            }
        }
        if available > 0, autoCount > 0 {
            // What they have is given out again, by their maxima; in equal parts if they would have nothing (measured).
            available += allocatedAuto
            let haveMaxima = totalAuto != 0
            for index in tracks.indices where tracks[index].kind == .auto && !tracks[index].isEmpty && (totalAuto != 0 || !haveMaxima) {
                let width = max(widths[index], haveMaxima ? available * tracks[index].maximum / totalAuto : available / Float(autoCount))
                available -= width
                totalAuto -= tracks[index].maximum
                autoCount -= 1
                widths[index] = width
            }
        }
        if available > 0, fixedCount > 0 {
            for index in tracks.indices where tracks[index].kind == .fixed {
                let extra = available * tracks[index].maximum / totalFixed
                available -= extra
                totalFixed -= tracks[index].maximum
                widths[index] += extra
            }
        }
        if available > 0, totalPercent > 0, totalPercent < 100 {
            for index in tracks.indices where tracks[index].kind == .percent {
                let extra = available * tracks[index].value / totalPercent
                available -= extra
                totalPercent -= tracks[index].value
                widths[index] += extra
                if available == 0 || totalPercent == 0 { break }
            }
        }
        if available > 0, tracks.count > emptyCount {
            var left = tracks.count - emptyCount
            for index in tracks.indices.reversed() where !(tracks[index].kind == .auto && tracks[index].isEmpty) {
                let extra = available / Float(left)
                available -= extra
                left -= 1
                widths[index] += extra
            }
        }
        if available < 0 { shrink(.auto, &widths, tracks: tracks, available: &available) }
        if available < 0 { shrink(.fixed, &widths, tracks: tracks, available: &available) }
        if available < 0 { shrink(.percent, &widths, tracks: tracks, available: &available) }
        return widths
    }

    private static func growPercent(
        _ widths: inout [Float], tracks: [ColumnConstraint], available: inout Float, width: Float, totalPercent: Float
    ) {
        for index in tracks.indices where tracks[index].kind == .percent {
            let asked = LayoutUnit.truncating(LayoutUnit.truncating(width).px * tracks[index].value / 100).px
            let width = max(tracks[index].minimum, asked)
            available += widths[index] - width
            widths[index] = width
        }
        guard totalPercent > 100 else { return }
        // What goes beyond 100% is taken from the last tracks.
        var excess = width * (totalPercent - 100) / 100
        for index in tracks.indices.reversed() where tracks[index].kind == .percent {
            let reduction = min(widths[index], excess)
            excess -= reduction
            let reduced = max(tracks[index].minimum, widths[index] - reduction)
            available += widths[index] - reduced
            widths[index] = reduced
        }
    }

    private static func shrink(_ kind: ColumnConstraint.Kind, _ widths: inout [Float], tracks: [ColumnConstraint], available: inout Float) {
        var beyondMinimum: Float = 0
        for index in tracks.indices where tracks[index].kind == kind { beyondMinimum += widths[index] - tracks[index].minimum }
        for index in tracks.indices.reversed() where tracks[index].kind == kind {
            guard beyondMinimum > 0 else { return }
            let room = widths[index] - tracks[index].minimum
            let reduction = available * room / beyondMinimum
            widths[index] += reduction
            available -= reduction
            beyondMinimum -= room
            if available >= 0 { return }
        }
    }
}
