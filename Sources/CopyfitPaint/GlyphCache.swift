private import CCairo
private import CFreeType
internal import Copyfit
private import Glibc

/// Rasterized glyphs: unhinted FreeType masks at quarter-pixel positions, and pictures of colored glyphs. One task uses it.
final class GlyphCache {
    /// A glyph as pixels.
    struct Picture {
        /// Nil where there is nothing to see.
        var surface: ImageSurface?
        /// From the glyph's origin in device pixels, y down.
        var left: Double
        var top: Double
        /// A picture with colors, drawn this much larger or smaller; 0 for a mask.
        var colorScale = 0.0

        /// Redraws a picture with colors at another size, on whole pixels, from the half, quarter… of it that is next above that size.
        /// - Parameter shift: device pixels to the right, of the glyph's origin.
        mutating func resize(by factor: Double, shift: Double) {
            guard factor > 0, factor != 1, let source = surface else { return }
            let x = left * factor + shift, y = top * factor
            let firstX = x.rounded(.down), firstY = y.rounded(.down)
            let lastX = (x + Double(source.width) * factor).rounded(.up), lastY = (y + Double(source.height) * factor).rounded(.up)
            guard lastX - firstX < 2000, lastY - firstY < 2000, let target = ImageSurface(width: Int(lastX - firstX), height: Int(lastY - firstY)) else {
                colorScale = factor
                left = x
                top = y
                return
            }
            target.draw(
                source.halved(times: max(0, Int((-log2(factor)).rounded(.down)))), x: x - firstX, y: y - firstY, width: Double(source.width) * factor,
                height: Double(source.height) * factor)
            surface = target
            left = firstX
            top = firstY
        }
    }

    private struct Key: Hashable {
        var font: UInt32
        var glyph: UInt32
        var quarter: UInt8
        /// Of the text color.
        var level: UInt8
        /// The color of the text, `0xAARRGGBB`, where glyphs with layers may take it; 0 elsewhere.
        var foreground: UInt32
        var scale: Float
    }

    private final class Face {
        let handle: FT_Face
        /// Keeps the bytes where they are.
        let font: FontFace
        /// The font and scale that the handle is set to.
        var current: (font: UInt32, scale: Float)?
        /// Of its colored glyphs, where it has them.
        private(set) lazy var graph = ColorGraph(face: handle)
        init(handle: FT_Face, font: FontFace) { self.handle = handle; self.font = font }
        deinit { FT_Done_Face(handle) }
    }

    private let library: FT_Library?
    private var faces: [UInt32: Face?] = [:]
    private var pictures: [Key: Picture] = [:]
    /// Vector targets: a Cairo face for each font, with a FreeType face of its own.
    private var vectorFaces: [UInt32: (cairo: OpaquePointer, face: Face)] = [:]
    private let contrast = GlyphContrast()
    private static let limit = 20_000

    init() {
        var library: FT_Library?
        self.library = FT_Init_FreeType(&library) == 0 ? library : nil
    }

    deinit {
        for entry in vectorFaces.values { cairo_font_face_destroy(entry.cairo) }
        vectorFaces = [:]
        faces = [:]
        pictures = [:]
        if let library { FT_Done_FreeType(library) }
    }

    /// The pixels of a glyph whose origin lies `quarter` quarters of a device pixel right of a whole one, for text of a luminance `level`.
    /// - Parameters:
    ///   - foreground: the color of the text, for parts of colored glyphs that take it. Its opacity is, beside that, left to the caller.
    ///   - drawsGraphs: whether COLR tables of version 1 are read.
    func picture(
        _ font: Font, _ glyph: UInt32, quarter: UInt8, level: UInt8, scale: Double, foreground: PaintColor = .black,
        drawsGraphs: Bool = false
    ) -> Picture {
        guard Double(font.drawnSize) * scale > 0.01 else { return Picture(surface: nil, left: 0, top: 0) }
        // Bitmaps are the same whatever the color of the text.
        let hasLayers = font.face.isColor && isScalable(font.face), isBitmap = font.face.isColor && !hasLayers
        let color = hasLayers ? foreground : .black, level = isBitmap ? 0 : level
        let key = Key(font: font.number, glyph: glyph, quarter: quarter, level: level, foreground: hasLayers ? GlyphCache.packed(color) : 0, scale: Float(scale))
        if let known = pictures[key] { return known }
        if pictures.count >= GlyphCache.limit { pictures.removeAll() }
        let made = rasterize(font, glyph, quarter: quarter, level: level, scale: scale, foreground: color, drawsGraphs: drawsGraphs)
        pictures[key] = made
        return made
    }

