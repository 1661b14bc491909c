@testable import Copyfit
import Testing

/// browser-rules §2.1 to §2.3 as Chromium was measured.
@Suite struct ChromiumMeasuringTests {
    @Test func titillium() {
        #expect(TextFixture("Hello world", "Titillium Web", .chromium).chromiumWidth.doublePx == 76.421875)
        #expect(TextFixture("iiii", "Titillium Web", .chromium).chromiumWidth.doublePx == 14.03125)
    }

    @Test(.enabled(if: FontFixtures.hasWorld)) func kerningAcrossPieces() {
        #expect(TextFixture("P A", "Liberation Sans", .chromium).chromiumWidth.doublePx == 24.625)
        #expect(TextFixture("AV", "Liberation Sans", .chromium).chromiumWidth.doublePx == 20.15625)
        #expect(TextFixture("A·V", "Liberation Sans", .chromium).chromiumWidth.doublePx == 20.15625)
        var apart = TextFixture("A·V", "Liberation Sans", .chromium)
        apart.runs[1].flags.insert(.afterBoundary)
        #expect(apart.chromiumWidth.doublePx == 21.34375)
    }

    @Test(.enabled(if: FontFixtures.hasWorld)) func endsAreShapedAgain() {
        let fixture = TextFixture("AVAVAV", "Liberation Sans", .chromium)
        let paragraph = fixture.shaper.shape(text: fixture.text, runs: fixture.runs, levels: nil)
        func width(_ from: Int, _ to: Int, _ lineEnd: Bool) -> Double {
            fixture.shaper.sliceWidth(
                paragraph, text: fixture.text, from: from, to: to, shapedTo: to, lineStart: true, lineEnd: lineEnd
            ).doublePx
        }
        #expect(width(0, 1, true) == 10.671875)
        #expect(width(0, 1, false) == 9.484375)
        #expect(width(0, 2, true) == 20.15625)
        #expect(width(1, 3, true) == width(0, 2, true))
        #expect(width(0, 6, true) == fixture.chromiumWidth.doublePx)
    }

    @Test(.enabled(if: FontFixtures.hasWorld)) func trailingSpaceIsShapedThenDropped() {
        let fixture = TextFixture("P A", "Liberation Sans", .chromium)
        let paragraph = fixture.shaper.shape(text: fixture.text, runs: fixture.runs, levels: nil)
        let withSpace = fixture.shaper.sliceWidth(
            paragraph, text: fixture.text, from: 0, to: 1, shapedTo: 2, lineStart: true, lineEnd: true)
        let alone = TextFixture("P", "Liberation Sans", .chromium).chromiumWidth
        #expect(withSpace < alone)
    }

    @Test func tabsTakeSpacing() {
        let tab = TextFixture("\t", "Titillium Web", .chromium, style: { $0.whiteSpaceCollapse = .preserve; $0.letterSpacing = 2 })
        let space = TextFixture(" ", "Titillium Web", .chromium).shaper.spaceWidth(StyleID(rawValue: 0))
        #expect(tab.shaper.tabStop(StyleID(rawValue: 0)) == (space + 2) * 8)
    }

    @Test(.enabled(if: FontFixtures.hasWorld)) func smallCapitals() {
        let width = TextFixture("Hello World", "Liberation Sans", .chromium, font: { $0.capitals = .smallCaps }).chromiumWidth.doublePx
        #expect(abs(width - 89.80) < 0.02)
    }

    @Test(.enabled(if: FontFixtures.hasWorld)) func cursiveLettersStayUnspaced() {
        func width(_ spacing: Float) -> Double { TextFixture("سلام: عليكم", "Liberation Sans", .chromium, style: { $0.letterSpacing = spacing }).chromiumWidth.doublePx }
        #expect(width(4) - width(0) == 4)
        let webkit = TextFixture("سلام", "Liberation Sans", style: { $0.letterSpacing = 4 }).width - TextFixture("سلام", "Liberation Sans").width
        #expect(webkit >= 8)
    }

    @Test(.enabled(if: FontFixtures.hasWorld)) func joinsAcrossElements() {
        let whole = TextFixture("سلام", "Liberation Sans", .chromium).chromiumWidth
        let parts = TextFixture("سل·ام", "Liberation Sans", .chromium).chromiumWidth
        #expect((parts - whole).rawValue <= 1)
        #expect(TextFixture("سل·ام", "Liberation Sans").width != TextFixture("سلام", "Liberation Sans").width)
    }

    @Test(.enabled(if: FontFixtures.hasWorld)) func fallbackExtents() {
        let fixture = TextFixture("a日b", "Titillium Web", .chromium)
        let paragraph = fixture.shaper.shape(text: fixture.text, runs: fixture.runs, levels: nil)
        let all = fixture.shaper.fallbackExtents(paragraph, text: fixture.text, from: 0, to: 3)
        #expect(all?.above == 19 && all?.below == 5)
        #expect(fixture.shaper.fallbackExtents(paragraph, text: fixture.text, from: 0, to: 1) == nil)
        #expect(fixture.shaper.fallbackExtents(paragraph, text: fixture.text, from: 2, to: 3) == nil)
    }

    @Test(.enabled(if: FontFixtures.hasWorld)) func spacingTrim() {
        #expect(TextFixture("（（日）「日」、。", "Noto Sans CJK JP", .chromium).chromiumWidth.doublePx == 112.015625)
        #expect(TextFixture("（（日）「日」、。", "Noto Sans CJK JP").width.rounded() == 144)
        #expect(TextFixture("「日」", "Noto Sans CJK JP", .chromium).chromiumWidth.doublePx == 48.015625)
        let fixture = TextFixture("日」日", "Noto Sans CJK JP", .chromium)
        let paragraph = fixture.shaper.shape(text: fixture.text, runs: fixture.runs, levels: nil)
        #expect(fixture.shaper.lineEndTrim(paragraph, text: fixture.text, end: 2).rounded() == 8)
        #expect(fixture.shaper.lineEndTrim(paragraph, text: fixture.text, end: 1) == 0)
    }
}
