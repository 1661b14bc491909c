// Absolutely and fixed positioned boxes (https://www.w3.org/TR/css-position-3/#abspos-layout).

extension LayoutContext {
    /// Records where an out-of-flow box would stand: px from the content box of `container`, which is where its lines or blocks are.
    func noteStaticPosition(_ id: BoxID, container: BoxID, x: Float, y: Float) {
        let style = style(of: container)
        let isRTL = style.direction == .rtl
        staticPositions[id] = StaticPosition(container: container, x: .truncating(x), y: .truncating(y), isFromRight: isRTL)
    }

    /// Records that an out-of-flow child of a flex or grid container would stand in its content box as `placement` says.
    func noteStaticPosition(_ id: BoxID, container: BoxID, placement: StaticPlacement) {
        var position = StaticPosition(container: container, x: .zero, y: .zero)
        position.placement = placement
        staticPositions[id] = position
    }

    /// Whether an out-of-flow box would be block-level if it were in flow.
    func isBlockLevelInFlow(_ id: BoxID) -> Bool {
        switch style(of: id).specifiedDisplay {
        case .inline, .inlineBlock, .inlineListItem, .inlineTable, .inlineFlex, .inlineGrid, .inlineWebkitBox, .ruby, .rubyText, .contents: false
        default: true
        }
    }

    /// Lays out all out-of-flow boxes that layout met, in tree order: containing blocks come before what they contain.
    func layoutOutOfFlowBoxes() {
        guard !staticPositions.isEmpty else { return }
        for index in tree.boxes.indices where tree.boxes[index].isOutOfFlow {
            let id = BoxID(rawValue: UInt32(index))
            if let position = staticPositions[id] { layoutOutOfFlow(id, staticPosition: position) }
            // What hangs from a bottom edge may go up where heights grow.
            if tracksRoom, room.rising > room.more, standsAtBottom(id) { room = room.still }
        }
    }

    private func standsAtBottom(_ id: BoxID) -> Bool {
        let style = style(of: id)
        return gridAreas[id] != nil || !style.inset.bottom.isAuto
            || [style.inset.top, style.height, style.minHeight, style.maxHeight].contains { $0.dependsOnPercentage || $0.kind == .stretch }
    }

    /// The box whose padding box is the containing block; `.none` for the initial containing block.
    func positioningContainer(of id: BoxID) -> BoxID {
        let isFixed = style(of: id).position == .fixed
        var parent = tree[id].parent
        while parent.exists {
            if tree[parent].flags.contains(isFixed ? .containsFixed : .containsAbsolute) { return parent }
            parent = tree[parent].parent
        }
        return .none
    }

