// For which widths a flex container is as high as it is: how the widths of its items follow its own.
//
// In a row that is flexed the used widths solve one equation: they are clamped sums of base size and a share of what is left, and fill the
// line (https://www.w3.org/TR/css-flexbox-1/#resolve-flexible-lengths). Where base sizes and limits stay, or grow by no more together than the
// container, each width grows with it and by no more than it. That is what a `WidthRoom` asks for; where it is not certain, there is none.

/// How the main sizes of a row's items follow the container's width.
struct FlexFollow {
    /// For which widths of the container nothing is flexed and all sizes stay.
    var steady = WidthRoom.none
    /// Then they grow with the container and by no more, but for rounding: 1/64 px while it shrinks, and while it grows.
    var slackLess: Int32
    var slackMore: Int32

    /// The room of the container that leaves an item's width in `own`.
    func outside(_ own: WidthRoom) -> WidthRoom {
        steady.followed(by: own.reduced(less: slackLess, more: slackMore))
    }
}

/// What is constant in the sizes of an item, and what follows the container.
private struct FlexItemFollow {
    /// What base size and limits follow the container by, in parts of its width.
    var share = 0.0
    /// The hypothetical size is that share of the container and nothing else.
    var isShare = false
    var isKnown = true
}

extension FlexFormatting {
    /// Called when lines are collected and not yet flexed, in rows; notes the decisions that made the lines.
    mutating func findFollows() {
        guard context.tracksRoom, axes.isRow, !lines.isEmpty else { return }
        let follows = items.map { follow(of: $0) }
        noteLines(follows)
        for index in lines.indices { lines[index].follow = follow(of: lines[index], follows) }
    }

    private func follow(of item: FlexItem) -> FlexItemFollow {
        var result = FlexItemFollow()
        let itemStyle = context.style(of: item.box)
        let unknown = FlexItemFollow(isKnown: false)
        let edges = context.edgeStyle(of: item.box)
        guard edges.hasFixedMargin || item.hasAutoMain.start || item.hasAutoMain.end, edges.hasFixedPadding,
            !itemStyle.margin.left.dependsOnPercentage, !itemStyle.margin.right.dependsOnPercentage
        else { return unknown }
        let basis = itemStyle.flexBasis.isAuto ? itemStyle.width : itemStyle.flexBasis
        let lengths = [basis, itemStyle.width, itemStyle.minWidth, itemStyle.maxWidth]
        for length in lengths {
            switch length.kind {
            case .auto, .none, .content, .fixed, .minContent, .maxContent: break
            case .percentage where length.percent >= 0 && length.percent <= 100: break
            default: return unknown
            }
        }
        // A picture's ratio alone makes it as wide as the container.
        if item.ratio > 0, context.tree[item.box].kind == .replaced {
            let natural = context.naturalSize(of: item.box, style: itemStyle)
            if natural.width == nil, natural.height == nil { return unknown }
        }
        func share(_ length: Length) -> Double { length.kind == .percentage ? Double(length.percent) / 100 : 0 }
        let isBorderBox = itemStyle.boxSizing == .borderBox || item.mainEdges == .zero
        if share(basis) > 0 {
            result.share = share(basis)
            result.isShare = isBorderBox && item.mainMargin.sum == .zero && item.minimum < item.hypothetical
                && (itemStyle.maxWidth.kind == .none || itemStyle.maxWidth.kind == .percentage && itemStyle.maxWidth.percent >= basis.percent)
            // It does not become less than its least size, nor that larger than it.
            context.room.limit(to: WidthFollow(low: 0, high: 1, noise: 2).room(WidthRoom(sign: (item.hypothetical - item.minimum).rawValue - 1)))
        }
        if share(itemStyle.maxWidth) > 0, !result.isShare {
            if item.maximum > item.base, share(basis) == 0 {
                // It is no limit, unless the container shrinks; growing items may reach it.
                if item.grow > 0 { result.share += share(itemStyle.maxWidth) }
                context.room.limit(to: WidthRoom(less: max(0, (item.maximum - max(item.base, item.minimum)).rawValue - 2), more: .max))
            } else {
                result.share = max(result.share, share(itemStyle.maxWidth))
            }
        }
        if share(itemStyle.minWidth) > 0 { result.share = max(result.share, share(itemStyle.minWidth)) }
        if share(itemStyle.width) > 0, !itemStyle.flexBasis.isAuto, itemStyle.minWidth.isAuto { result.share = max(result.share, share(itemStyle.width)) }
        return result
    }

