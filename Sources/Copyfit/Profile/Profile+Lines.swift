/// Lines and what stands on them.
extension Profile {
    /// Between what does not wrap and an atomic inline that stands where text wraps, or text that wraps after an atomic inline that does
    /// not, a line may end in WebKit (measured).
    package var wrapsBeforeWrappingAtomics: Bool { engine == .webkit }

    /// White space that collapses away before a closing tag is a place for a line to end in WebKit: boxes opened before it stay (measured).
    package var vanishedSpacesEndLines: Bool { engine == .webkit }

    /// The baselines of lines are whole px from their block's border edge in WebKit, as other boxes see them, and so are those of inline
    /// blocks, inline flex and inline grid containers (measured).
    package var baselinesAreWhole: Bool { engine == .webkit }

    /// An inline box on no line has its place at the border edges of its block container in WebKit, where the line would be in Chromium
    /// (measured).
    package var linelessBoxesStandInCorner: Bool { engine == .webkit }

    /// An empty inline box after the last content of a line goes to its end in bidi reordering: in Chromium always, in WebKit if white
    /// space has vanished before it (measured).
    package var emptyBoxesTrailLines: Bool { engine == .chromium }

    /// An inline box that ends before all content of a line leaves nothing on it in WebKit if the line is reordered (measured).
    package var bidiLinesDropClosingTags: Bool { engine == .webkit }

    /// On reordered lines an empty inline box stands beside the content after it in Chromium, beside that before it in WebKit (measured).
    package var bidiEmptyBoxesJoinNext: Bool { engine == .chromium }

    package enum OutsideMarkers: Hashable, Sendable {
        /// WebKit: content of the first line it finds in the item, with extents of its own; without such a line on one of its own.
        case joinLines
        /// Chromium: beside the item's content, aligned with its first baseline: it only pushes down what stands higher.
        case alignWithContent
    }
    /// Where the outside marker of a list item stands (§6.3).
    package var outsideMarkers: OutsideMarkers { engine == .chromium ? .alignWithContent : .joinLines }

    /// The extents of an inside marker: WebKit reckons them as those of an outside one, Chromium as those of any inline box (§6.3).
    package var insideMarkersHaveMarkerExtents: Bool { engine == .webkit }

    /// Justified lines are spread between ideographs, kana and emoji too: Chromium (measured).
    package var justifiesIdeographs: Bool { engine == .chromium }

    /// A line may end after an inside marker of text as after an atomic inline: WebKit (measured; after a drawn one in both).
    package var insideMarkersAreAtomic: Bool { engine == .webkit }

    /// The space at the end of an inside marker counts in intrinsic widths: WebKit (measured).
    package var insideMarkersKeepSpace: Bool { engine == .webkit }

    /// What hangs out below its line counts for the height of the page: text and whatever inline box has a width and holds it in Chromium,
    /// only inline boxes that count on their line in WebKit, and its outside marker (§3.3).
    package var textOverflowsLines: Bool { engine == .chromium }

    /// Quirks mode: Chromium asks of each inline box what it holds. A break counts in a box that holds nothing yet (WebKit: on a line of
    /// its own), and on a list item's line that starts inside wrapped boxes the innermost stands for the strut, with the item's
    /// `line-height` and its own font (§4.5).
    package var quirkyLinesGoByBox: Bool { engine == .chromium }

    /// Quirks mode: a preserved newline is text of the box that it stands in, which counts on its line: WebKit (measured).
    package var newlinesAreText: Bool { engine == .webkit }

    /// Closing tags stay on the line of a forced break before them: in Chromium past any collapsed space, in WebKit only past one that
    /// follows the break itself (§4.2).
    package var closingTagsPassVanishedSpace: Bool { engine == .chromium }

    /// Tags between a forced break and a block stand on the line of the break: WebKit (measured).
    package var openedTagsStayBeforeBlocks: Bool { engine == .webkit }

    /// Closing edges after white space may stand out of the line: WebKit (measured).
    package var closingEdgesMayOverhang: Bool { engine == .webkit }

    /// A forced break after an opening tag does not stay on a line that an atomic inline has made overflow: Chromium (measured).
    package var breaksLeaveFullLines: Bool { engine == .chromium }

    /// `clear` of a `<br>` that closing tags follow on its line: it has no effect in Chromium (measured).
    package var breaksClearBeforeClosingTags: Bool { engine == .webkit }

    /// A `<br>` that does not count on its line has a rectangle without height, at the baseline, in Chromium (measured).
    package var uncountedBreaksAreFlat: Bool { engine == .chromium }

    /// Inline blocks with `overflow: clip` have their last line's baseline in Chromium, their bottom margin edge in WebKit (§4.4).
    package var clippedBoxesKeepBaseline: Bool { engine == .chromium }

    /// WebKit sees floats from outside a block in whole px from its border box, and passes them by whole px (measured; see
    /// `FloatContext`).
    package var seesFloatsInWholePixels: Bool { engine == .webkit }

    // MARK: Intrinsic widths

    /// The first line of min-content widths ends with its first piece in WebKit; in Chromium it goes up to a forced break (measured).
    package var narrowestFirstLineIsOnePiece: Bool { engine == .webkit }

    /// Text before and after a float makes separate pieces for min-content widths in WebKit (measured).
    package var floatsEndNarrowestPieces: Bool { engine == .webkit }

    /// A float that clears others among text ends a line for max-content widths in WebKit; in Chromium all text stands beside the wider floats
    /// (measured).
    package var clearingFloatsEndLines: Bool { engine == .webkit }

    package enum Glue: Hashable, Sendable {
        /// WebKit: the edge of an inline box between text and the atomic inline, unless the text before has a break opportunity inside, or all
        /// atomic inlines have fixed widths (and do not stand in a cell in quirks mode).
        case edges
        /// Chromium: a no-break space before it.
        case noBreakSpaces
    }
    /// What takes the break opportunity before an atomic inline from min-content widths, though lines have it (measured).
    package var glueBeforeAtomics: Glue { engine == .chromium ? .noBreakSpaces : .edges }
}
