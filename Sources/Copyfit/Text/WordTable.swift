/// A measured word.
struct MeasuredWord: Hashable, WordValue {
    /// CSS px, spacing included.
    var width: Float = 0
    /// Normal line height extents of fallback fonts in px; both 0 where only the primary font counts.
    var above: Int16 = 0
    var below: Int16 = 0
    var usesFallback = false
}

/// What a table of words holds for each; made without arguments it fills free places.
protocol WordValue: BitwiseCopyable, Sendable { init() }

/// Hashes and compares words of UTF-16 units eight bytes at a time.
enum WordHash {
    /// A 64-bit hash of a word under a style key.
    @inline(__always) static func of(_ word: UnsafeBufferPointer<UInt16>, style: UInt32) -> UInt64 {
        let seed = UInt64(style) &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(truncatingIfNeeded: word.count)
        guard let base = word.baseAddress, word.count > 0 else { return seed }
        let bytes = UnsafeRawPointer(base)
        let length = word.count &* 2
        guard length >= 8 else {
            // One to three units: first, middle and last are all of them.
            let last = word.count &- 1
            let units = UInt64(word[0]) | UInt64(word[word.count &>> 1]) << 16 | UInt64(word[last]) << 32
            return mix(seed ^ units ^ 0x2545_F491_4F6C_DD1D)
        }
        var hash = seed
        var offset = 0
        while offset &+ 8 < length {
            hash = mix(hash ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            offset &+= 8
        }
        return mix(hash ^ bytes.loadUnaligned(fromByteOffset: length &- 8, as: UInt64.self) ^ 0x2545_F491_4F6C_DD1D)
    }

    @inline(__always) private static func mix(_ value: UInt64) -> UInt64 {
        let (high, low) = value.multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
        return high ^ low ^ value &>> 32
    }

    /// Whether two stretches of `count` units are equal.
    @inline(__always) static func areEqual(_ a: UnsafePointer<UInt16>, _ b: UnsafePointer<UInt16>, count: Int) -> Bool {
        if count < 4 {
            var index = 0
            while index < count {
                if a[index] != b[index] { return false }
                index &+= 1
            }
            return true
        }
        let left = UnsafeRawPointer(a), right = UnsafeRawPointer(b)
        let last = count &* 2 &- 8
        var offset = 0
        while offset < last {
            if left.loadUnaligned(fromByteOffset: offset, as: UInt64.self) != right.loadUnaligned(fromByteOffset: offset, as: UInt64.self) { return false }
            offset &+= 8
        }
        return left.loadUnaligned(fromByteOffset: last, as: UInt64.self) == right.loadUnaligned(fromByteOffset: last, as: UInt64.self)
    }
}

/// Words by style key and text: an open-addressing table with its keys in one array.
///
/// Keys are compared in full; a hash alone never answers.
struct WordTable<Value: WordValue>: Sendable {
    private struct Entry {
        var hash: UInt64
        /// 0 marks a free place.
        var style: UInt32
        var textStart: UInt32
        var textCount: UInt32
        var value: Value

        static var free: Entry { Entry(hash: 0, style: 0, textStart: 0, textCount: 0, value: Value()) }
    }

    private var entries: [Entry]
    private var text: [UInt16] = []
    private(set) var count = 0

    init(capacity: Int = 256) {
        entries = Array(repeating: Entry.free, count: capacity)
    }

    /// The bytes it holds.
    var byteCount: Int { entries.count &* MemoryLayout<Entry>.stride &+ text.count &* 2 }
    /// The next word makes it grow.
    @inline(__always) var isFull: Bool { count &* 2 >= entries.count }
    /// The bytes it would hold then.
    var byteCountAfterGrowth: Int { byteCount &+ entries.count &* MemoryLayout<Entry>.stride }

    /// Forgets all words and keeps the room.
    mutating func removeAll() {
        entries.withUnsafeMutableBufferPointer { $0.update(repeating: Entry.free) }
        text.removeAll(keepingCapacity: true)
        count = 0
    }

    @inline(__always) func find(_ word: UnsafeBufferPointer<UInt16>, style: UInt32, hash: UInt64) -> Value? {
        guard let wanted = word.baseAddress else { return nil }
        return entries.withUnsafeBufferPointer { entries in
            let mask = entries.count &- 1
            var place = Int(truncatingIfNeeded: hash) & mask
            while entries[place].style != 0 {
                if entries[place].hash == hash, entries[place].style == style, Int(entries[place].textCount) == word.count,
                    equals(wanted, word.count, at: Int(entries[place].textStart))
                {
                    return entries[place].value
                }
                place = (place &+ 1) & mask
            }
            return nil
        }
    }

    @inline(__always) private func equals(_ word: UnsafePointer<UInt16>, _ count: Int, at start: Int) -> Bool {
        text.withUnsafeBufferPointer { text in
            guard let base = text.baseAddress else { return false }
            return WordHash.areEqual(base + start, word, count: count)
        }
    }

    /// Adds a word that is not in the table.
    mutating func insert(_ word: UnsafeBufferPointer<UInt16>, style: UInt32, hash: UInt64, _ value: Value) {
        if isFull { grow() }
        let entry = Entry(
            hash: hash, style: style, textStart: UInt32(truncatingIfNeeded: text.count), textCount: UInt32(truncatingIfNeeded: word.count), value: value)
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
        entries = Array(repeating: Entry.free, count: old.count &* 2)
        for entry in old where entry.style != 0 { place(entry) }
    }
}

/// Two tables that bound a cache: when the young one is full it becomes the old one, and the old one's unused words are gone.
struct WordGenerations<Value: WordValue>: Sendable {
    private var young = WordTable<Value>()
    private var old = WordTable<Value>(capacity: 16)
    private let byteLimit: Int

    init(byteLimit: Int) { self.byteLimit = max(byteLimit, 1 << 14) }

    var byteCount: Int { young.byteCount &+ old.byteCount }
    var count: Int { young.count &+ old.count }

    @inline(__always) mutating func find(_ word: UnsafeBufferPointer<UInt16>, style: UInt32, hash: UInt64) -> Value? {
        if let found = young.find(word, style: style, hash: hash) { return found }
        guard old.count > 0, let found = old.find(word, style: style, hash: hash) else { return nil }
        insert(word, style: style, hash: hash, found)
        return found
    }

    mutating func insert(_ word: UnsafeBufferPointer<UInt16>, style: UInt32, hash: UInt64, _ value: Value) {
        // A table doubles when half full: stay below the limit with both. The room of the old words is the new ones'.
        if young.isFull, young.byteCountAfterGrowth &* 2 > byteLimit {
            swap(&young, &old)
            young.removeAll()
        }
        young.insert(word, style: style, hash: hash, value)
    }
}
