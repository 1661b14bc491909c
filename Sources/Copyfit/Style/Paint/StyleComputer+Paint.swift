// The paint values of an element: cascaded like others, but only where a picture is wanted.

/// Asked for by who paints: measuring does without.
package struct PaintRequest: Hashable, Sendable {
    /// Whether the user prefers dark colors; pages get them where their `color-scheme` allows it.
    package var prefersDark: Bool
    package init(prefersDark: Bool) { self.prefersDark = prefersDark }
}

/// A winning declaration of a paint property and the sheet it stands in.
struct PaintWinner {
    var declaration: Declaration
    var sheet: UInt32
}

extension StyleComputer {
    /// The winners among the paint declarations of a cascade, `color` first.
    mutating func cascadePaint(_ entries: ArraySlice<CascadeEntry>) {
        paintWinners.removeAll(keepingCapacity: true)
        var cascade = Cascade()
        for entry in importantEntries(entries) {
            for index in block(entry).important.paint.descending { considerPaint(declaration(entry.sheet, index), entry, &cascade) }
        }
        for entry in entries.reversed() {
            for index in block(entry).normal.paint.descending { considerPaint(declaration(entry.sheet, index), entry, &cascade) }
        }
        paintWinners.sort { $0.declaration.property.paintOrder < $1.declaration.property.paintOrder }
    }

    private mutating func considerPaint(_ original: Declaration, _ entry: CascadeEntry, _ cascade: inout Cascade) {
        var declaration = original
        if declaration.property.isLogical { declaration.property = declaration.property.physical(style.writingMode, style.direction) }
        if cascade.take(declaration, entry) { paintWinners.append(PaintWinner(declaration: declaration, sheet: entry.sheet)) }
    }

    /// Computes the paint values of the element and gives its style their number. The element's display and float are known by now.
    mutating func finishPaint(_ request: PaintRequest) {
        let parentPaint = Int(parent.paint) < output.paints.count ? output.paints[Int(parent.paint)] : PaintStyle()
        var paint = PaintStyle()
        paint.isDark = context.colorScheme & 2 != 0 && (request.prefersDark || context.colorScheme & 1 == 0)
        // Inherited ones.
        paint.color = isRoot && paint.isDark ? .white : parentPaint.color
        paint.textShadows = parentPaint.textShadows
        paint.textFill = parentPaint.textFill
        paint.underlineOffset = parentPaint.underlineOffset
        var reader = ColorReader(current: parentPaint.color, isDark: paint.isDark, isQuirky: isQuirky)
        var index = 0
        if let first = paintWinners.first, first.declaration.property == .color {
            index = 1
            applyColor(first, parentPaint, &paint, reader)
        }
        reader.current = paint.color
        paint.borderColor = Edges(all: paint.color)
        paint.outline.color = paint.color
        paint.columnRule.color = paint.color
        var own = OwnDecoration(color: paint.color, emphasis: OwnEmphasis(parentPaint.emphasis))
        while index < paintWinners.count {
            let winner = paintWinners[index]
            index += 1
            guard let (declaration, sheet) = resolved(winner.declaration, winner.sheet) else { continue }
            if declaration.isWide {
                if declaration.form == .inherit || (declaration.form == .unset && PropertyTable.entry(declaration.property).isInherited) {
                    inheritPaint(declaration.property, parentPaint, &paint)
                } else if declaration.form == .initial {
                    if declaration.property == .textShadow { paint.textShadows = [] }
                    if declaration.property == .textUnderlineOffset { paint.underlineOffset = .auto }
                    if declaration.property == .textFillColor { paint.textFill = nil }
                    if declaration.property == .textEmphasisStyle { own.emphasis.text = "" }
                    if declaration.property == .textEmphasisColor { own.emphasis.color = nil }
                }
                continue
            }
            applyPaint(declaration, sheet, reader, &own, &paint)
        }
        finishDecorations(own, parentPaint, &paint)
        paint.emphasis = own.emphasis.mark
        if paint.borderImage?.source == PaintImage.none { paint.borderImage = nil }
        if paint == parentPaint {
            style.paint = parent.paint
        } else {
            style.paint = UInt32(clamping: output.paints.count)
            output.paints.append(paint)
        }
    }

    private mutating func applyColor(_ winner: PaintWinner, _ parentPaint: PaintStyle, _ paint: inout PaintStyle, _ reader: ColorReader) {
        guard let (declaration, sheet) = resolved(winner.declaration, winner.sheet) else { return }
        switch declaration.form {
        case .inherit, .unset: paint.color = parentPaint.color
        case .initial: paint.color = paint.isDark ? .white : .black
        default: if let color = color(declaration, sheet, reader) { paint.color = color }
        }
    }

