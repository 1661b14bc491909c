/// What pictures show, as far as engines differ. Measured in their screenshots on Linux.
extension Profile {
    /// Glyphs of one font that follow each other on a line stand at one height, that of the leftmost: marks above or below letters do not move
    /// up or down alone, and what a raised mark begins is raised whole: WebKit.
    package var paintsRunsAtOneHeight: Bool { engine == .webkit }

    /// Fonts with COLR tables of version 1 are drawn in color: Chromium; WebKit shows their plain outlines.
    package var paintsColorGraphs: Bool { engine == .chromium }

    /// The thickness of lines over, under and through text is rounded up to whole device pixels in WebKit, down in Chromium; both draw one at
    /// least.
    package var decorationThicknessRounding: FloatingPointRoundingRule { engine == .chromium ? .down : .up }

    /// Lines through text start a third of the ascent, in whole device pixels, above the baseline in WebKit; Chromium has their middle there.
    package var strikesBelowThirdOfAscent: Bool { engine == .webkit }

    /// Bullets stand on whole device pixels: Chromium. WebKit draws them where they come to stand.
    package var snapsBullets: Bool { engine == .chromium }

    /// The frame of a picture that is missing: two lines of a pixel, each half on the pixels beside it, in WebKit, which leaves out alternative
    /// text that does not fit.
    package var softensMissingPictures: Bool { engine == .webkit }

    /// A word space has the width of the font's space whatever kerning does to it: WebKit.
    package var spacesIgnoreKerning: Bool { engine == .webkit }
}
