// The relational pseudo-class (https://www.w3.org/TR/selectors-4/#relational).

extension SelectorMatcher {
    /// Whether the relative selector matches some element seen from `anchor`.
    mutating func hasRelative(_ complex: Int, _ anchor: NodeID, _ s: ResolvedSelectors, _ d: Document) -> Bool {
        let selector = s.store.complexes[complex]
        if selector.compoundCount == 2 {
            let key = UInt64(s.number) << 32 | UInt64(complex)
            if let answers = hasAnswers[key] { return answers[anchor.index >> 6] >> UInt64(anchor.index & 63) & 1 == 1 }
            if hasAnswers.count < SelectorMatcher.cachedSelectors, spend(d.nodes.count) {
                let answers = elementsWithRelative(selector, s, d)
                hasAnswers[key] = answers
                return answers[anchor.index >> 6] >> UInt64(anchor.index & 63) & 1 == 1
            }
        }
        // The leftmost combinator tells where to look.
        let leftmost = s.store.compounds[Int(selector.firstCompound) + Int(selector.compoundCount) - 2].combinator
        switch leftmost {
        case .descendant, .child:
            return search(complex, within: anchor, anchor: anchor, s, d)
        case .nextSibling, .subsequentSibling:
            var sibling = nextElement(anchor, d)
            while sibling.exists {
                guard spend() else { return false }
                if matches(complex, sibling, anchor: anchor, s, d) || search(complex, within: sibling, anchor: anchor, s, d) { return true }
                if leftmost == .nextSibling, selector.compoundCount == 2 { return false }
                sibling = nextElement(sibling, d)
            }
            return false
        case .none:
            return false
        }
    }

    private mutating func search(_ complex: Int, within root: NodeID, anchor: NodeID, _ s: ResolvedSelectors, _ d: Document) -> Bool {
        var node = d.nextNode(after: root, within: root)
        while node.exists {
            guard spend() else { return false }
            if d[node].kind == .element, matches(complex, node, anchor: anchor, s, d) { return true }
            node = d.nextNode(after: node, within: root)
        }
        return false
    }

    /// All elements for which a relative selector of one compound holds, in one pass: each match marks those that can see it, and stops
    /// where another one marked before.
    private mutating func elementsWithRelative(_ selector: ComplexSelector, _ s: ResolvedSelectors, _ d: Document) -> [UInt64] {
        var answers = [UInt64](repeating: 0, count: d.nodes.count / 64 + 1)
        func mark(_ id: NodeID) -> Bool {
            let bit: UInt64 = 1 << UInt64(id.index & 63)
            if answers[id.index >> 6] & bit != 0 { return false }
            answers[id.index >> 6] |= bit
            return true
        }
        let subject = Int(selector.firstCompound)
        let combinator = s.store.compounds[subject].combinator
        for number in d.nodes.indices where d.nodes[number].kind == .element {
            let element = NodeID(rawValue: UInt32(number))
            guard matchesCompound(subject, element, anchor: .none, s, d) else { continue }
            switch combinator {
            case .child:
                if let parent = parentElement(of: element, d) { _ = mark(parent) }
            case .descendant:
                var ancestor = parentElement(of: element, d)
                while let id = ancestor, mark(id) { ancestor = parentElement(of: id, d) }
            case .nextSibling:
                let sibling = previousElement(element, d)
                if sibling.exists { _ = mark(sibling) }
            case .subsequentSibling:
                var sibling = previousElement(element, d)
                while sibling.exists, mark(sibling) { sibling = previousElement(sibling, d) }
            case .none:
                break
            }
        }
        return answers
    }
}
