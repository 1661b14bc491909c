/// Resolves the styles of a document: matches its sheets' rules, cascades them and computes every element's values.
///
/// Elements with the same parent style, rules, style attribute and hints share one style, which is then computed once. One resolver
/// serves documents with the same sheets one after the other: what it has computed for one, the next ones find.
package struct StyleResolver: ~Copyable {
    var computer: StyleComputer
    private let sheets: [ActiveSheet]
    private let isQuirky: Bool
    /// What is wrong in the sheets: told again for each document.
    private let sheetDiagnostics: [Diagnostic]
    var matcher: RuleMatcher
    var hints: PresentationalHints
    private var sharing = StyleSharing()
    private var matched: [MatchedRule] = []
    private var entries: [CascadeEntry] = []
    private var attributeBlocks: [[UInt8]: AttributeBlock] = [:]
    private var hintBlocks: [[Declaration.Bits]: UInt32] = [:]
    private let asksContainers: Bool
    /// Only where some sheet has container queries.
    private var containers: ContainerSizes?
    /// What is wrong in the style attributes of the document being resolved.
    private var told: [Diagnostic] = []
    /// The number of the document being resolved.
    private var documentNumber = 0
    /// The rules of `::first-line` that may apply to lines of an element's own or of its first blocks.
    private var firstLines: [NodeID: [CascadeEntry]] = [:]

    /// A style attribute's declarations in the computer's own store.
    private struct AttributeBlock {
        var block: UInt32
        var diagnostics: [Diagnostic]
        /// The document that its diagnostics were told for last.
        var document: Int
    }
    /// What may stop the work on the current document.
    private var watch: WorkWatch?

    /// The styles of all elements of `document`.
    ///
    /// `sheets` holds the user-agent sheet (`SheetLibrary.userAgentSheet`) first, then the user's and author's in order. `media.width` and
    /// `.height` are the bases of viewport units. `fontMetrics` answers the metrics that units like `ex` are made of, for a font and BCP 47
    /// language.
    package static func resolve(
        document: Document, sheets: SheetSet, media: MediaContext, profile: Profile, paint: PaintRequest? = nil,
        fontMetrics: @escaping (FontDescription, String) -> FontRelativeMetrics = { font, _ in .approximate(size: font.size) },
        diagnostics: inout DiagnosticSink
    ) -> StyledDocument {
        var resolver = StyleResolver(
            sheets: sheets, media: media, isQuirky: document.mode == .quirks, profile: profile, paint: paint, fontMetrics: fontMetrics)
        return resolver.resolve(document, media: media, diagnostics: &diagnostics)
    }

    /// Resolves one document after another. Their mode must be quirks mode as `isQuirky` says. Where `watch` stops the work, it is of no use.
    package init(
        sheets: SheetSet, media: MediaContext, isQuirky: Bool, profile: Profile, paint: PaintRequest?, watch: WorkWatch? = nil,
        fontMetrics: @escaping (FontDescription, String) -> FontRelativeMetrics
    ) {
        self.isQuirky = isQuirky
        self.sheets = ActiveSheet.sheets(of: sheets, media: media)
        hints = PresentationalHints(isQuirky: isQuirky)
        matcher = RuleMatcher(document: Document(), sheets: [])
        asksContainers = sheets.entries.contains { entry in
            entry.sheet.conditions.contains { condition in
                if case .container = condition.test { true } else { false }
            }
        }
        var found: [Diagnostic] = []
        var stores: [DeclarationStore] = []
        stores.reserveCapacity(sheets.entries.count)
        for entry in sheets.entries {
            let typed = SheetLibrary.typed(entry.sheet, engine: profile.engine, isQuirky: isQuirky, watch: watch)
            stores.append(typed.store)
            for var diagnostic in typed.diagnostics {
                diagnostic.source = entry.source
                found.append(diagnostic)
            }
        }
        sheetDiagnostics = found
        computer = StyleComputer(
            profile: profile, isQuirky: isQuirky, fontScale: media.fontScale, textScale: media.textScale, adjustsTextSize: media.adjustsTextSize,
            sheets: stores, fontMetrics: fontMetrics)
        for rule in sheets.properties(media) { computer.customProperties.registered[rule.name] = rule }
        computer.output.fontFaces = sheets.fontFaces(media)
        computer.output.counterStyles = sheets.counterStyles(media)
        computer.paintRequest = paint
    }

    /// The styles of all elements of `document`; the tables beside hold what earlier documents needed, too. `media` may differ from that
    /// of the start in a size of the viewport for which no media query changes its answer.
    package mutating func resolve(_ document: Document, media: MediaContext, diagnostics: inout DiagnosticSink) -> StyledDocument {
        documentNumber += 1
        hints = PresentationalHints(isQuirky: isQuirky)
        computer.begin(media)
        containers = asksContainers ? ContainerSizes(viewportWidth: media.width) : nil
        matcher = RuleMatcher(document: document, sheets: sheets)
        watch = diagnostics.watch
        matcher.watch = watch
        defer {
            watch = nil
            matcher.watch = nil
        }
        if let containers { matcher.containerMatches = { query, _ in containers.matches(query) } }
        computer.output.elementStyles = Array(repeating: .none, count: document.nodes.count)
        computer.output.hasFirstLines = false
        firstLines = [:]
        for diagnostic in sheetDiagnostics { diagnostics.report(diagnostic) }
        walk(document)
        for diagnostic in told { diagnostics.report(diagnostic) }
        told = []
        for diagnostic in computer.diagnostics.diagnostics { diagnostics.report(diagnostic) }
        if matcher.isExhausted {
            diagnostics.report(Diagnostic(.limit, "selectors take too many steps to match: some were left out"))
        }
        if media.height == 0, computer.output.dependsOnViewportHeight {
            diagnostics.report(Diagnostic(.css, "lengths in vh and its kin are 0, as the viewport's height is: set the viewport height to give them one"))
        }
        if containers?.wasAsked == true { computer.output.dependsOnViewportWidth = true }
        return takeOutput()
    }

    /// The output, which is then the caller's alone: arrays that two owners share are copied at every change.
    private mutating func takeOutput() -> StyledDocument {
        var result = StyledDocument()
        swap(&result, &computer.output)
        return result
    }

    // MARK: From document to document

    /// Whether another document may be resolved with what this one left: nothing in it is the document's own.
    package var isReusable: Bool {
        computer.diagnostics.diagnostics.isEmpty && containers == nil && computer.paintRequest == nil && attributeBlocks.count <= 256
            && hintBlocks.count <= 256 && computer.holdsLittle
    }

    /// Gives the tables of the document before back, with styles of anonymous boxes at their end.
    package mutating func adopt(_ tables: consuming StyledDocument) {
        restore(tables)
        computer.output.elementStyles = []
        computer.output.pseudoStyles = [:]
    }

    // MARK: The walk

    /// In tree order, without recursion: documents nest as deep as they like.
    private mutating func walk(_ document: Document) {
        let root = document.documentElement
        guard root.exists else { return }
        var current = root
        while true {
            if let watch, watch.mustStop() { return }
            let node = document[current]
            var entersChildren = false
            if node.kind == .element {
                let style = element(current, document)
                computer.output.elementStyles[current.index] = style
                entersChildren = node.firstChild.exists && computer.output.styles[style.index].display != .none
                if entersChildren {
                    matcher.push(current, in: document)
                    containers?.push(
                        computer.output.styles[style.index], names: computer.containerNames[Int(computer.contexts[style.index].containerNames)])
                }
            }
            if entersChildren {
                current = node.firstChild
                continue
            }
            while current != root, !document[current].nextSibling.exists {
                current = document[current].parent
                guard current.exists else { return }
                matcher.pop()
                containers?.pop()
            }
            if current == root { return }
            current = document[current].nextSibling
        }
    }

    mutating func element(_ id: NodeID, _ document: Document) -> StyleID {
        let node = document[id]
        let isRoot = id == document.documentElement
        let parentID = isRoot ? StyleID.none : computer.output.elementStyles[node.parent.index]
        matcher.matches(for: id, in: document, into: &matched)

        // Weakest first: user agent, user, hints, author, style attribute.
        entries.removeAll(keepingCapacity: true)
        var next = 0
        while next < matched.count, matched[next].pseudo == nil, matched[next].origin < .author {
            append(matched[next])
            next += 1
        }
        if hints.collect(id, in: document, computer: &computer) {
            entries.append(CascadeEntry(origin: .hints, layer: 0, sheet: computer.ownSheet, block: hintBlock()))
        }
        while next < matched.count, matched[next].pseudo == nil {
            append(matched[next])
            next += 1
        }
        if node.attributeCount > 0, let range = document.attribute(.style, of: id) {
            entries.append(CascadeEntry(origin: .author, layer: CascadeEntry.styleAttribute, sheet: computer.ownSheet, block: attributeBlock(range, document)))
        }

        let layoutParent = isRoot ? Display.block : boxParentDisplay(node.parent, document)
        let style = shared(parentID, layoutParent, isRoot: isRoot, pseudo: document.isElement(id, .table) ? .max : 0, entries[...])
            ?? computed(parentID, layoutParent, isRoot: isRoot, isTable: document.isElement(id, .table), entries[...])
        if isRoot { computer.rememberRoot(style) }
        if !firstLines.isEmpty {
            firstLines[id] = nil
            if !isRoot { inheritFirstLine(id, style, layoutParent, parent: node.parent) }
        }
        if next < matched.count { pseudoElements(of: id, style, from: next, document) }
        return style
    }

    /// The display of the parent box: that of the nearest ancestor with a box.
    private func boxParentDisplay(_ parent: NodeID, _ document: Document) -> Display {
        var ancestor = parent
        while ancestor.exists {
            let style = computer.output.elementStyles[ancestor.index]
            guard style.exists else { return .block }
            let display = computer.output.styles[style.index].display
            if display != .contents { return display }
            ancestor = document[ancestor].parent
        }
        return .block
    }

    private mutating func append(_ rule: MatchedRule) {
        let origin: CascadeEntry.Origin = rule.origin == .author ? .author : rule.origin == .user ? .user : .userAgent
        let layer = rule.layerOrder == MatchedRule.unlayered ? CascadeEntry.unlayered : rule.layerOrder + 1
        entries.append(CascadeEntry(origin: origin, layer: layer, sheet: UInt32(clamping: rule.sheet), block: UInt32(clamping: rule.rule)))
    }

    // MARK: Sharing

    private mutating func shared(_ parent: StyleID, _ layoutParent: Display, isRoot: Bool, pseudo: UInt8, _ entries: ArraySlice<CascadeEntry>) -> StyleID? {
        sharing.begin(UInt64(parent.rawValue) << 32 | UInt64(layoutParent.rawValue) << 16 | UInt64(pseudo) << 8 | (isRoot ? 1 : 0))
        for entry in entries { sharing.add(UInt64(entry.sheet) << 32 | UInt64(entry.block)) }
        return sharing.find()
    }

    /// Computes the style and keeps it under the key that `shared` has asked for.
    private mutating func computed(_ parent: StyleID, _ layoutParent: Display, isRoot: Bool, isTable: Bool = false, _ entries: ArraySlice<CascadeEntry>) -> StyleID {
        let parentStyle = parent.exists ? computer.output.styles[parent.index] : computer.initialStyle
        let parentContext = parent.exists ? computer.contexts[parent.index] : computer.initialContext
        computer.compute(entries, parent: parentStyle, parentContext: parentContext, isRoot: isRoot)
        let style = computer.finish(layoutParent: layoutParent, isTable: isTable)
        sharing.insert(style)
        return style
    }

    // MARK: Pseudo-elements

    private mutating func pseudoElements(of id: NodeID, _ style: StyleID, from start: Int, _ document: Document) {
        guard computer.output.styles[style.index].display != .none else { return }
        var next = start
        while next < matched.count {
            guard let pseudo = matched[next].pseudo else { return }
            entries.removeAll(keepingCapacity: true)
            while next < matched.count, matched[next].pseudo == pseudo {
                append(matched[next])
                next += 1
            }
            let display = computer.output.styles[style.index].display
            let layoutParent = display == .contents ? boxParentDisplay(document[id].parent, document) : pseudo == .marker ? Display.block : display
            let found = shared(style, layoutParent, isRoot: false, pseudo: pseudo.rawValue + 1, entries[...])
                ?? computed(style, layoutParent, isRoot: false, entries[...])
            if pseudo == .before || pseudo == .after, !generates(found) { continue }
            if pseudo == .firstLine {
                firstLines[id] = entries
                computer.output.hasFirstLines = true
            }
            computer.output.pseudoStyles[PseudoElementKey(node: id, pseudo: pseudo)] = found
        }
    }

    /// What an element is like on a first line outside it (https://www.w3.org/TR/css-pseudo-4/#first-line-inheritance): an inline element
    /// inherits from its parent's style there, a block's own first line may be its container's. `entries` holds the element's rules.
    private mutating func inheritFirstLine(_ id: NodeID, _ style: StyleID, _ layoutParent: Display, parent: NodeID) {
        let styles = computer.output.pseudoStyles
        guard let outer = styles[PseudoElementKey(node: parent, pseudo: .firstLine)] ?? styles[PseudoElementKey(node: parent, pseudo: .inheritedFirstLine)]
        else { return }
        let found: StyleID
        switch computer.output.styles[style.index].display {
        case .inline:
            found = shared(outer, layoutParent, isRoot: false, pseudo: 0, entries[...]) ?? computed(outer, layoutParent, isRoot: false, entries[...])
        case .block, .listItem, .flowRoot:
            guard let rules = firstLines[parent] else { return }
            firstLines[id] = rules
            found = shared(style, .block, isRoot: false, pseudo: PseudoElement.firstLine.rawValue + 1, rules[...])
                ?? computed(style, .block, isRoot: false, rules[...])
        default: return
        }
        computer.output.pseudoStyles[PseudoElementKey(node: id, pseudo: .inheritedFirstLine)] = found
    }

    /// Whether `::before` or `::after` has contents.
    private func generates(_ style: StyleID) -> Bool {
        let computed = computer.output.styles[style.index]
        guard computed.content > 0, computed.display != .none else { return false }
        return computer.output.contents[Int(computed.content) - 1] != [.none]
    }

    // MARK: The document's own declarations

    private mutating func attributeBlock(_ range: ByteRange, _ document: Document) -> UInt32 {
        let bytes = Array(document.bytes[Int(range.start)..<Int(range.start) + Int(range.count)])
        if let known = attributeBlocks[bytes] {
            if known.document != documentNumber, !known.diagnostics.isEmpty {
                attributeBlocks[bytes]?.document = documentNumber
                told.append(contentsOf: known.diagnostics)
            }
            return known.block
        }
        let parsed = Stylesheet.parseStyleAttribute(CSSTokenBuffer(bytes, watch: watch), watch: watch)
        var found = DiagnosticSink()
        found.watch = watch
        for diagnostic in parsed.diagnostics { found.report(diagnostic) }
        let block = computer.compileOwn(parsed.declarations, diagnostics: &found)
        told.append(contentsOf: found.diagnostics)
        attributeBlocks[bytes] = AttributeBlock(block: block, diagnostics: found.diagnostics, document: documentNumber)
        return block
    }

    private mutating func hintBlock() -> UInt32 {
        let key = hints.declarations.map(\.bits)
        if let known = hintBlocks[key] { return known }
        let block = computer.addOwn(hints.declarations)
        hintBlocks[key] = block
        return block
    }
}

