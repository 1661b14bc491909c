/// Places the content of one line: its height and baselines, then positions along the line in visual order.
struct LinePlacement {
    let context: LayoutContext
    let content: InlineContent
    let container: BoxID
    let containingWidth: LayoutUnit

    /// A part of the line that moves as one in bidi reordering: a text piece, an atomic or a box edge.
    struct Part {
        enum Kind { case text, atomic, start, end, hyphen, lineBreak, outOfFlow, annotation }
        var kind: Kind
        var box: BoxID
        var level: UInt8
        var width: Float
        var x: Float = 0
        var start: Int32 = 0
        var end: Int32 = 0
        var run: Int32 = -1
        var isTab = false
        /// Index in `LineBoxBuilder.textBaselines`.
        var baseline = 0
        /// Breaks: whether the box they stand in counts in the line for them. Out-of-flow boxes: whether content stands before them.
        var isCounted = true
        /// Box edges: whether the line has no more content, and bidi places them in the direction of the paragraph.
        var trailsLine = false
        /// How far ruby texts before it on the line have drawn it back.
        var shift: Float = 0
    }

    var parts: [Part] = []
    /// How many of the parts a tab has stood behind, and their width: what a tab closes keeps its width until parts are aligned.
    private var summed = (count: 0, width: Float(0))
    var boxes: LineBoxBuilder
    /// Preserved white space that hangs at the line's end: the UTF-16 offset that it starts at, −1 for none, and its width in px.
    private(set) var hang: (start: Int32, width: Float) = (-1, 0)

    init(context: LayoutContext, content: InlineContent, container: BoxID, containingWidth: LayoutUnit) {
        self.context = context
        self.content = content
        self.container = container
        self.containingWidth = containingWidth
        boxes = LineBoxBuilder(context: context, content: content, isListItem: context.countsStrutAlways(container))
    }

    mutating func place(
        _ line: LineContent, top: Float, left: Float, right: Float, indent: Float, openBoxes: inout [BoxID], isLastLine: Bool,
        isFirstLine: Bool = false, marker: MarkerOnLine?, into fragments: inout LineFragments
    ) -> LineBoxBuilder.Metrics {
        boxes.begin(openAtStart: openBoxes, isFirstLine: isFirstLine)
        let openedBefore = openBoxes.count
        parts.removeAll(keepingCapacity: true)
        summed = (0, 0)
        // A marker that is content stands on the line first; else it joins what is there.
        if let marker, context.profile.outsideMarkers == .joinLines { boxes.addMarker(marker) }
        collect(line, openBoxes: &openBoxes)
        if let marker, context.profile.outsideMarkers == .alignWithContent { boxes.addMarker(marker) }
        let metrics = boxes.finish()
        guard line.hasContent else {
            for part in parts where part.kind == .outOfFlow { context.noteStaticPosition(part.box, container: container, x: left + indent, y: top) }
            // Boxes of a line that does not exist have a place all the same.
            let x = placeOfNothing(left: left, right: right, indent: indent)
            for box in boxes.inlineBoxes {
                var fragment = InlineBoxFragment(box: box.box, x: x, y: top, width: 0, height: 0)
                if let line = context.markerLineAbove {
                    let extents = context.lineStyles[content.style(of: box.box, in: context.tree).index]
                    fragment.y = (line.baseline - line.height).px + top - extents.ascent
                    fragment.height = extents.ascent + extents.descent
                } else {
                    fragment.isLineless = true
                }
                fragments.inlineBoxes.append(fragment)
            }
            return metrics
        }

        var bidi: BidiOrder?
        alignParts(line: line, left: left, right: right, indent: indent, isLastLine: isLastLine, &bidi)
        if content.hasRuby { drawBack(isAfterMarker: marker != nil) }
        let baseline = top + metrics.baseline
        var fragment = LineFragment(
            top: top, height: metrics.height, baseline: metrics.baseline, firstPiece: Int32(fragments.pieces.count), pieceCount: 0, overflowBottom: 0)
        if let marker, context.profile.outsideMarkers == .joinLines, !marker.isImage { fragment.overflowBottom = baseline + marker.descent }
        for part in parts where part.kind == .text {
            var piece = LinePiece(box: part.box, start: part.start, end: part.end, run: part.run, x: part.x, width: part.width)
            let place = boxes.textBaselines[part.baseline]
            let lineStyle = context.lineStyles[content.style(of: part.box, in: context.tree).index]
            piece.baseline = baseline + boxes.groups[place.group].offset + place.baseline
            piece.ascent = lineStyle.ascent
            piece.descent = lineStyle.descent
            if context.profile.textOverflowsLines { fragment.overflowBottom = max(fragment.overflowBottom, piece.baseline + piece.descent) }
            fragments.pieces.append(piece)
            fragment.pieceCount += 1
        }
        for part in parts where part.kind == .outOfFlow {
            // A box that would be a block stands at the start, below the line if content stands before it there.
            let isBlock = context.isBlockLevelInFlow(part.box)
            context.noteStaticPosition(
                part.box, container: container, x: isBlock ? 0 : part.x, y: isBlock && part.isCounted ? top + metrics.height : top)
        }
        for part in parts where part.kind == .lineBreak {
            let place = boxes.textBaselines[part.baseline]
            let lineStyle = context.lineStyles[content.style(of: part.box, in: context.tree).index]
            let y = baseline + boxes.groups[place.group].offset + place.baseline
            let isBare = context.profile.uncountedBreaksAreFlat && !part.isCounted
            fragments.inlineBoxes.append(
                isBare
                    ? InlineBoxFragment(box: part.box, x: part.x, y: y, width: 0, height: 0)
                    : InlineBoxFragment(
                        box: part.box, x: part.x, y: y - lineStyle.ascent, width: 0, height: lineStyle.ascent + lineStyle.descent))
        }
        placeAtomics(baseline: baseline)
        if content.hasRuby { placeAnnotations(baseline: baseline, firstPiece: Int(fragment.firstPiece), &fragments) }
        if context.profile.rubyTextIsSpread, context.isRubyText(container) {
            spread(parts.indices, over: left, right, firstPiece: Int(fragment.firstPiece), &fragments)
        }
        placeInlineBoxes(baseline: baseline, openedBefore: openedBefore, bidi: bidi, fragment: &fragment, into: &fragments)
        fragments.lines.append(fragment)
        return metrics
    }

