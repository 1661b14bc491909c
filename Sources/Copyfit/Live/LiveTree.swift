/// A document that changes, with all that was computed of it: styles, boxes, measured text and a layout at one viewport.
///
/// Mutations change the document at once and note what they may have invalidated; `update()` then computes that again, and lays out what
/// depends on it. Whatever can not be told apart safely is computed anew from the whole document, so the result is always that of a fresh
/// preparation of the same tree.
///
/// Arrays pass from one stage's holder to the next, so that they change in place: see `Update`. One task at a time may use it.
package final class LiveTree {
    let copyfitter: Copyfitter
    var preparation: DocumentPreparation
    var parser: StreamingParser
    var parsingDiagnostics = DiagnosticSink()
    package private(set) var width: Double
    private(set) var viewport: Size

    // What was computed.
    var session: StyleSession?
    /// By node: its principal box; `.none` for inline boxes and where there is none.
    var principalBoxes: [BoxID] = []
    var contents: [InlineContent] = []
    private var layout: LayoutContext?
    /// What the last layout held, while changes are made: nothing else refers to the document then.
    private var held: Update?
    /// Boxes, and nodes, that nothing uses any more.
    var discardedBoxes = 0
    private var initialSizes = (styles: 0, boxes: 0, bytes: 0, nodes: 0, attributes: 0)
    var facts = GenerationFacts()
    var dependencies: SelectorDependencies?

    /// What the next `update()` has to do.
    var pending = PendingUpdate()
    /// `scrollHeight` after the last update, whole CSS px.
    package private(set) var height = 0
    /// How many updates computed everything anew, for tests.
    package private(set) var rebuildCount = 0

    /// Parses and lays out a document.
    package init(utf8: [UInt8], width: Double, copyfitter: Copyfitter, resources: PageResources) {
        self.copyfitter = copyfitter
        self.width = width
        viewport = LiveTree.viewport(width, copyfitter.options)
        var document = Document()
        parser = StreamingParser(
            utf8, rules: HTMLParser.Rules(copyfitter.options.profile), document: &document, diagnostics: &parsingDiagnostics)
        preparation = DocumentPreparation(document: document, options: copyfitter.options, shared: copyfitter.shared, resources: resources)
        pending.isWhole = true
        update()
        rebuildCount = 0
    }

    private static func viewport(_ width: Double, _ options: Options) -> Size {
        Size(width: .truncating(width), height: .truncating(options.viewportHeight))
    }

    package var diagnostics: [Diagnostic] {
        parsingDiagnostics.diagnostics + preparation.allDiagnostics
    }

    package var isQuirks: Bool { preparation.document.mode == .quirks }

    // MARK: Settings

    /// Lays out at another width with the next update.
    package func setWidth(_ width: Double) {
        guard width != self.width else { return }
        self.width = width
        pending.changesViewport = true
    }

    package var options: Options { preparation.options }

    /// Takes other options; those of the profile and the base directory stay.
    package func setOptions(_ change: (inout Options) -> Void) {
        var options = preparation.options
        change(&options)
        options.profile = preparation.options.profile
        options.baseDirectory = preparation.options.baseDirectory
        guard options != preparation.options else { return }
        replacePreparation(options: options)
        pending.isWhole = true
    }

    /// Sheets, fonts or pictures are other ones now.
    package func resourcesChanged() { pending.isWhole = true }

    private func replacePreparation(options: Options) {
        let document = preparation.document
        preparation = DocumentPreparation(document: document, options: options, shared: copyfitter.shared, resources: preparation.resources)
    }

    // MARK: Updating

    /// Computes what is not current any more.
    package func update() {
        guard !pending.isEmpty else { return }
        if pending.changesViewport {
            resume()
            let next = LiveTree.viewport(width, preparation.options)
            if let layout, !preparation.holds(from: viewport, to: next, prepared: layout.prepared) { pending.isWhole = true }
            viewport = next
        }
        if pending.isWhole || layout == nil && held == nil || isWorthless {
            rebuild()
        } else if pending.changesViewport || facts.clampsLines {
            updateParts(keepsLayout: false)
        } else {
            updateParts(keepsLayout: true)
        }
        pending = PendingUpdate()
        guard let layout else { return }
        height = layout.scrollHeight()
    }

    /// So much is left over from earlier changes that computing all anew is cheaper.
    private var isWorthless: Bool {
        let document = preparation.document
        return discardedBoxes > initialSizes.boxes / 2 + 4096 || session?.lineStyles.count ?? 0 > 2 * initialSizes.styles + 8192
            || document.bytes.count > 2 * initialSizes.bytes + (4 << 20) || document.nodes.count > 2 * initialSizes.nodes + 65_536
            || document.attributes.count > 2 * initialSizes.attributes + 65_536
    }

    /// Computes all from the document.
    private func rebuild() {
        rebuildCount += 1
        layout = nil
        held = nil
        session = nil
        contents = []
        if preparation.document.nodes.count > 2 * initialSizes.nodes + 65_536 || preparation.document.bytes.count > 2 * initialSizes.bytes + (4 << 20) {
            compact()
        }
        // The sheets, and what `<base>` says, are gathered anew.
        replacePreparation(options: preparation.options)
        let media = preparation.mediaContext(viewport)
        let sheets = preparation.sheets(preparation.gatherSheets())
        let fonts = DocumentFonts(
            catalog: copyfitter.shared.fonts, profile: preparation.options.profile, rules: sheets.fontFaces(media), load: preparation.fontLoader())
        let session = StyleSession(key: nil, sheets: sheets, fonts: fonts, media: media, isQuirky: isQuirks, paint: nil)
        self.session = session
        let styled = session.styles(of: preparation.document, media: media, diagnostics: &preparation.diagnostics)
        let pictures = pictures
        let (tree, completed) = session.boxes(
            of: preparation.document, styled: styled, profile: preparation.options.profile, watch: nil, imageSize: pictures.size, imageSource: pictures.source)
        session.resolver.restore(completed)
        facts = GenerationFacts(completed)
        facts.findStrayItems(preparation.document, completed)
        dependencies = nil
        addContents(tree.inlineContexts[...], of: tree, completed, session)
        principalBoxes = Array(repeating: .none, count: preparation.document.nodes.count)
        notePrincipalBoxes(in: tree, from: 0)
        discardedBoxes = 0
        initialSizes = (
            completed.styles.count, tree.boxes.count, preparation.document.bytes.count, preparation.document.nodes.count, preparation.document.attributes.count
        )
        var nothing: LayoutMemory?
        layOut(tree: tree, styled: completed, session, memory: &nothing)
    }

    /// Computes what `pending` names.
    private func updateParts(keepsLayout: Bool) {
        guard let session, var parts = takeLayout(keepsLayout) else { return rebuild() }
        if pending.hasContent {
            guard updateStyles(), updateBoxes(&parts, session) else { return rebuild() }
            // Of contexts that were made and given up at once nothing is left: they are empty.
            addContents(parts.tree.inlineContexts[min(parts.firstContext, parts.tree.inlineContexts.count)...], of: parts.tree, session.resolver.styled, session)
        }
        layOut(tree: parts.tree, styled: session.resolver.styled, session, memory: &parts.memory)
    }

    /// To be called before the tree changes.
    func beginChange() {
        if held == nil { held = takeLayout(true) }
    }

    /// Has the last layout answer questions again.
    private func resume() {
        guard layout == nil, var update = held, var memory = update.memory, let session else { return }
        held = nil
        update.memory = nil
        let styled = session.resolver.styled
        layout = LayoutContext(
            prepared: prepared(update.tree, styled, session), shaper: shaper(for: styled, session), viewport: viewport, memory: &memory)
    }

    /// Ends the last layout and takes what it held: from here on the arrays have one holder each.
    private func takeLayout(_ keepsMemory: Bool) -> Update? {
        if var update = held {
            held = nil
            if !keepsMemory { update.memory = nil }
            return update
        }
        guard let layout else { return nil }
        self.layout = nil
        return Update(tree: layout.prepared.tree, memory: keepsMemory ? layout.memory : nil)
    }

    /// What an update works on: taken from the last layout, handed to the next one.
    struct Update {
        var tree: BoxTree
        /// Nil: everything is laid out.
        var memory: LayoutMemory?
        /// Contexts from this one on are new.
        var firstContext: Int
        /// Boxes in whose ancestors something changed.
        var touched: [BoxID] = []

        init(tree: consuming BoxTree, memory: consuming LayoutMemory?) {
            firstContext = tree.inlineContexts.count
            self.tree = tree
            self.memory = memory
        }
    }

    /// Measures the text of inline formatting contexts.
    private func addContents(_ contexts: ArraySlice<BoxID>, of tree: BoxTree, _ styled: StyledDocument, _ session: StyleSession) {
        guard !contexts.isEmpty else { return }
        let shaper = shaper(for: styled, session)
        var builder = InlineContentBuilder(
            document: preparation.document, styled: styled, tree: tree, shaper: shaper, profile: preparation.options.profile)
        for context in contexts { contents.append(builder.build(context)) }
        session.measuredStyles = shaper.measuredStyles
        shaper.releaseScratch()
    }

    private func shaper(for styled: StyledDocument, _ session: StyleSession) -> TextShaper {
        session.shaper(for: styled, words: copyfitter.shared.words, fontBase: preparation.options.baseDirectory ?? "")
    }

    private func prepared(_ tree: consuming BoxTree, _ styled: StyledDocument, _ session: StyleSession) -> PreparedBoxes {
        PreparedBoxes(
            document: preparation.document, styled: styled, tree: tree, inlineContents: contents,
            lineStyles: session.lineStyles(of: styled, boxes: nil, profile: preparation.options.profile), edgeStyles: session.edgeStyles(of: styled),
            profile: preparation.options.profile)
    }

    private func layOut(tree: consuming BoxTree, styled: StyledDocument, _ session: StyleSession, memory: inout LayoutMemory?) {
        let shaper = shaper(for: styled, session)
        let prepared = prepared(tree, styled, session)
        let context: LayoutContext
        var taken = LayoutMemory.empty
        if let given = memory.take() {
            taken = given
            context = LayoutContext(prepared: prepared, shaper: shaper, viewport: viewport, memory: &taken)
        } else {
            context = LayoutContext(prepared: prepared, shaper: shaper, viewport: viewport)
            context.startRemembering()
        }
        context.layout()
        shaper.releaseScratch()
        layout = context
    }

    /// What box generation asks about pictures.
    var pictures: (size: (ImageReference) -> NaturalImageSize?, source: (NodeID) -> SelectedImage?) {
        let preparation = preparation
        let environment = preparation.imageEnvironment(viewport)
        return (size: { preparation.naturalSize(of: $0) }, source: { preparation.selectedImage(for: $0, in: environment) })
    }

    func notePrincipalBoxes(in tree: BoxTree, from first: Int) {
        for index in first..<max(first, tree.boxes.count) {
            let box = tree.boxes[index]
            guard box.node.exists, !box.flags.contains(.pseudo) else { continue }
            switch box.kind {
            case .inline, .text, .lineBreak, .wordBreak: continue
            default: break
            }
            if !principalBoxes[box.node.index].exists { principalBoxes[box.node.index] = BoxID(rawValue: UInt32(clamping: index)) }
        }
    }

    // MARK: Compaction

    /// Called with the new numbers when nodes were renumbered: `.none` for those that are gone.
    package var onRenumbering: (([NodeID]) -> Void)?

    private func compact() {
        let (document, numbers) = preparation.document.compacted()
        preparation.document = document
        parser.renumber(numbers)
        pending.clearNodes()
        onRenumbering?(numbers)
    }

    // MARK: Answers

    /// The border boxes of the root and body elements.
    package var rootHeight: Double {
        resume()
        guard let layout, !layout.tree.boxes.isEmpty else { return 0 }
        return layout.fragments[.root].size.height.doublePx
    }

    /// An element's border box, CSS px from the top left of the document; nil for elements without a box of their own.
    package func frame(of node: NodeID) -> (x: Double, y: Double, width: Double, height: Double)? {
        resume()
        guard let layout, node.index < principalBoxes.count else { return nil }
        let box = principalBoxes[node.index]
        guard box.exists, layout.fragments[box].isPlaced else { return nil }
        let origin = layout.documentOrigin(of: box), size = layout.fragments[box].size
        return (origin.x.doublePx, origin.y.doublePx, size.width.doublePx, size.height.doublePx)
    }

    /// A fresh preparation of the tree as it is now.
    package func freshCopy() -> LiveTree { LiveTree(copying: self) }

    private init(copying other: LiveTree) {
        copyfitter = other.copyfitter
        width = other.width
        viewport = LiveTree.viewport(other.width, other.preparation.options)
        parser = other.parser
        preparation = DocumentPreparation(
            document: other.preparation.document, options: other.preparation.options, shared: other.copyfitter.shared, resources: other.preparation.resources)
        pending.isWhole = true
        update()
        rebuildCount = 0
    }

    /// The whole layout report, from a fresh preparation.
    package func report(_ detail: LayoutDetail) -> Layout {
        let copy = freshCopy()
        guard let layout = copy.layout else {
            return Layout(
                width: width, height: height, rootHeight: 0, bodyHeight: 0, isQuirks: isQuirks, lineCount: 0, naturalWidth: nil, minWidth: nil,
                lines: nil, boxes: nil, fonts: nil, diagnostics: [])
        }
        return LayoutReport(context: layout, width: width, detail: detail).layout()
    }
}
