/// The room that tracks are sized for (https://www.w3.org/TR/css-grid-1/#algo-terms).
enum GridAvailable: Equatable {
    case definite(LayoutUnit)
    /// The container is as large as its tracks.
    case indefinite
    case minContent, maxContent
}

/// What an item asks of the tracks that it covers, margins included.
struct GridContribution {
    var tracks: Range<Int>
    var minimum: LayoutUnit
    var minContent: LayoutUnit
    var maxContent: LayoutUnit
}

/// The track sizing algorithm of one axis (https://www.w3.org/TR/css-grid-1/#algo-track-sizing).
struct GridTrackSizing {
    var axis: GridAxis
    let contributions: [GridContribution]
    let available: GridAvailable
    /// Whether `normal` or `stretch` content alignment lets `auto` tracks grow.
    let stretchesAutoTracks: Bool
    /// What may stop it: an item may cover a hundred thousand tracks.
    let watch: WorkWatch?
    /// Whether there are tracks that grow in a phase, by phase: few grids have them for each.
    private var hasAffected = [Bool](repeating: false, count: Phase.allCases.count)

    init(axis: GridAxis, contributions: [GridContribution], available: GridAvailable, stretchesAutoTracks: Bool, watch: WorkWatch?) {
        self.axis = axis
        self.contributions = contributions
        self.available = available
        self.stretchesAutoTracks = stretchesAutoTracks
        self.watch = watch
    }

    mutating func run() {
        initialize()
        resolveIntrinsicSizes()
        maximize()
        expandFlexibleTracks()
        stretchAutoTracks()
    }

    /// > 12.4 Initialize Track Sizes
    private mutating func initialize() {
        for index in axis.tracks.indices {
            var base = LayoutUnit.zero
            if case .fixed(let size) = axis.tracks[index].minimum { base = size }
            var limit = LayoutUnit.max
            switch axis.tracks[index].maximum {
            case .fixed(let size): limit = max(size, base)
            case .flex: limit = base
            default: break
            }
            axis.tracks[index].base = base
            axis.tracks[index].limit = limit
            axis.tracks[index].isInfinitelyGrowable = false
        }
    }

    // MARK: Intrinsic sizes

    /// > 12.5 Resolve Intrinsic Track Sizes
    private mutating func resolveIntrinsicSizes() {
        var bySpan: [(span: Int, index: Int)] = []
        var flexible: [Int] = []
        let hasFlexible = axis.tracks.contains(where: \.isFlexible)
        for (index, contribution) in contributions.enumerated() {
            if hasFlexible, contribution.tracks.contains(where: { axis.tracks[$0].isFlexible }) {
                flexible.append(index)
            } else if contribution.tracks.count == 1 {
                fitSingle(contribution)
            } else {
                bySpan.append((contribution.tracks.count, index))
            }
        }
        if !bySpan.isEmpty || !flexible.isEmpty {
            for phase in Phase.allCases { hasAffected[phase.rawValue] = axis.tracks.contains { isAffected($0, phase) } }
        }
        bySpan.sort { $0.span != $1.span ? $0.span < $1.span : $0.index < $1.index }
        var start = 0
        while start < bySpan.count {
            var end = start
            while end < bySpan.count, bySpan[end].span == bySpan[start].span { end += 1 }
            growTracks(bySpan[start..<end].map(\.index), flexibleOnly: false)
            if watch?.failure != nil { return }
            start = end
        }
        if !flexible.isEmpty { growTracks(flexible, flexibleOnly: true) }
        // > If any track still has an infinite growth limit, set its growth limit to its base size.
        for index in axis.tracks.indices where axis.tracks[index].limit == .max { axis.tracks[index].limit = axis.tracks[index].base }
    }

    /// > Size tracks to fit non-spanning items.
    private mutating func fitSingle(_ contribution: GridContribution) {
        let index = contribution.tracks.lowerBound
        var track = axis.tracks[index]
        switch track.minimum {
        case .minContent: track.base = max(track.base, contribution.minContent)
        case .maxContent: track.base = max(track.base, contribution.maxContent)
        case .auto: track.base = max(track.base, automaticMinimum(contribution))
        default: break
        }
        let finite = track.limit == .max ? LayoutUnit.zero : track.limit
        switch track.maximum {
        case .minContent: track.limit = max(finite, contribution.minContent)
        case .maxContent, .auto: track.limit = max(finite, contribution.maxContent)
        case .fitContent(let size): track.limit = max(finite, min(contribution.maxContent, size))
        default: break
        }
        track.limit = max(track.limit, track.base)
        axis.tracks[index] = track
    }

    /// What an `auto` minimum asks for; under a content constraint the contents, limited by a fixed maximum.
    private func automaticMinimum(_ contribution: GridContribution) -> LayoutUnit {
        let wanted: LayoutUnit
        switch available {
        case .minContent: wanted = contribution.minContent
        case .maxContent: wanted = contribution.maxContent
        default: return contribution.minimum
        }
        var limit: LayoutUnit? = .zero
        for index in contribution.tracks {
            switch axis.tracks[index].maximum {
            case .fixed(let size), .fitContent(let size): limit = limit.map { $0 + size }
            default: limit = nil
            }
        }
        return max(contribution.minimum, limit.map { min(wanted, $0 + axis.gaps(in: contribution.tracks)) } ?? wanted)
    }

