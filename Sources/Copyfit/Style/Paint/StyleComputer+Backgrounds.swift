// Background layers (https://www.w3.org/TR/css-backgrounds-3/#backgrounds).

extension StyleComputer {
    /// The layers of the `background` shorthand and the color of the last one.
    mutating func backgroundShorthand(_ cursor: inout CSSTokenCursor, _ reader: ColorReader) -> (layers: [BackgroundLayer], color: PaintColor?) {
        var color: PaintColor?
        let layers = layerList(&cursor, reader, from: BackgroundLayer(), area: StyleComputer.area) { cursor, layer in
            if cursor.takeWord("scroll") || cursor.takeWord("local") { return true }
            if cursor.takeWord("fixed") {
                layer.isFixed = true
                return true
            }
            guard let found = reader.take(&cursor) else { return false }
            color = found
            return true
        }
        return (layers, color)
    }

    /// The layers of a `background` or `mask` shorthand, the parts of each in any order; a layer with a part that nobody takes ends the list.
    /// - Parameters:
    ///   - initial: what parts that are not given are.
    ///   - area: takes the name of a box.
    ///   - other: takes what only one of the shorthands has.
    mutating func layerList(
        _ cursor: inout CSSTokenCursor, _ reader: ColorReader, from initial: BackgroundLayer, area: (inout CSSTokenCursor) -> BackgroundLayer.Area?,
        other: (inout CSSTokenCursor, inout BackgroundLayer) -> Bool
    ) -> [BackgroundLayer] {
        commaList(&cursor) { computer, cursor in
            var layer = initial
            var boxes: [BackgroundLayer.Area] = []
            while !cursor.isAtEnd, cursor.kind != .comma {
                if cursor.takeDelimiter("/") {
                    cursor.skipWhitespace()
                    if let size = computer.backgroundSize(&cursor) { layer.size = size }
                } else if cursor.takeWord("none") {
                    continue
                } else if let pair = StyleComputer.repeatStyle(&cursor) {
                    (layer.repeatX, layer.repeatY) = pair
                } else if let box = area(&cursor) {
                    boxes.append(box)
                } else if let image = computer.paintImage(&cursor, reader) {
                    layer.image = image
                } else if let position = computer.position(&cursor) {
                    layer.positionX = position.x
                    layer.positionY = position.y
                } else if !other(&cursor, &layer) {
                    return nil
                }
            }
            if let first = boxes.first {
                layer.origin = first
                layer.clip = boxes.count > 1 ? boxes[1] : first
            }
            return layer
        }
    }

    /// Longhands other than the image: they change the layers that are there, their lists repeated as often as needed.
    mutating func applyBackgroundDetail(_ declaration: Declaration, _ sheet: UInt32, _ reader: ColorReader, _ paint: inout PaintStyle) {
        guard var cursor = paintTokens(declaration, sheet) else { return }
        if declaration.flag == ValueParser.wholeShorthand {
            let whole = backgroundShorthand(&cursor, reader).layers
            guard !whole.isEmpty else { return }
            if declaration.property == .backgroundClip { paint.backgroundClip = whole[whole.count - 1].clip }
            setBackgroundDetail(declaration.property, from: whole, &paint)
            return
        }
        let property = declaration.property
        let isPositionShorthand = declaration.flag == ValueParser.positionShorthand
        let values: [BackgroundLayer] = commaList(&cursor) { computer, cursor in
            var layer = BackgroundLayer()
            switch property {
            case .backgroundPositionX:
                if isPositionShorthand {
                    guard let position = computer.position(&cursor) else { return nil }
                    layer.positionX = position.x
                } else {
                    guard let component = computer.positionComponent(&cursor) else { return nil }
                    layer.positionX = component
                }
            case .backgroundPositionY:
                if isPositionShorthand {
                    guard let position = computer.position(&cursor) else { return nil }
                    layer.positionY = position.y
                } else {
                    guard let component = computer.positionComponent(&cursor) else { return nil }
                    layer.positionY = component
                }
            case .backgroundSize:
                guard let size = computer.backgroundSize(&cursor) else { return nil }
                layer.size = size
            case .backgroundRepeat:
                guard let pair = StyleComputer.repeatStyle(&cursor) else { return nil }
                (layer.repeatX, layer.repeatY) = pair
            case .backgroundAttachment:
                layer.isFixed = cursor.isIdent("fixed")
                computer.skipToComma(&cursor)
            case .backgroundOrigin, .backgroundClip:
                guard let area = StyleComputer.area(&cursor) else { return nil }
                layer.origin = area
                layer.clip = area
            default: return nil
            }
            return layer
        }
        guard let last = values.last else { return }
        if property == .backgroundClip {
            paint.backgroundClip = paint.backgroundLayers.isEmpty ? last.clip : values[(paint.backgroundLayers.count - 1) % values.count].clip
        }
        setBackgroundDetail(property, from: values, &paint)
    }

