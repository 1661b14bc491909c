import CHarfBuzz
private import Glibc

/// What makes a font of a face: everything that its metrics, advances and picture depend on.
struct FontRequest: Hashable, Sendable {
    /// CSS px, with size-adjust and font-size-adjust applied.
    var size: Float
    /// Design coordinates; axes that are not named keep their default.
    var variations: [FontVariation] = []
    var syntheticBold = false
    /// Degrees of an imitated slant; 0 for none.
    var syntheticSlant: Float = 0
    /// Overrides of `@font-face`, as factors of the size: applied by Chromium only (§1.3).
    var ascentOverride: Float?
    var descentOverride: Float?
    var lineGapOverride: Float?
    /// Features that the `@font-face` rule sets.
    var features: [FontFeature] = []
}

/// A face at a size: metrics, advances and the HarfBuzz font that shapes with them. Immutable and shared by all documents.
package final class Font: Sendable {
    package let face: FontFace
    package let metrics: FontMetrics
    package let syntheticBold: Bool
    /// Degrees; 0 for none.
    package let syntheticSlant: Float
    /// Equal fonts of a catalog share the number.
    package let instance: UInt32
    let request: FontRequest
    /// Advances of U+0000…U+00FF in CSS px.
    let latinAdvances: [Float]
    /// The shaping font, immutable.
    nonisolated(unsafe) let shaping: OpaquePointer
    private nonisolated(unsafe) let scaling: UnsafeMutablePointer<AdvanceScaling>

    /// Larger sizes would overflow HarfBuzz's 16.16 positions; browsers stop near here as well.
    static let largestSize: Float = 10_000

    init(face: FontFace, request: FontRequest, profile: Profile, instance: UInt32) {
        self.face = face
        self.request = request
        self.instance = instance
        syntheticBold = request.syntheticBold
        syntheticSlant = request.syntheticSlant
        let size = request.size.isFinite ? min(max(request.size, 0), Font.largestSize) : 0
        let quantized = profile.cutsSizesToHundredths ? Font.chromiumSize(size) : size

        let scaling = UnsafeMutablePointer<AdvanceScaling>.allocate(capacity: 1)
        scaling.initialize(to: AdvanceScaling(face: face, variations: request.variations, size: quantized, profile: profile))
        self.scaling = scaling
        shaping = Font.makeShapingFont(scaling, size: quantized)
        latinAdvances = face.latin.map { scaling.pointee.pixels(UInt32($0)) }
        metrics = Font.metrics(face: face, request: request, size: size, quantized: quantized, profile: profile, scaling: scaling.pointee)
    }

    deinit {
        hb_font_destroy(shaping)
        scaling.pointee.release()
        scaling.deinitialize(count: 1)
        scaling.deallocate()
    }

    /// Chromium keeps hundredths of a px (§2.1).
    static func chromiumSize(_ size: Float) -> Float { (size * 100).rounded(.down) / 100 }

    /// The advance of a glyph in CSS px, not shaped.
    package func advance(ofGlyph glyph: UInt32) -> Float { scaling.pointee.pixels(glyph) }

    /// The advance of a code point's glyph in CSS px, not shaped, or nil if the face lacks it.
    package func advance(_ codePoint: UInt32) -> Float? {
        if codePoint < 256 { return face.latin[Int(codePoint)] == 0 ? nil : latinAdvances[Int(codePoint)] }
        return face.glyph(codePoint).map { advance(ofGlyph: $0) }
    }

    /// How far a glyph is drawn above and below its baseline, in whole px outwards as the rasterizer's bounds are; below the baseline the first is
    /// negative, above it the second. Nil for what draws nothing.
    package func ink(ofGlyph glyph: UInt32) -> (above: Float, below: Float)? {
        guard let extents = scaling.pointee.verticalExtents(ofGlyph: glyph) else { return nil }
        // Outlines are scaled to 1/64 px first, by a size in as many.
        let size = (metrics.size * 64).rounded(.towardZero)
        func scaled(_ units: Int32) -> Float { (Float(units) * size / Float(face.unitsPerEm)).rounded() / 64 }
        return (scaled(extents.top).rounded(.up), (-scaled(extents.bottom)).rounded(.up))
    }

    private static func makeShapingFont(_ scaling: UnsafeMutablePointer<AdvanceScaling>, size: Float) -> OpaquePointer {
        let font = hb_font_create_sub_font(scaling.pointee.unitFont)
        let scale = Int32(size * 65536)
        hb_font_set_scale(font, scale, scale)
        hb_font_set_funcs(font, AdvanceScaling.functions, scaling, nil)
        hb_font_make_immutable(font)
        return font ?? hb_font_get_empty()
    }

    /// §1.2 and §1.3.
    private static func metrics(
        face: FontFace, request: FontRequest, size: Float, quantized: Float, profile: Profile, scaling: AdvanceScaling
    ) -> FontMetrics {
        let units = face.verticals
        let unitsPerEm = Float(face.unitsPerEm)
        func scaled(_ value: Int, _ size: Float) -> Float { Float(value) * size / unitsPerEm }
        var metrics = FontMetrics()
        metrics.size = size
        let size = profile.cutsSizesToHundredths ? chromiumSize(size) : size
        metrics.unroundedAscent = scaled(units.ascent, size)
        metrics.unroundedDescent = scaled(units.descent, size)
        metrics.unroundedLineGap = scaled(units.lineGap, size)
        if let strike = face.strike, profile.takesMetricsFromStrikes {
            let pixels = Float(strike.pixelsPerEm)
            metrics.unroundedAscent = Float(strike.ascent) * size / pixels
            metrics.unroundedDescent = Float(strike.descent) * size / pixels
            metrics.unroundedLineGap = 0
        }
        if profile.appliesMetricOverrides {
            if let override = request.ascentOverride { metrics.unroundedAscent = override * size }
            if let override = request.descentOverride { metrics.unroundedDescent = override * size }
            if let override = request.lineGapOverride { metrics.unroundedLineGap = override * size }
        }
        metrics.ascent = profile.metricRounding.wholePixels(metrics.unroundedAscent)
        metrics.descent = profile.metricRounding.wholePixels(metrics.unroundedDescent)
        metrics.lineGap = profile.metricRounding.wholePixels(metrics.unroundedLineGap)
        let isTypographic = units.typographicAscent > 0 && units.typographicDescent >= 0
        let whole = isTypographic ? Float(units.typographicAscent + units.typographicDescent) : metrics.unroundedAscent + metrics.unroundedDescent
        let upper = isTypographic ? Float(units.typographicAscent) : metrics.unroundedAscent
        metrics.emAscent = whole > 0 && upper >= 0 && upper <= whole ? upper * size / whole : size
        metrics.emDescent = size - metrics.emAscent
        metrics.spaceAdvance = face.glyph(0x20).map { scaling.pixels($0) } ?? 0
        metrics.zeroAdvance = face.glyph(0x30).map { scaling.pixels($0) } ?? quantized / 2
        metrics.ideographAdvance = face.glyph(0x6C34).map { scaling.pixels($0) } ?? quantized
        metrics.capHeight = units.capHeight > 0 ? scaled(units.capHeight, quantized) : metrics.unroundedAscent
        if units.xHeight > 0 {
            metrics.xHeight = scaled(units.xHeight, quantized)
        } else if profile.missingXHeightFollowsAscent {
            metrics.xHeight = metrics.unroundedAscent * 0.56
        } else {
            metrics.xHeight = scaled(scaling.top(ofGlyph: face.glyph(0x78) ?? 0) ?? face.unitsPerEm / 2, size)
        }
        metrics.underlinePosition = scaled(units.underlinePosition, size)
        metrics.underlineThickness = scaled(units.underlineThickness, size)
        metrics.averageWidth = scaled(units.averageWidth, size)
        metrics.boundingWidth = scaled(units.boundingWidth, size)
        return metrics
    }
}

