// One child more or less, the boxes of the others being left as they are.

extension BoxUpdate {
    /// Whether a box is a block among blocks: what is before and after it does not change with it.
    private func isPlainBlock(_ id: BoxID) -> Bool {
        let box = generator.tree[id]
        return box.isInFlow && !box.isInlineLevel && box.flags.isDisjoint(with: [.anonymous, .renderedLegend])
    }

    private func isStructured(_ kind: Box.Kind) -> Bool {
        switch kind {
        case .block, .flex, .grid, .table, .tableRowGroup, .tableRow: true
        default: false
        }
    }

    private func givesFirstLetter(_ node: NodeID) -> Bool {
        guard facts.hasFirstLetters else { return false }
        var ancestor = node
        while ancestor.exists, document[ancestor].kind == .element {
            if styled.style(of: .firstLetter, on: ancestor) != nil { return true }
            ancestor = document[ancestor].parent
        }
        return false
    }

    /// Whether an element stands, shown or not, for the summary that `<details>` has by default.
    private func isSummary(_ node: NodeID, of parent: NodeID) -> Bool { document.isElement(node, .summary) && document.isElement(parent, .details) }

    /// Takes the boxes of a node that went out of the tree; false where those around it have to be made again.
    mutating func removeAlone(_ removal: PendingUpdate.Removal) -> Bool {
        let node = removal.node, parent = removal.parent
        if document[node].kind == .text { return isSpaceAmongBlocks(node, in: parent, removal.previous, removal.next) }
        guard document[node].kind == .element else { return true }
        if isSummary(node, of: parent) { return false }
        if !removal.hadBoxes { return true }
        let box = principalBoxes[node.index]
        guard box.exists, document.isConnected(parent) else { return false }
        let container = generator.tree[box].parent
        guard container.exists, container == principalBoxes[parent.index], isStructured(generator.tree[container].kind), isPlainBlock(box),
            !givesFirstLetter(parent), !facts.hasStrayItems, !facts.usesCounters, !facts.usesQuotes,
            !generator.tree[box].flags.contains(.listItem)
        else { return false }
        var previous = BoxID.none
        var sibling = generator.tree[container].firstChild
        while sibling.exists, sibling != box {
            previous = sibling
            sibling = generator.tree[sibling].nextSibling
        }
        guard sibling == box else { return false }
        let next = generator.tree[box].nextSibling
        guard previous.exists || next.exists, !previous.exists || isPlainBlock(previous), !next.exists || isPlainBlock(next) else { return false }
        generator.tree.unlink(box, after: previous)
        if next.exists { moved.append(next) }
        let payload = generator.tree[box].kind == .inlineContext ? Int(generator.tree[box].payload) : nil
        let gone = generator.tree.discardContents(of: box)
        generator.tree.discard(box)
        if !generator.tree.blocksInInlines.isEmpty { generator.tree.blocksInInlines.removeAll { $0.block == box } }
        forget(gone.boxes + [(box, node)])
        emptied += gone.contexts
        if let payload { emptied.append(payload) }
        discarded += gone.boxes.count + 1
        reset.append(box)
        touched.append(container)
        return true
    }

