private import CFontconfig

/// What a description asks of a system font.
struct SystemStyle: Hashable, Sendable {
    var weight: Float
    var stretch: Float
    var isItalic: Bool
    var isOblique: Bool
}

/// A face that fontconfig knows.
struct SystemFace: Hashable, Sendable {
    var path: String
    /// Low 16 bits: the face in a collection; high bits: a named instance of a variable font.
    var index: Int
    var isColor: Bool
    var isBold: Bool
    var isItalic: Bool
}

/// The system's fonts by fontconfig, asked as the engines ask it. Loading the configuration takes about 6 ms, so the catalog makes this
/// only when a document needs a system font.
struct SystemFonts: ~Copyable {
    private let config: OpaquePointer?
    private var faces: [SystemFace] = []
    /// Borrowed from the configuration, by face.
    private var coverage: [OpaquePointer?] = []
    private var faceIndex: [SystemFace: Int] = [:]
    private var families: [FamilyQuery: SystemFace?] = [:]
    /// Made when many families were asked for: a look-up takes a quarter of a millisecond.
    private var familyNames: FamilyNames?
    private static let fewFamilies = 48
    private var searches: [SearchKey: Int] = [:]
    /// By search, then by code point: the face, or −1 for none.
    private var picks: [[UInt32: Int32]] = []
    private var picksBySignature: [[[UInt64]: Int32]] = []
    private var sorted: [String: [Int32]] = [:]

    private struct FamilyQuery: Hashable {
        var name: String
        var style: SystemStyle
        var engine: Profile.Engine
        var isGeneric: Bool
    }
    private struct SearchKey: Hashable {
        var language: String
        var style: SystemStyle
    }

    /// - Parameter configuration: a fontconfig file; nil for the user's, which `FONTCONFIG_FILE` may name.
    init(configuration: String?) {
        if let configuration {
            let own = FcConfigCreate()
            if FcConfigParseAndLoad(own, configuration, 0) != 0 { FcConfigBuildFonts(own) }
            config = own
        } else {
            config = FcInitLoadConfigAndFonts()
        }
        guard let config, let set = FcConfigGetFonts(config, FcSetSystem), let patterns = set.pointee.fonts else { return }
        for index in 0..<Int(set.pointee.nfont) {
            guard let pattern = patterns[index], let face = SystemFonts.face(of: pattern) else { continue }
            var characters: OpaquePointer?
            guard FcPatternGetCharSet(pattern, FC_CHARSET, 0, &characters) == FcResultMatch else { continue }
            faceIndex[face] = faces.count
            faces.append(face)
            coverage.append(characters)
        }
    }

    deinit { if let config { FcConfigDestroy(config) } }

    var isEmpty: Bool { faces.isEmpty }

    /// How many answers about families are kept.
    var familyAnswerCount: Int { families.count }

    // MARK: By family

    /// The face that a family name gives, or nil if there is no such family: fontconfig always answers, so its answer is checked.
    mutating func face(family: String, style: SystemStyle, engine: Profile.Engine, isGeneric: Bool) -> SystemFace? {
        let query = FamilyQuery(name: family, style: style, engine: engine, isGeneric: isGeneric)
        if let known = families[query] { return known }
        if means(nothing: query), family != FamilyNames.meaningless {
            return face(family: FamilyNames.meaningless, style: style, engine: engine, isGeneric: false)
        }
        if families.count > 4096 { families.removeAll() }
        let found = findFamily(query)
        families[query] = found
        return found
    }

    /// Whether a name is one of those that all get the same answer; asked from some names on, as the configuration has to be read.
    private mutating func means(nothing query: FamilyQuery) -> Bool {
        guard !query.isGeneric, families.count >= SystemFonts.fewFamilies, let config else { return false }
        let names = familyNames ?? FamilyNames(config)
        familyNames = names
        return !names.mayMatter(query.name) && !MetricCompatibleFamilies.knows(SystemFonts.folded(query.name))
    }

    private func findFamily(_ query: FamilyQuery) -> SystemFace? {
        guard let config, !faces.isEmpty, let pattern = makePattern(query.style) else { return nil }
        defer { FcPatternDestroy(pattern) }
        FcPatternAddString(pattern, FC_FAMILY, query.name)
        substitute(pattern, language: "en")
        let accepted = SystemFonts.acceptedFamilies(pattern, query)
        var result = FcResultNoMatch
        guard let match = FcFontMatch(config, pattern, &result) else { return nil }
        defer { FcPatternDestroy(match) }
        guard let face = SystemFonts.face(of: match) else { return nil }
        if query.isGeneric { return face }
        for family in SystemFonts.strings(match, FC_FAMILY) {
            let name = SystemFonts.folded(family)
            if accepted.contains(name) { return face }
            if query.engine == .chromium, MetricCompatibleFamilies.areEquivalent(SystemFonts.folded(query.name), name) { return face }
        }
        return nil
    }

