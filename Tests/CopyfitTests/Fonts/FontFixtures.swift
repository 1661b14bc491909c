import Copyfit
private import Glibc

/// Where tests find fonts: the bundled folder always; the closed font world of the measurements only where it is laid out beside the project.
enum FontFixtures {
    static let root: String = {
        let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
        return parts.joined(separator: "/")
    }()
    static let bundled = root + "/Fonts"
    static let titillium = bundled + "/TitilliumWeb/TitilliumWeb-Regular.ttf"
    static let worldConfiguration = root + "/../shared/fonts/fonts.conf"
    static let webFolder = root + "/../shared/fonts/web"
    static let hasWorld = access(worldConfiguration, R_OK) == 0

    /// A catalog whose system fonts are the closed world, or none.
    static let catalog = FontCatalog(bundledFolder: bundled, fontconfigFile: worldConfiguration)

    static func description(_ family: String, size: Float = 16, weight: Float = 400) -> FontDescription {
        var description = FontDescription()
        description.families = [.named(family)]
        description.size = size
        description.weight = weight
        return description
    }

    static func bytes(_ path: String) -> [UInt8] {
        let descriptor = open(path, O_RDONLY)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        var status = stat()
        fstat(descriptor, &status)
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        let count = bytes.count
        let got = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, count) }
        return got == count ? bytes : []
    }

    /// A loader that knows some URLs by name, and files of the world's web folder.
    static func loader(_ named: [String: [UInt8]] = [:]) -> FontLoader {
        { (url: String, base: String?) throws(CopyfitError) -> FontSource in
            if let bytes = named[url] { return .bytes(bytes) }
            return .file(path: url.hasPrefix("/") ? url : webFolder + "/" + url)
        }
    }

    static func rule(_ family: String, _ url: String) -> FontFaceRule {
        FontFaceRule(family: family, sources: [.url(url, base: nil, format: nil, technologies: [])])
    }

    /// The shaped advances of a text in the primary font of a description.
    static func advances(_ text: String, _ description: FontDescription, _ fonts: DocumentFonts, ligatures: Bool = true) -> [Float] {
        let selection = fonts.selection(for: description, language: "")
        var glyphs: [ShapedGlyph] = []
        Array(text.utf16).withUnsafeBufferPointer { units in
            _ = GlyphShaper().shape(
                units, 0..<units.count, font: fonts.primaryFont(of: selection), selection: selection, fonts: fonts, script: 0x4C61_746E,
                rightToLeft: false, ligatures: ligatures, into: &glyphs)
        }
        return glyphs.map(\.advance)
    }

    /// The text's fonts as `file:count` of UTF-16 units, in order.
    static func runs(_ text: String, _ description: FontDescription, language: String = "", _ fonts: DocumentFonts) -> [(String, Int)] {
        let selection = fonts.selection(for: description, language: language)
        var runs: [FontRun] = []
        Array(text.utf16).withUnsafeBufferPointer { units in
            fonts.resolve(units, 0..<units.count, in: selection, shaper: GlyphShaper(), into: &runs)
        }
        return runs.map { run in
            let path = fonts.font(run.font).face.path
            let name = path.split(separator: "/").last.map(String.init) ?? path
            return (run.isMissing ? "missing" : name, Int(run.end - run.start))
        }
    }
}

/// Edits tables of an sfnt file in place.
struct SfntEditor {
    var bytes: [UInt8]

    func offset(of table: String) -> Int? {
        let count = Int(bytes[4]) << 8 | Int(bytes[5])
        for index in 0..<count {
            let record = 12 + index * 16
            if String(decoding: bytes[record..<record + 4], as: UTF8.self) == table {
                return bytes[(record + 8)..<(record + 12)].reduce(0) { $0 << 8 | Int($1) }
            }
        }
        return nil
    }

    mutating func set(_ table: String, _ at: Int, _ value: Int) {
        guard let start = offset(of: table) else { return }
        bytes[start + at] = UInt8(truncatingIfNeeded: value >> 8)
        bytes[start + at + 1] = UInt8(truncatingIfNeeded: value)
    }

    /// Hides a table under a tag that nobody asks for.
    mutating func remove(_ table: String) {
        let count = Int(bytes[4]) << 8 | Int(bytes[5])
        for index in 0..<count where String(decoding: bytes[(12 + index * 16)..<(16 + index * 16)], as: UTF8.self) == table {
            bytes[12 + index * 16 + 3] = UInt8(ascii: "~")
        }
    }
}
