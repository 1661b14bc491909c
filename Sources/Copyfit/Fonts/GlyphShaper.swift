/// Shapes text with HarfBuzz. Holds reused buffers: each task makes its own.
package final class GlyphShaper {
    package init() {}

    /// Shapes a piece of text in one font.
    /// - Parameters:
    ///   - text: the whole text in UTF-16; what stands around `range` is context for joining.
    ///   - range: the piece's UTF-16 offsets.
    ///   - selection: gives features and language.
    ///   - script: ISO 15924 as a big-endian number, as `Latn` = 0x4C61746E; 0 lets HarfBuzz guess.
    ///   - ligatures: false turns `liga`, `clig` off, as a letter-spacing does (§2.2).
    ///   - glyphs: emptied, then the glyphs in visual order.
    /// - Returns: the sum of the advances in CSS px, added one by one in visual order.
    @discardableResult
    package func shape(
        _ text: UnsafeBufferPointer<UInt16>, _ range: Range<Int>, font: FontID, selection: FontSelectionID, fonts: DocumentFonts,
        script: UInt32, rightToLeft: Bool, ligatures: Bool = true, into glyphs: inout [ShapedGlyph]
    ) -> Float {
        glyphs.removeAll(keepingCapacity: true)
        return 0
    }
}
