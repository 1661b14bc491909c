@testable import Copyfit
import Testing

/// browser-rules §2.1 to §2.3 and §5.5 as WebKit was measured.
@Suite struct WebKitMeasuringTests {
    private func near(_ a: Float, _ b: Float, _ tolerance: Float = 0.000_01) -> Bool { abs(a - b) <= tolerance }

    @Test func itemsAreWordsAndSpaces() {
        let fixture = TextFixture("Hello wide-eyed world")
        #expect(fixture.items.map(fixture.string) == ["Hello", " ", "wide-", "eyed", " ", "world"])
        #expect(fixture.items.map { $0.flags.contains(.breakBefore) } == [false, false, true, true, false, true])
        #expect(fixture.items.map { $0.flags.contains(.whiteSpace) } == [false, true, false, false, true, false])
        #expect(fixture.items.allSatisfy { !$0.flags.contains(.usesFallback) })
    }

    @Test func titillium() {
        #expect(near(TextFixture("Hello world").width, 76.416168))
        #expect(near(TextFixture("iiii").width, 14.016052))
        #expect(near(TextFixture("AVATAR To", font: { $0.kerning = .none }).width, 76.576, 0.001))
    }

    @Test(.enabled(if: FontFixtures.hasWorld)) func piecesLoseKerning() {
        // The space–A pair is lost, a pair of letters across an element as well.
        #expect(TextFixture("P A", "Liberation Sans").width == 25.5)
        #expect(TextFixture("A·V", "Liberation Sans").width == 21.34375)
        #expect(TextFixture("AV", "Liberation Sans").width == 20.15625)
        #expect(TextFixture("hello", "Liberation Sans").width == 33.8046875)
    }

    @Test(.enabled(if: FontFixtures.hasWorld)) func sourceSpaceDecidesKerning() {
        var fixture = TextFixture("P A", "Liberation Sans")
        let together = fixture.items[0].width
        fixture.flags[1].insert(.spaceFromOtherWhiteSpace)
        #expect(together < fixture.items[0].width)
    }

    @Test func spacing() {
        let plain = TextFixture("office").width
        #expect(near(TextFixture("office", style: { $0.letterSpacing = 1 }).width, plain + 6, 0.001))
        let words = TextFixture("a b\u{A0}c").width
        #expect(near(TextFixture("a b\u{A0}c", style: { $0.wordSpacing = 3 }).width, words + 6, 0.001))
        // Zero-advance glyphs get none.
        #expect(near(TextFixture("a\u{200B}\u{2060}\u{AD}", style: { $0.letterSpacing = 5 }).width, TextFixture("a").width + 5, 0.001))
    }

    @Test func tabs() {
        let tab = TextFixture("\t", style: { $0.whiteSpaceCollapse = .preserve })
        let space = tab.shaper.spaceWidth(StyleID(rawValue: 0))
        #expect(near(tab.width, space * 8))
        #expect(near(TextFixture("\t", style: { $0.whiteSpaceCollapse = .preserve; $0.letterSpacing = 2 }).width, space * 8 + 2))
        #expect(TextFixture("\t", style: { $0.whiteSpaceCollapse = .preserve; $0.tabSize = 30; $0.tabSizeIsLength = true }).width == 30)
        let wide = TextFixture("ab\tc", style: { $0.whiteSpaceCollapse = .preserve; $0.tabSize = 40; $0.tabSizeIsLength = true })
        #expect(near(wide.width, 40 + TextFixture("c").width))
    }

    @Test func hyphens() {
        // Titillium Web has no U+2010.
        #expect(near(TextFixture("a").shaper.hyphenWidth(StyleID(rawValue: 0)), 7.008, 0.001))
        let fixture = TextFixture("extra\u{AD}ordinary")
        #expect(fixture.items.map { $0.flags.contains(.endsWithSoftHyphen) } == [true, false])
    }

    @Test(.enabled(if: FontFixtures.hasWorld)) func hyphenOfTheFont() {
        #expect(TextFixture("a", "Liberation Sans").shaper.hyphenWidth(StyleID(rawValue: 0)) == 5.328125)
    }

    @Test(.enabled(if: FontFixtures.hasWorld)) func smallCapitals() {
        #expect(near(TextFixture("Hello World", "Liberation Sans", font: { $0.capitals = .smallCaps }).width, 90.79, 0.01))
    }

    @Test func preservedSpace() {
        let pre = TextFixture("a  \n b", style: { $0.whiteSpaceCollapse = .preserve })
        #expect(pre.items.map(pre.string) == ["a", "  ", "\n", " ", "b"])
        #expect(pre.items[2].flags.contains(.forcedBreak))
        let every = TextFixture("a  b", style: { $0.whiteSpaceCollapse = .breakSpaces })
        #expect(every.items.map(every.string) == ["a", " ", " ", "b"])
        #expect(every.items.map { $0.flags.contains(.breakBefore) } == [false, false, true, true])
    }

