/// The `@font-face` rules that a document can use: its own, then the bundled ones of families that it does not define.
struct WebFaces {
    struct Face {
        let rule: FontFaceRule
        let isBundled: Bool
        var state = State.unloaded
        /// What went wrong with its sources so far.
        var diagnostics: [Diagnostic] = []
    }
    enum State {
        case unloaded
        case loaded(FontFace)
        case failed
    }

    private var faces: [Face]
    private var families: [String: [Int32]] = [:]
    /// Indices into the bundled rules, which stand before the page's.
    private let bundledFamilies: [String: [Int32]]

    init(page: [FontFaceRule], bundled: BundledFonts) {
        bundledFamilies = bundled.families
        faces = bundled.rules.map { Face(rule: $0, isBundled: true) }
        for rule in page {
            families[rule.family.lowercased(), default: []].append(Int32(faces.count))
            faces.append(Face(rule: rule, isBundled: false))
        }
    }

    subscript(_ index: Int32) -> Face {
        get { faces[Int(index)] }
        set { faces[Int(index)] = newValue }
    }

    /// The faces of a family in the order in which they are tried: nearest first, of equal ones the last declared.
    /// - Parameter composite: only the faces that are nearest are used, as one face of parts (`Profile.combinesNearestFaces`).
    /// - Returns: nil if there is no such family; it may exist without a face that can be used.
    func match(_ family: String, _ description: FontDescription, composite: Bool) -> [Int32]? {
        let name = family.lowercased()
        guard let indices = families[name] ?? bundledFamilies[name] else { return nil }
        return order(indices, description, composite: composite)
    }

    func matchBundled(_ family: String, _ description: FontDescription) -> [Int32] {
        order(bundledFamilies[family.lowercased()] ?? [], description, composite: true)
    }

    private func order(_ indices: [Int32], _ description: FontDescription, composite: Bool) -> [Int32] {
        var ranked = indices.map { (index: $0, distance: FaceDistance(faces[Int($0)].rule, to: description)) }
        ranked.sort { $0.distance != $1.distance ? $0.distance < $1.distance : $0.index > $1.index }
        if !composite { ranked.removeAll { FaceDistance.isTooSlanted(faces[Int($0.index)].rule.style, for: description.slant) } }
        guard composite, let best = ranked.first?.distance else { return ranked.map(\.index) }
        return ranked.prefix { $0.distance == best }.map(\.index)
    }
}

extension FontResolver {
    /// The face of a rule: its sources in order, the first that works.
    mutating func loadFace(_ index: Int32, _ description: FontDescription) -> FontFace? {
        switch rules[index].state {
        case .loaded(let face): return face
        case .failed: return nil
        case .unloaded: break
        }
        let face = rules[index]
        var isPerDescription = false
        for source in face.rule.sources {
            guard let loaded = load(source, of: index, description, &isPerDescription) else { continue }
            // A family found by WebKit's local() has other faces for other weights.
            if !isPerDescription { rules[index].state = .loaded(loaded) }
            return loaded
        }
        if !isPerDescription { rules[index].state = .failed }
        return nil
    }

    private mutating func load(
        _ source: FontFaceRule.Source, of index: Int32, _ description: FontDescription, _ isPerDescription: inout Bool
    ) -> FontFace? {
        let face = rules[index]
        do throws(CopyfitError) {
            switch source {
            case .local(let name):
                let names = profile.localSources
                if names == .families { isPerDescription = true }
                let engine = profile.engine
                let style = description.systemStyle
                let system = catalog.withSystem {
                    names == .uniqueNames ? $0.face(uniqueName: name) : $0.face(family: name, style: style, engine: engine, isGeneric: false)
                }
                guard let system else { return nil }
                return try catalog.installedFace(path: system.path, index: system.index)
            case .url(let url, let base, let format, let technologies):
                if face.isBundled { return try catalog.installedFace(path: url) }
                guard FontFormat.isSupported(format, technologies) else { return nil }
                return try open(url, base)
            }
        } catch {
            if case .url(let url, _, _, _) = source {
                report(
                    Diagnostic(.font, "@font-face \"\(face.rule.family)\": \(error)", source: FontFormat.shortened(url), line: face.rule.line),
                    of: index)
            }
            return nil
        }
    }

    private mutating func report(_ diagnostic: Diagnostic, of rule: Int32) {
        // A rule that starts with local() is tried for each description anew.
        if !rules[rule].diagnostics.contains(diagnostic) { rules[rule].diagnostics.append(diagnostic) }
    }

    private mutating func open(_ url: String, _ base: String?) throws(CopyfitError) -> FontFace {
        let parts = url.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let address = parts.first.map(String.init) ?? ""
        let fragment = parts.count > 1 ? String(parts[1]) : ""
        let source = try locate(address, base)
        let catalog = catalog
        func face(_ index: Int) throws(CopyfitError) -> FontFace {
            switch source {
            case .file(let path): try catalog.face(path: path, index: index)
            case .bytes(let bytes): try catalog.face(data: bytes, index: index, name: FontFormat.shortened(address))
            }
        }
        let first = try face(0)
        // > url(collection.ttc#name): the face with that PostScript name.
        if fragment.isEmpty || first.postScriptName == fragment { return first }
        for index in 1..<max(2, min(first.facesInFile, 256)) {
            if let other = try? face(index), other.postScriptName == fragment { return other }
        }
        return first
    }
}

extension FontResolver {
    /// Where a URL leads, noting the file, found or not, so that a later change can be seen.
    private mutating func locate(_ url: String, _ base: String?) throws(CopyfitError) -> FontSource {
        do throws(CopyfitError) {
            let source = try load(url, base)
            if case .file(let path) = source { files.insert(FileStamp(of: path)) }
            return source
        } catch {
            if case .fileNotFound(let path) = error { files.insert(FileStamp(of: path)) }
            throw error
        }
    }
}

/// What `format()` and `tech()` say about a source.
enum FontFormat {
    static func isSupported(_ format: String?, _ technologies: [String]) -> Bool {
        let formats: Set<String> = [
            "woff", "woff2", "truetype", "opentype", "collection", "woff-variations", "woff2-variations", "truetype-variations",
            "opentype-variations",
        ]
        let known: Set<String> = [
            "variations", "features-opentype", "palettes", "color-colrv0", "color-colrv1", "color-sbix", "color-cbdt", "color-svg",
        ]
        if let format, !formats.contains(format.lowercased()) { return false }
        return technologies.allSatisfy { known.contains($0.lowercased()) }
    }

    /// A URL for messages: data: URLs may be megabytes.
    static func shortened(_ url: String) -> String { url.utf8.count > 120 ? String(decoding: url.utf8.prefix(60), as: UTF8.self) + "…" : url }
}
