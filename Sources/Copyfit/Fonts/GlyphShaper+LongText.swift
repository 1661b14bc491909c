// Long texts are shaped in parts: nothing can stop HarfBuzz, and it takes a tenth of a millisecond for a thousand characters.

extension GlyphShaper {
    /// UTF-16 units up to which a text is shaped at once.
    static let longText = 8192
    /// UTF-16 units of a part.
    private static let partLength = 4096
    /// What may change the glyphs of a place stands no further behind it, UTF-16 units: substitutions look a few glyphs ahead.
    private static let reach = 256

    /// Shapes a long text part by part. Each part ends where HarfBuzz says that both sides, shaped alone, are what they are in the whole
    /// (https://harfbuzz.github.io/harfbuzz-hb-buffer.html#hb-glyph-flags-t), which it tells of a part that goes on for some more.
    /// - Parameter shape: shapes a range of the text, replaces the glyphs by its own, in visual order.
    func shapeLong(
        _ text: UnsafeBufferPointer<UInt16>, _ range: Range<Int>, into glyphs: inout [ShapedGlyph], rightToLeft: Bool,
        shape: (Range<Int>, inout [ShapedGlyph]) -> Float
    ) -> Float {
        var part: [ShapedGlyph] = []
        var start = range.lowerBound
        var length = Self.partLength
        while start < range.upperBound {
            if let watch, watch.mustStopNow() { break }
            let isLast = range.upperBound - start <= length + Self.reach
            let end = isLast ? range.upperBound : start + length
            part.removeAll(keepingCapacity: true)
            _ = shape(start..<end, &part)
            // In logical order.
            if rightToLeft { part.reverse() }
            guard !isLast else {
                glyphs.append(contentsOf: part)
                break
            }
            guard let cut = Self.safeCut(part, after: start, before: end - Self.reach) else {
                length *= 2
                continue
            }
            glyphs.append(contentsOf: part[..<cut])
            start = Int(part[cut].cluster)
            length = Self.partLength
        }
        if rightToLeft { glyphs.reverse() }
        // Added as the glyphs of a text that is shaped at once are.
        var width: Float = 0
        for glyph in glyphs { width += glyph.advance }
        return width
    }

    /// The last glyph in logical order before which text may be cut, if it stands between two indices of the text.
    private static func safeCut(_ part: [ShapedGlyph], after start: Int, before end: Int) -> Int? {
        var index = part.count - 1
        while index > 0 {
            let glyph = part[index]
            if Int(glyph.cluster) <= start { return nil }
            if Int(glyph.cluster) < end, glyph.cluster != part[index - 1].cluster, !glyph.flags.contains(.unsafeToBreak) { return index }
            index -= 1
        }
        return nil
    }
}
