/// AVIF and HEIC: the `ispe` property of the primary item (ISO/IEC 23008-12 §6.5.3), turned as its `irot` says.
enum HEIFHeader {
    static func info(_ reader: ByteReader) -> ImageInfo? {
        let isAVIF = ["avif", "avis"].contains { brand in
            stride(from: 8, to: min(reader.count, reader.u32(at: 0) ?? 0, 256), by: 4).contains { reader.has(brand, at: $0) }
        }
        guard let meta = box("meta", in: 0..<reader.count, reader),
            let properties = box("iprp", in: meta.dropFirst(4), reader),
            let container = box("ipco", in: properties, reader)
        else { return nil }

        let items = boxes(in: container, reader)
        var wanted = Set(items.indices.map { $0 + 1 })
        if let primary = primaryItem(meta.dropFirst(4), reader), let indices = associations(of: primary, in: properties, reader) {
            wanted = indices
        }
        var width = 0, height = 0, isTurned = false
        for (index, item) in items.enumerated() where wanted.contains(index + 1) {
            if item.type == "ispe", let w = reader.u32(at: item.content.lowerBound + 4), let h = reader.u32(at: item.content.lowerBound + 8) {
                if w * h > width * height { (width, height) = (w, h) }
            } else if item.type == "irot", let angle = reader.u8(at: item.content.lowerBound) {
                isTurned = angle & 1 == 1
            }
        }
        guard width > 0, height > 0 else { return nil }
        if isTurned { swap(&width, &height) }
        return ImageInfo(format: isAVIF ? .avif : .heic, pixelWidth: width, pixelHeight: height)
    }

    private struct Box {
        var type: String
        var content: Range<Int>
    }

    /// The boxes that follow one another in `range`, at most 4096.
    private static func boxes(in range: Range<Int>, _ reader: ByteReader) -> [Box] {
        var found: [Box] = [], offset = range.lowerBound
        while offset <= range.upperBound - 8, found.count < 4096, var size = reader.u32(at: offset) {
            var header = 8
            if size == 1 {
                guard reader.u32(at: offset + 8) == 0, let low = reader.u32(at: offset + 12) else { break }
                size = low
                header = 16
            } else if size == 0 {
                size = range.upperBound - offset
            }
            guard size >= header, size <= range.upperBound - offset else { break }
            let type = String(decoding: reader.bytes[(offset + 4)..<(offset + 8)], as: UTF8.self)
            found.append(Box(type: type, content: (offset + header)..<(offset + size)))
            offset += size
        }
        return found
    }

    private static func box(_ type: String, in range: Range<Int>, _ reader: ByteReader) -> Range<Int>? {
        boxes(in: range, reader).first { $0.type == type }?.content
    }

    private static func primaryItem(_ meta: Range<Int>, _ reader: ByteReader) -> Int? {
        guard let content = box("pitm", in: meta, reader), let version = reader.u8(at: content.lowerBound) else { return nil }
        return version == 0 ? reader.u16(at: content.lowerBound + 4) : reader.u32(at: content.lowerBound + 4)
    }

    /// The 1-based indices of the properties of an item (`ipma`).
    private static func associations(of item: Int, in properties: Range<Int>, _ reader: ByteReader) -> Set<Int>? {
        guard let content = box("ipma", in: properties, reader),
            let version = reader.u8(at: content.lowerBound), let flags = reader.u8(at: content.lowerBound + 3),
            let count = reader.u32(at: content.lowerBound + 4)
        else { return nil }
        var offset = content.lowerBound + 8
        for _ in 0..<min(count, 65536) {
            guard let id = version == 0 ? reader.u16(at: offset) : reader.u32(at: offset) else { return nil }
            offset += version == 0 ? 2 : 4
            guard let associationCount = reader.u8(at: offset) else { return nil }
            offset += 1
            var indices: Set<Int> = []
            for _ in 0..<associationCount {
                let isWide = flags & 1 == 1
                guard let raw = isWide ? reader.u16(at: offset) : reader.u8(at: offset) else { return nil }
                indices.insert(raw & (isWide ? 0x7FFF : 0x7F))
                offset += isWide ? 2 : 1
            }
            if id == item { return indices }
        }
        return nil
    }
}
