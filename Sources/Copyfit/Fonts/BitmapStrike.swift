/// The bitmaps (CBLC/CBDT) of a face without outlines: their line metrics and advances at the strike's size (§2.1).
struct BitmapStrike: Hashable, Sendable {
    /// The size that the bitmaps are drawn for.
    var pixelsPerEm: Int
    /// Pixels at that size; descent positive down.
    var ascent: Int
    var descent: Int
    /// By glyph; 0 where the strike has no bitmap.
    var advances: [UInt8]

    /// The largest strike of a face, or nil where there is none.
    init?(of face: OpaquePointer, glyphCount: Int) {
        let locations = FontTable(FontTag(named: "CBLC"), of: face)
        let bitmaps = FontTable(FontTag(named: "CBDT"), of: face)
        guard let count = locations.uint32(4), count > 0 else { return nil }
        var best: (offset: Int, size: Int)?
        for index in 0..<min(count, 64) {
            let offset = 8 + index * 48
            guard let size = locations.uint8(offset + 45) else { break }
            if size > (best?.size ?? 0) { best = (offset, size) }
        }
        guard let best, let subtables = locations.uint32(best.offset), let subtableCount = locations.uint32(best.offset + 8) else { return nil }
        pixelsPerEm = best.size
        ascent = locations.int8(best.offset + 16) ?? 0
        descent = -(locations.int8(best.offset + 17) ?? 0)
        advances = [UInt8](repeating: 0, count: glyphCount)
        for index in 0..<min(subtableCount, 4096) {
            let entry = subtables + index * 8
            guard let first = locations.uint16(entry), let last = locations.uint16(entry + 2), let extra = locations.uint32(entry + 4),
                first <= last, last < glyphCount
            else { continue }
            readAdvances(first...last, at: subtables + extra, locations, bitmaps)
        }
    }

    private mutating func readAdvances(_ glyphs: ClosedRange<Int>, at header: Int, _ locations: borrowing FontTable, _ bitmaps: borrowing FontTable) {
        guard let format = locations.uint16(header), let imageFormat = locations.uint16(header + 2), let data = locations.uint32(header + 4)
        else { return }
        switch format {
        case 1, 3:
            for glyph in glyphs {
                let step = glyph - glyphs.lowerBound
                let start = format == 1 ? locations.uint32(header + 8 + step * 4) : locations.uint16(header + 8 + step * 2)
                let end = format == 1 ? locations.uint32(header + 12 + step * 4) : locations.uint16(header + 10 + step * 2)
                guard let start, let end, end > start else { continue }
                // Small and big metrics both have height, width, bearingX, bearingY, advance first.
                guard [1, 2, 6, 7, 8, 9, 17, 18].contains(imageFormat), let advance = bitmaps.uint8(data + start + 4) else { continue }
                advances[glyph] = UInt8(advance)
            }
        case 2, 5:
            guard let advance = locations.uint8(header + 16) else { return }
            if format == 2 {
                for glyph in glyphs { advances[glyph] = UInt8(advance) }
            } else {
                for index in 0..<min(locations.uint32(header + 20) ?? 0, glyphs.count) {
                    guard let glyph = locations.uint16(header + 24 + index * 2), glyph < advances.count else { continue }
                    advances[glyph] = UInt8(advance)
                }
            }
        case 4:
            for index in 0..<min(locations.uint32(header + 8) ?? 0, glyphs.count) {
                guard let glyph = locations.uint16(header + 12 + index * 4), let start = locations.uint16(header + 14 + index * 4),
                    glyph < advances.count, let advance = bitmaps.uint8(data + start + 4)
                else { continue }
                advances[glyph] = UInt8(advance)
            }
        default: return
        }
    }
}

extension BitmapStrike {
    /// How advances in strike pixels become positions in 16.16 px (measured at 44 sizes from 8 to 1000 px).
    enum Scaling: Hashable, Sendable {
        /// By the plain ratio of the sizes: Chromium.
        case exact(Double)
        /// By the ratio cut to 16.16, the result rounded to 26.6: WebKit up to 256 px.
        case fixed(Int64)
        /// In whole font units, scaled as outlines are: WebKit where bitmaps would be larger than 256 px.
        case units(pixelsPerEm: Int64, unitsPerEm: Int64, scale: Int64)

        init(_ strike: BitmapStrike, size: Float, unitsPerEm: Int, unitScale: Int64, profile: Profile) {
            let pixels = Int64(max(1, strike.pixelsPerEm))
            if profile.scalesStrikesExactly {
                self = .exact(Double(size) / Double(pixels))
            } else if size <= 256 {
                self = .fixed(Int64(Double(size) * 65536 / Double(pixels)))
            } else {
                self = .units(pixelsPerEm: pixels, unitsPerEm: Int64(unitsPerEm), scale: unitScale)
            }
        }

        func position(_ advance: UInt8) -> Int32 {
            switch self {
            case .exact(let ratio): Int32(Double(advance) * ratio * 65536)
            case .fixed(let ratio): Int32(clamping: ((Int64(advance) * 64 * ratio + 32_768) >> 16) << 10)
            case .units(let pixelsPerEm, let unitsPerEm, let scale):
                Int32(clamping: ((Int64(advance) * unitsPerEm + pixelsPerEm / 2) / pixelsPerEm * scale + 32) / 64)
            }
        }
    }
}
