/// A color in sRGB, not premultiplied; channels from 0 to 1.
package struct PaintColor: Hashable, Sendable, BitwiseCopyable {
    package var red: Float
    package var green: Float
    package var blue: Float
    package var alpha: Float

    package init(red: Float, green: Float, blue: Float, alpha: Float = 1) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    /// `0xRRGGBB`, opaque.
    package init(rgb: UInt32) {
        self.init(red: Float(rgb >> 16 & 255) / 255, green: Float(rgb >> 8 & 255) / 255, blue: Float(rgb & 255) / 255)
    }

    package static let black = PaintColor(rgb: 0)
    package static let white = PaintColor(rgb: 0xFFFFFF)
    package static let transparent = PaintColor(red: 0, green: 0, blue: 0, alpha: 0)

    package var isVisible: Bool { alpha > 0 }
    package var isOpaque: Bool { alpha >= 1 }

    package func withAlpha(_ factor: Float) -> PaintColor { PaintColor(red: red, green: green, blue: blue, alpha: alpha * factor) }

    /// `0xRRGGBBAA` as a number that a declaration can hold.
    var packed: Double {
        func byte(_ value: Float) -> UInt32 { UInt32(max(0, min(255, (value * 255).rounded()))) }
        return Double(byte(red) << 24 | byte(green) << 16 | byte(blue) << 8 | byte(alpha))
    }

    init(packed: Double) {
        let bits = UInt32(max(0, min(Double(UInt32.max), packed)))
        self.init(
            red: Float(bits >> 24) / 255, green: Float(bits >> 16 & 255) / 255, blue: Float(bits >> 8 & 255) / 255, alpha: Float(bits & 255) / 255)
    }
}

/// The named colors (https://www.w3.org/TR/css-color-4/#named-colors).
enum NamedColor {
    static func color(_ name: String) -> PaintColor? { table[name].map { PaintColor(rgb: $0) } }

