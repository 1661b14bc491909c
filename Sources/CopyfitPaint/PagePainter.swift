public import Copyfit

/// How a picture of a document is to be made.
public struct PictureOptions: Hashable, Sendable {
    /// Device pixels per CSS px.
    public var scale: Double = 1
    /// The picture's height in CSS px; nil: the document's.
    public var height: Double?
    /// The height is at least this.
    public var minimumHeight: Double = 0
    /// What lies behind the document's own background; nil: nothing, the picture is transparent there.
    public var background: Background? = .white
    /// What is drawn over the document to show its layout.
    public var overlay: Overlay = []

    /// A color behind the document.
    public struct Background: Hashable, Sendable {
        package var color: PaintColor
        package init(color: PaintColor) { self.color = color }
        public static let white = Background(color: .white)
        /// A CSS color, as `#ffe` or `rgb(0 0 0 / 50%)`; nil for what is none.
        public init?(css: String) {
            guard let color = PaintColor(css: css) else { return nil }
            self.color = color
        }
    }

    /// What is drawn over the picture.
    public struct Overlay: OptionSet, Hashable, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static let lines = Overlay(rawValue: 1)
        public static let boxes = Overlay(rawValue: 2)
        public static let baselines = Overlay(rawValue: 4)
    }

    public init() {}
}

/// Draws a document as the browser of its profile shows it.
///
///     let painter = PagePainter(document: copyfitter.prepare(html: "<p>Hello"))
///     let bytes = try painter.png(width: 320)
///
/// It keeps rasterized glyphs and decoded pictures, so use one for many documents: `document` may be set anew. One task at a time may use it.
public final class PagePainter {
    /// What is drawn.
    public var document: PreparedDocument
    private let glyphs: GlyphCache
    private let pictures = PictureCache()
    /// Pictures of more device pixels are refused.
    public static let pixelLimit = 1_000_000_000
    /// The widest picture, device pixels.
    public static let widthLimit = 32_767
    /// Taller pictures are drawn in bands of at most so many device pixels, one after the other.
    package static let bandPixels = 16_000_000
    /// And of at most so many rows.
    package var bandRows = 16_384
    /// How many pictures in documents it decoded so far.
    var decodedPictures: Int { pictures.decodedCount }
    /// What painting found wrong in the last picture.
    public private(set) var diagnostics: [Diagnostic] = []
    /// What the last PNG cost.
    public private(set) var timing = PaintTiming()

    public init(document: PreparedDocument) {
        self.document = document
        glyphs = GlyphCache()
    }

    /// A PNG file of the document laid out at `width` CSS px.
    public func png(width: Double, options: PictureOptions = PictureOptions()) throws(PaintError) -> [UInt8] {
        var file: [UInt8] = []
        try writePNG(width: width, options: options) {
            file.append(contentsOf: $0)
            return true
        }
        return file
    }

    /// Hands a PNG file over piece by piece: of tall pictures only a band is in memory at a time.
    /// - Parameter sink: takes the file's bytes as they come; false to stop, which throws.
    public func writePNG(
        width: Double, options: PictureOptions = PictureOptions(), to sink: @escaping (UnsafeRawBufferPointer) -> Bool
    ) throws(PaintError) {
        try encode(try laidOutPage(width), width: width, options, to: sink)
    }

    /// A PNG file of a layout of `document`.
    func png(of page: LaidOutPage, width: Double, options: PictureOptions) throws(PaintError) -> [UInt8] {
        var file: [UInt8] = []
        try encode(page, width: width, options) {
            file.append(contentsOf: $0)
            return true
        }
        return file
    }

