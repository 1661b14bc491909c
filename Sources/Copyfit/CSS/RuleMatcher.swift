/// A rule that applies to an element or one of its pseudo-elements, with its place in the cascade.
///
/// Ordered by pseudo-element, then weakest first for normal declarations: origin, layer, specificity, scope proximity, order of appearance.
package struct MatchedRule: Hashable, Comparable, Sendable {
    /// Pseudo-element (0 the element itself), origin, layer, specificity.
    private var strength: UInt64
    /// Scope proximity, sheet, rule.
    private var appearance: UInt64

    /// The layer order of rules in no layer.
    package static let unlayered: UInt32 = 0xFFFF

    init(pseudo: UInt8, origin: CascadeOrigin, layer: UInt32, specificity: Specificity, proximity: Int?, sheet: Int, rule: UInt32) {
        strength = UInt64(pseudo) << 56 | UInt64(origin.rawValue) << 48 | UInt64(min(layer, MatchedRule.unlayered)) << 32 | UInt64(specificity.rawValue)
        let nearness = proximity.map { UInt64(0xFFFF - min($0, 0xFFFE)) } ?? 0
        appearance = nearness << 48 | UInt64(UInt16(clamping: sheet)) << 32 | UInt64(rule)
    }

    /// Nil for the element itself.
    package var pseudo: PseudoElement? { PseudoElement(rawValue: UInt8(truncatingIfNeeded: strength >> 56) &- 1) }
    package var origin: CascadeOrigin { CascadeOrigin(rawValue: UInt8(truncatingIfNeeded: strength >> 48)) ?? .author }
    /// The order of the rule's cascade layer in its origin, weakest first for normal declarations; `unlayered` for none.
    package var layerOrder: UInt32 { UInt32(truncatingIfNeeded: strength >> 32) & 0xFFFF }
    package var specificity: Specificity { Specificity(rawValue: UInt32(truncatingIfNeeded: strength)) }
    /// The index of the sheet in `SheetSet.entries`.
    package var sheet: Int { Int(appearance >> 32) & 0xFFFF }
    /// The index of the rule in `Stylesheet.rules`.
    package var rule: Int { Int(UInt32(truncatingIfNeeded: appearance)) }

    package static func < (a: MatchedRule, b: MatchedRule) -> Bool {
        a.strength != b.strength ? a.strength < b.strength : a.appearance < b.appearance
    }
}

/// A sheet at one viewport, ready for matching; the same for all documents.
final class ActiveSheet: Sendable {
    /// In `SheetSet.entries`.
    let number: Int
    let sheet: Stylesheet
    let origin: CascadeOrigin
    let conditions: [ConditionState]
    /// By the sheet's layers.
    let layerOrders: [UInt32]
    /// Of `sheet`.
    let rules: RuleIndex.View
    /// The `style` element that holds the sheet.
    let owner: NodeID

    private init(number: Int, entry: SheetSet.Entry, orders: [UInt32], media: MediaContext) {
        self.number = number
        sheet = entry.sheet
        origin = entry.origin
        conditions = ConditionState.states(of: entry.sheet, media)
        layerOrders = entry.layers.map { orders[Int($0)] }
        rules = entry.sheet.index.view
        owner = entry.owner
    }

    /// The sheets whose media queries hold, in cascade order.
    static func sheets(of set: SheetSet, media: MediaContext) -> [ActiveSheet] {
        let orders = set.layerOrders(media)
        return set.entries.enumerated().filter { $0.element.media.allSatisfy { $0.matches(media) } }.map {
            ActiveSheet(number: $0.offset, entry: $0.element, orders: orders, media: media)
        }
    }
}

