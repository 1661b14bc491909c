private import CCairo
private import CGdkPixbuf
private import CRSVG
internal import Copyfit

/// A decoded picture: pixels, or an SVG that is drawn anew at every size.
final class DecodedImage {
    enum Content {
        case pixels(ImageSurface)
        case vector(SVGImage)
    }
    let content: Content
    /// The natural size in CSS px, where there is one.
    let width: Double?
    let height: Double?
    /// Width over height.
    let ratio: Double?

    init(content: Content, width: Double?, height: Double?, ratio: Double?) {
        self.content = content
        self.width = width
        self.height = height
        self.ratio = ratio
    }
}

/// An SVG document that librsvg holds. It loads nothing from outside.
final class SVGImage {
    private let handle: UnsafeMutablePointer<RsvgHandle>
    /// `background` of the root element's style attribute, which the library does not draw.
    private let background: PaintColor?

    /// - Parameters:
    ///   - fillsWidth: the document has no width of its own, or one in percent: it takes that of the place it is drawn in.
    init?(_ bytes: [UInt8], fillsWidth: Bool = false, fillsHeight: Bool = false) {
        var error: UnsafeMutablePointer<GError>?
        let made = rsvg_handle_new_from_data(bytes, gsize(bytes.count), &error)
        g_clear_error(&error)
        guard let made else { return nil }
        handle = made
        background = SVGSource.rootBackground(of: bytes)
        guard fillsWidth || fillsHeight else { return }
        let css = ":root {\(fillsWidth ? " width: 100% !important;" : "")\(fillsHeight ? " height: 100% !important" : "") }"
        rsvg_handle_set_stylesheet(made, css, gsize(css.utf8.count), &error)
        g_clear_error(&error)
    }

    deinit { g_object_unref(UnsafeMutableRawPointer(handle)) }

    func draw(on canvas: Canvas, in rect: PaintRect) {
        guard !rect.isEmpty else { return }
        canvas.save()
        if let background { canvas.fill(rect, background) }
        var viewport = RsvgRectangle(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
        var error: UnsafeMutablePointer<GError>?
        rsvg_handle_render_document(handle, canvas.context, &viewport, &error)
        g_clear_error(&error)
        canvas.restore()
    }

    func draw(into surface: ImageSurface) {
        surface.draw { context in
            var viewport = RsvgRectangle(x: 0, y: 0, width: Double(surface.width), height: Double(surface.height))
            var error: UnsafeMutablePointer<GError>?
            rsvg_handle_render_document(handle, context, &viewport, &error)
            g_clear_error(&error)
        }
    }
}

/// Decodes the pictures of a page, each once, and keeps them.
final class ImageDecoder {
    private let page: LaidOutPage
    private let cache: PictureCache
    private var images: [ImageReference: DecodedImage?] = [:]
    /// More pixels than this are not decoded: a small file may claim a huge picture.
    static let pixelLimit = 50_000_000
    private(set) var diagnostics: [Diagnostic] = []

    init(page: LaidOutPage, cache: PictureCache) {
        self.page = page
        self.cache = cache
    }

    func image(_ reference: ImageReference) -> DecodedImage? {
        if let known = images[reference] { return known }
        let made = decode(reference)
        images[reference] = .some(made)
        return made
    }

    private func decode(_ reference: ImageReference) -> DecodedImage? {
        guard let info = page.imageInfo(reference), let bytes = page.bytes(reference) else { return nil }
        let width = info.width.map(Double.init), height = info.height.map(Double.init), ratio = info.ratio.map(Double.init)
        if info.format == .svg {
            let kind = PictureCache.Kind(isVector: true, fillsWidth: width == nil, fillsHeight: height == nil)
            let content = cache.content(of: bytes, kind) {
                SVGImage(bytes, fillsWidth: kind.fillsWidth, fillsHeight: kind.fillsHeight).map { .vector($0) }
            }
            return content.map { DecodedImage(content: $0, width: width, height: height, ratio: ratio) }
        }
        let pixels = Double(info.width ?? 0) * Double(info.height ?? 0)
        guard pixels <= Double(ImageDecoder.pixelLimit) else {
            diagnostics.append(
                Diagnostic(.limit, "picture not shown: \(Int(pixels)) px is more than the limit of \(ImageDecoder.pixelLimit)", source: reference.url))
            return nil
        }
        let content = cache.content(of: bytes, PictureCache.Kind()) {
            (info.format == .webp ? WebPDecoder.firstFrame(bytes) : ImageDecoder.pixels(bytes)).map { .pixels($0) }
        }
        return content.map { DecodedImage(content: $0, width: width, height: height, ratio: ratio) }
    }

    private static func pixels(_ bytes: [UInt8]) -> ImageSurface? {
        guard let loader = gdk_pixbuf_loader_new() else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(loader)) }
        var error: UnsafeMutablePointer<GError>?
        // A file cut short shows what came of it.
        gdk_pixbuf_loader_write(loader, bytes, gsize(bytes.count), &error)
        g_clear_error(&error)
        gdk_pixbuf_loader_close(loader, &error)
        g_clear_error(&error)
        guard let loaded = gdk_pixbuf_loader_get_pixbuf(loader), let upright = gdk_pixbuf_apply_embedded_orientation(loaded) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(upright)) }
        return surface(upright)
    }

    private static func surface(_ pixbuf: OpaquePointer) -> ImageSurface? {
        let width = Int(gdk_pixbuf_get_width(pixbuf)), height = Int(gdk_pixbuf_get_height(pixbuf))
        let channels = Int(gdk_pixbuf_get_n_channels(pixbuf)), rowBytes = Int(gdk_pixbuf_get_rowstride(pixbuf))
        guard channels >= 3, let source = gdk_pixbuf_read_pixels(pixbuf), let surface = ImageSurface(width: width, height: height) else { return nil }
        surface.withPixels { pixels, stride in
            for row in 0..<height {
                let from = source + row * rowBytes
                let to = UnsafeMutableRawPointer(pixels + row * stride).assumingMemoryBound(to: UInt32.self)
                for x in 0..<width {
                    let p = from + x * channels
                    let alpha = channels == 4 ? UInt32(p[3]) : 255
                    func channel(_ value: UInt8) -> UInt32 {
                        let product = UInt32(value) * alpha + 128
                        return (product + product >> 8) >> 8
                    }
                    to[x] = alpha << 24 | channel(p[0]) << 16 | channel(p[1]) << 8 | channel(p[2])
                }
            }
        }
        return surface
    }
}