    private mutating func color(_ declaration: Declaration, _ sheet: UInt32, _ reader: ColorReader) -> PaintColor? {
        if declaration.form == .number { return PaintColor(packed: declaration.value) }
        guard var cursor = paintTokens(declaration, sheet) else { return nil }
        return reader.take(&cursor)
    }

    /// The tokens of a paint value, whatever the form says: transforms are keywords to layout.
    func paintTokens(_ declaration: Declaration, _ sheet: UInt32) -> CSSTokenCursor? {
        let objects = Int(sheet) < sheets.count ? sheets[Int(sheet)].objects : own.parser.store.objects
        guard declaration.form == .object || (declaration.form == .keyword && declaration.flag == 1), Int(declaration.index) < objects.count,
            case .tokens(let slice) = objects[Int(declaration.index)]
        else { return nil }
        var cursor = slice.cursor
        cursor.skipWhitespace()
        return cursor
    }

    /// Takes a length in its computed form.
    mutating func paintLength(_ cursor: inout CSSTokenCursor, _ grammar: LengthGrammar = [.percentage, .negative]) -> Length? {
        guard let value = own.parser.length(&cursor, grammar) else { return nil }
        return length(value, ownSheet, allowsNegative: grammar.contains(.negative))
    }

    private func inheritPaint(_ property: PropertyID, _ parent: PaintStyle, _ paint: inout PaintStyle) {
        switch property {
        case .backgroundColor: inheritColor(.background, \.backgroundColor, parent, &paint)
        case .backgroundImage:
            paint.backgroundLayers = parent.backgroundLayers
        case .backgroundPositionX, .backgroundPositionY, .backgroundSize, .backgroundRepeat, .backgroundOrigin, .backgroundAttachment, .backgroundClip:
            if property == .backgroundClip { paint.backgroundClip = parent.backgroundClip }
            setBackgroundDetail(property, from: parent.backgroundLayers.isEmpty ? [BackgroundLayer()] : parent.backgroundLayers, &paint)
        case .borderTopColor: inheritColor(.top, \.borderColor.top, parent, &paint)
        case .borderRightColor: inheritColor(.right, \.borderColor.right, parent, &paint)
        case .borderBottomColor: inheritColor(.bottom, \.borderColor.bottom, parent, &paint)
        case .borderLeftColor: inheritColor(.left, \.borderColor.left, parent, &paint)
        case .borderTopLeftRadius, .borderTopRightRadius, .borderBottomRightRadius, .borderBottomLeftRadius: paint.radii = parent.radii
        case .boxShadow: paint.boxShadows = parent.boxShadows
        case .textShadow: paint.textShadows = parent.textShadows
        case .opacity: paint.opacity = parent.opacity
        case .outlineColor: inheritColor(.outline, \.outline.color, parent, &paint)
        case .outlineStyle: paint.outline.style = parent.outline.style
        case .outlineWidth: paint.outline.width = parent.outline.width
        case .outlineOffset: paint.outline.offset = parent.outline.offset
        case .textUnderlineOffset: paint.underlineOffset = parent.underlineOffset
        case .objectPosition: paint.objectPosition = parent.objectPosition
        case .transform: paint.transforms = parent.transforms
        case .clipPath: paint.clipPath = parent.clipPath
        case .borderImageSource, .borderImageSlice, .borderImageWidth, .borderImageOutset, .borderImageRepeat: paint.borderImage = parent.borderImage
        case .maskImage: paint.maskLayers = parent.maskLayers
        default: break
        }
    }

    /// > `currentcolor` computes to itself: it is the word that inherits.
    private func inheritColor(
        _ name: CurrentColors, _ path: WritableKeyPath<PaintStyle, PaintColor>, _ parent: PaintStyle, _ paint: inout PaintStyle
    ) {
        let isCurrent = parent.currentColors.contains(name)
        paint[keyPath: path] = isCurrent ? paint.color : parent[keyPath: path]
        if isCurrent { paint.currentColors.insert(name) } else { paint.currentColors.remove(name) }
    }

