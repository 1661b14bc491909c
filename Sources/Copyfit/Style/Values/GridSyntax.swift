/// Grid values (https://www.w3.org/TR/css-grid-2/). They are parsed twice: to check them, then with the element's font to compute them.
struct GridSyntax {
    /// Computes a length-percentage that the parser has read; nil where it is not valid.
    typealias LengthReader = (inout CSSTokenCursor) -> Length?

    static func template(_ cursor: inout CSSTokenCursor, _ length: LengthReader) -> [GridStyle.Component]? {
        if cursor.takeWord("none") { return [] }
        if cursor.takeWord("subgrid") {
            // A subgrid outside a grid is `none`; its line names carry no sizes.
            while cursor.kind == .openSquare || cursor.kind == .function { cursor.skipComponentValue(); cursor.skipWhitespace() }
            return []
        }
        if cursor.takeWord("masonry") { return nil }
        return components(&cursor, length, mayRepeat: true)
    }

    private static func components(_ cursor: inout CSSTokenCursor, _ length: LengthReader, mayRepeat: Bool) -> [GridStyle.Component]? {
        var result: [GridStyle.Component] = []
        var hasTrack = false
        while !cursor.isAtEnd, !cursor.isDelimiter("/") {
            if cursor.kind == .openSquare {
                guard let names = lineNames(&cursor) else { return nil }
                if !names.isEmpty { result.append(.lineNames(names)) }
            } else if mayRepeat, cursor.isFunction("repeat") {
                guard var (_, inside) = cursor.takeFunction() else { return nil }
                var repetition: GridStyle.Repetition
                if inside.takeWord("auto-fill") { repetition = .autoFill } else if inside.takeWord("auto-fit") { repetition = .autoFit } else {
                    guard let count = inside.takeInteger(), count >= 1 else { return nil }
                    // More tracks than this are never laid out by browsers either.
                    repetition = .count(min(count, 10_000))
                }
                guard inside.takeComma(), let inner = components(&inside, length, mayRepeat: false), inside.isAtEnd else { return nil }
                result.append(.repeat(repetition, inner))
                hasTrack = true
            } else {
                guard let track = track(&cursor, length) else { return nil }
                result.append(.track(track))
                hasTrack = true
            }
        }
        return hasTrack ? result : nil
    }

    static func lineNames(_ cursor: inout CSSTokenCursor) -> [String]? {
        guard var inside = cursor.block() else { return nil }
        cursor.skipWhitespace()
        inside.skipWhitespace()
        var names: [String] = []
        while let name = inside.takeIdentText() {
            guard name != "span", name != "auto" else { return nil }
            names.append(name)
            inside.skipWhitespace()
        }
        return inside.isAtEnd ? names : nil
    }

    static func tracks(_ cursor: inout CSSTokenCursor, _ length: LengthReader) -> [GridStyle.TrackSize]? {
        var result: [GridStyle.TrackSize] = []
        while !cursor.isAtEnd, !cursor.isDelimiter("/") {
            guard let track = track(&cursor, length) else { return nil }
            result.append(track)
        }
        return result.isEmpty ? nil : result
    }

    private static func track(_ cursor: inout CSSTokenCursor, _ length: LengthReader) -> GridStyle.TrackSize? {
        if cursor.isFunction("minmax") {
            guard var (_, inside) = cursor.takeFunction(), let low = breadth(&inside, length, mayFlex: false), inside.takeComma(),
                let high = breadth(&inside, length, mayFlex: true), inside.isAtEnd
            else { return nil }
            return GridStyle.TrackSize(minimum: low, maximum: high)
        }
        if cursor.isFunction("fit-content") {
            guard var (_, inside) = cursor.takeFunction(), let limit = length(&inside), inside.isAtEnd else { return nil }
            return GridStyle.TrackSize(minimum: .auto, maximum: .fitContent(limit))
        }
        guard let both = breadth(&cursor, length, mayFlex: true) else { return nil }
        // > A flexible sizing function alone means minmax(auto, <flex>).
        if case .flex = both { return GridStyle.TrackSize(minimum: .auto, maximum: both) }
        return GridStyle.TrackSize(minimum: both, maximum: both)
    }

