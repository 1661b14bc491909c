/// Reads selectors into a `SelectorStore` (https://www.w3.org/TR/selectors-4/#grammar).
///
/// Nested lists recurse; the cursor reads blocks beyond its maximum depth as empty, which makes such a selector invalid.
struct SelectorParser {
    enum Context {
        /// The prelude of a style rule that is not nested.
        case rule
        /// The prelude of a nested rule: selectors are relative to `&`, the list of the rule around.
        case nested(parent: UInt32)
        /// Within `@scope`: selectors are relative to the scope's root, unless they name it.
        case scoped
    }

    /// Prefixes of `@namespace`; nil is the default namespace.
    var namespaces: [String?: NamespaceTest] = [:]
    var context = Context.rule

    /// Reads a selector list up to the end of the cursor; nil if any selector is invalid.
    func parseList(_ cursor: inout CSSTokenCursor, into store: inout SelectorStore) -> SelectorList? {
        guard let selectors = list(&cursor, .top, &store), !selectors.isEmpty else { return nil }
        return add(selectors, to: &store)
    }

    enum Position { case top, inside, relative }

    private func add(_ selectors: [ComplexSelector], to store: inout SelectorStore) -> SelectorList {
        let list = SelectorList(
            first: UInt32(clamping: store.complexes.count), count: UInt32(clamping: selectors.count),
            specificity: selectors.reduce(.zero) { max($0, $1.specificity) })
        store.complexes.append(contentsOf: selectors)
        return list
    }

    func addNested(_ selectors: [ComplexSelector], to store: inout SelectorStore) -> UInt32 {
        store.lists.append(add(selectors, to: &store))
        return UInt32(clamping: store.lists.count - 1)
    }

    func list(_ cursor: inout CSSTokenCursor, _ position: Position, _ store: inout SelectorStore) -> [ComplexSelector]? {
        var result: [ComplexSelector] = []
        repeat {
            guard let selector = complex(&cursor, position, &store) else { return nil }
            result.append(selector)
            cursor.skipWhitespace()
        } while cursor.take(.comma) != nil
        return cursor.isAtEnd ? result : nil
    }

    /// `<forgiving-selector-list>`: invalid selectors are left out.
    func forgivingList(_ cursor: inout CSSTokenCursor, _ store: inout SelectorStore) -> [ComplexSelector] {
        var result: [ComplexSelector] = []
        while !cursor.isAtEnd {
            var attempt = cursor
            if let selector = complex(&attempt, .inside, &store) {
                attempt.skipWhitespace()
                if attempt.isAtEnd || attempt.kind == .comma { result.append(selector) }
            }
            while !cursor.isAtEnd, cursor.kind != .comma { cursor.skipComponentValue() }
            cursor.next()
        }
        return result
    }

    // MARK: Complex selectors

    /// What is read of a complex selector, left to right.
    struct Parts {
        var simples: [SimpleSelector] = []
        /// The end of each compound in `simples`, and the combinator left of it.
        var compounds: [(end: Int, combinatorBefore: Combinator)] = []
        var specificity = Specificity.zero
        var pseudo = ComplexSelector.Pseudo.none
    }