    // MARK: Items of the line

    private mutating func collect(_ line: LineContent, openBoxes: inout [BoxID]) {
        var index = line.start.item
        var pending = line.start
        let lastContent = lastVisibleItem(line)
        var sawContent = false
        var trailsLine = false
        var hangEnd: Int32 = -1
        hang = (-1, 0)
        // Where white space ends that vanishes after the text at the line's end.
        var shapedTo: Int32 = -1
        while index < line.end.item || (index == line.end.item && line.end.offset >= 0) {
            let item = content.items[index]
            switch item.kind {
            case .text:
                let from = pending.offset >= 0 ? pending.offset : item.start
                let isSplit = index == line.end.item
                let to = isSplit ? line.end.offset : item.end
                let width = isSplit ? (pending.offset >= 0 ? pending.carriedWidth : item.width) - line.end.carriedWidth : pending.offset >= 0 ? pending.carriedWidth : item.width
                let isCollapsed = item.flags.contains(.collapsible) && item.flags.contains(.whiteSpace) && (!sawContent || index > lastContent)
                if isCollapsed {
                    if index > lastContent { trailsLine = true }
                    boxes.addText(item, isCollapsedAway: true)
                    if let last = parts.last, last.kind == .text, last.run == item.run, from == max(last.end, shapedTo) { shapedTo = to }
                    break
                }
                sawContent = true
                if item.flags.contains(.hanging) {
                    if hang.start < 0 { hang.start = from }
                    hang.width += width
                    hangEnd = to
                } else if hang.start >= 0 {
                    hang = (-1, 0)
                }
                let isExtension = extendText(item, from: from, to: to, width: width)
                // A piece stands in one box, which its first item has made count; only fallback fonts add to the line.
                if isExtension, !item.flags.contains(.usesFallback) { break }
                let isWhole = from == item.start && to == item.end || !item.flags.contains(.usesFallback)
                boxes.addText(isWhole ? item : context.shaper.part(of: item, from..<to, of: content), isCollapsedAway: false)
                if !isExtension { appendText(item, from: from, to: to, width: width) }
            case .boxStart:
                boxes.open(item.box, hasEdge: item.flags.contains(.hasEdge))
                openBoxes.append(item.box)
                var width = context.inlineEdge(item, containingWidth: containingWidth)
                if item.flags.contains(.ruby), context.profile.rubyOverhang == .whileFilling {
                    width -= context.overhangBefore(index, lineStart: line.start.item, content: content)
                }
                var part = Part(kind: .start, box: item.box, level: 0, width: width)
                part.trailsLine = trailsLine || (index > lastContent && context.profile.emptyBoxesTrailLines)
                append(part)
            case .boxEnd:
                boxes.close(hasEdge: item.flags.contains(.hasEdge))
                if !openBoxes.isEmpty { openBoxes.removeLast() }
                var width = context.inlineEdge(item, containingWidth: containingWidth)
                if item.flags.contains(.ruby) { width -= overhang(after: index + 1, in: line) }
                append(Part(kind: .end, box: item.box, level: 0, width: width))
            case .atomic:
                sawContent = true
                hang = (-1, 0)
                boxes.addAtomic(item.box)
                append(Part(kind: .atomic, box: item.box, level: item.level, width: context.atomicWidth(item.box, containingWidth: containingWidth)))
            case .forcedBreak:
                let isCounted = boxes.addBreak(isNewline: item.flags.contains(.newline))
                if !item.flags.contains(.newline) {
                    var part = Part(kind: .lineBreak, box: item.box, level: item.level, width: 0)
                    part.baseline = boxes.textBaselines.count - 1
                    part.isCounted = isCounted
                    append(part)
                }
            case .outOfFlow:
                var part = Part(kind: .outOfFlow, box: item.box, level: item.level, width: 0)
                part.isCounted = sawContent
                append(part)
            case .annotation:
                sawContent = true
                append(Part(kind: .annotation, box: item.box, level: item.level, width: 0))
            case .float, .wordBreak: break
            }
            if index == line.end.item { break }
            index += 1
            pending = LinePosition(item: index)
        }
        closeText(atLineEnd: shapedTo)
        if hang.start >= 0, let paragraph = content.paragraph {
            hang.width = context.shaper.sliceWidth(
                paragraph, text: content.text, from: Int(hang.start), to: Int(hangEnd), shapedTo: Int(hangEnd), lineStart: false, lineEnd: true).px
        }
        if line.hyphenWidth > 0, let last = parts.last(where: { $0.kind == .text }) {
            parts.append(Part(kind: .hyphen, box: last.box, level: last.level, width: line.hyphenWidth))
        }
    }