    // MARK: Faces

    private func open(_ face: FontFace) -> Face? {
        guard let library else { return nil }
        return face.withFileBytes { bytes in
            var handle: FT_Face?
            guard let base = bytes.bindMemory(to: UInt8.self).baseAddress,
                FT_New_Memory_Face(library, base, FT_Long(bytes.count), FT_Long(face.index), &handle) == 0, let handle
            else { return nil }
            return Face(handle: handle, font: face)
        }
    }

    private func opened(_ face: FontFace) -> Face? {
        if let known = faces[face.number] { return known }
        let made = open(face)
        faces[face.number] = .some(made)
        return made
    }

    private func isScalable(_ face: FontFace) -> Bool { opened(face).map { shim_FT_IS_SCALABLE($0.handle) != 0 } ?? false }

    private func face(of font: Font, scale: Double) -> Face? {
        guard let face = opened(font.face) else { return nil }
        if let current = face.current, current.font == font.number, current.scale == Float(scale) { return face }
        GlyphCache.vary(face.handle, font)
        if shim_FT_IS_SCALABLE(face.handle) != 0 {
            // The browsers' drawing library cuts sizes to 1/64 px.
            let size = Double(font.drawnSize) * scale
            FT_Set_Char_Size(face.handle, 0, FT_F26Dot6((size * 64).rounded(.down)), 72, 72)
        } else if face.handle.pointee.num_fixed_sizes > 0 {
            FT_Select_Size(face.handle, 0)
        }
        face.current = (font.number, Float(scale))
        return face
    }

    private static func vary(_ handle: FT_Face, _ font: Font) {
        let coordinates = font.coordinates
        guard !coordinates.isEmpty else { return }
        var fixed = coordinates.map { FT_Fixed(($0 * 65536).rounded()) }
        FT_Set_Var_Design_Coordinates(handle, FT_UInt(fixed.count), &fixed)
    }

    // MARK: Pixels

