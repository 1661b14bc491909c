/// Words of one UTF-16 unit, a space after them or not: most words of Chinese, Japanese and Korean, where each character is one.
///
/// A table of fixed size in which a word has one place; what comes later takes it. Keys are compared in full. What is not found here is
/// looked for as other words are.
struct CharacterWords: Sendable {
    private struct Entry {
        /// The word's key, with `fallbackBit` where fallback fonts count; 0 marks a free place.
        var key: UInt64 = 0
        var width: Float = 0
        var above: Int16 = 0
        var below: Int16 = 0
    }

    /// Made when the first word comes: pages in other scripts do without.
    private var entries: [Entry] = []
    private static let placeCount = 1 << 13
    private static let fallbackBit: UInt64 = 1 << 63

    /// The bytes it holds.
    var byteCount: Int { entries.count &* MemoryLayout<Entry>.stride }

    @inline(__always) private static func key(_ unit: UInt16, beforeSpace: Bool, style: UInt32) -> UInt64 {
        UInt64(style) &<< 17 | (beforeSpace ? 1 &<< 16 : 0) | UInt64(unit)
    }

    /// Neighbours in a block of characters have neighbouring places.
    @inline(__always) private static func place(_ key: UInt64) -> Int {
        Int(truncatingIfNeeded: (key &+ (key &>> 16) &* 0x9E5) & UInt64(placeCount &- 1))
    }

    @inline(__always) func find(_ unit: UInt16, beforeSpace: Bool, style: UInt32) -> MeasuredWord? {
        entries.withUnsafeBufferPointer { entries in
            guard !entries.isEmpty else { return nil }
            let key = Self.key(unit, beforeSpace: beforeSpace, style: style)
            let entry = entries[Self.place(key)]
            guard entry.key & ~Self.fallbackBit == key else { return nil }
            return MeasuredWord(width: entry.width, above: entry.above, below: entry.below, usesFallback: entry.key != key)
        }
    }

    mutating func insert(_ unit: UInt16, beforeSpace: Bool, style: UInt32, _ word: MeasuredWord) {
        if entries.isEmpty { entries = Array(repeating: Entry(), count: Self.placeCount) }
        let key = Self.key(unit, beforeSpace: beforeSpace, style: style)
        entries[Self.place(key)] = Entry(key: word.usesFallback ? key | Self.fallbackBit : key, width: word.width, above: word.above, below: word.below)
    }
}
