/// Grapheme cluster boundaries (UAX #29) of a stretch of text: where a word may be split at all.
///
/// Pairs below U+0300 are boundaries without ICU; offsets are those of `text`.
struct Graphemes {
    let text: UnsafeBufferPointer<UInt16>
    let range: Range<Int>
    private let scratch: TextScratch
    private var iterator: BreakIterator?

    init(text: UnsafeBufferPointer<UInt16>, range: Range<Int>, scratch: TextScratch) {
        self.text = text
        self.range = range
        self.scratch = scratch
    }

    /// Nil where plain pairs decide.
    private mutating func icu() -> BreakIterator? {
        if iterator == nil {
            iterator = scratch.graphemeIterator()
            iterator?.setText(UnsafeBufferPointer(rebasing: text[range]))
        }
        return iterator
    }

    mutating func isBoundary(_ index: Int) -> Bool {
        guard index > range.lowerBound, index < range.upperBound else { return true }
        if text[index] < 0x300, text[index - 1] < 0x300 { return !(text[index] == 0x0A && text[index - 1] == 0x0D) }
        return icu()?.isBoundary(index - range.lowerBound) ?? true
    }

    /// The first boundary after `index`.
    mutating func next(after index: Int) -> Int {
        guard index + 1 < range.upperBound else { return range.upperBound }
        if text[index] < 0x300, text[index + 1] < 0x300 { return index + 1 }
        return min(range.upperBound, (icu()?.following(index - range.lowerBound) ?? 1) + range.lowerBound)
    }

    /// The last boundary at or before `index`.
    mutating func floor(_ index: Int) -> Int {
        if index <= range.lowerBound { return range.lowerBound }
        if isBoundary(index) { return min(index, range.upperBound) }
        return (icu()?.preceding(index - range.lowerBound) ?? 0) + range.lowerBound
    }

    /// Whether a consonant joins the one before it through a virama: since Unicode 15.1 (rule GB9c), which Chromium has, one cluster.
    static func isConjunct(_ text: UnsafeBufferPointer<UInt16>, at index: Int) -> Bool {
        guard index > 1, index < text.count, text[index] >= 0x900, text[index] < 0x1800 else { return false }
        let linker = text[index - 1], consonant = text[index]
        switch linker {
        // Devanagari, Bengali, Gujarati, Oriya, Telugu, Malayalam: blocks of the same build.
        case 0x94D, 0x9CD, 0xACD, 0xB4D, 0xC4D, 0xD4D:
            guard consonant & 0xFF80 == linker & 0xFF80 else { return false }
            return (0x15...0x3A).contains(consonant & 0x7F) || (0x58...0x5F).contains(consonant & 0x7F)
        case 0x1039: return (0x1000...0x102A).contains(consonant)
        case 0x17D2: return (0x1780...0x17B3).contains(consonant)
        default: return false
        }
    }

    /// Where to stop shaping a stretch that begins at `start`: at `limit`, or inside a cluster of more than a thousand marks or joined
    /// characters. HarfBuzz takes quadratic time for those, and no mark of them is wide.
    static func shapingLimit(_ text: UnsafeBufferPointer<UInt16>, from start: Int, to limit: Int) -> Int {
        guard limit - start > 1024 else { return limit }
        var length = 0
        for index in start..<limit {
            let unit = text[index]
            let joins = unit >= 0x300
                && (unit == 0x200D || isSurrogate(unit) || (index > start && text[index - 1] == 0x200D) || CharacterClass.isMark(UInt32(unit)))
            length = joins ? length + 1 : 0
            if length >= 1024, index > start, !isTrailSurrogate(unit) { return index }
        }
        return limit
    }
}
