/// A sheet's selectors with their type and attribute names as the numbers of one document.
final class ResolvedSelectors: Sendable {
    private let sheet: Stylesheet
    @inline(__always) var store: SelectorStore { _read { yield sheet.selectors } }
    /// By selector name: the document's number of its lower-case and of its exact spelling; `.max` if no node has it.
    let lowercased: [UInt32]
    let exact: [UInt32]
    /// Tells sheets apart in caches.
    let number: Int

    init(_ sheet: Stylesheet, document: borrowing Document, number: Int) {
        self.sheet = sheet
        let store = sheet.selectors
        self.number = number
        var lowercased = store.names.lowercasedNames
        var exact = store.names.exactNames
        // A document without names of its own can have none of them.
        if document.names.hasAddedNames {
            for number in store.names.unknownNodeNames {
                let index = Int(number)
                let spelling = store.names.spelling(number)
                if exact[index] == .max, let name = document.names.find(spelling) { exact[index] = name.rawValue }
                if lowercased[index] == .max, let name = document.names.find(asciiLowercased(spelling)) { lowercased[index] = name.rawValue }
            }
        }
        self.lowercased = lowercased
        self.exact = exact
    }
}

/// Tells whether selectors match elements of one document (https://www.w3.org/TR/selectors-4/#match-against-element).
///
/// Walks to ancestors and siblings, and searches for `:has()`, take from a budget for the whole document (10 million steps and 500 for
/// each node); when it is used up, selectors that need a walk no longer match, so that hostile sheets cannot take quadratic time.
struct SelectorMatcher {
    private(set) var index: ElementIndex
    /// Quirks mode compares ids and classes ASCII case-insensitively.
    let foldsCase: Bool
    private(set) var steps: Int
    private var siblings = SiblingIndex()
    /// The element that `:scope` stands for.
    var scopeRoot: NodeID
    /// For each relative selector of a single compound: the elements that have such a relative, one bit a node.
    var hasAnswers: [UInt64: [UInt64]] = [:]
    /// For each `of S`: positions among the siblings that match S.
    private var nthAnswers: [UInt64: [UInt32]] = [:]

    static let cachedSelectors = 64

    init(_ document: borrowing Document) {
        index = ElementIndex(document)
        foldsCase = document.mode == .quirks
        scopeRoot = document.documentElement
        steps = 10_000_000 + 500 * document.nodes.count
    }

    /// Forgets what it learned of the tree, and reads `elements` again; the budget is whole again.
    mutating func documentChanged(_ elements: some Sequence<NodeID>, _ document: Document) {
        index.update(elements, document)
        siblings = SiblingIndex()
        hasAnswers.removeAll()
        nthAnswers.removeAll()
        steps = 10_000_000 + 500 * document.nodes.count
    }

    /// Some walk was not done because the budget was used up.
    var isExhausted: Bool { steps < 0 }

    /// Takes from the budget; false when nothing is left.
    @inline(__always) mutating func spend(_ count: Int = 1) -> Bool {
        steps = max(steps - count, -1)
        return steps >= 0
    }

    // MARK: Lists and complex selectors

    mutating func matchesAny(_ list: SelectorList, _ element: NodeID, anchor: NodeID, _ s: ResolvedSelectors, _ d: Document) -> Bool {
        for complex in list.range where s.store.complexes[complex].pseudo == .none {
            if matches(complex, element, anchor: anchor, s, d) { return true }
        }
        return false
    }

    /// Whether `element` is the subject of the selector. `anchor` is what the relative anchor of a `:has()` stands for.
    ///
    /// Goes leftwards with the nearest candidate each time. When a compound fails, only the last `~` among the same siblings and
    /// the last descendant combinator can offer another candidate: anything further right would only shrink the choice.
    mutating func matches(_ complex: Int, _ element: NodeID, anchor: NodeID, _ s: ResolvedSelectors, _ d: Document) -> Bool {
        let selector = s.store.complexes[complex]
        var compound = Int(selector.firstCompound)
        let last = compound + Int(selector.compoundCount) - 1
        guard matchesCompound(compound, element, anchor: anchor, s, d) else { return false }
        var current = element
        var ancestorRetry: (compound: Int, element: NodeID)?
        var siblingRetry: (compound: Int, element: NodeID)?
        while compound < last {
            var found = false
            switch s.store.compounds[compound].combinator {
            case .none:
                return false
            case .child:
                siblingRetry = nil
                guard let parent = parentElement(of: current, d), spend() else { return false }
                if matchesCompound(compound + 1, parent, anchor: anchor, s, d) {
                    current = parent
                    found = true
                }
            case .descendant:
                siblingRetry = nil
                while true {
                    guard let parent = parentElement(of: current, d), spend() else { return false }
                    current = parent
                    if matchesCompound(compound + 1, parent, anchor: anchor, s, d) { break }
                }
                ancestorRetry = (compound, current)
                found = true
            case .nextSibling:
                guard spend() else { return false }
                let sibling = previousElement(current, d)
                if sibling.exists, matchesCompound(compound + 1, sibling, anchor: anchor, s, d) {
                    current = sibling
                    found = true
                }
            case .subsequentSibling:
                siblingRetry = nil
                var sibling = previousElement(current, d)
                while sibling.exists {
                    guard spend() else { return false }
                    if matchesCompound(compound + 1, sibling, anchor: anchor, s, d) { break }
                    sibling = previousElement(sibling, d)
                }
                if sibling.exists {
                    current = sibling
                    siblingRetry = (compound, sibling)
                    found = true
                }
            }
            if found {
                compound += 1
            } else if let retry = siblingRetry {
                (compound, current) = (retry.compound, retry.element)
            } else if let retry = ancestorRetry {
                (compound, current) = (retry.compound, retry.element)
            } else {
                return false
            }
        }
        return true
    }

