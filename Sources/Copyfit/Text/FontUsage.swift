/// A font that serves text of a selection: reports ask why.
package struct FontUsage: Hashable, Sendable {
    package var font: FontID
    package var selection: FontSelectionID
}

extension TextShaper {
    /// The fonts that serve a stretch of one run, in order of appearance, as the engine's shaping chooses them.
    /// - Parameter range: UTF-16 offsets into the paragraph's text, in one run.
    package func fontUsages(of content: InlineContent, range: Range<Int>, style: StyleID) -> [FontUsage] {
        let selection = measuredStyle(style).selection
        let range = range.clamped(to: 0..<content.text.count)
        if let paragraph = content.paragraph {
            let segments = paragraph.segments.filter { $0.style == style && Int($0.start) < range.upperBound && range.lowerBound < Int($0.end) }
            return segments.map { FontUsage(font: $0.font, selection: selection) }
        }
        return content.text.withUnsafeBufferPointer { text in
            fonts.resolve(text, range, in: selection, shaper: scratch.glyphShaper, into: &scratch.fontRuns)
            return scratch.fontRuns.map { FontUsage(font: $0.font, selection: selection) }
        }
    }
}
