/// The name of an element or attribute as a small number: equal names have equal numbers within a document.
///
/// Names that some stage asks for are constants (`Name.table`); others are numbered by the document's `NameTable`.
package struct Name: RawRepresentable, Hashable, Sendable {
    package var rawValue: UInt32
    @inline(__always) package init(rawValue: UInt32) { self.rawValue = rawValue }
    /// No name: that of nodes which are not elements.
    package static let none = Name(rawValue: .max)
    @inline(__always) package static func == (a: Name, b: Name) -> Bool { a.rawValue == b.rawValue }
}

/// The spellings of the names in a document: the known ones and those met while parsing.
///
/// A name is looked up by its bytes, without making a `String`: names of up to 16 bytes, which all known ones are, are one or two
/// words that hash and compare at once.
package struct NameTable: Sendable {
    /// The spellings of the added names, one after the other.
    private var bytes: [UInt8] = []
    private var added: [Entry] = []
    /// Indices in `added` by hash, `UInt32.max` where free; a power of two long, at most half full.
    private var slots: [UInt32] = []

    private struct Entry: Sendable {
        var key: NameKey
        var start: UInt32
        var count: UInt32
    }

    package init() {}

    /// The number of `spelling`, which is case-sensitive; a new one when it was not met before.
    package mutating func name(_ spelling: String) -> Name {
        var spelling = spelling
        return spelling.withUTF8 { name(utf8: $0) }
    }

    /// The number of the name with these bytes (UTF-8, case-sensitive); a new one when it was not met before.
    package mutating func name(utf8: UnsafeBufferPointer<UInt8>) -> Name {
        name(key: NameKey(utf8), utf8: utf8)
    }

    /// As `name(utf8:)`, for a caller that has the key already.
    @inline(__always) mutating func name(key: NameKey, utf8: UnsafeBufferPointer<UInt8>) -> Name {
        if let known = KnownNames.shared.find(key) { return known }
        return addedName(key, utf8)
    }

    @inline(never) private mutating func addedName(_ key: NameKey, _ utf8: UnsafeBufferPointer<UInt8>) -> Name {
        if let index = findAdded(key, utf8) { return Name(rawValue: UInt32(Name.known.count + index)) }
        if (added.count + 1) * 2 > slots.count { grow() }
        let index = added.count
        added.append(Entry(key: key, start: UInt32(truncatingIfNeeded: bytes.count), count: UInt32(truncatingIfNeeded: utf8.count)))
        bytes.append(contentsOf: utf8)
        insert(index)
        return Name(rawValue: UInt32(Name.known.count + index))
    }

    /// The number of `spelling`, or nil when neither known nor met: then no node has it.
    package func find(_ spelling: String) -> Name? {
        var spelling = spelling
        return spelling.withUTF8 { utf8 in
            let key = NameKey(utf8)
            if let known = KnownNames.shared.find(key) { return known }
            return findAdded(key, utf8).map { Name(rawValue: UInt32(Name.known.count + $0)) }
        }
    }

    package func spelling(of name: Name) -> String {
        let index = Int(name.rawValue)
        if index < Name.known.count { return "\(Name.known[index])" }
        guard index - Name.known.count < added.count else { return "" }
        let entry = added[index - Name.known.count]
        return String(decoding: bytes[Int(entry.start)..<Int(entry.start + entry.count)], as: UTF8.self)
    }

    /// Whether there are names beside the known ones.
    package var hasAddedNames: Bool { !added.isEmpty }

    /// How many names there are: their numbers are below it.
    package var count: Int { Name.known.count + added.count }

    private func findAdded(_ key: NameKey, _ utf8: UnsafeBufferPointer<UInt8>) -> Int? {
        guard !slots.isEmpty else { return nil }
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: key.hash) & mask
        while slots[slot] != .max {
            let entry = added[Int(slots[slot])]
            if entry.key == key, entry.count == utf8.count, key.isWhole || isEqual(entry, utf8) { return Int(slots[slot]) }
            slot = (slot + 1) & mask
        }
        return nil
    }

    private func isEqual(_ entry: Entry, _ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes[Int(entry.start)..<Int(entry.start + entry.count)].elementsEqual(utf8)
    }

    private mutating func insert(_ index: Int) {
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: added[index].key.hash) & mask
        while slots[slot] != .max { slot = (slot + 1) & mask }
        slots[slot] = UInt32(truncatingIfNeeded: index)
    }

    private mutating func grow() {
        slots = [UInt32](repeating: .max, count: max(32, slots.count * 2))
        for index in added.indices { insert(index) }
    }
}

/// What a name is looked up by: its bytes, where there are at most 16, else a digest of them.
struct NameKey: Equatable, Sendable {
    var low: UInt64
    var high: UInt64
    /// Whether equal keys mean equal names.
    var isWhole: Bool

    @inline(__always) init(low: UInt64, high: UInt64) {
        self.low = low
        self.high = high
        self.isWhole = true
    }

    init(_ utf8: UnsafeBufferPointer<UInt8>) {
        var low: UInt64 = 0
        var high: UInt64 = 0
        if utf8.count <= 16 {
            for index in 0..<utf8.count {
                let byte = UInt64(utf8[index])
                if index < 8 { low |= byte &<< UInt64(index &* 8) } else { high |= byte &<< UInt64((index &- 8) &* 8) }
            }
            self.init(low: low, high: high)
        } else {
            low = 0xcbf2_9ce4_8422_2325
            for byte in utf8 {
                low = (low ^ UInt64(byte)) &* 0x100_0000_01b3
                high = (high ^ low).byteSwapped &+ UInt64(byte)
            }
            self.init(low: low, high: high)
            isWhole = false
        }
    }

    @inline(__always) var hash: UInt64 {
        let mixed = (low ^ (high &* 0x9e37_79b9_7f4a_7c15)) &* 0xd6e8_feb8_6659_fd93
        return mixed ^ (mixed &>> 32) ^ (mixed &>> 47)
    }
}

/// The known names by key: made once a process.
struct KnownNames: Sendable {
    private var keys: [NameKey]
    private var slots: [UInt16]

    static let shared = KnownNames()

    private init() {
        keys = Name.known.map { NameKey(UnsafeBufferPointer(start: $0.utf8Start, count: $0.utf8CodeUnitCount)) }
        slots = [UInt16](repeating: .max, count: 2048)
        for (index, key) in keys.enumerated() {
            var slot = Int(truncatingIfNeeded: key.hash) & 2047
            while slots[slot] != .max { slot = (slot + 1) & 2047 }
            slots[slot] = UInt16(truncatingIfNeeded: index)
        }
    }

    @inline(__always) func find(_ key: NameKey) -> Name? {
        guard key.isWhole else { return nil }
        var slot = Int(truncatingIfNeeded: key.hash) & 2047
        while slots[slot] != .max {
            let index = Int(slots[slot])
            if keys[index].low == key.low, keys[index].high == key.high { return Name(rawValue: UInt32(truncatingIfNeeded: index)) }
            slot = (slot + 1) & 2047
        }
        return nil
    }
}
