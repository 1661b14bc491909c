/// Why a font serves a text, for reports.
package enum FontOrigin: Hashable, Sendable {
    /// An `@font-face` rule of the page, by its family and line in its sheet.
    case pageRule(family: String, line: Int)
    /// A bundled face.
    case bundled(family: String)
    /// A family of the list that the system has.
    case systemFamily(String)
    /// The browser's standard font: no family of the list exists or has the text.
    case standard
    /// Found by the system search for characters that no family of the list has.
    case fallback
}

extension FontOrigin: CustomStringConvertible {
    package var description: String {
        switch self {
        case .pageRule(let family, let line): line > 0 ? "@font-face \"\(family)\", line \(line)" : "@font-face \"\(family)\""
        case .bundled(let family): "bundled \"\(family)\""
        case .systemFamily(let family): "family \(family)"
        case .standard: "standard font"
        case .fallback: "fallback"
        }
    }
}

extension FontResolver {
    func origin(of font: Int32, in selection: Int) -> FontOrigin {
        let selection = selections[selection]
        for candidate in selection.candidates {
            guard case .font(font) = candidate.state else { continue }
            if candidate.rule >= 0 {
                let face = rules[candidate.rule]
                return face.isBundled ? .bundled(family: face.rule.family) : .pageRule(family: face.rule.family, line: face.rule.line)
            }
            let families = selection.description.families
            guard candidate.family < families.count else {
                let folder = catalog.bundled.folder
                return !folder.isEmpty && fonts[Int(font)].face.path.hasPrefix(folder) ? .bundled(family: fonts[Int(font)].face.familyName) : .standard
            }
            switch families[Int(candidate.family)] {
            case .named(let name): return .systemFamily("\"\(name)\"")
            case .generic(.standard): return .standard
            case .generic(let generic): return .systemFamily("\(generic)")
            }
        }
        return .fallback
    }
}
