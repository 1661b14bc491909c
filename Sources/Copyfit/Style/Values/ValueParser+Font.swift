/// Font properties (https://www.w3.org/TR/css-fonts-4/).
extension ValueParser {
    mutating func font(_ property: PropertyID, _ cursor: inout CSSTokenCursor) -> Declaration? {
        switch property {
        case .fontFamily: return fontFamily(&cursor)
        case .fontSize: return fontSize(&cursor)
        case .fontWeight: return fontWeight(&cursor)
        case .fontStyle: return fontStyle(&cursor)
        case .fontStretch: return fontStretch(&cursor)
        case .fontSizeAdjust: return fontSizeAdjust(&cursor)
        case .fontVariantLigatures: return featureWords(&cursor, FontFeatureWords.ligatures, none: true)
        case .fontVariantNumeric: return featureWords(&cursor, FontFeatureWords.numeric)
        case .fontVariantEastAsian: return featureWords(&cursor, FontFeatureWords.eastAsian)
        case .fontVariantAlternates: return alternates(&cursor)
        case .fontFeatureSettings: return featureSettings(&cursor)
        case .fontVariationSettings: return variationSettings(&cursor)
        case .fontLanguageOverride:
            if cursor.takeWord("normal") { return .keyword(0) }
            return cursor.takeText().map { object(.string($0)) }
        case .lineHeight: return lineHeight(&cursor)
        default: return nil
        }
    }

    static let genericFamilies: [KeywordValue] = [
        KeywordValue("serif", GenericFamily.serif), KeywordValue("sans-serif", GenericFamily.sansSerif), KeywordValue("monospace", GenericFamily.monospace),
        KeywordValue("cursive", GenericFamily.cursive), KeywordValue("fantasy", GenericFamily.fantasy), KeywordValue("system-ui", GenericFamily.systemUI),
        KeywordValue("math", GenericFamily.math), KeywordValue("emoji", GenericFamily.emoji), KeywordValue("fangsong", GenericFamily.fangsong),
        KeywordValue("ui-serif", GenericFamily.uiSerif), KeywordValue("ui-sans-serif", GenericFamily.uiSansSerif),
        KeywordValue("ui-monospace", GenericFamily.uiMonospace), KeywordValue("ui-rounded", GenericFamily.uiRounded),
        KeywordValue("-webkit-body", GenericFamily.standard), KeywordValue("-webkit-standard", GenericFamily.standard),
    ]

    mutating func fontFamily(_ cursor: inout CSSTokenCursor) -> Declaration? {
        var families: [FontFamily] = []
        repeat {
            if let text = cursor.takeText() {
                families.append(.named(text))
                continue
            }
            let mark = cursor
            if let generic = cursor.takeKeyword(ValueParser.genericFamilies), cursor.isAtEnd || cursor.kind == .comma {
                // `-apple-system` and `BlinkMacSystemFont` are names like others: the engines measured here have no such font.
                families.append(.generic(GenericFamily(rawValue: generic) ?? .standard))
                continue
            }
            cursor = mark
            if cursor.isFunction("generic") {
                guard var (_, inside) = cursor.takeFunction(), inside.takeIdent("fangsong") else { return nil }
                families.append(.generic(.fangsong))
                continue
            }
            guard var name = cursor.takeIdentText() else { return nil }
            cursor.skipWhitespace()
            var count = 1
            while let more = cursor.takeIdentText() {
                name += " " + more
                count += 1
                cursor.skipWhitespace()
            }
            if count == 1, ValueParser.isReservedName(name) { return nil }
            families.append(.named(name))
        } while cursor.takeComma()
        return object(.families(families))
    }

    static func isReservedName(_ name: String) -> Bool {
        switch ASCII.lowercased(name) {
        case "inherit", "initial", "unset", "revert", "revert-layer", "default": true
        default: false
        }
    }

    /// Keywords are 1…8 for xx-small…xxx-large, 9 smaller, 10 larger, 11 math.
    mutating func fontSize(_ cursor: inout CSSTokenCursor) -> Declaration? {
        if let word = cursor.takeKeyword([
            KeywordValue("xx-small", 1), KeywordValue("x-small", 2), KeywordValue("small", 3), KeywordValue("medium", 4), KeywordValue("large", 5),
            KeywordValue("x-large", 6), KeywordValue("xx-large", 7), KeywordValue("xxx-large", 8), KeywordValue("-webkit-xxx-large", 8),
            KeywordValue("smaller", 9), KeywordValue("larger", 10), KeywordValue("math", 11), KeywordValue("-webkit-ruby-text", 12),
        ]) { return .keyword(word) }
        return length(&cursor, [.percentage, .unitlessQuirk])
    }

