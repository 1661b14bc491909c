/// Which elements may match other rules after an element changed, seen from that element.
struct StyleReach: OptionSet, Hashable, Sendable {
    var rawValue: UInt8
    static let element = StyleReach(rawValue: 1)
    static let descendants = StyleReach(rawValue: 2)
    /// The next sibling element, without and with what is in it.
    static let next = StyleReach(rawValue: 4)
    static let insideNext = StyleReach(rawValue: 8)
    /// All later siblings.
    static let following = StyleReach(rawValue: 16)
    static let insideFollowing = StyleReach(rawValue: 32)
    /// Anything in the document.
    static let document = StyleReach(rawValue: 64)

    /// Where the element right of a combinator may be, this being where the left one may be.
    func stepping(over combinator: Combinator) -> StyleReach {
        var result: StyleReach = contains(.document) ? .document : []
        switch combinator {
        case .none: return self
        case .child, .descendant:
            if !isDisjoint(with: [.element, .descendants]) { result.insert(.descendants) }
            if !isDisjoint(with: [.next, .insideNext]) { result.insert(.insideNext) }
            if !isDisjoint(with: [.following, .insideFollowing]) { result.insert(.insideFollowing) }
        case .nextSibling, .subsequentSibling:
            if contains(.element) { result.insert(combinator == .nextSibling ? .next : .following) }
            if !isDisjoint(with: [.next, .following]) { result.insert(.following) }
            result.formUnion(intersection([.descendants, .insideNext, .insideFollowing]))
        }
        return result
    }
}

/// What the selectors of a set of sheets depend on: when a class, attribute or list of children changes, only elements in its reach are
/// matched anew. Names are known by their folded hash, so a collision only costs time.
struct SelectorDependencies: Sendable {
    /// A compound that asks for its place among siblings.
    struct Structural: Sendable {
        enum Kind: Sendable {
            /// Stands right of `+`.
            case adjacent
            /// Right of `~`, or counts the siblings before it.
            case following
            /// Counts the siblings after it.
            case preceding
            case first, last
            /// `:empty`: asks for its own children.
            case empty
        }
        enum Filter: Sendable { case any, type(UInt32), className(UInt32), id(UInt32) }

        var kind: Kind
        /// What else the element must be.
        var filter: Filter
        /// From the element with that place.
        var reach: StyleReach
    }

    private(set) var classes: [UInt32: StyleReach] = [:]
    private(set) var ids: [UInt32: StyleReach] = [:]
    private(set) var attributes: [UInt32: StyleReach] = [:]
    /// Pseudo-classes of form controls, links and the like, from the element whose attribute makes the state.
    private(set) var states: StyleReach = []
    private(set) var structural: [Structural] = []
    /// Some rule has `:has()`: its answer may change with anything below.
    private(set) var hasHas = false
    /// Rules whose reach is not followed: `@scope` and `@container`.
    private(set) var isOpaque = false

    mutating func add(_ sheet: Stylesheet) {
        if !sheet.scopes.isEmpty { isOpaque = true }
        for condition in sheet.conditions {
            if case .container = condition.test { isOpaque = true }
        }
        for rule in sheet.rules {
            for complex in rule.selectors.range { add(complex, sheet.selectors, then: [], isOpen: false, depth: 0) }
        }
    }

    /// - Parameters:
    ///   - path: the combinators from the selector's subject on to that of the rule, for selectors inside others.
    ///   - isOpen: inside `:has()` or `of S`, where everything in the document may depend on it.
    private mutating func add(_ complex: Int, _ s: SelectorStore, then path: [Combinator], isOpen: Bool, depth: Int) {
        guard depth < 32 else {
            isOpaque = true
            return
        }
        let selector = s.complexes[complex]
        let first = Int(selector.firstCompound)
        var way: [Combinator] = []
        for index in 0..<Int(selector.compoundCount) {
            if index > 0 { way.insert(s.compounds[first + index - 1].combinator, at: 0) }
            let onward = way + path
            var reach = StyleReach.element
            for combinator in onward { reach = reach.stepping(over: combinator) }
            if isOpen { reach = .document }
            add(compound: first + index, s, reach: reach, onward: onward, isOpen: isOpen, depth: depth)
        }
    }

    private mutating func add(compound: Int, _ s: SelectorStore, reach: StyleReach, onward: [Combinator], isOpen: Bool, depth: Int) {
        let record = s.compounds[compound]
        let simples = s.simples[Int(record.firstSimple)..<Int(record.firstSimple) + Int(record.simpleCount)]
        func hash(_ name: UInt32) -> UInt32 { s.names.entries[Int(name)].foldedHash }
        var filter = Structural.Filter.any
        if let id = simples.first(where: { $0.kind == .id }) {
            filter = .id(hash(id.name))
        } else if let name = simples.first(where: { $0.kind == .className }) {
            filter = .className(hash(name.name))
        } else if let type = simples.first(where: { $0.kind == .type }) {
            filter = .type(hash(type.name))
        }
        func structure(_ kind: Structural.Kind) { structural.append(Structural(kind: kind, filter: filter, reach: reach)) }
        switch record.combinator {
        case .nextSibling: structure(.adjacent)
        case .subsequentSibling: structure(.following)
        default: break
        }
        for simple in simples {
            switch simple.kind {
            case .universal, .type, .scopeRoot, .relativeAnchor: break
            case .id: ids[hash(simple.name), default: []].formUnion(reach)
            case .className: classes[hash(simple.name), default: []].formUnion(reach)
            case .attribute: attributes[hash(simple.name), default: []].formUnion(reach)
            case .nth:
                structure(simple.detail & SimpleSelector.fromEnd != 0 ? .preceding : .following)
                if simple.value != SimpleSelector.noList { addList(simple.value, s, onward, isOpen: true, depth: depth) }
            case .matches, .not, .nesting: addList(simple.value, s, onward, isOpen: isOpen, depth: depth)
            case .has:
                hasHas = true
                addList(simple.value, s, onward, isOpen: true, depth: depth)
            // The attributes behind them restyle all that is in their element.
            case .lang, .dir: break
            case .pseudoClass:
                switch PseudoClass(rawValue: simple.detail) ?? .never {
                case .never, .root, .scope, .defined: break
                case .empty: structure(.empty)
                case .firstChild: structure(.first)
                case .lastChild: structure(.last)
                case .onlyChild:
                    structure(.first)
                    structure(.last)
                case .firstOfType: structure(.following)
                case .lastOfType: structure(.preceding)
                case .onlyOfType:
                    structure(.following)
                    structure(.preceding)
                // A form is what its controls are.
                case .valid, .invalid, .default: states.insert(.document)
                default: states.formUnion(reach)
                }
            }
        }
    }

    private mutating func addList(_ number: UInt32, _ s: SelectorStore, _ onward: [Combinator], isOpen: Bool, depth: Int) {
        guard Int(number) < s.lists.count else { return }
        for complex in s.lists[Int(number)].range { add(complex, s, then: onward, isOpen: isOpen, depth: depth + 1) }
    }
}
