/// A pull reader over one JSON text (RFC 8259). Strict in its grammar, lenient in its characters: a lone surrogate and broken UTF-8
/// become U+FFFD, as they do in HTML, instead of failing the line.
struct JSONReader {
    struct SyntaxError: Error {
        var message: String
        /// From the start of the text, in bytes.
        var offset: Int
    }

    private let bytes: [UInt8]
    private(set) var offset = 0
    /// Nesting beyond this is an error: a reader that calls itself must not be led into the end of its stack.
    private static let depthLimit = 512

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    }

    enum Kind { case object, array, string, number, bool, null }

    /// What the next value is; nil if no value begins here.
    mutating func peek() -> Kind? {
        skipSpaces()
        guard offset < bytes.count else { return nil }
        switch bytes[offset] {
        case UInt8(ascii: "{"): return .object
        case UInt8(ascii: "["): return .array
        case UInt8(ascii: "\""): return .string
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool
        case UInt8(ascii: "n"): return .null
        default: return nil
        }
    }

    /// Calls `member` with each key; it must read the value.
    mutating func object(_ member: (inout JSONReader, String) throws(SyntaxError) -> Void) throws(SyntaxError) {
        try expect("{")
        if accept("}") { return }
        repeat {
            skipSpaces()
            let key = try string()
            try expect(":")
            try member(&self, key)
        } while accept(",")
        try expect("}")
    }

    /// Calls `element` before each value; it must read it.
    mutating func array(_ element: (inout JSONReader) throws(SyntaxError) -> Void) throws(SyntaxError) {
        try expect("[")
        if accept("]") { return }
        repeat { try element(&self) } while accept(",")
        try expect("]")
    }

    mutating func string() throws(SyntaxError) -> String { String(decoding: try text(), as: UTF8.self) }

    /// A string's characters in UTF-8, which may be broken where it is so in the text.
    mutating func text() throws(SyntaxError) -> [UInt8] {
        try expect("\"")
        let start = offset
        offset = plainEnd(from: offset)
        guard offset < bytes.count else { throw error("a string does not end") }
        if bytes[offset] == UInt8(ascii: "\"") {
            defer { offset += 1 }
            return Array(bytes[start..<offset])
        }
        var text: [UInt8] = []
        text.reserveCapacity(min(bytes.count - start, 1 << 16))
        text.append(contentsOf: bytes[start..<offset])
        while offset < bytes.count {
            let byte = bytes[offset]
            switch byte {
            case UInt8(ascii: "\""):
                offset += 1
                return text
            case UInt8(ascii: "\\"): try escape(into: &text)
            case 0..<0x20: throw error("a control character in a string")
            default:
                let run = offset
                offset = plainEnd(from: offset)
                text.append(contentsOf: bytes[run..<offset])
            }
        }
        throw error("a string does not end")
    }

    /// The end of what stands in a string for itself.
    private func plainEnd(from start: Int) -> Int {
        bytes.withUnsafeBufferPointer { bytes in
            guard let base = UnsafeRawPointer(bytes.baseAddress) else { return start }
            var index = start
            // Eight bytes at once, while none is a quote, a backslash or a control: the tests set the top bit of such bytes, and now and then
            // of others, which the loop below then looks at.
            let ones: UInt64 = 0x0101_0101_0101_0101
            while index &+ 8 <= bytes.count {
                let word = base.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                let quotes = word ^ (ones &* 0x22), slashes = word ^ (ones &* 0x5C)
                let found = (quotes &- ones) & ~quotes | (slashes &- ones) & ~slashes | (word &- ones &* 0x20) & ~word
                if found & 0x8080_8080_8080_8080 != 0 { break }
                index &+= 8
            }
            while index < bytes.count, bytes[index] != 0x22, bytes[index] != 0x5C, bytes[index] >= 0x20 { index &+= 1 }
            return index
        }
    }

    mutating func number() throws(SyntaxError) -> Double {
        let text = try numberText()
        return Double(text) ?? .nan   // the grammar has been checked; too large a number is infinite
    }

    mutating func bool() throws(SyntaxError) -> Bool {
        skipSpaces()
        if acceptWord("true") { return true }
        if acceptWord("false") { return false }
        throw error("true or false expected")
    }

    /// Passes over one value and gives its bytes as they stand.
    mutating func skipValue() throws(SyntaxError) -> ArraySlice<UInt8> {
        skipSpaces()
        let start = offset
        try skip(depth: 0)
        return bytes[start..<offset]
    }

    /// Fails unless only white space is left.
    mutating func end() throws(SyntaxError) {
        skipSpaces()
        if offset < bytes.count { throw error("something follows the value") }
    }

    // MARK: -

    private mutating func skip(depth: Int) throws(SyntaxError) {
        guard depth < JSONReader.depthLimit else { throw error("nested too deeply") }
        switch peek() {
        case .object: try object { (reader, _) throws(SyntaxError) in try reader.skip(depth: depth + 1) }
        case .array: try array { (reader) throws(SyntaxError) in try reader.skip(depth: depth + 1) }
        case .string: _ = try string()
        case .number: _ = try numberText()
        case .bool: _ = try bool()
        case .null: guard acceptWord("null") else { throw error("null expected") }
        case nil: throw error(offset < bytes.count ? "a value expected" : "the text ends early")
        }
    }

    private mutating func numberText() throws(SyntaxError) -> String {
        skipSpaces()
        let start = offset
        func isDigit(_ offset: Int) -> Bool { offset < bytes.count && bytes[offset] >= 0x30 && bytes[offset] <= 0x39 }
        if offset < bytes.count, bytes[offset] == UInt8(ascii: "-") { offset += 1 }
        guard isDigit(offset) else { throw error("a number expected") }
        if bytes[offset] == UInt8(ascii: "0") { offset += 1 } else { while isDigit(offset) { offset += 1 } }
        if offset < bytes.count, bytes[offset] == UInt8(ascii: ".") {
            offset += 1
            guard isDigit(offset) else { throw error("a digit expected") }
            while isDigit(offset) { offset += 1 }
        }
        if offset < bytes.count, bytes[offset] | 0x20 == UInt8(ascii: "e") {
            offset += 1
            if offset < bytes.count, bytes[offset] == UInt8(ascii: "+") || bytes[offset] == UInt8(ascii: "-") { offset += 1 }
            guard isDigit(offset) else { throw error("a digit expected") }
            while isDigit(offset) { offset += 1 }
        }
        return String(decoding: bytes[start..<offset], as: UTF8.self)
    }

    private mutating func escape(into text: inout [UInt8]) throws(SyntaxError) {
        offset += 1
        guard offset < bytes.count else { throw error("a string does not end") }
        let byte = bytes[offset]
        offset += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            var unit = try fourDigits()
            if unit & 0xFC00 == 0xD800, offset + 1 < bytes.count, bytes[offset] == UInt8(ascii: "\\"), bytes[offset + 1] == UInt8(ascii: "u") {
                let before = offset
                offset += 2
                let low = try fourDigits()
                if low & 0xFC00 == 0xDC00 {
                    unit = 0x10000 + (unit & 0x3FF) << 10 + (low & 0x3FF)
                } else {
                    offset = before   // the next escape stands for itself
                }
            }
            text.append(contentsOf: Unicode.UTF8.encode(Unicode.Scalar(unit) ?? "\u{FFFD}") ?? Unicode.UTF8.encodedReplacementCharacter)
        default: throw error("an unknown escape")
        }
    }

    private mutating func fourDigits() throws(SyntaxError) -> UInt32 {
        guard offset + 4 <= bytes.count else { throw error("four hexadecimal digits expected") }
        var value: UInt32 = 0
        for byte in bytes[offset..<(offset + 4)] {
            switch byte {
            case 0x30...0x39: value = value << 4 | UInt32(byte - 0x30)
            case 0x41...0x46, 0x61...0x66: value = value << 4 | UInt32((byte | 0x20) - 0x61 + 10)
            default: throw error("four hexadecimal digits expected")
            }
        }
        offset += 4
        return value
    }

    private mutating func skipSpaces() {
        while offset < bytes.count, bytes[offset] == 0x20 || bytes[offset] == 0x09 || bytes[offset] == 0x0A || bytes[offset] == 0x0D { offset += 1 }
    }

    private mutating func accept(_ character: Unicode.Scalar) -> Bool {
        skipSpaces()
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    private mutating func acceptWord(_ word: String) -> Bool {
        guard bytes[offset...].starts(with: word.utf8) else { return false }
        offset += word.utf8.count
        return true
    }

    private mutating func expect(_ character: Unicode.Scalar) throws(SyntaxError) {
        guard accept(character) else { throw error(offset < bytes.count ? "\(character) expected" : "the text ends early") }
    }

    private func error(_ message: String) -> SyntaxError { SyntaxError(message: message, offset: offset) }
}
