// Shorthands of flex and grid containers, of alignment and of columns.

extension ValueParser {
    /// https://www.w3.org/TR/css-flexbox-1/#flex-property
    mutating func flex(_ cursor: inout CSSTokenCursor, _ result: inout [Declaration]) -> Bool {
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

    mutating func place(_ properties: [PropertyID], _ cursor: inout CSSTokenCursor, _ result: inout [Declaration]) -> Bool {
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

    mutating func columns(_ cursor: inout CSSTokenCursor, _ result: inout [Declaration]) -> Bool {
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

    mutating func gridLines(_ properties: [PropertyID], _ cursor: inout CSSTokenCursor, _ result: inout [Declaration]) -> Bool {
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
    mutating func gridTemplate(_ cursor: inout CSSTokenCursor, _ result: inout [Declaration], isGrid: Bool) -> Bool {
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