    private mutating func append(_ part: Part) {
        closeText()
        parts.append(part)
    }

    /// In Chromium the width of a piece is that of the slice.
    /// - Parameter shapedTo: where the line ends behind it, with the white space that vanishes there; nil where something else follows.
    private mutating func closeText(atLineEnd shapedTo: Int32? = nil) {
        guard let paragraph = content.paragraph, let part = parts.last, part.kind == .text, !part.isTab else { return }
        parts[parts.count - 1].width =
            context.shaper.sliceWidth(
                paragraph, text: content.text, from: Int(part.start), to: Int(part.end), shapedTo: Int(max(part.end, shapedTo ?? 0)), lineStart: parts.count == 1,
                lineEnd: shapedTo != nil
            ).px
    }

    /// Neighbouring items of one run and level are one piece, but for tabs.
    private mutating func extendText(_ item: InlineItem, from: Int32, to: Int32, width: Float) -> Bool {
        let index = parts.count - 1
        guard index >= 0, parts[index].run == item.run, parts[index].end == from, parts[index].level == item.level, parts[index].kind == .text,
            !parts[index].isTab, !item.flags.contains(.tab)
        else { return false }
        parts[index].end = to
        parts[index].width += width
        return true
    }

    private mutating func appendText(_ item: InlineItem, from: Int32, to: Int32, width: Float) {
        closeText()
        var part = Part(kind: .text, box: item.box, level: item.level, width: width)
        if item.flags.contains(.tab) {
            while summed.count < parts.count {
                summed.width += parts[summed.count].width
                summed.count += 1
            }
            let position = summed.width
            part.width = context.shaper.whiteSpaceWidth(
                text: content.text, range: Int(from)..<Int(to), style: content.runs[Int(item.run)].style,
                container: context.tree[content.container].style, position: position)
            part.isTab = true
        }
        part.start = from
        part.end = to
        part.run = item.run
        part.baseline = boxes.textBaselines.count - 1
        parts.append(part)
    }