    @inline(__always) func parentElement(of id: NodeID, _ d: Document) -> NodeID? {
        let parent = d[id].parent
        return parent.exists && d[parent].kind == .element ? parent : nil
    }

    @inline(__always) func previousElement(_ id: NodeID, _ d: Document) -> NodeID {
        var sibling = d[id].previousSibling
        while sibling.exists, d[sibling].kind != .element { sibling = d[sibling].previousSibling }
        return sibling
    }

    @inline(__always) func nextElement(_ id: NodeID, _ d: Document) -> NodeID {
        var sibling = d[id].nextSibling
        while sibling.exists, d[sibling].kind != .element { sibling = d[sibling].nextSibling }
        return sibling
    }

    // MARK: Compound and simple selectors

    mutating func matchesCompound(_ compound: Int, _ element: NodeID, anchor: NodeID, _ s: ResolvedSelectors, _ d: Document) -> Bool {
        let selector = s.store.compounds[compound]
        for simple in Int(selector.firstSimple)..<Int(selector.firstSimple) + Int(selector.simpleCount) {
            if !matchesSimple(s.store.simples[simple], element, anchor: anchor, s, d) { return false }
        }
        return true
    }

    private mutating func matchesSimple(_ simple: SimpleSelector, _ element: NodeID, anchor: NodeID, _ s: ResolvedSelectors, _ d: Document) -> Bool {
        switch simple.kind {
        case .universal:
            return matchesNamespace(simple.detail, element, d)
        case .type:
            let names = d[element].namespace == .html ? s.lowercased : s.exact
            return names[Int(simple.name)] == d[element].name.rawValue && matchesNamespace(simple.detail, element, d)
        case .id:
            let entry = s.store.names.entries[Int(simple.name)]
            let features = index.features[element.index]
            return features.idHash == entry.foldedHash && equals(features.id, entry, folding: foldsCase, s, d)
        case .className:
            let entry = s.store.names.entries[Int(simple.name)]
            for item in index.classRange(of: element) where index.classes[item].hash == entry.foldedHash {
                if equals(index.classes[item].text, entry, folding: foldsCase, s, d) { return true }
            }
            return false
        case .attribute:
            return matchesAttribute(simple, element, s, d)
        case .pseudoClass:
            return matchesPseudoClass(PseudoClass(rawValue: simple.detail) ?? .never, element, d)
        case .nth:
            return matchesNth(simple, element, anchor: anchor, s, d)
        case .matches, .nesting:
            return matchesAny(s.store.lists[Int(simple.value)], element, anchor: anchor, s, d)
        case .not:
            return !matchesAny(s.store.lists[Int(simple.value)], element, anchor: anchor, s, d)
        case .has:
            for complex in s.store.lists[Int(simple.value)].range where hasRelative(complex, element, s, d) { return true }
            return false
        case .lang:
            return matchesLanguage(s.store.languages[Int(simple.a)..<Int(simple.b)], element, d)
        case .dir:
            return isRightToLeft(element, d) == (simple.detail == 1)
        case .scopeRoot:
            return element == scopeRoot
        case .relativeAnchor:
            return element == anchor
        }
    }

    private func matchesNamespace(_ detail: UInt8, _ element: NodeID, _ d: Document) -> Bool {
        switch NamespaceTest(rawValue: detail) ?? .any {
        case .any: true
        case .html: d[element].namespace == .html
        case .svg: d[element].namespace == .svg
        case .mathml: d[element].namespace == .mathml
        case .unmatchable: false
        }
    }

