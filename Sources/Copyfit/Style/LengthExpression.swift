/// A math function that layout must evaluate because it is not linear in its percentage base.
package indirect enum LengthExpression: Hashable, Sendable {
    case px(Float)
    case percent(Float)
    case sum([LengthExpression])
    case scaled(LengthExpression, by: Float)
    case minimum([LengthExpression])
    case maximum([LengthExpression])
    case clamp(LengthExpression, LengthExpression, LengthExpression)
    case rounded(MathNode.Rounding, LengthExpression, LengthExpression)
    case modulo(LengthExpression, LengthExpression)
    case remainder(LengthExpression, LengthExpression)
    case absolute(LengthExpression)

    /// The value in CSS px, percentages of `base`.
    package func evaluate(base: Float) -> Float {
        switch self {
        case .px(let value): value
        case .percent(let value): base * value / 100
        case .sum(let terms): terms.reduce(0) { $0 + $1.evaluate(base: base) }
        case .scaled(let term, let factor): term.evaluate(base: base) * factor
        case .minimum(let terms): terms.map { $0.evaluate(base: base) }.min() ?? 0
        case .maximum(let terms): terms.map { $0.evaluate(base: base) }.max() ?? 0
        case .clamp(let low, let middle, let high):
            max(low.evaluate(base: base), min(middle.evaluate(base: base), high.evaluate(base: base)))
        case .rounded(let strategy, let value, let step):
            Float(MathNode.round(Double(value.evaluate(base: base)), to: Double(step.evaluate(base: base)), strategy))
        case .modulo(let value, let divisor):
            Float(MathNode.modulo(Double(value.evaluate(base: base)), Double(divisor.evaluate(base: base))))
        case .remainder(let value, let divisor):
            value.evaluate(base: base).truncatingRemainder(dividingBy: divisor.evaluate(base: base))
        case .absolute(let value): abs(value.evaluate(base: base))
        }
    }
}
