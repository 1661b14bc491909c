internal import Copyfit

// Shadows, backgrounds, borders and outlines of boxes.

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

    // MARK: Tables

    /// Columns, row groups and rows lie behind a cell, each as large as itself but seen in the cells alone.
    func drawTableLayers(behind cell: BoxID) {
        let row = tree[cell].parent
        guard row.exists, isVisible(cell) else { return }
        let group = tree[row].parent
        let area = rect(cell)
        for layer in columnLayers(of: cell) + [group, row] where layer.exists {
            let kind = tree[layer].kind
            guard kind == .tableRow || kind == .tableRowGroup || kind == .tableColumn || kind == .tableColumnGroup else { continue }
            guard !tree[layer].flags.contains(.anonymous) else { continue }
            let paint = paint(layer)
            guard paint.backgroundColor.isVisible || !paint.backgroundLayers.isEmpty else { continue }
            let isColumn = kind == .tableColumn || kind == .tableColumnGroup
            let place = !isColumn ? cellsRect(of: layer) : paint.backgroundLayers.isEmpty ? area : columnRect(layer, of: row)
            canvas.save()
            canvas.clip(area)
            canvas.fill(area, paint.backgroundColor)
            let areas = BackgroundAreas(border: place, padding: place, content: place, radii: .zero)
            for image in paint.backgroundLayers.reversed() where image.image != .none { drawImage(image, areas: areas, clip: area) }
            canvas.restore()
        }
    }

    /// Rows and row groups are as large as their cells: border spacing around them is not theirs.
    private func cellsRect(of layer: BoxID) -> PaintRect {
        var area = rect(layer)
        var table = tree[layer].parent
        while table.exists, tree[table].kind != .table { table = tree[table].parent }
        guard table.exists, !page.hasCollapsedBorders(table) else { return area }
        let spacing = Double(page.style(table).borderSpacingHorizontal)
        let inner = contentRect(table)
        // The row of one engine spans the table, that of the other its cells.
        let left = max(area.x, inner.x + spacing), right = min(area.maxX, inner.maxX - spacing)
        (area.x, area.width) = (left, max(0, right - left))
        return area.snapped(scale: canvas.scale)
    }

    /// A column or column group: as wide as its cells, as high as the rows of its table
    /// (https://www.w3.org/TR/css-tables-3/#drawing-cell-backgrounds).
    private func columnRect(_ column: BoxID, of row: BoxID) -> PaintRect {
        if let known = columnRects[column] { return known }
        var table = row
        while table.exists, tree[table].kind != .table { table = tree[table].parent }
        var found: [BoxID: PaintRect] = [:], all: PaintRect?
        func addCells(of row: BoxID) {
            children(row) { cell, record in
                guard record.kind == .tableCell else { return }
                let area = rect(cell)
                all = all.map { $0.union(area) } ?? area
                for layer in columnLayers(of: cell) where layer.exists { found[layer] = found[layer].map { $0.union(area) } ?? area }
            }
        }
        if table.exists {
            children(table) { child, record in
                if record.kind == .tableRow { addCells(of: child) }
                if record.kind == .tableRowGroup { children(child) { row, record in if record.kind == .tableRow { addCells(of: row) } } }
            }
        }
        for (layer, area) in found { columnRects[layer] = PaintRect(x: area.x, y: all?.y ?? area.y, width: area.width, height: all?.height ?? area.height) }
        return columnRects[column] ?? rect(column)
    }

    private func columnLayers(of cell: BoxID) -> [BoxID] { page.columnBoxes(of: cell) }

    // MARK: Backgrounds

    private func drawBackground(_ paint: PaintStyle, _ areas: BackgroundAreas, textOwner: BoxID?) {
        guard paint.backgroundColor.isVisible || !paint.backgroundLayers.isEmpty else { return }
        let colorRect = areas.rect(paint.backgroundClip == .text ? .border : paint.backgroundClip)
        if paint.backgroundClip != .text {
            if areas.radii.isZero { canvas.fill(colorRect, paint.backgroundColor) } else {
                canvas.fill(Path(colorRect, areas.innerRadii(paint.backgroundClip)), paint.backgroundColor)
            }
        }
        let hasTextClip = paint.backgroundClip == .text || paint.backgroundLayers.contains { $0.clip == .text && $0.image != .none }
        if hasTextClip, let textOwner {
            canvas.beginGroup()
            if paint.backgroundClip == .text { canvas.fill(areas.border, paint.backgroundColor) }
            for layer in paint.backgroundLayers.reversed() where layer.image != .none && layer.clip == .text { drawImage(layer, areas: areas, clip: areas.border) }
            canvas.beginGroup()
            drawTextShape(of: textOwner)
            canvas.endGroupAsMask()
            canvas.endGroup(opacity: 1, blend: .normal)
        }
        for layer in paint.backgroundLayers.reversed() where layer.image != .none && layer.clip != .text {
            let clip = areas.rect(layer.clip)
            if areas.radii.isZero { drawImage(layer, areas: areas, clip: clip) } else {
                canvas.save()
                canvas.clip(Path(clip, areas.innerRadii(layer.clip)))
                drawImage(layer, areas: areas, clip: clip)
                canvas.restore()
            }
        }
    }

    /// All text in a box, black: what `background-clip: text` shows the background through.
    private func drawTextShape(of box: BoxID) {
        guard text.shapeColor == nil else { return }
        text.shapeColor = .black
        if tree[box].kind == .inline {
            var container = tree[box].parent
            while container.exists, tree[container].kind == .inline { container = tree[container].parent }
            if container.exists, tree[container].kind == .inlineContext { drawText(in: container, within: box) }
        } else { drawForeground(of: box) }
        text.shapeColor = nil
    }

    /// https://www.w3.org/TR/css-backgrounds-3/#layering: one layer's image, sized, placed and repeated.
    func drawImage(_ layer: BackgroundLayer, areas: BackgroundAreas, clip: PaintRect) {
        let area = layer.isFixed ? PaintRect(x: 0, y: 0, width: extent.width, height: page.viewport.height > .zero ? page.viewport.height.doublePx : extent.height) : areas.rect(layer.origin)
        guard !area.isEmpty, !clip.isEmpty else { return }
        var image: DecodedImage?
        if case .url(let reference) = layer.image {
            guard let decoded = images.image(reference) else { return }
            image = decoded
        }
        guard var size = tileSize(layer, image, area) else { return }
        var (repeatX, repeatY) = (layer.repeatX, layer.repeatY)
        if repeatX == .round { size.width = area.width / max(1, (area.width / size.width).rounded()) }
        if repeatY == .round { size.height = area.height / max(1, (area.height / size.height).rounded()) }
        var x = area.x + offset(layer.positionX, free: area.width - size.width)
        var y = area.y + offset(layer.positionY, free: area.height - size.height)
        var gapX = 0.0, gapY = 0.0
        if repeatX == .space {
            let count = (area.width / size.width).rounded(.down)
            if count >= 2 { gapX = (area.width - count * size.width) / (count - 1); x = area.x } else { repeatX = .noRepeat }
        }
        if repeatY == .space {
            let count = (area.height / size.height).rounded(.down)
            if count >= 2 { gapY = (area.height - count * size.height) / (count - 1); y = area.y } else { repeatY = .noRepeat }
        }
        canvas.save()
        defer { canvas.restore() }
        canvas.clip(clip)
        // A picture placed at fractions of a pixel starts on a whole one.
        let snap = { (value: Double) in (value * self.canvas.scale + 0.5).rounded(.down) / self.canvas.scale }
        if case .url = layer.image { x = snap(x); y = snap(y) }
        let tile = PaintRect(x: x, y: y, width: size.width, height: size.height)
        if repeatX == .noRepeat, repeatY == .noRepeat {
            drawTile(layer.image, image, tile)
            return
        }
        // Plain repeats of pixels are one pattern; what has gaps or no pixels is drawn tile by tile.
        let visible = clip.intersection(canvas.clipBounds)
        guard !visible.isEmpty else { return }
        var covered = visible
        if repeatX == .noRepeat { covered = covered.intersection(PaintRect(x: tile.x, y: covered.y, width: tile.width, height: covered.height)) }
        if repeatY == .noRepeat { covered = covered.intersection(PaintRect(x: covered.x, y: tile.y, width: covered.width, height: tile.height)) }
        guard !covered.isEmpty else { return }
        // What one copy covers has no neighbours to mix with at its edges.
        if covered.union(tile) == tile { return drawTile(layer.image, image, tile) }
        if gapX == 0, gapY == 0, case .pixels(let surface)? = image?.content {
            canvas.tile(surface, tile: tile, in: covered)
            return
        }
        let stepX = tile.width + gapX, stepY = tile.height + gapY
        let firstX = repeatX == .noRepeat ? 0 : ((covered.x - tile.x - tile.width) / stepX).rounded(.up)
        let lastX = repeatX == .noRepeat ? 0 : ((covered.maxX - tile.x) / stepX).rounded(.down)
        let firstY = repeatY == .noRepeat ? 0 : ((covered.y - tile.y - tile.height) / stepY).rounded(.up)
        let lastY = repeatY == .noRepeat ? 0 : ((covered.maxY - tile.y) / stepY).rounded(.down)
        guard lastX >= firstX, lastY >= firstY, (lastX - firstX + 1) * (lastY - firstY + 1) < 100_000 else { return }
        for row in Int(firstY)...Int(lastY) {
            for column in Int(firstX)...Int(lastX) {
                drawTile(layer.image, image, tile.offset(x: Double(column) * stepX, y: Double(row) * stepY))
            }
        }
    }

    private func drawTile(_ source: PaintImage, _ image: DecodedImage?, _ tile: PaintRect) {
        switch source {
        case .none: break
        case .url:
            switch image?.content {
            case .pixels(let surface)?: canvas.draw(surface, in: tile)
            case .vector(let svg)?: svg.draw(on: canvas, in: tile)
            case nil: break
            }
        case .gradient(let gradient): GradientPainter(canvas: canvas, page: page).draw(gradient, in: tile)
        }
    }

    private func offset(_ component: PositionComponent, free: Double) -> Double {
        let value = Double(page.px(component.length, base: Float(free)))
        return component.isFromEnd ? free - value : value
    }

    /// The concrete object size of a layer's image.
    private func tileSize(_ layer: BackgroundLayer, _ image: DecodedImage?, _ area: PaintRect) -> (width: Double, height: Double)? {
        let naturalWidth = image?.width, naturalHeight = image?.height
        var ratio = image?.ratio
        if ratio == nil, let naturalWidth, let naturalHeight, naturalHeight > 0 { ratio = naturalWidth / naturalHeight }
        var width: Double, height: Double
        switch layer.size {
        case .cover, .contain:
            guard let ratio, ratio > 0 else { return (area.width, area.height) }
            let isWide = area.width / area.height > ratio
            if (layer.size == .cover) == isWide { (width, height) = (area.width, area.width / ratio) } else { (width, height) = (area.height * ratio, area.height) }
        case .lengths(let w, let h):
            let givenWidth = w.isAuto ? nil : Double(page.px(w, base: Float(area.width)))
            let givenHeight = h.isAuto ? nil : Double(page.px(h, base: Float(area.height)))
            switch (givenWidth, givenHeight) {
            case (let w?, let h?): (width, height) = (w, h)
            case (let w?, nil): (width, height) = (w, ratio.map { w / $0 } ?? naturalHeight ?? area.height)
            case (nil, let h?): (width, height) = (ratio.map { h * $0 } ?? naturalWidth ?? area.width, h)
            case (nil, nil):
                if let naturalWidth, let naturalHeight { (width, height) = (naturalWidth, naturalHeight)
                } else if let ratio, ratio > 0 {
                    if let naturalWidth { (width, height) = (naturalWidth, naturalWidth / ratio)
                    } else if let naturalHeight { (width, height) = (naturalHeight * ratio, naturalHeight)
                    } else if area.width / area.height > ratio { (width, height) = (area.height * ratio, area.height)
                    } else { (width, height) = (area.width, area.width / ratio) }
                } else {
                    (width, height) = (naturalWidth ?? area.width, naturalHeight ?? area.height)
                }
            }
        }
        guard width > 0, height > 0, width.isFinite, height.isFinite else { return nil }
        return (width, height)
    }

    // MARK: Masks

    /// What the open group holds stays where the mask layers are opaque (https://www.w3.org/TR/css-masking-1/#the-mask-image).
    func applyMask(_ layers: [BackgroundLayer], to box: BoxID) {
        let outer = tree[box].kind == .inline ? inlineBounds(box) : decorationRect(box)
        let areas: BackgroundAreas
        if tree[box].kind == .inline { areas = BackgroundAreas(border: outer, padding: outer, content: outer, radii: .zero) } else {
            areas = BackgroundAreas(border: outer, padding: paddingRect(box), content: contentRect(box), radii: .zero)
        }
        canvas.beginGroup()
        // A layer without an image is transparent, which counts where layers are not added.
        for (number, layer) in layers.reversed().enumerated() where layer.image != .none || layer.composite != .add {
            let composite = number == 0 ? .add : layer.composite
            if composite == .add, !layer.masksByLuminance {
                drawImage(layer, areas: areas, clip: areas.rect(layer.clip))
                continue
            }
            canvas.beginGroup()
            drawImage(layer, areas: areas, clip: areas.rect(layer.clip))
            canvas.endMaskLayer(composite, byLuminance: layer.masksByLuminance)
        }
        canvas.endGroupAsMask()
    }

    private func inlineBounds(_ box: BoxID) -> PaintRect {
        var container = tree[box].parent
        while container.exists, tree[container].kind == .inline { container = tree[container].parent }
        guard container.exists, tree[container].kind == .inlineContext, Int(tree[container].payload) < page.fragments.lines.count else { return extent }
        let origin = contentOrigin(container)
        let rects = page.fragments.lines[Int(tree[container].payload)].inlineBoxes.filter { $0.box == box }.map {
            PaintRect(x: origin.x + Double($0.x), y: origin.y + Double($0.y), width: Double($0.width), height: Double($0.height))
        }
        guard let first = rects.first else { return extent }
        return rects.dropFirst().reduce(first) { $0.union($1) }
    }

    // MARK: Shadows

    private func drawShadow(_ shadow: BoxShadow, _ rect: PaintRect, _ radii: CornerRadii) {
        guard shadow.color.isVisible else { return }
        let shape = rect.outset(Double(shadow.spread)).offset(x: Double(shadow.x), y: Double(shadow.y))
        guard !shape.isEmpty else { return }
        canvas.save()
        defer { canvas.restore() }
        // > The shadow is clipped inside the border box.
        let sigma = Double(shadow.blur) / 2
        var outside = Path(shape.outset(3 * sigma + 2))
        outside.add(rect.outset(0))
        var around = Path(PaintRect(x: -1e6, y: -1e6, width: 2e6, height: 2e6))
        around.add(rect, radii)
        canvas.clip(around, isEvenOdd: true)
        drawBlurred(Path(shape, radii.outset(Double(shadow.spread)).fitted(to: shape)), bounds: shape.outset(3 * sigma + 2), sigma: sigma, shadow.color)
    }

    private func drawInsetShadow(_ shadow: BoxShadow, _ rect: PaintRect, _ radii: CornerRadii, _ widths: BorderWidths) {
        guard shadow.color.isVisible else { return }
        let padding = rect.inset(top: widths.top, right: widths.right, bottom: widths.bottom, left: widths.left)
        let inner = radii.inset(top: widths.top, right: widths.right, bottom: widths.bottom, left: widths.left)
        guard !padding.isEmpty else { return }
        let spread = Double(shadow.spread), sigma = Double(shadow.blur) / 2
        let hole = padding.outset(-spread).offset(x: Double(shadow.x), y: Double(shadow.y))
        canvas.save()
        defer { canvas.restore() }
        canvas.clip(Path(padding, inner))
        var path = Path(padding.outset(3 * sigma + abs(Double(shadow.x)) + abs(Double(shadow.y)) + abs(spread) + 4))
        if !hole.isEmpty { path.add(hole, inner.outset(-spread)) }
        drawBlurred(path, bounds: padding.outset(3 * sigma + 2), sigma: sigma, shadow.color, isEvenOdd: true)
    }

    /// Fills a shape with blurred edges, on whole device pixels.
    private func drawBlurred(_ path: Path, bounds: PaintRect, sigma: Double, _ color: PaintColor, isEvenOdd: Bool = false) {
        let transform = canvas.deviceTransform
        guard sigma > 0, !canvas.isVector else { return canvas.fill(path, color, isEvenOdd: isEvenOdd) }
        guard transform.isAxisAligned else {
            // Turned shapes are blurred as pixels of a group.
            let factor = abs(transform.a * transform.d - transform.b * transform.c).squareRoot()
            canvas.beginGroup()
            canvas.fill(path, color, isEvenOdd: isEvenOdd)
            canvas.endGroup(opacity: 1, blend: .normal) { PixelFilter.apply(.blur(Float(sigma)), to: $0, scale: factor) }
            return
        }
        // Only what can be seen is made.
        let seen = bounds.intersection(canvas.clipBounds.outset(3 * sigma + 2))
        let a = transform.apply(seen.x, seen.y), b = transform.apply(seen.maxX, seen.maxY)
        let left = a.x.rounded(.down), top = a.y.rounded(.down)
        let width = Int(max(0, min(20_000, b.x.rounded(.up) - left))), height = Int(max(0, min(20_000, b.y.rounded(.up) - top)))
        guard width > 0, height > 0, width * height < 40_000_000, let mask = ImageSurface(width: width, height: height, isMask: true) else { return }
        mask.fillMask(path, Affine.translation(-left, -top).after(transform), isEvenOdd: isEvenOdd)
        mask.withPixels { PixelFilter.blur($0, width: width, height: height, stride: $1, channels: 1, sigma: sigma * transform.a) }
        canvas.mask(mask, deviceX: left, deviceY: top, color)
    }
}

/// The three boxes that backgrounds are placed in and clipped to.
struct BackgroundAreas {
    var border: PaintRect
    var padding: PaintRect
    var content: PaintRect
    /// Of the border box.
    var radii: CornerRadii
    var widths = BorderWidths(top: 0, right: 0, bottom: 0, left: 0)

    func rect(_ area: BackgroundLayer.Area) -> PaintRect {
        switch area {
        case .border, .text: border
        case .padding: padding
        case .content: content
        }
    }

    func innerRadii(_ area: BackgroundLayer.Area) -> CornerRadii {
        switch area {
        case .border, .text: radii
        case .padding: radii.inset(top: widths.top, right: widths.right, bottom: widths.bottom, left: widths.left)
        case .content:
            radii.inset(top: content.y - border.y, right: border.maxX - content.maxX, bottom: border.maxY - content.maxY, left: content.x - border.x)
        }
    }
}
