/// A measured word.
struct MeasuredWord: Hashable, Sendable {
    /// CSS px, spacing included.
    var width: Float
    /// Normal line height extents of fallback fonts in px; both 0 where only the primary font counts.
    var above: Int16 = 0
    var below: Int16 = 0
    var usesFallback = false
}

/// Words by style key and text: an open-addressing table with its keys in one array.
///
/// Keys are compared in full; a hash alone never answers.
struct WordTable: Sendable {
    private struct Entry {
        var hash: UInt64
        /// 0 marks a free place.
        var style: UInt32
        var textStart: UInt32
        var textCount: UInt32
        var width: Float
        var above: Int16
        var below: Int16
        var usesFallback: Bool
    }

    private var entries: [Entry]
    private var text: [UInt16] = []
    private(set) var count = 0

    init(capacity: Int = 256) {
        entries = Array(repeating: Self.free, count: capacity)
    }

    private static let free = Entry(hash: 0, style: 0, textStart: 0, textCount: 0, width: 0, above: 0, below: 0, usesFallback: false)

    /// The bytes it holds.
    var byteCount: Int { entries.count &* MemoryLayout<Entry>.stride &+ text.count &* 2 }

    /// A 64-bit hash of a word under a style key.
    @inline(__always) static func hash(_ word: UnsafeBufferPointer<UInt16>, style: UInt32) -> UInt64 {
        var hash = UInt64(style) &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(truncatingIfNeeded: word.count)
        guard let base = word.baseAddress else { return hash }
        let bytes = UnsafeRawPointer(base)
        var offset = 0
        let length = word.count &* 2
        while offset &+ 8 <= length {
            hash = mix(hash ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            offset &+= 8
        }
        var rest: UInt64 = 0
        while offset < length {
            rest = rest << 16 | UInt64(bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
            offset &+= 2
        }
        return mix(hash ^ rest ^ 0x2545_F491_4F6C_DD1D)
    }

    @inline(__always) private static func mix(_ value: UInt64) -> UInt64 {
        let (high, low) = value.multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
        return high ^ low ^ value &>> 32
    }

    @inline(__always) func find(_ word: UnsafeBufferPointer<UInt16>, style: UInt32, hash: UInt64) -> MeasuredWord? {
        let mask = entries.count &- 1
        var place = Int(truncatingIfNeeded: hash) & mask
        while entries[place].style != 0 {
            if entries[place].hash == hash, entries[place].style == style, Int(entries[place].textCount) == word.count,
                equals(word, at: Int(entries[place].textStart))
            {
                let entry = entries[place]
                return MeasuredWord(width: entry.width, above: entry.above, below: entry.below, usesFallback: entry.usesFallback)
            }
            place = (place &+ 1) & mask
        }
        return nil
    }

    @inline(__always) private func equals(_ word: UnsafeBufferPointer<UInt16>, at start: Int) -> Bool {
        text.withUnsafeBufferPointer { text in
            for index in 0..<word.count where text[start &+ index] != word[index] { return false }
            return true
        }
    }

    /// Adds a word that is not in the table.
    mutating func insert(_ word: UnsafeBufferPointer<UInt16>, style: UInt32, hash: UInt64, _ measured: MeasuredWord) {
        if count &* 2 >= entries.count { grow() }
        let entry = Entry(
            hash: hash, style: style, textStart: UInt32(truncatingIfNeeded: text.count), textCount: UInt32(truncatingIfNeeded: word.count),
            width: measured.width, above: measured.above, below: measured.below, usesFallback: measured.usesFallback)
        text.append(contentsOf: word)
        place(entry)
        count &+= 1
    }

    private mutating func place(_ entry: Entry) {
        let mask = entries.count &- 1
        var place = Int(truncatingIfNeeded: entry.hash) & mask
        while entries[place].style != 0 { place = (place &+ 1) & mask }
        entries[place] = entry
    }

    private mutating func grow() {
        let old = entries
        entries = Array(repeating: Self.free, count: old.count &* 2)
        for entry in old where entry.style != 0 { place(entry) }
    }
}

/// Two tables that bound a cache: when the young one is full it becomes the old one, and the old one's unused words are gone.
struct WordGenerations: Sendable {
    private var young = WordTable()
    private var old = WordTable(capacity: 16)
    private let byteLimit: Int

    init(byteLimit: Int) { self.byteLimit = max(byteLimit, 1 << 14) }

    var byteCount: Int { young.byteCount &+ old.byteCount }
    var count: Int { young.count &+ old.count }

    @inline(__always) mutating func find(_ word: UnsafeBufferPointer<UInt16>, style: UInt32, hash: UInt64) -> MeasuredWord? {
        if let found = young.find(word, style: style, hash: hash) { return found }
        guard old.count > 0, let found = old.find(word, style: style, hash: hash) else { return nil }
        insert(word, style: style, hash: hash, found)
        return found
    }

    mutating func insert(_ word: UnsafeBufferPointer<UInt16>, style: UInt32, hash: UInt64, _ measured: MeasuredWord) {
        // A table doubles when half full: stay below the limit with both.
        if young.byteCount &* 2 > byteLimit {
            old = young
            young = WordTable()
        }
        young.insert(word, style: style, hash: hash, measured)
    }
}
