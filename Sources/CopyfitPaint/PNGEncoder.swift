private import CZlib

/// Writes a PNG file (https://www.w3.org/TR/png/) row by row to a sink: each row as what differs from the one above, which suits flat grounds
/// and text, compressed quickly rather than best.
final class PNGEncoder {
    /// What a pixel is written as.
    enum Format {
        /// All pixels are opaque and gray.
        case gray
        /// All pixels are opaque.
        case color
        case colorWithAlpha

        var channels: Int {
            switch self {
            case .gray: 1
            case .color: 3
            case .colorWithAlpha: 4
            }
        }
        fileprivate var colorType: UInt8 {
            switch self {
            case .gray: 0
            case .color: 2
            case .colorWithAlpha: 6
            }
        }
    }

    private let width: Int
    private let format: Format
    private let sink: (UnsafeRawBufferPointer) -> Bool
    private var deflater = RunDeflater()
    /// The pixels of the row above.
    private var previous: [UInt32]
    /// False once the sink refused.
    private(set) var isIntact = true
    private static let chunkSize = 1 << 16

    /// - Parameter sink: takes the file's bytes as they come; false to stop.
    init(width: Int, height: Int, format: Format, sink: @escaping (UnsafeRawBufferPointer) -> Bool) {
        self.width = width
        self.format = format
        self.sink = sink
        previous = [UInt32](repeating: 0, count: width)
        write([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        writeChunk("IHDR", PNGEncoder.bigEndian(width) + PNGEncoder.bigEndian(height) + [8, format.colorType, 0, 0, 0])
    }

    /// Whether opaque pixels are all gray.
    static func isGray(_ pixels: UnsafeMutablePointer<UInt8>, width: Int, rows: Int, bytesPerRow: Int) -> Bool {
        for row in 0..<rows {
            let line = UnsafeRawPointer(pixels + row * bytesPerRow)
            var difference: UInt32 = 0
            for x in 0..<width {
                let word = line.load(fromByteOffset: x &* 4, as: UInt32.self)
                difference |= (word ^ (word &>> 8)) & 0xFFFF
            }
            if difference != 0 { return false }
        }
        return true
    }

    /// Adds rows below the last one.
    /// - Parameter pixels: premultiplied ARGB in native order.
    func append(_ pixels: UnsafeMutablePointer<UInt8>, rows: Int, bytesPerRow: Int) {
        for row in 0..<rows where isIntact {
            let source = UnsafeRawPointer(pixels + row * bytesPerRow).assumingMemoryBound(to: UInt32.self)
            // The filter: each byte less the one above.
            deflater.byte(2)
            deflater.reserve(width * 2)
            previous.withUnsafeMutableBufferPointer { above in
                guard let above = above.baseAddress else { return }
                PNGEncoder.filter(source, above, width: width, format, into: &deflater)
                above.update(from: source, count: width)
            }
            deflater.endRow()
            if deflater.output.count >= PNGEncoder.chunkSize { writeChunk("IDAT", deflater.takeOutput()) }
        }
    }

    /// Ends the file; false where it is not whole.
    func finish() -> Bool {
        deflater.finish()
        writeChunk("IDAT", deflater.takeOutput())
        writeChunk("IEND", [])
        return isIntact
    }

    // MARK: Rows

    private static func filter(
        _ source: UnsafePointer<UInt32>, _ above: UnsafePointer<UInt32>, width: Int, _ format: Format, into deflater: inout RunDeflater
    ) {
        let channels = format.channels
        var x = 0
        while x < width {
            let start = x
            // Two equal pixels at a time.
            let a = UnsafeRawPointer(source), b = UnsafeRawPointer(above)
            while x &+ 1 < width,
                a.loadUnaligned(fromByteOffset: x &* 4, as: UInt64.self) == b.loadUnaligned(fromByteOffset: x &* 4, as: UInt64.self)
            { x &+= 2 }
            while x < width, source[x] == above[x] { x &+= 1 }
            if x > start { deflater.zeros((x &- start) &* channels) }
            while x < width, source[x] != above[x] {
                put(source[x], above[x], format, into: &deflater)
                x &+= 1
            }
        }
    }

    @inline(__always) private static func put(_ pixel: UInt32, _ above: UInt32, _ format: Format, into deflater: inout RunDeflater) {
        func byte(_ word: UInt32, _ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: word &>> shift) }
        switch format {
        case .gray: deflater.byte(byte(pixel, 0) &- byte(above, 0))
        case .color:
            deflater.color(byte(pixel, 16) &- byte(above, 16), byte(pixel, 8) &- byte(above, 8), byte(pixel, 0) &- byte(above, 0))
        case .colorWithAlpha:
            let (one, other) = (PNGEncoder.unmultiplied(pixel), PNGEncoder.unmultiplied(above))
            deflater.color(byte(one, 16) &- byte(other, 16), byte(one, 8) &- byte(other, 8), byte(one, 0) &- byte(other, 0))
            deflater.byte(byte(one, 24) &- byte(other, 24))
        }
    }

    /// PNG does not want alpha multiplied in.
    private static func unmultiplied(_ pixel: UInt32) -> UInt32 {
        let alpha = pixel >> 24
        guard alpha > 0, alpha < 255 else { return pixel }
        func channel(_ shift: UInt32) -> UInt32 { min(255, ((pixel >> shift & 255) * 255 + alpha / 2) / alpha) << shift }
        return alpha << 24 | channel(16) | channel(8) | channel(0)
    }

    // MARK: Chunks

    private static func bigEndian(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }

    private func writeChunk(_ type: String, _ data: [UInt8]) {
        var chunk = PNGEncoder.bigEndian(data.count)
        chunk.reserveCapacity(data.count + 12)
        chunk += Array(type.utf8)
        chunk += data
        let sum = chunk[4...].withUnsafeBufferPointer { crc32(0, $0.baseAddress, uInt($0.count)) }
        chunk += PNGEncoder.bigEndian(Int(sum))
        write(chunk)
    }

    private func write(_ bytes: [UInt8]) {
        guard isIntact else { return }
        if !bytes.withUnsafeBytes(sink) { isIntact = false }
    }
}
