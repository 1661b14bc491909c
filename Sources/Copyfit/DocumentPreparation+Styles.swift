// The style stage of a document: its sheets, in cascade order, and its fonts.

extension DocumentPreparation {
    /// A session that has served documents with the same sheets, or a new one.
    func session(for viewport: Size) -> StyleSession {
        let media = mediaContext(viewport)
        let gathered = gatherSheets()
        var key: StyleSession.Key?
        // Fonts that a caller provides are that document's own.
        if paintRequest == nil, !resources.isProvided, gathered.allSatisfy({ $0.sheet.imports.isEmpty }) {
            let sheets = gathered.map { StyleSession.Key.Sheet(sheet: ObjectIdentifier($0.sheet), media: $0.media, source: $0.source) }
            var known = StyleSession.Key(
                sheets: sheets, mode: document.mode, media: media, profile: options.profile, baseDirectory: options.baseDirectory)
            if gathered.allSatisfy({ $0.media == nil && $0.sheet.conditions.isEmpty }) {
                // The same rules apply at every size.
                known.media.width = 0
                known.media.height = 0
            }
            if let session = shared.sessions.take(known) {
                if sheetSet == nil { adopt(session.sheets) }
                return session
            }
            key = known
        }
        let sheets = sheets(gathered)
        let fonts = DocumentFonts(catalog: shared.fonts, profile: options.profile, rules: sheets.fontFaces(media), load: fontLoader())
        return StyleSession(key: key, sheets: sheets, fonts: fonts, media: media, isQuirky: document.mode == .quirks, paint: paintRequest, watch: diagnostics.watch)
    }

    func mediaContext(_ viewport: Size) -> MediaContext {
        var media = MediaContext(width: viewport.width.px, height: viewport.height.px)
        media.devicePixelRatio = Float(options.devicePixelRatio)
        media.mediaType = options.media == .print ? .print : .screen
        media.colorScheme = options.colorScheme == .dark ? .dark : .light
        media.fontScale = Float(options.fontScale)
        media.textScale = Float(textScale)
        media.adjustsTextSize = isMobile
        return media
    }

    func fontLoader() -> FontLoader {
        // Of its own: fonts may outlive the document.
        let resources = resources.isProvided ? resources : PageResources(baseDirectory: options.baseDirectory)
        return { (url: String, base: String?) throws(CopyfitError) -> FontSource in
            let isData = url.utf8.starts(with: "data:".utf8)
            if let held = resources.provided(url: url, base: base, .font) ?? (isData ? resources.bytes(url: url, base: base) : nil) {
                switch held {
                case .success(let bytes): return .bytes(bytes)
                case .failure(let failure): throw failure.error
                }
            }
            switch resources.path(url: url, base: base) {
            case .success(let path): return .file(path: path)
            case .failure(let failure): throw failure.error
            }
        }
    }

    // MARK: Sheets

    /// A sheet where it stands in the document.
    struct GatheredSheet {
        var sheet: Stylesheet
        var media: String?
        var source: String?
    }

    /// The page's `<style>` and `<link>` sheets in tree order, then the caller's.
    func gatherSheets() -> [GatheredSheet] {
        if let gatheredSheets { return gatheredSheets }
        var gathered: [GatheredSheet] = []
        for node in document.elementsInTree(where: { $0 == .style || $0 == .link }) { addSheet(of: node, to: &gathered) }
        for text in options.stylesheets { add(Array(text.utf8), base: nil, media: nil, source: nil, to: &gathered) }
        // Sheets of work that was stopped are not whole.
        if diagnostics.watch?.mustStopNow() != true { gatheredSheets = gathered }
        return gathered
    }

    /// The user-agent sheet, then the document's with what they import.
    func sheets(_ gathered: [GatheredSheet]) -> SheetSet {
        if let sheetSet { return sheetSet }
        var set = SheetSet()
        set.add(SheetLibrary.userAgentSheet(profile: options.profile, mode: document.mode), origin: .userAgent)
        for item in gathered {
            set.add(item.sheet, media: item.media.map { MediaQueryList(parsing: $0) }, source: item.source) { url, importBase in
                guard case .success(let bytes) = resources.bytes(url: url, base: importBase) else { return nil }
                return SheetLibrary.sheet(bytes, base: resources.absoluteURL(url, base: importBase), profile: options.profile, watch: diagnostics.watch)
            }
        }
        adopt(set)
        return set
    }

    private func adopt(_ set: SheetSet) {
        if diagnostics.watch?.mustStopNow() == true { return }
        for diagnostic in set.diagnostics { diagnostics.report(diagnostic) }
        sheetSet = set
    }

