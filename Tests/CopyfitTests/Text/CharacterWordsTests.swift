@testable import Copyfit
import Testing

/// Characters that are words, found in their table against measured anew.
@Suite struct CharacterWordsTests {
    private struct Missing: Error {}

    @Test func aWordIsFoundUnderItsWholeKey() throws {
        var table = CharacterWords()
        let before = table.words(style: 7)
        #expect(before == nil)
        table.insert(0x6C34, 0, style: 7, MeasuredWord(width: 16))
        table.insert(0x6C34, 0x3001, style: 7, MeasuredWord(width: 32, above: 15, below: 4, usesFallback: true))
        guard let words = table.words(style: 7), let others = table.words(style: 8) else { throw Missing() }
        #expect(words.find(0x6C34)?.width == 16)
        #expect(words.find(0x6C34)?.usesFallback == false)
        let pair = try #require(words.find(0x6C34, 0x3001))
        #expect(pair.width == 32 && pair.above == 15 && pair.below == 4 && pair.usesFallback && pair.fallbackFlag == .usesFallback)
        #expect(words.find(0x6C34, 0x20) == nil)
        #expect(words.find(0x6C35) == nil)
        #expect(others.find(0x6C34) == nil)
        // What takes the place of another is found, and the other no more.
        for unit in UInt16(0x4E00)...0x9FFF { table.insert(unit, 0, style: 7, MeasuredWord(width: Float(unit))) }
        guard let all = table.words(style: 7) else { throw Missing() }
        let found = (UInt16(0x4E00)...0x9FFF).filter { all.find($0) != nil }
        #expect(found.count > 4096 && found.count <= 8192)
        #expect(found.allSatisfy { all.find($0)?.width == Float($0) })
    }

    /// Text with all kinds of neighbours, the second time from the table, in styles that share it.
    @Test func foundWordsAreMeasuredOnes() {
        let pieces = ["水", "日本", "語、", "「引用」", "ー", "ょ", "。", " ", "abc", "5", "한국", " ", "\u{3000}", "\u{200B}", "é", "！", "𠀀", "😀", "ไทย", "\t"]
        var state: UInt64 = 42
        var source = ""
        for _ in 0..<600 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            source += pieces[Int(state >> 33) % pieces.count]
        }
        let cache = WordCache(), scratch = TextScratch()
        for _ in 0..<2 {
            for spacing in [Float(0), 1.5] {
                let shared = TextFixture(source, language: "ja", cache: cache, scratch: scratch, style: { $0.letterSpacing = spacing })
                let items = shared.items
                // Each piece with what follows it, by a cache of its own.
                for item in items where !item.flags.contains(.whiteSpace) {
                    let end = min(shared.text.count, Int(item.end) + 1)
                    var alone = TextFixture("", language: "ja", style: { $0.letterSpacing = spacing })
                    alone.text = Array(shared.text[Int(item.start)..<end])
                    alone.runs = [TextRun(start: 0, end: Int32(alone.text.count), style: StyleID(rawValue: 0))]
                    alone.flags = Array(shared.flags[Int(item.start)...end])
                    let first = alone.items.first
                    #expect(first?.width == item.width && first?.count == item.count, "\(shared.string(item))")
                    #expect(first?.flags == item.flags && first?.fallbackAbove == item.fallbackAbove && first?.fallbackBelow == item.fallbackBelow)
                }
            }
        }
        #expect(scratch.wordStatistics.own > 1000)
    }
}
