/// Parses math functions.
enum MathParser {
    /// The math function at the cursor, if its type can be told; else nil with the cursor where it was.
    static func parse(_ cursor: inout CSSTokenCursor) -> (node: MathNode, type: MathType)? {
        guard cursor.kind == .function else { return nil }
        let start = cursor
        if let node = function(&cursor), let type = node.type { return (node, type) }
        cursor = start
        return nil
    }

    private static func sum(_ cursor: inout CSSTokenCursor) -> MathNode? {
        guard let first = product(&cursor) else { return nil }
        var terms = [first]
        while true {
            let mark = cursor
            guard cursor.kind == .whitespace else { break }
            cursor.skipWhitespace()
            let isMinus = cursor.isDelimiter("-")
            guard isMinus || cursor.isDelimiter("+") else { cursor = mark; break }
            cursor.next()
            guard cursor.kind == .whitespace, let term = product(&cursor) else { return nil }
            terms.append(isMinus ? .negated(term) : term)
        }
        return terms.count == 1 ? first : .sum(terms)
    }

    private static func product(_ cursor: inout CSSTokenCursor) -> MathNode? {
        guard let first = value(&cursor) else { return nil }
        var factors = [first]
        while true {
            let mark = cursor
            cursor.skipWhitespace()
            let isDivision = cursor.isDelimiter("/")
            guard isDivision || cursor.isDelimiter("*") else { cursor = mark; break }
            cursor.next()
            guard let factor = value(&cursor) else { return nil }
            factors.append(isDivision ? .inverted(factor) : factor)
        }
        return factors.count == 1 ? first : .product(factors)
    }

    private static func value(_ cursor: inout CSSTokenCursor) -> MathNode? {
        cursor.skipWhitespace()
        let token = cursor.peek
        switch token.kind {
        case .number:
            cursor.next()
            return .number(token.number)
        case .percentage:
            cursor.next()
            return .percentage(token.number)
        case .dimension:
            guard let unit = cursor.buffer.withText(of: token, LengthUnit.init) else { return nil }
            cursor.next()
            return .dimension(token.number, unit)
        case .openParenthesis:
            guard var inside = cursor.block() else { return nil }
            return whole(&inside)
        case .ident:
            if cursor.takeIdent("pi") { return .number(.pi) }
            if cursor.takeIdent("e") { return .number(2.718281828459045) }
            if cursor.takeIdent("infinity") { return .number(.infinity) }
            if cursor.takeIdent("-infinity") { return .number(-.infinity) }
            if cursor.takeIdent("nan") { return .number(.nan) }
            return nil
        case .function:
            return function(&cursor)
        default:
            return nil
        }
    }

    /// A sum up to the end of the block.
    private static func whole(_ inside: inout CSSTokenCursor) -> MathNode? {
        guard let node = sum(&inside), inside.isAtEndAfterWhitespace() else { return nil }
        return node
    }

    private static func arguments(_ inside: inout CSSTokenCursor) -> [MathNode]? {
        var nodes: [MathNode] = []
        repeat {
            guard let node = sum(&inside) else { return nil }
            nodes.append(node)
        } while inside.takeComma()
        return inside.isAtEndAfterWhitespace() ? nodes : nil
    }

    private static func function(_ cursor: inout CSSTokenCursor) -> MathNode? {
        let name = cursor.buffer.lowercasedText(of: cursor.peek)
        guard var inside = cursor.block() else { return nil }
        switch name {
        case "calc", "-webkit-calc": return whole(&inside)
        case "min": return arguments(&inside).map { .minimum($0) }
        case "max": return arguments(&inside).map { .maximum($0) }
        case "clamp": return clamp(&inside)
        case "round": return rounded(&inside)
        case "mod", "rem":
            guard let nodes = arguments(&inside), nodes.count == 2 else { return nil }
            return name == "mod" ? .modulo(nodes[0], nodes[1]) : .remainder(nodes[0], nodes[1])
        case "abs": return single(&inside).map { .absolute($0) }
        case "sign": return single(&inside).map { .sign($0) }
        case "sin": return single(&inside).map { .function(.sin, [$0]) }
        case "cos": return single(&inside).map { .function(.cos, [$0]) }
        case "tan": return single(&inside).map { .function(.tan, [$0]) }
        case "asin": return single(&inside).map { .function(.asin, [$0]) }
        case "acos": return single(&inside).map { .function(.acos, [$0]) }
        case "atan": return single(&inside).map { .function(.atan, [$0]) }
        case "sqrt": return single(&inside).map { .function(.sqrt, [$0]) }
        case "exp": return single(&inside).map { .function(.exp, [$0]) }
        case "hypot": return arguments(&inside).map { .function(.hypot, $0) }
        case "atan2", "pow":
            guard let nodes = arguments(&inside), nodes.count == 2 else { return nil }
            return .function(name == "pow" ? .pow : .atan2, nodes)
        case "log":
            guard let nodes = arguments(&inside), nodes.count <= 2 else { return nil }
            return .function(.log, nodes)
        default: return nil
        }
    }

    private static func single(_ inside: inout CSSTokenCursor) -> MathNode? {
        guard let nodes = arguments(&inside), nodes.count == 1 else { return nil }
        return nodes[0]
    }

    private static func clamp(_ inside: inout CSSTokenCursor) -> MathNode? {
        inside.skipWhitespace()
        var low: MathNode?, high: MathNode?
        if !inside.takeIdent("none") {
            low = sum(&inside)
            guard low != nil else { return nil }
        }
        guard inside.takeComma(), let middle = sum(&inside), inside.takeComma() else { return nil }
        if !inside.takeIdent("none") {
            high = sum(&inside)
            guard high != nil else { return nil }
        }
        return inside.isAtEndAfterWhitespace() ? .clamp(low, middle, high) : nil
    }

    private static func rounded(_ inside: inout CSSTokenCursor) -> MathNode? {
        inside.skipWhitespace()
        var strategy = MathNode.Rounding.nearest
        let mark = inside
        if let word = inside.takeLowercasedIdent() {
            switch word {
            case "nearest": strategy = .nearest
            case "up": strategy = .up
            case "down": strategy = .down
            case "to-zero": strategy = .toZero
            default: inside = mark
            }
            if inside.index != mark.index, !inside.takeComma() { return nil }
        }
        guard let nodes = arguments(&inside), nodes.count <= 2 else { return nil }
        return .rounded(strategy, nodes[0], nodes.count == 2 ? nodes[1] : .number(1))
    }
}
