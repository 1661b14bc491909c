// Tokens (https://w3c.github.io/mathml-core/#layout-of-mtext) and operators (https://w3c.github.io/mathml-core/#layout-of-operators).

extension MathFormatting {
    /// Lays out what is in a token as wide as it is without breaks; `.none` where it is empty.
    @discardableResult
    private func layoutText(_ id: BoxID) -> BoxID {
        let text = context.tree[id].firstChild
        guard text.exists else { return .none }
        var space = ConstraintSpace(availableWidth: context.intrinsicWidths(of: text).maximum)
        space.fixedWidth = space.availableWidth
        context.layoutIndependent(text, space)
        return text
    }

    private func character(_ character: UInt32, _ id: BoxID) -> TextShaper.CharacterGlyph? {
        context.shaper.glyph(of: character, style: context.tree[id].style)
    }

    /// What the text of a token draws, before `text-transform`; nil where it is more than one text, or draws nothing.
    private func ink(_ text: BoxID) -> (above: Float, below: Float)? {
        guard context.tree[text].kind == .inlineContext else { return nil }
        let content = context.prepared.inlineContents[Int(context.tree[text].payload)]
        guard content.items.allSatisfy({ $0.kind == .text }) else { return nil }
        var result: (above: Float, below: Float)?
        for (index, run) in content.runs.enumerated() {
            let original = content.originals[Int32(index)]?.text ?? Array(content.text[Int(run.start)..<Int(run.end)])
            guard let ink = context.shaper.ink(original, 0..<original.count, style: run.style) else { continue }
            result = (max(result?.above ?? ink.above, ink.above), max(result?.below ?? ink.below, ink.below))
        }
        return result
    }

    /// What a token's content measures, and where its text stands in it.
    private func tokenContent(_ id: BoxID, isLate: Bool) -> (metrics: Metrics, text: BoxID, y: LayoutUnit) {
        let text = layoutText(id)
        guard text.exists else { return (Metrics(), text, .zero) }
        let baseline = context.fragments[text].firstBaseline ?? context.fragments[text].size.height
        var metrics = Metrics(width: width(text), ascent: baseline, descent: height(text) - baseline)
        let shown = box(id).glyph
        if shown != 0, let glyph = character(shown, id) {
            metrics.width = .truncating(glyph.advance)
            let height = isLate ? metrics.ascent + metrics.descent : .truncating(glyph.above + glyph.below)
            metrics.ascent = .truncating(glyph.above)
            metrics.descent = height - metrics.ascent
            return (metrics, text, .zero)
        }
        guard !profile.mathLinesHoldInk else { return (metrics, text, .zero) }
        guard context.tree[text].kind == .inlineContext, context.prepared.inlineContents[Int(context.tree[text].payload)].items.allSatisfy({ $0.kind == .text }) else {
            return (metrics, text, .zero)
        }
        let ink = ink(text) ?? (0, 0)
        (metrics.ascent, metrics.descent) = (.truncating(ink.above), .truncating(ink.below))
        return (metrics, text, metrics.ascent - baseline)
    }

    func layoutToken(_ id: BoxID, isLate: Bool) {
        let (metrics, text, y) = tokenContent(id, isLate: isLate)
        let edges = edges(id)
        if text.exists { place(text, edges.left, edges.top + y) }
        finish(id, width: metrics.width + edges.horizontal, ascent: edges.top + metrics.ascent, height: edges.vertical + metrics.ascent + metrics.descent)
    }

    // MARK: Operators

    func layoutOperator(_ id: BoxID, _ stretch: Stretch?) {
        let properties = box(id).properties
        let space = profile.operatorsHoldSpace ? operatorSpace(of: id) : (.zero, .zero)
        let edges = edges(id)
        guard showsGlyph(id, properties) else {
            var (metrics, text, y) = tokenContent(id, isLate: false)
            if (0x2061...0x2064).contains(properties.character), profile.operatorsHoldSpace { metrics.width = .zero }
            if text.exists { place(text, edges.left + (isRightToLeft(id) ? space.1 : space.0), edges.top + y) }
            finish(
                id, width: metrics.width + space.0 + space.1 + edges.horizontal, ascent: edges.top + metrics.ascent,
                height: edges.vertical + metrics.ascent + metrics.descent)
            return
        }
        let text = layoutText(id)
        if text.exists { place(text, edges.left, edges.top) }
        let glyph = (properties.character == 0 ? nil : character(properties.character, id)).flatMap { $0.isPrimary ? $0 : nil }
        var shape = Metrics()
        if let glyph { shape = Metrics(width: .truncating(glyph.advance), ascent: .truncating(glyph.above), descent: .truncating(glyph.below)) }
        var ascent = shape.ascent
        if properties.stretchesUp {
            if profile.stretchesByUnicodePieces {
                let base = shape.width
                ascent = stretchByPieces(id, properties, stretch, &shape)
                if isForIntrinsicWidths, base > .zero { shape.width = max(base, widthOfPieces(id, properties)) }
            } else {
                ascent = shape.ascent - centering(id, properties, stretch, shape)
            }
        } else if profile.largeOperatorsAreCentered, !properties.flags.contains(.stretchy), properties.flags.contains(.largeOperator) {
            ascent = (shape.ascent + shape.descent) / 2 + constants(id).axis
        }
        finish(
            id, width: shape.width + space.0 + space.1 + edges.horizontal, ascent: edges.top + ascent, height: edges.vertical + shape.ascent + shape.descent)
    }

