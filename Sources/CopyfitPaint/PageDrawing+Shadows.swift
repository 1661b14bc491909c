internal import Copyfit

// Shadows of boxes.

extension PageDrawing {
    func drawShadow(_ shadow: BoxShadow, _ rect: PaintRect, _ radii: CornerRadii) {
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

    func drawInsetShadow(_ shadow: BoxShadow, _ rect: PaintRect, _ radii: CornerRadii, _ widths: BorderWidths) {
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
