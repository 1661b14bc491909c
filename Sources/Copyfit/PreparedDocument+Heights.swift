/// A width from which on a document has a height.
public struct HeightStep: Hashable, Sendable {
    /// CSS px, a multiple of 1/64.
    public var width: Double
    /// CSS px.
    public var height: Double

    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }
}

extension PreparedDocument {
    /// The document's height at a width, both in CSS px.
    /// - Throws: `CopyfitError.invalidWidth` for a width that is zero, negative or not finite.
    public func height(width: Double) throws(CopyfitError) -> Double {
        Double(try heightAnswer(width: width).height(viewportHeight: copyfitter.options.viewportHeight))
    }

    /// The document's height at each of some widths, in CSS px, in their order.
    public func heights(for widths: [Double]) throws(CopyfitError) -> [Double] {
        var heights: [Double] = []
        heights.reserveCapacity(widths.count)
        for width in widths { heights.append(try height(width: width)) }
        return heights
    }

    /// The document's height as a function of the width: every width in a range at which the height is another than at the width before,
    /// after the range's first one. Widths count in 1/64 px, as in browsers.
    ///
    /// Text and tables take a few µs a step; what stands still between steps is passed over in floats, flex and grid containers, columns and
    /// positioned boxes, too. Where the height follows the width evenly (`vw` lengths, pictures as wide as the text), each 1/64 px has to be
    /// looked at.
    /// - Throws: `CopyfitError.invalidWidth` for a range that starts at zero or below.
    public func heightSteps(widths: ClosedRange<Double>) throws(CopyfitError) -> [HeightStep] {
        var tried = 0
        return try heightSteps(widths: widths, tried: &tried)
    }

    /// - Parameter tried: counts the widths that were looked at.
    package func heightSteps(widths: ClosedRange<Double>, tried: inout Int) throws(CopyfitError) -> [HeightStep] {
        guard widths.lowerBound > 0, widths.upperBound.isFinite, widths.upperBound <= 1_000_000 else { throw .invalidWidth("\(widths)") }
        var steps: [HeightStep] = []
        var raw = max(1, LayoutUnit.truncating(widths.lowerBound).rawValue)
        let last = LayoutUnit.truncating(widths.upperBound).rawValue
        while raw <= last {
            let width = LayoutUnit(rawValue: raw).doublePx
            let answer = try heightAnswer(width: width)
            tried += 1
            let height = Double(answer.height(viewportHeight: copyfitter.options.viewportHeight))
            if steps.last?.height != height { steps.append(HeightStep(width: width, height: height)) }
            raw = max(raw, answer.widest) &+ 1
            if raw < 0 { break }   // past the last one there is
        }
        return steps
    }
}
