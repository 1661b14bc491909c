import Copyfit
import Testing

/// Fallback fonts against the browsers' own choice, told by width and line height at 1000 px (`Scripts/record-font-picks`).
@Suite(.enabled(if: FontFixtures.hasWorld)) struct RecordedPicksTests {
    struct Pick: Sendable {
        var isChromium: Bool
        var language: String
        var description: FontDescription
        var text: String
        var width: Float
        var height: Int32
        var line: Int
    }

    static func read() -> [Pick] {
        let text = String(decoding: FontFixtures.bytes(FontFixtures.root + "/Tests/CopyfitTests/Cases/font-picks.tsv"), as: UTF8.self)
        return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { index, line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard fields.count == 8, !line.hasPrefix("#"), let weight = Float(fields[2]), let width = Float(fields[6]), let height = Float(fields[7])
            else { return nil }
            var description = FontFixtures.description("X", size: 1000, weight: weight)
            description.slant = fields[3] == "1" ? .italic : .normal
            let generics: [Substring: FontFamily] = ["serif": .generic(.serif), "sans-serif": .generic(.sansSerif), "monospace": .generic(.monospace)]
            description.families += fields[4].split(separator: ",").map { generics[$0] ?? .named(String($0)) }
            return Pick(
                isChromium: fields[0] == "chromium", language: fields[1], description: description, text: fields[5], width: width,
                height: Int32(height), line: index + 1)
        }
    }

    @Test func picksAreTheBrowsers() {
        let picks = Self.read()
        #expect(picks.count > 1000)
        var rule = FontFixtures.rule("X", FontFixtures.titillium)
        rule.unicodeRange = [0x20...0x20, 0x78...0x78]
        rule.sizeAdjust = 0.01
        let all = [Profile.webkit, .chromium].map {
            DocumentFonts(catalog: FontFixtures.catalog, profile: $0, rules: [rule], load: FontFixtures.loader())
        }
        let shaper = GlyphShaper()
        for pick in picks {
            let (width, height) = Self.measure(pick, all[pick.isChromium ? 1 : 0], shaper)
            #expect(abs(width - pick.width) < 0.05 && height == pick.height, "line \(pick.line): \(pick.text) got \(width) \(height)")
        }
    }

    /// The width of the shaped text, and the height of a line of normal height with the fonts that count in it.
    private static func measure(_ pick: Pick, _ fonts: DocumentFonts, _ shaper: GlyphShaper) -> (Float, Int32) {
        let selection = fonts.selection(for: pick.description, language: pick.language)
        var counted = [fonts.primaryFont(of: selection)]
        var runs: [FontRun] = []
        var glyphs: [ShapedGlyph] = []
        var width: Float = 0
        Array(pick.text.utf16).withUnsafeBufferPointer { units in
            fonts.resolve(units, 0..<units.count, in: selection, shaper: shaper, into: &runs)
            for run in runs {
                width += shaper.shape(
                    units, Int(run.start)..<Int(run.end), font: run.font, selection: selection, fonts: fonts, script: 0,
                    rightToLeft: false, isMissing: run.isMissing, into: &glyphs)
                if pick.isChromium { counted.append(run.font) }
            }
        }
        if !pick.isChromium {
            counted += pick.text.unicodeScalars.compactMap { fonts.normalLineFont(ofCodePoint: $0.value, in: selection) }
        }
        let metrics = counted.map { fonts.metrics(of: $0) }
        let ascent = metrics.map { $0.ascent + ($0.lineGap >> 1) }.max() ?? 0
        let descent = metrics.map { $0.descent + $0.lineGap - ($0.lineGap >> 1) }.max() ?? 0
        return (width, ascent + descent)
    }
}
