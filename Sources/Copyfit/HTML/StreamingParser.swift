/// A parser that goes on where its text ended: for documents that grow while they are shown.
///
/// The document is the caller's, who may change it in between. What may be the start of a tag, comment or character reference waits for
/// the rest of it; text is in the tree at once.
package struct StreamingParser {
    private var builder: TreeBuilder
    /// The end of the text so far that is not parsed yet.
    private var held: [UInt8] = []
    private var adoptions = 0

    /// What a piece of text changed.
    package struct Changes {
        /// Children that were added to elements that were there before, in the order of their making.
        package var added: [NodeID] = []
        /// Texts that grew.
        package var texts: [NodeID] = []
        /// Nodes that were there moved, or `<html>` and `<body>` got attributes: anything may be different.
        package var isWhole = false
    }

    /// Parses the document's first text, all of it: what is cut off in its middle is as at the end of a document.
    package init(_ utf8: [UInt8], rules: HTMLParser.Rules, document: inout Document, diagnostics: inout DiagnosticSink) {
        let isMarked = utf8.starts(with: [0xEF, 0xBB, 0xBF])
        let source = SourceNormalizer.normalize(isMarked ? Array(utf8.dropFirst(3)) : utf8)
        if utf8.count > SourceNormalizer.longestSource {
            diagnostics.report(Diagnostic(.limit, "only the first \(SourceNormalizer.longestSource) bytes of \(utf8.count) are read"))
        }
        builder = source.withUnsafeBufferPointer { buffer in
            var builder = TreeBuilder(buffer, scripting: true, rules: rules)
            builder.document.mode = .quirks
            builder.isStreaming = true
            builder.run()
            builder.endWhatIsOpen()
            builder.flatten(&diagnostics)
            return builder
        }
        adoptions = builder.adoptions
        document = builder.document
        builder.document = Document()
    }

    /// Parses what comes next.
    package mutating func append(_ utf8: some Sequence<UInt8>, to document: inout Document, diagnostics: inout DiagnosticSink) -> Changes {
        held.append(contentsOf: utf8)
        return parse(upTo: builder.completeLength(of: held), &document, &diagnostics)
    }

    /// Parses what waits as at the end of a document; more may be appended nevertheless.
    package mutating func finish(_ document: inout Document, diagnostics: inout DiagnosticSink) -> Changes {
        parse(upTo: held.count, &document, &diagnostics, isEnd: true)
    }

    /// A text was replaced or nodes went: the parser does not grow what is there no more.
    package mutating func forget(text: NodeID) { builder.textCapacity[text] = nil }

    /// Elements were taken out of the document: those of them that were open are closed.
    package mutating func forgetDetached(_ document: inout Document) {
        // Never without the root.
        let kept = max(1, builder.stack.prefix { document.isConnected($0.node) }.count)
        if kept < builder.stack.count {
            swap(&builder.document, &document)
            while builder.stack.count > kept { builder.pop() }
            builder.resetMode()
            swap(&builder.document, &document)
        }
        builder.formatting.removeAll { $0.node.exists && !document.isConnected($0.node) }
        if builder.formElement.exists, !document.isConnected(builder.formElement) { builder.formElement = .none }
    }

    /// Whether any open element is `node` or lies in it.
    package func isOpen(_ node: NodeID, in document: Document) -> Bool {
        builder.stack.contains { document.contains(node, $0.node) } || builder.formatting.contains { $0.node.exists && document.contains(node, $0.node) }
    }

    /// The document was compacted: nodes have other numbers.
    package mutating func renumber(_ numbers: [NodeID]) {
        func number(_ id: NodeID) -> NodeID { id.exists && id.index < numbers.count ? numbers[id.index] : .none }
        for index in builder.stack.indices { builder.stack[index].node = number(builder.stack[index].node) }
        builder.formatting = builder.formatting.compactMap { entry in
            var entry = entry
            if !entry.node.exists { return entry }
            entry.node = number(entry.node)
            return entry.node.exists ? entry : nil
        }
        builder.headElement = number(builder.headElement)
        builder.formElement = number(builder.formElement)
        builder.textCapacity = [:]
    }

    // MARK: -

    private mutating func parse(
        upTo length: Int, _ document: inout Document, _ diagnostics: inout DiagnosticSink, isEnd: Bool = false
    ) -> Changes {
        var changes = Changes()
        guard length > 0 else { return changes }
        let source = SourceNormalizer.normalize(Array(held[..<length]))
        let rest = Array(held[length...])
        swap(&builder.document, &document)
        defer { swap(&builder.document, &document) }
        let before = State(builder)
        let offset = builder.document.bytes.count
        builder.document.bytes.append(contentsOf: source)
        let unread = source.withUnsafeBufferPointer { buffer in
            builder.tokenizer = HTMLTokenizer(resuming: builder.tokenizer, at: offset, buffer)
            return isEnd ? { builder.run(); return 0 }() : builder.runUnlessCut(offset)
        }
        held = Array(source[(source.count - unread)...]) + rest
        builder.endWhatIsOpen()
        if builder.adoptions != adoptions { builder.flatten(&diagnostics) }
        changes = before.changes(to: builder)
        if builder.adoptions != adoptions { changes.isWhole = true }
        adoptions = builder.adoptions
        return changes
    }

    /// What parsing may change beside adding nodes.
    private struct State {
        var nodeCount: Int
        var texts: [(node: NodeID, range: ByteRange)] = []
        var rootAttributes: UInt32
        var bodyAttributes: UInt32
        var body: NodeID

        init(_ builder: TreeBuilder) {
            let document = builder.document
            nodeCount = document.nodes.count
            body = document.body
            rootAttributes = document.documentElement.exists ? document[document.documentElement].attributeCount : 0
            bodyAttributes = body.exists ? document[body].attributeCount : 0
            var candidates = builder.stack.map { document[$0.node].lastChild }
            for element in builder.stack where element.isHTML(.table) { candidates.append(document[element.node].previousSibling) }
            if body.exists { candidates.append(document[body].lastChild) }
            for node in candidates where node.exists && document[node].kind == .text { texts.append((node, document[node].text)) }
        }

        func changes(to builder: TreeBuilder) -> Changes {
            let document = builder.document
            var changes = Changes()
            for (node, range) in texts where document[node].text.count != range.count { changes.texts.append(node) }
            for index in nodeCount..<max(nodeCount, document.nodes.count) {
                let parent = document.nodes[index].parent
                if parent.exists, parent.index < nodeCount { changes.added.append(NodeID(rawValue: UInt32(clamping: index))) }
            }
            changes.isWhole = body != document.body
                || (document.documentElement.exists && document[document.documentElement].attributeCount != rootAttributes)
                || (body.exists && document[body].attributeCount != bodyAttributes)
            return changes
        }
    }
}

