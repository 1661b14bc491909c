import Synchronization

/// The fonts that all documents of a `Copyfitter` share: opened files, fonts at their sizes, the bundled faces, and the system's fonts.
///
/// Each file is read once. Caches are bounded: what documents still use lives on, the rest is made again when it is needed.
package final class FontCatalog: Sendable {
    private let state: Mutex<State>
    private let reader = Mutex<FontFileReader?>(nil)
    private let system = Mutex<SystemFonts?>(nil)
    private let fontconfigFile: String?
    let bundled: BundledFonts

    private struct State {
        var files: [FileKey: FontFace] = [:]
        var data: [DataKey: FontFace] = [:]
        var dataSize = 0
        var fonts: [FontKey: Font] = [:]
        var styles: [ShapingStyle.Key: ShapingStyle] = [:]
        var nextSerial: UInt32 = 0
        var nextInstance: UInt32 = 0
        var nextStyle: UInt32 = 0
    }

    private struct FileKey: Hashable {
        var path: String
        var index: Int
        /// How a page's file was when it was read; nil for files that are taken to stay.
        var stamp: FileStamp?
    }
    private struct DataKey: Hashable {
        var bytes: [UInt8]
        var index: Int
    }
    private struct FontKey: Hashable {
        var face: UInt32
        var profile: Profile
        var request: FontRequest
    }

    // About a kilobyte each: documents that bring fonts and languages of their own are not to pile up more.
    private static let largestFontCount = 1024
    private static let largestFaceCount = 2048
    private static let largestDataSize = 64 << 20
    private static let largestStyleCount = 1024

    /// - Parameters:
    ///   - bundledFolder: the folder of the bundled faces; nil looks for it.
    ///   - fontconfigFile: the configuration that tells the system's fonts; nil for the user's.
    package init(bundledFolder: String? = nil, fontconfigFile: String? = nil) {
        state = Mutex(State())
        self.fontconfigFile = fontconfigFile
        bundled = BundledFonts(folder: bundledFolder)
    }

    /// Whether there is any font at all, bundled or the system's.
    package var hasFonts: Bool {
        if !bundled.rules.isEmpty { return true }
        return withSystem { !$0.isEmpty }
    }

    /// Where the bundled fonts were looked for.
    package var bundledPaths: [String] { bundled.triedPaths }

    /// The faces that ship with the library, for reports.
    package var bundledRules: [FontFaceRule] { bundled.rules }

    // MARK: Faces

    /// A face of a page's file, opened once as long as the file does not change.
    func face(path: String, index: Int = 0) throws(CopyfitError) -> FontFace {
        let key = FileKey(path: path, index: index, stamp: FileStamp(of: path))
        if let known = state.withLock({ $0.files[key] }) { return known }
        let bytes = try FontBytes(path: path, mapped: false)
        let sfnt = try unwrap(bytes, name: path)
        return store(try FontFace(bytes: sfnt, index: index, name: path, serial: newSerial()), as: key)
    }

    /// A face of the system or a bundled one. Those files were checked when they were installed, so FreeType does not open them again.
    func installedFace(path: String, index: Int = 0) throws(CopyfitError) -> FontFace {
        let key = FileKey(path: path, index: index & 0xFFFF)
        if let known = state.withLock({ $0.files[key] }) { return known }
        var bytes = try FontBytes(path: path, mapped: true)
        if FontFileReader.isCompressed(bytes.buffer) { bytes = try unwrap(bytes, name: path) }
        return store(try FontFace(bytes: bytes, index: key.index, name: path, serial: newSerial()), as: key)
    }

    /// A face from bytes, as of a `data:` URL.
    func face(data: [UInt8], index: Int = 0, name: String) throws(CopyfitError) -> FontFace {
        let key = DataKey(bytes: data, index: index)
        if let known = state.withLock({ $0.data[key] }) { return known }
        guard data.count <= FontBytes.largestFile else {
            throw .limitExceeded(name: "font file size", limit: FontBytes.largestFile, actual: data.count)
        }
        let bytes = data.withUnsafeBytes { FontBytes(copying: $0) }
        let face = try FontFace(bytes: try unwrap(bytes, name: name), index: index, name: name, serial: newSerial())
        return state.withLock { state in
            if state.dataSize + data.count > FontCatalog.largestDataSize {
                state.data.removeAll()
                state.dataSize = 0
            }
            state.data[key] = face
            state.dataSize += data.count
            return face
        }
    }

    private func unwrap(_ bytes: FontBytes, name: String) throws(CopyfitError) -> FontBytes {
        let result = reader.withLock { reader -> Result<FontBytes, CopyfitError> in
            if reader == nil { reader = FontFileReader() }
            do throws(CopyfitError) { return .success(try reader!.sfnt(from: bytes, name: name)) } catch { return .failure(error) }
        }
        return try result.get()
    }

    private func newSerial() -> UInt32 {
        state.withLock { state in
            state.nextSerial &+= 1
            return state.nextSerial
        }
    }

    private func store(_ face: FontFace, as key: FileKey) -> FontFace {
        state.withLock { state in
            // Two documents may open a file at once: the first stays.
            if let known = state.files[key] { return known }
            if state.files.count >= FontCatalog.largestFaceCount { state.files.removeAll() }
            state.files[key] = face
            return face
        }
    }

    // MARK: Fonts and styles

    func font(_ face: FontFace, _ request: FontRequest, profile: Profile) -> Font {
        let key = FontKey(face: face.serial, profile: profile, request: request)
        if let known = state.withLock({ $0.fonts[key] }) { return known }
        let instance = state.withLock { state in
            state.nextInstance &+= 1
            return state.nextInstance
        }
        let font = Font(face: face, request: request, profile: profile, instance: instance)
        return state.withLock { state in
            if let known = state.fonts[key] { return known }
            if state.fonts.count >= FontCatalog.largestFontCount { state.fonts.removeAll() }
            state.fonts[key] = font
            return font
        }
    }

    func shapingStyle(_ key: ShapingStyle.Key) -> ShapingStyle {
        state.withLock { state in
            if let known = state.styles[key] { return known }
            if state.styles.count >= FontCatalog.largestStyleCount { state.styles.removeAll() }
            state.nextStyle &+= 1
            let style = ShapingStyle(key, serial: state.nextStyle)
            state.styles[key] = style
            return style
        }
    }

    // MARK: System

    func withSystem<T: Sendable>(_ body: (inout SystemFonts) -> T) -> T {
        system.withLock { system in
            if system == nil { system = SystemFonts(configuration: fontconfigFile) }
            return body(&system!)
        }
    }
}