    private func equals(_ text: ByteRange, _ entry: SelectorNames.Entry, folding: Bool, _ s: ResolvedSelectors, _ d: Document) -> Bool {
        text.count == entry.count
            && ByteComparison.equal(d.bytes, Int(text.start), s.store.names.bytes, Int(entry.start), count: Int(entry.count), folding: folding)
    }

    // MARK: Attributes

    private mutating func matchesAttribute(_ simple: SimpleSelector, _ element: NodeID, _ s: ResolvedSelectors, _ d: Document) -> Bool {
        let isHTML = d[element].namespace == .html
        let name = (isHTML ? s.lowercased : s.exact)[Int(simple.name)]
        guard name != .max, let value = d.attribute(Name(rawValue: name), of: element) else { return false }
        let test = AttributeOperator(rawValue: simple.detail) ?? .exists
        if test == .exists { return true }
        let folding = switch AttributeCase(rawValue: simple.option) ?? .sensitive {
        case .sensitive: false
        case .insensitive: true
        case .insensitiveInHTML: isHTML
        }
        let entry = s.store.names.entries[Int(simple.value)]
        let bytes = d.bytes
        let pattern = s.store.names.bytes
        let start = Int(value.start), count = Int(value.count)
        let patternStart = Int(entry.start), patternCount = Int(entry.count)
        func equal(at position: Int) -> Bool {
            ByteComparison.equal(bytes, position, pattern, patternStart, count: patternCount, folding: folding)
        }
        switch test {
        case .exists: return true
        case .equals: return count == patternCount && equal(at: start)
        case .prefix: return patternCount > 0 && count >= patternCount && equal(at: start)
        case .suffix: return patternCount > 0 && count >= patternCount && equal(at: start + count - patternCount)
        case .dashMatch:
            guard count >= patternCount, equal(at: start) else { return false }
            return count == patternCount || bytes[start + patternCount] == 0x2D
        case .includes:
            guard patternCount > 0, spend(count / 64) else { return false }
            var position = start
            while position < start + count {
                while position < start + count, isHTMLSpace(bytes[position]) { position += 1 }
                let word = position
                while position < start + count, !isHTMLSpace(bytes[position]) { position += 1 }
                if position - word == patternCount, equal(at: word) { return true }
            }
            return false
        case .substring:
            guard patternCount > 0, count >= patternCount, spend(count / 64) else { return false }
            return ByteComparison.contains(bytes, start, count, pattern, patternStart, patternCount, folding: folding)
        }
    }

    // MARK: Positions

    private mutating func matchesNth(_ simple: SimpleSelector, _ element: NodeID, anchor: NodeID, _ s: ResolvedSelectors, _ d: Document) -> Bool {
        let fromEnd = simple.detail & SimpleSelector.fromEnd != 0
        if simple.value == SimpleSelector.noList {
            let position = siblings.position(of: element, ofType: simple.detail & SimpleSelector.ofType != 0, fromEnd: fromEnd, in: d)
            return NthFormula.matches(a: simple.a, b: simple.b, position: position)
        }
        let list = s.store.lists[Int(simple.value)]
        guard matchesAny(list, element, anchor: anchor, s, d) else { return false }
        let key = UInt64(s.number) << 33 | UInt64(simple.value) << 1 | (fromEnd ? 1 : 0)
        let isCached = nthAnswers.count < SelectorMatcher.cachedSelectors
        var positions: [UInt32] = nthAnswers.removeValue(forKey: key) ?? (isCached ? Array(repeating: 0, count: d.nodes.count) : [])
        defer { if !positions.isEmpty { nthAnswers[key] = positions } }
        if !positions.isEmpty, positions[element.index] != 0 {
            return NthFormula.matches(a: simple.a, b: simple.b, position: Int(positions[element.index]))
        }
        // All siblings at once, in the direction of counting.
        let parent = d[element].parent
        var sibling = parent.exists ? (fromEnd ? d[parent].lastChild : d[parent].firstChild) : element
        var count = 0
        var answer = 0
        while sibling.exists {
            if d[sibling].kind == .element {
                guard spend() else { return false }
                if sibling == element || matchesAny(list, sibling, anchor: anchor, s, d) {
                    count += 1
                    if !positions.isEmpty { positions[sibling.index] = UInt32(clamping: count) }
                    if sibling == element { answer = count }
                }
            }
            if answer > 0, positions.isEmpty { break }
            sibling = fromEnd ? d[sibling].previousSibling : d[sibling].nextSibling
        }
        return answer > 0 && NthFormula.matches(a: simple.a, b: simple.b, position: answer)
    }

    mutating func position(of element: NodeID, ofType: Bool, fromEnd: Bool, _ d: Document) -> Int {
        siblings.position(of: element, ofType: ofType, fromEnd: fromEnd, in: d)
    }
}
