internal import Copyfit

// Lines: inline boxes, text and what stands between it.

extension PageDrawing {
    /// A positioned or otherwise layered inline box: its part of the lines it stands on.
    func drawInlineLayer(_ box: BoxID) {
        var container = tree[box].parent
        while container.exists, tree[container].kind == .inline { container = tree[container].parent }
        guard container.exists, tree[container].kind == .inlineContext else { return }
        drawFloats(in: box)
        drawLines(of: container, owner: box)
    }

    /// Where the content box of an inline formatting context starts.
    func contentOrigin(_ box: BoxID) -> (x: Double, y: Double) {
        let edges = page.edges(of: box), origin = page.origins[box.index]
        return ((origin.x + edges.left).doublePx, (origin.y + edges.top).doublePx)
    }

    /// What of a context's lines belongs to `owner`: an inline layer, or none for all that is in no layer.
    func drawLines(of box: BoxID, owner: BoxID) {
        let index = Int(tree[box].payload)
        guard index < page.fragments.lines.count, !page.marksReplaceText(of: box) else { return }
        let lines = page.fragments.lines[index]
        let origin = contentOrigin(box)
        drawInlineBoxes(lines, origin: origin, owner: owner)
        let seen = canvas.clipBounds
        for (row, line) in lines.lines.enumerated() {
            let top = origin.y + Double(line.top)
            guard top - reach(of: line) <= seen.maxY, top + Double(line.height) + reach(of: line) >= seen.y else { continue }
            let first = Int(line.firstPiece), last = Int(line.firstPiece + line.pieceCount)
            let cut = ellipsis(line, row: row, lines, of: box)
            for number in first..<last where owns(owner, lines.pieces[number].box) {
                let piece = lines.pieces[number]
                guard isVisible(piece.box) else { continue }
                let spread = lines.spreads.isEmpty ? nil : lines.spreads.first { Int($0.piece) == number }
                drawPiece(piece, isLast: number == last - 1, isFirstLine: row == 0, contextIndex: index, origin: origin, cut: cut, spread: spread)
            }
            if let cut, !owner.exists { drawEllipsis(cut, origin: origin, in: box) }
        }
        drawAtomics(in: owner.exists ? owner : box, owner: owner)
        drawInlineOutlines(lines, origin: origin, owner: owner)
    }

    /// The text of an inline box alone.
    func drawText(in container: BoxID, within box: BoxID) {
        let index = Int(tree[container].payload)
        guard index < page.fragments.lines.count else { return }
        let origin = contentOrigin(container)
        let lines = page.fragments.lines[index]
        let inFirstLine = Int(lines.lines.first?.pieceCount ?? 0)
        for (number, piece) in lines.pieces.enumerated() {
            var ancestor = piece.box
            while ancestor.exists, ancestor != box, ancestor != container { ancestor = tree[ancestor].parent }
            if ancestor == box, isVisible(piece.box) { drawPiece(piece, isLast: false, isFirstLine: number < inFirstLine, contextIndex: index, origin: origin, cut: nil) }
        }
    }

    /// How far text may reach beyond its line, CSS px: tall glyphs, marks and shadows.
    private func reach(of line: LineFragment) -> Double { max(200, 2 * Double(line.height)) }

    private func owns(_ owner: BoxID, _ box: BoxID) -> Bool { order.inlineOwners[box.index] == owner }

    private func drawAtomics(in box: BoxID, owner: BoxID) {
        children(box) { child, record in
            guard !isLayer(child) else { return }
            if record.kind == .inline {
                drawAtomics(in: child, owner: owner)
            } else if record.isInlineLevel, record.isInFlow, record.kind != .text, record.kind != .lineBreak, record.kind != .wordBreak {
                drawContents(child, isContext: false)
            }
        }
    }

    private func rect(of fragment: InlineBoxFragment, origin: (x: Double, y: Double)) -> PaintRect {
        PaintRect(
            x: origin.x + Double(fragment.x), y: origin.y + Double(fragment.y), width: Double(fragment.width), height: Double(fragment.height)
        ).snapped(scale: canvas.scale)
    }

