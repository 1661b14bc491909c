import Copyfit
import Testing

/// The measured tables of browser-rules §1: both engines gave the same in every cell.
@Suite struct FontMetricsTests {
    /// px, then A/D/L of Titillium Web, Liberation Sans, Serif, Mono, Inter Variable.
    static let table: [(Int, [[Int]])] = [
        (10, [[11, 4, 15], [9, 2, 11], [9, 2, 11], [8, 3, 11], [10, 2, 12]]),
        (11, [[12, 4, 16], [10, 2, 12], [10, 2, 12], [9, 3, 12], [11, 3, 14]]),
        (12, [[14, 5, 19], [11, 3, 14], [11, 3, 15], [10, 4, 14], [12, 3, 15]]),
        (13, [[15, 5, 20], [12, 3, 15], [12, 3, 16], [11, 4, 15], [13, 3, 16]]),
        (14, [[16, 5, 21], [13, 3, 16], [12, 3, 16], [12, 4, 16], [14, 3, 17]]),
        (15, [[17, 6, 23], [14, 3, 17], [13, 3, 17], [12, 5, 17], [15, 4, 19]]),
        (16, [[18, 6, 24], [14, 3, 18], [14, 3, 18], [13, 5, 18], [16, 4, 20]]),
        (17, [[19, 7, 26], [15, 4, 20], [15, 4, 20], [14, 5, 19], [16, 4, 20]]),
        (18, [[20, 7, 27], [16, 4, 21], [16, 4, 21], [15, 5, 20], [17, 4, 21]]),
        (19, [[22, 7, 29], [17, 4, 22], [17, 4, 22], [16, 6, 22], [18, 5, 23]]),
        (20, [[23, 8, 31], [18, 4, 23], [18, 4, 23], [17, 6, 23], [19, 5, 24]]),
        (21, [[24, 8, 32], [19, 4, 24], [19, 5, 25], [17, 6, 23], [20, 5, 25]]),
        (22, [[25, 9, 34], [20, 5, 26], [20, 5, 26], [18, 7, 25], [21, 5, 26]]),
        (23, [[26, 9, 35], [21, 5, 27], [20, 5, 26], [19, 7, 26], [22, 6, 28]]),
        (24, [[27, 9, 36], [22, 5, 28], [21, 5, 27], [20, 7, 27], [23, 6, 29]]),
        (25, [[28, 10, 38], [23, 5, 29], [22, 5, 28], [21, 8, 29], [24, 6, 30]]),
        (26, [[29, 10, 39], [24, 6, 31], [23, 6, 30], [22, 8, 30], [25, 6, 31]]),
        (27, [[31, 10, 41], [24, 6, 31], [24, 6, 31], [22, 8, 30], [26, 7, 33]]),
        (28, [[32, 11, 43], [25, 6, 32], [25, 6, 32], [23, 8, 31], [27, 7, 34]]),
        (29, [[33, 11, 44], [26, 6, 33], [26, 6, 33], [24, 9, 33], [28, 7, 35]]),
        (30, [[34, 12, 46], [27, 6, 34], [27, 6, 34], [25, 9, 34], [29, 7, 36]]),
        (31, [[35, 12, 47], [28, 7, 36], [28, 7, 36], [26, 9, 35], [30, 7, 37]]),
        (32, [[36, 12, 48], [29, 7, 37], [29, 7, 37], [27, 10, 37], [31, 8, 39]]),
        (33, [[37, 13, 50], [30, 7, 38], [29, 7, 37], [27, 10, 37], [32, 8, 40]]),
        (34, [[39, 13, 52], [31, 7, 39], [30, 7, 38], [28, 10, 38], [33, 8, 41]]),
        (35, [[40, 14, 54], [32, 7, 40], [31, 8, 40], [29, 11, 40], [34, 8, 42]]),
        (36, [[41, 14, 55], [33, 8, 42], [32, 8, 42], [30, 11, 41], [35, 9, 44]]),
        (37, [[42, 14, 56], [33, 8, 42], [33, 8, 43], [31, 11, 42], [36, 9, 45]]),
        (38, [[43, 15, 58], [34, 8, 43], [34, 8, 44], [32, 11, 43], [37, 9, 46]]),
        (39, [[44, 15, 59], [35, 8, 44], [35, 8, 45], [32, 12, 44], [38, 9, 47]]),
        (40, [[45, 16, 61], [36, 8, 45], [36, 9, 47], [33, 12, 45], [39, 10, 49]]),
    ]

