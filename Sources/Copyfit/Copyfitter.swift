/// Measures styled HTML: the front door of the package.
///
///     let copyfitter = try Copyfitter()
///     let height = try copyfitter.height(html: "<p>Hello <b>world</b>", width: 320)
///
/// One copyfitter holds what documents share (opened fonts, shaped words, parsed stylesheets), so keep it. It may be used from several
/// tasks at once; each prepared document is for one task at a time.
public final class Copyfitter: Sendable {
    /// How documents are measured; `with(options:)` gives a copyfitter with others.
    public let options: Options
    let shared: SharedCaches

    /// - Throws: `CopyfitError.noFontAvailable` when neither the bundled fonts nor any system font can be found,
    ///   `CopyfitError.invalidOption` for an option outside its range.
    public convenience init(options: Options = Options()) throws(CopyfitError) {
        try self.init(options: options, shared: SharedCaches())
    }

    /// With fonts of the caller's choice, for tests.
    package convenience init(options: Options, fonts: FontCatalog) throws(CopyfitError) {
        try self.init(options: options, shared: SharedCaches(fonts: fonts))
    }

    private init(options: Options, shared: SharedCaches) throws(CopyfitError) {
        guard options.viewportHeight >= 0, options.viewportHeight.isFinite else {
            throw .invalidOption(name: "viewport height", value: "\(options.viewportHeight)")
        }
        guard options.fontScale > 0, options.fontScale.isFinite else { throw .invalidOption(name: "font scale", value: "\(options.fontScale)") }
        guard options.devicePixelRatio > 0, options.devicePixelRatio.isFinite else {
            throw .invalidOption(name: "device pixel ratio", value: "\(options.devicePixelRatio)")
        }
        guard shared.fonts.hasFonts else { throw .noFontAvailable(triedPaths: shared.fonts.bundledPaths) }
        self.options = options
        self.shared = shared
    }

    private init(_ options: Options, _ shared: SharedCaches) {
        self.options = options
        self.shared = shared
    }

    /// A copyfitter with other options that shares this one's fonts and caches.
    public func with(options: Options) throws(CopyfitError) -> Copyfitter { try Copyfitter(options: options, shared: shared) }

    /// A copyfitter for one thread among several that work all the time: what its documents do not have to share with theirs they do not, as
    /// threads would wait for each other.
    package func forThread() -> Copyfitter { Copyfitter(options, shared.forThread()) }

    /// Parses a document from text; a `<meta charset>` in it is ignored.
    public func prepare(html: String) -> PreparedDocument { prepare(utf8: Array(html.utf8)) }

    /// Parses a document from text in UTF-8, where each ill-formed part reads as U+FFFD; a `<meta charset>` in it is ignored.
    public func prepare(utf8: [UInt8]) -> PreparedDocument { PreparedDocument(utf8: utf8, copyfitter: self) }

    /// Parses a document from bytes, decoded as browsers do: by byte order mark, `<meta charset>`, or as UTF-8.
    public func prepare(bytes: [UInt8]) -> PreparedDocument { PreparedDocument(utf8: HTMLEncoding.decode(bytes), copyfitter: self) }

    /// The height of a document at a width, both in CSS px.
    public func height(html: String, width: Double) throws(CopyfitError) -> Double {
        Double(try prepare(html: html).layout(width: width).height)
    }
}

/// What all documents of a copyfitter share.
final class SharedCaches: Sendable {
    let fonts: FontCatalog
    let words: WordCache
    let sessions: StyleSessions

    convenience init(fonts: FontCatalog = FontCatalog()) { self.init(fonts: fonts, words: WordCache(), sessions: StyleSessions()) }

    private init(fonts: FontCatalog, words: WordCache, sessions: StyleSessions) {
        self.fonts = fonts
        self.words = words
        self.sessions = sessions
    }

    /// The same fonts and words, and styles of its own.
    func forThread() -> SharedCaches { SharedCaches(fonts: fonts, words: words, sessions: StyleSessions()) }
}