    private func encode(
        _ page: LaidOutPage, width: Double, _ options: PictureOptions, to sink: @escaping (UnsafeRawBufferPointer) -> Bool
    ) throws(PaintError) {
        let size = try pixelSize(of: page, width: width, options)
        let isOpaque = options.background?.color.isOpaque ?? false
        var encoder: PNGEncoder?
        var timing = PaintTiming()
        let rows = max(1, min(bandRows, PagePainter.bandPixels / size.width))
        let plan = PageDrawing.Plan(page: page), images = ImageDecoder(page: page, cache: pictures)
        var top = 0
        while top < size.height {
            let count = min(rows, size.height - top)
            var clock = CPUClock()
            let canvas = try image(of: page, plan: plan, images: images, width: width, options, size: size, top: top, rows: count)
            timing.painting += clock.lap()
            _ = canvas.withPixels { pixels, width, rows, stride in
                // Of a picture that is seen whole before it is written, gray may be told.
                let isGray = isOpaque && rows == size.height && PNGEncoder.isGray(pixels, width: width, rows: rows, bytesPerRow: stride)
                let open = encoder ?? PNGEncoder(
                    width: size.width, height: size.height, format: isGray ? .gray : isOpaque ? .color : .colorWithAlpha, sink: sink)
                encoder = open
                open.append(pixels, rows: rows, bytesPerRow: stride)
            }
            timing.encoding += clock.lap()
            guard encoder?.isIntact == true else { break }
            top += count
        }
        var clock = CPUClock()
        let isWhole = encoder?.finish() ?? false
        timing.encoding += clock.lap()
        self.timing = timing
        diagnostics = images.diagnostics
        guard isWhole else { throw .drawing("the picture could not be written") }
    }

    /// A PDF of one page, or an SVG, with real text in it.
    public func pdf(width: Double, options: PictureOptions = PictureOptions()) throws(PaintError) -> [UInt8] {
        try pdf(of: try laidOutPage(width), width: width, options: options)
    }

    public func svg(width: Double, options: PictureOptions = PictureOptions()) throws(PaintError) -> [UInt8] {
        try svg(of: try laidOutPage(width), width: width, options: options)
    }

    func pdf(of page: LaidOutPage, width: Double, options: PictureOptions) throws(PaintError) -> [UInt8] {
        try vector(page, width, options) { .pdf(width: $0 * 0.75, height: $1 * 0.75) }
    }

    func svg(of page: LaidOutPage, width: Double, options: PictureOptions) throws(PaintError) -> [UInt8] {
        try vector(page, width, options) { .svg(width: $0, height: $1) }
    }

    /// Draws into the caller's memory: premultiplied ARGB in 32-bit words of native order, at least `bytesPerRow · height` bytes.
    /// - Parameters:
    ///   - bitmapWidth: device pixels, as `bitmapHeight`; what lies beyond is cut.
    ///   - bytesPerRow: a multiple of 4, at least `4 · bitmapWidth`.
    public func draw(
        width: Double, into bitmap: UnsafeMutablePointer<UInt8>, bitmapWidth: Int, bitmapHeight: Int, bytesPerRow: Int,
        options: PictureOptions = PictureOptions()
    ) throws(PaintError) {
        try draw(
            try laidOutPage(width), into: bitmap, bitmapWidth: bitmapWidth, bitmapHeight: bitmapHeight, bytesPerRow: bytesPerRow, options: options)
    }

    func draw(
        _ page: LaidOutPage, into bitmap: UnsafeMutablePointer<UInt8>, bitmapWidth: Int, bitmapHeight: Int, bytesPerRow: Int, options: PictureOptions
    ) throws(PaintError) {
        guard bitmapWidth > 0, bitmapHeight > 0, bytesPerRow >= bitmapWidth * 4, bytesPerRow % 4 == 0 else {
            throw .drawing("bad bitmap: \(bitmapWidth) × \(bitmapHeight) px, \(bytesPerRow) bytes a row")
        }
        let scale = try PagePainter.checked(options.scale)
        let canvas = try Canvas(bitmap: bitmap, width: bitmapWidth, height: bitmapHeight, bytesPerRow: bytesPerRow, scale: scale)
        try draw(page, on: canvas, extent: PaintRect(x: 0, y: 0, width: Double(bitmapWidth) / scale, height: Double(bitmapHeight) / scale), options)
    }

