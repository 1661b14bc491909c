/// A document laid out at one width with all that painting reads: colors, fragments, glyphs and pictures.
///
/// One task at a time may use it. Positions are from the top left of the document.
package final class LaidOutPage {
    let context: LayoutContext
    private let preparation: DocumentPreparation
    package let document: Document
    package let tree: BoxTree
    package let styled: StyledDocument
    package let fragments: FragmentTree
    package let profile: Profile
    /// By box: the border box's place; for inline boxes that of the nearest other box.
    package let origins: [Point]
    /// By inline formatting context.
    package let contents: [InlineContent]
    /// By style: the font's ascent, descent and line height.
    package let lineStyles: [LineStyle]
    package let viewport: Size
    /// `scrollHeight`, whole CSS px.
    package let height: Int
    package let fonts: DocumentFonts
    /// By inline formatting context with bidi: the level of each UTF-16 index.
    private var levels: [Int: [UInt8]] = [:]
    /// By table: the number of each cell in its grid.
    var cellNumbers: [BoxID: [BoxID: Int]] = [:]

    init(context: LayoutContext, preparation: DocumentPreparation, origins: [Point]) {
        self.context = context
        self.preparation = preparation
        self.origins = origins
        document = context.prepared.document
        tree = context.tree
        styled = context.prepared.styled
        fragments = context.fragments
        profile = context.profile
        contents = context.prepared.inlineContents
        lineStyles = context.lineStyles
        viewport = context.viewport
        height = context.scrollHeight()
        fonts = context.shaper.fonts
    }

    @inline(__always) package func style(_ box: BoxID) -> ComputedStyle { styled.styles[tree[box].style.index] }

    /// The paint values of a style.
    package func paint(_ style: ComputedStyle) -> PaintStyle {
        Int(style.paint) < styled.paints.count ? styled.paints[Int(style.paint)] : PaintStyle()
    }

    // MARK: Edges

    package func borders(of box: BoxID) -> Edges<LayoutUnit> { context.borders(of: box) }
    /// Border and padding.
    package func edges(of box: BoxID) -> Edges<LayoutUnit> { context.edges(of: box) }
    package func resolve(_ length: Length, base: LayoutUnit) -> LayoutUnit { context.resolve(length, base: base) }
    package func margins(of box: BoxID, containingWidth: LayoutUnit) -> Edges<LayoutUnit> { context.margins(of: box, containingWidth: containingWidth) }

    /// The value of a length or percentage in CSS px.
    package func px(_ length: Length, base: Float) -> Float {
        switch length.kind {
        case .fixed: return length.px
        case .percentage: return base * length.percent / 100
        case .calculated: return base * length.percent / 100 + length.px
        case .expression:
            return length.expressionIndex < styled.expressions.count ? styled.expressions[length.expressionIndex].evaluate(base: base) : 0
        default: return 0
        }
    }

    /// Whether a table has its borders collapsed, so that they are painted with the table.
    package func hasCollapsedBorders(_ box: BoxID) -> Bool { context.collapsedBorders[box] != nil }

    // MARK: Text

    /// The bidi level of a UTF-16 index of an inline formatting context.
    package func level(at index: Int, in contextIndex: Int) -> UInt8 {
        guard contents[contextIndex].hasBidi || contents[contextIndex].isRightToLeft else { return 0 }
        if levels[contextIndex] == nil {
            let content = contents[contextIndex]
            var list = [UInt8](repeating: content.isRightToLeft ? 1 : 0, count: content.text.count)
            for item in content.items where item.kind == .text {
                for position in Int(item.start)..<Int(item.end) where position < list.count { list[position] = item.level }
            }
            levels[contextIndex] = list
        }
        guard let list = levels[contextIndex], index < list.count else { return 0 }
        return list[index]
    }

    /// The glyphs of a stretch of text of one style and level.
    package func glyphs(_ text: [UInt16], _ range: Range<Int>, style: StyleID, rightToLeft: Bool) -> GlyphLine {
        context.shaper.glyphs(text, range, style: style, rightToLeft: rightToLeft)
    }

    // MARK: Pictures

    /// The picture that an `<img>` shows.
    package func imageReference(of node: NodeID) -> ImageReference? {
        guard node.exists else { return nil }
        if document.isElement(node, .img) {
            return preparation.selectedImage(for: node, in: preparation.imageEnvironment(viewport)).map { ImageReference(url: $0.url, base: nil) }
        }
        return document.attributeString(document.isElement(node, .object) ? .data : .src, of: node).map { ImageReference(url: $0, base: nil) }
    }

    /// The bytes behind a reference; nil where they can't be read.
    package func bytes(_ image: ImageReference) -> [UInt8]? {
        guard let url = image.url, case .success(let bytes) = preparation.resources.bytes(url: url, base: image.base ?? preparation.documentBase) else {
            return nil
        }
        return bytes
    }

    /// What the header of a picture says of its size and orientation; `asIs`: nothing of it taken as an element would.
    package func imageInfo(_ image: ImageReference, asIs: Bool = false) -> ImageInfo? {
        guard let url = image.url, case .success(let picture) = preparation.resources.image(url: url, base: image.base ?? preparation.documentBase) else {
            return nil
        }
        return asIs ? picture : picture.seen(by: profile)
    }
}
