/// Reads `<color>` (https://www.w3.org/TR/css-color-4/) into sRGB.
struct ColorReader {
    /// What `currentcolor` is.
    var current: PaintColor
    var isDark = false
    var isQuirky = false

    /// Takes a color and the white space behind it; else leaves the cursor where it was.
    func take(_ cursor: inout CSSTokenCursor) -> PaintColor? {
        let mark = cursor
        if let color = color(&cursor) {
            cursor.skipWhitespace()
            return color
        }
        cursor = mark
        return nil
    }

    private func color(_ cursor: inout CSSTokenCursor) -> PaintColor? {
        let token = cursor.peek
        switch token.kind {
        case .hash:
            cursor.next()
            return cursor.buffer.withText(of: token) { ColorReader.hex(Array($0)) }
        case .ident:
            cursor.next()
            let name = cursor.buffer.lowercasedText(of: token)
            if name == "transparent" { return .transparent }
            if name == "currentcolor" { return current }
            if let color = NamedColor.color(name) ?? NamedColor.system(name, isDark: isDark) { return color }
            return isQuirky && (name.utf8.count == 3 || name.utf8.count == 6) ? ColorReader.hex(Array(name.utf8)) : nil
        case .number, .dimension:
            guard isQuirky else { return nil }
            cursor.next()
            var digits = Array(cursor.buffer.bytes[Int(token.start)..<Int(token.end)])
            if token.kind == .number || digits.count < 6, digits.count != 3 { digits = Array(repeating: 0x30, count: max(0, 6 - digits.count)) + digits }
            return ColorReader.hex(digits)
        case .function:
            let name = cursor.buffer.lowercasedText(of: token)
            guard var inside = cursor.block() else { return nil }
            inside.skipWhitespace()
            return function(name, &inside)
        default: return nil
        }
    }

    static func hex(_ digits: [UInt8]) -> PaintColor? {
        var values: [UInt32] = []
        for digit in digits {
            switch digit {
            case 0x30...0x39: values.append(UInt32(digit) - 0x30)
            case 0x41...0x46: values.append(UInt32(digit) - 0x37)
            case 0x61...0x66: values.append(UInt32(digit) - 0x57)
            default: return nil
            }
        }
        switch values.count {
        case 3, 4:
            let channels = values.map { Float($0 * 17) / 255 }
            return PaintColor(red: channels[0], green: channels[1], blue: channels[2], alpha: values.count == 4 ? channels[3] : 1)
        case 6, 8:
            let channels = stride(from: 0, to: values.count, by: 2).map { Float(values[$0] * 16 + values[$0 + 1]) / 255 }
            return PaintColor(red: channels[0], green: channels[1], blue: channels[2], alpha: values.count == 8 ? channels[3] : 1)
        default: return nil
        }
    }

    // MARK: Functions

    /// A channel as written: a number, a percentage or an angle in degrees.
    private struct Channel {
        var value: Double
        var isPercentage = false
        /// The value, a percentage being a part of `whole`.
        func scaled(_ whole: Double) -> Double { isPercentage ? value / 100 * whole : value }
    }

    private func channel(_ cursor: inout CSSTokenCursor) -> Channel? {
        defer { cursor.skipWhitespace() }
        let token = cursor.peek
        switch token.kind {
        case .number: cursor.next(); return Channel(value: token.number)
        case .percentage: cursor.next(); return Channel(value: token.number, isPercentage: true)
        case .dimension:
            guard let unit = cursor.buffer.withText(of: token, LengthUnit.init), unit.isAngle else { return nil }
            cursor.next()
            return Channel(value: token.number * unit.factor)
        case .ident: return cursor.takeIdent("none") ? Channel(value: 0) : nil
        case .function:
            guard let (node, type) = MathParser.parse(&cursor), type.isNumber || type.isAngle || type.isPercentage else { return nil }
            guard case .linear(let value, let percent, let hasPercent) = node.evaluate({ $0.factor }) else { return nil }
            return Channel(value: hasPercent ? percent : value, isPercentage: hasPercent)
        default: return nil
        }
    }

