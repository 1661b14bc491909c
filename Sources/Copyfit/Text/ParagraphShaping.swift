// Chromium shapes a paragraph whole and cuts lines out of it (browser-rules §2.3).

extension TextShaper {
    /// Shapes a whole paragraph. `levels` are the bidi levels, if any.
    package func shape(text: [UInt16], runs: [TextRun], levels: [UInt8]?) -> ShapedParagraph {
        var paragraph = ShapedParagraph()
        paragraph.advances = Array(repeating: 0, count: text.count)
        paragraph.marks = Array(repeating: [.safe, .clusterStart], count: text.count)
        text.withUnsafeBufferPointer { text in
            let scripts = paragraphScripts(text)
            var first = 0
            while first < runs.count, watch?.failure == nil {
                guard runs[first].start < runs[first].end, runs[first].start >= 0, Int(runs[first].end) <= text.count else { first += 1; continue }
                let style = measuredStyle(runs[first].style)
                var last = first
                while last + 1 < runs.count, joins(runs[last], runs[last + 1], style), Int(runs[last + 1].end) <= text.count { last += 1 }
                segment(text, Int(runs[first].start)..<Int(runs[last].end), runs[first].style, style, scripts, levels, into: &paragraph)
                first = last + 1
            }
        }
        paragraph.positions.reserveCapacity(text.count + 1)
        var sum = 0.0
        for advance in paragraph.advances {
            sum += Double(advance)
            paragraph.positions.append(sum)
        }
        return paragraph
    }

    /// Whether two runs are shaped as one: the same font and spacing, and nothing between them.
    private func joins(_ a: TextRun, _ b: TextRun, _ style: MeasuredStyle) -> Bool {
        guard a.end == b.start, b.start <= b.end, !b.flags.contains(.afterBoundary) else { return false }
        if a.style == b.style { return true }
        let other = measuredStyle(b.style)
        return other.selection == style.selection && other.letterSpacing == style.letterSpacing && other.wordSpacing == style.wordSpacing
    }

    /// The script runs of the whole text: common characters take their script across elements.
    private func paragraphScripts(_ text: UnsafeBufferPointer<UInt16>) -> [ScriptRun] {
        var union: UInt16 = 0
        for unit in text { union |= unit }
        if union < 0x80 { return [ScriptRun(start: 0, end: text.count, script: text.contains(where: isASCIILetter) ? .latin : .common)] }
        var runs: [ScriptRun] = []
        ScriptItemizer.chromiumRuns(text, 0..<text.count, into: &runs)
        return runs
    }

    /// Cuts a stretch of one style at levels, scripts, tabs and forced breaks, then by font, and shapes the parts.
    private func segment(
        _ text: UnsafeBufferPointer<UInt16>, _ range: Range<Int>, _ id: StyleID, _ style: MeasuredStyle, _ scripts: [ScriptRun], _ levels: [UInt8]?,
        into paragraph: inout ShapedParagraph
    ) {
        var low = 0, high = scripts.count
        while low < high {
            let middle = (low + high) / 2
            if scripts[middle].end <= range.lowerBound { low = middle + 1 } else { high = middle }
        }
        var start = range.lowerBound
        while start < range.upperBound {
            while low + 1 < scripts.count, scripts[low].end <= start { low += 1 }
            if text[start] == 0x09 || text[start] == 0x0A { start += 1; continue }
            if watch?.failure != nil { return }
            let limit = low < scripts.count ? min(range.upperBound, max(scripts[low].end, start + 1)) : range.upperBound
            let script = low < scripts.count ? scripts[low].script : .common
            let level = levels.map { start < $0.count ? $0[start] : 0 } ?? 0
            var end = start + 1
            while end < limit, text[end] != 0x09, text[end] != 0x0A {
                if let levels, end < levels.count, levels[end] != level { break }
                end += 1
            }
            shapePart(text, start..<end, id, style, script, rightToLeft: level & 1 != 0, into: &paragraph)
            if text[end - 1] == 0x20, style.collapsesSpaces, end == text.count || text[end] == 0x0A { shapeWithoutLastSpace(text, start..<end, into: &paragraph) }
            start = end
        }
    }

