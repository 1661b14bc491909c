/// One document's fonts: its `@font-face` rules over the shared catalog, as a profile's engine chooses among them.
///
/// Resolving takes a short lock, so a prepared document can be laid out by several tasks.
package final class DocumentFonts: Sendable {
    package let catalog: FontCatalog
    package let profile: Profile

    /// - Parameter load: resolves the URLs of the rules; nothing else reads files on the page's behalf.
    package init(catalog: FontCatalog, profile: Profile, rules: [FontFaceRule] = [], load: @escaping FontLoader = DocumentFonts.loadNothing) {
        self.catalog = catalog
        self.profile = profile
    }

    /// The loader of documents without a base directory.
    package static let loadNothing: FontLoader = { (url: String, base: String?) throws(CopyfitError) -> FontSource in
        throw .unreadableFile(path: url, reason: "no base directory")
    }

    /// What went wrong with fonts so far.
    package var diagnostics: [Diagnostic] { [] }

    /// The fonts for a description, cached.
    /// - Parameter language: the element's `lang` as written; empty for none.
    package func selection(for description: FontDescription, language: String) -> FontSelectionID { FontSelectionID(0) }

    /// The font whose metrics make the strut and the units `ex`, `ch`: the first available one.
    package func primaryFont(of selection: FontSelectionID) -> FontID { FontID(0) }

    package func metrics(of font: FontID) -> FontMetrics { FontMetrics() }

    /// A number that stays the same for equal fonts in all documents of the catalog: a key for shared caches.
    package func instance(of font: FontID) -> UInt32 { font.rawValue }

    /// A number for what else shaping depends on (features, language): equal keys shape alike in the same font.
    package func shapingKey(of selection: FontSelectionID) -> UInt32 { 0 }

    /// Chooses fonts for one run (one script, style and bidi level) of text: by cluster in WebKit, by run in Chromium (§2.4).
    /// - Parameters:
    ///   - text: the whole text in UTF-16.
    ///   - range: the run's UTF-16 offsets.
    ///   - runs: emptied, then the pieces in logical order without gaps; neighbours of the same font are one piece.
    package func resolve(
        _ text: UnsafeBufferPointer<UInt16>, _ range: Range<Int>, in selection: FontSelectionID, shaper: GlyphShaper,
        into runs: inout [FontRun]
    ) {
        runs.removeAll(keepingCapacity: true)
        runs.append(FontRun(start: range.lowerBound, end: range.upperBound, font: primaryFont(of: selection)))
    }

    /// The font that WebKit would choose for a code point alone, for `line-height: normal` (§2.4, last paragraphs);
    /// nil for marks, default-ignorables and other code points that do not count.
    package func normalLineFont(ofCodePoint codePoint: UInt32, in selection: FontSelectionID) -> FontID? { nil }

    /// Whether the font's own character map has a code point.
    package func hasGlyph(_ codePoint: UInt32, in font: FontID) -> Bool { true }

    /// The advance in CSS px of a code point's own glyph without shaping, or nil if the font lacks it.
    package func advance(ofCodePoint codePoint: UInt32, in font: FontID) -> Float? { nil }

    /// Small capitals (§1.3): whether lower-case letters must be upper-cased and shaped in `smallCapitals(of:)`,
    /// because the description asks for capitals that the primary font has no feature for.
    package func synthesizesSmallCapitals(in selection: FontSelectionID) -> Bool { false }

    /// The selection at the size of synthesized small capitals.
    package func smallCapitals(of selection: FontSelectionID) -> FontSelectionID { selection }
}
