/// Finds data in the text of a document and wraps it in `<a>` elements.
///
/// Text is looked at a block at a time, across inline elements; a `<br>` counts as a line break. Links, scripts and controls are left alone.
struct DataLinker {
    /// Something that was found, and the text nodes that it now is.
    struct Found {
        var type: DetectedData.Kind
        var text: String
        var url: String
        var range: Range<Int>
        var textNodes: [NodeID]
    }

    /// A part of a text node in the block's text.
    private struct Piece {
        var node: NodeID
        /// In the block's text, UTF-8.
        var start: Int
        var count: Int
        /// UTF-16 units of the body's text before it.
        var utf16Start: Int
    }

    private let detection: DataDetection
    private var found: [Found] = []
    private var text: [UInt8] = []
    private var pieces: [Piece] = []
    /// UTF-16 units of the body's text so far.
    private var utf16Count = 0

    static func link(_ document: inout Document, _ detection: DataDetection) -> [Found] {
        guard document.body.exists, !detection.types.isEmpty else { return [] }
        var linker = DataLinker(detection: detection)
        linker.walk(&document)
        return linker.found
    }

    private init(detection: DataDetection) { self.detection = detection }

    /// In tree order. What a block wraps lies behind the place where the walk is.
    private mutating func walk(_ document: inout Document) {
        let body = document.body
        var node = document[body].firstChild
        while node.exists {
            if enter(node, &document), document[node].firstChild.exists {
                node = document[node].firstChild
                continue
            }
            while node.exists {
                if document[node].kind == .element, !DataLinker.isInline(document[node]) { finishBlock(&document) }
                if document[node].nextSibling.exists {
                    node = document[node].nextSibling
                    break
                }
                node = document[node].parent
                if node == body { node = .none }
            }
        }
        finishBlock(&document)
    }

    /// Whether what is in the node is to be looked at.
    private mutating func enter(_ node: NodeID, _ document: inout Document) -> Bool {
        let record = document[node]
        switch record.kind {
        case .text:
            let bytes = document.bytes[Int(record.text.start)..<Int(record.text.start + record.text.count)]
            pieces.append(Piece(node: node, start: text.count, count: bytes.count, utf16Start: utf16Count))
            text.append(contentsOf: bytes)
            utf16Count += DataLinker.utf16Count(bytes)
            return false
        case .element:
            if document.isElement(node, .br) {
                text.append(0x0A)
                return false
            }
            if !DataLinker.isInline(record) || DataLinker.isLeftAlone(record) { finishBlock(&document) }
            guard DataLinker.isLeftAlone(record) else { return true }
            // Its text counts for offsets all the same.
            var inside = document.nextNode(after: node, within: node)
            while inside.exists {
                let range = document[inside].text
                if document[inside].kind == .text { utf16Count += DataLinker.utf16Count(document.bytes[Int(range.start)..<Int(range.start + range.count)]) }
                inside = document.nextNode(after: inside, within: node)
            }
            return false
        default: return false
        }
    }

    // MARK: Elements

    private static func isLeftAlone(_ node: Node) -> Bool {
        guard node.namespace == .html else { return true }
        switch node.name {
        case .a, .script, .style, .textarea, .select, .button, .title, .template, .noscript, .iframe: return true
        default: return false
        }
    }

    /// Whether text goes on across the element's edges. Names that no stage asks for end a block.
    private static func isInline(_ node: Node) -> Bool {
        guard node.namespace == .html else { return false }
        switch node.name {
        case .span, .b, .i, .em, .strong, .u, .s, .strike, .font, .small, .big, .sub, .sup, .code, .tt, .kbd, .samp, .nobr, .wbr, .bdi, .bdo, .br, .mark,
            .abbr, .acronym, .cite, .q, .time, .label, .ins, .del, .dfn:
            return true
        default: return false
        }
    }

    // MARK: One block

