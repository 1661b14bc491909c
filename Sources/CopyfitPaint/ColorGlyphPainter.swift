private import CCairo
private import CFreeType
internal import Copyfit
private import Glibc

/// Draws a glyph of a COLR font of version 1: a graph of fills, gradients, transforms and compositions, in font units with y up.
///
/// Graphs come from fonts, which may be broken: how deep and how much is drawn is bounded.
struct ColorGlyphPainter {
    private let graph: ColorGraph
    private let face: FT_Face
    private let context: OpaquePointer
    private let foreground: PaintColor
    private let palette: [FT_Color]
    /// Nodes left to draw: layers may share parts, so that a small table can ask for very many.
    private var budget = 4096
    private static let depthLimit = 64

    /// - Parameters:
    ///   - face: an `FT_Face`.
    ///   - context: a `cairo_t` in font units, y up.
    ///   - foreground: of the text, for parts that take its color.
    init(graph: ColorGraph, face: UnsafeMutableRawPointer, context: OpaquePointer, foreground: PaintColor) {
        self.graph = graph
        self.face = face.assumingMemoryBound(to: FT_FaceRec_.self)
        self.context = context
        self.foreground = foreground
        var data = FT_Palette_Data(), colors: UnsafeMutablePointer<FT_Color>?
        if FT_Palette_Data_Get(self.face, &data) == 0, FT_Palette_Select(self.face, 0, &colors) == 0, let colors {
            palette = Array(UnsafeBufferPointer(start: colors, count: Int(data.num_palette_entries)))
        } else {
            palette = []
        }
    }

    mutating func draw(_ glyph: UInt32) { draw(glyph: glyph, depth: 0) }

    // MARK: Graph

    private mutating func draw(glyph: UInt32, depth: Int) {
        guard let root = graph.root(of: glyph) else { return }
        cairo_save(context)
        if let box = graph.clipBox(of: glyph) {
            cairo_rectangle(context, box.left, box.bottom, box.right - box.left, box.top - box.bottom)
            cairo_clip(context)
        }
        draw(root, depth: depth + 1)
        cairo_restore(context)
    }

    private mutating func draw(_ node: Int, depth: Int) {
        guard depth < ColorGlyphPainter.depthLimit, budget > 0, let paint = graph.paint(at: node) else { return }
        budget -= 1
        switch paint {
        case .layers(let range):
            for index in range where budget > 0 { if let layer = graph.layer(index) { draw(layer, depth: depth + 1) } }
        case .solid(let entry, let alpha):
            setSource(color(entry, alpha))
            cairo_paint(context)
        case .linear(let line, let p0, let p1, let p2): fillLinear(line, p0, p1, p2)
        case .radial(let line, let c0, let r0, let c1, let r1): fillRadial(line, c0, r0, c1, r1)
        case .sweep(let line, let center, let from, let to): fillSweep(line, center, from: from, to: to)
        case .glyph(let glyph, let child):
            cairo_save(context)
            if clip(to: glyph) { draw(child, depth: depth + 1) }
            cairo_restore(context)
        case .colorGlyph(let glyph): draw(glyph: glyph, depth: depth)
        case .transform(let child, let transform, let center):
            let moved = Affine.translation(center.x, center.y).after(transform).after(.translation(-center.x, -center.y))
            guard moved.isInvertible else { return }
            cairo_save(context)
            var matrix = cairo_matrix_t(xx: moved.a, yx: moved.b, xy: moved.c, yy: moved.d, x0: moved.e, y0: moved.f)
            cairo_transform(context, &matrix)
            draw(child, depth: depth + 1)
            cairo_restore(context)
        case .composite(let source, let mode, let backdrop):
            cairo_push_group(context)
            draw(backdrop, depth: depth + 1)
            cairo_push_group(context)
            draw(source, depth: depth + 1)
            cairo_pop_group_to_source(context)
            cairo_set_operator(context, ColorGlyphPainter.composition(mode))
            cairo_paint(context)
            cairo_pop_group_to_source(context)
            cairo_paint(context)
        }
    }

