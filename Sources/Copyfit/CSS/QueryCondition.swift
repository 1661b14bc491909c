/// The condition of a media or container query: features joined by `and`, `or` and `not`, evaluated in three-valued logic
/// (https://www.w3.org/TR/mediaqueries-4/#evaluating); nil is "unknown".
package indirect enum QueryCondition: Sendable {
    case feature(QueryFeature)
    case not(QueryCondition)
    case and([QueryCondition])
    case or([QueryCondition])
    /// Valid syntax that means nothing today (`<general-enclosed>`), or a feature that is not known.
    case unknown

    func evaluate(_ feature: (QueryFeature) -> Bool?) -> Bool? {
        switch self {
        case .feature(let value): return feature(value)
        case .not(let inner): return inner.evaluate(feature).map { !$0 }
        case .unknown: return nil
        case .and(let terms):
            var result: Bool? = true
            for term in terms {
                switch term.evaluate(feature) {
                case false?: return false
                case nil: result = nil
                case true?: break
                }
            }
            return result
        case .or(let terms):
            var result: Bool? = false
            for term in terms {
                switch term.evaluate(feature) {
                case true?: return true
                case nil: result = nil
                case false?: break
                }
            }
            return result
        }
    }

    func forEachFeature(_ body: (QueryFeature) -> Void) {
        switch self {
        case .feature(let value): body(value)
        case .not(let inner): inner.forEachFeature(body)
        case .and(let terms), .or(let terms): for term in terms { term.forEachFeature(body) }
        case .unknown: break
        }
    }
}

/// One feature of a query: `(width >= 600px)`, `(hover)`, `(400px < width < 700px)`.
package struct QueryFeature: Sendable {
    package enum Comparison: UInt8, Sendable {
        case less, lessOrEqual, equal, greaterOrEqual, greater

        var mirrored: Comparison {
            switch self {
            case .less: .greater
            case .lessOrEqual: .greaterOrEqual
            case .equal: .equal
            case .greaterOrEqual: .lessOrEqual
            case .greater: .less
            }
        }

        func holds(_ a: Double, _ b: Double) -> Bool {
            switch self {
            case .less: a < b
            case .lessOrEqual: a <= b
            case .equal: a == b
            case .greaterOrEqual: a >= b
            case .greater: a > b
            }
        }
    }

    package enum Value: Sendable {
        case number(Double)
        /// CSS px plus a count of `em`s.
        case length(px: Double, em: Double)
        case ratio(Double, Double)
        /// Device pixels per CSS px.
        case resolution(Double)
        /// In lower case.
        case keyword(String)
    }

    /// In lower case, without `min-` and `max-`.
    package var name: String
    /// `feature comparison value`, all of which must hold; empty in a boolean context, as `(hover)`.
    package var comparisons: [(comparison: Comparison, value: Value)]

    /// Compares a length in CSS px.
    func evaluate(length actual: Double, em: Double) -> Bool? {
        if comparisons.isEmpty { return actual != 0 }
        for (comparison, value) in comparisons {
            guard let wanted = QueryFeature.pixels(value, em: em) else { return nil }
            if !comparison.holds(actual, wanted) { return false }
        }
        return true
    }

    static func pixels(_ value: Value, em: Double) -> Double? {
        switch value {
        case .length(let px, let count): px + count * em
        case .number(0): 0
        default: nil
        }
    }

    func evaluate(number actual: Double) -> Bool? {
        if comparisons.isEmpty { return actual != 0 }
        for (comparison, value) in comparisons {
            guard case .number(let wanted) = value else { return nil }
            if !comparison.holds(actual, wanted) { return false }
        }
        return true
    }

    func evaluate(resolution actual: Double) -> Bool? {
        if comparisons.isEmpty { return actual != 0 }
        for (comparison, value) in comparisons {
            switch value {
            case .resolution(let wanted): if !comparison.holds(actual, wanted) { return false }
            case .keyword("infinite"): if !comparison.holds(actual, .infinity) { return false }
            default: return nil
            }
        }
        return true
    }

    func evaluate(ratio width: Double, _ height: Double) -> Bool? {
        if comparisons.isEmpty { return width != 0 || height != 0 }
        for (comparison, value) in comparisons {
            let wanted: (Double, Double)
            switch value {
            case .ratio(let a, let b): wanted = (a, b)
            case .number(let a): wanted = (a, 1)
            default: return nil
            }
            // Cross products, so that a height of 0 is an infinite ratio rather than none.
            if !comparison.holds(width * wanted.1, wanted.0 * height) { return false }
        }
        return true
    }

    /// Discrete features: `actual` is the device's keyword, and `falseKeyword` the one that is false in a boolean context.
    func evaluate(keyword actual: String, false falseKeyword: String = "none") -> Bool? {
        if comparisons.isEmpty { return actual != falseKeyword }
        for (comparison, value) in comparisons {
            guard case .keyword(let wanted) = value, comparison == .equal else { return nil }
            if actual != wanted { return false }
        }
        return true
    }
}