    /// Gives the layers one property of others, repeated as often as needed. A detail without an image is kept for children that inherit it.
    func setBackgroundDetail(_ property: PropertyID, from values: [BackgroundLayer], _ paint: inout PaintStyle) {
        if paint.backgroundLayers.isEmpty { paint.backgroundLayers = [BackgroundLayer()] }
        for index in paint.backgroundLayers.indices { copy(property, from: values[index % values.count], to: &paint.backgroundLayers[index]) }
    }

    private func copy(_ property: PropertyID, from source: BackgroundLayer, to layer: inout BackgroundLayer) {
        switch property {
        case .backgroundPositionX: layer.positionX = source.positionX
        case .backgroundPositionY: layer.positionY = source.positionY
        case .backgroundSize: layer.size = source.size
        case .backgroundRepeat:
            layer.repeatX = source.repeatX
            layer.repeatY = source.repeatY
        case .backgroundAttachment: layer.isFixed = source.isFixed
        case .backgroundOrigin: layer.origin = source.origin
        case .backgroundClip: layer.clip = source.clip
        default: break
        }
    }

    static func repeatStyle(_ cursor: inout CSSTokenCursor) -> (BackgroundLayer.Repeat, BackgroundLayer.Repeat)? {
        if cursor.takeWord("repeat-x") { return (.repeat, .noRepeat) }
        if cursor.takeWord("repeat-y") { return (.noRepeat, .repeat) }
        func one(_ cursor: inout CSSTokenCursor) -> BackgroundLayer.Repeat? {
            cursor.takeKeyword([
                KeywordValue("repeat", BackgroundLayer.Repeat.repeat), KeywordValue("no-repeat", BackgroundLayer.Repeat.noRepeat),
                KeywordValue("space", BackgroundLayer.Repeat.space), KeywordValue("round", BackgroundLayer.Repeat.round),
            ]).flatMap(BackgroundLayer.Repeat.init(rawValue:))
        }
        guard let x = one(&cursor) else { return nil }
        return (x, one(&cursor) ?? x)
    }

    private static func area(_ cursor: inout CSSTokenCursor) -> BackgroundLayer.Area? {
        cursor.takeKeyword([
            KeywordValue("border-box", BackgroundLayer.Area.border), KeywordValue("padding-box", BackgroundLayer.Area.padding),
            KeywordValue("content-box", BackgroundLayer.Area.content), KeywordValue("text", BackgroundLayer.Area.text),
            KeywordValue("border-area", BackgroundLayer.Area.border),
        ]).flatMap(BackgroundLayer.Area.init(rawValue:))
    }

    mutating func backgroundSize(_ cursor: inout CSSTokenCursor) -> BackgroundLayer.Size? {
        if cursor.takeWord("cover") { return .cover }
        if cursor.takeWord("contain") { return .contain }
        guard let width = paintLength(&cursor, [.percentage, .auto]) else { return nil }
        return .lengths(width, paintLength(&cursor, [.percentage, .auto]) ?? .auto)
    }

    // MARK: Positions

    private static let edges = [
        KeywordValue("left", 0), KeywordValue("right", 1), KeywordValue("top", 2), KeywordValue("bottom", 3), KeywordValue("center", 4),
    ]

