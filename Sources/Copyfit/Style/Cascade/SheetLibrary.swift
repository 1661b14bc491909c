private import Synchronization

/// Parsed and typed sheets, shared by all documents of the process: the user-agent sheets once, others by their text.
package enum SheetLibrary {
    private static let parsed = StylesheetCache<Stylesheet>()
    private static let parsedForChromium = StylesheetCache<Stylesheet>()

    /// The sheet of `bytes`, parsed when it was not met lately. `base` is the folder or URL of relative URLs in it. Where `watch` says so, it
    /// has only some of its rules.
    package static func sheet(_ bytes: [UInt8], base: String?, profile: Profile, watch: WorkWatch? = nil) -> Stylesheet {
        let engine = profile.engine
        return (engine == .chromium ? parsedForChromium : parsed).payload(for: bytes, base: base, watch: watch) { buffer in
            Stylesheet(parsing: buffer, watch: watch) { name, value in supports(name, value, engine: engine) }
        }
    }

    package static func sheet(_ text: String, base: String?, profile: Profile) -> Stylesheet { sheet(Array(text.utf8), base: base, profile: profile) }

    /// The answer to `@supports (name: value)`.
    package static func supports(_ name: String, _ value: CSSTokenSlice, engine: Profile.Engine) -> Bool {
        if name.hasPrefix("--") { return true }
        guard let key = PropertyKey.named(name) else { return false }
        var compiler = DeclarationCompiler(parser: ValueParser(isQuirky: false, engine: engine))
        var result: [Declaration] = []
        return compiler.parse(key, value, into: &result)
    }

    /// The default sheet for HTML: to be the first of a document's `SheetSet`, with origin `.userAgent`.
    package static func userAgentSheet(profile: Profile, mode: QuirksMode) -> Stylesheet {
        userAgent(profile.engine, isQuirky: mode == .quirks).sheet
    }

    // MARK: Typed declarations

    /// A sheet's declarations, block by rule.
    final class TypedSheet: Sendable {
        let sheet: Stylesheet
        let store: DeclarationStore
        let diagnostics: [Diagnostic]

        init(_ sheet: Stylesheet, engine: Profile.Engine, isQuirky: Bool, isUserAgent: Bool, watch: WorkWatch? = nil) {
            self.sheet = sheet
            var compiler = DeclarationCompiler(parser: ValueParser(isQuirky: isQuirky, isUserAgentSheet: isUserAgent, engine: engine))
            var sink = DiagnosticSink()
            sink.watch = watch
            for rule in sheet.rules.indices {
                if let watch, watch.mustStop() { break }
                _ = compiler.compile(sheet.declarations(ofRule: rule), source: nil, diagnostics: &sink)
            }
            store = compiler.parser.store
            diagnostics = sink.diagnostics
        }
    }

    private static let webkit = makeUserAgent(.webkit, false), webkitQuirks = makeUserAgent(.webkit, true)
    private static let chromium = makeUserAgent(.chromium, false), chromiumQuirks = makeUserAgent(.chromium, true)

    private static func makeUserAgent(_ engine: Profile.Engine, _ isQuirky: Bool) -> TypedSheet {
        let sheet = Stylesheet(UserAgentSheet.text(engine: engine, isQuirky: isQuirky))
        return TypedSheet(sheet, engine: engine, isQuirky: isQuirky, isUserAgent: true)
    }

    private static func userAgent(_ engine: Profile.Engine, isQuirky: Bool) -> TypedSheet {
        engine == .chromium ? (isQuirky ? chromiumQuirks : chromium) : (isQuirky ? webkitQuirks : webkit)
    }

    private struct Key: Hashable {
        var sheet: ObjectIdentifier
        var isQuirky: Bool
        var engine: Profile.Engine
    }

    private static let typed = Mutex(ReuseCache<Key, TypedSheet>(maximumSize: SheetSize.cacheLimit))

    /// The typed form of a sheet. The cache holds the sheet too, so that its identity stays its own.
    static func typed(_ sheet: Stylesheet, engine: Profile.Engine, isQuirky: Bool, watch: WorkWatch? = nil) -> TypedSheet {
        let userAgent = userAgent(engine, isQuirky: isQuirky)
        if sheet === userAgent.sheet { return userAgent }
        let key = Key(sheet: ObjectIdentifier(sheet), isQuirky: isQuirky, engine: engine)
        if let known = typed.withLock({ $0.find(key) }) { return known }
        let made = TypedSheet(sheet, engine: engine, isQuirky: isQuirky, isUserAgent: false, watch: watch)
        if watch?.mustStopNow() == true { return made }
        return typed.withLock { sheets in
            if let known = sheets.find(key) { return known }
            sheets.insert(key, made, size: SheetSize.ofSheet(sheet.buffer.bytes))
            return made
        }
    }
}
