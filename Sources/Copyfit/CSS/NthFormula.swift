/// `an+b` (https://www.w3.org/TR/css-syntax-3/#anb-microsyntax), read from its text.
struct NthFormula {
    var a: Int32
    var b: Int32

    init?(parsing text: String) {
        let bytes = Array(asciiLowercased(text).utf8)
        var index = 0
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 0x09 && byte <= 0x0D && byte != 0x0B) }
        func digits() -> Int32? {
            let start = index
            var value = 0
            while index < bytes.count, bytes[index] &- 0x30 < 10 {
                value = min(value * 10 + Int(bytes[index] & 0xF), Int(Int32.max))
                index += 1
            }
            return index > start ? Int32(clamping: value) : nil
        }
        if bytes.elementsEqual("even".utf8) { (a, b) = (2, 0); return }
        if bytes.elementsEqual("odd".utf8) { (a, b) = (2, 1); return }
        var isNegative = false
        if index < bytes.count, bytes[index] == 0x2B || bytes[index] == 0x2D {
            isNegative = bytes[index] == 0x2D
            index += 1
        }
        let first = digits()
        guard index < bytes.count, bytes[index] == 0x6E else {
            guard let first, index == bytes.count else { return nil }
            (a, b) = (0, isNegative ? -first : first)
            return
        }
        index += 1
        a = isNegative ? -(first ?? 1) : first ?? 1
        while index < bytes.count, isSpace(bytes[index]) { index += 1 }
        if index == bytes.count {
            b = 0
            return
        }
        guard bytes[index] == 0x2B || bytes[index] == 0x2D else { return nil }
        let isMinus = bytes[index] == 0x2D
        index += 1
        while index < bytes.count, isSpace(bytes[index]) { index += 1 }
        guard let second = digits(), index == bytes.count else { return nil }
        b = isMinus ? -second : second
    }

    /// Whether `position` (from 1) is a·n+b for some n ≥ 0.
    static func matches(a: Int32, b: Int32, position: Int) -> Bool {
        let distance = position - Int(b)
        if a == 0 { return distance == 0 }
        return distance % Int(a) == 0 && distance / Int(a) >= 0
    }
}