    /// WebKit takes every family that stands before the weak ones at the end, Chromium the first after substitution.
    private static func acceptedFamilies(_ pattern: OpaquePointer, _ query: FamilyQuery) -> Set<String> {
        var names: [String] = []
        var strong = 0
        var value = FcValue()
        var binding = FcValueBindingWeak
        while names.count < 256, FcPatternGetWithBinding(pattern, FC_FAMILY, Int32(names.count), &value, &binding) == FcResultMatch {
            names.append(value.u.s.map { folded(String(cString: $0)) } ?? "")
            if binding != FcValueBindingWeak { strong = names.count }
        }
        if query.engine == .chromium { return names.first.map { [$0] } ?? [] }
        return Set(names.prefix(strong))
    }

    /// A face by its full or PostScript name, as Chromium finds `local()`.
    func face(uniqueName name: String) -> SystemFace? {
        guard let config, let set = FcConfigGetFonts(config, FcSetSystem), let patterns = set.pointee.fonts else { return nil }
        let wanted = SystemFonts.folded(name)
        for index in 0..<Int(set.pointee.nfont) {
            guard let pattern = patterns[index] else { continue }
            let names = SystemFonts.strings(pattern, FC_FULLNAME) + SystemFonts.strings(pattern, FC_POSTSCRIPT_NAME)
            if names.contains(where: { SystemFonts.folded($0) == wanted }) { return SystemFonts.face(of: pattern) }
        }
        return nil
    }

    // MARK: By character

    /// WebKit's search: one best match for the code point alone (§2.4 step 3).
    /// - Parameter language: empty for a match in which no language counts.
    mutating func match(_ codePoint: UInt32, language: String, style: SystemStyle) -> SystemFace? {
        guard !faces.isEmpty else { return nil }
        let search = searchIndex(SearchKey(language: language, style: style))
        if let known = picks[search][codePoint] { return known < 0 ? nil : faces[Int(known)] }
        let pick = match([codePoint], signature(codePoint), search, language, style)
        if picks[search].count > 65_536 { picks[search].removeAll() }
        picks[search][codePoint] = pick
        return pick < 0 ? nil : faces[Int(pick)]
    }

    /// The same for several code points at once: nil if no face has all of them.
    mutating func match(_ codePoints: [UInt32], language: String, style: SystemStyle) -> SystemFace? {
        guard !faces.isEmpty, let first = codePoints.first else { return nil }
        var shared = signature(first)
        for codePoint in codePoints.dropFirst() {
            let other = signature(codePoint)
            for index in shared.indices { shared[index] &= other[index] }
        }
        let pick = match(codePoints, shared, searchIndex(SearchKey(language: language, style: style)), language, style)
        return pick < 0 ? nil : faces[Int(pick)]
    }

    private mutating func match(
        _ codePoints: [UInt32], _ signature: [UInt64], _ search: Int, _ language: String, _ style: SystemStyle
    ) -> Int32 {
        if signature.allSatisfy({ $0 == 0 }) { return -1 }
        if let known = picksBySignature[search][signature] { return known }
        let pick = bestMatch(codePoints, language: language, style: style)
        if picksBySignature[search].count > 4096 { picksBySignature[search].removeAll() }
        picksBySignature[search][signature] = pick
        return pick
    }

    private mutating func searchIndex(_ key: SearchKey) -> Int {
        if let known = searches[key] { return known }
        if picks.count > 512 {
            searches.removeAll()
            picks.removeAll()
            picksBySignature.removeAll()
        }
        searches[key] = picks.count
        picks.append([:])
        picksBySignature.append([:])
        return picks.count - 1
    }

    /// Which faces have a code point, as bits: code points of one signature are served by one face, because nothing else about the
    /// code point enters the match.
    private func signature(_ codePoint: UInt32) -> [UInt64] {
        var bits = [UInt64](repeating: 0, count: (faces.count + 63) / 64)
        for (index, characters) in coverage.enumerated() where FcCharSetHasChar(characters, codePoint) != 0 {
            bits[index >> 6] |= 1 << UInt64(index & 63)
        }
        return bits
    }

    private func bestMatch(_ codePoints: [UInt32], language: String, style: SystemStyle) -> Int32 {
        guard let config, let pattern = makePattern(style), let characters = FcCharSetCreate() else { return -1 }
        defer {
            FcPatternDestroy(pattern)
            FcCharSetDestroy(characters)
        }
        for codePoint in codePoints { FcCharSetAddChar(characters, codePoint) }
        FcPatternAddCharSet(pattern, FC_CHARSET, characters)
        substitute(pattern, language: language)
        var result = FcResultNoMatch
        guard let match = FcFontMatch(config, pattern, &result) else { return -1 }
        defer { FcPatternDestroy(match) }
        guard let face = SystemFonts.face(of: match), let index = faceIndex[face] else { return -1 }
        return codePoints.allSatisfy { FcCharSetHasChar(coverage[index], $0) != 0 } ? Int32(index) : -1
    }

