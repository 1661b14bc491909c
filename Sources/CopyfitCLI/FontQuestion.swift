import Copyfit

/// Asks the font stage which faces serve a family list, and puts the answer into words.
struct FontQuestion {
    var description = FontDescription()
    var language = ""
    var profile = Profile.webkit
    private(set) var diagnostics: [Diagnostic] = []
    private let catalog: FontCatalog
    private let rules: [FontFaceRule]
    private let loader: ResourceLoader

    init(catalog: FontCatalog, rules: [FontFaceRule], loader: ResourceLoader) {
        self.catalog = catalog
        self.rules = rules
        self.loader = loader
    }

    /// - Parameter text: what to choose fonts for; nil asks for the primary font only.
    mutating func answer(text: String?) -> [String] {
        let fonts = makeFonts()
        var lines: [String] = []
        for family in description.families { lines.append(line(for: family, in: fonts)) }
        let selection = fonts.selection(for: description, language: language)
        let primary = fonts.font(fonts.primaryFont(of: selection))
        lines += ["primary  " + describe(primary)]
        let metrics = primary.metrics
        lines.append("         ascent \(metrics.ascent), descent \(metrics.descent), line gap \(metrics.lineGap): line-height normal is \(metrics.lineSpacing) px")
        if let text { lines += pieces(of: text, selection, in: fonts) }
        diagnostics = fonts.diagnostics
        return lines
    }

    private func makeFonts() -> DocumentFonts {
        let loader = loader
        return DocumentFonts(catalog: catalog, profile: profile, rules: rules) { (url, base) throws(CopyfitError) -> FontSource in
            if case .success(let path) = loader.path(url: url, base: base) { return .file(path: path) }
            do throws(ResourceFailure) { return .bytes(try loader.bytes(url: url, base: base).get()) } catch { throw error.error }
        }
    }

    /// Who answers for one family of the list.
    private func line(for family: FontFamily, in fonts: DocumentFonts) -> String {
        func face(_ family: FontFamily) -> FontFace {
            var alone = description
            alone.families = [family]
            return fonts.font(fonts.primaryFont(of: fonts.selection(for: alone, language: language))).face
        }
        let found = face(family)
        switch family {
        case .generic(let generic): return "family   \(generic): the system's choice, \(found.fullName)"
        case .named(let name):
            func declares(_ rules: [FontFaceRule]) -> Bool { rules.contains { $0.family.lowercased() == name.lowercased() } }
            if declares(rules) { return "family   \(name): declared by @font-face, \(found.fullName)" }
            if declares(catalog.bundledRules) { return "family   \(name): bundled, \(found.fullName)" }
            if found.familyName.lowercased() == name.lowercased() { return "family   \(name): installed, \(found.fullName)" }
            // What no family answers to goes to the same place as a name that cannot exist.
            if face(.named("no family has this name \u{2205}")) === found { return "family   \(name): not found" }
            return "family   \(name): the system's substitute, \(found.fullName)"
        }
    }

    private func pieces(of text: String, _ selection: FontSelectionID, in fonts: DocumentFonts) -> [String] {
        let units = Array(text.utf16)
        var runs: [FontRun] = []
        units.withUnsafeBufferPointer { fonts.resolve($0, 0..<$0.count, in: selection, shaper: GlyphShaper(), into: &runs) }
        return runs.map { run in
            let piece = String(decoding: units[Int(run.start)..<Int(run.end)], as: UTF16.self)
            return "text     “\(piece)”: " + (run.isMissing ? "no font has it; .notdef of " : "") + describe(fonts.font(run.font))
        }
    }

    private func describe(_ font: Font) -> String {
        var words = font.face.fullName
        if font.face.index & 0xFFFF > 0 { words += " (face \(font.face.index & 0xFFFF))" }
        if font.syntheticBold { words += ", made bold" }
        if font.syntheticSlant != 0 { words += ", made oblique" }
        return words + (font.face.path.isEmpty ? "" : "  \(font.face.path)")
    }
}
