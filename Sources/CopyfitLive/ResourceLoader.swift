/// What a page needs from outside itself.
public struct ResourceRequest: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable { case stylesheet, image, font }
    /// As the page wrote it, made absolute where the page or sheet says what to.
    public var url: String
    public var kind: Kind
}

/// Fetches what pages name: pictures, fonts and stylesheets.
///
/// Without a loader, files in the base directory and `data:` URLs are read, at once. With one, it is asked for every other URL, once for
/// each, never while the document is locked. An answer may come at any time and from any task; one that comes twice counts once, and one
/// that never comes stops nothing: the height is then provisional until a deadline.
public protocol ResourceLoader: Sendable {
    /// Starts to load; `answer` takes the bytes, or why there are none.
    func load(_ request: ResourceRequest, answer: @escaping @Sendable (Result<[UInt8], any Error>) -> Void)
}

/// A loader that is an asynchronous function.
public struct AsyncResourceLoader: ResourceLoader {
    private let body: @Sendable (ResourceRequest) async throws -> [UInt8]

    public init(_ body: @escaping @Sendable (ResourceRequest) async throws -> [UInt8]) { self.body = body }

    public func load(_ request: ResourceRequest, answer: @escaping @Sendable (Result<[UInt8], any Error>) -> Void) {
        let body = body
        Task {
            do { answer(.success(try await body(request))) } catch { answer(.failure(error)) }
        }
    }
}
