extension ValueParser {
    /// The longhands of a shorthand's value, appended to `result`; false where the value is not valid.
    mutating func shorthand(_ id: ShorthandID, _ cursor: inout CSSTokenCursor, into result: inout [Declaration]) -> Bool {
        cursor.skipWhitespace()
        let count = result.count
        if parse(id, &cursor, &result), cursor.isAtEnd { return true }
        result.removeSubrange(count...)
        return false
    }

    private mutating func parse(_ id: ShorthandID, _ cursor: inout CSSTokenCursor, _ result: inout [Declaration]) -> Bool {
        switch id {
        // `all` takes CSS-wide keywords only.
        case .all: return false
        case .margin, .padding, .inset, .borderWidth, .borderStyle, .borderColor: return sides(id.longhands, &cursor, &result)
        case .marginBlock, .marginInline, .paddingBlock, .paddingInline, .insetBlock, .insetInline, .borderBlockWidth, .borderBlockStyle,
            .borderBlockColor, .borderInlineWidth, .borderInlineStyle, .borderInlineColor, .overflow, .gap, .borderSpacing:
            return pair(id.longhands, &cursor, &result)
        case .border, .borderBlock, .borderInline, .borderTop, .borderRight, .borderBottom, .borderLeft, .borderBlockStart, .borderBlockEnd,
            .borderInlineStart, .borderInlineEnd, .outline, .columnRule:
            return border(id, &cursor, &result)
        case .borderRadius: return radius(&cursor, &result)
        case .borderImage, .mask:
            let start = cursor.index
            guard id == .mask ? background(&cursor, isMask: true) : borderImage(&cursor) else { return false }
            append(id.longhands, whole(cursor, from: start, ValueParser.wholeShorthand), &result)
            return true
        case .textEmphasis: return anyOrder(id.longhands, &cursor, &result)
        case .font: return font(&cursor, &result)
        case .fontVariant: return fontVariant(&cursor, &result)
        case .fontSynthesis: return fontSynthesis(&cursor, &result)
        case .listStyle: return listStyle(&cursor, &result)
        case .background:
            let start = cursor.index
            guard background(&cursor) else { return false }
            append(id.longhands, whole(cursor, from: start, ValueParser.wholeShorthand), &result)
            return true
        case .backgroundPosition:
            guard var value = paint(.position, &cursor) else { return false }
            value.flag = ValueParser.positionShorthand
            append(id.longhands, value, &result)
            return true
        case .textDecoration: return textDecoration(&cursor, &result)
        case .whiteSpace: return whiteSpace(&cursor, &result)
        case .textWrap: return anyOrder([.textWrapMode, .textWrapStyle], &cursor, &result)
        case .container:
            guard let name = component(.containerName, &cursor) else { return false }
            result.append(name.on(.containerName))
            var type = Declaration(form: .initial)
            if cursor.takeDelimiter("/") {
                cursor.skipWhitespace()
                guard let value = component(.containerType, &cursor) else { return false }
                type = value
            }
            result.append(type.on(.containerType))
            return true
        case .flex: return flex(&cursor, &result)
        case .flexFlow: return anyOrder([.flexDirection, .flexWrap], &cursor, &result)
        case .placeContent, .placeItems, .placeSelf: return place(id.longhands, &cursor, &result)
        case .columns: return columns(&cursor, &result)
        case .grid, .gridTemplate: return gridTemplate(&cursor, &result, isGrid: id == .grid)
        case .gridRow, .gridColumn, .gridArea: return gridLines(id.longhands, &cursor, &result)
        }
    }

    /// Marks a paint declaration whose tokens are a whole shorthand's value, of which each longhand takes its part.
    static let wholeShorthand: UInt8 = 1
    /// The same for `background-position`.
    static let positionShorthand: UInt8 = 2

    private mutating func whole(_ cursor: CSSTokenCursor, from start: Int, _ flag: UInt8) -> Declaration {
        var declaration = object(.tokens(cursor.slice(from: start)))
        declaration.flag = flag
        return declaration
    }

    // MARK: Common forms

    private func append(_ properties: [PropertyID], _ value: Declaration, _ result: inout [Declaration]) {
        for property in properties { result.append(value.on(property)) }
    }

