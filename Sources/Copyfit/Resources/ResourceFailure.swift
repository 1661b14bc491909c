/// Why something that a page names is not there. Never thrown out of the library: it becomes a diagnostic.
package enum ResourceFailure: Error, Hashable, Sendable {
    /// The URL leads to the network, which is never asked.
    case notLocal(url: String)
    /// The file lies outside the base directory, directly or through a symbolic link.
    case outsideBase(url: String, base: String)
    /// A relative URL, and no base directory was given.
    case noBaseDirectory(url: String)
    case malformedURL(url: String)
    case file(CopyfitError)
    case notAnImage(url: String, reason: String)
    /// It may still come.
    case pending(url: String)

    /// The URL or path concerned, `data:` URLs cut short.
    package var source: String? {
        switch self {
        case .notLocal(let url), .outsideBase(let url, _), .noBaseDirectory(let url), .malformedURL(let url), .notAnImage(let url, _),
            .pending(let url):
            url.utf8.count <= 120 ? url : String(url.prefix(100)) + "…"
        case .file(.fileNotFound(let path)), .file(.unreadableFile(let path, _)), .file(.notAFont(let path, _)): path
        case .file: nil
        }
    }

    /// What is wrong, without the source.
    package var message: String {
        switch self {
        case .notLocal: "not fetched: only files under the base directory are read"
        case .outsideBase(_, let base): "not read: outside the base directory \(base)"
        case .noBaseDirectory: "not read: no base directory was given"
        case .malformedURL: "not a URL"
        case .file(.fileNotFound): "no such file"
        case .file(.unreadableFile(_, let reason)): "cannot be read: \(reason)"
        case .file(let error): error.description
        case .pending: "not there yet"
        case .notAnImage(_, let reason): "not an image: \(reason)"
        }
    }

    /// The same as an error of the library, for whoever throws.
    package var error: CopyfitError {
        if case .file(let error) = self { return error }
        return .unreadableFile(path: source ?? "", reason: message)
    }

    package func diagnostic(_ kind: Diagnostic.Kind) -> Diagnostic { Diagnostic(kind, message, source: source) }
}
