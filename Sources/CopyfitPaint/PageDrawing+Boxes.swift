internal import Copyfit

// What stands in and around boxes: decorations, outlines, controls and fieldsets.

extension PageDrawing {
    // MARK: The canvas

    /// > The background of the root element becomes the background of the canvas; without one, that of the body does.
    static func canvasBackground(_ page: LaidOutPage) -> BoxID {
        guard !page.tree.boxes.isEmpty else { return .none }
        func hasBackground(_ box: BoxID) -> Bool {
            let paint = page.paint(page.style(box))
            return paint.backgroundColor.isVisible || paint.backgroundLayers.contains { $0.image != .none }
        }
        if hasBackground(.root) { return .root }
        var child = page.tree[.root].firstChild
        while child.exists {
            if page.tree[child].flags.contains(.body), hasBackground(child) { return child }
            child = page.tree[child].nextSibling
        }
        return .none
    }

    func drawCanvasBackground() {
        guard canvasBackground.exists else { return }
        let paint = paint(canvasBackground)
        canvas.fill(extent, paint.backgroundColor)
        // Images are placed as on the root element.
        let areas = BackgroundAreas(
            border: rect(.root), padding: paddingRect(.root), content: contentRect(.root), radii: .zero)
        for layer in paint.backgroundLayers.reversed() where layer.image != .none {
            drawImage(layer, areas: areas, clip: extent)
        }
    }

    // MARK: Boxes

    func drawDecoration(_ box: BoxID) {
        if tree[box].kind == .math, tree[box].flags.contains(.anonymous) { drawFormulaMarks(box) }
        guard !tree[box].flags.contains(.anonymous), isVisible(box) else { return }
        let record = tree[box]
        guard record.kind != .text, record.kind != .tableRow, record.kind != .tableRowGroup, record.kind != .tableColumn, record.kind != .tableColumnGroup
        else { return }
        let style = page.style(box), paint = paint(box)
        if record.kind == .tableCell, style.emptyCells == .hide, style.borderCollapse == .separate, !record.firstChild.exists { return }
        var outer = decorationRect(box)
        if let fieldset = fieldsetRect(box, outer) { outer = fieldset }
        let borders = page.borders(of: box)
        let widths = BorderWidths(
            top: borders.top.doublePx, right: borders.right.doublePx, bottom: borders.bottom.doublePx, left: borders.left.doublePx)
        if let control = plainControl(box, style) { return drawPlainControl(control, outer, widths) }
        let radii = radii(paint, outer)
        for shadow in paint.boxShadows.reversed() where !shadow.isInset { drawShadow(shadow, outer, radii) }
        if box != canvasBackground {
            let areas = BackgroundAreas(
                border: outer, padding: outer.inset(top: widths.top, right: widths.right, bottom: widths.bottom, left: widths.left),
                content: contentRect(box), radii: radii, widths: widths)
            drawBackground(paint, areas, textOwner: box)
        }
        for shadow in paint.boxShadows.reversed() where shadow.isInset { drawInsetShadow(shadow, outer, radii, widths) }
        let isCollapsed = (record.kind == .table || record.kind == .tableCell) && page.hasCollapsedBorders(box)
        if !isCollapsed, let legend = legendGap(box, outer) {
            canvas.save()
            var path = Path(outer.outset(1))
            path.add(legend)
            canvas.clip(path, isEvenOdd: true)
            drawBorders(style, paint, outer, widths, radii)
            canvas.restore()
        } else if !isCollapsed {
            drawBorders(style, paint, outer, widths, radii)
        }
        if record.kind == .math { drawFormulaMarks(box) }
    }

    /// A part of an inline box on one line; only the first and last part have the edges of their side.
    func drawInlineDecoration(_ box: BoxID, _ rect: PaintRect, hasLeft: Bool, hasRight: Bool) {
        let style = page.style(box), paint = paint(box)
        let borders = page.borders(of: box)
        let widths = BorderWidths(
            top: borders.top.doublePx, right: hasRight ? borders.right.doublePx : 0, bottom: borders.bottom.doublePx, left: hasLeft ? borders.left.doublePx : 0)
        var radii = radii(paint, rect)
        if !hasLeft { for corner in [0, 3] { radii.x[corner] = 0; radii.y[corner] = 0 } }
        if !hasRight { for corner in [1, 2] { radii.x[corner] = 0; radii.y[corner] = 0 } }
        for shadow in paint.boxShadows.reversed() where !shadow.isInset { drawShadow(shadow, rect, radii) }
        let padding = rect.inset(top: widths.top, right: widths.right, bottom: widths.bottom, left: widths.left)
        let edges = page.edges(of: box)
        let content = rect.inset(
            top: edges.top.doublePx, right: hasRight ? edges.right.doublePx : 0, bottom: edges.bottom.doublePx, left: hasLeft ? edges.left.doublePx : 0)
        drawBackground(paint, BackgroundAreas(border: rect, padding: padding, content: content, radii: radii, widths: widths), textOwner: box)
        drawBorders(style, paint, rect, widths, radii)
    }

