/// Measures the text of one document: what the other stages ask about text, for one task.
///
/// Cheap to make. Not Sendable: one task at a time may use it. Working memory is lent by the cache from the first question on, until
/// `releaseScratch()`: a prepared document that waits holds none.
package final class TextShaper {
    package let styled: StyledDocument
    package let fonts: DocumentFonts
    package let profile: Profile
    let cache: WordCache
    @exclusivity(unchecked) private var held: TextScratch?
    private let isLent: Bool
    /// The directory that URLs of `@font-face` start from: part of what cached words with fallback fonts depend on.
    let fontBase: String
    /// What may stop the preparation of text; what it leaves is of no use then.
    @exclusivity(unchecked) var watch: WorkWatch?
    /// By `StyleID`.
    @exclusivity(unchecked) var measuredStyles: MeasuredStyles

    package init(
        styled: StyledDocument, fonts: DocumentFonts, cache: WordCache, scratch: TextScratch? = nil, fontBase: String = "",
        measuredStyles: MeasuredStyles = MeasuredStyles()
    ) {
        self.measuredStyles = measuredStyles
        self.styled = styled
        self.fonts = fonts
        self.profile = fonts.profile
        self.fontBase = fontBase
        self.cache = cache
        held = scratch
        isLent = scratch == nil
        scratch?.adopt(cache)
    }

    deinit { releaseScratch() }

    @inline(__always) var scratch: TextScratch { held ?? takeScratch() }

    private func takeScratch() -> TextScratch {
        let scratch = cache.lendScratch()
        scratch.adopt(cache)
        scratch.glyphShaper.watch = watch
        held = scratch
        return scratch
    }

    /// Gives working memory back for other documents.
    package func releaseScratch() {
        guard isLent, let scratch = held else { return }
        held = nil
        scratch.glyphShaper.watch = nil
        cache.takeBack(scratch)
    }

    // MARK: Breaks (browser-rules §5)

    /// Marks the soft wrap opportunities of a paragraph, one element per UTF-16 index and one for its end (`text.count + 1`).
    ///
    /// Covers the text of runs and the pairs across run boundaries; opportunities beside atomic inlines (U+FFFC) and `<wbr>` are
    /// the line breaker's. `flags` holds what the builder marked (`spaceFromOtherWhiteSpace`) or is empty.
    package func markBreaks(text: [UInt16], runs: [TextRun], flags: inout [BreakFlags]) {
        if flags.count < text.count + 1 { flags.append(contentsOf: repeatElement([], count: text.count + 1 - flags.count)) }
        text.withUnsafeBufferPointer { text in
            flags.withUnsafeMutableBufferPointer { flags in
                BreakOpportunities(
                    text: text, runs: runs, styles: styled.styles, languages: styled.languages, scratch: scratch, flags: flags, watch: watch
                ).mark(profile.engine)
            }
        }
    }

    /// The end of the grapheme cluster that starts at `index`, at most `limit` (UTF-16 offsets).
    package func graphemeEnd(text: [UInt16], from index: Int, limit: Int) -> Int {
        text.withUnsafeBufferPointer { text in
            guard index >= 0, index < limit, limit <= text.count else { return limit }
            var graphemes = Graphemes(text: text, range: index..<limit, scratch: scratch)
            return graphemes.next(after: index)
        }
    }

    /// The last grapheme boundary at or before `index`, at least `limit` (UTF-16 offsets).
    package func graphemeStart(text: [UInt16], at index: Int, limit: Int) -> Int {
        text.withUnsafeBufferPointer { text in
            guard limit >= 0, index > limit, index <= text.count else { return limit }
            var graphemes = Graphemes(text: text, range: limit..<text.count, scratch: scratch)
            return graphemes.floor(index)
        }
    }

    /// Whether WebKit splits a word of `word-break: break-all` before this UTF-16 index (§5.5): not before most punctuation.
    package func maySplitBefore(text: [UInt16], _ index: Int) -> Bool {
        text.withUnsafeBufferPointer { text in
            guard index >= 0, index < text.count else { return true }
            switch text[index] {
            case 0x5C: return true
            case 0xA0, 0x2010, 0x2013: return false
            default: return !CharacterClass.isClosingOrOpeningPunctuation(codePoint(text, at: index, limit: text.count).value)
            }
        }
    }

    /// Hands on the metrics of the fonts that serve a UTF-16 range of a paragraph.
    package func eachFont(of paragraph: ShapedParagraph, _ range: Range<Int>, _ body: (FontMetrics) -> Void) {
        for segment in paragraph.segments(in: range) { body(fonts.font(segment.font).metrics) }
    }

    // MARK: Bidi

    /// The embedding levels of a paragraph, one per UTF-16 index; nil where all are 0.
    package func bidiLevels(text: [UInt16], base: BidiBase) -> [UInt8]? {
        text.withUnsafeBufferPointer { text in
            guard base == .rtl || Bidi.mayBeRightToLeft(text), let levels = scratch.levels(text, base: base, watch: watch) else { return nil }
            return levels.contains { $0 != 0 } ? levels : nil
        }
    }
}
