/// What selectors ask of every element, gathered in one pass over a document: hashes of its name, id and classes.
struct ElementIndex: Sendable {
    struct Features: Sendable {
        var nameHash: UInt32 = 0
        /// 0 where the element has no id.
        var idHash: UInt32 = 0
        var id = ByteRange.empty
        /// In `classes`.
        var firstClass: UInt32 = 0
        var classCount: UInt32 = 0
    }

    struct Class: Sendable {
        var hash: UInt32
        var text: ByteRange
    }

    private(set) var features: [Features]
    private(set) var classes: [Class] = []

    private static let knownHashes: [UInt32] = Name.known.map { name in
        foldedHash(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    }

    init(_ document: borrowing Document) {
        features = Array(repeating: Features(), count: document.nodes.count)
        var otherHashes: [Name: UInt32] = [:]
        for index in document.nodes.indices where document.nodes[index].kind == .element { read(index, document, &otherHashes) }
    }

    /// Reads elements again that are new or whose attributes changed.
    mutating func update(_ elements: some Sequence<NodeID>, _ document: Document) {
        if features.count < document.nodes.count {
            features.append(contentsOf: repeatElement(Features(), count: document.nodes.count - features.count))
        }
        var otherHashes: [Name: UInt32] = [:]
        for element in elements where document[element].kind == .element {
            features[element.index] = Features()
            read(element.index, document, &otherHashes)
        }
    }

    private mutating func read(_ index: Int, _ document: Document, _ otherHashes: inout [Name: UInt32]) {
        let node = document.nodes[index]
        let raw = Int(node.name.rawValue)
        if raw < ElementIndex.knownHashes.count {
            features[index].nameHash = ElementIndex.knownHashes[raw]
        } else if let hash = otherHashes[node.name] {
            features[index].nameHash = hash
        } else {
            let hash = foldedHash(document.names.spelling(of: node.name).utf8)
            otherHashes[node.name] = hash
            features[index].nameHash = hash
        }
        for attributeIndex in Int(node.firstAttribute)..<Int(node.firstAttribute + node.attributeCount) {
            let attribute = document.attributes[attributeIndex]
            if attribute.name == .id {
                guard attribute.value.count > 0 else { continue }
                features[index].id = attribute.value
                features[index].idHash = hash(attribute.value, in: document)
            } else if attribute.name == .class {
                features[index].firstClass = UInt32(clamping: classes.count)
                addClasses(attribute.value, in: document)
                features[index].classCount = UInt32(clamping: classes.count - Int(features[index].firstClass))
            }
        }
    }

    private func hash(_ range: ByteRange, in document: Document) -> UInt32 {
        foldedHash(document.bytes[Int(range.start)..<Int(range.start) + Int(range.count)])
    }

    private mutating func addClasses(_ value: ByteRange, in document: Document) {
        let end = Int(value.start) + Int(value.count)
        var position = Int(value.start)
        while position < end {
            while position < end, isHTMLSpace(document.bytes[position]) { position += 1 }
            let start = position
            while position < end, !isHTMLSpace(document.bytes[position]) { position += 1 }
            guard position > start else { break }
            let range = ByteRange(start: UInt32(clamping: start), count: UInt32(clamping: position - start))
            classes.append(Class(hash: hash(range, in: document), text: range))
        }
    }

    func classRange(of id: NodeID) -> Range<Int> {
        let first = Int(features[id.index].firstClass)
        return first..<first + Int(features[id.index].classCount)
    }
}

/// ASCII white space of HTML and CSS: space, tab, LF, FF, CR.
@inline(__always) func isHTMLSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0C || byte == 0x0D }

/// Positions of elements among their siblings, filled for a whole family when one of it is first asked.
struct SiblingIndex: Sendable {
    private var position: [UInt32] = []
    private var positionFromEnd: [UInt32] = []
    private var typePosition: [UInt32] = []
    private var typePositionFromEnd: [UInt32] = []

    mutating func position(of id: NodeID, ofType: Bool, fromEnd: Bool, in document: Document) -> Int {
        if position.isEmpty {
            position = Array(repeating: 0, count: document.nodes.count)
            positionFromEnd = position
            typePosition = position
            typePositionFromEnd = position
        }
        if position[id.index] == 0 { fill(id, document) }
        return Int(ofType ? (fromEnd ? typePositionFromEnd : typePosition)[id.index] : (fromEnd ? positionFromEnd : position)[id.index])
    }

    private mutating func fill(_ id: NodeID, _ document: Document) {
        let parent = document[id].parent
        var types: [UInt64: UInt32] = [:]
        func key(_ id: NodeID) -> UInt64 { UInt64(document[id].namespace.rawValue) << 32 | UInt64(document[id].name.rawValue) }
        var count: UInt32 = 0
        var child = parent.exists ? document[parent].firstChild : id
        while child.exists {
            if document[child].kind == .element {
                count += 1
                position[child.index] = count
                types[key(child), default: 0] += 1
                typePosition[child.index] = types[key(child), default: 0]
            }
            child = document[child].nextSibling
        }
        child = parent.exists ? document[parent].firstChild : id
        while child.exists {
            if document[child].kind == .element {
                positionFromEnd[child.index] = count - position[child.index] + 1
                typePositionFromEnd[child.index] = types[key(child), default: 0] - typePosition[child.index] + 1
            }
            child = document[child].nextSibling
        }
    }
}
