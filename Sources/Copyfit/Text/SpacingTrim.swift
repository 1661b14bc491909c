/// `text-spacing-trim: normal` as Chromium applies it (browser-rules §2.1): wide punctuation gives up the empty half of its square beside
/// other punctuation.
enum SpacingTrim {
    /// Which marks sit in the middle of their square depends on the language's typography.
    enum Convention: UInt8, Sendable {
        case japanese, simplifiedChinese, traditionalChinese

        init(language: String) {
            let tag = language.lowercased()
            guard tag == "zh" || tag.hasPrefix("zh-") else { self = .japanese; return }
            let isTraditional = ["hant", "tw", "hk", "mo"].contains { tag.contains("-" + $0) }
            self = isTraditional ? .traditionalChinese : .simplifiedChinese
        }
    }

    enum Kind: UInt8 { case other, opening, closing, middle, narrowOpening, narrowClosing }

    static func kind(_ unit: UInt16, _ convention: Convention) -> Kind {
        switch unit {
        case 0x28, 0x5B, 0x7B: return .narrowOpening
        case 0x29, 0x5D, 0x7D: return .narrowClosing
        case 0x2018, 0x201C, 0x3008, 0x300A, 0x300C, 0x300E, 0x3010, 0x3014, 0x3016, 0x3018, 0x301A, 0x301D, 0xFF08, 0xFF3B, 0xFF5B, 0xFF5F:
            return .opening
        case 0x2019, 0x201D, 0x3009, 0x300B, 0x300D, 0x300F, 0x3011, 0x3015, 0x3017, 0x3019, 0x301B, 0x301E, 0x301F, 0xFF09, 0xFF3D, 0xFF5D, 0xFF60:
            return .closing
        case 0x3001, 0x3002, 0xFF0C, 0xFF0E: return convention == .traditionalChinese ? .middle : .closing
        case 0xFF1A, 0xFF1B: return convention == .simplifiedChinese ? .closing : .middle
        case 0x30FB, 0x3000: return .middle
        default: return .other
        }
    }

    /// Whether a text may hold marks that are trimmed.
    static func mayApply(_ text: UnsafeBufferPointer<UInt16>, _ range: Range<Int>) -> Bool {
        for index in range {
            let unit = text[index]
            if unit >= 0x2018, unit <= 0x201D || (unit >= 0x3000 && unit <= 0x30FB) || unit >= 0xFF08 { return true }
        }
        return false
    }

    /// A closing bracket or quote, which a line's end may halve; stops and commas stay whole.
    static func isTrimmedAtLineEnd(_ unit: UInt16) -> Bool {
        switch unit {
        case 0x3001, 0x3002, 0xFF0C, 0xFF0E: false
        default: kind(unit, .japanese) == .closing
        }
    }

    /// Halves the advances of marks beside other marks.
    /// - Parameter trimmed: called with each index whose advance was cut at its start.
    static func apply(
        _ text: UnsafeBufferPointer<UInt16>, _ range: Range<Int>, _ convention: Convention, em: Float, letterSpacing: Float,
        advances: UnsafeMutableBufferPointer<Float>, origin: Int, trimmedAtStart: (Int) -> Void
    ) {
        var previous = Kind.other
        for index in range {
            let kind = kind(text[index], convention)
            defer { previous = kind }
            if kind == .opening, previous == .opening || previous == .middle || previous == .closing || previous == .narrowOpening {
                if halve(index - origin, em, letterSpacing, advances) { trimmedAtStart(index) }
            }
            if previous == .closing, kind == .closing || kind == .middle || kind == .narrowClosing, index > range.lowerBound {
                _ = halve(index - 1 - origin, em, letterSpacing, advances)
            }
        }
    }

    /// Only what is as wide as the em: a proportional glyph has no empty half.
    private static func halve(_ place: Int, _ em: Float, _ letterSpacing: Float, _ advances: UnsafeMutableBufferPointer<Float>) -> Bool {
        guard place >= 0, place < advances.count else { return false }
        let advance = advances[place] - letterSpacing
        guard advance > em * 0.9 else { return false }
        advances[place] -= advance / 2
        return true
    }
}
