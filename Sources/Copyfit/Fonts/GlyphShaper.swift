import CHarfBuzz

/// What shaping depends on beside the font: features and language, as HarfBuzz takes them.
final class ShapingStyle: Sendable {
    struct Key: Hashable, Sendable {
        var kerning = true
        /// Later ones win.
        var features: [FontFeature] = []
        /// As `ShapingLanguage` has it; empty for none.
        var language = ""
        /// `font-language-override` as an OpenType language tag.
        var languageOverride: String?
    }

    /// Equal styles of a catalog share the number.
    let serial: UInt32
    let key: Key
    fileprivate let features: [hb_feature_t]
    fileprivate let featuresWithoutLigatures: [hb_feature_t]
    /// An `hb_language_t`, which lives forever; nil for none.
    fileprivate nonisolated(unsafe) let language: OpaquePointer?

    init(_ key: Key, serial: UInt32) {
        self.serial = serial
        self.key = key
        var features: [hb_feature_t] = []
        if !key.kerning { features.append(ShapingStyle.feature(FontTag(named: "kern"), 0)) }
        let own = key.features.map { ShapingStyle.feature($0.tag, $0.value) }
        self.features = features + own
        // What the page asks for by name still wins over the effect of letter-spacing.
        let ligatures = ["liga", "clig", "dlig", "hlig", "calt"].map { ShapingStyle.feature(FontTag(named: $0), 0) }
        featuresWithoutLigatures = features + ligatures + own
        if let override = key.languageOverride, !override.isEmpty {
            language = hb_language_from_string("und-x-hbot" + override, -1)
        } else {
            language = key.language.isEmpty ? nil : hb_language_from_string(key.language, -1)
        }
    }

    fileprivate static func feature(_ tag: FontTag, _ value: UInt32) -> hb_feature_t {
        hb_feature_t(tag: tag, value: value, start: 0, end: UInt32.max)
    }
}

