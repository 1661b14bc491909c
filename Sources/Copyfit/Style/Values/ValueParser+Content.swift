/// Lists and generated content (https://www.w3.org/TR/css-content-3/, https://www.w3.org/TR/css-lists-3/).
extension ValueParser {
    /// A counter style's name: predefined ones in lower case.
    static func counterStyleName(_ text: String) -> String? {
        let lower = ASCII.lowercased(text)
        switch lower {
        case "none", "inherit", "initial", "unset", "revert", "revert-layer", "default": return nil
        default: return predefinedCounterStyles.contains(lower) ? lower : text
        }
    }

    private static let predefinedCounterStyles: Set<String> = [
        "disc", "circle", "square", "decimal", "decimal-leading-zero", "lower-roman", "upper-roman", "lower-alpha", "upper-alpha", "lower-latin",
        "upper-latin", "lower-greek", "armenian", "upper-armenian", "lower-armenian", "georgian", "hebrew", "cjk-decimal", "cjk-ideographic",
        "cjk-earthly-branch", "cjk-heavenly-stem", "hiragana", "katakana", "hiragana-iroha", "katakana-iroha", "disclosure-open", "disclosure-closed",
        "arabic-indic", "bengali", "cambodian", "devanagari", "gujarati", "gurmukhi", "kannada", "khmer", "lao", "malayalam", "mongolian", "myanmar",
        "oriya", "persian", "tamil", "telugu", "thai", "tibetan", "simp-chinese-informal", "simp-chinese-formal", "trad-chinese-informal",
        "trad-chinese-formal", "korean-hangul-formal", "korean-hanja-informal", "korean-hanja-formal", "japanese-informal", "japanese-formal",
        "ethiopic-numeric",
    ]

    mutating func listStyleType(_ cursor: inout CSSTokenCursor) -> Declaration? {
        if cursor.takeWord("none") { return object(.listStyle(.none)) }
        return counterStyle(&cursor).map { object(.listStyle($0)) }
    }

    private mutating func counterStyle(_ cursor: inout CSSTokenCursor) -> ListStyle? {
        if let text = cursor.takeText() { return .string(text) }
        if cursor.isFunction("symbols") { return symbols(&cursor) }
        guard let text = cursor.takeIdentText(), let name = ValueParser.counterStyleName(text) else { return nil }
        cursor.skipWhitespace()
        return .counterStyle(name)
    }

    /// `symbols()`: neither engine measured here supports it but WebKit's parser: it is not taken.
    private mutating func symbols(_ cursor: inout CSSTokenCursor) -> ListStyle? { nil }

    mutating func listStyleImage(_ cursor: inout CSSTokenCursor) -> Declaration? {
        if cursor.takeWord("none") { return .keyword(0) }
        return image(&cursor).map { object(.image($0)) }
    }

    /// A URL, or any image function.
    mutating func image(_ cursor: inout CSSTokenCursor) -> ImageReference? {
        if let url = cursor.takeURL() {
            cursor.skipWhitespace()
            return ImageReference(url: url, base: cursor.buffer.base)
        }
        guard let (name, arguments) = cursor.takeFunction() else { return nil }
        switch name {
        case "image-set", "-webkit-image-set":
            var inside = arguments
            guard let url = inside.takeURL() ?? inside.takeString() else { return ImageReference(url: nil, base: nil) }
            return ImageReference(url: url, base: cursor.buffer.base)
        case "linear-gradient", "radial-gradient", "conic-gradient", "repeating-linear-gradient", "repeating-radial-gradient",
            "repeating-conic-gradient", "-webkit-linear-gradient", "-webkit-radial-gradient", "-webkit-repeating-linear-gradient",
            "-webkit-repeating-radial-gradient", "-webkit-gradient", "cross-fade", "-webkit-cross-fade", "element", "paint", "image":
            return ImageReference(url: nil, base: nil)
        default: return nil
        }
    }

