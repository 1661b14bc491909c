// Used lengths, widths and heights of boxes (https://www.w3.org/TR/CSS22/visudet.html, https://www.w3.org/TR/css-sizing-3/).

extension LayoutContext {
    /// The used value of a length or percentage; 0 for `auto` and other keywords (browser-rules §3.1).
    func resolve(_ length: Length, base: LayoutUnit) -> LayoutUnit {
        switch length.kind {
        case .fixed: .truncating(length.px)
        case .percentage: .truncating(base.px * length.percent / 100)
        case .calculated, .fitContentFunction: .truncating(base.px * length.percent / 100 + length.px)
        case .expression: .truncating(expressionValue(length, base: base.px))
        default: .zero
        }
    }

    private func expressionValue(_ length: Length, base: Float) -> Float {
        let index = length.expressionIndex
        guard index < prepared.styled.expressions.count else { return 0 }
        return prepared.styled.expressions[index].evaluate(base: base)
    }

    // MARK: Edges

    func borders(of id: BoxID) -> Edges<LayoutUnit> {
        switch tree[id].kind {
        case .table, .tableCell: if let collapsed = collapsedBorders[id] { return collapsed }
        case .tableRow, .tableRowGroup, .tableColumn, .tableColumnGroup: return .zero
        default: break
        }
        return edgeStyle(of: id).border
    }

    func padding(of id: BoxID, containingWidth: LayoutUnit) -> Edges<LayoutUnit> {
        switch tree[id].kind {
        case .table: if collapsedBorders[id] != nil { return .zero }
        case .tableRow, .tableRowGroup, .tableColumn, .tableColumnGroup: return .zero
        default: break
        }
        let edges = edgeStyle(of: id)
        if edges.hasFixedPadding { return edges.padding }
        let padding = style(of: id).padding
        return Edges(
            top: max(.zero, resolve(padding.top, base: containingWidth)), right: max(.zero, resolve(padding.right, base: containingWidth)),
            bottom: max(.zero, resolve(padding.bottom, base: containingWidth)), left: max(.zero, resolve(padding.left, base: containingWidth)))
    }

    /// Border and padding.
    func edges(of id: BoxID, containingWidth: LayoutUnit) -> Edges<LayoutUnit> {
        borders(of: id) + padding(of: id, containingWidth: containingWidth)
    }

    /// Border and padding of a box that was laid out, percentages against the width of its containing block as placed.
    func edges(of id: BoxID) -> Edges<LayoutUnit> {
        if edgeStyle(of: id).hasFixedPadding { return edges(of: id, containingWidth: .zero) }
        if let width = gridAreaWidths[id] { return edges(of: id, containingWidth: width) }
        let container = containingBlock(of: id)
        guard container.exists else { return edges(of: id, containingWidth: viewport.width) }
        return edges(of: id, containingWidth: fragments[container].size.width - edges(of: container).horizontal)
    }

    /// Where the content box starts, from the border box.
    func contentOffset(of id: BoxID) -> Point {
        let edges = edges(of: id)
        return Point(x: edges.left, y: edges.top)
    }

    /// Used margins, `auto` as 0.
    func margins(of id: BoxID, containingWidth: LayoutUnit) -> Edges<LayoutUnit> {
        let edges = edgeStyle(of: id)
        if edges.hasFixedMargin { return edges.margin }
        let margin = style(of: id).margin
        return Edges(
            top: resolve(margin.top, base: containingWidth), right: resolve(margin.right, base: containingWidth),
            bottom: resolve(margin.bottom, base: containingWidth), left: resolve(margin.left, base: containingWidth))
    }

    // MARK: Widths