    private func rasterize(
        _ font: Font, _ glyph: UInt32, quarter: UInt8, level: UInt8, scale: Double, foreground: PaintColor, drawsGraphs: Bool
    ) -> Picture {
        let nothing = Picture(surface: nil, left: 0, top: 0)
        guard let face = face(of: font, scale: scale) else { return nothing }
        let isScalable = shim_FT_IS_SCALABLE(face.handle) != 0
        if font.face.isColor, isScalable {
            let unitsPerEm = Double(face.handle.pointee.units_per_EM)
            if drawsGraphs, unitsPerEm > 0, let graph = face.graph, graph.root(of: glyph) != nil {
                let picture = Picture(
                    of: glyph, in: graph, face: face.handle, pixelsPerUnit: Double(font.drawnSize) * scale / unitsPerEm, unitsPerEm: unitsPerEm,
                    shift: Double(quarter) / 4, foreground: foreground)
                return picture ?? nothing
            }
            FT_Palette_Set_Foreground_Color(face.handle, GlyphCache.color(foreground))
        }
        guard let slot = load(font, glyph, face) else { return nothing }
        if slot.pointee.format == FT_GLYPH_FORMAT_OUTLINE {
            FT_Outline_Translate(&slot.pointee.outline, FT_Pos(quarter) * 16, 0)
            guard FT_Render_Glyph(slot, FT_RENDER_MODE_NORMAL) == 0 else { return nothing }
        }
        let bitmap = slot.pointee.bitmap
        let width = Int(bitmap.width), rows = Int(bitmap.rows)
        guard width > 0, rows > 0, let source = bitmap.buffer else { return nothing }
        var picture = Picture(surface: nil, left: Double(slot.pointee.bitmap_left), top: -Double(slot.pointee.bitmap_top))
        let pitch = Int(bitmap.pitch)
        switch UInt32(bitmap.pixel_mode) {
        case FT_PIXEL_MODE_GRAY.rawValue:
            picture.surface = ImageSurface(width: width, height: rows, isMask: true)
            picture.surface?.withPixels { pixels, stride in
                for row in 0..<rows {
                    for x in 0..<width { pixels[row * stride + x] = contrast.apply(level, source[row * pitch + x]) }
                }
            }
        case FT_PIXEL_MODE_MONO.rawValue:
            picture.surface = ImageSurface(width: width, height: rows, isMask: true)
            picture.surface?.withPixels { pixels, stride in
                for row in 0..<rows {
                    for x in 0..<width where source[row * pitch + x / 8] & (0x80 >> UInt8(x % 8)) != 0 { pixels[row * stride + x] = 255 }
                }
            }
        case FT_PIXEL_MODE_BGRA.rawValue:
            // Premultiplied BGRA bytes are what Cairo has in memory.
            picture.surface = ImageSurface(width: width, height: rows)
            picture.surface?.withPixels { pixels, stride in
                for row in 0..<rows { memcpy(pixels + row * stride, source + row * pitch, width * 4) }
            }
            picture.colorScale = 1
            if !isScalable, face.handle.pointee.num_fixed_sizes > 0, let sizes = face.handle.pointee.available_sizes {
                let pixelsPerEm = Double(sizes[0].y_ppem) / 64
                if pixelsPerEm > 0 { picture.resize(by: Double(font.drawnSize) * scale / pixelsPerEm, shift: Double(quarter) / 4) }
            }
        default: break
        }
        return picture
    }

    private static func packed(_ color: PaintColor) -> UInt32 {
        func byte(_ value: Float) -> UInt32 { UInt32(max(0, min(255, (value * 255).rounded()))) }
        return byte(color.alpha) << 24 | byte(color.red) << 16 | byte(color.green) << 8 | byte(color.blue)
    }

    private static func color(_ color: PaintColor) -> FT_Color {
        let bits = packed(color)
        return FT_Color(
            blue: UInt8(truncatingIfNeeded: bits), green: UInt8(truncatingIfNeeded: bits >> 8), red: UInt8(truncatingIfNeeded: bits >> 16),
            alpha: UInt8(truncatingIfNeeded: bits >> 24))
    }

    private func load(_ font: Font, _ glyph: UInt32, _ face: Face) -> FT_GlyphSlot? {
        let wantsColor = font.face.isColor
        var flags = Int32(FT_LOAD_NO_HINTING)
        if wantsColor { flags |= Int32(FT_LOAD_COLOR) } else { flags |= Int32(FT_LOAD_NO_BITMAP) }
        guard FT_Load_Glyph(face.handle, glyph, flags) == 0, let slot = face.handle.pointee.glyph else { return nil }
        guard slot.pointee.format == FT_GLYPH_FORMAT_OUTLINE else { return slot }
        if wantsColor, face.handle.pointee.fillsLayers {
            return slot
        }
        if font.syntheticBold {
            let em = FT_Pos(face.handle.pointee.size.pointee.metrics.y_scale) * FT_Pos(face.handle.pointee.units_per_EM) / 65536
            FT_Outline_Embolden(&slot.pointee.outline, em / 34)
        }
        if font.syntheticSlant != 0 {
            var matrix = FT_Matrix(xx: 0x10000, xy: FT_Fixed(tan(Double(font.syntheticSlant) * .pi / 180) * 65536), yx: 0, yy: 0x10000)
            FT_Outline_Transform(&slot.pointee.outline, &matrix)
        }
        return slot
    }

