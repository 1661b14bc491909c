@testable import Copyfit
import Testing

@Suite struct TextTransformerTests {
    private func apply(_ transform: TextTransform, _ text: String, _ language: String = "", previous: UInt16 = 0x20, _ profile: Profile = .webkit) -> String {
        String(decoding: TextTransformer.apply(transform, to: Array(text.utf16), language: language, previous: previous, profile: profile).text, as: UTF16.self)
    }

    /// Each was measured by width in both browsers.
    @Test func cases() {
        #expect(apply(.uppercase, "ßﬁ") == "SSFI")
        #expect(apply(.uppercase, "iı", "tr") == "İI")
        #expect(apply(.uppercase, "iı", "az-Latn") == "İI")
        #expect(apply(.lowercase, "Iİ", "tr") == "ıi")
        #expect(apply(.uppercase, "άήώ", "el") == "ΑΗΩ")
        #expect(apply(.uppercase, "άήώ") == "ΆΉΏ")
        #expect(apply(.lowercase, "ΑΣ ΣΑΣ") == "ας σας")
        #expect(apply(.uppercase, "ijsland", "nl") == "IJSLAND")
        #expect(apply(.lowercase, "JÌ", "lt") == "ji̇̀")
        #expect(apply(.uppercase, "plain text 1") == "PLAIN TEXT 1")
        #expect(apply(.fullWidth, "ab") == "ab")
    }

    @Test func capitalize() {
        for profile in [Profile.webkit, .chromium] {
            #expect(apply(.capitalize, "don't (hello) a-b _x 1st", "", previous: 0x20, profile) == "Don't (Hello) A-B _x 1st")
            #expect(apply(.capitalize, "‘tis o’neil ǆ é1a x\u{A0}y 日y", "", previous: 0x20, profile) == "‘Tis O’neil ǅ É1a X\u{A0}Y 日Y")
            #expect(apply(.capitalize, "ijsland", "nl", previous: 0x20, profile) == "Ijsland")
            #expect(apply(.capitalize, "yes", "", previous: 0x78, profile) == "yes")
            #expect(apply(.capitalize, "yés", "", previous: 0x78, profile) == "yés")
            #expect(apply(.capitalize, "x:y x;y x,y x&y x/y", "", previous: 0x20, profile) == "X:Y X;Y X,Y X&Y X/Y")
        }
        #expect(apply(.capitalize, "x.y x@y é.y") == "X.y X@y É.y")
        #expect(apply(.capitalize, "x.y x@y é.y", "", previous: 0x20, .chromium) == "X.Y X@Y É.Y")
    }

    @Test func offsets() {
        let mapped = TextTransformer.apply(.uppercase, to: Array("aßb".utf16), language: "", previous: 0x20)
        #expect(mapped.offsets == [0, 1, 1, 2])
        #expect(TextTransformer.apply(.uppercase, to: Array("aéb".utf16), language: "", previous: 0x20).offsets == nil)
    }
}
