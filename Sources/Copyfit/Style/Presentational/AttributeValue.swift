/// The microsyntaxes of presentational attributes (https://html.spec.whatwg.org/#common-microsyntaxes), read from a document's bytes.
struct AttributeValue {
    let bytes: ArraySlice<UInt8>

    init(_ range: ByteRange, in document: Document) {
        bytes = document.bytes[Int(range.start)..<Int(range.start) + Int(range.count)]
    }

    /// Whether it is `word` (in lower case), ASCII case-insensitively.
    func `is`(_ word: StaticString) -> Bool {
        guard bytes.count == word.utf8CodeUnitCount else { return false }
        var index = bytes.startIndex
        for offset in 0..<word.utf8CodeUnitCount {
            let byte = bytes[index]
            if (byte &- 0x41 < 26 ? byte | 0x20 : byte) != word.utf8Start[offset] { return false }
            index += 1
        }
        return true
    }

    var isEmpty: Bool { bytes.isEmpty }
    var string: String { String(decoding: bytes, as: UTF8.self) }

    /// The place after white space at the start.
    private var contentStart: Int { bytes.firstIndex { !isHTMLSpace($0) } ?? bytes.endIndex }

    static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    /// https://html.spec.whatwg.org/#rules-for-parsing-dimension-values
    var dimension: Declaration? {
        var index = contentStart
        if index < bytes.endIndex, bytes[index] == 0x2B { index += 1 }
        guard index < bytes.endIndex, AttributeValue.isDigit(bytes[index]) else { return nil }
        var value = 0.0
        while index < bytes.endIndex, AttributeValue.isDigit(bytes[index]) {
            value = min(value * 10 + Double(bytes[index] &- 0x30), 1e9)
            index += 1
        }
        if index + 1 < bytes.endIndex, bytes[index] == 0x2E, AttributeValue.isDigit(bytes[index + 1]) {
            index += 1
            var scale = 0.1
            while index < bytes.endIndex, AttributeValue.isDigit(bytes[index]) {
                value += Double(bytes[index] &- 0x30) * scale
                scale /= 10
                index += 1
            }
        }
        if index < bytes.endIndex, bytes[index] == 0x25 { return .percent(value) }
        // A relative length (`2*`) was never supported.
        if index < bytes.endIndex, bytes[index] == 0x2A { return nil }
        return .px(value)
    }

    var nonzeroDimension: Declaration? { dimension.flatMap { $0.value == 0 ? nil : $0 } }

    /// https://html.spec.whatwg.org/#rules-for-parsing-integers
    var integer: Int? {
        var index = contentStart
        var isNegative = false
        if index < bytes.endIndex, bytes[index] == 0x2B || bytes[index] == 0x2D {
            isNegative = bytes[index] == 0x2D
            index += 1
        }
        guard index < bytes.endIndex, AttributeValue.isDigit(bytes[index]) else { return nil }
        var value = 0
        while index < bytes.endIndex, AttributeValue.isDigit(bytes[index]) {
            value = min(value * 10 + Int(bytes[index] &- 0x30), 1_000_000_000)
            index += 1
        }
        return isNegative ? -value : value
    }

    var nonnegativeInteger: Int? { integer.flatMap { $0 >= 0 ? $0 : nil } }

    /// `<font size>` (https://html.spec.whatwg.org/#rules-for-parsing-a-legacy-font-size): the keyword of `font-size`, 2…8.
    var fontSizeKeyword: UInt8? {
        var index = contentStart
        guard index < bytes.endIndex else { return nil }
        var mode: UInt8 = 0
        if bytes[index] == 0x2B || bytes[index] == 0x2D {
            mode = bytes[index]
            index += 1
        }
        guard index < bytes.endIndex, AttributeValue.isDigit(bytes[index]) else { return nil }
        var value = 0
        while index < bytes.endIndex, AttributeValue.isDigit(bytes[index]) {
            value = min(value * 10 + Int(bytes[index] &- 0x30), 1000)
            index += 1
        }
        if mode == 0x2B { value = 3 + value }
        if mode == 0x2D { value = 3 - value }
        return UInt8(max(1, min(7, value))) + 1
    }
}
