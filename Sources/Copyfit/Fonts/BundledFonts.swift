import CopyfitResources
private import Glibc

/// The faces that ship with the library, declared by `Fonts/fonts.css` as a page would declare them.
struct BundledFonts: Sendable {
    /// The rules, their URLs absolute paths; empty if the folder is not found.
    let rules: [FontFaceRule]
    /// The folder that was found; empty if none was.
    let folder: String
    /// The rules' indices by family in lower case.
    let families: [String: [Int32]]
    /// Where the folder was looked for, in order.
    let triedPaths: [String]

    init(folder: String?) {
        let candidates = folder.map { [$0] } ?? BundledFonts.candidates()
        for candidate in candidates {
            guard let sheet = BundledFonts.text(of: candidate + "/fonts.css") else { continue }
            self.folder = candidate
            rules = BundledFonts.rules(in: sheet, folder: candidate)
            families = Dictionary(grouping: rules.indices.map { Int32($0) }) { [rules] in rules[Int($0)].family.lowercased() }
            triedPaths = candidates
            return
        }
        self.folder = ""
        rules = []
        families = [:]
        triedPaths = candidates
    }

    /// The folder may be named by the environment; else it is in the resource bundle beside the program or library, or in `../share`.
    private static func candidates() -> [String] {
        var found: [String] = []
        if let named = getenv("COPYFIT_FONTS") { found.append(String(cString: named)) }
        var images: [String] = []
        if let program = realpath("/proc/self/exe", nil) {
            images.append(String(cString: program))
            free(program)
        }
        if let image = copyfit_image_path(), let resolved = realpath(image, nil) {
            images.append(String(cString: resolved))
            free(resolved)
        }
        for image in images {
            guard let slash = image.lastIndex(of: "/") else { continue }
            let folder = image[..<slash]
            for place in ["copyfit_CopyfitResources.resources/Fonts", "../share/copyfit/Fonts"] where !found.contains("\(folder)/\(place)") {
                found.append("\(folder)/\(place)")
            }
        }
        return found
    }

    private static func text(of path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = read(descriptor, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
    }

    /// Reads the plain declarations of our own sheet, without the CSS stage: every start of the tool pays for it.
    private static func rules(in sheet: String, folder: String) -> [FontFaceRule] {
        var rules: [FontFaceRule] = []
        for block in sheet.split(separator: "@font-face").dropFirst() {
            guard let open = block.firstIndex(of: "{"), let close = block.firstIndex(of: "}"), open < close else { continue }
            var rule = FontFaceRule(family: "", sources: [])
            for declaration in block[block.index(after: open)..<close].split(separator: ";") {
                guard let colon = declaration.firstIndex(of: ":") else { continue }
                let name = trimmed(declaration[..<colon])
                let value = trimmed(declaration[declaration.index(after: colon)...])
                switch name {
                case "font-family": rule.family = quoted(value) ?? value
                case "font-weight": rule.weight = Float(value).map { $0...$0 }
                case "font-style": rule.style = value == "italic" ? .italic : .normal
                case "src":
                    if let url = quoted(value) { rule.sources = [.url("\(folder)/\(url)", base: nil, format: nil, technologies: [])] }
                default: break
                }
            }
            if !rule.family.isEmpty, !rule.sources.isEmpty { rules.append(rule) }
        }
        return rules
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while let first = text.first, first.isWhitespace { text.removeFirst() }
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return String(text)
    }

    private static func quoted(_ value: String) -> String? {
        let parts = value.split(separator: "\"", omittingEmptySubsequences: false)
        return parts.count >= 3 ? String(parts[1]) : nil
    }
}
