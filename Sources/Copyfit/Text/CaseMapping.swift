private import CICU

/// Upper and lower case of UTF-16 text, by language.
enum CaseMapping {
    static func hasUpperCase(_ text: UnsafeBufferPointer<UInt16>, at index: Int) -> Bool {
        let value = codePoint(text, at: index, limit: text.count).value
        if value < 0x80 { return value &- 0x61 < 26 }
        let point = Int32(bitPattern: value)
        return value == 0xDF || shim_u_toupper(point) != point
    }

    /// Cuts a stretch of text where letters that have capitals begin or end, as synthesized small capitals are shaped: hands each part to
    /// `body`, and whether its letters have capitals.
    static func eachRun(of text: UnsafeBufferPointer<UInt16>, in range: Range<Int>, _ body: (Range<Int>, Bool) -> Void) {
        var start = range.lowerBound
        while start < range.upperBound {
            let hasCapitals = hasUpperCase(text, at: start)
            var end = start + codePoint(text, at: start, limit: range.upperBound).count
            while end < range.upperBound, hasUpperCase(text, at: end) == hasCapitals { end += codePoint(text, at: end, limit: range.upperBound).count }
            body(start..<end, hasCapitals)
            start = end
        }
    }

    static func upperCased(_ text: UnsafeBufferPointer<UInt16>, locale: String) -> [UInt16] {
        map(text) { shim_u_strToUpper($0, $1, text.baseAddress, Int32(truncatingIfNeeded: text.count), locale, &$2) }
    }

    static func lowerCased(_ text: UnsafeBufferPointer<UInt16>, locale: String) -> [UInt16] {
        map(text) { shim_u_strToLower($0, $1, text.baseAddress, Int32(truncatingIfNeeded: text.count), locale, &$2) }
    }

    /// Writes the title case of the character at `index` to another place, if it is as long as the character.
    static func titleCase(_ text: UnsafeBufferPointer<UInt16>, at index: Int, into result: inout [UInt16], at place: Int) {
        let (value, count) = codePoint(text, at: index, limit: text.count)
        let title = UInt32(bitPattern: shim_u_totitle(Int32(bitPattern: value)))
        guard title != value, place + count <= result.count, (title > 0xFFFF) == (count == 2) else { return }
        if count == 1 {
            result[place] = UInt16(truncatingIfNeeded: title)
        } else {
            result[place] = 0xD800 | UInt16(truncatingIfNeeded: (title &- 0x10000) >> 10)
            result[place + 1] = 0xDC00 | UInt16(truncatingIfNeeded: title & 0x3FF)
        }
    }

    private static func map(
        _ text: UnsafeBufferPointer<UInt16>, _ call: (UnsafeMutablePointer<UInt16>?, Int32, inout UErrorCode) -> Int32
    ) -> [UInt16] {
        var capacity = text.count + 16
        for _ in 0..<2 {
            var needed = 0
            let mapped = [UInt16](unsafeUninitializedCapacity: capacity) { buffer, count in
                var status = U_ZERO_ERROR
                needed = Int(call(buffer.baseAddress, Int32(truncatingIfNeeded: capacity), &status))
                count = shim_U_FAILURE(status) == 0 ? min(needed, capacity) : 0
            }
            if needed <= capacity { return mapped.isEmpty ? Array(text) : mapped }
            capacity = needed
        }
        return Array(text)
    }
}
