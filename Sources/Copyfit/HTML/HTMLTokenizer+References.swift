extension HTMLTokenizer {
    /// A decoded character reference.
    struct DecodedReference {
        var first: UInt32
        /// 0 where it is one scalar.
        var second: UInt32 = 0
        /// The offset after it in the source.
        var end: Int
    }

    /// The reference that the `&` at `start` begins; nil where it is just an ampersand
    /// (https://html.spec.whatwg.org/#character-reference-state).
    func characterReference(at start: Int, inAttribute: Bool) -> DecodedReference? {
        guard start + 1 < count else { return nil }
        if source[start + 1] == UInt8(ascii: "#") { return numericReference(at: start) }
        var end = start + 1
        let limit = min(count, start + 2 + NamedReferences.longestName)
        while end < limit, source[end].isAlphanumeric { end += 1 }
        let length = end - start - 1
        guard length > 0 else { return nil }
        let name = UnsafeBufferPointer(start: source + start + 1, count: length)
        let table = NamedReferences.shared
        if end < count, source[end] == UInt8(ascii: ";"), let reference = table.find(name) {
            return DecodedReference(first: reference.first, second: reference.second, end: end + 1)
        }
        // Without a semicolon the longest known beginning counts.
        var prefix = min(length, NamedReferences.longestLegacyName)
        while prefix >= 2 {
            if let reference = table.find(UnsafeBufferPointer(rebasing: name[..<prefix])), !reference.needsSemicolon {
                let after = start + 1 + prefix
                if inAttribute, after < count, source[after] == .equals || source[after].isAlphanumeric { return nil }
                return DecodedReference(first: reference.first, second: reference.second, end: after)
            }
            prefix -= 1
        }
        return nil
    }

    private func numericReference(at start: Int) -> DecodedReference? {
        var index = start + 2
        let isHexadecimal = index < count && source[index] | 0x20 == UInt8(ascii: "x")
        if isHexadecimal { index += 1 }
        let firstDigit = index
        var value: UInt32 = 0
        while index < count, let digit = HTMLTokenizer.hexValue(source[index]), isHexadecimal || digit < 10 {
            // Beyond the last scalar it does not matter how far.
            value = min(value &* (isHexadecimal ? 16 : 10) &+ UInt32(digit), 0x11_0000)
            index += 1
        }
        guard index > firstDigit else { return nil }
        if index < count, source[index] == UInt8(ascii: ";") { index += 1 }
        return DecodedReference(first: HTMLTokenizer.scalar(ofNumber: value), end: index)
    }

    static func hexValue(_ byte: UInt8) -> UInt8? {
        if byte.isDigit { return byte &- 0x30 }
        let letter = (byte | 0x20) &- 0x61
        return letter < 6 ? letter &+ 10 : nil
    }

    /// The scalar a numeric reference stands for: windows-1252 for the C1 controls, U+FFFD for what is none.
    private static func scalar(ofNumber number: UInt32) -> UInt32 {
        switch number {
        case 0, 0xD800...0xDFFF, 0x11_0000...: return 0xFFFD
        case 0x80...0x9F: return windows1252[Int(number - 0x80)]
        default: return number
        }
    }

    private static let windows1252: [UInt32] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D, 0x8F,
        0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
    ]
}

extension [UInt8] {
    /// Appends a scalar value as UTF-8.
    mutating func append(scalar: UInt32) {
        func tail(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: 0x80 | ((scalar >> shift) & 0x3F)) }
        if scalar < 0x80 {
            append(UInt8(truncatingIfNeeded: scalar))
        } else if scalar < 0x800 {
            append(UInt8(truncatingIfNeeded: 0xC0 | (scalar >> 6)))
            append(tail(0))
        } else if scalar < 0x1_0000 {
            append(UInt8(truncatingIfNeeded: 0xE0 | (scalar >> 12)))
            append(tail(6))
            append(tail(0))
        } else {
            append(UInt8(truncatingIfNeeded: 0xF0 | (scalar >> 18)))
            append(tail(12))
            append(tail(6))
            append(tail(0))
        }
    }
}
