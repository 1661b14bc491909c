// Changing the tree, and noting what that may invalidate.

extension LiveTree {
    package var document: Document { _read { yield preparation.document } }

    // MARK: Attributes

    package func setAttribute(_ name: String, to value: String, of node: NodeID) {
        let name = attributeName(name, of: node)
        let before = featureHashes(of: node)
        beginChange()
        guard preparation.document.setAttribute(name, to: value.utf8, of: node) else { return }
        attributeChanged(name, of: node, before: before)
    }

    package func removeAttribute(_ name: String, of node: NodeID) {
        let name = attributeName(name, of: node)
        let before = featureHashes(of: node)
        beginChange()
        guard preparation.document.removeAttribute(name, of: node) else { return }
        attributeChanged(name, of: node, before: before)
    }

    package func attribute(_ name: String, of node: NodeID) -> String? {
        preparation.document.attributeString(attributeName(name, of: node), of: node)
    }

    private func attributeName(_ name: String, of node: NodeID) -> Name {
        preparation.document.names.name(preparation.document[node].namespace == .html ? asciiLowercased(name) : name)
    }

    /// The hashes of an element's id and classes.
    private func featureHashes(of node: NodeID) -> (ids: Set<UInt32>, classes: Set<UInt32>) {
        let document = preparation.document
        var ids: Set<UInt32> = [], classes: Set<UInt32> = []
        if let id = document.attribute(.id, of: node), id.count > 0 {
            ids.insert(foldedHash(document.bytes[Int(id.start)..<Int(id.start) + Int(id.count)]))
        }
        if let value = document.attribute(.class, of: node) {
            let bytes = document.bytes[Int(value.start)..<Int(value.start) + Int(value.count)]
            for name in bytes.split(whereSeparator: { isHTMLSpace($0) }) { classes.insert(foldedHash(name)) }
        }
        return (ids, classes)
    }

    private func attributeChanged(_ name: Name, of node: NodeID, before: (ids: Set<UInt32>, classes: Set<UInt32>)) {
        pending.indexed.insert(node)
        guard preparation.document.isConnected(node), !pending.isWhole else { return }
        if node == preparation.document.documentElement || isResource(node) {
            pending.isWhole = true
            return
        }
        let dependencies = knownDependencies()
        if dependencies.isOpaque {
            pending.isWhole = true
            return
        }
        let spelling = preparation.document.names.spelling(of: name)
        if let reach = dependencies.attributes[foldedHash(spelling.utf8)] { apply(reach, at: node) }
        let after = featureHashes(of: node)
        for hash in before.classes.symmetricDifference(after.classes) {
            if let reach = dependencies.classes[hash] { apply(reach, at: node) }
        }
        for hash in before.ids.symmetricDifference(after.ids) {
            if let reach = dependencies.ids[hash] { apply(reach, at: node) }
        }
        switch name {
        case .class, .id: return
        case .style:
            pending.restyled.insert(node)
            return
        default: break
        }
        pending.regenerated.insert(node)
        if spelling.hasPrefix("data-") || spelling.hasPrefix("aria-") { return }
        apply(dependencies.states, at: node)
        // Hints of tables and the like reach down; `lang` and `dir` are asked of all inside.
        pending.deeplyRestyled.insert(node)
        noteState(around: node)
        noteFormula(around: node)
    }

    /// What is in a formula depends on all of it: it is made again as a whole.
    private func noteFormula(around node: NodeID) {
        let document = preparation.document
        var formula = NodeID.none
        var ancestor = node
        while ancestor.exists, document[ancestor].kind == .element, document[ancestor].namespace == .mathml {
            formula = ancestor
            ancestor = document[ancestor].parent
        }
        guard formula.exists else { return }
        pending.deeplyRestyled.insert(formula)
        pending.regenerated.insert(formula)
    }

    /// What an option, or a control in a form, is, its select and form are too.
    private func noteState(around node: NodeID) {
        let document = preparation.document
        guard document.isElement(node, .option) || document.isElement(node, .optgroup) || document.isElement(node, .input) else { return }
        var ancestor = document[node].parent
        while ancestor.exists {
            if document.isElement(ancestor, .select) {
                pending.deeplyRestyled.insert(ancestor)
                pending.regenerated.insert(ancestor)
                return
            }
            ancestor = document[ancestor].parent
        }
    }

    /// Whether sheets, fonts or URLs depend on an element.
    private func isResource(_ node: NodeID) -> Bool {
        let document = preparation.document
        guard document[node].kind == .element else { return false }
        switch document[node].name {
        case .style, .link, .base, .meta: return true
        default: return false
        }
    }

    private func holdsResource(_ root: NodeID) -> Bool {
        var node = root
        while node.exists {
            if isResource(node) { return true }
            node = preparation.document.nextNode(after: node, within: root)
        }
        return false
    }

    // MARK: Text