    @Test(arguments: table) func titillium(_ size: Int, _ cells: [[Int]]) { check("Titillium Web", size, cells[0]) }

    @Test(.enabled(if: FontFixtures.hasWorld), arguments: table) func world(_ size: Int, _ cells: [[Int]]) {
        for (index, family) in ["Liberation Sans", "Liberation Serif", "Liberation Mono"].enumerated() { check(family, size, cells[index + 1]) }
        check("Inter", size, cells[4], rules: [FontFixtures.rule("Inter", "inter/Inter-Variable.ttf")])
    }

    private func check(_ family: String, _ size: Int, _ expected: [Int], rules: [FontFaceRule] = []) {
        for profile in [Profile.webkit, .chromium] {
            let fonts = DocumentFonts(catalog: FontFixtures.catalog, profile: profile, rules: rules, load: FontFixtures.loader())
            for weight: Float in [400, 700] {
                let metrics = Self.metrics(fonts, FontFixtures.description(family, size: Float(size), weight: weight))
                #expect([Int(metrics.ascent), Int(metrics.descent), Int(metrics.lineSpacing)] == expected, "\(family) \(size)px")
            }
        }
    }

    static func metrics(_ fonts: DocumentFonts, _ description: FontDescription) -> FontMetrics {
        fonts.metrics(of: fonts.primaryFont(of: fonts.selection(for: description, language: "")))
    }

    struct Edit: Sendable, CustomTestStringConvertible {
        var name: String
        var hhea: [Int]
        var typographic: [Int]?
        var windows: [Int]?
        var usesTypographic: Bool
        /// A, D, L (L nil where it was not measured) at 16, 15 and 100 px.
        var expected: [[Int?]]
        var testDescription: String { name }
    }

    static let edits = [
        Edit(name: "V1", hhea: [1133, -388, 0], typographic: [800, -200, 100], windows: [1133, 388], usesTypographic: true, expected: [[13, 3, 18], [12, 3, 17], [80, 20, 110]]),
        Edit(name: "V2", hhea: [1133, -388, 0], typographic: [800, -200, 100], windows: [1133, 388], usesTypographic: false, expected: [[18, 6, 24], [17, 6, 23], [113, 39, 152]]),
        Edit(name: "V3", hhea: [0, 0, 0], typographic: [800, -200, 100], windows: [1133, 388], usesTypographic: false, expected: [[13, 3, 18], [12, 3, 17], [80, 20, 110]]),
        Edit(name: "V4", hhea: [1000, -300, 250], typographic: nil, windows: nil, usesTypographic: false, expected: [[16, 5, 25], [15, 5, 24], [100, 30, 155]]),
        Edit(name: "V5", hhea: [0, 0, 0], typographic: [0, 0, 0], windows: [1133, 388], usesTypographic: false, expected: [[18, 6, 24], [17, 6, 23], [113, 39, 152]]),
        Edit(name: "V6", hhea: [900, -200, 255], typographic: [900, -200, 255], windows: nil, usesTypographic: true, expected: [[14, 3, 21], [14, 3, 21], [90, 20, 136]]),
        Edit(name: "V7", hhea: [1000, 300, 0], typographic: nil, windows: nil, usesTypographic: false, expected: [[16, -5, nil], [15, -4, nil], [100, -30, nil]]),
    ]

