// Finding nodes, and what happens when a resource arrives.

extension LiveTree {
    /// Elements of the tree that a selector matches, in tree order; nil where it is no selector.
    package func elements(matching selector: String, under root: NodeID? = nil, limit: Int = .max) -> [NodeID]? {
        guard !selector.utf8.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") || $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "@") })
        else { return nil }
        let sheet = Stylesheet("\(selector){color:red}")
        guard sheet.rules.count == 1, let rule = sheet.rules.first, rule.selectors.count > 0 else { return nil }
        let document = preparation.document
        var matcher = SelectorMatcher(document)
        let selectors = ResolvedSelectors(sheet, document: document, number: 0)
        let top = root ?? .document
        var found: [NodeID] = []
        var node = document.nextNode(after: top, within: top)
        while node.exists, found.count < limit {
            if document[node].kind == .element, matcher.matchesAny(rule.selectors, node, anchor: .none, selectors, document) { found.append(node) }
            node = document.nextNode(after: node, within: top)
        }
        return found
    }

    /// The first element with an id.
    package func element(id: String) -> NodeID? {
        let document = preparation.document
        var node = document.nextNode(after: .document, within: .document)
        while node.exists {
            if document[node].kind == .element, let value = document.attribute(.id, of: node), Int(value.count) == id.utf8.count,
                document.bytes[Int(value.start)..<Int(value.start) + Int(value.count)].elementsEqual(id.utf8)
            {
                return node
            }
            node = document.nextNode(after: node, within: .document)
        }
        return nil
    }

    /// The text in a node.
    package func text(of root: NodeID) -> String {
        let document = preparation.document
        if document[root].kind == .text || document[root].kind == .comment { return document.string(document[root].text) }
        var bytes: [UInt8] = []
        var node = document.nextNode(after: root, within: root)
        while node.exists {
            if document[node].kind == .text {
                let range = document[node].text
                bytes += document.bytes[Int(range.start)..<Int(range.start) + Int(range.count)]
            }
            node = document.nextNode(after: node, within: root)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A picture is there, or will not come: the boxes of elements that name it are made again.
    package func pictureChanged(_ url: String) {
        let document = preparation.document
        let resources = preparation.resources
        var isFound = false
        var node = document.nextNode(after: .document, within: .document)
        while node.exists {
            if document[node].kind == .element {
                for name in [Name.src, .srcset, .data] {
                    guard let value = document.attributeString(name, of: node) else { continue }
                    let isNamed = name == .srcset ? value.contains(url) : resources.absoluteURL(value, base: preparation.documentBase) == url
                    if isNamed {
                        pending.regenerated.insert(node)
                        isFound = true
                    }
                }
            }
            node = document.nextNode(after: node, within: .document)
        }
        // Or a style names it.
        if !isFound { pending.isWhole = true }
        for items in session?.resolver.styled.contents ?? [] {
            for case .image(let reference) in items where reference.url != nil { pending.isWhole = true }
        }
    }
}
