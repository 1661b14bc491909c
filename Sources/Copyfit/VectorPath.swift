/// What a path, a list of points or a transform in SVG attributes says (https://www.w3.org/TR/SVG2/paths.html#PathData).

/// The smallest rectangle around some points, in user units.
struct VectorBounds {
    var left: Double
    var top: Double
    var right: Double
    var bottom: Double

    static let empty = VectorBounds(left: .infinity, top: .infinity, right: -.infinity, bottom: -.infinity)
    var hasPoints: Bool { left <= right }
    var hasExtent: Bool { right > left || bottom > top }

    mutating func add(_ x: Double, _ y: Double) {
        left = min(left, x)
        top = min(top, y)
        right = max(right, x)
        bottom = max(bottom, y)
    }

    mutating func add(_ other: VectorBounds) {
        guard other.hasPoints else { return }
        add(other.left, other.top)
        add(other.right, other.bottom)
    }

    func mapped(by transform: VectorTransform) -> VectorBounds {
        guard hasPoints else { return self }
        var result = VectorBounds.empty
        for (x, y) in [(left, top), (right, top), (left, bottom), (right, bottom)] {
            let point = transform.apply(x, y)
            result.add(point.x, point.y)
        }
        return result
    }
}

/// An affine map: x′ = ax + cy + e, y′ = bx + dy + f.
struct VectorTransform {
    var a = 1.0
    var b = 0.0
    var c = 0.0
    var d = 1.0
    var e = 0.0
    var f = 0.0

    func apply(_ x: Double, _ y: Double) -> (x: Double, y: Double) { (a * x + c * y + e, b * x + d * y + f) }

    /// The map that applies `inner` first.
    func around(_ inner: VectorTransform) -> VectorTransform {
        VectorTransform(
            a: a * inner.a + c * inner.b, b: b * inner.a + d * inner.b, c: a * inner.c + c * inner.d, d: b * inner.c + d * inner.d,
            e: a * inner.e + c * inner.f + e, f: b * inner.e + d * inner.f + f)
    }
}

/// Reads numbers, path commands and transform functions out of an attribute.
struct VectorScanner {
    private let bytes: [UInt8]
    private var offset = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    private var current: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    mutating func skipSeparators() {
        while let byte = current, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D || byte == 0x0C || byte == 0x2C { offset += 1 }
    }

    /// A letter, if one is next.
    mutating func letter() -> UInt8? {
        skipSeparators()
        guard let byte = current, (byte | 0x20) &- 0x61 < 26 else { return nil }
        offset += 1
        return byte
    }

    mutating func word() -> String {
        let start = offset
        while let byte = current, (byte | 0x20) &- 0x61 < 26 { offset += 1 }
        return String(decoding: bytes[start..<offset], as: UTF8.self)
    }

    mutating func skip(_ byte: UInt8) -> Bool {
        skipSeparators()
        guard current == byte else { return false }
        offset += 1
        return true
    }

    mutating func number() -> Double? {
        skipSeparators()
        var index = offset
        var sign = 1.0
        if index < bytes.count, bytes[index] == 0x2D || bytes[index] == 0x2B {
            if bytes[index] == 0x2D { sign = -1 }
            index += 1
        }
        var value = 0.0, digits = 0
        while index < bytes.count, bytes[index] &- 0x30 < 10 {
            value = value * 10 + Double(bytes[index] - 0x30)
            digits += 1
            index += 1
        }
        if index < bytes.count, bytes[index] == 0x2E {
            index += 1
            var scale = 0.1
            while index < bytes.count, bytes[index] &- 0x30 < 10 {
                value += scale * Double(bytes[index] - 0x30)
                scale /= 10
                digits += 1
                index += 1
            }
        }
        guard digits > 0 else { return nil }
        if index + 1 < bytes.count, bytes[index] | 0x20 == 0x65 {
            var end = index + 1
            var isNegative = false
            if bytes[end] == 0x2D || bytes[end] == 0x2B {
                isNegative = bytes[end] == 0x2D
                end += 1
            }
            if end < bytes.count, bytes[end] &- 0x30 < 10 {
                var exponent = 0
                while end < bytes.count, bytes[end] &- 0x30 < 10 {
                    exponent = min(400, exponent * 10 + Int(bytes[end] - 0x30))
                    end += 1
                }
                for _ in 0..<exponent { value = isNegative ? value / 10 : value * 10 }
                index = end
            }
        }
        offset = index
        return value.isFinite ? sign * value : nil
    }

    /// A flag of an arc: one digit, which needs no separator after it.
    mutating func flag() -> Bool? {
        skipSeparators()
        guard let byte = current, byte == 0x30 || byte == 0x31 else { return nil }
        offset += 1
        return byte == 0x31
    }

    mutating func length() -> (value: Double, unit: String)? {
        guard let value = number() else { return nil }
        if current == 0x25 { return (value, "%") }
        return (value, word())
    }

    // MARK: Points and transforms

    mutating func points() -> VectorBounds {
        var bounds = VectorBounds.empty
        while let x = number(), let y = number() { bounds.add(x, y) }
        return bounds
    }

