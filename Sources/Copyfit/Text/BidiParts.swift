/// Cuts a long text into parts whose levels by the bidirectional algorithm (UAX #9) are those that they have in the whole.
///
/// A cut stands between two letters outside of embeddings, isolates and pairs of brackets: what is before the first letter and after the
/// second has no part in how the other side is resolved. Or it stands behind a paragraph's end.
///
/// Only for text whose base direction is given: where each paragraph has its own, ICU resolves brackets of later ones by what it found in earlier
/// ones, and the engines show what it says.
struct BidiParts {
    /// UTF-16 units up to which a text is resolved at once.
    static let longText = 8192
    /// The fewest units of a part but the last.
    private static let least = 4096

    private let text: UnsafeBufferPointer<UInt16>
    private var start = 0
    /// Embeddings that are open in the innermost isolate, and in those around it.
    private var embeddings = 0
    private var outer: [Int] = []
    /// The closing brackets that open ones outside of all these wait for.
    private var closings: [UInt16] = []

    init(_ text: UnsafeBufferPointer<UInt16>) { self.text = text }

    mutating func next() -> Range<Int>? {
        guard start < text.count else { return nil }
        let first = start
        var index = first
        while index < text.count {
            let unit = text[index]
            if index - first >= Self.least, isCut(index, unit) { break }
            if unit < 0x41 || unit >= 0x5B { pass(unit) }
            index += 1
        }
        start = index
        return first..<index
    }

    private func isCut(_ index: Int, _ unit: UInt16) -> Bool {
        let before = text[index - 1]
        if Self.endsParagraph(before) { return !(before == 0x0D && unit == 0x0A) }
        return embeddings == 0 && outer.isEmpty && closings.isEmpty && Self.isLetter(unit) && Self.isLetter(before)
    }

    private mutating func pass(_ unit: UInt16) {
        switch unit {
        case 0x202A, 0x202B, 0x202D, 0x202E: embeddings += 1
        case 0x202C: embeddings = max(0, embeddings - 1)
        case 0x2066...0x2068:
            outer.append(embeddings)
            embeddings = 0
        case 0x2069: if let around = outer.popLast() { embeddings = around }
        default:
            if Self.endsParagraph(unit) {
                embeddings = 0
                outer.removeAll(keepingCapacity: true)
                closings.removeAll(keepingCapacity: true)
            } else if embeddings == 0, outer.isEmpty, let bracket = BracketNesting.bracket(unit) {
                if bracket.isOpening {
                    closings.append(bracket.closing)
                } else if let place = closings.lastIndex(of: bracket.closing) {
                    closings.removeSubrange(place...)
                }
            }
        }
    }

    @inline(__always) private static func endsParagraph(_ unit: UInt16) -> Bool {
        switch unit {
        case 0x0A, 0x0D, 0x1C...0x1E, 0x85, 0x2029: true
        default: false
        }
    }

    /// Letters of a strong direction: Latin, Cyrillic, Hebrew and Arabic ones.
    @inline(__always) private static func isLetter(_ unit: UInt16) -> Bool {
        switch unit {
        case 0x41...0x5A, 0x61...0x7A, 0x400...0x481, 0x5D0...0x5EA, 0x621...0x63A, 0x641...0x64A: true
        default: false
        }
    }
}