    private func complex(_ cursor: inout CSSTokenCursor, _ position: Position, _ store: inout SelectorStore) -> ComplexSelector? {
        var parts = Parts()
        if position == .top { (store.metNesting, store.metScope) = (false, false) }
        cursor.skipWhitespace()
        var combinator = Combinator.none
        let leading = takeCombinator(&cursor)
        switch (leading, position, context) {
        case (let leading?, .relative, _): addAnchor(.relativeAnchor, to: &parts); combinator = leading
        case (nil, .relative, _): addAnchor(.relativeAnchor, to: &parts); combinator = .descendant
        case (nil, _, _): break
        case (let leading?, .top, .nested(let parent)): addNesting(parent, to: &parts, store); combinator = leading
        case (let leading?, .top, .scoped): addAnchor(.scopeRoot, to: &parts); combinator = leading
        default: return nil
        }
        cursor.skipWhitespace()
        while true {
            guard compound(&cursor, allowsPseudoElement: position == .top, combinator, &parts, &store) else { return nil }
            let before = cursor.index
            let spaced = cursor.kind == .whitespace
            cursor.skipWhitespace()
            if cursor.isAtEnd || cursor.kind == .comma { break }
            if let explicit = takeCombinator(&cursor) {
                combinator = explicit
                cursor.skipWhitespace()
            } else if spaced {
                combinator = .descendant
            } else {
                cursor.index = before
                return nil
            }
            // Nothing may follow a pseudo-element.
            guard parts.pseudo == .none else { return nil }
        }
        if leading == nil, position == .top {
            switch context {
            case .nested(let parent) where !store.metNesting: prependNesting(parent, to: &parts, store)
            case .scoped where !store.metNesting && !store.metScope: prepend(SimpleSelector(kind: .scopeRoot), to: &parts)
            default: break
            }
        }
        return commit(parts, &store)
    }

    private func takeCombinator(_ cursor: inout CSSTokenCursor) -> Combinator? {
        if cursor.takeDelimiter(">") { return .child }
        if cursor.takeDelimiter("+") { return .nextSibling }
        if cursor.takeDelimiter("~") { return .subsequentSibling }
        return nil
    }

    private func addAnchor(_ kind: SimpleSelector.Kind, to parts: inout Parts) {
        parts.simples.append(SimpleSelector(kind: kind))
        parts.compounds.append((parts.simples.count, .none))
    }

    private func addNesting(_ parent: UInt32, to parts: inout Parts, _ store: SelectorStore) {
        parts.simples.append(nesting(parent))
        parts.compounds.append((parts.simples.count, .none))
        parts.specificity = parts.specificity + store.lists[Int(parent)].specificity
    }

    private func prependNesting(_ parent: UInt32, to parts: inout Parts, _ store: SelectorStore) {
        prepend(nesting(parent), to: &parts)
        parts.specificity = parts.specificity + store.lists[Int(parent)].specificity
    }

    /// Makes the selector one for descendants of what `simple` matches.
    private func prepend(_ simple: SimpleSelector, to parts: inout Parts) {
        parts.simples.insert(simple, at: 0)
        for index in parts.compounds.indices { parts.compounds[index].end += 1 }
        if !parts.compounds.isEmpty { parts.compounds[0].combinatorBefore = .descendant }
        parts.compounds.insert((1, .none), at: 0)
    }

    func nesting(_ parent: UInt32) -> SimpleSelector {
        var simple = SimpleSelector(kind: .nesting)
        simple.value = parent
        return simple
    }

    /// Writes the compounds into the store from right to left.
    private func commit(_ parts: Parts, _ store: inout SelectorStore) -> ComplexSelector {
        let first = store.compounds.count
        for index in parts.compounds.indices.reversed() {
            let start = index == 0 ? 0 : parts.compounds[index - 1].end
            let end = parts.compounds[index].end
            let firstSimple = store.simples.count
            // Cheap tests that fail often come first.
            store.simples.append(contentsOf: parts.simples[start..<end])
            if end - start > 1 {
                store.simples[firstSimple...].sort { SelectorParser.cost($0.kind) < SelectorParser.cost($1.kind) }
            }
            store.compounds.append(CompoundSelector(
                firstSimple: UInt32(clamping: firstSimple), simpleCount: UInt32(clamping: end - start),
                combinator: parts.compounds[index].combinatorBefore))
        }
        return ComplexSelector(
            firstCompound: UInt32(clamping: first), compoundCount: UInt32(clamping: parts.compounds.count),
            specificity: parts.specificity, pseudo: parts.pseudo)
    }

    private static func cost(_ kind: SimpleSelector.Kind) -> Int {
        switch kind {
        case .id, .relativeAnchor, .scopeRoot: 0
        case .className: 1
        case .type, .universal: 2
        case .attribute: 3
        case .pseudoClass: 4
        case .nth, .dir, .lang: 5
        case .matches, .not, .nesting: 6
        case .has: 7
        }
    }
}
