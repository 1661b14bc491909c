// The style stage of a document: its sheets, in cascade order, and its fonts.

extension DocumentPreparation {
    /// Computed styles for a viewport, and the fonts they ask for.
    func styles(for viewport: Size) -> (StyledDocument, DocumentFonts) {
        let media = mediaContext(viewport)
        let sheets = sheets()
        let fonts = DocumentFonts(
            catalog: shared.fonts, profile: options.profile, rules: sheets.fontFaces(media), load: fontLoader())
        let styled = StyleResolver.resolve(
            document: document, sheets: sheets, media: media, profile: options.profile, paint: paintRequest,
            fontMetrics: { description, language in
                let metrics = fonts.metrics(of: fonts.primaryFont(of: fonts.selection(for: description, language: language)))
                return FontRelativeMetrics(
                    xHeight: metrics.xHeight, zeroAdvance: metrics.zeroAdvance, capHeight: metrics.capHeight,
                    ideographAdvance: metrics.ideographAdvance, spaceAdvance: metrics.spaceAdvance, lineSpacing: Float(metrics.lineSpacing))
            },
            diagnostics: &diagnostics)
        return (styled, fonts)
    }

    func mediaContext(_ viewport: Size) -> MediaContext {
        var media = MediaContext(width: viewport.width.px, height: viewport.height.px)
        media.devicePixelRatio = Float(options.devicePixelRatio)
        media.mediaType = options.media == .print ? .print : .screen
        media.colorScheme = options.colorScheme == .dark ? .dark : .light
        media.fontScale = Float(options.fontScale)
        media.textScale = Float(textScale)
        return media
    }

    private func fontLoader() -> FontLoader {
        let resources = resources
        return { (url: String, base: String?) throws(CopyfitError) -> FontSource in
            if url.utf8.starts(with: "data:".utf8) {
                switch resources.bytes(url: url, base: base) {
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

    /// The user-agent sheet, the page's `<style>` and `<link>` sheets in tree order, then the caller's.
    private func sheets() -> SheetSet {
        if let sheetSet { return sheetSet }
        var set = SheetSet()
        set.add(SheetLibrary.userAgentSheet(profile: options.profile, mode: document.mode), origin: .userAgent)
        var node = document.documentElement
        while node.exists {
            if document[node].kind == .element { addSheet(of: node, to: &set) }
            node = document.nextNode(after: node, within: document.documentElement)
        }
        for text in options.stylesheets { add(Array(text.utf8), base: nil, media: nil, source: nil, to: &set) }
        for diagnostic in set.diagnostics { diagnostics.report(diagnostic) }
        sheetSet = set
        return set
    }

    private func addSheet(of node: NodeID, to set: inout SheetSet) {
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
            add(text, base: documentBase, media: document.attributeString(.media, of: node), source: nil, to: &set)
        } else if document.isElement(node, .link) {
            guard let href = document.attributeString(.href, of: node), isStylesheetLink(node) else { return }
            switch resources.bytes(url: href, base: documentBase) {
            case .success(let bytes):
                add(
                    bytes, base: resources.absoluteURL(href, base: documentBase), media: document.attributeString(.media, of: node), source: href, to: &set)
            case .failure(let failure): diagnostics.report(failure.diagnostic(.stylesheet))
            }
        }
    }

    private func isStylesheetLink(_ node: NodeID) -> Bool {
        guard let rel = document.attributeString(.rel, of: node), !document.hasAttribute(.disabled, of: node) else { return false }
        let tokens = rel.lowercased().split { $0 == " " || $0 == "\n" || $0 == "\t" }
        return tokens.contains("stylesheet") && !tokens.contains("alternate")
    }

    private func add(_ bytes: [UInt8], base: String?, media: String?, source: String?, to set: inout SheetSet) {
        let sheet = SheetLibrary.sheet(bytes, base: base, profile: options.profile)
        set.add(sheet, media: media.map { MediaQueryList(parsing: $0) }, source: source) { url, importBase in
            guard case .success(let bytes) = resources.bytes(url: url, base: importBase) else { return nil }
            return SheetLibrary.sheet(bytes, base: resources.absoluteURL(url, base: importBase), profile: options.profile)
        }
    }

    // MARK: What depends on the viewport

    /// Whether what was prepared at one viewport holds at another.
    func holds(from a: Size, to b: Size, prepared: PreparedBoxes) -> Bool {
        if prepared.styled.dependsOnViewportWidth, a.width != b.width { return false }
        if prepared.styled.dependsOnViewportHeight, a.height != b.height { return false }
        if prepared.tree.hasResponsiveImages { return false }
        return breakpoints?.areEquivalent(mediaContext(a), mediaContext(b)) ?? false
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
