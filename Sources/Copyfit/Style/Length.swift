/// A computed length, percentage or sizing keyword: px and percentages are kept apart until layout knows the percentage's base.
package struct Length: Hashable, Sendable, BitwiseCopyable {
    package enum Kind: UInt8, Sendable, BitwiseCopyable {
        case auto, none, content
        /// `px` CSS px.
        case fixed
        /// `percent` % of the base.
        case percentage
        /// `px` + `percent` %: a linear `calc()`.
        case calculated
        /// A math function that is not linear in the base; `px` holds the bit pattern of its index in `StyledDocument.expressions`.
        case expression
        case minContent, maxContent, fitContent, stretch
        /// `fit-content(<length-percentage>)`.
        case fitContentFunction
    }

    package var kind: Kind
    package var px: Float
    package var percent: Float

    package init(kind: Kind, px: Float = 0, percent: Float = 0) { self.kind = kind; self.px = px; self.percent = percent }

    package static let auto = Length(kind: .auto)
    package static let none = Length(kind: .none)
    package static let zero = Length(kind: .fixed)
    package static func px(_ px: Float) -> Length { Length(kind: .fixed, px: px) }
    package static func percent(_ percent: Float) -> Length { Length(kind: .percentage, percent: percent) }
    package static func expression(_ index: UInt32) -> Length { Length(kind: .expression, px: Float(bitPattern: index)) }

    package var isAuto: Bool { kind == .auto }
    package var dependsOnPercentage: Bool { kind == .percentage || kind == .calculated || kind == .expression }
    package var isLengthPercentage: Bool { kind == .fixed || dependsOnPercentage }
    package var isIntrinsic: Bool { kind.rawValue >= Kind.minContent.rawValue }
    package var expressionIndex: Int { Int(px.bitPattern) }
}
