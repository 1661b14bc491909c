/// What the layout of a flex, grid or multi-column container knows of its box from the beginning.
struct ContainerBox {
    let context: LayoutContext
    let box: BoxID
    let space: ConstraintSpace
    let style: ComputedStyle
    let edges: Edges<LayoutUnit>
    /// Of the content box; zero while intrinsic widths are asked for.
    let contentWidth: LayoutUnit
    /// Of the content box, where it is known before layout. It need not be definite for percentages.
    let knownHeight: LayoutUnit?
    /// What percentages of the items' heights refer to.
    let percentageHeight: LayoutUnit?

    /// Sets the container's own width, and the height that percentages in it refer to.
    /// - Parameter width: of the border box; nil while intrinsic widths are asked for.
    init(context: LayoutContext, box: BoxID, space: ConstraintSpace, width: LayoutUnit?) {
        self.context = context
        self.box = box
        self.space = space
        style = context.style(of: box)
        edges = context.edges(of: box, containingWidth: space.availableWidth)
        guard let width else {
            contentWidth = .zero
            knownHeight = nil
            percentageHeight = nil
            return
        }
        contentWidth = max(.zero, width - edges.horizontal)
        let definite = context.definiteHeight(of: box, space: space)
        let vertical = edges.vertical
        percentageHeight = definite.map { max(.zero, $0 - vertical) }
        knownHeight = (space.fixedHeight ?? definite).map { max(.zero, $0 - vertical) }
        context.fragments[box].size.width = width
        context.heightBases[box] = percentageHeight
    }
}

/// The layout of a container that does not stack its children as blocks.
protocol ContainerFormatting {
    var container: ContainerBox { get }
}

extension ContainerFormatting {
    @inline(__always) var context: LayoutContext { container.context }
    @inline(__always) var box: BoxID { container.box }
    @inline(__always) var space: ConstraintSpace { container.space }
    @inline(__always) var style: ComputedStyle { container.style }
    @inline(__always) var edges: Edges<LayoutUnit> { container.edges }
    @inline(__always) var contentWidth: LayoutUnit { container.contentWidth }
    @inline(__always) var knownHeight: LayoutUnit? { container.knownHeight }
    @inline(__always) var percentageHeight: LayoutUnit? { container.percentageHeight }

    /// Limits on the container's height, for a content-box height.
    func clampedHeight(_ height: LayoutUnit) -> LayoutUnit {
        var outer = height + edges.vertical
        if !space.measuresContentHeight {
            outer = context.heightFromAspectRatio(of: box, width: context.fragments[box].size.width, contentHeight: outer, edges: edges)
            if let minimum = context.quirkyMinimumHeight(of: box) { outer = max(outer, minimum) }
        }
        return max(.zero, context.clampHeight(outer, of: box, space: space, edges: edges.vertical) - edges.vertical)
    }
}
