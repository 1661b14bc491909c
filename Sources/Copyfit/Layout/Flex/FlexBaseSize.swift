// The flex base size and the limits of the main size (https://www.w3.org/TR/css-flexbox-1/#algo-main-item).

extension FlexFormatting {
    mutating func findBaseSizes() {
        // Sizers hold the container: with the items in it, all would be copied for each.
        var sized = items
        items = []
        for index in sized.indices {
            let item = sized[index]
            let sizer = FlexItemSizer(flex: self, item: item, style: context.style(of: item.box))
            sized[index].base = max(item.mainEdges, sizer.baseSize())
            sized[index].maximum = sizer.maximum()
            sized[index].minimum = max(item.mainEdges, sizer.minimum(maximum: sized[index].maximum))
        }
        items = sized
    }

    /// The space of an item with the sizes that are settled.
    func itemSpace(_ item: FlexItem, main: LayoutUnit?, cross: LayoutUnit?) -> ConstraintSpace {
        var itemSpace = ConstraintSpace(availableWidth: contentWidth, availableHeight: percentageHeight)
        itemSpace.fixedWidth = axes.isRow ? main : cross
        itemSpace.fixedHeight = axes.isRow ? cross : main
        itemSpace.shrinksToFit = true
        if !axes.isRow, main != nil, percentageHeight == nil {
            // > …its post-flexing main size is treated as definite if the container's is (§9.8)
            let itemStyle = context.style(of: item.box)
            let basis = itemStyle.flexBasis.isAuto || !context.profile.definiteMainSizesFollowBasis ? itemStyle.height : itemStyle.flexBasis
            itemSpace.fixedHeightIsDefinite = basis.kind == .fixed
        }
        return itemSpace
    }

    /// The cross size of an item that its line's can not change, where it is known before the main size.
    func definiteCross(_ item: FlexItem, _ itemStyle: ComputedStyle) -> LayoutUnit? {
        let itemSpace = itemSpace(item, main: nil, cross: nil)
        let itemEdges = context.edges(of: item.box, containingWidth: contentWidth)
        if axes.isRow {
            // > If a single-line flex container has a definite cross size, the outer cross size of any stretched items is … definite
            if item.stretches {
                guard !axes.isMultiline, let height = knownHeight else { return nil }
                return context.clampHeight(max(itemEdges.vertical, height - item.crossMargin.sum), of: item.box, space: itemSpace, edges: itemEdges.vertical)
            }
            guard let height = context.borderBoxHeight(itemStyle.height, of: item.box, space: itemSpace, edges: itemEdges.vertical) else { return nil }
            return context.clampHeight(height, of: item.box, space: itemSpace, edges: itemEdges.vertical)
        }
        if item.stretches {
            guard !axes.isMultiline else { return nil }
            return context.clampWidth(
                max(itemEdges.horizontal, contentWidth - item.crossMargin.sum), of: item.box, space: itemSpace, edges: itemEdges.horizontal)
        }
        guard let width = context.borderBoxWidth(itemStyle.width, of: item.box, space: itemSpace, edges: itemEdges.horizontal) else { return nil }
        return context.clampWidth(width, of: item.box, space: itemSpace, edges: itemEdges.horizontal)
    }
}

/// The main sizes of one item before flexing.
private struct FlexItemSizer {
    let flex: FlexFormatting
    let item: FlexItem
    let style: ComputedStyle

    private var context: LayoutContext { flex.context }
    private var isRow: Bool { flex.axes.isRow }
    private var space: ConstraintSpace { flex.itemSpace(item, main: nil, cross: nil) }
    private var isReplaced: Bool { context.tree[item.box].kind == .replaced }

    /// What a length of the main axis asks for; nil for `auto`, content and percentages of an unknown size.
    private func mainSize(_ length: Length) -> LayoutUnit? {
        if isRow { return context.borderBoxWidth(length, of: item.box, space: space, edges: item.mainEdges) }
        switch length.kind {
        case .minContent, .maxContent, .fitContent, .fitContentFunction: return contentMain()
        default: return context.borderBoxHeight(length, of: item.box, space: space, edges: item.mainEdges)
        }
    }

    func baseSize() -> LayoutUnit {
        let basis = style.flexBasis.isAuto ? (isRow ? style.width : style.height) : style.flexBasis
        if let size = mainSize(basis) { return size }
        // > If the flex item has a preferred aspect ratio, a used flex basis of content, and a definite cross size
        if item.ratio > 0, let cross = flex.definiteCross(item, style) { return transferred(cross) }
        let content = contentMain()
        guard item.ratio > 0, !isReplaced else { return content }
        if isRow { return limitedByCross(content) }
        // The height that the ratio gives the width of the contents.
        let width = flex.columnItemWidth(item, style) ?? .zero
        let edges = context.edges(of: item.box, containingWidth: flex.contentWidth)
        return context.heightFromAspectRatio(of: item.box, width: width, contentHeight: content, edges: edges)
    }

    func maximum() -> LayoutUnit {
        mainSize(isRow ? style.maxWidth : style.maxHeight) ?? .max
    }

