/// The longhand East Asian styles and Ethiopic numbers, which are algorithms of their own
/// (https://www.w3.org/TR/css-counter-styles-3/#complex-predefined). A rule for one has the style's name as its system.
enum CJKCounters {
    /// - Parameter name: in lower case.
    static func style(_ name: String) -> CounterStyleRule? {
        if name == "ethiopic-numeric" {
            var style = CounterStyleRule(name: name)
            style.system = name
            style.suffix = "/ "
            style.range = [1...Int.max]
            return style
        }
        let known = name == "cjk-ideographic" ? "trad-chinese-informal" : name
        guard let digits = Digits(known) else { return nil }
        var style = CounterStyleRule(name: name)
        style.system = known
        style.suffix = digits.isKorean ? ", " : "、"
        style.range = [-9999...9999]
        style.fallback = digits.isKorean ? "decimal" : "cjk-decimal"
        return style
    }

    /// The text of a value in one of these systems; nil for other systems.
    static func text(of value: Int, style system: String) -> String? {
        if system == "ethiopic-numeric" { return ethiopic(value) }
        guard let digits = Digits(system), value.magnitude <= 9999 else { return nil }
        let text = digits.isChinese ? chinese(Int(value.magnitude), digits) : additive(Int(value.magnitude), digits)
        return value < 0 ? digits.minus + text : text
    }

    private struct Digits {
        /// 0 to 9.
        var digits: [Character]
        /// 10, 100, 1000.
        var markers: [Character]
        var minus: String
        var isChinese = false
        var isKorean = false
        /// Informal styles leave the digit out before a marker where it is 1.
        var dropsOne = false

        init?(_ name: String) {
            switch name {
            case "japanese-informal": self.init("〇一二三四五六七八九", "十百千", "マイナス", dropsOne: true)
            case "japanese-formal": self.init("零壱弐参四伍六七八九", "拾百阡", "マイナス")
            case "korean-hangul-formal": self.init("영일이삼사오육칠팔구", "십백천", "마이너스 ", isKorean: true)
            case "korean-hanja-informal": self.init("零一二三四五六七八九", "十百千", "마이너스 ", isKorean: true, dropsOne: true)
            case "korean-hanja-formal": self.init("零壹貳參四五六七八九", "拾百仟", "마이너스 ", isKorean: true)
            case "simp-chinese-informal": self.init("零一二三四五六七八九", "十百千", "负", isChinese: true, dropsOne: true)
            case "simp-chinese-formal": self.init("零壹贰叁肆伍陆柒捌玖", "拾佰仟", "负", isChinese: true)
            case "trad-chinese-informal": self.init("零一二三四五六七八九", "十百千", "負", isChinese: true, dropsOne: true)
            case "trad-chinese-formal": self.init("零壹貳參肆伍陸柒捌玖", "拾佰仟", "負", isChinese: true)
            default: return nil
            }
        }

        private init(_ digits: String, _ markers: String, _ minus: String, isChinese: Bool = false, isKorean: Bool = false, dropsOne: Bool = false) {
            self.digits = Array(digits)
            self.markers = Array(markers)
            self.minus = minus
            self.isChinese = isChinese
            self.isKorean = isKorean
            self.dropsOne = dropsOne
        }
    }

    /// Japanese and Korean: digits with their markers, zeros left out.
    private static func additive(_ value: Int, _ digits: Digits) -> String {
        if value == 0 { return String(digits.digits[0]) }
        var text = ""
        for (position, weight) in [1000, 100, 10, 1].enumerated() {
            let digit = value / weight % 10
            guard digit > 0 else { continue }
            if weight == 1 || digit > 1 || !digits.dropsOne { text.append(digits.digits[digit]) }
            if weight > 1 { text.append(digits.markers[2 - position]) }
        }
        return text
    }

    /// > Chinese: runs of zeros collapse to one, trailing ones are left out; informal styles write 10 to 19 without the first digit.
    private static func chinese(_ value: Int, _ digits: Digits) -> String {
        if value == 0 { return String(digits.digits[0]) }
        var text = ""
        var hasZero = false
        for (position, weight) in [1000, 100, 10, 1].enumerated() {
            let digit = value / weight % 10
            guard digit > 0 else {
                hasZero = !text.isEmpty
                continue
            }
            if hasZero { text.append(digits.digits[0]) }
            hasZero = false
            let isShort = weight == 10 && digit == 1 && value < 20 && digits.dropsOne
            if !isShort { text.append(digits.digits[digit]) }
            if weight > 1 { text.append(digits.markers[2 - position]) }
        }
        return text
    }

    /// https://www.w3.org/TR/css-counter-styles-3/#ethiopic-numeric-counter-style
    private static func ethiopic(_ value: Int) -> String? {
        guard value > 0 else { return nil }
        if value == 1 { return "፩" }
        let tens = Array("፲፳፴፵፶፷፸፹፺"), units = Array("፩፪፫፬፭፮፯፰፱")
        var groups: [Int] = []
        var rest = value
        while rest > 0 {
            groups.append(rest % 100)
            rest /= 100
        }
        var text = ""
        for index in groups.indices.reversed() {
            let group = groups[index]
            // > if the group has the value zero, or is the most significant and one, or is odd-numbered and one: no digits
            let isSilent = group == 0 || (group == 1 && (index == groups.count - 1 || index % 2 == 1))
            if !isSilent {
                if group >= 10 { text.append(tens[group / 10 - 1]) }
                if group % 10 > 0 { text.append(units[group % 10 - 1]) }
            }
            if index % 2 == 1 { if group != 0 { text.append("፻") } } else if index > 0 { text.append("፼") }
        }
        return text
    }
}
