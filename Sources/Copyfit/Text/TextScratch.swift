private import CICU

/// Working memory of the text stage: break iterators, bidi objects, arrays and words that outlive a paragraph and a document.
///
/// Used by one task at a time; between uses it waits in `WordCache`, hence Sendable.
package final class TextScratch: @unchecked Sendable {
    /// By number, from 1 on.
    private var lineIterators = [BreakIterator?](repeating: nil, count: LineLocale.count + 1)
    private var characterIterator: BreakIterator?
    private var bidi: OpaquePointer?
    /// How often ICU was asked for a break: tests see that plain text never does.
    package private(set) var lineIteratorUses = 0

    // Shaping
    let glyphShaper = GlyphShaper()
    var glyphs: [ShapedGlyph] = []
    var fontRuns: [FontRun] = []
    var scriptRuns: [ScriptRun] = []
    /// Advances of a slice that is shaped again.
    var reshaped: [Float] = []
    /// What the task met last, behind a pointer: every word asks it.
    let recent: UnsafeMutablePointer<RecentWords>
    /// Room for the items of a content in the making.
    let items: UnsafeMutablePointer<ItemRoom<InlineItem>>
    /// The `serial` of a `WordCache`; 0 for none.
    private var wordsOwner: UInt64 = 0
    /// Words found here, found in the shared cache, and shaped.
    package internal(set) var wordStatistics: (own: Int, shared: Int, shaped: Int) {
        get { recent.pointee.statistics }
        set { recent.pointee.statistics = newValue }
    }

    struct RecentWords: ~Copyable {
        /// In bytes, for every thread that measures.
        static let wordLimit = 3 << 20, breakLimit = 1 << 19

        /// Widths of words that were met more than once, in front of the shared cache.
        var words = WordGenerations<MeasuredWord>(byteLimit: wordLimit)
        /// The shortest of them.
        var characters = CharacterWords()
        /// Others that are short, in Latin-1.
        var shortWords = ShortWords()
        /// Where ICU breaks stretches of text without spaces, by the number of a `LineLocale`.
        var breaks = WordGenerations<ChunkBreaks>(byteLimit: breakLimit)
        /// The same of the shortest.
        var shortChunks = ShortChunks()
        /// Room for a stretch as its kind is looked up.
        var chunk = ItemRoom<UInt16>()
        var statistics = (own: 0, shared: 0, shaped: 0)
    }

    package init() {
        recent = .allocate(capacity: 1)
        recent.initialize(to: RecentWords())
        items = .allocate(capacity: 1)
        items.initialize(to: ItemRoom())
    }

    /// Makes `words` belong to a cache, whose style numbers its keys are.
    func adopt(_ cache: WordCache) {
        guard wordsOwner != cache.serial else { return }
        recent.pointee.words = WordGenerations(byteLimit: RecentWords.wordLimit)
        recent.pointee.characters = CharacterWords()
        recent.pointee.shortWords = ShortWords()
        wordsOwner = cache.serial
    }

    deinit {
        if let bidi { shim_ubidi_close(bidi) }
        recent.deinitialize(count: 1)
        recent.deallocate()
        items.deinitialize(count: 1)
        items.deallocate()
    }

    /// A line break iterator, opened on first use; nil if ICU has none.
    func lineIterator(_ locale: LineLocale) -> BreakIterator? {
        lineIteratorUses &+= 1
        if let iterator = lineIterators[Int(locale.number)] { return iterator }
        lineIterators[Int(locale.number)] = BreakIterator.lines(locale: locale.name) ?? BreakIterator.lines(locale: "en")
        return lineIterators[Int(locale.number)]
    }

    /// The grapheme cluster iterator.
    func graphemeIterator() -> BreakIterator? {
        if characterIterator == nil { characterIterator = BreakIterator(UBRK_CHARACTER, locale: "en") }
        return characterIterator
    }

    /// The embedding levels of a text by the Unicode bidirectional algorithm; nil if ICU fails.
    /// - Parameter watch: what may stop it between the parts of a long text.
    func levels(_ text: UnsafeBufferPointer<UInt16>, base: BidiBase, watch: WorkWatch? = nil) -> [UInt8]? {
        if let plain = BracketNesting.replacingUnpaired(text) { return plain.withUnsafeBufferPointer { levelsInParts($0, base: base, watch) } }
        return levelsInParts(text, base: base, watch)
    }

    private func levelsInParts(_ text: UnsafeBufferPointer<UInt16>, base: BidiBase, _ watch: WorkWatch?) -> [UInt8]? {
        guard text.count > BidiParts.longText, base != .plaintext else { return icuLevels(text, base: base) }
        var levels: [UInt8] = []
        levels.reserveCapacity(text.count)
        var parts = BidiParts(text)
        while let part = parts.next() {
            guard watch?.mustStopNow() != true, let ofPart = icuLevels(UnsafeBufferPointer(rebasing: text[part]), base: base) else { return nil }
            levels.append(contentsOf: ofPart)
        }
        return levels
    }

    /// The same by ICU alone.
    func icuLevels(_ text: UnsafeBufferPointer<UInt16>, base: BidiBase) -> [UInt8]? {
        if bidi == nil { bidi = shim_ubidi_open() }
        guard let bidi, !text.isEmpty else { return nil }
        let level: UBiDiLevel = switch base {
        case .ltr: 0
        case .rtl: 1
        case .plaintext: UBiDiLevel(UBIDI_DEFAULT_LTR)
        }
        var status = U_ZERO_ERROR
        shim_ubidi_setPara(bidi, text.baseAddress, Int32(truncatingIfNeeded: text.count), level, &status)
        guard shim_U_FAILURE(status) == 0, let levels = shim_ubidi_getLevels(bidi, &status), shim_U_FAILURE(status) == 0 else { return nil }
        return Array(UnsafeBufferPointer(start: levels, count: text.count))
    }
}

/// An ICU break iterator over UTF-16 text that the caller keeps alive while it asks.
final class BreakIterator {
    private let handle: OpaquePointer
    private var limit = 0

    fileprivate init?(_ type: UBreakIteratorType, locale: String) {
        var status = U_ZERO_ERROR
        guard let handle = shim_ubrk_open(type, locale, &status), shim_U_FAILURE(status) == 0 else { return nil }
        self.handle = handle
    }

    deinit { shim_ubrk_close(handle) }

    /// A new iterator over words (UAX #29).
    static func words() -> BreakIterator? { BreakIterator(UBRK_WORD, locale: "en") }

    /// A new iterator over places where lines may break, for an ICU locale.
    static func lines(locale: String) -> BreakIterator? { BreakIterator(UBRK_LINE, locale: locale) }

    func setText(_ text: UnsafeBufferPointer<UInt16>) {
        var status = U_ZERO_ERROR
        shim_ubrk_setText(handle, text.baseAddress, Int32(truncatingIfNeeded: text.count), &status)
        limit = text.count
    }

    /// The first boundary after `offset`; the text's end if there is none.
    func following(_ offset: Int) -> Int {
        let next = shim_ubrk_following(handle, Int32(truncatingIfNeeded: offset))
        return next < 0 ? limit : Int(next)
    }

    /// The last boundary before `offset`; 0 if there is none.
    func preceding(_ offset: Int) -> Int { max(0, Int(shim_ubrk_preceding(handle, Int32(truncatingIfNeeded: offset)))) }

    func isBoundary(_ offset: Int) -> Bool { shim_ubrk_isBoundary(handle, Int32(truncatingIfNeeded: offset)) != 0 }
}
