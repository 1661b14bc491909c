extension CSSTokenCursor {
    /// Takes an ident that is one of `keywords`, and white space after it.
    mutating func takeKeyword(_ keywords: [KeywordValue]) -> UInt8? {
        guard kind == .ident else { return nil }
        let token = peek
        for keyword in keywords where buffer.text(of: token, equals: keyword.name) {
            next()
            skipWhitespace()
            return keyword.value
        }
        return nil
    }

    /// Takes the ident `word`, and white space after it.
    mutating func takeWord(_ word: StaticString) -> Bool {
        guard takeIdent(word) else { return false }
        skipWhitespace()
        return true
    }

    /// Takes a function's arguments as a slice, and white space after the function.
    mutating func takeFunction() -> (name: String, arguments: CSSTokenCursor)? {
        guard kind == .function else { return nil }
        let name = buffer.lowercasedText(of: peek)
        guard var inside = block() else { return nil }
        inside.skipWhitespace()
        skipWhitespace()
        return (name, inside)
    }

    /// Whether any token, at any depth, is a function that is replaced by other tokens before the value is parsed.
    var hasSubstitutions: Bool {
        for index in index..<max(index, end) where buffer.tokens[index].kind == .function {
            let token = buffer.tokens[index]
            if buffer.text(of: token, equals: "var") || buffer.text(of: token, equals: "env") { return true }
        }
        return false
    }

    /// Takes an integer.
    mutating func takeInteger() -> Int? {
        guard kind == .number, peek.isInteger else { return nil }
        let value = next().number
        skipWhitespace()
        return Int(max(-1e9, min(1e9, value)))
    }

    /// Takes a string, and white space after it.
    mutating func takeText() -> String? {
        guard let text = takeString() else { return nil }
        skipWhitespace()
        return text
    }
}
