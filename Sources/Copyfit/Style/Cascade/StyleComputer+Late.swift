extension StyleComputer {
    /// Applies the winning declaration of a property that no other computed value of the element depends on.
    mutating func apply(_ original: Declaration, _ originalSheet: UInt32, isUserAgent: Bool, original property: PropertyID) {
        var declaration = original
        var sheet = originalSheet
        if declaration.form == .pending {
            guard let (value, valueSheet) = resolved(declaration, sheet) else {
                applyWide(.unset, declaration.property)
                return
            }
            declaration = value
            sheet = valueSheet
        }
        if declaration.isWide {
            applyWide(declaration.form, declaration.property)
            return
        }
        let action = PropertyAction.all[Int(declaration.property.rawValue)]
        switch action.kind {
        case .byte: store(declaration.flag, at: action.offset)
        case .length: store(length(declaration, sheet, allowsNegative: action.allowsNegative), at: action.offset)
        case .number: store(max(action.minimum, finite(number(declaration, sheet))), at: action.offset)
        case .integer: store(integer(declaration, sheet), at: action.offset)
        case .spacing: store(spacing(declaration, sheet, action), at: action.offset)
        case .special: applySpecial(declaration, sheet)
        case .nothing: return
        }
        if isUserAgent, declaration.unit == .quirkyEm, declaration.form == .dimension {
            if declaration.property == .marginTop { style.quirkyMargins |= 1 }
            if declaration.property == .marginBottom { style.quirkyMargins |= 2 }
        }
    }

    @inline(__always) private mutating func store<Value: BitwiseCopyable>(_ value: Value, at offset: UInt16) {
        withUnsafeMutableBytes(of: &style) { $0.storeBytes(of: value, toByteOffset: Int(offset), as: Value.self) }
    }

    private mutating func spacing(_ declaration: Declaration, _ sheet: UInt32, _ action: PropertyAction) -> Float {
        let length = length(declaration, sheet, allowsNegative: action.allowsNegative)
        guard length.percent != 0 else { return length.kind == .fixed || length.kind == .calculated ? length.px : 0 }
        // > letter-spacing: percentages of the font size; word-spacing: of the space's advance.
        let base = declaration.property == .wordSpacing ? metrics(ofFont: style.font, language: style.language).spaceAdvance : style.fontSize
        return length.px + length.percent * base / 100
    }

    /// `inherit`, `initial` and `unset`: the bytes of the property's fields from the parent or the initial style.
    mutating func applyWide(_ form: Declaration.Form, _ property: PropertyID) {
        let entry = PropertyTable.entry(property)
        let takesParent = form == .inherit || (form != .initial && entry.isInherited)
        if entry.fields.isEmpty {
            applySpecialWide(property, takesParent: takesParent)
            return
        }
        let source = takesParent ? parent : initialStyle
        withUnsafeMutableBytes(of: &style) { target in
            withUnsafeBytes(of: source) { bytes in
                for field in entry.fields {
                    for offset in field.offset..<field.offset + field.size { target[offset] = bytes[offset] }
                }
            }
        }
        if property == .display, takesParent { style.display = parent.specifiedDisplay }
    }

    private mutating func applySpecialWide(_ property: PropertyID, takesParent: Bool) {
        switch property {
        case .transform, .translate, .rotate, .scale, .perspective, .filter, .backdropFilter, .willChange:
            if takesParent, parent.isTransformed { style.isTransformed = true }
        case .counterReset, .counterIncrement, .counterSet:
            guard takesParent, parent.counters > 0 else { return }
            let inherited = output.counterOperations[Int(parent.counters) - 1]
            var mine = counters ?? CounterOperations()
            if property == .counterReset { mine.resets = inherited.resets }
            if property == .counterIncrement { mine.increments = inherited.increments }
            if property == .counterSet { mine.sets = inherited.sets }
            counters = mine
        case .gridTemplateColumns, .gridTemplateRows, .gridTemplateAreas, .gridAutoColumns, .gridAutoRows, .gridRowStart, .gridRowEnd,
            .gridColumnStart, .gridColumnEnd:
            guard takesParent, parent.grid > 0 else { return }
            let inherited = output.grids[Int(parent.grid) - 1]
            var mine = grid ?? GridStyle()
            switch property {
            case .gridTemplateColumns: mine.templateColumns = inherited.templateColumns
            case .gridTemplateRows: mine.templateRows = inherited.templateRows
            case .gridTemplateAreas: mine.templateAreas = inherited.templateAreas
            case .gridAutoColumns: mine.autoColumns = inherited.autoColumns
            case .gridAutoRows: mine.autoRows = inherited.autoRows
            case .gridRowStart: mine.rowStart = inherited.rowStart
            case .gridRowEnd: mine.rowEnd = inherited.rowEnd
            case .gridColumnStart: mine.columnStart = inherited.columnStart
            default: mine.columnEnd = inherited.columnEnd
            }
            grid = mine
        default: break
        }
    }

    private mutating func applySpecial(_ declaration: Declaration, _ sheet: UInt32) {
        switch declaration.property {
        case .display: style.display = Display(rawValue: declaration.flag) ?? .inline
        case .float:
            switch declaration.flag {
            case 3: style.float = style.direction == .ltr ? .left : .right
            case 4: style.float = style.direction == .ltr ? .right : .left
            default: style.float = FloatSide(rawValue: declaration.flag) ?? .none
            }
        case .clear:
            switch declaration.flag {
            case 4: style.clear = style.direction == .ltr ? .left : .right
            case 5: style.clear = style.direction == .ltr ? .right : .left
            default: style.clear = Clear(rawValue: declaration.flag) ?? .none
            }
        case .contain: style.contain = declaration.flag
        case .containerName:
            if case .names(let names)? = object(sheet, declaration) {
                containerNames.append(names)
                context.containerNames = UInt32(clamping: containerNames.count - 1)
            }
        case .appearance: style.appearance = Appearance(rawValue: declaration.flag) ?? .none
        case .transform, .translate, .rotate, .scale, .perspective, .filter, .backdropFilter, .willChange:
            if declaration.flag != 0 { style.isTransformed = true }
        case .textEmphasisStyle, .textEmphasisPosition: applyEmphasisLayout(declaration, sheet)
        case .zIndex:
            style.zIndexIsAuto = declaration.form == .keyword
            style.zIndex = declaration.form == .keyword ? 0 : integer(declaration, sheet)
        case .textAlign: style.textAlign = textAlign(declaration.flag)
        case .borderTopWidth: style.borderWidth.top = lineWidth(declaration, sheet)
        case .borderRightWidth: style.borderWidth.right = lineWidth(declaration, sheet)
        case .borderBottomWidth: style.borderWidth.bottom = lineWidth(declaration, sheet)
        case .borderLeftWidth: style.borderWidth.left = lineWidth(declaration, sheet)
        case .aspectRatio:
            style.aspectRatioIsAuto = declaration.flag == 1 || declaration.value == 0
            style.aspectRatio = finite(declaration.value)
        case .verticalAlign:
            if declaration.form == .keyword {
                style.verticalAlign = VerticalAlign(rawValue: declaration.flag) ?? .baseline
                style.verticalAlignLength = .zero
            } else {
                style.verticalAlign = .length
                style.verticalAlignLength = length(declaration, sheet)
            }
        case .textIndent:
            style.textIndentHanging = declaration.flag & 2 != 0
            style.textIndentEachLine = declaration.flag & 4 != 0
            var plain = declaration
            plain.flag = 0
            style.textIndent = length(plain, sheet)
        case .textTransform: style.textTransform = TextTransform(rawValue: declaration.flag) ?? .none
        case .tabSize:
            style.tabSizeIsLength = declaration.form == .dimension || (declaration.form == .math && math(sheet, declaration).type?.isNumber != true)
            style.tabSize = style.tabSizeIsLength ? length(declaration, sheet, allowsNegative: false).px : max(0, finite(number(declaration, sheet)))
        case .lineClamp: style.lineClamp = declaration.form == .keyword ? 0 : max(1, integer(declaration, sheet))
        case .columnCount: style.columnCount = declaration.form == .keyword ? 0 : max(1, integer(declaration, sheet))
        case .alignContent: style.alignContent = alignment(declaration)
        case .alignItems: style.alignItems = alignment(declaration)
        case .alignSelf: style.alignSelf = alignment(declaration)
        case .justifyContent: style.justifyContent = alignment(declaration)
        case .justifyItems: style.justifyItems = alignment(declaration)
        case .justifySelf: style.justifySelf = alignment(declaration)
        case .gridAutoFlow: style.gridAutoFlow = GridAutoFlow(rawValue: declaration.flag) ?? .row
        case .gridTemplateColumns, .gridTemplateRows, .gridTemplateAreas, .gridAutoColumns, .gridAutoRows, .gridRowStart, .gridRowEnd,
            .gridColumnStart, .gridColumnEnd:
            applyGrid(declaration, sheet)
        default: applyGenerated(declaration, sheet)
        }
    }

    private func alignment(_ declaration: Declaration) -> Alignment { Alignment(rawValue: declaration.flag) ?? .normal }

    private func textAlign(_ flag: UInt8) -> TextAlign {
        // `th` centers unless its parent's alignment was set.
        if flag == PropertyTable.internalThCenter { return parent.textAlign == .start ? .center : parent.textAlign }
        let value = TextAlign(rawValue: flag) ?? .start
        guard value == .matchParent else { return value }
        // > Inherited `start` and `end` compute to left or right by the parent's direction.
        if isRoot { return .start }
        if !profile.matchParentFindsSide { return parent.textAlign }
        switch parent.textAlign {
        case .start: return parent.direction == .ltr ? .left : .right
        case .end: return parent.direction == .ltr ? .right : .left
        default: return parent.textAlign
        }
    }

    // MARK: Lists and generated content

    private mutating func applyGenerated(_ declaration: Declaration, _ sheet: UInt32) {
        let object = object(sheet, declaration)
        switch declaration.property {
        case .hyphenateCharacter:
            style.hyphenateCharacter = 0
            if case .string(let text)? = object { style.hyphenateCharacter = number(declaration, sheet, in: \.strings, text) + 1 }
        case .listStyleType:
            if case .listStyle(let value)? = object { style.listStyleType = number(declaration, sheet, in: \.listStyles, value) }
        case .listStyleImage:
            style.listStyleImage = 0
            if case .image(let value)? = object { style.listStyleImage = number(declaration, sheet, in: \.images, value) + 1 }
        case .content:
            style.content = 0
            if case .content(let items)? = object { style.content = number(declaration, sheet, in: \.contents, items) + 1 }
            if declaration.form == .keyword, declaration.flag == 1 { style.content = number(declaration, sheet, in: \.contents, [.none]) + 1 }
        case .quotes:
            style.quotes = 0
            if case .quotes(let pairs)? = object { style.quotes = number(declaration, sheet, in: \.quotes, QuotePairs(pairs: pairs)) + 1 }
        case .counterReset, .counterIncrement, .counterSet:
            guard case .counters(let operations)? = object else { return }
            var mine = counters ?? CounterOperations()
            if declaration.property == .counterReset { mine.resets = operations }
            if declaration.property == .counterIncrement { mine.increments = operations }
            if declaration.property == .counterSet { mine.sets = operations }
            counters = mine
        default: break
        }
    }

    /// The index of a declaration's value in one of the document's tables, each declaration's once.
    mutating func number<Value: Equatable>(
        _ declaration: Declaration, _ sheet: UInt32, in table: WritableKeyPath<StyledDocument, [Value]>, _ value: Value
    ) -> UInt32 {
        let key = UInt64(sheet) << 32 | UInt64(declaration.index)
        if declaration.form == .object, let known = objectNumbers[key] { return known }
        let values = output[keyPath: table]
        let start = max(0, values.count - 64)
        let index = values[start...].firstIndex(of: value) ?? values.count
        if index == values.count { output[keyPath: table].append(value) }
        if declaration.form == .object { objectNumbers[key] = UInt32(clamping: index) }
        return UInt32(clamping: index)
    }

    // MARK: Grid

    private mutating func applyGrid(_ declaration: Declaration, _ sheet: UInt32) {
        guard case .tokens(let slice)? = object(sheet, declaration) else { return }
        var cursor = slice.cursor
        cursor.skipWhitespace()
        var parser = ValueParser(isQuirky: isQuirky, engine: profile.engine)
        func reader(_ cursor: inout CSSTokenCursor) -> Length? {
            guard let value = parser.length(&cursor, [.percentage]) else { return nil }
            // Math nodes lie in the local parser's store.
            if value.form == .math { return length(parser.store.maths[Int(value.index)], allowsNegative: false) }
            return length(value, 0, allowsNegative: false)
        }
        var mine = grid ?? GridStyle()
        switch declaration.property {
        case .gridTemplateColumns: mine.templateColumns = GridSyntax.template(&cursor, reader) ?? []
        case .gridTemplateRows: mine.templateRows = GridSyntax.template(&cursor, reader) ?? []
        case .gridTemplateAreas: mine.templateAreas = GridSyntax.areas(&cursor) ?? []
        case .gridAutoColumns: mine.autoColumns = GridSyntax.tracks(&cursor, reader) ?? [.auto]
        case .gridAutoRows: mine.autoRows = GridSyntax.tracks(&cursor, reader) ?? [.auto]
        case .gridRowStart: mine.rowStart = GridSyntax.line(&cursor) ?? .auto
        case .gridRowEnd: mine.rowEnd = GridSyntax.line(&cursor) ?? .auto
        case .gridColumnStart: mine.columnStart = GridSyntax.line(&cursor) ?? .auto
        default: mine.columnEnd = GridSyntax.line(&cursor) ?? .auto
        }
        grid = mine
    }
}
