import CHarfBuzz

/// One sfnt table, read big-endian with every access checked: a font file may be anything.
struct FontTable: ~Copyable {
    private let blob: OpaquePointer?
    private let bytes: UnsafeRawBufferPointer

    /// The table with a tag, empty if the face has none.
    init(_ tag: FontTag, of face: OpaquePointer) {
        blob = hb_face_reference_table(face, tag)
        var length: UInt32 = 0
        let data = hb_blob_get_data(blob, &length)
        bytes = UnsafeRawBufferPointer(start: data, count: Int(length))
    }

    deinit { hb_blob_destroy(blob) }

    var count: Int { bytes.count }

    func uint8(_ offset: Int) -> Int? {
        offset >= 0 && offset < bytes.count ? Int(bytes[offset]) : nil
    }
    func int8(_ offset: Int) -> Int? {
        uint8(offset).map { Int(Int8(truncatingIfNeeded: $0)) }
    }
    func uint16(_ offset: Int) -> Int? {
        offset >= 0 && offset + 2 <= bytes.count ? Int(bytes[offset]) << 8 | Int(bytes[offset + 1]) : nil
    }
    func int16(_ offset: Int) -> Int? {
        uint16(offset).map { Int(Int16(truncatingIfNeeded: $0)) }
    }
    func uint32(_ offset: Int) -> Int? {
        guard let high = uint16(offset), let low = uint16(offset + 2) else { return nil }
        return high << 16 | low
    }
}

extension FontTag {
    /// A tag from its four letters, as `head`; shorter names are padded with spaces.
    init(named name: StaticString) {
        self = name.withUTF8Buffer { buffer in
            var tag: UInt32 = 0
            for index in 0..<4 { tag = tag << 8 | (index < buffer.count ? UInt32(buffer[index]) : 0x20) }
            return tag
        }
    }

    /// The tag as text.
    var name: String {
        String(decoding: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: self >> $0) }, as: UTF8.self)
    }
}
