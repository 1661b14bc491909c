extension Document {
    /// A new node without a parent.
    package mutating func makeNode(_ node: Node) -> NodeID {
        let id = NodeID(rawValue: UInt32(truncatingIfNeeded: nodes.count))
        nodes.append(node)
        return id
    }

    /// Puts `child`, which has no parent, at the end of `parent`'s children.
    package mutating func append(_ child: NodeID, to parent: NodeID) {
        let last = nodes[parent.index].lastChild
        nodes[child.index].parent = parent
        nodes[child.index].previousSibling = last
        nodes[child.index].nextSibling = .none
        if last.exists { nodes[last.index].nextSibling = child } else { nodes[parent.index].firstChild = child }
        nodes[parent.index].lastChild = child
    }

    /// Puts `child`, which has no parent, before `sibling`, which is a child of `parent`; at the end where `sibling` is `.none`.
    package mutating func insert(_ child: NodeID, into parent: NodeID, before sibling: NodeID) {
        guard sibling.exists, nodes[sibling.index].parent == parent else { return append(child, to: parent) }
        let previous = nodes[sibling.index].previousSibling
        nodes[child.index].parent = parent
        nodes[child.index].previousSibling = previous
        nodes[child.index].nextSibling = sibling
        nodes[sibling.index].previousSibling = child
        if previous.exists { nodes[previous.index].nextSibling = child } else { nodes[parent.index].firstChild = child }
    }

    /// Takes `child` with its subtree out of the tree.
    package mutating func remove(_ child: NodeID) {
        let node = nodes[child.index]
        guard node.parent.exists else { return }
        if node.previousSibling.exists {
            nodes[node.previousSibling.index].nextSibling = node.nextSibling
        } else {
            nodes[node.parent.index].firstChild = node.nextSibling
        }
        if node.nextSibling.exists {
            nodes[node.nextSibling.index].previousSibling = node.previousSibling
        } else {
            nodes[node.parent.index].lastChild = node.previousSibling
        }
        nodes[child.index].parent = .none
        nodes[child.index].previousSibling = .none
        nodes[child.index].nextSibling = .none
    }

    /// Moves all children of `source` to the end of `target`'s.
    package mutating func moveChildren(of source: NodeID, to target: NodeID) {
        while true {
            let child = nodes[source.index].firstChild
            guard child.exists else { return }
            remove(child)
            append(child, to: target)
        }
    }

    /// The line and column, from 1 (columns in UTF-8 bytes), of a byte of the source; nil for bytes that were made while parsing.
    package func sourcePosition(of offset: UInt32) -> (line: Int, column: Int)? {
        guard Int(offset) < sourceCount, sourceCount <= bytes.count else { return nil }
        var line = 1
        var lineStart = 0
        for index in 0..<Int(offset) where bytes[index] == 0x0A {
            line += 1
            lineStart = index + 1
        }
        return (line, Int(offset) - lineStart + 1)
    }
}
