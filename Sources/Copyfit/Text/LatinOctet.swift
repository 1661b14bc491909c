/// Eight Latin-1 characters of a UTF-16 text, a byte each, the first one lowest, and which of them are of a kind: marks are the high bits of
/// bytes. In plain integers, where the library's vectors would go lane by lane.
struct LatinOctet {
    let bytes: UInt64

    private static let each: UInt64 = 0x0101_0101_0101_0101
    private static var high: UInt64 { 0x80 &* each }
    private static let highBytesOfUnits: UInt64 = 0xFF00_FF00_FF00_FF00

    /// Reads eight units; one beyond Latin-1 becomes U+0000.
    @inline(__always) init(_ units: UnsafePointer<UInt16>) {
        let (first, second) = Self.halves(units)
        let low = Self.packed(first & ~Self.highBytesOfUnits) | Self.packed(second & ~Self.highBytesOfUnits) &<< 32
        guard (first | second) & Self.highBytesOfUnits != 0 else {
            bytes = low
            return
        }
        let beyond = Self.packed(first &>> 8 & ~Self.highBytesOfUnits) | Self.packed(second &>> 8 & ~Self.highBytesOfUnits) &<< 32
        // Bytes of ones where a unit has a high byte.
        let marks = ((beyond & ~Self.high) &+ 0x7F &* Self.each | beyond) & Self.high
        bytes = low & ~((marks &>> 7) &* 0xFF)
    }

    /// The first `count` of eight readable units, and zeros.
    /// - Parameter count: 0 to 8.
    @inline(__always) init?(_ units: UnsafePointer<UInt16>, count: Int) {
        var (first, second) = Self.halves(units)
        let bits = UInt64(truncatingIfNeeded: count &* 16)
        if count < 4 {
            first &= ~(UInt64.max &<< bits)
            second = 0
        } else if count < 8 {
            second &= ~(UInt64.max &<< (bits &- 64))
        }
        guard (first | second) & Self.highBytesOfUnits == 0 else { return nil }
        bytes = Self.packed(first) | Self.packed(second) &<< 32
    }

    @inline(__always) init(repeating unit: UInt8) { bytes = UInt64(unit) &* Self.each }

    /// Eight units, four in each half, the first one lowest.
    @inline(__always) private static func halves(_ units: UnsafePointer<UInt16>) -> (UInt64, UInt64) {
        let raw = UnsafeRawPointer(units)
        return (UInt64(littleEndian: raw.loadUnaligned(as: UInt64.self)), UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
    }

    /// Four units without high bytes as four bytes.
    @inline(__always) private static func packed(_ units: UInt64) -> UInt64 {
        let pairs = (units | units &>> 8) & 0x0000_FFFF_0000_FFFF
        return (pairs | pairs &>> 16) & 0xFFFF_FFFF
    }

    /// Where bytes are at least `lower`, by their lower seven bits alone.
    @inline(__always) private static func reach(_ lower: UInt64, _ sevenBits: UInt64) -> UInt64 { sevenBits &+ (0x80 &- lower) &* each }

    /// U+0020.
    @inline(__always) var spaces: UInt64 {
        let other = bytes ^ 0x20 &* Self.each
        return ~((other & ~Self.high) &+ 0x7F &* Self.each | other) & Self.high
    }

    /// U+0009 and U+000A.
    @inline(__always) var otherSpaces: UInt64 {
        let low = bytes & ~Self.high
        return Self.reach(0x09, low) & ~Self.reach(0x0B, low) & ~bytes & Self.high
    }

    /// U+00C0 to U+00FF.
    @inline(__always) private var upper: UInt64 { bytes & bytes &<< 1 & Self.high }

    /// ASCII letters and digits, and the upper part of Latin-1.
    @inline(__always) var letters: UInt64 {
        let low = bytes & ~Self.high, lowerCase = low | 0x20 &* Self.each
        let letters = Self.reach(0x61, lowerCase) & ~Self.reach(0x7B, lowerCase), digits = Self.reach(0x30, low) & ~Self.reach(0x3A, low)
        return (letters | digits) & ~bytes & Self.high | upper
    }

    /// Visible ASCII, and the upper part of Latin-1.
    @inline(__always) var graphics: UInt64 {
        let low = bytes & ~Self.high
        return Self.reach(0x21, low) & ~Self.reach(0x7F, low) & ~bytes & Self.high | upper
    }
}
