extension LayoutContext {
    func layoutFlex(_ id: BoxID, _ space: ConstraintSpace) { layoutAsStack(id, space) }

    func intrinsicFlexWidths(of id: BoxID) -> IntrinsicWidths { addingEdges(stackedWidths(of: id), of: id) }
}
