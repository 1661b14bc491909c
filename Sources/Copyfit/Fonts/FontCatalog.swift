/// The fonts that all documents of a `Copyfitter` share: opened files, the bundled faces, and the system's fonts.
package final class FontCatalog: Sendable {
    package init() {}
}
