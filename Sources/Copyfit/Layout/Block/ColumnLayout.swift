extension LayoutContext {
    /// Multi-column containers (https://www.w3.org/TR/css-multicol-1/).
    func layoutColumns(_ id: BoxID, width: LayoutUnit, space: ConstraintSpace) {
        layoutBlockContainer(id, width: width, space: space, context: BlockFormattingContext(), offset: .zero, isRoot: true)
    }
}