    private func drawInlineBoxes(_ lines: LineFragments, origin: (x: Double, y: Double), owner: BoxID) {
        for fragment in lines.inlineBoxes {
            let record = tree[fragment.box]
            guard record.kind == .inline, owns(owner, fragment.box), isVisible(fragment.box) else { continue }
            let isLTR = page.style(fragment.box).direction == .ltr
            let goesOnLeft = record.flags.contains(isLTR ? .continuesBefore : .continuesAfter)
            let goesOnRight = record.flags.contains(isLTR ? .continuesAfter : .continuesBefore)
            if record.flags.contains(.insideMarker) { drawInsideMarker(fragment, origin: origin) }
            drawInlineDecoration(
                fragment.box, rect(of: fragment, origin: origin), hasLeft: fragment.hasLeft && !goesOnLeft, hasRight: fragment.hasRight && !goesOnRight)
        }
    }

    /// > Outlines are painted over all other content of their stacking context.
    private func drawInlineOutlines(_ lines: LineFragments, origin: (x: Double, y: Double), owner: BoxID) {
        var rects: [BoxID: [PaintRect]] = [:]
        var order: [BoxID] = []
        for fragment in lines.inlineBoxes {
            guard tree[fragment.box].kind == .inline, owns(owner, fragment.box), page.style(fragment.box).paint != 0, isVisible(fragment.box) else { continue }
            guard paint(fragment.box).outline.style != .none else { continue }
            if rects[fragment.box] == nil { order.append(fragment.box) }
            rects[fragment.box, default: []].append(rect(of: fragment, origin: origin))
        }
        for box in order { drawInlineOutline(paint(box), rects[box] ?? []) }
    }

    private func drawPiece(_ piece: LinePiece, isLast: Bool, isFirstLine: Bool, contextIndex: Int, origin: (x: Double, y: Double), cut: LineCut?, spread: SpreadPiece? = nil) {
        guard piece.run >= 0, cut?.hides(piece) != true else { return }
        var content = page.contents[contextIndex]
        // Only where pieces have the same places in both.
        if isFirstLine, let first = content.firstLine, first.text.count == content.text.count { content = first }
        let run = content.runs[Int(piece.run)]
        let style = page.styled.styles[run.style.index]
        let paint = page.paint(style)
        var x = origin.x + Double(piece.x)
        let baseline = origin.y + Double(piece.baseline)
        let isRightToLeft = page.level(at: Int(piece.start), in: contextIndex) & 1 == 1
        // Tabs take what room the text behind them leaves.
        var start = Int(piece.start)
        let end = Int(piece.end)
        let hasTab = start < end && content.text[start] == 0x09
        while hasTab, start < end, content.text[start] == 0x09 || content.text[start] == 0x20 { start += 1 }
        var shaped = page.glyphs(content.text, start..<end, style: run.style, rightToLeft: isRightToLeft)
        let tabWidth = hasTab ? max(0, piece.width - shaped.width) : 0
        if hasTab, !isRightToLeft { x += Double(tabWidth) }
        var width = Double(piece.width - tabWidth)
        if let spread {
            x += Double(spread.lead)
            width = max(0, width - Double(spread.lead + spread.trail))
            if !isRightToLeft, cut == nil { x -= shaped.spreadOut(content.text, start..<end, lead: spread.lead, trail: spread.trail, align: style.rubyAlign) }
        }
        // What a justified line adds is shared out over its word spaces.
        var expansion: Float = 0
        if !hasTab, spread == nil, piece.width - shaped.width > 0.25 {
            let spaces = content.text[Int(piece.start)..<Int(piece.end)].reduce(0) { $0 + (TextPainter.isWordSpace($1) ? 1 : 0) }
            if spaces > 0 { expansion = (piece.width - shaped.width) / Float(spaces) }
        }
        if let cut, let kept = cut.kept(of: piece) {
            let removed = shaped.cut(from: kept.lowerBound - (x - origin.x), to: kept.upperBound - (x - origin.x))
            x += removed.before
            width = max(0, width - removed.before - removed.after)
        }
        let lineStyle = page.lineStyles[run.style.index]
        let color = paint.textFill ?? paint.color
        for shadow in paint.textShadows.reversed() {
            drawTextShadow(shadow, shaped, content.text, x: x, baseline: baseline, expansion: expansion)
        }
        for line in [TextDecoration.Lines.under, .over] {
            for decoration in paint.decorations {
                text.decorate(
                    decoration, line, x: x, width: width, baseline: baseline, style: style, lineStyle: lineStyle, shaped: shaped,
                    text: content.text, expansion: expansion)
            }
        }
        text.draw(shaped, text: content.text, source: start..<end, x: x, baseline: baseline, expansion: expansion, color)
        if let emphasis = paint.emphasis {
            drawEmphasis(emphasis, shaped, content.text, style: run.style, width: width, x: x, baseline: baseline, expansion: expansion, emphasis.color ?? color)
        }
        if isLast, cut == nil, let hyphen = hyphen(after: piece, content, style) {
            let shapedHyphen = page.glyphs(hyphen, 0..<hyphen.count, style: run.style, rightToLeft: isRightToLeft)
            text.draw(shapedHyphen, text: hyphen, x: isRightToLeft ? x - Double(shapedHyphen.width) : x + width, baseline: baseline, color)
        }
        for decoration in paint.decorations {
            text.decorate(decoration, .through, x: x, width: width, baseline: baseline, style: style, lineStyle: lineStyle)
        }
    }

