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
        let text = LayoutUnit.truncating(line.ascent + line.descent + line.lineGap)
        switch kind {
        case .textInput:
            return Size(width: inputWidth(box, context, style: style), height: .truncating(line.isNormal ? line.ascent + line.descent + line.lineGap : line.ascent + line.descent))
        case .textarea:
            let rows = attribute(.rows, box, context) ?? 2, columns = attribute(.cols, box, context) ?? 20
            let average = averageWidth(box, context)
            var size = Size(width: .truncating(Float(columns) * average), height: lineHeight * rows)
            if let bar = sizes.scrollBar {
                let hasBar = style.overflowY != .hidden && style.overflowY != .clip
                size.width = .truncating((Float(columns) * average).rounded(.up) + (hasBar ? Float(bar) : 0))
                if style.overflowX == .scroll { size.height += bar.layoutUnits }
            }
            return size
        case .checkbox, .radio: return style.appearance == .auto ? Size(width: sizes.checkBox.width.layoutUnits, height: sizes.checkBox.height.layoutUnits) : .zero
        case .fileInput:
            // The width is that of texts in the control's font, measured at the default size.
            let standard: Float = context.profile.fieldsFollowAverageCharacter ? 40 / 3 : 13
            return Size(width: .truncating((Float(sizes.file.width) * style.fontSize / standard).rounded(.down)), height: text + sizes.fileRoom.layoutUnits)
        case .range: return Size(width: sizes.range.width.layoutUnits, height: sizes.range.height.layoutUnits)
        case .color: return content(sizes.color)
        case .dateInput:
            var size = Size(width: sizes.date.width.layoutUnits - 6.layoutUnits, height: text + 4.layoutUnits)
            if context.profile.fieldsFollowAverageCharacter {
                // The platform's own has no padding around its fields.
                size.height = edges.vertical == 6.layoutUnits ? .truncating(style.fontSize + 2) : text + 2.layoutUnits
            }
            return size
        case .select: return SelectSizes(box: box, context: context).dropDownList
        case .listBox: return SelectSizes(box: box, context: context).listBox(rows: attribute(.size, box, context) ?? 4)
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
            let room = height - edges.vertical - .truncating(line.ascent + line.descent)
            let isWhole = kind == .textInput || context.profile.listTextStandsOnPixels
            return edges.top + (isWhole ? (room / 2).flooredToPixel : room / 2) + .truncating(line.ascent)
        case .checkbox, .radio, .range: return height
        case .listBox: return context.profile.listTextStandsOnPixels ? height - 7.layoutUnits : nil
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
}
