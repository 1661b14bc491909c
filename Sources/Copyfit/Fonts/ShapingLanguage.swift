/// What of a BCP 47 tag can matter to OpenType shaping.
///
/// HarfBuzz keeps each language that it ever met for good, and looks for it from the first one on: a process that meets thousands of tags would
/// take ever more time and memory. It makes language system tags of the primary subtag, of an extended language, and of a few others.
enum ShapingLanguage {
    /// Scripts, regions, variants and grandfathered parts that HarfBuzz tells apart.
    private static let meaningful: Set<String> = [
        "hans", "hant", "latg", "geok", "syre", "syrj", "syrn", "cn", "hk", "md", "mo", "sg", "tw", "arevela", "arevmda", "fonipa", "fonnapa", "polyton",
        "provenc", "lojban", "navajo", "hak", "lux", "bok", "nyn", "min", "nan", "guoyu", "hakka", "xiang",
    ]

    /// Stands for a primary subtag that means nothing.
    private static let noLanguage = "none"

    /// A tag that gives the same language systems as `tag`; empty for none.
    static func canonical(_ tag: String) -> String {
        let subtags = subtags(of: tag)
        guard let first = subtags.first else { return "" }
        // Longer and shorter ones are no languages, but for `i-navajo` and its like.
        let isLanguage = first.count == 2 || first.count == 3 || first == "i"
        var kept = [isLanguage ? first : noLanguage]
        for (index, subtag) in subtags.enumerated().dropFirst(first == "x" ? 0 : 1) {
            if subtag == "x" {
                kept += privateUse(subtags[(index + 1)...])
                break
            }
            let isExtendedLanguage = index == 1 && subtag.count == 3 && subtag.utf8.allSatisfy { $0 >= 0x61 }
            if isExtendedLanguage || kept.count < 4 && meaningful.contains(subtag) { kept.append(subtag) }
        }
        return kept == [noLanguage] ? "" : kept.joined(separator: "-")
    }

    /// In lower case, up to the first character that no tag has.
    private static func subtags(of tag: String) -> [String] {
        var subtags: [String] = []
        var subtag: [UInt8] = []
        for byte in tag.utf8 {
            switch byte {
            case 0x30...0x39, 0x61...0x7A: subtag.append(byte)
            case 0x41...0x5A: subtag.append(byte | 0x20)
            case 0x2D, 0x5F:
                subtags.append(String(decoding: subtag, as: UTF8.self))
                subtag.removeAll(keepingCapacity: true)
            default: return subtags + [String(decoding: subtag, as: UTF8.self)]
            }
        }
        return subtags + [String(decoding: subtag, as: UTF8.self)]
    }

    /// Language systems named outright, as in `x-hbotabcd`.
    private static func privateUse(_ subtags: ArraySlice<String>) -> [String] {
        let named = subtags.first { ($0.hasPrefix("hbot") || $0.hasPrefix("hbsc")) && $0.utf8.count <= 12 }
        return named.map { ["x", $0] } ?? []
    }
}
