import Copyfit
import Testing

/// Which font serves which character behind a web font, as measured in both engines (browser-rules §2.4).
@Suite(.enabled(if: FontFixtures.hasWorld)) struct FontFallbackTests {
    struct Pick: Sendable, CustomTestStringConvertible {
        var text: String
        var language = ""
        var weight: Float = 400
        var webkit: String
        var chromium: String
        var testDescription: String { "\(text) \(language) \(weight)" }
        init(_ text: String, _ webkit: String, _ chromium: String? = nil, language: String = "", weight: Float = 400) {
            self.text = text
            self.webkit = webkit
            self.chromium = chromium ?? webkit
            self.language = language
            self.weight = weight
        }
    }

    /// Files and how many UTF-16 units they serve.
    static let picks: [Pick] = [
        Pick("日", "NotoSansCJK-Regular.ttc:1"), Pick("か한✓★☎☀⚠①▶◆⌘⇒", "NotoSansCJK-Regular.ttc:12"),
        Pick("Ж", "LiberationSans-Regular.ttf:1", "LiberationSerif-Regular.ttf:1"),
        Pick("α", "LiberationSans-Regular.ttf:1", "LiberationSerif-Regular.ttf:1"),
        Pick("→", "LiberationSans-Regular.ttf:1", "LiberationSerif-Regular.ttf:1"),
        Pick("Ж", "NotoSansCJK-Regular.ttc:1", "LiberationSerif-Regular.ttf:1", language: "ja"),
        Pick("❤✉▸☐☑✔✖➜", "NotoSansSymbols2-Regular.ttf:8"), Pick("⟨", "NotoSansMath-Regular.ttf:1"),
        Pick("₹", "NotoSansBengali-Regular.ttf:1"), Pick("₹", "NotoSansDevanagari-Regular.ttf:1", language: "hi"),
        Pick("ا", "NotoSansArabic-Regular.ttf:1"), Pick("ا", "NotoSansArabic-Bold.ttf:1", "NotoSansArabic-Regular.ttf:1", weight: 700),
        Pick("क", "NotoSansDevanagari-Bold.ttf:1", "NotoSansDevanagari-Regular.ttf:1", weight: 600),
        Pick("Ж", "LiberationSans-Bold.ttf:1", "LiberationSerif-Bold.ttf:1", weight: 700),
        Pick("😀", "NotoColorEmoji.ttf:2"), Pick("❤️", "NotoColorEmoji.ttf:2"), Pick("1️⃣", "NotoColorEmoji.ttf:3"),
        Pick("👨‍👩‍👧", "NotoColorEmoji.ttf:8"), Pick("🇩🇪", "NotoColorEmoji.ttf:4"), Pick("👍🏽", "NotoColorEmoji.ttf:4"),
        Pick("☝", "NotoColorEmoji.ttf:1"), Pick("☎️", "NotoColorEmoji.ttf:2"), Pick("☎", "NotoSansCJK-Regular.ttc:1"), Pick("ℹ", "NotoColorEmoji.ttf:1"),
        Pick("☐★", "NotoSansSymbols2-Regular.ttf:1 NotoSansCJK-Regular.ttc:1", "NotoSansSymbols2-Regular.ttf:2"),
        Pick("★☐", "NotoSansCJK-Regular.ttc:1 NotoSansSymbols2-Regular.ttf:1"),
        Pick("\u{2011}", "NotoSansArabic-Regular.ttf:1", "NotoSansCJK-Regular.ttc:1", language: "nothing here").webkitOnly,
        Pick("\u{2011}", "NotoSansCJK-Regular.ttc:1", language: "ja").webkitOnly,
        Pick("x\u{301}", "LiberationSans-Regular.ttf:2", "LiberationSerif-Regular.ttf:2"),
        Pick("e\u{301}", "TitilliumWeb-Regular.ttf:2"), Pick("n\u{303}a", "TitilliumWeb-Regular.ttf:3"),
        Pick("x\u{20E3}", "NotoSansSymbols-Regular.ttf:2", "").webkitOnly,
        Pick("x\u{200D}x", "missing:2 TitilliumWeb-Regular.ttf:1", "TitilliumWeb-Regular.ttf:3"),
        Pick("\u{10380}", "missing:2"), Pick("\u{E000}", "missing:1"), Pick("a\u{AD}b\u{200B}", "TitilliumWeb-Regular.ttf:4"),
        Pick("\u{2009}", "LiberationSans-Regular.ttf:1", "TitilliumWeb-Regular.ttf:1"),
        Pick("क्ष", "NotoSansDevanagari-Regular.ttf:3"), Pick("\u{1100}\u{1161}\u{11A8}", "NotoSansCJK-Regular.ttc:3"), Pick("か\u{3099}", "NotoSansCJK-Regular.ttc:2"),
    ]

    @Test(arguments: picks) func pick(_ pick: Pick) {
        for profile in [Profile.webkit, .chromium] {
            let expected = profile.engine == .chromium ? pick.chromium : pick.webkit
            if expected == "unmeasured" { continue }
            let rule = FontFixtures.rule("X", FontFixtures.titillium)
            let fonts = DocumentFonts(catalog: FontFixtures.catalog, profile: profile, rules: [rule], load: FontFixtures.loader())
            let runs = FontFixtures.runs(pick.text, FontFixtures.description("X", weight: pick.weight), language: pick.language, fonts)
            #expect(runs.map { "\($0.0):\($0.1)" }.joined(separator: " ") == expected, "\(profile.engine)")
        }
    }

    /// What counts for `line-height: normal` is found code point by code point in WebKit.
    @Test(
        arguments: [
            (0x2764, "NotoSansSymbols2-Regular.ttf"), (0xFE0F, nil), (0x1F600, "NotoColorEmoji.ttf"), (0x65E5, "NotoSansCJK-Regular.ttc"),
            (0x61, "TitilliumWeb-Regular.ttf"), (0x301, "LiberationSans-Regular.ttf"), (0xAD, nil), (0x10380, nil),
        ] as [(UInt32, String?)])
    func normalLineFont(_ codePoint: UInt32, _ file: String?) {
        let fonts = DocumentFonts(catalog: FontFixtures.catalog, profile: .webkit)
        let selection = fonts.selection(for: FontFixtures.description("Titillium Web"), language: "")
        let font = fonts.normalLineFont(ofCodePoint: codePoint, in: selection)
        #expect(font.map { fonts.font($0).face.path.split(separator: "/").last.map(String.init) } == file.map { .some($0) })
    }

    /// Work is linear: a run that no font has is asked about once for each different character.
    @Test func manyMarks() {
        for profile in [Profile.webkit, .chromium] {
            let fonts = DocumentFonts(catalog: FontFixtures.catalog, profile: profile)
            let text = "a" + String(repeating: "\u{301}", count: 20_000) + String(repeating: "\u{10380}", count: 5000)
            #expect(FontFixtures.runs(text, FontFixtures.description("Titillium Web"), fonts).map(\.1).reduce(0, +) == 30_001)
        }
    }
}

extension FontFallbackTests.Pick {
    var webkitOnly: Self {
        var copy = self
        copy.chromium = "unmeasured"
        return copy
    }
}