    /// Three channels and alpha, with commas or spaces.
    private func channels(_ cursor: inout CSSTokenCursor) -> ([Channel], alpha: Double)? {
        var list: [Channel] = []
        var alpha = 1.0
        while list.count < 3 {
            guard let channel = channel(&cursor) else { return nil }
            list.append(channel)
            if cursor.kind == .comma { cursor.next(); cursor.skipWhitespace() }
        }
        if cursor.takeDelimiter("/") { cursor.skipWhitespace() }
        if !cursor.isAtEnd {
            guard let channel = channel(&cursor), cursor.isAtEnd else { return nil }
            alpha = max(0, min(1, channel.scaled(1)))
        }
        return (list, alpha)
    }

    private func function(_ name: String, _ cursor: inout CSSTokenCursor) -> PaintColor? {
        switch name {
        case "color-mix": return mix(&cursor)
        case "light-dark":
            guard let light = take(&cursor), cursor.takeComma(), let dark = take(&cursor) else { return nil }
            return isDark ? dark : light
        case "color": return colorFunction(&cursor)
        default: break
        }
        guard let (list, alpha) = channels(&cursor) else { return nil }
        let rgb: ColorSpaces.Triple
        switch name {
        case "rgb", "rgba": rgb = (list[0].scaled(255) / 255, list[1].scaled(255) / 255, list[2].scaled(255) / 255)
        case "hsl", "hsla":
            rgb = ColorSpaces.hsl(list[0].value, max(0, min(1, list[1].value / 100)), list[2].value / 100)
        case "hwb": rgb = ColorSpaces.hwb(list[0].value, max(0, list[1].value / 100), max(0, list[2].value / 100))
        case "lab": rgb = ColorSpaces.lab(list[0].scaled(100), list[1].scaled(125), list[2].scaled(125))
        case "lch":
            let (a, b) = ColorSpaces.polar(max(0, list[1].scaled(150)), list[2].value)
            rgb = ColorSpaces.lab(list[0].scaled(100), a, b)
        case "oklab": rgb = ColorSpaces.oklab(list[0].scaled(1), list[1].scaled(0.4), list[2].scaled(0.4))
        case "oklch":
            let (a, b) = ColorSpaces.polar(max(0, list[1].scaled(0.4)), list[2].value)
            rgb = ColorSpaces.oklab(list[0].scaled(1), a, b)
        default: return nil
        }
        return ColorSpaces.color(rgb, alpha: alpha)
    }

    private func colorFunction(_ cursor: inout CSSTokenCursor) -> PaintColor? {
        guard let space = cursor.takeLowercasedIdent() else { return nil }
        cursor.skipWhitespace()
        guard let (list, alpha) = channels(&cursor) else { return nil }
        let triple = (list[0].scaled(1), list[1].scaled(1), list[2].scaled(1))
        switch space {
        case "srgb": return ColorSpaces.color(triple, alpha: alpha)
        case "srgb-linear": return ColorSpaces.color(ColorSpaces.encoded(triple), alpha: alpha)
        case "display-p3": return ColorSpaces.color(ColorSpaces.displayP3(triple), alpha: alpha)
        case "xyz", "xyz-d65": return ColorSpaces.color(ColorSpaces.xyzD65(triple), alpha: alpha)
        case "xyz-d50": return ColorSpaces.color(ColorSpaces.xyzD50(triple), alpha: alpha)
        // Wider gamuts are taken as sRGB: their colors are near, and clipped on the way to the picture anyway.
        case "a98-rgb", "prophoto-rgb", "rec2020": return ColorSpaces.color(triple, alpha: alpha)
        default: return nil
        }
    }

