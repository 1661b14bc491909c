/// A piece of a run that WebKit measures at once: a run of white space, or text that ends at a break opportunity, a bidi level
/// boundary or the run's end (browser-rules §2.3).
package struct TextItem: Hashable, Sendable {
    /// UTF-16 offset in the paragraph.
    package var start: Int32
    /// UTF-16 code units.
    package var count: Int32
    /// Index of the run in the paragraph.
    package var run: Int32
    /// CSS px, spacing included, as WebKit's f32 sum. 0 for a tab, whose width depends on its place (`TextShaper.whiteSpaceWidth`).
    package var width: Float
    package var flags: Flags
    /// The bidi level, 0 where the paragraph has no levels.
    package var level: UInt8 = 0
    /// Normal line height extents above and below the baseline in px, as the maximum over the fallback fonts that the item uses
    /// (browser-rules §2.4); meaningful only with `.usesFallback`, and only for `line-height: normal`.
    package var fallbackAbove: Int16 = 0
    package var fallbackBelow: Int16 = 0

    package struct Flags: OptionSet, Hashable, Sendable {
        package var rawValue: UInt16
        @inline(__always) package init(rawValue: UInt16) { self.rawValue = rawValue }
        package static let whiteSpace = Flags(rawValue: 1)
        /// White space that vanishes at line ends and after other collapsible white space.
        package static let collapsible = Flags(rawValue: 2)
        /// Holds at least one tab.
        package static let tab = Flags(rawValue: 4)
        /// A single preserved U+000A.
        package static let forcedBreak = Flags(rawValue: 8)
        /// A soft wrap opportunity lies before the item.
        package static let breakBefore = Flags(rawValue: 16)
        /// Ends with U+00AD: where the line ends after it, a hyphen of `TextShaper.hyphenWidth(style)` shows.
        package static let endsWithSoftHyphen = Flags(rawValue: 32)
        /// `fallbackAbove` and `fallbackBelow` are set.
        package static let usesFallback = Flags(rawValue: 64)
        /// Printable ASCII only: each code unit is a grapheme.
        package static let simple = Flags(rawValue: 128)
        /// A dictionary may find places to hyphenate inside (`TextShaper.hyphenatedPrefix`).
        package static let hyphenates = Flags(rawValue: 256)
    }

    package var end: Int32 { start &+ count }
    package var range: Range<Int> { Int(start)..<Int(start) &+ Int(count) }
}
