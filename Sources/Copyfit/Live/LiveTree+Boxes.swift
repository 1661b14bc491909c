// Making again the boxes that an update may have changed.

extension LiveTree {
    /// False: everything is to be computed anew.
    func updateBoxes(_ parts: inout Update, fonts: DocumentFonts) -> Bool {
        guard let styled = resolver?.styled else { return false }
        resolver?.releaseStyles()
        let clamped = facts.clampsLines
        facts.add(styled)
        if facts.clampsLines, !clamped { return false }
        let inputs = inputs(styled: styled, fonts: fonts)
        let firstBox = parts.tree.boxes.count
        var work = BoxUpdate(
            tree: self,
            generator: BoxGenerator(
                resuming: parts.tree, anonymousStyles: anonymousStyles, document: preparation.document, styled: styled,
                profile: preparation.options.profile, imageSize: inputs.imageSize, imageSource: inputs.imageSource, fontAscent: inputs.fontAscent),
            facts: facts, principalBoxes: principalBoxes)
        parts.tree = BoxTree()
        principalBoxes = []
        let succeeded = work.run(pending)
        parts.tree = work.generator.tree
        principalBoxes = work.principalBoxes
        anonymousStyles = work.generator.anonymousStyles
        discardedBoxes += work.discarded
        resolver?.restore(work.generator.styled)
        guard succeeded else { return false }
        _ = firstBox

        guard parts.memory != nil else { return true }
        parts.memory?.grow(boxCount: parts.tree.boxes.count, inlineContextCount: parts.tree.inlineContexts.count)
        for box in work.reset { parts.memory?.reset(box) }
        for context in work.emptied where context < contents.count {
            parts.memory?.fragments.lines[context] = LineFragments()
        }
        for box in work.moved { parts.memory?.forgetFlow(before: box) }
        var seen: Set<BoxID> = []
        for box in work.touched {
            var current = box
            while current.exists, seen.insert(current).inserted {
                parts.memory?.forget(current)
                current = parts.tree[current].parent
            }
        }
        return true
    }
}

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

    private var document: Document { generator.document }
    private var styled: StyledDocument { generator.styled }

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

    private func isShown(_ node: NodeID) -> Bool {
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

    private mutating func discard(_ box: BoxID) {
        let gone = generator.tree.discardContents(of: box)
        generator.tree.discard(box)
        discarded += gone.boxes.count + 1
    }

    private mutating func forget(_ boxes: [(id: BoxID, node: NodeID)]) {
        for (id, node) in boxes where node.exists && principalBoxes[node.index] == id { principalBoxes[node.index] = .none }
    }

    private mutating func note(from first: Int) {
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

    // MARK: Counters

    private enum Counting {
        case none
        /// Lists with all their items.
        case wholeLists
        case itemsOfOuterList
        case anything
    }

    /// How generating what is in an element depends on counters.
    private func counting(in root: NodeID) -> Counting {
        var result = Counting.none
        if facts.usesQuotes {
            var ancestor = root
            while ancestor.exists, document[ancestor].kind == .element {
                if hasQuotes(ancestor), ancestor != root || !document.isElement(root, .q) { return .anything }
                ancestor = document[ancestor].parent
            }
        }
        var node = root
        while node.exists {
            defer { node = document.nextNode(after: node, within: root) }
            guard document[node].kind == .element, isShown(node) else { continue }
            let style = styled[styled.style(of: node)]
            if facts.usesCounters, usesCounters(node, style) { return .anything }
            if facts.usesQuotes, hasQuotes(node), !document.isElement(node, .q) { return .anything }
            if isList(node) { if result == .none { result = .wholeLists } }
            guard style.display == .listItem || style.display == .inlineListItem, !countsNothing(style) else { continue }
            var ancestor = document[node].parent
            var isHeld = false
            if node != root {
                while ancestor.exists {
                    if isList(ancestor) {
                        isHeld = true
                        break
                    }
                    if ancestor == root { break }
                    ancestor = document[ancestor].parent
                }
            }
            if !isHeld { result = .itemsOfOuterList }
        }
        return result
    }

    private func isList(_ node: NodeID) -> Bool {
        document.isElement(node, .ol) || document.isElement(node, .ul) || document.isElement(node, .menu) || document.isElement(node, .dir)
    }

    private func listAround(_ node: NodeID) -> Bool {
        var ancestor = document[node].parent
        while ancestor.exists {
            if isList(ancestor) { return true }
            ancestor = document[ancestor].parent
        }
        return false
    }

    private func countsNothing(_ style: ComputedStyle) -> Bool {
        guard style.counters > 0 else { return false }
        let operations = styled.counterOperations[Int(style.counters) - 1]
        return operations.resets.isEmpty && operations.sets.isEmpty && operations.increments.allSatisfy { $0.name == "list-item" && $0.value == 0 }
    }

    private func usesCounters(_ node: NodeID, _ style: ComputedStyle) -> Bool {
        if style.counters > 0, !countsNothing(style) { return true }
        for pseudo in [PseudoElement.before, .after, .marker] {
            guard let id = styled.style(of: pseudo, on: node) else { continue }
            if styled[id].counters > 0 { return true }
            guard styled[id].content > 0 else { continue }
            for item in styled.contents[Int(styled[id].content) - 1] {
                switch item {
                case .counter, .counters: return true
                default: break
                }
            }
        }
        return false
    }

    private func hasQuotes(_ node: NodeID) -> Bool {
        for pseudo in [PseudoElement.before, .after] {
            guard let id = styled.style(of: pseudo, on: node), styled[id].content > 0 else { continue }
            for item in styled.contents[Int(styled[id].content) - 1] {
                switch item {
                case .openQuote, .closeQuote, .noOpenQuote, .noCloseQuote: return true
                default: break
                }
            }
        }
        return false
    }

    // MARK: One child more or less

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

    /// Takes the boxes of a node that went out of the tree; false where those around it have to be made again.
    private mutating func removeAlone(_ removal: PendingUpdate.Removal) -> Bool {
        let node = removal.node, parent = removal.parent
        if document[node].kind == .text { return isSpaceAmongBlocks(node, in: parent, removal.previous, removal.next) }
        guard document[node].kind == .element else { return true }
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
    private mutating func insertAlone(_ node: NodeID, into parent: NodeID) -> Bool {
        switch document[node].kind {
        case .text: return isSpaceAmongBlocks(node, in: parent, document[node].previousSibling, document[node].nextSibling)
        case .element: break
        default: return true
        }
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
