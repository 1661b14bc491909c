/// One side of a track's `minmax()`, lengths resolved.
enum GridBreadth: Equatable {
    case fixed(LayoutUnit)
    case flex(Double)
    case auto, minContent, maxContent
    case fitContent(LayoutUnit)

    var isIntrinsic: Bool {
        switch self {
        case .auto, .minContent, .maxContent, .fitContent: true
        case .fixed, .flex: false
        }
    }
    /// `max-content` as a maximum, which `auto` and `fit-content()` are too.
    var isMaxContentMaximum: Bool {
        switch self {
        case .auto, .maxContent, .fitContent: true
        case .fixed, .flex, .minContent: false
        }
    }
}

/// A column or row, with the sizes that track sizing keeps for it.
struct GridTrack {
    var minimum: GridBreadth
    var maximum: GridBreadth
    /// An empty track of `repeat(auto-fit, …)`.
    var isCollapsed = false
    var base = LayoutUnit.zero
    /// `LayoutUnit.max` is infinity.
    var limit = LayoutUnit.max
    var isInfinitelyGrowable = false
    var planned = LayoutUnit.zero
    var incurred = LayoutUnit.zero
    /// Of its start from the start of the content box.
    var offset = LayoutUnit.zero

    var flexFactor: Double {
        if case .flex(let factor) = maximum { return factor }
        return 0
    }
    var isFlexible: Bool {
        if case .flex = maximum { return true }
        return false
    }
}

/// The tracks of one axis, their names and gaps.
struct GridAxis {
    var gap: LayoutUnit
    var template = GridTemplate()
    /// Tracks before the explicit grid.
    var leading = 0
    var tracks: [GridTrack] = []

    init(gap: LayoutUnit) { self.gap = gap }

    /// The sum of tracks and gaps.
    var extent: LayoutUnit { size(of: 0..<tracks.count) }

    /// Of tracks with the gaps between them.
    func size(of range: Range<Int>) -> LayoutUnit {
        var sum = LayoutUnit.zero
        for index in range { sum += tracks[index].base }
        return sum + gaps(in: range)
    }

    func gaps(in range: Range<Int>) -> LayoutUnit {
        guard gap > .zero else { return .zero }
        var count = 0
        for index in range where !tracks[index].isCollapsed { count += 1 }
        return gap * max(0, count - 1)
    }

    /// Where tracks start, free space distributed (https://www.w3.org/TR/css-align-3/#distribution-grid).
    mutating func place(_ distribution: ContentDistribution) {
        var offset = distribution.offset
        var isFirst = true
        for index in tracks.indices {
            if tracks[index].isCollapsed {
                tracks[index].offset = offset
                continue
            }
            if !isFirst { offset += gap + distribution.between }
            isFirst = false
            tracks[index].offset = offset
            offset += tracks[index].base
        }
    }

    /// From the start of the first to the end of the last track of an area.
    func area(_ range: Range<Int>) -> (start: LayoutUnit, size: LayoutUnit) {
        guard !range.isEmpty, range.upperBound <= tracks.count else { return (.zero, .zero) }
        let first = tracks[range.lowerBound], last = tracks[range.upperBound - 1]
        return (first.offset, max(.zero, last.offset + last.base - first.offset))
    }

    var liveCount: Int { tracks.reduce(0) { $0 + ($1.isCollapsed ? 0 : 1) } }
}

extension GridFormatting {
    /// Makes the tracks of an axis: explicit ones, and implicit ones around them by the pattern of `grid-auto-*`.
    func makeTracks(_ axis: GridAxis, range: Range<Int>, automatic: [GridStyle.TrackSize], base: LayoutUnit?) -> [GridTrack] {
        let explicit = axis.template.tracks
        let pattern = automatic.isEmpty ? [GridStyle.TrackSize.auto] : automatic
        var tracks: [GridTrack] = []
        tracks.reserveCapacity(range.count)
        for line in range {
            let size: GridStyle.TrackSize
            if line >= 0, line < explicit.count {
                size = explicit[line]
            } else if line < 0 {
                // > the last pattern track is the one just before the explicit grid
                size = pattern[(line % pattern.count + pattern.count) % pattern.count]
            } else {
                size = pattern[(line - explicit.count) % pattern.count]
            }
            tracks.append(track(size, base: base))
        }
        return tracks
    }

    private func track(_ size: GridStyle.TrackSize, base: LayoutUnit?) -> GridTrack {
        var minimum = breadth(size.minimum, base: base), maximum = breadth(size.maximum, base: base)
        // > A flexible or fit-content() minimum is auto.
        switch minimum {
        case .flex, .fitContent: minimum = .auto
        default: break
        }
        if case .fitContent = size.minimum { maximum = breadth(size.minimum, base: base) }
        return GridTrack(minimum: minimum, maximum: maximum)
    }

    /// Percentages of an unknown size count as `auto`.
    func breadth(_ breadth: GridStyle.Breadth, base: LayoutUnit?) -> GridBreadth {
        switch breadth {
        case .length(let length):
            switch length.kind {
            case .auto, .none, .content, .fitContent, .stretch, .fitContentFunction: return .auto
            case .minContent: return .minContent
            case .maxContent: return .maxContent
            default: break
            }
            if length.dependsOnPercentage, base == nil { return .auto }
            return .fixed(max(.zero, context.resolve(length, base: base ?? .zero)))
        case .flex(let factor): return .flex(Double(max(0, factor)))
        case .auto: return .auto
        case .minContent: return .minContent
        case .maxContent: return .maxContent
        case .fitContent(let length):
            if length.dependsOnPercentage, base == nil { return .maxContent }
            return .fitContent(max(.zero, context.resolve(length, base: base ?? .zero)))
        }
    }
}
