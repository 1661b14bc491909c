internal import Copyfit
private import Glibc

/// How glyph coverage becomes opacity: the browsers on Linux thin dark text and thicken light text a little, for blending in sRGB looks
/// heavier than in light.
struct GlyphContrast {
    /// By level of the text color's luminance, 0 dark to 7 light, then by coverage.
    private let tables: [[UInt8]]

    init() {
        tables = (0..<8).map { level in GlyphContrast.table(luminance: Double(level << 5 | level << 2 | level >> 1) / 255) }
    }

    /// The level of a text color, whatever its opacity: of each channel only three bits count.
    static func level(_ color: PaintColor) -> UInt8 {
        func coarse(_ value: Float) -> Int {
            let level = Int(max(0, min(255, (value * 255).rounded()))) >> 5
            return level << 5 | level << 2 | level >> 1
        }
        let luminance = (coarse(color.red) * 54 + coarse(color.green) * 183 + coarse(color.blue) * 19) >> 8
        return UInt8(luminance >> 5)
    }

    func apply(_ level: UInt8, _ coverage: UInt8) -> UInt8 { tables[Int(level & 7)][Int(coverage)] }

    private static func linear(_ value: Double) -> Double { value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4) }
    private static func encoded(_ value: Double) -> Double { value <= 0.0031308 ? value * 12.92 : 1.055 * pow(value, 1 / 2.4) - 0.055 }

    /// Blends in light against the opposite of the text color, and finds the opacity that does the same in sRGB. The contrast is a half, kept in
    /// eight bits: with it all levels are those of WebKit's pictures for every coverage.
    private static func table(luminance source: Double) -> [UInt8] {
        let contrast = 128.0 / 255
        let ground = 1 - source
        let linearSource = linear(source), linearGround = linear(ground)
        let raised = contrast * linearGround
        return (0..<256).map { coverage in
            let raw = Double(coverage) / 255
            let alpha = raw + (1 - raw) * raised * raw
            if abs(ground - source) < 1.0 / 256 { return UInt8((alpha * 255).rounded()) }
            let out = encoded(linearSource * alpha + linearGround * (1 - alpha))
            return UInt8(max(0, min(255, (255 * (out - ground) / (source - ground) ).rounded())))
        }
    }
}
