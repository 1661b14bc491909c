/// One entry of a resolved family list: a font, or an `@font-face` rule that is loaded when its characters turn up.
struct FontCandidate {
    enum State {
        case font(Int32)
        /// An index into the document's rules.
        case unloaded(rule: Int32)
        /// A family of the system, looked for when it is needed: the first look-up starts fontconfig.
        case unresolved(name: String, isGeneric: Bool)
        case failed
    }
    var state: State
    /// The code points it is for; empty means all.
    var ranges: [ClosedRange<UInt32>] = []
    /// The family's index in the list; candidates of one family share it. Beyond the list: the standard font, or the last resort.
    var family: Int32
    /// The `@font-face` rule it comes from, or −1.
    var rule: Int32 = -1

    func covers(_ codePoint: UInt32) -> Bool { ranges.isEmpty || ranges.contains { $0.contains(codePoint) } }
}

/// A font description with a language, resolved against a document's rules and the catalog.
struct FontSelection {
    let description: FontDescription
    let language: String
    let style: ShapingStyle
    var candidates: [FontCandidate]
    /// The index of the primary font; −1 until it is chosen.
    var primary: Int32 = -1
    /// The `@font-face` rules that were tried for the primary font and have diagnostics.
    var failures: [Int32] = []
    /// Whether the first candidate is the primary font and serves all code points that it has.
    var isPrimaryFirst = false
    /// What a code point alone gets: a font's index, or `missing`. Emoji presentation is by default.
    var picks: [UInt32: Int32] = [:]
    /// The request for fonts that Chromium's system search yields, where font-size-adjust has set the primary font's size.
    var fallbackSize: Float = 0
    var smallCapitals: Int32 = -1

    static let missing: Int32 = -2
    static let largestPickCount = 65_536
}