    private enum Phase: Int, CaseIterable { case minimums, contentMinimums, maxContentMinimums, intrinsicMaximums, maxContentMaximums }

    /// > Increase sizes to accommodate spanning items crossing content-sized tracks.
    private mutating func growTracks(_ group: [Int], flexibleOnly: Bool) {
        // Nothing else changes.
        var covered = contributions[group[0]].tracks
        for item in group {
            let tracks = contributions[item].tracks
            covered = min(covered.lowerBound, tracks.lowerBound)..<max(covered.upperBound, tracks.upperBound)
        }
        grow(.minimums, group, flexibleOnly, covered)
        grow(.contentMinimums, group, flexibleOnly, covered)
        grow(.maxContentMinimums, group, flexibleOnly, covered)
        for index in covered where axis.tracks[index].limit < axis.tracks[index].base {
            axis.tracks[index].limit = axis.tracks[index].base
        }
        if flexibleOnly { return }
        grow(.intrinsicMaximums, group, false, covered)
        grow(.maxContentMaximums, group, false, covered)
        for index in covered { axis.tracks[index].isInfinitelyGrowable = false }
    }

    private func isAffected(_ track: GridTrack, _ phase: Phase) -> Bool {
        switch phase {
        case .minimums: return track.minimum.isIntrinsic
        case .contentMinimums: return track.minimum == .minContent || track.minimum == .maxContent
        case .maxContentMinimums: return track.minimum == .maxContent || (available == .maxContent && track.minimum == .auto)
        case .intrinsicMaximums: return track.maximum.isIntrinsic
        case .maxContentMaximums: return track.maximum.isMaxContentMaximum
        }
    }

    private func wanted(_ contribution: GridContribution, _ phase: Phase) -> LayoutUnit {
        switch phase {
        case .minimums: return available == .minContent ? automaticMinimum(contribution) : contribution.minimum
        case .contentMinimums, .intrinsicMaximums: return contribution.minContent
        case .maxContentMinimums, .maxContentMaximums: return contribution.maxContent
        }
    }

    /// For as many tracks stands a question of the watch.
    private static let tracksPerQuestion = 512

    /// > 12.5.1 Distributing Extra Space Across Spanned Tracks
    private mutating func grow(_ phase: Phase, _ group: [Int], _ flexibleOnly: Bool, _ covered: Range<Int>) {
        guard hasAffected[phase.rawValue] else { return }
        let growsLimits = phase == .intrinsicMaximums || phase == .maxContentMaximums
        for index in covered { axis.tracks[index].planned = .zero }
        var touched = false
        for item in group {
            let contribution = contributions[item]
            if let watch, watch.mustStop(after: contribution.tracks.count / Self.tracksPerQuestion) { return }
            var extra = wanted(contribution, phase) - axis.gaps(in: contribution.tracks)
            for index in contribution.tracks { extra -= size(index, growsLimits) }
            guard extra > .zero else { continue }
            let affected = contribution.tracks.filter {
                isAffected(axis.tracks[$0], phase) && (!flexibleOnly || axis.tracks[$0].isFlexible)
            }
            guard !affected.isEmpty else { continue }
            touched = true
            for index in affected { axis.tracks[index].incurred = .zero }
            distribute(extra, over: affected, phase: phase, growsLimits: growsLimits, byFactor: flexibleOnly)
            for index in affected { axis.tracks[index].planned = max(axis.tracks[index].planned, axis.tracks[index].incurred) }
        }
        guard touched else { return }
        for index in covered where axis.tracks[index].planned > .zero {
            let planned = axis.tracks[index].planned
            guard growsLimits else {
                axis.tracks[index].base += planned
                continue
            }
            if axis.tracks[index].limit == .max {
                axis.tracks[index].limit = axis.tracks[index].base + planned
                if phase == .intrinsicMaximums { axis.tracks[index].isInfinitelyGrowable = true }
            } else {
                axis.tracks[index].limit += planned
            }
        }
    }

    private func size(_ index: Int, _ growsLimits: Bool) -> LayoutUnit {
        let track = axis.tracks[index]
        return growsLimits && track.limit != .max ? track.limit : track.base
    }

