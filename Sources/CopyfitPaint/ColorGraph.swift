private import CFreeType

/// A COLR table of version 1 (https://learn.microsoft.com/typography/opentype/spec/colr): for each glyph a graph of nodes, told apart by where
/// they lie in the table. FreeType reads it only where it was built to. Of nodes that vary, the values of the default instance are taken.
///
/// Numbers beyond the end of a broken table read as 0.
struct ColorGraph {
    enum Extend { case pad, `repeat`, reflect }

    struct Stop {
        var offset: Double
        /// In the palette; 0xFFFF for the color of the text.
        var entry: Int
        var alpha: Float
    }

    struct Line {
        var extend: Extend
        var stops: [Stop]
    }

    typealias Point = (x: Double, y: Double)

    /// Distances are font units, angles degrees against the clock; nodes inside nodes are places in the table.
    enum Paint {
        case layers(Range<Int>)
        case solid(entry: Int, alpha: Float)
        case linear(Line, Point, Point, Point)
        case radial(Line, Point, Double, Point, Double)
        case sweep(Line, Point, from: Double, to: Double)
        case glyph(UInt32, Int)
        case colorGlyph(UInt32)
        case transform(Int, Affine, around: Point)
        case composite(source: Int, mode: Int, backdrop: Int)
    }

    private let bytes: [UInt8]

    /// Nil where a face has no such table.
    /// - Parameter face: an `FT_Face`.
    init?(face: UnsafeMutableRawPointer) {
        let face = face.assumingMemoryBound(to: FT_FaceRec_.self), tag: FT_ULong = 0x434F_4C52
        var length: FT_ULong = 0
        guard FT_Load_Sfnt_Table(face, tag, 0, nil, &length) == 0, length >= 34, length < 1 << 28 else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(length))
        guard FT_Load_Sfnt_Table(face, tag, 0, &bytes, &length) == 0, bytes[0] > 0 || bytes[1] > 0 else { return nil }
        self.bytes = bytes
    }

    // MARK: Numbers

    private func byte(_ place: Int) -> Int { place >= 0 && place < bytes.count ? Int(bytes[place]) : 0 }
    private func uint16(_ place: Int) -> Int { byte(place) << 8 | byte(place + 1) }
    private func int16(_ place: Int) -> Double { Double(Int16(truncatingIfNeeded: uint16(place))) }
    private func uint24(_ place: Int) -> Int { uint16(place) << 8 | byte(place + 2) }
    private func uint32(_ place: Int) -> Int { uint16(place) << 16 | uint16(place + 2) }
    /// 2.14 fixed.
    private func short(_ place: Int) -> Double { int16(place) / 16384 }
    /// 16.16 fixed.
    private func fixed(_ place: Int) -> Double { Double(Int32(truncatingIfNeeded: uint32(place))) / 65536 }
    private func point(_ place: Int) -> Point { (int16(place), int16(place + 2)) }

    // MARK: Glyphs

    /// The root of a glyph's graph.
    func root(of glyph: UInt32) -> Int? {
        let list = uint32(14)
        guard list > 0 else { return nil }
        var low = 0, high = min(uint32(list), (bytes.count - list) / 6)
        while low < high {
            let middle = (low + high) / 2, record = list + 4 + middle * 6
            let found = uint16(record)
            if found == Int(glyph) { return list + uint32(record + 2) }
            if found < Int(glyph) { low = middle + 1 } else { high = middle }
        }
        return nil
    }

    /// What a glyph is clipped to, font units.
    func clipBox(of glyph: UInt32) -> (left: Double, bottom: Double, right: Double, top: Double)? {
        let list = uint32(22)
        guard list > 0 else { return nil }
        var low = 0, high = min(uint32(list + 1), (bytes.count - list) / 7)
        while low < high {
            let middle = (low + high) / 2, record = list + 5 + middle * 7
            if Int(glyph) < uint16(record) { high = middle } else if Int(glyph) > uint16(record + 2) { low = middle + 1 } else {
                let box = list + uint24(record + 4) + 1
                return (int16(box), int16(box + 2), int16(box + 4), int16(box + 6))
            }
        }
        return nil
    }

    /// The root of one of the layers that glyphs share.
    func layer(_ index: Int) -> Int? {
        let list = uint32(18)
        return list > 0 && index >= 0 && index < uint32(list) ? list + uint32(list + 4 + index * 4) : nil
    }

    // MARK: Nodes

    /// Nil for formats that are not known.
    func paint(at place: Int) -> Paint? {
        guard place > 0, place < bytes.count else { return nil }
        let child = place + uint24(place + 1), format = byte(place)
        switch format {
        case 1:
            let first = uint32(place + 2)
            return .layers(first..<first + byte(place + 1))
        case 2, 3: return .solid(entry: uint16(place + 1), alpha: Float(short(place + 3)))
        case 4, 5: return .linear(line(child, varies: format == 5), point(place + 4), point(place + 8), point(place + 12))
        case 6, 7:
            return .radial(
                line(child, varies: format == 7), point(place + 4), Double(uint16(place + 8)), point(place + 10), Double(uint16(place + 14)))
        case 8, 9:
            // > add 1.0 and multiply by 180° to retrieve counter-clockwise degrees.
            return .sweep(
                line(child, varies: format == 9), point(place + 4), from: (short(place + 8) + 1) * 180, to: (short(place + 10) + 1) * 180)
        case 10: return .glyph(UInt32(uint16(place + 4)), child)
        case 11: return .colorGlyph(UInt32(uint16(place + 1)))
        case 12, 13:
            let m = place + uint24(place + 4)
            let affine = Affine(a: fixed(m), b: fixed(m + 4), c: fixed(m + 8), d: fixed(m + 12), e: fixed(m + 16), f: fixed(m + 20))
            return .transform(child, affine, around: (0, 0))
        case 14, 15: return .transform(child, .translation(int16(place + 4), int16(place + 6)), around: (0, 0))
        case 16...19:
            return .transform(child, Affine(a: short(place + 4), d: short(place + 6)), around: format < 18 ? (0, 0) : point(place + 8))
        case 20...23: return .transform(child, Affine(a: short(place + 4), d: short(place + 4)), around: format < 22 ? (0, 0) : point(place + 6))
        case 24...27: return .transform(child, .rotation(degrees: short(place + 4) * 180), around: format < 26 ? (0, 0) : point(place + 6))
        case 28...31:
            return .transform(
                child, .skew(x: -short(place + 4) * 180, y: short(place + 6) * 180), around: format < 30 ? (0, 0) : point(place + 8))
        case 32: return .composite(source: child, mode: byte(place + 4), backdrop: place + uint24(place + 5))
        default: return nil
        }
    }

    /// A color line, its stops in order.
    private func line(_ place: Int, varies: Bool) -> Line {
        let size = varies ? 10 : 6
        let stops = (0..<min(uint16(place + 1), 1000)).map { number in
            let stop = place + 3 + number * size
            return Stop(offset: short(stop), entry: uint16(stop + 2), alpha: Float(short(stop + 4)))
        }
        let ordered = stops.enumerated().sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }.map(\.element)
        return Line(extend: byte(place) == 1 ? .repeat : byte(place) == 2 ? .reflect : .pad, stops: ordered)
    }
}
