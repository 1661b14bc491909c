import Testing

@testable import Copyfit
private import Glibc

/// Our shaped runs against the program `hb-shape` (Debian: libharfbuzz-bin): the same face, features, language, script, direction and text
/// must give the same glyphs and advances.
///
/// The texts are those of the recorded cases and the examples, or with `COPYFIT_TEXTS=FILE.jsonl` those of its documents (`html` fields)
/// in the font world of `FONTCONFIG_FILE`: `Scripts/compare-shaping` runs that.
@Suite struct HarfBuzzComparisonTests {
    /// What one call of `hb-shape` is given.
    struct Setting: Hashable {
        var path: String
        var index: Int
        var variations: String
        var features: String
        var language: String
        var script: String
        var isRightToLeft: Bool
        var unitsPerEm: Int
        var isColor: Bool
    }

    struct Run: Hashable {
        var text: [UInt16]
        var glyphs: [UInt32]
        /// CSS px.
        var advances: [Float]
        var size: Float
    }

    struct Counts: CustomStringConvertible {
        var documents = 0, runs = 0, glyphs = 0, differentGlyphs = 0, differentAdvances = 0
        /// Not compared: no face has the text; the face shows pictures, whose advances are those of the bitmaps; `hb-shape` reads no WOFF.
        var missing = 0, bitmaps = 0, packed = 0
        var largest: Float = 0
        var description: String {
            "\(documents) documents, \(runs) different runs, \(glyphs) glyphs; other glyphs in \(differentGlyphs) runs, other advances in \(differentAdvances) runs"
                + " (largest difference \(largest) px); not compared: \(missing) runs that no face has, advances of \(bitmaps) runs of bitmaps, \(packed) in WOFF files"
        }
    }

    /// Sizes are cut to 1/64 px, in Chromium to 1/100 px before that (browser-rules §2.1); kerning and 16.16 advances are rounded once each.
    static func slack(units: Float, unitsPerEm: Int) -> Float { abs(units) / Float(max(unitsPerEm, 1)) * (1.0 / 64 + 1.0 / 100) + 1.0 / 1024 }

    @Test func glyphsAndAdvances() throws {
        guard access("/usr/bin/hb-shape", X_OK) == 0 else { return }
        var counts = Counts()
        var groups: [Setting: Set<Run>] = [:]
        let (documents, catalog) = try texts()
        for (html, base) in documents {
            counts.documents += 1
            for profile in [Profile.webkit, .chromium] {
                var options = Options()
                options.profile = profile
                options.baseDirectory = base
                let document = try Copyfitter(options: options, fonts: catalog).prepare(html: html)
                try collect(document.laidOutPage(width: 320), into: &groups, &counts)
            }
        }
        for (setting, runs) in groups { try compare(Array(runs), setting, &counts) }
        print("hb-shape: \(counts)")
        #expect(counts.runs > 100)
        #expect(counts.differentGlyphs == 0, "\(counts)")
        #expect(counts.differentAdvances == 0, "\(counts)")
    }

    // MARK: Texts

    private func texts() throws -> (documents: [(html: String, base: String?)], fonts: FontCatalog) {
        if let path = getenv("COPYFIT_TEXTS").map({ String(cString: $0) }), !path.isEmpty {
            let fonts = getenv("FONTCONFIG_FILE").map { FontCatalog(fontconfigFile: String(cString: $0)) } ?? FontCatalog()
            let lines = try FileReader.read(path: path).split(separator: 0x0A)
            return (try lines.compactMap { line in
                guard case .object(let members) = try JSONValue(parsing: Array(line)), case .string(let html)? = members["html"] else { return nil }
                return (html, nil)
            }, fonts)
        }
        return (try BrowserCase.all.map { (try ProjectFiles.text(String($0.path)), $0.folder) }, BrowserCaseTests.fonts)
    }

    // MARK: Our runs

    private func collect(_ page: LaidOutPage, into groups: inout [Setting: Set<Run>], _ counts: inout Counts) throws {
        let shaper = page.context.shaper
        for (index, content) in page.contents.enumerated() {
            for run in content.runs {
                var start = Int(run.start)
                while start < Int(run.end) {
                    let level = page.level(at: start, in: index)
                    var end = start + 1
                    while end < Int(run.end), page.level(at: end, in: index) == level { end += 1 }
                    for part in shaper.parts(content.text, start..<end, style: run.style) {
                        add(part, content.text, isRightToLeft: level & 1 == 1, page.fonts, into: &groups, &counts)
                    }
                    start = end
                }
            }
        }
        shaper.releaseScratch()
    }