    /// https://www.w3.org/TR/css-transforms-1/#svg-transform
    mutating func transform() -> VectorTransform? {
        var result = VectorTransform()
        while true {
            skipSeparators()
            guard current != nil else { return result }
            let name = word()
            guard skip(0x28) else { return nil }
            var values: [Double] = []
            while let value = number() {
                values.append(value)
                if values.count > 6 { return nil }
            }
            guard skip(0x29), let next = Self.function(name, values) else { return nil }
            result = result.around(next)
        }
    }

    private static func function(_ name: String, _ values: [Double]) -> VectorTransform? {
        let radians = (values.first ?? 0) * .pi / 180
        switch (name, values.count) {
        case ("matrix", 6): return VectorTransform(a: values[0], b: values[1], c: values[2], d: values[3], e: values[4], f: values[5])
        case ("translate", 1): return VectorTransform(e: values[0])
        case ("translate", 2): return VectorTransform(e: values[0], f: values[1])
        case ("scale", 1): return VectorTransform(a: values[0], d: values[0])
        case ("scale", 2): return VectorTransform(a: values[0], d: values[1])
        case ("rotate", 1): return VectorTransform(a: cosine(radians), b: sine(radians), c: -sine(radians), d: cosine(radians))
        case ("rotate", 3):
            let turn = VectorTransform(a: cosine(radians), b: sine(radians), c: -sine(radians), d: cosine(radians))
            return VectorTransform(e: values[1], f: values[2]).around(turn).around(VectorTransform(e: -values[1], f: -values[2]))
        case ("skewX", 1): return VectorTransform(c: sine(radians) / cosine(radians))
        case ("skewY", 1): return VectorTransform(b: sine(radians) / cosine(radians))
        default: return nil
        }
    }
}

/// Follows the commands of a path and keeps the bounds of its curves.
struct VectorPathBounds {
    private(set) var bounds = VectorBounds.empty
    private var scanner: VectorScanner
    private var x = 0.0
    private var y = 0.0
    private var startX = 0.0
    private var startY = 0.0
    /// The control point that a smooth curve mirrors, with the command it belongs to.
    private var control: (x: Double, y: Double, isCubic: Bool)?
    /// A point moved to counts once something is drawn from it.
    private var isMoved = false

    init(_ data: String) {
        scanner = VectorScanner(data)
        run()
        if !bounds.hasPoints, isMoved { bounds.add(startX, startY) }
    }

    private mutating func run() {
        guard let first = scanner.letter(), first | 0x20 == UInt8(ascii: "m") else { return }
        var command = first
        while true {
            guard step(command) else { return }
            if let next = scanner.letter() {
                command = next
            } else {
                // Numbers go on with the command; after a move they are lines, after a closing there are none.
                switch command {
                case UInt8(ascii: "M"): command = UInt8(ascii: "L")
                case UInt8(ascii: "m"): command = UInt8(ascii: "l")
                case UInt8(ascii: "Z"), UInt8(ascii: "z"): return
                default: break
                }
            }
        }
    }

    private mutating func pair(_ isRelative: Bool) -> (x: Double, y: Double)? {
        guard let a = scanner.number(), let b = scanner.number() else { return nil }
        return isRelative ? (x + a, y + b) : (a, b)
    }

    private mutating func moveOn() {
        guard isMoved else { return }
        bounds.add(x, y)
        isMoved = false
    }

    private mutating func line(to end: (x: Double, y: Double)) {
        moveOn()
        bounds.add(end.x, end.y)
        (x, y) = end
        control = nil
    }

    private mutating func step(_ command: UInt8) -> Bool {
        let isRelative = command >= 0x61
        switch command | 0x20 {
        case UInt8(ascii: "m"):
            guard let end = pair(isRelative) else { return false }
            (x, y) = end
            (startX, startY) = end
            isMoved = true
            control = nil
        case UInt8(ascii: "l"):
            guard let end = pair(isRelative) else { return false }
            line(to: end)
        case UInt8(ascii: "h"):
            guard let value = scanner.number() else { return false }
            line(to: (isRelative ? x + value : value, y))
        case UInt8(ascii: "v"):
            guard let value = scanner.number() else { return false }
            line(to: (x, isRelative ? y + value : value))
        case UInt8(ascii: "c"):
            guard let first = pair(isRelative), let second = pair(isRelative), let end = pair(isRelative) else { return false }
            cubic(first, second, end)
        case UInt8(ascii: "s"):
            guard let second = pair(isRelative), let end = pair(isRelative) else { return false }
            cubic(mirrored(isCubic: true), second, end)
        case UInt8(ascii: "q"):
            guard let middle = pair(isRelative), let end = pair(isRelative) else { return false }
            quadratic(middle, end)
        case UInt8(ascii: "t"):
            guard let end = pair(isRelative) else { return false }
            quadratic(mirrored(isCubic: false), end)
        case UInt8(ascii: "a"):
            guard let radiusX = scanner.number(), let radiusY = scanner.number(), let turn = scanner.number(), let isLarge = scanner.flag(),
                let isSweep = scanner.flag(), let end = pair(isRelative)
            else { return false }
            arc(radiusX: abs(radiusX), radiusY: abs(radiusY), turn: turn * .pi / 180, isLarge: isLarge, isSweep: isSweep, end: end)
        case UInt8(ascii: "z"):
            (x, y) = (startX, startY)
            isMoved = !bounds.hasPoints || isMoved
            control = nil
        default: return false
        }
        return true
    }

