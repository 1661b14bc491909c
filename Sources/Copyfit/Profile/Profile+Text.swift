/// From characters to measured pieces.
extension Profile {
    package enum MeasuredUnit: Hashable, Sendable {
        /// WebKit: words and runs of white space, each shaped alone; a line's width is the f32 sum of its pieces.
        case pieces
        /// Chromium: the paragraph, shaped once; a line is a slice of it, rounded up to 1/64 px for each text node.
        case paragraphs
    }
    /// What is measured as one (§2.3). It decides how lines are fitted, split words and intrinsic widths too (§3.5, §5.5).
    package var measuredUnit: MeasuredUnit { engine == .chromium ? .paragraphs : .pieces }

    /// U+000D, which only a character reference can give, is a character of no width in WebKit, white space in Chromium (measured).
    package var returnsAreCharacters: Bool { engine == .webkit }

    /// Whether a line may end where the bidi level changes is asked of the two characters there alone: WebKit (measured).
    package var judgesLevelBoundaries: Bool { engine == .webkit }

    /// Tab stops: Chromium counts letter- and word-spacing into their distance, WebKit adds letter-spacing once behind the tab (§2.2).
    package var tabStopsIncludeSpacing: Bool { engine == .chromium }

    /// Tab stops are spaces of the block's font and spacing in Chromium, of the text's own in WebKit (measured).
    package var tabStopsAreOfContainer: Bool { engine == .chromium }

    /// `text-spacing-trim: normal` narrows East Asian punctuation in Chromium; WebKit does not know it (§2.1).
    package var trimsPunctuation: Bool { engine == .chromium }

    /// `hyphens: auto` finds patterns on the system in WebKit; Chromium has none of its own here (§5.5).
    package var hyphenatesByPatterns: Bool { engine == .webkit }

    /// Whether `::first-line` may have a `text-transform` of its own: not in WebKit (measured).
    package var transformsFirstLines: Bool { engine == .chromium }

    /// `word-break: break-all` and `line-break: anywhere`: WebKit splits the word that does not fit, after content on the line too;
    /// Chromium has break opportunities inside it (§5.5).
    package var breakAllSplitsWords: Bool { engine == .webkit }

    /// `<wbr>` inside `nowrap` is a break opportunity in Chromium (§5.4).
    package var wordBreaksIgnoreNowrap: Bool { engine == .chromium }
}