    private func lastVisibleItem(_ line: LineContent) -> Int {
        var index = line.end.offset >= 0 ? line.end.item : line.end.item - 1
        while index >= line.start.item {
            let item = content.items[index]
            if item.kind == .atomic || item.kind == .annotation || (item.kind == .text && !(item.flags.contains(.whiteSpace) && item.flags.contains(.collapsible))) { return index }
            index -= 1
        }
        return -1
    }

    // MARK: Along the line

    private mutating func alignParts(line: LineContent, left: Float, right: Float, indent: Float, isLastLine: Bool, _ bidiOrder: inout BidiOrder?) {
        let style = context.styles[context.tree[container].style.index]
        let isRTL = content.isRightToLeft
        var order: [Int] = []
        if content.hasBidi {
            let bidi = visualOrder(parts)
            order = bidi.order
            bidiOrder = bidi
        }
        var width = parts.reduce(0) { $0 + $1.width }
        // White space hangs where text wraps, not before a forced break or at the end of the block (measured).
        var hangsLeft: Float = 0
        if hang.start >= 0, isLastLine || line.endsWithForcedBreak { hang = (-1, 0) }
        if hang.start >= 0 {
            width -= hang.width
            if let last = parts.last(where: { $0.kind == .text }), last.level % 2 == 1 { hangsLeft = hang.width }
        }
        var free = right - left - indent - width
        var align = style.textAlign
        if (isLastLine || line.endsWithForcedBreak), style.textAlignLast != .auto || align == .justify {
            align =
                switch style.textAlignLast {
                case .auto: .start
                case .start: .start
                case .end: .end
                case .left: .left
                case .right: .right
                case .center: .center
                case .justify: .justify
                }
        }
        if context.isRubyText(container) { align = style.rubyAlign == .start ? .start : .center }
        if align == .justify, free > 0, justify(by: free) { free = 0 }
        let startOffset: Float =
            switch align {
            case .start, .justify, .matchParent: isRTL ? free : 0
            case .end: isRTL ? 0 : free
            case .left, .webkitLeft: 0
            case .right, .webkitRight: free
            case .center, .webkitCenter: max(0, free / 2)
            }
        var x = left + (isRTL ? 0 : indent) + (isRTL ? startOffset : max(0, startOffset)) - hangsLeft
        for place in parts.indices {
            let index = content.hasBidi ? order[place] : place
            parts[index].x = x
            x += parts[index].width
        }
    }

    /// Where content without width stands on a line that does not exist.
    private func placeOfNothing(left: Float, right: Float, indent: Float) -> Float {
        let start = left + indent
        switch context.styles[context.tree[container].style.index].textAlign {
        case .center, .webkitCenter: return start + max(0, (right - start) / 2)
        case .right, .webkitRight: return right
        case .left, .webkitLeft: return start
        case .end: return content.isRightToLeft ? left : right
        case .start, .justify, .matchParent: return content.isRightToLeft ? right - indent : start
        }
    }

    private func visualOrder(_ parts: [Part]) -> BidiOrder {
        BidiOrder(
            parts.map { part in
                let isEdge = part.kind == .start || part.kind == .end
                return BidiOrder.Part(
                    kind: part.kind == .start ? .start : part.kind == .end ? .end : .content, level: part.level,
                    isRightToLeft: isEdge && context.styles[context.tree[part.box].style.index].direction == .rtl, trailsLine: part.trailsLine)
            }, isRightToLeft: content.isRightToLeft, emptyBoxesJoinNext: context.profile.bidiEmptyBoxesJoinNext)
    }

    private func placeAtomics(baseline: Float) {
        guard !boxes.atomics.isEmpty else { return }
        let insets = context.contentOffset(of: container)
        var next = 0
        for part in parts where part.kind == .atomic {
            guard next < boxes.atomics.count else { break }
            let atomic = boxes.atomics[next]
            next += 1
            let style = context.styles[context.tree[part.box].style.index]
            let marginLeft = context.resolve(style.margin.left, base: containingWidth)
            let marginTop = context.resolve(style.margin.top, base: containingWidth)
            let y = baseline + boxes.groups[atomic.group].offset + atomic.top
            context.setOrigin(
                of: part.box,
                Point(
                    x: insets.x + LayoutUnit.truncating(part.x) + marginLeft,
                    y: insets.y + LayoutUnit.truncating(y) + marginTop))
        }
    }
}

/// The marker that joins a line.
struct MarkerOnLine {
    var above: Float
    var below: Float
    /// The descent of its font: in WebKit it hangs out of the line so far.
    var descent: Float = 0
    var isImage = false
}
