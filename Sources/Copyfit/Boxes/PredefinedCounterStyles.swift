/// The counter styles that need no rule (https://www.w3.org/TR/css-counter-styles-3/#predefined-counters), and those that both engines have beside.
enum PredefinedCounterStyles {
    /// - Parameter name: in lower case.
    static func style(_ name: String) -> CounterStyleRule? {
        if let first = digits(name) {
            return numeric(name, (0..<10).compactMap { Unicode.Scalar(first + $0).map { String(Character($0)) } })
        }
        switch name {
        case "decimal": return numeric(name, ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"])
        case "decimal-leading-zero":
            var style = numeric(name, ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"])
            (style.padLength, style.padSymbol) = (2, "0")
            return style
        case "cjk-decimal":
            var style = numeric(name, letters("〇一二三四五六七八九"))
            style.suffix = "、"
            style.range = [0...Int.max]
            return style
        case "disc": return bullet(name, "•")
        case "circle": return bullet(name, "◦")
        case "square": return bullet(name, "▪")
        case "disclosure-open": return bullet(name, "▾")
        case "disclosure-closed": return bullet(name, "▸")
        case "lower-alpha", "lower-latin": return alphabetic(name, "abcdefghijklmnopqrstuvwxyz")
        case "upper-alpha", "upper-latin": return alphabetic(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        case "lower-greek": return alphabetic(name, "αβγδεζηθικλμνξοπρστυφχψω")
        case "hiragana": return kana(name, "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわゐゑをん")
        case "hiragana-iroha": return kana(name, "いろはにほへとちりぬるをわかよたれそつねならむうゐのおくやまけふこえてあさきゆめみしゑひもせす")
        case "katakana": return kana(name, "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヰヱヲン")
        case "katakana-iroha": return kana(name, "イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセス")
        case "hangul": return alphabetic(name, "가나다라마바사아자차카타파하")
        case "hangul-consonant": return alphabetic(name, "ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ")
        case "cjk-earthly-branch": return cycle(name, "子丑寅卯辰巳午未申酉戌亥")
        case "cjk-heavenly-stem": return cycle(name, "甲乙丙丁戊己庚辛壬癸")
        case "lower-roman": return additive(name, roman.map { ($0.0, $0.1.lowercased()) }, range: 1...3999)
        case "upper-roman": return additive(name, roman, range: 1...3999)
        case "armenian", "upper-armenian": return additive(name, weighed(armenianWeights, armenianCapitals), range: 1...9999)
        case "lower-armenian": return additive(name, weighed(armenianWeights, armenianCapitals).map { ($0.0, $0.1.lowercased()) }, range: 1...9999)
        case "georgian": return additive(name, weighed(georgianWeights, "ჵჰჯჴხჭწძცჩშყღქფჳტსრჟპოჲნმლკითჱზვედგბა"), range: 1...19999)
        case "hebrew": return additive(name, hebrew, range: 1...10999)
        default: return CJKCounters.style(name)
        }
    }

    private static func digits(_ name: String) -> UInt32? {
        switch name {
        case "arabic-indic": 0x660
        case "bengali": 0x9E6
        case "cambodian", "khmer": 0x17E0
        case "devanagari": 0x966
        case "gujarati": 0xAE6
        case "gurmukhi": 0xA66
        case "kannada": 0xCE6
        case "lao": 0xED0
        case "malayalam": 0xD66
        case "mongolian": 0x1810
        case "myanmar": 0x1040
        case "oriya": 0xB66
        case "persian", "urdu": 0x6F0
        case "tamil": 0xBE6
        case "telugu": 0xC66
        case "thai": 0xE50
        case "tibetan": 0xF20
        default: nil
        }
    }

    // MARK: Tables

    private static let roman: [(Int, String)] = [
        (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"),
        (4, "IV"), (1, "I"),
    ]

    private static let armenianWeights = [9000, 8000, 7000, 6000, 5000, 4000, 3000, 2000, 1000, 900, 800, 700, 600, 500, 400, 300, 200, 100, 90, 80, 70, 60, 50, 40, 30, 20, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]
    private static let armenianCapitals = "ՔՓՒՑՐՏՎՍՌՋՊՉՈՇՆՅՄՃՂՁՀԿԾԽԼԻԺԹԸԷԶԵԴԳԲԱ"
    private static let georgianWeights = [10000] + armenianWeights

    private static let hebrew: [(Int, String)] = [
        (10000, "י׳"), (9000, "ט׳"), (8000, "ח׳"), (7000, "ז׳"), (6000, "ו׳"), (5000, "ה׳"), (4000, "ד׳"), (3000, "ג׳"), (2000, "ב׳"),
        (1000, "א׳"), (400, "ת"), (300, "ש"), (200, "ר"), (100, "ק"), (90, "צ"), (80, "פ"), (70, "ע"), (60, "ס"), (50, "נ"), (40, "מ"),
        (30, "ל"), (20, "כ"), (19, "יט"), (18, "יח"), (17, "יז"), (16, "טז"), (15, "טו"), (10, "י"), (9, "ט"), (8, "ח"), (7, "ז"), (6, "ו"),
        (5, "ה"), (4, "ד"), (3, "ג"), (2, "ב"), (1, "א"),
    ]

    // MARK: Making rules

    private static func letters(_ text: String) -> [String] { text.unicodeScalars.map { String(Character($0)) } }

    private static func weighed(_ weights: [Int], _ symbols: String) -> [(Int, String)] { zip(weights, letters(symbols)).map { ($0, $1) } }

    private static func numeric(_ name: String, _ symbols: [String]) -> CounterStyleRule {
        var style = CounterStyleRule(name: name)
        style.system = "numeric"
        style.symbols = symbols
        return style
    }

    private static func alphabetic(_ name: String, _ symbols: String) -> CounterStyleRule {
        var style = CounterStyleRule(name: name)
        style.system = "alphabetic"
        style.symbols = letters(symbols)
        return style
    }

    private static func kana(_ name: String, _ symbols: String) -> CounterStyleRule {
        var style = alphabetic(name, symbols)
        style.suffix = "、"
        return style
    }

    private static func cycle(_ name: String, _ symbols: String) -> CounterStyleRule {
        var style = CounterStyleRule(name: name)
        style.system = "fixed"
        style.symbols = letters(symbols)
        style.suffix = "、"
        style.fallback = "cjk-decimal"
        return style
    }

    private static func bullet(_ name: String, _ symbol: String) -> CounterStyleRule {
        var style = CounterStyleRule(name: name)
        style.system = "cyclic"
        style.symbols = [symbol]
        style.suffix = " "
        return style
    }

    private static func additive(_ name: String, _ symbols: [(Int, String)], range: ClosedRange<Int>) -> CounterStyleRule {
        var style = CounterStyleRule(name: name)
        style.system = "additive"
        style.additiveWeights = symbols.map(\.0)
        style.additiveStrings = symbols.map(\.1)
        style.range = [range]
        return style
    }
}
