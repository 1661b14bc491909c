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

    /// Where an `InlineItem` has the same flag, its bit is the same: items become such by masks.
    package struct Flags: OptionSet, Hashable, Sendable {
        package var rawValue: UInt16
        @inline(__always) package init(rawValue: UInt16) { self.rawValue = rawValue }
        @inline(__always) private init(_ same: InlineItem.Flags) { rawValue = same.rawValue }
        package static var whiteSpace: Flags { Flags(.whiteSpace) }
        /// White space that vanishes at line ends and after other collapsible white space.
        package static var collapsible: Flags { Flags(.collapsible) }
        /// Holds at least one tab.
        package static var tab: Flags { Flags(.tab) }
        /// A single preserved U+000A.
        package static var forcedBreak: Flags { Flags(.newline) }
        /// A soft wrap opportunity lies before the item.
        package static var breakBefore: Flags { Flags(.breakBefore) }
        /// Ends with U+00AD: where the line ends after it, a hyphen of `TextShaper.hyphenWidth(style)` shows.
        package static var endsWithSoftHyphen: Flags { Flags(.endsWithSoftHyphen) }
        /// `fallbackAbove` and `fallbackBelow` are set.
        package static var usesFallback: Flags { Flags(.usesFallback) }
        /// A dictionary may find places to hyphenate inside (`TextShaper.hyphenatedPrefix`).
        package static var hyphenates: Flags { Flags(.hyphenates) }
    }

    package var end: Int32 { start &+ count }
    package var range: Range<Int> { Int(start)..<Int(start) &+ Int(count) }
}