    mutating func content(_ cursor: inout CSSTokenCursor) -> Declaration? {
        if cursor.takeWord("normal") { return .keyword(0) }
        if cursor.takeWord("none") { return .keyword(1) }
        var items: [ContentItem] = []
        while !cursor.isAtEnd, !cursor.isDelimiter("/") {
            guard let item = contentItem(&cursor) else { return nil }
            items.append(item)
        }
        guard !items.isEmpty else { return nil }
        if cursor.takeDelimiter("/") {
            // The alternative text is spoken, not shown.
            cursor.skipWhitespace()
            guard !cursor.isAtEnd else { return nil }
            while !cursor.isAtEnd {
                guard contentItem(&cursor) != nil else { return nil }
            }
        }
        return object(.content(items))
    }

    private mutating func contentItem(_ cursor: inout CSSTokenCursor) -> ContentItem? {
        if let text = cursor.takeText() { return .string(text) }
        if let word = cursor.takeKeyword([
            KeywordValue("open-quote", 0), KeywordValue("close-quote", 1), KeywordValue("no-open-quote", 2), KeywordValue("no-close-quote", 3),
        ]) { return [.openQuote, .closeQuote, .noOpenQuote, .noCloseQuote][Int(word)] }
        if cursor.kind == .url || cursor.isFunction("url") { return image(&cursor).map { .image($0) } }
        let mark = cursor
        guard let (name, arguments) = cursor.takeFunction() else { return nil }
        var inside = arguments
        switch name {
        case "attr":
            guard let attribute = inside.takeIdentText() else { return nil }
            inside.skipWhitespace()
            // `type(*)`, `string` and other syntaxes stand between name and fallback; content shows all of them as text.
            while !inside.isAtEnd, inside.kind != .comma { inside.skipComponentValue() }
            var fallback = ""
            if inside.takeComma() { fallback = inside.takeString() ?? "" }
            return .attribute(attribute, fallback: fallback)
        case "counter":
            guard let counter = inside.takeIdentText() else { return nil }
            var style = ListStyle.counterStyle("decimal")
            if inside.takeComma() {
                if inside.takeWord("none") { style = .none } else {
                    guard let given = counterStyle(&inside) else { return nil }
                    style = given
                }
            }
            return inside.isAtEndAfterWhitespace() ? .counter(name: counter, style: style) : nil
        case "counters":
            guard let counter = inside.takeIdentText(), inside.takeComma(), let separator = inside.takeText() else { return nil }
            var style = ListStyle.counterStyle("decimal")
            if inside.takeComma() {
                if inside.takeWord("none") { style = .none } else {
                    guard let given = counterStyle(&inside) else { return nil }
                    style = given
                }
            }
            return inside.isAtEndAfterWhitespace() ? .counters(name: counter, separator: separator, style: style) : nil
        default:
            cursor = mark
            return image(&cursor).map { .image($0) }
        }
    }

    mutating func counters(_ cursor: inout CSSTokenCursor, defaultValue: Int32) -> Declaration? {
        if cursor.takeWord("none") { return .keyword(0) }
        var operations: [CounterOperations.Operation] = []
        while !cursor.isAtEnd {
            var name: String?
            if cursor.isFunction("reversed") {
                guard var (_, inside) = cursor.takeFunction() else { return nil }
                name = inside.takeIdentText()
            } else {
                name = cursor.takeIdentText()
            }
            guard let name, ValueParser.counterStyleName(name) != nil else { return nil }
            cursor.skipWhitespace()
            let value = cursor.takeInteger().map { Int32(clamping: $0) } ?? defaultValue
            operations.append(CounterOperations.Operation(name: name, value: value))
        }
        return operations.isEmpty ? nil : object(.counters(operations))
    }

    mutating func quotes(_ cursor: inout CSSTokenCursor) -> Declaration? {
        if cursor.takeWord("none") { return object(.quotes([])) }
        if cursor.takeWord("auto") { return .keyword(0) }
        var pairs: [[String]] = []
        while !cursor.isAtEnd {
            guard let open = cursor.takeText(), let close = cursor.takeText() else { return nil }
            pairs.append([open, close])
        }
        return pairs.isEmpty ? nil : object(.quotes(pairs))
    }
}

/// ASCII case, without Unicode tables.
enum ASCII {
    static func lowercased(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 &- 0x41 < 26 }) else { return text }
        return String(decoding: text.utf8.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}
