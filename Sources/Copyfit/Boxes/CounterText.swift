/// The text of a counter in a counter style (https://www.w3.org/TR/css-counter-styles-3/).
enum CounterText {
    static func text(of value: Int, style: ListStyle, rules: [CounterStyleRule]) -> String {
        switch style {
        case .none: return ""
        case .string(let string): return string
        case .counterStyle(let name): return CounterStyles(rules: rules).representation(of: value, name: name)
        }
    }

    private static let disc = CounterStyles(rules: []).representation(of: 1, name: "disc") + CounterStyles(rules: []).affixes(of: "disc").suffix

    /// Prefix, text and suffix of a list marker; nil for `none`.
    static func marker(of value: Int, style: ListStyle, rules: [CounterStyleRule]) -> String? {
        switch style {
        case .none: return nil
        case .string(let string): return string
        // The common ones, which no document can redefine.
        case .counterStyle("disc"): return disc
        case .counterStyle("decimal"): return String(value) + ". "
        case .counterStyle(let name):
            let styles = CounterStyles(rules: rules)
            let affixes = styles.affixes(of: name)
            return affixes.prefix + styles.representation(of: value, name: name) + affixes.suffix
        }
    }
}

/// The counter styles that a document can name: its own `@counter-style` rules, the last of a name counting, and the predefined ones.
private struct CounterStyles {
    let rules: [CounterStyleRule]

    /// > The algorithm to generate a counter representation (§2)
    func representation(of value: Int, name: String) -> String {
        if name == "decimal" { return String(value) }
        var name = name
        var seen: Set<String> = []
        // A fallback that leads back to itself ends in decimal.
        while seen.insert(name).inserted {
            guard let style = definition(of: name) else { break }
            if let text = style.text(of: value) { return text }
            name = style.fallback
        }
        return String(value)
    }

    func affixes(of name: String) -> (prefix: String, suffix: String) {
        guard let style = definition(of: name) else { return ("", ". ") }
        return (style.prefix, style.suffix)
    }

    /// The style of a name with what it extends; nil for names that mean nothing, which are `decimal`.
    private func definition(of name: String) -> CounterStyleRule? {
        var chain: [CounterStyleRule] = []
        var seen: Set<String> = []
        var current = name
        while true {
            guard seen.insert(current).inserted else {
                // > If a cycle is formed, all styles in it extend decimal.
                current = "decimal"
                break
            }
            guard let rule = rules.last(where: { $0.name == current }), !CounterStyles.isFixed(current) else { break }
            chain.append(rule)
            guard rule.system == "extends", let base = rule.extends else { break }
            current = base
        }
        guard var result = chain.last, result.system != "extends" else {
            let lowercased = current.lowercased()
            guard var base = PredefinedCounterStyles.style(lowercased) ?? (chain.isEmpty ? nil : PredefinedCounterStyles.style("decimal")) else { return nil }
            for rule in chain.reversed() { base = base.extended(by: rule) }
            return base
        }
        for rule in chain.dropLast().reversed() { result = result.extended(by: rule) }
        return result
    }

    /// Names that a document can not redefine.
    private static func isFixed(_ name: String) -> Bool {
        switch name {
        case "decimal", "disc", "square", "circle", "disclosure-open", "disclosure-closed": true
        default: false
        }
    }
}

extension CounterStyleRule {
    /// > extends: the algorithm of the other style, and its descriptors where the rule has none of its own.
    fileprivate func extended(by rule: CounterStyleRule) -> CounterStyleRule {
        let initial = CounterStyleRule(name: rule.name)
        var result = self
        result.name = rule.name
        if rule.negative != initial.negative { result.negative = rule.negative }
        if rule.prefix != initial.prefix { result.prefix = rule.prefix }
        if rule.suffix != initial.suffix { result.suffix = rule.suffix }
        if let range = rule.range { result.range = range }
        if rule.padLength > 0 { (result.padLength, result.padSymbol) = (rule.padLength, rule.padSymbol) }
        if rule.fallback != initial.fallback { result.fallback = rule.fallback }
        return result
    }

    /// The representation of a value in this style alone; nil where the value is out of its range or has none.
    fileprivate func text(of value: Int) -> String? {
        guard covers(value) else { return nil }
        if let text = CJKCounters.text(of: value, style: system) { return text }
        let usesSign = value < 0 && (system == "symbolic" || system == "alphabetic" || system == "numeric" || system == "additive")
        guard var text = symbolText(of: usesSign ? Int(clamping: value.magnitude) : value) else { return nil }
        if padLength > 0 {
            var length = text.count
            if usesSign { length += negative.reduce(0) { $0 + $1.count } }
            // Long pads are as good as endless.
            let missing = min(padLength, CounterStyleRule.lengthLimit) - length
            if missing > 0 { text = String(repeating: padSymbol, count: missing) + text }
        }
        if usesSign { text = (negative.first ?? "") + text + (negative.count > 1 ? negative[1] : "") }
        return text
    }

    private static let lengthLimit = 120

    /// https://www.w3.org/TR/css-counter-styles-3/#counter-style-range
    private func covers(_ value: Int) -> Bool {
        if let range { return range.contains { $0.contains(value) } }
        switch system {
        case "alphabetic", "symbolic": return value >= 1
        case "additive": return value >= 0
        default: return true
        }
    }

    private func symbolText(of value: Int) -> String? {
        switch system {
        case "cyclic":
            guard !symbols.isEmpty else { return nil }
            let index = (value - 1) % symbols.count
            return symbols[index < 0 ? index + symbols.count : index]
        case "fixed":
            let (index, overflows) = value.subtractingReportingOverflow(fixedFirstValue)
            return !overflows && index >= 0 && index < symbols.count ? symbols[index] : nil
        case "symbolic":
            guard !symbols.isEmpty, value > 0 else { return nil }
            let count = (value - 1) / symbols.count + 1
            return count > CounterStyleRule.lengthLimit ? nil : String(repeating: symbols[(value - 1) % symbols.count], count: count)
        case "alphabetic":
            guard symbols.count > 1, value > 0 else { return nil }
            var digits: [String] = []
            var rest = value
            while rest > 0 {
                rest -= 1
                digits.append(symbols[rest % symbols.count])
                rest /= symbols.count
            }
            return digits.reversed().joined()
        case "numeric":
            guard symbols.count > 1 else { return nil }
            if value == 0 { return symbols[0] }
            var digits: [String] = []
            var rest = value
            while rest > 0 {
                digits.append(symbols[rest % symbols.count])
                rest /= symbols.count
            }
            return digits.reversed().joined()
        case "additive": return additiveText(of: value)
        default: return nil
        }
    }

    private func additiveText(of value: Int) -> String? {
        if value == 0 { return additiveSymbols.first { $0.weight == 0 }?.symbol }
        var text = ""
        var rest = value
        for (weight, symbol) in additiveSymbols where weight > 0 && weight <= rest {
            let count = rest / weight
            guard count <= CounterStyleRule.lengthLimit else { return nil }
            text += String(repeating: symbol, count: count)
            rest -= count * weight
            if rest == 0 { return text }
        }
        return nil
    }
}
