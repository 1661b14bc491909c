/// The text of a counter in a counter style (https://www.w3.org/TR/css-counter-styles-3/).
enum CounterText {
    static func text(of value: Int, style: ListStyle, rules: [CounterStyleRule]) -> String {
        switch style {
        case .none: return ""
        case .string(let string): return string
        case .counterStyle(let name): return representation(of: value, name: name, rules: rules) ?? String(value)
        }
    }

    /// Text and suffix of a list marker; nil for `none`.
    static func marker(of value: Int, style: ListStyle, rules: [CounterStyleRule]) -> String? {
        switch style {
        case .none: return nil
        case .string(let string): return string
        case .counterStyle(let name):
            switch name {
            case "disc", "circle", "square", "disclosure-open", "disclosure-closed":
                return (representation(of: value, name: name, rules: rules) ?? "") + " "
            default:
                return (representation(of: value, name: name, rules: rules) ?? String(value)) + ". "
            }
        }
    }

    private static func representation(of value: Int, name: String, rules: [CounterStyleRule]) -> String? {
        switch name {
        case "disc": return "•"
        case "circle": return "◦"
        case "square": return "▪"
        case "disclosure-open": return "▾"
        case "disclosure-closed": return "▸"
        case "decimal": return String(value)
        case "decimal-leading-zero":
            let digits = String(abs(value))
            return (value < 0 ? "-" : "") + (digits.utf8.count < 2 ? "0" : "") + digits
        case "lower-alpha", "lower-latin": return alphabetic(value, first: 0x61, count: 26)
        case "upper-alpha", "upper-latin": return alphabetic(value, first: 0x41, count: 26)
        case "lower-roman": return roman(value)?.lowercased()
        case "upper-roman": return roman(value)
        default: return nil
        }
    }

    private static func alphabetic(_ value: Int, first: UInt8, count: Int) -> String? {
        guard value > 0 else { return nil }
        var rest = value
        var letters: [UInt8] = []
        while rest > 0 {
            rest -= 1
            letters.append(first + UInt8(rest % count))
            rest /= count
        }
        return String(decoding: letters.reversed(), as: UTF8.self)
    }

    private static func roman(_ value: Int) -> String? {
        guard value > 0, value < 4000 else { return nil }
        let symbols: [(Int, String)] = [
            (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"),
            (5, "V"), (4, "IV"), (1, "I"),
        ]
        var rest = value
        var text = ""
        for (weight, symbol) in symbols {
            while rest >= weight {
                text += symbol
                rest -= weight
            }
        }
        return text
    }
}
