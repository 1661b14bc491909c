/// The explicit tracks of one axis and the names of its lines (https://www.w3.org/TR/css-grid-1/#explicit-grids).
struct GridTemplate {
    /// As many as the browsers' own limits would not bear either: more lines than this are one.
    static let trackLimit = 10_000

    var tracks: [GridStyle.TrackSize] = []
    /// Line numbers by name, from 0, ascending.
    var lines: [String: [Int]] = [:]
    /// The tracks that `repeat(auto-fit, …)` made.
    var autoFit: Range<Int>?

    var lineCount: Int { tracks.count + 1 }

    mutating func addLine(_ name: String, at line: Int) {
        var known = lines[name] ?? []
        if let index = known.firstIndex(where: { $0 >= line }) {
            if known[index] != line { known.insert(line, at: index) }
        } else {
            known.append(line)
        }
        lines[name] = known
    }

    mutating func append(_ components: [GridStyle.Component], automaticCount: Int) {
        for component in components {
            guard tracks.count < GridTemplate.trackLimit else { return }
            switch component {
            case .track(let size): tracks.append(size)
            case .lineNames(let names): for name in names { addLine(name, at: tracks.count) }
            case .repeat(let repetition, let inner):
                switch repetition {
                case .count(let count):
                    for _ in 0..<max(0, min(count, GridTemplate.trackLimit)) where tracks.count < GridTemplate.trackLimit {
                        append(inner, automaticCount: automaticCount)
                    }
                case .autoFill, .autoFit:
                    let start = tracks.count
                    for _ in 0..<automaticCount where tracks.count < GridTemplate.trackLimit { append(inner, automaticCount: 1) }
                    if repetition == .autoFit { autoFit = start..<tracks.count }
                }
            }
        }
    }
}

extension GridFormatting {
    /// Both axes' templates, areas included.
    mutating func makeTemplates() {
        let widthLimits = hasWidth ? (exact: contentWidth, atLeast: false) : nil
        columns.template.append(grid.templateColumns, automaticCount: repetitions(grid.templateColumns, gap: columns.gap, room: widthLimits, isColumns: true))
        rows.template.append(grid.templateRows, automaticCount: repetitions(grid.templateRows, gap: rows.gap, room: heightForRepetitions()))
        addAreas()
        // > If there are more area columns than tracks, the rest is sized by grid-auto-columns.
        let areaColumns = grid.templateAreas.reduce(0) { max($0, $1.count) }
        pad(&columns.template, to: areaColumns, with: grid.autoColumns)
        pad(&rows.template, to: grid.templateAreas.count, with: grid.autoRows)
    }

    private func pad(_ template: inout GridTemplate, to count: Int, with automatic: [GridStyle.TrackSize]) {
        let pattern = automatic.isEmpty ? [GridStyle.TrackSize.auto] : automatic
        var index = 0
        while template.tracks.count < min(count, GridTemplate.trackLimit) {
            template.tracks.append(pattern[index % pattern.count])
            index += 1
        }
    }

    /// > a named grid area generates lines named …-start and …-end
    private mutating func addAreas() {
        var bounds: [String: (rows: Range<Int>, columns: Range<Int>)] = [:]
        for (row, names) in grid.templateAreas.enumerated() {
            for (column, name) in names.enumerated() where !name.isEmpty && !name.utf8.allSatisfy({ $0 == 0x2E }) {
                if let known = bounds[name] {
                    bounds[name] = (
                        min(known.rows.lowerBound, row)..<max(known.rows.upperBound, row + 1),
                        min(known.columns.lowerBound, column)..<max(known.columns.upperBound, column + 1)
                    )
                } else {
                    bounds[name] = (row..<row + 1, column..<column + 1)
                }
            }
        }
        for (name, area) in bounds {
            columns.template.addLine(name + "-start", at: area.columns.lowerBound)
            columns.template.addLine(name + "-end", at: area.columns.upperBound)
            rows.template.addLine(name + "-start", at: area.rows.lowerBound)
            rows.template.addLine(name + "-end", at: area.rows.upperBound)
        }
    }

    /// The height that `repeat(auto-fill, …)` rows must fit in, or reach.
    private func heightForRepetitions() -> (exact: LayoutUnit, atLeast: Bool)? {
        if let knownHeight { return (knownHeight, false) }
        guard hasWidth else { return nil }
        let vertical = edges.vertical
        if let maximum = context.borderBoxHeight(style.maxHeight, of: box, space: space, edges: vertical) {
            return (max(.zero, maximum - vertical), false)
        }
        if let minimum = context.borderBoxHeight(style.minHeight, of: box, space: space, edges: vertical) {
            return (max(.zero, minimum - vertical), true)
        }
        return nil
    }

    /// How often an automatic repetition repeats (https://www.w3.org/TR/css-grid-1/#auto-repeat).
    private mutating func repetitions(_ components: [GridStyle.Component], gap: LayoutUnit, room: (exact: LayoutUnit, atLeast: Bool)?, isColumns: Bool = false) -> Int {
        guard let room else { return 1 }
        var fixed = LayoutUnit.zero
        var fixedCount = 0
        var repeated = LayoutUnit.zero
        var repeatedCount = 0
        for component in components {
            switch component {
            case .track(let size):
                fixed += repetitionSize(size, base: room.exact)
                fixedCount += 1
            case .lineNames: break
            case .repeat(let repetition, let inner):
                var sum = LayoutUnit.zero
                var count = 0
                for case .track(let size) in inner {
                    let used = repetitionSize(size, base: room.exact)
                    // > the track size must be floored to a UA-specified value to avoid division by zero
                    if case .count = repetition { sum += used } else { sum += max(used, 1.layoutUnits) }
                    count += 1
                }
                if case .count(let times) = repetition {
                    fixed += sum * min(times, GridTemplate.trackLimit)
                    fixedCount += count * min(times, GridTemplate.trackLimit)
                } else {
                    repeated = sum
                    repeatedCount = count
                }
            }
        }
        guard repeatedCount > 0 else { return 1 }
        let free = room.exact - fixed - gap * fixedCount + gap
        let each = repeated + gap * repeatedCount
        guard each > .zero, free > .zero else { return 1 }
        if isColumns, !hasPercentages(components) {
            let rest = Int(free.rawValue) % Int(each.rawValue)
            repetitionRoom = (each.rawValue, Int32(truncatingIfNeeded: rest))
        }
        var count = Int(free.rawValue) / Int(each.rawValue)
        if room.atLeast, Int(free.rawValue) % Int(each.rawValue) != 0 { count += 1 }
        return max(1, min(count, GridTemplate.trackLimit / repeatedCount))
    }

    private func hasPercentages(_ components: [GridStyle.Component]) -> Bool {
        func depends(_ breadth: GridStyle.Breadth) -> Bool {
            switch breadth {
            case .length(let length), .fitContent(let length): length.dependsOnPercentage
            default: false
            }
        }
        return components.contains {
            switch $0 {
            case .track(let size): depends(size.minimum) || depends(size.maximum)
            case .lineNames: false
            case .repeat(_, let inner): hasPercentages(inner)
            }
        }
    }

    /// > each track as its max track sizing function if that is definite, else its min, floored by the min if that is definite too
    private func repetitionSize(_ size: GridStyle.TrackSize, base: LayoutUnit) -> LayoutUnit {
        var result: LayoutUnit?
        if case .fixed(let maximum) = breadth(size.maximum, base: base) { result = maximum }
        if case .fixed(let minimum) = breadth(size.minimum, base: base) { result = max(result ?? minimum, minimum) }
        return result ?? .zero
    }
}
