/// Letters and digits in the mathematical alphabets of Unicode (U+1D400…U+1D7FF and U+1EE00…U+1EEFF), as `mathvariant` and
/// `text-transform: math-auto` ask for them (https://w3c.github.io/mathml-core/#new-text-transform-values).
package enum MathAlphabet: UInt8, Sendable {
    // In the order of the Latin alphabets from U+1D400 on.
    case bold, italic, boldItalic, script, boldScript, fraktur, doubleStruck, boldFraktur, sansSerif, boldSansSerif, sansSerifItalic
    case sansSerifBoldItalic, monospace
    case normal
    case initial, tailed, looped, stretched

    /// The alphabet that a value of `mathvariant` names.
    package init?(named name: String) {
        switch name.lowercased() {
        case "normal": self = .normal
        case "bold": self = .bold
        case "italic": self = .italic
        case "bold-italic": self = .boldItalic
        case "double-struck": self = .doubleStruck
        case "bold-fraktur": self = .boldFraktur
        case "script": self = .script
        case "bold-script": self = .boldScript
        case "fraktur": self = .fraktur
        case "sans-serif": self = .sansSerif
        case "bold-sans-serif": self = .boldSansSerif
        case "sans-serif-italic": self = .sansSerifItalic
        case "sans-serif-bold-italic": self = .sansSerifBoldItalic
        case "monospace": self = .monospace
        case "initial": self = .initial
        case "tailed": self = .tailed
        case "looped": self = .looped
        case "stretched": self = .stretched
        default: return nil
        }
    }

    /// What stands for a code point in the alphabet; itself where there is nothing.
    package func character(_ codePoint: UInt32) -> UInt32 {
        switch self {
        case .normal, .initial, .tailed, .looped, .stretched: return codePoint
        default: break
        }
        switch codePoint {
        case 0x41...0x5A: return latin(codePoint - 0x41)
        case 0x61...0x7A: return latin(codePoint - 0x61 + 26)
        case 0x131: return self == .italic ? 0x1D6A4 : codePoint
        case 0x237: return self == .italic ? 0x1D6A5 : codePoint
        case 0x30...0x39: return digit(codePoint)
        default:
            guard let place = MathAlphabet.greekPlace(codePoint), let alphabet = greekAlphabet else {
                return self == .bold && (codePoint == 0x3DC || codePoint == 0x3DD) ? 0x1D7CA + codePoint - 0x3DC : codePoint
            }
            return 0x1D6A8 + alphabet * 58 + place
        }
    }

    /// - Parameter place: 0…25 for capitals, 26…51 for small letters.
    private func latin(_ place: UInt32) -> UInt32 {
        let codePoint = 0x1D400 + UInt32(rawValue) * 52 + place
        // Letters that Unicode had before elsewhere.
        switch codePoint {
        case 0x1D455: return 0x210E
        case 0x1D49D: return 0x212C
        case 0x1D4A0: return 0x2130
        case 0x1D4A1: return 0x2131
        case 0x1D4A3: return 0x210B
        case 0x1D4A4: return 0x2110
        case 0x1D4A7: return 0x2112
        case 0x1D4A8: return 0x2133
        case 0x1D4AD: return 0x211B
        case 0x1D4BA: return 0x212F
        case 0x1D4BC: return 0x210A
        case 0x1D4C4: return 0x2134
        case 0x1D506: return 0x212D
        case 0x1D50B: return 0x210C
        case 0x1D50C: return 0x2111
        case 0x1D515: return 0x211C
        case 0x1D51D: return 0x2128
        case 0x1D53A: return 0x2102
        case 0x1D53F: return 0x210D
        case 0x1D545: return 0x2115
        case 0x1D547: return 0x2119
        case 0x1D548: return 0x211A
        case 0x1D549: return 0x211D
        case 0x1D551: return 0x2124
        default: return codePoint
        }
    }

    private func digit(_ codePoint: UInt32) -> UInt32 {
        let alphabet: UInt32
        switch self {
        case .bold: alphabet = 0
        case .doubleStruck: alphabet = 1
        case .sansSerif: alphabet = 2
        case .boldSansSerif: alphabet = 3
        case .monospace: alphabet = 4
        default: return codePoint
        }
        return 0x1D7CE + alphabet * 10 + codePoint - 0x30
    }

    private var greekAlphabet: UInt32? {
        switch self {
        case .bold: 0
        case .italic: 1
        case .boldItalic: 2
        case .boldSansSerif: 3
        case .sansSerifBoldItalic: 4
        default: nil
        }
    }

    /// The place in each of the Greek alphabets from U+1D6A8 on.
    private static func greekPlace(_ codePoint: UInt32) -> UInt32? {
        switch codePoint {
        case 0x391...0x3A1, 0x3A3...0x3A9: codePoint - 0x391
        case 0x3F4: 17
        case 0x2207: 25
        case 0x3B1...0x3C9: codePoint - 0x3B1 + 26
        case 0x2202: 51
        case 0x3F5: 52
        case 0x3D1: 53
        case 0x3F0: 54
        case 0x3D5: 55
        case 0x3F1: 56
        case 0x3D6: 57
        default: nil
        }
    }
}