    @Test(.enabled(if: FontFixtures.hasWorld)) func fallbackExtents() {
        // TW16 18/6; the CJK face 19/5; emoji by strike 15/4.
        let fixture = TextFixture("a日😀")
        let items = fixture.items
        #expect(items.map(fixture.string) == ["a", "日", "😀"])
        #expect(items[1].flags.contains(.usesFallback) && items[1].fallbackAbove == 19 && items[1].fallbackBelow == 5)
        #expect(items[2].flags.contains(.usesFallback) && items[2].fallbackAbove == 15 && items[2].fallbackBelow == 4)
        #expect(!items[0].flags.contains(.usesFallback))
    }

    @Test func levelsCutItems() {
        let fixture = TextFixture("אבaב")
        #expect(fixture.items.map(fixture.string) == ["אב", "a", "ב"])
        #expect(fixture.items.map(\.level) == [1, 0, 1])
    }

    // MARK: Splitting

    @Test func longestFittingPrefix() {
        let fixture = TextFixture("incomprehensibilities")
        guard let item = fixture.items.first else { return }
        for available in stride(from: Float(0), through: item.width + 4, by: 3.7) {
            let found = fixture.shaper.prefix(
                text: fixture.text, item: item, runs: fixture.runs, from: 0, width: item.width, available: available, atLeastOne: false)
            var expected = 0
            for count in 1...Int(item.count) where fixture.shaper.width(text: fixture.text, item: item, runs: fixture.runs, from: 0, to: count) <= available {
                expected = count
            }
            #expect(found.count == expected, "at \(available)")
            if expected > 0 { #expect(found.width == fixture.shaper.width(text: fixture.text, item: item, runs: fixture.runs, from: 0, to: expected)) }
        }
    }

    /// The rest keeps `old − prefix`, so the kerning at each split counts twice: three lines at 112.75 px, the last of 12 glyphs.
    @Test(.enabled(if: FontFixtures.hasWorld)) func carriedRemainder() {
        let fixture = TextFixture(String(repeating: "AV", count: 17), "Liberation Sans")
        guard let item = fixture.items.first else { return }
        var from = 0, width = item.width, lines: [Int] = []
        while from < Int(item.count), lines.count < 10 {
            if width <= 112.75 + 1 / 64 { lines.append(Int(item.count) - from); break }
            let prefix = fixture.shaper.prefix(
                text: fixture.text, item: item, runs: fixture.runs, from: from, width: width, available: 112.75 + 1 / 64, atLeastOne: true)
            lines.append(prefix.count)
            from += prefix.count
            width -= prefix.width
        }
        #expect(lines == [11, 11, 12])
    }

    @Test func graphemesStayWhole() {
        let fixture = TextFixture("e\u{301}e\u{301}e\u{301}")
        guard let item = fixture.items.first else { return }
        let one = fixture.shaper.prefix(text: fixture.text, item: item, runs: fixture.runs, from: 0, width: item.width, available: 1, atLeastOne: true)
        #expect(one.count == 2)
        let none = fixture.shaper.prefix(text: fixture.text, item: item, runs: fixture.runs, from: 0, width: item.width, available: 1, atLeastOne: false)
        #expect(none.count == 0)
        #expect(fixture.shaper.graphemeEnd(text: fixture.text, from: 2, limit: 6) == 4)
        #expect(fixture.shaper.graphemeStart(text: fixture.text, at: 3, limit: 0) == 2)
    }

    @Test func marksTakeLinearTime() {
        // HarfBuzz leaves long sequences uncomposed.
        let text = "a" + String(repeating: "\u{301}", count: 100_000), short = "a" + String(repeating: "\u{301}", count: 600)
        #expect(TextFixture(text).width == TextFixture(short).width)
        #expect(TextFixture(text, "Titillium Web", .chromium).chromiumWidth == TextFixture(short, "Titillium Web", .chromium).chromiumWidth)
    }

    // MARK: Cache

    @Test func wordsAreShapedOnce() {
        let cache = WordCache(), scratch = TextScratch()
        let text = "the quick brown fox and the quick brown dog"
        let first = TextFixture(text, cache: cache, scratch: scratch).width
        let shaped = scratch.wordStatistics.shaped
        #expect(shaped <= 7)
        // The same task, then another one.
        #expect(TextFixture(text, cache: cache, scratch: scratch).width == first)
        #expect(scratch.wordStatistics.shaped == shaped)
        let other = TextScratch()
        #expect(TextFixture(text, cache: cache, scratch: other).width == first)
        #expect(other.wordStatistics.shaped == 0)
        // Another size, spacing or cache is another word.
        #expect(TextFixture(text, size: 17, cache: cache, scratch: scratch).width > first)
        #expect(TextFixture(text, cache: cache, scratch: scratch, style: { $0.letterSpacing = 1 }).width > first)
        _ = TextFixture(text, cache: WordCache(), scratch: scratch).width
        #expect(scratch.wordStatistics.shaped == shaped * 4)
    }

    @Test func cacheIsBounded() {
        let cache = WordCache(byteLimit: 1 << 20)
        for index in 0..<60_000 {
            Array("word\(index)".utf16).withUnsafeBufferPointer { word in
                let hash = WordHash.of(word, style: 1)
                cache.insert(word, style: 1, hash: hash, MeasuredWord(width: Float(index)))
                #expect(cache.find(word, style: 1, hash: hash)?.width == Float(index))
                #expect(cache.find(word, style: 2, hash: hash) == nil)
            }
        }
        #expect(cache.statistics.bytes <= 2 << 20)
    }
}
