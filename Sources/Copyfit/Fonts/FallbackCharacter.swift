private import CHarfBuzz
private import CICU

/// A grapheme cluster of a run, as fallback looks at it.
struct ClusterRange: Hashable {
    /// UTF-16 offsets.
    var start: Int32
    var end: Int32
    /// The first code point.
    var base: UInt32
    /// Whether the cluster is wanted as emoji (§2.4 step 2).
    var isEmoji = false
    /// Whether U+FE0E asks for text.
    var refusesEmoji = false
    /// Nothing but the base, which needs no composing.
    var isSingle = true
    /// The index of the chosen font, or −1.
    var font: Int32 = -1
}

/// Properties of code points that font choice depends on.
enum FallbackCharacter {
    /// Code points that show nothing by themselves and never ask for a font.
    static func isDefaultIgnorable(_ codePoint: UInt32) -> Bool {
        if codePoint < 0xAD { return codePoint < 0x20 || (codePoint >= 0x7F && codePoint < 0xA0) }
        return shim_u_hasBinaryProperty(Int32(bitPattern: codePoint), UCHAR_DEFAULT_IGNORABLE_CODE_POINT) != 0
    }

    /// Fillers that stand for a missing letter: HarfBuzz does not hide them as it does other default-ignorables.
    static func isHangulFiller(_ codePoint: UInt32) -> Bool {
        codePoint == 0x115F || codePoint == 0x1160 || codePoint == 0x3164 || codePoint == 0xFFA0
    }

    static func isPrivateUse(_ codePoint: UInt32) -> Bool {
        (0xE000...0xF8FF).contains(codePoint) || codePoint >= 0xF0000
    }

    /// A mark that takes no room of its own.
    static func isNonspacingMark(_ codePoint: UInt32) -> Bool { codePoint >= 0x300 && shim_u_charType(Int32(bitPattern: codePoint)) == 6 }

    /// A combining mark of any kind.
    fileprivate static func isMark(_ codePoint: UInt32) -> Bool {
        if codePoint < 0x300 { return false }
        let type = shim_u_charType(Int32(bitPattern: codePoint))
        return type == 6 || type == 7 || type == 8
    }

    /// Whether a character asks for an emoji font by itself.
    static func isEmojiByDefault(_ codePoint: UInt32) -> Bool {
        if codePoint < 0x231A { return false }
        let character = Int32(bitPattern: codePoint)
        return shim_u_hasBinaryProperty(character, UCHAR_EMOJI_PRESENTATION) != 0
            || shim_u_hasBinaryProperty(character, UCHAR_EMOJI_MODIFIER_BASE) != 0
    }

    fileprivate static func isPictographic(_ codePoint: UInt32) -> Bool {
        codePoint >= 0xA9 && shim_u_hasBinaryProperty(Int32(bitPattern: codePoint), UCHAR_EXTENDED_PICTOGRAPHIC) != 0
    }

    /// Whether a code point continues the cluster before it, whatever that is.
    fileprivate static func extends(_ codePoint: UInt32) -> Bool {
        if codePoint < 0x300 { return false }
        switch codePoint {
        case 0x200C, 0x200D, 0xFE00...0xFE0F, 0x1F3FB...0x1F3FF, 0xE0020...0xE007F, 0xE0100...0xE01EF, 0xFF9E, 0xFF9F: return true
        default: return isMark(codePoint)
        }
    }

    fileprivate static func hangul(_ codePoint: UInt32) -> HangulType {
        switch codePoint {
        case 0x1100...0x115F, 0xA960...0xA97C: .leading
        case 0x1160...0x11A7, 0xD7B0...0xD7C6: .vowel
        case 0x11A8...0x11FF, 0xD7CB...0xD7FB: .trailing
        case 0xAC00...0xD7A3: (codePoint - 0xAC00) % 28 == 0 ? .openSyllable : .closedSyllable
        default: .none
        }
    }

    fileprivate enum HangulType { case none, leading, vowel, trailing, openSyllable, closedSyllable }

