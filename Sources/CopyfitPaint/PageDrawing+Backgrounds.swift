internal import Copyfit

// Background and mask layers.

extension PageDrawing {
    // MARK: Backgrounds

    func drawBackground(_ paint: PaintStyle, _ areas: BackgroundAreas, textOwner: BoxID?) {
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
    func drawTextShape(of box: BoxID) {
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

    func inlineBounds(_ box: BoxID) -> PaintRect {
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
