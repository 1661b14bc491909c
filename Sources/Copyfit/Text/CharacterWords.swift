/// Words of one or two UTF-16 units: most words of Chinese, Japanese and Korean, where each character is one, alone, with a comma or
/// bracket, or before a space.
///
/// A table of fixed size in which a word has one place; what comes later takes it. Keys are compared in full. What is not found here is
/// looked for as other words are.
struct CharacterWords: ~Copyable {
    struct Entry {
        /// The word's key, with `fallbackBit` where fallback fonts count; 0 marks a free place.
        fileprivate var key: UInt64 = 0
        /// CSS px, spacing included.
        var width: Float = 0
        /// As in `MeasuredWord`.
        var above: Int16 = 0
        var below: Int16 = 0

        @inline(__always) var usesFallback: Bool { key & CharacterWords.fallbackBit != 0 }
        /// The same as an item's flag.
        @inline(__always) var fallbackFlag: TextItem.Flags {
            TextItem.Flags(rawValue: UInt16(truncatingIfNeeded: key &>> 63) &* TextItem.Flags.usesFallback.rawValue)
        }
    }

    /// Made when the first word comes: pages in other scripts do without.
    private var entries: UnsafeMutablePointer<Entry>?
    private static let placeCount = 1 << 13
    private static let fallbackBit: UInt64 = 1 << 63

    init() {}
    deinit { entries?.deallocate() }

    /// The words of one style, of which a run asks for many. Valid until a word is inserted.
    struct OfStyle {
        fileprivate let entries: UnsafeMutablePointer<Entry>
        fileprivate let key: UInt64
        fileprivate let offset: Int

        /// `second` is 0 where there is only one unit, and U+0020 of a word that is measured before one.
        @inline(__always) func find(_ first: UInt16, _ second: UInt16 = 0) -> Entry? {
            let entry = entries[CharacterWords.place(first, second, offset)]
            // All bits but the highest, which says that fallback fonts count.
            return (entry.key ^ (key | CharacterWords.key(first, second))) &<< 1 == 0 ? entry : nil
        }
    }

    @inline(__always) func words(style: UInt32) -> OfStyle? {
        guard let entries else { return nil }
        return OfStyle(entries: entries, key: Self.key(style: style), offset: Self.offset(style: style))
    }

    @inline(__always) private static func key(style: UInt32) -> UInt64 { UInt64(style & 0x7FFF_FFFF) &<< 32 }
    @inline(__always) private static func key(_ first: UInt16, _ second: UInt16) -> UInt64 { UInt64(second) &<< 16 | UInt64(first) }
    @inline(__always) private static func offset(style: UInt32) -> Int { Int(style) &* 0x13CA }

    /// Neighbours in a block of characters have neighbouring places.
    @inline(__always) private static func place(_ first: UInt16, _ second: UInt16, _ offset: Int) -> Int {
        (Int(first) &+ Int(second) &* 0x9E5 &+ offset) & (placeCount &- 1)
    }

    mutating func insert(_ first: UInt16, _ second: UInt16, style: UInt32, _ word: MeasuredWord) {
        let entries = self.entries ?? makeEntries()
        let key = Self.key(style: style) | Self.key(first, second)
        entries[Self.place(first, second, Self.offset(style: style))] = Entry(key: word.usesFallback ? key | Self.fallbackBit : key, width: word.width, above: word.above, below: word.below)
    }

    private mutating func makeEntries() -> UnsafeMutablePointer<Entry> {
        let made = UnsafeMutablePointer<Entry>.allocate(capacity: Self.placeCount)
        made.initialize(repeating: Entry(), count: Self.placeCount)
        entries = made
        return made
    }
}