    /// https://www.w3.org/TR/css-flexbox-1/#min-size-auto
    func minimum(maximum: LayoutUnit) -> LayoutUnit {
        let length = isRow ? style.minWidth : style.minHeight
        guard length.isAuto else { return mainSize(length) ?? .zero }
        if context.isScrollContainer(style) { return .zero }
        var content: LayoutUnit
        if isReplaced {
            let cross = item.stretches && !context.profile.transfersStretchedSizes ? nil : flex.definiteCross(item, style)
            content = item.ratio > 0 ? cross.map(transferred) ?? naturalMain() : naturalMain()
        } else {
            content = isRow ? context.intrinsicWidths(of: item.box, containingWidth: flex.contentWidth).minimum : contentMain()
        }
        if item.ratio > 0 { content = limitedByCross(content) }
        let preferred = isRow ? style.width : style.height
        if preferred.isLengthPercentage, let specified = mainSize(preferred) {
            content = min(content, specified)
        } else if isReplaced, item.ratio > 0, let cross = flex.definiteCross(item, style) {
            content = min(content, transferred(cross))
        }
        return min(content, maximum)
    }

    /// The max-content main size, `width` or `height` along the axis and its limits not counted.
    private func contentMain() -> LayoutUnit {
        if isReplaced {
            if item.ratio > 0, let cross = flex.definiteCross(item, style) { return transferred(cross) }
            return naturalMain()
        }
        if isRow { return context.intrinsicWidths(of: item.box, containingWidth: flex.contentWidth).maximum }
        var space = self.space
        if context.tree[item.box].kind != .table {
            space.fixedWidth = flex.columnItemWidth(item, style)
        } else {
            space.fixedWidth = flex.definiteCross(item, style)
        }
        // Most items have nothing to leave out; then the layout can be used again.
        let isPlain = style.height.isAuto && style.minHeight.isAuto && style.maxHeight.kind == .none && style.aspectRatio == 0
        space.measuresContentHeight = !isPlain
        return flex.following(item, nil) { context.measure(item.box, space).size.height }
    }

    /// The main size that a replaced element has of itself, within its cross limits.
    private func naturalMain() -> LayoutUnit {
        let edges = context.edges(of: item.box, containingWidth: flex.contentWidth)
        let natural = context.naturalSize(of: item.box, style: style)
        let width: LayoutUnit
        let height: LayoutUnit
        if let naturalWidth = natural.width {
            width = naturalWidth
            height = natural.height ?? (item.ratio > 0 ? .truncating(width.px / item.ratio) : 150.layoutUnits)
        } else if let naturalHeight = natural.height {
            height = naturalHeight
            width = item.ratio > 0 ? .truncating(height.px * item.ratio) : 300.layoutUnits
        } else if item.ratio > 0 {
            // A ratio alone: as wide as the container.
            let margins = context.margins(of: item.box, containingWidth: flex.contentWidth).horizontal
            width = max(.zero, flex.contentWidth - margins - edges.horizontal)
            height = .truncating(width.px / item.ratio)
        } else {
            width = 300.layoutUnits
            height = 150.layoutUnits
        }
        if isRow { return limitedByCross(width + edges.horizontal) }
        return limitedByCross(height + edges.vertical)
    }

    /// The main size that the ratio gives for a cross size, both of the border box.
    private func transferred(_ cross: LayoutUnit) -> LayoutUnit {
        let edges = context.edges(of: item.box, containingWidth: flex.contentWidth)
        let countsEdges = !isReplaced && style.boxSizing == .borderBox && !style.aspectRatioIsAuto
        if isRow {
            return countsEdges
                ? .truncating(cross.px * item.ratio) : .truncating(max(.zero, cross - edges.vertical).px * item.ratio) + edges.horizontal
        }
        var cross = cross
        if isReplaced, context.profile.ratiosCountContainerEdges, style.width.dependsOnPercentage, flex.container.style.boxSizing == .contentBox {
            cross += flex.edges.horizontal
        }
        return countsEdges
            ? .truncating(cross.px / item.ratio) : .truncating(max(.zero, cross - edges.horizontal).px / item.ratio) + edges.vertical
    }

    /// > …clamped by any definite minimum and maximum cross size, converted through the aspect ratio
    private func limitedByCross(_ main: LayoutUnit) -> LayoutUnit {
        guard item.ratio > 0 else { return main }
        let edges = context.edges(of: item.box, containingWidth: flex.contentWidth)
        func crossSize(_ length: Length) -> LayoutUnit? {
            isRow
                ? context.borderBoxHeight(length, of: item.box, space: space, edges: edges.vertical)
                : length.isLengthPercentage ? context.borderBoxWidth(length, of: item.box, space: space, edges: edges.horizontal) : nil
        }
        var main = main
        if let maximum = crossSize(isRow ? style.maxHeight : style.maxWidth) { main = min(main, transferred(maximum)) }
        if let minimum = crossSize(isRow ? style.minHeight : style.minWidth) { main = max(main, transferred(minimum)) }
        return main
    }
}

extension FlexFormatting {
    /// The width at which a column's item is laid out; nil for replaced elements whose height decides.
    func columnItemWidth(_ item: FlexItem, _ itemStyle: ComputedStyle) -> LayoutUnit? {
        if let width = definiteCross(item, itemStyle) { return width }
        switch context.tree[item.box].kind {
        case .replaced: return nil
        case .table: return following(item, nil) { context.measure(item.box, itemSpace(item, main: nil, cross: nil)).size.width }
        default: return context.usedWidth(of: item.box, space: itemSpace(item, main: nil, cross: nil))
        }
    }
}
