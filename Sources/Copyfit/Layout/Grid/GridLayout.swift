extension LayoutContext {
    /// Lays out a grid container (https://www.w3.org/TR/css-grid-1/#layout-algorithm): sets its size, its baselines and the places of its
    /// items.
    func layoutGrid(_ id: BoxID, _ space: ConstraintSpace) {
        let width = usedWidth(of: id, space: space)
        fragments[id].size.width = width
        var grid = GridFormatting(context: self, box: id, space: space, width: width)
        grid.placeItems()
        grid.sizeColumns(.definite(grid.contentWidth))
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
struct GridFormatting {
    let context: LayoutContext
    let box: BoxID
    let space: ConstraintSpace
    let style: ComputedStyle
    let grid: GridStyle
    let edges: Edges<LayoutUnit>
    /// Of the content box; zero where it is being asked for.
    let contentWidth: LayoutUnit
    let hasWidth: Bool
    /// Of the content box, where it is known before layout; it need not be definite for percentages.
    let knownHeight: LayoutUnit?
    let percentageHeight: LayoutUnit?

    var columns: GridAxis
    var rows: GridAxis
    var items: [GridItem] = []
    var outOfFlow: [BoxID] = []
    /// Of the content box.
    var contentHeight = LayoutUnit.zero

    /// - Parameter width: of the border box; nil while intrinsic widths are asked for.
    init(context: LayoutContext, box: BoxID, space: ConstraintSpace, width: LayoutUnit?) {
        self.context = context
        self.box = box
        self.space = space
        style = context.style(of: box)
        grid = context.gridStyle(style)
        edges = context.edges(of: box, containingWidth: space.availableWidth)
        hasWidth = width != nil
        contentWidth = width.map { [edges] in max(.zero, $0 - edges.horizontal) } ?? .zero
        let definite = width == nil ? nil : context.definiteHeight(of: box, space: space)
        let vertical = edges.vertical
        percentageHeight = definite.map { max(.zero, $0 - vertical) }
        knownHeight = width == nil ? nil : (space.fixedHeight ?? definite).map { max(.zero, $0 - vertical) }
        let columnGap = width == nil && style.columnGap.dependsOnPercentage ? .zero : max(.zero, context.resolve(style.columnGap, base: contentWidth))
        columns = GridAxis(gap: columnGap)
        rows = GridAxis(gap: max(.zero, context.resolve(style.rowGap, base: percentageHeight ?? .zero)))
        if width != nil { context.heightBases[box] = percentageHeight }
    }

    /// Limits on the container's height, for a content-box height.
    func clampedHeight(_ height: LayoutUnit) -> LayoutUnit {
        var outer = height + edges.vertical
        if !space.measuresContentHeight {
            outer = context.heightFromAspectRatio(of: box, width: context.fragments[box].size.width, contentHeight: outer, edges: edges)
            if let minimum = context.quirkyMinimumHeight(of: box) { outer = max(outer, minimum) }
        }
        return max(.zero, context.clampHeight(outer, of: box, space: space, edges: edges.vertical) - edges.vertical)
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