    /// Pixels for tests and comparisons: `0xAARRGGBB`, premultiplied, row by row.
    package func pixels(width: Double, options: PictureOptions = PictureOptions()) throws(PaintError) -> (pixels: [UInt32], width: Int, height: Int) {
        let page = try laidOutPage(width)
        let size = try pixelSize(of: page, width: width, options)
        let images = ImageDecoder(page: page, cache: pictures)
        let canvas = try image(
            of: page, plan: PageDrawing.Plan(page: page), images: images, width: width, options, size: size, top: 0, rows: min(size.height, PagePainter.widthLimit))
        diagnostics = images.diagnostics
        let result = canvas.withPixels { bytes, width, height, stride in
            var pixels: [UInt32] = []
            pixels.reserveCapacity(width * height)
            for row in 0..<height {
                let words = UnsafeRawPointer(bytes + row * stride)
                for x in 0..<width { pixels.append(words.loadUnaligned(fromByteOffset: x * 4, as: UInt32.self)) }
            }
            return (pixels, width, height)
        }
        return result ?? ([], 0, 0)
    }

    // MARK: -

    private static func checked(_ scale: Double) throws(PaintError) -> Double {
        guard scale.isFinite, scale >= 0.1, scale <= 10 else { throw .invalidScale(scale) }
        return scale
    }

    func laidOutPage(_ width: Double) throws(PaintError) -> LaidOutPage {
        do throws(CopyfitError) { return try document.laidOutPage(width: width) } catch { throw .layout(error) }
    }

    /// The size of a picture in device pixels.
    private func pixelSize(of page: LaidOutPage, width: Double, _ options: PictureOptions) throws(PaintError) -> (width: Int, height: Int) {
        let scale = try PagePainter.checked(options.scale)
        let height = max(options.height ?? Double(page.height), options.minimumHeight)
        let pixelWidth = max(1, (width * scale).rounded()), pixelHeight = max(1, (height * scale).rounded())
        let sizeLimit = 1e15
        let isTooWide = pixelWidth > Double(PagePainter.widthLimit)
        guard !isTooWide, pixelWidth * pixelHeight <= Double(PagePainter.pixelLimit) else {
            throw .tooLarge(
                width: Int(min(sizeLimit, pixelWidth)), height: Int(min(sizeLimit, pixelHeight)),
                limit: isTooWide ? PagePainter.widthLimit : PagePainter.pixelLimit)
        }
        return (Int(pixelWidth), Int(pixelHeight))
    }

    /// Some rows of a picture.
    private func image(
        of page: LaidOutPage, plan: PageDrawing.Plan, images: ImageDecoder, width: Double, _ options: PictureOptions, size: (width: Int, height: Int),
        top: Int, rows: Int
    ) throws(PaintError) -> Canvas {
        let scale = try PagePainter.checked(options.scale)
        let canvas = try Canvas(.image(width: size.width, height: rows), scale: scale, top: top)
        try draw(page, plan, images, on: canvas, extent: PaintRect(x: 0, y: 0, width: width, height: Double(size.height) / scale), options)
        return canvas
    }

    private func vector(_ page: LaidOutPage, _ width: Double, _ options: PictureOptions, _ target: (Double, Double) -> Canvas.Target) throws(PaintError) -> [UInt8] {
        let height = max(1, max(options.height ?? Double(page.height), options.minimumHeight))
        let kind = target(width, height)
        let scale: Double = if case .pdf = kind { 0.75 } else { 1 }
        let canvas = try Canvas(kind, scale: scale)
        try draw(page, on: canvas, extent: PaintRect(x: 0, y: 0, width: width, height: height), options)
        return canvas.fileBytes
    }

    private func draw(_ page: LaidOutPage, on canvas: Canvas, extent: PaintRect, _ options: PictureOptions) throws(PaintError) {
        let images = ImageDecoder(page: page, cache: pictures)
        try draw(page, PageDrawing.Plan(page: page), images, on: canvas, extent: extent, options)
        diagnostics = images.diagnostics
    }

    private func draw(
        _ page: LaidOutPage, _ plan: PageDrawing.Plan, _ images: ImageDecoder, on canvas: Canvas, extent: PaintRect, _ options: PictureOptions
    ) throws(PaintError) {
        if let background = options.background { canvas.fill(extent, background.color) }
        let drawing = PageDrawing(page: page, plan: plan, canvas: canvas, glyphs: glyphs, images: images, extent: extent)
        drawing.draw()
        if !options.overlay.isEmpty { OverlayPainter(drawing: drawing).draw(options.overlay) }
        try canvas.finish()
    }
}
