import Copyfit
import Testing

/// Fonts that are not: the next source or family serves, and the diagnostic says why.
@Suite struct BrokenFontTests {
    private static func edited(_ edit: (inout SfntEditor) -> Void) -> [UInt8] {
        var file = SfntEditor(bytes: FontFixtures.bytes(FontFixtures.titillium))
        edit(&file)
        return file.bytes
    }

    static let broken: [(String, [UInt8], String)] = [
        ("empty", [], "notAFont"),
        ("text", Array("<!doctype html>".utf8), ""),
        ("cut short", Array(FontFixtures.bytes(FontFixtures.titillium).prefix(1000)), ""),
        ("zero units", edited { $0.set("head", 18, 0) }, ""),
        ("no hhea", edited { $0.remove("hhea") }, "hhea"),
        ("no cmap", edited { $0.remove("cmap") }, "cmap"),
        ("no glyphs", edited { $0.set("maxp", 4, 0) }, ""),
        ("no head", edited { $0.remove("head") }, ""),
        ("no hmtx", edited { $0.remove("hmtx") }, "hmtx"),
        ("wOF2 only", Array("wOF2".utf8) + [UInt8](repeating: 0, count: 200), ""),
        ("wOFF only", Array("wOFF".utf8) + [UInt8](repeating: 0xFF, count: 200), ""),
    ]

    @Test(arguments: broken.map(\.0)) func fallsThrough(_ name: String) throws {
        let (_, bytes, reason) = try #require(Self.broken.first { $0.0 == name })
        let rule = FontFaceRule(
            family: "X",
            sources: ["bad.ttf", FontFixtures.titillium].map { .url($0, base: nil, format: nil, technologies: []) })
        let fonts = DocumentFonts(
            catalog: FontFixtures.catalog, profile: .webkit, rules: [rule], load: FontFixtures.loader(["bad.ttf": bytes]))
        #expect(FontFixtures.runs("a", FontFixtures.description("X"), fonts).map(\.0) == ["TitilliumWeb-Regular.ttf"])
        let diagnostic = try #require(fonts.diagnostics.first)
        #expect(diagnostic.source == "bad.ttf")
        #expect(diagnostic.message.contains("not a font: bad.ttf: "))
        if reason != "notAFont" { #expect(diagnostic.message.contains(reason)) }
    }

    /// Any byte may be wrong: an answer, and no trap.
    @Test func damagedBytes() {
        let whole = FontFixtures.bytes(FontFixtures.titillium)
        var state: UInt64 = 42
        func next() -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33)
        }
        for _ in 0..<60 {
            var bytes = whole
            for _ in 0..<40 { bytes[next() % (next() % 3 == 0 ? 400 : bytes.count)] = UInt8(truncatingIfNeeded: next()) }
            let fonts = DocumentFonts(
                catalog: FontCatalog(bundledFolder: FontFixtures.bundled, fontconfigFile: "/nonexistent"), profile: .webkit,
                rules: [FontFixtures.rule("X", "bad.ttf")], load: FontFixtures.loader(["bad.ttf": bytes]))
            let advances = FontFixtures.advances("Hamburgefons AVA", FontFixtures.description("X"), fonts)
            #expect(advances.allSatisfy { $0.isFinite })
        }
    }

    @Test func missingFile() throws {
        let rule = FontFixtures.rule("X", "/nonexistent/font.ttf")
        let fonts = DocumentFonts(catalog: FontFixtures.catalog, profile: .webkit, rules: [rule], load: FontFixtures.loader())
        #expect(FontFixtures.runs("a", FontFixtures.description("X"), fonts).count == 1)
        #expect(try #require(fonts.diagnostics.first).message.contains("no such file: /nonexistent/font.ttf"))
    }

    @Test func unsupportedFormatIsPassedOver() {
        let rule = FontFaceRule(
            family: "X",
            sources: [
                .url("never.svg", base: nil, format: "svg", technologies: []), .url("never.ttf", base: nil, format: nil, technologies: ["color-colrv9"]),
                .url(FontFixtures.titillium, base: nil, format: "truetype", technologies: ["variations"]),
            ])
        let fonts = DocumentFonts(catalog: FontFixtures.catalog, profile: .webkit, rules: [rule], load: FontFixtures.loader())
        #expect(FontFixtures.runs("a", FontFixtures.description("X"), fonts).map(\.0) == ["TitilliumWeb-Regular.ttf"])
        #expect(fonts.diagnostics.isEmpty)
    }

    @Test(.enabled(if: FontFixtures.hasWorld), arguments: ["titillium-web/TitilliumWeb-Bold.woff", "titillium-web/TitilliumWeb-Bold.woff2"])
    func compressedFiles(_ file: String) {
        let fonts = DocumentFonts(catalog: FontFixtures.catalog, profile: .webkit, rules: [FontFixtures.rule("X", file)], load: FontFixtures.loader())
        #expect(abs(FontFixtures.advances("mWij", FontFixtures.description("X", size: 1000), fonts).reduce(0, +) - 2269) < 0.02)
        #expect(fonts.diagnostics.isEmpty)
    }

    /// A file that many documents use is opened once.
    @Test func filesAreShared() {
        let rule = FontFixtures.rule("X", FontFixtures.titillium)
        let faces = (0..<3).map { _ in
            let fonts = DocumentFonts(catalog: FontFixtures.catalog, profile: .webkit, rules: [rule], load: FontFixtures.loader())
            return fonts.font(fonts.primaryFont(of: fonts.selection(for: FontFixtures.description("X"), language: "")))
        }
        #expect(faces[0] === faces[1] && faces[1] === faces[2])
    }
}
