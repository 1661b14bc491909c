private import Glibc

/// A rectangle in CSS px of the page, as painting has them: from edge to edge.
package struct PaintRect: Hashable, Sendable {
    package var x: Double
    package var y: Double
    package var width: Double
    package var height: Double

    package init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    package static let zero = PaintRect(x: 0, y: 0, width: 0, height: 0)
    package var maxX: Double { x + width }
    package var maxY: Double { y + height }
    package var isEmpty: Bool { width <= 0 || height <= 0 }

    package func inset(top: Double, right: Double, bottom: Double, left: Double) -> PaintRect {
        PaintRect(x: x + left, y: y + top, width: max(0, width - left - right), height: max(0, height - top - bottom))
    }

    package func outset(_ distance: Double) -> PaintRect {
        PaintRect(x: x - distance, y: y - distance, width: max(0, width + 2 * distance), height: max(0, height + 2 * distance))
    }

    package func offset(x dx: Double, y dy: Double) -> PaintRect { PaintRect(x: x + dx, y: y + dy, width: width, height: height) }

    package func union(_ other: PaintRect) -> PaintRect {
        let left = min(x, other.x), top = min(y, other.y)
        return PaintRect(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
    }

    package func intersects(_ other: PaintRect) -> Bool { x < other.maxX && other.x < maxX && y < other.maxY && other.y < maxY }

    package func intersection(_ other: PaintRect) -> PaintRect {
        let left = max(x, other.x), top = max(y, other.y)
        return PaintRect(x: left, y: top, width: max(0, min(maxX, other.maxX) - left), height: max(0, min(maxY, other.maxY) - top))
    }

    /// With edges on whole device pixels, each to the nearest: how browsers place boxes.
    package func snapped(scale: Double) -> PaintRect {
        func snap(_ value: Double) -> Double { (value * scale + 0.5).rounded(.down) / scale }
        let left = snap(x), top = snap(y)
        return PaintRect(x: left, y: top, width: snap(maxX) - left, height: snap(maxY) - top)
    }
}

/// Used corner radii in CSS px, clockwise from the top left.
struct CornerRadii: Hashable {
    var x: [Double]
    var y: [Double]

    static let zero = CornerRadii(x: [0, 0, 0, 0], y: [0, 0, 0, 0])
    var isZero: Bool { x.allSatisfy { $0 <= 0 } || y.allSatisfy { $0 <= 0 } }

    /// > If the sum of two adjacent radii exceeds the side, all are reduced by the same factor.
    func fitted(to rect: PaintRect) -> CornerRadii {
        var factor = 1.0
        func limit(_ side: Double, _ sum: Double) { if sum > side, sum > 0 { factor = min(factor, side / sum) } }
        limit(rect.width, x[0] + x[1])
        limit(rect.width, x[2] + x[3])
        limit(rect.height, y[0] + y[3])
        limit(rect.height, y[1] + y[2])
        return factor < 1 ? CornerRadii(x: x.map { $0 * factor }, y: y.map { $0 * factor }) : self
    }

    func inset(top: Double, right: Double, bottom: Double, left: Double) -> CornerRadii {
        CornerRadii(
            x: [max(0, x[0] - left), max(0, x[1] - right), max(0, x[2] - right), max(0, x[3] - left)],
            y: [max(0, y[0] - top), max(0, y[1] - top), max(0, y[2] - bottom), max(0, y[3] - bottom)])
    }

    func outset(_ distance: Double) -> CornerRadii {
        func grow(_ value: Double) -> Double { value <= 0 ? 0 : max(0, value + distance) }
        return CornerRadii(x: x.map(grow), y: y.map(grow))
    }
}

/// An outline to fill, stroke or clip with, in CSS px.
struct Path {
    enum Element {
        case move(Double, Double)
        case line(Double, Double)
        case curve(Double, Double, Double, Double, Double, Double)
        case close
    }
    var elements: [Element] = []

    init() {}
    init(_ rect: PaintRect) { add(rect) }

    init(_ rect: PaintRect, _ radii: CornerRadii) { add(rect, radii) }

    mutating func move(_ x: Double, _ y: Double) { elements.append(.move(x, y)) }
    mutating func line(_ x: Double, _ y: Double) { elements.append(.line(x, y)) }
    mutating func close() { elements.append(.close) }

    mutating func add(_ rect: PaintRect) {
        move(rect.x, rect.y)
        line(rect.maxX, rect.y)
        line(rect.maxX, rect.maxY)
        line(rect.x, rect.maxY)
        close()
    }

    /// The share of a radius between a quarter arc's end and its control point.
    private static let kappa = 0.5522847498

    mutating func add(_ rect: PaintRect, _ given: CornerRadii) {
        if given.isZero { return add(rect) }
        let radii = given.fitted(to: rect)
        let k = 1 - Path.kappa
        let (l, t, r, b) = (rect.x, rect.y, rect.maxX, rect.maxY)
        let rx = radii.x, ry = radii.y
        move(l + rx[0], t)
        line(r - rx[1], t)
        elements.append(.curve(r - rx[1] * k, t, r, t + ry[1] * k, r, t + ry[1]))
        line(r, b - ry[2])
        elements.append(.curve(r, b - ry[2] * k, r - rx[2] * k, b, r - rx[2], b))
        line(l + rx[3], b)
        elements.append(.curve(l + rx[3] * k, b, l, b - ry[3] * k, l, b - ry[3]))
        line(l, t + ry[0])
        elements.append(.curve(l, t + ry[0] * k, l + rx[0] * k, t, l + rx[0], t))
        close()
    }

    mutating func addEllipse(x: Double, y: Double, rx: Double, ry: Double) {
        add(PaintRect(x: x - rx, y: y - ry, width: 2 * rx, height: 2 * ry), CornerRadii(x: [rx, rx, rx, rx], y: [ry, ry, ry, ry]))
    }
}

/// An affine map: x' = a x + c y + e, y' = b x + d y + f.
struct Affine {
    var a = 1.0, b = 0.0, c = 0.0, d = 1.0, e = 0.0, f = 0.0

    static func translation(_ x: Double, _ y: Double) -> Affine { Affine(e: x, f: y) }

    /// `self` after `other`: first `other` is applied.
    func after(_ other: Affine) -> Affine {
        Affine(
            a: a * other.a + c * other.b, b: b * other.a + d * other.b, c: a * other.c + c * other.d, d: b * other.c + d * other.d,
            e: a * other.e + c * other.f + e, f: b * other.e + d * other.f + f)
    }

    func apply(_ x: Double, _ y: Double) -> (x: Double, y: Double) { (a * x + c * y + e, b * x + d * y + f) }

    static func rotation(degrees: Double) -> Affine {
        // Whole quarter turns are exact.
        let quarters = degrees / 90
        if quarters == quarters.rounded(), abs(quarters) < 1e6 {
            let turn = ((Int(quarters) % 4) + 4) % 4
            let pair = [(1.0, 0.0), (0, 1), (-1, 0), (0, -1)][turn]
            return Affine(a: pair.0, b: pair.1, c: -pair.1, d: pair.0)
        }
        let angle = degrees * .pi / 180
        return Affine(a: cos(angle), b: sin(angle), c: -sin(angle), d: cos(angle))
    }

    static func skew(x: Double, y: Double) -> Affine { Affine(b: tan(y * .pi / 180), c: tan(x * .pi / 180)) }

    var isInvertible: Bool { abs(a * d - b * c) > 1e-12 && (a * d - b * c).isFinite && e.isFinite && f.isFinite }
    var isAxisAligned: Bool { b == 0 && c == 0 && a > 0 && d > 0 }
}
