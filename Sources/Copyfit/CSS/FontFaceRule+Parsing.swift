extension FontFaceRule {
    /// Names that `@supports font-tech()` knows: what the font stage can do.
    static let supportedTechnologies: Set<String> = [
        "features-opentype", "variations", "palettes", "color-colrv0", "color-colrv1", "color-sbix", "color-cbdt",
    ]
    /// Names that `@supports font-format()` knows.
    static let supportedFormats: Set<String> = ["woff", "woff2", "truetype", "opentype", "collection"]

    /// The rule that the descriptors of an `@font-face` block make; nil without a family and a source. An invalid descriptor is as if
    /// it were not there.
    init?(descriptors: [RawDeclaration], buffer: CSSTokenBuffer, line: Int) {
        self.init(family: "", sources: [])
        self.line = line
        for descriptor in descriptors {
            var cursor = descriptor.value.cursor
            switch descriptor.name {
            case "font-family": if let value = FontFaceRule.family(&cursor) { family = value }
            case "src":
                let value = FontFaceRule.sources(&cursor, base: buffer.base)
                if !value.isEmpty { sources = value }
            case "font-weight": if let value = FontFaceRule.weight(&cursor) { weight = value.range }
            case "font-stretch", "font-width": if let value = FontFaceRule.stretch(&cursor) { stretch = value.range }
            case "font-style": if let value = FontFaceRule.style(&cursor) { style = value }
            case "unicode-range": if let value = FontFaceRule.unicodeRange(descriptor.value.source) { unicodeRange = value }
            case "font-feature-settings": if let value = FontFaceRule.features(&cursor) { featureSettings = value }
            case "font-variation-settings": if let value = FontFaceRule.variations(&cursor) { variationSettings = value }
            case "size-adjust": if let value = FontFaceRule.override(&cursor) { sizeAdjust = value.factor }
            case "ascent-override": if let value = FontFaceRule.override(&cursor) { ascentOverride = value.factor }
            case "descent-override": if let value = FontFaceRule.override(&cursor) { descentOverride = value.factor }
            case "line-gap-override": if let value = FontFaceRule.override(&cursor) { lineGapOverride = value.factor }
            case "font-language-override":
                if cursor.takeIdent("normal") { languageOverride = nil } else if let tag = cursor.takeString() { languageOverride = tag }
            case "font-display": if let value = cursor.takeLowercasedIdent() { display = value }
            default: break
            }
        }
        if family.isEmpty || sources.isEmpty { return nil }
    }

    /// A value that may be `auto` or `normal`, as nil.
    private struct OptionalRange { var range: ClosedRange<Float>? }
    private struct OptionalFactor { var factor: Float? }

    private static func family(_ cursor: inout CSSTokenCursor) -> String? {
        if let name = cursor.takeString() { return cursor.isAtEndAfterWhitespace() ? name : nil }
        var words: [String] = []
        while let word = cursor.takeIdentText() {
            words.append(word)
            cursor.skipWhitespace()
        }
        return cursor.isAtEnd && !words.isEmpty ? words.joined(separator: " ") : nil
    }

    /// Each source that cannot be read is left out, as browsers do.
    private static func sources(_ cursor: inout CSSTokenCursor, base: String?) -> [Source] {
        var result: [Source] = []
        while !cursor.isAtEndAfterWhitespace() {
            let start = cursor.index
            while !cursor.isAtEnd, cursor.kind != .comma { cursor.skipComponentValue() }
            if let source = source(cursor.slice(from: start), base: base) { result.append(source) }
            cursor.next()
        }
        return result
    }

    private static func source(_ slice: CSSTokenSlice, base: String?) -> Source? {
        var cursor = slice.cursor
        cursor.skipWhitespace()
        if var inside = cursor.function("local") {
            inside.skipWhitespace()
            guard let name = family(&inside), cursor.isAtEndAfterWhitespace() else { return nil }
            return .local(name)
        }
        guard let url = cursor.takeURL() else { return nil }
        cursor.skipWhitespace()
        var format: String?
        var technologies: [String] = []
        if var inside = cursor.function("format") {
            inside.skipWhitespace()
            guard let name = inside.takeString() ?? inside.takeIdentText() else { return nil }
            format = asciiLowercased(name)
        }
        cursor.skipWhitespace()
        if var inside = cursor.function("tech") {
            inside.skipWhitespace()
            repeat {
                guard let name = inside.takeLowercasedIdent() else { return nil }
                technologies.append(name)
            } while inside.takeComma()
        }
        return cursor.isAtEndAfterWhitespace() ? .url(url, base: base, format: format, technologies: technologies) : nil
    }

    /// One or two values as a range, the lower first.
    private static func range(_ cursor: inout CSSTokenCursor, _ value: (inout CSSTokenCursor) -> Float?) -> OptionalRange? {
        cursor.skipWhitespace()
        if cursor.takeIdent("auto") { return cursor.isAtEndAfterWhitespace() ? OptionalRange() : nil }
        guard let first = value(&cursor) else { return nil }
        if cursor.isAtEndAfterWhitespace() { return OptionalRange(range: first...first) }
        guard let second = value(&cursor), cursor.isAtEndAfterWhitespace() else { return nil }
        return OptionalRange(range: min(first, second)...max(first, second))
    }

    private static func weight(_ cursor: inout CSSTokenCursor) -> OptionalRange? {
        range(&cursor) { cursor in
            if cursor.takeIdent("normal") { return 400 }
            if cursor.takeIdent("bold") { return 700 }
            guard let number = cursor.take(.number)?.number, number >= 1, number <= 1000 else { return nil }
            return Float(number)
        }
    }

    private static func stretch(_ cursor: inout CSSTokenCursor) -> OptionalRange? {
        range(&cursor) { cursor in
            if let percent = cursor.take(.percentage)?.number { return percent >= 0 ? Float(percent) : nil }
            switch cursor.takeLowercasedIdent() {
            case "ultra-condensed": return 50
            case "extra-condensed": return 62.5
            case "condensed": return 75
            case "semi-condensed": return 87.5
            case "normal": return 100
            case "semi-expanded": return 112.5
            case "expanded": return 125
            case "extra-expanded": return 150
            case "ultra-expanded": return 200
            default: return nil
            }
        }
    }

    private static func style(_ cursor: inout CSSTokenCursor) -> Style? {
        cursor.skipWhitespace()
        let keyword = cursor.takeLowercasedIdent()
        cursor.skipWhitespace()
        if keyword == "oblique" {
            if cursor.isAtEnd { return .oblique(14...14) }
            guard let angles = range(&cursor, angle), let range = angles.range else { return nil }
            return .oblique(range)
        }
        guard cursor.isAtEnd else { return nil }
        switch keyword {
        case "normal": return .normal
        case "italic": return .italic
        case "auto": return .auto
        default: return nil
        }
    }

    private static func angle(_ cursor: inout CSSTokenCursor) -> Float? {
        if cursor.kind == .number, cursor.peek.number == 0 {
            cursor.next()
            return 0
        }
        guard let token = cursor.take(.dimension) else { return nil }
        let degrees: Double? = switch cursor.buffer.lowercasedText(of: token) {
        case "deg": token.number
        case "grad": token.number * 0.9
        case "rad": token.number * 180 / .pi
        case "turn": token.number * 360
        default: nil
        }
        guard let degrees, degrees >= -90, degrees <= 90 else { return nil }
        return Float(degrees)
    }

    /// `<urange>` is read from the source: its tokens are an accident of its spelling (css-syntax-3, § 7.1).
    private static func unicodeRange(_ source: String) -> [ClosedRange<UInt32>]? {
        var result: [ClosedRange<UInt32>] = []
        for part in source.utf8.split(separator: 0x2C, omittingEmptySubsequences: false) {
            var bytes = Array(part)
            while let last = bytes.last, isHTMLSpace(last) { bytes.removeLast() }
            bytes.removeSubrange(0..<(bytes.firstIndex { !isHTMLSpace($0) } ?? bytes.count))
            guard bytes.count >= 3, bytes[0] | 0x20 == 0x75, bytes[1] == 0x2B, let range = unicodeRange(bytes[2...]) else { return nil }
            result.append(range)
        }
        return result
    }

    private static func unicodeRange(_ bytes: ArraySlice<UInt8>) -> ClosedRange<UInt32>? {
        func hex(_ digits: some Collection<UInt8>) -> UInt32? {
            guard (1...6).contains(digits.count) else { return nil }
            var value: UInt32 = 0
            for byte in digits {
                switch byte {
                case 0x30...0x39: value = value << 4 | UInt32(byte & 0xF)
                case 0x41...0x46, 0x61...0x66: value = value << 4 | UInt32((byte & 0xF) + 9)
                default: return nil
                }
            }
            return value
        }
        let low, high: UInt32
        if let question = bytes.firstIndex(of: 0x3F) {
            guard bytes.count <= 6, bytes[question...].allSatisfy({ $0 == 0x3F }),
                let first = hex(bytes[..<question] + bytes[question...].map { _ in 0x30 }),
                let last = hex(bytes[..<question] + bytes[question...].map { _ in 0x46 })
            else { return nil }
            (low, high) = (first, last)
        } else if let dash = bytes.firstIndex(of: 0x2D) {
            guard let first = hex(bytes[..<dash]), let last = hex(bytes[(dash + 1)...]) else { return nil }
            (low, high) = (first, last)
        } else {
            guard let only = hex(bytes) else { return nil }
            (low, high) = (only, only)
        }
        guard low <= high, high <= 0x10FFFF else { return nil }
        return low...high
    }

    /// An OpenType tag: four printable ASCII characters in a string.
    private static func tag(_ cursor: inout CSSTokenCursor) -> UInt32? {
        guard let text = cursor.takeString(), text.utf8.count == 4, text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { return nil }
        return text.utf8.reduce(0) { $0 << 8 | UInt32($1) }
    }

    private static func features(_ cursor: inout CSSTokenCursor) -> [FeatureSetting]? {
        cursor.skipWhitespace()
        if cursor.takeIdent("normal") { return cursor.isAtEndAfterWhitespace() ? [] : nil }
        var result: [FeatureSetting] = []
        repeat {
            guard let tag = tag(&cursor) else { return nil }
            cursor.skipWhitespace()
            var value: UInt32 = 1
            if cursor.takeIdent("off") {
                value = 0
            } else if cursor.takeIdent("on") {
                value = 1
            } else if let token = cursor.take(.number) {
                guard token.isInteger, token.number >= 0 else { return nil }
                value = UInt32(min(token.number, Double(UInt32.max)))
            }
            result.append(FeatureSetting(tag: tag, value: value))
        } while cursor.takeComma()
        return cursor.isAtEndAfterWhitespace() ? result : nil
    }

    private static func variations(_ cursor: inout CSSTokenCursor) -> [VariationSetting]? {
        cursor.skipWhitespace()
        if cursor.takeIdent("normal") { return cursor.isAtEndAfterWhitespace() ? [] : nil }
        var result: [VariationSetting] = []
        repeat {
            guard let tag = tag(&cursor) else { return nil }
            cursor.skipWhitespace()
            guard let value = cursor.take(.number)?.number else { return nil }
            result.append(VariationSetting(tag: tag, value: Float(value)))
        } while cursor.takeComma()
        return cursor.isAtEndAfterWhitespace() ? result : nil
    }

    /// `normal` or a percentage that is not negative.
    private static func override(_ cursor: inout CSSTokenCursor) -> OptionalFactor? {
        cursor.skipWhitespace()
        if cursor.takeIdent("normal") { return OptionalFactor() }
        guard let percent = cursor.take(.percentage)?.number, percent >= 0, cursor.isAtEndAfterWhitespace() else { return nil }
        return OptionalFactor(factor: Float(percent / 100))
    }
}
