@testable import Copyfit
import Testing

@Suite struct BreakOpportunitiesTests {
    /// The segments between opportunities, separated by `|`; `·` in the input ends one run and begins the next.
    private func segments(
        _ source: String, _ profile: Profile, language: String = "", rulesUsed: UnsafeMutablePointer<Int>? = nil,
        edit: (inout ComputedStyle) -> Void = { _ in }
    ) -> String {
        var styled = StyledDocument()
        var style = ComputedStyle()
        if !language.isEmpty {
            styled.languages.append(language)
            style.language = 1
        }
        edit(&style)
        styled.styles = [style]
        var text: [UInt16] = []
        var runs: [TextRun] = []
        for part in source.split(separator: "·", omittingEmptySubsequences: false) {
            let start = Int32(text.count)
            text += Array(part.utf16)
            runs.append(TextRun(start: start, end: Int32(text.count), style: StyleID(rawValue: 0)))
        }
        let scratch = TextScratch()
        let shaper = TextShaper(
            styled: styled, fonts: DocumentFonts(catalog: FontCatalog(), profile: profile), cache: WordCache(), scratch: scratch)
        var flags: [BreakFlags] = []
        shaper.markBreaks(text: text, runs: runs, flags: &flags)
        rulesUsed?.pointee = scratch.lineIteratorUses
        var result = "", last = 0
        for index in 1..<max(1, text.count) where flags[index].contains(.softWrap) {
            result += String(decoding: text[last..<index], as: UTF16.self) + "|"
            last = index
        }
        return result + String(decoding: text[last...], as: UTF16.self)
    }

    // MARK: browser-rules §5.1, §5.2

    private static func characters(_ ranges: ClosedRange<UInt16>...) -> [UInt16] { ranges.flatMap { Array($0) } }
    private static let upper = characters(0xA1...0xAA, 0xAC...0xAC, 0xAE...0xBA, 0xBC...0xFF)
    private static let units = characters(0xA1...0xA5) + [0xB0, 0xB1, 0xB4, 0xBF]
    private static let alphanumeric = characters(0x30...0x39, 0x41...0x5A, 0x61...0x7A)

    /// Every row of the pair table: after which characters, before which.
    static let rows: [(after: [UInt16], before: [UInt16])] = [
        (Array("!|}".utf16), Array("(<[{".utf16) + upper),
        (Array("\"".utf16), Array("(<[{".utf16)),
        (Array("#&*=>~".utf16), Array("(<[{´".utf16)),
        (Array("$".utf16), units),
        (Array("%)+,.:;\\]".utf16), Array("(<[{".utf16) + units),
        (Array("'([{¡«´»¿".utf16), []),
        (Array("/".utf16), upper),
        (Array("<@^_`¬®¯²³".utf16) + alphanumeric + characters(0xA6...0xAA, 0xB5...0xBA, 0xBC...0xBE, 0xC0...0xFF), Array("´".utf16)),
        (Array("?".utf16), Array("#$%&(*+-<=>@[\\^_`{|~".utf16) + alphanumeric + upper),
        (Array("¢£¤¥°±".utf16), Array("$%(+[\\{".utf16) + units),
        ([0xAD], Array("#$%&(*+<=>@[\\^_`{~".utf16) + alphanumeric + upper),
    ]

    @Test(arguments: [Profile.webkit, .chromium]) func pairTable(profile: Profile) {
        let table = profile.engine == .chromium ? LatinBreakTable.chromium : LatinBreakTable.webkit
        var rows = Self.rows
        rows.append(profile.engine == .chromium
            ? (Array("-".utf16), Array("\"#%&'(*+-<=>@[\\^_`{|~".utf16) + Self.alphanumeric + Self.upper)
            : (Array("-".utf16), (0x21...0x7E).filter { $0 != 0x2C && $0 != 0x2E } + Self.units))
        var seen = Set<UInt16>()
        for (after, before) in rows {
            let allowed = Set(before)
            for x in after {
                seen.insert(x)
                for y: UInt16 in 0x21...0xFF { #expect(table.allowsBreak(after: x, before: y) == allowed.contains(y), "\(x) \(y)") }
            }
        }
        // Every graphic character has a row.
        #expect(Set(Self.characters(0x21...0x7E, 0xA1...0xFF)).subtracting(seen).isEmpty)
    }

    @Test(arguments: [Profile.webkit, .chromium]) func latinNeverAsksICU(profile: Profile) {
        var uses = 0
        let text = "https://www.example.com/path/to-some/page_name.html?query=abc&x=1#frag “"
        #expect(segments(String(text.dropLast(2)), profile, rulesUsed: &uses)
            == "https://www.example.com/path/to-|some/page_name.html?|query=abc&x=1#frag")
        #expect(uses == 0)
        _ = segments("It’s “quoted” — жизнь, naïve café", profile, rulesUsed: &uses)
        #expect(uses <= 1)
    }

