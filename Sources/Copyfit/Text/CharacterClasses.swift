private import CICU

// What the text stage asks about characters. ASCII answers come without ICU.

/// White space at which lines break and which collapses: U+0020, U+0009, U+000A.
@inline(__always) func isBreakableSpace(_ unit: UInt16) -> Bool { unit == 0x20 || unit == 0x09 || unit == 0x0A }
@inline(__always) func isASCIILetter(_ unit: UInt16) -> Bool { (unit | 0x20) &- 0x61 < 26 }
/// ASCII letters and the upper part of Latin-1, where no pair is a break opportunity.
@inline(__always) func isLatinLetter(_ unit: UInt16) -> Bool { isASCIILetter(unit) || unit &- 0xC0 < 0x40 }
@inline(__always) func isASCIIDigit(_ unit: UInt16) -> Bool { unit &- 0x30 < 10 }
@inline(__always) func isASCIIAlphanumeric(_ unit: UInt16) -> Bool { isASCIILetter(unit) || isASCIIDigit(unit) }
@inline(__always) func isSurrogate(_ unit: UInt16) -> Bool { unit & 0xF800 == 0xD800 }
@inline(__always) func isLeadSurrogate(_ unit: UInt16) -> Bool { unit & 0xFC00 == 0xD800 }
@inline(__always) func isTrailSurrogate(_ unit: UInt16) -> Bool { unit & 0xFC00 == 0xDC00 }
/// The explicit bidi controls that the builder of a paragraph inserts, and that authors write.
@inline(__always) func isBidiControl(_ unit: UInt16) -> Bool { (unit >= 0x202A && unit <= 0x202E) || (unit >= 0x2066 && unit <= 0x2069) }

/// The code point at a UTF-16 offset and its length; a lone surrogate stands for itself.
@inline(__always) func codePoint(_ text: UnsafeBufferPointer<UInt16>, at index: Int, limit: Int) -> (value: UInt32, count: Int) {
    let unit = text[index]
    if isLeadSurrogate(unit), index &+ 1 < limit, isTrailSurrogate(text[index &+ 1]) {
        return (0x10000 &+ (UInt32(unit & 0x3FF) << 10) &+ UInt32(text[index &+ 1] & 0x3FF), 2)
    }
    return (UInt32(unit), 1)
}

/// The code point that ends before a UTF-16 offset.
@inline(__always) func codePoint(_ text: UnsafeBufferPointer<UInt16>, before index: Int, limit: Int) -> (value: UInt32, count: Int) {
    let unit = text[index &- 1]
    if isTrailSurrogate(unit), index &- 2 >= limit, isLeadSurrogate(text[index &- 2]) {
        return (0x10000 &+ (UInt32(text[index &- 2] & 0x3FF) << 10) &+ UInt32(unit & 0x3FF), 2)
    }
    return (UInt32(unit), 1)
}

/// The Unicode properties that break rules ask for.
enum CharacterClass {
    /// The Line_Break property (UAX #14).
    @inline(__always) static func lineBreak(_ codePoint: UInt32) -> LineBreakClass {
        codePoint < 0x10000 ? BreakClasses.shared[UInt16(truncatingIfNeeded: codePoint)].lineBreak : askLineBreak(codePoint)
    }

    static func askLineBreak(_ codePoint: UInt32) -> LineBreakClass {
        LineBreakClass(rawValue: UInt8(truncatingIfNeeded: shim_u_getIntPropertyValue(Int32(bitPattern: codePoint), UCHAR_LINE_BREAK)))
    }

    /// Letters, digits and (but for rule sets that take them for brackets) quotes, between any two of which no rules break.
    static func isUnbroken(_ unit: UInt16, quotes: Bool) -> Bool {
        switch lineBreak(UInt32(unit)) {
        case .alphabetic, .hebrewLetter, .numeric: true
        case .quotation: quotes
        default: false
        }
    }

    /// General category Pi.
    static func isInitialQuote(_ codePoint: UInt32) -> Bool { UInt32(shim_u_charType(Int32(bitPattern: codePoint))) == U_INITIAL_PUNCTUATION.rawValue }
    /// General category Pf.
    static func isFinalQuote(_ codePoint: UInt32) -> Bool { UInt32(shim_u_charType(Int32(bitPattern: codePoint))) == U_FINAL_PUNCTUATION.rawValue }