    /// Puts the boxes of a new node among those of its parent; false where those around it have to be made again.
    mutating func insertAlone(_ node: NodeID, into parent: NodeID) -> Bool {
        switch document[node].kind {
        case .text: return isSpaceAmongBlocks(node, in: parent, document[node].previousSibling, document[node].nextSibling)
        case .element: break
        default: return true
        }
        if isSummary(node, of: parent) { return false }
        guard isShown(node) else { return true }
        if principalBoxes[node.index].exists { return true }
        let container = principalBoxes[parent.index]
        guard container.exists, isStructured(generator.tree[container].kind), !givesFirstLetter(parent), !facts.hasStrayItems,
            !document.isElement(parent, .details)
        else { return false }
        switch counting(in: node) {
        case .none, .wholeLists: break
        default: return false
        }
        guard let previous = boxBeside(node, forward: false), let next = boxBeside(node, forward: true) else { return false }
        guard previous.exists || next.exists else { return false }
        let isTable = generator.tree[container].kind == .table || generator.tree[container].kind == .tableRowGroup
            || generator.tree[container].kind == .tableRow
        for neighbour in [previous, next] where neighbour.exists {
            guard generator.tree[neighbour].parent == container, isPlainBlock(neighbour) else { return false }
        }
        // Nothing may stand between the neighbours.
        let follower = previous.exists ? generator.tree[previous].nextSibling : generator.tree[container].firstChild
        guard follower == next else { return false }
        let firstBox = generator.tree.boxes.count
        let made = generator.generate(node, under: container)
        guard made.count == 1, let new = made.first, isPlainBlock(new), !isTable || isSameKind(new, previous, next), isTable || !isTablePart(new) else {
            for box in made { discard(box) }
            return false
        }
        generator.tree.link(new, into: container, after: previous)
        if next.exists { moved.append(next) }
        note(from: firstBox)
        touched.append(container)
        return true
    }

    /// Whether a text is white space that makes no box where it stands, or stood: blocks are beside it, or the ends of their container.
    private func isSpaceAmongBlocks(_ text: NodeID, in parent: NodeID, _ previous: NodeID, _ next: NodeID) -> Bool {
        let range = document[text].text
        let style = styled.style(of: parent)
        guard style.exists, generator.isCollapsibleWhiteSpace(range, style: style), document.isConnected(parent) else { return false }
        let container = principalBoxes[parent.index]
        guard container.exists, isStructured(generator.tree[container].kind) else { return false }
        var boxes: [BoxID] = []
        for neighbour in [previous, next] {
            guard neighbour.exists else {
                boxes.append(.none)
                continue
            }
            guard document[neighbour].kind == .element, document[neighbour].parent == parent, isShown(neighbour) else { return false }
            let box = principalBoxes[neighbour.index]
            guard box.exists, generator.tree[box].parent == container, isPlainBlock(box) else { return false }
            boxes.append(box)
        }
        guard boxes[0].exists || boxes[1].exists else { return false }
        return (boxes[0].exists ? generator.tree[boxes[0]].nextSibling : generator.tree[container].firstChild) == boxes[1]
    }

    private func isSameKind(_ id: BoxID, _ previous: BoxID, _ next: BoxID) -> Bool {
        let kind = generator.tree[id].kind
        return (!previous.exists || generator.tree[previous].kind == kind) && (!next.exists || generator.tree[next].kind == kind)
    }

    private func isTablePart(_ id: BoxID) -> Bool {
        switch generator.tree[id].kind {
        case .tableRowGroup, .tableRow, .tableCell, .tableCaption, .tableColumnGroup, .tableColumn: true
        default: false
        }
    }

    /// The box of the nearest sibling that has one, `.none` at the end; nil where content without a box of its own comes before.
    private func boxBeside(_ node: NodeID, forward: Bool) -> BoxID? {
        var sibling = forward ? document[node].nextSibling : document[node].previousSibling
        while sibling.exists {
            switch document[sibling].kind {
            case .text:
                let range = document[sibling].text
                let isSpace = document.bytes[Int(range.start)..<Int(range.start) + Int(range.count)].allSatisfy { isHTMLSpace($0) && $0 != 0x0C }
                if !isSpace { return nil }
                let style = styled.style(of: document[node].parent)
                guard style.exists, generator.isCollapsibleWhiteSpace(range, style: style) else { return nil }
            case .element:
                if isShown(sibling) {
                    let box = principalBoxes[sibling.index]
                    if box.exists { return box }
                    if !owner.pending.inserted.contains(sibling) { return nil }
                }
            default: break
            }
            sibling = forward ? document[sibling].nextSibling : document[sibling].previousSibling
        }
        return .some(.none)
    }
}
