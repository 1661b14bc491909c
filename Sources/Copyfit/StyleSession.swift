import Synchronization

/// Styles, fonts and measures that documents with the same sheets share, one document after the other.
///
/// One task at a time has a session, while it prepares a document; between documents it waits in `StyleSessions`, hence Sendable. A document
/// that changes keeps one of its own.
final class StyleSession: @unchecked Sendable {
    /// What a session serves: everything that styles depend on but the document's own markup.
    struct Key: Hashable {
        /// Sheets by identity, with what stands beside them.
        struct Sheet: Hashable {
            var sheet: ObjectIdentifier
            var media: String?
            var source: String?
        }
        var sheets: [Sheet]
        var mode: QuirksMode
        var media: MediaContext
        var profile: Profile
        var baseDirectory: String?
    }

    let key: Key?
    let hash: Int
    /// About the bytes it takes: its sheets, whether or not others hold them too, and tables of its own.
    let size: Int
    /// It has served more than one document.
    fileprivate(set) var isReused = false
    /// That had it last.
    fileprivate var thread = ThreadNumber.current
    /// Holds the sheets, so that their identities stay their own.
    let sheets: SheetSet
    let fonts: DocumentFonts
    var resolver: StyleResolver
    var anonymousStyles: [BoxGenerator.AnonymousStyleKey: StyleID] = [:]
    private(set) var lineStyles: [LineStyle] = []
    private var edgeStyles: [EdgeStyle] = []
    var measuredStyles = MeasuredStyles()

    init(key: Key?, sheets: SheetSet, fonts: DocumentFonts, media: MediaContext, isQuirky: Bool, paint: PaintRequest?, watch: WorkWatch? = nil) {
        self.key = key
        hash = key?.hashValue ?? 0
        self.sheets = sheets
        size = sheets.entries.dropFirst().reduce(24 << 10) { $0 + SheetSize.ofSheet($1.sheet.buffer.bytes) }
        self.fonts = fonts
        resolver = StyleResolver(
            sheets: sheets, media: media, isQuirky: isQuirky, profile: fonts.profile, paint: paint, watch: watch,
            fontMetrics: { FontRelativeMetrics(fonts.metrics(of: $0, language: $1)) })
    }

    // MARK: The stages of a document

    func styles(of document: Document, media: MediaContext, diagnostics: inout DiagnosticSink) -> StyledDocument {
        resolver.resolve(document, media: media, diagnostics: &diagnostics)
    }

    /// The boxes of a styled document, and the styles with those of anonymous boxes added.
    func boxes(
        of document: Document, styled: consuming StyledDocument, profile: Profile, watch: WorkWatch?,
        imageSize: @escaping (ImageReference) -> NaturalImageSize?, imageSource: @escaping (NodeID) -> SelectedImage?
    ) -> (BoxTree, StyledDocument) {
        let generated = BoxGenerator.generate(
            document: document, styled: styled, profile: profile, anonymousStyles: anonymousStyles, watch: watch, imageSize: imageSize, imageSource: imageSource,
            fontAscent: fontAscent(of: styled))
        anonymousStyles = generated.anonymousStyles
        return (generated.tree, generated.styled)
    }

    /// The ascent of a style's primary font, px: for generating boxes.
    func fontAscent(of styled: StyledDocument) -> (ComputedStyle) -> Float {
        let descriptions = styled.fonts, languages = styled.languages, fonts = fonts
        return { Float(fonts.metrics(of: descriptions[Int($0.font)], language: languages[Int($0.language)]).ascent) }
    }

    func shaper(for styled: StyledDocument, words: WordCache, fontBase: String) -> TextShaper {
        TextShaper(styled: styled, fonts: fonts, cache: words, fontBase: fontBase, measuredStyles: measuredStyles)
    }