    /// Chromium takes collapsible white space before a forced break and at the end of a block away before it shapes: what is kerned with
    /// it is shaped again without it.
    private func shapeWithoutLastSpace(_ text: UnsafeBufferPointer<UInt16>, _ part: Range<Int>, into paragraph: inout ShapedParagraph) {
        let end = part.upperBound - 1
        guard end > part.lowerBound, !paragraph.isSafe(end), let segment = paragraph.segments.last, Int(segment.start) < end, end < segment.end else { return }
        var start = end - 1
        while start > Int(segment.start), !paragraph.isSafe(start) { start -= 1 }
        for index in start..<end { paragraph.advances[index] = 0 }
        let style = measuredStyle(segment.style)
        paragraph.advances.withUnsafeMutableBufferPointer { shapeSegment(text, start..<end, segment, style, advances: $0, marks: nil, origin: 0) }
    }

    private func shapePart(
        _ text: UnsafeBufferPointer<UInt16>, _ range: Range<Int>, _ id: StyleID, _ style: MeasuredStyle, _ script: Script, rightToLeft: Bool,
        into paragraph: inout ShapedParagraph
    ) {
        fonts.resolve(text, range, in: style.selection, shaper: scratch.glyphShaper, into: &scratch.fontRuns)
        for fontRun in scratch.fontRuns {
            // Shaping takes as long as a question stands for with a few characters.
            if let watch, watch.mustStop(after: 1 + Int(fontRun.end - fontRun.start) / 16) { return }
            var segment = ShapedParagraph.Segment(
                start: fontRun.start, end: fontRun.end, style: id, font: fontRun.font, script: script, rightToLeft: rightToLeft,
                isFallback: fontRun.font != style.primary)
            let part = Int(fontRun.start)..<Int(fontRun.end)
            if SpacingTrim.mayApply(text, part) { segment.trimsSpacing = fonts.font(fontRun.font).face.positions(with: FontTag(named: "halt")) }
            for index in part where index < paragraph.marks.count { paragraph.marks[index] = [] }
            paragraph.advances.withUnsafeMutableBufferPointer { advances in
                paragraph.marks.withUnsafeMutableBufferPointer { marks in
                    shapeSegment(text, part, segment, style, advances: advances, marks: marks, origin: 0)
                }
            }
            paragraph.segments.append(segment)
            if segment.isFallback { paragraph.hasFallback = true }
        }
    }

    /// Shapes a part of a segment and adds each cluster's advance at its index less `origin`.
    private func shapeSegment(
        _ text: UnsafeBufferPointer<UInt16>, _ range: Range<Int>, _ segment: ShapedParagraph.Segment, _ style: MeasuredStyle,
        advances: UnsafeMutableBufferPointer<Float>, marks: UnsafeMutableBufferPointer<ShapedParagraph.Marks>?, origin: Int
    ) {
        if style.synthesizesSmallCapitals {
            shapeSmallCapitals(text, range, segment, style, advances: advances, marks: marks, origin: origin)
            return
        }
        var start = range.lowerBound
        while start < range.upperBound {
            let end = Graphemes.shapingLimit(text, from: start, to: range.upperBound)
            scratch.glyphShaper.shape(
                text, start..<end, font: segment.font, selection: style.selection, fonts: fonts, script: segment.script.tag,
                rightToLeft: segment.rightToLeft, ligatures: style.letterSpacing == 0, into: &scratch.glyphs)
            addClusters(text, start..<end, segment, style, advances: advances, marks: marks, origin: origin)
            start = end
        }
        guard segment.trimsSpacing else { return }
        SpacingTrim.apply(
            text, range, style.convention, em: style.fontSize, letterSpacing: segment.script.isCursive ? 0 : style.letterSpacing, advances: advances,
            origin: origin
        ) { index in
            // At a line's start the mark is whole again.
            marks?[index].remove(.safe)
        }
    }

