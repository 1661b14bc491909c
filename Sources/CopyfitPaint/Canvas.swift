internal import CCairo
internal import Copyfit

/// A drawing surface and its state: all of Cairo that painting uses, in CSS px.
final class Canvas {
    enum Target {
        /// Device pixels.
        case image(width: Int, height: Int)
        /// Points; the sink takes the file's bytes.
        case pdf(width: Double, height: Double)
        case svg(width: Double, height: Double)
    }

    private let surface: OpaquePointer
    let context: OpaquePointer
    let isVector: Bool
    /// Device pixels per CSS px of the target.
    let scale: Double
    private let sink: ByteSink?
    /// SVG files hold glyphs as shapes: the text goes beside them.
    private(set) var textLayer: SVGTextLayer?

    /// What a vector target or encoder writes.
    private final class ByteSink {
        var bytes: [UInt8] = []
    }

    private static let write: cairo_write_func_t = { closure, data, length in
        guard let closure, let data else { return CAIRO_STATUS_WRITE_ERROR }
        Unmanaged<ByteSink>.fromOpaque(closure).takeUnretainedValue().bytes.append(contentsOf: UnsafeBufferPointer(start: data, count: Int(length)))
        return CAIRO_STATUS_SUCCESS
    }

    /// - Parameter top: where an image begins, device pixels from the top of the page.
    init(_ target: Target, scale: Double, top: Int = 0) throws(PaintError) {
        self.scale = scale
        let made: OpaquePointer?
        switch target {
        case .image(let width, let height):
            sink = nil
            isVector = false
            made = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(clamping: width), Int32(clamping: height))
        case .pdf(let width, let height):
            let bytes = ByteSink()
            sink = bytes
            isVector = true
            made = cairo_pdf_surface_create_for_stream(Canvas.write, Unmanaged.passUnretained(bytes).toOpaque(), width, height)
        case .svg(let width, let height):
            let bytes = ByteSink()
            sink = bytes
            isVector = true
            made = cairo_svg_surface_create_for_stream(Canvas.write, Unmanaged.passUnretained(bytes).toOpaque(), width, height)
            cairo_svg_surface_set_document_unit(made, CAIRO_SVG_UNIT_PX)
            textLayer = SVGTextLayer()
        }
        guard let made, cairo_surface_status(made) == CAIRO_STATUS_SUCCESS, let context = cairo_create(made) else {
            throw .drawing(String(cString: cairo_status_to_string(made.map { cairo_surface_status($0) } ?? CAIRO_STATUS_NO_MEMORY)))
        }
        surface = made
        self.context = context
        if top != 0 { cairo_translate(context, 0, Double(-top)) }
        cairo_scale(context, scale, scale)
    }

    /// Draws into memory of the caller's: premultiplied ARGB, four bytes a pixel in native order.
    init(bitmap: UnsafeMutablePointer<UInt8>, width: Int, height: Int, bytesPerRow: Int, scale: Double) throws(PaintError) {
        self.scale = scale
        sink = nil
        isVector = false
        let made = cairo_image_surface_create_for_data(
            bitmap, CAIRO_FORMAT_ARGB32, Int32(clamping: width), Int32(clamping: height), Int32(clamping: bytesPerRow))
        guard let made, cairo_surface_status(made) == CAIRO_STATUS_SUCCESS, let context = cairo_create(made) else {
            throw .drawing(String(cString: cairo_status_to_string(made.map { cairo_surface_status($0) } ?? CAIRO_STATUS_NO_MEMORY)))
        }
        surface = made
        self.context = context
        cairo_scale(context, scale, scale)
    }

    deinit {
        cairo_destroy(context)
        cairo_surface_destroy(surface)
    }

    /// Ends drawing: throws what went wrong on the way.
    func finish() throws(PaintError) {
        cairo_surface_flush(surface)
        let status = cairo_status(context)
        guard status == CAIRO_STATUS_SUCCESS else { throw .drawing(String(cString: cairo_status_to_string(status))) }
        if isVector { cairo_surface_finish(surface) }
        let end = cairo_surface_status(surface)
        guard end == CAIRO_STATUS_SUCCESS else { throw .drawing(String(cString: cairo_status_to_string(end))) }
    }

    /// The bytes of a vector target's file.
    var fileBytes: [UInt8] {
        guard let bytes = sink?.bytes else { return [] }
        return textLayer?.added(to: bytes) ?? bytes
    }

    /// Calls `body` with the pixels of an image target: premultiplied ARGB in native order.
    func withPixels<Result>(_ body: (_ pixels: UnsafeMutablePointer<UInt8>, _ width: Int, _ height: Int, _ bytesPerRow: Int) -> Result) -> Result? {
        cairo_surface_flush(surface)
        guard !isVector, let data = cairo_image_surface_get_data(surface) else { return nil }
        return body(
            data, Int(cairo_image_surface_get_width(surface)), Int(cairo_image_surface_get_height(surface)), Int(cairo_image_surface_get_stride(surface)))
    }

    // MARK: State

    func save() { cairo_save(context) }
    func restore() { cairo_restore(context) }
    func translate(_ x: Double, _ y: Double) { cairo_translate(context, x, y) }

    func concatenate(_ affine: Affine) {
        var matrix = Canvas.matrix(affine)
        cairo_transform(context, &matrix)
    }

    static func matrix(_ affine: Affine) -> cairo_matrix_t {
        cairo_matrix_t(xx: affine.a, yx: affine.b, xy: affine.c, yy: affine.d, x0: affine.e, y0: affine.f)
    }

    /// From CSS px to device pixels.
    var deviceTransform: Affine {
        var matrix = cairo_matrix_t()
        cairo_get_matrix(context, &matrix)
        var dx = 0.0, dy = 0.0
        // Groups are surfaces with an origin of their own, which Cairo keeps apart from the matrix.
        cairo_surface_get_device_offset(cairo_get_group_target(context), &dx, &dy)
        _ = (dx, dy)
        return Affine(a: matrix.xx, b: matrix.yx, c: matrix.xy, d: matrix.yy, e: matrix.x0, f: matrix.y0)
    }

    private func setPath(_ path: Path) { Canvas.setPath(path, in: context) }

    /// Makes a path the current one of a Cairo context.
    static func setPath(_ path: Path, in context: OpaquePointer) {
        cairo_new_path(context)
        for element in path.elements {
            switch element {
            case .move(let x, let y): cairo_move_to(context, x, y)
            case .line(let x, let y): cairo_line_to(context, x, y)
            case .curve(let x1, let y1, let x2, let y2, let x3, let y3): cairo_curve_to(context, x1, y1, x2, y2, x3, y3)
            case .close: cairo_close_path(context)
            }
        }
    }

    func clip(_ given: PaintRect) {
        let rect = reduced(given)
        cairo_new_path(context)
        cairo_rectangle(context, rect.x, rect.y, rect.width, rect.height)
        cairo_clip(context)
    }

    func clip(_ path: Path, isEvenOdd: Bool = false) {
        setPath(path)
        cairo_set_fill_rule(context, isEvenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
        cairo_clip(context)
        cairo_set_fill_rule(context, CAIRO_FILL_RULE_WINDING)
    }

    /// What the clip lets through, in CSS px.
    var clipBounds: PaintRect {
        var x1 = 0.0, y1 = 0.0, x2 = 0.0, y2 = 0.0
        cairo_clip_extents(context, &x1, &y1, &x2, &y2)
        return PaintRect(x: x1, y: y1, width: x2 - x1, height: y2 - y1)
    }

    /// What of a very large rectangle lies near the clip: Cairo's numbers end at 2²³ pixels.
    private func reduced(_ rect: PaintRect) -> PaintRect {
        let limit = 1e6
        guard rect.width > limit || rect.height > limit || abs(rect.x) > limit || abs(rect.y) > limit else { return rect }
        return rect.intersection(clipBounds.outset(16))
    }

    // MARK: Groups

    func beginGroup() { cairo_push_group(context) }

    func endGroup(opacity: Double, blend: BlendMode) {
        cairo_pop_group_to_source(context)
        cairo_set_operator(context, Canvas.blendOperator(blend))
        cairo_paint_with_alpha(context, opacity)
        cairo_set_operator(context, CAIRO_OPERATOR_OVER)
    }

    /// Ends a group; of what was drawn before it in the group around, only what it covers stays.
    func endGroupAsMask() {
        cairo_pop_group_to_source(context)
        cairo_set_operator(context, CAIRO_OPERATOR_DEST_IN)
        cairo_paint(context)
        cairo_set_operator(context, CAIRO_OPERATOR_OVER)
    }

    /// Ends a group that is one layer of a mask (https://www.w3.org/TR/css-masking-1/#mask-layers). Vector targets take its alpha in any case.
    func endMaskLayer(_ composite: BackgroundLayer.Composite, byLuminance: Bool) {
        let mode: cairo_operator_t =
            switch composite {
            case .add: CAIRO_OPERATOR_OVER
            case .subtract: CAIRO_OPERATOR_OUT
            case .intersect: CAIRO_OPERATOR_IN
            case .exclude: CAIRO_OPERATOR_XOR
            }
        endGroup(opacity: 1, mode) { if byLuminance { PixelFilter.luminanceToAlpha($0) } }
    }

    /// Ends a group and gives its pixels to `change` before they are composited. Vector targets are composited as they are.
    func endGroup(opacity: Double, blend: BlendMode, changing change: (ImageSurface) -> Void) {
        endGroup(opacity: opacity, Canvas.blendOperator(blend), changing: change)
    }

    private func endGroup(opacity: Double, _ mode: cairo_operator_t, changing change: (ImageSurface) -> Void) {
        guard let pattern = cairo_pop_group(context) else { return }
        var inner: OpaquePointer?
        if cairo_pattern_get_surface(pattern, &inner) == CAIRO_STATUS_SUCCESS, let inner, cairo_surface_get_type(inner) == CAIRO_SURFACE_TYPE_IMAGE {
            cairo_surface_flush(inner)
            change(ImageSurface(borrowing: inner))
            cairo_surface_mark_dirty(inner)
        }
        cairo_set_source(context, pattern)
        cairo_set_operator(context, mode)
        cairo_paint_with_alpha(context, opacity)
        cairo_set_operator(context, CAIRO_OPERATOR_OVER)
        cairo_pattern_destroy(pattern)
    }

    private static func blendOperator(_ mode: BlendMode) -> cairo_operator_t {
        switch mode {
        case .normal: CAIRO_OPERATOR_OVER
        case .multiply: CAIRO_OPERATOR_MULTIPLY
        case .screen: CAIRO_OPERATOR_SCREEN
        case .overlay: CAIRO_OPERATOR_OVERLAY
        case .darken: CAIRO_OPERATOR_DARKEN
        case .lighten: CAIRO_OPERATOR_LIGHTEN
        case .colorDodge: CAIRO_OPERATOR_COLOR_DODGE
        case .colorBurn: CAIRO_OPERATOR_COLOR_BURN
        case .hardLight: CAIRO_OPERATOR_HARD_LIGHT
        case .softLight: CAIRO_OPERATOR_SOFT_LIGHT
        case .difference: CAIRO_OPERATOR_DIFFERENCE
        case .exclusion: CAIRO_OPERATOR_EXCLUSION
        case .hue: CAIRO_OPERATOR_HSL_HUE
        case .saturation: CAIRO_OPERATOR_HSL_SATURATION
        case .color: CAIRO_OPERATOR_HSL_COLOR
        case .luminosity: CAIRO_OPERATOR_HSL_LUMINOSITY
        }
    }

    // MARK: Filling

    func setColor(_ color: PaintColor) {
        cairo_set_source_rgba(context, Double(color.red), Double(color.green), Double(color.blue), Double(color.alpha))
    }

    func fill(_ given: PaintRect, _ color: PaintColor) {
        guard color.isVisible, !given.isEmpty else { return }
        let rect = reduced(given)
        guard !rect.isEmpty else { return }
        setColor(color)
        cairo_new_path(context)
        cairo_rectangle(context, rect.x, rect.y, rect.width, rect.height)
        cairo_fill(context)
    }

    func fill(_ path: Path, _ color: PaintColor, isEvenOdd: Bool = false) {
        guard color.isVisible else { return }
        setColor(color)
        setPath(path)
        cairo_set_fill_rule(context, isEvenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
        cairo_fill(context)
        cairo_set_fill_rule(context, CAIRO_FILL_RULE_WINDING)
    }

    /// Everything inside the clip.
    func fillClip(_ color: PaintColor) {
        setColor(color)
        cairo_paint(context)
    }

    struct Stroke {
        var width: Double
        var dashes: [Double] = []
        var dashOffset = 0.0
        var isRoundCapped = false
        var isAntialiased = true
    }

    func stroke(_ path: Path, _ color: PaintColor, _ stroke: Stroke) {
        guard color.isVisible, stroke.width > 0 else { return }
        setColor(color)
        setPath(path)
        cairo_set_line_width(context, stroke.width)
        cairo_set_line_cap(context, stroke.isRoundCapped ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT)
        cairo_set_dash(context, stroke.dashes, Int32(stroke.dashes.count), stroke.dashOffset)
        cairo_stroke(context)
        cairo_set_dash(context, nil, 0, 0)
    }

    // MARK: Images

    /// Draws a whole image into a rectangle.
    func draw(_ image: ImageSurface, in rect: PaintRect, isSmooth: Bool = true, opacity: Double = 1) {
        guard !rect.isEmpty, image.width > 0, image.height > 0 else { return }
        cairo_save(context)
        cairo_new_path(context)
        cairo_rectangle(context, rect.x, rect.y, rect.width, rect.height)
        cairo_clip(context)
        cairo_translate(context, rect.x, rect.y)
        cairo_scale(context, rect.width / Double(image.width), rect.height / Double(image.height))
        cairo_set_source_surface(context, image.handle, 0, 0)
        // Beyond its edge a picture goes on as it ends, so that scaled edges stay sharp.
        cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD)
        cairo_pattern_set_filter(cairo_get_source(context), isSmooth ? CAIRO_FILTER_GOOD : CAIRO_FILTER_NEAREST)
        if opacity < 1 { cairo_paint_with_alpha(context, opacity) } else { cairo_paint(context) }
        cairo_restore(context)
    }

    /// Fills the clip with copies of an image, one of which lies in `tile`.
    func tile(_ image: ImageSurface, tile: PaintRect, in area: PaintRect) {
        guard !tile.isEmpty, !area.isEmpty, image.width > 0, image.height > 0 else { return }
        cairo_save(context)
        let pattern = cairo_pattern_create_for_surface(image.handle)
        var matrix = cairo_matrix_t()
        cairo_matrix_init_scale(&matrix, Double(image.width) / tile.width, Double(image.height) / tile.height)
        cairo_matrix_translate(&matrix, -tile.x, -tile.y)
        cairo_pattern_set_matrix(pattern, &matrix)
        cairo_pattern_set_extend(pattern, CAIRO_EXTEND_REPEAT)
        cairo_pattern_set_filter(pattern, CAIRO_FILTER_GOOD)
        cairo_set_source(context, pattern)
        cairo_new_path(context)
        cairo_rectangle(context, area.x, area.y, area.width, area.height)
        cairo_fill(context)
        cairo_pattern_destroy(pattern)
        cairo_restore(context)
    }

    /// Lays a mask of one byte a pixel at a device position and lets `color` through it.
    func mask(_ mask: ImageSurface, deviceX: Double, deviceY: Double, _ color: PaintColor) {
        guard color.isVisible else { return }
        cairo_save(context)
        cairo_identity_matrix(context)
        setColor(color)
        cairo_mask_surface(context, mask.handle, deviceX, deviceY)
        cairo_restore(context)
    }
}