    private static func composition(_ mode: Int) -> cairo_operator_t {
        let modes = [
            CAIRO_OPERATOR_CLEAR, CAIRO_OPERATOR_SOURCE, CAIRO_OPERATOR_DEST, CAIRO_OPERATOR_OVER, CAIRO_OPERATOR_DEST_OVER, CAIRO_OPERATOR_IN,
            CAIRO_OPERATOR_DEST_IN, CAIRO_OPERATOR_OUT, CAIRO_OPERATOR_DEST_OUT, CAIRO_OPERATOR_ATOP, CAIRO_OPERATOR_DEST_ATOP, CAIRO_OPERATOR_XOR,
            CAIRO_OPERATOR_ADD, CAIRO_OPERATOR_SCREEN, CAIRO_OPERATOR_OVERLAY, CAIRO_OPERATOR_DARKEN, CAIRO_OPERATOR_LIGHTEN,
            CAIRO_OPERATOR_COLOR_DODGE, CAIRO_OPERATOR_COLOR_BURN, CAIRO_OPERATOR_HARD_LIGHT, CAIRO_OPERATOR_SOFT_LIGHT, CAIRO_OPERATOR_DIFFERENCE,
            CAIRO_OPERATOR_EXCLUSION, CAIRO_OPERATOR_MULTIPLY, CAIRO_OPERATOR_HSL_HUE, CAIRO_OPERATOR_HSL_SATURATION, CAIRO_OPERATOR_HSL_COLOR,
            CAIRO_OPERATOR_HSL_LUMINOSITY,
        ]
        return mode < modes.count ? modes[mode] : CAIRO_OPERATOR_OVER
    }

    // MARK: Shapes

    /// False where a glyph has no outline: nothing of it is seen.
    private func clip(to glyph: UInt32) -> Bool {
        let flags = Int32(FT_LOAD_NO_SCALE) | Int32(FT_LOAD_NO_HINTING) | Int32(FT_LOAD_NO_BITMAP)
        guard FT_Load_Glyph(face, glyph, flags) == 0, let slot = face.pointee.glyph, slot.pointee.format == FT_GLYPH_FORMAT_OUTLINE,
            slot.pointee.outline.n_points > 0
        else { return false }
        var functions = FT_Outline_Funcs()
        functions.move_to = { to, user in
            guard let to, let user else { return 1 }
            cairo_close_path(OpaquePointer(user))
            cairo_move_to(OpaquePointer(user), Double(to.pointee.x), Double(to.pointee.y))
            return 0
        }
        functions.line_to = { to, user in
            guard let to, let user else { return 1 }
            cairo_line_to(OpaquePointer(user), Double(to.pointee.x), Double(to.pointee.y))
            return 0
        }
        functions.conic_to = { control, to, user in
            guard let control, let to, let user else { return 1 }
            var x = 0.0, y = 0.0
            cairo_get_current_point(OpaquePointer(user), &x, &y)
            let cx = Double(control.pointee.x), cy = Double(control.pointee.y), toX = Double(to.pointee.x), toY = Double(to.pointee.y)
            cairo_curve_to(
                OpaquePointer(user), x + 2 / 3 * (cx - x), y + 2 / 3 * (cy - y), toX + 2 / 3 * (cx - toX), toY + 2 / 3 * (cy - toY), toX, toY)
            return 0
        }
        functions.cubic_to = { first, second, to, user in
            guard let first, let second, let to, let user else { return 1 }
            cairo_curve_to(
                OpaquePointer(user), Double(first.pointee.x), Double(first.pointee.y), Double(second.pointee.x), Double(second.pointee.y),
                Double(to.pointee.x), Double(to.pointee.y))
            return 0
        }
        cairo_new_path(context)
        FT_Outline_Decompose(&slot.pointee.outline, &functions, UnsafeMutableRawPointer(context))
        cairo_close_path(context)
        cairo_clip(context)
        return true
    }

    // MARK: Colors