    /// One axis: `[ start | end ]? <length-percentage>?` or `center`.
    mutating func positionComponent(_ cursor: inout CSSTokenCursor) -> PositionComponent? {
        if let edge = cursor.takeKeyword(StyleComputer.edges) {
            if edge == 4 { return PositionComponent(length: .percent(50)) }
            let isFromEnd = edge == 1 || edge == 3
            if let offset = paintLength(&cursor) { return PositionComponent(length: offset, isFromEnd: isFromEnd) }
            return PositionComponent(length: .percent(0), isFromEnd: isFromEnd)
        }
        return paintLength(&cursor, [.percentage, .negative, .unitlessQuirk]).map { PositionComponent(length: $0) }
    }

    /// https://www.w3.org/TR/css-values-4/#position
    mutating func position(_ cursor: inout CSSTokenCursor) -> ImagePosition? {
        enum Part { case edge(UInt8), length(Length) }
        var parts: [Part] = []
        while parts.count < 4 {
            if let edge = cursor.takeKeyword(StyleComputer.edges) { parts.append(.edge(edge))
            } else if let length = paintLength(&cursor, [.percentage, .negative, .unitlessQuirk]) { parts.append(.length(length)) } else { break }
        }
        guard !parts.isEmpty else { return nil }
        var x: PositionComponent?, y: PositionComponent?
        let center = PositionComponent(length: .percent(50))
        if parts.count <= 2 {
            var isSwapped = false
            for (index, part) in parts.enumerated() {
                switch part {
                case .edge(0): x = PositionComponent(length: .percent(0)); if index == 1 { isSwapped = true }
                case .edge(1): x = PositionComponent(length: .percent(100)); if index == 1 { isSwapped = true }
                case .edge(2): y = PositionComponent(length: .percent(0)); if index == 0 { isSwapped = true }
                case .edge(3): y = PositionComponent(length: .percent(100)); if index == 0 { isSwapped = true }
                default: break
                }
            }
            for (index, part) in parts.enumerated() {
                let value: PositionComponent
                switch part {
                case .edge(4): value = center
                case .length(let length): value = PositionComponent(length: length)
                default: continue
                }
                let isX = isSwapped ? index == 1 : index == 0
                if isX { x = x ?? value } else { y = y ?? value }
            }
            return ImagePosition(x: x ?? center, y: y ?? center)
        }
        // Three or four parts: edges, each with an offset behind it.
        var pendingCenter = 0
        var index = 0
        while index < parts.count {
            guard case .edge(let edge) = parts[index] else { return nil }
            index += 1
            var offset = Length.zero
            if index < parts.count, case .length(let length) = parts[index] { offset = length; index += 1 }
            switch edge {
            case 0: x = PositionComponent(length: offset)
            case 1: x = PositionComponent(length: offset, isFromEnd: true)
            case 2: y = PositionComponent(length: offset)
            case 3: y = PositionComponent(length: offset, isFromEnd: true)
            default: pendingCenter += 1
            }
        }
        return ImagePosition(x: x ?? center, y: y ?? center)
    }

    // MARK: Images

    mutating func paintImage(_ cursor: inout CSSTokenCursor, _ reader: ColorReader) -> PaintImage? {
        let mark = cursor
        if let url = cursor.takeURL() {
            cursor.skipWhitespace()
            return .url(ImageReference(url: url, base: cursor.buffer.base))
        }
        guard cursor.kind == .function, let (name, arguments) = cursor.takeFunction() else { return nil }
        var inside = arguments
        let plain = name.hasPrefix("-webkit-") ? String(name.dropFirst(8)) : name
        let isRepeating = plain.hasPrefix("repeating-")
        switch isRepeating ? String(plain.dropFirst(10)) : plain {
        case "linear-gradient": return linearGradient(&inside, reader, isRepeating: isRepeating, isLegacy: plain != name)
        case "radial-gradient": return radialGradient(&inside, reader, isRepeating: isRepeating)
        case "conic-gradient": return conicGradient(&inside, reader, isRepeating: isRepeating)
        case "image-set":
            guard let url = inside.takeURL() ?? inside.takeString() else { return paintImage(&inside, reader) }
            return .url(ImageReference(url: url, base: cursor.buffer.base))
        case "gradient" where name == "-webkit-gradient": return legacyGradient(&inside, reader)
        case "gradient", "cross-fade", "element", "paint", "image": return PaintImage.none
        default:
            cursor = mark
            return nil
        }
    }

