/// A tokenized piece of CSS: its bytes and tokens, immutable and shared by all that points into it.
package final class CSSTokenBuffer: Sendable {
    /// The source, UTF-8.
    package let bytes: [UInt8]
    package let tokens: [CSSToken]
    /// Texts of tokens with escapes, decoded.
    let decoded: [UInt8]
    /// UTF-8 offsets of the first byte of each line but the first.
    private let lineStarts: [UInt32]
    /// The folder or URL that relative URLs in this piece start from; nil for the document's.
    package let base: String?

    /// Where `watch` says so, the rest is left out.
    package init(_ bytes: [UInt8], base: String? = nil, watch: WorkWatch? = nil) {
        self.bytes = bytes
        self.base = base
        (tokens, decoded, lineStarts) = bytes.withUnsafeBufferPointer { source in
            var tokenizer = CSSTokenizer(source)
            tokenizer.run(watch: watch)
            return (tokenizer.tokens, tokenizer.decoded, CSSTokenBuffer.lineStarts(in: source))
        }
    }

    package convenience init(_ text: String, base: String? = nil) { self.init(Array(text.utf8), base: base) }

    /// All tokens.
    package var all: CSSTokenSlice { CSSTokenSlice(buffer: self, start: 0, end: tokens.count) }

    private static func lineStarts(in bytes: UnsafeBufferPointer<UInt8>) -> [UInt32] {
        var starts: [UInt32] = []
        var index = 0
        let count = min(bytes.count, Int(UInt32.max) - 1)
        while index < count {
            let byte = bytes[index]
            index += 1
            guard byte <= 0x0D, byte == 0x0A || byte == 0x0D || byte == 0x0C else { continue }
            if byte == 0x0D, index < count, bytes[index] == 0x0A { index += 1 }
            starts.append(UInt32(index))
        }
        return starts
    }

    /// The line, from 1, and column in bytes, from 1, of a UTF-8 offset into `bytes`.
    package func location(ofByte offset: UInt32) -> (line: Int, column: Int) {
        var low = 0
        var high = lineStarts.count
        while low < high {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle + 1 } else { high = middle }
        }
        let start = low == 0 ? 0 : lineStarts[low - 1]
        return (low + 1, Int(offset - start) + 1)
    }

    // MARK: Texts

    /// Calls `body` with the decoded name, string, URL or unit of a token, as UTF-8.
    @inline(__always)
    package func withText<Result>(of token: CSSToken, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        let start = Int(token.textStart)
        let end = start + Int(token.textCount)
        if token.isDecoded {
            return decoded.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[start..<end])) }
        }
        return bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[start..<end])) }
    }

    /// The decoded name, string, URL or unit of a token.
    package func text(of token: CSSToken) -> String {
        withText(of: token) { String(decoding: $0, as: UTF8.self) }
    }

    /// The same with ASCII letters in lower case.
    package func lowercasedText(of token: CSSToken) -> String {
        withText(of: token) { text in
            String(unsafeUninitializedCapacity: text.count) { target in
                for index in 0..<text.count { target[index] = text[index] &- 0x41 < 26 ? text[index] | 0x20 : text[index] }
                return text.count
            }
        }
    }

    /// Whether a token's text is `keyword` (in lower case), ASCII case-insensitively.
    package func text(of token: CSSToken, equals keyword: StaticString) -> Bool {
        guard Int(token.textCount) == keyword.utf8CodeUnitCount, keyword.hasPointerRepresentation else { return false }
        return withText(of: token) { text in
            for index in 0..<text.count {
                let byte = text[index]
                if (byte &- 0x41 < 26 ? byte | 0x20 : byte) != keyword.utf8Start[index] { return false }
            }
            return true
        }
    }
}

/// A run of tokens: the value of a declaration, the condition of a rule, the arguments of a function.
package struct CSSTokenSlice: Sendable {
    package let buffer: CSSTokenBuffer
    /// Token indices.
    private let startIndex: UInt32
    private let endIndex: UInt32

    package var start: Int { Int(startIndex) }
    package var end: Int { Int(endIndex) }
    package var isEmpty: Bool { endIndex <= startIndex }

    package init(buffer: CSSTokenBuffer, start: Int, end: Int) {
        self.buffer = buffer
        startIndex = UInt32(clamping: start)
        endIndex = UInt32(clamping: max(start, end))
    }

    package var cursor: CSSTokenCursor { CSSTokenCursor(self) }

    /// Without white space at both ends.
    package var trimmed: CSSTokenSlice {
        var start = start
        var end = end
        while start < end, buffer.tokens[start].kind == .whitespace { start += 1 }
        while end > start, buffer.tokens[end - 1].kind == .whitespace { end -= 1 }
        return CSSTokenSlice(buffer: buffer, start: start, end: end)
    }

    /// The UTF-8 range of the slice in the buffer's bytes, comments between its tokens included.
    package var sourceRange: Range<Int> {
        guard !isEmpty else { return 0..<0 }
        return Int(buffer.tokens[start].start)..<Int(buffer.tokens[end - 1].end)
    }

    /// The source text as written.
    package var source: String { String(decoding: buffer.bytes[sourceRange], as: UTF8.self) }

    /// The line and column, from 1, of the first token.
    package var location: (line: Int, column: Int) {
        start < buffer.tokens.count
            ? buffer.location(ofByte: buffer.tokens[start].start)
            : buffer.location(ofByte: UInt32(clamping: buffer.bytes.count))
    }
}

/// A declaration as the sheet parser leaves it: the value is not looked at.
package struct RawDeclaration: Sendable {
    /// In lower case; custom properties (`--x`) as written.
    package var name: String
    /// Without `!important` and white space at the ends.
    package var value: CSSTokenSlice
    package var isImportant: Bool
    /// UTF-8 offset of the name in the value's buffer.
    package var byteOffset: UInt32

    /// The line and column of the name, from 1.
    package var location: (line: Int, column: Int) { value.buffer.location(ofByte: byteOffset) }
    package var isCustomProperty: Bool { name.utf8.count >= 2 && name.hasPrefix("--") }
}
