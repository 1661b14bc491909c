extension CounterStyleRule {
    /// The rule that an `@counter-style` prelude and block make; nil where it would define nothing
    /// (https://www.w3.org/TR/css-counter-styles-3/#the-counter-style-rule).
    init?(prelude: CSSTokenSlice, descriptors: [RawDeclaration]) {
        var cursor = prelude.cursor
        guard let name = cursor.takeIdentText(), cursor.isAtEndAfterWhitespace() else { return nil }
        switch asciiLowercased(name) {
        case "none", "decimal", "disc", "square", "circle", "disclosure-open", "disclosure-closed", "initial", "inherit", "unset", "revert",
            "revert-layer", "default":
            return nil
        default: break
        }
        self.init(name: name)
        for descriptor in descriptors { set(descriptor) }
        switch system {
        case "cyclic", "symbolic", "fixed": if symbols.isEmpty { return nil }
        case "numeric", "alphabetic": if symbols.count < 2 { return nil }
        case "additive": if additiveStrings.isEmpty { return nil }
        default: if !symbols.isEmpty || !additiveStrings.isEmpty { return nil }
        }
    }

    private mutating func set(_ descriptor: RawDeclaration) {
        var cursor = descriptor.value.cursor
        cursor.skipWhitespace()
        switch descriptor.name {
        case "system": setSystem(&cursor)
        case "symbols": if let value = CounterStyleRule.symbols(&cursor), !value.isEmpty { symbols = value }
        case "additive-symbols": setAdditiveSymbols(&cursor)
        case "negative": if let value = CounterStyleRule.symbols(&cursor), (1...2).contains(value.count) { negative = value }
        case "prefix": if let value = CounterStyleRule.symbols(&cursor), value.count == 1 { prefix = value[0] }
        case "suffix": if let value = CounterStyleRule.symbols(&cursor), value.count == 1 { suffix = value[0] }
        case "range": setRange(&cursor)
        case "pad":
            let number = CounterStyleRule.integer(&cursor)
            cursor.skipWhitespace()
            guard let symbol = CounterStyleRule.symbol(&cursor) else { return }
            cursor.skipWhitespace()
            guard let length = number ?? CounterStyleRule.integer(&cursor), length >= 0, cursor.isAtEndAfterWhitespace() else { return }
            padLength = length
            padSymbol = symbol
        case "fallback": if let value = cursor.takeIdentText(), cursor.isAtEndAfterWhitespace() { fallback = value }
        default: break
        }
    }

    private mutating func setSystem(_ cursor: inout CSSTokenCursor) {
        guard let keyword = cursor.takeLowercasedIdent() else { return }
        cursor.skipWhitespace()
        switch keyword {
        case "cyclic", "numeric", "alphabetic", "symbolic", "additive":
            if cursor.isAtEnd { system = keyword }
        case "fixed":
            if cursor.isAtEnd {
                (system, fixedFirstValue) = (keyword, 1)
            } else if let first = CounterStyleRule.integer(&cursor), cursor.isAtEndAfterWhitespace() {
                (system, fixedFirstValue) = (keyword, first)
            }
        case "extends":
            if let name = cursor.takeIdentText(), cursor.isAtEndAfterWhitespace() { (system, extends) = (keyword, name) }
        default: break
        }
    }

    private mutating func setAdditiveSymbols(_ cursor: inout CSSTokenCursor) {
        var weights: [Int] = []
        var strings: [String] = []
        repeat {
            cursor.skipWhitespace()
            let number = CounterStyleRule.integer(&cursor)
            cursor.skipWhitespace()
            guard let symbol = CounterStyleRule.symbol(&cursor) else { return }
            cursor.skipWhitespace()
            guard let weight = number ?? CounterStyleRule.integer(&cursor), weight >= 0, weights.last.map({ weight < $0 }) ?? true else { return }
            weights.append(weight)
            strings.append(symbol)
        } while cursor.takeComma()
        guard cursor.isAtEnd else { return }
        (additiveWeights, additiveStrings) = (weights, strings)
    }

    private mutating func setRange(_ cursor: inout CSSTokenCursor) {
        if cursor.takeIdent("auto") {
            if cursor.isAtEndAfterWhitespace() { range = nil }
            return
        }
        var result: [ClosedRange<Int>] = []
        repeat {
            guard let low = CounterStyleRule.bound(&cursor, infinite: .min) else { return }
            cursor.skipWhitespace()
            guard let high = CounterStyleRule.bound(&cursor, infinite: .max), low <= high else { return }
            result.append(low...high)
        } while cursor.takeComma()
        if cursor.isAtEnd { range = result }
    }

    private static func bound(_ cursor: inout CSSTokenCursor, infinite: Int) -> Int? {
        cursor.takeIdent("infinite") ? infinite : integer(&cursor)
    }

    private static func integer(_ cursor: inout CSSTokenCursor) -> Int? {
        guard cursor.kind == .number, cursor.peek.isInteger else { return nil }
        return Int(max(-1e15, min(1e15, cursor.next().number)))
    }

    /// A string or ident; an image stands for an empty text.
    private static func symbol(_ cursor: inout CSSTokenCursor) -> String? {
        if let text = cursor.takeString() ?? cursor.takeIdentText() { return text }
        if cursor.kind == .url || cursor.kind == .function {
            cursor.skipComponentValue()
            return ""
        }
        return nil
    }

    private static func symbols(_ cursor: inout CSSTokenCursor) -> [String]? {
        var result: [String] = []
        while !cursor.isAtEndAfterWhitespace() {
            guard let symbol = symbol(&cursor) else { return nil }
            result.append(symbol)
        }
        return result
    }
}

extension PropertyRule {
    /// Nil where the rule is not valid: `syntax` and `inherits` are needed, and an initial value unless the syntax is `*`.
    init?(prelude: CSSTokenSlice, descriptors: [RawDeclaration]) {
        var cursor = prelude.cursor
        guard let name = cursor.takeIdentText(), name.utf8.count > 2, name.hasPrefix("--"), cursor.isAtEndAfterWhitespace() else { return nil }
        var syntax: String?
        var inherits: Bool?
        var initialValue: CSSTokenSlice?
        for descriptor in descriptors {
            var value = descriptor.value.cursor
            switch descriptor.name {
            case "syntax": if let text = value.takeString(), value.isAtEndAfterWhitespace() { syntax = text }
            case "inherits":
                if value.takeIdent("true") { inherits = true } else if value.takeIdent("false") { inherits = false }
            case "initial-value": initialValue = descriptor.value
            default: break
            }
        }
        guard let syntax, let inherits, initialValue != nil || syntax.utf8.elementsEqual("*".utf8) else { return nil }
        self.init(name: name, syntax: syntax, inherits: inherits, initialValue: initialValue)
    }
}
