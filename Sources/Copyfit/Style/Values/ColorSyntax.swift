/// The syntax of `<color>` (https://www.w3.org/TR/css-color-4/): whether a value is one. Painting gives it its channels.
enum ColorSyntax {
    /// Takes a color and the white space behind it; else leaves the cursor where it was.
    static func take(_ cursor: inout CSSTokenCursor, isQuirky: Bool) -> Bool {
        let token = cursor.peek
        switch token.kind {
        case .hash:
            let isColor = cursor.buffer.withText(of: token) { text in
                (text.count == 3 || text.count == 4 || text.count == 6 || text.count == 8) && text.allSatisfy(isHex)
            }
            guard isColor else { return false }
        case .ident:
            guard names.contains(cursor.buffer.lowercasedText(of: token))
                || (isQuirky && cursor.buffer.withText(of: token) { ($0.count == 3 || $0.count == 6) && $0.allSatisfy(isHex) })
            else { return false }
        case .number:
            // https://quirks.spec.whatwg.org/#the-hashless-hex-color-quirk
            guard isQuirky, token.isInteger, token.number >= 0, token.number <= 999_999 else { return false }
        case .dimension:
            guard isQuirky, token.end - token.start == 3 || token.end - token.start == 6,
                cursor.buffer.bytes[Int(token.start)..<Int(token.end)].allSatisfy(isHex)
            else { return false }
        case .function:
            guard functions.contains(cursor.buffer.lowercasedText(of: token)) else { return false }
            let mark = cursor
            guard var inside = cursor.block(), !inside.isAtEndAfterWhitespace() else { cursor = mark; return false }
            cursor.skipWhitespace()
            return true
        default: return false
        }
        cursor.next()
        cursor.skipWhitespace()
        return true
    }

    private static func isHex(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 6 }

    private static let functions: Set<String> = [
        "rgb", "rgba", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch", "color", "color-mix", "light-dark", "contrast-color", "device-cmyk", "alpha",
    ]

    private static let names: Set<String> = Set(WordList("""
        transparent currentcolor aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown burlywood \
        cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod darkgray darkgreen darkgrey \
        darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen darkslateblue darkslategray darkslategrey \
        darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite \
        gold goldenrod gray green greenyellow grey honeydew hotpink indianred indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon \
        lightblue lightcoral lightcyan lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen lightskyblue \
        lightslategray lightslategrey lightsteelblue lightyellow lime limegreen linen magenta maroon mediumaquamarine mediumblue mediumorchid \
        mediumpurple mediumseagreen mediumslateblue mediumspringgreen mediumturquoise mediumvioletred midnightblue mintcream mistyrose moccasin \
        navajowhite navy oldlace olive olivedrab orange orangered orchid palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff \
        peru pink plum powderblue purple rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver \
        skyblue slateblue slategray slategrey snow springgreen steelblue tan teal thistle tomato turquoise violet wheat white whitesmoke yellow \
        yellowgreen accentcolor accentcolortext activetext buttonborder buttonface buttontext canvas canvastext field fieldtext graytext highlight \
        highlighttext linktext mark marktext selecteditem selecteditemtext visitedtext activeborder activecaption appworkspace background \
        buttonhighlight buttonshadow captiontext inactiveborder inactivecaption inactivecaptiontext infobackground infotext menu menutext scrollbar \
        threeddarkshadow threedface threedhighlight threedlightshadow threedshadow window windowframe windowtext -webkit-link -webkit-text \
        -webkit-activelink -webkit-focus-ring-color
        """))
}
