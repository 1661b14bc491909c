// Masks (https://www.w3.org/TR/css-masking-1/#the-mask): layers as those of backgrounds.

extension StyleComputer {
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
        default:
            guard let area = StyleComputer.maskArea(&cursor) else { return false }
            (layer.origin, layer.clip) = (area, area)
        }
        return true
    }

    private mutating func maskShorthand(_ cursor: inout CSSTokenCursor, _ reader: ColorReader) -> [BackgroundLayer] {
        layerList(&cursor, reader, from: .mask, area: StyleComputer.maskArea) { cursor, _ in
            cursor.skipComponentValue()
            return true
        }
    }

    private static func maskArea(_ cursor: inout CSSTokenCursor) -> BackgroundLayer.Area? {
        cursor.takeKeyword([
            KeywordValue("border-box", BackgroundLayer.Area.border), KeywordValue("padding-box", BackgroundLayer.Area.padding),
            KeywordValue("content-box", BackgroundLayer.Area.content), KeywordValue("no-clip", BackgroundLayer.Area.border),
        ]).flatMap(BackgroundLayer.Area.init(rawValue:))
    }
}
