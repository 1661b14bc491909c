// Ruby texts over and under their bases, and the room that lines have for them.

extension PreparedBoxes {
    /// Whether text in it may have emphasis marks. Its own boxes are asked: documents share their tables of styles with others.
    var hasEmphasis: Bool {
        styled.hasEmphasis
            && (inlineContents.contains { $0.firstLine != nil } || tree.boxes.contains { styled.styles[$0.style.index].emphasisMark != 0 })
    }
}

extension LineBoxBuilder {
    /// The innermost box ends: a base takes its text, and what is around it knows how far both reach.
    mutating func closeInRuby() {
        let index = stack.count - 1
        let annotation = context.tree.annotation(of: stack[index].box)
        if annotation.exists { annotate(index, with: annotation) }
        passOnAnnotations(from: index)
    }

    mutating func passOnAnnotations(from index: Int) {
        guard index > 0, stack[index].group == stack[index - 1].group else { return }
        let inner = stack[index]
        if !inner.annotations.isEmpty { stack[index - 1].annotations.add(inner.annotations.top, inner.annotations.bottom) }
        if !inner.content.isEmpty { stack[index - 1].content.add(inner.content.top, inner.content.bottom) }
    }

    private mutating func annotate(_ index: Int, with annotation: BoxID) {
        let isUnder = context.style(of: annotation).rubyPosition == .under
        let height = (context.fragments[annotation].size.height + context.margins(of: annotation, containingWidth: .zero).vertical).px
        let top = context.profile.annotationsShareSpace
            ? placeByEmBoxes(index, annotation, height: height, isUnder: isUnder) : placeOnBase(index, height: height, isUnder: isUnder)
        stack[index].annotations.add(top, top + height)
        stack[index].hasExtent = true
        stack[index].holdsContent = true
        annotations.append((annotation, stack[index].group, top))
    }

    /// WebKit: the text's box stands on the base's ascent or below its descent. The first line makes room for it; later ones as far as both
    /// need more than the base's line height, so that it may stand in the leading of the line above.
    private mutating func placeOnBase(_ index: Int, height: Float, isUnder: Bool) -> Float {
        let base = stack[index]
        let line = context.lineStyles[base.style.index]
        let over = base.annotations.isEmpty ? 0 : max(0, base.baseline - line.ascent - base.annotations.top)
        let under = base.annotations.isEmpty ? 0 : max(0, base.annotations.bottom - base.baseline - line.descent)
        let top = isUnder ? base.baseline + line.descent + under : base.baseline - line.ascent - over - height
        let (above, below) = isUnder ? (over, under + height) : (over + height, under)
        if isFirstLine {
            groups[base.group].extent.add(base.baseline - max(line.above, line.ascent + above), base.baseline + max(line.below, line.descent + below))
        } else {
            let more = max(0, line.ascent + line.descent + above + below - line.above - line.below)
            var grown = isUnder ? line.below : line.above
            // With `line-height: normal` the grown side has half the line gap, unrounded.
            if more > 0, line.isNormal { grown = (isUnder ? line.descent : line.ascent) + line.lineGap / 2 }
            groups[base.group].extent.add(
                base.baseline - (isUnder ? line.above : grown + more), base.baseline + (isUnder ? grown + more : line.below))
        }
        return top
    }

    /// Chromium: the em boxes of text and base touch; above a base without content the text stands on its line box.
    private mutating func placeByEmBoxes(_ index: Int, _ annotation: BoxID, height: Float, isUnder: Bool) -> Float {
        let base = stack[index]
        let line = context.lineStyles[base.style.index]
        let content = base.content.isEmpty
            ? Extent(top: base.baseline - line.above, bottom: base.baseline + line.below, isEmpty: false) : base.content
        let inset = context.rubyEmInsets(annotation)
        let top = isUnder ? content.bottom - inset.above : content.top - height + inset.below
        stack[index].content.add(content.top, content.bottom)
        stack[index].content.add(top + inset.above - base.marks.above, top + height - inset.below + base.marks.below)
        if base.marks.above > 0 { stack[index].annotations.add(top - base.marks.above, top) }
        if base.marks.below > 0 { stack[index].annotations.add(top + height, top + height + base.marks.below) }
        return top
    }

