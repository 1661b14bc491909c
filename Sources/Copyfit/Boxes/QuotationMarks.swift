/// The quotation marks that `quotes: auto` stands for (https://www.w3.org/TR/css-content-3/#quotes), by language as both browsers have them
/// (measured).
enum QuotationMarks {
    /// Outer and inner marks. The tag as a whole is looked up first, then its language.
    static func pairs(forLanguage tag: String, profile: Profile) -> [[String]] {
        let tag = tag.lowercased()
        let own = profile.quotesAreBasicByDefault ? webkit : chromium
        if let marks = own[tag] ?? common[tag] { return marks }
        let language = tag.split(separator: "-").first.map(String.init) ?? ""
        if let marks = own[language] ?? common[language] { return marks }
        return profile.quotesAreBasicByDefault ? [["\"", "\""], ["'", "'"]] : curly
    }

    private static let curly = [["“", "”"], ["‘", "’"]]
    private static let low = [["„", "“"], ["‚", "‘"]]
    private static let lowTwice = [["„", "“"], ["„", "“"]]
    private static let lowAndAngled = [["„", "”"], ["«", "»"]]
    private static let angledAndCurly = [["«", "»"], ["“", "”"]]
    private static let angledAndSingle = [["«", "»"], ["‘", "’"]]
    private static let angled = [["«", "»"], ["‹", "›"]]
    private static let angledAndLow = [["«", "»"], ["„", "“"]]
    private static let corners = [["「", "」"], ["『", "』"]]
    private static let right = [["”", "”"], ["’", "’"]]
    private static let reversed = [["”", "“"], ["’", "‘"]]

    private static let common: [String: [[String]]] = [
        "ar": reversed, "ur": reversed, "cs": low, "de": low, "et": low, "hr": low, "sk": low, "sl": low, "fr": [["«", "»"], ["«", "»"]],
        "el": angledAndCurly, "it": angledAndCurly, "pt-pt": angledAndCurly, "ru": angledAndLow, "uk": angledAndLow, "ja": corners,
        "zh-hant": corners, "am": angled, "fa": angled, "fr-ch": angled, "hu": [["„", "”"], ["»", "«"]], "pl": lowAndAngled, "ro": lowAndAngled,
        "fi": right, "sv": right, "nb": angledAndSingle, "nn": angledAndSingle, "lt": lowTwice,
    ]

    private static let webkit: [String: [[String]]] = {
        var marks: [String: [[String]]] = [
            "bg": low, "mk": low, "sq": low, "sr": low, "de-ch": angled, "fr-ca": angled, "ca": [["“", "”"], ["«", "»"]], "es": [["“", "”"], ["«", "»"]],
            "eu": [["“", "”"], ["«", "»"]],
        ]
        for language in ["af", "bn", "da", "en", "gu", "hi", "id", "km", "ko", "lo", "lv", "mr", "ms", "my", "nl", "pt", "sw", "ta", "te", "th", "tr", "vi", "zh"] {
            marks[language] = curly
        }
        return marks
    }()

    private static let chromium: [String: [[String]]] = [
        "bg": lowTwice, "ca": angledAndCurly, "fr-ca": [["«", "»"], ["”", "“"]], "he": right, "nl": [["‘", "’"], ["‘", "’"]], "no": angledAndSingle,
        "sr": [["„", "”"], ["’", "’"]],
    ]
}
