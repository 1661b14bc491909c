// Creating elements and inserting nodes (https://html.spec.whatwg.org/#creating-and-inserting-nodes).
extension TreeBuilder {
    /// Where a node goes: the last child of `parent`, or before `sibling` where there is one.
    struct Place {
        var parent: NodeID
        var sibling = NodeID.none
    }

    var current: OpenElement {
        @inline(__always) get { stack.last ?? OpenElement(node: .document, name: .none, traits: []) }
    }

    func traits(of node: Node) -> ElementTraits {
        if node.namespace == .html {
            return Int(node.name.rawValue) < traits.count ? traits[Int(node.name.rawValue)] : .html
        }
        if node.namespace == .mathml {
            switch node.name {
            case .mi, .mo, .mn, .ms, .mtext: return [.special, .scope, .mathText]
            case .annotationXml: return isTextAnnotation(node) ? [.special, .scope, .htmlPoint] : [.special, .scope]
            default: return []
            }
        }
        switch node.name {
        case .foreignObject, .desc, .title: return [.special, .scope, .htmlPoint]
        default: return []
        }
    }

    /// Whether an annotation-xml element says that it holds HTML.
    private func isTextAnnotation(_ node: Node) -> Bool {
        let attributes = document.attributes[Int(node.firstAttribute)...].prefix(Int(node.attributeCount))
        if let value = attributes.first(where: { $0.name == .encoding })?.value {
            return matches(value, "text/html") || matches(value, "application/xhtml+xml")
        }
        return false
    }

    // MARK: The stack of open elements

    mutating func push(_ id: NodeID) {
        if stack.count >= Limits.openElements { pop() }
        let node = document[id]
        stack.append(OpenElement(node: id, name: node.name, traits: traits(of: node)))
        document[id].isOpen = true
        guard node.namespace == .html else { return }
        let name = Int(node.name.rawValue)
        if name >= openCounts.count { openCounts.append(contentsOf: repeatElement(0, count: name + name / 2 - openCounts.count)) }
        openCounts[name] += 1
    }

    mutating func pop() {
        guard let element = stack.popLast() else { return }
        closed(element)
    }

    /// Takes the element at `index` off the stack.
    mutating func removeFromStack(at index: Int) {
        closed(stack.remove(at: index))
    }

    private mutating func closed(_ element: OpenElement) {
        document[element.node].isOpen = false
        if element.traits.contains(.html) { openCounts[Int(element.name.rawValue)] -= 1 }
    }

    func isOpen(_ name: Name) -> Bool { Int(name.rawValue) < openCounts.count && openCounts[Int(name.rawValue)] > 0 }

    func stackIndex(of node: NodeID) -> Int? {
        guard document[node].isOpen else { return nil }
        return stack.lastIndex { $0.node == node }
    }

    /// https://html.spec.whatwg.org/#has-an-element-in-the-specific-scope, the scope ended by elements with one of the traits `ends`, or by
    /// `button`.
    func hasInScope(_ name: Name, endedBy ends: ElementTraits = .scope, orButton: Bool = false) -> Bool {
        guard isOpen(name) else { return false }
        for element in stack.reversed() {
            if element.isHTML(name) { return true }
            if !element.traits.isDisjoint(with: ends) || (orButton && element.isHTML(.button)) { return false }
        }
        return false
    }

    func hasNodeInScope(_ node: NodeID) -> Bool {
        guard document[node].isOpen else { return false }
        for element in stack.reversed() {
            if element.node == node { return true }
            if element.traits.contains(.scope) { return false }
        }
        return false
    }

    func hasInButtonScope(_ name: Name) -> Bool { hasInScope(name, orButton: true) }
    func hasInListScope(_ name: Name) -> Bool { hasInScope(name, endedBy: [.scope, .listScope]) }
    func hasInTableScope(_ name: Name) -> Bool { hasInScope(name, endedBy: .tableScope) }

    /// https://html.spec.whatwg.org/#generate-implied-end-tags, all but for `except`.
    mutating func generateImpliedEndTags(except: Name = .none) {
        while let top = stack.last, top.traits.contains(.impliedEnd), top.name != except { pop() }
    }

    mutating func generateImpliedEndTagsThoroughly() {
        while let top = stack.last, top.traits.contains(.impliedEndThoroughly) { pop() }
    }

    /// Pops until an HTML element of that name was popped.
    mutating func popUntil(_ name: Name) {
        while let top = stack.last {
            pop()
            if top.isHTML(name) { return }
        }
    }