    private static let table: [String: UInt32] = {
        var table: [String: UInt32] = [:]
        for entry in list.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
            guard let separator = entry.firstIndex(of: ":"), let value = UInt32(entry[entry.index(after: separator)...], radix: 16) else { continue }
            table[String(entry[..<separator])] = value
        }
        return table
    }()

    private static let list = """
        aliceblue:f0f8ff antiquewhite:faebd7 aqua:00ffff aquamarine:7fffd4 azure:f0ffff beige:f5f5dc bisque:ffe4c4 black:000000
        blanchedalmond:ffebcd blue:0000ff blueviolet:8a2be2 brown:a52a2a burlywood:deb887 cadetblue:5f9ea0 chartreuse:7fff00
        chocolate:d2691e coral:ff7f50 cornflowerblue:6495ed cornsilk:fff8dc crimson:dc143c cyan:00ffff darkblue:00008b darkcyan:008b8b
        darkgoldenrod:b8860b darkgray:a9a9a9 darkgreen:006400 darkgrey:a9a9a9 darkkhaki:bdb76b darkmagenta:8b008b darkolivegreen:556b2f
        darkorange:ff8c00 darkorchid:9932cc darkred:8b0000 darksalmon:e9967a darkseagreen:8fbc8f darkslateblue:483d8b darkslategray:2f4f4f
        darkslategrey:2f4f4f darkturquoise:00ced1 darkviolet:9400d3 deeppink:ff1493 deepskyblue:00bfff dimgray:696969 dimgrey:696969
        dodgerblue:1e90ff firebrick:b22222 floralwhite:fffaf0 forestgreen:228b22 fuchsia:ff00ff gainsboro:dcdcdc ghostwhite:f8f8ff
        gold:ffd700 goldenrod:daa520 gray:808080 green:008000 greenyellow:adff2f grey:808080 honeydew:f0fff0 hotpink:ff69b4
        indianred:cd5c5c indigo:4b0082 ivory:fffff0 khaki:f0e68c lavender:e6e6fa lavenderblush:fff0f5 lawngreen:7cfc00 lemonchiffon:fffacd
        lightblue:add8e6 lightcoral:f08080 lightcyan:e0ffff lightgoldenrodyellow:fafad2 lightgray:d3d3d3 lightgreen:90ee90
        lightgrey:d3d3d3 lightpink:ffb6c1 lightsalmon:ffa07a lightseagreen:20b2aa lightskyblue:87cefa lightslategray:778899
        lightslategrey:778899 lightsteelblue:b0c4de lightyellow:ffffe0 lime:00ff00 limegreen:32cd32 linen:faf0e6 magenta:ff00ff
        maroon:800000 mediumaquamarine:66cdaa mediumblue:0000cd mediumorchid:ba55d3 mediumpurple:9370db mediumseagreen:3cb371
        mediumslateblue:7b68ee mediumspringgreen:00fa9a mediumturquoise:48d1cc mediumvioletred:c71585 midnightblue:191970
        mintcream:f5fffa mistyrose:ffe4e1 moccasin:ffe4b5 navajowhite:ffdead navy:000080 oldlace:fdf5e6 olive:808000 olivedrab:6b8e23
        orange:ffa500 orangered:ff4500 orchid:da70d6 palegoldenrod:eee8aa palegreen:98fb98 paleturquoise:afeeee palevioletred:db7093
        papayawhip:ffefd5 peachpuff:ffdab9 peru:cd853f pink:ffc0cb plum:dda0dd powderblue:b0e0e6 purple:800080 rebeccapurple:663399
        red:ff0000 rosybrown:bc8f8f royalblue:4169e1 saddlebrown:8b4513 salmon:fa8072 sandybrown:f4a460 seagreen:2e8b57 seashell:fff5ee
        sienna:a0522d silver:c0c0c0 skyblue:87ceeb slateblue:6a5acd slategray:708090 slategrey:708090 snow:fffafa springgreen:00ff7f
        steelblue:4682b4 tan:d2b48c teal:008080 thistle:d8bfd8 tomato:ff6347 turquoise:40e0d0 violet:ee82ee wheat:f5deb3 white:ffffff
        whitesmoke:f5f5f5 yellow:ffff00 yellowgreen:9acd32
        """

    /// System colors (https://www.w3.org/TR/css-color-4/#css-system-colors) in the light and the dark scheme.
    static func system(_ name: String, isDark: Bool) -> PaintColor? {
        let pair: (UInt32, UInt32)? = switch name {
        case "canvas", "field", "window", "-webkit-control-background", "background", "infobackground", "menu": (0xFFFFFF, 0x121212)
        case "canvastext", "fieldtext", "windowtext", "buttontext", "-webkit-text", "infotext", "menutext", "captiontext": (0x000000, 0xFFFFFF)
        case "linktext", "-webkit-link": (0x0000EE, 0x9E9EFF)
        case "visitedtext": (0x551A8B, 0xD0ADF0)
        case "activetext", "-webkit-activelink": (0xFF0000, 0xFF9E9E)
        case "buttonface", "threedface", "buttonhighlight", "threedhighlight", "threedlightshadow": (0xEFEFEF, 0x6B6B6B)
        case "buttonborder", "buttonshadow", "threedshadow", "threeddarkshadow", "windowframe", "activeborder", "inactiveborder": (0x767676, 0x858585)
        case "mark": (0xFFFF00, 0xFFFF00)
        case "marktext": (0x000000, 0x000000)
        case "highlight", "selecteditem", "accentcolor", "-webkit-focus-ring-color": (0x3584E4, 0x3584E4)
        case "highlighttext", "selecteditemtext", "accentcolortext": (0xFFFFFF, 0xFFFFFF)
        case "graytext", "inactivecaptiontext": (0x808080, 0x808080)
        case "activecaption", "inactivecaption", "appworkspace", "scrollbar": (0xFFFFFF, 0x121212)
        default: nil
        }
        return pair.map { PaintColor(rgb: isDark ? $0.1 : $0.0) }
    }
}
