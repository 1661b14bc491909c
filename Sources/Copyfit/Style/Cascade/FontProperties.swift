/// The font properties of a style before they become a `FontDescription`: trivial, so that comparing and keying by it is cheap. Lists are
/// indices into the resolution's tables.
struct FontProperties: Hashable, Sendable {
    /// In `FontTables.families`.
    var families: UInt32 = 0
    /// The list is exactly `monospace`: sizes that are not absolute then start from 13px (browser-rules §6.2).
    var isMonospaceOnly = false
    /// Before zoom, CSS px.
    var specifiedSize: Float = 16
    /// `text-size-adjust`, which only phones heed: a factor on the size once it is computed.
    var sizeFactor: Float = 1
    /// 1…8 for `xx-small` … `xxx-large` (4 is `medium`), 0 for a size of another kind.
    var sizeKeyword: UInt8 = 4
    /// Given in absolute units, here or on the ancestor that it is relative to.
    var isAbsoluteSize = false
    var weight: Float = 400
    var stretch: Float = 100
    /// 0 normal, 1 italic, 2 oblique by `angle`.
    var slant: UInt8 = 0
    var angle: Float = 0
    /// 0 none, 1 from-font, 2 ex, 3 cap, 4 ch, 5 ic.
    var sizeAdjustKind: UInt8 = 0
    var sizeAdjust: Float = 0
    var opticalSizingAuto = true
    var kerning: UInt8 = 0
    /// Bit 0 weight, 1 style, 2 small caps.
    var synthesis: UInt8 = 7
    var capitals: UInt8 = 0
    var position: UInt8 = 0
    var ligatures: UInt16 = 0
    var numeric: UInt16 = 0
    var eastAsian: UInt16 = 0
    /// In `FontTables.features`, `.variations`; in `.languages` + 1.
    var features: UInt32 = 0
    var variations: UInt32 = 0
    var languageOverride: UInt32 = 0
}

/// The lists that `FontProperties` points into, each once.
struct FontTables: Sendable {
    private(set) var families: [[FontFamily]] = [[.generic(.standard)]]
    private(set) var features: [[FontFeature]] = [[]]
    private(set) var variations: [[FontVariation]] = [[]]
    private(set) var languages: [String] = []
    private var familyNumbers: [[FontFamily]: UInt32] = [[.generic(.standard)]: 0]

    mutating func number(of list: [FontFamily]) -> UInt32 {
        if let known = familyNumbers[list] { return known }
        let number = UInt32(clamping: families.count)
        families.append(list)
        familyNumbers[list] = number
        return number
    }

    mutating func number(of list: [FontFeature]) -> UInt32 { FontTables.number(of: list, in: &features) }
    mutating func number(of list: [FontVariation]) -> UInt32 { FontTables.number(of: list, in: &variations) }
    mutating func number(of language: String) -> UInt32 { FontTables.number(of: language, in: &languages) + 1 }

    /// Few distinct lists occur in a document; the last 64 are searched, so that many do not make this quadratic.
    private static func number<Value: Equatable>(of value: Value, in table: inout [Value]) -> UInt32 {
        let start = max(0, table.count - 64)
        if let index = table[start...].firstIndex(of: value) { return UInt32(clamping: index) }
        table.append(value)
        return UInt32(clamping: table.count - 1)
    }

    func description(_ font: FontProperties, size: Float) -> FontDescription {
        var result = FontDescription()
        result.families = families[Int(font.families)]
        result.size = size
        result.weight = font.weight
        result.stretch = font.stretch
        result.slant = font.slant == 0 ? .normal : font.slant == 1 ? .italic : .oblique(font.angle)
        switch font.sizeAdjustKind {
        case 1: result.sizeAdjust = .fromFont
        case 2: result.sizeAdjust = .exHeight(font.sizeAdjust)
        case 3: result.sizeAdjust = .capHeight(font.sizeAdjust)
        case 4: result.sizeAdjust = .chWidth(font.sizeAdjust)
        case 5: result.sizeAdjust = .icWidth(font.sizeAdjust)
        default: result.sizeAdjust = .none
        }
        result.opticalSizingAuto = font.opticalSizingAuto
        result.kerning = FontKerning(rawValue: font.kerning) ?? .auto
        result.synthesizesWeight = font.synthesis & 1 != 0
        result.synthesizesStyle = font.synthesis & 2 != 0
        result.synthesizesSmallCaps = font.synthesis & 4 != 0
        result.capitals = FontVariantCaps(rawValue: font.capitals) ?? .normal
        result.position = FontVariantPosition(rawValue: font.position) ?? .normal
        if font.ligatures | font.numeric | font.eastAsian != 0 {
            result.features = FontFeatureWords.features(font.ligatures, FontFeatureWords.ligatures)
                + FontFeatureWords.features(font.numeric, FontFeatureWords.numeric)
                + FontFeatureWords.features(font.eastAsian, FontFeatureWords.eastAsian)
        }
        result.features += features[Int(font.features)]
        result.variations = variations[Int(font.variations)]
        if font.languageOverride > 0 { result.languageOverride = languages[Int(font.languageOverride) - 1] }
        return result
    }
}

/// The font metrics that units are made of, in CSS px at the font's size (browser-rules §1.3).
package struct FontRelativeMetrics: Sendable {
    package var xHeight: Float
    package var zeroAdvance: Float
    package var capHeight: Float
    package var ideographAdvance: Float
    /// The advance of U+0020: the base of percentages of `word-spacing`.
    package var spaceAdvance: Float
    /// `line-height: normal`.
    package var lineSpacing: Float
    package init(_ metrics: FontMetrics) {
        self.init(
            xHeight: metrics.xHeight, zeroAdvance: metrics.zeroAdvance, capHeight: metrics.capHeight, ideographAdvance: metrics.ideographAdvance,
            spaceAdvance: metrics.spaceAdvance, lineSpacing: Float(metrics.lineSpacing))
    }

    package init(xHeight: Float, zeroAdvance: Float, capHeight: Float, ideographAdvance: Float, spaceAdvance: Float, lineSpacing: Float) {
        self.xHeight = xHeight
        self.zeroAdvance = zeroAdvance
        self.capHeight = capHeight
        self.ideographAdvance = ideographAdvance
        self.spaceAdvance = spaceAdvance
        self.lineSpacing = lineSpacing
    }

    /// Where no font is known: the fallbacks of css-values.
    package static func approximate(size: Float) -> FontRelativeMetrics {
        FontRelativeMetrics(
            xHeight: size / 2, zeroAdvance: size / 2, capHeight: size * 0.7, ideographAdvance: size, spaceAdvance: size / 4, lineSpacing: size * 1.15)
    }
}