    mutating func fontWeight(_ cursor: inout CSSTokenCursor) -> Declaration? {
        if cursor.takeWord("normal") { return .number(400) }
        if cursor.takeWord("bold") { return .number(700) }
        if cursor.takeWord("bolder") { return .keyword(1) }
        if cursor.takeWord("lighter") { return .keyword(2) }
        if cursor.kind == .number, cursor.peek.number > 1000 { return nil }
        return number(&cursor, minimum: 1)
    }

    /// Keywords are 0 normal, 1 italic, 2 oblique; `oblique` with an angle is a dimension.
    mutating func fontStyle(_ cursor: inout CSSTokenCursor) -> Declaration? {
        if cursor.takeWord("normal") { return .keyword(0) }
        if cursor.takeWord("italic") { return .keyword(1) }
        guard cursor.takeWord("oblique") else { return nil }
        let token = cursor.peek
        if token.kind == .dimension, let unit = cursor.buffer.withText(of: token, LengthUnit.init), unit.isAngle {
            let degrees = token.number * unit.factor
            guard degrees >= -90, degrees <= 90 else { return nil }
            cursor.next()
            cursor.skipWhitespace()
            return Declaration(form: .dimension, unit: .degree, value: degrees)
        }
        return .keyword(2)
    }

    static let stretchKeywords: [KeywordValue] = [
        KeywordValue("normal", 100), KeywordValue("ultra-condensed", 50), KeywordValue("extra-condensed", 62), KeywordValue("condensed", 75),
        KeywordValue("semi-condensed", 87), KeywordValue("semi-expanded", 112), KeywordValue("expanded", 125), KeywordValue("extra-expanded", 150),
        KeywordValue("ultra-expanded", 200),
    ]

    mutating func fontStretch(_ cursor: inout CSSTokenCursor) -> Declaration? {
        if let word = cursor.takeKeyword(ValueParser.stretchKeywords) {
            // 62.5, 87.5 and 112.5 do not fit in a byte.
            return .percent(word == 62 || word == 87 || word == 112 ? Double(word) + 0.5 : Double(word))
        }
        guard cursor.kind == .percentage, cursor.peek.number >= 0 else { return nil }
        let value = cursor.next().number
        cursor.skipWhitespace()
        return .percent(value)
    }

    /// `flag` is the metric: 0 ex, 1 cap, 2 ch, 3 ic; keyword 0 is none, 1 from-font.
    mutating func fontSizeAdjust(_ cursor: inout CSSTokenCursor) -> Declaration? {
        if cursor.takeWord("none") { return .keyword(0) }
        let metric = cursor.takeKeyword([
            KeywordValue("ex-height", 0), KeywordValue("cap-height", 1), KeywordValue("ch-width", 2), KeywordValue("ic-width", 3), KeywordValue("ic-height", 3),
        ]) ?? 0
        if cursor.takeWord("from-font") { return .keyword(1) }
        guard var value = number(&cursor, minimum: 0) else { return nil }
        value.flag = metric
        return value
    }

    /// A set of words as bits; `normal` is no bit.
    mutating func featureWords(_ cursor: inout CSSTokenCursor, _ words: [FontFeatureWords.Word], none: Bool = false) -> Declaration? {
        if cursor.takeWord("normal") { return .number(0) }
        if none, cursor.takeWord("none") { return .number(Double(FontFeatureWords.noLigatures)) }
        var bits: UInt16 = 0
        while !cursor.isAtEnd {
            guard let word = words.first(where: { cursor.isIdent($0.name) }), bits & word.group == 0 else { return nil }
            bits |= word.bit
            cursor.next()
            cursor.skipWhitespace()
        }
        return bits == 0 ? nil : .number(Double(bits))
    }

    private mutating func alternates(_ cursor: inout CSSTokenCursor) -> Declaration? {
        if cursor.takeWord("normal") { return .keyword(0) }
        guard !cursor.isAtEnd else { return nil }
        while !cursor.isAtEnd {
            if cursor.takeWord("historical-forms") { continue }
            guard let (name, _) = cursor.takeFunction() else { return nil }
            switch name {
            case "stylistic", "styleset", "character-variant", "swash", "ornaments", "annotation": continue
            default: return nil
            }
        }
        return .keyword(1)
    }

    /// An OpenType tag: a string of four printable ASCII characters.
    private func tag(_ cursor: inout CSSTokenCursor) -> FontTag? {
        guard let text = cursor.takeText() else { return nil }
        let bytes = Array(text.utf8)
        guard bytes.count == 4, bytes.allSatisfy({ $0 >= 0x20 && $0 <= 0x7E }) else { return nil }
        return bytes.reduce(0) { $0 << 8 | UInt32($1) }
    }

