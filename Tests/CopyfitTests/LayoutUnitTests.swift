import Testing

@testable import Copyfit

@Suite struct LayoutUnitTests {
    /// The examples of browser-rules §3.1.
    @Test(arguments: [(10.1, 10.09375), (0.015, 0), (10.99, 10.984375), (-10.1, -10.09375)] as [(Float, Double)])
    func cssLengthsAreCutToLayoutUnits(px: Float, expected: Double) {
        #expect(LayoutUnit.truncating(px).doublePx == expected)
    }

    @Test func arithmeticSaturates() {
        #expect(LayoutUnit.max + LayoutUnit.max == LayoutUnit.max)
        #expect(LayoutUnit.min - LayoutUnit(1) == LayoutUnit.min)
        #expect(LayoutUnit.max * 1_000_000 == LayoutUnit.max)
        #expect(LayoutUnit.truncating(Float.nan) == .zero)
        #expect(LayoutUnit.truncating(Float.infinity) == LayoutUnit.max)
    }

    @Test func wholePixelRoundings() {
        #expect(LayoutUnit.truncating(Float(700.5)).rounded() == 701)
        #expect(LayoutUnit.truncating(Float(700.484375)).rounded() == 700)
        #expect(LayoutUnit.truncating(Float(-0.5)).floored() == -1)
    }
}
