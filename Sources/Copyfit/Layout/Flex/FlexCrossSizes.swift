// Cross sizes of items, lines and the container (https://www.w3.org/TR/css-flexbox-1/#cross-sizing).

extension FlexFormatting {
    mutating func findCrossSizes() {
        for line in lines {
            for index in line.range { findHypotheticalCross(index, line) }
        }
        for index in lines.indices { findLineCross(index) }
        placeLines()
        for line in lines {
            for index in line.range where items[index].stretches { stretch(index, line: line) }
        }
    }

    /// > Determine the hypothetical cross size of each item.
    private mutating func findHypotheticalCross(_ index: Int, _ line: FlexLine) {
        let item = items[index]
        let itemStyle = context.style(of: item.box)
        if axes.isRow {
            if item.stretches, !axes.isMultiline, knownHeight != nil {
                // Its line is as high as the container: it is laid out when it is placed.
                items[index].cross = definiteCross(item, itemStyle) ?? .zero
                items[index].hasFixedCross = true
                keepRatio(index, itemStyle, line)
                return
            }
            let measured = following(item, line) { context.measure(item.box, itemSpace(item, main: item.main, cross: nil)) }
            items[index].cross = measured.size.height
            if item.isBaselineAligned {
                let own = item.alignment == .lastBaseline ? measured.lastBaseline : measured.firstBaseline
                let replaced = context.tree[item.box].kind == .replaced ? context.replacedBaseline(item.box) : nil
                let baseline = replaced ?? own ?? measured.size.height
                items[index].ascent = item.crossMargin.start + (axes.isCrossFlipped ? items[index].cross - baseline : baseline)
            }
            return
        }
        items[index].hasFixedCross = true
        if item.ratio > 0, definiteCross(item, itemStyle) == nil {
            var sized = itemSpace(item, main: item.main, cross: nil)
            sized.fixedHeightIsDefinite = true
            items[index].cross =
                context.tree[item.box].kind == .replaced
                ? context.usedReplacedSize(of: item.box, space: sized).width : context.usedWidth(of: item.box, space: sized)
        } else if let width = columnItemWidth(item, itemStyle) {
            items[index].cross = width
        } else {
            items[index].cross = context.usedReplacedSize(of: item.box, space: itemSpace(item, main: item.main, cross: nil)).width
        }
    }

    /// > Calculate the cross size of each flex line.
    private mutating func findLineCross(_ lineIndex: Int) {
        if !axes.isMultiline, let known = axes.isRow ? knownHeight : contentWidth {
            lines[lineIndex].cross = known
        }
        var largest = LayoutUnit.zero
        var first = (ascent: LayoutUnit.min, descent: LayoutUnit.min)
        var last = (ascent: LayoutUnit.min, descent: LayoutUnit.min)
        for index in lines[lineIndex].range {
            let item = items[index]
            guard item.isBaselineAligned else {
                largest = max(largest, item.outerCross)
                continue
            }
            let descent = item.outerCross - item.ascent
            if item.alignment == .lastBaseline {
                last = (max(last.ascent, item.ascent), max(last.descent, descent))
            } else {
                first = (max(first.ascent, item.ascent), max(first.descent, descent))
            }
        }
        if first.ascent > .min { largest = max(largest, first.ascent + first.descent) }
        if last.ascent > .min { largest = max(largest, last.ascent + last.descent) }
        lines[lineIndex].ascent = first.ascent
        lines[lineIndex].lastDescent = last.descent
        if !axes.isMultiline, axes.isRow ? knownHeight != nil : true { return }
        // > If the flex container is single-line, then clamp the line's cross-size to be within the container's…
        lines[lineIndex].cross = axes.isMultiline ? largest : clampedHeight(largest)
    }

    /// The container's cross size and where its lines are (https://www.w3.org/TR/css-flexbox-1/#algo-line-align).
    private mutating func placeLines() {
        let sum =
            items.isEmpty
            ? context.heightOfMarkers(in: box) ?? .zero : lines.reduce(LayoutUnit.zero) { $0 + $1.cross } + crossGap * max(0, lines.count - 1)
        innerCross = axes.isRow ? knownHeight ?? clampedHeight(sum) : contentWidth
        guard axes.isMultiline else { return }
        let free = innerCross - sum
        let isStretched = style.alignContent == .normal || style.alignContent == .stretch
        if isStretched, free > .zero, !lines.isEmpty {
            let share = free / lines.count
            for index in lines.indices { lines[index].cross += share }
        }
        let distribution = ContentDistribution(style.alignContent, free: free, count: lines.count, isReversed: axes.isWrapReversed)
        var offset = distribution.offset
        for index in lines.indices {
            lines[index].offset = offset
            offset += lines[index].cross + distribution.between + crossGap
        }
    }

    /// > the used outer cross size is the used cross size of its flex line, clamped
    private mutating func stretch(_ index: Int, line: FlexLine) {
        let item = items[index]
        let itemSpace = itemSpace(item, main: nil, cross: nil)
        let itemEdges = context.edges(of: item.box, containingWidth: contentWidth)
        let cross = line.cross - item.crossMargin.sum
        items[index].cross =
            axes.isRow
            ? context.clampHeight(max(itemEdges.vertical, cross), of: item.box, space: itemSpace, edges: itemEdges.vertical)
            : context.clampWidth(max(itemEdges.horizontal, cross), of: item.box, space: itemSpace, edges: itemEdges.horizontal)
        items[index].hasFixedCross = true
        if axes.isRow { keepRatio(index, context.style(of: item.box), line) }
    }

    /// Holds the automatic minimum height of a box with a ratio against stretching.
    private mutating func keepRatio(_ index: Int, _ itemStyle: ComputedStyle, _ line: FlexLine) {
        let item = items[index]
        guard item.ratio > 0, context.profile.ratiosHoldAgainstStretching, itemStyle.minHeight.isAuto, itemStyle.overflowY == .visible,
            context.tree[item.box].kind != .replaced
        else { return }
        // Only text is measured for this: other contents may nest, and each level would double the work.
        guard context.tree[item.box].kind == .inlineContext else {
            let edges = context.edges(of: item.box, containingWidth: contentWidth)
            let height = context.heightFromAspectRatio(of: item.box, width: item.main, contentHeight: edges.vertical, edges: edges)
            items[index].cross = max(items[index].cross, height)
            return
        }
        let natural = following(item, line) { context.measure(item.box, itemSpace(item, main: item.main, cross: nil)).size.height }
        items[index].cross = max(items[index].cross, natural)
    }
}
