internal import Copyfit

/// Where a line is cut off for an ellipsis (https://www.w3.org/TR/css-overflow-3/#text-overflow).
struct LineCut {
    /// What stays, CSS px from the left of the context's content box.
    var kept: ClosedRange<Double>
    /// Where the ellipsis stands.
    var x: Double
    /// From the top of the content box.
    var baseline: Double

    func hides(_ piece: LinePiece) -> Bool {
        Double(piece.x) >= kept.upperBound || Double(piece.x + piece.width) <= kept.lowerBound
    }

    /// Nil where all of it stays.
    func kept(of piece: LinePiece) -> ClosedRange<Double>? {
        Double(piece.x) >= kept.lowerBound - 0.01 && Double(piece.x + piece.width) <= kept.upperBound + 0.01 ? nil : kept
    }
}

extension GlyphLine {
    /// Where each glyph ends, CSS px from the start: at the next one.
    func end(of index: Int) -> Float {
        var next = index + 1
        // Marks share the place of their base.
        while next < glyphs.count, glyphs[next].x <= glyphs[index].x { next += 1 }
        return next < glyphs.count ? glyphs[next].x : width
    }

    /// Drops the glyphs that do not lie whole within a range, CSS px from the start, and answers how much it took at either side.
    mutating func cut(from low: Double, to high: Double) -> (before: Double, after: Double) {
        let kept = glyphs.indices.filter { Double(glyphs[$0].x) >= low - 0.01 && Double(end(of: $0)) <= high + 0.01 }
        guard let first = kept.first, let last = kept.last else {
            runs = []
            return (0, Double(width))
        }
        let before = glyphs[first].x, after = width - end(of: last)
        for index in runs.indices { runs[index].glyphs = runs[index].glyphs.clamped(to: first..<last + 1) }
        if before != 0 { for index in glyphs.indices { glyphs[index].x -= before } }
        width -= before + after
        return (Double(before), Double(after))
    }
}
