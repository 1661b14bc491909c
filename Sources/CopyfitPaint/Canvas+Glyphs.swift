private import CCairo
internal import Copyfit

extension Canvas {
    // MARK: Glyph pixels

    /// The pixels that are drawn on now, where that is an image and the clip one rectangle of whole pixels.
    struct PixelTarget {
        fileprivate let surface: OpaquePointer
        let pixels: UnsafeMutablePointer<UInt8>
        let bytesPerRow: Int
        /// What may be drawn on: pixels of the surface.
        let left: Int, top: Int, right: Int, bottom: Int
        /// From device pixels to those of the surface.
        let offsetX: Int, offsetY: Int
    }

    func pixelTarget() -> PixelTarget? {
        guard !isVector, let target = cairo_get_group_target(context), cairo_surface_get_type(target) == CAIRO_SURFACE_TYPE_IMAGE,
            cairo_image_surface_get_format(target) == CAIRO_FORMAT_ARGB32, let list = cairo_copy_clip_rectangle_list(context)
        else { return nil }
        defer { cairo_rectangle_list_destroy(list) }
        guard list.pointee.status == CAIRO_STATUS_SUCCESS, list.pointee.num_rectangles <= 1 else { return nil }
        var dx = 0.0, dy = 0.0
        cairo_surface_get_device_offset(target, &dx, &dy)
        let width = Int(cairo_image_surface_get_width(target)), height = Int(cairo_image_surface_get_height(target))
        cairo_surface_flush(target)
        guard let data = cairo_image_surface_get_data(target), dx == dx.rounded(), dy == dy.rounded(), abs(dx) < 1e7, abs(dy) < 1e7 else { return nil }
        guard list.pointee.num_rectangles == 1 else {
            return PixelTarget(surface: target, pixels: data, bytesPerRow: 0, left: 0, top: 0, right: 0, bottom: 0, offsetX: 0, offsetY: 0)
        }
        let clip = list.pointee.rectangles[0]
        var left = clip.x, top = clip.y, right = clip.x + clip.width, bottom = clip.y + clip.height
        cairo_user_to_device(context, &left, &top)
        cairo_user_to_device(context, &right, &bottom)
        func whole(_ value: Double, _ limit: Int) -> Int { Int(max(0, min(Double(limit), value.rounded()))) }
        return PixelTarget(
            surface: target, pixels: data, bytesPerRow: Int(cairo_image_surface_get_stride(target)), left: whole(min(left, right) + dx, width),
            top: whole(min(top, bottom) + dy, height), right: whole(max(left, right) + dx, width), bottom: whole(max(top, bottom) + dy, height),
            offsetX: Int(dx), offsetY: Int(dy))
    }

    /// Tells Cairo that its pixels have changed.
    func endPixels(_ target: PixelTarget) { cairo_surface_mark_dirty(target.surface) }

    // MARK: Text of vector targets

    func showGlyphs(_ glyphs: [(id: UInt32, x: Double, y: Double)], face: OpaquePointer, size: Double, slant: Double, _ color: PaintColor) {
        cairo_save(context)
        cairo_set_font_face(context, face)
        var matrix = cairo_matrix_t(xx: size, yx: 0, xy: -slant * size, yy: size, x0: 0, y0: 0)
        cairo_set_font_matrix(context, &matrix)
        let options = cairo_font_options_create()
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        cairo_set_font_options(context, options)
        cairo_font_options_destroy(options)
        setColor(color)
        var list = glyphs.map { cairo_glyph_t(index: UInt($0.id), x: $0.x, y: $0.y) }
        cairo_show_glyphs(context, &list, Int32(clamping: list.count))
        cairo_restore(context)
    }
}
