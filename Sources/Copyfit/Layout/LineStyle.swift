/// What a style contributes to a line: its font's metrics and the extents of its inline box (browser-rules §4.1).
package struct LineStyle: Sendable {
    /// Of the primary font, whole px in every profile but `webkitSubpixel`.
    package var ascent: Float = 0
    package var descent: Float = 0
    package var lineGap: Float = 0
    /// How far the em box of text stands inside ascent and descent, whole px.
    package var emInsetAbove: Float = 0
    package var emInsetBelow: Float = 0
    /// The room that emphasis marks on the style's text need above its ascent or below its descent.
    package var marksAbove: Float = 0
    package var marksBelow: Float = 0
    package var xHeight: Float = 0
    /// The used line-height in px: floored in WebKit, in 1/64 px in Chromium.
    package var lineHeight: Float = 0
    /// Extents of the inline box above and below its baseline, leading included.
    package var above: Float = 0
    package var below: Float = 0
    package var isNormal = true
    /// False as long as nothing has asked for the style's font.
    private(set) var isKnown = false

    package init() {}

    package init(style: ComputedStyle, metrics: FontMetrics, profile: Profile) {
        isKnown = true
        ascent = Float(metrics.ascent)
        descent = Float(metrics.descent)
        lineGap = Float(metrics.lineGap)
        xHeight = metrics.xHeight
        emInsetAbove = max(0, (ascent - metrics.emAscent).rounded(.down))
        emInsetBelow = max(0, (descent - metrics.emDescent).rounded(.down))
        isNormal = style.lineHeight.kind == .normal || style.lineHeight.kind == .ink
        if profile.lineBoxRounding == .fractional {
            ascent = metrics.unroundedAscent
            descent = metrics.unroundedDescent
            lineGap = metrics.unroundedLineGap
        }
        if style.lineHeight.kind == .ink { return }
        if isNormal {
            (above, below) = LineStyle.normalExtents(ascent: ascent, descent: descent, lineGap: lineGap, profile: profile)
            lineHeight = above + below
            return
        }
        lineHeight = LineStyle.usedLineHeight(style, profile: profile)
        (above, below) = LineStyle.extents(lineHeight: lineHeight, ascent: ascent, descent: descent, profile: profile)
    }

    /// Adds what `list`, by `StyleID`, lacks of the styles of a document.
    ///
    /// With boxes and their contents, styles that no line of them can ask for are left out: a page whose text has a font of its own does not
    /// open the default one, which `<html>` has, nor fontconfig to find it.
    static func complete(
        _ list: inout [LineStyle], of styled: StyledDocument, boxes: (tree: BoxTree, contents: [InlineContent])?, fonts: DocumentFonts, profile: Profile, watch: WorkWatch? = nil
    ) {
        let first = list.firstIndex { !$0.isKnown } ?? list.count
        guard first < styled.styles.count else { return }
        let uses = boxes.map { LineStyle.uses(of: styled.styles.count, in: $0.tree, $0.contents) }
        for index in first..<styled.styles.count {
            if let watch, watch.mustStop() { return }
            if index == list.count { list.append(LineStyle()) }
            let style = styled.styles[index]
            if list[index].isKnown { continue }
            if let uses, uses[index] == .outsideLines || uses[index] == .none && style.display == .none { continue }
            let metrics = fonts.metrics(of: styled.fonts[Int(style.font)], language: styled.languages[Int(style.language)])
            list[index] = LineStyle(style: style, metrics: metrics, profile: profile)
            if style.emphasisMark != 0 { list[index].addMarks(style, styled, fonts: fonts, profile: profile) }
        }
    }

    /// WebKit: as high as the font of the mark at half the size; Chromium: as the em of that size (measured).
    private mutating func addMarks(_ style: ComputedStyle, _ styled: StyledDocument, fonts: DocumentFonts, profile: Profile) {
        var height = style.fontSize / 2
        if !profile.annotationsShareSpace {
            var description = styled.fonts[Int(style.font)]
            description.size /= 2
            let selection = fonts.selection(for: description, language: styled.languages[Int(style.language)])
            var font = fonts.primaryFont(of: selection)
            let mark = Int(style.emphasisMark) - 1
            if mark < styled.strings.count, let scalar = styled.strings[mark].unicodeScalars.first, !fonts.hasGlyph(scalar.value, in: font) {
                // A mark that no font has is not drawn.
                guard let fallback = fonts.normalLineFont(ofCodePoint: scalar.value, in: selection) else { return }
                font = fallback
            }
            let metrics = fonts.metrics(of: font)
            height = Float(metrics.ascent + metrics.descent)
        }
        if style.emphasisIsUnder { marksBelow = height } else { marksAbove = height }
    }

    private enum Use: UInt8 { case none, outsideLines, inLines }

    /// Where the boxes of each style are. Styles without a box may be those of first lines and markers.
    private static func uses(of count: Int, in tree: BoxTree, _ contents: [InlineContent]) -> [Use] {
        var uses = [Use](repeating: .none, count: count)
        for (index, box) in tree.boxes.enumerated() where box.style.index < count {
            if uses[box.style.index] == .inLines { continue }
            uses[box.style.index] = hasLines(box, isRoot: index == 0, tree, contents) ? .inLines : .outsideLines
        }
        return uses
    }

    private static func hasLines(_ box: Box, isRoot: Bool, _ tree: BoxTree, _ contents: [InlineContent]) -> Bool {
        if box.kind == .text, box.parent.exists { return hasLines(tree[box.parent], isRoot: box.parent == .root, tree, contents) }
        if box.isInlineLevel || box.flags.contains(.listItem) { return true }
        switch box.kind {
        // Markers find lines in blocks that have none.
        case .block: return !(tree.markers.isEmpty || isRoot || box.flags.contains(.body))
        case .table, .tableRowGroup, .tableRow, .tableColumnGroup, .tableColumn, .flex, .grid: return false
        // White space between blocks makes no line.
        case .inlineContext:
            let content = Int(box.payload) < contents.count ? contents[Int(box.payload)] : nil
            return content.map { $0.makesLines || $0.hasFloats } ?? true || !(tree.markers.isEmpty || box.parent == .root)
        case .inline, .text, .lineBreak, .wordBreak, .replaced, .tableCell, .tableCaption, .math: return true
        }
    }

    /// The extents of text with `line-height: normal`, the line gap split above and below (§1.2).
    package static func normalExtents(ascent: Float, descent: Float, lineGap: Float, profile: Profile) -> (above: Float, below: Float) {
        switch profile.lineBoxRounding {
        case .wholePixels: ((ascent + lineGap / 2).rounded(.down), (descent + lineGap / 2).rounded(.up))
        case .layoutUnits: (ascent + (lineGap / 2).rounded(.down), descent + lineGap - (lineGap / 2).rounded(.down))
        case .fractional: (ascent + lineGap / 2, descent + lineGap / 2)
        }
    }

    /// The used line-height in px (§4.1); the arithmetic is the engines', step by step in f32.
    static func usedLineHeight(_ style: ComputedStyle, profile: Profile) -> Float {
        let value = style.lineHeight.value
        switch (style.lineHeight.kind, profile.lineBoxRounding) {
        case (.normal, _), (.ink, _): return 0
        case (.number, .wholePixels):
            let size = (style.fontSize * 64).rounded(.towardZero) / 64
            return (size * (value * 100) / 100).rounded(.down)
        case (.number, .layoutUnits):
            let size = LayoutUnit.rounding(style.fontSize).px
            return LayoutUnit.truncating(size * (value * 100) / 100).px
        case (.number, .fractional): return style.fontSize * value
        case (.length, .wholePixels): return value.rounded(.down)
        case (.length, .layoutUnits): return LayoutUnit.rounding(value).px
        case (.length, .fractional): return value
        }
    }

    static func extents(lineHeight: Float, ascent: Float, descent: Float, profile: Profile) -> (above: Float, below: Float) {
        switch profile.lineBoxRounding {
        case .wholePixels:
            let half = (lineHeight - (ascent + descent)) / 2
            return ((ascent + half).rounded(.down), (descent + half).rounded(.up))
        case .layoutUnits:
            let leading = lineHeight - (ascent + descent)
            let half = (LayoutUnit.truncating(leading) / 2).px.rounded(.down)
            return (ascent + half, descent + leading - half)
        case .fractional:
            let half = (lineHeight - (ascent + descent)) / 2
            return (ascent + half, descent + half)
        }
    }

    /// The extents that another `line-height` gives with these font metrics.
    func extents(replacing style: ComputedStyle, profile: Profile) -> (above: Float, below: Float) {
        if style.lineHeight.kind == .normal {
            return LineStyle.normalExtents(ascent: ascent, descent: descent, lineGap: lineGap, profile: profile)
        }
        return LineStyle.extents(
            lineHeight: LineStyle.usedLineHeight(style, profile: profile), ascent: ascent, descent: descent, profile: profile)
    }

    /// The extents of an outside list marker in WebKit (§6.3): leading is shared out over ascent, descent and line gap.
    func markerExtents(profile: Profile) -> (above: Float, below: Float) {
        if isNormal { return (above, below) }
        let height = ascent + descent + lineGap
        let half = (lineHeight - height) / 2
        let gapAbove = (lineGap / 2).rounded(.down)
        return ((ascent + gapAbove + half).rounded(.down), (height - ascent - gapAbove + half).rounded(.up))
    }
}
