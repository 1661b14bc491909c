import Testing

@testable import Copyfit

/// Long texts are shaped in parts.
@Suite struct LongTextTests {
    /// Glyph by glyph what shaping the whole at once gives.
    @Test(arguments: [
        ("Titillium Web", "Latn", false, Array("abcfilTVAWo ,.-'\u{301}fi".utf16)),
        ("Noto Naskh Arabic", "Arab", true, Array("\u{627}\u{628}\u{644}\u{645}\u{647}\u{64A}\u{631}\u{64B}\u{651} \u{640}".utf16)),
        ("Noto Sans Arabic", "Arab", true, Array("\u{627}\u{628}\u{644}\u{645}\u{647}\u{64A}\u{631}\u{64B}\u{651} \u{640}".utf16)),
        ("Noto Sans Devanagari", "Deva", false, Array("\u{915}\u{916}\u{930}\u{937}\u{94D}\u{94D}\u{93F}\u{93E}\u{947}\u{902} ".utf16)),
        ("Noto Serif", "Latn", false, Array("abcfilTVAWo ,.-'\u{301}fi".utf16)),
        ("Noto Sans Thai", "Thai", false, Array("\u{E01}\u{E19}\u{E40}\u{E32}\u{E33}\u{E38}\u{E48}\u{E49}".utf16)),
        ("DejaVu Sans", "Latn", false, Array("abcfilTVAWo ,.-'\u{301}fi".utf16)), ("DejaVu Sans", "Hebr", true, Array("\u{5D0}\u{5D1}\u{5DC}\u{5B0}\u{5BC} -".utf16)),
    ])
    func partsAreAsInTheWhole(family: String, script: String, rightToLeft: Bool, letters: [UInt16]) {
        let fonts = DocumentFonts(catalog: FontFixtures.catalog, profile: .webkit)
        let shaper = GlyphShaper()
        let selection = fonts.selection(for: FontFixtures.description(family, size: 13), language: "")
        let tag = script.utf8.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        var state: UInt64 = 3
        for round in 0..<12 {
            var text: [UInt16] = []
            while text.count < 7_900 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                text.append(letters[Int(truncatingIfNeeded: state >> 33) % (round % 3 == 0 ? 4 : letters.count)])
            }
            text.withUnsafeBufferPointer { text in
                func shape(_ range: Range<Int>, _ glyphs: inout [ShapedGlyph]) -> Float {
                    shaper.shape(
                        text, range, font: fonts.primaryFont(of: selection), selection: selection, fonts: fonts, script: tag, rightToLeft: rightToLeft,
                        into: &glyphs)
                }
                var whole: [ShapedGlyph] = [], inParts: [ShapedGlyph] = []
                let width = shape(0..<text.count, &whole)
                var calls = 0
                let sum = shaper.shapeLong(text, 0..<text.count, partLength: 2048, into: &inParts, rightToLeft: rightToLeft) { range, glyphs in
                    calls += 1
                    return shape(range, &glyphs)
                }
                #expect(calls > 1)
                #expect(width == sum)
                #expect(whole.map(\.glyph) == inParts.map(\.glyph))
                #expect(whole.map(\.cluster) == inParts.map(\.cluster))
                #expect(whole.map(\.advance) == inParts.map(\.advance))
                #expect(whole.map(\.xOffset) == inParts.map(\.xOffset))
            }
        }
    }
}