    /// The initial value as a declaration: what a shorthand sets a longhand to that it does not mention.
    private func reset(_ properties: PropertyID..., into result: inout [Declaration]) {
        append(properties, Declaration(form: .initial), &result)
    }

    /// One to four values for top, right, bottom, left.
    private mutating func sides(_ properties: [PropertyID], _ cursor: inout CSSTokenCursor, _ result: inout [Declaration]) -> Bool {
        var values: [Declaration] = []
        while values.count < 4, !cursor.isAtEnd {
            guard let value = component(properties[0], &cursor) else { return false }
            values.append(value)
        }
        guard let top = values.first else { return false }
        let right = values.count > 1 ? values[1] : top
        result.append(top.on(properties[0]))
        result.append(right.on(properties[1]))
        result.append((values.count > 2 ? values[2] : top).on(properties[2]))
        result.append((values.count > 3 ? values[3] : right).on(properties[3]))
        return true
    }

    /// One or two values.
    private mutating func pair(_ properties: [PropertyID], _ cursor: inout CSSTokenCursor, _ result: inout [Declaration]) -> Bool {
        guard let first = component(properties[0], &cursor) else { return false }
        var second = first
        if !cursor.isAtEnd {
            guard let value = component(properties[1], &cursor) else { return false }
            second = value
        }
        result.append(first.on(properties[0]))
        result.append(second.on(properties[1]))
        return true
    }

    /// Values of different properties, each at most once, in any order; the others are reset.
    private mutating func anyOrder(_ properties: [PropertyID], _ cursor: inout CSSTokenCursor, _ result: inout [Declaration]) -> Bool {
        var left = properties
        while !cursor.isAtEnd {
            var found = false
            for (index, property) in left.enumerated() {
                let mark = cursor
                if let value = component(property, &cursor) {
                    result.append(value.on(property))
                    left.remove(at: index)
                    found = true
                    break
                }
                cursor = mark
            }
            if !found { return false }
        }
        guard left.count < properties.count else { return false }
        append(left, Declaration(form: .initial), &result)
        return true
    }

    // MARK: Borders

    private mutating func border(_ id: ShorthandID, _ cursor: inout CSSTokenCursor, _ result: inout [Declaration]) -> Bool {
        var width: Declaration?, style: Declaration?, color: Declaration?
        let styleProperty: PropertyID = id == .outline || id == .columnRule ? .outlineStyle : .borderTopStyle
        while !cursor.isAtEnd {
            if width == nil, let value = lineWidth(&cursor) { width = value; continue }
            if style == nil, let value = component(styleProperty, &cursor) { style = value; continue }
            if color == nil, let value = paint(.color, &cursor) { color = value; continue }
            return false
        }
        guard width != nil || style != nil || color != nil else { return false }
        let initial = Declaration(form: .initial)
        let groups: [ShorthandID] = switch id {
        case .border: [.borderTop, .borderRight, .borderBottom, .borderLeft]
        case .borderBlock: [.borderBlockStart, .borderBlockEnd]
        case .borderInline: [.borderInlineStart, .borderInlineEnd]
        default: [id]
        }
        for group in groups {
            let longhands = group.longhands
            result.append((width ?? initial).on(longhands[0]))
            result.append((style ?? initial).on(longhands[1]))
            result.append((color ?? initial).on(longhands[2]))
        }
        // Without a source the other values of a border image mean nothing.
        if id == .border { result.append(initial.on(.borderImageSource)) }
        return true
    }

    private mutating func radius(_ cursor: inout CSSTokenCursor, _ result: inout [Declaration]) -> Bool {
        let start = cursor.index
        for part in 0..<2 {
            var count = 0
            while count < 4, !cursor.isAtEnd, !cursor.isDelimiter("/") {
                guard length(&cursor, [.percentage]) != nil else { return false }
                count += 1
            }
            guard count > 0 else { return false }
            guard part == 0, cursor.takeDelimiter("/") else { break }
            cursor.skipWhitespace()
        }
        append(ShorthandID.borderRadius.longhands, whole(cursor, from: start, ValueParser.wholeShorthand), &result)
        return true
    }

    // MARK: Fonts and text

