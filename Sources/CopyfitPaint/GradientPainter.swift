internal import Copyfit
private import Glibc

/// Fills rectangles with gradients (https://www.w3.org/TR/css-images-3/#gradients).
struct GradientPainter {
    let canvas: Canvas
    let page: LaidOutPage

    func draw(_ gradient: Gradient, in rect: PaintRect) {
        guard !rect.isEmpty else { return }
        switch gradient.shape {
        case .linear(let angle): drawLinear(gradient, rect, angle: Double(angle))
        case .toward(let x, let y):
            // > `to top left` points so that the 50% line runs through the two neighbouring corners.
            let degrees: Double = if x == 0 { y < 0 ? 0 : 180 } else if y == 0 { x < 0 ? 270 : 90 } else {
                positive(atan2(Double(x) * rect.height, -Double(y) * rect.width) * 180 / .pi)
            }
            drawLinear(gradient, rect, angle: degrees)
        case .radial(let isCircle, let extent, let radii, let at): drawRadial(gradient, rect, isCircle: isCircle, extent, radii, at)
        case .conic(let from, let at): drawConic(gradient, rect, from: Double(from), at)
        }
    }

    private func positive(_ degrees: Double) -> Double { degrees < 0 ? degrees + 360 : degrees }

    private func drawLinear(_ gradient: Gradient, _ rect: PaintRect, angle: Double) {
        let radians = angle * .pi / 180
        let dx = sin(radians), dy = -cos(radians)
        let length = abs(rect.width * dx) + abs(rect.height * dy)
        let center = (rect.x + rect.width / 2, rect.y + rect.height / 2)
        let start = (center.0 - dx * length / 2, center.1 - dy * length / 2)
        var stops = stops(gradient, length: length)
        if !gradient.isRepeating, let first = stops.first, let last = stops.last {
            if first.offset > 0 { stops.insert(Canvas.GradientStop(offset: 0, color: first.color), at: 0) }
            if last.offset < 1 { stops.append(Canvas.GradientStop(offset: 1, color: last.color)) }
        }
        guard let first = stops.first, let last = stops.last else { return }
        // Cairo repeats what lies between its two points, and wants stops from 0 to 1.
        let span = last.offset - first.offset
        guard span > 0 else { return canvas.fill(rect, last.color) }
        let from = (start.0 + dx * length * first.offset, start.1 + dy * length * first.offset)
        let to = (start.0 + dx * length * last.offset, start.1 + dy * length * last.offset)
        canvas.fillLinear(rect, from: from, to: to, stops: normalized(stops), isRepeating: gradient.isRepeating)
    }

    private func normalized(_ stops: [Canvas.GradientStop]) -> [Canvas.GradientStop] {
        guard let first = stops.first?.offset, let last = stops.last?.offset, last > first else { return stops }
        return stops.map { Canvas.GradientStop(offset: ($0.offset - first) / (last - first), color: $0.color) }
    }

    private func drawRadial(_ gradient: Gradient, _ rect: PaintRect, isCircle: Bool, _ extent: Gradient.Extent, _ radii: [Length], _ at: ImagePosition) {
        func along(_ component: PositionComponent, _ size: Double) -> Double {
            let value = Double(page.px(component.length, base: Float(size)))
            return component.isFromEnd ? size - value : value
        }
        let cx = along(at.x, rect.width), cy = along(at.y, rect.height)
        let left = abs(cx), right = abs(rect.width - cx), top = abs(cy), bottom = abs(rect.height - cy)
        var rx: Double, ry: Double
        if let first = radii.first {
            rx = Double(page.px(first, base: Float(rect.width)))
            ry = radii.count > 1 ? Double(page.px(radii[1], base: Float(rect.height))) : rx
        } else {
            let isClosest = extent == .closestSide || extent == .closestCorner
            let sideX = isClosest ? min(left, right) : max(left, right), sideY = isClosest ? min(top, bottom) : max(top, bottom)
            switch extent {
            case .closestSide, .farthestSide:
                (rx, ry) = (sideX, sideY)
                if isCircle { rx = isClosest ? min(rx, ry) : max(rx, ry); ry = rx }
            case .closestCorner, .farthestCorner:
                if isCircle {
                    rx = (sideX * sideX + sideY * sideY).squareRoot()
                    ry = rx
                } else {
                    // An ellipse through the corner with the ratio of the sides.
                    rx = sideX * 2.0.squareRoot()
                    ry = sideY * 2.0.squareRoot()
                }
            }
        }
        let stops = stops(gradient, length: rx)
        guard let last = stops.last else { return }
        guard rx > 0, ry > 0 else { return canvas.fill(rect, last.color) }
        // A circle can't start below 0: what lies before is cut, its color found between the stops around.
        let reach = max(last.offset, 1e-6)
        let kept = clippedAtZero(stops).map { Canvas.GradientStop(offset: $0.offset / reach, color: $0.color) }
        canvas.fillRadial(
            rect, center: (rect.x + cx, rect.y + cy), rx: rx * reach, ry: ry * reach, stops: kept, isRepeating: gradient.isRepeating)
    }

