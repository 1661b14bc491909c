extension BlockFlow {
    /// Places a fieldset's rendered legend in its top border, which grows to the legend's height where that is more
    /// (https://html.spec.whatwg.org/#the-fieldset-and-legend-elements).
    mutating func layoutLegend() {
        var child = context.tree[box].firstChild
        while child.exists, !context.tree[child].flags.contains(.renderedLegend) { child = context.tree[child].nextSibling }
        guard child.exists else { return }
        var space = ConstraintSpace(availableWidth: contentWidth)
        space.shrinksToFit = true
        let size = context.layoutIndependent(child, space)
        let margins = context.margins(of: child, containingWidth: contentWidth)
        let border = context.borders(of: box).top
        let height = size.height + margins.vertical
        let y = height < border ? (border - height) / 2 + margins.top : margins.top
        let x = edges.left + context.horizontalOffset(of: child, width: size.width, available: contentWidth, parent: box, containingWidth: contentWidth)
        context.setOrigin(of: child, Point(x: x, y: y))
        cursor = edges.top + max(.zero, height - border)
    }
}
