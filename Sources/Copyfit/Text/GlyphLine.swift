/// The glyphs of a stretch of one style and bidi level, for painting: in visual order, run by run.
package struct GlyphLine: Sendable {
    package struct Glyph: Sendable {
        package var id: UInt32
        /// CSS px from the start of the stretch, y down from the baseline.
        package var x: Float
        package var y: Float
        /// UTF-16 offset of its cluster in the text.
        package var cluster: Int32
    }
    /// Glyphs of one font.
    package struct Run: Sendable {
        package var font: FontID
        package var glyphs: Range<Int>
    }
    package var glyphs: [Glyph] = []
    package var runs: [Run] = []
    /// CSS px, spacing included.
    package var width: Float = 0
    package init() {}
}

extension TextShaper {
    /// Shapes a stretch of text for painting. What stands around it is context for joining.
    package func glyphs(_ text: [UInt16], _ range: Range<Int>, style id: StyleID, rightToLeft: Bool) -> GlyphLine {
        var line = GlyphLine()
        let style = measuredStyle(id)
        text.withUnsafeBufferPointer { text in
            let range = range.clamped(to: 0..<text.count)
            guard !range.isEmpty else { return }
            var parts = parts(text, range, style)
            if rightToLeft { parts.reverse() }
            for part in parts { append(part, text, style, rightToLeft: rightToLeft, to: &line) }
        }
        return line
    }

    /// The parts of a stretch of text that are shaped each as one, in logical order: of one font and script.
    func parts(_ text: [UInt16], _ range: Range<Int>, style id: StyleID) -> [Part] {
        let style = measuredStyle(id)
        return text.withUnsafeBufferPointer { parts($0, range.clamped(to: 0..<$0.count), style) }
    }

    private func parts(_ text: UnsafeBufferPointer<UInt16>, _ range: Range<Int>, _ style: MeasuredStyle) -> [Part] {
        var parts: [Part] = []
        if style.synthesizesSmallCapitals {
            let small = fonts.smallCapitals(of: style.selection)
            CaseMapping.eachRun(of: text, in: range) { part, isSmall in
                split(text, part, isSmall ? small : style.selection, upperCased: isSmall, into: &parts)
            }
        } else {
            split(text, range, style.selection, upperCased: false, into: &parts)
        }
        return parts
    }

    struct Part {
        var range: Range<Int>
        var font: FontID
        var selection: FontSelectionID
        var script: Script
        var isMissing: Bool
        /// Capitals for small letters.
        var isUpperCased: Bool
    }

    private func split(
        _ text: UnsafeBufferPointer<UInt16>, _ range: Range<Int>, _ selection: FontSelectionID, upperCased: Bool, into parts: inout [Part]
    ) {
        var fontRuns: [FontRun] = []
        if upperCased {
            fontRuns = [FontRun(start: range.lowerBound, end: range.upperBound, font: fonts.primaryFont(of: selection))]
        } else {
            fonts.resolve(text, range, in: selection, shaper: scratch.glyphShaper, into: &fontRuns)
        }
        for fontRun in fontRuns {
            ScriptItemizer.webkitRuns(text, Int(fontRun.start)..<Int(fontRun.end), into: &scratch.scriptRuns)
            for run in scratch.scriptRuns {
                parts.append(
                    Part(
                        range: run.start..<run.end, font: fontRun.font, selection: selection, script: run.script, isMissing: fontRun.isMissing,
                        isUpperCased: upperCased))
            }
        }
    }

    private func append(_ part: Part, _ text: UnsafeBufferPointer<UInt16>, _ style: MeasuredStyle, rightToLeft: Bool, to line: inout GlyphLine) {
        if part.isUpperCased {
            let upper = CaseMapping.upperCased(UnsafeBufferPointer(rebasing: text[part.range]), locale: "")
            _ = upper.withUnsafeBufferPointer { upper in
                scratch.glyphShaper.shape(
                    upper, 0..<upper.count, font: part.font, selection: part.selection, fonts: fonts, script: part.script.tag, rightToLeft: rightToLeft,
                    ligatures: style.letterSpacing == 0, into: &scratch.glyphs)
            }
        } else {
            scratch.glyphShaper.shape(
                text, part.range, font: part.font, selection: part.selection, fonts: fonts, script: part.script.tag, rightToLeft: rightToLeft,
                ligatures: style.letterSpacing == 0, isMissing: part.isMissing, into: &scratch.glyphs)
        }
        let first = line.glyphs.count
        let hasOwnSpaces = profile.spacesIgnoreKerning, spaceAdvance = fonts.font(part.font).metrics.spaceAdvance
        for glyph in scratch.glyphs {
            let cluster = part.isUpperCased ? min(part.range.lowerBound + Int(glyph.cluster), part.range.upperBound - 1) : Int(glyph.cluster)
            guard cluster < text.count else { continue }
            let unit = text[cluster]
            if Self.hasNoWidth(unit) { continue }
            line.glyphs.append(
                GlyphLine.Glyph(id: glyph.glyph, x: line.width + glyph.xOffset, y: -glyph.yOffset, cluster: Int32(truncatingIfNeeded: cluster)))
            guard glyph.advance != 0 else { continue }
            line.width += hasOwnSpaces && (unit == 0x20 || unit == 0xA0) ? spaceAdvance : glyph.advance
            if style.hasSpacing {
                line.width += style.letterSpacing
                if unit == 0x20 || unit == 0xA0 { line.width += style.wordSpacing }
            }
        }
        if line.glyphs.count > first { line.runs.append(GlyphLine.Run(font: part.font, glyphs: first..<line.glyphs.count)) }
    }
}
