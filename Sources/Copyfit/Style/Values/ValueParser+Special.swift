extension ValueParser {
    /// Properties whose values have a grammar of their own.
    mutating func special(_ property: PropertyID, _ cursor: inout CSSTokenCursor) -> Declaration? {
        switch property {
        case .display: return display(&cursor)
        case .float:
            return cursor.takeKeyword([
                KeywordValue("none", 0), KeywordValue("left", 1), KeywordValue("right", 2), KeywordValue("inline-start", 3), KeywordValue("inline-end", 4),
            ]).map { .keyword($0) }
        case .clear:
            return cursor.takeKeyword([
                KeywordValue("none", 0), KeywordValue("left", 1), KeywordValue("right", 2), KeywordValue("both", 3), KeywordValue("inline-start", 4),
                KeywordValue("inline-end", 5), KeywordValue("all", 3),
            ]).map { .keyword($0) }
        case .contain: return contain(&cursor)
        case .containerName: return containerName(&cursor)
        case .appearance: return appearance(&cursor)
        case .transform, .translate, .rotate, .scale, .perspective, .filter, .backdropFilter: return effect(&cursor)
        case .willChange: return willChange(&cursor)
        case .zIndex:
            if cursor.takeWord("auto") { return .keyword(0) }
            return integer(&cursor, minimum: -.infinity)
        case .borderTopWidth, .borderRightWidth, .borderBottomWidth, .borderLeftWidth, .borderBlockStartWidth, .borderBlockEndWidth,
            .borderInlineStartWidth, .borderInlineEndWidth:
            return lineWidth(&cursor)
        case .aspectRatio: return aspectRatio(&cursor)
        case .zoom:
            if cursor.takeWord("normal") || cursor.takeWord("reset") { return .number(1) }
            if cursor.kind == .percentage, cursor.peek.number >= 0 {
                let value = cursor.next().number / 100
                cursor.skipWhitespace()
                return .number(value)
            }
            return number(&cursor, minimum: 0)
        case .textSizeAdjust:
            if cursor.takeWord("auto") { return .keyword(0) }
            if cursor.takeWord("none") { return .percent(100) }
            guard cursor.kind == .percentage, cursor.peek.number >= 0 else { return nil }
            let percent = cursor.next().number
            cursor.skipWhitespace()
            return .percent(percent)
        case .colorScheme: return colorScheme(&cursor)
        case .verticalAlign: return verticalAlign(&cursor)
        case .textAlign: return textAlign(&cursor)
        case .textIndent: return textIndent(&cursor)
        case .textTransform: return textTransform(&cursor)
        case .hyphenateCharacter:
            if cursor.takeWord("auto") { return .keyword(0) }
            return cursor.takeText().map { object(.string($0)) }
        case .tabSize:
            if let count = number(&cursor, minimum: 0) { return count }
            return length(&cursor, [])
        case .lineClamp:
            if cursor.takeWord("none") { return .keyword(0) }
            if cursor.kind == .percentage { return nil }
            return integer(&cursor, minimum: 1)
        case .columnCount:
            if cursor.takeWord("auto") { return .keyword(0) }
            return integer(&cursor, minimum: 1)
        case .listStyleType: return listStyleType(&cursor)
        case .listStyleImage: return listStyleImage(&cursor)
        case .content: return content(&cursor)
        case .counterReset: return counters(&cursor, defaultValue: 0)
        case .counterIncrement: return counters(&cursor, defaultValue: 1)
        case .counterSet: return counters(&cursor, defaultValue: 0)
        case .quotes: return quotes(&cursor)
        case .alignContent, .alignItems, .alignSelf, .justifyContent, .justifyItems, .justifySelf: return alignment(property, &cursor)
        case .gridAutoFlow: return gridAutoFlow(&cursor)
        case .gridTemplateColumns, .gridTemplateRows, .gridTemplateAreas, .gridAutoColumns, .gridAutoRows, .gridRowStart, .gridRowEnd,
            .gridColumnStart, .gridColumnEnd:
            return grid(property, &cursor)
        case .language: return nil
        default: return font(property, &cursor)
        }
    }

    // MARK: Boxes

    private static let displayKeywords: [KeywordValue] = [
        KeywordValue("none", Display.none), KeywordValue("block", Display.block), KeywordValue("inline", Display.inline),
        KeywordValue("inline-block", Display.inlineBlock), KeywordValue("table", Display.table), KeywordValue("table-row", Display.tableRow),
        KeywordValue("table-cell", Display.tableCell), KeywordValue("flex", Display.flex), KeywordValue("grid", Display.grid),
        KeywordValue("list-item", Display.listItem), KeywordValue("contents", Display.contents), KeywordValue("flow-root", Display.flowRoot),
        KeywordValue("inline-flex", Display.inlineFlex), KeywordValue("inline-grid", Display.inlineGrid), KeywordValue("inline-table", Display.inlineTable),
        KeywordValue("table-row-group", Display.tableRowGroup), KeywordValue("table-header-group", Display.tableHeaderGroup),
        KeywordValue("table-footer-group", Display.tableFooterGroup), KeywordValue("table-column-group", Display.tableColumnGroup),
        KeywordValue("table-column", Display.tableColumn), KeywordValue("table-caption", Display.tableCaption),
        KeywordValue("-webkit-box", Display.webkitBox), KeywordValue("-webkit-inline-box", Display.inlineWebkitBox),
        KeywordValue("-webkit-flex", Display.flex), KeywordValue("-webkit-inline-flex", Display.inlineFlex),
        KeywordValue("ruby", Display.ruby), KeywordValue("ruby-text", Display.rubyText), KeywordValue("math", Display.inline),
        KeywordValue("flow", Display.block),
    ]

    /// https://www.w3.org/TR/css-display-3/#the-display-properties
    private mutating func display(_ cursor: inout CSSTokenCursor) -> Declaration? {
        let start = cursor
        if let single = cursor.takeKeyword(ValueParser.displayKeywords), cursor.isAtEnd { return .keyword(single) }
        cursor = start
        var isBlock: Bool?
        var inside: Display?
        var isListItem = false
        while !cursor.isAtEnd {
            if isBlock == nil, cursor.takeWord("block") { isBlock = true; continue }
            if isBlock == nil, cursor.takeWord("inline") { isBlock = false; continue }
            if !isListItem, cursor.takeWord("list-item") { isListItem = true; continue }
            guard inside == nil else { return nil }
            if cursor.takeWord("flow") { inside = .block; continue }
            if cursor.takeWord("flow-root") { inside = .flowRoot; continue }
            if cursor.takeWord("table") { inside = .table; continue }
            if cursor.takeWord("flex") { inside = .flex; continue }
            if cursor.takeWord("grid") { inside = .grid; continue }
            if cursor.takeWord("ruby") { inside = .ruby; continue }
            if cursor.takeWord("math") { inside = .block; continue }
            return nil
        }
        if isListItem {
            guard inside == nil || inside == .block || inside == .flowRoot else { return nil }
            return .keyword(isBlock == false ? Display.inlineListItem : .listItem)
        }
        switch (inside ?? .block, isBlock ?? true) {
        case (.block, true): return .keyword(Display.block)
        case (.block, false): return .keyword(Display.inline)
        case (.flowRoot, true): return .keyword(Display.flowRoot)
        case (.flowRoot, false): return .keyword(Display.inlineBlock)
        case (.table, let block): return .keyword(block ? Display.table : .inlineTable)
        case (.flex, let block): return .keyword(block ? Display.flex : .inlineFlex)
        case (.grid, let block): return .keyword(block ? Display.grid : .inlineGrid)
        default: return .keyword(isBlock == true ? Display.block : .ruby)
        }
    }

    private mutating func contain(_ cursor: inout CSSTokenCursor) -> Declaration? {
        if cursor.takeWord("none") { return .keyword(0) }
        if cursor.takeWord("strict") { return .keyword(0b11101) }
        if cursor.takeWord("content") { return .keyword(0b11100) }
        var bits: UInt8 = 0
        let words = [
            KeywordValue("size", 1), KeywordValue("inline-size", 2), KeywordValue("layout", 4), KeywordValue("style", 8), KeywordValue("paint", 16),
        ]
        while let bit = cursor.takeKeyword(words) {
            guard bits & bit == 0 else { return nil }
            bits |= bit
        }
        return bits == 0 || bits & 3 == 3 ? nil : .keyword(bits)
    }

    /// https://www.w3.org/TR/css-contain-3/#container-name
    private mutating func containerName(_ cursor: inout CSSTokenCursor) -> Declaration? {
        if cursor.takeWord("none") { return .keyword(0) }
        var names: [String] = []
        while let name = cursor.takeIdentText() {
            switch ASCII.lowercased(name) {
            case "and", "or", "not", "none", "default": return nil
            default: names.append(name)
            }
            cursor.skipWhitespace()
        }
        return names.isEmpty ? nil : object(.names(names))
    }

    private mutating func appearance(_ cursor: inout CSSTokenCursor) -> Declaration? {
        if cursor.takeWord("none") { return .keyword(Appearance.none) }
        let known: [StaticString] = [
            "auto", "textfield", "menulist-button", "searchfield", "textarea", "push-button", "slider-horizontal", "checkbox", "radio",
            "square-button", "menulist", "listbox", "meter", "progress-bar", "button", "button-bevel", "default-button", "base-select",
        ]
        for word in known where cursor.takeWord(word) { return .keyword(Appearance.auto) }
        return nil
    }

    /// `none`, or a list of functions and numbers: layout only asks whether there is an effect.
    private mutating func effect(_ cursor: inout CSSTokenCursor) -> Declaration? {
        if cursor.takeWord("none") { return .keyword(0) }
        guard !cursor.isAtEnd else { return nil }
        let start = cursor.index
        while !cursor.isAtEnd {
            switch cursor.kind {
            case .function, .dimension, .number, .percentage, .ident, .url:
                cursor.skipComponentValue()
                cursor.skipWhitespace()
            default: return nil
            }
        }
        store.objects.append(.tokens(cursor.slice(from: start)))
        return Declaration(form: .keyword, flag: 1, index: UInt32(clamping: store.objects.count - 1))
    }

    private mutating func willChange(_ cursor: inout CSSTokenCursor) -> Declaration? {
        var isTransformed: UInt8 = 0
        repeat {
            guard let word = cursor.takeLowercasedIdent() else { return nil }
            cursor.skipWhitespace()
            switch word {
            case "transform", "perspective", "filter", "translate", "rotate", "scale", "backdrop-filter": isTransformed = 1
            default: break
            }
        } while cursor.takeComma()
        return .keyword(isTransformed)
    }

    mutating func lineWidth(_ cursor: inout CSSTokenCursor) -> Declaration? {
        if cursor.takeWord("thin") { return .px(1) }
        if cursor.takeWord("medium") { return .px(3) }
        if cursor.takeWord("thick") { return .px(5) }
        return length(&cursor, [.unitlessQuirk])
    }

    /// The object's tokens are read again when computed; here only its form is checked. A plain ratio is a number.
    private mutating func aspectRatio(_ cursor: inout CSSTokenCursor) -> Declaration? {
        var isAuto = cursor.takeWord("auto")
        if isAuto, cursor.isAtEnd { return Declaration(form: .number, flag: 1, value: 0) }
        guard cursor.kind == .number, cursor.peek.number >= 0 else { return nil }
        var width = cursor.next().number
        var height = 1.0
        cursor.skipWhitespace()
        if cursor.takeDelimiter("/") {
            cursor.skipWhitespace()
            guard cursor.kind == .number, cursor.peek.number >= 0 else { return nil }
            height = cursor.next().number
            cursor.skipWhitespace()
        }
        if !isAuto { isAuto = cursor.takeWord("auto") }
        // > If either number is 0, the ratio is degenerate and behaves as auto.
        if width == 0 || height == 0 { width = 0; height = 1 }
        return Declaration(form: .number, flag: isAuto ? 1 : 0, value: width / height)
    }

    private mutating func colorScheme(_ cursor: inout CSSTokenCursor) -> Declaration? {
        if cursor.takeWord("normal") { return .keyword(0) }
        var bits: UInt8 = 0
        var any = false
        while cursor.kind == .ident {
            if cursor.takeWord("light") { bits |= 1 } else if cursor.takeWord("dark") { bits |= 2 } else { cursor.next(); cursor.skipWhitespace() }
            any = true
        }
        return any ? .keyword(bits) : nil
    }

    // MARK: Text

    private mutating func verticalAlign(_ cursor: inout CSSTokenCursor) -> Declaration? {
        if let word = cursor.takeKeyword([
            KeywordValue("baseline", VerticalAlign.baseline), KeywordValue("middle", VerticalAlign.middle), KeywordValue("top", VerticalAlign.top),
            KeywordValue("bottom", VerticalAlign.bottom), KeywordValue("sub", VerticalAlign.sub), KeywordValue("super", VerticalAlign.super),
            KeywordValue("text-top", VerticalAlign.textTop), KeywordValue("text-bottom", VerticalAlign.textBottom),
            KeywordValue("-webkit-baseline-middle", VerticalAlign.webkitBaselineMiddle),
        ]) { return .keyword(word) }
        return length(&cursor, [.percentage, .negative, .unitlessQuirk])
    }

    private static let textAlignments: [KeywordValue] = [
        KeywordValue("left", TextAlign.left), KeywordValue("center", TextAlign.center), KeywordValue("right", TextAlign.right),
        KeywordValue("start", TextAlign.start), KeywordValue("justify", TextAlign.justify), KeywordValue("end", TextAlign.end),
        KeywordValue("match-parent", TextAlign.matchParent), KeywordValue("-webkit-match-parent", TextAlign.matchParent),
        KeywordValue("-webkit-left", TextAlign.webkitLeft), KeywordValue("-webkit-right", TextAlign.webkitRight),
        KeywordValue("-webkit-center", TextAlign.webkitCenter), KeywordValue("-internal-th-center", PropertyTable.internalThCenter),
    ]

    private mutating func textAlign(_ cursor: inout CSSTokenCursor) -> Declaration? {
        guard let word = cursor.takeKeyword(ValueParser.textAlignments), word != PropertyTable.internalThCenter || isUserAgentSheet else { return nil }
        return .keyword(word)
    }

    private mutating func textIndent(_ cursor: inout CSSTokenCursor) -> Declaration? {
        var result: Declaration?
        var flags: UInt8 = 0
        while !cursor.isAtEnd {
            if flags & 2 == 0, cursor.takeWord("hanging") { flags |= 2; continue }
            if flags & 4 == 0, cursor.takeWord("each-line") { flags |= 4; continue }
            guard result == nil, let length = length(&cursor, [.percentage, .negative, .unitlessQuirk]) else { return nil }
            result = length
        }
        // Chromium has no `hanging` and `each-line`.
        if flags != 0, engine == .chromium { return nil }
        result?.flag = flags
        return result
    }

    private mutating func textTransform(_ cursor: inout CSSTokenCursor) -> Declaration? {
        var value: TextTransform?
        while !cursor.isAtEnd {
            guard let word = cursor.takeKeyword([
                KeywordValue("none", TextTransform.none), KeywordValue("uppercase", TextTransform.uppercase), KeywordValue("lowercase", TextTransform.lowercase),
                KeywordValue("capitalize", TextTransform.capitalize), KeywordValue("full-width", TextTransform.fullWidth),
                KeywordValue("full-size-kana", TextTransform.fullSizeKana), KeywordValue("math-auto", TextTransform.none),
            ]) else { return nil }
            // A case transform beside a width transform wins: one of both is all that the style holds.
            if value == nil || value == .fullWidth || value == .fullSizeKana { value = TextTransform(rawValue: word) }
        }
        return value.map { .keyword($0) }
    }

    // MARK: Alignment

    private static let positions: [KeywordValue] = [
        KeywordValue("center", Alignment.center), KeywordValue("start", Alignment.start), KeywordValue("end", Alignment.end),
        KeywordValue("flex-start", Alignment.flexStart), KeywordValue("flex-end", Alignment.flexEnd), KeywordValue("self-start", Alignment.selfStart),
        KeywordValue("self-end", Alignment.selfEnd), KeywordValue("left", Alignment.left), KeywordValue("right", Alignment.right),
        KeywordValue("anchor-center", Alignment.anchorCenter),
    ]

    /// https://www.w3.org/TR/css-align-3/
    mutating func alignment(_ property: PropertyID, _ cursor: inout CSSTokenCursor) -> Declaration? {
        let isContent = property == .alignContent || property == .justifyContent
        let isSelf = property == .alignSelf || property == .justifySelf
        let isJustify = property == .justifyContent || property == .justifyItems || property == .justifySelf
        if isSelf, cursor.takeWord("auto") { return .keyword(Alignment.auto) }
        if cursor.takeWord("normal") { return .keyword(Alignment.normal) }
        if cursor.takeWord("stretch") { return .keyword(Alignment.stretch) }
        if isContent {
            if let word = cursor.takeKeyword([
                KeywordValue("space-between", Alignment.spaceBetween), KeywordValue("space-around", Alignment.spaceAround),
                KeywordValue("space-evenly", Alignment.spaceEvenly),
            ]) { return .keyword(word) }
        }
        if !(isContent && isJustify) {
            let mark = cursor
            let isLast = cursor.takeWord("last")
            if !isLast { _ = cursor.takeWord("first") }
            if cursor.takeWord("baseline") { return .keyword(isLast ? Alignment.lastBaseline : .baseline) }
            cursor = mark
        }
        if property == .justifyItems, cursor.takeWord("legacy") {
            if let word = cursor.takeKeyword([KeywordValue("left", 0), KeywordValue("right", 0), KeywordValue("center", 0)]) { _ = word }
            return .keyword(Alignment.legacy)
        }
        _ = cursor.takeWord("safe") || cursor.takeWord("unsafe")
        guard let word = cursor.takeKeyword(ValueParser.positions), let value = Alignment(rawValue: word) else { return nil }
        if value == .left || value == .right, !isJustify { return nil }
        if value == .selfStart || value == .selfEnd || value == .anchorCenter, isContent { return nil }
        return .keyword(value)
    }
}
