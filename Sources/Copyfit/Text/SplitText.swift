// Text that is split over lines.

extension TextShaper {
    /// A text item with the fallback fonts that a part of it has by itself: each line counts those of its own characters.
    func part(of item: InlineItem, _ range: Range<Int32>, of content: InlineContent) -> InlineItem {
        var part = item
        part.flags.remove(.usesFallback)
        guard item.run >= 0, Int(item.run) < content.runs.count, range.lowerBound >= 0, Int(range.upperBound) <= content.text.count else { return part }
        var extents: (above: Int16, below: Int16)?
        let from = Int(range.lowerBound), to = Int(range.upperBound)
        if let paragraph = content.paragraph {
            extents = fallbackExtents(paragraph, text: content.text, from: from, to: to)
        } else {
            let style = measuredStyle(content.runs[Int(item.run)].style)
            let word = content.text.withUnsafeBufferPointer { measure(UnsafeBufferPointer(rebasing: $0[from..<to]), style) }
            if word.usesFallback { extents = (word.above, word.below) }
        }
        guard let extents else { return part }
        part.flags.insert(.usesFallback)
        part.fallbackAbove = extents.above
        part.fallbackBelow = extents.below
        return part
    }
}
