// Widths found by search, each step a layout of the prepared document.

extension PreparedDocument {
    /// The narrowest width at which the document has no more lines than at `maxWidth`, is no taller and nothing sticks out: what a message bubble is
    /// shrunk to. Where content sticks out at `maxWidth` already, that width is the answer.
    /// - Complexity: about 16 layouts
    public func shrinkWrap(maxWidth: Double) throws(CopyfitError) -> FittedWidth {
        let widest = try laidOut(width: maxWidth)
        let available = LayoutUnit.truncating(maxWidth)
        let lineCount = widest.lineCount, height = widest.scrollHeight()
        var fitted = FittedWidth(width: maxWidth, height: Double(height), lineCount: lineCount)
        guard widest.contentWidth <= available else { return fitted }
        var low: Int32 = 0, high = available.rawValue
        // Nothing changes down to the natural width, and few documents are wider.
        let natural = widest.naturalDocumentWidth
        if natural > .zero, natural < available { high = min(high, natural.rawValue + 64) }
        if high < available.rawValue, try !holds(LayoutUnit(rawValue: high), lineCount, height) { high = available.rawValue }
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if try holds(LayoutUnit(rawValue: middle), lineCount, height) { high = middle } else { low = middle }
        }
        if high < available.rawValue {
            let context = try laidOut(width: LayoutUnit(rawValue: high).doublePx)
            fitted = FittedWidth(width: context.viewport.width.doublePx, height: Double(context.scrollHeight()), lineCount: context.lineCount)
        }
        return fitted
    }

    private func holds(_ width: LayoutUnit, _ lineCount: Int, _ height: Int) throws(CopyfitError) -> Bool {
        guard width > .zero else { return false }
        let context = try laidOut(width: width.doublePx)
        return context.lineCount <= lineCount && context.scrollHeight() <= height && context.contentWidth <= width
    }

    /// The width of at most `maxWidth` at which lines are most even in length, with no more lines than at `maxWidth`: the least sum of squares of
    /// what lines leave free beside the longest of their paragraph, the last line too.
    /// - Complexity: a layout for each way in which lines break between `shrinkWrap` and `maxWidth`, at most about 270
    public func balancedWidth(maxWidth: Double) throws(CopyfitError) -> FittedWidth {
        let narrowest = try shrinkWrap(maxWidth: maxWidth)
        var best = try laidOut(width: narrowest.width)
        var least = best.raggedness
        var width = LayoutUnit.truncating(maxWidth)
        let end = LayoutUnit.truncating(narrowest.width)
        // Steps down to the next width at which some line breaks elsewhere; where there are very many, larger ones.
        let step = max(LayoutUnit.epsilon, (width - end) / 256)
        while width > end {
            let context = try laidOut(width: width.doublePx)
            let raggedness = context.raggedness
            if raggedness < least, context.lineCount <= narrowest.lineCount {
                least = raggedness
                best = context
            }
            width -= max(step, context.leastSlack + .epsilon)
        }
        return FittedWidth(width: best.viewport.width.doublePx, height: Double(best.scrollHeight()), lineCount: best.lineCount)
    }

    /// The largest factor on all font sizes at which the document fits a box: no taller, and with nothing sticking out at its side. It is a multiple of 1/128.
    ///
    /// Larger text is taken to need more room, as it does but for pages that say otherwise. The document keeps the scale it had.
    /// - Complexity: about 12 layouts, each with its styles and text prepared anew
    /// - Throws: `CopyfitError.invalidOption` for a height that is not positive or a range outside 0.01...100.
    public func largestTextScale(fitting box: ContentSize, in range: ClosedRange<Double> = 0.1...10) throws(CopyfitError) -> FittedTextScale {
        guard box.height > 0 else { throw .invalidOption(name: "box height", value: "\(box.height)") }
        guard range.lowerBound >= 0.01, range.upperBound <= 100 else { throw .invalidOption(name: "text scale", value: "\(range)") }
        let former = textScale
        let outcome: Result<FittedTextScale, CopyfitError>
        do throws(CopyfitError) { outcome = .success(try searchTextScale(box, range)) } catch { outcome = .failure(error) }
        try setTextScale(former)
        return try outcome.get()
    }

    private func searchTextScale(_ box: ContentSize, _ range: ClosedRange<Double>) throws(CopyfitError) -> FittedTextScale {
        let steps = 128.0
        var low = Int((range.lowerBound * steps).rounded(.up)), high = Int((range.upperBound * steps).rounded(.down))
        if high < low { high = low }
        func measure(_ step: Int) throws(CopyfitError) -> FittedTextScale {
            let scale = max(0.01, min(100, Double(step) / steps))
            try setTextScale(scale)
            let context = try laidOut(width: box.width)
            let height = Double(context.scrollHeight())
            return FittedTextScale(scale: scale, height: height, fits: height <= box.height && context.contentWidth <= .truncating(box.width))
        }
        var best = try measure(low)
        guard best.fits else { return best }
        let largest = try measure(high)
        if largest.fits { return largest }
        while high - low > 1 {
            let middle = low + (high - low) / 2
            let tried = try measure(middle)
            if tried.fits {
                best = tried
                low = middle
            } else {
                high = middle
            }
        }
        return best
    }
}

extension LayoutContext {
    /// The right edge of each line's text from the left one, of paragraphs of several lines, and the width that they have.
    private func eachParagraph(_ body: (_ width: Float, _ lines: [Float]) -> Void) {
        for (index, list) in fragments.lines.enumerated() where list.lines.count > 1 {
            let container = prepared.inlineContents[index].container
            let width = (fragments[container].size.width - edges(of: container).horizontal).px
            let lengths = list.lines.map { line in
                let pieces = list.pieces[Int(line.firstPiece)..<Int(line.firstPiece + line.pieceCount)]
                return (pieces.map { $0.x + $0.width }.max() ?? 0) - (pieces.map(\.x).min() ?? 0)
            }
            body(width, lengths)
        }
    }

    /// How uneven the lines of paragraphs are.
    fileprivate var raggedness: Float {
        var sum: Float = 0
        eachParagraph { _, lengths in
            let longest = lengths.max() ?? 0
            for length in lengths { sum += (longest - length) * (longest - length) }
        }
        return sum
    }

    /// By how much the width can shrink before the longest line of any paragraph must break elsewhere.
    fileprivate var leastSlack: LayoutUnit {
        var slack: Float = .infinity
        eachParagraph { width, lengths in slack = min(slack, width - (lengths.max() ?? 0)) }
        return slack.isFinite ? max(.zero, LayoutUnit.flooring(slack)) : .zero
    }
}
