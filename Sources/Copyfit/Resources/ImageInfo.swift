/// The natural dimensions of a picture (https://www.w3.org/TR/css-images-3/#natural-dimensions), in CSS px at one image px per CSS px.
package struct ImageInfo: Hashable, Sendable {
    package enum Format: String, Hashable, Sendable { case png, jpeg, gif, webp, bmp, ico, svg, avif, heic }

    package var format: Format
    /// Nil where the picture has none, as an SVG without `width` or with one in percent. EXIF orientation and density are applied.
    package var width: Float?
    package var height: Float?
    /// Width over height; nil where the picture has none, as an SVG with `preserveAspectRatio="none"` or without a view box.
    package var ratio: Float?
    /// The EXIF orientation as stored, 1…8: 5 and more are turned by a quarter, which `width` and `height` show already.
    package var orientation: UInt8 = 1

    package init(format: Format, width: Float?, height: Float?, ratio: Float?) {
        self.format = format
        self.width = width
        self.height = height
        self.ratio = ratio
    }

    /// A bitmap of that many pixels.
    package init(format: Format, pixelWidth: Int, pixelHeight: Int) {
        self.init(format: format, width: Float(pixelWidth), height: Float(pixelHeight), ratio: Float(pixelWidth) / Float(max(1, pixelHeight)))
    }
}