    @Test(arguments: [
        ("1-1", "1-|1"), ("e-1", "e-|1"), ("A--1", "A-|-1"), ("(-1", "(-1"), ("a -1", "a |-1"), ("é-1", "é-1"), ("日-1", "日-1"),
        ("peut-être", "peut-être"), ("après-demain", "après-|demain"), ("Wörter-Übung", "Wörter-Übung"),
    ]) func hyphensInWebKit(text: String, expected: String) {
        #expect(segments(text, .webkit) == expected)
    }

    @Test(arguments: [("peut-être", "peut-|être"), ("Wörter-Übung", "Wörter-|Übung"), ("a-)", "a-)"), ("1-1", "1-|1"), ("é-1", "é-1")])
    func hyphensInChromium(text: String, expected: String) {
        #expect(segments(text, .chromium) == expected)
    }

    // MARK: §5.3, as measured in both browsers

    @Test(arguments: [
        ("日/é", "日/|é", "日/|é"), ("日/a", "日/|a", "日/a"), ("日!a", "日!|a", "日!a"), ("日/1", "日/1", "日/1"), ("日、/b", "日、/|b", "日、/b"),
        ("x”a", "x”a", "x”a"), ("日“日”日", "日“日”日", "日|“日”|日"), ("日‘日’日", "日‘日’日", "日|‘日’|日"), ("a“日”b", "a“日”b", "a“日”b"),
        ("日“a”日", "日“a”日", "日“a”日"), ("a—“日”", "a|—“日”", "a|—“日”"), ("x”日a", "x”日|a", "x”日|a"), ("’日", "’日", "’日"),
        ("“a”“b”", "“a”“b”", "“a”“b”"), ("日 ”b", "日 |”b", "日 |”b"), ("あっーい", "あっー|い", "あ|っ|ー|い"), ("ab\u{AD}cd", "ab\u{AD}|cd", "ab\u{AD}|cd"),
        ("ab\u{200B}cd", "ab\u{200B}|cd", "ab\u{200B}|cd"), ("a\u{2003}b", "a\u{2003}|b", "a\u{2003}|b"), ("a\u{3000}b", "a\u{3000}|b", "a\u{3000}|b"),
        ("a‐b", "a‐|b", "a‐|b"), ("a–b", "a–|b", "a–|b"), ("a—b", "a|—|b", "a|—|b"), ("a…b", "a…|b", "a…|b"), ("a...b", "a...b", "a...b"),
        ("a\u{2028}b", "a\u{2028}|b", "a\u{2028}|b"), ("a\u{2011}b\u{202F}c\u{2007}d\u{A0}e\u{2060}f\u{FEFF}g", "a\u{2011}b\u{202F}c\u{2007}d\u{A0}e\u{2060}f\u{FEFF}g", "a\u{2011}b\u{202F}c\u{2007}d\u{A0}e\u{2060}f\u{FEFF}g"),
        ("日本語。「はい」", "日|本|語。|「は|い」", "日|本|語。|「は|い」"), ("日%日!?", "日%|日!?", "日%|日!?"), ("한국어", "한|국|어", "한|국|어"),
        ("a😀👨‍👩‍👧🇩🇪👋🏽1️⃣b", "a|😀|👨‍👩‍👧|🇩🇪|👋🏽|1️⃣b", "a|😀|👨‍👩‍👧|🇩🇪|👋🏽|1️⃣b"),
        ("สวัสดีชาวโลก", "สวัสดี|ชาว|โลก", "สวัสดี|ชาว|โลก"),
    ]) func otherScripts(text: String, webkit: String, chromium: String) {
        #expect(segments(text, .webkit) == webkit)
        #expect(segments(text, .chromium) == chromium)
    }