    @Test(arguments: edits) func choiceOfTable(_ edit: Edit) {
        var file = SfntEditor(bytes: FontFixtures.bytes(FontFixtures.titillium))
        for (index, value) in edit.hhea.enumerated() { file.set("hhea", 4 + index * 2, value) }
        for (index, value) in (edit.typographic ?? []).enumerated() { file.set("OS/2", 68 + index * 2, value) }
        for (index, value) in (edit.windows ?? []).enumerated() { file.set("OS/2", 74 + index * 2, value) }
        file.set("OS/2", 62, edit.usesTypographic ? 0x80 : 0x40)
        for profile in [Profile.webkit, .chromium] {
            let fonts = DocumentFonts(
                catalog: FontFixtures.catalog, profile: profile, rules: [FontFixtures.rule("V", "v.ttf")],
                load: FontFixtures.loader(["v.ttf": file.bytes]))
            for (size, expected) in zip([16, 15, 100], edit.expected) {
                let metrics = Self.metrics(fonts, FontFixtures.description("V", size: Float(size)))
                #expect(Int(metrics.ascent) == expected[0])
                #expect(Int(metrics.descent) == expected[1])
                if let line = expected[2] { #expect(Int(metrics.lineSpacing) == line) }
            }
        }
    }

    @Test(arguments: [(0, [0, 0, 0]), (1, [1, 0, 1]), (2, [2, 1, 3]), (6, [7, 2, 9])] as [(Float, [Int32])])
    func tinySizes(_ size: Float, _ expected: [Int32]) {
        let fonts = DocumentFonts(catalog: FontFixtures.catalog, profile: .webkit)
        let metrics = Self.metrics(fonts, FontFixtures.description("Titillium Web", size: size))
        #expect([metrics.ascent, metrics.descent, metrics.lineSpacing] == expected)
    }

    /// §0.5: ceil of each, 26 against 24 at 16 px (19 + 7).
    @Test func iOSRoundsUp() {
        let fonts = DocumentFonts(catalog: FontFixtures.catalog, profile: .webkitIOS)
        let metrics = Self.metrics(fonts, FontFixtures.description("Titillium Web"))
        #expect([metrics.ascent, metrics.descent, metrics.lineSpacing] == [19, 7, 26])
    }

    /// §1.3.
    @Test func relativeUnits() {
        let fonts = DocumentFonts(catalog: FontFixtures.catalog, profile: .webkit)
        let metrics = Self.metrics(fonts, FontFixtures.description("Titillium Web"))
        #expect(metrics.xHeight == 8)
        #expect((metrics.zeroAdvance * 64).rounded(.down) / 64 == 8.953125)
        #expect((metrics.capHeight * 64).rounded(.down) / 64 == 11.0625)
        // 17.3px 100ex: 864.98 / 864.5, as Chromium keeps hundredths of a px.
        let chromium = DocumentFonts(catalog: FontFixtures.catalog, profile: .chromium)
        #expect(abs(Self.metrics(chromium, FontFixtures.description("Titillium Web", size: 17.3)).xHeight * 100 - 864.5) < 0.01)
        #expect(abs(Self.metrics(fonts, FontFixtures.description("Titillium Web", size: 17.3)).xHeight * 100 - 865) < 0.02)
    }

    /// 120% at 16px has the metrics of 19.2px; overrides are Chromium's only (§1.3).
    @Test func descriptorsOfTheRule() {
        var rule = FontFixtures.rule("X", FontFixtures.titillium)
        rule.sizeAdjust = 1.2
        for profile in [Profile.webkit, .chromium] {
            let fonts = DocumentFonts(catalog: FontFixtures.catalog, profile: profile, rules: [rule], load: FontFixtures.loader())
            let metrics = Self.metrics(fonts, FontFixtures.description("X"))
            #expect([metrics.ascent, metrics.descent, metrics.lineSpacing] == [22, 7, 29])
        }
        var override = FontFixtures.rule("X", FontFixtures.titillium)
        override.ascentOverride = 1
        for (profile, expected) in [(Profile.webkit, [18, 6, 24]), (.chromium, [16, 6, 22])] as [(Profile, [Int32])] {
            let fonts = DocumentFonts(catalog: FontFixtures.catalog, profile: profile, rules: [override], load: FontFixtures.loader())
            let metrics = Self.metrics(fonts, FontFixtures.description("X"))
            #expect([metrics.ascent, metrics.descent, metrics.lineSpacing] == expected)
        }
    }

    /// §1.3: used size = size · k / aspect.
    @Test(arguments: [(0.4, [15, 5, 20]), (0.6, [22, 7, 29])] as [(Float, [Int32])])
    func sizeAdjust(_ factor: Float, _ expected: [Int32]) {
        let fonts = DocumentFonts(catalog: FontFixtures.catalog, profile: .webkit)
        var description = FontFixtures.description("Titillium Web")
        description.sizeAdjust = .exHeight(factor)
        let metrics = Self.metrics(fonts, description)
        #expect([metrics.ascent, metrics.descent, metrics.lineSpacing] == expected)
    }
}