    private mutating func featureSettings(_ cursor: inout CSSTokenCursor) -> Declaration? {
        if cursor.takeWord("normal") { return object(.features([])) }
        var features: [FontFeature] = []
        repeat {
            guard let tag = tag(&cursor) else { return nil }
            var value: UInt32 = 1
            if cursor.takeWord("off") { value = 0 } else if cursor.takeWord("on") { value = 1 } else if let number = cursor.takeInteger() {
                guard number >= 0 else { return nil }
                value = UInt32(clamping: number)
            }
            features.append(FontFeature(tag: tag, value: value))
        } while cursor.takeComma()
        return object(.features(features))
    }

    private mutating func variationSettings(_ cursor: inout CSSTokenCursor) -> Declaration? {
        if cursor.takeWord("normal") { return object(.variations([])) }
        var variations: [FontVariation] = []
        repeat {
            guard let tag = tag(&cursor), cursor.kind == .number else { return nil }
            let value = cursor.next().number
            cursor.skipWhitespace()
            variations.append(FontVariation(tag: tag, value: Float(value)))
        } while cursor.takeComma()
        return object(.variations(variations))
    }

    mutating func lineHeight(_ cursor: inout CSSTokenCursor) -> Declaration? {
        if cursor.takeWord("normal") { return .keyword(0) }
        if cursor.kind == .number {
            guard cursor.peek.number >= 0 else { return nil }
            let value = cursor.next().number
            cursor.skipWhitespace()
            return .number(value)
        }
        if cursor.kind == .function { return math(&cursor) { $0.isNumber || $0.isLengthPercentage } }
        return length(&cursor, [.percentage])
    }
}

/// The words of `font-variant-*` and the OpenType features behind them.
enum FontFeatureWords {
    struct Word: Sendable {
        var name: StaticString
        var bit: UInt16
        /// Bits of the words that exclude each other.
        var group: UInt16
        var features: [FontFeature]
        init(_ name: StaticString, _ bit: UInt16, group: UInt16, _ features: (StaticString, UInt32)...) {
            self.name = name
            self.bit = bit
            self.group = group
            self.features = features.map { tag, value in
                FontFeature(tag: tag.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }, value: value)
            }
        }
    }

    static let noLigatures: UInt16 = 0b10101010

    static let ligatures: [Word] = [
        Word("common-ligatures", 1, group: 3, ("liga", 1), ("clig", 1)), Word("no-common-ligatures", 2, group: 3, ("liga", 0), ("clig", 0)),
        Word("discretionary-ligatures", 4, group: 12, ("dlig", 1)), Word("no-discretionary-ligatures", 8, group: 12, ("dlig", 0)),
        Word("historical-ligatures", 16, group: 48, ("hlig", 1)), Word("no-historical-ligatures", 32, group: 48, ("hlig", 0)),
        Word("contextual", 64, group: 192, ("calt", 1)), Word("no-contextual", 128, group: 192, ("calt", 0)),
    ]
    static let numeric: [Word] = [
        Word("lining-nums", 1, group: 3, ("lnum", 1)), Word("oldstyle-nums", 2, group: 3, ("onum", 1)),
        Word("proportional-nums", 4, group: 12, ("pnum", 1)), Word("tabular-nums", 8, group: 12, ("tnum", 1)),
        Word("diagonal-fractions", 16, group: 48, ("frac", 1)), Word("stacked-fractions", 32, group: 48, ("afrc", 1)),
        Word("ordinal", 64, group: 64, ("ordn", 1)), Word("slashed-zero", 128, group: 128, ("zero", 1)),
    ]
    static let eastAsian: [Word] = [
        Word("jis78", 1, group: 63, ("jp78", 1)), Word("jis83", 2, group: 63, ("jp83", 1)), Word("jis90", 4, group: 63, ("jp90", 1)),
        Word("jis04", 8, group: 63, ("jp04", 1)), Word("simplified", 16, group: 63, ("smpl", 1)), Word("traditional", 32, group: 63, ("trad", 1)),
        Word("full-width", 64, group: 192, ("fwid", 1)), Word("proportional-width", 128, group: 192, ("pwid", 1)), Word("ruby", 256, group: 256, ("ruby", 1)),
    ]

    static func features(_ bits: UInt16, _ words: [Word]) -> [FontFeature] {
        bits == 0 ? [] : words.filter { bits & $0.bit != 0 }.flatMap(\.features)
    }
}
