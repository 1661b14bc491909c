/// The shaping of a whole paragraph, from which Chromium cuts its lines (browser-rules §2.3).
///
/// Advances are kept by UTF-16 index: a cluster's at its first code unit, 0 at the others. They include spacing. Tabs, forced breaks and
/// what no run covers are 0.
package struct ShapedParagraph: Sendable {
    /// A stretch of one font, script and level, and of styles that shape alike.
    struct Segment: Sendable {
        var start: Int32
        var end: Int32
        /// A style that shapes as the segment was.
        var style: StyleID
        var font: FontID
        var script: Script
        var rightToLeft: Bool
        /// Not the primary font of its style.
        var isFallback: Bool
        /// Holds wide punctuation in a font with half-width forms of it.
        var trimsSpacing = false
    }

    struct Marks: OptionSet, Sendable {
        var rawValue: UInt8
        @inline(__always) init(rawValue: UInt8) { self.rawValue = rawValue }
        /// A cluster begins here and text may be cut before it without shaping again.
        static let safe = Marks(rawValue: 1)
        static let clusterStart = Marks(rawValue: 2)
    }

    var segments: [Segment] = []
    /// CSS px.
    var advances: [Float] = []
    /// Sums of the advances before each index, and of all: CSS px.
    var positions: [Double] = [0]
    var marks: [Marks] = []
    var hasFallback = false

    package init() {}

    /// The width in px of `from..<to` in the whole paragraph's shaping, neither reshaped nor rounded: for a first guess at where a line ends.
    @inline(__always) package func estimate(from: Int, to: Int) -> Double {
        guard from >= 0, from <= to, to < positions.count else { return 0 }
        return positions[to] - positions[from]
    }

    /// The segments of some UTF-16 range.
    func segments(in range: Range<Int>) -> ArraySlice<Segment> {
        let first = segment(at: range.lowerBound)
        var end = first
        while end < segments.count, Int(segments[end].start) < range.upperBound { end += 1 }
        return segments[first..<end]
    }

    @inline(__always) func isSafe(_ index: Int) -> Bool { index >= marks.count || marks[index].contains(.safe) }

    /// The index of the segment that holds a UTF-16 index or the next one after it.
    func segment(at index: Int) -> Int {
        var low = 0, high = segments.count
        while low < high {
            let middle = (low + high) / 2
            if Int(segments[middle].end) <= index { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
