// Border images, masks and emphasis marks.

extension StyleComputer {
    // MARK: Border images (https://www.w3.org/TR/css-backgrounds-3/#border-images)

    mutating func applyBorderImage(_ declaration: Declaration, _ sheet: UInt32, _ reader: ColorReader, _ paint: inout PaintStyle) {
        guard var cursor = paintTokens(declaration, sheet) else { return }
        var image = paint.borderImage ?? BorderImage()
        if declaration.flag == ValueParser.wholeShorthand {
            let whole = borderImageShorthand(&cursor, reader)
            switch declaration.property {
            case .borderImageSource: image.source = whole.source
            case .borderImageSlice: (image.slice, image.fillsMiddle) = (whole.slice, whole.fillsMiddle)
            case .borderImageWidth: image.width = whole.width
            case .borderImageOutset: image.outset = whole.outset
            default: (image.repeatX, image.repeatY) = (whole.repeatX, whole.repeatY)
            }
        } else {
            switch declaration.property {
            case .borderImageSource: image.source = cursor.takeWord("none") ? .none : paintImage(&cursor, reader) ?? .none
            case .borderImageSlice: slice(&cursor, &image)
            case .borderImageWidth: image.width = borderImageSizes(&cursor, [.percentage, .auto]) ?? image.width
            case .borderImageOutset: image.outset = borderImageSizes(&cursor, []) ?? image.outset
            default: repeats(&cursor, &image)
            }
        }
        paint.borderImage = image
    }

    private mutating func borderImageShorthand(_ cursor: inout CSSTokenCursor, _ reader: ColorReader) -> BorderImage {
        var image = BorderImage()
        var hasSlice = false
        while !cursor.isAtEnd {
            if cursor.takeWord("none") { continue }
            let mark = cursor
            if let source = paintImage(&cursor, reader) { image.source = source; continue }
            cursor = mark
            if repeats(&cursor, &image) { continue }
            guard !hasSlice, slice(&cursor, &image) else { break }
            hasSlice = true
            guard cursor.takeDelimiter("/") else { continue }
            cursor.skipWhitespace()
            image.width = borderImageSizes(&cursor, [.percentage, .auto]) ?? image.width
            guard cursor.takeDelimiter("/") else { continue }
            cursor.skipWhitespace()
            image.outset = borderImageSizes(&cursor, []) ?? image.outset
        }
        return image
    }

    @discardableResult
    private mutating func slice(_ cursor: inout CSSTokenCursor, _ image: inout BorderImage) -> Bool {
        var fills = cursor.takeWord("fill")
        var values: [Length] = []
        while values.count < 4 {
            if cursor.kind == .number {
                values.append(.px(finite(cursor.next().number)))
                cursor.skipWhitespace()
            } else if let length = paintLength(&cursor, [.percentage]) {
                values.append(length)
            } else if let value = own.parser.number(&cursor) {
                values.append(.px(finite(number(value, ownSheet))))
            } else { break }
        }
        guard let edges = StyleComputer.edges(values) else { return false }
        if !fills { fills = cursor.takeWord("fill") }
        image.slice = edges
        image.fillsMiddle = fills
        return true
    }

    private mutating func borderImageSizes(_ cursor: inout CSSTokenCursor, _ grammar: LengthGrammar) -> Edges<BorderImage.Size>? {
        var values: [BorderImage.Size] = []
        while values.count < 4, !cursor.isAtEnd, !cursor.isDelimiter("/") {
            if cursor.kind == .number {
                values.append(.number(finite(cursor.next().number)))
                cursor.skipWhitespace()
            } else if let length = paintLength(&cursor, grammar) {
                values.append(length.isAuto ? .auto : .length(length))
            } else { break }
        }
        return StyleComputer.edges(values)
    }

    /// One to four values for top, right, bottom, left.
    private static func edges<Value>(_ values: [Value]) -> Edges<Value>? {
        guard let top = values.first else { return nil }
        let right = values.count > 1 ? values[1] : top
        return Edges(top: top, right: right, bottom: values.count > 2 ? values[2] : top, left: values.count > 3 ? values[3] : right)
    }

