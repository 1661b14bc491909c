/// The units of lengths, and of the other dimensions that math functions may hold (https://www.w3.org/TR/css-values-4/#lengths).
package enum LengthUnit: UInt8, Sendable {
    case px, cm, mm, q, `in`, pt, pc
    case em
    /// An `em` that makes a margin quirky, in the user-agent sheet only (browser-rules §6.1).
    case quirkyEm
    case rem, ex, rex, ch, rch, cap, rcap, ic, ric, lh, rlh
    case vw, vh, vi, vb, vmin, vmax
    case degree, radian, gradian, turn
    case second, millisecond
    case dppx, dpi, dpcm
    case fraction

    package var isLength: Bool { rawValue <= LengthUnit.vmax.rawValue }
    package var isAngle: Bool { rawValue >= LengthUnit.degree.rawValue && rawValue <= LengthUnit.turn.rawValue }
    package var isTime: Bool { self == .second || self == .millisecond }
    /// Relative to the element's own font, so that on `font-size` it means the parent's.
    package var isFontRelative: Bool {
        switch self {
        case .em, .quirkyEm, .ex, .ch, .cap, .ic, .lh: true
        default: false
        }
    }

    /// CSS px in one absolute unit, degrees in one angle unit, seconds in one time unit; 0 for relative units.
    package var factor: Double {
        switch self {
        case .px, .degree, .second, .dppx: 1
        case .cm: 96 / 2.54
        case .mm: 96 / 25.4
        case .q: 96 / 101.6
        case .in: 96
        case .pt: 4.0 / 3
        case .pc: 16
        case .radian: 180 / Double.pi
        case .gradian: 0.9
        case .turn: 360
        case .millisecond: 0.001
        case .dpi: 1.0 / 96
        case .dpcm: 2.54 / 96
        default: 0
        }
    }

    /// The unit spelled by `text`, ASCII case-insensitively. Viewport units of all sizes and container units are one, as nothing here
    /// shows or hides browser bars and containers are measured as the viewport.
    package init?(_ text: UnsafeBufferPointer<UInt8>) {
        guard text.count > 0, text.count <= 5 else { return nil }
        var packed: UInt64 = 0
        for byte in text { packed = packed << 8 | UInt64(byte &- 0x41 < 26 ? byte | 0x20 : byte) }
        guard let unit = LengthUnit.spellings.first(where: { $0.packed == packed })?.unit else { return nil }
        self = unit
    }

    private static let spellings: [(packed: UInt64, unit: LengthUnit)] = {
        let names: [(String, LengthUnit)] = [
            ("px", .px), ("em", .em), ("rem", .rem), ("pt", .pt), ("vw", .vw), ("vh", .vh), ("ex", .ex), ("ch", .ch), ("__qem", .quirkyEm),
            ("cm", .cm), ("mm", .mm), ("q", .q), ("in", .in), ("pc", .pc), ("rex", .rex), ("rch", .rch), ("cap", .cap), ("rcap", .rcap),
            ("ic", .ic), ("ric", .ric), ("lh", .lh), ("rlh", .rlh), ("vi", .vi), ("vb", .vb), ("vmin", .vmin), ("vmax", .vmax),
            ("deg", .degree), ("rad", .radian), ("grad", .gradian), ("turn", .turn), ("s", .second), ("ms", .millisecond),
            ("dppx", .dppx), ("x", .dppx), ("dpi", .dpi), ("dpcm", .dpcm), ("fr", .fraction),
            ("svw", .vw), ("svh", .vh), ("svi", .vi), ("svb", .vb), ("svmin", .vmin), ("svmax", .vmax),
            ("lvw", .vw), ("lvh", .vh), ("lvi", .vi), ("lvb", .vb), ("lvmin", .vmin), ("lvmax", .vmax),
            ("dvw", .vw), ("dvh", .vh), ("dvi", .vi), ("dvb", .vb), ("dvmin", .vmin), ("dvmax", .vmax),
            ("cqw", .vw), ("cqh", .vh), ("cqi", .vi), ("cqb", .vb), ("cqmin", .vmin), ("cqmax", .vmax),
        ]
        return names.map { name, unit in (name.utf8.reduce(0) { $0 << 8 | UInt64($1) }, unit) }
    }()
}