    private mutating func applyColor(
        _ name: CurrentColors, _ path: WritableKeyPath<PaintStyle, PaintColor>, _ declaration: Declaration, _ sheet: UInt32, _ reader: ColorReader,
        _ paint: inout PaintStyle
    ) {
        guard let color = color(declaration, sheet, reader) else { return }
        paint[keyPath: path] = color
        let isCurrent = declaration.form != .number && (paintTokens(declaration, sheet)?.isIdent("currentcolor") ?? false)
        if isCurrent { paint.currentColors.insert(name) } else { paint.currentColors.remove(name) }
    }

    private mutating func applyPaint(_ declaration: Declaration, _ sheet: UInt32, _ reader: ColorReader, _ own: inout OwnDecoration, _ paint: inout PaintStyle) {
        switch declaration.property {
        case .backgroundColor:
            if declaration.flag == ValueParser.wholeShorthand {
                guard var cursor = paintTokens(declaration, sheet) else { return }
                paint.backgroundColor = backgroundShorthand(&cursor, reader).color ?? .transparent
            } else { applyColor(.background, \.backgroundColor, declaration, sheet, reader, &paint) }
        case .backgroundImage:
            guard var cursor = paintTokens(declaration, sheet) else { return }
            if declaration.flag == ValueParser.wholeShorthand {
                paint.backgroundLayers = backgroundShorthand(&cursor, reader).layers
            } else {
                paint.backgroundLayers = commaList(&cursor) { computer, cursor in
                    var layer = BackgroundLayer()
                    if !cursor.takeWord("none") { layer.image = computer.paintImage(&cursor, reader) ?? .none }
                    return layer
                }
            }
        case .backgroundPositionX, .backgroundPositionY, .backgroundSize, .backgroundRepeat, .backgroundAttachment, .backgroundOrigin, .backgroundClip:
            applyBackgroundDetail(declaration, sheet, reader, &paint)
        case .borderTopColor: applyColor(.top, \.borderColor.top, declaration, sheet, reader, &paint)
        case .borderRightColor: applyColor(.right, \.borderColor.right, declaration, sheet, reader, &paint)
        case .borderBottomColor: applyColor(.bottom, \.borderColor.bottom, declaration, sheet, reader, &paint)
        case .borderLeftColor: applyColor(.left, \.borderColor.left, declaration, sheet, reader, &paint)
        case .borderTopLeftRadius: applyRadius(0, declaration, sheet, &paint)
        case .borderTopRightRadius: applyRadius(1, declaration, sheet, &paint)
        case .borderBottomRightRadius: applyRadius(2, declaration, sheet, &paint)
        case .borderBottomLeftRadius: applyRadius(3, declaration, sheet, &paint)
        case .boxShadow: if let cursor = paintTokens(declaration, sheet) { paint.boxShadows = shadows(cursor, reader) }
        case .textShadow: if let cursor = paintTokens(declaration, sheet) { paint.textShadows = shadows(cursor, reader) }
        case .opacity:
            guard var cursor = paintTokens(declaration, sheet) else { return }
            paint.opacity = Float(max(0, min(1, alpha(&cursor) ?? 1)))
        case .textDecorationLine:
            guard var cursor = paintTokens(declaration, sheet) else { return }
            while let bit = cursor.takeKeyword([KeywordValue("underline", 1), KeywordValue("overline", 2), KeywordValue("line-through", 4), KeywordValue("blink", 8)]) {
                own.lines.formUnion(TextDecoration.Lines(rawValue: bit & 7))
            }
        case .textDecorationStyle:
            guard var cursor = paintTokens(declaration, sheet) else { return }
            own.style = cursor.takeKeyword([
                KeywordValue("solid", TextDecoration.Style.solid), KeywordValue("double", TextDecoration.Style.double),
                KeywordValue("dotted", TextDecoration.Style.dotted), KeywordValue("dashed", TextDecoration.Style.dashed),
                KeywordValue("wavy", TextDecoration.Style.wavy),
            ]).flatMap(TextDecoration.Style.init(rawValue:)) ?? .solid
        case .textDecorationColor: if let color = color(declaration, sheet, reader) { own.color = color }
        case .textDecorationThickness:
            guard var cursor = paintTokens(declaration, sheet) else { return }
            own.thickness = paintLength(&cursor, [.percentage]) ?? .auto
        case .textUnderlineOffset:
            guard var cursor = paintTokens(declaration, sheet) else { return }
            paint.underlineOffset = paintLength(&cursor) ?? .auto
        case .outlineColor: applyColor(.outline, \.outline.color, declaration, sheet, reader, &paint)
        case .outlineStyle: paint.outline.style = lineStyle(declaration, sheet)
        case .outlineWidth: paint.outline.width = paintLineWidth(declaration, sheet)
        case .outlineOffset:
            guard var cursor = paintTokens(declaration, sheet) else { return }
            paint.outline.offset = paintLength(&cursor, [.negative])?.px ?? 0
        case .columnRuleColor: if let color = color(declaration, sheet, reader) { paint.columnRule.color = color }
        case .columnRuleStyle: paint.columnRule.style = lineStyle(declaration, sheet)
        case .columnRuleWidth: paint.columnRule.width = paintLineWidth(declaration, sheet)
        case .objectPosition: if var cursor = paintTokens(declaration, sheet), let position = position(&cursor) { paint.objectPosition = position }
        case .transformOrigin: if var cursor = paintTokens(declaration, sheet), let position = position(&cursor) { paint.transformOrigin = position }
        case .transform: if var cursor = paintTokens(declaration, sheet) { paint.transforms += transforms(&cursor) }
        case .translate, .rotate, .scale:
            if var cursor = paintTokens(declaration, sheet), let transform = individualTransform(declaration.property, &cursor) {
                // They come before `transform`, in the order translate, rotate, scale.
                paint.transforms.insert(transform, at: 0)
            }
        case .filter: if var cursor = paintTokens(declaration, sheet) { paint.filters = filters(&cursor, reader) }
        case .backdropFilter, .perspective, .willChange: if declaration.flag != 0 { paint.makesStackingContext = true }
        case .mixBlendMode:
            guard var cursor = paintTokens(declaration, sheet), let name = cursor.takeLowercasedIdent() else { return }
            paint.blendMode = BlendMode.named(name) ?? .normal
        case .isolation: if let cursor = paintTokens(declaration, sheet) { paint.isIsolated = cursor.isIdent("isolate") }
        case .maskImage, .maskPosition, .maskSize, .maskRepeat, .maskOrigin, .maskClip, .maskMode, .maskComposite: applyMask(declaration, sheet, reader, &paint)
        case .borderImageSource, .borderImageSlice, .borderImageWidth, .borderImageOutset, .borderImageRepeat:
            applyBorderImage(declaration, sheet, reader, &paint)
        case .textFillColor:
            let isCurrent = paintTokens(declaration, sheet)?.isIdent("currentcolor") ?? false
            paint.textFill = isCurrent ? nil : color(declaration, sheet, reader) ?? paint.textFill
        case .textEmphasisStyle, .textEmphasisColor, .textEmphasisPosition: applyEmphasis(declaration, sheet, reader, &own.emphasis)
        case .clipPath: if var cursor = paintTokens(declaration, sheet) { paint.clipPath = clipPath(&cursor) }
        default: break
        }
    }

