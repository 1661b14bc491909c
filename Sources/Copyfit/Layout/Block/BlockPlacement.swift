// Where boxes stand across their container, floats included.

extension LayoutContext {
    /// The offset of a block-level box's border box from the left edge of its room: margins, `auto` margins, and the alignment that
    /// `align` attributes ask for (https://www.w3.org/TR/CSS22/visudet.html#blockwidth).
    func horizontalOffset(
        of id: BoxID, width: LayoutUnit, available: LayoutUnit, parent: BoxID, containingWidth: LayoutUnit
    ) -> LayoutUnit {
        let style = style(of: id)
        let parentStyle = self.style(of: parent)
        let margins = margins(of: id, containingWidth: containingWidth)
        let free = available - width - margins.horizontal
        switch (style.margin.left.isAuto, style.margin.right.isAuto) {
        case (true, true): return free > .zero ? free / 2 : parentStyle.direction == .rtl ? free : .zero
        case (true, false): return free > .zero ? free : parentStyle.direction == .rtl ? free : .zero
        case (false, true): return parentStyle.direction == .rtl && free < .zero ? margins.left + free : margins.left
        case (false, false): break
        }
        switch parentStyle.textAlign {
        case .webkitCenter: return max(.zero, free / 2) + margins.left
        case .webkitRight where parentStyle.direction == .ltr: return free + margins.left
        case .webkitLeft where parentStyle.direction == .rtl: return margins.left
        default: return parentStyle.direction == .rtl ? margins.left + free : margins.left
        }
    }

    /// Lays out a float; gives its margin-box size.
    func layoutFloat(_ id: BoxID, containingWidth: LayoutUnit) -> Size {
        let container = containingBlock(of: id)
        var space = ConstraintSpace(availableWidth: containingWidth, availableHeight: container.exists ? percentageHeight(of: container) : viewport.height)
        space.shrinksToFit = true
        let size = layoutIndependent(id, space)
        let margins = margins(of: id, containingWidth: containingWidth)
        return Size(width: size.width + margins.horizontal, height: size.height + margins.vertical)
    }

    /// Places a laid-out float at or below `top` in a formatting context and sets its origin.
    /// - Parameters:
    ///   - origin: the content box of `container` in `floats`' coordinates.
    ///   - isBetweenBlocks: the float's siblings are blocks, not lines.
    func placeFloat(
        _ id: BoxID, size: Size, top: LayoutUnit, origin: Point, width: LayoutUnit, floats: BlockFormattingContext, container: BoxID,
        isBetweenBlocks: Bool = false
    ) {
        let style = style(of: id)
        var top = top
        if style.clear != .none, let edge = floats.floats.clearance(style.clear) { top = max(top, edge) }
        let margins = margins(of: id, containingWidth: width)
        let content = contentOffset(of: container)
        var decisions = FloatContext.Decisions()
        let place = floats.floats.place(
            size, side: style.float, top: top, left: origin.x, right: origin.x + width,
            steps: isBetweenBlocks && profile.seesFloatsInWholePixels ? origin.y - content.y : nil, decisions: &decisions)
        if tracksRoom {
            if let follow = floatFollow(of: id, containingWidth: width) {
                floats.note(decisions, side: style.float, size: follow.following(floats.frame.width))
            } else {
                floats.room = .none
            }
        }
        floats.floats.add(Rect(origin: place, size: Size(width: max(.zero, size.width), height: max(.zero, size.height))), side: style.float)
        setOrigin(
            of: id, Point(x: place.x - origin.x + content.x + margins.left, y: place.y - origin.y + content.y + margins.top))
    }

    /// https://www.w3.org/TR/css-sizing-4/#aspect-ratio: the height of a box with `height: auto` from its width.
    func heightFromAspectRatio(of id: BoxID, width: LayoutUnit, contentHeight: LayoutUnit, edges: Edges<LayoutUnit>) -> LayoutUnit {
        let style = style(of: id)
        guard style.aspectRatio > 0, tree[id].kind != .replaced else { return contentHeight }
        let height: LayoutUnit =
            style.boxSizing == .borderBox
            ? .truncating(width.px / style.aspectRatio)
            : .truncating((width - edges.horizontal).px / style.aspectRatio) + edges.vertical
        // > min-height: auto keeps the content in.
        let keepsContent = style.minHeight.isAuto && style.overflowY == .visible
        return keepsContent ? max(height, contentHeight) : height
    }
}