    private func color(_ entry: Int, _ alpha: Float) -> PaintColor {
        var color = foreground
        if entry != 0xFFFF {
            guard entry < palette.count else { return .transparent }
            let found = palette[entry]
            color = PaintColor(
                red: Float(found.red) / 255, green: Float(found.green) / 255, blue: Float(found.blue) / 255, alpha: Float(found.alpha) / 255)
        }
        return color.withAlpha(max(0, min(1, alpha)))
    }

    private func setSource(_ color: PaintColor) {
        cairo_set_source_rgba(context, Double(color.red), Double(color.green), Double(color.blue), Double(color.alpha))
    }

    private func fill(_ pattern: OpaquePointer?, _ line: ColorGraph.Line) {
        guard let pattern, let first = line.stops.first?.offset, let last = line.stops.last?.offset else { return }
        let span = max(last - first, 1e-9)
        for stop in line.stops {
            let color = color(stop.entry, stop.alpha)
            cairo_pattern_add_color_stop_rgba(
                pattern, (stop.offset - first) / span, Double(color.red), Double(color.green), Double(color.blue), Double(color.alpha))
        }
        let beyond =
            switch line.extend {
            case .repeat: CAIRO_EXTEND_REPEAT
            case .reflect: CAIRO_EXTEND_REFLECT
            case .pad: CAIRO_EXTEND_PAD
            }
        cairo_pattern_set_extend(pattern, beyond)
        cairo_set_source(context, pattern)
        cairo_paint(context)
        cairo_pattern_destroy(pattern)
    }

    private func fillLinear(_ line: ColorGraph.Line, _ p0: ColorGraph.Point, _ p1: ColorGraph.Point, _ p2: ColorGraph.Point) {
        guard let first = line.stops.first?.offset, let last = line.stops.last?.offset else { return }
        var dx = p1.x - p0.x, dy = p1.y - p0.y
        // Lines of equal color run along p0 and p2: what of p0p1 is across them counts.
        let rx = p2.x - p0.x, ry = p2.y - p0.y
        let length = rx * rx + ry * ry
        guard length > 0 else { return }
        let along = (dx * rx + dy * ry) / length
        dx -= along * rx
        dy -= along * ry
        guard abs(dx) + abs(dy) > 1e-9 else { return }
        let end = max(last, first + 1e-6)
        fill(cairo_pattern_create_linear(p0.x + dx * first, p0.y + dy * first, p0.x + dx * end, p0.y + dy * end), line)
    }

    private func fillRadial(_ line: ColorGraph.Line, _ c0: ColorGraph.Point, _ r0: Double, _ c1: ColorGraph.Point, _ r1: Double) {
        guard let first = line.stops.first?.offset, let last = line.stops.last?.offset else { return }
        let dx = c1.x - c0.x, dy = c1.y - c0.y, dr = r1 - r0, end = max(last, first + 1e-6)
        fill(
            cairo_pattern_create_radial(
                c0.x + dx * first, c0.y + dy * first, max(0, r0 + dr * first), c0.x + dx * end, c0.y + dy * end, max(0, r0 + dr * end)), line)
    }

    /// Wedges of a degree, each from color to color.
    private func fillSweep(_ line: ColorGraph.Line, _ center: ColorGraph.Point, from start: Double, to end: Double) {
        guard !line.stops.isEmpty, let mesh = cairo_pattern_create_mesh() else { return }
        var left = 0.0, top = 0.0, right = 0.0, bottom = 0.0
        cairo_clip_extents(context, &left, &top, &right, &bottom)
        let reach = 2 * (max(abs(left - center.x), abs(right - center.x)) + max(abs(top - center.y), abs(bottom - center.y))) + 1
        var angles = (0...360).map(Double.init)
        // Hard edges lie where stops are.
        for stop in line.stops {
            let angle = start + stop.offset * (end - start)
            if angle > 0, angle < 360 { angles += [angle, angle + 1e-6] }
        }
        angles.sort()
        func color(_ degrees: Double) -> PaintColor {
            self.color(at: end == start ? (degrees < start ? -1e9 : 1e9) : (degrees - start) / (end - start), line)
        }
        for (a, b) in zip(angles, angles.dropFirst()) where b - a > 1e-7 {
            cairo_mesh_pattern_begin_patch(mesh)
            cairo_mesh_pattern_move_to(mesh, center.x, center.y)
            cairo_mesh_pattern_line_to(mesh, center.x + reach * cos(a * .pi / 180), center.y + reach * sin(a * .pi / 180))
            cairo_mesh_pattern_line_to(mesh, center.x + reach * cos(b * .pi / 180), center.y + reach * sin(b * .pi / 180))
            cairo_mesh_pattern_line_to(mesh, center.x, center.y)
            // Colors just inside the wedge: at a hard edge there are two.
            let first = color(a + 1e-9), second = color(b - 1e-9)
            for (corner, color) in [first, first, second, second].enumerated() {
                cairo_mesh_pattern_set_corner_color_rgba(
                    mesh, UInt32(corner), Double(color.red), Double(color.green), Double(color.blue), Double(color.alpha))
            }
            cairo_mesh_pattern_end_patch(mesh)
        }
        cairo_set_source(context, mesh)
        cairo_paint(context)
        cairo_pattern_destroy(mesh)
    }

