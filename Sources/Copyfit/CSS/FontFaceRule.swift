/// One `@font-face` rule as declared (https://www.w3.org/TR/css-fonts-4/#font-face-rule).
package struct FontFaceRule: Hashable, Sendable {
    package enum Source: Hashable, Sendable {
        /// The URL as written, the folder or URL of the sheet it stands in, and its `format()`, `tech()` hints in lower case.
        case url(String, base: String?, format: String?, technologies: [String])
        case local(String)
    }

    package var family: String
    package var sources: [Source]
    /// The range of weights that the face serves, 1…1000; nil for `auto`.
    package var weight: ClosedRange<Float>?
    /// The range of `font-stretch` in percent; nil for `auto`.
    package var stretch: ClosedRange<Float>?
    package var style: Style = .normal
    /// The code points that the face is for; empty means all.
    package var unicodeRange: [ClosedRange<UInt32>] = []
    package var featureSettings: [FeatureSetting] = []
    package var variationSettings: [VariationSetting] = []
    /// Factors, as 1.2 for 120%; nil for `normal`.
    package var sizeAdjust: Float?
    package var ascentOverride: Float?
    package var descentOverride: Float?
    package var lineGapOverride: Float?
    package var languageOverride: String?
    package var display: String?
    package var line: Int = 0

    package enum Style: Hashable, Sendable {
        case normal, italic, auto
        /// A range of angles in degrees.
        case oblique(ClosedRange<Float>)
    }
    package struct FeatureSetting: Hashable, Sendable {
        package var tag: UInt32
        package var value: UInt32
        package init(tag: UInt32, value: UInt32) { self.tag = tag; self.value = value }
    }
    package struct VariationSetting: Hashable, Sendable {
        package var tag: UInt32
        package var value: Float
        package init(tag: UInt32, value: Float) { self.tag = tag; self.value = value }
    }

    package init(family: String, sources: [Source]) { self.family = family; self.sources = sources }
}