    /// Completes a pattern as the configuration says. The locale of the process must not change a measurement, so the languages that
    /// fontconfig takes from it are replaced by English, as the last resort that it is for the browsers that were measured.
    /// - Parameter language: empty for a pattern in which no language counts.
    private func substitute(_ pattern: OpaquePointer, language: String) {
        if !language.isEmpty { FcPatternAddString(pattern, FC_LANG, language) }
        FcConfigSubstitute(config, pattern, FcMatchPattern)
        FcDefaultSubstitute(pattern)
        FcPatternDel(pattern, FC_LANG)
        guard !language.isEmpty else { return }
        FcPatternAddString(pattern, FC_LANG, language)
        if language != "en" { FcPatternAddString(pattern, FC_LANG, "en") }
    }

    /// Chromium's search: the first face with the code point in one sorted list a language; style plays no part (§2.4 step 3).
    mutating func first(_ codePoint: UInt32, language: String) -> SystemFace? {
        for index in order(language) where FcCharSetHasChar(coverage[Int(index)], codePoint) != 0 { return faces[Int(index)] }
        return nil
    }

    private mutating func order(_ language: String) -> [Int32] {
        if let known = sorted[language] { return known }
        if sorted.count > 256 { sorted.removeAll() }
        var order: [Int32] = []
        if let config, let pattern = FcPatternCreate() {
            FcPatternAddBool(pattern, FC_SCALABLE, FcBool(1))
            substitute(pattern, language: language)
            var result = FcResultNoMatch
            if let set = FcFontSort(config, pattern, 0, nil, &result) {
                for index in 0..<Int(set.pointee.nfont) {
                    guard let font = set.pointee.fonts?[index], let face = SystemFonts.face(of: font), let known = faceIndex[face] else { continue }
                    order.append(Int32(known))
                }
                FcFontSetDestroy(set)
            }
            FcPatternDestroy(pattern)
        }
        sorted[language] = order
        return order
    }

    // MARK: Patterns

    private func makePattern(_ style: SystemStyle) -> OpaquePointer? {
        guard let pattern = FcPatternCreate() else { return nil }
        FcPatternAddDouble(pattern, FC_WEIGHT, FcWeightFromOpenTypeDouble(Double(style.weight)))
        FcPatternAddInteger(pattern, FC_WIDTH, SystemFonts.width(style.stretch))
        FcPatternAddInteger(pattern, FC_SLANT, style.isItalic ? FC_SLANT_ITALIC : style.isOblique ? FC_SLANT_OBLIQUE : FC_SLANT_ROMAN)
        return pattern
    }

    /// The nearest of fontconfig's nine widths.
    private static func width(_ stretch: Float) -> Int32 {
        let widths: [Int32] = [50, 63, 75, 87, 100, 113, 125, 150, 200]
        return widths.min { abs(Float($0) - stretch) < abs(Float($1) - stretch) } ?? 100
    }

    private static func face(of pattern: OpaquePointer) -> SystemFace? {
        var file: UnsafeMutablePointer<FcChar8>?
        guard FcPatternGetString(pattern, FC_FILE, 0, &file) == FcResultMatch, let file else { return nil }
        // Type 1 and bitmap formats have no tables to read.
        if let format = strings(pattern, FC_FONTFORMAT).first, format != "TrueType", format != "CFF" { return nil }
        var index: Int32 = 0
        var color: FcBool = 0
        var weight: Double = 0
        var slant: Int32 = 0
        FcPatternGetInteger(pattern, FC_INDEX, 0, &index)
        FcPatternGetBool(pattern, FC_COLOR, 0, &color)
        FcPatternGetDouble(pattern, FC_WEIGHT, 0, &weight)
        FcPatternGetInteger(pattern, FC_SLANT, 0, &slant)
        return SystemFace(
            path: String(cString: file), index: Int(index), isColor: color != 0, isBold: weight >= Double(FC_WEIGHT_DEMIBOLD), isItalic: slant != 0)
    }

    private static func strings(_ pattern: OpaquePointer, _ object: String) -> [String] {
        var found: [String] = []
        var text: UnsafeMutablePointer<FcChar8>?
        while found.count < 64, FcPatternGetString(pattern, object, Int32(found.count), &text) == FcResultMatch, let text {
            found.append(String(cString: text))
        }
        return found
    }

    /// Names compare without case.
    static func folded(_ name: String) -> String { name.lowercased() }
}

/// Families that Chromium takes for each other because their advances are the same: what fontconfig's aliases name is then accepted.
enum MetricCompatibleFamilies {
    private static let groups: [[String]] = [
        ["arial", "arimo", "liberation sans"],
        ["times new roman", "tinos", "liberation serif"],
        ["courier new", "cousine", "liberation mono"],
        ["cambria", "caladea"],
        ["calibri", "carlito"],
    ]
    /// Names that Chromium tries in each other's place.
    private static let alternates = ["helvetica": "arial", "times": "times new roman", "courier": "courier new"]

    static func knows(_ name: String) -> Bool { alternates[name] != nil || groups.contains { $0.contains(name) } }

    static func areEquivalent(_ wanted: String, _ found: String) -> Bool {
        let wanted = alternates[wanted] ?? wanted
        return groups.contains { $0.contains(wanted) && $0.contains(found) }
    }
}
