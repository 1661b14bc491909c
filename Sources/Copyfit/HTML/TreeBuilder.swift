/// Builds the tree from the tokens (https://html.spec.whatwg.org/#tree-construction). A rule of an insertion mode is a function here or
/// in the files beside this one; the tag that is being processed lies in the tokenizer.
struct TreeBuilder {
    /// An insertion mode (https://html.spec.whatwg.org/#the-insertion-mode).
    enum Mode: UInt8, Sendable {
        case initial, beforeHTML, beforeHead, inHead, inHeadNoscript, afterHead, inBody, text, inTable, inTableText, inCaption
        case inColumnGroup, inTableBody, inRow, inCell, inTemplate, afterBody, inFrameset, afterFrameset, afterAfterBody
        case afterAfterFrameset, inSelect, inSelectInTable
    }

    /// What keeps hostile nesting linear, beside the browsers' own limit: far beyond what pages do.
    enum Limits {
        /// The longest stack of open elements: beyond, a new element closes the innermost one.
        static let openElements = 2048
        /// The longest list of active formatting elements: beyond, the oldest is forgotten.
        static let formattingElements = 512
        /// How deep the tree may be at the end; the adoption agency can build deeper ones than the stack is.
        static let treeDepth = 640
        /// The most attributes that repeated `<html>` and `<body>` tags can add.
        static let mergedAttributes = 256
    }

    /// An entry of the stack of open elements: what is asked about it often, beside the node.
    struct OpenElement {
        var node: NodeID
        var name: Name
        var traits: ElementTraits

        @inline(__always) func isHTML(_ name: Name) -> Bool { self.name == name && traits.contains(.html) }
    }

    /// An entry of the list of active formatting elements; a marker has no node.
    struct FormattingElement {
        var node: NodeID
        var name: Name
    }

    var document = Document()
    var tokenizer: HTMLTokenizer
    let scripting: Bool
    let rules: HTMLParser.Rules

    var mode = Mode.initial
    /// Where `text` and `inTableText` return to.
    var originalMode = Mode.initial
    var templateModes: [Mode] = []

    var stack: [OpenElement] = []
    /// How many HTML elements of each name are on the stack.
    var openCounts: [Int32]
    var formatting: [FormattingElement] = []
    /// How many more elements reconstruction and the adoption agency may copy before the list of formatting elements is kept short.
    var copyBudget: Int

    /// The context of a fragment, not in the tree.
    var context: OpenElement?
    var headElement = NodeID.none
    var formElement = NodeID.none
    var framesetOK = true
    var fosterParenting = false
    var skipsLineFeed = false
    /// Pending table character tokens.
    var tableText: [ByteRange] = []
    var tableTextIsSpace = true
    /// Texts that were moved to the end of the document's bytes to grow there: how many bytes are reserved for each.
    var textCapacity: [NodeID: UInt32] = [:]
    var foreignNames: ForeignNames?
    var adoptions = 0
    var exceededDepth = false

    let traits = ElementTraits.known
    let startRules = BodyStart.known
    let endRules = BodyEnd.known

    init(_ source: UnsafeBufferPointer<UInt8>, scripting: Bool, rules: HTMLParser.Rules) {
        tokenizer = HTMLTokenizer(source)
        self.scripting = scripting
        self.rules = rules
        openCounts = [Int32](repeating: 0, count: Name.known.count)
        copyBudget = 65_536 + source.count
        document.bytes.reserveCapacity(source.count + source.count / 8 + 64)
        document.bytes.append(contentsOf: source)
        document.sourceCount = source.count
        document.nodes.reserveCapacity(source.count / 24 + 16)
        document.attributes.reserveCapacity(source.count / 48 + 8)
        stack.reserveCapacity(64)
    }

    // MARK: Tokens

    /// Processes all tokens.
    mutating func run() {
        while step() {
            guard let watch else { continue }
            watch.count(nodes: document.nodes.count)
            if watch.mustStop() {
                endOfFile()
                return
            }
        }
    }

    /// Whether more of the source will come: its end ends nothing.
    var isStreaming = false

    /// Processes one token; false at the end.
    @inline(__always) mutating func step() -> Bool {
        if let top = stack.last { tokenizer.allowsCDATA = !adjustedCurrent(top).traits.contains(.html) }
        let token = tokenizer.next(&document)
        if skipsLineFeed {
            skipsLineFeed = false
            if token == .characters, let first = firstByte(of: tokenizer.text), first == 0x0A {
                tokenizer.text.start += 1
                tokenizer.text.count -= 1
            }
        }
        if mode == .inTableText, token != .characters { flushTableText() }
        switch token {
        case .characters:
            if isForeignCharacter() { foreignCharacters(tokenizer.text) } else { characters(tokenizer.text) }
        case .startTag:
            let first = tokenizer.firstAttribute
            let nodeCount = document.nodes.count
            if isForeignStartTag() { foreignStartTag() } else { startTag(mode) }
            // No element was made that could hold the attributes.
            if document.nodes.count == nodeCount, document.attributes.count > first, !keepsAttributes {
                document.attributes.removeLast(document.attributes.count - first)
            }
            keepsAttributes = false
        case .endTag:
            if isForeign() { foreignEndTag() } else { endTag(mode) }
        case .comment:
            comment()
        case .doctype:
            doctype()
        case .endOfFile:
            if !isStreaming { endOfFile() }
            return false
        }
        return true
    }

