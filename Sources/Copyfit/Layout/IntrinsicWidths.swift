// Min-content and max-content widths (https://www.w3.org/TR/css-sizing-3/#intrinsic-sizes): they depend on no width, so each box
// keeps its own.

extension LayoutContext {
    /// The intrinsic border-box widths of a box by its contents: its own `width` and limits are not applied.
    func intrinsicWidths(of id: BoxID) -> IntrinsicWidths {
        if let known = intrinsicWidthCache[id.index] { return known }
        if mustStop { return .zero }
        let widths: IntrinsicWidths
        switch tree[id].kind {
        case .replaced: widths = intrinsicReplacedWidths(of: id)
        case .table: widths = intrinsicTableWidths(of: id)
        case .flex: widths = intrinsicFlexWidths(of: id)
        case .grid: widths = intrinsicGridWidths(of: id)
        case .math: widths = intrinsicFormulaWidths(of: id)
        case .inlineContext: widths = addingEdges(inColumns(of: id, content: intrinsicInlineWidths(of: id)), of: id)
        default: widths = addingEdges(inColumns(of: id, content: intrinsicBlockWidths(of: id)), of: id)
        }
        intrinsicWidthCache[id.index] = widths
        return widths
    }

    /// The intrinsic border-box widths with percentages of the box's own padding resolved; inside, they count for nothing.
    func intrinsicWidths(of id: BoxID, containingWidth: LayoutUnit) -> IntrinsicWidths {
        let widths = intrinsicWidths(of: id)
        let padding = style(of: id).padding
        guard padding.left.dependsOnPercentage || padding.right.dependsOnPercentage, tree[id].kind != .table else { return widths }
        let more = edges(of: id, containingWidth: containingWidth).horizontal - edges(of: id, containingWidth: .zero).horizontal
        return IntrinsicWidths(minimum: widths.minimum + more, maximum: widths.maximum + more)
    }

    private func inColumns(of id: BoxID, content: IntrinsicWidths) -> IntrinsicWidths {
        isColumnContainer(id) ? intrinsicColumnWidths(of: id, content: content) : content
    }

    func addingEdges(_ widths: IntrinsicWidths, of id: BoxID) -> IntrinsicWidths {
        let edges = edges(of: id, containingWidth: .zero).horizontal
        return IntrinsicWidths(minimum: widths.minimum + edges, maximum: widths.maximum + edges)
    }

    /// What a box adds to its container's intrinsic widths: its margin box, with `width` and its limits where they are definite.
    func widthContribution(of id: BoxID) -> IntrinsicWidths {
        let style = style(of: id)
        let space = ConstraintSpace(availableWidth: .zero)
        let edges = edges(of: id, containingWidth: .zero).horizontal
        func definite(_ length: Length) -> LayoutUnit? {
            length.dependsOnPercentage || length.kind == .stretch || length.kind == .fitContent
                ? nil : borderBoxWidth(length, of: id, space: space, edges: edges)
        }
        var widths: IntrinsicWidths
        if tree[id].kind == .replaced {
            widths = intrinsicReplacedWidths(of: id)
        } else if let width = definite(style.width), tree[id].kind != .table {
            widths = IntrinsicWidths(minimum: width, maximum: width)
        } else if style.aspectRatio > 0, style.width.isAuto, style.height.kind == .fixed, let width = widthFromAspectRatio(of: id, space: space) {
            widths = IntrinsicWidths(minimum: width, maximum: width)
        } else {
            widths = intrinsicWidths(of: id)
        }
        // Tables have their limits in their intrinsic widths.
        if tree[id].kind != .replaced, tree[id].kind != .table {
            if let maximum = definite(style.maxWidth) {
                widths.minimum = min(widths.minimum, maximum)
                widths.maximum = min(widths.maximum, maximum)
            }
            if let minimum = definite(style.minWidth) {
                widths.minimum = max(widths.minimum, minimum)
                widths.maximum = max(widths.maximum, minimum)
            }
        }
        let margins = margins(of: id, containingWidth: .zero).horizontal
        return IntrinsicWidths(minimum: max(.zero, widths.minimum + margins), maximum: max(.zero, widths.maximum + margins))
    }

