extension LayoutContext {
    func layoutGrid(_ id: BoxID, _ space: ConstraintSpace) { layoutAsStack(id, space) }

    func intrinsicGridWidths(of id: BoxID) -> IntrinsicWidths { addingEdges(stackedWidths(of: id), of: id) }
}