    private mutating func applyRadius(_ corner: Int, _ declaration: Declaration, _ sheet: UInt32, _ paint: inout PaintStyle) {
        guard var cursor = paintTokens(declaration, sheet) else { return }
        if paint.radii.isEmpty { paint.radii = Array(repeating: CornerRadius(x: .zero, y: .zero), count: 4) }
        if declaration.flag == ValueParser.wholeShorthand {
            paint.radii[corner] = radii(&cursor)[corner]
        } else if let x = paintLength(&cursor, [.percentage]) {
            paint.radii[corner] = CornerRadius(x: x, y: paintLength(&cursor, [.percentage]) ?? x)
        }
    }

    /// https://www.w3.org/TR/css-backgrounds-3/#border-radius
    mutating func radii(_ cursor: inout CSSTokenCursor) -> [CornerRadius] {
        var axes: [[Length]] = []
        for part in 0..<2 {
            var values: [Length] = []
            while values.count < 4, let value = paintLength(&cursor, [.percentage]) { values.append(value) }
            let first = values.first ?? .zero
            let second = values.count > 1 ? values[1] : first
            axes.append([first, second, values.count > 2 ? values[2] : first, values.count > 3 ? values[3] : second])
            guard part == 0, cursor.takeDelimiter("/") else { break }
            cursor.skipWhitespace()
        }
        return (0..<4).map { CornerRadius(x: axes[0][$0], y: axes[axes.count - 1][$0]) }
    }

    private mutating func lineStyle(_ declaration: Declaration, _ sheet: UInt32) -> BorderStyle {
        if declaration.form == .keyword { return BorderStyle(rawValue: min(declaration.flag, BorderStyle.double.rawValue)) ?? .none }
        guard var cursor = paintTokens(declaration, sheet), let value = cursor.takeKeyword(ValueParser.lineStyles) else { return .none }
        return value == 10 ? .solid : BorderStyle(rawValue: value) ?? .none
    }