    /// Replaces the data of a text or comment node.
    package func setText(_ text: String, of node: NodeID) {
        parser.forget(text: node)
        let old = preparation.document.string(preparation.document[node].text)
        if old.utf8.elementsEqual(text.utf8) { return }
        beginChange()
        preparation.document[node].text = preparation.document.store(text.utf8)
        textChanged(node)
    }

    private func textChanged(_ node: NodeID) {
        guard preparation.document[node].kind == .text, preparation.document.isConnected(node) else { return }
        let parent = preparation.document[node].parent
        contentChanged(of: parent)
        pending.regenerated.insert(parent)
        noteFormula(around: parent)
    }

    /// Something in `parent` is other text, or other children.
    private func contentChanged(of parent: NodeID) {
        guard !pending.isWhole else { return }
        let dependencies = knownDependencies()
        if dependencies.isOpaque || isResource(parent) {
            pending.isWhole = true
            return
        }
        for rule in dependencies.structural where rule.kind == .empty && matches(rule.filter, parent) { apply(rule.reach, at: parent) }
        if preparation.document.isElement(parent, .textarea) { apply(dependencies.states, at: parent) }
        if dependencies.hasHas { apply(.document, at: parent) }
        noteState(around: parent)
        // `dir=auto` asks for the text.
        var ancestor = parent
        while ancestor.exists {
            let document = preparation.document
            if document[ancestor].kind == .element {
                if document.isElement(ancestor, .bdi) { pending.deeplyRestyled.insert(ancestor) }
                if let direction = document.attribute(.dir, of: ancestor), direction.count == 4 { pending.deeplyRestyled.insert(ancestor) }
            }
            ancestor = document[ancestor].parent
        }
    }

    // MARK: Children

    package func makeText(_ text: String) -> NodeID {
        beginChange()
        var node = Node(kind: .text)
        node.text = preparation.document.store(text.utf8)
        return preparation.document.makeNode(node)
    }

    /// Parses what becomes children of `context`, detached.
    package func makeFragment(_ html: String, context: NodeID) -> [NodeID] {
        beginChange()
        let isElement = preparation.document[context].kind == .element
        let fragment = HTMLParser.parseFragment(
            Array(html.utf8), context: isElement ? preparation.document.names.spelling(of: preparation.document[context].name) : "body",
            namespace: isElement ? preparation.document[context].namespace : .html, mode: preparation.document.mode,
            rules: HTMLParser.Rules(preparation.options.profile), diagnostics: &parsingDiagnostics)
        guard fragment.documentElement.exists else { return [] }
        var nodes: [NodeID] = []
        var child = fragment[fragment.documentElement].firstChild
        var holder = Node(kind: .fragment)
        holder.namespace = .html
        let parent = preparation.document.makeNode(holder)
        while child.exists {
            nodes.append(preparation.document.adopt(child, of: fragment, into: parent))
            child = fragment[child].nextSibling
        }
        for node in nodes { preparation.document.remove(node) }
        return nodes
    }

    /// Puts a detached node into the tree.
    package func insert(_ node: NodeID, into parent: NodeID, before sibling: NodeID) {
        beginChange()
        preparation.document.insert(node, into: parent, before: sibling)
        noteInserted(node)
    }

    private func noteInserted(_ node: NodeID) {
        let document = preparation.document
        guard document.isConnected(node), !pending.isWhole else {
            // Elements are read when all is.
            if document.isConnected(node) { noteSpecial(node) }
            return
        }
        var each = node
        while each.exists {
            if document[each].kind == .element { pending.indexed.insert(each) }
            each = document.nextNode(after: each, within: node)
        }
        noteSpecial(node)
        if holdsResource(node) {
            pending.isWhole = true
            return
        }
        pending.inserted.append(node)
        if document[node].kind == .element { pending.deeplyRestyled.insert(node) }
        childrenChanged(of: document[node].parent, before: document[node].previousSibling, after: document[node].nextSibling)
        noteFormula(around: document[node].parent)
    }

    /// The elements that the document knows by name.
    private func noteSpecial(_ node: NodeID) {
        guard !preparation.document.body.exists, preparation.document.isElement(node, .body) else { return }
        preparation.document.body = node
        pending.isWhole = true
    }

    /// Takes a node out of the tree; it may come back.
    package func remove(_ node: NodeID) {
        let parent = preparation.document[node].parent
        guard parent.exists else { return }
        beginChange()
        let isConnected = preparation.document.isConnected(node)
        let previous = preparation.document[node].previousSibling, next = preparation.document[node].nextSibling
        let isOpen = isConnected && parser.isOpen(node, in: preparation.document)
        if isConnected, !pending.isWhole, holdsResource(node) { pending.isWhole = true }
        preparation.document.remove(node)
        if isOpen { parser.forgetDetached(&preparation.document) }
        guard isConnected else { return }
        if preparation.document.body.exists, !preparation.document.isConnected(preparation.document.body) {
            preparation.document.body = .none
            pending.isWhole = true
        }
        if preparation.document.head.exists, !preparation.document.isConnected(preparation.document.head) {
            preparation.document.head = .none
            pending.isWhole = true
        }
        guard !pending.isWhole else { return }
        let styled = session?.resolver.style(of: node)
        pending.removed.append(
            PendingUpdate.Removal(node: node, parent: parent, previous: previous, next: next, hadBoxes: styled.map { $0 != .none } ?? false))
        childrenChanged(of: parent, before: previous, after: next)
        noteFormula(around: parent)
    }