    private func addClusters(
        _ text: UnsafeBufferPointer<UInt16>, _ range: Range<Int>, _ segment: ShapedParagraph.Segment, _ style: MeasuredStyle,
        advances: UnsafeMutableBufferPointer<Float>, marks: UnsafeMutableBufferPointer<ShapedParagraph.Marks>?, origin: Int
    ) {
        // Letters of cursive scripts join: only their spaces are spaced.
        let spacesLetters = style.letterSpacing != 0 && !segment.script.isCursive
        for glyph in scratch.glyphs {
            let cluster = Int(glyph.cluster)
            guard range.contains(cluster) else { continue }
            if let marks {
                let isSafe = !glyph.flags.contains(.unsafeToBreak)
                if marks[cluster].contains(.clusterStart) {
                    if !isSafe { marks[cluster].remove(.safe) }
                } else {
                    marks[cluster] = isSafe ? [.clusterStart, .safe] : .clusterStart
                }
            }
            guard glyph.advance != 0, !Self.hasNoWidth(text[cluster]), cluster &- origin < advances.count else { continue }
            // Spacing is given once to a cluster.
            if style.hasSpacing, advances[cluster &- origin] == 0 {
                let unit = text[cluster]
                if spacesLetters || unit == 0x20 { advances[cluster &- origin] += style.letterSpacing }
                if unit == 0x20 || unit == 0xA0 { advances[cluster &- origin] += style.wordSpacing }
            }
            advances[cluster &- origin] += glyph.advance
        }
    }

    /// What a line that ends at `end` saves by halving a closing bracket or quote there, in px; only a line that needs it does so.
    package func lineEndTrim(_ paragraph: ShapedParagraph, text: [UInt16], end: Int) -> Float {
        let index = end - 1
        guard index >= 0, index < text.count, text[index] >= 0x2019, SpacingTrim.isTrimmedAtLineEnd(text[index]), index < paragraph.advances.count else {
            return 0
        }
        let place = paragraph.segment(at: index)
        guard place < paragraph.segments.count, Int(paragraph.segments[place].start) <= index, paragraph.segments[place].trimsSpacing else { return 0 }
        let style = measuredStyle(paragraph.segments[place].style)
        let advance = paragraph.advances[index] - style.letterSpacing
        return advance > style.fontSize * 0.9 ? advance / 2 : 0
    }

    /// Small capitals without a font feature (§1.3): lower-case letters as capitals of a smaller size.
    private func shapeSmallCapitals(
        _ text: UnsafeBufferPointer<UInt16>, _ range: Range<Int>, _ segment: ShapedParagraph.Segment, _ style: MeasuredStyle,
        advances: UnsafeMutableBufferPointer<Float>, marks: UnsafeMutableBufferPointer<ShapedParagraph.Marks>?, origin: Int
    ) {
        let small = fonts.smallCapitals(of: style.selection)
        CaseMapping.eachRun(of: text, in: range) { run, isSmall in
            let start = run.lowerBound, end = run.upperBound
            if isSmall {
                let upper = CaseMapping.upperCased(UnsafeBufferPointer(rebasing: text[run]), locale: "")
                var total: Float = 0
                upper.withUnsafeBufferPointer { upper in
                    total = scratch.glyphShaper.shape(
                        upper, 0..<upper.count, font: fonts.primaryFont(of: small), selection: small, fonts: fonts, script: segment.script.tag,
                        rightToLeft: segment.rightToLeft, ligatures: style.letterSpacing == 0, into: &scratch.glyphs)
                }
                if upper.count == end - start {
                    for glyph in scratch.glyphs where start + Int(glyph.cluster) < end {
                        let index = start + Int(glyph.cluster)
                        marks?[index] = [.clusterStart, .safe]
                        advances[index &- origin] += glyph.advance + (glyph.advance == 0 ? 0 : style.letterSpacing)
                    }
                } else {
                    marks?[start] = [.clusterStart, .safe]
                    advances[start &- origin] += total + style.letterSpacing * Float(upper.count)
                }
            } else {
                scratch.glyphShaper.shape(
                    text, run, font: segment.font, selection: style.selection, fonts: fonts, script: segment.script.tag,
                    rightToLeft: segment.rightToLeft, ligatures: style.letterSpacing == 0, into: &scratch.glyphs)
                addClusters(text, run, segment, style, advances: advances, marks: marks, origin: origin)
            }
        }
    }

    // MARK: Slices

