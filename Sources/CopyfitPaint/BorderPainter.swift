internal import Copyfit

/// Used border widths in CSS px.
struct BorderWidths {
    var top: Double
    var right: Double
    var bottom: Double
    var left: Double
}

/// Draws the border of one box (https://www.w3.org/TR/css-backgrounds-3/#borders).
struct BorderPainter {
    let canvas: Canvas
    let rect: PaintRect
    let widths: BorderWidths
    let styles: Edges<BorderStyle>
    let colors: Edges<PaintColor>
    let radii: CornerRadii

    enum Side: CaseIterable { case top, right, bottom, left }

    private struct Line {
        var width: Double
        var style: BorderStyle
        var color: PaintColor
        var isVisible: Bool { width > 0 && style != .none && style != .hidden && color.isVisible }
    }

    private func line(_ side: Side) -> Line {
        switch side {
        case .top: Line(width: widths.top, style: styles.top, color: colors.top)
        case .right: Line(width: widths.right, style: styles.right, color: colors.right)
        case .bottom: Line(width: widths.bottom, style: styles.bottom, color: colors.bottom)
        case .left: Line(width: widths.left, style: styles.left, color: colors.left)
        }
    }

    private var inner: PaintRect { rect.inset(top: widths.top, right: widths.right, bottom: widths.bottom, left: widths.left) }
    private var innerRadii: CornerRadii { radii.inset(top: widths.top, right: widths.right, bottom: widths.bottom, left: widths.left) }

    func draw() {
        let visible = Side.allCases.filter { line($0).isVisible }
        guard let first = visible.first else { return }
        let color = line(first).color
        if visible.allSatisfy({ line($0).style == .solid && line($0).color == color }) {
            drawSolid(visible, color)
            return
        }
        if radii.isZero, visible.count == 4, visible.allSatisfy({ line($0).style == .double && line($0).color == color }) {
            drawDoubleRings(color)
            return
        }
        // Top and bottom last in browsers only where they differ; mitred joints make the order matter little.
        for side in visible { drawSide(side, line(side)) }
    }

    /// One color all around: a ring, or the bars that there are.
    private func drawSolid(_ visible: [Side], _ color: PaintColor) {
        if visible.count == Side.allCases.filter({ line($0).width > 0 }).count {
            var path = Path(rect, radii)
            if !inner.isEmpty { path.add(inner, innerRadii) }
            canvas.fill(path, color, isEvenOdd: true)
            return
        }
        if radii.isZero, color.isOpaque || visible.count == 1 {
            for side in visible { drawMitred(side) { canvas.fill(bar(side), color) } }
            return
        }
        for side in visible { drawSide(side, line(side)) }
    }

    private func drawDoubleRings(_ color: PaintColor) {
        func third(_ width: Double) -> Double { (width / 3).rounded(.up) }
        var path = Path(rect)
        path.add(rect.inset(top: third(widths.top), right: third(widths.right), bottom: third(widths.bottom), left: third(widths.left)))
        let start = rect.inset(
            top: widths.top - third(widths.top), right: widths.right - third(widths.right), bottom: widths.bottom - third(widths.bottom),
            left: widths.left - third(widths.left))
        path.add(start)
        path.add(inner)
        canvas.fill(path, color, isEvenOdd: true)
    }

    /// The whole length of a side.
    private func bar(_ side: Side) -> PaintRect {
        switch side {
        case .top: PaintRect(x: rect.x, y: rect.y, width: rect.width, height: widths.top)
        case .right: PaintRect(x: rect.maxX - widths.right, y: rect.y, width: widths.right, height: rect.height)
        case .bottom: PaintRect(x: rect.x, y: rect.maxY - widths.bottom, width: rect.width, height: widths.bottom)
        case .left: PaintRect(x: rect.x, y: rect.y, width: widths.left, height: rect.height)
        }
    }

    /// Where two sides meet each ends at the diagonal; a side alone is a bar.
    private func drawMitred(_ side: Side, _ body: () -> Void) {
        let needsMiter = switch side {
        case .top, .bottom: widths.left > 0 || widths.right > 0
        case .left, .right: widths.top > 0 || widths.bottom > 0
        }
        guard needsMiter else { return body() }
        canvas.save()
        canvas.clip(quadrilateral(side))
        body()
        canvas.restore()
    }

