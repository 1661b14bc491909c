extension LayoutContext {
    /// Multi-column containers (https://www.w3.org/TR/css-multicol-1/): sets the size, the baselines and the places of all boxes inside.
    ///
    /// The content is laid out as one tall column, then cut: `ColumnUnits` says where it may be, `ColumnFilling` where it is,
    /// `ColumnFragments` moves the parts to their columns.
    func layoutColumns(_ id: BoxID, width: LayoutUnit, space: ConstraintSpace) {
        let outerMarkers = waitingMarkers
        waitingMarkers = []
        defer { waitingMarkers = outerMarkers }
        // Boxes are moved after their layout.
        blockMemory.suspensions += 1
        defer { blockMemory.suspensions -= 1 }
        var columns = ColumnFormatting(context: self, box: id, width: width, space: space)
        columns.layoutChildren()
        columns.finish()
    }

    /// The intrinsic widths of a multi-column container's content box (https://www.w3.org/TR/css-sizing-3/#multicol-intrinsic).
    /// Chromium counts what spans columns once.
    func intrinsicColumnWidths(of id: BoxID, content: IntrinsicWidths) -> IntrinsicWidths {
        guard profile.spannersCountOnce, tree[id].kind == .block else { return columnWidths(of: id, content: content) }
        var spanners = IntrinsicWidths.zero
        var rest = IntrinsicWidths.zero
        var child = tree[id].firstChild
        while child.exists {
            defer { child = tree[child].nextSibling }
            guard tree[child].isInFlow else { continue }
            let widths = widthContribution(of: child)
            if style(of: child).columnSpanAll {
                spanners = IntrinsicWidths(minimum: max(spanners.minimum, widths.minimum), maximum: max(spanners.maximum, widths.maximum))
            } else {
                rest = IntrinsicWidths(minimum: max(rest.minimum, widths.minimum), maximum: max(rest.maximum, widths.maximum))
            }
        }
        let columns = columnWidths(of: id, content: spanners == .zero ? content : rest)
        return IntrinsicWidths(minimum: max(columns.minimum, spanners.minimum), maximum: max(columns.maximum, spanners.maximum))
    }

    private func columnWidths(of id: BoxID, content: IntrinsicWidths) -> IntrinsicWidths {
        let style = style(of: id)
        let gap = columnGap(style, base: .zero)
        if style.columnWidth.isAuto {
            let count = Int(max(1, style.columnCount))
            let gaps = gap * (count - 1)
            return IntrinsicWidths(minimum: content.minimum * count + gaps, maximum: content.maximum * count + gaps)
        }
        let column = resolve(style.columnWidth, base: .zero)
        let count = Int(max(1, style.columnCount))
        return IntrinsicWidths(
            minimum: min(content.minimum, max(column, .zero)), maximum: max(column, content.maximum) * count + gap * (count - 1))
    }

    func columnGap(_ style: ComputedStyle, base: LayoutUnit) -> LayoutUnit {
        style.columnGap.isAuto ? .truncating(style.fontSize) : max(.zero, resolve(style.columnGap, base: base))
    }
}

/// The layout of one multi-column container: runs of columns with spanners between them.
struct ColumnFormatting: ContainerFormatting {
    let container: ContainerBox
    let count: Int
    let columnWidth: LayoutUnit
    let gap: LayoutUnit
    /// The most that the content box may be high.
    let heightLimit: LayoutUnit

    /// Where the next run or spanner starts, from the top of the border box.
    var cursor: LayoutUnit
    /// The bottom margin of the last spanner.
    var pending = MarginStrut()
    var firstBaseline: LayoutUnit?
    var lastBaseline: LayoutUnit?

    init(context: LayoutContext, box: BoxID, width: LayoutUnit, space: ConstraintSpace) {
        container = ContainerBox(context: context, box: box, space: space, width: width)
        let style = container.style, contentWidth = container.contentWidth
        gap = context.columnGap(style, base: contentWidth)
        // > The pseudo-algorithm for the used column-count and column-width (§3.4)
        var count = Int(max(1, style.columnCount))
        if !style.columnWidth.isAuto {
            let wanted = max(.epsilon, context.resolve(style.columnWidth, base: contentWidth))
            let each = max(.epsilon, wanted + gap)
            let fitting = max(1, Int((contentWidth + gap).rawValue / each.rawValue))
            count = style.columnCount > 0 ? min(count, fitting) : fitting
        }
        self.count = min(count, 10_000)
        columnWidth = max(.zero, (contentWidth - gap * (self.count - 1)) / self.count)
        let vertical = container.edges.vertical
        heightLimit = container.knownHeight ?? max(.zero, context.clampHeight(.max, of: box, space: space, edges: vertical) - vertical)
        cursor = container.edges.top
        context.fragments[box].isPlaced = true
        if context.tracksRoom { noteCount() }
    }

    /// The number of columns holds until one more or less fits; then all is different.
    private func noteCount() {
        if style.columnGap.dependsOnPercentage || style.columnWidth.dependsOnPercentage || columnWidth <= .zero {
            context.room = .none
            return
        }
        guard !style.columnWidth.isAuto else { return }
        let each = Int(max(.epsilon, max(.epsilon, context.resolve(style.columnWidth, base: .zero)) + gap).rawValue)
        let room = Int((contentWidth + gap).rawValue)
        // What `column-count` allows may be less than what fits.
        let isLimited = style.columnCount > 0 && count == Int(style.columnCount)
        context.room.limit(to: WidthRoom(
            less: count == 1 ? .max : Int32(clamping: max(0, room - each * count)), more: isLimited ? .max : Int32(clamping: max(0, each * (count + 1) - room - 1))))
    }

