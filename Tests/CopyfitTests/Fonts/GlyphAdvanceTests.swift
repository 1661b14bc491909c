import Copyfit
import Testing

/// browser-rules §2.1.
@Suite struct GlyphAdvanceTests {
    private func fonts(_ profile: Profile) -> DocumentFonts { DocumentFonts(catalog: FontFixtures.catalog, profile: profile) }

    @Test func oneGlyph() {
        #expect(FontFixtures.advances("i", FontFixtures.description("Titillium Web"), fonts(.webkit)) == [Float(229639) / 65536])
        let four = FontFixtures.advances("iiii", FontFixtures.description("Titillium Web"), fonts(.webkit)).reduce(0, +)
        #expect(abs(four - 14.016052) < 0.000_001)
    }

    /// Kerning is scaled by the size as it is, advances by the size in 26.6.
    @Test func kerning() {
        let description = FontFixtures.description("Titillium Web", size: 17.3)
        let pair = FontFixtures.advances("AV", description, fonts(.webkit)).reduce(0, +)
        #expect(abs(pair - 19.891204) < 0.000_005)
    }

    @Test func kerningOff() {
        var description = FontFixtures.description("Titillium Web")
        #expect(abs(FontFixtures.advances("AVATAR To", description, fonts(.webkit)).reduce(0, +) - 72.720) < 0.001)
        description.kerning = .none
        #expect(abs(FontFixtures.advances("AVATAR To", description, fonts(.webkit)).reduce(0, +) - 76.576) < 0.001)
    }

    /// Chromium cuts the size to hundredths before it cuts it to 26.6.
    @Test(arguments: [8.4, 9.9, 16.3, 17.3, 20.3, 32.1, 40.6] as [Float]) func sizesThatDiffer(_ size: Float) {
        let description = FontFixtures.description("Titillium Web", size: size)
        let webkit = FontFixtures.advances("H", description, fonts(.webkit))[0]
        let chromium = FontFixtures.advances("H", description, fonts(.chromium))[0]
        let expected = (size * 64).rounded(.down) / ((size * 64).rounded(.down) - 1)
        #expect(abs(webkit / chromium - expected) < 0.000_1)
    }

    @Test(arguments: [8.0, 12, 15.2, 16, 24] as [Float]) func sizesThatAgree(_ size: Float) {
        let description = FontFixtures.description("Titillium Web", size: size)
        #expect(FontFixtures.advances("H", description, fonts(.webkit)) == FontFixtures.advances("H", description, fonts(.chromium)))
    }

    @Test(.enabled(if: FontFixtures.hasWorld), arguments: [(16, 19.96875), (12, 14.96875), (20, 24.953125), (40, 49.90625)] as [(Float, Float)])
    func colourEmoji(_ size: Float, _ advance: Float) {
        #expect(FontFixtures.advances("😀", FontFixtures.description("Noto Color Emoji", size: size), fonts(.webkit)) == [advance])
    }

    @Test(.enabled(if: FontFixtures.hasWorld)) func colourEmojiMetrics() {
        for (profile, expected) in [(Profile.webkit, [927, 248]), (.chromium, [928, 244])] as [(Profile, [Int32])] {
            let metrics = FontMetricsTests.metrics(fonts(profile), FontFixtures.description("Noto Color Emoji", size: 1000))
            #expect([metrics.ascent, metrics.descent] == expected)
        }
    }

    @Test func latinTableAgreesWithShaping() {
        let fonts = fonts(.webkit)
        let selection = fonts.selection(for: FontFixtures.description("Titillium Web", size: 13.37), language: "")
        let font = fonts.primaryFont(of: selection)
        for character in "aZ09@é~" {
            let advance = character.unicodeScalars.first.flatMap { fonts.advance(ofCodePoint: $0.value, in: font) }
            #expect(advance == FontFixtures.advances(String(character), FontFixtures.description("Titillium Web", size: 13.37), fonts).first)
        }
    }

    /// Absurd sizes give numbers, not traps.
    @Test(arguments: [Float.infinity, .nan, -5, 1e30, 40_000]) func absurdSizes(_ size: Float) {
        let advances = FontFixtures.advances("Hamburg", FontFixtures.description("Titillium Web", size: size), fonts(.webkit))
        #expect(advances.allSatisfy { $0.isFinite && $0 >= 0 })
    }
}
