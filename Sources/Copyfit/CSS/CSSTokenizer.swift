/// Turns the bytes of a sheet, style attribute or value into tokens (https://www.w3.org/TR/css-syntax-3/#tokenizer-algorithms).
///
/// Works on UTF-8; newlines and NULs are treated as the input preprocessing of § 3.3 would. Linear time, no recursion.
struct CSSTokenizer {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let count: Int
    private var position = 0
    private(set) var tokens: [CSSToken] = []
    private(set) var decoded: [UInt8] = []
    /// Indices of the open brackets around `position`.
    private var open: [Int] = []

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        count = min(bytes.count, Int(UInt32.max) - 1)
        tokens.reserveCapacity(count / 4 + 8)
    }

    mutating func run(watch: WorkWatch?) {
        while position < count {
            consumeToken()
            if let watch, watch.mustStop() { break }
        }
        for index in open { tokens[index].partner = UInt32(clamping: tokens.count) }
    }

    // MARK: Classes of bytes

    @inline(__always) private static func isNewline(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D || byte == 0x0C }
    @inline(__always) private static func isWhitespace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || isNewline(byte) }
    @inline(__always) private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
    /// NUL counts: it stands for U+FFFD.
    @inline(__always) private static func isNameStart(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- 0x61 < 26 || byte >= 0x80 || byte == 0x5F || byte == 0
    }
    @inline(__always) private static func isName(_ byte: UInt8) -> Bool { isNameStart(byte) || isDigit(byte) || byte == 0x2D }
    @inline(__always) private static func isHex(_ byte: UInt8) -> Bool { isDigit(byte) || (byte | 0x20) &- 0x61 < 6 }

    @inline(__always) private func has(_ byte: UInt8, at index: Int) -> Bool { index < count && bytes[index] == byte }
    @inline(__always) private func digit(at index: Int) -> Bool { index < count && CSSTokenizer.isDigit(bytes[index]) }

    /// § 4.3.8: a backslash that is not followed by a newline.
    private func startsEscape(at index: Int) -> Bool {
        has(0x5C, at: index) && !(index + 1 < count && CSSTokenizer.isNewline(bytes[index + 1]))
    }

    /// § 4.3.9
    private func startsIdent(at index: Int) -> Bool {
        guard index < count else { return false }
        let byte = bytes[index]
        if byte == 0x2D {
            guard index + 1 < count else { return false }
            let next = bytes[index + 1]
            return CSSTokenizer.isNameStart(next) || next == 0x2D || startsEscape(at: index + 1)
        }
        return CSSTokenizer.isNameStart(byte) || startsEscape(at: index)
    }

    /// § 4.3.10
    private func startsNumber(at index: Int) -> Bool {
        var index = index
        if has(0x2B, at: index) || has(0x2D, at: index) { index += 1 }
        return digit(at: index) || (has(0x2E, at: index) && digit(at: index + 1))
    }

    // MARK: Tokens

    private mutating func emit(_ kind: CSSToken.Kind, from start: Int) {
        tokens.append(CSSToken(kind: kind, start: UInt32(start), end: UInt32(position)))
    }

    private mutating func emit(_ kind: CSSToken.Kind, from start: Int, text: Text) {
        var token = CSSToken(kind: kind, start: UInt32(start), end: UInt32(position))
        token.textStart = UInt32(clamping: text.start)
        token.textCount = UInt32(clamping: text.count)
        token.isDecoded = text.isDecoded
        if kind == .function { open.append(tokens.count) }
        tokens.append(token)
    }

    private mutating func emitOpen(_ kind: CSSToken.Kind) {
        open.append(tokens.count)
        position += 1
        emit(kind, from: position - 1)
    }

    /// A closing bracket ends the innermost open one if it is of its kind; otherwise it is a stray token.
    private mutating func emitClose(_ kind: CSSToken.Kind) {
        if let index = open.last {
            let matches = switch tokens[index].kind {
            case .openCurly: kind == .closeCurly
            case .openSquare: kind == .closeSquare
            default: kind == .closeParenthesis
            }
            if matches {
                tokens[index].partner = UInt32(clamping: tokens.count)
                open.removeLast()
            }
        }
        position += 1
        emit(kind, from: position - 1)
    }

    private mutating func emitDelimiter() {
        let byte = bytes[position]
        position += 1
        emit(.delimiter, from: position - 1)
        tokens[tokens.count - 1].delimiter = byte
    }

    /// § 4.3.1
    private mutating func consumeToken() {
        let start = position
        let byte = bytes[position]
        switch byte {
        case 0x20, 0x09, 0x0A, 0x0C, 0x0D:
            position += 1
            while position < count, CSSTokenizer.isWhitespace(bytes[position]) { position += 1 }
            emit(.whitespace, from: start)
        case 0x22, 0x27:
            consumeString()
        case 0x23:
            if position + 1 < count, CSSTokenizer.isName(bytes[position + 1]) || startsEscape(at: position + 1) {
                let isIdentifier = startsIdent(at: position + 1)
                position += 1
                let text = consumeName()
                emit(.hash, from: start, text: text)
                tokens[tokens.count - 1].isIdentifier = isIdentifier
            } else {
                emitDelimiter()
            }
        case 0x28: emitOpen(.openParenthesis)
        case 0x29: emitClose(.closeParenthesis)
        case 0x2B:
            if startsNumber(at: position) { consumeNumeric() } else { emitDelimiter() }
        case 0x2C: position += 1; emit(.comma, from: start)
        case 0x2D:
            if startsNumber(at: position) {
                consumeNumeric()
            } else if has(0x2D, at: position + 1), has(0x3E, at: position + 2) {
                position += 3
                emit(.cdc, from: start)
            } else if startsIdent(at: position) {
                consumeIdentLike()
            } else {
                emitDelimiter()
            }
        case 0x2E:
            if startsNumber(at: position) { consumeNumeric() } else { emitDelimiter() }
        case 0x2F:
            if has(0x2A, at: position + 1) { skipComment() } else { emitDelimiter() }
        case 0x3A: position += 1; emit(.colon, from: start)
        case 0x3B: position += 1; emit(.semicolon, from: start)
        case 0x3C:
            if has(0x21, at: position + 1), has(0x2D, at: position + 2), has(0x2D, at: position + 3) {
                position += 4
                emit(.cdo, from: start)
            } else {
                emitDelimiter()
            }
        case 0x40:
            if startsIdent(at: position + 1) {
                position += 1
                let text = consumeName()
                emit(.atKeyword, from: start, text: text)
            } else {
                emitDelimiter()
            }
        case 0x5B: emitOpen(.openSquare)
        case 0x5C:
            if startsEscape(at: position) { consumeIdentLike() } else { emitDelimiter() }
        case 0x5D: emitClose(.closeSquare)
        case 0x7B: emitOpen(.openCurly)
        case 0x7D: emitClose(.closeCurly)
        default:
            if CSSTokenizer.isDigit(byte) {
                consumeNumeric()
            } else if CSSTokenizer.isNameStart(byte) {
                consumeIdentLike()
            } else {
                emitDelimiter()
            }
        }
    }

    private mutating func skipComment() {
        position += 2
        while position < count {
            if bytes[position] == 0x2A, has(0x2F, at: position + 1) {
                position += 2
                return
            }
            position += 1
        }
    }

    // MARK: Names and strings

    /// Where the decoded text of a token lies.
    private struct Text {
        var start: Int
        var count: Int
        var isDecoded: Bool
    }

    /// § 4.3.11
    private mutating func consumeName() -> Text {
        let start = position
        while position < count, CSSTokenizer.isName(bytes[position]), bytes[position] != 0 { position += 1 }
        guard position < count, bytes[position] == 0 || startsEscape(at: position) else {
            return Text(start: start, count: position - start, isDecoded: false)
        }
        let decodedStart = decoded.count
        decoded.append(contentsOf: bytes[start..<position])
        while position < count {
            let byte = bytes[position]
            if byte == 0 {
                appendScalar(0xFFFD)
                position += 1
            } else if CSSTokenizer.isName(byte) {
                decoded.append(byte)
                position += 1
            } else if startsEscape(at: position) {
                position += 1
                consumeEscape()
            } else {
                break
            }
        }
        return Text(start: decodedStart, count: decoded.count - decodedStart, isDecoded: true)
    }

    /// § 4.3.7, after the backslash.
    private mutating func consumeEscape() {
        guard position < count else { return appendScalar(0xFFFD) }
        guard CSSTokenizer.isHex(bytes[position]) else {
            if bytes[position] == 0 { appendScalar(0xFFFD) } else { decoded.append(bytes[position]) }
            position += 1
            // The other bytes of a character beyond ASCII belong to the escape, also where they could not continue a name.
            while position < count, bytes[position] & 0xC0 == 0x80 {
                decoded.append(bytes[position])
                position += 1
            }
            return
        }
        var value: UInt32 = 0
        var digits = 0
        while position < count, digits < 6, CSSTokenizer.isHex(bytes[position]) {
            let byte = bytes[position]
            value = value << 4 | UInt32(CSSTokenizer.isDigit(byte) ? byte & 0xF : (byte & 0xF) + 9)
            position += 1
            digits += 1
        }
        if position < count, CSSTokenizer.isWhitespace(bytes[position]) {
            position += has(0x0D, at: position) && has(0x0A, at: position + 1) ? 2 : 1
        }
        appendScalar(value)
    }

    private mutating func appendScalar(_ value: UInt32) {
        let scalar = value == 0 ? nil : Unicode.Scalar(value)
        decoded.append(contentsOf: UTF8.encode(scalar ?? "\u{FFFD}").map { Array($0) } ?? [])
    }

    /// § 4.3.5
    private mutating func consumeString() {
        let start = position
        let quote = bytes[position]
        position += 1
        var runStart = position
        var decodedStart = -1
        func flush(_ tokenizer: inout CSSTokenizer) {
            if decodedStart < 0 { decodedStart = tokenizer.decoded.count }
            tokenizer.decoded.append(contentsOf: tokenizer.bytes[runStart..<tokenizer.position])
        }
        func text(_ tokenizer: inout CSSTokenizer) -> Text {
            guard decodedStart >= 0 else { return Text(start: runStart, count: tokenizer.position - runStart, isDecoded: false) }
            flush(&tokenizer)
            return Text(start: decodedStart, count: tokenizer.decoded.count - decodedStart, isDecoded: true)
        }
        while position < count {
            let byte = bytes[position]
            if byte == quote {
                let content = text(&self)
                position += 1
                emit(.string, from: start, text: content)
                return
            }
            if CSSTokenizer.isNewline(byte) {
                emit(.badString, from: start)
                return
            }
            if byte == 0x5C {
                flush(&self)
                position += 1
                if position >= count {
                    // A backslash before the end of the input vanishes.
                } else if CSSTokenizer.isNewline(bytes[position]) {
                    position += has(0x0D, at: position) && has(0x0A, at: position + 1) ? 2 : 1
                } else {
                    consumeEscape()
                }
                runStart = position
            } else if byte == 0 {
                flush(&self)
                appendScalar(0xFFFD)
                position += 1
                runStart = position
            } else {
                position += 1
            }
        }
        let content = text(&self)
        emit(.string, from: start, text: content)
    }

    /// § 4.3.4
    private mutating func consumeIdentLike() {
        let start = position
        let name = consumeName()
        guard has(0x28, at: position) else { return emit(.ident, from: start, text: name) }
        position += 1
        if isURL(name) {
            var next = position
            while next < count, CSSTokenizer.isWhitespace(bytes[next]) { next += 1 }
            if !(next < count && (bytes[next] == 0x22 || bytes[next] == 0x27)) {
                position = next
                return consumeURL(from: start)
            }
        }
        emit(.function, from: start, text: name)
    }

    private func isURL(_ name: Text) -> Bool {
        guard name.count == 3 else { return false }
        func byte(_ index: Int) -> UInt8 { (name.isDecoded ? decoded[name.start + index] : bytes[name.start + index]) | 0x20 }
        return byte(0) == 0x75 && byte(1) == 0x72 && byte(2) == 0x6C
    }

    /// § 4.3.6, at the first character that is not white space.
    private mutating func consumeURL(from start: Int) {
        let textStart = position
        var decodedStart = -1
        var textEnd = position
        while position < count {
            let byte = bytes[position]
            if byte == 0x29 { break }
            if CSSTokenizer.isWhitespace(byte) {
                while position < count, CSSTokenizer.isWhitespace(bytes[position]) { position += 1 }
                if position < count, bytes[position] != 0x29 { return consumeBadURL(from: start) }
                break
            }
            if byte == 0x22 || byte == 0x27 || byte == 0x28 || (byte < 0x20 && byte != 0) || byte == 0x7F { return consumeBadURL(from: start) }
            if byte == 0x5C || byte == 0 {
                if byte == 0x5C, !startsEscape(at: position) { return consumeBadURL(from: start) }
                if decodedStart < 0 {
                    decodedStart = decoded.count
                    decoded.append(contentsOf: bytes[textStart..<position])
                }
                position += 1
                if byte == 0 { appendScalar(0xFFFD) } else { consumeEscape() }
            } else {
                if decodedStart >= 0 { decoded.append(byte) }
                position += 1
            }
            textEnd = position
        }
        if position < count { position += 1 }
        let text = decodedStart < 0
            ? Text(start: textStart, count: textEnd - textStart, isDecoded: false)
            : Text(start: decodedStart, count: decoded.count - decodedStart, isDecoded: true)
        emit(.url, from: start, text: text)
    }

    /// § 4.3.14
    private mutating func consumeBadURL(from start: Int) {
        while position < count {
            if bytes[position] == 0x29 {
                position += 1
                break
            }
            position += startsEscape(at: position) && position + 1 < count ? 2 : 1
        }
        emit(.badURL, from: start)
    }

    // MARK: Numbers

    /// § 4.3.3 and § 4.3.12
    private mutating func consumeNumeric() {
        let start = position
        let hasSign = has(0x2B, at: position) || has(0x2D, at: position)
        let isNegative = has(0x2D, at: position)
        if hasSign { position += 1 }
        var isInteger = true
        var digits = DecimalDigits()
        while digit(at: position) {
            digits.append(bytes[position] & 0xF, isFraction: false)
            position += 1
        }
        if has(0x2E, at: position), digit(at: position + 1) {
            isInteger = false
            position += 1
            while digit(at: position) {
                digits.append(bytes[position] & 0xF, isFraction: true)
                position += 1
            }
        }
        if has(0x65, at: position) || has(0x45, at: position) {
            var next = position + 1
            let exponentSigned = has(0x2B, at: next) || has(0x2D, at: next)
            let exponentNegative = has(0x2D, at: next)
            if exponentSigned { next += 1 }
            if digit(at: next) {
                isInteger = false
                var exponent = 0
                while digit(at: next) {
                    exponent = min(exponent * 10 + Int(bytes[next] & 0xF), 100_000)
                    next += 1
                }
                digits.exponent += exponentNegative ? -exponent : exponent
                position = next
            }
        }
        let number = digits.value(isNegative: isNegative)
        if startsIdent(at: position) {
            let unit = consumeName()
            emit(.dimension, from: start, text: unit)
        } else if has(0x25, at: position) {
            position += 1
            emit(.percentage, from: start)
        } else {
            emit(.number, from: start)
        }
        tokens[tokens.count - 1].number = number
        tokens[tokens.count - 1].isInteger = isInteger
        tokens[tokens.count - 1].hasSign = hasSign
    }
}

/// A decimal number while it is read: exact for up to 19 digits, which is more than a double holds.
private struct DecimalDigits {
    var mantissa: UInt64 = 0
    var exponent = 0
    private var count = 0

    mutating func append(_ digit: UInt8, isFraction: Bool) {
        if count < 19 {
            mantissa = mantissa &* 10 &+ UInt64(digit)
            if mantissa != 0 { count += 1 }
            if isFraction { exponent -= 1 }
        } else if !isFraction {
            exponent += 1
        }
    }

    /// The nearest double, clamped to finite ones.
    func value(isNegative: Bool) -> Double {
        if mantissa == 0 { return isNegative ? -0.0 : 0 }
        var result: Double
        if mantissa < 1 << 53, exponent >= -22, exponent <= 22 {
            let power = DecimalDigits.powersOfTen[abs(exponent)]
            result = exponent < 0 ? Double(mantissa) / power : Double(mantissa) * power
        } else {
            result = Double("\(mantissa)e\(max(-400, min(400, exponent)))") ?? 0
        }
        if !result.isFinite { result = .greatestFiniteMagnitude }
        return isNegative ? -result : result
    }

    private static let powersOfTen: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ]
}
