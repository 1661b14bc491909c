/// A flex item on its way through the layout algorithm. Sizes are of border boxes.
struct FlexItem {
    let box: BoxID
    /// `align-self` with `auto` and `normal` resolved.
    let alignment: Alignment
    let grow: Double
    let shrink: Double
    /// Used margins; `auto` ones are zero until free space is given to them.
    var mainMargin: AxisEnds
    var crossMargin: AxisEnds
    let hasAutoMain: (start: Bool, end: Bool)
    let hasAutoCross: (start: Bool, end: Bool)
    /// Border and padding along the main axis.
    let mainEdges: LayoutUnit
    /// Whether its cross size is that of its line.
    let stretches: Bool
    /// width / height; 0 for none.
    let ratio: Float

    /// The flex base size.
    var base = LayoutUnit.zero
    var minimum = LayoutUnit.zero
    var maximum = LayoutUnit.max
    var hypothetical: LayoutUnit { max(minimum, min(base, maximum)) }
    /// The main size.
    var main = LayoutUnit.zero
    var isFrozen = false
    /// What clamping added to the flexed size.
    var violation = LayoutUnit.zero
    /// The cross size.
    var cross = LayoutUnit.zero
    /// Whether the cross size is prescribed rather than what the contents gave.
    var hasFixedCross = false
    /// From the cross-start margin edge to the baseline.
    var ascent = LayoutUnit.zero
    var mainOffset = LayoutUnit.zero
    var crossOffset = LayoutUnit.zero
    /// Of its border box from the container's, without relative positioning.
    var top = LayoutUnit.zero

    var isBaselineAligned: Bool {
        (alignment == .baseline || alignment == .lastBaseline) && !hasAutoCross.start && !hasAutoCross.end
    }
    var outerHypothetical: LayoutUnit { hypothetical + mainMargin.sum }
    var outerMain: LayoutUnit { main + mainMargin.sum }
    var outerCross: LayoutUnit { cross + crossMargin.sum }
}

/// One flex line.
struct FlexLine {
    /// Indices in `FlexFormatting.items`.
    var range: Range<Int>
    /// The sum of outer hypothetical main sizes and gaps.
    var hypotheticalMain: LayoutUnit
    var cross = LayoutUnit.zero
    var offset = LayoutUnit.zero
    /// The room of baseline-aligned items on both sides of their common baseline.
    var ascent = LayoutUnit.zero
    var lastDescent = LayoutUnit.zero
    /// Where `LayoutContext.tracksRoom`, in rows: how its items follow the container's width; nil: they may do anything.
    var follow: FlexFollow?
}

extension FlexFormatting {
    /// The in-flow children in order-modified document order; where the others would stand is noted
    /// (https://www.w3.org/TR/css-flexbox-1/#flex-items).
    mutating func collectItems() {
        var orders: [(order: Int32, index: Int)] = []
        var collected: [FlexItem] = []
        var hasOrder = false
        var child = context.tree[box].firstChild
        while child.exists {
            defer { child = context.tree[child].nextSibling }
            if context.tree[child].isOutOfFlow {
                noteStaticPosition(of: child)
                continue
            }
            let childStyle = context.style(of: child)
            if childStyle.order != 0 { hasOrder = true }
            orders.append((childStyle.order, collected.count))
            collected.append(item(child, childStyle))
        }
        guard hasOrder else {
            items = collected
            return
        }
        orders.sort { $0.order != $1.order ? $0.order < $1.order : $0.index < $1.index }
        items = orders.map { collected[$0.index] }
    }

    private func item(_ child: BoxID, _ childStyle: ComputedStyle) -> FlexItem {
        let margins = context.margins(of: child, containingWidth: contentWidth)
        let childEdges = context.edges(of: child, containingWidth: contentWidth)
        let alignment = resolvedAlignment(childStyle)
        let autoCross = axes.crossAutos(childStyle.margin)
        let crossSize = axes.isRow ? childStyle.height : childStyle.width
        return FlexItem(
            box: child, alignment: alignment, grow: Double(max(0, childStyle.flexGrow)), shrink: Double(max(0, childStyle.flexShrink)),
            mainMargin: axes.mainEnds(margins), crossMargin: axes.crossEnds(margins), hasAutoMain: axes.mainAutos(childStyle.margin),
            hasAutoCross: autoCross, mainEdges: axes.isRow ? childEdges.horizontal : childEdges.vertical,
            stretches: alignment == .stretch && crossSize.isAuto && !autoCross.start && !autoCross.end,
            ratio: context.tree[child].kind == .replaced ? context.replacedRatio(of: child) : childStyle.aspectRatio)
    }

    /// `align-self`, flow-relative: `start` and `end` become `flex-start` and `flex-end`.
    private func resolvedAlignment(_ childStyle: ComputedStyle) -> Alignment {
        let value = childStyle.alignSelf == .auto ? style.alignItems : childStyle.alignSelf
        // In columns cross-start is where the container's inline axis starts; `self-start` is where the item's does.
        let isFlipped = axes.isWrapReversed
        let isSelfFlipped = axes.isRow ? isFlipped : isFlipped != (childStyle.direction != style.direction)
        switch value {
        case .auto, .normal, .stretch, .legacy: return .stretch
        case .start: return isFlipped ? .flexEnd : .flexStart
        case .end: return isFlipped ? .flexStart : .flexEnd
        case .selfStart: return isSelfFlipped ? .flexEnd : .flexStart
        case .selfEnd: return isSelfFlipped ? .flexStart : .flexEnd
        case .left: return !axes.isRow && axes.isCrossFlipped ? .flexEnd : .flexStart
        case .right: return !axes.isRow && !axes.isCrossFlipped ? .flexEnd : .flexStart
        case .anchorCenter: return .center
        // The baselines of horizontal text say nothing across a column.
        case .baseline: return axes.isRow ? .baseline : isFlipped ? .flexEnd : .flexStart
        case .lastBaseline: return axes.isRow ? .lastBaseline : isFlipped ? .flexStart : .flexEnd
        default: return value
        }
    }

    /// > The static position of an absolutely-positioned child … as if it were the sole flex item
    private func noteStaticPosition(of child: BoxID) {
        let childStyle = context.style(of: child)
        let justification = ContentDistribution(
            style.justifyContent, free: 2.layoutUnits, count: 1, isReversed: axes.isReversed, isLeftAtEnd: axes.isRow && axes.isMainFlipped)
        var main = edge(justification.offset)
        var cross: StaticPlacement.Edge
        switch resolvedAlignment(childStyle) {
        case .flexEnd, .lastBaseline: cross = .end
        case .center: cross = .center
        default: cross = .start
        }
        if axes.isMainFlipped { main = main.flipped }
        if axes.isCrossFlipped { cross = cross.flipped }
        context.noteStaticPosition(
            child, container: box,
            placement: StaticPlacement(horizontal: axes.isRow ? main : cross, vertical: axes.isRow ? cross : main))
    }

    /// Where an offset into 2 px of free space is.
    private func edge(_ offset: LayoutUnit) -> StaticPlacement.Edge {
        offset == .zero ? .start : offset == 2.layoutUnits ? .end : .center
    }
}

extension StaticPlacement.Edge {
    var flipped: StaticPlacement.Edge {
        switch self {
        case .start: .end
        case .center: .center
        case .end: .start
        }
    }
}
