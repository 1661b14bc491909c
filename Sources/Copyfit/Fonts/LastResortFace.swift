import CHarfBuzz

/// A face without glyphs for a machine without fonts, so that every document has a primary font.
enum LastResortFace {
    static func make() -> FontFace {
        let builder = hb_face_builder_create()
        var head = [UInt8](repeating: 0, count: 54)
        head.set(18, 1000)
        var hhea = [UInt8](repeating: 0, count: 36)
        hhea.set(4, 800)
        hhea.set(6, UInt16(bitPattern: -200))
        hhea.set(34, 1)
        // Version 0.5, one glyph.
        var maxp = [UInt8](repeating: 0, count: 6)
        maxp.set(2, 0x5000)
        maxp.set(4, 1)
        var hmtx = [UInt8](repeating: 0, count: 4)
        hmtx.set(0, 500)
        // One Unicode map in format 6 with no entries.
        var cmap = [UInt8](repeating: 0, count: 22)
        cmap.set(2, 1)
        cmap.set(6, 3)
        cmap.set(10, 12)
        cmap.set(12, 6)
        cmap.set(14, 10)
        for (tag, table) in [
            (FontTag(named: "head"), head), (FontTag(named: "hhea"), hhea), (FontTag(named: "maxp"), maxp), (FontTag(named: "hmtx"), hmtx),
            (FontTag(named: "cmap"), cmap),
        ] {
            table.withUnsafeBytes { bytes in
                let blob = hb_blob_create(
                    bytes.baseAddress?.assumingMemoryBound(to: CChar.self), UInt32(bytes.count), HB_MEMORY_MODE_DUPLICATE, nil, nil)
                hb_face_builder_add_table(builder, tag, blob)
                hb_blob_destroy(blob)
            }
        }
        let blob = hb_face_reference_blob(builder)
        var length: UInt32 = 0
        let data = hb_blob_get_data(blob, &length)
        let bytes = FontBytes(copying: UnsafeRawBufferPointer(start: data, count: Int(length)))
        hb_blob_destroy(blob)
        hb_face_destroy(builder)
        do throws(CopyfitError) {
            return try FontFace(bytes: bytes, index: 0, name: "no font", serial: 0)
        } catch {
            preconditionFailure("the tables above pass the check: \(error)")
        }
    }
}

extension [UInt8] {
    fileprivate mutating func set(_ offset: Int, _ value: UInt16) {
        self[offset] = UInt8(value >> 8)
        self[offset + 1] = UInt8(value & 0xFF)
    }
}
