/// Values that only painting reads: checked here, so that a wrong one is dropped, and kept as tokens.
extension ValueParser {
    mutating func paint(_ grammar: PaintGrammar, _ cursor: inout CSSTokenCursor) -> Declaration? {
        let start = cursor.index
        guard isValid(grammar, &cursor) else { return nil }
        return object(.tokens(CSSTokenSlice(buffer: cursor.buffer, start: start, end: cursor.index)))
    }

    private mutating func isValid(_ grammar: PaintGrammar, _ cursor: inout CSSTokenCursor) -> Bool {
        switch grammar {
        case .color: return ColorSyntax.take(&cursor, isQuirky: isQuirky)
        case .image: return list(&cursor) { parser, cursor in cursor.takeWord("none") || parser.image(&cursor) != nil }
        case .position: return list(&cursor) { parser, cursor in parser.positionPart(&cursor) }
        case .backgroundSize:
            return list(&cursor) { parser, cursor in
                if cursor.takeWord("cover") || cursor.takeWord("contain") { return true }
                guard parser.length(&cursor, [.percentage, .auto]) != nil else { return false }
                _ = parser.length(&cursor, [.percentage, .auto])
                return true
            }
        case .repeatStyle:
            return list(&cursor) { parser, cursor in
                if cursor.takeWord("repeat-x") || cursor.takeWord("repeat-y") { return true }
                let words = ValueParser.repeatWords
                guard cursor.takeKeyword(words) != nil else { return false }
                _ = cursor.takeKeyword(words)
                return true
            }
        case .attachment:
            return list(&cursor) { _, cursor in cursor.takeWord("scroll") || cursor.takeWord("fixed") || cursor.takeWord("local") }
        case .box: return list(&cursor) { _, cursor in cursor.takeKeyword(ValueParser.boxWords) != nil }
        case .radius:
            guard length(&cursor, [.percentage]) != nil else { return false }
            _ = length(&cursor, [.percentage])
            return true
        case .shadow:
            if cursor.takeWord("none") { return true }
            return list(&cursor) { parser, cursor in parser.shadow(&cursor) }
        case .alpha:
            if cursor.kind == .percentage {
                cursor.next()
                cursor.skipWhitespace()
                return true
            }
            return number(&cursor) != nil
        case .decorationLine:
            if cursor.takeWord("none") { return true }
            var seen: UInt8 = 0
            while let bit = cursor.takeKeyword(ValueParser.decorationLines) {
                guard seen & bit == 0 else { return false }
                seen |= bit
            }
            return seen != 0
        case .decorationStyle:
            return cursor.takeKeyword([
                KeywordValue("solid", 0), KeywordValue("double", 0), KeywordValue("dotted", 0), KeywordValue("dashed", 0), KeywordValue("wavy", 0),
            ]) != nil
        case .borderStyle:
            return cursor.takeKeyword(ValueParser.lineStyles) != nil
        case .lineWidth: return lineWidth(&cursor) != nil
        case .borderImageSlice: return borderImageSlice(&cursor)
        case .borderImageWidth: return borderImageLengths(&cursor, [.percentage, .auto])
        case .borderImageOutset: return borderImageLengths(&cursor, [])
        case .borderImageRepeat: return borderImageRepeat(&cursor)
        case .emphasisStyle:
            if cursor.takeWord("none") { return true }
            if cursor.takeString() != nil {
                cursor.skipWhitespace()
                return true
            }
            var count = 0
            while cursor.takeKeyword(EmphasisMark.words) != nil { count += 1 }
            return count == 1 || count == 2
        case .emphasisPosition:
            var count = 0
            while cursor.takeKeyword(ValueParser.emphasisPositions) != nil { count += 1 }
            return count == 1 || count == 2
        case .maskBox: return list(&cursor) { _, cursor in cursor.takeKeyword(ValueParser.maskBoxWords) != nil }
        case .maskMode: return list(&cursor) { _, cursor in cursor.takeKeyword(BackgroundLayer.maskModes) != nil }
        case .maskComposite: return list(&cursor) { _, cursor in cursor.takeKeyword(BackgroundLayer.maskOperators) != nil }
        case .anything:
            guard !cursor.isAtEnd else { return false }
            while !cursor.isAtEnd { cursor.skipComponentValue() }
            return true
        }
    }

    private static let decorationLines = [
        KeywordValue("underline", 1), KeywordValue("overline", 2), KeywordValue("line-through", 4), KeywordValue("blink", 8),
        KeywordValue("spelling-error", 16), KeywordValue("grammar-error", 32),
    ]
    static let lineStyles = [
        KeywordValue("none", 0), KeywordValue("hidden", 1), KeywordValue("inset", 2), KeywordValue("groove", 3), KeywordValue("outset", 4),
        KeywordValue("ridge", 5), KeywordValue("dotted", 6), KeywordValue("dashed", 7), KeywordValue("solid", 8), KeywordValue("double", 9),
        KeywordValue("auto", 10),
    ]
    private static let repeatWords = [KeywordValue("repeat", 0), KeywordValue("no-repeat", 0), KeywordValue("space", 0), KeywordValue("round", 0)]
    private static let boxWords = [
        KeywordValue("border-box", 0), KeywordValue("padding-box", 0), KeywordValue("content-box", 0), KeywordValue("text", 0),
        KeywordValue("border-area", 0),
    ]
    private static let maskBoxWords = [
        KeywordValue("border-box", 0), KeywordValue("padding-box", 0), KeywordValue("content-box", 0), KeywordValue("no-clip", 0),
        KeywordValue("fill-box", 0), KeywordValue("stroke-box", 0), KeywordValue("view-box", 0),
    ]
    private static let emphasisPositions = [KeywordValue("over", 0), KeywordValue("under", 0), KeywordValue("left", 0), KeywordValue("right", 0)]
    private static let borderImageRepeats = [
        KeywordValue("stretch", 0), KeywordValue("repeat", 0), KeywordValue("round", 0), KeywordValue("space", 0),
    ]
    private static let positionWords = [
        KeywordValue("left", 0), KeywordValue("right", 0), KeywordValue("top", 0), KeywordValue("bottom", 0), KeywordValue("center", 0),
    ]

