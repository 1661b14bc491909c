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
    /// positioned boxes, too. Pictures as wide as their container take two or three looks for each px that they grow by. With `vw` lengths each
    /// 1/64 px has to be looked at.
    /// - Throws: `CopyfitError.invalidWidth` for a range that starts at zero or below.
    public func heightSteps(widths: ClosedRange<Double>) throws(CopyfitError) -> [HeightStep] {
        var tried = 0
        return try heightSteps(widths: widths, tried: &tried)
    }

    /// - Parameter tried: counts the widths that were looked at.
    package func heightSteps(widths: ClosedRange<Double>, tried: inout Int) throws(CopyfitError) -> [HeightStep] {
        guard widths.lowerBound > 0, widths.upperBound.isFinite, widths.upperBound <= 1_000_000 else { throw .invalidWidth("\(widths)") }
        var search = HeightStepSearch(document: self, last: LayoutUnit.truncating(widths.upperBound).rawValue)
        defer { tried += search.tried }
        try search.run(from: max(1, LayoutUnit.truncating(widths.lowerBound).rawValue))
        return search.steps
    }
}

/// Finds the widths at which a document's height changes, from narrow to wide. Widths are 1/64 px.
///
/// Each answer says for which wider widths it holds; there nothing is looked at. Where it says that the height only grows, as it does with
/// pictures, two widths of the same height vouch for all between.
private struct HeightStepSearch {
    let document: PreparedDocument
    let last: Int32
    var steps: [HeightStep] = []
    var tried = 0
    /// How much taller the document got with each unit of width, and how many units the last px took: guesses that places to look at are
    /// found by. Where heights are rounded before they are added up, only the latter says something.
    private var slope = 1.0
    private var stride: Int32 = 64
    private var goesByStride = false

    init(document: PreparedDocument, last: Int32) {
        self.document = document
        self.last = last
    }

    mutating func run(from first: Int32) throws(CopyfitError) {
        var width = first
        var next: HeightAnswer?
        while width <= last {
            let answer: HeightAnswer
            if let known = next { answer = known } else { answer = try look(at: width) }
            next = nil
            let height = Double(height(answer))
            if steps.last?.height != height { steps.append(HeightStep(width: LayoutUnit(rawValue: width).doublePx, height: height)) }
            var end = max(width, answer.widest)
            if end < last, answer.risesTo > end { (end, next) = try climb(from: answer, at: end, upTo: min(last, answer.risesTo)) }
            width = end &+ 1
            if width < 0 { break }   // past the last one there is
        }
    }

    private func height(_ answer: HeightAnswer) -> Int { answer.height(viewportHeight: document.copyfitter.options.viewportHeight) }

    private mutating func look(at width: Int32) throws(CopyfitError) -> HeightAnswer {
        tried += 1
        return try document.heightAnswer(width: LayoutUnit(rawValue: width).doublePx, seeksSteps: true)
    }

    /// The last width up to `end` that has the height of `answer`, where heights do not fall; and the answer at the one after it.
    private mutating func climb(from answer: HeightAnswer, at width: Int32, upTo end: Int32) throws(CopyfitError) -> (Int32, HeightAnswer?) {
        let level = height(answer)
        // Heights are rounded to whole px.
        let need = Double(level) * 64 + 32 - Double(answer.bottom)
        let guess = goesByStride || slope <= 0 ? Double(stride) : (need / slope).rounded(.up)
        var low = (width: width, bottom: answer.bottom)
        var high = end &+ 1
        var above: HeightAnswer?
        var probe = Int32(clamping: Int(Double(width) + max(1, min(1e8, guess))))
        // From the guess on in growing steps, down or up, and back in halves.
        var step: Int32 = 1
        var isHalving = false
        while low.width < high - 1 {
            probe = min(high - 1, max(low.width + 1, probe))
            let other = try look(at: probe)
            if height(other) == level {
                if above != nil { isHalving = true }
                low = (max(probe, min(other.widest, high - 1)), other.bottom)
            } else {
                if low.width > width { isHalving = true }
                high = probe
                above = other
            }
            probe = isHalving ? low.width + (high - low.width) / 2 : above != nil ? high - step : low.width + step
            step = min(step, 1 << 20) * 2
        }
        if let above {
            goesByStride = low.bottom == answer.bottom
            stride = high - width
            slope = Double(above.bottom - answer.bottom) / Double(stride)
        }
        return (low.width, above)
    }
}
