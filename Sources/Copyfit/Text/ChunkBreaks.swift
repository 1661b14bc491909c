/// Where lines may break in a short stretch of text: a bit for each UTF-16 index, from its start.
struct ChunkBreaks: WordValue {
    static let capacity = 256
    private var bits = SIMD4<UInt64>()

    init() {}

    /// Of a stretch of at most eight units.
    @inline(__always) init(first: UInt8) { bits.x = UInt64(first) }
    var firstEight: UInt8 { UInt8(truncatingIfNeeded: bits.x) }

    mutating func insert(_ index: Int) { bits[index >> 6] |= 1 << UInt64(index & 63) }

    /// The first break at or after an index.
    @inline(__always) func first(from index: Int) -> Int? {
        if index < 64 {
            let rest = bits.x & (UInt64.max &<< UInt64(index))
            if rest != 0 { return rest.trailingZeroBitCount }
        }
        return firstInLater(from: max(index, 64))
    }

    private func firstInLater(from index: Int) -> Int? {
        var word = index &>> 6
        guard word < 4 else { return nil }
        var rest = bits[word] & (UInt64.max &<< UInt64(index & 63))
        while rest == 0 {
            word &+= 1
            guard word < 4 else { return nil }
            rest = bits[word]
        }
        return word &* 64 &+ rest.trailingZeroBitCount
    }
}

/// The breaks of short chunks, as a comma between two ideographs: a table of fixed size in which a chunk has one place, and what comes later
/// takes it.
struct ShortChunks: ~Copyable {
    static let longest = 6

    /// All that the breaks of a chunk depend on.
    struct Key: Equatable {
        private var high: UInt64 = 0
        private var low: UInt64

        /// `locale`: as `LineLocale.number`.
        @inline(__always) init(locale: UInt32, count: Int) { low = UInt64(locale) &<< 3 | UInt64(truncatingIfNeeded: count) }

        @inline(__always) mutating func append(_ kind: UInt16) {
            high = high &<< 16 | low &>> 48
            low = low &<< 16 | UInt64(kind)
        }

        @inline(__always) fileprivate var place: Int { Int(truncatingIfNeeded: ((low ^ high &<< 7) &* 0x9E37_79B9_7F4A_7C15) &>> 56) }
    }

    private let entries: UnsafeMutablePointer<(key: Key, breaks: UInt8)>

    init() {
        entries = .allocate(capacity: 256)
        entries.initialize(repeating: (Key(locale: 0, count: 0), 0), count: 256)
    }

    deinit { entries.deallocate() }

    @inline(__always) func find(_ key: Key) -> ChunkBreaks? {
        let entry = entries + key.place
        return entry.pointee.key == key ? ChunkBreaks(first: entry.pointee.breaks) : nil
    }

    func insert(_ key: Key, _ breaks: ChunkBreaks) { entries[key.place] = (key, breaks.firstEight) }
}
