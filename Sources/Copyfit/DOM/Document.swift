/// A node's index in its document.
package struct NodeID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    package var rawValue: UInt32
    @inline(__always) package init(rawValue: UInt32) { self.rawValue = rawValue }
    /// No node: the end of a sibling list, the parent of the document.
    package static let none = NodeID(rawValue: .max)
    /// The document itself.
    package static let document = NodeID(rawValue: 0)
    @inline(__always) package var index: Int { Int(rawValue) }
    @inline(__always) package var exists: Bool { rawValue != UInt32.max }
    package var description: String { exists ? "Node(\(rawValue))" : "Node(none)" }
}

/// A stretch of a document's byte arena, in UTF-8 bytes.
package struct ByteRange: Hashable, Sendable {
    package var start: UInt32
    package var count: UInt32
    @inline(__always) package init(start: UInt32, count: UInt32) { self.start = start; self.count = count }
    package static let empty = ByteRange(start: 0, count: 0)
}

/// One node of the tree: a trivial record; texts and attributes lie in the document's arenas.
package struct Node: Sendable {
    package enum Kind: UInt8, Sendable { case document, doctype, element, text, comment, fragment }
    package enum Namespace: UInt8, Sendable { case html, svg, mathml }

    package var kind: Kind
    package var namespace: Namespace = .html
    /// Parsing only: whether the element is on the stack of open elements.
    var isOpen = false
    package var name: Name = Name(rawValue: .max)
    package var parent: NodeID = .none
    package var previousSibling: NodeID = .none
    package var nextSibling: NodeID = .none
    package var firstChild: NodeID = .none
    package var lastChild: NodeID = .none
    /// Elements: their attributes in `Document.attributes`.
    package var firstAttribute: UInt32 = 0
    package var attributeCount: UInt32 = 0
    /// Text and comments: their data in `Document.bytes`; doctypes: the name, with the public and system identifier as two attributes.
    package var text: ByteRange = .empty
    /// `<template>`: the fragment node that holds its contents, which are not its children.
    package var templateContents: NodeID = .none

    package init(kind: Kind) { self.kind = kind }
}

package struct Attribute: Sendable {
    /// Attribute names of HTML elements are in lower case.
    package var name: Name
    package var value: ByteRange
    package init(name: Name, value: ByteRange) { self.name = name; self.value = value }
}

/// How a document without, or with an old, doctype is laid out (https://dom.spec.whatwg.org/#concept-document-quirks).
package enum QuirksMode: UInt8, Sendable { case noQuirks, limitedQuirks, quirks }

/// A parsed document: nodes in one array, addressed by `NodeID`; names, attributes and text in arenas beside it.
package struct Document: Sendable {
    package var nodes: [Node] = []
    package var attributes: [Attribute] = []
    /// Text data and attribute values, UTF-8: first the source, which most of them are ranges of, then what was made while parsing
    /// (decoded character references, joined texts).
    package var bytes: [UInt8] = []
    /// How many bytes of `bytes` are the source, its line ends made LF.
    package var sourceCount = 0
    package var names = NameTable()
    package var mode: QuirksMode = .noQuirks
    package var documentElement: NodeID = .none
    package var head: NodeID = .none
    package var body: NodeID = .none

    /// An empty document: just the document node.
    package init() { nodes.append(Node(kind: .document)) }

    @inline(__always) package subscript(_ id: NodeID) -> Node {
        _read { yield nodes[id.index] }
        _modify { yield &nodes[id.index] }
    }
}

extension Document {
    @inline(__always) package func isElement(_ id: NodeID, _ name: Name) -> Bool {
        id.exists && nodes[id.index].kind == .element && nodes[id.index].namespace == .html && nodes[id.index].name == name
    }

    /// The value of an attribute, or nil where the element does not have it.
    @inline(__always) package func attribute(_ name: Name, of id: NodeID) -> ByteRange? {
        let node = nodes[id.index]
        for index in Int(node.firstAttribute)..<Int(node.firstAttribute + node.attributeCount) where attributes[index].name == name {
            return attributes[index].value
        }
        return nil
    }

    @inline(__always) package func hasAttribute(_ name: Name, of id: NodeID) -> Bool { attribute(name, of: id) != nil }

    package func attributeString(_ name: Name, of id: NodeID) -> String? {
        guard let range = attribute(name, of: id) else { return nil }
        return string(range)
    }

    package func string(_ range: ByteRange) -> String {
        String(decoding: bytes[Int(range.start)..<Int(range.start + range.count)], as: UTF8.self)
    }

    /// The elements below the root whose name fits, in tree order.
    package func elementsInTree(where fits: (Name) -> Bool) -> [NodeID] {
        var found: [NodeID] = []
        for index in nodes.indices where nodes[index].kind == .element && fits(nodes[index].name) {
            found.append(NodeID(rawValue: UInt32(truncatingIfNeeded: index)))
        }
        // Nodes are numbered as they are made: that says neither whether one is in the tree nor the order of several.
        if found.count < 2 { return found.filter(isInTree) }
        found.removeAll(keepingCapacity: true)
        var node = documentElement
        while node.exists {
            if nodes[node.index].kind == .element, fits(nodes[node.index].name) { found.append(node) }
            node = nextNode(after: node, within: documentElement)
        }
        return found
    }

    private func isInTree(_ id: NodeID) -> Bool {
        var node = id
        while node.exists, node != documentElement { node = nodes[node.index].parent }
        return node.exists
    }

    /// The node after `id` in tree order that is not inside it, or `.none` at the end of `root`'s subtree.
    package func nodeAfterSubtree(of id: NodeID, within root: NodeID) -> NodeID {
        var current = id
        while current != root, current.exists {
            let next = nodes[current.index].nextSibling
            if next.exists { return next }
            current = nodes[current.index].parent
        }
        return .none
    }

    /// The node after `id` in tree order, or `.none` at the end of `root`'s subtree.
    package func nextNode(after id: NodeID, within root: NodeID) -> NodeID {
        let first = nodes[id.index].firstChild
        return first.exists ? first : nodeAfterSubtree(of: id, within: root)
    }
}