    @discardableResult
    private func repeats(_ cursor: inout CSSTokenCursor, _ image: inout BorderImage) -> Bool {
        func one(_ cursor: inout CSSTokenCursor) -> BorderImage.Repeat? {
            cursor.takeKeyword([
                KeywordValue("stretch", BorderImage.Repeat.stretch), KeywordValue("repeat", BorderImage.Repeat.repeat),
                KeywordValue("round", BorderImage.Repeat.round), KeywordValue("space", BorderImage.Repeat.space),
            ]).flatMap(BorderImage.Repeat.init(rawValue:))
        }
        guard let x = one(&cursor) else { return false }
        image.repeatX = x
        image.repeatY = one(&cursor) ?? x
        return true
    }

    // MARK: Masks (https://www.w3.org/TR/css-masking-1/#the-mask): layers as those of backgrounds.

    mutating func applyMask(_ declaration: Declaration, _ sheet: UInt32, _ reader: ColorReader, _ paint: inout PaintStyle) {
        guard var cursor = paintTokens(declaration, sheet) else { return }
        let isWhole = declaration.flag == ValueParser.wholeShorthand
        if declaration.property == .maskImage {
            if isWhole {
                paint.maskLayers = maskShorthand(&cursor, reader)
            } else {
                paint.maskLayers = commaList(&cursor) { computer, cursor in
                    var layer = BackgroundLayer.mask
                    if !cursor.takeWord("none") { layer.image = computer.paintImage(&cursor, reader) ?? .none }
                    return layer
                }
            }
            return
        }
        // The shorthand's other parts came with its image.
        guard !isWhole, !paint.maskLayers.isEmpty else { return }
        let property = declaration.property
        let values: [BackgroundLayer] = commaList(&cursor) { computer, cursor in
            var layer = BackgroundLayer.mask
            guard computer.maskDetail(property, &cursor, &layer) else { return nil }
            return layer
        }
        guard !values.isEmpty else { return }
        for index in paint.maskLayers.indices {
            let value = values[index % values.count]
            switch property {
            case .maskPosition: (paint.maskLayers[index].positionX, paint.maskLayers[index].positionY) = (value.positionX, value.positionY)
            case .maskSize: paint.maskLayers[index].size = value.size
            case .maskRepeat: (paint.maskLayers[index].repeatX, paint.maskLayers[index].repeatY) = (value.repeatX, value.repeatY)
            case .maskOrigin: paint.maskLayers[index].origin = value.origin
            case .maskMode: paint.maskLayers[index].masksByLuminance = value.masksByLuminance
            case .maskComposite: paint.maskLayers[index].composite = value.composite
            default: paint.maskLayers[index].clip = value.clip
            }
        }
    }

    private mutating func maskDetail(_ property: PropertyID, _ cursor: inout CSSTokenCursor, _ layer: inout BackgroundLayer) -> Bool {
        switch property {
        case .maskPosition:
            guard let value = position(&cursor) else { return false }
            (layer.positionX, layer.positionY) = (value.x, value.y)
        case .maskSize:
            guard let size = backgroundSize(&cursor) else { return false }
            layer.size = size
        case .maskRepeat:
            guard let pair = StyleComputer.repeatStyle(&cursor) else { return false }
            (layer.repeatX, layer.repeatY) = pair
        case .maskMode:
            guard let mode = cursor.takeKeyword(BackgroundLayer.maskModes) else { return false }
            layer.masksByLuminance = mode == BackgroundLayer.luminance
        case .maskComposite:
            guard let composite = cursor.takeKeyword(BackgroundLayer.maskOperators).flatMap(BackgroundLayer.Composite.init(rawValue:)) else { return false }
            layer.composite = composite
        default:
            guard let area = StyleComputer.maskArea(&cursor) else { return false }
            (layer.origin, layer.clip) = (area, area)
        }
        return true
    }

    private mutating func maskShorthand(_ cursor: inout CSSTokenCursor, _ reader: ColorReader) -> [BackgroundLayer] {
        layerList(&cursor, reader, from: .mask, area: StyleComputer.maskArea) { cursor, layer in
            if let mode = cursor.takeKeyword(BackgroundLayer.maskModes) {
                layer.masksByLuminance = mode == BackgroundLayer.luminance
            } else if let composite = cursor.takeKeyword(BackgroundLayer.maskOperators).flatMap(BackgroundLayer.Composite.init(rawValue:)) {
                layer.composite = composite
            } else {
                cursor.skipComponentValue()
            }
            return true
        }
    }

