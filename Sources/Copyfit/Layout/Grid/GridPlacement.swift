// The grid item placement algorithm (https://www.w3.org/TR/css-grid-1/#auto-placement-algo).

/// Which cells are taken, by track of the axis that items flow across ("major": rows for `row`).
private struct GridOccupancy {
    private var taken: [Int: [Range<Int>]] = [:]

    mutating func take(major: Range<Int>, minor: Range<Int>) {
        for track in major { taken[track, default: []].append(minor) }
    }

    /// The end of a taken stretch that `minor` meets, or nil when it is free.
    func obstacle(major: Range<Int>, minor: Range<Int>) -> Int? {
        for track in major {
            guard let stretches = taken[track] else { continue }
            for stretch in stretches where stretch.overlaps(minor) { return stretch.upperBound }
        }
        return nil
    }
}

extension GridFormatting {
    /// Settles the tracks that each item covers, and makes the tracks of the implicit grid.
    mutating func placeItems() {
        collectItems()
        makeTemplates()
        let flowsInRows = style.gridAutoFlow == .row || style.gridAutoFlow == .rowDense
        let isDense = style.gridAutoFlow == .rowDense || style.gridAutoFlow == .columnDense
        // Major: the axis that grows. Minor: the axis that is filled.
        var major: [GridSpan] = []
        var minor: [GridSpan] = []
        for item in items {
            let itemGrid = context.gridStyle(context.style(of: item.box))
            let row = rows.template.span(start: itemGrid.rowStart, end: itemGrid.rowEnd)
            let column = columns.template.span(start: itemGrid.columnStart, end: itemGrid.columnEnd)
            major.append(flowsInRows ? row : column)
            minor.append(flowsInRows ? column : row)
        }
        let explicitMinor = flowsInRows ? columns.template.tracks.count : rows.template.tracks.count
        var placer = GridPlacer(major: major, minor: minor, explicitMinor: explicitMinor, isDense: isDense, watch: context.watch)
        placer.place()
        adopt(placer, flowsInRows: flowsInRows)
    }

    private mutating func adopt(_ placer: GridPlacer, flowsInRows: Bool) {
        let rowRanges = flowsInRows ? placer.majorRanges : placer.minorRanges
        let columnRanges = flowsInRows ? placer.minorRanges : placer.majorRanges
        let rowBounds = bounds(rowRanges, explicit: rows.template.tracks.count)
        let columnBounds = bounds(columnRanges, explicit: columns.template.tracks.count)
        for index in items.indices {
            items[index].rows = shifted(rowRanges[index], by: -rowBounds.lowerBound)
            items[index].columns = shifted(columnRanges[index], by: -columnBounds.lowerBound)
        }
        rows.leading = -rowBounds.lowerBound
        columns.leading = -columnBounds.lowerBound
        rows.tracks = makeTracks(rows, range: rowBounds, automatic: grid.autoRows, base: percentageHeight)
        columns.tracks = makeTracks(columns, range: columnBounds, automatic: grid.autoColumns, base: hasWidth ? contentWidth : nil)
        collapseEmpty(&columns, occupied: items.map(\.columns))
        collapseEmpty(&rows, occupied: items.map(\.rows))
    }

    private func shifted(_ range: Range<Int>, by offset: Int) -> Range<Int> { range.lowerBound + offset..<range.upperBound + offset }

    private func bounds(_ ranges: [Range<Int>], explicit: Int) -> Range<Int> {
        // Even without explicit tracks there is one.
        var low = 0
        var high = max(explicit, 1)
        for range in ranges {
            low = min(low, range.lowerBound)
            high = max(high, range.upperBound)
        }
        return low..<high
    }

    /// > auto-fit: any empty repeated tracks are collapsed
    private func collapseEmpty(_ axis: inout GridAxis, occupied: [Range<Int>]) {
        guard let repeated = axis.template.autoFit else { return }
        var isTaken = Array(repeating: false, count: axis.tracks.count)
        for range in occupied { for index in range where index < isTaken.count { isTaken[index] = true } }
        for line in repeated {
            let index = line + axis.leading
            guard index < axis.tracks.count, !isTaken[index] else { continue }
            axis.tracks[index].isCollapsed = true
            axis.tracks[index].minimum = .fixed(.zero)
            axis.tracks[index].maximum = .fixed(.zero)
        }
    }
}

/// Places spans in order: what is settled, what is locked to a major track, then the rest behind a cursor.
private struct GridPlacer {
    let major: [GridSpan]
    let minor: [GridSpan]
    let explicitMinor: Int
    let isDense: Bool
    var majorRanges: [Range<Int>]
    var minorRanges: [Range<Int>]
    private var cells = GridOccupancy()
    private var minorBounds = 0..<1
    /// Some item seeks a free place: else it does not matter which are taken.
    private let hasSeekers: Bool
    private let watch: WorkWatch?

