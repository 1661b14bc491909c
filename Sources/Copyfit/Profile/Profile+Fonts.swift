/// Which font shows what, and its metrics.
extension Profile {
    // MARK: Metrics

    /// Chromium draws and measures at the size cut down to 1/100 px (§2.1); its vertical metrics go by the same size.
    package var cutsSizesToHundredths: Bool { engine == .chromium }

    /// The least font size, CSS px, where it is not absolute, nor relative to one that is (measured).
    package var smallestRelativeSize: Float { engine == .chromium ? 6 : 9 }

    /// WebKit: nor does `zoom` make sizes of that much smaller (measured).
    package var zoomKeepsSmallestSize: Bool { engine == .webkit }

    /// `ascent-override`, `descent-override` and `line-gap-override`: WebKit ignores them (§1.3).
    package var appliesMetricOverrides: Bool { engine == .chromium }

    /// Bitmap fonts: WebKit takes ascent and descent from the strike, Chromium from `hhea` (§2.1).
    package var takesMetricsFromStrikes: Bool { engine == .webkit }

    /// Bitmap fonts: Chromium scales advances by the exact ratio of sizes, WebKit in fixed point (measured; see `BitmapStrike`).
    package var scalesStrikesExactly: Bool { engine == .chromium }

    /// The x-height of a font whose tables have none: 0.56 of the ascent in Chromium, the top of the glyph "x" in WebKit (§1.3).
    package var missingXHeightFollowsAscent: Bool { engine == .chromium }

    /// Synthetic small capitals: 0.7 of the size, which Chromium rounds to whole px (§1.3).
    package var roundsSmallCapitals: Bool { engine == .chromium }

    // MARK: @font-face

    package enum LocalSources: Hashable, Sendable {
        /// WebKit: the face of the family of that name that suits the style asked for.
        case families
        /// Chromium: the one face whose full or PostScript name it is.
        case uniqueNames
    }
    /// What `src: local()` names (measured).
    package var localSources: LocalSources { engine == .chromium ? .uniqueNames : .families }

    /// Only the nearest faces of a family are used, as one face of parts, in Chromium; WebKit tries all, nearest first (measured).
    package var combinesNearestFaces: Bool { engine == .chromium }

    /// The descriptor `font-variation-settings`: WebKit takes no notice of it (measured).
    package var appliesVariationDescriptor: Bool { engine == .chromium }

    /// `font-language-override`: WebKit does not know it (measured).
    package var appliesLanguageOverride: Bool { engine == .chromium }

    // MARK: Families and fallback

    /// Chromium tries the standard font after the list of families, even if that ends in a generic family (§2.4, step 1).
    package var endsListsWithStandardFont: Bool { engine == .chromium }

    /// Chromium's primary font is never one whose `unicode-range` leaves U+0020 out (measured).
    package var primaryFontsCoverSpace: Bool { engine == .chromium }

    /// Chromium's font matcher takes the family name "Sans" for `sans-serif` (measured).
    package var takesSansForGeneric: Bool { engine == .chromium }

    /// Whether a font has a cluster: Chromium asks HarfBuzz, which may replace characters, WebKit the character map (§2.4).
    package var asksShaperForCoverage: Bool { engine == .chromium }

    package enum FallbackUnit: Hashable, Sendable {
        /// WebKit: each cluster finds its own font.
        case clusters
        /// Chromium: in a run of one script and style, the first missing character picks the font for all that it has.
        case runs
    }
    /// What a fallback font is searched for (§2.4, step 3).
    package var fallbackUnit: FallbackUnit { engine == .chromium ? .runs : .clusters }

    package enum SystemSearch: Hashable, Sendable {
        /// WebKit: the best match for the character, weight, slant and language; every form of Chinese asks as English.
        case bestMatch
        /// Chromium: the first face that has the character in one order of all faces for each language, English if none is given.
        case firstInOrder
    }
    /// How the system's fonts are searched (§2.4, step 3).
    package var systemSearch: SystemSearch { engine == .chromium ? .firstInOrder : .bestMatch }

    /// The font of a character that no font has: in Chromium the first whose ranges it is in, in WebKit the primary font (§2.4).
    package var missingGlyphsFollowRanges: Bool { engine == .chromium }

    /// Characters that no font has: WebKit shows one .notdef for each that would show, Chromium what shaping makes of them (measured).
    package var showsEachMissingCharacter: Bool { engine == .webkit }
}
