private import Glibc
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
        @inline(__always) var isIdeographic: Bool { rawValue & Self.kinds == Self.ideographic }
        /// Letters and digits of scripts that are written with spaces.
        @inline(__always) var isPlain: Bool { rawValue & Self.kinds == Self.plain }
        /// Ideographs as above, and the commas, stops and brackets that stand among them: of two such, every rule set looks at nothing else.
        @inline(__always) var isPaired: Bool { rawValue & Self.ideographic != 0 }
        /// An opening bracket among those `isPaired`.
        @inline(__always) var opens: Bool { rawValue == Self.opening }
        /// `mark` if lines may break before `after`, where both are `isPaired`, else nothing. Without a branch: nobody can guess where the next
        /// comma stands.
        @inline(__always) func mark(_ mark: BreakFlags, before after: Entry) -> BreakFlags {
            let opens = (UInt16(rawValue ^ Self.opening) &- 1) &>> 8, closes = (UInt16(after.rawValue ^ Self.closing) &- 1) &>> 8
            return BreakFlags(rawValue: mark.rawValue & ~UInt8(truncatingIfNeeded: opens | closes))
        }

        fileprivate static let ideographic: UInt8 = 0x40
        fileprivate static let plain: UInt8 = 0x80
        fileprivate static let punctuation: UInt8 = 0xC0
        private static let kinds: UInt8 = 0xC0
        private static var opening: UInt8 { punctuation | (LineBreakClass.openPunctuation.rawValue &+ 1) }
        private static var closing: UInt8 { punctuation | (LineBreakClass.closePunctuation.rawValue &+ 1) }
    }

    static let shared = BreakClasses()

    /// By UTF-16 unit; 0 where not asked yet. Lives as long as the process.
    private nonisolated(unsafe) let entries: UnsafeMutablePointer<Atomic<UInt8>>

    private init() {
        // Zeros from the system cost nothing until they are looked at: text in Latin-1 looks at few.
        if let zeros = calloc(1 << 16, 1) {
            entries = zeros.bindMemory(to: Atomic<UInt8>.self, capacity: 1 << 16)
        } else {
            entries = .allocate(capacity: 1 << 16)
            for unit in 0..<1 << 16 { (entries + unit).initialize(to: Atomic(0)) }
        }
    }

    @inline(__always) subscript(_ unit: UInt16) -> Entry {
        let known = entries[Int(unit)].load(ordering: .relaxed)
        return Entry(rawValue: known != 0 ? known : learn(unit))
    }

    /// Whether a character was met before and is ideographic: as quick as can be.
    @inline(__always) func isKnownIdeographic(_ unit: UInt16) -> Bool { Entry(rawValue: entries[Int(unit)].load(ordering: .relaxed)).isIdeographic }

    @inline(never) private func learn(_ unit: UInt16) -> UInt8 {
        let own = CharacterClass.askLineBreak(UInt32(unit))
        var value = (own.rawValue &+ 1) & 0x3F
        switch unit {
        case 0x3041...0x3096, 0x30A1...0x30FA, 0x3400...0x4DBF, 0x4E00...0x9FFF: if own == .ideographic { value |= Entry.ideographic }
        case 0xAC00...0xD7A3: if own == .hangulLV || own == .hangulLVT { value |= Entry.ideographic }
        case 0x3001...0x301F, 0xFF08...0xFF64: if own == .openPunctuation || own == .closePunctuation { value |= Entry.punctuation }
        default: break
        }
        let isLetterOrDigit = own == .alphabetic || own == .hebrewLetter || own == .numeric
        if unit < 0x80 ? isASCIIAlphanumeric(unit) : isLetterOrDigit && unit != 0xB4 { value |= Entry.plain }
        entries[Int(unit)].store(value, ordering: .relaxed)
        return value
    }
}