    init(major: [GridSpan], minor: [GridSpan], explicitMinor: Int, isDense: Bool, watch: WorkWatch?) {
        self.watch = watch
        hasSeekers = major.contains(where: \.isAutomatic) || minor.contains(where: \.isAutomatic)
        self.major = major
        self.minor = minor
        self.explicitMinor = explicitMinor
        self.isDense = isDense
        majorRanges = Array(repeating: 0..<1, count: major.count)
        minorRanges = majorRanges
    }

    mutating func place() {
        // > 0, 1: Position anything that's not auto-positioned.
        for index in major.indices {
            if case .definite(let majorRange) = major[index], case .definite(let minorRange) = minor[index] {
                if mustStop(hasSeekers ? majorRange.count : 0) { return }
                put(index, major: majorRange, minor: minorRange)
            }
        }
        // > 2: Process the items locked to a given row.
        var cursors: [Int: Int] = [:]
        var lastStarts: [LockedShape: Int] = [:]
        for index in major.indices {
            guard case .definite(let majorRange) = major[index], case .automatic(let count) = minor[index] else { continue }
            let shape = LockedShape(major: majorRange, minorCount: count)
            var start = (isDense ? lastStarts[shape] : cursors[majorRange.lowerBound]) ?? 0
            while let end = cells.obstacle(major: majorRange, minor: start..<start + count) {
                start = end
                if mustStop(majorRange.count) { return }
            }
            cursors[majorRange.lowerBound] = start + count
            lastStarts[shape] = start
            put(index, major: majorRange, minor: start..<start + count)
        }
        findMinorBounds()
        placeAutomatic()
    }

    private mutating func put(_ index: Int, major: Range<Int>, minor: Range<Int>) {
        majorRanges[index] = major
        minorRanges[index] = minor
        if hasSeekers { cells.take(major: major, minor: minor) }
    }

    /// Whether an item's place need not be sought any more.
    private func mustStop(_ tracks: Int) -> Bool { watch?.mustStop(after: 1 + tracks / GridPlacer.tracksPerQuestion) ?? false }
    private static let tracksPerQuestion = 64

    /// > 3: Determine the columns in the implicit grid.
    private mutating func findMinorBounds() {
        var low = 0
        var high = max(explicitMinor, 1)
        for index in minor.indices {
            if case .definite(let range) = minor[index] {
                low = min(low, range.lowerBound)
                high = max(high, range.upperBound)
            } else if case .definite = major[index] {
                low = min(low, minorRanges[index].lowerBound)
                high = max(high, minorRanges[index].upperBound)
            }
        }
        for span in minor { if case .automatic(let count) = span { high = max(high, low + count) } }
        minorBounds = low..<max(high, low + 1)
    }

    private struct LockedShape: Hashable {
        var major: Range<Int>
        var minorCount: Int
    }

    private struct Shape: Hashable {
        var majorCount: Int
        var minor: GridSpan
    }

    /// > 4: Position the remaining grid items.
    private mutating func placeAutomatic() {
        var firstMajor = 0
        for range in majorRanges { firstMajor = min(firstMajor, range.lowerBound) }
        var cursor = (major: firstMajor, minor: minorBounds.lowerBound)
        // Where the last item of a shape found room: none of that shape finds any before, as cells only fill up.
        var lastPlaces: [Shape: (major: Int, minor: Int)] = [:]
        for index in major.indices {
            guard case .automatic(let majorCount) = major[index] else { continue }
            let shape = Shape(majorCount: majorCount, minor: minor[index])
            if isDense { cursor = lastPlaces[shape] ?? (firstMajor, minorBounds.lowerBound) }
            defer { if isDense { lastPlaces[shape] = (majorRanges[index].lowerBound, minorRanges[index].lowerBound) } }
            switch minor[index] {
            case .definite(let range):
                if !isDense, range.lowerBound < cursor.minor { cursor.major += 1 }
                cursor.minor = range.lowerBound
                while cells.obstacle(major: cursor.major..<cursor.major + majorCount, minor: range) != nil {
                    cursor.major += 1
                    if mustStop(majorCount) { return }
                }
                put(index, major: cursor.major..<cursor.major + majorCount, minor: range)
            case .automatic(let minorCount):
                while true {
                    if mustStop(majorCount) { return }
                    guard cursor.minor + minorCount <= minorBounds.upperBound else {
                        cursor = (cursor.major + 1, minorBounds.lowerBound)
                        continue
                    }
                    let range = cursor.minor..<cursor.minor + minorCount
                    guard let end = cells.obstacle(major: cursor.major..<cursor.major + majorCount, minor: range) else {
                        put(index, major: cursor.major..<cursor.major + majorCount, minor: range)
                        break
                    }
                    cursor.minor = end
                }
            }
        }
    }
}