    private mutating func distribute(_ extra: LayoutUnit, over affected: [Int], phase: Phase, growsLimits: Bool, byFactor: Bool) {
        if byFactor {
            let sum = affected.reduce(0.0) { $0 + axis.tracks[$1].flexFactor }
            if sum > 0 {
                for index in affected { axis.tracks[index].incurred = .truncating(extra.doublePx * axis.tracks[index].flexFactor / sum) }
                return
            }
        }
        // > up to limits
        var left = share(extra, over: affected) { track in
            if !growsLimits { return track.limit == .max ? .max : max(.zero, track.limit - track.base) }
            if case .fitContent(let size) = track.maximum { return max(.zero, size - (track.limit == .max ? track.base : track.limit)) }
            return track.limit == .max || track.isInfinitelyGrowable ? .max : .zero
        }
        guard left > .zero else { return }
        // > beyond limits
        var beyond = affected
        switch phase {
        case .minimums, .contentMinimums: beyond = affected.filter { axis.tracks[$0].maximum.isIntrinsic }
        case .maxContentMinimums: beyond = affected.filter { axis.tracks[$0].maximum.isMaxContentMaximum }
        case .intrinsicMaximums, .maxContentMaximums:
            beyond = affected.filter { if case .fitContent = axis.tracks[$0].maximum { false } else { true } }
            if beyond.isEmpty { return }
        }
        if beyond.isEmpty { beyond = affected }
        left = share(left, over: beyond) { _ in .max }
    }

    /// Gives `extra` in equal shares to tracks with so much room each; gives what is left.
    private mutating func share(_ extra: LayoutUnit, over tracks: [Int], room: (GridTrack) -> LayoutUnit) -> LayoutUnit {
        let ordered = tracks.map { (index: $0, room: room(axis.tracks[$0])) }.sorted { $0.room != $1.room ? $0.room < $1.room : $0.index < $1.index }
        var left = extra
        for (position, entry) in ordered.enumerated() {
            let portion = min(left / (ordered.count - position), entry.room)
            axis.tracks[entry.index].incurred += portion
            left -= portion
        }
        return left
    }

    // MARK: Free space

    private var freeSpace: LayoutUnit? {
        if case .definite(let size) = available { return size - axis.extent }
        return nil
    }

    /// > 12.6 Maximize Tracks
    private mutating func maximize() {
        switch available {
        case .minContent: return
        case .maxContent, .indefinite:
            for index in axis.tracks.indices { axis.tracks[index].base = max(axis.tracks[index].base, axis.tracks[index].limit) }
        case .definite:
            guard let free = freeSpace, free > .zero else { return }
            for index in axis.tracks.indices { axis.tracks[index].incurred = .zero }
            let live = axis.tracks.indices.filter { !axis.tracks[$0].isCollapsed }
            _ = share(free, over: live) { max(.zero, $0.limit - $0.base) }
            for index in live { axis.tracks[index].base += axis.tracks[index].incurred }
        }
    }

    /// > 12.7 Expand Flexible Tracks
    private mutating func expandFlexibleTracks() {
        guard axis.tracks.contains(where: \.isFlexible) else { return }
        var fraction = 0.0
        switch available {
        case .minContent: return
        case .definite(let size):
            guard size - axis.extent > .zero else { return }
            fraction = fractionSize(0..<axis.tracks.count, filling: size)
        case .maxContent, .indefinite:
            for track in axis.tracks where track.isFlexible { fraction = max(fraction, track.base.doublePx / max(1, track.flexFactor)) }
            for contribution in contributions where contribution.tracks.contains(where: { axis.tracks[$0].isFlexible }) {
                fraction = max(fraction, fractionSize(contribution.tracks, filling: contribution.maxContent))
            }
        }
        for index in axis.tracks.indices where axis.tracks[index].isFlexible {
            let size = LayoutUnit.truncating(fraction * axis.tracks[index].flexFactor + 1.0 / 4096)
            axis.tracks[index].base = max(axis.tracks[index].base, size)
        }
    }

    /// > 12.7.1 Find the Size of an fr
    private func fractionSize(_ range: Range<Int>, filling space: LayoutUnit) -> Double {
        var inflexible = Set<Int>()
        while true {
            var left = space - axis.gaps(in: range)
            var factors = 0.0
            for index in range {
                if axis.tracks[index].isFlexible, !inflexible.contains(index) {
                    factors += axis.tracks[index].flexFactor
                } else {
                    left -= axis.tracks[index].base
                }
            }
            let size = max(0, left.doublePx) / max(1, factors)
            // > If the product of the hypothetical fr size and a flexible track's flex factor is less than the track's base size, restart
            var restarts = false
            for index in range where axis.tracks[index].isFlexible && !inflexible.contains(index) {
                if size * axis.tracks[index].flexFactor < axis.tracks[index].base.doublePx {
                    inflexible.insert(index)
                    restarts = true
                }
            }
            if !restarts { return size }
        }
    }

    /// > 12.8 Stretch auto Tracks
    private mutating func stretchAutoTracks() {
        guard stretchesAutoTracks, let free = freeSpace, free > .zero else { return }
        let automatic = axis.tracks.indices.filter { axis.tracks[$0].maximum == .auto && !axis.tracks[$0].isCollapsed }
        guard !automatic.isEmpty else { return }
        var left = free
        for (position, index) in automatic.enumerated() {
            let portion = left / (automatic.count - position)
            axis.tracks[index].base += portion
            left -= portion
        }
    }
}
