/// JPEG's size from its frame header, turned and scaled as EXIF says (`image-orientation: from-image`, the initial value).
enum JPEGHeader {
    static func info(_ reader: ByteReader) -> ImageInfo? {
        var offset = 2
        var exif = EXIF()
        while let marker = nextMarker(reader, &offset) {
            switch marker {
            case 0x01, 0xD0...0xD8: continue   // no length
            case 0xD9, 0xDA: return nil   // the end, or pixels before any frame header
            default: break
            }
            guard let length = reader.u16(at: offset), length >= 2 else { return nil }
            switch marker {
            case 0xC0...0xCF where marker != 0xC4 && marker != 0xC8 && marker != 0xCC:
                guard let height = reader.u16(at: offset + 3), let width = reader.u16(at: offset + 5), width > 0, height > 0 else { return nil }
                return exif.apply(pixelWidth: width, pixelHeight: height)
            case 0xE1 where !exif.isRead && reader.has("Exif\0\0", at: offset + 2):
                exif.read(ByteReader(Array(reader.bytes[(offset + 8)..<min(reader.count, max(offset + 8, offset + length))])))
            default: break
            }
            offset += length
        }
        return nil
    }

    /// The marker's second byte; `offset` is left after it. Bytes that are no marker are skipped.
    private static func nextMarker(_ reader: ByteReader, _ offset: inout Int) -> Int? {
        while let byte = reader.u8(at: offset) {
            offset += 1
            guard byte == 0xFF else { continue }
            while reader.u8(at: offset) == 0xFF { offset += 1 }
            guard let marker = reader.u8(at: offset) else { return nil }
            offset += 1
            if marker != 0 { return marker }
        }
        return nil
    }
}

/// What EXIF says about size: orientation, and a density that counts (in Chromium) where the stated pixel size agrees with it.
private struct EXIF {
    var isRead = false
    var orientation: UInt8 = 1
    /// Pixels per inch; 72 is one pixel per CSS px.
    var xResolution: Float?, yResolution: Float?
    var isPerInch = false
    var pixelWidth: Int?, pixelHeight: Int?

    /// `tiff`: from the byte-order mark on.
    mutating func read(_ tiff: ByteReader) {
        isRead = true
        let isLittle: Bool
        if tiff.has("II*\0", at: 0) { isLittle = true } else if tiff.has("MM\0*", at: 0) { isLittle = false } else { return }
        func u16(_ at: Int) -> Int? { isLittle ? tiff.u16le(at: at) : tiff.u16(at: at) }
        func u32(_ at: Int) -> Int? { isLittle ? tiff.u32le(at: at) : tiff.u32(at: at) }
        func rational(_ at: Int) -> Float? {
            guard let offset = u32(at), let numerator = u32(offset), let denominator = u32(offset + 4), denominator > 0 else { return nil }
            return Float(numerator) / Float(denominator)
        }

        /// Reads one directory and gives the offset of EXIF's own, if it names it.
        func readDirectory(at start: Int) -> Int? {
            var exifDirectory: Int?
            for index in 0..<(u16(start) ?? 0) {
                let entry = start + 2 + index * 12
                guard let tag = u16(entry), let type = u16(entry + 2) else { break }
                let value = type == 3 ? u16(entry + 8) : u32(entry + 8)   // SHORT or LONG
                switch tag {
                case 0x0112: if let value, (1...8).contains(value) { orientation = UInt8(value) }
                case 0x011A: xResolution = rational(entry + 8)
                case 0x011B: yResolution = rational(entry + 8)
                case 0x0128: isPerInch = value == 2
                case 0xA002: pixelWidth = value
                case 0xA003: pixelHeight = value
                case 0x8769: exifDirectory = value
                default: break
                }
            }
            return exifDirectory
        }
        if let first = u32(4), let second = readDirectory(at: first) { _ = readDirectory(at: second) }
    }

    func apply(pixelWidth width: Int, pixelHeight height: Int) -> ImageInfo {
        var info = ImageInfo(format: .jpeg, pixelWidth: width, pixelHeight: height)
        info.orientation = orientation
        // Only where the stated pixel size confirms it, so that stray 300 dpi marks do no harm.
        if isPerInch, let x = xResolution, let y = yResolution, x > 0, y > 0, let pixelWidth, let pixelHeight, pixelWidth > 0, pixelHeight > 0,
            (Float(width) * 72 / x).rounded() == Float(pixelWidth), (Float(height) * 72 / y).rounded() == Float(pixelHeight)
        {
            info.densityWidth = Float(pixelWidth)
            info.densityHeight = Float(pixelHeight)
        }
        if orientation >= 5 {
            swap(&info.width, &info.height)
            swap(&info.densityWidth, &info.densityHeight)
            if let w = info.width, let h = info.height { info.ratio = w / h }
        }
        return info
    }
}
