/// The natural dimensions of a picture in CSS px (https://www.w3.org/TR/css-images-3/#natural-dimensions).
package struct NaturalImageSize: Hashable, Sendable {
    package var width: Float?
    package var height: Float?
    /// width / height, 0 for none.
    package var ratio: Float
    package init(width: Float?, height: Float?, ratio: Float) { self.width = width; self.height = height; self.ratio = ratio }
}

/// The picture that an `<img>` shows.
package struct SelectedImage: Hashable, Sendable {
    package var url: String
    /// Pixels per CSS px of the source: its natural size is divided by it.
    package var density: Float
    package init(url: String, density: Float) { self.url = url; self.density = density }
}