    /// https://www.w3.org/TR/css-fonts-4/#font-prop
    private mutating func font(_ cursor: inout CSSTokenCursor, _ result: inout [Declaration]) -> Bool {
        let systemFonts: [StaticString] = [
            "caption", "icon", "menu", "message-box", "small-caption", "status-bar", "-webkit-mini-control", "-webkit-small-control", "-webkit-control",
        ]
        for word in systemFonts where cursor.takeWord(word) {
            guard cursor.isAtEnd else { return false }
            append(ShorthandID.font.longhands, Declaration(form: .initial), &result)
            // Both browsers take 13.3333px of the desktop's font.
            result.append(Declaration.px(40.0 / 3).on(.fontSize))
            result.append(object(.families([.generic(.systemUI)])).on(.fontFamily))
            return true
        }
        var style: Declaration?, caps: Declaration?, weight: Declaration?, stretch: Declaration?
        var normals = 0
        while normals < 4 {
            if cursor.takeWord("normal") { normals += 1; continue }
            let mark = cursor
            if style == nil, let value = fontStyle(&cursor) { style = value; continue }
            cursor = mark
            if caps == nil, cursor.takeWord("small-caps") { caps = .keyword(FontVariantCaps.smallCaps); continue }
            if weight == nil, cursor.kind == .ident || cursor.kind == .number, let value = fontWeight(&cursor) { weight = value; continue }
            cursor = mark
            if stretch == nil, cursor.kind == .ident, let value = fontStretch(&cursor) { stretch = value; continue }
            break
        }
        guard let size = fontSize(&cursor) else { return false }
        var lineHeight = Declaration(form: .initial)
        if cursor.takeDelimiter("/") {
            cursor.skipWhitespace()
            guard let value = self.lineHeight(&cursor) else { return false }
            lineHeight = value
        }
        guard let family = fontFamily(&cursor) else { return false }
        append(ShorthandID.font.longhands, Declaration(form: .initial), &result)
        if let style { result.append(style.on(.fontStyle)) }
        if let caps { result.append(caps.on(.fontVariantCaps)) }
        if let weight { result.append(weight.on(.fontWeight)) }
        if let stretch { result.append(stretch.on(.fontStretch)) }
        result.append(size.on(.fontSize))
        result.append(lineHeight.on(.lineHeight))
        result.append(family.on(.fontFamily))
        return true
    }

    private mutating func fontVariant(_ cursor: inout CSSTokenCursor, _ result: inout [Declaration]) -> Bool {
        append(ShorthandID.fontVariant.longhands, Declaration(form: .initial), &result)
        if cursor.takeWord("normal") { return true }
        if cursor.takeWord("none") {
            result.append(Declaration.number(Double(FontFeatureWords.noLigatures)).on(.fontVariantLigatures))
            return true
        }
        var ligatures: UInt16 = 0, numeric: UInt16 = 0, eastAsian: UInt16 = 0
        while !cursor.isAtEnd {
            if let word = cursor.takeKeyword([
                KeywordValue("small-caps", FontVariantCaps.smallCaps), KeywordValue("all-small-caps", FontVariantCaps.allSmallCaps),
                KeywordValue("petite-caps", FontVariantCaps.petiteCaps), KeywordValue("all-petite-caps", FontVariantCaps.allPetiteCaps),
                KeywordValue("unicase", FontVariantCaps.unicase), KeywordValue("titling-caps", FontVariantCaps.titlingCaps),
            ]) {
                result.append(Declaration.keyword(word).on(.fontVariantCaps))
                continue
            }
            if cursor.takeWord("sub") { result.append(Declaration.keyword(FontVariantPosition.sub).on(.fontVariantPosition)); continue }
            if cursor.takeWord("super") { result.append(Declaration.keyword(FontVariantPosition.super).on(.fontVariantPosition)); continue }
            if cursor.takeWord("historical-forms") || cursor.takeWord("text") || cursor.takeWord("emoji") || cursor.takeWord("unicode") { continue }
            if let word = FontFeatureWords.ligatures.first(where: { cursor.isIdent($0.name) }) { ligatures |= word.bit
            } else if let word = FontFeatureWords.numeric.first(where: { cursor.isIdent($0.name) }) { numeric |= word.bit
            } else if let word = FontFeatureWords.eastAsian.first(where: { cursor.isIdent($0.name) }) { eastAsian |= word.bit
            } else { return false }
            cursor.next()
            cursor.skipWhitespace()
        }
        if ligatures != 0 { result.append(Declaration.number(Double(ligatures)).on(.fontVariantLigatures)) }
        if numeric != 0 { result.append(Declaration.number(Double(numeric)).on(.fontVariantNumeric)) }
        if eastAsian != 0 { result.append(Declaration.number(Double(eastAsian)).on(.fontVariantEastAsian)) }
        return true
    }