    mutating func layoutChildren() {
        guard context.tree[box].kind != .inlineContext else {
            layoutRun(from: .none, until: .none)
            return
        }
        var start = context.tree[box].firstChild
        var child = start
        while child.exists {
            let next = context.tree[child].nextSibling
            if isSpanner(child) {
                if start != child { layoutRun(from: start, until: child) }
                layoutSpanner(child)
                start = next
            }
            child = next
        }
        if start.exists { layoutRun(from: start, until: .none) }
    }

    private func isSpanner(_ child: BoxID) -> Bool {
        context.tree[child].isInFlow && !context.tree[child].flags.contains(.anonymous) && context.style(of: child).columnSpanAll
    }

    /// https://www.w3.org/TR/css-multicol-1/#spanning-columns: spanners' margins collapse with each other, not with what is in columns.
    private mutating func layoutSpanner(_ child: BoxID) {
        let spannerSpace = ConstraintSpace(availableWidth: contentWidth, availableHeight: context.percentageHeight(of: box))
        let margins = context.margins(of: child, containingWidth: contentWidth)
        let size = context.layoutIndependent(child, spannerSpace)
        pending.collapse(with: MarginStrut(margins.top))
        let x = context.horizontalOffset(of: child, width: size.width, available: contentWidth, parent: box, containingWidth: contentWidth)
        let y = cursor + pending.sum
        context.setOrigin(of: child, Point(x: edges.left + x, y: y))
        let fragment = context.fragments[child]
        if firstBaseline == nil, let baseline = fragment.firstBaseline { firstBaseline = y + baseline }
        if let baseline = fragment.lastBaseline { lastBaseline = y + baseline }
        cursor = y + size.height
        pending = MarginStrut(margins.bottom)
    }

    /// Lays out what stands between two spanners, and cuts it into columns.
    private mutating func layoutRun(from first: BoxID, until end: BoxID) {
        var flow = BlockFlow(
            context: context, box: box, space: space, edges: edges, contentWidth: columnWidth, floats: BlockFormattingContext(), offset: .zero,
            isRoot: true)
        let outer = context.room
        context.room = .unlimited
        if context.tree[box].kind == .inlineContext { flow.layoutChildren() } else { flow.layoutChildren(from: first, until: end) }
        if context.tracksRoom { context.room = context.room.reduced(by: 2) }
        context.room.limit(to: outer)
        // Columns are less wide than their container; their width is rounded.
        if context.tracksRoom { context.room.limit(to: flow.floats.room.reduced(by: 2)) }
        context.room = context.room.still
        let floatBottom = flow.floats.floats.isEmpty ? edges.top : flow.floats.floats.bottom
        let bottom = max(flow.cursor + flow.pending.sum, floatBottom)
        cursor += pending.sum
        pending = MarginStrut()

        var units = ColumnUnits(context: context)
        if context.tree[box].kind == .inlineContext {
            units.addLines(of: box, top: .zero, breakTop: edges.top, avoidsBreaks: false)
        } else {
            units.addChildren(from: first, until: end, top: .zero)
        }
        units.sort()
        let filling = ColumnFilling(units: units.units, start: edges.top, bottom: bottom, count: count, profile: context.profile)
        let room = max(.zero, heightLimit - (cursor - edges.top))
        let height: LayoutUnit
        if style.columnFill == .auto, knownHeight != nil || context.profile.fillsColumnsWithoutHeight {
            height = knownHeight != nil ? room : min(room, bottom - edges.top)
        } else {
            height = min(room, filling.balancedHeight())
        }
        let columns = filling.fill(height: height)
        var fragments = ColumnFragments(
            context: context, starts: columns.starts, height: height, top: cursor, width: columnWidth, gap: gap,
            rightmost: style.direction == .rtl ? contentWidth - columnWidth : nil)
        if context.tree[box].kind == .inlineContext {
            fragments.moveLines(of: box, from: .zero, to: .zero)
        } else {
            fragments.moveChildren(from: first, until: end, of: box)
        }
        adoptBaselines(flow, fragments)
        cursor += height
    }

    private mutating func adoptBaselines(_ flow: BlockFlow, _ fragments: ColumnFragments) {
        if firstBaseline == nil { firstBaseline = flow.firstBaseline.map { fragments.place($0).y } }
        if let baseline = flow.lastBaseline { lastBaseline = fragments.place(baseline).y }
    }

    mutating func finish() {
        let natural = cursor + pending.sum - edges.top
        var height = max(.zero, knownHeight ?? natural) + edges.vertical
        if knownHeight == nil {
            if !space.measuresContentHeight {
                height = context.heightFromAspectRatio(of: box, width: context.fragments[box].size.width, contentHeight: height, edges: edges)
            }
            if let minimum = context.quirkyMinimumHeight(of: box) { height = max(height, minimum) }
            height = context.clampHeight(height, of: box, space: space, edges: edges.vertical)
        }
        context.fragments[box].size.height = space.fixedHeight ?? height
        context.fragments[box].firstBaseline = firstBaseline
        context.fragments[box].lastBaseline = lastBaseline
    }
}