    /// The border-box width that a sizing property asks for; nil for `auto`, `none` and cyclic values.
    func borderBoxWidth(_ length: Length, of id: BoxID, space: ConstraintSpace, edges: LayoutUnit) -> LayoutUnit? {
        let style = style(of: id)
        // The contents of a replaced element are its natural size, which is what `auto` gives it.
        if tree[id].kind == .replaced, length.isIntrinsic, length.kind != .stretch { return nil }
        switch length.kind {
        case .auto, .none, .content: return nil
        case .minContent: return intrinsicWidths(of: id, containingWidth: space.availableWidth).minimum
        case .maxContent: return intrinsicWidths(of: id, containingWidth: space.availableWidth).maximum
        case .fitContent:
            let margins = margins(of: id, containingWidth: space.availableWidth)
            return fitContentWidth(of: id, available: space.availableWidth - margins.horizontal, containingWidth: space.availableWidth)
        case .fitContentFunction:
            let widths = intrinsicWidths(of: id, containingWidth: space.availableWidth)
            return max(widths.minimum, min(widths.maximum, resolve(length, base: space.availableWidth) + edges))
        case .stretch:
            let margins = margins(of: id, containingWidth: space.availableWidth)
            return max(edges, space.availableWidth - margins.horizontal)
        default:
            let used = max(.zero, resolve(length, base: space.availableWidth))
            return style.boxSizing == .borderBox ? max(used, edges) : used + edges
        }
    }

    /// > fit-content: min(max-content, max(min-content, available))
    /// - Parameter containingWidth: what percentages of the box's own padding refer to.
    func fitContentWidth(of id: BoxID, available: LayoutUnit, containingWidth: LayoutUnit) -> LayoutUnit {
        let widths = intrinsicWidths(of: id, containingWidth: containingWidth)
        return max(widths.minimum, min(widths.maximum, available))
    }

    /// The used border-box width of a block container, flex or grid container.
    func usedWidth(of id: BoxID, space: ConstraintSpace) -> LayoutUnit {
        if let fixed = space.fixedWidth { return fixed }
        let style = style(of: id)
        let edges = edges(of: id, containingWidth: space.availableWidth).horizontal
        var width: LayoutUnit
        if let specified = borderBoxWidth(style.width, of: id, space: space, edges: edges) {
            width = specified
        } else if let fromRatio = widthFromAspectRatio(of: id, space: space) {
            width = fromRatio
        } else {
            let margins = margins(of: id, containingWidth: space.availableWidth)
            let available = (space.roomBesideFloats ?? space.availableWidth) - margins.horizontal
            width = space.shrinksToFit || tree[id].flags.contains(.button) ? fitContentWidth(of: id, available: available, containingWidth: space.availableWidth) : available
            if style.aspectRatio > 0 { width = widthWithinHeightLimits(width, of: id, space: space) }
        }
        return clampWidth(max(width, edges), of: id, space: space, edges: edges)
    }

    /// Applies `max-width`, then `min-width`, to a border-box width.
    func clampWidth(_ width: LayoutUnit, of id: BoxID, space: ConstraintSpace, edges: LayoutUnit) -> LayoutUnit {
        let style = style(of: id)
        var width = width
        if let maximum = borderBoxWidth(style.maxWidth, of: id, space: space, edges: edges) { width = min(width, maximum) }
        if let minimum = borderBoxWidth(style.minWidth, of: id, space: space, edges: edges) { width = max(width, minimum) }
        return max(width, edges)
    }

    /// Limits on the height of a box with a ratio limit its automatic width too (https://www.w3.org/TR/css-sizing-4/#aspect-ratio-size-transfers).
    private func widthWithinHeightLimits(_ width: LayoutUnit, of id: BoxID, space: ConstraintSpace) -> LayoutUnit {
        let style = style(of: id)
        let edges = edges(of: id, containingWidth: space.availableWidth)
        func transferred(_ length: Length) -> LayoutUnit? {
            borderBoxHeight(length, of: id, space: space, edges: edges.vertical).map { widthByRatio(of: id, height: $0, edges: edges) }
        }
        var width = width
        if let maximum = transferred(style.maxHeight) { width = min(width, maximum) }
        if let minimum = transferred(style.minHeight) { width = max(width, minimum) }
        return width
    }

