/// Natural content-box sizes of form controls: platform figures, measured (browser-rules §6.2).
enum FormControlSizes {
    static func size(of kind: ReplacedContent.Kind, box: BoxID, context: LayoutContext) -> Size {
        let sizes = context.profile.controlSizes
        let line = context.lineStyles[context.tree[box].style.index]
        let lineHeight = LayoutUnit.truncating(max(line.lineHeight, line.ascent + line.descent))
        let style = context.style(of: box)
        let edges = context.edges(of: box, containingWidth: .zero)
        func content(_ size: Profile.ControlSize) -> Size {
            Size(width: max(.zero, size.width.layoutUnits - edges.horizontal), height: max(.zero, size.height.layoutUnits - edges.vertical))
        }
        switch kind {
        case .textInput:
            return Size(width: inputWidth(box, context, style: style), height: .truncating(line.isNormal ? line.ascent + line.descent + line.lineGap : line.ascent + line.descent))
        case .textarea:
            let rows = attribute(.rows, box, context) ?? 2, columns = attribute(.cols, box, context) ?? 20
            let average = averageWidth(box, context)
            let width = sizes.scrollBar.map { (Float(columns) * average).rounded(.up) + Float($0) } ?? Float(columns) * average
            return Size(width: .truncating(width), height: lineHeight * rows)
        case .checkbox, .radio: return content(sizes.checkBox)
        case .fileInput: return content(sizes.file)
        case .range: return content(sizes.range)
        case .color: return content(sizes.color)
        case .dateInput: return content(sizes.date)
        case .select:
            return Size(width: selectWidth(box, context), height: sizes.selectHeight.map { max(.zero, $0.layoutUnits - edges.vertical) } ?? lineHeight)
        case .listBox:
            let rows = attribute(.size, box, context) ?? 4
            return Size(width: selectWidth(box, context), height: lineHeight * rows)
        case .progress: return content(sizes.progress)
        case .meter: return content(sizes.meter)
        case .audio: return content(sizes.audio)
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
        case .color: return min(height, context.profile.controlSizes.colorBaseline.layoutUnits)
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
        let widest = context.profile.fieldsFollowAverageCharacter ? metrics.boundingWidth.rounded() : Float(metrics.ascent) + 1
        var width = (columns * average + widest - average).rounded(.up)
        let node = context.tree[box].node
        if context.profile.searchFieldsHaveClearButton, node.exists, attribute(.size, box, context) != nil,
            context.prepared.document.attributeString(.type, of: node)?.lowercased() == "search"
        {
            width += style.fontSize.rounded(.down)
        }
        return .truncating(width)
    }

    /// The width of a column of text fields: a zero in whole px, or the font's own average, rounded only if that is more.
    private static func averageWidth(_ box: BoxID, _ context: LayoutContext) -> Float {
        let metrics = context.shaper.primaryMetrics(context.tree[box].style)
        if !context.profile.fieldsFollowAverageCharacter { return metrics.zeroAdvance.rounded() }
        return metrics.averageWidth > 0 ? max(metrics.averageWidth, metrics.averageWidth.rounded()) : metrics.zeroAdvance
    }

    private static func selectWidth(_ box: BoxID, _ context: LayoutContext) -> LayoutUnit { 60.layoutUnits }
}
