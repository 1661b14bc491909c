internal import CCairo
internal import Copyfit

/// Pixels in memory: premultiplied ARGB or a mask of one byte.
final class ImageSurface {
    let handle: OpaquePointer
    let width: Int
    let height: Int

    /// Nil where memory or Cairo's bounds do not allow it.
    init?(width: Int, height: Int, isMask: Bool = false) {
        guard width > 0, height > 0, width < 32_767, height < 32_767,
            let made = cairo_image_surface_create(isMask ? CAIRO_FORMAT_A8 : CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
        else { return nil }
        guard cairo_surface_status(made) == CAIRO_STATUS_SUCCESS else {
            cairo_surface_destroy(made)
            return nil
        }
        handle = made
        self.width = width
        self.height = height
    }

    init(borrowing surface: OpaquePointer) {
        handle = cairo_surface_reference(surface)
        width = Int(cairo_image_surface_get_width(surface))
        height = Int(cairo_image_surface_get_height(surface))
    }

    deinit { cairo_surface_destroy(handle) }

    /// Calls `body` with the pixels, which may be written.
    func withPixels(_ body: (_ pixels: UnsafeMutablePointer<UInt8>, _ bytesPerRow: Int) -> Void) {
        cairo_surface_flush(handle)
        if let data = cairo_image_surface_get_data(handle) { body(data, Int(cairo_image_surface_get_stride(handle))) }
        cairo_surface_mark_dirty(handle)
    }

    /// A copy of a part; nil where it is empty.
    func cropped(x: Int, y: Int, width: Int, height: Int) -> ImageSurface? {
        let left = max(0, x), top = max(0, y), right = min(self.width, x + width), bottom = min(self.height, y + height)
        guard right > left, bottom > top, cairo_image_surface_get_format(handle) == CAIRO_FORMAT_ARGB32,
            let part = ImageSurface(width: right - left, height: bottom - top)
        else { return nil }
        withPixels { source, stride in
            part.withPixels { target, rowBytes in
                for row in 0..<(bottom - top) {
                    UnsafeMutableRawPointer(target + row * rowBytes).copyMemory(from: source + (top + row) * stride + left * 4, byteCount: (right - left) * 4)
                }
            }
        }
        return part
    }

    /// Calls `body` with the pixels, to be read.
    @inline(__always) func readPixels(_ body: (_ pixels: UnsafePointer<UInt8>, _ bytesPerRow: Int) -> Void) {
        if let data = cairo_image_surface_get_data(handle) { body(UnsafePointer(data), Int(cairo_image_surface_get_stride(handle))) }
    }

    /// Draws into it with a canvas in device pixels.
    func draw(_ body: (OpaquePointer) -> Void) {
        guard let context = cairo_create(handle) else { return }
        body(context)
        cairo_destroy(context)
    }

    /// Half as wide and high, some times over: each pixel the mean of four.
    func halved(times: Int) -> ImageSurface {
        var current = self
        for _ in 0..<min(times, 12) where current.width > 1 && current.height > 1 {
            guard let next = ImageSurface(width: current.width / 2, height: current.height / 2) else { return current }
            current.readPixels { source, stride in
                next.withPixels { target, rowBytes in
                    for row in 0..<next.height {
                        let a = source + 2 * row * stride, b = a + stride, out = target + row * rowBytes
                        for column in 0..<next.width {
                            for channel in 0..<4 {
                                let at = column * 8 + channel
                                out[column * 4 + channel] = UInt8((UInt32(a[at]) + UInt32(a[at + 4]) + UInt32(b[at]) + UInt32(b[at + 4]) + 2) / 4)
                            }
                        }
                    }
                }
            }
            current = next
        }
        return current
    }

    /// Draws another image into a rectangle of this one, between pixels mixed.
    func draw(_ image: ImageSurface, x: Double, y: Double, width: Double, height: Double) {
        draw { context in
            cairo_translate(context, x, y)
            cairo_scale(context, width / Double(image.width), height / Double(image.height))
            cairo_set_source_surface(context, image.handle, 0, 0)
            cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_BILINEAR)
            cairo_paint(context)
        }
    }

    /// Fills a path into a mask. The path is mapped by `transform` to pixels.
    func fillMask(_ path: Path, _ transform: Affine, isEvenOdd: Bool = false) {
        draw { context in
            var matrix = Canvas.matrix(transform)
            cairo_set_matrix(context, &matrix)
            Canvas.setPath(path, in: context)
            cairo_set_fill_rule(context, isEvenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
            cairo_set_source_rgba(context, 0, 0, 0, 1)
            cairo_fill(context)
        }
    }
}