    /// The widths of a block container's content box: its widest child, floats side by side.
    private func intrinsicBlockWidths(of id: BoxID) -> IntrinsicWidths {
        var widths = IntrinsicWidths.zero
        var floatsLeft = LayoutUnit.zero
        var floatsRight = LayoutUnit.zero
        var child = tree[id].firstChild
        while child.exists {
            defer { child = tree[child].nextSibling }
            if tree[child].isOutOfFlow { continue }
            let childStyle = style(of: child)
            let contribution = widthContribution(of: child)
            widths.minimum = max(widths.minimum, contribution.minimum)
            if childStyle.clear == .left || childStyle.clear == .both {
                widths.maximum = max(widths.maximum, floatsLeft + floatsRight)
                floatsLeft = .zero
            }
            if childStyle.clear == .right || childStyle.clear == .both {
                widths.maximum = max(widths.maximum, floatsLeft + floatsRight)
                floatsRight = .zero
            }
            if tree[child].isFloating {
                if childStyle.float == .left { floatsLeft += contribution.maximum } else { floatsRight += contribution.maximum }
                continue
            }
            if tree[child].flags.contains(.formattingContext) {
                widths.maximum = max(widths.maximum, floatsLeft + floatsRight + contribution.maximum)
            } else {
                widths.maximum = max(widths.maximum, contribution.maximum)
            }
            widths.maximum = max(widths.maximum, floatsLeft + floatsRight)
            floatsLeft = .zero
            floatsRight = .zero
        }
        widths.maximum = max(widths.maximum, floatsLeft + floatsRight)
        widths.maximum = max(widths.maximum, widths.minimum)
        return widths
    }

    /// The widths of the content box of an inline formatting context: the widest unbreakable piece, and the widest line without soft breaks.
    private func intrinsicInlineWidths(of id: BoxID) -> IntrinsicWidths {
        let content = prepared.inlineContents[Int(tree[id].payload)]
        let widths = intrinsicInlineWidths(content)
        guard let first = content.firstLine else { return widths }
        let ofFirst = intrinsicInlineWidths(first)
        // Without soft breaks all up to a forced break is the first line. For min-content widths it may end with its first piece.
        return IntrinsicWidths(
            minimum: profile.narrowestFirstLineIsOnePiece ? max(widths.minimum, ofFirst.minimum) : ofFirst.minimum,
            maximum: content.items.contains { $0.kind == .forcedBreak } ? max(widths.maximum, ofFirst.maximum) : ofFirst.maximum)
    }

    private func intrinsicInlineWidths(_ content: InlineContent) -> IntrinsicWidths {
        switch profile.measuredUnit {
        case .pieces: intrinsicInlineWidths(content, measure: ItemSumMeasure.self)
        case .paragraphs: intrinsicInlineWidths(content, measure: SliceMeasure.self)
        }
    }