    private mutating func fontSynthesis(_ cursor: inout CSSTokenCursor, _ result: inout [Declaration]) -> Bool {
        var bits: UInt8 = 0
        if !cursor.takeWord("none") {
            while let bit = cursor.takeKeyword([
                KeywordValue("weight", 1), KeywordValue("style", 2), KeywordValue("small-caps", 4), KeywordValue("position", 8),
            ]) { bits |= bit }
            guard bits != 0 else { return false }
        }
        result.append(Declaration.keyword(bits & 1).on(.fontSynthesisWeight))
        result.append(Declaration.keyword(bits >> 1 & 1).on(.fontSynthesisStyle))
        result.append(Declaration.keyword(bits >> 2 & 1).on(.fontSynthesisSmallCaps))
        return true
    }

    /// https://www.w3.org/TR/css-lists-3/#list-style-property
    private mutating func listStyle(_ cursor: inout CSSTokenCursor, _ result: inout [Declaration]) -> Bool {
        var type: Declaration?, position: Declaration?, image: Declaration?
        var nones = 0
        while !cursor.isAtEnd {
            if cursor.takeWord("none") { nones += 1; continue }
            if position == nil, let value = component(.listStylePosition, &cursor) { position = value; continue }
            let mark = cursor
            if image == nil, let value = listStyleImage(&cursor) { image = value; continue }
            cursor = mark
            if type == nil, let value = listStyleType(&cursor) { type = value; continue }
            return false
        }
        // > If `none` is the value of a longhand that the others leave unset, it sets both.
        guard nones <= (type == nil ? 1 : 0) + (image == nil ? 1 : 0), type != nil || position != nil || image != nil || nones > 0 else { return false }
        if nones > 0, type == nil { type = object(.listStyle(.none)) }
        let initial = Declaration(form: .initial)
        result.append((type ?? initial).on(.listStyleType))
        result.append((position ?? initial).on(.listStylePosition))
        result.append((image ?? initial).on(.listStyleImage))
        return true
    }

    private mutating func textDecoration(_ cursor: inout CSSTokenCursor, _ result: inout [Declaration]) -> Bool {
        var seen: UInt8 = 0
        while !cursor.isAtEnd {
            if seen & 1 == 0 {
                let mark = cursor
                if let value = paint(.decorationLine, &cursor) { result.append(value.on(.textDecorationLine)); seen |= 1; continue }
                cursor = mark
            }
            if seen & 2 == 0, let value = paint(.decorationStyle, &cursor) { result.append(value.on(.textDecorationStyle)); seen |= 2; continue }
            if seen & 4 == 0, let value = paint(.color, &cursor) { result.append(value.on(.textDecorationColor)); seen |= 4; continue }
            let start = cursor.index
            if seen & 8 == 0, cursor.takeWord("auto") || cursor.takeWord("from-font") || length(&cursor, [.percentage, .negative]) != nil {
                result.append(object(.tokens(cursor.slice(from: start))).on(.textDecorationThickness))
                seen |= 8
                continue
            }
            return false
        }
        return seen != 0
    }

    /// https://www.w3.org/TR/css-text-4/#white-space-property
    private mutating func whiteSpace(_ cursor: inout CSSTokenCursor, _ result: inout [Declaration]) -> Bool {
        let presets: [(StaticString, WhiteSpaceCollapse, TextWrapMode)] = [
            ("normal", .collapse, .wrap), ("pre", .preserve, .nowrap), ("nowrap", .collapse, .nowrap), ("pre-wrap", .preserve, .wrap),
            ("pre-line", .preserveBreaks, .wrap), ("break-spaces", .breakSpaces, .wrap), ("-webkit-nowrap", .collapse, .nowrap),
        ]
        let mark = cursor
        for (name, collapse, wrap) in presets where cursor.takeWord(name) {
            if cursor.isAtEnd {
                result.append(Declaration.keyword(collapse).on(.whiteSpaceCollapse))
                result.append(Declaration.keyword(wrap).on(.textWrapMode))
                return true
            }
            cursor = mark
            break
        }
        return anyOrder([.whiteSpaceCollapse, .textWrapMode], &cursor, &result)
    }

