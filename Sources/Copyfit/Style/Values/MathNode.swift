/// A math function as parsed (https://www.w3.org/TR/css-values-4/#math): its leaves keep their units until the element's fonts are known.
package indirect enum MathNode: Hashable, Sendable {
    package enum Rounding: UInt8, Sendable { case nearest, up, down, toZero }
    /// Functions of plain numbers and angles; angles are degrees.
    package enum Function: UInt8, Sendable { case sin, cos, tan, asin, acos, atan, atan2, pow, sqrt, hypot, log, exp }

    case number(Double)
    case dimension(Double, LengthUnit)
    case percentage(Double)
    case sum([MathNode])
    case product([MathNode])
    case negated(MathNode)
    case inverted(MathNode)
    case minimum([MathNode])
    case maximum([MathNode])
    /// `nil` stands for `none`.
    case clamp(MathNode?, MathNode, MathNode?)
    case rounded(Rounding, MathNode, MathNode)
    case modulo(MathNode, MathNode)
    case remainder(MathNode, MathNode)
    case absolute(MathNode)
    case sign(MathNode)
    case function(Function, [MathNode])
}

/// What a math function yields: powers of the base units.
package struct MathType: Hashable, Sendable {
    package var length: Int8 = 0
    package var percentage: Int8 = 0
    package var angle: Int8 = 0
    package var time: Int8 = 0
    package var resolution: Int8 = 0

    package static let number = MathType()
    package static let angle = MathType(angle: 1)
    package var isNumber: Bool { self == .number }
    package var isAngle: Bool { self == .angle }
    /// A length, a percentage or a sum of both.
    package var isLengthPercentage: Bool { self == MathType(length: 1) || isPercentage }
    package var isPercentage: Bool { self == MathType(percentage: 1) }

    package static func * (a: MathType, b: MathType) -> MathType {
        MathType(
            length: a.length &+ b.length, percentage: a.percentage &+ b.percentage, angle: a.angle &+ b.angle, time: a.time &+ b.time,
            resolution: a.resolution &+ b.resolution)
    }

    package var inverse: MathType {
        MathType(length: 0 &- length, percentage: 0 &- percentage, angle: 0 &- angle, time: 0 &- time, resolution: 0 &- resolution)
    }

    /// The type of a sum of both, or nil where they can't be added. Percentages of lengths count as lengths.
    package static func + (a: MathType, b: MathType) -> MathType? {
        if a == b { return a }
        if a.isLengthPercentage, b.isLengthPercentage { return MathType(length: 1) }
        return nil
    }
}

extension MathNode {
    /// The type, or nil for a sum or comparison of unlike things.
    package var type: MathType? {
        switch self {
        case .number: return .number
        case .dimension(_, let unit):
            if unit.isLength { return MathType(length: 1) }
            if unit.isAngle { return .angle }
            if unit.isTime { return MathType(time: 1) }
            return unit == .fraction ? nil : MathType(resolution: 1)
        case .percentage: return MathType(percentage: 1)
        case .sum(let terms), .minimum(let terms), .maximum(let terms): return MathNode.commonType(terms)
        case .product(let factors):
            var type = MathType.number
            for factor in factors {
                guard let next = factor.type else { return nil }
                type = type * next
            }
            return type
        case .negated(let node), .absolute(let node): return node.type
        case .inverted(let node): return node.type?.inverse
        case .clamp(let low, let middle, let high): return MathNode.commonType([low, middle, high].compactMap { $0 })
        case .rounded(_, let a, let b), .modulo(let a, let b), .remainder(let a, let b): return MathNode.commonType([a, b])
        case .sign(let node): return node.type == nil ? nil : .number
        case .function(let function, let arguments):
            guard let type = MathNode.commonType(arguments) else { return nil }
            switch function {
            case .sin, .cos, .tan: return type.isNumber || type.isAngle ? .number : nil
            case .asin, .acos, .atan: return type.isNumber ? .angle : nil
            case .atan2: return .angle
            case .pow, .sqrt, .log, .exp: return type.isNumber ? .number : nil
            case .hypot: return type
            }
        }
    }

    private static func commonType(_ nodes: [MathNode]) -> MathType? {
        var common: MathType?
        for node in nodes {
            guard let type = node.type else { return nil }
            guard let known = common else { common = type; continue }
            guard let sum = known + type else { return nil }
            common = sum
        }
        return common
    }
}