extension Declaration {
    /// All of it, for comparing.
    struct Bits: Hashable {
        var head: UInt64
        var value: UInt64
    }

    var bits: Bits {
        Bits(
            head: UInt64(property.rawValue) << 56 | UInt64(form.rawValue) << 48 | UInt64(unit.rawValue) << 40 | UInt64(flag) << 32 | UInt64(index),
            value: value.bitPattern)
    }
}

extension StyleComputer {
    /// Adds a block of the document's own.
    mutating func compileOwn(_ declarations: [RawDeclaration], diagnostics: inout DiagnosticSink) -> UInt32 {
        own.compile(declarations, source: nil, diagnostics: &diagnostics)
    }

    /// Whether what has piled up is little enough to be kept for the next document.
    var holdsLittle: Bool {
        !output.dependsOnViewportWidth && !output.dependsOnViewportHeight && output.styles.count <= 512 && output.fonts.count <= 256
            && output.languages.count <= 256 && own.parser.store.blocks.count <= 512 && own.parser.store.declarations.count <= 4096
            && pendingCache.count <= 512 && output.contents.count <= 256 && output.images.count <= 256 && output.strings.count <= 256
            && output.expressions.count <= 256 && output.counterOperations.count <= 256 && output.grids.count <= 64
    }

    mutating func addOwn(_ declarations: [Declaration]) -> UInt32 { own.add(declarations) }

    /// A new document. Before its root has a style, `rem` and its like are of the initial one.
    mutating func begin(_ media: MediaContext) {
        viewportWidth = Double(media.width)
        viewportHeight = Double(media.height)
        rootFontSize = initialContext.font.specifiedSize
        rootFont = 0
        rootStyle = .none
    }

    /// What `rem` and its like are from here on.
    mutating func rememberRoot(_ id: StyleID) {
        let root = output.styles[id.index]
        rootFontSize = contexts[id.index].font.specifiedSize
        rootFont = root.font
        rootStyle = id
    }
}
