import Synchronization

/// One document's fonts: its `@font-face` rules over the shared catalog, as a profile's engine chooses among them.
///
/// Resolving takes a short lock, so a prepared document can be laid out by several tasks.
package final class DocumentFonts: Sendable {
    package let catalog: FontCatalog
    package let profile: Profile
    private let state: Mutex<FontResolver>

    /// - Parameter load: resolves the URLs of the rules; nothing else reads files on the page's behalf.
    package init(catalog: FontCatalog, profile: Profile, rules: [FontFaceRule] = [], load: @escaping FontLoader = DocumentFonts.loadNothing) {
        self.catalog = catalog
        self.profile = profile
        state = Mutex(FontResolver(catalog: catalog, profile: profile, rules: rules, load: load))
    }

    /// The loader of documents without a base directory.
    package static let loadNothing: FontLoader = { (url: String, base: String?) throws(CopyfitError) -> FontSource in
        throw .unreadableFile(path: url, reason: "no base directory")
    }

    // MARK: From document to document

    /// Whether the choices made so far may be kept for other documents: they are few, and what went wrong did so for every document
    /// that names the same families, whatever its characters.
    package var isReusable: Bool {
        state.withLock { $0.systemDiagnostics.isEmpty && $0.lateFailures.isEmpty && $0.selections.count <= 512 && $0.fonts.count <= 512 }
    }

    /// Whether the files of the page's fonts are those that were read, and those that were missing still are, as of the last 50 ms: a look
    /// at a file costs as much as a tenth of a short document.
    package var filesAreUnchanged: Bool {
        let files = state.withLock { state -> Set<FileStamp> in
            if state.files.isEmpty { return [] }
            let now = FileStamp.clock()
            if now &- state.filesSeen < 50_000_000 { return [] }
            state.filesSeen = now
            return state.files
        }
        return files.allSatisfy { $0 == FileStamp(of: $0.path) }
    }

    /// Whether anything went wrong with fonts so far.
    package var hasDiagnostics: Bool {
        state.withLock { state in
            !state.systemDiagnostics.isEmpty || !state.lateFailures.isEmpty || state.selections.contains { !$0.failures.isEmpty }
        }
    }

    /// What went wrong with fonts, in the order of the rules; then with the system's.
    package var diagnostics: [Diagnostic] { diagnostics { _ in true } }

    /// What went wrong with the fonts of one document's descriptions.
    package func diagnostics(of isUsed: (FontDescription) -> Bool) -> [Diagnostic] {
        state.withLock { state in
            var rules = state.lateFailures
            for selection in state.selections where !selection.failures.isEmpty && isUsed(selection.description) {
                rules.formUnion(selection.failures)
            }
            return rules.sorted().flatMap { state.rules[$0].diagnostics } + state.systemDiagnostics
        }
    }

    /// The fonts for a description, cached.
    /// - Parameter language: the element's `lang` as written; empty for none.
    package func selection(for description: FontDescription, language: String) -> FontSelectionID {
        state.withLock { FontSelectionID($0.selection(for: description, language: language)) }
    }

    /// The font whose metrics make the strut and the units `ex`, `ch`: the first available one.
    package func primaryFont(of selection: FontSelectionID) -> FontID {
        state.withLock { FontID(Int($0.selections[selection.index].primary)) }
    }

    package func metrics(of font: FontID) -> FontMetrics { self.font(font).metrics }

    /// The metrics of the first available font of a description.
    package func metrics(of description: FontDescription, language: String) -> FontMetrics {
        metrics(of: primaryFont(of: selection(for: description, language: language)))
    }

    /// The font itself, for painting and for reports.
    package func font(_ font: FontID) -> Font { state.withLock { $0.fonts[font.index] } }

    /// A number that stays the same for equal fonts in all documents of the catalog: a key for shared caches.
    package func instance(of font: FontID) -> UInt32 { self.font(font).instance }

    /// Whether the primary font is asked before all others and for all characters: what it has, no other font of the list serves.
    func isPrimaryFirst(in selection: FontSelectionID) -> Bool { state.withLock { $0.selections[selection.index].isPrimaryFirst } }

    /// A number for what else shaping depends on (features, language): equal keys shape alike in the same font.
    package func shapingKey(of selection: FontSelectionID) -> UInt32 { state.withLock { $0.selections[selection.index].style.serial } }

    func shapingInput(_ font: FontID, _ selection: FontSelectionID) -> (Font, ShapingStyle) {
        state.withLock { ($0.fonts[font.index], $0.selections[selection.index].style) }
    }

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
        let range = range.clamped(to: 0..<text.count)
        guard !range.isEmpty else { return }
        state.withLock { state in
            if let font = state.latinFont(text, range, in: selection.index) {
                runs.append(FontRun(start: range.lowerBound, end: range.upperBound, font: FontID(Int(font))))
                return
            }
            FallbackCharacter.split(text, range, into: &shaper.clusters, watch: shaper.watch)
            state.watch = shaper.watch
            defer { state.watch = nil }
            switch profile.fallbackUnit {
            case .runs: state.resolveByRun(text, &shaper.clusters, in: selection.index)
            case .clusters: state.resolveByCluster(text, &shaper.clusters, in: selection.index)
            }
            state.appendRuns(shaper.clusters, in: selection.index, to: &runs)
        }
    }

    /// The font that WebKit would choose for a code point alone, for `line-height: normal` (§2.4, last paragraphs);
    /// nil for code points that do not count: default-ignorables, what no font has, and what takes no room unless it is a non-spacing mark.
    package func normalLineFont(ofCodePoint codePoint: UInt32, in selection: FontSelectionID) -> FontID? {
        state.withLock { state in
            if FallbackCharacter.isDefaultIgnorable(codePoint) { return nil }
            let index = state.pick(codePoint, in: selection.index)
            guard index >= 0, let advance = state.fonts[Int(index)].advance(codePoint) else { return nil }
            return advance != 0 || FallbackCharacter.isNonspacingMark(codePoint) ? FontID(Int(index)) : nil
        }
    }

    /// Why a font serves text of a selection.
    package func origin(of font: FontID, in selection: FontSelectionID) -> FontOrigin {
        state.withLock { $0.origin(of: Int32(font.index), in: selection.index) }
    }

    /// Whether the font's own character map has a code point.
    package func hasGlyph(_ codePoint: UInt32, in font: FontID) -> Bool { self.font(font).face.hasGlyph(codePoint) }

    /// The advance in CSS px of a code point's own glyph without shaping, or nil if the font lacks it.
    package func advance(ofCodePoint codePoint: UInt32, in font: FontID) -> Float? { self.font(font).advance(codePoint) }

    /// Small capitals (§1.3): whether lower-case letters must be upper-cased and shaped in `smallCapitals(of:)`,
    /// because the description asks for capitals that the primary font has no feature for.
    package func synthesizesSmallCapitals(in selection: FontSelectionID) -> Bool {
        state.withLock { $0.synthesizesSmallCapitals(in: selection.index) }
    }

    /// The selection at the size of synthesized small capitals.
    package func smallCapitals(of selection: FontSelectionID) -> FontSelectionID {
        state.withLock { FontSelectionID($0.smallCapitals(of: selection.index)) }
    }
}
