private import Glibc

/// The value of a math function once units are known: linear in the percentage base where that can be, else a `LengthExpression`.
package enum MathValue {
    /// `value` px (or a plain number, degrees, …) + `percent` %.
    case linear(value: Double, percent: Double, hasPercent: Bool)
    case expression(LengthExpression)

    static func plain(_ value: Double) -> MathValue { .linear(value: value, percent: 0, hasPercent: false) }

    var plainValue: Double? {
        if case .linear(let value, _, false) = self { return value }
        return nil
    }

    var asExpression: LengthExpression {
        switch self {
        case .linear(let value, _, false): .px(Float(value))
        case .linear(let value, let percent, true): value == 0 ? .percent(Float(percent)) : .sum([.px(Float(value)), .percent(Float(percent))])
        case .expression(let expression): expression
        }
    }
}

extension MathNode {
    /// Evaluates with `px` giving the CSS px of one length unit. Depth is bounded by the parser's block depth.
    func evaluate(_ px: (LengthUnit) -> Double) -> MathValue {
        switch self {
        case .number(let value): return .plain(value)
        case .dimension(let value, let unit): return .plain(unit.isLength ? value * px(unit) : value * unit.factor)
        case .percentage(let value): return .linear(value: 0, percent: value, hasPercent: true)
        case .negated(let node): return node.evaluate(px).scaled(by: -1)
        case .sum(let terms): return MathNode.sum(terms.map { $0.evaluate(px) })
        case .product(let factors): return MathNode.product(factors.map { $0.evaluate(px) })
        case .inverted(let node): return .plain(1 / (node.evaluate(px).plainValue ?? .infinity))
        case .minimum(let nodes):
            let values = nodes.map { $0.evaluate(px) }
            if let numbers = MathNode.plain(values) { return .plain(MathNode.least(numbers)) }
            return .expression(.minimum(values.map(\.asExpression)))
        case .maximum(let nodes):
            let values = nodes.map { $0.evaluate(px) }
            if let numbers = MathNode.plain(values) { return .plain(MathNode.greatest(numbers)) }
            return .expression(.maximum(values.map(\.asExpression)))
        case .clamp(let low, let middle, let high):
            // clamp(a, b, c) is max(a, min(b, c)); `none` leaves its side out.
            let inner: MathNode = high.map { .minimum([middle, $0]) } ?? middle
            return (low.map { .maximum([$0, inner]) } ?? inner).evaluate(px)
        case .rounded(let strategy, let a, let b):
            let value = a.evaluate(px), step = b.evaluate(px)
            if let x = value.plainValue, let y = step.plainValue { return .plain(MathNode.round(x, to: y, strategy)) }
            return .expression(.rounded(strategy, value.asExpression, step.asExpression))
        case .modulo(let a, let b), .remainder(let a, let b):
            let value = a.evaluate(px), divisor = b.evaluate(px)
            var isModulo = false
            if case .modulo = self { isModulo = true }
            if let x = value.plainValue, let y = divisor.plainValue { return .plain(isModulo ? MathNode.modulo(x, y) : fmod(x, y)) }
            return .expression(isModulo ? .modulo(value.asExpression, divisor.asExpression) : .remainder(value.asExpression, divisor.asExpression))
        case .absolute(let node):
            let value = node.evaluate(px)
            if let x = value.plainValue { return .plain(abs(x)) }
            return .expression(.absolute(value.asExpression))
        case .sign(let node):
            // The sign of a percentage is that of its base, which is not negative.
            switch node.evaluate(px) {
            case .linear(let value, let percent, _): let x = value != 0 ? value : percent; return .plain(x > 0 ? 1 : x < 0 ? -1 : x)
            case .expression: return .plain(1)
            }
        case .function(let function, let nodes):
            return .plain(MathNode.call(function, nodes.map { $0.evaluate(px).plainValue ?? .nan }, inAngles: nodes.first?.type?.isAngle == true))
        }
    }