    private func quadrilateral(_ side: Side) -> Path {
        // With large radii the inner corner may lie beyond the middle: the diagonals are drawn on.
        let i = inner
        let (l, t, r, b) = (rect.x, rect.y, rect.maxX, rect.maxY)
        func deepen(_ width: Double, _ radius: Double) -> Double { max(width, radius) }
        var path = Path()
        func corner(_ outerX: Double, _ outerY: Double, _ innerX: Double, _ innerY: Double, _ radius: Double) -> (Double, Double) {
            guard radius > 0 else { return (innerX, innerY) }
            let dx = innerX - outerX, dy = innerY - outerY
            let length = max(abs(dx), abs(dy))
            guard length > 0 else { return (innerX, innerY) }
            let factor = max(1, radius / length)
            return (outerX + dx * factor, outerY + dy * factor)
        }
        func radius(_ index: Int) -> Double { max(radii.x[index], radii.y[index]) }
        let topLeft = corner(l, t, i.x, i.y, radius(0)), topRight = corner(r, t, i.maxX, i.y, radius(1))
        let bottomRight = corner(r, b, i.maxX, i.maxY, radius(2)), bottomLeft = corner(l, b, i.x, i.maxY, radius(3))
        func quad(_ points: [(Double, Double)]) {
            path.move(points[0].0, points[0].1)
            for point in points.dropFirst() { path.line(point.0, point.1) }
            path.close()
        }
        switch side {
        case .top: quad([(l, t), topLeft, topRight, (r, t)])
        case .right: quad([(r, t), topRight, bottomRight, (r, b)])
        case .bottom: quad([(r, b), bottomRight, bottomLeft, (l, b)])
        case .left: quad([(l, b), bottomLeft, topLeft, (l, t)])
        }
        return path
    }

    private func drawSide(_ side: Side, _ line: Line) {
        drawMitred(side) {
            switch line.style {
            case .none, .hidden: break
            case .solid: fillBand(from: 0, to: 1, side, line.color)
            case .double where line.width >= 3:
                let third = (line.width / 3).rounded(.up) / line.width
                fillBand(from: 0, to: third, side, line.color)
                fillBand(from: 1 - third, to: 1, side, line.color)
            case .double: fillBand(from: 0, to: 1, side, line.color)
            case .inset, .outset:
                let isLit = (line.style == .outset) == (side == .top || side == .left)
                fillBand(from: 0, to: 1, side, BorderPainter.shaded(line.color, isLit: isLit))
            case .groove, .ridge:
                let isLit = (line.style == .ridge) == (side == .top || side == .left)
                fillBand(from: 0, to: 0.5, side, BorderPainter.shaded(line.color, isLit: isLit))
                fillBand(from: 0.5, to: 1, side, BorderPainter.shaded(line.color, isLit: !isLit))
            case .dotted, .dashed: drawDashes(side, line)
            }
        }
    }

    /// The lit and the shaded sides of borders that look raised or sunk, as WebKit shades them: all but the lightest get lighter by a third of
    /// white in the light, all but the darkest darker in the shade.
    private static func shaded(_ color: PaintColor, isLit: Bool) -> PaintColor {
        let value = max(color.red, color.green, color.blue)
        if isLit {
            guard value > 0 else { return PaintColor(red: 84.0 / 255, green: 84.0 / 255, blue: 84.0 / 255, alpha: color.alpha) }
            func square(_ part: Float) -> Float { (1 - part) * (1 - part) }
            let lightest = Float(0xEB) / 255
            guard square(color.red) + square(color.green) + square(color.blue) > 3 * square(lightest) else { return color }
            let factor = min(1, value + 0.33) / value
            return PaintColor(red: color.red * factor, green: color.green * factor, blue: color.blue * factor, alpha: color.alpha)
        }
        let distance = color.red * color.red + color.green * color.green + color.blue * color.blue
        let darkest = Float(0x20) / 255
        guard distance > 3 * darkest * darkest else { return color }
        let factor = max(0, (value - 0.33) / value)
        return PaintColor(red: color.red * factor, green: color.green * factor, blue: color.blue * factor, alpha: color.alpha)
    }

