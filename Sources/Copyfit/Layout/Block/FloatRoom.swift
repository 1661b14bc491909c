// For which widths floats, and what stands beside them, stay where they are (`WidthRoom`).

extension BlockFormattingContext {
    /// How the room between floats follows the width of the formatting context, seen from a content box.
    func between(_ frame: FollowingFrame) -> WidthFollow {
        (rightFollow.map { $0.joined(with: frame.right) } ?? frame.right) - (leftFollow.map { $0.joined(with: frame.left) } ?? frame.left)
    }

    /// Something was decided by whether a length is at least 0.
    func decide(_ length: Int32, _ follow: WidthFollow) { limit(WidthRoom(sign: length), follow) }

    /// A length may change within a room.
    func limit(_ own: WidthRoom, _ follow: WidthFollow) { room.limit(to: frame.isKnown ? follow.room(own) : .none) }

    /// Whether what floats leave between them changes by nothing but the width of the frame.
    var isRigid: Bool {
        frame.isKnown && (leftFollow == nil || (leftFollow == .fixed && frame.left == .fixed))
            && (rightFollow == nil || (rightFollow == .whole && frame.right == .whole))
    }

    /// Notes the decisions that put a float where it is.
    /// - Parameter size: how its width follows.
    func note(_ decisions: FloatContext.Decisions, side: FloatSide, size: WidthFollow) {
        let free = between(frame)
        if decisions.spare < .max { decide(decisions.spare, free - size) }
        if decisions.lack < .max { decide(-decisions.lack, free - size) }
        if decisions.protrusion < .max {
            let left = leftFollow.map { $0.joined(with: frame.left) - frame.left } ?? .fixed
            let right = rightFollow.map { frame.right - $0.joined(with: frame.right) } ?? .fixed
            // It stays more than 0.
            decide(decisions.protrusion - 1, left.joined(with: right))
        }
        if decisions.isUncertain { room = .none }
        if side == .left {
            let edge = leftFollow.map { $0.joined(with: frame.left) } ?? frame.left
            let own = edge - (WidthFollow.fixed - size)
            leftFollow = leftFollow.map { $0.joined(with: own) } ?? own
        } else {
            let edge = rightFollow.map { $0.joined(with: frame.right) } ?? frame.right
            let own = edge - size
            rightFollow = rightFollow.map { $0.joined(with: own) } ?? own
        }
    }
}

extension LayoutContext {
    /// How the margin box of a float that was laid out follows the width of its container; what bounds that is taken off `room`. Nil: it
    /// may do anything.
    func floatFollow(of id: BoxID, containingWidth: LayoutUnit) -> WidthFollow? {
        let style = style(of: id)
        var space = ConstraintSpace(availableWidth: containingWidth)
        space.shrinksToFit = true
        if style.margin.left.dependsOnPercentage || style.margin.right.dependsOnPercentage || style.aspectRatio > 0 { return nil }
        switch tree[id].kind {
        case .replaced:
            room.limit(to: replacedWidthRoom(of: id, space: space))
            return .fixed
        case .table:
            guard let own = tableWidthRoom(of: id, space: space) else { return nil }
            return follow(own, noise: WidthRoom.percentageSlack)
        default:
            let percent = style.width.kind == .percentage && (style.minWidth.isAuto || style.minWidth == .zero) && style.maxWidth.kind == .none
                && edgeStyle(of: id).hasFixedPadding
            if percent, style.width.percent >= 0, style.width.percent <= 100 {
                let share = Double(style.width.percent) / 100
                if share == 1, containingWidth.rawValue < PercentageRounding.exact {
                    room.limitMore(to: PercentageRounding.exact - containingWidth.rawValue)
                    return .whole
                }
                return WidthFollow(low: share, high: share, noise: 2)
            }
            guard edgeStyle(of: id).hasFixedPadding, let own = ownWidthRoom(of: style, id, space: space, width: fragments[id].size.width) else { return nil }
            return follow(own, noise: WidthRoom.percentageSlack)
        }
    }

    private func follow(_ own: (room: WidthRoom, isExact: Bool), noise: Int32) -> WidthFollow {
        if own.isExact, !own.room.isEmpty {
            room.limit(to: own.room)
            return .fixed
        }
        return WidthFollow(low: 0, high: 1, noise: own.isExact ? 0 : Double(noise))
    }

    /// How the content box of a block follows that of its container, which is `frame`, in a formatting context of floats.
    func frame(of id: BoxID, in frame: FollowingFrame, parent: BoxID, space: ConstraintSpace, width: LayoutUnit, floats: BlockFormattingContext) -> FollowingFrame {
        let style = style(of: id)
        guard frame.isKnown, style.aspectRatio == 0, space.roomBesideFloats == nil, paddingLeavesContent(style), let own = ownWidthRoom(of: style, id, space: space, width: width) else {
            return .unknown
        }
        let parentStyle = self.style(of: parent)
        let isPlain = !style.margin.left.isAuto && !style.margin.right.isAuto && parentStyle.direction == .ltr
            && parentStyle.textAlign != .webkitCenter && parentStyle.textAlign != .webkitRight
        let between = frame.between
        guard own.isExact, edgeStyle(of: id).hasFixedPadding else {
            let lengths = [style.margin.left, style.margin.right, style.padding.left, style.padding.right, style.width, style.minWidth, style.maxWidth]
            let percent = lengths.reduce(Float(0)) { $0 + ($1.kind == .percentage || $1.kind == .calculated ? $1.percent : 0) }
            guard percent <= 100, !lengths.contains(where: { $0.kind == .expression || $0.percent < 0 }) else { return .unknown }
            let edge = between.adding(noise: 3 * Double(WidthRoom.percentageSlack))
            return FollowingFrame(left: edge, right: edge)
        }
        if own.room.isEmpty {
            let isLimited = style.maxWidth.kind != .none || (!style.minWidth.isAuto && style.minWidth != .zero)
            if !isLimited { return frame }
            return FollowingFrame(left: isPlain ? frame.left : between.adding(noise: 1), right: between.adding(noise: 1))
        }
        // It does not follow, for as long as it does not begin to.
        floats.room.limit(to: frame.width.room(own.room))
        if isPlain { return FollowingFrame(left: frame.left, right: frame.left) }
        return FollowingFrame(left: between.adding(noise: 1), right: between.adding(noise: 1))
    }
}
