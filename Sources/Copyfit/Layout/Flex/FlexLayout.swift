extension LayoutContext {
    /// Lays out a flex container (https://www.w3.org/TR/css-flexbox-1/#layout-algorithm): sets its size, its baselines and the places of its
    /// items.
    func layoutFlex(_ id: BoxID, _ space: ConstraintSpace) {
        var flex = FlexFormatting(context: self, box: id, space: space)
        flex.collectItems()
        flex.findBaseSizes()
        flex.collectLines()
        flex.resolveMainSizes()
        flex.findCrossSizes()
        flex.placeItems()
        flex.finish()
    }
}

/// The layout of one flex container, step by step; each step is in a file of its own.
///
/// Sizes are of border boxes unless they are called inner. Positions count from the main-start and cross-start edges of the content box and
/// become physical when items are placed. Writing is horizontal.
struct FlexFormatting: ContainerFormatting {
    let container: ContainerBox
    let axes: FlexAxes
    let mainGap: LayoutUnit
    let crossGap: LayoutUnit

    var items: [FlexItem] = []
    var lines: [FlexLine] = []
    /// Of the content box along the main axis.
    var innerMain = LayoutUnit.zero
    /// Of the content box across.
    var innerCross = LayoutUnit.zero

    init(context: LayoutContext, box: BoxID, space: ConstraintSpace) {
        container = ContainerBox(context: context, box: box, space: space, width: context.usedWidth(of: box, space: space))
        axes = FlexAxes(container.style)
        let columnGap = max(.zero, context.resolve(container.style.columnGap, base: container.contentWidth))
        let rowGap = max(.zero, context.resolve(container.style.rowGap, base: container.percentageHeight ?? .zero))
        mainGap = axes.isRow ? columnGap : rowGap
        crossGap = axes.isRow ? rowGap : columnGap
    }

    /// The container's own height and baselines (https://www.w3.org/TR/css-flexbox-1/#flex-baselines).
    func finish() {
        let height = axes.isRow ? innerCross : innerMain
        context.fragments[box].size.height = space.fixedHeight ?? height + edges.vertical
        context.fragments[box].firstBaseline = nil
        context.fragments[box].lastBaseline = nil
        guard let first = lines.first, let last = lines.last else { return }
        // > If any of the flex items on the container's startmost line participate in baseline alignment, … that of those items
        let firstItem = axes.isRow ? first.range.first { items[$0].isBaselineAligned } ?? first.range.lowerBound : 0
        let lastItem = axes.isRow ? last.range.first { items[$0].isBaselineAligned } ?? last.range.upperBound - 1 : items.count - 1
        context.fragments[box].firstBaseline = items[firstItem].top + baseline(of: items[firstItem], isLast: false)
        context.fragments[box].lastBaseline = items[lastItem].top + baseline(of: items[lastItem], isLast: true)
    }

    /// From the top of an item's border box; its bottom edge stands in where it has none.
    func baseline(of item: FlexItem, isLast: Bool) -> LayoutUnit {
        let fragment = context.fragments[item.box]
        if context.tree[item.box].kind == .replaced { return context.replacedBaseline(item.box) ?? fragment.size.height }
        return (isLast ? fragment.lastBaseline : fragment.firstBaseline) ?? fragment.size.height
    }
}