    /// Pops until one of these is the current node, or html or template.
    mutating func clearStack(backTo names: [Name]) {
        while stack.count > 1, let top = stack.last {
            if top.traits.contains(.html), top.name == .template || top.name == .html || names.contains(top.name) { return }
            pop()
        }
    }

    mutating func closeParagraph() {
        generateImpliedEndTags(except: .p)
        popUntil(.p)
    }

    mutating func closeParagraphInButtonScope() {
        if openCounts[Int(Name.p.rawValue)] > 0, hasInButtonScope(.p) { closeParagraph() }
    }

    // MARK: Places

    /// https://html.spec.whatwg.org/#appropriate-place-for-inserting-a-node
    func appropriatePlace(under override: OpenElement? = nil) -> Place {
        let target = override ?? current
        if fosterParenting, target.traits.contains(.fosters) {
            if let place = fosterPlace() { return place }
        }
        return contentPlace(target.node)
    }

    /// The end of an element, or of its contents for a template.
    private func contentPlace(_ node: NodeID) -> Place {
        let contents = document[node].templateContents
        return Place(parent: contents.exists ? contents : node)
    }

    private func fosterPlace() -> Place? {
        let lastTemplate = isOpen(.template) ? stack.lastIndex { $0.isHTML(.template) } : nil
        let lastTable = isOpen(.table) ? stack.lastIndex { $0.isHTML(.table) } : nil
        if let lastTemplate, lastTemplate > lastTable ?? -1 { return contentPlace(stack[lastTemplate].node) }
        guard let lastTable else { return stack.first.map { Place(parent: $0.node) } }
        let table = stack[lastTable].node
        if document[table].parent.exists { return Place(parent: document[table].parent, sibling: table) }
        return lastTable > 0 ? contentPlace(stack[lastTable - 1].node) : nil
    }

    /// The place, one level higher where the stack is deeper than browsers let trees be.
    private mutating func limited(_ place: Place) -> Place {
        guard stack.count > rules.depth, !place.sibling.exists else { return place }
        let parent = document[place.parent].parent
        guard parent.exists else { return place }
        exceededDepth = true
        return Place(parent: parent)
    }

    // MARK: Nodes

    mutating func insertNode(_ node: NodeID, at place: Place) {
        let place = limited(place)
        document.insert(node, into: place.parent, before: place.sibling)
    }

    /// An element with the attributes of the current tag.
    mutating func createTagElement(_ name: Name, _ namespace: Node.Namespace) -> NodeID {
        var node = Node(kind: .element)
        node.name = name
        node.namespace = namespace
        node.firstAttribute = UInt32(truncatingIfNeeded: tokenizer.firstAttribute)
        node.attributeCount = UInt32(truncatingIfNeeded: document.attributes.count - tokenizer.firstAttribute)
        return document.makeNode(node)
    }

    /// An element without attributes.
    mutating func createElement(_ name: Name, _ namespace: Node.Namespace) -> NodeID {
        var node = Node(kind: .element)
        node.name = name
        node.namespace = namespace
        return document.makeNode(node)
    }

    /// A copy of an element without its children.
    mutating func copyElement(_ id: NodeID) -> NodeID {
        let original = document[id]
        var node = Node(kind: .element)
        node.name = original.name
        node.namespace = original.namespace
        node.firstAttribute = original.firstAttribute
        node.attributeCount = original.attributeCount
        return document.makeNode(node)
    }

    /// Inserts an HTML element for the current start tag and pushes it.
    @discardableResult mutating func insertElement() -> NodeID {
        let node = createTagElement(tokenizer.tagName, .html)
        insertNode(node, at: appropriatePlace())
        push(node)
        return node
    }

    /// Inserts an HTML element for the current start tag that has no contents.
    mutating func insertVoidElement() {
        insertNode(createTagElement(tokenizer.tagName, .html), at: appropriatePlace())
    }

    /// Inserts an HTML element for a tag that is not there.
    @discardableResult mutating func insertImplied(_ name: Name) -> NodeID {
        let node = createElement(name, .html)
        insertNode(node, at: appropriatePlace())
        push(node)
        return node
    }

    /// https://html.spec.whatwg.org/#generic-rcdata-element-parsing-algorithm and the one for raw text.
    mutating func insertRawElement(_ model: HTMLTokenizer.ContentModel) {
        insertElement()
        tokenizer.contentModel = model
        originalMode = mode
        mode = .text
    }

