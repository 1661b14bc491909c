import Copyfit

/// Asks the font stage which faces serve a family list, and puts the answer into words.
struct FontQuestion {
    var description = FontDescription()
    var language = ""
    var profile = Profile.webkit
    private(set) var diagnostics: [Diagnostic] = []
    private let catalog: FontCatalog
    private let rules: [FontFaceRule]
    private let resources: PageResources

    init(catalog: FontCatalog, rules: [FontFaceRule], resources: PageResources) {
        self.catalog = catalog
        self.rules = rules
        self.resources = resources
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
        let resources = resources
        return DocumentFonts(catalog: catalog, profile: profile, rules: rules) { (url, base) throws(CopyfitError) -> FontSource in
            if case .success(let path) = resources.path(url: url, base: base) { return .file(path: path) }
            do throws(ResourceFailure) { return .bytes(try resources.bytes(url: url, base: base).get()) } catch { throw error.error }
        }
    }

    /// Who answers for one family of the list.
    private func line(for family: FontFamily, in fonts: DocumentFonts) -> String {
        var alone = description
        alone.families = [family]
        let selection = fonts.selection(for: alone, language: language)
        let primary = fonts.primaryFont(of: selection)
        let face = fonts.font(primary).face
        let name: String
        switch family {
        case .named(let text): name = text
        case .generic(let generic): name = "\(generic)"
        }
        switch fonts.origin(of: primary, in: selection) {
        case .pageRule, .bundled: return "family   \(name): \(fonts.origin(of: primary, in: selection)), \(face.fullName)"
        case .systemFamily: return "family   \(name): installed, \(face.fullName)"
        case .standard, .fallback: return "family   \(name): not found"
        }
    }

    private func pieces(of text: String, _ selection: FontSelectionID, in fonts: DocumentFonts) -> [String] {
        let units = Array(text.utf16)
        var runs: [FontRun] = []
        units.withUnsafeBufferPointer { fonts.resolve($0, 0..<$0.count, in: selection, shaper: GlyphShaper(), into: &runs) }
        return runs.map { run in
            let piece = String(decoding: units[Int(run.start)..<Int(run.end)], as: UTF16.self)
            let reason = run.isMissing ? "no font has it; .notdef of" : "\(fonts.origin(of: run.font, in: selection)),"
            return "text     “\(piece)”: \(reason) \(describe(fonts.font(run.font)))"
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
