/// Brackets of a long bidi text that pair with nothing.
///
/// At each strong character ICU looks through all brackets that are open, so that text with many of them takes quadratic time. What pairs
/// with nothing counts as any other neutral (UAX #9, rule N0): putting another neutral in its place changes no level.
struct BracketNesting {
    /// Texts with fewer opening brackets are quick as they are.
    private static let fewBrackets = 256
    /// Deeper pairs are not looked at, either.
    private static let deepest = 1024
    /// A neutral that is no bracket.
    private static let neutral: UInt16 = 0x21

    private struct Opening {
        var index: Int
        /// The closing bracket that it waits for; 0 for an isolate's beginning.
        var closing: UInt16
    }
    private var open: [Opening] = []
    /// How many isolates' beginnings stand in `open`.
    private var isolateCount = 0
    private var result: [UInt16]

    /// A copy of a text in which brackets that do not pair are replaced; nil where there are few.
    static func replacingUnpaired(_ text: UnsafeBufferPointer<UInt16>) -> [UInt16]? {
        guard text.count > fewBrackets else { return nil }
        var count = 0
        for unit in text where mayBeBracket(unit) && ScriptItemizer.bracketKind(UInt32(unit))?.isOpening == true { count += 1 }
        guard count > fewBrackets else { return nil }
        var nesting = BracketNesting(result: Array(text))
        // Where embeddings begin and end in truth is more than these few lines tell.
        if text.contains(where: { (0x202A...0x202E).contains($0) }) { nesting.replaceSingle() } else { nesting.replace() }
        return nesting.result
    }

    private init(result: [UInt16]) { self.result = result }

    private mutating func replace() {
        for index in result.indices {
            let unit = result[index]
            switch unit {
            case 0x2066...0x2068:
                open.append(Opening(index: index, closing: 0))
                isolateCount += 1
            case 0x2069: closeIsolate()
            case 0x0A, 0x0D, 0x1C...0x1E, 0x85, 0x2029: dropAll()
            default:
                guard let (isOpening, closing) = bracket(at: index) else { continue }
                if isOpening { add(index, closing) } else { close(index, closing) }
            }
        }
        dropAll()
    }

    /// Replaces what has no counterpart anywhere after or before it; and keeps as many openings as may be nested.
    private mutating func replaceSingle() {
        var opened = Set<UInt16>(), closed = Set<UInt16>(), kept = 0
        for index in result.indices {
            guard let (isOpening, closing) = bracket(at: index) else { continue }
            if isOpening {
                opened.insert(closing)
            } else if !opened.contains(closing) {
                result[index] = Self.neutral
            }
        }
        for index in result.indices.reversed() {
            guard let (isOpening, closing) = bracket(at: index) else { continue }
            if !isOpening {
                closed.insert(closing)
            } else if kept < Self.deepest, closed.contains(closing) {
                kept += 1
            } else {
                result[index] = Self.neutral
            }
        }
    }

    /// Whether a bracket opens, and the closing one of its pair.
    private func bracket(at index: Int) -> (isOpening: Bool, closing: UInt16)? { Self.bracket(result[index]) }

    /// The same of a UTF-16 unit.
    @inline(__always) static func bracket(_ unit: UInt16) -> (isOpening: Bool, closing: UInt16)? {
        guard Self.mayBeBracket(unit), let kind = ScriptItemizer.bracketKind(UInt32(unit)) else { return nil }
        return (kind.isOpening, Self.canonical(kind.isOpening ? UInt16(truncatingIfNeeded: kind.other) : unit))
    }

    @inline(__always) private static func mayBeBracket(_ unit: UInt16) -> Bool {
        if unit < 0x80 { return unit == 0x28 || unit == 0x29 || unit | 0x20 == 0x7B || unit | 0x20 == 0x7D }
        return (0xF3A...0xF3D).contains(unit) || unit == 0x169B || unit == 0x169C || (0x2000...0x301B).contains(unit) || unit >= 0xFE59
    }

    /// U+2329 and U+232A are canonically U+3008 and U+3009.
    private static func canonical(_ unit: UInt16) -> UInt16 { unit == 0x232A ? 0x3009 : unit }

    private mutating func add(_ index: Int, _ closing: UInt16) {
        if open.count >= Self.deepest { result[index] = Self.neutral } else { open.append(Opening(index: index, closing: closing)) }
    }

    private mutating func close(_ index: Int, _ closing: UInt16) {
        var place = open.count - 1
        while place >= 0, open[place].closing != 0 {
            if open[place].closing == closing {
                for inner in open[(place + 1)...] { result[inner.index] = Self.neutral }
                open.removeSubrange(place...)
                return
            }
            place -= 1
        }
        // It closes nothing.
        result[index] = Self.neutral
    }

    private mutating func dropInIsolate() {
        while let last = open.last, last.closing != 0 {
            result[last.index] = Self.neutral
            open.removeLast()
        }
    }

    private mutating func closeIsolate() {
        guard isolateCount > 0 else { return }
        dropInIsolate()
        open.removeLast()
        isolateCount -= 1
    }

    private mutating func dropAll() {
        for opening in open where opening.closing != 0 { result[opening.index] = Self.neutral }
        open.removeAll()
        isolateCount = 0
    }
}
