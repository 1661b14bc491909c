/// Where a `url()` of `@font-face` leads, as the page's resources have it.
package enum FontSource: Sendable {
    /// A file inside the base directory, by its absolute path. The catalog reads it once for all documents.
    case file(path: String)
    /// The bytes themselves, as of a `data:` URL.
    case bytes([UInt8])
}

/// Resolves a `url()` as written against the base of its sheet; says in words why it cannot.
package typealias FontLoader = @Sendable (_ url: String, _ base: String?) throws(CopyfitError) -> FontSource
