/// What a style's margins, borders and padding come to without a width to take percentages of: layout asks for them many times a box.
package struct EdgeStyle: Sendable {
    let border: Edges<LayoutUnit>
    /// At least 0. Holds where `hasFixedPadding`.
    let padding: Edges<LayoutUnit>
    /// `auto` as 0. Holds where `hasFixedMargin`.
    let margin: Edges<LayoutUnit>
    let hasFixedPadding: Bool
    let hasFixedMargin: Bool

    init(_ style: ComputedStyle) {
        let width = style.borderWidth, padding = style.padding, margin = style.margin
        border = Edges(top: .truncating(width.top), right: .truncating(width.right), bottom: .truncating(width.bottom), left: .truncating(width.left))
        self.padding = Edges(
            top: max(.zero, EdgeStyle.fixed(padding.top)), right: max(.zero, EdgeStyle.fixed(padding.right)),
            bottom: max(.zero, EdgeStyle.fixed(padding.bottom)), left: max(.zero, EdgeStyle.fixed(padding.left)))
        self.margin = Edges(
            top: EdgeStyle.fixed(margin.top), right: EdgeStyle.fixed(margin.right), bottom: EdgeStyle.fixed(margin.bottom),
            left: EdgeStyle.fixed(margin.left))
        hasFixedPadding = !(padding.top.followsWidth || padding.right.followsWidth || padding.bottom.followsWidth || padding.left.followsWidth)
        hasFixedMargin = !(margin.top.followsWidth || margin.right.followsWidth || margin.bottom.followsWidth || margin.left.followsWidth)
    }

    private static func fixed(_ length: Length) -> LayoutUnit { length.kind == .fixed ? .truncating(length.px) : .zero }

    /// Adds what `list`, by `StyleID`, lacks of the styles of a document.
    static func complete(_ list: inout [EdgeStyle], of styled: StyledDocument, watch: WorkWatch? = nil) {
        for style in styled.styles[min(list.count, styled.styles.count)...] {
            if list.count & 1023 == 1023, watch?.mustStopNow() == true { return }
            list.append(EdgeStyle(style))
        }
    }
}

extension Length {
    /// Whether `LayoutContext.resolve` asks for the base, or may.
    fileprivate var followsWidth: Bool { dependsOnPercentage || kind == .fitContentFunction }
}
