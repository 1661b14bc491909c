@testable import Copyfit
import Testing

/// What is remembered of characters and short stretches against ICU itself.
@Suite struct BreakClassesTests {
    private static let locales: [TestedLocale] = [
        TestedLocale("en"), TestedLocale("ja"), TestedLocale("zh"), TestedLocale("zh-Hant"), TestedLocale("ko"), TestedLocale("de"), TestedLocale("th"),
        TestedLocale("ja", .loose), TestedLocale("ja", .normal), TestedLocale("ja", .strict), TestedLocale("zh", .loose), TestedLocale("en", .normal),
    ]

    /// A language as pages write it, and ICU's name for it.
    struct TestedLocale: CustomTestStringConvertible {
        var icuName: String
        var line: LineLocale
        var testDescription: String { icuName }

        init(_ language: String, _ keyword: LineLocale.Keyword? = nil) {
            icuName = language + (keyword.map { "@lb=\($0)" } ?? "")
            line = LineLocale(language: language, keyword)
        }
    }

    private struct Random {
        var state: UInt64
        mutating func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(truncatingIfNeeded: state >> 33) % bound
        }
        mutating func pick<T>(_ from: [T]) -> T { from[next(from.count)] }
    }

    @Test func classesAreICUs() {
        let wrong = (UInt16.min...UInt16.max).filter { BreakClasses.shared[$0].lineBreak != CharacterClass.askLineBreak(UInt32($0)) }
        #expect(wrong.isEmpty)
        #expect(BreakClasses.shared[0x6C34].isIdeographic)
        #expect(BreakClasses.shared[0x3042].isIdeographic)
        // Small kana start no line under most rules.
        #expect(!BreakClasses.shared[0x3063].isIdeographic)
        #expect(BreakClasses.shared[0xAC01].isIdeographic)
        #expect(BreakClasses.shared[0x436].isPlain)
        #expect(!BreakClasses.shared[0xE01].isPlain)
    }

    @Test(arguments: locales) func ideographsAlwaysBreak(locale: TestedLocale) throws {
        let iterator = try #require(BreakIterator.lines(locale: locale.icuName))
        // Each one between others: a break on both sides.
        var text: [UInt16] = []
        for unit in UInt16(0x3041)...0xD7A3 where BreakClasses.shared[unit].isIdeographic { text += [unit, [0x6C34, 0x3042, 0xAC00, 0xAC01][Int(unit) % 4]] }
        text.withUnsafeBufferPointer { text in
            iterator.setText(text)
            var place = 0, count = 0
            while place < text.count {
                place = iterator.following(place)
                count += 1
            }
            #expect(count == text.count)
        }
    }

    /// What pairs of ideographs, commas and brackets say, whatever stands around, against ICU.
    @Test(arguments: locales) func pairsAreICUs(locale: TestedLocale) throws {
        let iterator = try #require(BreakIterator.lines(locale: locale.icuName))
        let classes = BreakClasses.shared
        let punctuation = (UInt16(0x3001)...0xFFFF).filter { classes[$0].isPaired && !classes[$0].isIdeographic }
        #expect(punctuation.contains(0x3002) && punctuation.contains(0x300C) && punctuation.contains(0xFF0C))
        let partners = [0x6C34, 0x3042, 0x30A2, 0xAC00, 0xAC01] + punctuation
        // What may matter to other pairs.
        let others: [[UInt16]] = [[], Array("a".utf16), Array("9".utf16), Array("%".utf16), Array("$".utf16), Array("”".utf16), Array("“".utf16), Array("-".utf16),
            Array("\u{301}".utf16), Array("\u{200D}".utf16), Array("!".utf16), Array("(".utf16), Array(")".utf16), Array("ー".utf16), Array("\u{2060}".utf16)]
        var wrong: Set<String> = []
        for (index, first) in partners.enumerated() {
            for second in partners {
                for before in others {
                    let text = before + [first, second] + others[(index + before.count) % others.count]
                    text.withUnsafeBufferPointer { text in
                        iterator.setText(text)
                        if iterator.isBoundary(before.count + 1) == classes[first].mark(.softWrap, before: classes[second]).isEmpty {
                            wrong.insert(String(decoding: [first, second], as: UTF16.self))
                        }
                    }
                }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.sorted())")
    }

    /// The boundaries that rules remembered for short stretches give against ICU's for the whole text.
    @Test(arguments: locales) func rememberedBreaksAreICUs(locale: TestedLocale) throws {
        let pools: [[UInt16]] = [
            Array("日本語漢字水一丁龠㐀".utf16), Array("あいうえおかがんアイウンヴ".utf16), Array("っゃょァー々ヽ・〜ゝ゛".utf16), Array("한국어가각힣나다".utf16),
            Array("、。」「!?()”“‘’…—–‐・:;%¥°〈〉《》".utf16), Array("abzAZ019éß".utf16), Array("жизньЯАя".utf16), Array("สวัสดีชาวโลกกิน".utf16),
            Array("/-.,:;$%&'\"()[]{}!?+=#".utf16), Array("अआकिनमस्ते".utf16), [0x20, 0x20, 0x20], [0xA0, 0x200B, 0xAD, 0x301, 0x202A, 0x2067, 0xFFFC, 0x3000, 0xFE0F, 0x200D],
            Array("אבגد".utf16), Array("😀👨🏽𠀀🇩🇪".utf16),
        ]
        var random = Random(state: UInt64(locale.icuName.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) }))
        let scratch = TextScratch()
        let iterator = try #require(BreakIterator.lines(locale: locale.icuName))
        for round in 0..<400 {
            // A few kinds of characters at a time, in stretches of a few.
            let kinds = (0..<2 + random.next(4)).map { _ in random.next(pools.count) }
            var text: [UInt16] = []
            let length = round % 8 == 0 ? 700 : 60
            while text.count < length {
                let pool = pools[random.pick(kinds)]
                for _ in 0...random.next(round % 16 == 0 ? 40 : 5) { text.append(random.pick(pool)) }
            }
            text.withUnsafeBufferPointer { text in
                var rules = LineRules(text, scratch, range: 0..<text.count, prior: nil)
                rules.setLocale(locale.line)
                iterator.setText(text)
                let wrong = (1..<text.count).first { index in
                    !isBreakableSpace(text[index]) && !isBreakableSpace(text[index - 1])
                        && (rules.following(index) == index) != iterator.isBoundary(index)
                }
                #expect(
                    wrong == nil, "\(locale.icuName), \(round): \(wrong.map { String(decoding: text[max(0, $0 - 6)..<min(text.count, $0 + 4)], as: UTF16.self) } ?? "")")
            }
        }
    }
}