    /// The hyphens of UAX #14's newer class HH.
    static func isHyphen(_ codePoint: UInt32) -> Bool {
        switch codePoint {
        case 0x58A, 0x5BE, 0x1806, 0x2010, 0x2012, 0x2013: true
        default: false
        }
    }

    static func isMark(_ codePoint: UInt32) -> Bool { generalCategoryMask(codePoint) & 0b1_1100_0000 != 0 }

    /// Bit n is set for general category n of `UCharCategory`.
    static func generalCategoryMask(_ codePoint: UInt32) -> UInt32 { 1 << UInt32(shim_u_charType(Int32(bitPattern: codePoint)) & 31) }

    /// East_Asian_Width Fullwidth, Wide or Halfwidth.
    static func isEastAsian(_ codePoint: UInt32) -> Bool {
        let width = shim_u_getIntPropertyValue(Int32(bitPattern: codePoint), UCHAR_EAST_ASIAN_WIDTH)
        return width == Int32(U_EA_FULLWIDTH.rawValue) || width == Int32(U_EA_WIDE.rawValue) || width == Int32(U_EA_HALFWIDTH.rawValue)
    }

    /// Letters and numbers that are not of scripts written without spaces: between two of them Chromium's `keep-all` does not break.
    static func isKeptTogether(_ codePoint: UInt32) -> Bool {
        // General categories Lu Ll Lt Lm Lo and Nd Nl No.
        generalCategoryMask(codePoint) & 0b1110_0011_1110 != 0 && lineBreak(codePoint) != .complexContext
    }

    /// Ps, Pe, Pi, Pf, Po: before these WebKit does not split a word for `word-break: break-all` (browser-rules §5.5).
    static func isClosingOrOpeningPunctuation(_ codePoint: UInt32) -> Bool {
        let categories = [U_START_PUNCTUATION, U_END_PUNCTUATION, U_INITIAL_PUNCTUATION, U_FINAL_PUNCTUATION, U_OTHER_PUNCTUATION]
        return categories.contains { UInt32(shim_u_charType(Int32(bitPattern: codePoint))) == $0.rawValue }
    }
}

/// A value of the Line_Break property, numbered as ICU does; only the ones that rules here name have names.
struct LineBreakClass: RawRepresentable, Hashable, Sendable {
    var rawValue: UInt8
    @inline(__always) init(rawValue: UInt8) { self.rawValue = rawValue }
    static let unknown = LineBreakClass(rawValue: 0)
    static let ambiguous = LineBreakClass(rawValue: 1)
    static let alphabetic = LineBreakClass(rawValue: 2)
    static let breakAfter = LineBreakClass(rawValue: 4)
    static let glue = LineBreakClass(rawValue: 12)
    static let ideographic = LineBreakClass(rawValue: 14)
    static let inseparable = LineBreakClass(rawValue: 15)
    static let zeroWidthSpace = LineBreakClass(rawValue: 28)
    static let wordJoiner = LineBreakClass(rawValue: 30)
    static let zeroWidthJoiner = LineBreakClass(rawValue: 42)
    static let closePunctuation = LineBreakClass(rawValue: 8)
    static let combiningMark = LineBreakClass(rawValue: 9)
    static let exclamation = LineBreakClass(rawValue: 11)
    static let hyphen = LineBreakClass(rawValue: 13)
    static let infixNumeric = LineBreakClass(rawValue: 16)
    static let nonstarter = LineBreakClass(rawValue: 18)
    static let numeric = LineBreakClass(rawValue: 19)
    static let openPunctuation = LineBreakClass(rawValue: 20)
    static let postfixNumeric = LineBreakClass(rawValue: 21)
    static let prefixNumeric = LineBreakClass(rawValue: 22)
    static let quotation = LineBreakClass(rawValue: 23)
    static let complexContext = LineBreakClass(rawValue: 24)
    static let breakSymbols = LineBreakClass(rawValue: 27)
    static let hangulLV = LineBreakClass(rawValue: 31)
    static let hangulLVT = LineBreakClass(rawValue: 32)
    static let closeParenthesis = LineBreakClass(rawValue: 36)
    static let hebrewLetter = LineBreakClass(rawValue: 38)
}
