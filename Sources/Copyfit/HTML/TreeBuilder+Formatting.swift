// The list of active formatting elements and the adoption agency (https://html.spec.whatwg.org/#the-list-of-active-formatting-elements).
extension TreeBuilder {
    mutating func pushMarker() { formatting.append(FormattingElement(node: .none, name: .none)) }

    mutating func clearFormattingToMarker() {
        while let last = formatting.popLast(), last.node.exists {}
    }

    /// https://html.spec.whatwg.org/#push-onto-the-list-of-active-formatting-elements, with its limit of three equal ones.
    mutating func pushFormatting(_ node: NodeID) {
        let name = document[node].name
        var equal = 0
        for index in formatting.indices.reversed() {
            let entry = formatting[index]
            guard entry.node.exists else { break }
            guard entry.name == name, haveEqualAttributes(entry.node, node) else { continue }
            equal += 1
            if equal == 3 {
                formatting.remove(at: index)
                break
            }
        }
        let limit = copyBudget > 0 ? Limits.formattingElements : 8
        if formatting.count >= limit { formatting.removeFirst(formatting.count - limit + 1) }
        formatting.append(FormattingElement(node: node, name: name))
    }

    private func haveEqualAttributes(_ first: NodeID, _ second: NodeID) -> Bool {
        let (a, b) = (document[first], document[second])
        guard a.namespace == b.namespace, a.attributeCount == b.attributeCount else { return false }
        let count = Int(a.attributeCount)
        for offset in 0..<count {
            let attribute = document.attributes[Int(a.firstAttribute) + offset]
            var other = document.attributes[Int(b.firstAttribute) + offset]
            if other.name != attribute.name {
                // In another order: found by search, but for lists so long that the search would be felt.
                guard count <= 32, let value = document.attribute(attribute.name, of: second) else { return false }
                other.value = value
            }
            guard areEqual(attribute.value, other.value) else { return false }
        }
        return true
    }

    private func areEqual(_ a: ByteRange, _ b: ByteRange) -> Bool {
        guard a.count == b.count else { return false }
        if a.start == b.start { return true }
        let (first, second) = (Int(a.start), Int(b.start))
        for offset in 0..<Int(a.count) where document.bytes[first + offset] != document.bytes[second + offset] { return false }
        return true
    }

    /// https://html.spec.whatwg.org/#reconstruct-the-active-formatting-elements
    mutating func reconstructFormatting() {
        guard let last = formatting.last, last.node.exists, !document[last.node].isOpen else { return }
        var index = formatting.count - 1
        while index > 0 {
            let entry = formatting[index - 1]
            if !entry.node.exists || document[entry.node].isOpen { break }
            index -= 1
        }
        if copyBudget <= 0 { index = max(index, formatting.count - 8) }
        while index < formatting.count {
            let node = copyElement(formatting[index].node)
            insertNode(node, at: appropriatePlace())
            push(node)
            formatting[index].node = node
            copyBudget -= 1
            index += 1
        }
    }

    /// The last formatting element of that name after the last marker.
    func lastFormatting(_ name: Name) -> Int? {
        for index in formatting.indices.reversed() {
            if !formatting[index].node.exists { return nil }
            if formatting[index].name == name { return index }
        }
        return nil
    }

    func formattingIndex(of node: NodeID) -> Int? { formatting.lastIndex { $0.node == node } }

    /// https://html.spec.whatwg.org/#adoption-agency-algorithm
    mutating func adopt(_ subject: Name) {
        if let top = stack.last, top.isHTML(subject), formattingIndex(of: top.node) == nil { return pop() }
        for _ in 0..<8 {
            guard let listIndex = lastFormatting(subject) else { return anyOtherEndTag(subject) }
            let element = formatting[listIndex].node
            guard let stackPosition = stackIndex(of: element) else {
                formatting.remove(at: listIndex)
                return
            }
            guard hasNodeInScope(element) else { return }
            guard let furthest = stack[stackPosition...].dropFirst().firstIndex(where: { $0.traits.contains(.special) }) else {
                while stack.count > stackPosition { pop() }
                formatting.remove(at: listIndex)
                return
            }
            adoptions += 1
            adopt(element, listIndex: listIndex, stackPosition: stackPosition, furthest: furthest)
        }
    }

    /// One round of the adoption agency: steps 4.7 to 4.19.
    private mutating func adopt(_ element: NodeID, listIndex: Int, stackPosition: Int, furthest: Int) {
        let furthestBlock = stack[furthest]
        var furthestPosition = furthest
        let ancestor = stackPosition > 0 ? stack[stackPosition - 1] : stack[stackPosition]
        var bookmark = listIndex
        var last = furthestBlock.node
        var position = furthest
        var round = 0
        while true {
            round += 1
            position -= 1
            guard position > stackPosition else { break }
            let node = stack[position].node
            var entry = formattingIndex(of: node)
            if round > 3, let index = entry {
                formatting.remove(at: index)
                if index < bookmark { bookmark -= 1 }
                entry = nil
            }
            guard let entry else {
                removeFromStack(at: position)
                furthestPosition -= 1
                continue
            }
            let copy = copyElement(node)
            copyBudget -= 1
            formatting[entry].node = copy
            document[node].isOpen = false
            document[copy].isOpen = true
            stack[position].node = copy
            if last == furthestBlock.node { bookmark = entry + 1 }
            document.remove(last)
            document.append(last, to: copy)
            last = copy
        }
        document.remove(last)
        let place = appropriatePlace(under: ancestor)
        document.insert(last, into: place.parent, before: place.sibling)

        let copy = copyElement(element)
        copyBudget -= 1
        document.moveChildren(of: furthestBlock.node, to: copy)
        document.append(copy, to: furthestBlock.node)
        if let index = formattingIndex(of: element) {
            formatting.remove(at: index)
            if index < bookmark { bookmark -= 1 }
        }
        formatting.insert(FormattingElement(node: copy, name: document[copy].name), at: min(bookmark, formatting.count))
        // The copy takes the element's place in the counts of open elements.
        let entry = stack.remove(at: stackPosition)
        document[element].isOpen = false
        document[copy].isOpen = true
        stack.insert(OpenElement(node: copy, name: entry.name, traits: entry.traits), at: min(furthestPosition, stack.count))
    }
}
