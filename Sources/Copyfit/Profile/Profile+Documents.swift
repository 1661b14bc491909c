/// Styles, pictures and what boxes elements make.
extension Profile {
    // MARK: Styles

    /// Chromium rounds the exact product or quotient of `larger` and `smaller` once; WebKit multiplies and divides by the f32 next to
    /// 1.2 (§6.2).
    package var relativeSizesAreExact: Bool { engine == .chromium }

    /// Whether `text-align: match-parent` turns an inherited `start` or `end` into a side; in Chromium it only inherits (measured).
    package var matchParentFindsSide: Bool { engine == .webkit }

    // MARK: Pictures

    /// Chromium takes the resolution that a picture states into account, and no size at all from an SVG that is stretched
    /// (`preserveAspectRatio="none"`); WebKit takes no notice of either, and leaves out a dimension of zero (measured).
    package var picturesStateTheirSize: Bool { engine == .chromium }

    package enum MissingPictures: Hashable, Sendable {
        /// WebKit: a box with an icon and the alternative text beside it on one line; `width` and `height` hold.
        case boxes
        /// Chromium: the alternative text as inline content, or an icon of 16 px; `width` and `height` are ignored.
        case text
    }
    /// How a picture that can not be loaded is laid out (§8).
    package var missingPictures: MissingPictures { engine == .chromium ? .text : .boxes }

    /// Whether a video keeps 2:1 when it is given one dimension: WebKit, for its natural 300×150 (§6.2).
    package var videosKeepRatio: Bool { engine == .webkit }

    /// `quotes: auto` goes by the language of an element's parent in Chromium, by its own in WebKit (measured).
    package var quotesFollowParent: Bool { engine == .chromium }

    /// `quotes: auto` is `"` and `'` in languages that WebKit does not know, and where there is none; Chromium takes curly ones (measured).
    package var quotesAreBasicByDefault: Bool { engine == .webkit }

    // MARK: Markers

    /// The marker of a summary: text (U+25B8), whose font may raise its line, in WebKit; drawn in Chromium (§6.2).
    package var disclosureMarkersAreText: Bool { engine == .webkit }

    /// The room of an inside bullet: up to 1 em behind it in Chromium, as wide as the font's ascent in WebKit (§6.3, measured).
    package var bulletsEndOneEmBehind: Bool { engine == .chromium }

    /// Whether outside counters (not strings) stand a third of the ascent away from the text: WebKit (measured; paint only).
    package var countersStandOff: Bool { engine == .webkit }

    // MARK: Reports

    /// Chromium leaves fragments without width or without height out of an element's rectangle if it has others; if not, it takes the last
    /// (measured).
    package var flatFragmentsDoNotCount: Bool { engine == .chromium }

    /// Inline elements that need no box of their own have the rectangle of what is in them: Chromium (measured).
    package var plainInlinesHoldChildren: Bool { engine == .chromium }

    /// Shapes that are never drawn where they stand, as in `<defs>`, have rectangles all the same: WebKit (measured).
    package var hiddenShapesHaveRects: Bool { engine == .webkit }

    /// An inline element's rectangle counts the anonymous block around a block inside: in WebKit with the block's margins above and below,
    /// in outer inline elements below only (measured).
    package var splitInlinesHoldMargins: Bool { engine == .webkit }
}