    private mutating func angle(_ cursor: inout CSSTokenCursor) -> Float? {
        if cursor.kind == .dimension, let unit = cursor.buffer.withText(of: cursor.peek, LengthUnit.init), unit.isAngle {
            let value = finite(cursor.next().number * unit.factor)
            cursor.skipWhitespace()
            return value
        }
        if cursor.kind == .number, cursor.peek.number == 0 {
            cursor.next()
            cursor.skipWhitespace()
            return 0
        }
        return own.parser.math(&cursor) { $0.isAngle }.map { finite(number($0, ownSheet)) }
    }

    private mutating func linearGradient(_ cursor: inout CSSTokenCursor, _ reader: ColorReader, isRepeating: Bool, isLegacy: Bool) -> PaintImage? {
        var shape = Gradient.Shape.linear(angle: 180)
        var hasDirection = false
        if let degrees = angle(&cursor) {
            // The prefixed form counts from the right, counterclockwise.
            shape = .linear(angle: isLegacy ? 90 - degrees : degrees)
            hasDirection = true
        } else if isLegacy ? cursor.kind == .ident : cursor.takeWord("to") {
            var x: Int8 = 0, y: Int8 = 0
            while let edge = cursor.takeKeyword(StyleComputer.edges) {
                hasDirection = true
                switch edge {
                case 0: x = -1
                case 1: x = 1
                case 2: y = -1
                case 3: y = 1
                default: break
                }
            }
            if hasDirection { shape = isLegacy ? .toward(x: -x, y: -y) : .toward(x: x, y: y) }
        }
        if hasDirection, !cursor.takeComma() { return nil }
        return gradient(shape, &cursor, reader, isRepeating: isRepeating)
    }

    /// `-webkit-gradient(linear, 0 0, 0 100%, from(red), color-stop(50%, lime), to(blue))`: between corners or the middles of sides; circles
    /// are taken for plain ones (https://compat.spec.whatwg.org/#css-%3Cgradient%3E-webkit-gradient).
    private mutating func legacyGradient(_ cursor: inout CSSTokenCursor, _ reader: ColorReader) -> PaintImage? {
        let isLinear = cursor.takeWord("linear")
        guard isLinear || cursor.takeWord("radial"), cursor.takeComma() else { return nil }
        var points: [(x: Float, y: Float)] = []
        var radii = 0
        while !cursor.isAtEnd, cursor.kind != .function {
            if let point = legacyPoint(&cursor) { points.append(point) } else if cursor.kind == .number, radii < 2 {
                radii += 1
                cursor.next()
                cursor.skipWhitespace()
            } else { return nil }
            guard cursor.takeComma() else { break }
        }
        guard points.count == 2 else { return nil }
        var stops: [(color: PaintColor, position: Float)] = []
        while stops.count < 1000, let (name, arguments) = cursor.takeFunction() {
            var inside = arguments
            var position: Float = name == "to" ? 1 : 0
            if name == "color-stop" {
                guard let value = alpha(&inside), inside.takeComma() else { return nil }
                position = finite(value)
            }
            guard let color = reader.take(&inside) else { return nil }
            stops.append((color, position))
            guard cursor.takeComma() else { break }
        }
        let sorted = stops.enumerated().sorted { ($0.element.position, $0.offset) < ($1.element.position, $1.offset) }.map(\.element)
        guard !sorted.isEmpty else { return nil }
        let dx = points[1].x - points[0].x, dy = points[1].y - points[0].y
        let shape: Gradient.Shape = isLinear
            ? .toward(x: dx > 0 ? 1 : dx < 0 ? -1 : 0, y: dy > 0 ? 1 : dy < 0 ? -1 : 0)
            : .radial(isCircle: true, extent: .farthestSide, radii: [], at: ImagePosition(
                x: PositionComponent(length: .percent(points[1].x)), y: PositionComponent(length: .percent(points[1].y))))
        return .gradient(
            Gradient(shape: shape, isRepeating: false, stops: sorted.map { Gradient.Stop(color: $0.color, position: .percent($0.position * 100)) }))
    }