    private func intrinsicInlineWidths<Measure: LineMeasure>(_ content: InlineContent, measure: Measure.Type) -> IntrinsicWidths {
        var widest: Float = 0
        var longest: Float = 0
        var floats: Float = 0
        // The widest of floats above others that clear them.
        var floatsAbove: Float = 0
        // The widest of what stands above breaks that clear floats.
        var above: Float = 0
        var minimumBoxes: Float = 0
        var minimumIsKnown = false
        let style = style(of: content.container)
        let indent = style.textIndent.dependsOnPercentage || !holdsFirstLine(content.container) ? 0 : resolve(style.textIndent, base: .zero).px
        var line = Measure(content: content, shaper: shaper)
        var piece = Measure(content: content, shaper: shaper)
        piece.measureInParagraph()
        var isLineStart = true
        if indent != 0 {
            line.addBox(indent, isContent: false)
            piece.addBox(indent, isContent: false)
        }
        var edgesSinceText = 0
        var texts = TextEnds()
        let imagesAreGlued = gluesImages(content.container)
        let tagsGlue = profile.glueBeforeAtomics == .edges && tagsGlue(content)
        if content.hasRuby { layoutRuby(content, containingWidth: .zero, measure: measure, isPlaced: false) }
        var pieceStart = 0, lineStart = 0
        for (index, item) in content.items.enumerated() {
            if index & 4095 == 4095, watch?.mustStopNow() == true { break }
            if !content.firstLineStyles.isEmpty, widest > 0 {
                // In the styles of a first line that is all that counts.
                if longest > 0 { break }
                if profile.narrowestFirstLineIsOnePiece { minimumIsKnown = true }
            }
            if item.flags.contains(.breakBefore), !isGlued(index, in: content, edgesSinceText: edgesSinceText, texts, tagsGlue: tagsGlue),
                !imagesAreGlued || !standsByImage(index, in: content, edgesSinceText: edgesSinceText),
                !content.hasRuby || !isGluedToRuby(index, in: content)
            {
                pieceStart = index
                if !minimumIsKnown { widest = max(widest, piece.trimmed) }
                piece = Measure(content: content, shaper: shaper)
                piece.measureInParagraph()
            }
            if item.kind == .text { texts.add(item) }
            switch item.kind {
            case .text, .atomic, .forcedBreak, .float: edgesSinceText = 0
            case .boxStart, .boxEnd: edgesSinceText += 1
            default: break
            }
            switch item.kind {
            case .text:
                if item.flags.contains(.whiteSpace), item.flags.contains(.collapsible), isLineStart { continue }
                if content.hasRuby, profile.rubyOverhang == .whileFilling {
                    let ofLine = overhangAfter(into: index, lineStart: lineStart, content: content)
                    let ofPiece = overhangAfter(into: index, lineStart: pieceStart, content: content)
                    if ofLine > 0 { line.addBox(-ofLine, isContent: false) }
                    if ofPiece > 0, !item.flags.contains(.whiteSpace) { piece.addBox(-ofPiece, isContent: false) }
                }
                let isMarker = profile.insideMarkersKeepSpace && tree[item.box].parent.exists && tree[tree[item.box].parent].flags.contains(.insideMarker)
                let trims =
                    !isMarker && item.flags.contains(.whiteSpace) && (item.flags.contains(.collapsible) || item.flags.contains(.hanging))
                var width = item.width
                if item.flags.contains(.tab) {
                    width = shaper.whiteSpaceWidth(
                        text: content.text, range: Int(item.start)..<Int(item.end), style: content.runs[Int(item.run)].style,
                        container: tree[content.container].style, position: line.total)
                }
                line.addText(item, from: item.start, to: item.end, width: width, trims: trims)
                if splitsAnywhere(item) {
                    widest = max(widest, widestGrapheme(item, content: content, measure: measure))
                } else {
                    piece.addText(item, from: item.start, to: item.end, width: width, trims: trims)
                }
                if !trims { isLineStart = false }
            case .boxStart, .boxEnd:
                let edge = inlineEdge(item, containingWidth: .zero)
                var lineEdge = edge, pieceEdge = edge
                if item.flags.contains(.ruby), item.kind == .boxStart, profile.rubyOverhang == .whileFilling {
                    lineEdge -= overhangBefore(index, lineStart: lineStart, content: content)
                    pieceEdge -= overhangBefore(index, lineStart: pieceStart, content: content)
                }
                line.addBox(lineEdge, isContent: false)
                piece.addBox(pieceEdge, isContent: false)
            case .atomic:
                let contribution = widthContribution(of: item.box)
                line.addBox(contribution.maximum.px, isContent: true)
                piece.addBox(contribution.minimum.px, isContent: true)
                isLineStart = false
            case .forcedBreak:
                longest = max(longest, line.trimmed)
                widest = max(widest, piece.trimmed)
                line = Measure(content: content, shaper: shaper)
                piece = Measure(content: content, shaper: shaper)
                piece.measureInParagraph()
                isLineStart = true
                lineStart = index + 1
                pieceStart = index + 1
                if floats > 0, !item.flags.contains(.newline), self.style(of: item.box).clear != .none {
                    above = max(above, longest + floats)
                    longest = 0
                    floats = 0
                }
            case .float:
                let contribution = widthContribution(of: item.box)
                minimumBoxes = max(minimumBoxes, contribution.minimum.px)
                if floats > 0, self.style(of: item.box).clear != .none {
                    if profile.clearingFloatsEndLines {
                        above = max(above, line.trimmed + floats)
                        line = Measure(content: content, shaper: shaper)
                    } else {
                        floatsAbove = max(floatsAbove, floats)
                    }
                    floats = 0
                }
                floats += contribution.maximum.px
                if profile.floatsEndNarrowestPieces {
                    widest = max(widest, piece.trimmed)
                    piece = Measure(content: content, shaper: shaper)
                }
            case .annotation: isLineStart = false
            case .outOfFlow, .wordBreak: break
            }
        }
        longest = max(longest, line.trimmed)
        widest = max(widest, minimumIsKnown ? 0 : piece.trimmed, minimumBoxes)
        let maximum = LayoutUnit.ceiling(max(above, longest + max(floats, floatsAbove)))
        let minimum = LayoutUnit.ceiling(widest)
        return IntrinsicWidths(minimum: min(minimum, max(maximum, minimum)), maximum: max(maximum, minimum))
    }

    /// Whether WebKit's min-content width has to do with more than text and atomic inlines of fixed width: then it knows no break between
    /// text and an atomic inline where a tag stands between them.
    private func tagsGlue(_ content: InlineContent) -> Bool {
        let isQuirkyCell = prepared.mode == .quirks && tree[cell(around: content.container)].kind == .tableCell
        return content.items.contains { item in
            switch item.kind {
            case .atomic: isQuirkyCell || style(of: item.box).width.kind != .fixed
            case .float, .outOfFlow: true
            default: false
            }
        }
    }

    /// Whether min-content widths know no break before an item though lines have it: none between text and a ruby base (measured).
    private func isGluedToRuby(_ index: Int, in content: InlineContent) -> Bool {
        var next = index
        while next < content.items.count, content.items[next].kind == .boxStart, !content.items[next].flags.contains(.ruby) { next += 1 }
        guard next < content.items.count, content.items[next].kind == .boxStart else { return false }
        var before = index - 1
        while before >= 0, content.items[before].kind == .boxStart || content.items[before].kind == .boxEnd { before -= 1 }
        return before >= 0 && content.items[before].kind == .text && !content.items[before].flags.contains(.whiteSpace)
    }