    private mutating func paintLineWidth(_ declaration: Declaration, _ sheet: UInt32) -> Float {
        if declaration.form != .object { return lineWidth(declaration, sheet) }
        guard var cursor = paintTokens(declaration, sheet), let value = own.parser.lineWidth(&cursor) else { return 3 }
        return lineWidth(value, ownSheet)
    }

    mutating func alpha(_ cursor: inout CSSTokenCursor) -> Double? {
        if cursor.kind == .percentage {
            let value = cursor.next().number / 100
            cursor.skipWhitespace()
            return value
        }
        return own.parser.number(&cursor).map { number($0, ownSheet) }
    }

    /// The items of a comma-separated list.
    mutating func commaList<Item>(_ cursor: inout CSSTokenCursor, _ item: (inout StyleComputer, inout CSSTokenCursor) -> Item?) -> [Item] {
        var items: [Item] = []
        repeat {
            guard items.count < 1000, let value = item(&self, &cursor) else { break }
            items.append(value)
        } while cursor.takeComma()
        return items
    }

    func skipToComma(_ cursor: inout CSSTokenCursor) {
        while !cursor.isAtEnd, cursor.kind != .comma { cursor.skipComponentValue() }
    }

    // MARK: Decorations

    /// What the element itself asks for.
    private struct OwnDecoration {
        var lines: TextDecoration.Lines = []
        var style = TextDecoration.Style.solid
        var color: PaintColor
        var thickness = Length.auto
        var emphasis: OwnEmphasis
    }

    /// > Text decorations are not propagated to floating and absolutely positioned descendants, nor to the contents of atomic inlines.
    private func finishDecorations(_ own: OwnDecoration, _ parentPaint: PaintStyle, _ paint: inout PaintStyle) {
        let isAtomic: Bool = switch style.display {
        case .inlineBlock, .inlineTable, .inlineFlex, .inlineGrid, .inlineWebkitBox: true
        default: false
        }
        let isOutside = style.float != .none || style.position == .absolute || style.position == .fixed || isAtomic
        paint.decorations = isOutside ? [] : parentPaint.decorations
        guard !own.lines.isEmpty, paint.decorations.count < 16 else { return }
        paint.decorations.append(
            TextDecoration(
                lines: own.lines, style: own.style, color: own.color, thickness: own.thickness, underlineOffset: paint.underlineOffset,
                fontSize: style.fontSize))
    }

    // MARK: Shadows

    private mutating func shadows(_ start: CSSTokenCursor, _ reader: ColorReader) -> [BoxShadow] {
        var cursor = start
        if cursor.isIdent("none") { return [] }
        return commaList(&cursor) { computer, cursor in computer.shadow(&cursor, reader) }
    }

    mutating func shadow(_ cursor: inout CSSTokenCursor, _ reader: ColorReader) -> BoxShadow? {
        var lengths: [Float] = []
        var shadow = BoxShadow(x: 0, y: 0, blur: 0, spread: 0, color: reader.current, isInset: false)
        while !cursor.isAtEnd, cursor.kind != .comma {
            if cursor.takeWord("inset") {
                shadow.isInset = true
            } else if let length = paintLength(&cursor, [.negative]) {
                lengths.append(length.px)
            } else if let color = reader.take(&cursor) {
                shadow.color = color
            } else {
                return nil
            }
        }
        guard lengths.count >= 2 else { return nil }
        shadow.x = lengths[0]
        shadow.y = lengths[1]
        shadow.blur = lengths.count > 2 ? max(0, lengths[2]) : 0
        shadow.spread = lengths.count > 3 ? lengths[3] : 0
        return shadow
    }
}

extension PropertyID {
    /// Paint values are applied in this order: `color` goes into others, `background-image` makes the layers that others change, and the
    /// individual transforms are put before `transform`, the first one last.
    fileprivate var paintOrder: Int {
        switch self {
        case .color: -1
        case .backgroundImage: 0
        case .transform: 1000
        case .scale: 1001
        case .rotate: 1002
        case .translate: 1003
        default: 1 + Int(rawValue)
        }
    }
}

extension BlendMode {
    static func named(_ name: String) -> BlendMode? {
        let names = [
            "normal", "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn", "hard-light", "soft-light", "difference",
            "exclusion", "hue", "saturation", "color", "luminosity",
        ]
        return names.firstIndex(of: name).flatMap { BlendMode(rawValue: UInt8($0)) }
    }
}
