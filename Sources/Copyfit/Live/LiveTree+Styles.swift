// Resolving the styles that an update may have changed.

extension LiveTree {
    /// False: everything is to be computed anew.
    func updateStyles() -> Bool {
        applyManyChildChanges()
        guard !pending.isWhole else { return false }
        preparation.document.withEach(pending.removed.map(\.node)) { node, document in
            if !document.isConnected(node), document[node].kind == .element, node.index < principalBoxes.count { session?.resolver.clear(node, document) }
        }
        session?.resolver.documentChanged(pending.indexed, in: preparation.document)
        if pending.checksRoot, session?.resolver.rootChanged(in: preparation.document) == true { return false }

        let document = preparation.document
        let inserted = Set(pending.inserted)
        var roots = pending.deeplyRestyled.map { (node: $0, isDeep: true, depth: 0) }
        roots += pending.restyled.subtracting(pending.deeplyRestyled).map { (node: $0, isDeep: false, depth: 0) }
        roots = roots.compactMap { root in
            guard document[root.node].kind == .element, document.isConnected(root.node) else { return nil }
            return (root.node, root.isDeep, document.depth(of: root.node))
        }
        roots.sort { $0.depth < $1.depth }
        var changed: [RestyledElement] = []
        for root in roots where !isInside(pending.deeplyRestyled, document[root.node].parent, document) {
            session?.resolver.restyle(root.node, isDeep: root.isDeep, in: document, changed: &changed)
        }
        if session?.resolver.isExhausted == true { return false }
        guard let styled = session?.resolver.styled else { return false }
        var changedNodes: Set<NodeID> = []
        for element in changed {
            changedNodes.insert(element.node)
            if isInside(inserted, element.node, document) { continue }
            let style = styled.style(of: element.node)
            if countsItems(element.old, styled) != countsItems(style, styled) { return false }
            if !changedNodes.contains(document[element.node].parent) { pending.regenerated.insert(element.node) }
        }
        if changed.contains(where: { $0.node == document.body }), document.body.exists {
            // What the viewport takes over from the body.
            return false
        }
        return true
    }

    /// Whether the set has `node` or an ancestor of it.
    func isInside(_ set: Set<NodeID>, _ node: NodeID, _ document: Document) -> Bool {
        if set.isEmpty { return false }
        var current = node
        while current.exists {
            if set.contains(current) { return true }
            current = document[current].parent
        }
        return false
    }

    /// Whether elements of a style change counters.
    private func countsItems(_ id: StyleID, _ styled: StyledDocument) -> Bool {
        guard id.exists else { return false }
        let style = styled[id]
        return style.counters > 0 || style.display == .listItem || style.display == .inlineListItem
    }
}

extension Document {
    fileprivate func withEach(_ nodes: [NodeID], _ body: (NodeID, Document) -> Void) { for node in nodes { body(node, self) } }
}