    /// Appends what comes next of the text that the document was parsed from.
    package func append(_ html: String) {
        beginChange()
        let changes = parser.append(html.utf8, to: &preparation.document, diagnostics: &parsingDiagnostics)
        note(changes)
    }

    /// The text has come to its end: what waited for more of it is parsed.
    package func finishAppending() {
        beginChange()
        let changes = parser.finish(&preparation.document, diagnostics: &parsingDiagnostics)
        note(changes)
    }

    private func note(_ changes: StreamingParser.Changes) {
        if changes.isWhole { pending.isWhole = true }
        for text in changes.texts { textChanged(text) }
        for node in changes.added { noteInserted(node) }
    }

    // MARK: Reach

    private func knownDependencies() -> SelectorDependencies {
        if let dependencies { return dependencies }
        let found = session?.resolver.dependencies ?? SelectorDependencies()
        dependencies = found
        return found
    }

    private func apply(_ reach: StyleReach, at node: NodeID) {
        if reach.isEmpty { return }
        if reach.contains(.document) {
            pending.checksRoot = true
            if preparation.document.body.exists { pending.deeplyRestyled.insert(preparation.document.body) }
            return
        }
        if reach.contains(.element) { pending.restyled.insert(node) }
        if reach.contains(.descendants) { pending.deeplyRestyled.insert(node) }
        guard !reach.isDisjoint(with: [.next, .insideNext, .following, .insideFollowing]) else { return }
        var sibling = preparation.document[node].nextSibling
        var isNext = true
        while sibling.exists {
            if preparation.document[sibling].kind == .element {
                if reach.contains(.following) || isNext && reach.contains(.next) { pending.restyled.insert(sibling) }
                if reach.contains(.insideFollowing) || isNext && reach.contains(.insideNext) { pending.deeplyRestyled.insert(sibling) }
                isNext = false
                if reach.isDisjoint(with: [.following, .insideFollowing]) { return }
            }
            sibling = preparation.document[sibling].nextSibling
        }
    }

    private func matches(_ filter: SelectorDependencies.Structural.Filter, _ node: NodeID) -> Bool {
        if case .any = filter { return true }
        // Those that are new or changed are matched anew anyhow.
        if pending.indexed.contains(node) { return true }
        guard let features = session?.resolver.features(of: node) else { return true }
        switch filter {
        case .any: return true
        case .type(let hash): return features.name == hash
        case .id(let hash): return features.id == hash
        case .className(let hash): return features.classes.contains { $0.hash == hash }
        }
    }

    private static let preciseChanges = 8

    /// A child came or went between two siblings.
    private func childrenChanged(of parent: NodeID, before previous: NodeID, after next: NodeID) {
        let count = pending.childChanges[parent, default: 0] + 1
        pending.childChanges[parent] = count
        guard count <= LiveTree.preciseChanges else { return }
        contentChanged(of: parent)
        guard !pending.isWhole else { return }
        let document = preparation.document
        func element(_ node: NodeID, forward: Bool) -> NodeID {
            var node = node
            while node.exists, document[node].kind != .element { node = forward ? document[node].nextSibling : document[node].previousSibling }
            return node
        }
        let nextElement = element(next, forward: true), previousElement = element(previous, forward: false)
        for rule in knownDependencies().structural {
            switch rule.kind {
            case .empty: break
            case .adjacent, .first:
                // The next one lost, or got, what it is told by.
                if nextElement.exists, matches(rule.filter, nextElement) { apply(rule.reach, at: nextElement) }
            case .last:
                if previousElement.exists, matches(rule.filter, previousElement) { apply(rule.reach, at: previousElement) }
            case .following:
                var sibling = nextElement
                while sibling.exists {
                    if matches(rule.filter, sibling) { apply(rule.reach, at: sibling) }
                    sibling = element(document[sibling].nextSibling, forward: true)
                }
            case .preceding:
                var sibling = previousElement
                while sibling.exists {
                    if matches(rule.filter, sibling) { apply(rule.reach, at: sibling) }
                    sibling = element(document[sibling].previousSibling, forward: false)
                }
            }
        }
    }

    /// Elements whose children changed many times: all children are matched anew that could tell.
    func applyManyChildChanges() {
        for (parent, count) in pending.childChanges where count > LiveTree.preciseChanges {
            guard preparation.document.isConnected(parent) else { continue }
            contentChanged(of: parent)
            let rules = knownDependencies().structural
            var child = preparation.document[parent].firstChild
            while child.exists {
                if preparation.document[child].kind == .element {
                    for rule in rules where rule.kind != .empty && matches(rule.filter, child) { apply(rule.reach, at: child) }
                }
                child = preparation.document[child].nextSibling
            }
        }
    }
}
