private import CZlib
private import Glibc

/// Writes a PNG file (https://www.w3.org/TR/png/) row by row to a sink: each row as what differs from the one above, which suits flat grounds
/// and text, compressed quickly rather than best.
final class PNGEncoder {
    private let width: Int
    private let channels: Int
    private let sink: (UnsafeRawBufferPointer) -> Bool
    private var stream = z_stream()
    /// The filtered rows of a chunk, and the row above the next one.
    private var filtered: [UInt8]
    private var previous: [UInt8]
    /// The pixels that `previous` came from: of an equal row nothing is left to write.
    private var previousPixels: [UInt8]
    private var compressed = [UInt8](repeating: 0, count: PNGEncoder.chunkSize)
    /// False once the sink or the compressor refused.
    private(set) var isIntact = true
    private var isOpen = false
    private static let chunkSize = 1 << 16
    /// Rows that are filtered before they are compressed, bytes.
    private static let batchSize = 1 << 15

    /// - Parameters:
    ///   - isOpaque: all pixels are: they are written without alpha.
    ///   - sink: takes the file's bytes as they come; false to stop.
    init(width: Int, height: Int, isOpaque: Bool, sink: @escaping (UnsafeRawBufferPointer) -> Bool) {
        self.width = width
        self.sink = sink
        channels = isOpaque ? 3 : 4
        previous = [UInt8](repeating: 0, count: width * channels)
        previousPixels = [UInt8](repeating: 0, count: width * 4)
        filtered = [UInt8](repeating: 0, count: max(1, PNGEncoder.batchSize / (width * channels + 1)) * (width * channels + 1))
        // On such rows the quickest level costs no more than runs alone would, and files are a quarter smaller.
        isOpen = deflateInit2_(&stream, 1, Z_DEFLATED, 15, 9, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
        isIntact = isOpen
        write([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        writeChunk("IHDR", PNGEncoder.bigEndian(width) + PNGEncoder.bigEndian(height) + [8, isOpaque ? 2 : 6, 0, 0, 0])
    }

    deinit { if isOpen { deflateEnd(&stream) } }

    /// A whole picture as one file; empty where it could not be encoded.
    /// - Parameter pixels: premultiplied ARGB in native order.
    static func encode(_ pixels: UnsafeMutablePointer<UInt8>, width: Int, height: Int, bytesPerRow: Int, isOpaque: Bool) -> [UInt8] {
        var file: [UInt8] = []
        let encoder = PNGEncoder(width: width, height: height, isOpaque: isOpaque) {
            file.append(contentsOf: $0)
            return true
        }
        encoder.append(pixels, rows: height, bytesPerRow: bytesPerRow)
        return encoder.finish() ? file : []
    }

    /// Adds rows below the last one.
    /// - Parameter pixels: premultiplied ARGB in native order.
    func append(_ pixels: UnsafeMutablePointer<UInt8>, rows: Int, bytesPerRow: Int) {
        let rowSize = width * channels + 1
        let perBatch = filtered.count / rowSize
        var row = 0
        while row < rows, isIntact {
            let count = min(perBatch, rows - row)
            filtered.withUnsafeMutableBufferPointer { filtered in
                previous.withUnsafeMutableBufferPointer { previous in
                    guard let target = filtered.baseAddress, let above = previous.baseAddress else { return }
                    for number in 0..<count {
                        let source = UnsafeRawPointer(pixels + (row + number) * bytesPerRow)
                        if isAbove(source) {
                            let line = target + number * rowSize
                            line.update(repeating: 0, count: rowSize)
                            line[0] = 2
                            continue
                        }
                        if channels == 3 { filterOpaque(source, target + number * rowSize, above) } else { filter(source, target + number * rowSize, above) }
                    }
                }
            }
            compress(count * rowSize, Z_NO_FLUSH)
            row += count
        }
    }

    /// Ends the file; false where it is not whole.
    func finish() -> Bool {
        compress(0, Z_FINISH)
        writeChunk("IEND", [])
        return isIntact
    }

    // MARK: Rows

    /// Whether a row is as the one above; keeps it.
    private func isAbove(_ source: UnsafeRawPointer) -> Bool {
        previousPixels.withUnsafeMutableBytes { above in
            guard let base = above.baseAddress else { return false }
            if memcmp(base, source, above.count) == 0 { return true }
            base.copyMemory(from: source, byteCount: above.count)
            return false
        }
    }

    /// The filter type and each byte less the one above.
    private func filterOpaque(_ source: UnsafeRawPointer, _ target: UnsafeMutablePointer<UInt8>, _ above: UnsafeMutablePointer<UInt8>) {
        target[0] = 2
        var out = target + 1, up = above
        for x in 0..<width {
            let word = source.loadUnaligned(fromByteOffset: x &* 4, as: UInt32.self)
            let red = UInt8(truncatingIfNeeded: word &>> 16), green = UInt8(truncatingIfNeeded: word &>> 8), blue = UInt8(truncatingIfNeeded: word)
            out[0] = red &- up[0]
            out[1] = green &- up[1]
            out[2] = blue &- up[2]
            up[0] = red
            up[1] = green
            up[2] = blue
            out += 3
            up += 3
        }
    }

    /// The same with alpha, which PNG does not want multiplied in.
    private func filter(_ source: UnsafeRawPointer, _ target: UnsafeMutablePointer<UInt8>, _ above: UnsafeMutablePointer<UInt8>) {
        target[0] = 2
        var out = target + 1, up = above
        for x in 0..<width {
            let word = source.loadUnaligned(fromByteOffset: x &* 4, as: UInt32.self)
            var red = word >> 16 & 255, green = word >> 8 & 255, blue = word & 255
            let alpha = word >> 24
            if alpha > 0, alpha < 255 {
                red = min(255, (red * 255 + alpha / 2) / alpha)
                green = min(255, (green * 255 + alpha / 2) / alpha)
                blue = min(255, (blue * 255 + alpha / 2) / alpha)
            }
            for value in [red, green, blue, alpha] {
                let byte = UInt8(truncatingIfNeeded: value)
                out[0] = byte &- up[0]
                up[0] = byte
                out += 1
                up += 1
            }
        }
    }

    // MARK: Chunks

    private func compress(_ count: Int, _ flush: Int32) {
        guard isIntact else { return }
        filtered.withUnsafeMutableBufferPointer { input in
            stream.next_in = input.baseAddress
            stream.avail_in = uInt(count)
            while true {
                var written = 0
                let status = compressed.withUnsafeMutableBufferPointer { output in
                    stream.next_out = output.baseAddress
                    stream.avail_out = uInt(output.count)
                    let status = deflate(&stream, flush)
                    written = output.count - Int(stream.avail_out)
                    return status
                }
                guard status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR else {
                    isIntact = false
                    return
                }
                if written > 0 { writeChunk("IDAT", compressed[..<written]) }
                if status == Z_STREAM_END || (flush == Z_NO_FLUSH && stream.avail_in == 0 && written < compressed.count) || status == Z_BUF_ERROR { return }
            }
        }
        stream.next_in = nil
    }

    private static func bigEndian(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }

    private func writeChunk(_ type: String, _ data: some Collection<UInt8>) {
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
