internal import Copyfit

/// Lays glyph masks on pixels as the browsers on Linux do, to the last bit: both factors of a blend are rounded down after adding the value once,
/// `(v · a + v) >> 8`.
struct GlyphBlitter {
    private let target: Canvas.PixelTarget
    /// The color, premultiplied.
    private let alpha: UInt32
    private let red: UInt32
    private let green: UInt32
    private let blue: UInt32

    init(_ target: Canvas.PixelTarget, _ color: PaintColor) {
        self.target = target
        func byte(_ value: Float) -> UInt32 { UInt32(max(0, min(255, (value * 255).rounded()))) }
        let alpha = byte(color.alpha)
        func premultiplied(_ value: Float) -> UInt32 { (byte(value) * alpha + 127) / 255 }
        self.alpha = alpha
        red = premultiplied(color.red)
        green = premultiplied(color.green)
        blue = premultiplied(color.blue)
    }

    /// - Parameters:
    ///   - mask: a byte a pixel.
    ///   - x: device pixels of the mask's left edge, as `y` of its top.
    func draw(_ mask: UnsafePointer<UInt8>, width: Int, height: Int, bytesPerRow: Int, x: Int, y: Int) {
        let left = x + target.offsetX, top = y + target.offsetY
        let firstColumn = max(0, target.left - left), lastColumn = min(width, target.right - left)
        let firstRow = max(0, target.top - top), lastRow = min(height, target.bottom - top)
        guard firstColumn < lastColumn, firstRow < lastRow else { return }
        for row in firstRow..<lastRow {
            let line = UnsafeMutableRawPointer(target.pixels + (top + row) * target.bytesPerRow)
            let source = mask + row * bytesPerRow
            for column in firstColumn..<lastColumn {
                let coverage = UInt32(source[column])
                guard coverage > 0 else { continue }
                let offset = (left + column) * 4
                let below = line.load(fromByteOffset: offset, as: UInt32.self)
                line.storeBytes(of: blend(coverage, below), toByteOffset: offset, as: UInt32.self)
            }
        }
    }

    @inline(__always) private func blend(_ coverage: UInt32, _ below: UInt32) -> UInt32 {
        let factor = coverage &+ 1
        let a = (alpha &* factor) &>> 8
        let rest = 256 &- a
        // Two channels at a time.
        let oddBelow = (below &>> 8) & 0x00FF_00FF, evenBelow = below & 0x00FF_00FF
        let odd = (oddBelow &* rest) & 0xFF00_FF00, even = ((evenBelow &* rest) &>> 8) & 0x00FF_00FF
        let oddAbove = a &<< 24 | ((green &* factor) & 0xFF00), evenAbove = ((red &* factor) &>> 8) &<< 16 | ((blue &* factor) &>> 8)
        return odd &+ even &+ (oddAbove &+ evenAbove)
    }
}