    private mutating func finishBlock(_ document: inout Document) {
        defer {
            text.removeAll(keepingCapacity: true)
            pieces.removeAll(keepingCapacity: true)
        }
        guard text.count > 3, !pieces.isEmpty else { return }
        let matches = DataScanner(text, detection).matches()
        guard !matches.isEmpty else { return }
        var wrapped = [[NodeID]](repeating: [], count: matches.count)
        // Both in the order of the text: each piece begins with the first match that ends behind its start.
        var first = 0
        for piece in pieces {
            while first < matches.count, matches[first].range.upperBound <= piece.start { first += 1 }
            if first < matches.count { wrap(piece, matches, from: first, &wrapped, &document) }
        }
        var offsets = TextOffsets(text: text, pieces: pieces)
        for (match, nodes) in zip(matches, wrapped) {
            let start = offsets.start(match.range.lowerBound), end = offsets.end(match.range.upperBound)
            guard !nodes.isEmpty else { continue }
            found.append(
                Found(
                    type: match.type, text: String(decoding: text[match.range], as: UTF8.self), url: match.url, range: start..<max(start, end),
                    textNodes: nodes))
        }
    }

    /// Bytes of the block's text as UTF-16 offsets in the body's, in ascending order: it goes over the text once.
    private struct TextOffsets {
        let text: [UInt8]
        let pieces: [Piece]
        private var piece = 0
        private var offset: Int
        private var units: Int

        init(text: [UInt8], pieces: [Piece]) {
            self.text = text
            self.pieces = pieces
            offset = pieces.first?.start ?? 0
            units = pieces.first?.utf16Start ?? 0
        }

        mutating func start(_ target: Int) -> Int { advance(to: target) { $0 <= target } }
        /// An end belongs to the piece before it.
        mutating func end(_ target: Int) -> Int { advance(to: target) { $0 < target } }

        private mutating func advance(to target: Int, _ isIn: (Int) -> Bool) -> Int {
            while piece + 1 < pieces.count, isIn(pieces[piece + 1].start) {
                piece += 1
                offset = pieces[piece].start
                units = pieces[piece].utf16Start
            }
            guard piece < pieces.count else { return units }
            let end = min(target, pieces[piece].start + pieces[piece].count)
            if end > offset {
                units += DataLinker.utf16Count(text[offset..<end])
                offset = end
            }
            return units
        }
    }

    /// Cuts a text node at the matches in it: before, link, between, link, after.
    private func wrap(_ piece: Piece, _ matches: [DataScanner.Match], from first: Int, _ wrapped: inout [[NodeID]], _ document: inout Document) {
        let end = piece.start + piece.count
        let source = document[piece.node].text
        let parent = document[piece.node].parent
        let next = document[piece.node].nextSibling
        var cursor = piece.start
        var isFirst = true
        /// The text from the cursor on, as the piece's own node the first time, later as a new one.
        func addText(upTo offset: Int, to parent: NodeID, before sibling: NodeID) -> NodeID {
            var node = Node(kind: .text)
            node.text = ByteRange(start: source.start + UInt32(cursor - piece.start), count: UInt32(offset - cursor))
            let id = document.makeNode(node)
            document.insert(id, into: parent, before: sibling)
            return id
        }
        for number in first..<matches.count {
            let match = matches[number]
            guard match.range.lowerBound < end else { break }
            let low = max(match.range.lowerBound, piece.start), high = min(match.range.upperBound, end)
            if isFirst {
                document[piece.node].text.count = UInt32(low - piece.start)
                isFirst = false
            } else if low > cursor {
                _ = addText(upTo: low, to: parent, before: next)
            }
            cursor = low
            var anchor = Node(kind: .element)
            anchor.name = .a
            anchor.firstAttribute = UInt32(clamping: document.attributes.count)
            anchor.attributeCount = 1
            let url = Array(match.url.utf8)
            document.attributes.append(Attribute(name: .href, value: ByteRange(start: UInt32(clamping: document.bytes.count), count: UInt32(clamping: url.count))))
            document.bytes.append(contentsOf: url)
            let link = document.makeNode(anchor)
            document.insert(link, into: parent, before: next)
            wrapped[number].append(addText(upTo: high, to: link, before: .none))
            cursor = high
        }
        guard !isFirst else { return }
        if cursor < end { _ = addText(upTo: end, to: parent, before: next) }
        if document[piece.node].text.count == 0 { document.remove(piece.node) }
    }

    private static func utf16Count(_ bytes: ArraySlice<UInt8>) -> Int {
        var count = 0
        // One unit for each scalar, two for those of four bytes.
        for byte in bytes where byte & 0xC0 != 0x80 { count += byte >= 0xF0 ? 2 : 1 }
        return count
    }
}
