/// The box stage of one update.
struct BoxUpdate {
    let owner: LiveTree
    var generator: BoxGenerator
    let facts: GenerationFacts
    var principalBoxes: [BoxID]
    /// Elements whose boxes were made again, with all in them.
    private var remade: Set<NodeID> = []
    /// Boxes in which something changed.
    var touched: [BoxID] = []
    /// Boxes that stand behind others now.
    var moved: [BoxID] = []
    /// Boxes that are others under their old numbers.
    var reset: [BoxID] = []
    /// Inline formatting contexts that are gone.
    var emptied: [Int] = []
    var discarded = 0

    var document: Document { generator.document }
    var styled: StyledDocument { generator.styled }

    init(tree owner: LiveTree, generator: BoxGenerator, facts: GenerationFacts, principalBoxes: [BoxID]) {
        self.owner = owner
        self.generator = generator
        self.facts = facts
        self.principalBoxes = principalBoxes
        let missing = generator.document.nodes.count - principalBoxes.count
        if missing > 0 { self.principalBoxes.append(contentsOf: repeatElement(.none, count: missing)) }
    }

    /// False: everything is to be computed anew.
    mutating func run(_ pending: PendingUpdate) -> Bool {
        var regenerated = pending.regenerated
        for removal in pending.removed where !removeAlone(removal) {
            regenerated.insert(removal.parent)
            // What was moved has no boxes where it is now.
            var node = removal.node
            while node.exists {
                principalBoxes[node.index] = .none
                node = generator.document.nextNode(after: node, within: removal.node)
            }
        }
        let document = document
        var roots = regenerated.filter { document.isConnected($0) }.map { (node: $0, depth: document.depth(of: $0)) }
        roots.sort { ($0.depth, $0.node.rawValue) < ($1.depth, $1.node.rawValue) }
        let inserted = Set(pending.inserted)
        for root in roots {
            // What is new is made when it is put in.
            if owner.isInside(inserted, root.node, document), !principalBoxes[root.node.index].exists { continue }
            if !regenerate(root.node) { return false }
        }
        for node in pending.inserted where document.isConnected(node) {
            let parent = document[node].parent
            if owner.isInside(remade, parent, document) || owner.isInside(inserted, parent, document) { continue }
            if !insertAlone(node, into: parent), !regenerate(parent) { return false }
        }
        return true
    }

    // MARK: Making a part again

    /// Makes the boxes of an element again, or of the nearest ancestor whose boxes do not depend on what surrounds them.
    private mutating func regenerate(_ node: NodeID) -> Bool {
        var current = node
        let root = document.documentElement
        while current.exists, document[current].kind != .element { current = document[current].parent }
        if owner.isInside(remade, current, document) { return true }
        current = widened(current)
        while current.exists, current != root, document[current].kind == .element {
            if !styled.style(of: current).exists, !isShown(current) {
                // Inside `display: none`: no boxes before or after, unless the element itself is what changed.
                if isHidden(current) { return true }
            }
            switch replaceBoxes(of: current) {
            case .done:
                remade.insert(current)
                return true
            case .isolated: return false
            case .climbs: current = widened(document[current].parent)
            }
        }
        return false
    }

    func isShown(_ node: NodeID) -> Bool {
        let style = styled.style(of: node)
        return style.exists && styled[style].display != .none
    }

    /// Whether an ancestor has `display: none`, now and, as nothing in it has boxes, before.
    private func isHidden(_ node: NodeID) -> Bool {
        var ancestor = document[node].parent
        while ancestor.exists, document[ancestor].kind == .element {
            let style = styled.style(of: ancestor)
            if style.exists { return styled[style].display == .none && !principalBoxes[ancestor.index].exists }
            ancestor = document[ancestor].parent
        }
        return false
    }

    /// The outermost ancestor that gives its first letter a box, else the element.
    private func widened(_ node: NodeID) -> NodeID {
        guard facts.hasFirstLetters else { return node }
        var result = node, ancestor = node
        while ancestor.exists, document[ancestor].kind == .element {
            if styled.style(of: .firstLetter, on: ancestor) != nil { result = ancestor }
            ancestor = document[ancestor].parent
        }
        return result
    }

    private enum Outcome {
        case done
        /// The boxes around depend on these.
        case climbs
        /// Counters or quotation marks tie them to the whole document.
        case isolated
    }

    private mutating func replaceBoxes(of node: NodeID) -> Outcome {
        let old = principalBoxes[node.index]
        guard old.exists, isShown(node) else { return .climbs }
        switch counting(in: node) {
        case .none: break
        case .wholeLists: if facts.hasStrayItems { return .isolated }
        case .itemsOfOuterList:
            if facts.hasStrayItems { return .isolated }
            return listAround(node) ? .climbs : .isolated
        case .anything: return .isolated
        }
        let record = generator.tree[old]
        let style = styled.style(of: node)
        if record.isInlineLevel, record.style != style { return .climbs }
        switch record.kind {
        case .inline, .text, .lineBreak, .wordBreak: return .climbs
        case .math: if !generator.tree.maths[Int(record.payload)].isRoot { return .climbs }
        case .tableRowGroup, .tableRow, .tableCell, .tableCaption, .tableColumnGroup, .tableColumn:
            // Collapsed borders are shared with the neighbours.
            if record.style != style { return .climbs }
        default: break
        }
        var container = record.parent
        while container.exists, generator.tree[container].kind == .inline { container = generator.tree[container].parent }
        guard container.exists else { return .climbs }
        let firstBox = generator.tree.boxes.count
        let made = generator.generate(node, under: container)
        guard made.count == 1, let new = made.first, isSameRole(generator.tree[new], record) else {
            for box in made { discard(box) }
            return .climbs
        }
        let gone = generator.tree.discardContents(of: old)
        forget(gone.boxes)
        emptied += gone.contexts
        discarded += gone.boxes.count + 2
        if record.kind == .inlineContext { emptied.append(Int(record.payload)) }
        generator.tree.replace(old, by: new)
        note(from: firstBox)
        principalBoxes[node.index] = old
        reset.append(old)
        touched.append(old)
        return .done
    }

    mutating func discard(_ box: BoxID) {
        let gone = generator.tree.discardContents(of: box)
        generator.tree.discard(box)
        discarded += gone.boxes.count + 1
    }

    mutating func forget(_ boxes: [(id: BoxID, node: NodeID)]) {
        for (id, node) in boxes where node.exists && principalBoxes[node.index] == id { principalBoxes[node.index] = .none }
    }

    mutating func note(from first: Int) {
        for index in first..<max(first, generator.tree.boxes.count) {
            let box = generator.tree.boxes[index]
            guard box.node.exists, !box.flags.contains(.pseudo) else { continue }
            switch box.kind {
            case .inline, .text, .lineBreak, .wordBreak: continue
            default: break
            }
            if !principalBoxes[box.node.index].exists { principalBoxes[box.node.index] = BoxID(rawValue: UInt32(clamping: index)) }
        }
    }

    /// Whether one box can stand in another's place without a change around it.
    private func isSameRole(_ new: Box, _ old: Box) -> Bool {
        let role: Box.Flags = [.inlineLevel, .floating, .outOfFlow, .anonymous, .pseudo, .renderedLegend, .continuesBefore, .continuesAfter, .insideMarker]
        guard new.flags.intersection(role) == old.flags.intersection(role) else { return false }
        if new.isBlockContainer, old.isBlockContainer { return true }
        return new.kind == old.kind
    }
}