    private static func maskArea(_ cursor: inout CSSTokenCursor) -> BackgroundLayer.Area? {
        cursor.takeKeyword([
            KeywordValue("border-box", BackgroundLayer.Area.border), KeywordValue("padding-box", BackgroundLayer.Area.padding),
            KeywordValue("content-box", BackgroundLayer.Area.content), KeywordValue("no-clip", BackgroundLayer.Area.border),
        ]).flatMap(BackgroundLayer.Area.init(rawValue:))
    }

    // MARK: Emphasis marks (https://www.w3.org/TR/css-text-decor-3/#emphasis-marks)

    mutating func applyEmphasis(_ declaration: Declaration, _ sheet: UInt32, _ reader: ColorReader, _ emphasis: inout OwnEmphasis) {
        guard var cursor = paintTokens(declaration, sheet) else {
            if declaration.property == .textEmphasisColor, declaration.form == .number { emphasis.color = PaintColor(packed: declaration.value) }
            return
        }
        switch declaration.property {
        case .textEmphasisColor: emphasis.color = cursor.isIdent("currentcolor") ? nil : reader.take(&cursor)
        case .textEmphasisPosition: emphasis.isUnder = EmphasisMark.isUnder(&cursor)
        default: emphasis.text = EmphasisMark.text(&cursor)
        }
    }

    /// What lines must know of emphasis marks.
    mutating func applyEmphasisLayout(_ declaration: Declaration, _ sheet: UInt32) {
        guard var cursor = paintTokens(declaration, sheet) else { return }
        guard declaration.property == .textEmphasisStyle else {
            style.emphasisIsUnder = EmphasisMark.isUnder(&cursor)
            return
        }
        let text = EmphasisMark.text(&cursor)
        style.emphasisMark = text.isEmpty ? 0 : number(declaration, sheet, in: \.strings, text) + 1
        if !text.isEmpty { output.hasEmphasis = true }
    }

    /// The values of emphasis properties, inherited ones at first. The text is empty for none.
    struct OwnEmphasis {
        var text: String
        var color: PaintColor?
        var isUnder: Bool

        init(_ parent: EmphasisMark?) {
            text = parent?.text ?? ""
            color = parent?.color
            isUnder = parent?.isUnder ?? false
        }

        var mark: EmphasisMark? { text.isEmpty ? nil : EmphasisMark(text: text, color: color, isUnder: isUnder) }
    }
}

extension EmphasisMark {
    static func isUnder(_ cursor: inout CSSTokenCursor) -> Bool {
        var isUnder = false
        while !cursor.isAtEnd {
            if cursor.takeWord("under") { isUnder = true } else if !cursor.takeWord("over") { cursor.skipComponentValue() }
        }
        return isUnder
    }

    /// The mark of a `text-emphasis-style`; empty for none.
    static func text(_ cursor: inout CSSTokenCursor) -> String {
        if cursor.takeWord("none") { return "" }
        if let string = cursor.takeString() { return string.first.map(String.init) ?? "" }
        var shape = EmphasisMark.Shape.circle, isOpen = false
        while let value = cursor.takeKeyword(EmphasisMark.words) {
            switch EmphasisMark.Shape(rawValue: value) ?? .circle {
            case .open: isOpen = true
            case .filled: isOpen = false
            case let named: shape = named
            }
        }
        return text(shape, isOpen: isOpen)
    }
}

extension BackgroundLayer {
    /// The initial values of masks differ from those of backgrounds.
    static var mask: BackgroundLayer {
        var layer = BackgroundLayer()
        layer.origin = .border
        return layer
    }

    /// `mask-mode`: pictures are masks by their alpha, unless luminance is asked for.
    static let luminance: UInt8 = 1
    static let maskModes = [KeywordValue("match-source", 0), KeywordValue("alpha", 0), KeywordValue("luminance", luminance), KeywordValue("auto", 0)]

    /// `mask-composite`, and the words of `-webkit-mask-composite` for the same.
    static let maskOperators = [
        KeywordValue("add", Composite.add), KeywordValue("subtract", Composite.subtract), KeywordValue("intersect", Composite.intersect),
        KeywordValue("exclude", Composite.exclude), KeywordValue("source-over", Composite.add), KeywordValue("source-out", Composite.subtract),
        KeywordValue("source-in", Composite.intersect), KeywordValue("xor", Composite.exclude),
    ]
}
