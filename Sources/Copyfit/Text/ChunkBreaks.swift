/// Where lines may break in a short stretch of text: a bit for each UTF-16 index, from its start.
struct ChunkBreaks: WordValue {
    static let capacity = 256
    private var bits = SIMD4<UInt64>()

    init() {}

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

/// The breaks of the shortest chunks, as a comma between two ideographs: a table of fixed size in which a chunk has one place, and what comes
/// later takes it.
struct ShortChunks: ~Copyable {
    static let longest = 3

    /// All that the breaks of a chunk depend on.
    struct Key {
        fileprivate var bits: UInt64

        /// `locale`: as `TextScratch.localeNumber`, from 1 on and below 2¹⁴.
        @inline(__always) init(locale: UInt32, count: Int) { bits = UInt64(locale) &<< 2 | UInt64(truncatingIfNeeded: count) }

        @inline(__always) mutating func append(_ kind: UInt16) { bits = bits &<< 16 | UInt64(kind) }

        @inline(__always) fileprivate var place: Int { Int(truncatingIfNeeded: (bits &* 0x9E37_79B9_7F4A_7C15) &>> 56) }
    }

    private let entries: UnsafeMutablePointer<(key: UInt64, breaks: ChunkBreaks)>

    init() {
        entries = .allocate(capacity: 256)
        entries.initialize(repeating: (0, ChunkBreaks()), count: 256)
    }

    deinit { entries.deallocate() }

    @inline(__always) func find(_ key: Key) -> ChunkBreaks? {
        let entry = entries + key.place
        return entry.pointee.key == key.bits ? entry.pointee.breaks : nil
    }

    func insert(_ key: Key, _ breaks: ChunkBreaks) { entries[key.place] = (key.bits, breaks) }
}