    // MARK: Flex, grid, columns

    /// https://www.w3.org/TR/css-flexbox-1/#flex-property
    private mutating func flex(_ cursor: inout CSSTokenCursor, _ result: inout [Declaration]) -> Bool {
        var grow: Declaration?, shrink: Declaration?, basis: Declaration?
        if cursor.takeWord("none") {
            (grow, shrink, basis) = (.number(0), .number(0), .length(.auto))
        } else {
            while !cursor.isAtEnd {
                if grow == nil {
                    let mark = cursor
                    if let value = number(&cursor, minimum: 0) {
                        grow = value
                        if !cursor.isAtEnd {
                            let mark = cursor
                            if let value = number(&cursor, minimum: 0) { shrink = value } else { cursor = mark }
                        }
                        continue
                    }
                    cursor = mark
                }
                guard basis == nil, let value = component(.flexBasis, &cursor) else { return false }
                basis = value
            }
            guard grow != nil || basis != nil else { return false }
        }
        result.append((grow ?? .number(1)).on(.flexGrow))
        result.append((shrink ?? .number(1)).on(.flexShrink))
        // > When omitted from the flex shorthand, its specified value is 0.
        result.append((basis ?? .percent(0)).on(.flexBasis))
        return true
    }

    private mutating func place(_ properties: [PropertyID], _ cursor: inout CSSTokenCursor, _ result: inout [Declaration]) -> Bool {
        let start = cursor
        guard let first = alignment(properties[0], &cursor) else { return false }
        result.append(first.on(properties[0]))
        var second: Declaration?
        if cursor.isAtEnd {
            var again = start
            second = alignment(properties[1], &again) ?? .keyword(Alignment.start)
        } else {
            second = alignment(properties[1], &cursor)
        }
        guard let second else { return false }
        result.append(second.on(properties[1]))
        return true
    }

    private mutating func columns(_ cursor: inout CSSTokenCursor, _ result: inout [Declaration]) -> Bool {
        var width: Declaration?, count: Declaration?
        var autos = 0
        while !cursor.isAtEnd {
            if cursor.takeWord("auto") { autos += 1; continue }
            if count == nil, cursor.kind == .number, let value = component(.columnCount, &cursor) { count = value; continue }
            guard width == nil, let value = component(.columnWidth, &cursor) else { return false }
            width = value
        }
        guard autos <= 2, autos > 0 || width != nil || count != nil else { return false }
        result.append((width ?? .length(.auto)).on(.columnWidth))
        result.append((count ?? .keyword(0)).on(.columnCount))
        return true
    }

    private mutating func gridLines(_ properties: [PropertyID], _ cursor: inout CSSTokenCursor, _ result: inout [Declaration]) -> Bool {
        var slices: [(slice: CSSTokenSlice, isName: Bool)] = []
        repeat {
            cursor.skipWhitespace()
            let start = cursor.index
            guard slices.count < properties.count, let line = GridSyntax.line(&cursor) else { return false }
            var isName = false
            if case .name = line { isName = true }
            slices.append((CSSTokenSlice(buffer: cursor.buffer, start: start, end: cursor.index), isName))
        } while cursor.takeDelimiter("/")
        for (index, property) in properties.enumerated() {
            // > If omitted, it is the opposite edge's name if that is a custom-ident, otherwise auto.
            let source = index < slices.count ? index : index == 3 && slices.count > 1 ? 1 : 0
            if index < slices.count || slices[source].isName {
                result.append(object(.tokens(slices[source].slice)).on(property))
            } else {
                result.append(Declaration(form: .initial).on(property))
            }
        }
        return true
    }

