private import CZlib

/// Writes PNG files (https://www.w3.org/TR/png/): each row as what differs from the one above, which suits flat grounds and text, compressed
/// quickly rather than best.
enum PNGEncoder {
    /// - Parameter pixels: premultiplied ARGB in native order.
    static func encode(_ pixels: UnsafeMutablePointer<UInt8>, width: Int, height: Int, bytesPerRow: Int, isOpaque: Bool) -> [UInt8] {
        let channels = isOpaque ? 3 : 4
        let rowBytes = width * channels
        var raw = [UInt8](repeating: 0, count: (rowBytes + 1) * height)
        raw.withUnsafeMutableBufferPointer { raw in
            guard let base = raw.baseAddress else { return }
            var previous = [UInt8](repeating: 0, count: rowBytes)
            previous.withUnsafeMutableBufferPointer { previous in
                for row in 0..<height {
                    let source = UnsafeRawPointer(pixels + row * bytesPerRow)
                    let target = base + row * (rowBytes + 1)
                    target[0] = 2
                    var index = 0
                    for x in 0..<width {
                        let word = source.loadUnaligned(fromByteOffset: x * 4, as: UInt32.self)
                        var red = word >> 16 & 255, green = word >> 8 & 255, blue = word & 255
                        let alpha = word >> 24
                        if channels == 4, alpha > 0, alpha < 255 {
                            red = min(255, (red * 255 + alpha / 2) / alpha)
                            green = min(255, (green * 255 + alpha / 2) / alpha)
                            blue = min(255, (blue * 255 + alpha / 2) / alpha)
                        }
                        put(red, index, target, previous)
                        put(green, index + 1, target, previous)
                        put(blue, index + 2, target, previous)
                        if channels == 4 { put(alpha, index + 3, target, previous) }
                        index += channels
                    }
                }
            }
        }
        var length = compressBound(uLong(raw.count))
        var compressed = [UInt8](repeating: 0, count: Int(length))
        guard compress2(&compressed, &length, raw, uLong(raw.count), 1) == Z_OK else { return [] }
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        append("IHDR", bigEndian(width) + bigEndian(height) + [8, isOpaque ? 2 : 6, 0, 0, 0], to: &file)
        append("IDAT", compressed[..<Int(length)], to: &file)
        append("IEND", [], to: &file)
        return file
    }

    @inline(__always) private static func put(
        _ value: UInt32, _ index: Int, _ target: UnsafeMutablePointer<UInt8>, _ previous: UnsafeMutableBufferPointer<UInt8>
    ) {
        let byte = UInt8(truncatingIfNeeded: value)
        target[index + 1] = byte &- previous[index]
        previous[index] = byte
    }

    private static func bigEndian(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }

    private static func append(_ type: String, _ data: some Collection<UInt8>, to file: inout [UInt8]) {
        file += bigEndian(data.count)
        let start = file.count
        file += Array(type.utf8)
        file += data
        let sum = file[start...].withUnsafeBufferPointer { crc32(0, $0.baseAddress, uInt($0.count)) }
        file += bigEndian(Int(sum))
    }
}
