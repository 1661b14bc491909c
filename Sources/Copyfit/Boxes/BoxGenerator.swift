/// Generates the box tree of a styled document (https://www.w3.org/TR/css-display-3/#box-generation).
///
/// In: a document and its styles. Out: boxes with anonymous boxes where a block container has both block-level and inline-level
/// content, inline boxes split around blocks inside them, markers and generated content. Table fix-up is in `TableFixup.swift`.
package struct BoxGenerator {
    let document: Document
    /// The styles, to which those of anonymous boxes are added.
    var styled: StyledDocument
    let profile: Profile
    /// The natural size of an image by URL and the folder that the URL is relative to; nil when it can not be loaded.
    let imageSize: (ImageReference) -> NaturalImageSize?
    /// The source that an `<img>` shows at the viewport's width, by `srcset`, `sizes` and `<picture>`.
    let imageSource: (NodeID) -> SelectedImage?
    /// The ascent of a style's primary font in whole px.
    let fontAscent: (ComputedStyle) -> Float

    var tree = BoxTree()
    /// Of the document's MathML elements, from the first one on.
    var mathEnvironments: MathEnvironments?
    var counters = CounterScopes()
    var flows: [Flow] = []
    /// `overflow` of the root or body that the viewport takes over, and the element it is taken from.
    var viewportOverflowElement: NodeID = .none
    /// Styles of anonymous boxes by the style they inherit from and their display.
    var anonymousStyles: [AnonymousStyleKey: StyleID] = [:]

    package struct AnonymousStyleKey: Hashable {
        /// What the box is for.
        enum Purpose: UInt8 { case wrapper, closedContents, missingPicture, alternativeIcon, symbol, mathLine }
        var parent: StyleID
        var display = Display.block
        var purpose = Purpose.wrapper
        /// Of symbols: the width in CSS px.
        var width: Float = 0
    }

    /// The block container that boxes are being added to.
    struct Flow {
        var container: BoxID
        var isBlockMode: Bool
        /// Flex and grid containers wrap each run of text in an anonymous item.
        var wrapsEveryRun: Bool
        /// Where inline-level content goes: the container itself, an anonymous block in block mode, or none before its first content.
        var run: BoxID
        /// Inline boxes that are open here, outermost first.
        var openInlines: [OpenInline] = []
        /// Anonymous inline tables around table parts in inline boxes: they are fixed up at the end.
        var strayTables: [BoxID] = []
    }

    struct OpenInline {
        var style: StyleID
        var node: NodeID
        var isPseudo: Bool
        /// Its box in the current run, or none until content needs one again after a block split it.
        var box: BoxID
        var wasSplit: Bool
    }

    package static func generate(
        document: Document, styled: consuming StyledDocument, profile: Profile,
        anonymousStyles: [AnonymousStyleKey: StyleID] = [:], watch: WorkWatch? = nil,
        imageSize: @escaping (ImageReference) -> NaturalImageSize?,
        imageSource: @escaping (NodeID) -> SelectedImage?,
        fontAscent: @escaping (ComputedStyle) -> Float
    ) -> (tree: BoxTree, styled: StyledDocument, anonymousStyles: [AnonymousStyleKey: StyleID]) {
        var generator = BoxGenerator(document: document, styled: styled, profile: profile, imageSize: imageSize, imageSource: imageSource,
            fontAscent: fontAscent)
        generator.anonymousStyles = anonymousStyles
        generator.watch = watch
        generator.generateRoot()
        return (generator.tree, generator.styled, generator.anonymousStyles)
    }

    /// What may stop the work.
    private var watch: WorkWatch?

    /// Counts the boxes made so far against the limits of the work.
    var mustStop: Bool {
        guard let watch else { return false }
        watch.count(boxes: tree.boxes.count)
        return watch.mustStop()
    }

    init(
        document: Document, styled: consuming StyledDocument, profile: Profile,
        imageSize: @escaping (ImageReference) -> NaturalImageSize?,
        imageSource: @escaping (NodeID) -> SelectedImage?,
        fontAscent: @escaping (ComputedStyle) -> Float
    ) {
        self.document = document
        self.styled = styled
        self.profile = profile
        self.imageSize = imageSize
        self.imageSource = imageSource
        self.fontAscent = fontAscent
        tree.boxes.reserveCapacity(document.nodes.count + 16)
    }

    // MARK: Elements

    mutating func generateRoot() {
        let root = document.documentElement
        guard root.exists, styled.style(of: root).exists else { return }
        let style = styled.style(of: root)
        guard styled[style].display != .none else { return }
        chooseViewportOverflow(root: root)
        // The root element is a block container whatever its display says, but for flex and grid.
        addElement(root)
    }

    /// > UAs must apply the overflow-* values set on the root element to the viewport… when the root element is html and its
    /// > overflow is visible, … the body's instead (https://www.w3.org/TR/css-overflow-3/#overflow-propagation)
    mutating func chooseViewportOverflow(root: NodeID) {
        let rootStyle = styled[styled.style(of: root)]
        if rootStyle.overflowX != .visible || rootStyle.overflowY != .visible {
            viewportOverflowElement = root
        } else if document.isElement(root, .html), document.body.exists, document.isElement(document.body, .body) {
            viewportOverflowElement = document.body
        }
    }

    mutating func addElement(_ node: NodeID) {
        let styleID = styled.style(of: node)
        guard styleID.exists else { return }
        let display = styled[styleID].display
        guard display != .none else { return }
        // > An embed element without src and type represents nothing.
        if document.isElement(node, .embed), !document.hasAttribute(.src, of: node), !document.hasAttribute(.type, of: node) { return }
        counters.enter(node, style: styled[styleID], styled: styled, document: document)
        if document[node].namespace == .mathml, let element = MathElement.of(node, in: document) {
            addMath(element, node, style: styleID)
            counters.leave(node)
            return
        }
        switch display {
        case .none: break
        case .contents:
            addContents(of: node, style: styleID)
        case .ruby:
            if replacedContent(of: node, style: styleID) == nil { addRuby(node, style: styleID) } else { addInlineElement(node, style: styleID) }
        case .inline where isButton(node):
            // > as if 'display' were inline-block (https://html.spec.whatwg.org/#button-layout)
            addBlockOrAtomic(node, style: styleID, display: .inlineBlock)
        case .inline, .rubyText:
            addInlineElement(node, style: styleID)
        default:
            // Whatever its display, also as a child of a flex or grid container, a `<br>` breaks the line (measured).
            if isBreak(node) {
                addInlineElement(node, style: styleID)
            } else {
                addBlockOrAtomic(node, style: styleID, display: display)
            }
        }
        counters.leave(node)
    }

    private func isBreak(_ node: NodeID) -> Bool { document.isElement(node, .br) || document.isElement(node, .wbr) }

    /// The generated and the document's children of an element, in the current flow.
    mutating func addContents(of node: NodeID, style: StyleID) {
        addPseudoElement(.before, of: node)
        addChildNodes(of: node, style: style)
        addPseudoElement(.after, of: node)
    }

    private mutating func addChildNodes(of node: NodeID, style: StyleID) {
        guard document.isElement(node, .details) else {
            addChildNodes(of: node, style: style, except: .none)
            return
        }
        let summary = firstSummary(of: node)
        if summary.exists { addElement(summary) } else { addDefaultSummary(style: style) }
        if document.hasAttribute(.open, of: node) {
            addChildNodes(of: node, style: style, except: summary)
            return
        }
        // Closed contents are laid out, but hidden: their box is empty (https://html.spec.whatwg.org/#the-details-and-summary-elements).
        let slotStyle = anonymousStyle(AnonymousStyleKey(parent: style, purpose: .closedContents)) { style in
            var slotStyle = ComputedStyle.anonymous(inheritingFrom: style)
            slotStyle.display = .block
            slotStyle.contentVisibility = .hidden
            return slotStyle
        }
        var slot = Box(kind: .block, style: slotStyle)
        slot.flags = [.anonymous, .formattingContext]
        beginFlow(place(slot, node: .none, isInlineLevel: false))
        addChildNodes(of: node, style: style, except: summary)
        endFlow()
    }

    private mutating func addChildNodes(of node: NodeID, style: StyleID, except skipped: NodeID) {
        var child = document[node].firstChild
        while child.exists {
            if let watch {
                watch.count(boxes: tree.boxes.count)
                if watch.mustStop() { return }
            }
            let next = document[child].nextSibling
            switch document[child].kind {
            case .text: addText(child, style: style)
            case .element: if child != skipped { addElement(child) }
            default: break
            }
            child = next
        }
    }

    /// > If there is no such element, the user agent should provide its own legend (e.g. "Details").
    private mutating func addDefaultSummary(style: StyleID) {
        var summary = Box(kind: .block, style: anonymousStyle(inheritingFrom: style))
        summary.flags = .anonymous
        beginFlow(place(summary, node: .none, isInlineLevel: false))
        addGeneratedText(profile.disclosureMarkersAreText ? "\u{25B8} Details" : "Details", style: style)
        endFlow()
    }

    private func firstSummary(of details: NodeID) -> NodeID {
        var child = document[details].firstChild
        while child.exists {
            if document.isElement(child, .summary) { return child }
            child = document[child].nextSibling
        }
        return .none
    }

    private mutating func addInlineElement(_ node: NodeID, style: StyleID) {
        if document[node].namespace == .html {
            let name = document[node].name
            if name == .br {
                ensureRun()
                append(Box(kind: .lineBreak, style: style), node: node, flags: .inlineLevel)
                return
            }
            if name == .wbr {
                ensureRun()
                append(Box(kind: .wordBreak, style: style), node: node, flags: .inlineLevel)
                return
            }
        }
        if addReplaced(node, style: style) { return }
        openInline(node: node, style: style, isPseudo: false)
        addContents(of: node, style: style)
        closeInline()
    }

    /// The box of a replaced element, or what stands for it; false for other elements.
    private mutating func addReplaced(_ node: NodeID, style: StyleID) -> Bool {
        if let content = replacedContent(of: node, style: style) {
            addReplaced(content, node: node, style: style)
            return true
        }
        guard profile.missingPictures == .text, document.isElement(node, .img) || isImageButton(node) else { return false }
        addMissingPicture(node, style: style)
        return true
    }

    /// A picture whose source may be another at another width: by a `source` of its `picture`, or by how wide sources are.
    mutating func noteResponsiveImage(_ node: NodeID) {
        guard !tree.hasResponsiveImages, document.isElement(node, .img) else { return }
        if let srcset = document.attributeString(.srcset, of: node), ImageSource.parse(srcset: srcset).contains(where: { $0.width != nil }) {
            tree.hasResponsiveImages = true
        }
        let parent = document[node].parent
        guard parent.exists, document.isElement(parent, .picture) else { return }
        var sibling = document[parent].firstChild
        while sibling.exists, sibling != node {
            if document.isElement(sibling, .source) { tree.hasResponsiveImages = true }
            sibling = document[sibling].nextSibling
        }
    }

    mutating func addReplaced(_ content: ReplacedContent, node: NodeID, style: StyleID) {
        noteResponsiveImage(node)
        var box = replacedBox(content, style: style)
        box.flags.formUnion(positioningFlags(style))
        let isInline = !isBlockLevel(styled[style].display)
        place(box, node: node, isInlineLevel: isInline)
    }

    private mutating func addBlockOrAtomic(_ node: NodeID, style: StyleID, display: Display) {
        if addReplaced(node, style: style) { return }
        var box = Box(kind: kind(of: display), style: style)
        box.flags = positioningFlags(style)
        if document.isElement(node, .body) && node == document.body { box.flags.insert(.body) }
        if establishesFormattingContext(node, style: style) { box.flags.insert(.formattingContext) }
        if display == .listItem || display == .inlineListItem { box.flags.insert(.listItem) }
        if isButton(node) { box.flags.formUnion([.button, .formattingContext]) }
        if isRenderedLegend(node, box: box) { box.flags.formUnion([.renderedLegend, .formattingContext]) }
        let id: BoxID
        if box.isInFlow, Self.isTablePart(box.kind), let table = strayTable() {
            box.node = node
            id = tree.append(box, to: table)
        } else {
            id = place(box, node: node, isInlineLevel: !isBlockLevel(display))
        }
        fill(id, node: node, style: style)
    }

    /// https://html.spec.whatwg.org/#rendered-legend: the first in-flow `<legend>` child of a fieldset.
    private func isRenderedLegend(_ node: NodeID, box: Box) -> Bool {
        guard document.isElement(node, .legend), box.isInFlow, let container = flows.last?.container, tree[container].node.exists,
            document.isElement(tree[container].node, .fieldset)
        else { return false }
        var child = tree[container].firstChild
        while child.exists {
            if tree[child].flags.contains(.renderedLegend) { return false }
            child = tree[child].nextSibling
        }
        return true
    }

    /// Generates the boxes inside `id`, which is the principal box of `node`.
    mutating func fill(_ id: BoxID, node: NodeID, style: StyleID) {
        beginFlow(id)
        if tree[id].flags.contains(.listItem) { addMarker(of: node, box: id, style: style) }
        if let label = buttonLabel(of: node) {
            addGeneratedText(label, style: style)
        } else {
            addContents(of: node, style: style)
        }
        endFlow()
        if tree[id].isBlockContainer || tree[id].kind == .tableCell || tree[id].kind == .tableCaption { applyFirstLetter(to: id, of: node) }
    }

    func kind(of display: Display) -> Box.Kind {
        switch display {
        case .table, .inlineTable: .table
        case .flex, .inlineFlex: .flex
        case .grid, .inlineGrid: .grid
        case .tableRowGroup, .tableHeaderGroup, .tableFooterGroup: .tableRowGroup
        case .tableRow: .tableRow
        case .tableCell: .tableCell
        case .tableColumnGroup: .tableColumnGroup
        case .tableColumn: .tableColumn
        case .tableCaption: .tableCaption
        default: .block
        }
    }

    func isBlockLevel(_ display: Display) -> Bool {
        switch display {
        case .inline, .inlineBlock, .inlineListItem, .inlineTable, .inlineFlex, .inlineGrid, .inlineWebkitBox, .ruby, .rubyText: false
        default: true
        }
    }

    /// A vertical `-webkit-box`, unless it is laid out as a block: its children are blocks apart, and do not float.
    private func stacksChildren(_ container: BoxID) -> Bool {
        guard container.exists else { return false }
        let style = styled[tree[container].style]
        return (style.display == .webkitBox || style.display == .inlineWebkitBox) && style.webkitBoxOrientVertical
            && (style.lineClamp == 0 || profile.clampedBoxesStack)
    }

    func positioningFlags(_ styleID: StyleID) -> Box.Flags {
        let style = styled[styleID]
        var flags: Box.Flags = []
        switch style.position {
        case .absolute, .fixed: flags.insert(.outOfFlow)
        default: if style.float != .none, !stacksChildren(flows.last?.container ?? .none) { flags.insert(.floating) }
        }
        if style.position != .static { flags.insert(.containsAbsolute) }
        if style.isTransformed || style.contain & 0b10100 != 0 { flags.formUnion([.containsAbsolute, .containsFixed]) }
        return flags
    }

    /// https://www.w3.org/TR/css-display-3/#establish-an-independent-formatting-context, for block containers.
    private func establishesFormattingContext(_ node: NodeID, style styleID: StyleID) -> Bool {
        let style = styled[styleID]
        if node == document.documentElement { return true }
        if style.position == .absolute || style.position == .fixed || style.float != .none { return true }
        switch style.display {
        case .block, .listItem: break
        default: return true
        }
        if node != viewportOverflowElement {
            let scrolls: (Overflow) -> Bool = { $0 == .hidden || $0 == .auto || $0 == .scroll }
            if scrolls(style.overflowX) || scrolls(style.overflowY) { return true }
        }
        if style.contain & 0b10100 != 0 || style.contentVisibility != .visible || style.containerType != 0 { return true }
        if style.columnCount > 0 || !style.columnWidth.isAuto || style.columnSpanAll { return true }
        if document.isElement(node, .fieldset) { return true }
        if let parent = flows.last?.container {
            if tree[parent].kind == .flex || tree[parent].kind == .grid { return true }
            if stacksChildren(parent) { return true }
        }
        return false
    }
}