    private static func plain(_ values: [MathValue]) -> [Double]? {
        var numbers: [Double] = []
        numbers.reserveCapacity(values.count)
        for value in values {
            guard let number = value.plainValue else { return nil }
            numbers.append(number)
        }
        return numbers
    }

    private static func least(_ numbers: [Double]) -> Double {
        numbers.reduce(.infinity) { $0.isNaN || $1.isNaN ? .nan : Swift.min($0, $1) }
    }

    private static func greatest(_ numbers: [Double]) -> Double {
        numbers.reduce(-.infinity) { $0.isNaN || $1.isNaN ? .nan : Swift.max($0, $1) }
    }

    private static func sum(_ terms: [MathValue]) -> MathValue {
        var value = 0.0, percent = 0.0, hasPercent = false
        var others: [LengthExpression] = []
        for term in terms {
            switch term {
            case .linear(let x, let p, let has): value += x; percent += p; hasPercent = hasPercent || has
            case .expression(let expression): others.append(expression)
            }
        }
        if others.isEmpty { return .linear(value: value, percent: percent, hasPercent: hasPercent) }
        if value != 0 { others.append(.px(Float(value))) }
        if percent != 0 { others.append(.percent(Float(percent))) }
        return .expression(.sum(others))
    }

    private static func product(_ factors: [MathValue]) -> MathValue {
        var factor = 1.0
        var other: MathValue?
        for value in factors {
            if let number = value.plainValue { factor *= number } else { other = value }
        }
        return other?.scaled(by: factor) ?? .plain(factor)
    }

    static func round(_ x: Double, to step: Double, _ strategy: Rounding) -> Double {
        if step == 0 || x.isNaN || step.isNaN || (x.isInfinite && step.isInfinite) { return .nan }
        if x.isInfinite { return x }
        let step = abs(step)
        if step.isInfinite {
            switch strategy {
            case .up: return x > 0 ? .infinity : 0
            case .down: return x < 0 ? -.infinity : 0
            default: return 0
            }
        }
        let quotient = x / step
        switch strategy {
        case .nearest: return (quotient + 0.5).rounded(.down) * step
        case .up: return quotient.rounded(.up) * step
        case .down: return quotient.rounded(.down) * step
        case .toZero: return quotient.rounded(.towardZero) * step
        }
    }

    static func modulo(_ x: Double, _ y: Double) -> Double {
        if y.isInfinite { return (x < 0) == (y < 0) ? x : .nan }
        return x - y * (x / y).rounded(.down)
    }

    private static func call(_ function: Function, _ x: [Double], inAngles: Bool) -> Double {
        guard let first = x.first else { return .nan }
        let radians = inAngles ? first * .pi / 180 : first
        switch function {
        case .sin: return Glibc.sin(radians)
        case .cos: return Glibc.cos(radians)
        case .tan: return Glibc.tan(radians)
        case .asin: return Glibc.asin(first) * 180 / .pi
        case .acos: return Glibc.acos(first) * 180 / .pi
        case .atan: return Glibc.atan(first) * 180 / .pi
        case .atan2: return x.count > 1 ? Glibc.atan2(first, x[1]) * 180 / .pi : .nan
        case .pow: return x.count > 1 ? Glibc.pow(first, x[1]) : .nan
        case .sqrt: return first.squareRoot()
        case .hypot: return x.reduce(0) { Glibc.hypot($0, $1) }
        case .log: return x.count > 1 ? Glibc.log(first) / Glibc.log(x[1]) : Glibc.log(first)
        case .exp: return Glibc.exp(first)
        }
    }
}

extension MathValue {
    func scaled(by factor: Double) -> MathValue {
        switch self {
        case .linear(let value, let percent, let hasPercent): .linear(value: value * factor, percent: percent * factor, hasPercent: hasPercent)
        case .expression(let expression): .expression(.scaled(expression, by: Float(factor)))
        }
    }
}
