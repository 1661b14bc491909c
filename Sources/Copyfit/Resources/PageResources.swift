import Synchronization

/// What a page wants of a URL.
package enum ResourceKind: Sendable { case stylesheet, image, font }

/// A caller's answer for a URL.
package enum ProvidedResource: Sendable {
    /// The base directory is asked.
    case unhandled
    /// Not known yet: it will be.
    case pending
    case bytes([UInt8])
    case failed(String)
}

/// Answers for an absolute URL, or one that is relative to the base directory.
package typealias ResourceProvider = @Sendable (_ url: String, _ kind: ResourceKind) -> ProvidedResource

/// Reads what a page names: files under one base directory and `data:` URLs, nothing else.
///
/// A page may be hostile: a path is resolved with its symbolic links before it is compared with the base directory, and neither
/// `<base href>` nor a stylesheet's place can lead out of it. Answers for images are kept, so that a picture that appears a hundred
/// times is looked at once. Safe to share between threads.
package final class PageResources: Sendable {
    /// The folder as it was given; nil if no file may be read.
    package let baseDirectory: String?

    private let state: Mutex<State>
    /// Asked before any file: a caller's own answers.
    private let provider: ResourceProvider?
    package var isProvided: Bool { provider != nil }

    private struct State {
        /// The base directory without symbolic links; nil until asked for. Empty: it does not exist.
        var realBase: String?
        /// By path. Files are taken not to change while this lives.
        var images: [String: Result<ImageInfo, ResourceFailure>] = [:]
        /// Where files were looked for, also in vain.
        var paths: Set<String> = []
    }

    /// More entries than this are dropped all at once: a page with that many pictures does not come back to the first.
    private static let imageCacheLimit = 10_000
    /// Enough for the header of nearly every picture. JPEG may hide its size behind long metadata: then all is read.
    private static let headerLength = 64 << 10

    /// Nothing is read, not even the directory, before a file is asked for.
    package init(baseDirectory: String?, provider: ResourceProvider? = nil) {
        self.baseDirectory = baseDirectory.map { $0.isEmpty ? "." : $0 }
        self.provider = provider
        state = Mutex(State())
    }

    /// All bytes behind `url`.
    ///
    /// - Parameter base: the URL that `url` is relative to, as `<base href>` or the URL of the stylesheet it stands in; itself relative
    ///   to the base directory. As in every URL, what follows its last slash does not count: a folder ends in a slash. Nil: the base directory.
    package func bytes(url: String, base: String? = nil) -> Result<[UInt8], ResourceFailure> {
        if let answer = provided(url: url, base: base, .stylesheet) { return answer }
        switch locate(url: url, base: base) {
        case .failure(let failure): return .failure(failure)
        case .success(.bytes(let bytes)): return .success(bytes)
        case .success(.file(let path)): return read(path)
        }
    }

    /// The natural dimensions of the picture behind `url`; `base` as for `bytes(url:base:)`.
    package func image(url: String, base: String? = nil) -> Result<ImageInfo, ResourceFailure> {
        if let answer = provided(url: url, base: base, .image) { return answer.flatMap { info(of: $0, url: url) } }
        switch locate(url: url, base: base) {
        case .failure(let failure): return .failure(failure)
        case .success(.bytes(let bytes)): return info(of: bytes, url: url)
        case .success(.file(let path)):
            if let known = state.withLock({ $0.images[path] }) { return known }
            let result = imageFile(path, url: url)
            state.withLock { state in
                if state.images.count >= PageResources.imageCacheLimit { state.images.removeAll() }
                state.images[path] = result
            }
            return result
        }
    }

    /// What the caller's own loader says of a URL; nil where there is none, or it leaves the URL to the base directory.
    package func provided(url: String, base: String?, _ kind: ResourceKind) -> Result<[UInt8], ResourceFailure>? {
        guard let provider, !url.utf8.starts(with: "data:".utf8) else { return nil }
        switch provider(absoluteURL(url, base: base), kind) {
        case .unhandled: return nil
        case .pending: return .failure(.pending(url: url))
        case .bytes(let bytes): return .success(bytes)
        case .failed(let reason): return .failure(.file(.unreadableFile(path: url, reason: reason)))
        }
    }

    /// Where a file of the page lies: a path without symbolic links, inside the base directory.
    package func path(url: String, base: String? = nil) -> Result<String, ResourceFailure> {
        switch locate(url: url, base: base) {
        case .failure(let failure): .failure(failure)
        case .success(.file(let path)): .success(path)
        case .success(.bytes): .failure(.malformedURL(url: url))
        }
    }

    /// `url` made absolute in the sense of `base`, to be the `base` of what is found in that file, as `@import` needs.
    package func absoluteURL(_ url: String, base: String? = nil) -> String {
        guard let base, !base.isEmpty, case .relativePath = ResourceURL(url) else { return url }
        let folder = base.utf8.lastIndex(of: UInt8(ascii: "/")).map { base[...$0] } ?? ""
        return folder + url
    }

    /// The files inside the base directory that were read or looked for so far, as absolute paths.
    package var paths: [String] { state.withLock { $0.paths.sorted() } }

    // MARK: -

    private enum Location {
        case file(String)
        case bytes([UInt8])
    }

    private func locate(url: String, base: String?) -> Result<Location, ResourceFailure> {
        switch ResourceURL(url) {
        case .data(let text):
            return DataURL(text).map { .success(.bytes($0.bytes)) } ?? .failure(.malformedURL(url: url))
        case .remote: return .failure(.notLocal(url: url))
        case .malformed: return .failure(.malformedURL(url: url))
        case .absolutePath(let segments, _):
            return confine("/" + segments.joined(separator: "/"), url: url)
        case .relativePath(let up, let segments, _):
            guard let root = realBase() else { return .failure(missingBase(url: url)) }
            var folder = components(of: root)
            if let base {
                switch ResourceURL(base) {
                case .absolutePath(let baseSegments, let isFolder):
                    folder = isFolder ? baseSegments : baseSegments.dropLast()
                case .relativePath(let baseUp, let baseSegments, let isFolder):
                    folder = folder.dropLast(baseUp) + (isFolder ? baseSegments : baseSegments.dropLast())
                case .remote: return .failure(.notLocal(url: url))
                case .data, .malformed: return .failure(.malformedURL(url: url))
                }
            }
            return confine("/" + (folder.dropLast(up) + segments).joined(separator: "/"), url: url)
        }
    }

    /// The path with symbolic links resolved, if that lies in the base directory.
    private func confine(_ path: String, url: String) -> Result<Location, ResourceFailure> {
        guard let root = realBase() else { return .failure(missingBase(url: url)) }
        // A lexical look first: outside the base, not even whether a file exists is told.
        guard PageResources.isInside(path, root) || PageResources.isInside(path, baseDirectory ?? root) else {
            return .failure(.outsideBase(url: url, base: root))
        }
        state.withLock { if $0.paths.count < PageResources.imageCacheLimit { $0.paths.insert(path) } }
        guard let real = FileReader.realPath(path) else { return .failure(.file(.fileNotFound(path: path))) }
        guard PageResources.isInside(real, root) else { return .failure(.outsideBase(url: url, base: root)) }
        return .success(.file(real))
    }

    private static func isInside(_ path: String, _ folder: String) -> Bool {
        folder == "/" || path == folder || (path.hasPrefix(folder) && path.utf8.dropFirst(folder.utf8.count).first == UInt8(ascii: "/"))
    }

    private func realBase() -> String? {
        guard let baseDirectory else { return nil }
        return state.withLock { state in
            if state.realBase == nil { state.realBase = FileReader.realPath(baseDirectory) ?? "" }
            return state.realBase?.isEmpty == false ? state.realBase : nil
        }
    }

    private func missingBase(url: String) -> ResourceFailure {
        baseDirectory.map { .file(.fileNotFound(path: $0)) } ?? .noBaseDirectory(url: url)
    }

    private func components(of path: String) -> [String] { path.split(separator: "/").map(String.init) }

    private func read(_ path: String, prefix: Int = .max) -> Result<[UInt8], ResourceFailure> {
        do throws(CopyfitError) {
            return .success(try FileReader.read(path: path, prefix: prefix))
        } catch {
            return .failure(.file(error))
        }
    }

    private func imageFile(_ path: String, url: String) -> Result<ImageInfo, ResourceFailure> {
        switch read(path, prefix: PageResources.headerLength) {
        case .failure(let failure): return .failure(failure)
        case .success(let header):
            if let info = ImageHeader.info(of: header) { return .success(info) }
            guard header.count == PageResources.headerLength else { return info(of: header, url: url) }
            return read(path).flatMap { info(of: $0, url: url) }
        }
    }

    private func info(of bytes: [UInt8], url: String) -> Result<ImageInfo, ResourceFailure> {
        if let info = ImageHeader.info(of: bytes) { return .success(info) }
        return .failure(.notAnImage(url: url, reason: bytes.isEmpty ? "empty" : "unknown format or broken header"))
    }
}
