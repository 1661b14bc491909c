extension LayoutContext {
    /// The border-box widths of a flex container by its items, as both engines find them: `flex-basis` does not count
    /// (https://www.w3.org/TR/css-flexbox-1/#intrinsic-sizes).
    func intrinsicFlexWidths(of id: BoxID) -> IntrinsicWidths {
        let style = style(of: id)
        let axes = FlexAxes(style)
        let gap = style.columnGap.dependsOnPercentage ? .zero : max(.zero, resolve(style.columnGap, base: .zero))
        var widths = IntrinsicWidths.zero
        var count = 0
        var child = tree[id].firstChild
        while child.exists {
            defer { child = tree[child].nextSibling }
            if tree[child].isOutOfFlow { continue }
            var item = widthContribution(of: child)
            if let width = widthByRatio(of: child, container: style, axes: axes) { item = IntrinsicWidths(minimum: width, maximum: width) }
            count += 1
            guard axes.isRow else {
                widths.minimum = max(widths.minimum, item.minimum)
                widths.maximum = max(widths.maximum, item.maximum)
                continue
            }
            widths.maximum += item.maximum
            widths.minimum = axes.isMultiline ? max(widths.minimum, item.minimum) : widths.minimum + item.minimum
        }
        if axes.isRow, count > 1 {
            widths.maximum += gap * (count - 1)
            if !axes.isMultiline { widths.minimum += gap * (count - 1) }
        }
        return addingEdges(widths, of: id)
    }

    /// The outer width of an item whose height is that of a single line and whose ratio gives the width.
    private func widthByRatio(of child: BoxID, container: ComputedStyle, axes: FlexAxes) -> LayoutUnit? {
        let style = style(of: child)
        guard axes.isRow, !axes.isMultiline, container.height.kind == .fixed, style.width.isAuto, style.height.isAuto, tree[child].kind != .replaced,
            style.aspectRatio > 0, !style.margin.top.isAuto, !style.margin.bottom.isAuto
        else { return nil }
        let alignment = style.alignSelf == .auto ? container.alignItems : style.alignSelf
        guard alignment == .normal || alignment == .stretch else { return nil }
        let inner = container.boxSizing == .borderBox
            ? LayoutUnit.truncating(container.height.px) - edges(of: tree[child].parent, containingWidth: .zero).vertical : .truncating(container.height.px)
        let margins = margins(of: child, containingWidth: .zero), edges = edges(of: child, containingWidth: .zero)
        let height = max(edges.vertical, inner - margins.vertical)
        let width: LayoutUnit =
            style.boxSizing == .borderBox ? .truncating(height.px * style.aspectRatio)
            : .truncating((height - edges.vertical).px * style.aspectRatio) + edges.horizontal
        return width + margins.horizontal
    }

    func isScrollContainer(_ style: ComputedStyle) -> Bool {
        func scrolls(_ overflow: Overflow) -> Bool { overflow == .hidden || overflow == .auto || overflow == .scroll }
        return scrolls(style.overflowX) || scrolls(style.overflowY)
    }
}
