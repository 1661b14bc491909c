// Compound selectors: types, attributes, ids and classes (https://www.w3.org/TR/selectors-4/#compound).

extension SelectorParser {
    func compound(
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

    func attribute(_ inside: CSSTokenCursor, _ parts: inout Parts, _ store: inout SelectorStore) -> Bool {
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
}
