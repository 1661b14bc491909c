/// What media queries ask about (https://www.w3.org/TR/mediaqueries-4/): the viewport and the device.
package struct MediaContext: Hashable, Sendable {
    package enum MediaType: UInt8, Hashable, Sendable { case screen, print }
    package enum ColorScheme: UInt8, Hashable, Sendable { case light, dark }

    /// The viewport in CSS px.
    package var width: Float
    package var height: Float
    package var devicePixelRatio: Float = 1
    package var mediaType: MediaType = .screen
    package var colorScheme: ColorScheme = .light
    /// The user's factor on the default font size: `em` in queries is 16px times it.
    package var fontScale: Float = 1
    /// A factor on all font sizes once they are computed, as text zoom; no query sees it.
    package var textScale: Float = 1
    /// Whether the browser heeds `text-size-adjust`, as those of phones do.
    package var adjustsTextSize = false

    package init(width: Float, height: Float) {
        self.width = width
        self.height = height
    }
}

/// The viewport sizes at which some query changes its answer.
package struct ViewportBreakpoints: Hashable, Sendable {
    /// Sorted, in CSS px.
    package private(set) var widths: [Float] = []
    package private(set) var heights: [Float] = []
    /// Some query asks for the shape (`orientation`, `aspect-ratio`): any change of size may matter.
    package var dependsOnAspectRatio = false

    package init() {}

    package var isEmpty: Bool { widths.isEmpty && heights.isEmpty && !dependsOnAspectRatio }

    mutating func addWidth(_ value: Float) { ViewportBreakpoints.insert(value, into: &widths) }
    mutating func addHeight(_ value: Float) { ViewportBreakpoints.insert(value, into: &heights) }

    package mutating func formUnion(_ other: ViewportBreakpoints) {
        for value in other.widths { addWidth(value) }
        for value in other.heights { addHeight(value) }
        dependsOnAspectRatio = dependsOnAspectRatio || other.dependsOnAspectRatio
    }

    private static func insert(_ value: Float, into values: inout [Float]) {
        var low = 0
        var high = values.count
        while low < high {
            let middle = (low + high) / 2
            if values[middle] < value { low = middle + 1 } else { high = middle }
        }
        if low < values.count, values[low] == value { return }
        values.insert(value, at: low)
    }

    /// Whether every query answers the same at both sizes: no breakpoint lies at or between them.
    package func areEquivalent(_ a: MediaContext, _ b: MediaContext) -> Bool {
        if a.width == b.width, a.height == b.height { return true }
        if dependsOnAspectRatio { return false }
        func separated(_ values: [Float], _ x: Float, _ y: Float) -> Bool {
            x != y && values.contains { $0 >= min(x, y) && $0 <= max(x, y) }
        }
        return !separated(widths, a.width, b.width) && !separated(heights, a.height, b.height)
    }
}
