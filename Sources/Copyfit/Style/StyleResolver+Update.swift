// Resolving again what a change of the document may have restyled.

/// An element that got another style than `old`.
package struct RestyledElement {
    package var node: NodeID
    package var old: StyleID
}

extension StyleResolver {
    /// What the style stage has yielded so far.
    package var styled: StyledDocument { computer.output }

    /// The display of an element in the last update; nil where it had no style.
    func style(of node: NodeID) -> Display? {
        guard node.index < computer.output.elementStyles.count else { return nil }
        let style = computer.output.elementStyles[node.index]
        return style.exists ? computer.output.styles[style.index].display : nil
    }

    /// Takes the styles of its document back, which box generation has added to.
    package mutating func restore(_ styled: StyledDocument) {
        computer.output = styled
        let missing = computer.output.styles.count - computer.contexts.count
        if missing > 0 { computer.contexts.append(contentsOf: repeatElement(computer.initialContext, count: missing)) }
    }

    /// Drops the styles, so that whoever has them next can change them in place.
    package mutating func releaseStyles() { computer.output = StyledDocument() }

    /// The document changed: `elements` are new or have other attributes.
    package mutating func documentChanged(_ elements: some Sequence<NodeID>, in document: Document) {
        matcher.documentChanged(elements, in: document)
        hints.mathEnvironments = nil
        let missing = document.nodes.count - computer.output.elementStyles.count
        if missing > 0 { computer.output.elementStyles.append(contentsOf: repeatElement(.none, count: missing)) }
    }

    /// Whether the root element now has another style than it was given.
    package mutating func rootChanged(in document: Document) -> Bool {
        let root = document.documentElement
        guard root.exists else { return false }
        matcher.start(at: root, in: document)
        let pseudos = takePseudoStyles(of: root)
        let style = element(root, document)
        return style != computer.output.elementStyles[root.index] || !isSame(pseudos, pseudoStyles(of: root))
    }

    /// Whether some selector was given up for its cost: then styles depend on the order of the work.
    package var isExhausted: Bool { matcher.isExhausted }

    var dependencies: SelectorDependencies { matcher.dependencies }
    func features(of element: NodeID) -> (name: UInt32, id: UInt32, classes: ArraySlice<ElementIndex.Class>) { matcher.features(of: element) }

    /// Resolves the styles of `root`, and of what is in it where they inherit a change or `isDeep`.
    ///
    /// Elements that got another style, or other pseudo-elements, are added to `changed`: parents before children.
    package mutating func restyle(_ root: NodeID, isDeep: Bool, in document: Document, changed: inout [RestyledElement]) {
        guard document[root].kind == .element, root != document.documentElement else { return }
        let parent = document[root].parent
        guard parent.exists, parent.index < computer.output.elementStyles.count else { return }
        let parentStyle = computer.output.elementStyles[parent.index]
        guard parentStyle.exists, computer.output.styles[parentStyle.index].display != .none else {
            clear(root, document)
            return
        }
        matcher.start(at: root, in: document)
        var current = root
        while true {
            var enters = false
            if document[current].kind == .element {
                let old = computer.output.elementStyles[current.index]
                let oldPseudos = takePseudoStyles(of: current)
                let style = element(current, document)
                computer.output.elementStyles[current.index] = style
                let isChanged = style != old || !isSame(oldPseudos, pseudoStyles(of: current))
                if isChanged { changed.append(RestyledElement(node: current, old: old)) }
                if computer.output.styles[style.index].display == .none {
                    if old.exists { clearChildren(of: current, document) }
                } else if document[current].firstChild.exists, isChanged || isDeep {
                    enters = true
                    matcher.push(current, in: document)
                }
            }
            if enters {
                current = document[current].firstChild
                continue
            }
            while current != root, !document[current].nextSibling.exists {
                current = document[current].parent
                matcher.pop()
            }
            if current == root { return }
            current = document[current].nextSibling
        }
    }

    private static var pseudoElements: [PseudoElement] { [.before, .after, .marker, .firstLine, .firstLetter, .placeholder, .inheritedFirstLine] }

    private func isSame(_ a: [StyleID?], _ b: [StyleID?]) -> Bool {
        if a.count == b.count { return a == b }
        return a.allSatisfy { $0 == nil } && b.allSatisfy { $0 == nil }
    }

    private func pseudoStyles(of node: NodeID) -> [StyleID?] {
        if computer.output.pseudoStyles.isEmpty { return [] }
        return StyleResolver.pseudoElements.map { computer.output.pseudoStyles[PseudoElementKey(node: node, pseudo: $0)] }
    }

    /// Takes the pseudo-element styles of an element away and gives them.
    private mutating func takePseudoStyles(of node: NodeID) -> [StyleID?] {
        if computer.output.pseudoStyles.isEmpty { return [] }
        let styles = pseudoStyles(of: node)
        for (pseudo, style) in zip(StyleResolver.pseudoElements, styles) where style != nil {
            computer.output.pseudoStyles[PseudoElementKey(node: node, pseudo: pseudo)] = nil
        }
        return styles
    }

    /// What is in `display: none` has no styles.
    mutating func clear(_ node: NodeID, _ document: Document) {
        computer.output.elementStyles[node.index] = .none
        _ = takePseudoStyles(of: node)
        clearChildren(of: node, document)
    }

    private mutating func clearChildren(of root: NodeID, _ document: Document) {
        var node = document.nextNode(after: root, within: root)
        while node.exists {
            if node.index < computer.output.elementStyles.count {
                computer.output.elementStyles[node.index] = .none
                _ = takePseudoStyles(of: node)
            }
            node = document.nextNode(after: node, within: root)
        }
    }
}