    mutating func insertComment(at place: Place) {
        var node = Node(kind: .comment)
        node.text = tokenizer.text
        let id = document.makeNode(node)
        document.insert(id, into: place.parent, before: place.sibling)
    }

    // MARK: Text

    /// https://html.spec.whatwg.org/#insert-a-character: joins the text to one that is there already.
    mutating func insertText(_ range: ByteRange) {
        guard range.count > 0 else { return }
        let place = appropriatePlace()
        guard document[place.parent].kind != .document else { return }
        let neighbour = place.sibling.exists ? document[place.sibling].previousSibling : document[place.parent].lastChild
        if neighbour.exists, document[neighbour].kind == .text {
            extend(neighbour, by: range)
            return
        }
        var node = Node(kind: .text)
        node.text = range
        let id = document.makeNode(node)
        document.insert(id, into: place.parent, before: place.sibling)
    }

    /// Joins `range` to a text. Where they do not lie side by side, the text moves to the end of the bytes, with room to grow, so that
    /// many joins take linear time.
    private mutating func extend(_ id: NodeID, by range: ByteRange) {
        let text = document[id].text
        let reserved = textCapacity[id]
        if reserved == nil, text.start + text.count == range.start {
            document[id].text.count += range.count
            return
        }
        let total = Int(text.count) + Int(range.count)
        let piece = Int(range.start)..<Int(range.start) + Int(range.count)
        if let reserved, total <= Int(reserved) {
            let end = Int(text.start) + Int(text.count)
            for (offset, index) in piece.enumerated() { document.bytes[end + offset] = document.bytes[index] }
            document[id].text.count += range.count
            return
        }
        let start = document.bytes.count
        // Only after gigabytes of joined texts: the rest is left out.
        guard start + 2 * total < 1 << 31 else { return }
        document.bytes.reserveCapacity(start + 2 * total)
        document.bytes.append(contentsOf: document.bytes[Int(text.start)..<Int(text.start) + Int(text.count)])
        document.bytes.append(contentsOf: document.bytes[piece])
        document.bytes.append(contentsOf: repeatElement(0, count: total))
        document[id].text = ByteRange(start: UInt32(truncatingIfNeeded: start), count: UInt32(truncatingIfNeeded: total))
        textCapacity[id] = UInt32(truncatingIfNeeded: 2 * total)
    }

    func firstByte(of range: ByteRange) -> UInt8? { range.count > 0 ? document.bytes[Int(range.start)] : nil }

    /// How many bytes of white space a text begins with.
    func leadingSpaces(_ range: ByteRange) -> UInt32 {
        var count: UInt32 = 0
        while count < range.count, document.bytes[Int(range.start + count)].isHTMLSpace { count += 1 }
        return count
    }

    /// The text without its NULs, or with U+FFFD in their place.
    mutating func withoutNulls(_ range: ByteRange, replacing: Bool) -> ByteRange {
        let start = document.bytes.count
        for index in Int(range.start)..<Int(range.start) + Int(range.count) {
            let byte = document.bytes[index]
            if byte != 0 {
                document.bytes.append(byte)
            } else if replacing {
                document.bytes.append(contentsOf: [0xEF, 0xBF, 0xBD])
            }
        }
        return ByteRange(start: UInt32(truncatingIfNeeded: start), count: UInt32(truncatingIfNeeded: document.bytes.count - start))
    }

    /// Whether a value is `word`, which is in lower case, in any ASCII case.
    func matches(_ range: ByteRange, _ word: StaticString) -> Bool {
        guard Int(range.count) == word.utf8CodeUnitCount else { return false }
        return hasPrefix(range, word)
    }

    func hasPrefix(_ range: ByteRange, _ word: StaticString) -> Bool {
        guard Int(range.count) >= word.utf8CodeUnitCount else { return false }
        for index in 0..<word.utf8CodeUnitCount {
            let byte = document.bytes[Int(range.start) + index]
            guard (byte &- 0x41 < 26 ? byte | 0x20 : byte) == word.utf8Start[index] else { return false }
        }
        return true
    }

    /// The value of an attribute of the current tag.
    func tagAttribute(_ name: Name) -> ByteRange? {
        guard tokenizer.firstAttribute < document.attributes.count else { return nil }
        return document.attributes[tokenizer.firstAttribute...].first { $0.name == name }?.value
    }
}
