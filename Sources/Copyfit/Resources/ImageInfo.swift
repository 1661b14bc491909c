/// The natural dimensions of a picture (https://www.w3.org/TR/css-images-3/#natural-dimensions), in CSS px at one image px per CSS px.
package struct ImageInfo: Hashable, Sendable {
    package enum Format: String, Hashable, Sendable { case png, jpeg, gif, webp, bmp, ico, svg, avif, heic }

    package var format: Format
    /// Nil where the picture has none, as an SVG without `width` or with one in percent. EXIF orientation is applied.
    package var width: Float?
    package var height: Float?
    /// Width over height; nil where the picture has none, as an SVG without a view box.
    package var ratio: Float?
    /// The EXIF orientation as stored, 1…8: 5 and more are turned by a quarter, which `width` and `height` show already.
    package var orientation: UInt8 = 1
    /// The size in CSS px that EXIF's density makes, where the file's own pixel size confirms it; turned as the picture is.
    package var densityWidth: Float?
    package var densityHeight: Float?
    /// An SVG that is stretched (`preserveAspectRatio="none"`) and does not give both dimensions.
    package var isStretched = false

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

    /// The dimensions that an engine takes from the picture, as measured in both.
    package func seen(by profile: Profile) -> ImageInfo {
        var info = self
        if profile.picturesStateTheirSize {
            if let densityWidth, let densityHeight {
                info.width = densityWidth
                info.height = densityHeight
                info.ratio = densityWidth / densityHeight
            }
            // Chromium then drops even the dimension that is given; WebKit takes no notice of the attribute.
            if isStretched {
                info.width = nil
                info.height = nil
                info.ratio = nil
            }
        } else {
            if width == 0 { info.width = nil }
            if height == 0 { info.height = nil }
        }
        return info
    }
}
