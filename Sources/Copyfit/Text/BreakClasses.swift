import Synchronization

/// What line breaking asks about the characters of the Basic Multilingual Plane: a byte each, asked of ICU when a character is first met.
struct BreakClasses: Sendable {
    /// What is known of a character.
    struct Entry: Sendable {
        fileprivate let rawValue: UInt8
        @inline(__always) fileprivate init(rawValue: UInt8) { self.rawValue = rawValue }

        @inline(__always) var lineBreak: LineBreakClass { LineBreakClass(rawValue: rawValue & 0x3F &- 1) }
        /// Between any two such characters every rule set breaks, whatever stands around: ideographs, kana that may start a line, Hangul
        /// syllables.
        @inline(__always) var isIdeographic: Bool { rawValue & Self.ideographic != 0 }
        /// Letters and digits of scripts that are written with spaces.
        @inline(__always) var isPlain: Bool { rawValue & Self.plain != 0 }

        fileprivate static let ideographic: UInt8 = 0x40
        fileprivate static let plain: UInt8 = 0x80
    }

    static let shared = BreakClasses()

    /// By UTF-16 unit; 0 where not asked yet. Lives as long as the process.
    private nonisolated(unsafe) let entries: UnsafeMutablePointer<Atomic<UInt8>>

    private init() {
        entries = .allocate(capacity: 1 << 16)
        for unit in 0..<1 << 16 { (entries + unit).initialize(to: Atomic(0)) }
    }

    @inline(__always) subscript(_ unit: UInt16) -> Entry {
        let known = entries[Int(unit)].load(ordering: .relaxed)
        return Entry(rawValue: known != 0 ? known : learn(unit))
    }

    @inline(never) private func learn(_ unit: UInt16) -> UInt8 {
        let own = CharacterClass.askLineBreak(UInt32(unit))
        var value = (own.rawValue &+ 1) & 0x3F
        switch unit {
        case 0x3041...0x3096, 0x30A1...0x30FA, 0x3400...0x4DBF, 0x4E00...0x9FFF: if own == .ideographic { value |= Entry.ideographic }
        case 0xAC00...0xD7A3: if own == .hangulLV || own == .hangulLVT { value |= Entry.ideographic }
        default: break
        }
        let isLetterOrDigit = own == .alphabetic || own == .hebrewLetter || own == .numeric
        if unit < 0x80 ? isASCIIAlphanumeric(unit) : isLetterOrDigit && unit != 0xB4 { value |= Entry.plain }
        entries[Int(unit)].store(value, ordering: .relaxed)
        return value
    }
}
