import CICU
import Testing

@testable import Copyfit

/// ICU's rules for any locale must be those of the few that are opened.
@Suite struct LineLocaleTests {
    private static func rules(_ locale: String) -> [UInt8] {
        var status = U_ZERO_ERROR
        let iterator = shim_ubrk_open(UBRK_LINE, locale, &status)
        defer { if let iterator { shim_ubrk_close(iterator) } }
        guard let iterator else { return [] }
        let count = shim_ubrk_getBinaryRules(iterator, nil, 0, &status)
        var rules = [UInt8](repeating: 0, count: Int(max(count, 0)))
        status = U_ZERO_ERROR
        _ = shim_ubrk_getBinaryRules(iterator, &rules, count, &status)
        return rules
    }

    @Test(arguments: [nil, LineLocale.Keyword.loose, .normal, .strict])
    func everyLocaleOfICU(keyword: LineLocale.Keyword?) {
        let available = (0..<shim_uloc_countAvailable()).compactMap { shim_uloc_getAvailable($0).map { String(cString: $0) } }
        #expect(available.count > 100)
        for locale in available + ["zh-TW", "ZH_hant", "jpn", "zho-Hant", "xx", "english", "de-x-private", "zha", "jav"] {
            let suffix = keyword.map { "@lb=\($0)" } ?? ""
            let own = Self.rules(locale + suffix), ours = Self.rules(LineLocale(language: locale, keyword).name)
            #expect(!own.isEmpty && own == ours, "\(locale)\(suffix)")
        }
    }

    @Test func localesHaveNumbersOfTheirOwn() {
        let keywords: [LineLocale.Keyword?] = [nil, .loose, .normal, .strict]
        let locales = ["", "ja", "zh"].flatMap { language in keywords.map { LineLocale(language: language, $0) } }
        #expect(Set(locales.map(\.number)) == Set(1...UInt32(LineLocale.count)))
        #expect(Set(locales.map(\.name)).count == LineLocale.count)
    }
}