/// Reads query conditions; which function names besides parentheses mean something is up to the kind of query.
struct QueryConditionParser {
    /// `<media-condition>` or, without `allowsOr`, `<media-condition-without-or>`; nil where the syntax is broken.
    static func parse(_ cursor: inout CSSTokenCursor, allowsOr: Bool) -> QueryCondition? {
        cursor.skipWhitespace()
        if cursor.takeIdent("not") {
            cursor.skipWhitespace()
            return inParentheses(&cursor).map { .not($0) }
        }
        guard let first = inParentheses(&cursor) else { return nil }
        var terms = [first]
        var joinsByAnd: Bool?
        while !cursor.isAtEndAfterWhitespace() {
            let isAnd = cursor.isIdent("and")
            guard isAnd || (allowsOr && cursor.isIdent("or")) else { break }
            if let joinsByAnd, joinsByAnd != isAnd { return nil }
            joinsByAnd = isAnd
            cursor.next()
            // White space is needed between `and` and what follows, or it is a function.
            guard cursor.kind == .whitespace else { return nil }
            cursor.skipWhitespace()
            guard let term = inParentheses(&cursor) else { return nil }
            terms.append(term)
        }
        switch joinsByAnd {
        case nil: return first
        case true?: return .and(terms)
        case false?: return .or(terms)
        }
    }

    private static func inParentheses(_ cursor: inout CSSTokenCursor) -> QueryCondition? {
        if cursor.kind == .function {
            _ = cursor.block()
            return .unknown
        }
        guard cursor.kind == .openParenthesis, var inside = cursor.block() else { return nil }
        var attempt = inside
        attempt.skipWhitespace()
        if attempt.kind == .openParenthesis || attempt.kind == .function || attempt.isIdent("not"),
            let condition = parse(&attempt, allowsOr: true), attempt.isAtEndAfterWhitespace()
        {
            return condition
        }
        if let feature = feature(&inside) { return .feature(feature) }
        return .unknown
    }

