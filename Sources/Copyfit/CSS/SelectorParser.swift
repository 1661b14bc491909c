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

    private enum Position { case top, inside, relative }

    private func add(_ selectors: [ComplexSelector], to store: inout SelectorStore) -> SelectorList {
        let list = SelectorList(
            first: UInt32(clamping: store.complexes.count), count: UInt32(clamping: selectors.count),
            specificity: selectors.reduce(.zero) { max($0, $1.specificity) })
        store.complexes.append(contentsOf: selectors)
        return list
    }

    private func addNested(_ selectors: [ComplexSelector], to store: inout SelectorStore) -> UInt32 {
        store.lists.append(add(selectors, to: &store))
        return UInt32(clamping: store.lists.count - 1)
    }

    private func list(_ cursor: inout CSSTokenCursor, _ position: Position, _ store: inout SelectorStore) -> [ComplexSelector]? {
        var result: [ComplexSelector] = []
        repeat {
            guard let selector = complex(&cursor, position, &store) else { return nil }
            result.append(selector)
            cursor.skipWhitespace()
        } while cursor.take(.comma) != nil
        return cursor.isAtEnd ? result : nil
    }

    /// `<forgiving-selector-list>`: invalid selectors are left out.
    private func forgivingList(_ cursor: inout CSSTokenCursor, _ store: inout SelectorStore) -> [ComplexSelector] {
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
    private struct Parts {
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

    private func nesting(_ parent: UInt32) -> SimpleSelector {
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

    // MARK: Compound selectors

    private func compound(
        _ cursor: inout CSSTokenCursor, allowsPseudoElement: Bool, _ combinator: Combinator, _ parts: inout Parts, _ store: inout SelectorStore
    ) -> Bool {
        let firstSimple = parts.simples.count
        guard let hasType = typeSelector(&cursor, &parts, &store) else { return false }
        var isEmpty = !hasType
        loop: while true {
            switch cursor.kind {
            case .hash:
                guard cursor.peek.isIdentifier else { return false }
                var simple = SimpleSelector(kind: .id)
                simple.name = store.names.intern(cursor.buffer.text(of: cursor.next()))
                parts.simples.append(simple)
                parts.specificity = parts.specificity + Specificity(1, 0, 0)
            case .delimiter where cursor.isDelimiter("."):
                cursor.next()
                guard let name = cursor.takeIdentText() else { return false }
                var simple = SimpleSelector(kind: .className)
                simple.name = store.names.intern(name)
                parts.simples.append(simple)
                parts.specificity = parts.specificity + Specificity(0, 1, 0)
            case .delimiter where cursor.isDelimiter("&"):
                cursor.next()
                store.metNesting = true
                if case .nested(let parent) = context {
                    parts.simples.append(nesting(parent))
                    parts.specificity = parts.specificity + store.lists[Int(parent)].specificity
                } else {
                    parts.simples.append(SimpleSelector(kind: .scopeRoot))
                }
            case .openSquare:
                guard let inside = cursor.block(), attribute(inside, &parts, &store) else { return false }
            case .colon:
                guard pseudo(&cursor, allowsPseudoElement: allowsPseudoElement, &parts, &store) else { return false }
            default:
                break loop
            }
            isEmpty = false
        }
        if isEmpty { return false }
        if parts.simples.count == firstSimple { parts.simples.append(SimpleSelector(kind: .universal)) }
        parts.compounds.append((parts.simples.count, combinator))
        return true
    }

    /// Whether a type selector was there; nil if it is invalid.
    private func typeSelector(_ cursor: inout CSSTokenCursor, _ parts: inout Parts, _ store: inout SelectorStore) -> Bool? {
        func name(_ cursor: inout CSSTokenCursor) -> String?? {
            if cursor.takeDelimiter("*") { return .some(nil) }
            if let text = cursor.takeIdentText() { return text }
            return nil
        }
        var namespace = namespaces[nil] ?? .any
        var local: String?
        if cursor.isDelimiter("|") {
            cursor.next()
            guard let second = name(&cursor) else { return nil }
            local = second
            namespace = .unmatchable
        } else {
            guard let first = name(&cursor) else { return false }
            local = first
            if cursor.isDelimiter("|") {
                let bar = cursor.index
                cursor.next()
                if let second = name(&cursor) {
                    local = second
                    if let prefix = first {
                        guard let declared = namespaces[prefix] else { return nil }
                        namespace = declared
                    } else {
                        namespace = .any
                    }
                } else {
                    cursor.index = bar
                }
            }
        }
        if let local {
            var simple = SimpleSelector(kind: .type, detail: namespace.rawValue)
            simple.name = store.names.intern(local, isNodeName: true)
            parts.simples.append(simple)
            parts.specificity = parts.specificity + Specificity(0, 0, 1)
        } else {
            parts.simples.append(SimpleSelector(kind: .universal, detail: namespace.rawValue))
        }
        return true
    }

    private func attribute(_ inside: CSSTokenCursor, _ parts: inout Parts, _ store: inout SelectorStore) -> Bool {
        var cursor = inside
        cursor.skipWhitespace()
        if cursor.isDelimiter("*") {
            cursor.next()
            guard cursor.takeDelimiter("|") else { return false }
        } else if cursor.isDelimiter("|") {
            cursor.next()
        }
        guard var name = cursor.takeIdentText() else { return false }
        if cursor.isDelimiter("|") {
            var attempt = cursor
            attempt.next()
            if let local = attempt.takeIdentText() {
                // Attributes of foreign namespaces are named with their usual prefix in the document.
                name += ":" + local
                cursor = attempt
            }
        }
        var simple = SimpleSelector(kind: .attribute)
        simple.name = store.names.intern(name, isNodeName: true)
        if SelectorParser.caseInsensitiveAttributes.contains(asciiLowercased(name)) { simple.option = AttributeCase.insensitiveInHTML.rawValue }
        cursor.skipWhitespace()
        if !cursor.isAtEnd {
            let test: AttributeOperator
            if cursor.takeDelimiter("=") {
                test = .equals
            } else {
                let mark = cursor.next()
                switch mark.kind == .delimiter ? mark.delimiter : 0 {
                case 0x7E: test = .includes
                case 0x7C: test = .dashMatch
                case 0x5E: test = .prefix
                case 0x24: test = .suffix
                case 0x2A: test = .substring
                default: return false
                }
                guard cursor.takeDelimiter("=") else { return false }
            }
            simple.detail = test.rawValue
            cursor.skipWhitespace()
            guard cursor.kind == .ident || cursor.kind == .string else { return false }
            simple.value = store.names.intern(cursor.buffer.text(of: cursor.next()))
            cursor.skipWhitespace()
            if cursor.takeIdent("i") {
                simple.option = AttributeCase.insensitive.rawValue
            } else if cursor.takeIdent("s") {
                simple.option = AttributeCase.sensitive.rawValue
            }
            guard cursor.isAtEndAfterWhitespace() else { return false }
        }
        parts.simples.append(simple)
        parts.specificity = parts.specificity + Specificity(0, 1, 0)
        return true
    }

    /// Attributes whose values HTML compares case-insensitively
    /// (https://html.spec.whatwg.org/#case-sensitivity-of-selectors).
    private static let caseInsensitiveAttributes: Set<String> = [
        "accept", "accept-charset", "align", "alink", "axis", "bgcolor", "charset", "checked", "clear", "codetype", "color", "compact",
        "declare", "defer", "dir", "direction", "disabled", "enctype", "face", "frame", "hreflang", "http-equiv", "lang", "language",
        "link", "media", "method", "multiple", "nohref", "noresize", "noshade", "nowrap", "readonly", "rel", "rev", "rules", "scope",
        "scrolling", "selected", "shape", "target", "text", "type", "valign", "valuetype", "vlink",
    ]

    // MARK: Pseudo-classes and pseudo-elements

    private func pseudo(
        _ cursor: inout CSSTokenCursor, allowsPseudoElement: Bool, _ parts: inout Parts, _ store: inout SelectorStore
    ) -> Bool {
        cursor.next()
        if cursor.take(.colon) != nil {
            return allowsPseudoElement && pseudoElement(&cursor, &parts)
        }
        let token = cursor.peek
        guard token.kind == .ident || token.kind == .function else { return false }
        let name = cursor.buffer.lowercasedText(of: token)
        if token.kind == .ident {
            cursor.next()
            if let legacy = PseudoNames.legacyElements[name] {
                guard allowsPseudoElement, parts.pseudo == .none else { return false }
                parts.pseudo = legacy
                parts.specificity = parts.specificity + Specificity(0, 0, 1)
                return true
            }
            guard let kind = PseudoNames.classes[name] else { return false }
            // After a pseudo-element only states of the user are allowed, and they never hold.
            if parts.pseudo != .none, kind != .never { return false }
            if kind == .scope { store.metScope = true }
            parts.simples.append(SimpleSelector(kind: .pseudoClass, detail: kind.rawValue))
            parts.specificity = parts.specificity + Specificity(0, 1, 0)
            return true
        }
        guard parts.pseudo == .none, let inside = cursor.block() else { return false }
        return functionalPseudoClass(name, inside, &parts, &store)
    }

    private func pseudoElement(_ cursor: inout CSSTokenCursor, _ parts: inout Parts) -> Bool {
        let token = cursor.peek
        let kind: ComplexSelector.Pseudo
        switch token.kind {
        case .ident:
            cursor.next()
            let name = cursor.buffer.lowercasedText(of: token)
            if let known = PseudoNames.elements[name] { kind = known } else if name.hasPrefix("-webkit-") { kind = .other } else { return false }
        case .function:
            guard PseudoNames.functionalElements.contains(cursor.buffer.lowercasedText(of: token)), let inside = cursor.block(), !inside.isAtEnd
            else { return false }
            kind = .other
        default:
            return false
        }
        // `::before::marker` and the like are valid; no such box is made here.
        parts.pseudo = parts.pseudo == .none ? kind : .other
        parts.specificity = parts.specificity + Specificity(0, 0, 1)
        return true
    }

    private func functionalPseudoClass(_ name: String, _ inside: CSSTokenCursor, _ parts: inout Parts, _ store: inout SelectorStore) -> Bool {
        var cursor = inside
        switch name {
        case "is", "where", "-webkit-any", "matches", "any":
            if name == "matches" || name == "any" { return false }
            // Beyond the maximum depth blocks read as empty: that is an error here, not an empty list.
            if cursor.depth > CSSTokenCursor.maximumDepth { return false }
            let selectors = forgivingList(&cursor, &store)
            let list = addNested(selectors, to: &store)
            var simple = SimpleSelector(kind: .matches)
            simple.value = list
            parts.simples.append(simple)
            if name != "where" { parts.specificity = parts.specificity + store.lists[Int(list)].specificity }
        case "not":
            guard let selectors = self.list(&cursor, .inside, &store) else { return false }
            appendList(.not, selectors, &parts, &store)
        case "has":
            guard let selectors = self.list(&cursor, .relative, &store),
                !selectors.contains(where: { containsHas($0, store) })
            else { return false }
            appendList(.has, selectors, &parts, &store)
        case "nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type":
            return nth(name, cursor, &parts, &store)
        case "lang":
            return lang(&cursor, &parts, &store)
        case "dir":
            cursor.skipWhitespace()
            guard let direction = cursor.takeLowercasedIdent(), cursor.isAtEndAfterWhitespace() else { return false }
            switch direction {
            case "ltr": parts.simples.append(SimpleSelector(kind: .dir, detail: 0))
            case "rtl": parts.simples.append(SimpleSelector(kind: .dir, detail: 1))
            default: parts.simples.append(SimpleSelector(kind: .pseudoClass, detail: PseudoClass.never.rawValue))
            }
            parts.specificity = parts.specificity + Specificity(0, 1, 0)
        case "host", "host-context", "state", "active-view-transition-type":
            guard !cursor.isAtEndAfterWhitespace() else { return false }
            parts.simples.append(SimpleSelector(kind: .pseudoClass, detail: PseudoClass.never.rawValue))
            parts.specificity = parts.specificity + Specificity(0, 1, 0)
        default:
            return false
        }
        return true
    }

    private func appendList(_ kind: SimpleSelector.Kind, _ selectors: [ComplexSelector], _ parts: inout Parts, _ store: inout SelectorStore) {
        var simple = SimpleSelector(kind: kind)
        simple.value = addNested(selectors, to: &store)
        parts.simples.append(simple)
        parts.specificity = parts.specificity + store.lists[Int(simple.value)].specificity
    }

    /// `:has()` must not contain `:has()`.
    private func containsHas(_ selector: ComplexSelector, _ store: SelectorStore) -> Bool {
        for compound in store.compounds[Int(selector.firstCompound)..<Int(selector.firstCompound) + Int(selector.compoundCount)] {
            for simple in store.simples[Int(compound.firstSimple)..<Int(compound.firstSimple) + Int(compound.simpleCount)] {
                switch simple.kind {
                case .has: return true
                case .matches, .not:
                    let list = store.lists[Int(simple.value)]
                    if list.range.contains(where: { containsHas(store.complexes[$0], store) }) { return true }
                default: break
                }
            }
        }
        return false
    }

    private func nth(_ name: String, _ inside: CSSTokenCursor, _ parts: inout Parts, _ store: inout SelectorStore) -> Bool {
        var cursor = inside
        cursor.skipWhitespace()
        let start = cursor.index
        while !cursor.isAtEnd, !(cursor.isIdent("of") && cursor.index > start) { cursor.next() }
        guard let formula = NthFormula(parsing: cursor.slice(from: start).trimmed.source) else { return false }
        let ofType = name.hasSuffix("of-type")
        var simple = SimpleSelector(kind: .nth)
        simple.detail = (ofType ? SimpleSelector.ofType : 0) | (name.hasPrefix("nth-last") ? SimpleSelector.fromEnd : 0)
        simple.a = formula.a
        simple.b = formula.b
        simple.value = SimpleSelector.noList
        if cursor.takeIdent("of") {
            guard !ofType, let selectors = list(&cursor, .inside, &store) else { return false }
            simple.value = addNested(selectors, to: &store)
            parts.specificity = parts.specificity + store.lists[Int(simple.value)].specificity
        }
        parts.simples.append(simple)
        parts.specificity = parts.specificity + Specificity(0, 1, 0)
        return true
    }

    private func lang(_ cursor: inout CSSTokenCursor, _ parts: inout Parts, _ store: inout SelectorStore) -> Bool {
        var simple = SimpleSelector(kind: .lang)
        simple.a = Int32(clamping: store.languages.count)
        repeat {
            cursor.skipWhitespace()
            guard cursor.kind == .ident || cursor.kind == .string else { return false }
            store.languages.append(Array(cursor.buffer.lowercasedText(of: cursor.next()).utf8))
            cursor.skipWhitespace()
        } while cursor.take(.comma) != nil
        guard cursor.isAtEnd else { return false }
        simple.b = Int32(clamping: store.languages.count)
        parts.simples.append(simple)
        parts.specificity = parts.specificity + Specificity(0, 1, 0)
        return true
    }
}

/// `an+b` (https://www.w3.org/TR/css-syntax-3/#anb-microsyntax), read from its text.
struct NthFormula {
    var a: Int32
    var b: Int32

    init?(parsing text: String) {
        let bytes = Array(asciiLowercased(text).utf8)
        var index = 0
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 0x09 && byte <= 0x0D && byte != 0x0B) }
        func digits() -> Int32? {
            let start = index
            var value = 0
            while index < bytes.count, bytes[index] &- 0x30 < 10 {
                value = min(value * 10 + Int(bytes[index] & 0xF), Int(Int32.max))
                index += 1
            }
            return index > start ? Int32(clamping: value) : nil
        }
        if bytes.elementsEqual("even".utf8) { (a, b) = (2, 0); return }
        if bytes.elementsEqual("odd".utf8) { (a, b) = (2, 1); return }
        var isNegative = false
        if index < bytes.count, bytes[index] == 0x2B || bytes[index] == 0x2D {
            isNegative = bytes[index] == 0x2D
            index += 1
        }
        let first = digits()
        guard index < bytes.count, bytes[index] == 0x6E else {
            guard let first, index == bytes.count else { return nil }
            (a, b) = (0, isNegative ? -first : first)
            return
        }
        index += 1
        a = isNegative ? -(first ?? 1) : first ?? 1
        while index < bytes.count, isSpace(bytes[index]) { index += 1 }
        if index == bytes.count {
            b = 0
            return
        }
        guard bytes[index] == 0x2B || bytes[index] == 0x2D else { return nil }
        let isMinus = bytes[index] == 0x2D
        index += 1
        while index < bytes.count, isSpace(bytes[index]) { index += 1 }
        guard let second = digits(), index == bytes.count else { return nil }
        b = isMinus ? -second : second
    }

    /// Whether `position` (from 1) is a·n+b for some n ≥ 0.
    static func matches(a: Int32, b: Int32, position: Int) -> Bool {
        let distance = position - Int(b)
        if a == 0 { return distance == 0 }
        return distance % Int(a) == 0 && distance / Int(a) >= 0
    }
}
