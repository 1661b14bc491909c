// What counters and quotes an update may have changed.

extension BoxUpdate {
    enum Counting {
        case none
        /// Lists with all their items.
        case wholeLists
        case itemsOfOuterList
        case anything
    }

    /// How generating what is in an element depends on counters.
    func counting(in root: NodeID) -> Counting {
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

    func listAround(_ node: NodeID) -> Bool {
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

    func usesCounters(_ node: NodeID, _ style: ComputedStyle) -> Bool {
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
}