    /// > collect consecutive items one by one until the first time that the next collected item would not fit
    private func noteLines(_ follows: [FlexItemFollow]) {
        guard axes.isMultiline else { return }
        if style.columnGap.dependsOnPercentage {
            context.room = .none
            return
        }
        for (number, line) in lines.enumerated() {
            var sum = LayoutUnit.zero, share = 0.0, count = 0.0
            var isShare = mainGap == .zero
            let end = number + 1 < lines.count ? line.range.upperBound + 1 : line.range.upperBound
            for index in line.range.lowerBound..<end {
                guard follows[index].isKnown else {
                    context.room = .none
                    return
                }
                sum += index > line.range.lowerBound ? mainGap + items[index].outerHypothetical : items[index].outerHypothetical
                share += follows[index].share
                if follows[index].share > 0 { count += 1 }
                if !follows[index].isShare { isShare = false }
                if index == line.range.lowerBound { continue }
                let spare = contentWidth - sum
                // Shares of no more than the whole fit at any width: each is rounded down.
                if isShare, share <= 1, spare >= .zero { continue }
                context.room.limit(to: WidthFollow(low: 1 - share, high: 1, noise: count).room(WidthRoom(sign: spare.rawValue)))
            }
        }
    }

    private func follow(of line: FlexLine, _ follows: [FlexItemFollow]) -> FlexFollow? {
        guard !style.columnGap.dependsOnPercentage else { return nil }
        let range = line.range
        guard follows[range].allSatisfy(\.isKnown), items[range].allSatisfy({ $0.ratio == 0 || context.tree[$0.box].kind == .replaced }) else { return nil }
        let share = follows[range].reduce(0) { $0 + $1.share }
        let factors = items[range]
        // Factors of less than one in sum leave space free; several rounds may then go different ways.
        guard range.count == 1 || factors.allSatisfy({ ($0.grow == 0 || $0.grow >= 1) && ($0.shrink == 0 || $0.shrink >= 1) }) else { return nil }
        guard share <= 1.000_001 else { return nil }
        if share > 0 {
            // Shrinking items give by their base sizes: even only where all give alike.
            let shrinks = Set(factors.map(\.shrink))
            guard shrinks.subtracting([0]).count <= 1 else { return nil }
        }
        let slack = Int32(truncatingIfNeeded: range.count) + 2 + (share > 0 ? WidthRoom.percentageSlack : 0)
        var follow = FlexFollow(slackLess: slack, slackMore: slack)
        let spare = (innerMain - line.hypotheticalMain).rawValue
        guard spare >= 0 else { return follow }
        if factors.allSatisfy({ $0.grow == 0 }) {
            if share == 0 { follow.steady = WidthRoom(less: spare, more: .max) }
        } else if share == 0, factors.allSatisfy({ $0.grow == 0 || ($0.maximum == .max && $0.base >= $0.minimum) }) {
            // They share out what is left from here on, each its part rounded.
            follow.slackMore = 0
        }
        return follow
    }

    /// Lays out an item, with its room as that of the container's width.
    func following<Result>(_ item: FlexItem, _ line: FlexLine?, _ layout: () -> Result) -> Result {
        guard context.tracksRoom else { return layout() }
        return context.nestingRoom({ own in
            if own == .unlimited { return own }
            // Heights of items may decide about other items.
            if axes.isRow { return line?.follow?.outside(own.still) ?? .none }
            return roomAcross(item, own.still)
        }, layout)
    }

    /// In a column items are as wide as the container lets them.
    private func roomAcross(_ item: FlexItem, _ own: WidthRoom) -> WidthRoom {
        guard !axes.isMultiline else { return .none }
        let itemStyle = context.style(of: item.box)
        let lengths = [itemStyle.width, itemStyle.minWidth, itemStyle.maxWidth]
        guard item.ratio == 0 || context.tree[item.box].kind == .replaced, context.edgeStyle(of: item.box).hasFixedPadding,
            !itemStyle.margin.left.dependsOnPercentage, !itemStyle.margin.right.dependsOnPercentage
        else { return .none }
        var follows = itemStyle.width.kind != .fixed
        var slack: Int32 = 0
        for length in lengths {
            switch length.kind {
            case .fixed, .auto, .none, .minContent, .maxContent, .fitContent, .stretch: break
            case .percentage where length.percent >= 0 && length.percent <= 100:
                follows = true
                slack = WidthRoom.percentageSlack
            default: return .none
            }
        }
        return follows ? own.reduced(by: slack) : .unlimited
    }
}
