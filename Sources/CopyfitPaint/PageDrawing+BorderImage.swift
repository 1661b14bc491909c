internal import Copyfit

extension PageDrawing {
    /// Draws a border image in place of the border; false where its picture is not there
    /// (https://www.w3.org/TR/css-backgrounds-3/#border-image-process).
    func drawBorderImage(_ image: BorderImage, _ rect: PaintRect, _ widths: BorderWidths) -> Bool {
        var decoded: DecodedImage?
        if case .url(let reference) = image.source {
            guard let found = images.image(reference) else { return false }
            decoded = found
        }
        func outset(_ size: BorderImage.Size, _ border: Double) -> Double {
            switch size {
            case .length(let length): max(0, Double(page.px(length, base: 0)))
            case .number(let number): max(0, Double(number)) * border
            case .auto: 0
            }
        }
        let area = rect.inset(
            top: -outset(image.outset.top, widths.top), right: -outset(image.outset.right, widths.right), bottom: -outset(image.outset.bottom, widths.bottom),
            left: -outset(image.outset.left, widths.left)
        ).snapped(scale: canvas.scale)
        guard !area.isEmpty else { return true }
        let picture = BorderPicture(source: image.source, decoded: decoded, area: area)
        guard picture.width > 0, picture.height > 0 else { return true }
        let slices = BorderWidths(
            top: slice(image.slice.top, picture.height), right: slice(image.slice.right, picture.width),
            bottom: slice(image.slice.bottom, picture.height), left: slice(image.slice.left, picture.width))
        let used = usedWidths(image, area, widths, slices)
        // The sides of source and target: columns and rows of the nine parts.
        let sourceX = [0, slices.left, picture.width - slices.right, picture.width], sourceY = [0, slices.top, picture.height - slices.bottom, picture.height]
        let targetX = [area.x, area.x + used.left, area.maxX - used.right, area.maxX], targetY = [area.y, area.y + used.top, area.maxY - used.bottom, area.maxY]
        for row in 0..<3 {
            for column in 0..<3 {
                let isMiddle = row == 1 && column == 1
                guard !isMiddle || image.fillsMiddle else { continue }
                let source = PaintRect(
                    x: sourceX[column], y: sourceY[row], width: sourceX[column + 1] - sourceX[column], height: sourceY[row + 1] - sourceY[row])
                let target = PaintRect(
                    x: targetX[column], y: targetY[row], width: targetX[column + 1] - targetX[column], height: targetY[row + 1] - targetY[row])
                guard !source.isEmpty, !target.isEmpty else { continue }
                var tile = (width: target.width, height: target.height)
                if column == 1 {
                    // > Edges are scaled to the width of their side; the middle as the top edge is.
                    tile.width = source.width * factor(row == 0 ? [(used.top, slices.top)] : row == 2 ? [(used.bottom, slices.bottom)] : [(used.top, slices.top), (used.bottom, slices.bottom)])
                }
                if row == 1 {
                    tile.height = source.height * factor(column == 0 ? [(used.left, slices.left)] : column == 2 ? [(used.right, slices.right)] : [(used.left, slices.left), (used.right, slices.right)])
                }
                draw(
                    picture, source, in: target, tile: tile, repeatX: column == 1 ? image.repeatX : .stretch, repeatY: row == 1 ? image.repeatY : .stretch)
            }
        }
        return true
    }

    /// The first side that has both a width and a slice says how much larger the picture is drawn.
    private func factor(_ sides: [(used: Double, slice: Double)]) -> Double {
        for side in sides where side.used > 0 && side.slice > 0 { return side.used / side.slice }
        return 1
    }

    private func slice(_ length: Length, _ size: Double) -> Double { max(0, min(size, Double(page.px(length, base: Float(size))))) }

    private func usedWidths(_ image: BorderImage, _ area: PaintRect, _ borders: BorderWidths, _ slices: BorderWidths) -> BorderWidths {
        func used(_ size: BorderImage.Size, _ border: Double, _ slice: Double, _ base: Double) -> Double {
            switch size {
            case .length(let length): max(0, Double(page.px(length, base: Float(base))))
            case .number(let number): max(0, Double(number)) * border
            case .auto: slice
            }
        }
        var widths = BorderWidths(
            top: used(image.width.top, borders.top, slices.top, area.height), right: used(image.width.right, borders.right, slices.right, area.width),
            bottom: used(image.width.bottom, borders.bottom, slices.bottom, area.height), left: used(image.width.left, borders.left, slices.left, area.width))
        // > Where two opposite sides overlap, all are reduced by the same factor.
        let factor = min(
            1, widths.left + widths.right > 0 ? area.width / (widths.left + widths.right) : 1,
            widths.top + widths.bottom > 0 ? area.height / (widths.top + widths.bottom) : 1)
        if factor < 1 {
            widths = BorderWidths(top: widths.top * factor, right: widths.right * factor, bottom: widths.bottom * factor, left: widths.left * factor)
        }
        return widths
    }

