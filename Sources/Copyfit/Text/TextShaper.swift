/// Measures the text of one document: what the other stages ask about text, for one task.
///
/// Cheap to make. Not Sendable: each task that prepares or lays out makes its own over the shared document, fonts and cache.
package final class TextShaper {
    package let styled: StyledDocument
    package let profile: Profile
    let cache: WordCache
    let scratch: TextScratch

    package init(styled: StyledDocument, profile: Profile, cache: WordCache, scratch: TextScratch) {
        self.styled = styled
        self.profile = profile
        self.cache = cache
        self.scratch = scratch
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
                BreakOpportunities(text: text, runs: runs, styled: styled, scratch: scratch, flags: flags).mark(profile.engine)
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

    // MARK: Bidi

    /// The embedding levels of a paragraph, one per UTF-16 index; nil where all are 0.
    package func bidiLevels(text: [UInt16], base: BidiBase) -> [UInt8]? {
        text.withUnsafeBufferPointer { text in
            guard base == .rtl || Bidi.mayBeRightToLeft(text), let levels = scratch.levels(text, base: base) else { return nil }
            return levels.contains { $0 != 0 } ? levels : nil
        }
    }

    // MARK: WebKit: widths of items (browser-rules §2.3)

    /// Appends the items of all runs in order, measured.
    package func appendItems(text: [UInt16], runs: [TextRun], flags: [BreakFlags], levels: [UInt8]?, to items: inout [TextItem]) {}

    /// The width in px of the UTF-16 range `from..<to` of an item, measured as WebKit does when it splits a word: alone, without what
    /// precedes or follows. The rest of a split item keeps `width − prefix` (§5.5).
    package func width(text: [UInt16], item: TextItem, runs: [TextRun], from: Int, to: Int) -> Float { 0 }

    /// The longest prefix of an item, in UTF-16 units and whole graphemes, whose width is at most `available` px; at least one grapheme
    /// if `atLeastOne`. WebKit's split (§5.5).
    package func prefix(text: [UInt16], item: TextItem, runs: [TextRun], available: Float, atLeastOne: Bool) -> (count: Int, width: Float) { (0, 0) }

    /// The width in px of preserved white space (spaces and tabs) that starts `position` px after the line's content start.
    package func whiteSpaceWidth(text: [UInt16], range: Range<Int>, style: StyleID, position: Float) -> Float { 0 }

    // MARK: Chromium: slices of the shaped paragraph (browser-rules §2.3)

    /// Shapes a whole paragraph. `levels` are the bidi levels, if any.
    package func shape(text: [UInt16], runs: [TextRun], levels: [UInt8]?) -> ShapedParagraph { ShapedParagraph() }

    /// The width of the part `from..<to` of one run on a line, rounded up to 1/64 px and reshaped at ends where the text is not safe to
    /// break. `to` excludes trailing white space that hangs or collapses; `shapedTo` includes it (it is shaped with the text, then
    /// dropped). `lineStart`: `from` starts a line; `lineEnd`: the line ends at `shapedTo`. Neither: that end is as in the whole paragraph.
    package func sliceWidth(
        _ paragraph: ShapedParagraph, text: [UInt16], run: Int, from: Int, to: Int, shapedTo: Int, lineStart: Bool, lineEnd: Bool
    ) -> LayoutUnit { .zero }

    // MARK: Both

    /// The width in px of the hyphen that shows at a hyphenated line end in a style (§2.2).
    package func hyphenWidth(_ style: StyleID) -> Float { 0 }
    /// The width in px of U+0020 in a style without spacing, and of the distance between tab stops.
    package func spaceWidth(_ style: StyleID) -> Float { 0 }
    package func tabStop(_ style: StyleID) -> Float { 0 }
}

/// The shaping of a whole paragraph (Chromium).
package struct ShapedParagraph: Sendable {
    package init() {}
}
