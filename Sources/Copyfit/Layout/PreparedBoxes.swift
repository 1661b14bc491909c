/// All that layout reads and no width changes: the prepared part of a document.
package final class PreparedBoxes: Sendable {
    package let document: Document
    package let styled: StyledDocument
    package let tree: BoxTree
    /// By inline formatting context, in the order of `BoxTree.inlineContexts`.
    package let inlineContents: [InlineContent]
    /// By style: extents of an inline box's own text and line-height.
    package let lineStyles: [LineStyle]
    /// By style: its margins, borders and padding.
    let edgeStyles: [EdgeStyle]
    package let profile: Profile
    package let mode: QuirksMode

    package init(
        document: Document, styled: StyledDocument, tree: BoxTree, inlineContents: [InlineContent], lineStyles: [LineStyle],
        edgeStyles: [EdgeStyle], profile: Profile
    ) {
        self.document = document
        self.styled = styled
        self.tree = tree
        self.inlineContents = inlineContents
        self.lineStyles = lineStyles
        self.edgeStyles = edgeStyles
        self.profile = profile
        mode = document.mode
    }
}
