/// Parses the values of longhands into a `DeclarationStore`.
///
/// Every function takes a value from the cursor together with the white space behind it, or answers nil. A caller that gets nil gives the
/// whole declaration up, so the cursor need not be put back.
struct ValueParser {
    var store: DeclarationStore
    /// In quirks mode some lengths may lack their unit.
    let isQuirky: Bool
    let isUserAgentSheet: Bool
    let engine: Profile.Engine

    init(store: DeclarationStore = DeclarationStore(), isQuirky: Bool, isUserAgentSheet: Bool = false, engine: Profile.Engine) {
        self.store = store
        self.isQuirky = isQuirky
        self.isUserAgentSheet = isUserAgentSheet
        self.engine = engine
    }

    /// The value of one longhand up to the end of `cursor`.
    mutating func longhand(_ property: PropertyID, _ cursor: inout CSSTokenCursor) -> Declaration? {
        cursor.skipWhitespace()
        guard let value = component(property, &cursor), cursor.isAtEnd else { return nil }
        return value.on(property)
    }

    /// The value of one longhand, at the start of what a shorthand holds.
    mutating func component(_ property: PropertyID, _ cursor: inout CSSTokenCursor) -> Declaration? {
        switch PropertyTable.entry(property).grammar {
        case .keyword(let keywords): return cursor.takeKeyword(keywords).map { .keyword($0) }
        case .length(let grammar), .spacing(let grammar): return length(&cursor, grammar)
        case .number(let minimum): return number(&cursor, minimum: minimum)
        case .integer(let minimum): return integer(&cursor, minimum: Double(minimum))
        case .special: return special(property, &cursor)
        case .paint(let grammar): return paint(grammar, &cursor)
        case .unchecked:
            while !cursor.isAtEnd { cursor.skipComponentValue() }
            return .keyword(0)
        }
    }

    mutating func object(_ object: SpecifiedObject) -> Declaration {
        store.objects.append(object)
        return Declaration(form: .object, index: UInt32(clamping: store.objects.count - 1))
    }

    // MARK: Numbers and lengths

    mutating func math(_ cursor: inout CSSTokenCursor, accepts: (MathType) -> Bool) -> Declaration? {
        let mark = cursor
        guard let (node, type) = MathParser.parse(&cursor), accepts(type) else { cursor = mark; return nil }
        cursor.skipWhitespace()
        store.maths.append(node)
        return Declaration(form: .math, index: UInt32(clamping: store.maths.count - 1))
    }

    mutating func number(_ cursor: inout CSSTokenCursor, minimum: Double = -.infinity) -> Declaration? {
        if cursor.kind == .number {
            let value = cursor.peek.number
            guard value >= minimum else { return nil }
            cursor.next()
            cursor.skipWhitespace()
            return .number(value)
        }
        return math(&cursor) { $0.isNumber }
    }

    mutating func integer(_ cursor: inout CSSTokenCursor, minimum: Double) -> Declaration? {
        if cursor.kind == .number, !cursor.peek.isInteger { return nil }
        return number(&cursor, minimum: minimum)
    }

    private static let sizingKeywords: [KeywordValue] = [
        KeywordValue("min-content", Length.Kind.minContent.rawValue), KeywordValue("max-content", Length.Kind.maxContent.rawValue),
        KeywordValue("fit-content", Length.Kind.fitContent.rawValue), KeywordValue("stretch", Length.Kind.stretch.rawValue),
        KeywordValue("-webkit-min-content", Length.Kind.minContent.rawValue), KeywordValue("-webkit-max-content", Length.Kind.maxContent.rawValue),
        KeywordValue("-webkit-fit-content", Length.Kind.fitContent.rawValue), KeywordValue("-webkit-fill-available", Length.Kind.stretch.rawValue),
        KeywordValue("intrinsic", Length.Kind.maxContent.rawValue), KeywordValue("min-intrinsic", Length.Kind.minContent.rawValue),
    ]

    mutating func length(_ cursor: inout CSSTokenCursor, _ grammar: LengthGrammar) -> Declaration? {
        let token = cursor.peek
        switch token.kind {
        case .dimension:
            guard let unit = cursor.buffer.withText(of: token, LengthUnit.init), unit.isLength, unit != .quirkyEm || isUserAgentSheet,
                token.number >= 0 || grammar.contains(.negative)
            else { return nil }
            cursor.next()
            cursor.skipWhitespace()
            return Declaration(form: .dimension, unit: unit, value: token.number)
        case .percentage:
            guard grammar.contains(.percentage), token.number >= 0 || grammar.contains(.negative) else { return nil }
            cursor.next()
            cursor.skipWhitespace()
            return .percent(token.number)
        case .number:
            guard token.number == 0 || (isQuirky && grammar.contains(.unitlessQuirk)), token.number >= 0 || grammar.contains(.negative) else { return nil }
            cursor.next()
            cursor.skipWhitespace()
            return .px(token.number)
        case .ident:
            if grammar.contains(.auto), cursor.takeWord("auto") { return .length(.auto) }
            if grammar.contains(.none), cursor.takeWord("none") { return .length(.none) }
            if grammar.contains(.normal), cursor.takeWord("normal") { return .length(.auto) }
            if grammar.contains(.content), cursor.takeWord("content") { return .length(.content) }
            if grammar.contains(.intrinsic), let kind = cursor.takeKeyword(ValueParser.sizingKeywords) {
                return Declaration(form: .lengthKeyword, flag: kind)
            }
            return nil
        case .function:
            return math(&cursor) { type in
                type.isLengthPercentage && (grammar.contains(.percentage) || type == MathType(length: 1))
            }
        default:
            return nil
        }
    }
}
