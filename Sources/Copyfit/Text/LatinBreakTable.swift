/// Between which Latin-1 characters a line may break: the pair table that both engines use in place of UAX #14 (browser-rules §5.2).
///
/// UAX #14 would break after `/` and `|` in URLs and would not break before `(`.
package struct LatinBreakTable: Sendable {
    /// Bit `y` of row `x`, four words a row: a break is allowed between `x` and `y`.
    private let rows: PermanentTable<UInt64>

    package static let webkit = LatinBreakTable(.webkit)
    package static let chromium = LatinBreakTable(.chromium)

    @inline(__always) package func allowsBreak(after x: UInt16, before y: UInt16) -> Bool {
        guard x <= 0xFF, y <= 0xFF else { return false }
        return rows[Int(x) &* 4 &+ Int(y &>> 6)] &>> UInt64(y & 63) & 1 != 0
    }

    private init(_ engine: Profile.Engine) {
        typealias Set = LatinSet
        let brackets = Set("(<[{")
        /// Latin-1 letters and symbols except U+00AD and the guillemets.
        let upper = Set(0xA1...0xAA) + Set(0xAC...0xAC) + Set(0xAE...0xBA) + Set(0xBC...0xFF)
        let units = Set(0xA1...0xA5) + Set([0xB0, 0xB1, 0xB4, 0xBF])
        let acute = Set([0xB4])
        let alphanumeric = Set(0x30...0x39) + Set(0x41...0x5A) + Set(0x61...0x7A)
        let ascii = Set(0x21...0x7E)
        let afterQuestion = Set("#$%&(*+-<=>@[\\^_`{|~") + alphanumeric + upper

        var rows = [UInt64](repeating: 0, count: 256 * 4)
        func set(_ after: Set, _ before: Set) {
            for x in 0..<256 where after.contains(x) {
                for word in 0..<4 { rows[x * 4 + word] = before.words[word] }
            }
        }
        set(Set("!|}"), brackets + upper)
        set(Set("\""), brackets)
        set(Set("#&*=>~"), brackets + acute)
        set(Set("$"), units)
        set(Set("%)+,.:;\\]"), brackets + units)
        set(Set("/"), upper)
        set(alphanumeric + Set("<@^_`") + Set(0xA6...0xAA) + Set([0xAC, 0xAE, 0xAF, 0xB2, 0xB3]) + Set(0xB5...0xBA) + Set(0xBC...0xBE)
            + Set(0xC0...0xFF), acute)
        set(Set("?"), afterQuestion)
        set(Set(0xA2...0xA5) + Set([0xB0, 0xB1]), Set("$%(+[\\{") + units)
        set(Set([0xAD]), afterQuestion - Set("-|"))
        // A hyphen and a digit are judged with the character before (`BreakOpportunities`).
        switch engine {
        case .webkit: set(Set("-"), ascii - Set(",.") + units)
        case .chromium: set(Set("-"), Set("\"#%&'(*+-<=>@[\\^_`{|~") + alphanumeric + upper)
        }
        self.rows = PermanentTable(rows)
    }
}

/// A set of Latin-1 characters.
private struct LatinSet {
    var words: [UInt64] = [0, 0, 0, 0]

    init(_ characters: StaticString) {
        characters.withUTF8Buffer { for byte in $0 { insert(Int(byte)) } }
    }
    init(_ range: ClosedRange<Int>) { for character in range { insert(character) } }
    init(_ list: [Int]) { for character in list { insert(character) } }

    mutating func insert(_ character: Int) { words[character >> 6] |= 1 << UInt64(character & 63) }
    func contains(_ character: Int) -> Bool { words[character >> 6] >> UInt64(character & 63) & 1 != 0 }

    static func + (a: LatinSet, b: LatinSet) -> LatinSet {
        var result = a
        for word in 0..<4 { result.words[word] |= b.words[word] }
        return result
    }
    static func - (a: LatinSet, b: LatinSet) -> LatinSet {
        var result = a
        for word in 0..<4 { result.words[word] &= ~b.words[word] }
        return result
    }
}
