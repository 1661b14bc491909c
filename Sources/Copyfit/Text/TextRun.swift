/// The part of a paragraph's text that comes from one DOM text node (or one generated string).
///
/// A **paragraph** is the white-space-processed text of one inline formatting context in UTF-16: the text of its text boxes in
/// order, U+FFFC for each atomic inline, U+000A for each forced break, and bidi controls where boxes embed or isolate. Runs are
/// in order and do not overlap; what lies between them belongs to atomics, forced breaks and controls.
///
/// The space after a paragraph's or line's last word stays in the text: it is measured with the word and trimmed by the line
/// breaker.
package struct TextRun: Hashable, Sendable {
    /// UTF-16 offset in the paragraph, inclusive.
    package var start: Int32
    /// UTF-16 offset in the paragraph, exclusive.
    package var end: Int32
    package var style: StyleID
    package var flags: Flags

    package struct Flags: OptionSet, Hashable, Sendable {
        package var rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }
        /// An atomic inline, a forced break or the edge of a box with margin, border or padding stands before the run: text is not
        /// shaped across it in the Chromium profile (browser-rules §2.3).
        package static let afterBoundary = Flags(rawValue: 1)
        /// The nearest common ancestor box of this run and the one before forbids soft wraps: in WebKit it decides on a break between
        /// them (browser-rules §5.4).
        package static let noWrapBefore = Flags(rawValue: 2)
    }

    package init(start: Int32, end: Int32, style: StyleID, flags: Flags = []) {
        self.start = start
        self.end = end
        self.style = style
        self.flags = flags
    }

    package var range: Range<Int> { Int(start)..<Int(end) }
}

/// What is known of the boundary before a UTF-16 index of a paragraph.
package struct BreakFlags: OptionSet, Hashable, Sendable {
    package var rawValue: UInt8
    @inline(__always) package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A soft wrap opportunity lies before this index.
    package static let softWrap = BreakFlags(rawValue: 1)
    /// The opportunity follows a soft hyphen: a hyphen shows where the line ends here, and counts in the fit.
    package static let softHyphen = BreakFlags(rawValue: 2)
    /// Set by the builder of the text: the U+0020 at this index is a newline or tab in the source. WebKit measures a word together
    /// with a following space only where the source has U+0020 itself (browser-rules §2.3).
    package static let spaceFromOtherWhiteSpace = BreakFlags(rawValue: 8)
    /// An opportunity that `white-space` forbids: WebKit still measures the text before and after it apart.
    package static let pieceEnd = BreakFlags(rawValue: 16)
    /// White space at which lines break stands at this index; not set for the first character of a run.
    package static let whiteSpace = BreakFlags(rawValue: 32)
}
