extension LayoutContext {
    /// Lays out a grid container (https://www.w3.org/TR/css-grid-1/#layout-algorithm): sets its size, its baselines and the places of its
    /// items.
    func layoutGrid(_ id: BoxID, _ space: ConstraintSpace) {
        var grid = GridFormatting(context: self, box: id, space: space, width: usedWidth(of: id, space: space))
        grid.placeItems()
        grid.sizeColumns(.definite(grid.contentWidth))
        grid.findFollow()
        grid.sizeRows()
        grid.layoutItems()
        grid.noteOutOfFlowChildren()
        grid.finish()
    }

    /// The border-box widths of a grid container: its columns under a min-content and a max-content constraint.
    func intrinsicGridWidths(of id: BoxID) -> IntrinsicWidths {
        var grid = GridFormatting(context: self, box: id, space: ConstraintSpace(availableWidth: .zero), width: nil)
        grid.placeItems()
        grid.sizeColumns(.minContent)
        let minimum = grid.columns.extent
        grid.sizeColumns(.maxContent)
        return addingEdges(IntrinsicWidths(minimum: minimum, maximum: max(minimum, grid.columns.extent)), of: id)
    }
}

/// The layout of one grid container, step by step; each step is in a file of its own. Writing is horizontal.
struct GridFormatting: ContainerFormatting {
    let container: ContainerBox
    let grid: GridStyle
    let hasWidth: Bool

    var columns: GridAxis
    var rows: GridAxis
    var items: [GridItem] = []
    var outOfFlow: [BoxID] = []
    /// Of the content box.
    var contentHeight = LayoutUnit.zero
    /// Where `LayoutContext.tracksRoom`: how columns follow the container's width; nil: they may do anything.
    var follow: Follow?
    /// The width of an automatic repetition of columns with its gap, and what such repetitions leave, where there are any.
    var repetitionRoom: (each: Int32, rest: Int32)?

    /// - Parameter width: of the border box; nil while intrinsic widths are asked for.
    init(context: LayoutContext, box: BoxID, space: ConstraintSpace, width: LayoutUnit?) {
        container = ContainerBox(context: context, box: box, space: space, width: width)
        let style = container.style
        grid = context.gridStyle(style)
        hasWidth = width != nil
        let columnGap =
            width == nil && style.columnGap.dependsOnPercentage ? .zero : max(.zero, context.resolve(style.columnGap, base: container.contentWidth))
        columns = GridAxis(gap: columnGap)
        rows = GridAxis(gap: max(.zero, context.resolve(style.rowGap, base: container.percentageHeight ?? .zero)))
    }

    /// The container's own height and baselines (https://www.w3.org/TR/css-grid-1/#grid-baselines).
    func finish() {
        context.fragments[box].size.height = space.fixedHeight ?? contentHeight + edges.vertical
        context.fragments[box].firstBaseline = nil
        context.fragments[box].lastBaseline = nil
        guard !items.isEmpty else { return }
        let firstRow = items.reduce(Int.max) { min($0, $1.rows.lowerBound) }
        let lastRow = items.reduce(0) { max($0, $1.rows.upperBound) }
        context.fragments[box].firstBaseline = baselineItem { $0.rows.lowerBound == firstRow }.map { $0.top + baseline(of: $0) }
        context.fragments[box].lastBaseline = baselineItem { $0.rows.upperBound == lastRow }.map { $0.top + baseline(of: $0, isLast: true) }
    }

    /// Of the items of a row the first that is baseline-aligned, else the first in row-major order.
    private func baselineItem(in row: (GridItem) -> Bool) -> GridItem? {
        var best: GridItem?
        for item in items where row(item) {
            guard let known = best else {
                best = item
                continue
            }
            if item.isBaselineAligned != known.isBaselineAligned {
                if item.isBaselineAligned { best = item }
            } else if (item.rows.lowerBound, item.columns.lowerBound) < (known.rows.lowerBound, known.columns.lowerBound) {
                best = item
            }
        }
        return best
    }

    /// From the top of an item's border box; its bottom edge stands in where it has none.
    func baseline(of item: GridItem, isLast: Bool = false) -> LayoutUnit {
        let fragment = context.fragments[item.box]
        if context.tree[item.box].kind == .replaced { return context.replacedBaseline(item.box) ?? fragment.size.height }
        return (isLast ? fragment.lastBaseline : fragment.firstBaseline) ?? fragment.size.height
    }
}

extension LayoutContext {
    func gridStyle(_ style: ComputedStyle) -> GridStyle {
        let index = Int(style.grid) - 1
        return index >= 0 && index < prepared.styled.grids.count ? prepared.styled.grids[index] : GridStyle()
    }
}