    private func add(
        _ part: TextShaper.Part, _ text: [UInt16], isRightToLeft: Bool, _ fonts: DocumentFonts, into groups: inout [Setting: Set<Run>], _ counts: inout Counts
    ) {
        let piece = Array(text[part.range])
        // One line of a file each.
        guard !piece.isEmpty, !piece.contains(where: { $0 < 0x20 }), !part.isUpperCased else { return }
        if part.isMissing {
            counts.missing += 1
            return
        }
        let (font, style) = fonts.shapingInput(part.font, part.selection)
        guard !font.face.path.isEmpty else { return }
        if font.face.path.hasSuffix(".woff") || font.face.path.hasSuffix(".woff2") {
            counts.packed += 1
            return
        }
        var glyphs: [ShapedGlyph] = []
        _ = piece.withUnsafeBufferPointer {
            GlyphShaper().shape(
                $0, 0..<$0.count, font: part.font, selection: part.selection, fonts: fonts, script: part.script.tag, rightToLeft: isRightToLeft, into: &glyphs)
        }
        var features = style.key.kerning ? [] : ["kern=0"]
        features += (font.request.features + style.key.features).map { "\(Self.name($0.tag))=\($0.value)" }
        let setting = Setting(
            path: font.face.path, index: font.face.index, variations: font.request.variations.map { "\(Self.name($0.tag))=\($0.value)" }.joined(separator: ","),
            features: features.joined(separator: ","), language: style.key.languageOverride.map { "und-x-hbot" + $0 } ?? style.key.language,
            script: Self.name(part.script.tag), isRightToLeft: isRightToLeft, unitsPerEm: font.face.unitsPerEm, isColor: font.face.isColor)
        groups[setting, default: []].insert(
            Run(text: piece, glyphs: glyphs.map(\.glyph), advances: glyphs.map(\.advance), size: font.request.size))
    }

    private static func name(_ tag: UInt32) -> String {
        String(decoding: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: tag >> $0) }, as: UTF8.self)
    }

    // MARK: HarfBuzz's

    private func compare(_ runs: [Run], _ setting: Setting, _ counts: inout Counts) throws {
        let file = "/tmp/copyfit-shaping-\(getpid()).txt"
        let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        defer { unlink(file) }
        for run in runs {
            let line = Array((String(decoding: run.text, as: UTF16.self) + "\n").utf8)
            _ = line.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        }
        close(descriptor)
        var tool = try BuiltTool()
        tool.path = "/usr/bin/hb-shape"
        var arguments = [
            "--font-file=\(setting.path)", "--face-index=\(setting.index)", "--text-file=\(file)", "--output-format=json", "--no-glyph-names",
            "--direction=\(setting.isRightToLeft ? "rtl" : "ltr")",
        ]
        if setting.script != "\0\0\0\0" { arguments.append("--script=\(setting.script)") }
        if !setting.language.isEmpty { arguments.append("--language=\(setting.language)") }
        if !setting.features.isEmpty { arguments.append("--features=\(setting.features)") }
        if !setting.variations.isEmpty { arguments.append("--variations=\(setting.variations)") }
        let outcome = try tool.run(arguments)
        let lines = outcome.output.split(separator: "\n")
        try #require(lines.count == runs.count, "hb-shape \(arguments): \(outcome.errors.prefix(200))")
        for (run, line) in zip(runs, lines) {
            guard case .array(let items) = try JSONValue(parsing: Array(line.utf8)) else { continue }
            var glyphs: [UInt32] = [], units: [Float] = []
            for case .object(let glyph) in items {
                if case .number(let id)? = glyph["g"] { glyphs.append(UInt32(id)) }
                if case .number(let advance)? = glyph["ax"] { units.append(Float(advance)) }
            }
            counts.runs += 1
            counts.glyphs += glyphs.count
            if glyphs != run.glyphs {
                counts.differentGlyphs += 1
                if counts.differentGlyphs <= 5 {
                    Issue.record("glyphs of “\(String(decoding: run.text, as: UTF16.self))” \(setting): \(run.glyphs), not \(glyphs)")
                }
                continue
            }
            if setting.isColor {
                counts.bitmaps += 1
                continue
            }
            let scale = run.size / Float(max(setting.unitsPerEm, 1))
            counts.largest = max(counts.largest, zip(run.advances, units).map { abs($0 - $1 * scale) }.max() ?? 0)
            if zip(run.advances, units).contains(where: { abs($0 - $1 * scale) > Self.slack(units: $1, unitsPerEm: setting.unitsPerEm) }) {
                counts.differentAdvances += 1
                if counts.differentAdvances <= 5 {
                    Issue.record("advances of “\(String(decoding: run.text, as: UTF16.self))” \(setting): \(run.advances), not \(units.map { $0 * scale })")
                }
            }
        }
    }
}
