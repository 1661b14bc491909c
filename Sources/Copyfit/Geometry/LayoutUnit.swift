private import Glibc

/// A length in CSS px with a precision of 1/64 px: the unit in which both browsers lay boxes out.
///
/// Arithmetic saturates at ±2²⁵ px, so that no markup can overflow it. Each way of rounding is a named function, since the
/// engines differ in where they round and how (browser-rules §3).
package struct LayoutUnit: Hashable, Comparable, Sendable {
    /// The length in 1/64 px.
    package var rawValue: Int32

    @inline(__always) package init(rawValue: Int32) { self.rawValue = rawValue }
    /// `px` whole CSS px.
    @inline(__always) package init(_ px: Int) { rawValue = LayoutUnit.clamp(px &* 64) }

    package static let zero = LayoutUnit(rawValue: 0)
    package static let epsilon = LayoutUnit(rawValue: 1)
    package static let max = LayoutUnit(rawValue: 1 << 30)
    package static let min = LayoutUnit(rawValue: -(1 << 30))

    /// The length in CSS px, exact.
    @inline(__always) package var px: Float { Float(rawValue) / 64 }
    /// The length in CSS px, exact.
    @inline(__always) package var doublePx: Double { Double(rawValue) / 64 }

    // MARK: Roundings

    /// Toward zero: how CSS px lengths become layout units.
    @inline(__always) package static func truncating(_ px: Float) -> LayoutUnit { clamped(px * 64) }
    @inline(__always) package static func truncating(_ px: Double) -> LayoutUnit { clamped(px * 64) }
    /// Up to the next 1/64: widths of shaped text, min- and max-content contributions.
    @inline(__always) package static func ceiling(_ px: Float) -> LayoutUnit { clamped((px * 64).rounded(.up)) }
    /// To the nearest 1/64, halves up.
    @inline(__always) package static func rounding(_ px: Float) -> LayoutUnit { clamped((px * 64 + 0.5).rounded(.down)) }
    @inline(__always) package static func flooring(_ px: Float) -> LayoutUnit { clamped((px * 64).rounded(.down)) }

    /// Down to a whole px.
    @inline(__always) package func floored() -> Int { Int(rawValue >> 6) }
    /// The whole px at or below.
    @inline(__always) package var flooredToPixel: LayoutUnit { LayoutUnit(rawValue: rawValue & ~63) }
    /// Up to a whole px.
    @inline(__always) package func ceiled() -> Int { Int((rawValue &+ 63) >> 6) }
    /// To the nearest whole px, halves up.
    @inline(__always) package func rounded() -> Int { Int((rawValue &+ 32) >> 6) }

    private static func clamped(_ value: Float) -> LayoutUnit {
        // NaN compares false with everything and becomes zero.
        guard value == value else { return .zero }
        if value >= Float(max.rawValue) { return max }
        if value <= Float(min.rawValue) { return min }
        return LayoutUnit(rawValue: Int32(value))
    }

    private static func clamped(_ value: Double) -> LayoutUnit {
        guard value == value else { return .zero }
        if value >= Double(max.rawValue) { return max }
        if value <= Double(min.rawValue) { return min }
        return LayoutUnit(rawValue: Int32(value))
    }

    @inline(__always) private static func clamp(_ raw: Int) -> Int32 {
        Int32(truncatingIfNeeded: Swift.min(Swift.max(raw, Int(min.rawValue)), Int(max.rawValue)))
    }

    // MARK: Arithmetic

    @inline(__always) package static func + (a: LayoutUnit, b: LayoutUnit) -> LayoutUnit {
        LayoutUnit(rawValue: clamp(Int(a.rawValue) &+ Int(b.rawValue)))
    }
    @inline(__always) package static func - (a: LayoutUnit, b: LayoutUnit) -> LayoutUnit {
        LayoutUnit(rawValue: clamp(Int(a.rawValue) &- Int(b.rawValue)))
    }
    @inline(__always) package static prefix func - (a: LayoutUnit) -> LayoutUnit { LayoutUnit(rawValue: -a.rawValue) }
    @inline(__always) package static func += (a: inout LayoutUnit, b: LayoutUnit) { a = a + b }
    @inline(__always) package static func -= (a: inout LayoutUnit, b: LayoutUnit) { a = a - b }
    @inline(__always) package static func * (a: LayoutUnit, n: Int) -> LayoutUnit {
        LayoutUnit(rawValue: clamp(Int(a.rawValue).multipliedReportingOverflow(by: n).partialValue))
    }
    /// Division by a count, toward zero; by zero it gives zero.
    @inline(__always) package static func / (a: LayoutUnit, n: Int) -> LayoutUnit {
        n == 0 ? .zero : LayoutUnit(rawValue: clamp(Int(a.rawValue) / n))
    }
    /// `self · numerator / denominator`, toward zero, without intermediate overflow; zero when the denominator is zero.
    package func scaled(by numerator: LayoutUnit, over denominator: LayoutUnit) -> LayoutUnit {
        guard denominator.rawValue != 0 else { return .zero }
        return LayoutUnit(rawValue: LayoutUnit.clamp(Int(rawValue) * Int(numerator.rawValue) / Int(denominator.rawValue)))
    }
    @inline(__always) package static func < (a: LayoutUnit, b: LayoutUnit) -> Bool { a.rawValue < b.rawValue }
}

extension LayoutUnit: CustomStringConvertible {
    /// CSS px without trailing zeros, as `37.5`.
    package var description: String {
        rawValue % 64 == 0 ? String(rawValue / 64) : String(doublePx)
    }
}
