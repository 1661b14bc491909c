private import Glibc

/// Words of up to 15 Latin-1 characters, as most words of European languages are, with the space they are measured before.
///
/// A table of fixed size in which a word has two places; what comes later pushes the first word to the second place and that one out. Keys hold
/// the whole word. What is not found here is looked for as other words are.
struct ShortWords: ~Copyable {
    /// A word in two machine words: a byte a character, the count in the last one. Never 0.
    struct Key: Equatable {
        fileprivate var low: UInt64
        fileprivate var high: UInt64

        /// How many UTF-16 units must be readable from a word's start on.
        static let readableCount = 16
        static let longest = 15

        /// Nil where a character is beyond Latin-1.
        /// - Parameter count: 1 to 15 UTF-16 units.
        @inline(__always) init?(_ word: UnsafePointer<UInt16>, count: Int) {
            guard let first = LatinOctet(word, count: min(count, 8)) else { return nil }
            low = first.bytes
            high = UInt64(truncatingIfNeeded: count) &<< 56
            if count > 8 {
                guard let second = LatinOctet(word + 8, count: count &- 8) else { return nil }
                high |= second.bytes
            }
        }

        @inline(__always) fileprivate func place(_ style: UInt32) -> Int {
            let hash = (low ^ UInt64(style) &* 0x9E37_79B9_7F4A_7C15) &* 0xA076_1D64_78BD_642F
            return Int(truncatingIfNeeded: ((hash ^ hash &>> 32 ^ high) &* 0xE703_7ED1_A0B4_28DB) &>> 51)
        }
    }

    private struct Entry {
        var key: Key
        var style: UInt32
        /// CSS px, spacing included.
        var width: Float
    }

    private static let placeCount = 1 << 13
    /// Zeros at first, which are nobody's key. Nil where there is no memory.
    private let entries: UnsafeMutablePointer<Entry>?

    init() {
        // Zeros from the system cost nothing until they are looked at.
        entries = calloc(Self.placeCount, MemoryLayout<Entry>.stride)?.bindMemory(to: Entry.self, capacity: Self.placeCount)
    }

    deinit { free(entries) }

    @inline(__always) func find(_ key: Key, style: UInt32) -> Float? {
        guard let entries else { return nil }
        let place = key.place(style)
        if entries[place].key == key, entries[place].style == style { return entries[place].width }
        let other = entries + (place ^ 1)
        return other.pointee.key == key && other.pointee.style == style ? other.pointee.width : nil
    }

    func insert(_ key: Key, style: UInt32, width: Float) {
        guard let entries else { return }
        let place = key.place(style)
        entries[place ^ 1] = entries[place]
        entries[place] = Entry(key: key, style: style, width: width)
    }
}