    /// The width of the part `from..<to` of one run on a line, rounded up to 1/64 px and reshaped at ends where the text is not safe to
    /// break. `to` excludes trailing white space that hangs or collapses; `shapedTo` includes it (it is shaped with the text, then
    /// dropped). `lineStart`: `from` starts a line; `lineEnd`: the line ends at `shapedTo`. Neither: that end is as in the whole paragraph.
    ///
    /// At a break without a space two widths must both fit: the one with `lineEnd` and the one without.
    package func sliceWidth(
        _ paragraph: ShapedParagraph, text: [UInt16], from: Int, to: Int, shapedTo: Int, lineStart: Bool, lineEnd: Bool
    ) -> LayoutUnit {
        guard from >= 0, from < to, to <= shapedTo, shapedTo <= paragraph.advances.count, paragraph.advances.count == text.count else { return .zero }
        var safeStart = from, safeEnd = shapedTo
        if lineStart { while safeStart < shapedTo, !paragraph.isSafe(safeStart) { safeStart += 1 } }
        if lineEnd { while safeEnd > safeStart, !paragraph.isSafe(safeEnd) { safeEnd -= 1 } }
        if safeStart == from, safeEnd == shapedTo { return .ceiling(sum(paragraph, from, to)) }
        if safeEnd <= safeStart { return .ceiling(reshaped(paragraph, text, from, to, shapedTo)) }
        var width: Float = 0
        if safeStart > from { width += reshaped(paragraph, text, from, min(to, safeStart), safeStart) }
        if to > safeStart { width += sum(paragraph, safeStart, min(to, safeEnd)) }
        if to > safeEnd { width += reshaped(paragraph, text, safeEnd, to, shapedTo) }
        return .ceiling(width)
    }

    private func sum(_ paragraph: ShapedParagraph, _ from: Int, _ to: Int) -> Float {
        // Long slices are wider than any line that a 1/64 could matter to.
        if to - from > 2048 { return Float(paragraph.estimate(from: from, to: to)) }
        var total: Float = 0
        for index in from..<to { total += paragraph.advances[index] }
        return total
    }

    /// The width of `from..<to` when `from..<shapedTo` is shaped alone.
    private func reshaped(_ paragraph: ShapedParagraph, _ text: [UInt16], _ from: Int, _ to: Int, _ shapedTo: Int) -> Float {
        text.withUnsafeBufferPointer { text in
            scratch.reshaped.removeAll(keepingCapacity: true)
            scratch.reshaped.append(contentsOf: repeatElement(0, count: shapedTo - from))
            var index = paragraph.segment(at: from)
            while index < paragraph.segments.count, Int(paragraph.segments[index].start) < shapedTo {
                let segment = paragraph.segments[index]
                index += 1
                let part = max(from, Int(segment.start))..<min(shapedTo, Int(segment.end))
                guard !part.isEmpty else { continue }
                let style = measuredStyle(segment.style)
                scratch.reshaped.withUnsafeMutableBufferPointer { shapeSegment(text, part, segment, style, advances: $0, marks: nil, origin: from) }
            }
            var total: Float = 0
            for offset in 0..<max(0, to - from) { total += scratch.reshaped[offset] }
            return total
        }
    }

    /// The normal line heights of the fallback fonts that really serve a visible character of `from..<to`, as their maximum in px (§2.4);
    /// nil if there is none.
    package func fallbackExtents(_ paragraph: ShapedParagraph, text: [UInt16], from: Int, to: Int) -> (above: Int16, below: Int16)? {
        text.withUnsafeBufferPointer { fallbackExtents(paragraph, text: $0, from: from, to: to) }
    }

    func fallbackExtents(_ paragraph: ShapedParagraph, text: UnsafeBufferPointer<UInt16>, from: Int, to: Int) -> (above: Int16, below: Int16)? {
        guard paragraph.hasFallback else { return nil }
        var result: (above: Int16, below: Int16)?
        var index = paragraph.segment(at: from)
        while index < paragraph.segments.count, Int(paragraph.segments[index].start) < to {
            let segment = paragraph.segments[index]
            index += 1
            guard segment.isFallback else { continue }
            let start = max(from, Int(segment.start)), end = min(to, Int(segment.end), text.count, paragraph.advances.count)
            guard start < end else { continue }
            let counts = (start..<end).contains { position in
                paragraph.advances[position] != 0 && !CharacterClass.isMark(codePoint(text, at: position, limit: text.count).value)
            }
            guard counts else { continue }
            let extents = fonts.metrics(of: segment.font).normalLineExtents
            result = result.map { (max($0.above, extents.above), max($0.below, extents.below)) } ?? extents
        }
        return result
    }
}
