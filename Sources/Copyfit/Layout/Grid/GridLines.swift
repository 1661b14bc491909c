/// Where an item goes along one axis: settled by its properties, or a number of tracks to be placed.
enum GridSpan: Hashable {
    /// Lines of the explicit grid, from 0; implicit ones before it are negative.
    case definite(Range<Int>)
    case automatic(Int)

    var isAutomatic: Bool { if case .automatic = self { true } else { false } }

    var count: Int {
        switch self {
        case .definite(let range): range.count
        case .automatic(let count): count
        }
    }
}

// Grid lines from the placement properties (https://www.w3.org/TR/css-grid-1/#line-placement).

extension GridTemplate {
    func span(start: GridStyle.Line, end: GridStyle.Line) -> GridSpan {
        let first = line(start, isStart: true), last = line(end, isStart: false)
        switch (first, last) {
        case (let first?, let last?):
            // > If the start line is further end-ward than the end line, swap them. If equal, remove the end line.
            if first == last { return .definite(first..<bounded(first + 1)) }
            return .definite(min(first, last)..<max(first, last))
        case (let first?, nil):
            let last = lineAfter(first, end)
            return .definite(first..<max(last, first + 1))
        case (nil, let last?):
            let first = lineBefore(last, start)
            return .definite(min(first, last - 1)..<last)
        case (nil, nil):
            // > If the placement contains two spans, remove the end's; one for a named line is a span of 1.
            if case .span(let count, let name) = start { return .automatic(name == nil ? clampedSpan(count) : 1) }
            if case .span(let count, let name) = end { return .automatic(name == nil ? clampedSpan(count) : 1) }
            return .automatic(1)
        }
    }

    /// The line that a placement names; nil for `auto` and spans.
    func line(_ placement: GridStyle.Line, isStart: Bool) -> Int? {
        switch placement {
        case .auto, .span: return nil
        case .line(let number, let name): return number == 0 ? nil : numbered(number, name: name)
        case .name(let name):
            // > first, the edge of the named grid area
            if let edge = lines[name + (isStart ? "-start" : "-end")]?.first { return edge }
            return numbered(1, name: name)
        }
    }

    private func numbered(_ number: Int, name: String?) -> Int {
        let number = max(-GridTemplate.trackLimit, min(number, GridTemplate.trackLimit))
        guard let name else { return bounded(number > 0 ? number - 1 : tracks.count + 1 + number) }
        let known = lines[name] ?? []
        // > all implicit lines are assumed to have that name
        if number > 0 { return bounded(number <= known.count ? known[number - 1] : tracks.count + number - known.count) }
        return bounded(-number <= known.count ? known[known.count + number] : number + known.count)
    }

    private func lineAfter(_ first: Int, _ placement: GridStyle.Line) -> Int {
        guard case .span(let asked, let name) = placement else { return bounded(first + 1) }
        let count = clampedSpan(asked)
        guard let name else { return bounded(first + count) }
        let later = (lines[name] ?? []).filter { $0 > first }
        return bounded(count <= later.count ? later[count - 1] : max(tracks.count, first) + count - later.count)
    }

    private func lineBefore(_ last: Int, _ placement: GridStyle.Line) -> Int {
        guard case .span(let asked, let name) = placement else { return bounded(last - 1) }
        let count = clampedSpan(asked)
        guard let name else { return bounded(last - count) }
        let earlier = (lines[name] ?? []).filter { $0 < last }
        return bounded(count <= earlier.count ? earlier[earlier.count - count] : min(0, last) - (count - earlier.count))
    }

    private func clampedSpan(_ count: Int) -> Int { max(1, min(count, GridTemplate.trackLimit)) }
    private func bounded(_ line: Int) -> Int { max(-GridTemplate.trackLimit, min(line, 2 * GridTemplate.trackLimit)) }
}
