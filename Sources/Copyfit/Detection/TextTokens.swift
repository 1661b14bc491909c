/// The words, numbers and marks of a text, for grammars of dates and addresses.
struct TextTokens {
    enum Kind: UInt8 { case word, number, mark }
    struct Token {
        var kind: Kind
        /// In UTF-8 bytes of the text.
        var start: Int
        var end: Int
        /// Numbers of up to 9 digits: their value, else −1. Marks: the byte.
        var value: Int
        /// White space is before it.
        var isAfterSpace: Bool
        /// A line break is before it.
        var isAfterBreak: Bool
    }

    let text: [UInt8]
    private(set) var tokens: [Token] = []

    init(_ text: [UInt8]) {
        self.text = text
        var index = 0, isAfterSpace = true, isAfterBreak = false
        while index < text.count {
            let byte = text[index]
            if ByteClass.isSpace(byte) || TextTokens.isNoBreakSpace(text, index) {
                isAfterSpace = true
                if byte == 0x0A { isAfterBreak = true }
                index += byte == 0xC2 ? 2 : 1
                continue
            }
            let start = index
            var token = Token(kind: .mark, start: start, end: start, value: Int(byte), isAfterSpace: isAfterSpace, isAfterBreak: isAfterBreak)
            if ByteClass.isDigit(byte) {
                var value = 0
                while index < text.count, ByteClass.isDigit(text[index]) {
                    value = value < 100_000_000 && value >= 0 ? value * 10 + Int(text[index] - 0x30) : -1
                    index += 1
                }
                token.kind = .number
                token.value = value
            } else if ByteClass.isLetter(byte) || byte >= 0x80 {
                while index < text.count, ByteClass.isLetter(text[index]) || (text[index] >= 0x80 && !TextTokens.isNoBreakSpace(text, index)) { index += 1 }
                token.kind = .word
                token.value = 0
            } else {
                index += 1
            }
            token.end = index
            tokens.append(token)
            isAfterSpace = false
            isAfterBreak = false
        }
    }

    private static func isNoBreakSpace(_ text: [UInt8], _ index: Int) -> Bool {
        text[index] == 0xC2 && index + 1 < text.count && text[index + 1] == 0xA0
    }

    var count: Int { tokens.count }
    func token(_ index: Int) -> Token? { index >= 0 && index < tokens.count ? tokens[index] : nil }

    /// The number at an index.
    func number(_ index: Int) -> Int? {
        guard let token = token(index), token.kind == .number, token.value >= 0 else { return nil }
        return token.value
    }

    /// The digits of the number at an index.
    func digits(_ index: Int) -> Int {
        guard let token = token(index), token.kind == .number else { return 0 }
        return token.end - token.start
    }

    /// The word at an index in lower case; empty for other tokens.
    func word(_ index: Int) -> String {
        guard let token = token(index), token.kind == .word, token.end - token.start <= 40 else { return "" }
        return String(decoding: text[token.start..<token.end], as: UTF8.self).lowercased()
    }

    func isMark(_ index: Int, _ mark: Unicode.Scalar) -> Bool {
        guard let token = token(index), token.kind == .mark else { return false }
        return token.value == Int(mark.value)
    }

    /// Whether a token stands directly at the one before it.
    func isGlued(_ index: Int) -> Bool { token(index).map { !$0.isAfterSpace } ?? false }

    /// Whether the word at an index begins with a capital letter, as names do.
    func isCapitalised(_ index: Int) -> Bool {
        guard let token = token(index), token.kind == .word else { return false }
        let first = text[token.start]
        if first < 0x80 { return first >= 0x41 && first <= 0x5A }
        let text = String(decoding: text[token.start..<token.end], as: UTF8.self)
        return text.first?.isUppercase ?? false
    }

    func string(_ range: Range<Int>) -> String { String(decoding: text[range], as: UTF8.self) }
}
