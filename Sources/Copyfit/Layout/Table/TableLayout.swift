extension LayoutContext {
    func layoutTable(_ id: BoxID, _ space: ConstraintSpace) { layoutAsStack(id, space) }

    func intrinsicTableWidths(of id: BoxID) -> IntrinsicWidths { addingEdges(stackedWidths(of: id), of: id) }
}