    /// https://www.w3.org/TR/css-grid-2/#grid-shorthand
    private mutating func gridTemplate(_ cursor: inout CSSTokenCursor, _ result: inout [Declaration], isGrid: Bool) -> Bool {
        append(isGrid ? ShorthandID.grid.longhands : ShorthandID.gridTemplate.longhands, Declaration(form: .initial), &result)
        if cursor.takeWord("none"), cursor.isAtEnd { return true }
        let start = cursor
        if isGrid, autoFlowForm(&cursor, &result) { return true }
        cursor = start
        // rows / columns
        if let rows = grid(.gridTemplateRows, &cursor), cursor.takeDelimiter("/") {
            cursor.skipWhitespace()
            guard let columns = grid(.gridTemplateColumns, &cursor) else { return false }
            result.append(rows.on(.gridTemplateRows))
            result.append(columns.on(.gridTemplateColumns))
            return true
        }
        cursor = start
        return areasForm(&cursor, &result)
    }

    /// `rows / auto-flow dense? columns?` and the same turned.
    private mutating func autoFlowForm(_ cursor: inout CSSTokenCursor, _ result: inout [Declaration]) -> Bool {
        func takeAutoFlow(_ cursor: inout CSSTokenCursor) -> Bool? {
            var isDense = false, isFlow = false
            while true {
                if cursor.takeWord("auto-flow") { isFlow = true } else if cursor.takeWord("dense") { isDense = true } else { break }
            }
            return isFlow ? isDense : nil
        }
        if let isDense = takeAutoFlow(&cursor) {
            result.append(Declaration.keyword(isDense ? GridAutoFlow.rowDense : .row).on(.gridAutoFlow))
            if !cursor.isDelimiter("/") {
                guard let rows = grid(.gridAutoRows, &cursor) else { return false }
                result.append(rows.on(.gridAutoRows))
            }
            guard cursor.takeDelimiter("/") else { return false }
            cursor.skipWhitespace()
            guard let columns = grid(.gridTemplateColumns, &cursor) else { return false }
            result.append(columns.on(.gridTemplateColumns))
            return true
        }
        guard let rows = grid(.gridTemplateRows, &cursor), cursor.takeDelimiter("/") else { return false }
        cursor.skipWhitespace()
        guard let isDense = takeAutoFlow(&cursor) else { return false }
        result.append(rows.on(.gridTemplateRows))
        result.append(Declaration.keyword(isDense ? GridAutoFlow.columnDense : .column).on(.gridAutoFlow))
        if !cursor.isAtEnd {
            guard let columns = grid(.gridAutoColumns, &cursor) else { return false }
            result.append(columns.on(.gridAutoColumns))
        }
        return true
    }

    /// `[name]? "areas" size? [name]? … / columns`: rows and areas are written again as values of their own.
    private mutating func areasForm(_ cursor: inout CSSTokenCursor, _ result: inout [Declaration]) -> Bool {
        var areas = "", rows = ""
        while !cursor.isAtEnd, !cursor.isDelimiter("/") {
            while cursor.kind == .openSquare {
                let start = cursor.index
                cursor.skipComponentValue()
                rows += cursor.slice(from: start).source + " "
                cursor.skipWhitespace()
            }
            if cursor.isAtEnd || cursor.isDelimiter("/") { break }
            guard cursor.kind == .string else { return false }
            let start = cursor.index
            cursor.next()
            areas += cursor.slice(from: start).source + " "
            cursor.skipWhitespace()
            if !cursor.isAtEnd, !cursor.isDelimiter("/"), cursor.kind != .string, cursor.kind != .openSquare {
                let start = cursor.index
                cursor.skipComponentValue()
                rows += cursor.slice(from: start).source + " "
                cursor.skipWhitespace()
            } else {
                rows += "auto "
            }
        }
        var areasCursor = CSSTokenBuffer(areas).all.cursor, rowsCursor = CSSTokenBuffer(rows).all.cursor
        guard let areasValue = grid(.gridTemplateAreas, &areasCursor), let rowsValue = grid(.gridTemplateRows, &rowsCursor) else { return false }
        result.append(areasValue.on(.gridTemplateAreas))
        result.append(rowsValue.on(.gridTemplateRows))
        if cursor.takeDelimiter("/") {
            cursor.skipWhitespace()
            guard let columns = grid(.gridTemplateColumns, &cursor) else { return false }
            result.append(columns.on(.gridTemplateColumns))
        }
        return true
    }
}