/// Shapes text with HarfBuzz. Holds reused buffers: each task makes its own.
package final class GlyphShaper {
    private let buffer: OpaquePointer?
    /// Features of the `@font-face` rule followed by the style's, for fonts that have such.
    private var merged: [hb_feature_t] = []
    /// For `DocumentFonts.resolve`.
    var clusters: [ClusterRange] = []
    private var plans = ShapePlans()
    /// What may stop shaping between the parts of a long text; what was shaped is of no use then.
    var watch: WorkWatch?

    package init() {
        buffer = hb_buffer_create()
        hb_buffer_set_cluster_level(buffer, HB_BUFFER_CLUSTER_LEVEL_MONOTONE_GRAPHEMES)
    }

    deinit { hb_buffer_destroy(buffer) }

    /// Shapes a piece of text in one font.
    /// - Parameters:
    ///   - text: the whole text in UTF-16; what stands around `range` is context for joining.
    ///   - range: the piece's UTF-16 offsets.
    ///   - selection: gives features and language.
    ///   - script: ISO 15924 as a big-endian number, as `Latn` = 0x4C61746E; 0 lets HarfBuzz guess.
    ///   - ligatures: false turns ligatures and contextual forms off, as a letter-spacing does (§2.2).
    ///   - isMissing: the run's flag: no font has its clusters. WebKit then shows .notdef for each code point, Chromium for those that
    ///     the font lacks.
    ///   - glyphs: emptied, then the glyphs in visual order.
    /// - Returns: the sum of the advances in CSS px, added one by one in visual order.
    @discardableResult
    package func shape(
        _ text: UnsafeBufferPointer<UInt16>, _ range: Range<Int>, font: FontID, selection: FontSelectionID, fonts: DocumentFonts,
        script: UInt32, rightToLeft: Bool, ligatures: Bool = true, isMissing: Bool = false, into glyphs: inout [ShapedGlyph]
    ) -> Float {
        let (font, style) = fonts.shapingInput(font, selection)
        if isMissing, fonts.profile.showsEachMissingCharacter { return showMissing(text, range, font, rightToLeft: rightToLeft, into: &glyphs) }
        return shape(text, range, font: font, style: style, script: script, rightToLeft: rightToLeft, ligatures: ligatures, into: &glyphs)
    }

    func shape(
        _ text: UnsafeBufferPointer<UInt16>, _ range: Range<Int>, font: Font, style: ShapingStyle, script: UInt32, rightToLeft: Bool,
        ligatures: Bool, into glyphs: inout [ShapedGlyph]
    ) -> Float {
        glyphs.removeAll(keepingCapacity: true)
        let range = range.clamped(to: 0..<text.count)
        guard !range.isEmpty else { return 0 }
        if let partLength = Self.partLength(text, range) {
            return shapeLong(text, range, partLength: partLength, into: &glyphs, rightToLeft: rightToLeft) { part, glyphs in
                shapePart(text, part, font: font, style: style, script: script, rightToLeft: rightToLeft, ligatures: ligatures)
                return readGlyphs(into: &glyphs)
            }
        }
        shapePart(text, range, font: font, style: style, script: script, rightToLeft: rightToLeft, ligatures: ligatures)
        return readGlyphs(into: &glyphs)
    }

    /// Leaves the glyphs of a range in the buffer.
    private func shapePart(
        _ text: UnsafeBufferPointer<UInt16>, _ range: Range<Int>, font: Font, style: ShapingStyle, script: UInt32, rightToLeft: Bool, ligatures: Bool
    ) {
        hb_buffer_clear_contents(buffer)
        hb_buffer_add_utf16(
            buffer, text.baseAddress, Int32(clamping: text.count), UInt32(clamping: range.lowerBound), Int32(clamping: range.count))
        hb_buffer_set_direction(buffer, rightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
        if script != 0 { hb_buffer_set_script(buffer, hb_script_t(rawValue: hb_script_t.RawValue(script))) }
        if let language = style.language { hb_buffer_set_language(buffer, language) }
        if script == 0 { hb_buffer_guess_segment_properties(buffer) }
        hb_buffer_set_flags(buffer, HB_BUFFER_FLAG_DEFAULT)

        let features = ligatures ? style.features : style.featuresWithoutLigatures
        if font.request.features.isEmpty {
            features.withUnsafeBufferPointer { shapeBuffer(font, style, $0, ligatures: ligatures) }
        } else {
            merged.removeAll(keepingCapacity: true)
            for feature in font.request.features { merged.append(ShapingStyle.feature(feature.tag, feature.value)) }
            merged.append(contentsOf: features)
            merged.withUnsafeBufferPointer { shapeBuffer(font, style, $0, ligatures: ligatures) }
        }
    }

    /// What `hb_shape` does, with plans that the face does not keep.
    private func shapeBuffer(_ font: Font, _ style: ShapingStyle, _ features: UnsafeBufferPointer<hb_feature_t>, ligatures: Bool) {
        var properties = hb_segment_properties_t()
        hb_buffer_get_segment_properties(buffer, &properties)
        let key = ShapePlans.Key(
            font, style, script: properties.script.rawValue, rightToLeft: properties.direction == HB_DIRECTION_RTL, ligatures: ligatures)
        let plan = plans.plan(key, of: font) {
            var count: UInt32 = 0
            let coordinates = hb_font_get_var_coords_normalized(font.shaping, &count)
            return hb_shape_plan_create2(
                hb_font_get_face(font.shaping), &properties, features.baseAddress, UInt32(features.count), coordinates, count, nil)
        }
        hb_shape_plan_execute(plan, font.shaping, buffer, features.baseAddress, UInt32(features.count))
    }

    /// .notdef for each code point that would show.
    private func showMissing(
        _ text: UnsafeBufferPointer<UInt16>, _ range: Range<Int>, _ font: Font, rightToLeft: Bool, into glyphs: inout [ShapedGlyph]
    ) -> Float {
        glyphs.removeAll(keepingCapacity: true)
        let range = range.clamped(to: 0..<text.count)
        let advance = font.advance(ofGlyph: 0)
        var width: Float = 0
        var index = range.lowerBound
        while index < range.upperBound {
            let (codePoint, length) = FallbackCharacter.decode(text, index, limit: range.upperBound)
            if !FallbackCharacter.isDefaultIgnorable(codePoint) {
                glyphs.append(ShapedGlyph(glyph: 0, cluster: UInt32(index), advance: advance, xOffset: 0, yOffset: 0, flags: []))
                width += advance
            }
            index += length
        }
        if rightToLeft { glyphs.reverse() }
        return width
    }

    private func readGlyphs(into glyphs: inout [ShapedGlyph]) -> Float {
        var count: UInt32 = 0
        guard let infos = hb_buffer_get_glyph_infos(buffer, &count), let positions = hb_buffer_get_glyph_positions(buffer, nil) else { return 0 }
        var width: Float = 0
        let scale: Float = 1 / 65536
        glyphs.reserveCapacity(Int(count))
        for index in 0..<Int(count) {
            let info = infos[index]
            let position = positions[index]
            let advance = Float(position.x_advance) * scale
            width += advance
            // Both flags are the low bits of the mask (HB_GLYPH_FLAG_UNSAFE_TO_BREAK, …_CONCAT).
            glyphs.append(
                ShapedGlyph(
                    glyph: info.codepoint, cluster: info.cluster, advance: advance, xOffset: Float(position.x_offset) * scale,
                    yOffset: Float(position.y_offset) * scale, flags: ShapedGlyph.Flags(rawValue: UInt8(truncatingIfNeeded: info.mask & 3))))
        }
        return width
    }
}
