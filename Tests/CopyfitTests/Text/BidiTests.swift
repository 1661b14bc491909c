@testable import Copyfit
import Testing

@Suite struct BidiTests {
    private func levels(_ text: String, _ base: BidiBase) -> [UInt8]? {
        TextShaper(
            styled: StyledDocument(), fonts: DocumentFonts(catalog: FontCatalog(), profile: .webkit), cache: WordCache(), scratch: TextScratch()
        ).bidiLevels(text: Array(text.utf16), base: base)
    }

    @Test func levelsOnlyWhereNeeded() {
        #expect(levels("plain text, naïve 日本", .ltr) == nil)
        #expect(levels("plain", .plaintext) == nil)
        #expect(levels("ab", .rtl) == [2, 2])
        #expect(levels("a אב", .ltr) == [0, 0, 1, 1])
        #expect(levels("אב a", .plaintext) == [1, 1, 1, 2])
        #expect(levels("\u{2067}a\u{2069}", .ltr) == [0, 2, 0])
    }

    /// Brackets that pair with nothing are left out of long texts: that changes no level.
    @Test func manyBracketsKeepTheirLevels() {
        var state: UInt64 = 11
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(truncatingIfNeeded: state >> 33) % bound
        }
        let brackets = Array("(((()[]{}「」〈".utf16) + [0x2329, 0x232A], others = Array("abאבד1 .".utf16), controls: [UInt16] = [0x2067, 0x2066, 0x2068, 0x2069, 0x2069, 0x202B, 0x202A, 0x202C, 0x0A]
        let scratch = TextScratch()
        for round in 0..<60 {
            var text: [UInt16] = []
            for _ in 0..<1500 {
                switch random(20) {
                case 0..<9: text.append(brackets[random(brackets.count)])
                case 9 where round % 3 > 0: text.append(controls[random(round % 3 == 1 ? 5 : controls.count)])
                default: text.append(others[random(others.count)])
                }
            }
            text.withUnsafeBufferPointer { text in
                #expect(BracketNesting.replacingUnpaired(text) != nil)
                #expect(scratch.levels(text, base: .ltr) == scratch.icuLevels(text, base: .ltr))
            }
        }
        let few = Array("(a) [b".utf16)
        #expect(few.withUnsafeBufferPointer { BracketNesting.replacingUnpaired($0) } == nil)
    }

    /// Long texts are resolved in parts: that changes no level.
    @Test func partsKeepTheirLevels() {
        var state: UInt64 = 5
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(truncatingIfNeeded: state >> 33) % bound
        }
        let letters = Array("abcאבגשابجдж".utf16), others = Array("12٣ .,:;+-%$/\u{5B0}\u{64B}\u{200F}\u{200E}日".utf16)
        let brackets = Array("()[]«»〈〉".utf16), controls: [UInt16] = [0x202A, 0x202B, 0x202D, 0x202E, 0x202C, 0x202C, 0x2066, 0x2067, 0x2068, 0x2069, 0x2069]
        let scratch = TextScratch()
        var partCount = 0
        for round in 0..<60 {
            var text: [UInt16] = []
            while text.count < 30_000 {
                switch random(round % 4 == 0 ? 40 : 400) {
                case 0 where round % 2 == 0: text.append(brackets[random(brackets.count)])
                case 1 where round % 5 < 3: text.append(controls[random(controls.count)])
                case 2: text += [[0x0A], [0x0D, 0x0A], [0x2029]][random(3)]
                case 3..<9: text.append(others[random(others.count)])
                default: text.append(letters[random(letters.count)])
                }
                if random(6) == 0 { text.append(others[random(others.count)]) }
            }
            for base in [BidiBase.ltr, .rtl, .plaintext] {
                text.withUnsafeBufferPointer { text in
                    var parts = BidiParts(text), end = 0
                    while let part = parts.next() {
                        #expect(part.lowerBound == end)
                        end = part.upperBound
                        partCount += 1
                    }
                    #expect(end == text.count)
                    #expect(scratch.levels(text, base: base) == scratch.icuLevels(text, base: base))
                }
            }
        }
        #expect(partCount > 600)
    }

    @Test func openBracketsTakeLinearTime() {
        let text = String(repeating: "(א ", count: 400_000)
        #expect(levels(text, .ltr)?.count == 1_200_000)
        #expect(levels(text + String(repeating: ")", count: 400_000), .ltr)?.count == 1_600_000)
    }

    @Test func visualOrder() {
        var order: [Int] = []
        Bidi.visualOrder([0, 1, 1, 2, 1, 0], into: &order)
        #expect(order == [0, 4, 3, 2, 1, 5])
        Bidi.visualOrder([1, 1, 2, 2], into: &order)
        #expect(order == [2, 3, 1, 0])
        Bidi.visualOrder([], into: &order)
        #expect(order.isEmpty)
    }
}
