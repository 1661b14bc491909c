/// The state of a document's font choice: its rules as far as they are loaded, and the selections and fonts made so far.
struct FontResolver {
    let catalog: FontCatalog
    let profile: Profile
    let load: FontLoader
    var rules: WebFaces
    /// The page's font files so far, as they were when they were looked for.
    var files: Set<FileStamp> = []
    /// What may stop the choice of fonts for a long text.
    var watch: WorkWatch?
    /// When they were looked at last, by `FileStamp.clock()`.
    var filesSeen: UInt64 = 0
    /// What went wrong with the system's fonts.
    private(set) var systemDiagnostics: [Diagnostic] = []
    /// Rules with diagnostics that were tried for characters, not for a primary font.
    private(set) var lateFailures: Set<Int32> = []
    private(set) var fonts: [Font] = []
    private var fontIndex: [UInt32: Int32] = [:]
    var selections: [FontSelection] = []
    private var selectionIndex: [SelectionKey: Int] = [:]

    private struct SelectionKey: Hashable {
        var description: FontDescription
        var language: String
    }

    init(catalog: FontCatalog, profile: Profile, rules: [FontFaceRule], load: @escaping FontLoader) {
        self.catalog = catalog
        self.profile = profile
        self.load = load
        self.rules = WebFaces(page: rules, bundled: catalog.bundled)
    }

    // MARK: Selections

    mutating func selection(for description: FontDescription, language: String) -> Int {
        let key = SelectionKey(description: description, language: language)
        if let known = selectionIndex[key] { return known }
        var styleKey = ShapingStyle.Key()
        styleKey.kerning = description.kerning != .none
        styleKey.features = capitalFeatures(description) + description.features
        styleKey.language = ShapingLanguage.canonical(language)
        styleKey.languageOverride = profile.appliesLanguageOverride ? description.languageOverride : nil
        let candidates = candidates(for: description)
        let index = selections.count
        selections.append(
            FontSelection(description: description, language: language, style: catalog.shapingStyle(styleKey), candidates: candidates))
        selectionIndex[key] = index
        choosePrimary(of: index)
        return index
    }

    private func capitalFeatures(_ description: FontDescription) -> [FontFeature] {
        func on(_ tag: StaticString) -> FontFeature { FontFeature(tag: FontTag(named: tag), value: 1) }
        var features: [FontFeature] = []
        switch description.capitals {
        case .normal: break
        case .smallCaps: features = [on("smcp")]
        case .allSmallCaps: features = [on("smcp"), on("c2sc")]
        case .petiteCaps: features = [on("pcap")]
        case .allPetiteCaps: features = [on("pcap"), on("c2pc")]
        case .unicase: features = [on("unic")]
        case .titlingCaps: features = [on("titl")]
        }
        switch description.position {
        case .normal: break
        case .sub: features.append(on("subs"))
        case .super: features.append(on("sups"))
        }
        return features
    }

    /// The families of the list in order; families that do not exist are left out (§2.4 step 1).
    private mutating func candidates(for description: FontDescription) -> [FontCandidate] {
        var candidates: [FontCandidate] = []
        var family: Int32 = 0
        for wanted in description.families {
            appendCandidates(of: wanted, for: description, number: family, to: &candidates)
            family += 1
        }
        if profile.endsListsWithStandardFont, description.families.last != .generic(.standard) {
            appendCandidates(of: .generic(.standard), for: description, number: family, to: &candidates)
        }
        return candidates
    }

    private mutating func appendCandidates(
        of wanted: FontFamily, for description: FontDescription, number: Int32, to candidates: inout [FontCandidate]
    ) {
        if case .named(let name) = wanted {
            if let matched = rules.match(name, description, composite: profile.combinesNearestFaces) {
                for rule in matched {
                    candidates.append(FontCandidate(state: .unloaded(rule: rule), ranges: rules[rule].rule.unicodeRange, family: number, rule: rule))
                }
                return
            }
        }
        guard let (name, isGeneric) = SystemFamily.name(of: wanted, profile: profile) else { return }
        candidates.append(FontCandidate(state: .unresolved(name: name, isGeneric: isGeneric), family: number))
    }

    private mutating func systemFont(family name: String, isGeneric: Bool, _ description: FontDescription) -> Int32? {
        let engine = profile.engine
        let style = description.systemStyle
        guard let system = catalog.withSystem({ $0.face(family: name, style: style, engine: engine, isGeneric: isGeneric) }) else { return nil }
        return systemFont(system, description, size: nil)
    }

