/// ICU's line rules over a stretch of a paragraph, set up on first use.
///
/// What stands between two spaces, or between two places where every rule set breaks (`BreakClasses.Entry.isPaired` on both sides), is
/// asked for alone and remembered: nothing beyond such places plays a part inside, as ICU's rules look over spaces only for the place right
/// after them, about which nobody asks. Characters that all rules treat alike are remembered as one of them.
struct LineRules {
    private let text: UnsafeBufferPointer<UInt16>
    private unowned(unsafe) let scratch: TextScratch
    private let classes = BreakClasses.shared
    private let range: Range<Int>
    /// Where the context before `range` begins.
    private let start: Int
    private var iterator: BreakIterator?
    private var failed = false
    /// Whether the iterator stands on the whole stretch.
    private var holdsAll = false
    private var locale: LineLocale?
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

    var needsLocale: Bool { locale == nil }

    mutating func setLocale(_ locale: LineLocale) { self.locale = locale }

    private var localeNumber: UInt32 { locale?.number ?? 0 }

    /// ICU's first boundary at or after `index`, or a negative number if there is no ICU; a place before the next space where there is
    /// none up to it.
    mutating func following(_ index: Int) -> Int {
        if !chunk.contains(index), !findShortChunk(index) {
            if isSeam(index) { return index }
            findChunk(index)
        }
        if chunk.contains(index) { return breaks.first(from: index &- chunk.lowerBound).map { chunk.lowerBound &+ $0 } ?? chunk.upperBound }
        guard let iterator = iterator(holdingAll: true) else { return -1 }
        return iterator.following(index - 1 - start) + start
    }

    private mutating func iterator(holdingAll: Bool) -> BreakIterator? {
        if iterator == nil, !failed {
            iterator = locale.flatMap(scratch.lineIterator)
            failed = iterator == nil
        }
        if holdingAll, !holdsAll { iterator?.setText(UnsafeBufferPointer(rebasing: text[start..<range.upperBound])) }
        holdsAll = holdingAll
        return iterator
    }

    /// Whether every rule set breaks before an index because of the two characters there.
    @inline(__always) private func isSeam(_ index: Int) -> Bool {
        guard index > range.lowerBound, text[index] >= 0x3001, text[index &- 1] >= 0x3001 else { return false }
        let before = classes[text[index &- 1]], after = classes[text[index]]
        return before.isPaired && after.isPaired && !before.mark(.softWrap, before: after).isEmpty
    }

    /// Most chunks among ideographs are one other character and its neighbours.
    @inline(__always) private mutating func findShortChunk(_ index: Int) -> Bool {
        guard index &- 2 >= range.lowerBound, index &+ 2 < range.upperBound, !classes[text[index]].isPaired,
            isSeam(index &- 1), isSeam(index &+ 2), !isBreakableSpace(text[index])
        else { return false }
        let part = index &- 1..<index &+ 2
        guard let known = scratch.recent.pointee.shortChunks.find(key(of: part)) else { return false }
        breaks = known
        chunk = part
        return true
    }

    /// What a part of at most `ShortChunks.longest` units is remembered under.
    @inline(__always) private func key(of part: Range<Int>) -> ShortChunks.Key {
        var key = ShortChunks.Key(locale: localeNumber, count: part.count)
        for index in part { key.append(kind(text[index])) }
        return key
    }

    private mutating func findChunk(_ index: Int) {
        chunk = 0..<0
        if whole.contains(index) { return }
        var end = index
        let limit = min(range.upperBound, index + ChunkBreaks.capacity)
        while end < limit {
            if end &+ 4 <= limit, holdsNoEnd(end) {
                end &+= 4
                continue
            }
            if text[end] &- 0x21 >= 0x2FE0, isBreakableSpace(text[end]) || (end > index && isSeam(end)) { break }
            end &+= 1
        }
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

    /// Whether four units from an index on are all between U+0020 and U+3001, where nothing ends a stretch.
    @inline(__always) private func holdsNoEnd(_ index: Int) -> Bool {
        guard let base = text.baseAddress else { return false }
        let units = UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self)
        let each: UInt64 = 0x0001_0001_0001_0001, high = 0x8000 &* each
        let notBelow = (units | high) &- 0x21 &* each, above = (units & ~high) &+ (0x8000 - 0x3001) &* each
        return (~notBelow | above | units) & high == 0
    }

    private mutating func breaks(of part: Range<Int>) -> ChunkBreaks? {
        let recent = scratch.recent
        guard part.count <= ShortChunks.longest else { return breaks(ofLong: part) }
        let key = key(of: part)
        if let known = recent.pointee.shortChunks.find(key) { return known }
        guard let breaks = breaks(ofLong: part) else { return nil }
        recent.pointee.shortChunks.insert(key, breaks)
        return breaks
    }

    private mutating func breaks(ofLong part: Range<Int>) -> ChunkBreaks? {
        let recent = scratch.recent
        var kinds = UnsafeBufferPointer(rebasing: text[part])
        // Of scripts between Cyrillic and kana each character stands for itself.
        var othersMayBeAlike = false
        for unit in kinds where unit &- 0x450 >= 0x3041 - 0x450 { othersMayBeAlike = true }
        if othersMayBeAlike {
            recent.pointee.chunk.removeAll()
            for unit in kinds { recent.pointee.chunk.append(kind(unit)) }
            kinds = UnsafeBufferPointer(recent.pointee.chunk.items)
        }
        let hash = WordHash.of(kinds, style: localeNumber)
        if let known = recent.pointee.breaks.find(kinds, style: localeNumber, hash: hash) { return known }
        guard let iterator = iterator(holdingAll: false) else { return nil }
        iterator.setText(kinds)
        var breaks = ChunkBreaks()
        var place = iterator.following(0)
        while place < kinds.count {
            breaks.insert(place)
            place = iterator.following(place)
        }
        recent.pointee.breaks.insert(kinds, style: localeNumber, hash: hash, breaks)
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
