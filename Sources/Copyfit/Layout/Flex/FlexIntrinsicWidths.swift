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
            let item = widthContribution(of: child)
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

    func isScrollContainer(_ style: ComputedStyle) -> Bool {
        func scrolls(_ overflow: Overflow) -> Bool { overflow == .hidden || overflow == .auto || overflow == .scroll }
        return scrolls(style.overflowX) || scrolls(style.overflowY)
    }
}
