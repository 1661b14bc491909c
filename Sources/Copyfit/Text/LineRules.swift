/// ICU's line rules over a stretch of a paragraph, set up on first use.
///
/// What stands between two spaces, or between two places where every rule set breaks (`BreakClasses.Entry.isIdeographic` on both sides), is
/// asked for alone and remembered: nothing beyond such places plays a part inside, as ICU's rules look over spaces only for the place right
/// after them, about which nobody asks. Characters that all rules treat alike are remembered as one of them.
struct LineRules {
    private let text: UnsafeBufferPointer<UInt16>
    private unowned(unsafe) let scratch: TextScratch
    /// Made on first use, which text in Latin-1 never comes to.
    private var classes: BreakClasses { .shared }
    private let range: Range<Int>
    /// Where the context before `range` begins.
    private let start: Int
    private var iterator: BreakIterator?
    private var failed = false
    /// Whether the iterator stands on the whole stretch.
    private var holdsAll = false
    private var locale = (name: "", number: UInt32(0))
    /// The part that was asked about last, and where lines may break in it.
    private var chunk = 0..<0
    private var breaks = ChunkBreaks()
    /// A part that can't be asked for alone.
    private var whole = 0..<0

    /// `prior`: where the context before `range` begins.
    init(_ text: UnsafeBufferPointer<UInt16>, _ scratch: TextScratch, range: Range<Int>, prior: Int?) {
        self.text = text
        self.scratch = scratch
        self.range = range
        start = prior ?? range.lowerBound
    }

    var needsLocale: Bool { locale.number == 0 }

    mutating func setLocale(_ name: String) { locale = (name, scratch.localeNumber(name)) }

    /// ICU's first boundary at or after `index`, or a negative number if there is no ICU; a place before the next space where there is
    /// none up to it.
    mutating func following(_ index: Int) -> Int {
        if !chunk.contains(index) {
            if isSeam(index) { return index }
            findChunk(index)
        }
        if chunk.contains(index) { return breaks.first(from: index &- chunk.lowerBound).map { chunk.lowerBound &+ $0 } ?? chunk.upperBound }
        guard let iterator = iterator(holdingAll: true) else { return -1 }
        return iterator.following(index - 1 - start) + start
    }

    private mutating func iterator(holdingAll: Bool) -> BreakIterator? {
        if iterator == nil, !failed {
            iterator = scratch.lineIterator(locale: locale.name)
            failed = iterator == nil
        }
        if holdingAll, !holdsAll { iterator?.setText(UnsafeBufferPointer(rebasing: text[start..<range.upperBound])) }
        holdsAll = holdingAll
        return iterator
    }

    /// Whether every rule set breaks before an index because of the two characters there.
    @inline(__always) private func isSeam(_ index: Int) -> Bool {
        index > range.lowerBound && text[index] >= 0x3041 && text[index &- 1] >= 0x3041 && classes[text[index]].isIdeographic
            && classes[text[index &- 1]].isIdeographic
    }

    private mutating func findChunk(_ index: Int) {
        chunk = 0..<0
        if whole.contains(index) { return }
        var end = index
        let limit = min(range.upperBound, index + ChunkBreaks.capacity)
        while end < limit, !isBreakableSpace(text[end]), end == index || !isSeam(end) { end += 1 }
        var first = index
        let earliest = max(range.lowerBound, end - ChunkBreaks.capacity - 1)
        while first > earliest, !isBreakableSpace(text[first - 1]), !isSeam(first) { first -= 1 }
        // Long stretches, and the first one of a run that goes on from the one before, are asked for as they stand.
        let ends = end == range.upperBound || isBreakableSpace(text[end]) || (end > index && isSeam(end))
        let begins = first > range.lowerBound ? isBreakableSpace(text[first - 1]) || isSeam(first) : start == range.lowerBound
        guard end > first, end - first <= ChunkBreaks.capacity, ends, begins else {
            while end < range.upperBound, !isBreakableSpace(text[end]), end == index || !isSeam(end) { end += 1 }
            whole = index..<end
            return
        }
        guard let breaks = breaks(of: first..<end) else { return }
        self.breaks = breaks
        chunk = first..<end
    }

    private mutating func breaks(of part: Range<Int>) -> ChunkBreaks? {
        let recent = scratch.recent
        var kinds = UnsafeBufferPointer(rebasing: text[part])
        // Of scripts between Cyrillic and kana each character stands for itself.
        if kinds.contains(where: { $0 < 0x450 || $0 >= 0x3041 }) {
            recent.pointee.chunk.removeAll()
            for unit in kinds { recent.pointee.chunk.append(kind(unit)) }
            kinds = UnsafeBufferPointer(recent.pointee.chunk.items)
        }
        let hash = WordHash.of(kinds, style: locale.number)
        if let known = recent.pointee.breaks.find(kinds, style: locale.number, hash: hash) { return known }
        guard let iterator = iterator(holdingAll: false) else { return nil }
        iterator.setText(kinds)
        var breaks = ChunkBreaks()
        var place = iterator.following(0)
        while place < kinds.count {
            breaks.insert(place)
            place = iterator.following(place)
        }
        recent.pointee.breaks.insert(kinds, style: locale.number, hash: hash, breaks)
        return breaks
    }

    /// A character that stands for all that no rule tells apart from this one.
    @inline(__always) private func kind(_ unit: UInt16) -> UInt16 {
        if unit < 0x80 { return isASCIILetter(unit) ? 0x61 : isASCIIDigit(unit) ? 0x30 : unit }
        if unit &- 0x410 < 0x40 { return 0x61 }
        guard unit >= 0x3041, classes[unit].isIdeographic else { return unit }
        if unit >= 0xAC00 { return classes[unit].lineBreak == .hangulLV ? 0xAC00 : 0xAC01 }
        return unit >= 0x3400 ? 0x4E00 : 0x3042
    }
}

/// Where lines may break in a short stretch of text: a bit for each UTF-16 index, from its start.
struct ChunkBreaks: WordValue {
    static let capacity = 256
    private var bits = SIMD4<UInt64>()

    init() {}

    mutating func insert(_ index: Int) { bits[index >> 6] |= 1 << UInt64(index & 63) }

    /// The first break at or after an index.
    @inline(__always) func first(from index: Int) -> Int? {
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