    /// Whether an operator is laid out as a glyph, which may be another than the text's.
    func showsGlyph(_ id: BoxID, _ properties: OperatorProperties) -> Bool {
        if box(id).isFence { return true }
        guard properties.character != 0 else { return false }
        let isSpecial = properties.flags.contains(.stretchy) || (properties.flags.contains(.largeOperator) && box(id).isDisplay)
        if profile.stretchesByUnicodePieces { return isSpecial || properties.character == 0x2212 }
        return isSpecial && character(properties.character, id)?.isPrimary == true
    }

    /// Grows a symmetric target to both sides of the axis.
    private func symmetric(_ properties: OperatorProperties, _ ascent: LayoutUnit, _ descent: LayoutUnit, axis: LayoutUnit) -> (LayoutUnit, LayoutUnit) {
        guard properties.flags.contains(.symmetric) else { return (ascent, descent) }
        let half = max(ascent - axis, descent + axis)
        return (half + axis, half - axis)
    }

    /// WebKit: gives a fence the size that it is to have, if pieces for it exist; tells where its baseline is then.
    private func stretchByPieces(_ id: BoxID, _ properties: OperatorProperties, _ stretch: Stretch?, _ shape: inout Metrics) -> LayoutUnit {
        guard case .up(let outerAscent, let outerDescent)? = stretch else { return shape.ascent }
        let constants = constants(id)
        var (ascent, descent) = symmetric(properties, outerAscent, outerDescent, axis: constants.axis)
        let size = ascent + descent
        if size > .zero {
            let least = max(.zero, constants.used(properties.minSize, reference: .truncating(constants.fontSize)))
            let most = properties.maxSize.map { max(.zero, constants.used($0, reference: .max)) } ?? .max
            let factor = size < least ? least.px / size.px : most < size ? most.px / size.px : 1
            if factor != 1 { (ascent, descent) = (.truncating(ascent.px * factor), .truncating(descent.px * factor)) }
        }
        let target = ascent + descent
        if shape.width > .zero, target > shape.ascent + shape.descent, let pieces = FencePieces.of(properties.character) {
            let needed = [pieces.top, pieces.middle, pieces.bottom].reduce(Float(0)) { sum, piece in
                piece == 0 ? sum : sum + (character(piece, id).map { $0.above + $0.below } ?? 0)
            }
            // Pieces that no font has take no room.
            if needed <= target.px {
                shape.width = widthOfPieces(id, properties)
                (shape.ascent, shape.descent) = (target, .zero)
            }
        }
        return shape.ascent - (descent - ascent - shape.descent + shape.ascent) / 2
    }

    private func widthOfPieces(_ id: BoxID, _ properties: OperatorProperties) -> LayoutUnit {
        guard let pieces = FencePieces.of(properties.character) else { return .zero }
        return [pieces.top, pieces.middle, pieces.bottom, pieces.extension].reduce(LayoutUnit.zero) { widest, piece in
            piece == 0 ? widest : max(widest, .truncating(character(piece, id)?.advance ?? 0))
        }
    }

    /// Chromium: how far down a glyph that can not be stretched moves to the middle of its target.
    private func centering(_ id: BoxID, _ properties: OperatorProperties, _ stretch: Stretch?, _ shape: Metrics) -> LayoutUnit {
        var ascent = LayoutUnit.zero, descent = LayoutUnit.zero
        if case .up(let outerAscent, let outerDescent)? = stretch {
            let constants = constants(id), axis = constants.axis
            (ascent, descent) = symmetric(properties, outerAscent, outerDescent, axis: axis)
            let size = ascent + descent, own = shape.ascent + shape.descent
            let least = max(.zero, properties.minSize.map { constants.used($0, reference: own) } ?? own)
            let most = max(least, properties.maxSize.map { constants.used($0, reference: own) } ?? .max)
            if size <= .zero {
                ascent = least / 2 + axis
                descent = least - ascent
            } else if size < least {
                ascent = max(.zero, ascent - axis).scaled(by: least, over: size) + axis
                descent = least - ascent
            } else if most < size {
                ascent = max(.zero, ascent - axis).scaled(by: most, over: size) + axis
                descent = most - ascent
            }
        }
        return ((shape.ascent - shape.descent) - (ascent - descent)) / 2
    }
}

/// The characters that a tall fence can be built of (U+239B…U+23AE), as WebKit knows them; 0 for none.
struct FencePieces {
    var top: UInt32
    var `extension`: UInt32
    var bottom: UInt32
    var middle: UInt32 = 0

    static func of(_ character: UInt32) -> FencePieces? {
        switch character {
        case 0x28: FencePieces(top: 0x239B, extension: 0x239C, bottom: 0x239D)
        case 0x29: FencePieces(top: 0x239E, extension: 0x239F, bottom: 0x23A0)
        case 0x5B: FencePieces(top: 0x23A1, extension: 0x23A2, bottom: 0x23A3)
        case 0x5D: FencePieces(top: 0x23A4, extension: 0x23A5, bottom: 0x23A6)
        case 0x7B: FencePieces(top: 0x23A7, extension: 0x23AA, bottom: 0x23A9, middle: 0x23A8)
        case 0x7D: FencePieces(top: 0x23AB, extension: 0x23AA, bottom: 0x23AD, middle: 0x23AC)
        case 0x2308: FencePieces(top: 0x23A1, extension: 0x23A2, bottom: 0x23A2)
        case 0x2309: FencePieces(top: 0x23A4, extension: 0x23A5, bottom: 0x23A5)
        case 0x230A: FencePieces(top: 0x23A2, extension: 0x23A2, bottom: 0x23A3)
        case 0x230B: FencePieces(top: 0x23A5, extension: 0x23A5, bottom: 0x23A6)
        case 0x7C, 0x2016, 0x2225: FencePieces(top: character, extension: character, bottom: character)
        case 0x222B: FencePieces(top: 0x2320, extension: 0x23AE, bottom: 0x2321)
        default: nil
        }
    }
}