extension TreeBuilder {
    /// Takes to its body a document that is not that far, as its end would, so that there is something to show.
    mutating func endWhatIsOpen() {
        switch mode {
        case .initial, .beforeHTML, .beforeHead, .inHead, .inHeadNoscript, .afterHead: endOfFile()
        case .inTableText: flushTableText()
        default: break
        }
    }

    /// Processes tokens; gives how many bytes at the end are of a tag or comment that does not end there.
    mutating func runUnlessCut(_ start: Int) -> Int {
        while true {
            let begin = tokenizer.position
            let nodeCount = document.nodes.count
            let goesOn = step()
            guard tokenizer.position >= tokenizer.count else { continue }
            let first = begin
            func isComment() -> Bool { document.nodes.count > nodeCount && document.nodes[nodeCount].kind == .comment }
            if !goesOn {
                return begin < tokenizer.count ? tokenizer.count - begin : 0
            }
            if isComment(), tokenizer.count - first >= 4, !endsComment(from: first) {
                document.remove(NodeID(rawValue: UInt32(clamping: nodeCount)))
                return tokenizer.count - begin
            }
        }
    }

    private func endsComment(from start: Int) -> Bool {
        let end = tokenizer.count
        guard tokenizer.source[end - 1] == .greaterThan else { return false }
        guard tokenizer.source[start + 1] == UInt8(ascii: "!"), tokenizer.source[start + 2] == .hyphen, tokenizer.source[start + 3] == .hyphen else { return true }
        if tokenizer.source[end - 2] == .hyphen { return true }
        return tokenizer.source[end - 2] == UInt8(ascii: "!") && end - start >= 7
    }

    /// How much of the text can be parsed without what comes next.
    func completeLength(of text: [UInt8]) -> Int {
        var length = text.count
        // CR and LF are one line end.
        if length > 0, text[length - 1] == 0x0D { length -= 1 }
        if tokenizer.contentModel == .plaintext { return length }
        if let open = text[..<length].lastIndex(of: .lessThan), !text[open..<length].contains(.greaterThan) { length = open }
        if tokenizer.contentModel == .data || tokenizer.contentModel == .rcdata {
            // The longest name of a character reference has 33 bytes.
            let window = max(0, length - 40)..<length
            if let mark = text[window].lastIndex(of: .ampersand),
                text[(mark + 1)..<length].allSatisfy({ $0.isAlphanumeric || $0 == UInt8(ascii: "#") })
            {
                length = mark
            }
        }
        return length
    }

    /// Brings trees that are too deep within the limit.
    mutating func flatten(_ diagnostics: inout DiagnosticSink) {
        let open = stack
        finish(&diagnostics)
        for element in open { document[element.node].isOpen = true }
    }
}