    /// The outline of an inline box: around all its parts, where they touch as one.
    func drawInlineOutline(_ paint: PaintStyle, _ rects: [PaintRect]) {
        let outline = paint.outline
        guard outline.style != .none, outline.style != .hidden, outline.width > 0, outline.color.isVisible, let first = rects.first else { return }
        let isOne = rects.count == 1 || !rects.dropFirst().allSatisfy { rect in rects.contains { $0 != rect && $0.outset(1).intersects(rect) } }
        guard !isOne, outline.style == .solid || outline.style == .double || outline.style == .groove || outline.style == .ridge else {
            for rect in rects { drawOutline(paint, rect, radii(paint, rect)) }
            return
        }
        let bounds = rects.reduce(first) { $0.union($1) }
        let width = Double(outline.width)
        let reach = max(Double(outline.offset) + width, width - bounds.width / 2, width - bounds.height / 2)
        canvas.save()
        let everything = bounds.outset(abs(reach) + width + 10)
        for rect in rects {
            let inner = rect.outset(reach - width)
            guard !inner.isEmpty else { continue }
            var around = Path(everything)
            around.add(inner)
            canvas.clip(around, isEvenOdd: true)
        }
        var outside = Path()
        for rect in rects { outside.add(reach >= 0 ? rect.outset(reach) : rect.inset(top: -reach, right: -reach, bottom: -reach, left: -reach)) }
        if reach < 0 { outside = Path(bounds.outset(reach)) }
        canvas.fill(outside, outline.color)
        canvas.restore()
    }

    func drawOutline(_ box: BoxID) {
        guard !tree[box].flags.contains(.anonymous), tree[box].kind != .inline, isVisible(box) else { return }
        let paint = paint(box)
        guard paint.outline.style != .none else { return }
        let outer = decorationRect(box)
        drawOutline(paint, outer, radii(paint, outer))
    }

    private func drawOutline(_ paint: PaintStyle, _ rect: PaintRect, _ radii: CornerRadii) {
        let outline = paint.outline
        guard outline.style != .none, outline.style != .hidden, outline.width > 0, outline.color.isVisible else { return }
        let width = Double(outline.width)
        // A negative offset shrinks it until its sides meet.
        let reach = Double(outline.offset) + width
        let reachX = max(reach, width - rect.width / 2), reachY = max(reach, width - rect.height / 2)
        let grown = rect.inset(top: -reachY, right: -reachX, bottom: -reachY, left: -reachX)
        let painter = BorderPainter(
            canvas: canvas, rect: grown, widths: BorderWidths(top: width, right: width, bottom: width, left: width),
            styles: Edges(all: outline.style), colors: Edges(all: outline.color), radii: radii.outset(Double(outline.offset) + width).fitted(to: grown))
        painter.draw()
    }

    private func drawBorders(_ style: ComputedStyle, _ paint: PaintStyle, _ rect: PaintRect, _ widths: BorderWidths, _ radii: CornerRadii) {
        if let image = paint.borderImage, drawBorderImage(image, rect, widths) { return }
        guard widths.top > 0 || widths.right > 0 || widths.bottom > 0 || widths.left > 0 else { return }
        BorderPainter(canvas: canvas, rect: rect, widths: widths, styles: style.borderStyle, colors: paint.borderColor, radii: radii).draw()
    }

    // MARK: Controls

    private enum PlainControl { case field, button, none }

    /// A form control that the page leaves to the browser's looks: its own border and background are not the sheet's.
    private func plainControl(_ box: BoxID, _ style: ComputedStyle) -> PlainControl? {
        guard style.appearance == .auto, tree[box].node.exists, !tree[box].flags.contains(.pseudo) else { return nil }
        if tree[box].kind == .replaced {
            switch tree.replaced[Int(tree[box].payload)].kind {
            case .textInput, .dateInput, .textarea, .listBox: return hasPlainBorder(style) ? .field : nil
            case .select: return hasPlainBorder(style) ? .button : nil
            case .checkbox, .radio, .range, .fileInput, .color, .progress, .meter: return PlainControl.none
            default: return nil
            }
        }
        guard page.document.isElement(tree[box].node, .button) || page.document.isElement(tree[box].node, .input) else { return nil }
        return hasPlainBorder(style) ? .button : nil
    }

    /// Whether the border is still the one of the browser's own sheet.
    private func hasPlainBorder(_ style: ComputedStyle) -> Bool {
        let plain = PaintColor(rgb: 0x767676)
        let paint = page.paint(style)
        return paint.borderColor == Edges(all: plain) && paint.backgroundLayers.isEmpty && paint.radii.isEmpty
    }

    private func drawPlainControl(_ control: PlainControl, _ rect: PaintRect, _ widths: BorderWidths) {
        guard control != .none, !rect.isEmpty else { return }
        let radius = 5.0
        let radii = CornerRadii(x: [radius, radius, radius, radius], y: [radius, radius, radius, radius])
        canvas.fill(Path(rect, radii), PaintColor(rgb: 0xCDC7C2))
        canvas.fill(
            Path(rect.inset(top: 1, right: 1, bottom: 1, left: 1), radii.inset(top: 1, right: 1, bottom: 1, left: 1)),
            control == .field ? .white : PaintColor(rgb: 0xF6F5F4))
    }

    // MARK: Fieldsets

    private func legend(of box: BoxID) -> BoxID? {
        guard tree[box].node.exists, page.document.isElement(tree[box].node, .fieldset) else { return nil }
        var child = tree[box].firstChild
        while child.exists {
            if tree[child].flags.contains(.renderedLegend) { return child }
            child = tree[child].nextSibling
        }
        return nil
    }

    /// The border of a fieldset runs through the middle of its legend.
    private func fieldsetRect(_ box: BoxID, _ rect: PaintRect) -> PaintRect? {
        guard let legend = legend(of: box) else { return nil }
        let top = page.borders(of: box).top.doublePx
        let offset = max(0, (page.fragments[legend].size.height.doublePx - top) / 2)
        return PaintRect(x: rect.x, y: rect.y + offset, width: rect.width, height: rect.height - offset).snapped(scale: canvas.scale)
    }

    private func legendGap(_ box: BoxID, _ outer: PaintRect) -> PaintRect? {
        guard let legend = legend(of: box) else { return nil }
        return rect(legend).intersection(outer)
    }
}
