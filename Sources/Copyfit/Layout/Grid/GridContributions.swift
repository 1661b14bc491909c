// What items ask of their columns and rows (https://www.w3.org/TR/css-grid-1/#algo-terms), and the sizing of both.

extension GridFormatting {
    mutating func sizeColumns(_ available: GridAvailable) {
        let isStretched = style.justifyContent == .normal || style.justifyContent == .stretch
        var sizing = GridTrackSizing(
            axis: columns, contributions: columnContributions(), available: available, stretchesAutoTracks: isStretched, watch: context.watch)
        sizing.run()
        columns = sizing.axis
        guard case .definite(let width) = available else { return }
        columns.place(
            ContentDistribution(style.justifyContent, free: width - columns.extent, count: columns.liveCount, isReversed: false, isLeftAtEnd: isRTL))
    }

    var isRTL: Bool { style.direction == .rtl }

    mutating func sizeRows() {
        let contributions = rowContributions()
        let isStretched = style.alignContent == .normal || style.alignContent == .stretch
        func sized(_ axis: GridAxis, _ available: GridAvailable) -> GridAxis {
            var sizing = GridTrackSizing(axis: axis, contributions: contributions, available: available, stretchesAutoTracks: isStretched, watch: context.watch)
            sizing.run()
            return sizing.axis
        }
        if let knownHeight {
            contentHeight = knownHeight
            rows = sized(rows, .definite(knownHeight))
        } else {
            let natural = sized(rows, .indefinite)
            contentHeight = clampedHeight(items.isEmpty ? max(natural.extent, context.heightOfMarkers(in: box) ?? .zero) : natural.extent)
            rows = natural
            // > Percentages that were auto while the container's height was sought are now resolved against it.
            if hasPercentageRows || style.rowGap.dependsOnPercentage {
                rows.gap = max(.zero, context.resolve(style.rowGap, base: contentHeight))
                resolvePercentageRows()
                rows = sized(rows, .definite(contentHeight))
            } else if contentHeight != natural.extent {
                rows = sized(rows, .definite(contentHeight))
            }
        }
        rows.place(ContentDistribution(style.alignContent, free: contentHeight - rows.extent, count: rows.liveCount, isReversed: false))
    }

    // MARK: Percentages

    private var hasPercentageRows: Bool {
        func depends(_ breadth: GridStyle.Breadth) -> Bool {
            switch breadth {
            case .length(let length), .fitContent(let length): length.dependsOnPercentage
            default: false
            }
        }
        return (rows.template.tracks + grid.autoRows).contains { depends($0.minimum) || depends($0.maximum) }
    }

    private mutating func resolvePercentageRows() {
        let range = -rows.leading..<rows.tracks.count - rows.leading
        let resolved = makeTracks(rows, range: range, automatic: grid.autoRows, base: contentHeight)
        for index in rows.tracks.indices where !rows.tracks[index].isCollapsed { rows.tracks[index] = resolved[index] }
    }

    // MARK: Columns

    private func columnContributions() -> [GridContribution] {
        items.compactMap { item in
            guard asks(item.columns, columns) else { return nil }
            let itemStyle = context.style(of: item.box)
            var widths = context.widthContribution(of: item.box)
            if itemStyle.width.kind == .minContent, !context.profile.gridsKnowMinContentWidths {
                let margins = context.margins(of: item.box, containingWidth: .zero).horizontal
                widths.maximum = max(widths.maximum, context.intrinsicWidths(of: item.box).maximum + margins)
            }
            var minimum = widths.minimum
            if itemStyle.width.isAuto || itemStyle.width.dependsOnPercentage {
                let itemEdges = context.edges(of: item.box, containingWidth: .zero).horizontal
                let outside = context.margins(of: item.box, containingWidth: .zero).horizontal
                let limit = itemStyle.minWidth.isAuto ? nil : context.borderBoxWidth(
                    itemStyle.minWidth, of: item.box, space: ConstraintSpace(availableWidth: .zero), edges: itemEdges) ?? .zero
                minimum = minimumContribution(
                    minimum, limit: limit, edges: itemEdges, outside: outside, isScrolling: context.isScrollContainer(itemStyle),
                    range: item.columns, axis: columns)
            }
            return GridContribution(tracks: item.columns, minimum: minimum, minContent: widths.minimum, maxContent: widths.maximum)
        }
    }

