/// The computed font properties that choose faces and shape text, shared by all styles that compute the same.
package struct FontDescription: Hashable, Sendable {
    /// `font-family` in order.
    package var families: [FontFamily] = [.generic(.standard)]
    /// `font-size` in CSS px, zoom included.
    package var size: Float = 16
    /// 1…1000.
    package var weight: Float = 400
    /// `font-stretch` in percent.
    package var stretch: Float = 100
    package var slant: FontSlant = .normal
    package var sizeAdjust: FontSizeAdjust = .none
    package var opticalSizingAuto = true
    package var kerning: FontKerning = .auto
    /// `font-synthesis`: which missing faces may be imitated.
    package var synthesizesWeight = true
    package var synthesizesStyle = true
    package var synthesizesSmallCaps = true
    package var capitals: FontVariantCaps = .normal
    package var position: FontVariantPosition = .normal
    /// OpenType features that `font-variant-*` ask for, then those of `font-feature-settings`, later ones winning.
    package var features: [FontFeature] = []
    /// `font-variation-settings`.
    package var variations: [FontVariation] = []
    /// `font-language-override` as an OpenType language tag, or nil.
    package var languageOverride: String?

    package init() {}
}

package enum FontFamily: Hashable, Sendable {
    case named(String)
    case generic(GenericFamily)
}

package enum GenericFamily: UInt8, Hashable, Sendable {
    /// The browser's default font, where no family is given.
    case standard
    case serif, sansSerif, monospace, cursive, fantasy, systemUI, math, emoji, fangsong
    case uiSerif, uiSansSerif, uiMonospace, uiRounded
}

package enum FontSlant: Hashable, Sendable {
    case normal, italic
    /// Degrees, clockwise positive.
    case oblique(Float)
}

package enum FontSizeAdjust: Hashable, Sendable {
    case none, fromFont
    case exHeight(Float), capHeight(Float), chWidth(Float), icWidth(Float)
}

package enum FontKerning: UInt8, Hashable, Sendable { case auto, normal, none }
package enum FontVariantCaps: UInt8, Hashable, Sendable { case normal, smallCaps, allSmallCaps, petiteCaps, allPetiteCaps, unicase, titlingCaps }
package enum FontVariantPosition: UInt8, Hashable, Sendable { case normal, sub, `super` }

/// An OpenType tag as its big-endian number, as `kern` = 0x6B65726E.
package typealias FontTag = UInt32

package struct FontFeature: Hashable, Sendable {
    package var tag: FontTag
    package var value: UInt32
    package init(tag: FontTag, value: UInt32) { self.tag = tag; self.value = value }
}

package struct FontVariation: Hashable, Sendable {
    package var tag: FontTag
    package var value: Float
    package init(tag: FontTag, value: Float) { self.tag = tag; self.value = value }
}
