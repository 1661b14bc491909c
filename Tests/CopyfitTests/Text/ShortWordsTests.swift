@testable import Copyfit
import Testing

/// Short Latin-1 words, and the eight characters at a time that they and breaks are looked at by.
@Suite struct ShortWordsTests {
    private func key(_ word: String) throws -> ShortWords.Key? {
        let units = Array(word.utf16)
        // What follows the word is no part of it.
        return try (units + repeatElement(0xFFFF, count: ShortWords.Key.readableCount)).withUnsafeBufferPointer {
            ShortWords.Key(try #require($0.baseAddress), count: units.count)
        }
    }

    @Test func aKeyIsTheWholeWord() throws {
        let words = ["a", "b", "a ", "aa", "a\0", "aaaaaaaa", "aaaaaaaa ", "aaaaaaab", "aaaaaaaaaaaaaaa", "aaaaaaaaaaaaaab", "baaaaaaaaaaaaaa", "é", "ÿ", "e"]
        for first in words {
            for second in words { #expect(try (key(first) == key(second)) == (first == second), "\(first) \(second)") }
        }
        for word in ["ł", "ał", "aaaaaaał", "aaaaaaaał", "aaaaaaaaaaaaaał", "’", "it’s ", "水"] { #expect(try key(word) == nil, "\(word)") }
    }

    @Test func aWordIsFoundUnderItsKeyAndStyle() throws {
        var state: UInt64 = 7
        let table = ShortWords()
        let word = try #require(try key("word "))
        #expect(table.find(word, style: 1) == nil)
        table.insert(word, style: 1, width: 30)
        table.insert(word, style: 2, width: 40)
        #expect(table.find(word, style: 1) == 30)
        #expect(table.find(word, style: 2) == 40)
        #expect(table.find(try #require(try key("word")), style: 1) == nil)
        // Full, it holds some words, each with its own width.
        var widths: [String: Float] = [:]
        for number in 0..<40_000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let text = String(state >> 33, radix: 36)
            widths[text] = Float(number)
            table.insert(try #require(try key(text)), style: 3, width: Float(number))
        }
        var found = 0
        for (text, width) in widths {
            guard let known = table.find(try #require(try key(text)), style: 3) else { continue }
            #expect(known == width)
            found += 1
        }
        #expect(found > 6000 && found <= 8192)
    }

    @Test func kindsAreThoseOfEachCharacter() throws {
        func isLetter(_ unit: UInt16) -> Bool { isASCIIAlphanumeric(unit) || (unit >= 0xC0 && unit <= 0xFF) }
        for unit in Array(UInt16(0)...0x1FF) + [0x2019, 0x7F80, 0x8000, 0xFF00, 0xFFFF] {
            for place in 0..<8 {
                var units = Array("aÿ 9\t.\u{A0}Z".utf16)
                units[place] = unit
                let octet = try units.withUnsafeBufferPointer { LatinOctet(try #require($0.baseAddress)) }
                for (index, unit) in units.enumerated() {
                    func has(_ marks: UInt64) -> Bool { marks >> UInt64(index * 8) & 0xFF == 0x80 }
                    #expect(has(octet.spaces) == (unit == 0x20))
                    #expect(has(octet.otherSpaces) == (unit == 0x09 || unit == 0x0A))
                    #expect(has(octet.letters) == isLetter(unit))
                    #expect(has(octet.graphics) == ((unit >= 0x21 && unit <= 0x7E) || (unit >= 0xC0 && unit <= 0xFF)))
                }
            }
        }
    }

    /// What breaks rest on: after a Latin-1 letter or digit no line breaks before anything visible there.
    @Test func nothingBreaksAfterALetter() {
        let letters = (UInt16(0)...0xFF).filter { isASCIIAlphanumeric($0) || $0 >= 0xC0 }
        for before in letters {
            for after in Array(UInt16(0x21)...0x7E) + Array(UInt16(0xC0)...0xFF) {
                #expect(!LatinBreakTable.webkit.allowsBreak(after: before, before: after))
            }
        }
    }

    /// In Latin-1 a pair and the character before it decide: text that is looked at eight characters at a time against three at a time.
    @Test(arguments: [WhiteSpaceCollapse.collapse, .preserve, .breakSpaces], [TextWrapMode.wrap, .nowrap])
    func eightAtATimeAreAsEachPair(whiteSpace: WhiteSpaceCollapse, wrap: TextWrapMode) {
        let units = Array("aaaazZ09éÿ    \t\n.,-/(?\u{A0}\u{AD}\u{B4}×".utf16)
        func flags(_ text: ArraySlice<UInt16>) -> [BreakFlags] {
            TextFixture(String(decoding: text, as: UTF16.self), style: {
                $0.whiteSpaceCollapse = whiteSpace
                $0.textWrapMode = wrap
            }).flags
        }
        var state: UInt64 = 99
        var text: [UInt16] = []
        for _ in 0..<3000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            text.append(units[Int(state >> 33) % units.count])
        }
        let whole = flags(text[...])
        for index in 2..<text.count { #expect(whole[index] == flags(text[(index - 2)...index])[2], "\(index)") }
    }

    /// Words from the table, in text of all kinds, against each one measured alone without a table.
    @Test(arguments: [WhiteSpaceCollapse.collapse, .preserve, .breakSpaces]) func foundWordsAreMeasuredOnes(whiteSpace: WhiteSpaceCollapse) {
        let pieces = ["word", "a", "café", "naïve", "it’s", "żółw", "слово", "水", "AVAVAVAVAVAVAVAV", "soft\u{AD}", "hy-phen", "(x)", "1.5", "-5", "\u{A0}", " ", " ", " ", "  ", "\t",
            "e\u{301}", "/path", "😀"]
        var state: UInt64 = 4711
        let cache = WordCache(), scratch = TextScratch()
        for _ in 0..<80 {
            var source = ""
            for _ in 0..<80 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                source += pieces[Int(state >> 33) % pieces.count]
            }
            let text = TextFixture(source, cache: cache, scratch: scratch, style: { $0.whiteSpaceCollapse = whiteSpace })
            let items = text.items
            #expect(items.reduce(0) { $0 + Int($1.count) } == text.text.count)
            for item in items where !item.flags.contains(.whiteSpace) {
                let end = min(text.text.count, Int(item.end) + 1)
                var alone = TextFixture("", style: { $0.whiteSpaceCollapse = whiteSpace })
                alone.text = Array(text.text[Int(item.start)..<end])
                alone.runs = [TextRun(start: 0, end: Int32(alone.text.count), style: StyleID(rawValue: 0))]
                alone.flags = Array(text.flags[Int(item.start)...end])
                let first = alone.items.first
                #expect(first?.width == item.width && first?.count == item.count && first?.flags == item.flags, "\(text.string(item))")
            }
        }
        #expect(scratch.wordStatistics.own > 1000)
    }
}
