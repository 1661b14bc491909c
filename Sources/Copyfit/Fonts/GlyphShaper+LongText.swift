// Long texts are shaped in parts: nothing can stop HarfBuzz, and it takes a tenth of a millisecond for a thousand characters.

extension GlyphShaper {
    /// UTF-16 units up to which a text is shaped at once, and of a part of one that is not.
    private static let longText = 8192, partLength = 2048
    /// The same for text of which much takes no room: HarfBuzz takes quadratic time to leave that out.
    private static let longInvisibleText = 1024, invisiblePartLength = 512
    /// What may change the glyphs of a place stands no further behind it, UTF-16 units: substitutions look a few glyphs ahead.
    private static let reach = 128

    /// How long the parts of a text are in which it is shaped; nil for one that is shaped at once.
    static func partLength(_ text: UnsafeBufferPointer<UInt16>, _ range: Range<Int>) -> Int? {
        guard range.count > longInvisibleText else { return nil }
        var invisible = 0
        for index in range where text[index] >= 0x200B && text[index] <= 0x206F { invisible += 1 }
        if invisible * 8 > range.count { return invisiblePartLength }
        return range.count > longText ? partLength : nil
    }

    /// Shapes a long text part by part. Each part ends where HarfBuzz says that both sides, shaped alone, are what they are in the whole
    /// (https://harfbuzz.github.io/harfbuzz-hb-buffer.html#hb-glyph-flags-t), which it tells of a part that goes on for some more.
    /// - Parameter shape: shapes a range of the text, replaces the glyphs by its own, in visual order.
    func shapeLong(
        _ text: UnsafeBufferPointer<UInt16>, _ range: Range<Int>, partLength: Int, into glyphs: inout [ShapedGlyph], rightToLeft: Bool,
        shape: (Range<Int>, inout [ShapedGlyph]) -> Float
    ) -> Float {
        var part: [ShapedGlyph] = []
        var start = range.lowerBound
        var length = partLength
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
            length = partLength
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