    /// The first family that exists gives the primary font: WebKit takes its face for the space, else its first; Chromium passes over
    /// families whose ranges leave the space out.
    private mutating func choosePrimary(of selection: Int) {
        let candidates = selections[selection].candidates
        var index = 0
        while index < candidates.count {
            let family = candidates[index].family
            var end = index
            while end < candidates.count, candidates[end].family == family { end += 1 }
            var first: Int32?
            for candidate in index..<end {
                if profile.primaryFontsCoverSpace, !candidates[candidate].covers(0x20) { continue }
                guard let font = realize(candidate, in: selection) else { continue }
                if first == nil { first = font }
                if candidates[candidate].covers(0x20), fonts[Int(font)].face.hasGlyph(0x20) {
                    first = font
                    break
                }
            }
            if let first {
                setPrimary(first, of: selection)
                return
            }
            index = end
        }
        // WebKit: no family of the list exists. The standard font stands in, then anything.
        let standard = lastResort(selections[selection].description)
        selections[selection].candidates.append(FontCandidate(state: .font(standard), family: Int32.max))
        setPrimary(standard, of: selection)
    }

    private mutating func setPrimary(_ font: Int32, of selection: Int) {
        selections[selection].primary = font
        selections[selection].fallbackSize = fonts[Int(font)].request.size
        for candidate in selections[selection].candidates {
            if case .failed = candidate.state { continue }
            if case .font(let index) = candidate.state, candidate.ranges.isEmpty { selections[selection].isPrimaryFirst = index == font }
            return
        }
    }

    private mutating func lastResort(_ description: FontDescription) -> Int32 {
        if let (name, isGeneric) = SystemFamily.name(of: .generic(.standard), profile: profile),
            let font = systemFont(family: name, isGeneric: isGeneric, description)
        {
            return font
        }
        // No system font: the bundled family serves everything.
        if let family = catalog.bundled.rules.first?.family {
            for rule in rules.matchBundled(family, description) {
                if let font = webFont(rule, description) { return font }
            }
        }
        let face = LastResortFace.make()
        return intern(face, FontRequest(size: description.size))
    }

    // MARK: Fonts

    /// The font of a candidate, loading its file if need be.
    mutating func realize(_ candidate: Int, in selection: Int) -> Int32? {
        switch selections[selection].candidates[candidate].state {
        case .font(let font): return font
        case .failed: return nil
        case .unloaded(let rule):
            let font = webFont(rule, selections[selection].description)
            if !rules[rule].diagnostics.isEmpty { note(failure: rule, in: selection) }
            selections[selection].candidates[candidate].state = font.map { .font($0) } ?? .failed
            return font
        case .unresolved(let name, let isGeneric):
            let font = systemFont(family: name, isGeneric: isGeneric, selections[selection].description)
            selections[selection].candidates[candidate].state = font.map { .font($0) } ?? .failed
            return font
        }
    }

    private mutating func note(failure rule: Int32, in selection: Int) {
        if selections[selection].primary < 0 { selections[selection].failures.append(rule) } else { lateFailures.insert(rule) }
    }

    private mutating func webFont(_ index: Int32, _ description: FontDescription) -> Int32? {
        guard let face = loadFace(index, description) else { return nil }
        let rule = rules[index].rule
        // font-size-adjust replaces the effect of size-adjust.
        let size = description.sizeAdjust == .none ? description.size * (rule.sizeAdjust ?? 1) : adjusted(description.size, face, description)
        var request = FontRequest(size: size)
        request.variations = description.variations(for: face, rule: rule, size: size, profile: profile)
        request.features = rule.featureSettings.map { FontFeature(tag: $0.tag, value: $0.value) }
        if profile.appliesMetricOverrides {
            request.ascentOverride = rule.ascentOverride
            request.descentOverride = rule.descentOverride
            request.lineGapOverride = rule.lineGapOverride
        }
        let range = rule.weight ?? 400...400
        let hasWeightAxis = rule.weight == nil && face.axes.contains { $0.tag == FontTag(named: "wght") }
        request.syntheticBold = description.synthesizesWeight && description.weight >= 600 && range.upperBound < 600 && !hasWeightAxis
        if description.synthesizesStyle, description.wantsItalic, rule.style == .normal || rule.style == .auto {
            request.syntheticSlant = FontResolver.syntheticAngle(description.slant)
        }
        return intern(face, request)
    }

