/// An item of a grid container.
struct GridItem {
    let box: BoxID
    /// Tracks that it covers, counted from the first track of the implicit grid.
    var columns: Range<Int> = 0..<1
    var rows: Range<Int> = 0..<1
    /// `justify-self` and `align-self` with `auto`, `normal` and `legacy` resolved.
    let justification: Alignment
    let alignment: Alignment
    let hasAutoLeft: Bool
    let hasAutoRight: Bool
    let hasAutoTop: Bool
    let hasAutoBottom: Bool
    /// Whether the width or height is that of the grid area.
    let stretchesWidth: Bool
    let stretchesHeight: Bool
    /// What baseline alignment adds above it.
    var baselineShim = LayoutUnit.zero
    /// Of its border box from the container's, without relative positioning.
    var top = LayoutUnit.zero

    var isBaselineAligned: Bool { alignment == .baseline && !hasAutoTop && !hasAutoBottom }
}

extension GridFormatting {
    /// The in-flow children in order-modified document order (https://www.w3.org/TR/css-grid-1/#order-property).
    mutating func collectItems() {
        var orders: [(order: Int32, index: Int)] = []
        var hasOrder = false
        var child = context.tree[box].firstChild
        while child.exists {
            defer { child = context.tree[child].nextSibling }
            if context.tree[child].isOutOfFlow {
                outOfFlow.append(child)
                continue
            }
            let childStyle = context.style(of: child)
            if childStyle.order != 0 { hasOrder = true }
            orders.append((childStyle.order, items.count))
            items.append(item(child, childStyle))
        }
        guard hasOrder else { return }
        orders.sort { $0.order != $1.order ? $0.order < $1.order : $0.index < $1.index }
        items = orders.map { items[$0.index] }
    }

    private func item(_ child: BoxID, _ childStyle: ComputedStyle) -> GridItem {
        let isReplaced = context.tree[child].kind == .replaced
        // > normal behaves like stretch, but for boxes with a ratio or natural size like start
        let keepsSize = isReplaced || childStyle.aspectRatio > 0
        func resolved(_ own: Alignment, _ container: Alignment) -> Alignment {
            let value = own == .auto ? container : own
            switch value {
            case .auto, .normal, .legacy: return keepsSize ? .start : .stretch
            default: return value
            }
        }
        let justification = resolved(childStyle.justifySelf, style.justifyItems)
        let alignment = resolved(childStyle.alignSelf, style.alignItems)
        let margin = childStyle.margin
        return GridItem(
            box: child, justification: justification, alignment: alignment, hasAutoLeft: margin.left.isAuto, hasAutoRight: margin.right.isAuto,
            hasAutoTop: margin.top.isAuto, hasAutoBottom: margin.bottom.isAuto,
            stretchesWidth: justification == .stretch && childStyle.width.isAuto && !margin.left.isAuto && !margin.right.isAuto,
            stretchesHeight: alignment == .stretch && childStyle.height.isAuto && !margin.top.isAuto && !margin.bottom.isAuto)
    }
}