    /// https://www.w3.org/TR/css-color-5/#color-mix: in sRGB where it says so, else in Oklab.
    private func mix(_ cursor: inout CSSTokenCursor) -> PaintColor? {
        guard cursor.takeIdent("in") else { return nil }
        cursor.skipWhitespace()
        guard let space = cursor.takeLowercasedIdent() else { return nil }
        while !cursor.isAtEnd, cursor.kind != .comma { cursor.skipComponentValue() }
        func part(_ cursor: inout CSSTokenCursor) -> (PaintColor, Double?)? {
            var share: Double?
            if cursor.kind == .percentage { share = cursor.next().number; cursor.skipWhitespace() }
            guard let color = take(&cursor) else { return nil }
            if share == nil, cursor.kind == .percentage { share = cursor.next().number }
            cursor.skipWhitespace()
            return (color, share)
        }
        guard cursor.takeComma(), let first = part(&cursor), cursor.takeComma(), let second = part(&cursor) else { return nil }
        var a = first.1 ?? second.1.map { 100 - $0 } ?? 50
        var b = second.1 ?? 100 - a
        let sum = a + b
        guard sum > 0 else { return nil }
        a /= sum
        b /= sum
        let alphaA = Double(first.0.alpha), alphaB = Double(second.0.alpha)
        let alpha = alphaA * a + alphaB * b
        guard alpha > 0 else { return .transparent }
        func triple(_ color: PaintColor) -> ColorSpaces.Triple { (Double(color.red), Double(color.green), Double(color.blue)) }
        let isSRGB = space == "srgb" || space == "hsl" || space == "hwb"
        let x = isSRGB ? triple(first.0) : ColorSpaces.oklab(fromSRGB: triple(first.0))
        let y = isSRGB ? triple(second.0) : ColorSpaces.oklab(fromSRGB: triple(second.0))
        func blend(_ p: Double, _ q: Double) -> Double { (p * alphaA * a + q * alphaB * b) / alpha }
        let mixed = (blend(x.0, y.0), blend(x.1, y.1), blend(x.2, y.2))
        return ColorSpaces.color(isSRGB ? mixed : ColorSpaces.oklab(mixed.0, mixed.1, mixed.2), alpha: alpha * min(1, sum / 100))
    }

    /// A color attribute of HTML (https://html.spec.whatwg.org/#rules-for-parsing-a-legacy-colour-value); nil for none.
    static func legacy(_ text: String) -> PaintColor? {
        let trimmed = text.split(whereSeparator: { " \t\n\r\u{0C}".contains($0) }).joined(separator: " ")
        let name = trimmed.lowercased()
        if name.isEmpty || name == "transparent" { return nil }
        if let color = NamedColor.color(name) { return color }
        var digits = Array(trimmed.utf8)
        if digits.count == 4, digits[0] == 0x23, let color = hex(Array(digits[1...])) { return color }
        digits = digits.prefix(128).map { $0 }
        if digits.first == 0x23 { digits.removeFirst() }
        digits = digits.map { ($0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 6) ? $0 : 0x30 }
        while digits.isEmpty || digits.count % 3 != 0 { digits.append(0x30) }
        var length = digits.count / 3
        var parts = (0..<3).map { Array(digits[$0 * length..<($0 + 1) * length]) }
        if length > 8 { parts = parts.map { Array($0.suffix(8)) }; length = 8 }
        while length > 2, parts.allSatisfy({ $0.first == 0x30 }) { parts = parts.map { Array($0.dropFirst()) }; length -= 1 }
        let channels = parts.map { part -> [UInt8] in part.count == 1 ? [0x30] + part : Array(part.prefix(2)) }
        return hex(channels.flatMap { $0 })
    }
}

extension PaintColor {
    /// A CSS color standing alone; nil for what is none.
    package init?(css: String) {
        var cursor = CSSTokenBuffer(css).all.cursor
        cursor.skipWhitespace()
        guard let color = ColorReader(current: .black).take(&cursor), cursor.isAtEnd else { return nil }
        self = color
    }
}