    private func clippedAtZero(_ stops: [Canvas.GradientStop]) -> [Canvas.GradientStop] {
        guard let first = stops.first, first.offset < 0 else { return stops }
        return [Canvas.GradientStop(offset: 0, color: GradientPainter.color(at: 0, stops))] + stops.filter { $0.offset >= 0 }
    }

    private func drawConic(_ gradient: Gradient, _ rect: PaintRect, from: Double, _ at: ImagePosition) {
        func along(_ component: PositionComponent, _ size: Double) -> Double {
            let value = Double(page.px(component.length, base: Float(size)))
            return component.isFromEnd ? size - value : value
        }
        let scale = canvas.scale
        let width = Int(min(4096, (rect.width * scale).rounded(.up))), height = Int(min(4096, (rect.height * scale).rounded(.up)))
        let stops = stops(gradient, length: 1)
        guard let first = stops.first, let last = stops.last, let surface = ImageSurface(width: width, height: height) else { return }
        let cx = along(at.x, rect.width) * Double(width) / rect.width, cy = along(at.y, rect.height) * Double(height) / rect.height
        surface.withPixels { pixels, stride in
            for row in 0..<height {
                for x in 0..<width {
                    var turn = (atan2(Double(x) + 0.5 - cx, cy - Double(row) - 0.5) * 180 / .pi - from) / 360
                    turn -= turn.rounded(.down)
                    if gradient.isRepeating, last.offset > first.offset {
                        let period = last.offset - first.offset
                        turn = first.offset + (turn - first.offset) - ((turn - first.offset) / period).rounded(.down) * period
                    }
                    let color = GradientPainter.color(at: turn, stops)
                    let p = pixels + row * stride + x * 4
                    p[0] = UInt8((color.blue * color.alpha * 255).rounded())
                    p[1] = UInt8((color.green * color.alpha * 255).rounded())
                    p[2] = UInt8((color.red * color.alpha * 255).rounded())
                    p[3] = UInt8((color.alpha * 255).rounded())
                }
            }
        }
        canvas.draw(surface, in: rect)
    }

    private static func color(at offset: Double, _ stops: [Canvas.GradientStop]) -> PaintColor {
        guard let first = stops.first, let last = stops.last else { return .transparent }
        if offset <= first.offset { return first.color }
        if offset >= last.offset { return last.color }
        for index in 1..<stops.count where offset < stops[index].offset {
            let a = stops[index - 1], b = stops[index]
            let t = Float((offset - a.offset) / (b.offset - a.offset))
            return mixed(a.color, b.color, t)
        }
        return last.color
    }

    /// Between two colors, premultiplied.
    private static func mixed(_ a: PaintColor, _ b: PaintColor, _ t: Float) -> PaintColor {
        let alpha = a.alpha + (b.alpha - a.alpha) * t
        guard alpha > 0 else { return .transparent }
        func channel(_ x: Float, _ y: Float) -> Float { (x * a.alpha * (1 - t) + y * b.alpha * t) / alpha }
        return PaintColor(red: channel(a.red, b.red), green: channel(a.green, b.green), blue: channel(a.blue, b.blue), alpha: alpha)
    }

    /// Stops with all positions known, rising (https://www.w3.org/TR/css-images-3/#color-stop-fixup); 1 is `length` px.
    private func stops(_ gradient: Gradient, length: Double) -> [Canvas.GradientStop] {
        var offsets: [Double?] = gradient.stops.map { stop in
            stop.position.map { length > 0 ? Double(page.px($0, base: Float(length))) / length : Double($0.percent / 100) }
        }
        guard !offsets.isEmpty else { return [] }
        if offsets[0] == nil { offsets[0] = 0 }
        if offsets[offsets.count - 1] == nil { offsets[offsets.count - 1] = 1 }
        var largest = -Double.infinity
        for index in offsets.indices {
            guard let offset = offsets[index] else { continue }
            largest = max(largest, offset)
            offsets[index] = largest
        }
        var index = 0
        while index < offsets.count {
            guard offsets[index] == nil else { index += 1; continue }
            var end = index
            while end < offsets.count, offsets[end] == nil { end += 1 }
            let a = offsets[index - 1] ?? 0, b = end < offsets.count ? offsets[end] ?? 1 : 1
            for step in index..<end { offsets[step] = a + (b - a) * Double(step - index + 1) / Double(end - index + 1) }
            index = end
        }
        var result: [Canvas.GradientStop] = []
        for (number, stop) in gradient.stops.enumerated() {
            let offset = offsets[number] ?? 0
            if let color = stop.color {
                result.append(Canvas.GradientStop(offset: offset, color: color))
                continue
            }
            // A hint: the mixture is half and half there.
            guard number > 0, number + 1 < gradient.stops.count, let before = gradient.stops[number - 1].color, let after = gradient.stops[number + 1].color
            else { continue }
            result.append(Canvas.GradientStop(offset: offset, color: GradientPainter.mixed(before, after, 0.5)))
        }
        if result.count == 1 { result.append(Canvas.GradientStop(offset: 1, color: result[0].color)) }
        return result
    }
}