    private static func feature(_ cursor: inout CSSTokenCursor) -> QueryFeature? {
        cursor.skipWhitespace()
        let start = cursor.index
        if let name = cursor.takeLowercasedIdent() {
            cursor.skipWhitespace()
            if cursor.isAtEnd { return QueryFeature(name: name, comparisons: []) }
            if cursor.take(.colon) != nil {
                guard let value = value(&cursor), cursor.isAtEndAfterWhitespace() else { return nil }
                let (plain, comparison) = prefix(name)
                return QueryFeature(name: plain, comparisons: [(comparison, value)])
            }
            if let comparison = comparison(&cursor) {
                guard let value = value(&cursor), cursor.isAtEndAfterWhitespace() else { return nil }
                return QueryFeature(name: name, comparisons: [(comparison, value)])
            }
            cursor.index = start
        }
        guard let left = value(&cursor), let first = comparison(&cursor) else { return nil }
        cursor.skipWhitespace()
        guard let name = cursor.takeLowercasedIdent() else { return nil }
        if cursor.isAtEndAfterWhitespace() { return QueryFeature(name: name, comparisons: [(first.mirrored, left)]) }
        guard let second = comparison(&cursor), let right = value(&cursor), cursor.isAtEndAfterWhitespace() else { return nil }
        // Both must point the same way: `400px < width < 700px`.
        switch (first, second) {
        case (.less, .less), (.less, .lessOrEqual), (.lessOrEqual, .less), (.lessOrEqual, .lessOrEqual),
            (.greater, .greater), (.greater, .greaterOrEqual), (.greaterOrEqual, .greater), (.greaterOrEqual, .greaterOrEqual):
            return QueryFeature(name: name, comparisons: [(first.mirrored, left), (second, right)])
        default:
            return nil
        }
    }

    private static func prefix(_ name: String) -> (String, QueryFeature.Comparison) {
        if name.hasPrefix("min-") { return (String(name.dropFirst(4)), .greaterOrEqual) }
        if name.hasPrefix("max-") { return (String(name.dropFirst(4)), .lessOrEqual) }
        if name.hasPrefix("-webkit-min-") { return ("-webkit-" + name.dropFirst(12), .greaterOrEqual) }
        if name.hasPrefix("-webkit-max-") { return ("-webkit-" + name.dropFirst(12), .lessOrEqual) }
        return (name, .equal)
    }

    private static func comparison(_ cursor: inout CSSTokenCursor) -> QueryFeature.Comparison? {
        cursor.skipWhitespace()
        if cursor.takeDelimiter("=") { return .equal }
        if cursor.takeDelimiter("<") { return cursor.takeDelimiter("=") ? .lessOrEqual : .less }
        if cursor.takeDelimiter(">") { return cursor.takeDelimiter("=") ? .greaterOrEqual : .greater }
        return nil
    }

    private static func value(_ cursor: inout CSSTokenCursor) -> QueryFeature.Value? {
        cursor.skipWhitespace()
        switch cursor.kind {
        case .ident:
            return cursor.takeLowercasedIdent().map { .keyword($0) }
        case .number:
            let number = cursor.next().number
            let start = cursor.index
            cursor.skipWhitespace()
            if cursor.takeDelimiter("/") {
                cursor.skipWhitespace()
                guard let second = cursor.take(.number)?.number, number >= 0, second >= 0 else { return nil }
                return .ratio(number, second)
            }
            cursor.index = start
            return .number(number)
        case .dimension:
            let token = cursor.next()
            return dimension(token.number, unit: cursor.buffer.lowercasedText(of: token))
        default:
            return nil
        }
    }

    private static func dimension(_ number: Double, unit: String) -> QueryFeature.Value? {
        switch unit {
        case "px": .length(px: number, em: 0)
        // Relative units are those of the initial values: an ex of half an em, a line height of `normal` counted as 1.2.
        case "em", "rem", "ic", "ric": .length(px: 0, em: number)
        case "ex", "rex", "ch", "rch": .length(px: 0, em: number / 2)
        case "cap", "rcap": .length(px: 0, em: number * 0.7)
        case "lh", "rlh": .length(px: 0, em: number * 1.2)
        case "in": .length(px: number * 96, em: 0)
        case "cm": .length(px: number * 96 / 2.54, em: 0)
        case "mm": .length(px: number * 96 / 25.4, em: 0)
        case "q": .length(px: number * 96 / 101.6, em: 0)
        case "pt": .length(px: number * 96 / 72, em: 0)
        case "pc": .length(px: number * 16, em: 0)
        case "dppx", "x": .resolution(number)
        case "dpi": .resolution(number / 96)
        case "dpcm": .resolution(number * 2.54 / 96)
        default: nil
        }
    }
}