    /// Percent of the box.
    private mutating func legacyPoint(_ cursor: inout CSSTokenCursor) -> (x: Float, y: Float)? {
        func part(_ cursor: inout CSSTokenCursor) -> Float? {
            if let edge = cursor.takeKeyword(StyleComputer.edges) { return edge == 4 ? 50 : edge == 1 || edge == 3 ? 100 : 0 }
            guard cursor.kind == .percentage || cursor.kind == .number else { return nil }
            let value = finite(cursor.next().number)
            cursor.skipWhitespace()
            return value
        }
        let mark = cursor
        guard let x = part(&cursor), let y = part(&cursor) else {
            cursor = mark
            return nil
        }
        return (x, y)
    }

    private mutating func radialGradient(_ cursor: inout CSSTokenCursor, _ reader: ColorReader, isRepeating: Bool) -> PaintImage? {
        var isCircle: Bool?
        var extent = Gradient.Extent.farthestCorner
        var radii: [Length] = []
        var at = ImagePosition(x: PositionComponent(length: .percent(50)), y: PositionComponent(length: .percent(50)))
        var hasPrelude = false
        while !cursor.isAtEnd, cursor.kind != .comma {
            if cursor.takeWord("circle") { isCircle = true } else if cursor.takeWord("ellipse") { isCircle = false
            } else if let value = cursor.takeKeyword([
                KeywordValue("closest-side", Gradient.Extent.closestSide), KeywordValue("farthest-side", Gradient.Extent.farthestSide),
                KeywordValue("closest-corner", Gradient.Extent.closestCorner), KeywordValue("farthest-corner", Gradient.Extent.farthestCorner),
            ]) { extent = Gradient.Extent(rawValue: value) ?? .farthestCorner
            } else if cursor.takeWord("at") {
                guard let position = position(&cursor) else { return nil }
                at = position
            } else if radii.count < 2, let length = paintLength(&cursor, [.percentage]) { radii.append(length) } else { break }
            hasPrelude = true
        }
        if hasPrelude, !cursor.takeComma() { return nil }
        return gradient(
            .radial(isCircle: isCircle ?? (radii.count == 1), extent: extent, radii: radii, at: at), &cursor, reader, isRepeating: isRepeating)
    }

    private mutating func conicGradient(_ cursor: inout CSSTokenCursor, _ reader: ColorReader, isRepeating: Bool) -> PaintImage? {
        var from: Float = 0
        var at = ImagePosition(x: PositionComponent(length: .percent(50)), y: PositionComponent(length: .percent(50)))
        var hasPrelude = false
        if cursor.takeWord("from") {
            from = angle(&cursor) ?? 0
            hasPrelude = true
        }
        if cursor.takeWord("at"), let position = position(&cursor) {
            at = position
            hasPrelude = true
        }
        if hasPrelude, !cursor.takeComma() { return nil }
        return gradient(.conic(from: from, at: at), &cursor, reader, isRepeating: isRepeating)
    }

    private mutating func gradient(_ shape: Gradient.Shape, _ cursor: inout CSSTokenCursor, _ reader: ColorReader, isRepeating: Bool) -> PaintImage? {
        var stops: [Gradient.Stop] = []
        let isConic = if case .conic = shape { true } else { false }
        repeat {
            guard stops.count < 1000 else { break }
            let color = reader.take(&cursor)
            var positions: [Length] = []
            while positions.count < 2 {
                if isConic, let degrees = angle(&cursor) { positions.append(.percent(degrees / 360 * 100)) } else if let length = paintLength(&cursor) {
                    positions.append(length)
                } else { break }
            }
            guard color != nil || positions.count == 1 else { return nil }
            stops.append(Gradient.Stop(color: color, position: positions.first))
            if positions.count == 2 { stops.append(Gradient.Stop(color: color, position: positions[1])) }
        } while cursor.takeComma()
        guard cursor.isAtEnd, !stops.isEmpty else { return nil }
        return .gradient(Gradient(shape: shape, isRepeating: isRepeating, stops: stops))
    }
}