    /// What each style contributes to lines, by `StyleID`.
    /// - Parameter boxes: where only these boxes will ask.
    func lineStyles(of styled: StyledDocument, boxes: (tree: BoxTree, contents: [InlineContent])?, profile: Profile, watch: WorkWatch? = nil) -> [LineStyle] {
        LineStyle.complete(&lineStyles, of: styled, boxes: boxes, fonts: fonts, profile: profile, watch: watch)
        return lineStyles
    }

    /// What each style's margins, borders and padding come to, by `StyleID`.
    func edgeStyles(of styled: StyledDocument, watch: WorkWatch? = nil) -> [EdgeStyle] {
        EdgeStyle.complete(&edgeStyles, of: styled, watch: watch)
        return edgeStyles
    }

    /// What went wrong with the fonts that a document's styles name.
    func fontDiagnostics(of styled: StyledDocument) -> [Diagnostic] {
        guard fonts.hasDiagnostics else { return [] }
        var used: Set<FontDescription> = []
        func note(_ style: StyleID) { if style != .none, styled[style].display != .none { used.insert(styled.fonts[Int(styled[style].font)]) } }
        var last = StyleID.none
        for style in styled.elementStyles where style != last {
            note(style)
            last = style
        }
        for style in styled.pseudoStyles.values { note(style) }
        return fonts.diagnostics { used.contains($0) }
    }

    // MARK: From document to document

    /// Takes over what the document has added, to serve the next one. False if the session is used up.
    func end(_ styled: StyledDocument, _ shaper: TextShaper) -> Bool {
        guard key != nil, !styled.dependsOnViewportWidth, !styled.dependsOnViewportHeight, fonts.isReusable else { return false }
        resolver.adopt(styled)
        measuredStyles = shaper.measuredStyles
        return resolver.isReusable
    }
}

/// The sessions that wait for another document, the latest last: bounded, and what has served one document only may have half of the room.
final class StyleSessions: Sendable {
    private static let countLimit = 128
    private static let byteLimit = 2 << 20
    private let idle = Mutex(Idle())

    private struct Idle {
        var sessions: [StyleSession] = []
        /// Of all of them together.
        var room = Room(), freshRoom = Room()

        mutating func append(_ session: StyleSession) {
            sessions.append(session)
            room.add(session)
            if !session.isReused { freshRoom.add(session) }
            // The latest itself stays, however large.
            while freshRoom.exceeds(byteLimit / 2, countLimit / 2), let oldest = sessions.dropLast().firstIndex(where: { !$0.isReused }) { _ = remove(at: oldest) }
            while room.exceeds(byteLimit, countLimit), sessions.count > 1 { _ = remove(at: 0) }
        }

        mutating func remove(at index: Int) -> StyleSession {
            let session = sessions.remove(at: index)
            room.remove(session)
            if !session.isReused { freshRoom.remove(session) }
            return session
        }
    }

    /// What some sessions take.
    private struct Room {
        private var size = 0
        private var count = 0

        mutating func add(_ session: StyleSession) {
            size += session.size
            count += 1
        }

        mutating func remove(_ session: StyleSession) {
            size -= session.size
            count -= 1
        }

        func exceeds(_ byteLimit: Int, _ countLimit: Int) -> Bool { size > byteLimit || count > countLimit }
    }

    /// A session for the key whose font files are still the same.
    func take(_ key: StyleSession.Key) -> StyleSession? {
        let hash = key.hashValue, thread = ThreadNumber.current
        // The lock is held for no longer than it takes to find the hash.
        let found = idle.withLock { idle -> StyleSession? in
            let index = idle.sessions.lastIndex { $0.hash == hash && $0.thread == thread } ?? idle.sessions.lastIndex { $0.hash == hash }
            return index.map { idle.remove(at: $0) }
        }
        guard let session = found else { return nil }
        guard session.key == key else {
            give(session)
            return nil
        }
        guard session.fonts.filesAreUnchanged else { return nil }
        session.isReused = true
        session.thread = thread
        return session
    }

    func give(_ session: StyleSession) { idle.withLock { $0.append(session) } }
}
