import CHarfBuzz
import Testing

@testable import Copyfit

/// What HarfBuzz makes of a tag it must make of the canonical one.
@Suite struct ShapingLanguageTests {
    private static func systems(_ tag: String) -> [UInt32] {
        var scriptCount: UInt32 = 8, languageCount: UInt32 = 8
        var scripts = [hb_tag_t](repeating: 0, count: 8), languages = scripts
        hb_ot_tags_from_script_and_language(
            HB_SCRIPT_LATIN, tag.isEmpty ? nil : hb_language_from_string(tag, -1), &scriptCount, &scripts, &languageCount, &languages)
        return Array(scripts.prefix(Int(scriptCount))) + Array(languages.prefix(Int(languageCount)))
    }

    private static let letters = "abcdefghijklmnopqrstuvwxyz".map(String.init)
    private static let subtags = [
        "hans", "hant", "latg", "latn", "cyrl", "geok", "syre", "syrj", "syrn", "cn", "hk", "hant-hk", "hant-mo", "hans-sg", "md", "mo", "sg", "tw", "us", "de",
        "419", "1996", "arevela", "arevmda", "fonipa", "fonnapa", "polyton", "provenc", "valencia", "latn-fonipa", "x-hbotabcd", "x-hbsc41424344", "x-other",
        "yue", "min", "min-nan", "xiang", "hakka", "guoyu", "u-co-phonebk",
    ]

    @Test func everyLanguageWithTwoLetters() {
        for first in Self.letters {
            for second in Self.letters {
                let language = first + second
                for tag in [language] + Self.subtags.map({ language + "-" + $0 }) {
                    #expect(Self.systems(ShapingLanguage.canonical(tag)) == Self.systems(tag), "\(tag)")
                }
            }
        }
    }

    @Test(arguments: ["yue", "zho", "cdo", "cjy", "cmn", "cnp", "cpx", "csp", "czh", "czo", "gan", "hak", "hsn", "lzh", "mnp", "nan", "wuu", "grc", "und", "art", "kok", "xyz"])
    func languagesWithThreeLetters(language: String) {
        for tag in [language] + Self.subtags.map({ language + "-" + $0 }) {
            #expect(Self.systems(ShapingLanguage.canonical(tag)) == Self.systems(tag), "\(tag)")
        }
    }

    @Test(arguments: [
        "", "-", "i-navajo", "i-hak", "i-lux", "art-lojban", "no-bok", "no-nyn", "zh-min", "zh-min-nan", "EN_us", "ZH-Hant-hk", "de-x", "x-hbotdeu", "english",
        "english-fonipa", "ro-MD", "sr-Latn-RS", "fr@euro", "a", "1a", "zh-cmn-Hans-CN", "el-polyton", "ga-Latg-IE", "mn-CN", "de--hans",
    ])
    func otherTags(tag: String) { #expect(Self.systems(ShapingLanguage.canonical(tag)) == Self.systems(tag)) }

    @Test func tagsThatMeanTheSameAreOne() {
        #expect(ShapingLanguage.canonical("en-US") == ShapingLanguage.canonical("EN_gb-oxendict"))
        #expect(ShapingLanguage.canonical("zh-Hant-HK") == "zh-hant-hk")
        #expect(ShapingLanguage.canonical("nonsense") == "")
    }
}
