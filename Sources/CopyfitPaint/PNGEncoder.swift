private import CCairo

/// Writes PNG files.
enum PNGEncoder {
    private final class Sink { var bytes: [UInt8] = [] }

    /// - Parameter pixels: premultiplied ARGB in native order.
    static func encode(_ pixels: UnsafeMutablePointer<UInt8>, width: Int, height: Int, bytesPerRow: Int, isOpaque: Bool) -> [UInt8] {
        // Opaque pictures need no alpha channel: a quarter less to compress.
        let format = isOpaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32
        guard let surface = cairo_image_surface_create_for_data(pixels, format, Int32(width), Int32(height), Int32(bytesPerRow)) else { return [] }
        defer { cairo_surface_destroy(surface) }
        let sink = Sink()
        let status = cairo_surface_write_to_png_stream(
            surface,
            { closure, data, length in
                guard let closure, let data else { return CAIRO_STATUS_WRITE_ERROR }
                Unmanaged<Sink>.fromOpaque(closure).takeUnretainedValue().bytes.append(contentsOf: UnsafeBufferPointer(start: data, count: Int(length)))
                return CAIRO_STATUS_SUCCESS
            }, Unmanaged.passUnretained(sink).toOpaque())
        return status == CAIRO_STATUS_SUCCESS ? sink.bytes : []
    }
}
