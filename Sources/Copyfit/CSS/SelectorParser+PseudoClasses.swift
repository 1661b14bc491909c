// Pseudo-classes and pseudo-elements (https://www.w3.org/TR/selectors-4/#pseudo-classes).

extension SelectorParser {
    func pseudo(
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

    func nth(_ name: String, _ inside: CSSTokenCursor, _ parts: inout Parts, _ store: inout SelectorStore) -> Bool {
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

    func lang(_ cursor: inout CSSTokenCursor, _ parts: inout Parts, _ store: inout SelectorStore) -> Bool {
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