    private func mirrored(isCubic: Bool) -> (x: Double, y: Double) {
        guard let control, control.isCubic == isCubic else { return (x, y) }
        return (2 * x - control.x, 2 * y - control.y)
    }

    // MARK: Curves

    private mutating func quadratic(_ middle: (x: Double, y: Double), _ end: (x: Double, y: Double)) {
        let first = (x: x + (middle.x - x) * 2 / 3, y: y + (middle.y - y) * 2 / 3)
        let second = (x: end.x + (middle.x - end.x) * 2 / 3, y: end.y + (middle.y - end.y) * 2 / 3)
        cubic(first, second, end)
        control = (middle.x, middle.y, false)
    }

    private mutating func cubic(_ first: (x: Double, y: Double), _ second: (x: Double, y: Double), _ end: (x: Double, y: Double)) {
        moveOn()
        bounds.add(x, y)
        bounds.add(end.x, end.y)
        for t in Self.turningPoints(x, first.x, second.x, end.x) + Self.turningPoints(y, first.y, second.y, end.y) {
            bounds.add(Self.value(x, first.x, second.x, end.x, t), Self.value(y, first.y, second.y, end.y, t))
        }
        (x, y) = end
        control = (second.x, second.y, true)
    }

    private static func value(_ p0: Double, _ p1: Double, _ p2: Double, _ p3: Double, _ t: Double) -> Double {
        let u = 1 - t
        return u * u * u * p0 + 3 * u * u * t * p1 + 3 * u * t * t * p2 + t * t * t * p3
    }

    /// Where a coordinate of a cubic curve is greatest or least, between its ends.
    private static func turningPoints(_ p0: Double, _ p1: Double, _ p2: Double, _ p3: Double) -> [Double] {
        let a = -p0 + 3 * p1 - 3 * p2 + p3, b = 2 * (p0 - 2 * p1 + p2), c = p1 - p0
        var roots: [Double] = []
        // 3(at² + bt + c) = 0
        if abs(a) < 1e-12 {
            if abs(b) > 1e-12 { roots = [-c / b] }
        } else {
            let discriminant = b * b - 4 * a * c
            if discriminant >= 0 { roots = [(-b + discriminant.squareRoot()) / (2 * a), (-b - discriminant.squareRoot()) / (2 * a)] }
        }
        return roots.filter { $0 > 0 && $0 < 1 }
    }

    /// https://www.w3.org/TR/SVG2/implnote.html#ArcImplementationNotes
    private mutating func arc(radiusX: Double, radiusY: Double, turn: Double, isLarge: Bool, isSweep: Bool, end: (x: Double, y: Double)) {
        guard radiusX > 0, radiusY > 0, end.x != x || end.y != y else {
            line(to: end)
            return
        }
        var (rx, ry) = (radiusX, radiusY)
        let cos = cosine(turn), sin = sine(turn)
        let halfX = (x - end.x) / 2, halfY = (y - end.y) / 2
        let x1 = cos * halfX + sin * halfY, y1 = -sin * halfX + cos * halfY
        let excess = x1 * x1 / (rx * rx) + y1 * y1 / (ry * ry)
        if excess > 1 {
            rx *= excess.squareRoot()
            ry *= excess.squareRoot()
        }
        let numerator = rx * rx * ry * ry - rx * rx * y1 * y1 - ry * ry * x1 * x1
        let factor = (max(0, numerator) / (rx * rx * y1 * y1 + ry * ry * x1 * x1)).squareRoot() * (isLarge == isSweep ? -1 : 1)
        let cx1 = factor * rx * y1 / ry, cy1 = -factor * ry * x1 / rx
        let cx = cos * cx1 - sin * cy1 + (x + end.x) / 2, cy = sin * cx1 + cos * cy1 + (y + end.y) / 2
        let from = angle((y1 - cy1) / ry, (x1 - cx1) / rx)
        var sweep = angle((-y1 - cy1) / ry, (-x1 - cx1) / rx) - from
        if isSweep, sweep < 0 { sweep += 2 * .pi }
        if !isSweep, sweep > 0 { sweep -= 2 * .pi }
        moveOn()
        bounds.add(x, y)
        bounds.add(end.x, end.y)
        // The ellipse turns where the derivative of a coordinate is zero.
        let turns = [angle(-ry * sin, rx * cos), angle(ry * cos, rx * sin)]
        for base in turns {
            for half in -4...4 {
                let at = base + Double(half) * .pi
                let part = (at - from) / sweep
                guard part > 0, part < 1 else { continue }
                let ex = rx * cosine(at), ey = ry * sine(at)
                bounds.add(cos * ex - sin * ey + cx, sin * ex + cos * ey + cy)
            }
        }
        (x, y) = end
        control = nil
    }
}
