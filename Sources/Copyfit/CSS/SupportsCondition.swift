/// Evaluates the conditions of `@supports` (https://www.w3.org/TR/css-conditional-4/#at-supports-ext).
struct SupportsCondition {
    /// Whether a declaration would be kept.
    let declaration: (String, CSSTokenSlice) -> Bool
    let namespaces: [String?: NamespaceTest]

    /// False also where the syntax is broken.
    func holds(_ condition: CSSTokenSlice) -> Bool {
        var cursor = condition.cursor
        guard let answer = evaluate(&cursor), cursor.isAtEndAfterWhitespace() else { return false }
        return answer
    }

    /// For `supports(name: value)` of `@import`.
    func holdsForDeclaration(_ slice: CSSTokenSlice) -> Bool { testDeclaration(slice.cursor) ?? false }

    private func evaluate(_ cursor: inout CSSTokenCursor) -> Bool? {
        cursor.skipWhitespace()
        if cursor.takeIdent("not") {
            cursor.skipWhitespace()
            return inParentheses(&cursor).map { !$0 }
        }
        guard var result = inParentheses(&cursor) else { return nil }
        var joinsByAnd: Bool?
        while !cursor.isAtEndAfterWhitespace() {
            let isAnd = cursor.isIdent("and")
            guard isAnd || cursor.isIdent("or") else { return nil }
            if let joinsByAnd, joinsByAnd != isAnd { return nil }
            joinsByAnd = isAnd
            cursor.next()
            cursor.skipWhitespace()
            guard let term = inParentheses(&cursor) else { return nil }
            result = isAnd ? result && term : result || term
        }
        return result
    }

    private func inParentheses(_ cursor: inout CSSTokenCursor) -> Bool? {
        if cursor.kind == .function {
            let name = cursor.buffer.lowercasedText(of: cursor.peek)
            guard let inside = cursor.block() else { return nil }
            return function(name, inside)
        }
        guard cursor.kind == .openParenthesis, let inside = cursor.block() else { return nil }
        var nested = inside
        nested.skipWhitespace()
        if nested.kind == .openParenthesis || nested.kind == .function || nested.isIdent("not") {
            var attempt = nested
            if let answer = evaluate(&attempt), attempt.isAtEndAfterWhitespace() { return answer }
        }
        // Anything else in parentheses is valid and false.
        return testDeclaration(inside) ?? false
    }

    private func testDeclaration(_ source: CSSTokenCursor) -> Bool? {
        var cursor = source
        cursor.skipWhitespace()
        guard let token = cursor.take(.ident) else { return nil }
        cursor.skipWhitespace()
        guard cursor.take(.colon) != nil else { return nil }
        let isCustom = cursor.buffer.withText(of: token) { $0.count >= 2 && $0[0] == 0x2D && $0[1] == 0x2D }
        if isCustom { return true }
        var value = cursor.rest.trimmed
        // `!important` is part of a declaration.
        if value.end - value.start >= 2, cursor.buffer.tokens[value.end - 1].kind == .ident,
            cursor.buffer.text(of: cursor.buffer.tokens[value.end - 1], equals: "important"),
            cursor.buffer.tokens[value.end - 2].kind == .delimiter, cursor.buffer.tokens[value.end - 2].delimiter == 0x21
        {
            value = CSSTokenSlice(buffer: cursor.buffer, start: value.start, end: value.end - 2).trimmed
        }
        return declaration(cursor.buffer.lowercasedText(of: token), value)
    }

    private func function(_ name: String, _ inside: CSSTokenCursor) -> Bool {
        var cursor = inside
        cursor.skipWhitespace()
        switch name {
        case "selector":
            var store = SelectorStore()
            guard let list = SelectorParser(namespaces: namespaces).parseList(&cursor, into: &store) else { return false }
            return list.count == 1
        case "font-tech":
            guard let tech = cursor.takeLowercasedIdent() else { return false }
            return FontFaceRule.supportedTechnologies.contains(tech)
        case "font-format":
            guard let format = cursor.takeLowercasedIdent() else { return false }
            return FontFaceRule.supportedFormats.contains(format)
        default:
            return false
        }
    }
}