/// Finds the rules of a set of sheets that apply to the elements of one document at one viewport, while the tree is walked.
///
/// The walk tells the matcher when it goes into an element's children (`push`) and comes back (`pop`); rules that need an ancestor which
/// is not there are then passed without a look at the tree. Caches inside last for the document: use one matcher for all its elements.
package struct RuleMatcher {
    /// A sheet with its selectors' names as the document's.
    private struct Sheet {
        let active: ActiveSheet
        /// The same: threads that match by one sheet would have to take its reference count from each other.
        let uncounted: Unmanaged<ActiveSheet>
        var selectors: ResolvedSelectors
        /// The root of `@scope` rules that name none.
        var scopeRoot: NodeID

        var sheet: Stylesheet { active.sheet }

        init(_ active: ActiveSheet, of document: borrowing Document) {
            self.active = active
            uncounted = .passUnretained(active)
            selectors = ResolvedSelectors(active.sheet, document: document, number: active.number)
            scopeRoot = active.owner.exists ? document[active.owner].parent : document.documentElement
        }
    }

    private var sheets: [Sheet] = []
    /// Where there are very many.
    private var directory: SheetDirectory?
    private var selectorMatcher: SelectorMatcher
    /// One filter for each element that was pushed, with all above it.
    private var filters: [AncestorFilter] = [AncestorFilter()]
    private var attributeKeys: [Name: UInt32] = [:]
    /// How many names the document had when the selectors' were looked up.
    private var nameCount = 0

    /// Asked whether a `@container` query holds for an element; rules in such a query do not apply without it. For pseudo-elements
    /// it is asked about the element they belong to.
    package var containerMatches: ((ContainerQuery, NodeID) -> Bool)?

    package init(document: borrowing Document, sheets set: SheetSet, media: MediaContext) {
        self.init(document: document, sheets: ActiveSheet.sheets(of: set, media: media))
    }

    init(document: borrowing Document, sheets active: [ActiveSheet]) {
        selectorMatcher = SelectorMatcher(document)
        nameCount = document.names.count
        sheets.reserveCapacity(active.count)
        for sheet in active { sheets.append(Sheet(sheet, of: document)) }
        if active.count >= SheetDirectory.leastCount { directory = SheetDirectory(active.lazy.map(\.rules)) }
    }

    /// What may stop the work: elements match few rules then.
    var watch: WorkWatch?
    /// For as many candidates stands a question of the watch, and after as many steps it looks at the clock.
    private static let candidatesPerQuestion = 64
    private static let stepsPerLook = 16_384

    /// How many more rules may be tried on elements: sheets with very many rules for the same elements stop applying at 200 million.
    private var remainingCandidates = 200_000_000

    /// Some rule was not tried, or some selector not matched because the budget for walks was used up (`SelectorMatcher`).
    package var isExhausted: Bool { selectorMatcher.isExhausted || remainingCandidates < 0 }

    /// The document changed since: `elements` are new or have other attributes.
    package mutating func documentChanged(_ elements: some Sequence<NodeID>, in document: Document) {
        selectorMatcher.documentChanged(elements, document)
        remainingCandidates = 200_000_000
        guard nameCount != document.names.count else { return }
        nameCount = document.names.count
        for index in sheets.indices {
            let active = sheets[index].active
            sheets[index].selectors = ResolvedSelectors(active.sheet, document: document, number: active.number)
        }
    }

    /// What the selectors of all active sheets ask of elements.
    var dependencies: SelectorDependencies {
        var dependencies = SelectorDependencies()
        for sheet in sheets { dependencies.add(sheet.sheet) }
        return dependencies
    }

    /// The hashes by which selectors know an element.
    func features(of element: NodeID) -> (name: UInt32, id: UInt32, classes: ArraySlice<ElementIndex.Class>) {
        guard element.index < selectorMatcher.index.features.count else { return (0, 0, []) }
        let features = selectorMatcher.index.features[element.index]
        return (features.nameHash, features.idHash, selectorMatcher.index.classes[selectorMatcher.index.classRange(of: element)])
    }

    // MARK: The walk

    /// The walk goes into the children of `element`.
    package mutating func push(_ element: NodeID, in document: Document) {
        var filter = filters.last ?? AncestorFilter()
        let features = selectorMatcher.index.features[element.index]
        filter.insert(RuleIndex.typeKey(features.nameHash))
        if features.id.count > 0 { filter.insert(RuleIndex.idKey(features.idHash)) }
        for item in selectorMatcher.index.classRange(of: element) { filter.insert(RuleIndex.classKey(selectorMatcher.index.classes[item].hash)) }
        filters.append(filter)
    }

    /// The walk leaves the children of the element pushed last.
    package mutating func pop() {
        if filters.count > 1 { filters.removeLast() }
    }

    /// Starts the walk anew at `element`: as if its ancestors had been pushed.
    package mutating func start(at element: NodeID, in document: Document) {
        filters.removeSubrange(1...)
        var ancestors: [NodeID] = []
        var current = selectorMatcher.parentElement(of: element, document)
        while let id = current {
            ancestors.append(id)
            current = selectorMatcher.parentElement(of: id, document)
        }
        for id in ancestors.reversed() { push(id, in: document) }
    }

    // MARK: Matching

    /// Replaces `result` by the rules for `element`, its ancestors having been pushed, in the order of `MatchedRule`: first those for
    /// the element itself, then those for each pseudo-element.
    package mutating func matches(for element: NodeID, in document: Document, into result: inout [MatchedRule]) {
        result.removeAll(keepingCapacity: true)
        let features = selectorMatcher.index.features[element.index]
        if let directory {
            var keys = selectorMatcher.index.classRange(of: element).map { RuleIndex.classKey(selectorMatcher.index.classes[$0].hash) }
            keys.append(RuleIndex.typeKey(features.nameHash))
            if features.id.count > 0 { keys.append(RuleIndex.idKey(features.idHash)) }
            for index in directory.sheets(keys) { collect(sheets[index].active, index, element, features, document, &result) }
        } else {
            for index in sheets.indices {
                sheets[index].uncounted._withUnsafeGuaranteedRef { collect($0, index, element, features, document, &result) }
            }
        }
        sort(&result)
    }

    private mutating func collect(
        _ active: ActiveSheet, _ index: Int, _ element: NodeID, _ features: ElementIndex.Features, _ document: Document, _ result: inout [MatchedRule]
    ) {
        let rules = active.rules
        func collect(_ range: Range<Int>) { self.collect(range, active, index, element, document, &result) }
        if features.id.count > 0 { collect(rules.range(RuleIndex.idKey(features.idHash))) }
        for item in selectorMatcher.index.classRange(of: element) { collect(rules.range(RuleIndex.classKey(selectorMatcher.index.classes[item].hash))) }
        collect(rules.range(RuleIndex.typeKey(features.nameHash)))
        if rules.hasAttributeKeys {
            let node = document[element]
            for attribute in Int(node.firstAttribute)..<Int(node.firstAttribute + node.attributeCount) {
                collect(rules.range(attributeKey(document.attributes[attribute].name, document)))
            }
        }
        if element == document.documentElement { collect(rules.root) }
        collect(rules.universal)
    }

    private mutating func attributeKey(_ name: Name, _ document: Document) -> UInt32 {
        if let key = attributeKeys[name] { return key }
        let key = RuleIndex.attributeKey(foldedHash(document.names.spelling(of: name).utf8))
        attributeKeys[name] = key
        return key
    }

    private mutating func collect(
        _ range: Range<Int>, _ active: ActiveSheet, _ index: Int, _ element: NodeID, _ document: Document, _ result: inout [MatchedRule]
    ) {
        if range.isEmpty { return }
        let selectors = sheets[index].selectors
        remainingCandidates = max(remainingCandidates - range.count, -1)
        if remainingCandidates < 0, active.origin == .author { return }
        if let watch, range.count >= RuleMatcher.candidatesPerQuestion, watch.mustStop(after: range.count / RuleMatcher.candidatesPerQuestion) { return }
        var stepsAsked = selectorMatcher.steps
        let filter = filters[filters.count - 1]
        for position in range {
            let entry = active.rules.entries[position]
            guard filter.mayContain(entry.ancestors) else { continue }
            if let watch, stepsAsked - selectorMatcher.steps > RuleMatcher.stepsPerLook {
                if watch.mustStopNow() { return }
                stepsAsked = selectorMatcher.steps
            }
            let rule = active.sheet.rules[Int(entry.rule)]
            if rule.condition >= 0, active.conditions[Int(rule.condition)] == .inactive { continue }
            var proximity: Int?
            if rule.scope >= 0 {
                guard let hops = matchesScoped(Int(entry.selector), rule.scope, element, sheets[index], document) else { continue }
                proximity = hops
            } else {
                guard selectorMatcher.matches(Int(entry.selector), element, anchor: .none, selectors, document) else { continue }
            }
            if rule.condition >= 0, active.conditions[Int(rule.condition)] == .dynamic, !containersMatch(rule.condition, element, active.sheet) { continue }
            let selector = selectors.store.complexes[Int(entry.selector)]
            result.append(MatchedRule(
                pseudo: selector.pseudo == .none ? 0 : selector.pseudo.rawValue + 1, origin: active.origin,
                layer: active.layerOrders[Int(rule.layer)], specificity: selector.specificity, proximity: proximity, sheet: active.number,
                rule: entry.rule))
        }
    }

    /// Sorts and drops exact repetitions: a rule that was found under two keys.
    private func sort(_ result: inout [MatchedRule]) {
        if result.count < 2 { return }
        if result.count <= 24 {
            // Nearly sorted and short.
            for index in 1..<result.count {
                let rule = result[index]
                var place = index
                while place > 0, rule < result[place - 1] {
                    result[place] = result[place - 1]
                    place -= 1
                }
                result[place] = rule
            }
        } else {
            result.sort()
        }
        var kept = 1
        for index in 1..<result.count where result[index] != result[kept - 1] {
            result[kept] = result[index]
            kept += 1
        }
        result.removeSubrange(kept...)
    }

    private func containersMatch(_ condition: Int32, _ element: NodeID, _ sheet: Stylesheet) -> Bool {
        var number = condition
        while number >= 0 {
            let condition = sheet.conditions[Int(number)]
            if case .container(let query) = condition.test, containerMatches?(query, element) != true { return false }
            number = condition.parent
        }
        return true
    }

    // MARK: @scope

    /// The distance to the nearest root of the scope for which the selector matches, or nil.
    private mutating func matchesScoped(_ selector: Int, _ scope: Int32, _ element: NodeID, _ sheet: Sheet, _ document: Document) -> Int? {
        var root: NodeID? = element
        var hops = 0
        while let candidate = root, selectorMatcher.spend() {
            if isRoot(candidate, of: scope, element, sheet, document) {
                let outer = selectorMatcher.scopeRoot
                selectorMatcher.scopeRoot = candidate
                let matches = selectorMatcher.matches(selector, element, anchor: .none, sheet.selectors, document)
                selectorMatcher.scopeRoot = outer
                if matches { return hops }
            }
            root = selectorMatcher.parentElement(of: candidate, document)
            hops += 1
        }
        return nil
    }

    /// Whether `candidate` is a root of the scope and `element` lies in it, above its limits.
    private mutating func isRoot(_ candidate: NodeID, of number: Int32, _ element: NodeID, _ sheet: Sheet, _ document: Document) -> Bool {
        let scope = sheet.sheet.scopes[Int(number)]
        if let end = scope.end {
            var current = element
            while true {
                if matchesAny(end, current, scopeRoot: candidate, sheet, document) { return false }
                if current == candidate { break }
                guard let parent = selectorMatcher.parentElement(of: current, document), selectorMatcher.spend() else { return false }
                current = parent
            }
        }
        guard scope.parent >= 0 else { return startsScope(candidate, scope, outer: document.documentElement, sheet, document) }
        // The element must be in the scope around too, as Chromium has it; `:scope` in the prelude is the root of that scope.
        var outer: NodeID? = candidate
        while let id = outer, selectorMatcher.spend() {
            if startsScope(candidate, scope, outer: id, sheet, document), isRoot(id, of: scope.parent, element, sheet, document) { return true }
            outer = selectorMatcher.parentElement(of: id, document)
        }
        return false
    }

    private mutating func startsScope(_ candidate: NodeID, _ scope: ScopeRule, outer: NodeID, _ sheet: Sheet, _ document: Document) -> Bool {
        guard let start = scope.start else { return candidate == sheet.scopeRoot }
        return matchesAny(start, candidate, scopeRoot: outer, sheet, document)
    }

    private mutating func matchesAny(_ list: SelectorList, _ element: NodeID, scopeRoot: NodeID, _ sheet: Sheet, _ document: Document) -> Bool {
        let outer = selectorMatcher.scopeRoot
        selectorMatcher.scopeRoot = scopeRoot
        defer { selectorMatcher.scopeRoot = outer }
        return selectorMatcher.matchesAny(list, element, anchor: .none, sheet.selectors, document)
    }
}
