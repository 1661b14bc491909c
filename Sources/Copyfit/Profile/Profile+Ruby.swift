/// Ruby and emphasis marks.
extension Profile {
    /// WebKit takes `position`, `float` and `line-height` from ruby texts: they stay over their bases, with `line-height: normal` (measured).
    package var rubyTextStaysInFlow: Bool { engine == .webkit }

    package enum RubyOverhang: Hashable, Sendable {
        /// WebKit: lines are filled and aligned as if no text hung over; what follows then moves closer. Intrinsic widths know none of it.
        case afterAlignment
        /// Chromium: while the line is filled; not over text in a larger font than the base's.
        case whileFilling
    }
    /// When a ruby text that is wider than its base comes to hang over what stands beside it (measured).
    package var rubyOverhang: RubyOverhang { engine == .chromium ? .whileFilling : .afterAlignment }

    /// Chromium sets the text of the narrower of base and annotation out over the width of the other; WebKit puts it in the middle (measured).
    package var rubyTextIsSpread: Bool { engine == .chromium }

    /// Where ruby texts stand, and what room they have: in Chromium the em boxes of text and base touch, and what the line before, or the
    /// padding and margins above, leave free is used first. In WebKit the text's box stands on the base's ascent; first lines grow for it,
    /// later ones as far as base and text need more than the base's line height (measured).
    package var annotationsShareSpace: Bool { engine == .chromium }

    /// White space before and after a ruby text does not collapse into one in Chromium (measured).
    package var rubyTextsSeparateSpaces: Bool { engine == .chromium }
}
