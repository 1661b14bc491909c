/// "Has the cluster" as each engine answers it (§2.4).
///
/// WebKit asks the character map for each code point of the composed cluster; only the variation selectors 1 to 16 need no glyph.
/// Chromium asks HarfBuzz, so that a font also has what HarfBuzz can replace; default-ignorables always pass.
struct FontCoverage {
    let face: FontFace
    /// The `unicode-range` that hides other glyphs from Chromium's shaper; empty means all.
    var ranges: [ClosedRange<UInt32>] = []
    /// Whether HarfBuzz is asked (Chromium).
    let shaped: Bool

    /// Whether a code point alone has a glyph or a replacement.
    func has(_ codePoint: UInt32) -> Bool {
        if hasGlyph(codePoint) { return true }
        guard shaped else { return false }
        if FallbackCharacter.isDefaultIgnorable(codePoint) { return !FallbackCharacter.isHangulFiller(codePoint) }
        return hasReplacement(codePoint)
    }

    private func hasGlyph(_ codePoint: UInt32) -> Bool {
        face.hasGlyph(codePoint) && (ranges.isEmpty || !shaped || ranges.contains { $0.contains(codePoint) })
    }

    /// What HarfBuzz makes of a code point without a glyph: spaces from U+0020, the no-break hyphen from the hyphen, and parts.
    private func hasReplacement(_ codePoint: UInt32) -> Bool {
        switch codePoint {
        case 0x2000...0x200A, 0x202F, 0x205F, 0xA0: return hasGlyph(0x20)
        case 0x2011: return hasGlyph(0x2010)
        default: return hasParts(codePoint)
        }
    }

    /// Whether the canonical parts of a code point have glyphs.
    private func hasParts(_ codePoint: UInt32) -> Bool {
        guard let (first, second) = FallbackCharacter.decompose(codePoint) else { return false }
        return (second == 0 || hasGlyph(second)) && (hasGlyph(first) || hasParts(first))
    }

    /// Whether a whole cluster has glyphs: each code point, or their composition, or their decomposition.
    func has(_ cluster: ClusterRange, of text: UnsafeBufferPointer<UInt16>) -> Bool {
        if cluster.isSingle { return has(cluster.base) }
        var index = Int(cluster.start)
        let end = Int(cluster.end)
        // `composed` is what the code points so far make of each other.
        var composed: UInt32?
        while index < end {
            let (codePoint, length) = FallbackCharacter.decode(text, index, limit: end)
            index += length
            if (0xFE00...0xFE0F).contains(codePoint) || (shaped && FallbackCharacter.isDefaultIgnorable(codePoint)) { continue }
            if let base = composed {
                if let both = FallbackCharacter.compose(base, codePoint) {
                    composed = both
                    continue
                }
                guard has(base) || hasParts(base) else { return false }
            }
            composed = codePoint
        }
        guard let composed else { return true }
        return has(composed) || hasParts(composed)
    }

    /// Whether all that a cluster lacks in this font is default-ignorable.
    func lacksOnlyIgnorables(_ cluster: ClusterRange, of text: UnsafeBufferPointer<UInt16>) -> Bool {
        var index = Int(cluster.start)
        let end = Int(cluster.end)
        while index < end {
            let (codePoint, length) = FallbackCharacter.decode(text, index, limit: end)
            index += length
            if !face.hasGlyph(codePoint), !FallbackCharacter.isDefaultIgnorable(codePoint) { return false }
        }
        return true
    }
}
