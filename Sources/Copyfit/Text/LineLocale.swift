/// One of ICU's sets of line breaking rules.
///
/// Of a language only whether it is Chinese or Japanese counts, and ICU keeps whatever locale it opens for good: tags as written would pile up.
struct LineLocale: Equatable {
    /// From 1 on.
    let number: UInt32
    static let count = 12

    private static let languages = ["en", "ja", "zh"]
    private static let keywords = ["", "@lb=loose", "@lb=normal", "@lb=strict"]

    /// - Parameters:
    ///   - language: BCP 47; empty for none.
    ///   - keyword: ICU's word for `line-break`; nil where it has none.
    init(language: String, _ keyword: Keyword? = nil) {
        let index: UInt32 =
            if LineLocale.isJapanese(language) || LineLocale.isLanguage(language, "jpn") { 1 }
            else if LineLocale.isChinese(language) || LineLocale.isLanguage(language, "zho") { 2 }
            else { 0 }
        number = index &* 4 &+ (keyword?.rawValue ?? 0) &+ 1
    }

    enum Keyword: UInt32 { case loose = 1, normal, strict }

    /// As ICU takes it.
    var name: String { LineLocale.languages[Int(number - 1) / 4] + LineLocale.keywords[Int(number - 1) % 4] }

    static func isChinese(_ language: String) -> Bool { isLanguage(language, "zh") }
    static func isJapanese(_ language: String) -> Bool { isLanguage(language, "ja") }

    /// Whether a tag's primary subtag is `primary`, in lower case.
    private static func isLanguage(_ tag: String, _ primary: StaticString) -> Bool {
        var letters = tag.utf8.makeIterator()
        for wanted in UnsafeBufferPointer(start: primary.utf8Start, count: primary.utf8CodeUnitCount) {
            guard let letter = letters.next(), letter | 0x20 == wanted else { return false }
        }
        return letters.next().map { $0 == 0x2D || $0 == 0x5F } ?? true
    }
}
