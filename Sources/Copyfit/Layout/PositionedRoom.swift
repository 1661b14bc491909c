// For which widths of the viewport an out-of-flow box has the height that it has.

extension LayoutContext {
    /// What an out-of-flow box that was just laid out says of the viewport's width, `room` being that of its own.
    /// - Parameters:
    ///   - container: the box whose padding box is its containing block, if any.
    ///   - fitted: the room for its contents and the width that they took of it, where it shrinks to them.
    func roomOfPositioned(
        _ id: BoxID, in container: BoxID, space: ConstraintSpace, staticPosition: StaticPosition, fitted: (available: LayoutUnit, width: LayoutUnit)?
    ) -> WidthRoom {
        let style = style(of: id)
        if dependsOnWidthVertically(style) { return .none }
        if room == .unlimited { return .unlimited }
        if style.aspectRatio > 0 || gridAreas[id] != nil { return .none }
        // Part of the containing block's width.
        let insets = [style.inset.left, style.inset.right, style.margin.left, style.margin.right]
        guard insets.allSatisfy({ $0.kind == .fixed || $0.isAuto || $0.kind == .percentage && $0.percent >= 0 }),
            insets.reduce(Float(0), { $0 + ($1.kind == .percentage ? $1.percent : 0) }) <= 100
        else { return .none }
        if style.width.kind == .fixed, !style.minWidth.dependsOnPercentage, !style.maxWidth.dependsOnPercentage, tree[id].kind != .table,
            tree[id].kind != .replaced, edgeStyle(of: id).hasFixedPadding
        {
            return .unlimited
        }
        guard container.exists == false || tree[container].kind != .inline, let noise = followingNoise(of: container) else { return .none }
        var follow = WidthFollow(low: 0, high: 1, noise: Double(noise + 2 * WidthRoom.percentageSlack))
        var own = room
        if let fitted {
            // `own` is that of its width, which the contents decide where there is room.
            let isLimited = style.minWidth.dependsOnPercentage || style.maxWidth.dependsOnPercentage || space.fixedWidth != fitted.width
            if fitted.width != fitted.available, !isLimited { own = WidthRoom(clamped: fitted.width, available: fitted.available).followed(by: own) }
            if style.inset.left.isAuto, style.inset.right.isAuto {
                // Where it would stand moves, too.
                guard let moved = followingNoise(of: staticPosition.container) else { return .none }
                follow = WidthFollow(low: -1, high: 1, noise: follow.noise + Double(moved))
            }
        }
        return follow.room(own).still
    }

    /// By how much more than the viewport's width, in 1/64 px, that of a box may change, which else changes by no more, in the same direction.
    /// Nil: it may do anything.
    private func followingNoise(of id: BoxID) -> Int32? {
        var noise: Int32 = 0
        var current = id
        while current.exists {
            let box = tree[current]
            if box.kind == .inline {
                current = box.parent
                continue
            }
            let style = style(of: current)
            guard style.aspectRatio == 0, paddingLeavesContent(style), !isColumnContainer(current) || current == id else { return nil }
            let lengths = [
                style.width, style.minWidth, style.maxWidth, style.margin.left, style.margin.right, style.padding.left, style.padding.right,
            ]
            var percent: Float = 0
            for length in lengths {
                switch length.kind {
                case .fixed, .auto, .none: break
                case .percentage, .calculated:
                    guard length.percent >= 0 else { return nil }
                    percent += length.percent
                    noise += WidthRoom.percentageSlack
                default: return nil
                }
            }
            guard percent <= 100 else { return nil }
            if style.width.kind == .fixed, percent == 0, box.isBlockContainer { return noise }
            if box.isOutOfFlow {
                // Not where the contents decide.
                let insets = [style.inset.left, style.inset.right]
                guard box.isBlockContainer, gridAreas[current] == nil, style.width.kind == .percentage || style.width.isAuto && insets.allSatisfy({ $0.kind == .fixed })
                else { return nil }
                current = positioningContainer(of: current)
                if current.exists, tree[current].kind == .inline { return nil }
                continue
            }
            let parent = containingBlock(of: current)
            guard box.isBlockContainer || box.kind == .flex || box.kind == .grid else { return nil }
            if parent.exists, tree[parent].kind == .flex || tree[parent].kind == .grid || tree[parent].kind == .table { return nil }
            current = parent
        }
        return noise
    }
}
