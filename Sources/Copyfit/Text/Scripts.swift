private import CICU

/// A Unicode script, as ICU numbers them.
struct Script: RawRepresentable, Hashable, Sendable {
    var rawValue: Int32
    @inline(__always) init(rawValue: Int32) { self.rawValue = rawValue }

    static let common = Script(rawValue: 0)
    static let inherited = Script(rawValue: 1)
    static let latin = Script(rawValue: 25)

    @inline(__always) init(of codePoint: UInt32) { rawValue = shim_uscript_getScript(Int32(bitPattern: codePoint)) }

    @inline(__always) var isReal: Bool { rawValue > 1 }
    var isRightToLeft: Bool { isReal && shim_uscript_isRightToLeft(rawValue) != 0 }
    /// Letters join: letter-spacing in Chromium leaves them alone (browser-rules §2.2).
    var isCursive: Bool {
        switch UScriptCode(rawValue: rawValue) {
        case USCRIPT_ARABIC, USCRIPT_SYRIAC, USCRIPT_MONGOLIAN, USCRIPT_NKO, USCRIPT_MANDAIC, USCRIPT_PHAGS_PA, USCRIPT_HANIFI_ROHINGYA: true
        default: false
        }
    }

    /// The ISO 15924 code as a big-endian number, as `Latn` = 0x4C61746E.
    var tag: UInt32 {
        switch self {
        case .latin: return 0x4C61_746E
        case .common: return 0x5A79_7979
        default:
            guard let name = shim_uscript_getShortName(rawValue) else { return 0x5A79_7979 }
            var tag: UInt32 = 0
            for index in 0..<4 {
                let byte = UInt8(bitPattern: name[index])
                if byte == 0 { return 0x5A79_7979 }
                tag = tag << 8 | UInt32(byte)
            }
            return tag
        }
    }

    /// Whether the character is of this script or listed for it (Script_Extensions).
    func isUsed(by codePoint: UInt32) -> Bool { shim_uscript_hasScript(Int32(bitPattern: codePoint), rawValue) != 0 }
}

/// A stretch of text in one script.
struct ScriptRun: Hashable, Sendable {
    /// UTF-16 offsets.
    var start: Int
    var end: Int
    var script: Script
}

enum ScriptItemizer {
    /// WebKit's runs of a word: a character that is common, inherited or listed for the current script goes on with it.
    static func webkitRuns(_ text: UnsafeBufferPointer<UInt16>, _ range: Range<Int>, into runs: inout [ScriptRun]) {
        runs.removeAll(keepingCapacity: true)
        var start = range.lowerBound, current: Script?, index = start
        while index < range.upperBound {
            let (value, count) = codePoint(text, at: index, limit: range.upperBound)
            let script = value < 0x80 ? (value < 0x80 && isASCIILetter(UInt16(value)) ? .latin : .common) : Script(of: value)
            if let known = current {
                if known.isReal {
                    if script.isReal, script != known, !known.isUsed(by: value) {
                        runs.append(ScriptRun(start: start, end: index, script: known))
                        start = index
                        current = script
                    }
                } else if script != .inherited {
                    current = script
                }
            } else {
                current = script
            }
            index += count
        }
        if start < range.upperBound { runs.append(ScriptRun(start: start, end: range.upperBound, script: current ?? .common)) }
    }

    /// Runs by UAX #24 as Chromium makes them: common characters join what precedes (at the start what follows), a closing bracket takes the
    /// script of its opening one, and lists of scripts narrow a run's script down.
    static func chromiumRuns(_ text: UnsafeBufferPointer<UInt16>, _ range: Range<Int>, into runs: inout [ScriptRun]) {
        runs.removeAll(keepingCapacity: true)
        // Bounded as in Chromium: deeper brackets forget the outermost.
        var brackets: [(close: Int32, script: Script)] = []
        var start = range.lowerBound, current = Script.common, index = start
        while index < range.upperBound {
            let (value, count) = codePoint(text, at: index, limit: range.upperBound)
            var script = value < 0x80 ? (isASCIILetter(UInt16(value)) ? Script.latin : .common) : Script(of: value)
            if script == .common, let bracket = bracketKind(value) {
                if bracket.isOpening {
                    if brackets.count >= 32 { brackets.removeFirst() }
                    brackets.append((bracket.other, current))
                } else if let match = brackets.lastIndex(where: { $0.close == Int32(bitPattern: value) }) {
                    script = brackets[match].script
                    brackets.removeSubrange(match...)
                }
            }
            if script.isReal {
                if !current.isReal {
                    current = script
                    for position in brackets.indices where !brackets[position].script.isReal { brackets[position].script = script }
                } else if script != current, !current.isUsed(by: value) {
                    runs.append(ScriptRun(start: start, end: index, script: current))
                    start = index
                    current = script
                }
            }
            index += count
        }
        if start < range.upperBound { runs.append(ScriptRun(start: start, end: range.upperBound, script: current)) }
    }

    /// Whether a bracket of a pair opens it, and the pair's other one; nil for all other characters.
    static func bracketKind(_ codePoint: UInt32) -> (isOpening: Bool, other: Int32)? {
        switch codePoint {
        case 0x28: return (true, 0x29)
        case 0x29: return (false, 0x28)
        case 0x5B: return (true, 0x5D)
        case 0x5D: return (false, 0x5B)
        case 0x7B: return (true, 0x7D)
        case 0x7D: return (false, 0x7B)
        case ..<0xAB: return nil
        default:
            let type = shim_u_getIntPropertyValue(Int32(bitPattern: codePoint), UCHAR_BIDI_PAIRED_BRACKET_TYPE)
            guard type != Int32(U_BPT_NONE.rawValue) else { return nil }
            return (type == Int32(U_BPT_OPEN.rawValue), shim_u_getBidiPairedBracket(Int32(bitPattern: codePoint)))
        }
    }
}
