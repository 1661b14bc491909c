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

    func append(_ properties: [PropertyID], _ value: Declaration, _ result: inout [Declaration]) {
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
    mutating func anyOrder(_ properties: [PropertyID], _ cursor: inout CSSTokenCursor, _ result: inout [Declaration]) -> Bool {
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
}