    /// The box whose only content an inline formatting context is.
    private func cell(around container: BoxID) -> BoxID {
        let parent = tree[container].parent
        let isAlone = tree[container].flags.contains(.anonymous) && parent.exists && !tree[container].nextSibling.exists && tree[parent].firstChild == container
        return isAlone ? parent : container
    }

    /// Quirks mode: the min-content width of a table cell without a width knows no break next to an image
    /// (https://quirks.spec.whatwg.org/#the-table-cell-width-calculation-quirk).
    private func gluesImages(_ container: BoxID) -> Bool {
        guard prepared.mode == .quirks else { return false }
        let cell = cell(around: container)
        return tree[cell].kind == .tableCell && style(of: cell).width.isAuto
    }

    /// Whether an image stands on one side of an item that lines may break before, and no white space on the other.
    private func standsByImage(_ index: Int, in content: InlineContent, edgesSinceText: Int) -> Bool {
        func isImage(_ index: Int) -> Bool {
            content.items[index].kind == .atomic && prepared.document.isElement(tree[content.items[index].box].node, .img)
        }
        var next = index
        while next < content.items.count, content.items[next].kind == .boxStart || content.items[next].kind == .boxEnd { next += 1 }
        let last = index - edgesSinceText - 1
        guard next < content.items.count, last >= 0 else { return false }
        let first = content.items[last], second = content.items[next]
        // Other atomic inlines end the piece in WebKit.
        if profile.glueBeforeAtomics == .edges, (first.kind == .atomic && !isImage(last)) || (second.kind == .atomic && !isImage(next)) { return false }
        return isImage(last) || (isImage(next) && !(first.kind == .text && first.flags.contains(.whiteSpace)))
    }

    /// Whether min-content widths do not count a break opportunity before an atomic inline that lines have.
    private func isGlued(_ index: Int, in content: InlineContent, edgesSinceText: Int, _ texts: TextEnds, tagsGlue: Bool) -> Bool {
        var next = index
        while next < content.items.count, content.items[next].kind == .boxStart || content.items[next].kind == .boxEnd { next += 1 }
        guard next < content.items.count, content.items[next].kind == .atomic else { return false }
        let edges = edgesSinceText + next - index
        let last = index - edgesSinceText - 1
        guard last >= 0, content.items[last].kind == .text, !content.items[last].flags.contains(.whiteSpace) else { return false }
        if profile.glueBeforeAtomics == .edges { return tagsGlue && edges > 0 && !texts.mayBreakAfterLast }
        let end = Int(content.items[last].end)
        return end > 0 && end <= content.text.count && content.text[end - 1] == 0xA0
    }

    /// > min-content: break-word = longest word; anywhere and word-break: break-word = widest grapheme (browser-rules §5.5).
    private func splitsAnywhere(_ item: InlineItem) -> Bool {
        guard item.flags.contains(.splittable) else { return false }
        let style = style(of: item.box)
        return style.overflowWrap == .anywhere || style.wordBreak == .breakWord || style.lineBreak == .anywhere || item.flags.contains(.fillsLine)
    }

    private func widestGrapheme<Measure: LineMeasure>(_ item: InlineItem, content: InlineContent, measure: Measure.Type) -> Float {
        var widest: Float = 0
        var start = item.start
        let textItem = TextItem(start: item.start, count: item.count, run: item.run, width: item.width, flags: [])
        while start < item.end {
            let end = Int32(truncatingIfNeeded: shaper.graphemeEnd(text: content.text, from: Int(start), limit: Int(item.end)))
            guard end > start else { break }
            if profile.measuredUnit == .paragraphs {
                var single = Measure(content: content, shaper: shaper)
                single.measureInParagraph()
                single.addText(item, from: start, to: end, width: 0, trims: false)
                widest = max(widest, single.trimmed)
            } else {
                widest = max(widest, shaper.width(text: content.text, item: textItem, runs: content.runs, from: Int(start), to: Int(end)))
            }
            start = end
        }
        return widest
    }
}

/// What WebKit's min-content width knows of the text before an atomic inline.
private struct TextEnds {
    private var box = BoxID.none
    private var hasBreak = false
    /// Whether the last text with a break opportunity inside does not end in white space.
    private(set) var mayBreakAfterLast = false

    mutating func add(_ item: InlineItem) {
        let isSpace = item.flags.contains(.whiteSpace)
        if item.box != box {
            box = item.box
            hasBreak = isSpace
        } else if isSpace || item.flags.contains(.breakBefore) {
            hasBreak = true
        }
        if hasBreak { mayBreakAfterLast = !isSpace }
    }
}
