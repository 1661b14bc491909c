/// Natural sizes from the first bytes of a picture, whatever its name or declared type says. Nothing is decoded.
package enum ImageHeader {
    /// Nil if the format is unknown or the header is broken or cut off before the size.
    package static func info(of bytes: [UInt8]) -> ImageInfo? {
        let reader = ByteReader(bytes)
        if reader.has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], at: 0) { return png(reader) }
        if reader.has([0xFF, 0xD8], at: 0) { return JPEGHeader.info(reader) }
        if reader.has("GIF87a", at: 0) || reader.has("GIF89a", at: 0) { return gif(reader) }
        if reader.has("RIFF", at: 0), reader.has("WEBP", at: 8) { return webp(reader) }
        if reader.has("BM", at: 0) { return bmp(reader) }
        if reader.has([0, 0, 1, 0], at: 0) || reader.has([0, 0, 2, 0], at: 0) { return ico(reader) }
        if reader.has("ftyp", at: 4) { return HEIFHeader.info(reader) }
        return SVGHeader.info(of: bytes)
    }

    private static func bitmap(_ format: ImageInfo.Format, _ width: Int?, _ height: Int?) -> ImageInfo? {
        guard let width, let height, width > 0, height > 0 else { return nil }
        return ImageInfo(format: format, pixelWidth: width, pixelHeight: height)
    }

    /// https://www.w3.org/TR/png-3/#11IHDR
    private static func png(_ reader: ByteReader) -> ImageInfo? {
        // Apple's optimiser puts a CgBI chunk first.
        var chunk = 8
        if reader.has("CgBI", at: 12), let length = reader.u32(at: 8) { chunk += length + 12 }
        guard reader.has("IHDR", at: chunk + 4) else { return nil }
        return bitmap(.png, reader.u32(at: chunk + 8), reader.u32(at: chunk + 12))
    }

    private static func gif(_ reader: ByteReader) -> ImageInfo? {
        bitmap(.gif, reader.u16le(at: 6), reader.u16le(at: 8))
    }

    /// https://developers.google.com/speed/webp/docs/riff_container
    private static func webp(_ reader: ByteReader) -> ImageInfo? {
        if reader.has("VP8X", at: 12) {
            return bitmap(.webp, reader.u24le(at: 24).map { $0 + 1 }, reader.u24le(at: 27).map { $0 + 1 })
        }
        if reader.has("VP8L", at: 12), reader.has([0x2F], at: 20), let bits = reader.u32le(at: 21) {
            return bitmap(.webp, bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
        }
        if reader.has("VP8 ", at: 12), reader.has([0x9D, 0x01, 0x2A], at: 23) {
            return bitmap(.webp, reader.u16le(at: 26).map { $0 & 0x3FFF }, reader.u16le(at: 28).map { $0 & 0x3FFF })
        }
        return nil
    }

    private static func bmp(_ reader: ByteReader) -> ImageInfo? {
        guard let headerSize = reader.u32le(at: 14) else { return nil }
        if headerSize == 12 { return bitmap(.bmp, reader.u16le(at: 18), reader.u16le(at: 20)) }
        guard headerSize >= 40, let width = reader.i32le(at: 18), let height = reader.i32le(at: 22) else { return nil }
        return bitmap(.bmp, width, abs(height))   // a negative height: rows from the top
    }

    /// The largest of the pictures, which is the one that browsers show.
    private static func ico(_ reader: ByteReader) -> ImageInfo? {
        guard let count = reader.u16le(at: 4) else { return nil }
        var best: (width: Int, height: Int)?
        for index in 0..<count {
            guard let width = reader.u8(at: 6 + index * 16), let height = reader.u8(at: 7 + index * 16) else { break }
            let size = (width: width == 0 ? 256 : width, height: height == 0 ? 256 : height)
            if best.map({ size.width * size.height > $0.width * $0.height }) ?? true { best = size }
        }
        return bitmap(.ico, best?.width, best?.height)
    }
}
