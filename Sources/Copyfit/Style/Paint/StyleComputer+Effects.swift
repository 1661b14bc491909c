// Transforms, filters and clip paths.

extension StyleComputer {
    // MARK: Transforms (https://www.w3.org/TR/css-transforms-1/)

    /// Numbers, lengths in px and angles in degrees of a function's arguments.
    private mutating func arguments(_ start: CSSTokenCursor) -> [Length] {
        var cursor = start
        var values: [Length] = []
        while !cursor.isAtEnd, values.count < 16 {
            if cursor.kind == .number {
                values.append(.px(finite(cursor.next().number)))
                cursor.skipWhitespace()
            } else if cursor.kind == .dimension, let unit = cursor.buffer.withText(of: cursor.peek, LengthUnit.init), unit.isAngle {
                values.append(.px(finite(cursor.next().number * unit.factor)))
                cursor.skipWhitespace()
            } else if let length = paintLength(&cursor) {
                values.append(length)
            } else if let math = own.parser.math(&cursor, accepts: { $0.isNumber || $0.isAngle }) {
                values.append(.px(finite(number(math, ownSheet))))
            } else {
                cursor.skipComponentValue()
            }
            if cursor.kind == .comma { cursor.next(); cursor.skipWhitespace() }
        }
        return values
    }

    mutating func transforms(_ cursor: inout CSSTokenCursor) -> [TransformFunction] {
        var list: [TransformFunction] = []
        while list.count < 100, let (name, inside) = cursor.takeFunction() {
            let values = arguments(inside)
            func px(_ index: Int, _ missing: Float = 0) -> Float { index < values.count ? values[index].px : missing }
            func factor(_ index: Int, _ missing: Float = 1) -> Float {
                index < values.count ? (values[index].kind == .percentage ? values[index].percent / 100 : values[index].px) : missing
            }
            let first = values.first ?? .zero
            switch name {
            case "matrix": if values.count == 6 { list.append(.matrix(values.map(\.px))) }
            case "matrix3d":
                if values.count == 16 { list.append(.matrix([px(0), px(1), px(4), px(5), px(12), px(13)])) }
            case "translate", "translate3d": list.append(.translate(first, values.count > 1 ? values[1] : .zero))
            case "translatex": list.append(.translate(first, .zero))
            case "translatey": list.append(.translate(.zero, first))
            case "scale", "scale3d": list.append(.scale(factor(0), values.count > 1 ? factor(1) : factor(0)))
            case "scalex": list.append(.scale(factor(0), 1))
            case "scaley": list.append(.scale(1, factor(0)))
            case "rotate", "rotatez": list.append(.rotate(px(0)))
            case "rotate3d": if values.count == 4, px(0) == 0, px(1) == 0 { list.append(.rotate(px(2) < 0 ? -px(3) : px(3))) }
            case "skew": list.append(.skew(px(0), px(1)))
            case "skewx": list.append(.skew(px(0), 0))
            case "skewy": list.append(.skew(0, px(0)))
            default: break
            }
        }
        return list
    }

    mutating func individualTransform(_ property: PropertyID, _ cursor: inout CSSTokenCursor) -> TransformFunction? {
        if cursor.isIdent("none") { return nil }
        let values = arguments(cursor)
        guard let first = values.first else { return nil }
        func factor(_ length: Length) -> Float { length.kind == .percentage ? length.percent / 100 : length.px }
        switch property {
        case .translate: return .translate(first, values.count > 1 ? values[1] : .zero)
        case .scale: return .scale(factor(first), factor(values.count > 1 ? values[1] : first))
        default: return .rotate(values[values.count - 1].px)
        }
    }

    // MARK: Filters (https://www.w3.org/TR/filter-effects-1/)

    mutating func filters(_ cursor: inout CSSTokenCursor, _ reader: ColorReader) -> [FilterFunction] {
        var list: [FilterFunction] = []
        while list.count < 100, let (name, inside) = cursor.takeFunction() {
            if name == "drop-shadow" {
                var shadowCursor = inside
                if let shadow = shadow(&shadowCursor, reader) { list.append(.dropShadow(shadow)) }
                continue
            }
            let values = arguments(inside)
            let amount = values.first.map { $0.kind == .percentage ? $0.percent / 100 : $0.px } ?? (name == "blur" || name == "hue-rotate" ? 0 : 1)
            switch name {
            case "blur": list.append(.blur(max(0, amount)))
            case "brightness": list.append(.brightness(max(0, amount)))
            case "contrast": list.append(.contrast(max(0, amount)))
            case "grayscale": list.append(.grayscale(max(0, min(1, amount))))
            case "invert": list.append(.invert(max(0, min(1, amount))))
            case "opacity": list.append(.opacity(max(0, min(1, amount))))
            case "saturate": list.append(.saturate(max(0, amount)))
            case "sepia": list.append(.sepia(max(0, min(1, amount))))
            case "hue-rotate": list.append(.hueRotate(amount))
            default: break
            }
        }
        return list
    }

    // MARK: Clip paths (https://www.w3.org/TR/css-shapes-1/#basic-shape-functions)

    mutating func clipPath(_ cursor: inout CSSTokenCursor) -> ClipPath {
        guard let (name, arguments) = cursor.takeFunction() else { return .none }
        var inside = arguments
        let center = ImagePosition(x: PositionComponent(length: .percent(50)), y: PositionComponent(length: .percent(50)))
        func at(_ computer: inout StyleComputer, _ cursor: inout CSSTokenCursor) -> ImagePosition {
            cursor.takeWord("at") ? computer.position(&cursor) ?? center : center
        }
        func radius(_ computer: inout StyleComputer, _ cursor: inout CSSTokenCursor) -> Length? {
            if cursor.takeWord("closest-side") || cursor.takeWord("farthest-side") { return nil }
            return computer.paintLength(&cursor, [.percentage])
        }
        switch name {
        case "inset":
            var values: [Length] = []
            while values.count < 4, let value = paintLength(&inside) { values.append(value) }
            let top = values.first ?? .zero, right = values.count > 1 ? values[1] : top
            let edges = Edges(top: top, right: right, bottom: values.count > 2 ? values[2] : top, left: values.count > 3 ? values[3] : right)
            return .inset(edges, radii: inside.takeWord("round") ? radii(&inside) : [])
        case "circle":
            let length = radius(&self, &inside)
            return .circle(radius: length, at: at(&self, &inside))
        case "ellipse":
            let x = radius(&self, &inside), y = radius(&self, &inside)
            return .ellipse(x: x, y: y, at: at(&self, &inside))
        case "polygon":
            let isEvenOdd = inside.takeWord("evenodd")
            if isEvenOdd || inside.takeWord("nonzero") { _ = inside.takeComma() }
            let points: [ImagePosition] = commaList(&inside) { computer, cursor in
                guard let x = computer.paintLength(&cursor), let y = computer.paintLength(&cursor) else { return nil }
                return ImagePosition(x: PositionComponent(length: x), y: PositionComponent(length: y))
            }
            return points.count > 2 ? .polygon(points, isEvenOdd: isEvenOdd) : .none
        default: return .none
        }
    }
}
