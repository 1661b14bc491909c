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
}

extension BackgroundLayer {
    /// The initial values of masks differ from those of backgrounds.
    static var mask: BackgroundLayer {
        var layer = BackgroundLayer()
        layer.origin = .border
        return layer
    }
}
