/// Comparisons of stretches of bytes, as they are or with ASCII letters folded.
enum ByteComparison {
    private static let seed = UInt64.random(in: .min ... .max)

    /// A hash of bytes, eight at a time; another one in every process, so that pages cannot aim at it.
    static func hash(_ bytes: [UInt8]) -> Int {
        bytes.withUnsafeBytes { bytes in
            var hash = seed ^ UInt64(truncatingIfNeeded: bytes.count)
            func mix(_ word: UInt64) {
                let (high, low) = (hash ^ word).multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
                hash = high ^ low ^ (word >> 7)
            }
            var index = 0
            while index &+ 8 <= bytes.count {
                mix(bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
                index &+= 8
            }
            var rest: UInt64 = 0
            while index < bytes.count {
                rest = rest << 8 | UInt64(bytes[index])
                index &+= 1
            }
            mix(rest)
            mix(seed)
            return Int(truncatingIfNeeded: hash)
        }
    }

    /// Whether two arrays hold the same bytes, compared eight at a time.
    static func isSame(_ a: [UInt8], _ b: [UInt8]) -> Bool {
        guard a.count == b.count else { return false }
        return a.withUnsafeBytes { a in
            b.withUnsafeBytes { b in
                var index = 0
                while index &+ 8 <= a.count {
                    if a.loadUnaligned(fromByteOffset: index, as: UInt64.self) != b.loadUnaligned(fromByteOffset: index, as: UInt64.self) { return false }
                    index &+= 8
                }
                while index < a.count {
                    if a[index] != b[index] { return false }
                    index &+= 1
                }
                return true
            }
        }
    }

    @inline(__always) private static func folded(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

    static func equal(_ a: [UInt8], _ aStart: Int, _ b: [UInt8], _ bStart: Int, count: Int, folding: Bool) -> Bool {
        var offset = 0
        while offset < count {
            let x = a[aStart + offset], y = b[bStart + offset]
            if x != y, !folding || folded(x) != folded(y) { return false }
            offset += 1
        }
        return true
    }

    /// Whether `pattern` occurs in the text; linear time by Knuth, Morris and Pratt.
    static func contains(
        _ text: [UInt8], _ start: Int, _ count: Int, _ pattern: [UInt8], _ patternStart: Int, _ patternCount: Int, folding: Bool
    ) -> Bool {
        func byte(_ source: [UInt8], _ index: Int) -> UInt8 { folding ? folded(source[index]) : source[index] }
        if patternCount > count { return false }
        var borders = [Int](repeating: 0, count: patternCount)
        var length = 0
        var index = 1
        while index < patternCount {
            while length > 0, byte(pattern, patternStart + index) != byte(pattern, patternStart + length) { length = borders[length - 1] }
            if byte(pattern, patternStart + index) == byte(pattern, patternStart + length) { length += 1 }
            borders[index] = length
            index += 1
        }
        length = 0
        for position in start..<start + count {
            while length > 0, byte(text, position) != byte(pattern, patternStart + length) { length = borders[length - 1] }
            if byte(text, position) == byte(pattern, patternStart + length) { length += 1 }
            if length == patternCount { return true }
        }
        return false
    }
}
