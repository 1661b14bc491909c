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

    private static func text(of path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in count = max(0, read(descriptor, buffer.baseAddress, buffer.count)) }
        return bytes.isEmpty ? nil : bytes
    }

    /// Reads the plain declarations of our own sheet, byte by byte and without the CSS stage: every start of the tool pays for it.
    private static func rules(in sheet: [UInt8], folder: String) -> [FontFaceRule] {
        var rules: [FontFaceRule] = []
        var rest = sheet[...]
        while let open = rest.firstIndex(of: UInt8(ascii: "{")), let close = rest[open...].firstIndex(of: UInt8(ascii: "}")) {
            var rule = FontFaceRule(family: "", sources: [])
            for declaration in rest[(open + 1)..<close].split(separator: UInt8(ascii: ";")) {
                guard let colon = declaration.firstIndex(of: UInt8(ascii: ":")) else { continue }
                let value = unquoted(declaration[(colon + 1)...])
                switch unquoted(declaration[..<colon]) {
                case "font-family": rule.family = value
                case "font-weight": rule.weight = Float(value).map { $0...$0 }
                case "font-style": rule.style = value == "italic" ? .italic : .normal
                case "src": rule.sources = [.url("\(folder)/\(value)", base: nil, format: nil, technologies: [])]
                default: break
                }
            }
            if !rule.family.isEmpty, !rule.sources.isEmpty { rules.append(rule) }
            rest = rest[(close + 1)...]
        }
        return rules
    }

    /// What stands between quotation marks, or all without the space around it.
    private static func unquoted(_ text: ArraySlice<UInt8>) -> String {
        let quote = UInt8(ascii: "\"")
        if let first = text.firstIndex(of: quote), let last = text.lastIndex(of: quote), first < last {
            return String(decoding: text[(first + 1)..<last], as: UTF8.self)
        }
        guard let first = text.firstIndex(where: { $0 > 0x20 }), let last = text.lastIndex(where: { $0 > 0x20 }) else { return "" }
        return String(decoding: text[first...last], as: UTF8.self)
    }
}
