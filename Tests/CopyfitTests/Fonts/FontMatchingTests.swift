@testable import Copyfit
import Testing

/// Which face of a family serves which description; every expectation was measured in both engines.
@Suite struct FontMatchingTests {
    struct Face: Sendable {
        var file: String
        var edit: @Sendable (inout FontFaceRule) -> Void = { _ in }
        init(_ file: String, _ edit: @escaping @Sendable (inout FontFaceRule) -> Void = { _ in }) {
            self.file = file
            self.edit = edit
        }
    }
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var faces: [Face]
        var edit: @Sendable (inout FontDescription) -> Void
        /// nil: the family has no face for it.
        var webkit: String?
        var chromium: String?
        init(
            _ name: String, _ faces: [Face], _ edit: @escaping @Sendable (inout FontDescription) -> Void, _ webkit: String?, _ chromium: String?
        ) {
            testDescription = name
            self.faces = faces
            self.edit = edit
            self.webkit = webkit
            self.chromium = chromium
        }
    }

    private static func weight(_ file: String, _ low: Float, _ high: Float? = nil) -> Face { Face(file) { $0.weight = low...(high ?? low) } }
    private static func stretch(_ file: String, _ value: Float) -> Face { Face(file) { $0.stretch = value...value } }
    private static func slanted(_ file: String, _ style: FontFaceRule.Style) -> Face { Face(file) { $0.style = style } }

    static let cases: [Case] = [
        Case("500 takes 400", [Face("Regular"), weight("Bold", 700)], { $0.weight = 500 }, "Regular", "Regular"),
        Case("600 takes 700", [Face("Regular"), weight("Bold", 700)], { $0.weight = 600 }, "Bold", "Bold"),
        Case("300 takes 400", [Face("Regular"), weight("Bold", 700)], { $0.weight = 300 }, "Regular", "Regular"),
        Case("400 takes 300 before 700", [weight("Light", 300), weight("Bold", 700)], { $0.weight = 400 }, "Light", "Light"),
        Case("450 takes 500 before 300", [weight("Light", 300), weight("Bold", 500)], { $0.weight = 450 }, "Bold", "Bold"),
        Case("200 takes 300", [weight("Light", 300), weight("Bold", 700)], { $0.weight = 200 }, "Light", "Light"),
        Case("350 takes 300", [weight("Light", 300), weight("Bold", 400)], { $0.weight = 350 }, "Light", "Light"),
        Case("900 takes the heaviest range", [weight("Light", 300, 650), weight("Bold", 700)], { $0.weight = 900 }, "Bold", "Bold"),
        Case("italic takes oblique", [Face("Regular"), slanted("Italic", .oblique(14...14))], { $0.slant = .italic }, "Italic", "Italic"),
        Case("oblique takes italic", [Face("Regular"), slanted("Italic", .italic)], { $0.slant = .oblique(14) }, "Italic", "Italic"),
        Case("5deg takes normal", [Face("Regular"), slanted("Italic", .oblique(20...20))], { $0.slant = .oblique(5) }, "Regular", "Regular"),
        Case("upright with italic only", [slanted("Italic", .italic)], { _ in }, nil, "Italic"),
        Case("upright with italic and oblique", [slanted("Italic", .italic), slanted("Bold", .oblique(20...20))], { _ in }, nil, "Italic"),
        Case("style before weight", [weight("Bold", 700), slanted("Italic", .italic)], { $0.slant = .italic; $0.weight = 700 }, "Italic", "Italic"),
        Case("75% takes 50%", [stretch("Regular", 50), stretch("Bold", 100)], { $0.stretch = 75 }, "Regular", "Regular"),
        Case("125% takes 150%", [stretch("Regular", 100), stretch("Bold", 150)], { $0.stretch = 125 }, "Bold", "Bold"),
        Case("110% takes 200% before 90%", [stretch("Regular", 90), stretch("Bold", 200)], { $0.stretch = 110 }, "Bold", "Bold"),
        Case("the last of equal rules", [Face("Regular"), Face("Bold")], { _ in }, "Bold", "Bold"),
    ]

    @Test(arguments: cases) func choosesFace(_ test: Case) {
        for profile in [Profile.webkit, .chromium] {
            let rules = test.faces.map { face in
                var rule = FontFixtures.rule("X", FontFixtures.bundled + "/TitilliumWeb/TitilliumWeb-\(face.file).ttf")
                face.edit(&rule)
                return rule
            }
            let fonts = DocumentFonts(catalog: FontFixtures.catalog, profile: profile, rules: rules, load: FontFixtures.loader())
            var description = FontFixtures.description("X")
            test.edit(&description)
            description.families.append(.named("Titillium Web"))
            // A family without a usable face is passed over: here for the bundled one, whose regular face stands for nil.
            let expected = (profile.engine == .chromium ? test.chromium : test.webkit) ?? "Regular"
            #expect(FontFixtures.runs("H", description, fonts).map(\.0) == ["TitilliumWeb-\(expected).ttf"])
        }
    }

    /// Parts of a family for some characters: the last declared wins where ranges overlap.
    @Test func rangesCompose() {
        var part = FontFixtures.rule("X", FontFixtures.bundled + "/TitilliumWeb/TitilliumWeb-Bold.ttf")
        part.unicodeRange = [0x48...0x48]
        let whole = FontFixtures.rule("X", FontFixtures.titillium)
        for profile in [Profile.webkit, .chromium] {
            let last = DocumentFonts(catalog: FontFixtures.catalog, profile: profile, rules: [whole, part], load: FontFixtures.loader())
            let runs = FontFixtures.runs("HHa", FontFixtures.description("X"), last)
            #expect(runs.map(\.0) == ["TitilliumWeb-Bold.ttf", "TitilliumWeb-Regular.ttf"])
            #expect(runs.map(\.1) == [2, 1])
            let first = DocumentFonts(catalog: FontFixtures.catalog, profile: profile, rules: [part, whole], load: FontFixtures.loader())
            #expect(FontFixtures.runs("HHa", FontFixtures.description("X"), first).map(\.0) == ["TitilliumWeb-Regular.ttf"])
        }
    }

    /// WebKit completes a family from its other faces, Chromium from the next family.
    @Test func rangeOfTheNearestFace() {
        let regular = FontFixtures.rule("X", FontFixtures.titillium)
        var bold = FontFixtures.rule("X", FontFixtures.bundled + "/TitilliumWeb/TitilliumWeb-Bold.ttf")
        bold.weight = 700...700
        bold.unicodeRange = [0x41...0x5A]
        var description = FontFixtures.description("X", weight: 700)
        description.families.append(.named("Titillium Web"))
        let webkit = DocumentFonts(catalog: FontFixtures.catalog, profile: .webkit, rules: [regular, bold], load: FontFixtures.loader())
        #expect(FontFixtures.runs("Ab", description, webkit).map(\.0) == ["TitilliumWeb-Bold.ttf", "TitilliumWeb-Regular.ttf"])
        let chromium = DocumentFonts(catalog: FontFixtures.catalog, profile: .chromium, rules: [regular, bold], load: FontFixtures.loader())
        #expect(Set(FontFixtures.runs("Ab", description, chromium).map(\.0)) == ["TitilliumWeb-Bold.ttf"])
    }

    @Test func pageRulesReplaceTheBundledFamily() {
        let rule = FontFixtures.rule("titillium web", FontFixtures.bundled + "/TitilliumWeb/TitilliumWeb-Light.ttf")
        let fonts = DocumentFonts(catalog: FontFixtures.catalog, profile: .webkit, rules: [rule], load: FontFixtures.loader())
        #expect(FontFixtures.runs("a", FontFixtures.description("Titillium Web"), fonts).map(\.0) == ["TitilliumWeb-Light.ttf"])
    }

    @Test(arguments: [(300, "Light"), (400, "Regular"), (600, "SemiBold"), (700, "Bold"), (900, "Bold")] as [(Float, String)])
    func bundledFamily(_ weight: Float, _ face: String) {
        let fonts = DocumentFonts(catalog: FontFixtures.catalog, profile: .webkit)
        #expect(FontFixtures.runs("a", FontFixtures.description("Titillium Web", weight: weight), fonts).map(\.0) == ["TitilliumWeb-\(face).ttf"])
    }

    /// Without any system font every family is the bundled one.
    /// From some names on, fontconfig is not asked about those that mean nothing to it.
    @Test func manyUnknownFamilies() {
        let configuration = FontFixtures.hasWorld ? FontFixtures.worldConfiguration : nil
        let names = (0..<100).map { "no family \($0)" } + ["Arial", "arial", "D e j a V u Sans", "helvetica", "Times", "monospace", "\u{212A}", "", "Noto Sans", "DejaVu  Serif", "x<y&z"]
        var many = SystemFonts(configuration: configuration)
        for engine in [Profile.Engine.webkit, .chromium] {
            for isItalic in [false, true] {
                let style = SystemStyle(weight: 400, stretch: 100, isItalic: isItalic, isOblique: false)
                for name in names {
                    var few = SystemFonts(configuration: configuration)
                    let found = many.face(family: name, style: style, engine: engine, isGeneric: false)
                    guard !name.hasPrefix("no family") || name.hasSuffix("9") else { continue }
                    #expect(found == few.face(family: name, style: style, engine: engine, isGeneric: false))
                }
            }
        }
        #expect(many.familyAnswerCount < 150)
    }

    @Test func noSystemFonts() {
        let catalog = FontCatalog(bundledFolder: FontFixtures.bundled, fontconfigFile: "/nonexistent/fonts.conf")
        for profile in [Profile.webkit, .chromium] {
            let fonts = DocumentFonts(catalog: catalog, profile: profile)
            #expect(FontFixtures.runs("Hi", FontFixtures.description("Arial", weight: 700), fonts).map(\.0) == ["TitilliumWeb-Bold.ttf"])
        }
    }

    /// The report of why a font serves.
    @Test(.enabled(if: FontFixtures.hasWorld)) func origins() {
        let rule = FontFixtures.rule("X", FontFixtures.titillium)
        let fonts = DocumentFonts(catalog: FontFixtures.catalog, profile: .webkit, rules: [rule], load: FontFixtures.loader())
        func origins(_ text: String, _ families: [FontFamily]) -> [FontOrigin] {
            var description = FontDescription()
            description.families = families
            let selection = fonts.selection(for: description, language: "")
            var runs: [FontRun] = []
            Array(text.utf16).withUnsafeBufferPointer { fonts.resolve($0, 0..<$0.count, in: selection, shaper: GlyphShaper(), into: &runs) }
            return runs.map { fonts.origin(of: $0.font, in: selection) }
        }
        #expect(origins("aЖ日", [.named("X"), .generic(.serif)]) == [.pageRule(family: "X", line: 0), .systemFamily("serif"), .fallback])
        #expect(origins("a", [.named("Titillium Web")]) == [.bundled(family: "Titillium Web")])
        #expect(origins("a", [.named("Nobody's")]) == [.standard])
        #expect(origins("a", [.generic(.standard)]) == [.standard])
    }

    @Test func noFontsAtAll() {
        let catalog = FontCatalog(bundledFolder: "/nonexistent", fontconfigFile: "/nonexistent/fonts.conf")
        #expect(!catalog.hasFonts)
        let fonts = DocumentFonts(catalog: catalog, profile: .webkit)
        #expect(FontMetricsTests.metrics(fonts, FontFixtures.description("Arial")).ascent == 13)
    }

    /// `font-size-adjust` takes the place of `size-adjust`.
    @Test func sizeAdjustIsReplaced() {
        var rule = FontFixtures.rule("X", FontFixtures.titillium)
        rule.sizeAdjust = 1.5
        let fonts = DocumentFonts(catalog: FontFixtures.catalog, profile: .webkit, rules: [rule], load: FontFixtures.loader())
        var description = FontFixtures.description("X", size: 1000)
        description.sizeAdjust = .exHeight(0.5)
        #expect(abs(FontFixtures.advances("Hamburg", description, fonts).reduce(0, +) - 3922) < 0.02)
    }

    // MARK: The closed world

    struct FamilyCase: Sendable, CustomTestStringConvertible {
        var family: FontFamily
        var webkit: String
        var chromium: String
        var testDescription: String { "\(family)" }
        init(_ family: FontFamily, _ webkit: String, _ chromium: String? = nil) {
            self.family = family
            self.webkit = "Liberation\(webkit).ttf"
            self.chromium = "Liberation\(chromium ?? webkit).ttf"
        }
    }
    static let families: [FamilyCase] = [
        FamilyCase(.generic(.standard), "Serif-Regular"), FamilyCase(.generic(.serif), "Serif-Regular"),
        FamilyCase(.generic(.sansSerif), "Sans-Regular"), FamilyCase(.generic(.monospace), "Mono-Regular"),
        FamilyCase(.generic(.systemUI), "Sans-Regular"), FamilyCase(.generic(.cursive), "Serif-Regular"),
        FamilyCase(.generic(.fantasy), "Serif-Regular"), FamilyCase(.generic(.math), "Serif-Regular"),
        FamilyCase(.generic(.uiSansSerif), "Serif-Regular"), FamilyCase(.generic(.uiMonospace), "Serif-Regular"),
        FamilyCase(.named("Arial"), "Sans-Regular"), FamilyCase(.named("Helvetica"), "Sans-Regular"),
        FamilyCase(.named("Times"), "Serif-Regular"), FamilyCase(.named("Courier"), "Mono-Regular"),
        FamilyCase(.named("Courier New"), "Mono-Regular"), FamilyCase(.named("liberation mono"), "Mono-Regular"),
        FamilyCase(.named("Arimo"), "Serif-Regular", "Sans-Regular"), FamilyCase(.named("Sans"), "Serif-Regular", "Sans-Regular"),
        FamilyCase(.named("Tinos"), "Serif-Regular"), FamilyCase(.named("Georgia"), "Serif-Regular"),
        FamilyCase(.named("Helvetica Neue"), "Serif-Regular"), FamilyCase(.named("mono"), "Serif-Regular"),
        FamilyCase(.named("Liberation Mono Bold"), "Serif-Regular"),
    ]

    @Test(.enabled(if: FontFixtures.hasWorld), arguments: families) func systemFamilies(_ test: FamilyCase) {
        for profile in [Profile.webkit, .chromium] {
            let fonts = DocumentFonts(catalog: FontFixtures.catalog, profile: profile)
            var description = FontDescription()
            description.families = [test.family]
            #expect(FontFixtures.runs("H", description, fonts).map(\.0) == [profile.engine == .chromium ? test.chromium : test.webkit])
        }
    }

    /// WebKit takes a family and its faces, Chromium one face by its full or PostScript name.
    @Test(
        .enabled(if: FontFixtures.hasWorld),
        arguments: [
            ("Liberation Mono", "Mono-Regular", "Mono-Regular"), ("Liberation Mono Bold", nil, "Mono-Bold"), ("LiberationSans-Bold", nil, "Sans-Bold"),
            ("Arial", "Sans-Regular", nil), ("liberation sans", "Sans-Regular", "Sans-Regular"),
        ] as [(String, String?, String?)])
    func local(_ name: String, _ webkit: String?, _ chromium: String?) {
        for (profile, expected) in [(Profile.webkit, webkit), (.chromium, chromium)] {
            let rule = FontFaceRule(family: "X", sources: [.local(name), .url(FontFixtures.titillium, base: nil, format: nil, technologies: [])])
            let fonts = DocumentFonts(catalog: FontFixtures.catalog, profile: profile, rules: [rule], load: FontFixtures.loader())
            let file = expected.map { "Liberation\($0).ttf" } ?? "TitilliumWeb-Regular.ttf"
            #expect(FontFixtures.runs("m", FontFixtures.description("X"), fonts).map(\.0) == [file])
        }
    }

    struct VariableCase: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var size: Float = 1000
        var rule: @Sendable (inout FontFaceRule) -> Void = { _ in }
        var edit: @Sendable (inout FontDescription) -> Void = { _ in }
        var webkit: Float
        var chromium: Float
    }
    private static let wght: FontTag = 0x7767_6874
    private static let opsz: FontTag = 0x6F70_737A
    static let variable: [VariableCase] = [
        VariableCase(testDescription: "no range: the axis follows the weight", edit: { $0.weight = 700 }, webkit: 4507.715, chromium: 4304.109),
        VariableCase(testDescription: "normal", webkit: 4357.422, chromium: 4054.688),
        VariableCase(testDescription: "kept in the rule's range", rule: { $0.weight = 300...300 }, edit: { $0.weight = 700 }, webkit: 4298.34, chromium: 3978.844),
        VariableCase(testDescription: "range", rule: { $0.weight = 100...900 }, edit: { $0.weight = 650 }, webkit: 4482.178, chromium: 4262.219),
        VariableCase(testDescription: "setting", edit: { $0.variations = [FontVariation(tag: wght, value: 800)] }, webkit: 4568.457, chromium: 4405.375),
        VariableCase(testDescription: "setting of the rule", rule: { $0.variationSettings = [.init(tag: wght, value: 800)] }, webkit: 4357.422, chromium: 4405.375),
        VariableCase(
            testDescription: "setting of the rule, and the property", rule: { $0.variationSettings = [.init(tag: wght, value: 800)] },
            edit: { $0.variations = [FontVariation(tag: wght, value: 200)] }, webkit: 4239.746, chromium: 3903),
        VariableCase(testDescription: "opsz set", edit: { $0.variations = [FontVariation(tag: opsz, value: 32)] }, webkit: 4054.688, chromium: 4054.688),
        VariableCase(testDescription: "opsz off", edit: { $0.opticalSizingAuto = false }, webkit: 4357.422, chromium: 4357.422),
        VariableCase(testDescription: "opsz at 20px", size: 20, webkit: 87.148, chromium: 85.141),
    ]

    @Test(.enabled(if: FontFixtures.hasWorld), arguments: variable) func variableFont(_ test: VariableCase) {
        for profile in [Profile.webkit, .chromium] {
            var rule = FontFixtures.rule("X", "inter/Inter-Variable.ttf")
            test.rule(&rule)
            let fonts = DocumentFonts(catalog: FontFixtures.catalog, profile: profile, rules: [rule], load: FontFixtures.loader())
            var description = FontFixtures.description("X", size: test.size)
            test.edit(&description)
            let width = FontFixtures.advances("Hamburg", description, fonts).reduce(0, +)
            // Where an axis value falls between masters, rounding of one glyph's delta may differ by a font unit: 1000/2048 px.
            #expect(abs(width - (profile.engine == .chromium ? test.chromium : test.webkit)) < 0.49, "\(profile.engine)")
        }
    }

    @Test func featuresOfTheRule() {
        var rule = FontFixtures.rule("X", FontFixtures.titillium)
        rule.featureSettings = [.init(tag: 0x6B65_726E, value: 0)]
        let fonts = DocumentFonts(catalog: FontFixtures.catalog, profile: .webkit, rules: [rule], load: FontFixtures.loader())
        var description = FontFixtures.description("X", size: 1000)
        #expect(abs(FontFixtures.advances("AVATAR To", description, fonts).reduce(0, +) - 4786) < 0.02)
        description.features = [FontFeature(tag: 0x6B65_726E, value: 1)]
        #expect(abs(FontFixtures.advances("AVATAR To", description, fonts).reduce(0, +) - 4545) < 0.02)
    }

    /// §1.3: 0.7 of the size, in whole px in Chromium.
    @Test func smallCapitals() {
        for (profile, size) in [(Profile.webkit, Float(16) * 0.7), (.chromium, 11)] {
            let fonts = DocumentFonts(catalog: FontFixtures.catalog, profile: profile)
            var description = FontFixtures.description("Titillium Web")
            description.capitals = .smallCaps
            let selection = fonts.selection(for: description, language: "")
            #expect(fonts.synthesizesSmallCapitals(in: selection))
            #expect(fonts.metrics(of: fonts.primaryFont(of: fonts.smallCapitals(of: selection))).size == size)
            description.synthesizesSmallCaps = false
            #expect(!fonts.synthesizesSmallCapitals(in: fonts.selection(for: description, language: "")))
        }
    }
}