    private func draw(
        _ picture: BorderPicture, _ source: PaintRect, in target: PaintRect, tile: (width: Double, height: Double), repeatX: BorderImage.Repeat,
        repeatY: BorderImage.Repeat
    ) {
        let x = Tiling(repeatX, start: target.x, length: target.width, tile: tile.width)
        let y = Tiling(repeatY, start: target.y, length: target.height, tile: tile.height)
        guard x.count > 0, y.count > 0, x.count * y.count <= 100_000 else { return }
        canvas.save()
        defer { canvas.restore() }
        canvas.clip(target)
        let part = picture.part(source)
        for row in 0..<y.count {
            for column in 0..<x.count {
                let place = PaintRect(
                    x: x.first + Double(column) * x.step, y: y.first + Double(row) * y.step, width: x.size, height: y.size
                ).snapped(scale: canvas.scale * (x.count * y.count > 1 ? 64 : 1))
                if let part {
                    canvas.draw(part, in: place)
                    continue
                }
                // The whole picture, so placed that the part comes to lie there.
                canvas.save()
                canvas.clip(place)
                let scaleX = place.width / source.width, scaleY = place.height / source.height
                let whole = PaintRect(
                    x: place.x - source.x * scaleX, y: place.y - source.y * scaleY, width: picture.width * scaleX, height: picture.height * scaleY)
                if let decoded = picture.decoded { draw(decoded, in: whole) } else if case .gradient(let gradient) = picture.source {
                    GradientPainter(canvas: canvas, page: page).draw(gradient, in: whole)
                }
                canvas.restore()
            }
        }
    }
}

/// The picture of a border image and its concrete size.
private struct BorderPicture {
    let source: PaintImage
    let decoded: DecodedImage?
    let width: Double
    let height: Double

    /// - Parameter area: what a picture without a size of its own fills.
    init(source: PaintImage, decoded: DecodedImage?, area: PaintRect) {
        self.source = source
        self.decoded = decoded
        guard let decoded else {
            (width, height) = (area.width, area.height)
            return
        }
        switch (decoded.width, decoded.height, decoded.ratio) {
        case (let w?, let h?, _): (width, height) = (w, h)
        case (let w?, nil, let ratio?) where ratio > 0: (width, height) = (w, w / ratio)
        case (nil, let h?, let ratio?): (width, height) = (h * ratio, h)
        case (let w?, nil, _): (width, height) = (w, area.height)
        case (nil, let h?, nil): (width, height) = (area.width, h)
        case (nil, nil, let ratio?) where ratio > 0:
            (width, height) = area.width / area.height > ratio ? (area.height * ratio, area.height) : (area.width, area.width / ratio)
        default: (width, height) = (area.width, area.height)
        }
    }

    /// A part of whole pixels, so that what lies beside it does not shine through at its edges.
    func part(_ rect: PaintRect) -> ImageSurface? {
        guard case .pixels(let surface)? = decoded?.content else { return nil }
        let scaleX = Double(surface.width) / width, scaleY = Double(surface.height) / height
        let left = (rect.x * scaleX).rounded(), top = (rect.y * scaleY).rounded()
        let right = (rect.maxX * scaleX).rounded(), bottom = (rect.maxY * scaleY).rounded()
        return surface.cropped(x: Int(left), y: Int(top), width: Int(right - left), height: Int(bottom - top))
    }
}

/// The copies of a part along one axis.
private struct Tiling {
    var first: Double
    var size: Double
    var step: Double
    var count: Int

    init(_ kind: BorderImage.Repeat, start: Double, length: Double, tile: Double) {
        guard kind != .stretch, tile > 0, length / tile < 100_000 else {
            (first, size, step, count) = (start, length, length, 1)
            return
        }
        switch kind {
        case .stretch, .repeat:
            // Centered.
            let beside = ((length - tile) / 2 / tile).rounded(.up)
            let extra = max(0, beside)
            first = start + (length - tile) / 2 - extra * tile
            (size, step, count) = (tile, tile, Int(extra) * 2 + 1)
        case .round:
            let number = max(1, (length / tile).rounded())
            (first, size, step, count) = (start, length / number, length / number, Int(number))
        case .space:
            let number = (length / tile + 1e-6).rounded(.down)
            let gap = max(0, length - number * tile) / (number + 1)
            (first, size, step, count) = (start + gap, tile, tile + gap, Int(number))
        }
    }
}