    /// The hyphen that a line shows at its end: after a soft hyphen, or in a word that a dictionary divided.
    private func hyphen(after piece: LinePiece, _ content: InlineContent, _ style: ComputedStyle) -> [UInt16]? {
        let end = Int(piece.end)
        guard end > 0, end < content.text.count else { return nil }
        let isSoft = content.text[end - 1] == 0xAD && style.hyphens != .none
        // A line that ends between two letters where none may break was divided by a dictionary.
        let isDivided = style.hyphens == .auto && end < content.breaks.count && !content.breaks[end].contains(.softWrap)
            && PageDrawing.isLetter(content.text[end - 1]) && PageDrawing.isLetter(content.text[end])
        guard isSoft || isDivided else { return nil }
        if style.hyphenateCharacter > 0, Int(style.hyphenateCharacter) <= page.styled.strings.count {
            return Array(page.styled.strings[Int(style.hyphenateCharacter) - 1].utf16)
        }
        let selection = page.fonts.selection(for: page.styled.fonts[Int(style.font)], language: page.styled.languages[Int(style.language)])
        return page.fonts.hasGlyph(0x2010, in: page.fonts.primaryFont(of: selection)) ? [0x2010] : [0x2D]
    }

    private static func isLetter(_ unit: UInt16) -> Bool { Unicode.Scalar(unit).map { $0.properties.isAlphabetic } ?? false }

    private func drawTextShadow(_ shadow: BoxShadow, _ shaped: GlyphLine, _ units: [UInt16], x: Double, baseline: Double, expansion: Float) {
        guard shadow.color.isVisible else { return }
        if shadow.blur <= 0 || canvas.isVector {
            text.draw(shaped, text: units, x: x + Double(shadow.x), baseline: baseline + Double(shadow.y), expansion: expansion, shadow.color)
            return
        }
        canvas.beginGroup()
        text.draw(shaped, text: units, x: x + Double(shadow.x), baseline: baseline + Double(shadow.y), expansion: expansion, shadow.color)
        let blur = shadow.blur / 2, scale = canvas.scale
        canvas.endGroup(opacity: 1, blend: .normal) { PixelFilter.apply(.blur(blur), to: $0, scale: scale) }
    }
}