    /// Whether Hangul letters join into one syllable (Unicode rules GB6 to GB8).
    fileprivate static func joins(_ first: HangulType, _ second: HangulType) -> Bool {
        switch (first, second) {
        case (.leading, .leading), (.leading, .vowel), (.leading, .openSyllable), (.leading, .closedSyllable): true
        case (.openSyllable, .vowel), (.vowel, .vowel), (.openSyllable, .trailing), (.vowel, .trailing): true
        case (.closedSyllable, .trailing), (.trailing, .trailing): true
        default: false
        }
    }

    /// The code point at a UTF-16 offset and its length; a lone surrogate is U+FFFD.
    @inline(__always)
    static func decode(_ text: UnsafeBufferPointer<UInt16>, _ index: Int, limit: Int) -> (codePoint: UInt32, length: Int) {
        let unit = UInt32(text[index])
        if unit & 0xF800 != 0xD800 { return (unit, 1) }
        if unit < 0xDC00, index + 1 < limit {
            let low = UInt32(text[index + 1])
            if low & 0xFC00 == 0xDC00 { return (0x10000 + ((unit & 0x3FF) << 10) + (low & 0x3FF), 2) }
        }
        return (0xFFFD, 1)
    }

    /// Splits a run into grapheme clusters (https://www.unicode.org/reports/tr29/), in linear time.
    static func split(_ text: UnsafeBufferPointer<UInt16>, _ range: Range<Int>, into clusters: inout [ClusterRange], watch: WorkWatch? = nil) {
        clusters.removeAll(keepingCapacity: true)
        var index = range.lowerBound
        while index < range.upperBound {
            let (base, length) = decode(text, index, limit: range.upperBound)
            var cluster = ClusterRange(start: Int32(index), end: 0, base: base)
            cluster.isEmoji = isEmojiByDefault(base)
            index += length
            if base >= 0x20 { index = extend(&cluster, text, index, limit: range.upperBound) }
            cluster.end = Int32(index)
            clusters.append(cluster)
            if clusters.count & 4095 == 4095, watch?.mustStopNow() == true { return }
        }
    }

    private static func extend(_ cluster: inout ClusterRange, _ text: UnsafeBufferPointer<UInt16>, _ start: Int, limit: Int) -> Int {
        var index = start
        var previousHangul = hangul(cluster.base)
        let isPicture = isPictographic(cluster.base)
        var afterJoiner = false
        let isFlag = (0x1F1E6...0x1F1FF).contains(cluster.base)
        while index < limit {
            let unit = text[index]
            // Nothing below U+0300 continues a cluster.
            if unit < 0x300, !afterJoiner { break }
            let (next, length) = decode(text, index, limit: limit)
            if extends(next) {
                if next == 0xFE0F {
                    cluster.isEmoji = true
                } else if next == 0xFE0E {
                    cluster.isEmoji = false
                    cluster.refusesEmoji = true
                }
                afterJoiner = next == 0x200D && isPicture
            } else if afterJoiner, isPictographic(next) {
                afterJoiner = false
            } else if isFlag, index == start, (0x1F1E6...0x1F1FF).contains(next) {
                afterJoiner = false
            } else {
                let nextHangul = hangul(next)
                guard joins(previousHangul, nextHangul) else { break }
                previousHangul = nextHangul
            }
            cluster.isSingle = false
            index += length
        }
        return index
    }

    /// The canonical composition of two code points, or nil.
    static func compose(_ first: UInt32, _ second: UInt32) -> UInt32? {
        var composed: hb_codepoint_t = 0
        return hb_unicode_compose(hb_unicode_funcs_get_default(), first, second, &composed) != 0 ? composed : nil
    }

    /// The canonical decomposition of a code point into one or two (then 0), one step.
    static func decompose(_ codePoint: UInt32) -> (UInt32, UInt32)? {
        var first: hb_codepoint_t = 0
        var second: hb_codepoint_t = 0
        return hb_unicode_decompose(hb_unicode_funcs_get_default(), codePoint, &first, &second) != 0 ? (first, second) : nil
    }
}