    private func layoutOutOfFlow(_ id: BoxID, staticPosition: StaticPosition) {
        let container = positioningContainer(of: id)
        var area = Rect(origin: .zero, size: viewport)
        var containerOrigin = Point.zero
        var block = container
        if container.exists {
            if tree[container].kind == .inline { block = containingBlock(of: container) }
            containerOrigin = documentOrigin(of: block)
            let borders = borders(of: block)
            let size = fragments[block].size
            area = Rect(
                x: borders.left, y: borders.top, width: max(.zero, size.width - borders.horizontal),
                height: max(.zero, size.height - borders.vertical))
            if tree[container].kind == .inline { area = inlineContainingBlock(container, in: block) ?? area }
            if let gridArea = gridAreas[id], tree[id].parent == container { area = gridArea }
        }
        // The static position, in the containing block's coordinates.
        let staticContent = contentOffset(of: staticPosition.container)
        let staticOrigin = documentOrigin(of: staticPosition.container) + staticContent - containerOrigin
        let contentWidth = fragments[staticPosition.container].size.width - edges(of: staticPosition.container).horizontal
        let flow = Point(x: staticOrigin.x + staticPosition.x, y: staticOrigin.y + staticPosition.y)

        let style = style(of: id)
        let margins = margins(of: id, containingWidth: area.size.width)
        let left = style.inset.left.isAuto ? nil : resolve(style.inset.left, base: area.size.width)
        let right = style.inset.right.isAuto ? nil : resolve(style.inset.right, base: area.size.width)
        let top = style.inset.top.isAuto ? nil : resolve(style.inset.top, base: area.size.height)
        let bottom = style.inset.bottom.isAuto ? nil : resolve(style.inset.bottom, base: area.size.height)

        var space = ConstraintSpace(availableWidth: area.size.width, availableHeight: area.size.height)
        space.shrinksToFit = true
        let isReplaced = tree[id].kind == .replaced
        // Where the contents decide: the room that they have.
        var fitted: (available: LayoutUnit, width: LayoutUnit)?
        if style.width.isAuto, !isReplaced, tree[id].kind != .table, widthFromAspectRatio(of: id, space: space) == nil {
            if let left, let right {
                let edges = edges(of: id, containingWidth: area.size.width).horizontal
                let stretched = max(edges, area.size.width - left - right - margins.horizontal)
                space.fixedWidth = clampWidth(stretched, of: id, space: space, edges: edges)
            } else {
                let used = (left ?? .zero) + (right ?? .zero)
                var available = area.size.width - used
                if left == nil, right == nil {
                    available = staticPosition.isFromRight ? staticOrigin.x + contentWidth - area.minX : area.maxX - flow.x
                    if let placement = staticPosition.placement {
                        available = placement.horizontal == .center ? area.size.width
                            : placement.horizontal == .end ? staticOrigin.x + contentWidth - area.minX : area.maxX - staticOrigin.x
                    }
                }
                let edges = edges(of: id, containingWidth: area.size.width).horizontal
                let room = max(.zero, available - margins.horizontal)
                let width = fitContentWidth(of: id, available: room, containingWidth: area.size.width)
                fitted = (room, width)
                space.fixedWidth = clampWidth(max(width, edges), of: id, space: space, edges: edges)
            }
        }
        if style.height.isAuto, !isReplaced, let top, let bottom {
            let edges = edges(of: id, containingWidth: area.size.width).vertical
            let stretched = max(edges, area.size.height - top - bottom - margins.vertical)
            space.fixedHeight = clampHeight(stretched, of: id, space: space, edges: edges)
        }
        let outerRoom = room
        room = .unlimited
        let size = layoutIndependent(id, space)
        if tracksRoom {
            let own = roomOfPositioned(id, in: container, space: space, staticPosition: staticPosition, fitted: fitted)
            room = outerRoom
            room.limit(to: own)
        }

        var x: LayoutUnit
        if let left {
            x = area.minX + left + margins.left
            if let right, style.margin.left.isAuto || style.margin.right.isAuto {
                let free = area.size.width - left - right - size.width - margins.horizontal
                if style.margin.left.isAuto, style.margin.right.isAuto { x += max(.zero, free / 2) } else if style.margin.left.isAuto { x += free }
            }
        } else if let right {
            x = area.maxX - right - margins.right - size.width
        } else if let placement = staticPosition.placement {
            x = staticOrigin.x + margins.left + placement.horizontal.offset(contentWidth - size.width - margins.horizontal)
        } else {
            x = staticPosition.isFromRight ? staticOrigin.x + contentWidth - size.width - margins.right : flow.x + margins.left
        }
        var y: LayoutUnit
        if let top {
            y = area.minY + top + margins.top
            if let bottom, style.margin.top.isAuto || style.margin.bottom.isAuto {
                let free = area.size.height - top - bottom - size.height - margins.vertical
                if style.margin.top.isAuto, style.margin.bottom.isAuto { y += free / 2 } else if style.margin.top.isAuto { y += free }
            }
        } else if let bottom {
            y = area.maxY - bottom - margins.bottom - size.height
        } else if let placement = staticPosition.placement {
            let container = staticPosition.container
            let contentHeight = fragments[container].size.height - edges(of: container).vertical
            y = staticOrigin.y + margins.top + placement.vertical.offset(contentHeight - size.height - margins.vertical)
        } else {
            y = flow.y + margins.top
        }
        fragments[id].origin = Point(x: x, y: y)
        fragments[id].positionedIn = block
        fragments[id].isPlaced = true
    }

    /// The box around the first and last fragments of an inline box, from the border box of its block container.
    private func inlineContainingBlock(_ inline: BoxID, in block: BoxID) -> Rect? {
        guard tree[block].kind == .inlineContext else { return nil }
        let offset = contentOffset(of: block)
        var area: Rect?
        for fragment in fragments.lines[Int(tree[block].payload)].inlineBoxes where fragment.box == inline {
            let rect = Rect(
                x: .truncating(fragment.x) + offset.x, y: .truncating(fragment.y) + offset.y, width: .truncating(fragment.width),
                height: .truncating(fragment.height))
            area = area.map { $0.union(rect) } ?? rect
        }
        return area
    }
}
