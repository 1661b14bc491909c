/// A font's metrics at its size, in CSS px (browser-rules §1).
package struct FontMetrics: Hashable, Sendable {
    /// Whole px above and below the baseline, and the line gap, rounded as the profile asks (§1.2). Descent is positive downwards.
    package var ascent: Int32 = 0
    package var descent: Int32 = 0
    package var lineGap: Int32 = 0
    /// The same before rounding, of the size as it is.
    package var unroundedAscent: Float = 0
    package var unroundedDescent: Float = 0
    package var unroundedLineGap: Float = 0
    /// The em box around the baseline, by the ratio of the typographic ascent and descent.
    package var emAscent: Float = 0
    package var emDescent: Float = 0
    /// The base of `ex`, `cap`, `ch`, `ic` (§1.3).
    package var xHeight: Float = 0
    package var capHeight: Float = 0
    package var zeroAdvance: Float = 0
    package var ideographAdvance: Float = 0
    /// The advance of U+0020.
    package var spaceAdvance: Float = 0
    /// From the baseline, up positive; and the stroke's thickness.
    package var underlinePosition: Float = 0
    package var underlineThickness: Float = 0
    /// The average advance that the font states, and the width of the box around all its glyphs.
    package var averageWidth: Float = 0
    package var boundingWidth: Float = 0
    /// `font-size` after size-adjust, in CSS px.
    package var size: Float = 0

    /// `line-height: normal` in whole px.
    @inline(__always) package var lineSpacing: Int32 { ascent &+ descent &+ lineGap }

    package init() {}
}