    private func addSheet(of node: NodeID, to gathered: inout [GatheredSheet]) {
        if document.isElement(node, .style) || (document[node].namespace == .svg && document[node].name == .style) {
            if let type = document.attributeString(.type, of: node), !type.isEmpty, type.lowercased() != "text/css" { return }
            var text: [UInt8] = []
            var child = document[node].firstChild
            while child.exists {
                let range = document[child].text
                if document[child].kind == .text {
                    text.append(contentsOf: document.bytes[Int(range.start)..<Int(range.start) + Int(range.count)])
                }
                child = document[child].nextSibling
            }
            add(text, base: documentBase, media: document.attributeString(.media, of: node), source: nil, to: &gathered)
        } else if document.isElement(node, .link) {
            guard let href = document.attributeString(.href, of: node), isStylesheetLink(node) else { return }
            switch resources.bytes(url: href, base: documentBase) {
            case .success(let bytes):
                add(
                    bytes, base: resources.absoluteURL(href, base: documentBase), media: document.attributeString(.media, of: node), source: href,
                    to: &gathered)
            case .failure(let failure): diagnostics.report(failure.diagnostic(.stylesheet))
            }
        }
    }

    private func isStylesheetLink(_ node: NodeID) -> Bool {
        guard let rel = document.attributeString(.rel, of: node), !document.hasAttribute(.disabled, of: node) else { return false }
        let tokens = rel.lowercased().split { $0 == " " || $0 == "\n" || $0 == "\t" }
        return tokens.contains("stylesheet") && !tokens.contains("alternate")
    }

    private func add(_ bytes: [UInt8], base: String?, media: String?, source: String?, to gathered: inout [GatheredSheet]) {
        gathered.append(GatheredSheet(sheet: SheetLibrary.sheet(bytes, base: base, profile: options.profile, watch: diagnostics.watch), media: media, source: source))
    }

    // MARK: What depends on the viewport

    /// Whether what was prepared at one viewport holds at another.
    func holds(from a: Size, to b: Size, prepared: PreparedBoxes) -> Bool {
        if prepared.styled.dependsOnViewportWidth, a.width != b.width { return false }
        if prepared.styled.dependsOnViewportHeight, a.height != b.height { return false }
        if prepared.tree.hasResponsiveImages { return false }
        return breakpoints?.areEquivalent(mediaContext(a), mediaContext(b)) ?? false
    }

    /// The viewport widths around one, in 1/64 px, at which what was prepared for it holds.
    func widthsAlike(_ width: LayoutUnit, prepared: PreparedBoxes) -> ClosedRange<Int32> {
        let raw = width.rawValue
        guard !prepared.styled.dependsOnViewportWidth, !prepared.tree.hasResponsiveImages, let breakpoints, !breakpoints.dependsOnAspectRatio else {
            return raw...raw
        }
        var narrowest = Int32.min, widest = Int32.max
        for breakpoint in breakpoints.widths {
            let below = Int32(clamping: Int((Double(breakpoint) * 64).rounded(.down))), above = Int32(clamping: Int((Double(breakpoint) * 64).rounded(.up)))
            if below >= raw { widest = min(widest, max(raw, below &- 1)) }
            if above <= raw { narrowest = max(narrowest, min(raw, above &+ 1)) }
        }
        return narrowest...widest
    }

    func imageEnvironment(_ viewport: Size) -> ImageSource.Environment {
        let media = mediaContext(viewport)
        return ImageSource.Environment(
            devicePixelRatio: options.devicePixelRatio, viewportWidth: Double(viewport.width.px),
            matches: { MediaQueryList(parsing: $0).matches(media) }, length: { DocumentPreparation.length($0, media: media) })
    }

    /// A plain length of a `sizes` attribute in CSS px; nil for what is none.
    private static func length(_ text: String, media: MediaContext) -> Double? {
        let trimmed = text.lowercased().filter { $0 != " " }
        let unit = String(trimmed.reversed().prefix { $0.isLetter }.reversed())
        guard let value = Double(String(trimmed.dropLast(unit.count))), value >= 0 else { return nil }
        switch unit {
        case "px": return value
        case "vw", "svw", "lvw", "dvw", "vi": return value * Double(media.width) / 100
        case "vh", "svh", "lvh", "dvh", "vb": return value * Double(media.height) / 100
        case "em", "rem": return value * 16 * Double(media.fontScale)
        case "pt": return value * 4 / 3
        case "": return value == 0 ? 0 : nil
        default: return nil
        }
    }
}