    // MARK: Outlines

    /// The outline of a glyph at one CSS px a unit, y down from the baseline: for text that is turned or very large.
    func outline(_ font: Font, _ glyph: UInt32) -> Path {
        let builder = OutlineBuilder()
        // At 64 times the size, 26.6 is fine enough for any scale.
        guard font.drawnSize > 0, let face = face(of: font, scale: 16), let slot = load(font, glyph, face),
            slot.pointee.format == FT_GLYPH_FORMAT_OUTLINE
        else { return Path() }
        var functions = FT_Outline_Funcs()
        functions.move_to = { to, user in
            guard let to, let user else { return 1 }
            OutlineBuilder.of(user).move(to.pointee)
            return 0
        }
        functions.line_to = { to, user in
            guard let to, let user else { return 1 }
            OutlineBuilder.of(user).line(to.pointee)
            return 0
        }
        functions.conic_to = { control, to, user in
            guard let control, let to, let user else { return 1 }
            OutlineBuilder.of(user).conic(control.pointee, to.pointee)
            return 0
        }
        functions.cubic_to = { first, second, to, user in
            guard let first, let second, let to, let user else { return 1 }
            OutlineBuilder.of(user).cubic(first.pointee, second.pointee, to.pointee)
            return 0
        }
        FT_Outline_Decompose(&slot.pointee.outline, &functions, Unmanaged.passUnretained(builder).toOpaque())
        builder.close()
        return builder.path
    }

    private final class OutlineBuilder {
        var path = Path()
        private var last = (0.0, 0.0)
        private var isOpen = false

        static func of(_ user: UnsafeMutableRawPointer) -> OutlineBuilder { Unmanaged<OutlineBuilder>.fromOpaque(user).takeUnretainedValue() }
        private func point(_ vector: FT_Vector) -> (Double, Double) { (Double(vector.x) / 1024, -Double(vector.y) / 1024) }

        func close() {
            if isOpen { path.close() }
            isOpen = false
        }
        func move(_ to: FT_Vector) {
            close()
            last = point(to)
            path.move(last.0, last.1)
            isOpen = true
        }
        func line(_ to: FT_Vector) {
            last = point(to)
            path.line(last.0, last.1)
        }
        func conic(_ control: FT_Vector, _ to: FT_Vector) {
            let c = point(control), p = point(to)
            path.elements.append(
                .curve(
                    last.0 + 2 / 3 * (c.0 - last.0), last.1 + 2 / 3 * (c.1 - last.1), p.0 + 2 / 3 * (c.0 - p.0), p.1 + 2 / 3 * (c.1 - p.1), p.0, p.1))
            last = p
        }
        func cubic(_ first: FT_Vector, _ second: FT_Vector, _ to: FT_Vector) {
            let a = point(first), b = point(second), p = point(to)
            path.elements.append(.curve(a.0, a.1, b.0, b.1, p.0, p.1))
            last = p
        }
    }

    // MARK: Vector targets

    /// A Cairo face of a font, so that a PDF holds real text; nil for fonts that Cairo can't embed.
    func vectorFace(_ font: Font) -> OpaquePointer? {
        if let known = vectorFaces[font.number] { return known.cairo }
        guard !font.syntheticBold, let face = open(font.face), shim_FT_IS_SCALABLE(face.handle) != 0 else { return nil }
        GlyphCache.vary(face.handle, font)
        guard let cairo = cairo_ft_font_face_create_for_ft_face(face.handle, Int32(FT_LOAD_NO_HINTING)) else { return nil }
        vectorFaces[font.number] = (cairo, face)
        return cairo
    }
}

extension FT_FaceRec_ {
    /// COLR glyphs come as an outline that FreeType fills with its layers when it renders: it is not to be bent.
    fileprivate var fillsLayers: Bool { face_flags & FT_Long(FT_FACE_FLAG_COLOR) != 0 }
}