    private mutating func list(_ cursor: inout CSSTokenCursor, _ item: (inout ValueParser, inout CSSTokenCursor) -> Bool) -> Bool {
        repeat {
            guard item(&self, &cursor) else { return false }
        } while cursor.takeComma()
        return true
    }

    private mutating func positionPart(_ cursor: inout CSSTokenCursor) -> Bool {
        var any = false
        while cursor.takeKeyword(ValueParser.positionWords) != nil || length(&cursor, [.percentage, .negative, .unitlessQuirk]) != nil { any = true }
        return any
    }

    private mutating func shadow(_ cursor: inout CSSTokenCursor) -> Bool {
        var lengths = 0
        var hasColor = false
        while !cursor.isAtEnd, cursor.kind != .comma {
            if cursor.takeWord("inset") { continue }
            if lengths == 0 || lengths >= 2, !hasColor, ColorSyntax.take(&cursor, isQuirky: false) { hasColor = true; continue }
            guard length(&cursor, [.negative]) != nil else { return false }
            lengths += 1
        }
        return lengths >= 2 && lengths <= 4
    }

    // MARK: Border images (https://www.w3.org/TR/css-backgrounds-3/#border-images)

    private mutating func borderImageSlice(_ cursor: inout CSSTokenCursor) -> Bool {
        var hasFill = cursor.takeWord("fill")
        var count = 0
        while count < 4, numberOrPercentage(&cursor) { count += 1 }
        if !hasFill { hasFill = cursor.takeWord("fill") }
        return count > 0
    }

    private mutating func numberOrPercentage(_ cursor: inout CSSTokenCursor) -> Bool {
        if cursor.kind == .number || cursor.kind == .percentage {
            guard cursor.peek.number >= 0 else { return false }
            cursor.next()
            cursor.skipWhitespace()
            return true
        }
        return number(&cursor) != nil || length(&cursor, [.percentage]) != nil
    }

    private mutating func borderImageLengths(_ cursor: inout CSSTokenCursor, _ grammar: LengthGrammar) -> Bool {
        var count = 0
        while count < 4, !cursor.isAtEnd, !cursor.isDelimiter("/") {
            if cursor.kind == .number, cursor.peek.number >= 0 {
                cursor.next()
                cursor.skipWhitespace()
            } else if length(&cursor, grammar) == nil { break }
            count += 1
        }
        return count > 0
    }

    private func borderImageRepeat(_ cursor: inout CSSTokenCursor) -> Bool {
        guard cursor.takeKeyword(ValueParser.borderImageRepeats) != nil else { return false }
        _ = cursor.takeKeyword(ValueParser.borderImageRepeats)
        return true
    }

    /// The source, the slices with widths and outsets behind slashes, and the repeats, in any order.
    mutating func borderImage(_ cursor: inout CSSTokenCursor) -> Bool {
        var hasSource = false, hasSlice = false, hasRepeat = false
        while !cursor.isAtEnd {
            let mark = cursor
            if !hasSource, cursor.takeWord("none") || image(&cursor) != nil { hasSource = true; continue }
            cursor = mark
            if !hasRepeat, borderImageRepeat(&cursor) { hasRepeat = true; continue }
            guard !hasSlice, borderImageSlice(&cursor) else { return false }
            hasSlice = true
            guard cursor.takeDelimiter("/") else { continue }
            cursor.skipWhitespace()
            let hasWidth = borderImageLengths(&cursor, [.percentage, .auto])
            guard cursor.takeDelimiter("/") else {
                guard hasWidth else { return false }
                continue
            }
            cursor.skipWhitespace()
            guard borderImageLengths(&cursor, []) else { return false }
        }
        return hasSource || hasSlice || hasRepeat
    }

    /// `background` (https://www.w3.org/TR/css-backgrounds-3/#background): each layer's parts in any order, the color in the last one.
    mutating func background(_ cursor: inout CSSTokenCursor, isMask: Bool = false) -> Bool {
        repeat {
            var any = false
            while !cursor.isAtEnd, cursor.kind != .comma {
                if cursor.takeDelimiter("/") {
                    cursor.skipWhitespace()
                    var size = false
                    while cursor.takeWord("cover") || cursor.takeWord("contain") || length(&cursor, [.percentage, .auto]) != nil { size = true }
                    guard size else { return false }
                    continue
                }
                let mark = cursor
                if image(&cursor) != nil { any = true; continue }
                // A function that is no image may be a color.
                cursor = mark
                if isMask, cursor.takeKeyword(BackgroundLayer.maskModes) != nil || cursor.takeKeyword(BackgroundLayer.maskOperators) != nil
                    || cursor.takeKeyword(ValueParser.maskBoxWords) != nil
                {
                    any = true
                    continue
                }
                guard cursor.takeWord("none") || cursor.takeWord("repeat-x") || cursor.takeWord("repeat-y")
                    || cursor.takeKeyword(ValueParser.repeatWords) != nil || cursor.takeKeyword(ValueParser.boxWords) != nil
                    || cursor.takeWord("scroll") || cursor.takeWord("fixed") || cursor.takeWord("local")
                    || positionPart(&cursor) || ColorSyntax.take(&cursor, isQuirky: isQuirky)
                else { return false }
                any = true
            }
            guard any else { return false }
        } while cursor.takeComma()
        return true
    }
}