extension Profile.MetricRounding {
    /// A metric in whole px; half a px rounds up, negative ones too (§1.2).
    func wholePixels(_ value: Float) -> Int32 {
        let rounded = self == .ceil ? value.rounded(.up) : (value + 0.5).rounded(.down)
        return Int32(max(-1_000_000, min(1_000_000, rounded)))
    }
}

/// How glyph advances in font units become positions in 16.16 px (§2.1). HarfBuzz calls it for every shaped glyph.
struct AdvanceScaling {
    /// An `hb_font_t` at a scale of one em in font units, with the variations applied.
    let unitFont: OpaquePointer
    /// 16.16 px of 1/64 of a font unit.
    private let scale: Int64
    /// The strike's advances, their count and size where the face has bitmaps only.
    private let strikeAdvances: UnsafeMutablePointer<UInt8>?
    private let strikeCount: Int
    private let strikeScaling: BitmapStrike.Scaling

    init(face: FontFace, variations: [FontVariation], size: Float, profile: Profile) {
        if variations.isEmpty {
            unitFont = hb_font_reference(face.unitFont)
        } else {
            let font = FontFace.makeUnitFont(face.face, unitsPerEm: face.unitsPerEm)
            let settings = variations.map { hb_variation_t(tag: $0.tag, value: $0.value) }
            hb_font_set_variations(font, settings, UInt32(settings.count))
            hb_font_make_immutable(font)
            unitFont = font
        }
        let size26 = Int64(size * 64)
        let unitsPerEm = Int64(face.unitsPerEm)
        scale = ((size26 << 16) + unitsPerEm / 2) / unitsPerEm
        if let strike = face.strike {
            strikeCount = strike.advances.count
            strikeScaling = BitmapStrike.Scaling(strike, size: size, unitsPerEm: face.unitsPerEm, unitScale: scale, profile: profile)
            let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: strikeCount)
            copy.initialize(from: strike.advances, count: strikeCount)
            strikeAdvances = copy
        } else {
            (strikeAdvances, strikeCount, strikeScaling) = (nil, 0, .exact(0))
        }
    }

    func release() {
        hb_font_destroy(unitFont)
        strikeAdvances?.deallocate()
    }

    /// 16.16 px of an advance in font units.
    @inline(__always) func position(units: Int32) -> Int32 {
        let product = Int64(units) &* scale
        let rounded = product >= 0 ? (product &+ 32) / 64 : -((32 &- product) / 64)
        return Int32(clamping: rounded)
    }

    /// 16.16 px of a bitmap's advance.
    @inline(__always) func strikePosition(_ glyph: UInt32) -> Int32 {
        guard let strikeAdvances, glyph < strikeCount else { return 0 }
        return strikeScaling.position(strikeAdvances[Int(glyph)])
    }

    /// CSS px of a glyph's advance.
    func pixels(_ glyph: UInt32) -> Float {
        let position = strikeAdvances == nil ? self.position(units: hb_font_get_glyph_h_advance(unitFont, glyph)) : strikePosition(glyph)
        return Float(position) / 65536
    }

    /// The top of a glyph's outline in font units.
    func top(ofGlyph glyph: UInt32) -> Int? {
        var extents = hb_glyph_extents_t()
        guard glyph != 0, hb_font_get_glyph_extents(unitFont, glyph, &extents) != 0 else { return nil }
        return Int(extents.y_bearing)
    }

    /// The top and bottom of a glyph's outline in font units, up positive; nil where it is empty.
    func verticalExtents(ofGlyph glyph: UInt32) -> (top: Int32, bottom: Int32)? {
        var extents = hb_glyph_extents_t()
        guard hb_font_get_glyph_extents(unitFont, glyph, &extents) != 0, extents.height != 0 || extents.width != 0 else { return nil }
        return (extents.y_bearing, extents.y_bearing &+ extents.height)
    }

    /// Advances are ours; all else comes from the unit font, scaled by HarfBuzz.
    nonisolated(unsafe) static let functions: OpaquePointer? = {
        let functions = hb_font_funcs_create()
        hb_font_funcs_set_glyph_h_advance_func(
            functions,
            { _, data, glyph, _ in
                guard let scaling = data?.assumingMemoryBound(to: AdvanceScaling.self) else { return 0 }
                if scaling.pointee.strikeAdvances != nil { return scaling.pointee.strikePosition(glyph) }
                return scaling.pointee.position(units: hb_font_get_glyph_h_advance(scaling.pointee.unitFont, glyph))
            }, nil, nil)
        hb_font_funcs_set_glyph_h_advances_func(
            functions,
            { _, data, count, glyphs, glyphStride, advances, advanceStride, _ in
                guard let scaling = data?.assumingMemoryBound(to: AdvanceScaling.self), let glyphs, let advances else { return }
                let isStrike = scaling.pointee.strikeAdvances != nil
                if !isStrike {
                    hb_font_get_glyph_h_advances(scaling.pointee.unitFont, count, glyphs, glyphStride, advances, advanceStride)
                }
                var glyph = UnsafeRawPointer(glyphs)
                var advance = UnsafeMutableRawPointer(advances)
                for _ in 0..<count {
                    let value =
                        isStrike
                        ? scaling.pointee.strikePosition(glyph.loadUnaligned(as: UInt32.self))
                        : scaling.pointee.position(units: advance.loadUnaligned(as: Int32.self))
                    advance.storeBytes(of: value, as: Int32.self)
                    glyph += Int(glyphStride)
                    advance += Int(advanceStride)
                }
            }, nil, nil)
        hb_font_funcs_make_immutable(functions)
        return functions
    }()
}
