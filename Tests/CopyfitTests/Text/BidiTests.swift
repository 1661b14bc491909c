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
