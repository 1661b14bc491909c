public import Copyfit

/// A layout with what it takes to draw it.
///
///     let layout = try document.drawableLayout(width: 320)
///     let bytes = try layout.png(scale: 2)
///
/// One task at a time may use it, and not while another draws with the same painter.
public final class DrawableLayout {
    /// The width that was asked for, CSS px.
    public let width: Double
    private let page: LaidOutPage
    private let painter: PagePainter

    init(page: LaidOutPage, width: Double, painter: PagePainter) {
        self.page = page
        self.width = width
        self.painter = painter
    }

    /// What `Layout.height` is: whole CSS px.
    public var height: Int { page.height }

    /// A PNG file.
    /// - Parameters:
    ///   - scale: device pixels per CSS px, in place of that of `options`.
    public func png(scale: Double = 1, options: PictureOptions = PictureOptions()) throws(PaintError) -> [UInt8] {
        try painter.png(of: page, width: width, options: options.scaled(scale))
    }

    /// A PDF of one page with real text in it.
    public func pdf(options: PictureOptions = PictureOptions()) throws(PaintError) -> [UInt8] {
        try painter.pdf(of: page, width: width, options: options)
    }

    public func svg(options: PictureOptions = PictureOptions()) throws(PaintError) -> [UInt8] {
        try painter.svg(of: page, width: width, options: options)
    }

    /// Draws into the caller's memory: premultiplied ARGB in 32-bit words of native order, at least `bytesPerRow · height` bytes. With
    /// `options.background` nil, over what is there.
    /// - Parameters:
    ///   - bitmapWidth: device pixels, as `bitmapHeight`; what lies beyond is cut.
    ///   - bytesPerRow: a multiple of 4, at least `4 · bitmapWidth`.
    public func draw(
        into bitmap: UnsafeMutablePointer<UInt8>, bitmapWidth: Int, bitmapHeight: Int, bytesPerRow: Int, scale: Double = 1,
        options: PictureOptions = PictureOptions()
    ) throws(PaintError) {
        try painter.draw(
            page, into: bitmap, bitmapWidth: bitmapWidth, bitmapHeight: bitmapHeight, bytesPerRow: bytesPerRow, options: options.scaled(scale))
    }

    /// What painting found wrong in the last picture.
    public var diagnostics: [Diagnostic] { painter.diagnostics }
}

extension PreparedDocument {
    /// Lays the document out at a width in CSS px, to be drawn.
    /// - Parameter painter: keeps glyphs for many documents; nil for one of its own.
    public func drawableLayout(width: Double, painter: PagePainter? = nil) throws(PaintError) -> DrawableLayout {
        let painter = painter ?? PagePainter(document: self)
        painter.document = self
        return DrawableLayout(page: try painter.laidOutPage(width), width: width, painter: painter)
    }
}

extension PictureOptions {
    fileprivate func scaled(_ scale: Double) -> PictureOptions {
        var options = self
        options.scale = scale
        return options
    }
}