    private static func breadth(_ cursor: inout CSSTokenCursor, _ length: LengthReader, mayFlex: Bool) -> GridStyle.Breadth? {
        if cursor.takeWord("auto") { return .auto }
        if cursor.takeWord("min-content") { return .minContent }
        if cursor.takeWord("max-content") { return .maxContent }
        let token = cursor.peek
        if mayFlex, token.kind == .dimension, cursor.buffer.text(of: token, equals: "fr"), token.number >= 0 {
            cursor.next()
            cursor.skipWhitespace()
            return .flex(Float(token.number))
        }
        return length(&cursor).map { .length($0) }
    }

    static func areas(_ cursor: inout CSSTokenCursor) -> [[String]]? {
        if cursor.takeWord("none") { return [] }
        var rows: [[String]] = []
        while let text = cursor.takeText() {
            guard let row = areaRow(text), rows.first.map({ $0.count == row.count }) ?? true else { return nil }
            rows.append(row)
        }
        return rows.isEmpty || !areRectangular(rows) ? nil : rows
    }

    static func areaRow(_ text: String) -> [String]? {
        var row: [String] = []
        for cell in text.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == "\n" }) {
            var name = ""
            for character in cell.unicodeScalars {
                if character == "." {
                    if !name.isEmpty { row.append(name); name = "" }
                    if row.last != "." || cell.unicodeScalars.first != "." { row.append(".") }
                } else {
                    name.unicodeScalars.append(character)
                }
            }
            if !name.isEmpty { row.append(name) }
        }
        return row.isEmpty ? nil : row
    }

    private static func areRectangular(_ rows: [[String]]) -> Bool {
        var bounds: [String: (top: Int, left: Int, bottom: Int, right: Int, cells: Int)] = [:]
        for (y, row) in rows.enumerated() {
            for (x, name) in row.enumerated() where name != "." {
                var box = bounds[name] ?? (y, x, y, x, 0)
                box = (min(box.top, y), min(box.left, x), max(box.bottom, y), max(box.right, x), box.cells + 1)
                bounds[name] = box
            }
        }
        return bounds.values.allSatisfy { ($0.bottom - $0.top + 1) * ($0.right - $0.left + 1) == $0.cells }
    }

    static func line(_ cursor: inout CSSTokenCursor) -> GridStyle.Line? {
        if cursor.takeWord("auto") { return .auto }
        var number: Int?, name: String?, isSpan = false
        while !cursor.isAtEnd, !cursor.isDelimiter("/") {
            if !isSpan, cursor.takeWord("span") { isSpan = true; continue }
            if number == nil, let value = cursor.takeInteger() { number = value; continue }
            guard name == nil, let text = cursor.takeIdentText() else { return nil }
            cursor.skipWhitespace()
            name = text
        }
        if isSpan {
            guard number != nil || name != nil, number ?? 1 >= 1 else { return nil }
            return .span(number ?? 1, name: name)
        }
        if let number { return number == 0 ? nil : .line(number, name: name) }
        return name.map { .name($0) }
    }
}

extension ValueParser {
    /// Checks a grid value and keeps its tokens.
    mutating func grid(_ property: PropertyID, _ cursor: inout CSSTokenCursor) -> Declaration? {
        let start = cursor.index
        guard isValidGrid(property, &cursor) else { return nil }
        return object(.tokens(CSSTokenSlice(buffer: cursor.buffer, start: start, end: cursor.index)))
    }

    private mutating func isValidGrid(_ property: PropertyID, _ cursor: inout CSSTokenCursor) -> Bool {
        var parser = self
        let length: GridSyntax.LengthReader = { parser.length(&$0, [.percentage]) == nil ? nil : .zero }
        switch property {
        case .gridTemplateColumns, .gridTemplateRows: return GridSyntax.template(&cursor, length) != nil
        case .gridTemplateAreas: return GridSyntax.areas(&cursor) != nil
        case .gridAutoColumns, .gridAutoRows: return GridSyntax.tracks(&cursor, length) != nil
        default: return GridSyntax.line(&cursor) != nil
        }
    }

    mutating func gridAutoFlow(_ cursor: inout CSSTokenCursor) -> Declaration? {
        var isColumn: Bool?, isDense = false, any = false
        while !cursor.isAtEnd {
            if isColumn == nil, cursor.takeWord("row") { isColumn = false } else if isColumn == nil, cursor.takeWord("column") { isColumn = true
            } else if !isDense, cursor.takeWord("dense") { isDense = true } else { break }
            any = true
        }
        guard any else { return nil }
        return .keyword(isColumn == true ? (isDense ? GridAutoFlow.columnDense : .column) : (isDense ? .rowDense : .row))
    }
}
