/// Reads a run of tokens from the left.
package struct CSSTokenCursor {
    package let buffer: CSSTokenBuffer
    /// The index of the next token.
    package var index: Int
    /// The index after the last token.
    package let end: Int
    /// How many blocks around this run were entered.
    package let depth: Int

    /// Blocks nested deeper read as empty, so that parsers may recurse on blocks.
    package static let maximumDepth = 100

    package init(_ slice: CSSTokenSlice) { self.init(buffer: slice.buffer, start: slice.start, end: slice.end, depth: 0) }

    private init(buffer: CSSTokenBuffer, start: Int, end: Int, depth: Int) {
        self.buffer = buffer
        index = start
        self.end = min(end, buffer.tokens.count)
        self.depth = depth
    }

    @inline(__always) package var isAtEnd: Bool { index >= end }

    /// The next token, white space included; `.endOfInput` at the end.
    @inline(__always) package var peek: CSSToken {
        index < end ? buffer.tokens[index] : CSSToken(kind: .endOfInput, start: UInt32(clamping: buffer.bytes.count), end: UInt32(clamping: buffer.bytes.count))
    }

    /// The kind of the next token.
    @inline(__always) package var kind: CSSToken.Kind { index < end ? buffer.tokens[index].kind : .endOfInput }

    /// Takes the next token. A token that opens a block is taken alone: use `block()` to enter it or `skipComponentValue()` to pass it.
    @discardableResult
    @inline(__always) package mutating func next() -> CSSToken {
        let token = peek
        if index < end { index += 1 }
        return token
    }

    @inline(__always) package mutating func skipWhitespace() {
        while index < end, buffer.tokens[index].kind == .whitespace { index += 1 }
    }

    /// Whether only white space is left.
    package mutating func isAtEndAfterWhitespace() -> Bool {
        skipWhitespace()
        return isAtEnd
    }

    /// Takes the next token if it is of `kind`.
    package mutating func take(_ kind: CSSToken.Kind) -> CSSToken? {
        guard self.kind == kind else { return nil }
        return next()
    }

    /// Takes the next token if it is the delimiter.
    package mutating func takeDelimiter(_ character: Unicode.Scalar) -> Bool {
        guard isDelimiter(character) else { return false }
        index += 1
        return true
    }

    package func isDelimiter(_ character: Unicode.Scalar) -> Bool {
        index < end && buffer.tokens[index].kind == .delimiter && UInt32(buffer.tokens[index].delimiter) == character.value
    }

    /// Takes a comma and the white space around it.
    package mutating func takeComma() -> Bool {
        skipWhitespace()
        guard kind == .comma else { return false }
        index += 1
        skipWhitespace()
        return true
    }

    /// Takes a block or function at the cursor and answers what is inside it; an empty run where blocks nest too deep, nil where
    /// no block starts here.
    package mutating func block() -> CSSTokenCursor? {
        let token = peek
        guard token.opensBlock else { return nil }
        let inside = index + 1
        let close = min(Int(token.partner), end)
        index = min(close + 1, end)
        guard depth < CSSTokenCursor.maximumDepth else { return CSSTokenCursor(buffer: buffer, start: close, end: close, depth: depth + 1) }
        return CSSTokenCursor(buffer: buffer, start: inside, end: close, depth: depth + 1)
    }

    /// Takes the function `name` (in lower case) at the cursor and answers its arguments.
    package mutating func function(_ name: StaticString) -> CSSTokenCursor? {
        guard isFunction(name) else { return nil }
        return block()
    }

    /// Passes one component value: a token, or a whole block or function.
    package mutating func skipComponentValue() {
        guard index < end else { return }
        let token = buffer.tokens[index]
        index = token.opensBlock ? min(Int(token.partner) + 1, end) : index + 1
    }

    // MARK: Texts

    /// Whether the next token is the ident `keyword` (in lower case), ASCII case-insensitively.
    package func isIdent(_ keyword: StaticString) -> Bool {
        index < end && buffer.tokens[index].kind == .ident && buffer.text(of: buffer.tokens[index], equals: keyword)
    }

    /// Takes the next token if it is the ident `keyword` (in lower case).
    package mutating func takeIdent(_ keyword: StaticString) -> Bool {
        guard isIdent(keyword) else { return false }
        index += 1
        return true
    }

    package func isFunction(_ name: StaticString) -> Bool {
        index < end && buffer.tokens[index].kind == .function && buffer.text(of: buffer.tokens[index], equals: name)
    }

    /// Takes an ident as written.
    package mutating func takeIdentText() -> String? { take(.ident).map(buffer.text(of:)) }

    /// Takes an ident in lower case.
    package mutating func takeLowercasedIdent() -> String? { take(.ident).map(buffer.lowercasedText(of:)) }

    /// Takes a string.
    package mutating func takeString() -> String? { take(.string).map(buffer.text(of:)) }

    /// Takes `url(x)`, `url("x")` or `src("x")` and answers x.
    package mutating func takeURL() -> String? {
        if let token = take(.url) { return buffer.text(of: token) }
        guard isFunction("url") || isFunction("src") else { return nil }
        let start = index
        if var arguments = block() {
            arguments.skipWhitespace()
            if let text = arguments.takeString() { return text }
        }
        index = start
        return nil
    }

    /// The tokens from here to the end.
    package var rest: CSSTokenSlice { CSSTokenSlice(buffer: buffer, start: index, end: end) }

    /// The tokens from `start` to here.
    package func slice(from start: Int) -> CSSTokenSlice { CSSTokenSlice(buffer: buffer, start: start, end: index) }
}