    /// - Parameter size: the size where it is not the description's, as in Chromium's search.
    mutating func systemFont(_ system: SystemFace, _ description: FontDescription, size: Float?) -> Int32? {
        let face: FontFace
        do throws(CopyfitError) {
            face = try catalog.installedFace(path: system.path, index: system.index)
        } catch {
            systemDiagnostics.append(Diagnostic(.font, "\(error)", source: system.path))
            return nil
        }
        var request = FontRequest(size: size ?? adjusted(description.size, face, description))
        request.variations = description.variations(for: face, rule: nil, size: description.size, profile: profile)
        let variesWeight = face.axes.contains { $0.tag == FontTag(named: "wght") }
        request.syntheticBold = description.synthesizesWeight && description.weight >= 600 && !system.isBold && !variesWeight
        if description.synthesizesStyle, description.wantsItalic, !system.isItalic {
            request.syntheticSlant = FontResolver.syntheticAngle(description.slant)
        }
        return intern(face, request)
    }

    private static func syntheticAngle(_ slant: FontSlant) -> Float {
        if case .oblique(let degrees) = slant { return degrees }
        return 14
    }

    /// `font-size-adjust`: the size at which the face's aspect gives the wanted measure (§1.3).
    private mutating func adjusted(_ size: Float, _ face: FontFace, _ description: FontDescription) -> Float {
        if description.sizeAdjust == .none { return size }
        // The measures at a size of 1000 px, where rounding does not show.
        let metrics = Font(face: face, request: FontRequest(size: 1000), profile: profile, instance: 0).metrics
        let (wanted, measure): (Float, Float)
        switch description.sizeAdjust {
        case .none: return size
        case .exHeight(let value): (wanted, measure) = (value, metrics.xHeight)
        case .capHeight(let value): (wanted, measure) = (value, metrics.capHeight)
        case .chWidth(let value): (wanted, measure) = (value, metrics.zeroAdvance)
        case .icWidth(let value): (wanted, measure) = (value, metrics.ideographAdvance)
        case .fromFont:
            // The primary font is the first that is made: its own aspect is the wanted one.
            let aspect = aspectOfFirst[description] ?? metrics.xHeight
            aspectOfFirst[description] = aspect
            (wanted, measure) = (aspect / 1000, metrics.xHeight)
        }
        guard measure > 0, wanted.isFinite, wanted >= 0 else { return size }
        return size * wanted * 1000 / measure
    }
    private var aspectOfFirst: [FontDescription: Float] = [:]

    private mutating func intern(_ face: FontFace, _ request: FontRequest) -> Int32 {
        let font = catalog.font(face, request, profile: profile)
        if let known = fontIndex[font.instance], fonts[Int(known)] === font { return known }
        fonts.append(font)
        fontIndex[font.instance] = Int32(fonts.count - 1)
        return Int32(fonts.count - 1)
    }

    // MARK: Small capitals

    func synthesizesSmallCapitals(in selection: Int) -> Bool {
        let selection = selections[selection]
        guard selection.description.synthesizesSmallCaps else { return false }
        let features = fonts[Int(selection.primary)].face.substitutions
        switch selection.description.capitals {
        case .smallCaps, .allSmallCaps: return !features.contains(FontTag(named: "smcp"))
        case .petiteCaps, .allPetiteCaps: return !features.contains(FontTag(named: "pcap")) && !features.contains(FontTag(named: "smcp"))
        case .normal, .unicase, .titlingCaps: return false
        }
    }

    /// §1.3: 0.7 of the size, which Chromium rounds to whole px.
    mutating func smallCapitals(of index: Int) -> Int {
        if selections[index].smallCapitals >= 0 { return Int(selections[index].smallCapitals) }
        var description = selections[index].description
        let size = description.size * 0.7
        description.size = profile.roundsSmallCapitals ? (size + 0.5).rounded(.down) : size
        description.capitals = .normal
        let small = selection(for: description, language: selections[index].language)
        selections[index].smallCapitals = Int32(small)
        return small
    }
}

/// What a generic family or a name stands for in fontconfig.
enum SystemFamily {
    /// - Returns: nil for families that the engines do not have on this platform.
    static func name(of family: FontFamily, profile: Profile) -> (name: String, isGeneric: Bool)? {
        switch family {
        case .named(let name):
            switch name.lowercased() {
            // WebKit knows generic names in quotes too; Chromium's font matcher lets some names fall back.
            case "serif": return ("serif", true)
            case "sans-serif", "monospace": return (name.lowercased(), true)
            case "sans" where profile.takesSansForGeneric: return ("sans-serif", true)
            default: return (name, false)
            }
        case .generic(let generic):
            switch generic {
            case .standard, .serif: return ("serif", true)
            case .sansSerif: return ("sans-serif", true)
            case .monospace: return ("monospace", true)
            case .systemUI: return ("system-ui", true)
            case .cursive: return ("Comic Sans MS", false)
            case .fantasy: return ("Impact", false)
            case .math, .emoji, .fangsong, .uiSerif, .uiSansSerif, .uiMonospace, .uiRounded: return nil
            }
        }
    }
}
