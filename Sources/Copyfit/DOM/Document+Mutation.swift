// Changing a document after it was parsed. Arenas only grow: `compacted()` gives a copy without what no node uses any more.

extension Document {
    /// Puts bytes, which must be valid UTF-8, into the arena.
    package mutating func store(_ utf8: some Collection<UInt8>) -> ByteRange {
        let start = bytes.count
        bytes.append(contentsOf: utf8)
        return ByteRange(start: UInt32(clamping: start), count: UInt32(clamping: bytes.count - start))
    }

    /// Sets an attribute; false where it had that value already.
    @discardableResult
    package mutating func setAttribute(_ name: Name, to value: some Collection<UInt8>, of id: NodeID) -> Bool {
        let first = Int(nodes[id.index].firstAttribute), count = Int(nodes[id.index].attributeCount)
        for index in first..<first + count where attributes[index].name == name {
            let old = attributes[index].value
            if bytes[Int(old.start)..<Int(old.start) + Int(old.count)].elementsEqual(value) { return false }
            // Copied elements share their attributes, so the run moves before it changes.
            moveAttributes(of: id)
            let moved = Int(nodes[id.index].firstAttribute)
            attributes[moved + index - first].value = store(value)
            return true
        }
        moveAttributes(of: id)
        attributes.append(Attribute(name: name, value: store(value)))
        nodes[id.index].attributeCount += 1
        return true
    }

    /// Removes an attribute; false where there was none.
    @discardableResult
    package mutating func removeAttribute(_ name: Name, of id: NodeID) -> Bool {
        guard hasAttribute(name, of: id) else { return false }
        moveAttributes(of: id)
        let first = Int(nodes[id.index].firstAttribute)
        guard let index = attributes[first...].firstIndex(where: { $0.name == name }) else { return false }
        attributes.remove(at: index)
        nodes[id.index].attributeCount -= 1
        return true
    }

    /// Makes an element's attributes the last of the arena, so that they can change in number.
    private mutating func moveAttributes(of id: NodeID) {
        let first = Int(nodes[id.index].firstAttribute), count = Int(nodes[id.index].attributeCount)
        if first + count == attributes.count, count > 0 { return }
        nodes[id.index].firstAttribute = UInt32(clamping: attributes.count)
        attributes.append(contentsOf: Array(attributes[first..<first + count]))
    }

    /// Whether a node hangs on the document.
    package func isConnected(_ id: NodeID) -> Bool {
        var current = id
        while nodes[current.index].parent.exists { current = nodes[current.index].parent }
        return current == .document
    }

    /// Whether `node` is `ancestor` or lies in it.
    package func contains(_ ancestor: NodeID, _ node: NodeID) -> Bool {
        var current = node
        while current.exists {
            if current == ancestor { return true }
            current = nodes[current.index].parent
        }
        return false
    }

    /// How deep a node lies; the document is at 0.
    package func depth(of id: NodeID) -> Int {
        var depth = 0
        var current = nodes[id.index].parent
        while current.exists {
            depth += 1
            current = nodes[current.index].parent
        }
        return depth
    }

    /// How many levels of nodes lie below a node.
    package func height(below id: NodeID) -> Int {
        var deepest = 0, depth = 0
        var current = id
        while true {
            if nodes[current.index].firstChild.exists {
                current = nodes[current.index].firstChild
                depth += 1
                deepest = max(deepest, depth)
                continue
            }
            while current != id, !nodes[current.index].nextSibling.exists {
                current = nodes[current.index].parent
                depth -= 1
            }
            if current == id { return deepest }
            current = nodes[current.index].nextSibling
        }
    }

    /// Copies a node of another document with all in it to a place in this one.
    @discardableResult
    package mutating func adopt(_ source: NodeID, of other: Document, into parent: NodeID, before sibling: NodeID = .none) -> NodeID {
        var numbers: [NodeID] = []
        var names = NameMap()
        return copy(source, of: other, into: parent, before: sibling, names: &names) { numbers.append($1) }
    }

    /// The document without detached nodes and bytes that nothing refers to, and the new number of each node (`.none`: gone).
    package func compacted() -> (document: Document, numbers: [NodeID]) {
        var result = Document()
        var numbers = [NodeID](repeating: .none, count: nodes.count)
        numbers[0] = .document
        result.names = names
        result.mode = mode
        var maps = NameMap()
        maps.isIdentity = true
        var child = nodes[0].firstChild
        while child.exists {
            result.copy(child, of: self, into: .document, before: .none, names: &maps) { numbers[$0.index] = $1 }
            child = nodes[child.index].nextSibling
        }
        func number(_ id: NodeID) -> NodeID { id.exists ? numbers[id.index] : .none }
        result.documentElement = number(documentElement)
        result.head = number(head)
        result.body = number(body)
        return (result, numbers)
    }

    private struct NameMap {
        var isIdentity = false
        var added: [Name: Name] = [:]
    }

    @discardableResult
    private mutating func copy(
        _ source: NodeID, of other: Document, into parent: NodeID, before sibling: NodeID, names map: inout NameMap, _ note: (NodeID, NodeID) -> Void
    ) -> NodeID {
        func name(_ original: Name, _ document: inout Document) -> Name {
            if map.isIdentity || original == .none || Int(original.rawValue) < Name.known.count { return original }
            if let known = map.added[original] { return known }
            let made = document.names.name(other.names.spelling(of: original))
            map.added[original] = made
            return made
        }
        func bytes(_ range: ByteRange, _ document: inout Document) -> ByteRange {
            document.store(other.bytes[Int(range.start)..<Int(range.start) + Int(range.count)])
        }
        func copyOne(_ id: NodeID, _ document: inout Document) -> NodeID {
            let original = other.nodes[id.index]
            var node = Node(kind: original.kind)
            node.namespace = original.namespace
            node.name = name(original.name, &document)
            node.text = bytes(original.text, &document)
            var copied: [Attribute] = []
            for index in Int(original.firstAttribute)..<Int(original.firstAttribute) + Int(original.attributeCount) {
                let attribute = other.attributes[index]
                copied.append(Attribute(name: name(attribute.name, &document), value: bytes(attribute.value, &document)))
            }
            node.firstAttribute = UInt32(clamping: document.attributes.count)
            node.attributeCount = UInt32(clamping: copied.count)
            document.attributes += copied
            let made = document.makeNode(node)
            note(id, made)
            return made
        }
        let top = copyOne(source, &self)
        // Contents of templates are never shown: they are copied as they come, after the tree around them.
        var roots: [(from: NodeID, to: NodeID)] = [(source, top)]
        while let (from, to) = roots.popLast() {
            var current = from, target = to
            while true {
                if other.nodes[current.index].templateContents.exists {
                    let contents = copyOne(other.nodes[current.index].templateContents, &self)
                    nodes[target.index].templateContents = contents
                    roots.append((other.nodes[current.index].templateContents, contents))
                }
                let first = other.nodes[current.index].firstChild
                if first.exists {
                    let made = copyOne(first, &self)
                    append(made, to: target)
                    (current, target) = (first, made)
                    continue
                }
                while current != from, !other.nodes[current.index].nextSibling.exists {
                    (current, target) = (other.nodes[current.index].parent, nodes[target.index].parent)
                }
                if current == from { break }
                let next = other.nodes[current.index].nextSibling
                let made = copyOne(next, &self)
                append(made, to: nodes[target.index].parent)
                (current, target) = (next, made)
            }
        }
        insert(top, into: parent, before: sibling)
        return top
    }
}