    @Test func languageDecides() {
        #expect(segments("あっい", .webkit, language: "ja") == "あ|っ|い")
        #expect(segments("あっい", .webkit, language: "zh") == "あっ|い")
        #expect(segments("日“日”日", .webkit, language: "zh") == "日|“日”|日")
        #expect(segments("日“日”日", .webkit, language: "ja") == "日“日”日")
        #expect(segments("あっい", .webkit, language: "ja") { $0.lineBreak = .strict } == "あっ|い")
        #expect(segments("あっい", .webkit) { $0.lineBreak = .loose } == "あっ|い")
        #expect(segments("あっい", .chromium) { $0.lineBreak = .strict } == "あっ|い")
    }

    // MARK: §5.4, §5.5

    @Test(arguments: [Profile.webkit, .chromium]) func elementBoundaries(profile: Profile) {
        #expect(segments("ab·cd", profile) == "abcd")
        #expect(segments("foo-·bar", profile) == "foo-|bar")
        #expect(segments("foo?·bar", profile) == "foo?|bar")
        // WebKit looks at no more than the text node before.
        #expect(segments("1·-·1", profile) == (profile.engine == .chromium ? "1-|1" : "1-1"))
        #expect(segments("(·-·1", profile) == "(-1")
        #expect(segments("日··本", profile) == "日|本")
    }

    @Test func keepAll() {
        let text = "foo-bar? 日本、語 한국어"
        #expect(segments(text, .webkit) { $0.wordBreak = .keepAll } == "foo-bar? |日本、語 |한국어")
        #expect(segments("日-本?本、本", .webkit) { $0.wordBreak = .keepAll } == "日-本?本、本")
        #expect(segments("日本、語ก", .chromium) { $0.wordBreak = .keepAll } == "日本、|語|ก")
        #expect(segments("한국어", .chromium) { $0.wordBreak = .keepAll } == "한국어")
    }

    @Test(arguments: [
        ("c d. ab,cd", "c |d. |a|b,|c|d"), ("(ab)", "(a|b)"), ("a(b", "a|(b"), ("a-b", "a|-|b"), ("日本。日", "日|本。|日"), ("a1b2", "a|1|b|2"),
        ("a%b", "a%|b"), ("$12", "$1|2"), ("a/b", "a/|b"), ("กขค", "ก|ข|ค"), ("a\u{A0}b", "a\u{A0}b"), ("“ab”", "“a|b”"), ("a!b", "a!|b"),
        ("1.5", "1.|5"), ("1,000", "1,|0|0|0"), ("[a]", "[a]"), ("a?b", "a?|b"), ("a\\b", "a|\\b"), ("a…b", "a…|b"), ("e\u{301}b", "e\u{301}|b"),
    ]) func breakAllInChromium(text: String, expected: String) {
        #expect(segments(text, .chromium) { $0.wordBreak = .breakAll } == expected)
    }

    @Test func whiteSpace() {
        for profile in [Profile.webkit, .chromium] {
            #expect(segments("a b", profile) { $0.textWrapMode = .nowrap } == "a b")
            #expect(segments("a  b", profile) { $0.whiteSpaceCollapse = .preserve } == "a  |b")
            #expect(segments("a  b", profile) { $0.whiteSpaceCollapse = .breakSpaces } == "a | |b")
        }
        #expect(segments("ab\u{AD}cd", .chromium) { $0.hyphens = .none } == "ab\u{AD}cd")
        #expect(segments("ab\u{AD}cd", .webkit) { $0.hyphens = .none } == "ab\u{AD}cd")
        #expect(segments("a e\u{301}.", .chromium) { $0.lineBreak = .anywhere } == "a |e\u{301}|.")
    }

    @Test func longTextIsLinear() {
        let text = String(repeating: "x", count: 1 << 20) + String(repeating: "\u{301}", count: 100_000)
        #expect(segments(text, .webkit) == text)
        #expect(segments(text, .chromium) == text)
    }
}