    /// The border-box width that the ratio gives a border-box height.
    private func widthByRatio(of id: BoxID, height: LayoutUnit, edges: Edges<LayoutUnit>) -> LayoutUnit {
        let style = style(of: id)
        if style.boxSizing == .borderBox { return .truncating(height.px * style.aspectRatio) }
        return .truncating((height - edges.vertical).px * style.aspectRatio) + edges.horizontal
    }

    func widthFromAspectRatio(of id: BoxID, space: ConstraintSpace) -> LayoutUnit? {
        guard style(of: id).aspectRatio > 0, let height = definiteHeight(of: id, space: space) else { return nil }
        return widthByRatio(of: id, height: height, edges: edges(of: id, containingWidth: space.availableWidth))
    }

    // MARK: Heights

    /// The border-box height that a sizing property asks for; nil for `auto` and for percentages of an indefinite height.
    func borderBoxHeight(_ length: Length, of id: BoxID, space: ConstraintSpace, edges: LayoutUnit) -> LayoutUnit? {
        guard length.isLengthPercentage || (length.kind == .stretch && space.availableHeight != nil) else { return nil }
        if length.dependsOnPercentage, space.availableHeight == nil { return nil }
        if length.kind == .stretch {
            let margins = margins(of: id, containingWidth: space.availableWidth)
            return max(edges, (space.availableHeight ?? .zero) - margins.vertical)
        }
        let used = max(.zero, resolve(length, base: space.availableHeight ?? .zero))
        return style(of: id).boxSizing == .borderBox ? max(used, edges) : used + edges
    }

    /// The border-box height that is known before layout, limits applied.
    func definiteHeight(of id: BoxID, space: ConstraintSpace) -> LayoutUnit? {
        if let fixed = space.fixedHeight { return space.fixedHeightIsDefinite ? fixed : nil }
        if space.measuresContentHeight { return nil }
        // Rows decide how tall cells are.
        if tree[id].kind == .tableCell { return nil }
        if scrollsInUnsizedCell(id) { return self.edges(of: id, containingWidth: space.availableWidth).vertical }
        let edges = edges(of: id, containingWidth: space.availableWidth).vertical
        guard let height = borderBoxHeight(style(of: id).height, of: id, space: space, edges: edges) else { return nil }
        return clampHeight(height, of: id, space: space, edges: edges)
    }

    /// Applies `max-height`, then `min-height`, to a border-box height.
    func clampHeight(_ height: LayoutUnit, of id: BoxID, space: ConstraintSpace, edges: LayoutUnit) -> LayoutUnit {
        if space.measuresContentHeight { return max(height, edges) }
        let style = style(of: id)
        if tree[id].kind == .tableCell { return max(height, edges) }
        var height = height
        if let maximum = borderBoxHeight(style.maxHeight, of: id, space: space, edges: edges) { height = min(height, maximum) }
        if let minimum = borderBoxHeight(style.minHeight, of: id, space: space, edges: edges) { height = max(height, minimum) }
        return max(height, edges)
    }

    /// What percentages of a box's children's heights refer to: its definite content height, or in quirks mode that of the nearest
    /// ancestor that has one (https://quirks.spec.whatwg.org/#the-percentage-height-calculation-quirk).
    func percentageHeight(of id: BoxID) -> LayoutUnit? {
        if let base = heightBases[id] { return base }
        if tree[id].flags.contains(.anonymous) {
            let parent = containingBlock(of: id)
            return parent.exists ? percentageHeight(of: parent) : viewport.height
        }
        guard prepared.mode == .quirks, tree[id].kind != .tableCell, tree[id].isInFlow else { return nil }
        let parent = containingBlock(of: id)
        // The quirk ends at table cells.
        guard tree[id].isBlockContainer, !parent.exists || tree[parent].kind != .tableCell else { return nil }
        return parent.exists ? percentageHeight(of: parent) : viewport.height
    }
}