    /// What may stop the work.
    var watch: WorkWatch?
    /// Whether the attributes of the current tag were given to an element that existed before.
    var keepsAttributes = false

    private func isForeign() -> Bool {
        guard let top = stack.last else { return false }
        return !adjustedCurrent(top).traits.contains(.html)
    }

    private func isForeignCharacter() -> Bool {
        guard let top = stack.last else { return false }
        return adjustedCurrent(top).traits.isDisjoint(with: [.html, .mathText, .htmlPoint])
    }

    private func isForeignStartTag() -> Bool {
        guard let top = stack.last else { return false }
        let current = adjustedCurrent(top)
        if current.traits.contains(.html) || current.traits.contains(.htmlPoint) { return false }
        let name = tokenizer.tagName
        if current.traits.contains(.mathText) { return name == .mglyph || name == .malignmark }
        if name == .svg, current.name == .annotationXml, document[current.node].namespace == .mathml { return false }
        return true
    }

    /// The adjusted current node: the context in a fragment's root (https://html.spec.whatwg.org/#adjusted-current-node).
    @inline(__always) func adjustedCurrent(_ top: OpenElement) -> OpenElement {
        if stack.count == 1, let context { return context }
        return top
    }

    // MARK: Start

    /// Sets the parser up for a fragment (https://html.spec.whatwg.org/#parsing-html-fragments).
    mutating func prepareFragment(of contextName: String, _ namespace: Node.Namespace) {
        let name = document.names.name(contextName)
        var element = Node(kind: .element)
        element.name = name
        element.namespace = namespace
        let node = document.makeNode(element)
        context = OpenElement(node: node, name: name, traits: traits(of: element))
        if namespace == .html {
            switch name {
            case .title, .textarea: tokenizer.contentModel = .rcdata
            case .style, .xmp, .iframe, .noembed, .noframes: tokenizer.contentModel = .rawtext
            case .script: tokenizer.contentModel = .scriptData
            case .noscript: if scripting { tokenizer.contentModel = .rawtext }
            case .plaintext: tokenizer.contentModel = .plaintext
            default: break
            }
            if name == .template { templateModes.append(.inTemplate) }
            if name == .form { formElement = node }
        }
        let root = createElement(.html, .html)
        document.append(root, to: .document)
        document.documentElement = root
        push(root)
        resetMode()
    }

    /// Sets the mode by the stack (https://html.spec.whatwg.org/#reset-the-insertion-mode-appropriately).
    mutating func resetMode() {
        for index in stack.indices.reversed() {
            var element = stack[index]
            let isLast = index == 0
            if isLast, let context { element = context }
            guard element.traits.contains(.html) else {
                if isLast { mode = .inBody }
                continue
            }
            switch element.name {
            case .select where rules.hasSelectModes:
                mode = isSelectInTable(at: index) ? .inSelectInTable : .inSelect
                return
            case .td, .th: if !isLast { mode = .inCell; return }
            case .tr: mode = .inRow; return
            case .tbody, .thead, .tfoot: mode = .inTableBody; return
            case .caption: mode = .inCaption; return
            case .colgroup: mode = .inColumnGroup; return
            case .table: mode = .inTable; return
            case .template: mode = templateModes.last ?? .inBody; return
            case .head: if !isLast { mode = .inHead; return }
            case .body: mode = .inBody; return
            case .frameset: mode = .inFrameset; return
            case .html: mode = headElement.exists ? .afterHead : .beforeHead; return
            default: break
            }
            if isLast { mode = .inBody; return }
        }
    }

    // MARK: End

    /// Reports what was cut and leaves no trace of parsing in the tree.
    mutating func finish(_ diagnostics: inout DiagnosticSink) {
        for element in stack { document[element.node].isOpen = false }
        if exceededDepth {
            diagnostics.report(Diagnostic(.limit, "elements are nested more than \(rules.depth) deep: deeper ones become siblings"))
        }
        if adoptions > 0 || exceededDepth { flattenDeepTrees() }
    }

    /// Makes nodes that lie deeper than the limit siblings of their parents, so that later stages can follow the tree by recursion.
    private mutating func flattenDeepTrees() {
        var current = document[.document].firstChild
        var depth = 1
        while current.exists {
            let first = document[current].firstChild
            if first.exists, depth < Limits.treeDepth {
                current = first
                depth += 1
                continue
            }
            if first.exists {
                // Children follow their parent as siblings, and are then looked at in turn.
                let parent = document[current].parent
                let next = document[current].nextSibling
                var child = first
                while child.exists {
                    let following = document[child].nextSibling
                    document.remove(child)
                    document.insert(child, into: parent, before: next)
                    child = following
                }
            }
            while current.exists, !document[current].nextSibling.exists {
                current = document[current].parent
                depth -= 1
            }
            if current.exists { current = document[current].nextSibling }
        }
    }
}
