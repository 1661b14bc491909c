internal import Copyfit

extension GlyphLine {
    /// Shares room out between the parts of a ruby's text, which then begins earlier; gives by how much, CSS px.
    /// - Parameters:
    ///   - range: the glyphs' text in `units`, left to right.
    ///   - lead: the room before the text as if it stood together; `trail` is that behind it.
    mutating func spreadOut(_ units: [UInt16], _ range: Range<Int>, lead: Float, trail: Float, align: RubyAlign) -> Double {
        guard align == .spaceAround || align == .spaceBetween, range.upperBound <= units.count else { return 0 }
        let numbers = RubySpreading.partNumbers(units[range])
        guard let last = numbers.last, last > 0 else { return 0 }
        let count = last + 1
        let gap = align == .spaceAround ? (lead + trail) / Float(count) : (lead + trail) / Float(count - 1)
        for index in glyphs.indices {
            let cluster = Int(glyphs[index].cluster)
            guard range.contains(cluster) else { continue }
            glyphs[index].x += gap * Float(numbers[cluster - range.lowerBound])
        }
        return Double(align == .spaceAround ? lead - gap / 2 : lead)
    }
}