    /// Whether contents bear on any of the tracks.
    private func asks(_ range: Range<Int>, _ axis: GridAxis) -> Bool {
        range.contains { index in
            let track = axis.tracks[index]
            return track.minimum.isIntrinsic || track.maximum.isIntrinsic || track.isFlexible
        }
    }

    /// The outer size that an item's minimum size gives: `limit`, or for `auto` its contents where automatic minimums apply
    /// (https://www.w3.org/TR/css-grid-1/#min-size-auto).
    private func minimumContribution(
        _ content: LayoutUnit, limit: LayoutUnit?, edges: LayoutUnit, outside: LayoutUnit, isScrolling: Bool, range: Range<Int>, axis: GridAxis
    ) -> LayoutUnit {
        if let limit { return max(.zero, max(limit, edges) + outside) }
        let spansAuto = range.contains { axis.tracks[$0].minimum == .auto }
        let spansFlexible = range.count > 1 && range.contains { axis.tracks[$0].isFlexible }
        guard !isScrolling, spansAuto, !spansFlexible else { return max(.zero, edges + outside) }
        // > if it spans only tracks that have a fixed max track sizing function, … clamped
        var fixed: LayoutUnit? = axis.gaps(in: range)
        for index in range {
            if case .fixed(let size) = axis.tracks[index].maximum { fixed = fixed.map { $0 + size } } else { fixed = nil }
        }
        return fixed.map { max(min(content, $0), edges + outside) } ?? content
    }

    // MARK: Rows

    /// Heights at the widths that the columns give; baseline-aligned items push each other down.
    private mutating func rowContributions() -> [GridContribution] {
        var ascents: [Int: LayoutUnit] = [:]
        for index in items.indices where items[index].isBaselineAligned {
            let ascent = measuredAscent(items[index])
            items[index].baselineShim = ascent
            let row = items[index].rows.lowerBound
            ascents[row] = max(ascents[row] ?? ascent, ascent)
        }
        for index in items.indices where items[index].isBaselineAligned {
            items[index].baselineShim = (ascents[items[index].rows.lowerBound] ?? .zero) - items[index].baselineShim
        }
        return items.compactMap { item in
            guard asks(item.rows, rows) else { return nil }
            let itemStyle = context.style(of: item.box)
            let area = columns.area(item.columns)
            let margins = context.margins(of: item.box, containingWidth: area.size).vertical
            let height = following(item) { context.measure(item.box, itemSpace(item, areaWidth: area.size, areaHeight: nil)).size.height }
            let outer = max(.zero, height + margins + item.baselineShim)
            var minimum = outer
            if itemStyle.height.isAuto || itemStyle.height.dependsOnPercentage {
                let itemEdges = context.edges(of: item.box, containingWidth: area.size).vertical
                let limit = itemStyle.minHeight.isAuto ? nil : context.borderBoxHeight(
                    itemStyle.minHeight, of: item.box, space: ConstraintSpace(availableWidth: area.size), edges: itemEdges) ?? .zero
                minimum = minimumContribution(
                    outer, limit: limit, edges: itemEdges, outside: margins + item.baselineShim,
                    isScrolling: context.isScrollContainer(itemStyle), range: item.rows, axis: rows)
            }
            return GridContribution(tracks: item.rows, minimum: minimum, minContent: outer, maxContent: outer)
        }
    }

    private func measuredAscent(_ item: GridItem) -> LayoutUnit {
        let area = columns.area(item.columns)
        let measured = following(item) { context.measure(item.box, itemSpace(item, areaWidth: area.size, areaHeight: nil)) }
        let top = context.margins(of: item.box, containingWidth: area.size).top
        if context.tree[item.box].kind == .replaced { return top + (context.replacedBaseline(item.box) ?? measured.size.height) }
        return top + (measured.firstBaseline ?? measured.size.height)
    }
}