    /// The color somewhere on a color line, before and after its stops as it is extended.
    private func color(at given: Double, _ line: ColorGraph.Line) -> PaintColor {
        guard let first = line.stops.first, let last = line.stops.last else { return .transparent }
        var offset = given
        let span = last.offset - first.offset
        if span > 0, line.extend != .pad {
            let turns = (offset - first.offset) / span, whole = turns.rounded(.down)
            var part = turns - whole
            if line.extend == .reflect, whole.truncatingRemainder(dividingBy: 2) != 0 { part = 1 - part }
            offset = first.offset + part * span
        }
        if offset <= first.offset { return color(first.entry, first.alpha) }
        for (a, b) in zip(line.stops, line.stops.dropFirst()) where offset < b.offset {
            let t = Float((offset - a.offset) / (b.offset - a.offset)), from = color(a.entry, a.alpha), to = color(b.entry, b.alpha)
            return PaintColor(
                red: from.red + (to.red - from.red) * t, green: from.green + (to.green - from.green) * t, blue: from.blue + (to.blue - from.blue) * t,
                alpha: from.alpha + (to.alpha - from.alpha) * t)
        }
        return color(last.entry, last.alpha)
    }
}

extension GlyphCache.Picture {
    /// A glyph of layers as pixels; nil where there is nothing to see.
    /// - Parameter shift: device pixels to the right, of the glyph's origin.
    init?(of glyph: UInt32, in graph: ColorGraph, face: UnsafeMutableRawPointer, pixelsPerUnit: Double, unitsPerEm: Double, shift: Double, foreground: PaintColor) {
        // What it covers is known when it was drawn: it is recorded first. Fills without a shape end two ems away.
        guard let recording = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, nil) else { return nil }
        defer { cairo_surface_destroy(recording) }
        guard let context = cairo_create(recording) else { return nil }
        cairo_translate(context, shift, 0)
        cairo_scale(context, pixelsPerUnit, -pixelsPerUnit)
        cairo_rectangle(context, -2 * unitsPerEm, -2 * unitsPerEm, 6 * unitsPerEm, 5 * unitsPerEm)
        cairo_clip(context)
        var painter = ColorGlyphPainter(graph: graph, face: face, context: context, foreground: foreground)
        painter.draw(glyph)
        cairo_destroy(context)
        var x = 0.0, y = 0.0, width = 0.0, height = 0.0
        cairo_recording_surface_ink_extents(recording, &x, &y, &width, &height)
        let left = x.rounded(.down), top = y.rounded(.down)
        let pixelWidth = (x + width).rounded(.up) - left, pixelHeight = (y + height).rounded(.up) - top
        guard width > 0, height > 0, pixelWidth < 4096, pixelHeight < 4096, let target = ImageSurface(width: Int(pixelWidth), height: Int(pixelHeight)) else {
            return nil
        }
        target.draw { context in
            cairo_set_source_surface(context, recording, -left, -top)
            cairo_paint(context)
        }
        self.init(surface: target, left: left, top: top, colorScale: 1)
    }
}
