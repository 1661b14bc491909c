/// "Has the cluster" as each engine answers it (§2.4).
enum FontCoverage {
    /// Whether a font has a code point, by itself or by what it is made of.
    /// - Parameter shaped: as HarfBuzz would replace it too (Chromium); otherwise by the character map only (WebKit).
    static func has(_ codePoint: UInt32, in face: FontFace, shaped: Bool) -> Bool {
        if face.hasGlyph(codePoint) { return true }
        return shaped && hasReplacement(codePoint, in: face)
    }

    /// What HarfBuzz makes of a code point without a glyph: spaces from U+0020, the no-break hyphen from the hyphen, and parts.
    private static func hasReplacement(_ codePoint: UInt32, in face: FontFace) -> Bool {
        switch codePoint {
        case 0x2000...0x200A, 0x202F, 0x205F, 0xA0: return face.hasGlyph(0x20)
        case 0x2011: return face.hasGlyph(0x2010)
        default:
            guard let (first, second) = FallbackCharacter.decompose(codePoint) else { return false }
            guard second == 0 || face.hasGlyph(second) else { return false }
            return has(first, in: face, shaped: true)
        }
    }

    /// Whether a font has a whole cluster: each code point, or their composition, or their decomposition; default-ignorables always pass.
    static func has(_ cluster: ClusterRange, of text: UnsafeBufferPointer<UInt16>, in face: FontFace, shaped: Bool) -> Bool {
        if cluster.isSingle { return FallbackCharacter.isDefaultIgnorable(cluster.base) || has(cluster.base, in: face, shaped: shaped) }
        var index = Int(cluster.start)
        let end = Int(cluster.end)
        var composed: UInt32 = 0
        var pending = false
        var hasAll = true
        // One pass: `composed` is what the code points so far make of each other, missing or not.
        while index < end {
            let (codePoint, length) = FallbackCharacter.decode(text, index, limit: end)
            index += length
            if FallbackCharacter.isDefaultIgnorable(codePoint) { continue }
            if pending, let both = FallbackCharacter.compose(composed, codePoint) {
                composed = both
                continue
            }
            if pending, !hasParts(composed, in: face, shaped: shaped) { hasAll = false; break }
            composed = codePoint
            pending = true
        }
        if hasAll { return !pending || hasParts(composed, in: face, shaped: shaped) }
        return false
    }

    /// The code point itself, or its canonical parts.
    private static func hasParts(_ codePoint: UInt32, in face: FontFace, shaped: Bool) -> Bool {
        if has(codePoint, in: face, shaped: shaped) { return true }
        guard let (first, second) = FallbackCharacter.decompose(codePoint) else { return false }
        return (second == 0 || face.hasGlyph(second)) && hasParts(first, in: face, shaped: shaped)
    }
}
