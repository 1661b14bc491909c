import CHarfBuzz

/// One face of a font file, in font units: what all sizes and documents share.
package final class FontFace: Sendable {
    /// The file, or a short name for bytes that came without one.
    package let path: String
    /// The index in a collection.
    package let index: Int
    package let unitsPerEm: Int
    package let glyphCount: Int
    /// Names from the file, for reports.
    package let familyName: String
    package let fullName: String
    package let postScriptName: String
    /// Vertical metrics by §1.1.
    let verticals: VerticalUnits
    let axes: [VariationAxis]
    /// The bitmaps of a face that has no outlines.
    let strike: BitmapStrike?
    /// Whether glyphs are drawn in colour.
    package let isColor: Bool
    /// Features of GSUB in any script.
    let substitutions: Set<FontTag>
    /// Glyphs of U+0000…U+00FF; 0 for none.
    let latin: [UInt16]
    /// How many faces the file has.
    let facesInFile: Int
    /// Tells faces apart in caches.
    let serial: UInt32
    /// An `hb_face_t`, immutable.
    nonisolated(unsafe) let face: OpaquePointer
    /// An `hb_font_t` whose scale is the em, with default variations, immutable.
    nonisolated(unsafe) let unitFont: OpaquePointer

    /// - Parameter serial: a number that no other face of the catalog has.
    init(bytes: FontBytes, index: Int, name: String, serial: UInt32) throws(CopyfitError) {
        guard let face = hb_face_create(bytes.blob, UInt32(clamping: index)) else { throw .notAFont(path: name, reason: "out of memory") }
        do throws(CopyfitError) {
            (unitsPerEm, glyphCount, verticals) = try FontFace.check(face, name: name)
        } catch {
            hb_face_destroy(face)
            throw error
        }
        hb_face_make_immutable(face)
        self.face = face
        path = name
        self.index = index
        self.serial = serial
        facesInFile = Int(hb_face_count(bytes.blob))
        axes = VariationAxis.axes(of: face)
        let hasOutlines = FontTable(FontTag(named: "glyf"), of: face).count > 0 || FontTable(FontTag(named: "CFF "), of: face).count > 0 || FontTable(FontTag(named: "CFF2"), of: face).count > 0
        strike = hasOutlines ? nil : BitmapStrike(of: face, glyphCount: glyphCount)
        isColor = strike != nil || hb_ot_color_has_png(face) != 0 || hb_ot_color_has_layers(face) != 0 || FontTable(FontTag(named: "COLR"), of: face).count > 0
        substitutions = FontFace.features(of: face, table: FontTag(named: "GSUB"))
        familyName = FontFace.name(16, of: face) ?? FontFace.name(1, of: face) ?? ""
        fullName = FontFace.name(4, of: face) ?? familyName
        postScriptName = FontFace.name(6, of: face) ?? ""
        unitFont = FontFace.makeUnitFont(face, unitsPerEm: unitsPerEm)
        hb_font_make_immutable(unitFont)
        var latin = [UInt16](repeating: 0, count: 256)
        for codePoint in 0..<256 {
            var glyph: hb_codepoint_t = 0
            if hb_font_get_nominal_glyph(unitFont, UInt32(codePoint), &glyph) != 0 { latin[codePoint] = UInt16(truncatingIfNeeded: glyph) }
        }
        self.latin = latin
    }

    deinit {
        hb_font_destroy(unitFont)
        hb_face_destroy(face)
    }

    static func makeUnitFont(_ face: OpaquePointer, unitsPerEm: Int) -> OpaquePointer {
        let font = hb_font_create(face)
        hb_ot_font_set_funcs(font)
        hb_font_set_scale(font, Int32(unitsPerEm), Int32(unitsPerEm))
        // HarfBuzz answers failure with its empty font, never with null.
        return font ?? hb_font_get_empty()
    }

    /// The glyph of a code point by the character map, or nil.
    package func glyph(_ codePoint: UInt32) -> UInt32? {
        if codePoint < 256 {
            let glyph = latin[Int(codePoint)]
            return glyph == 0 ? nil : UInt32(glyph)
        }
        var glyph: hb_codepoint_t = 0
        return hb_font_get_nominal_glyph(unitFont, codePoint, &glyph) != 0 && glyph != 0 ? glyph : nil
    }

    @inline(__always) package func hasGlyph(_ codePoint: UInt32) -> Bool {
        codePoint < 256 ? latin[Int(codePoint)] != 0 : glyph(codePoint) != nil
    }

    /// Whether the cmap has the base with the variation selector.
    package func hasVariant(_ codePoint: UInt32, selector: UInt32) -> Bool {
        var glyph: hb_codepoint_t = 0
        return hb_font_get_variation_glyph(unitFont, codePoint, selector, &glyph) != 0 && glyph != 0
    }

    /// Refuses what cannot be measured.
    private static func check(_ face: OpaquePointer, name: String) throws(CopyfitError) -> (Int, Int, VerticalUnits) {
        let head = FontTable(FontTag(named: "head"), of: face)
        guard head.count >= 54, let unitsPerEm = head.uint16(18) else { throw .notAFont(path: name, reason: "no head table") }
        guard (16...16384).contains(unitsPerEm) else { throw .notAFont(path: name, reason: "unitsPerEm is \(unitsPerEm)") }
        let maximums = FontTable(FontTag(named: "maxp"), of: face)
        guard let glyphCount = maximums.uint16(4) else { throw .notAFont(path: name, reason: "no maxp table") }
        guard glyphCount > 0 else { throw .notAFont(path: name, reason: "0 glyphs") }
        guard FontTable(FontTag(named: "hhea"), of: face).count >= 36 else { throw .notAFont(path: name, reason: "no hhea table") }
        guard FontTable(FontTag(named: "hmtx"), of: face).count > 0 else { throw .notAFont(path: name, reason: "no hmtx table") }
        guard let maps = FontTable(FontTag(named: "cmap"), of: face).uint16(2), maps > 0 else { throw .notAFont(path: name, reason: "no cmap table") }
        return (unitsPerEm, glyphCount, VerticalUnits(of: face))
    }

    /// Whether GPOS has a feature in any script.
    func positions(with feature: FontTag) -> Bool { FontFace.features(of: face, table: FontTag(named: "GPOS")).contains(feature) }

    private static func features(of face: OpaquePointer, table: FontTag) -> Set<FontTag> {
        var tags = Set<FontTag>()
        var start: UInt32 = 0
        while true {
            var buffer = [hb_tag_t](repeating: 0, count: 64)
            var count: UInt32 = 64
            let total = hb_ot_layout_table_get_feature_tags(face, table, start, &count, &buffer)
            tags.formUnion(buffer.prefix(Int(count)))
            start += count
            if count == 0 || start >= total { return tags }
        }
    }

    private static func name(_ id: UInt32, of face: OpaquePointer) -> String? {
        var length: UInt32 = 255
        var buffer = [CChar](repeating: 0, count: 256)
        let total = hb_ot_name_get_utf8(face, id, hb_language_from_string("en", -1), &length, &buffer)
        guard total > 0, length > 0 else { return nil }
        return String(decoding: buffer.prefix(Int(length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// An axis of a variable font.
struct VariationAxis: Hashable, Sendable {
    var tag: FontTag
    var minimum: Float
    var normal: Float
    var maximum: Float

    static func axes(of face: OpaquePointer) -> [VariationAxis] {
        let count = hb_ot_var_get_axis_count(face)
        guard count > 0 else { return [] }
        var infos = [hb_ot_var_axis_info_t](repeating: hb_ot_var_axis_info_t(), count: Int(min(count, 64)))
        var filled = UInt32(infos.count)
        hb_ot_var_get_axis_infos(face, 0, &filled, &infos)
        return infos.prefix(Int(filled)).map {
            VariationAxis(tag: $0.tag, minimum: $0.min_value, normal: $0.default_value, maximum: $0.max_value)
        }
    }
}

/// Ascent, descent (positive down) and line gap in font units, and the other vertical values that CSS uses.
struct VerticalUnits: Hashable, Sendable {
    var ascent = 0
    var descent = 0
    var lineGap = 0
    /// From OS/2 version 2 on; 0 where there is none.
    var xHeight = 0
    var capHeight = 0
    /// Of OS/2: 0 where there are none.
    var typographicAscent = 0
    var typographicDescent = 0
    var underlinePosition = 0
    var underlineThickness = 0
    /// OS/2 xAvgCharWidth, and the width of the head table's bounding box: what text fields are sized by.
    var averageWidth = 0
    var boundingWidth = 0

    /// Chooses among hhea, typographic and Windows values (browser-rules §1.1).
    init(of face: OpaquePointer) {
        let hhea = FontTable(FontTag(named: "hhea"), of: face)
        let os2 = FontTable(FontTag(named: "OS/2"), of: face)
        let post = FontTable(FontTag(named: "post"), of: face)
        let usesTypographic = (os2.uint16(62) ?? 0) & 0x80 != 0
        let typographic = (os2.int16(68) ?? 0, -(os2.int16(70) ?? 0), os2.int16(72) ?? 0)
        (typographicAscent, typographicDescent) = (typographic.0, typographic.1)
        let horizontal = (hhea.int16(4) ?? 0, -(hhea.int16(6) ?? 0), hhea.int16(8) ?? 0)
        if usesTypographic {
            (ascent, descent, lineGap) = typographic
        } else if horizontal.0 != 0 || horizontal.1 != 0 {
            (ascent, descent, lineGap) = horizontal
        } else if typographic.0 != 0 || typographic.1 != 0 {
            (ascent, descent, lineGap) = typographic
        } else {
            (ascent, descent, lineGap) = (os2.uint16(74) ?? 0, os2.uint16(76) ?? 0, 0)
        }
        if let version = os2.uint16(0), version >= 2 {
            xHeight = max(0, os2.int16(86) ?? 0)
            capHeight = max(0, os2.int16(88) ?? 0)
        }
        averageWidth = max(0, os2.int16(2) ?? 0)
        let head = FontTable(FontTag(named: "head"), of: face)
        boundingWidth = max(0, (head.int16(40) ?? 0) - (head.int16(36) ?? 0))
        underlinePosition = post.int16(8) ?? 0
        underlineThickness = post.int16(10) ?? 0
    }
}