    /// Text with emphasis marks, or that annotations share the space of.
    mutating func addMarks(of item: InlineItem) {
        let index = stack.count - 1
        let line = context.lineStyles[stack[index].style.index]
        let emBox = context.sharesAnnotationSpace ? addEmBox(of: item) : .empty
        guard line.marksAbove > 0 || line.marksBelow > 0 else { return }
        let base = annotatedBase(isUnder: line.marksBelow > 0)
        guard context.sharesAnnotationSpace else {
            // A ruby text stands where they would.
            guard base == nil else { return }
            let baseline = stack[index].baseline
            groups[stack[index].group].extent.add(
                baseline - max(line.above, line.ascent + line.marksAbove), baseline + max(line.below, line.descent + line.marksBelow))
            return
        }
        if let base {
            stack[base].marks = (max(stack[base].marks.above, line.marksAbove), max(stack[base].marks.below, line.marksBelow))
        } else {
            stack[index].content.add(emBox.top - line.marksAbove, emBox.bottom + line.marksBelow)
            if line.marksAbove > 0 { stack[index].annotations.add(emBox.top - line.marksAbove, emBox.top) }
            if line.marksBelow > 0 { stack[index].annotations.add(emBox.bottom, emBox.bottom + line.marksBelow) }
        }
    }

    /// The innermost base around the text with a ruby text on one side.
    private func annotatedBase(isUnder: Bool) -> Int? {
        guard context.tree.hasRuby else { return nil }
        return stack.indices.last { index in
            let annotation = context.tree.annotation(of: stack[index].box)
            return annotation.exists && (context.style(of: annotation).rubyPosition == .under) == isUnder
        }
    }

    /// Adds the em box of text, or of the style's own font for a forced break, to what stands in the innermost box.
    @discardableResult
    mutating func addEmBox(of item: InlineItem?) -> Extent {
        let index = stack.count - 1
        let line = context.lineStyles[stack[index].style.index]
        let inset = item.map { context.emInsets(of: $0, content, line) } ?? (above: line.emInsetAbove, below: line.emInsetBelow)
        let baseline = stack[index].baseline
        let box = Extent(top: baseline - line.ascent + inset.above, bottom: baseline + line.descent - inset.below, isEmpty: false)
        stack[index].content.add(box.top, box.bottom)
        return box
    }

    func findSpace(top: Float, bottom: Float, _ metrics: inout Metrics) {
        let content = stack[0].content
        guard !content.isEmpty else { return }
        metrics.spaceAbove = content.top - top
        metrics.spaceBelow = bottom - content.bottom
        // Tall text is none of an annotation's.
        if metrics.spaceAbove < 0, !annotationsReach(above: top) { metrics.spaceAbove = 0 }
        if metrics.spaceBelow < 0, !annotationsReach(below: bottom) { metrics.spaceBelow = 0 }
    }

    private func annotationsReach(above top: Float) -> Bool { !stack[0].annotations.isEmpty && stack[0].annotations.top < top }
    private func annotationsReach(below bottom: Float) -> Bool { !stack[0].annotations.isEmpty && stack[0].annotations.bottom > bottom }
}

extension LayoutContext {
    /// How far the em boxes of a text's fonts stand inside the ascent and descent of its style.
    func emInsets(of item: InlineItem, _ content: InlineContent, _ line: LineStyle) -> (above: Float, below: Float) {
        guard item.flags.contains(.usesFallback), let paragraph = content.paragraph else { return (line.emInsetAbove, line.emInsetBelow) }
        var above = Float.infinity, below = Float.infinity
        shaper.eachFont(of: paragraph, Int(item.start)..<Int(item.end)) { metrics in
            above = min(above, line.ascent - metrics.emAscent)
            below = min(below, line.descent - metrics.emDescent)
        }
        guard above < .infinity else { return (line.emInsetAbove, line.emInsetBelow) }
        return (max(0, above.rounded(.down)), max(0, below.rounded(.down)))
    }

    /// The same of a ruby text; with edges of its own it has no em box but its own.
    func rubyEmInsets(_ annotation: BoxID) -> (above: Float, below: Float) {
        guard tree[annotation].kind == .inlineContext, edges(of: annotation, containingWidth: .zero).vertical == .zero else { return (0, 0) }
        let content = prepared.inlineContents[Int(tree[annotation].payload)]
        let line = lineStyles[tree[annotation].style.index]
        var inset: (above: Float, below: Float)?
        for item in content.items where item.kind == .text {
            let own = emInsets(of: item, content, line)
            inset = (min(inset?.above ?? own.above, own.above), min(inset?.below ?? own.below, own.below))
        }
        return inset ?? (0, 0)
    }

    /// How far a line moves down for its annotations, or for those of the line above.
    /// - Parameter space: what is free above the line; negative where annotations stand out there.
    func annotationShift(_ metrics: LineBoxBuilder.Metrics, space: LayoutUnit) -> Float {
        if metrics.spaceAbove < 0 { return max(0, -metrics.spaceAbove - space.px) }
        return space < .zero ? max(0, -space.px - metrics.spaceAbove) : 0
    }

    /// Chromium: the lines of a ruby text start with its font's ascent, whatever `line-height` and other fonts on them say.
    func shiftOfRubyText(_ id: BoxID, _ metrics: LineBoxBuilder.Metrics, isFirst: Bool) -> Float {
        isFirst ? lineStyles[tree[id].style.index].ascent - metrics.baseline : 0
    }
}
