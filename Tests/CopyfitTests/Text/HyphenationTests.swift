@testable import Copyfit
import Testing
private import Glibc

/// `hyphens: auto` as WebKit was seen to do it with the dictionary hyphen-en-us.
@Suite struct HyphenationTests {
    static let hasEnglish = access("/usr/share/hyphen/hyph_en_US.dic", R_OK) == 0

    private func last(_ word: String, _ limit: Int, orFirst: Bool = false, _ language: String = "en") -> Int? {
        let dictionaries = HyphenationDictionaries()
        return Array(word.utf16).withUnsafeBufferPointer { word in
            dictionaries.dictionary(for: language)?.opportunity(in: word, atMost: limit, orFirst: orFirst)
        }
    }

    @Test(.enabled(if: Self.hasEnglish)) func opportunities() {
        #expect(last("demonstrate", 11) == 5)
        #expect(last("demonstrate", 4) == nil)
        #expect(last("demonstrate", 4, orFirst: true) == 5)
        #expect(last("Characterization,", 17) == 12)
        #expect(last("an", 2) == nil)
        #expect(last(String(repeating: "characterization", count: 100), 50) == nil)
        #expect(last("demon😀strate", 99) != 6)
    }

    @Test(.enabled(if: Self.hasEnglish)) func languages() {
        #expect(last("demonstrate", 11, orFirst: false, "en-US") == 5)
        #expect(last("demonstrate", 11, orFirst: false, "EN-us") == 5)
        #expect(last("demonstrate", 11, orFirst: false, "") == nil)
        #expect(last("demonstrate", 11, orFirst: false, "en-ZZ") == nil)
        #expect(HyphenationDictionaries(folder: "/nonexistent").dictionary(for: "en") == nil)
    }

    @Test(.enabled(if: Self.hasEnglish)) func prefixes() {
        let fixture = TextFixture("extraordinarily", language: "en", style: { $0.hyphens = .auto })
        guard let item = fixture.items.first else { return }
        #expect(item.flags.contains(.hyphenates))
        func prefix(_ room: Float, _ first: Bool = false) -> Int? {
            fixture.shaper.hyphenatedPrefix(text: fixture.text, item: item, runs: fixture.runs, from: 0, width: item.width, available: room, orFirst: first)?.count
        }
        #expect(prefix(80) == 9)
        // 5/4 em of room is too little to try.
        #expect(prefix(27) == nil)
        #expect(prefix(27, true) == 2)
        #expect(TextFixture("extraordinarily", language: "en").items.allSatisfy { !$0.flags.contains(.hyphenates) })
        let chromium = TextFixture("extraordinarily", "Titillium Web", .chromium, language: "en", style: { $0.hyphens = .auto })
        #expect(chromium.items.allSatisfy { !$0.flags.contains(.hyphenates) })
    }
}