    /// A part of a side's thickness, counted from outside.
    private func fillBand(from: Double, to: Double, _ side: Side, _ color: PaintColor) {
        if radii.isZero {
            let full = bar(side)
            let size = side == .top || side == .bottom ? full.height : full.width
            // Bands end on whole px.
            let a = from == 0 ? 0 : (size * from).rounded(), b = to == 1 ? size : (size * to).rounded(.up)
            switch side {
            case .top: canvas.fill(PaintRect(x: full.x, y: full.y + a, width: full.width, height: b - a), color)
            case .bottom: canvas.fill(PaintRect(x: full.x, y: full.maxY - b, width: full.width, height: b - a), color)
            case .left: canvas.fill(PaintRect(x: full.x + a, y: full.y, width: b - a, height: full.height), color)
            case .right: canvas.fill(PaintRect(x: full.maxX - b, y: full.y, width: b - a, height: full.height), color)
            }
            return
        }
        func ring(_ share: Double) -> (PaintRect, CornerRadii) {
            let t = widths.top * share, r = widths.right * share, b = widths.bottom * share, l = widths.left * share
            return (rect.inset(top: t, right: r, bottom: b, left: l), radii.inset(top: t, right: r, bottom: b, left: l))
        }
        let outer = ring(from), inside = ring(to)
        var path = Path(outer.0, outer.1)
        if !inside.0.isEmpty { path.add(inside.0, inside.1) }
        canvas.fill(path, color, isEvenOdd: true)
    }

    /// Dots and dashes, balanced between the corners as WebKit does.
    private func drawDashes(_ side: Side, _ line: Line) {
        let width = line.width
        let isDotted = line.style == .dotted
        if !radii.isZero {
            let half = 0.5
            let middle = rect.inset(top: widths.top * half, right: widths.right * half, bottom: widths.bottom * half, left: widths.left * half)
            let path = Path(middle, radii.inset(top: widths.top * half, right: widths.right * half, bottom: widths.bottom * half, left: widths.left * half))
            let dash = isDotted ? width : 2 * width
            canvas.stroke(path, line.color, Canvas.Stroke(width: width, dashes: [dash, isDotted ? dash : width]))
            return
        }
        let full = bar(side)
        let isHorizontal = side == .top || side == .bottom
        let length = isHorizontal ? full.width : full.height
        let corner = isDotted ? width : min(2 * width, max(width, length / 3))
        let pattern = isDotted ? width : min(3 * width, max(width, length / 3))
        let middle = length - 2 * corner
        func piece(_ start: Double, _ size: Double) -> PaintRect {
            isHorizontal
                ? PaintRect(x: full.x + start, y: full.y, width: size, height: full.height)
                : PaintRect(x: full.x, y: full.y + start, width: full.width, height: size)
        }
        canvas.fill(piece(0, min(corner, length)), line.color)
        if length > corner { canvas.fill(piece(length - corner, corner), line.color) }
        guard middle > 0, pattern > 0 else { return }
        let segments = (middle / pattern).rounded(.down)
        let isOdd = segments.truncatingRemainder(dividingBy: 2) == 1
        let rest = middle - segments * pattern
        var phase = pattern
        if isOdd { if rest > 0 { phase -= rest / 2 } } else if rest > 0 { phase += phase - (pattern + rest) / 2 } else { phase += pattern / 2 }
        var path = Path()
        if isHorizontal {
            path.move(full.x + corner, full.y + full.height / 2)
            path.line(full.maxX - corner, full.y + full.height / 2)
        } else {
            path.move(full.x + full.width / 2, full.y + corner)
            path.line(full.x + full.width / 2, full.maxY - corner)
        }
        canvas.stroke(path, line.color, Canvas.Stroke(width: width, dashes: [pattern, pattern], dashOffset: phase))
    }
}
