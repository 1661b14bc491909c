// A plain stack of blocks, for containers whose own layout is not built yet.

extension LayoutContext {
    func layoutAsStack(_ id: BoxID, _ space: ConstraintSpace) {
        let width = usedWidth(of: id, space: space)
        let edges = edges(of: id, containingWidth: space.availableWidth)
        let contentWidth = max(.zero, width - edges.horizontal)
        fragments[id].size.width = width
        var y = edges.top
        var child = tree[id].firstChild
        while child.exists {
            defer { child = tree[child].nextSibling }
            guard tree[child].isInFlow else { continue }
            let childSpace = ConstraintSpace(availableWidth: contentWidth)
            let size: Size =
                switch tree[child].kind {
                case .tableRowGroup, .tableRow, .tableColumnGroup, .tableColumn:
                    {
                        layoutAsStack(child, childSpace)
                        return fragments[child].size
                    }()
                default: layoutIndependent(child, childSpace)
                }
            fragments[child].isPlaced = true
            setOrigin(of: child, Point(x: edges.left, y: y))
            y += size.height
        }
        fragments[id].size.height = clampHeight(definiteHeight(of: id, space: space) ?? y + edges.bottom, of: id, space: space, edges: edges.vertical)
    }

    func stackedWidths(of id: BoxID) -> IntrinsicWidths {
        var widths = IntrinsicWidths.zero
        var child = tree[id].firstChild
        while child.exists {
            let contribution = widthContribution(of: child)
            widths.minimum = max(widths.minimum, contribution.minimum)
            widths.maximum = max(widths.maximum, contribution.maximum)
            child = tree[child].nextSibling
        }
        return widths
    }
}
