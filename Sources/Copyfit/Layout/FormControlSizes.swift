/// Natural content-box sizes of form controls: platform figures, measured (browser-rules §6.2).
enum FormControlSizes {
    static func size(of kind: ReplacedContent.Kind, box: BoxID, context: LayoutContext) -> Size {
        let isChromium = context.profile.isChromium
        let line = context.lineStyles[context.tree[box].style.index]
        let lineHeight = LayoutUnit.truncating(max(line.lineHeight, line.ascent + line.descent))
        let style = context.style(of: box)
        let edges = context.edges(of: box, containingWidth: .zero)
        func borderBox(_ width: Int, _ height: Int) -> Size {
            Size(width: max(.zero, width.layoutUnits - edges.horizontal), height: max(.zero, height.layoutUnits - edges.vertical))
        }
        switch kind {
        case .textInput:
            return Size(width: inputWidth(box, context, style: style), height: .truncating(line.isNormal ? line.ascent + line.descent + line.lineGap : line.ascent + line.descent))
        case .textarea:
            let rows = attribute(.rows, box, context) ?? 2, columns = attribute(.cols, box, context) ?? 20
            let average = averageWidth(box, context)
            // Chromium keeps room for a scroll bar.
            let width = isChromium ? (Float(columns) * average).rounded(.up) + 15 : Float(columns) * average
            return Size(width: .truncating(width), height: lineHeight * rows)
        case .checkbox, .radio: return isChromium ? borderBox(13, 13) : borderBox(12, 12)
        case .fileInput: return isChromium ? borderBox(253, 21) : borderBox(246, 24)
        case .range: return isChromium ? borderBox(129, 16) : borderBox(129, 20)
        case .color: return isChromium ? borderBox(50, 27) : borderBox(44, 23)
        case .dateInput: return isChromium ? borderBox(120, 21) : borderBox(152, 25)
        case .select: return Size(width: selectWidth(box, context), height: isChromium ? lineHeight : borderBox(0, 27).height)
        case .listBox:
            let rows = attribute(.size, box, context) ?? 4
            return Size(width: selectWidth(box, context), height: lineHeight * rows)
        case .progress: return isChromium ? borderBox(160, 16) : borderBox(160, 6)
        case .meter: return borderBox(80, 16)
        case .audio: return isChromium ? borderBox(300, 54) : borderBox(250, 31)
        default: return Size(width: lineHeight, height: lineHeight)
        }
    }

    /// From the top of the border box; nil for the bottom margin edge.
    static func baseline(of kind: ReplacedContent.Kind, box: BoxID, context: LayoutContext) -> LayoutUnit? {
        guard kind.isFormControl else { return nil }
        let line = context.lineStyles[context.tree[box].style.index]
        let edges = context.edges(of: box, containingWidth: .zero)
        let height = context.fragments[box].size.height
        switch kind {
        case .textInput, .select, .dateInput, .fileInput:
            let content = height - edges.vertical
            let text = LayoutUnit.truncating(line.ascent + line.descent)
            return edges.top + (content - text) / 2 + .truncating(line.ascent)
        case .checkbox, .radio, .range: return height
        case .color: return min(height, (context.profile.isChromium ? 21 : 15).layoutUnits)
        default: return nil
        }
    }

    private static func attribute(_ name: Name, _ box: BoxID, _ context: LayoutContext) -> Int? {
        let node = context.tree[box].node
        guard node.exists, let text = context.prepared.document.attributeString(name, of: node), let value = HTMLNumber.integer(text), value > 0
        else { return nil }
        return value
    }

    /// `size` average characters and what the widest one has more.
    private static func inputWidth(_ box: BoxID, _ context: LayoutContext, style: ComputedStyle) -> LayoutUnit {
        let columns = Float(attribute(.size, box, context) ?? 20)
        let average = averageWidth(box, context)
        let metrics = context.shaper.primaryMetrics(context.tree[box].style)
        let widest = context.profile.isChromium ? metrics.boundingWidth.rounded() : Float(metrics.ascent) + 1
        var width = (columns * average + widest - average).rounded(.up)
        // WebKit's search fields of a stated size keep room for the button that clears them.
        let node = context.tree[box].node
        if !context.profile.isChromium, node.exists, attribute(.size, box, context) != nil,
            context.prepared.document.attributeString(.type, of: node)?.lowercased() == "search"
        {
            width += style.fontSize.rounded(.down)
        }
        return .truncating(width)
    }

    /// The width of a column of text fields: a zero in whole px in WebKit; in Chromium the font's own average, rounded only if that is more.
    private static func averageWidth(_ box: BoxID, _ context: LayoutContext) -> Float {
        let metrics = context.shaper.primaryMetrics(context.tree[box].style)
        if !context.profile.isChromium { return metrics.zeroAdvance.rounded() }
        return metrics.averageWidth > 0 ? max(metrics.averageWidth, metrics.averageWidth.rounded()) : metrics.zeroAdvance
    }

    private static func selectWidth(_ box: BoxID, _ context: LayoutContext) -> LayoutUnit { 60.layoutUnits }
}
