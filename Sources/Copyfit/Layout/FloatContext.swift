/// The floats of one block formatting context (https://www.w3.org/TR/CSS22/visuren.html#floats).
///
/// Coordinates are px from the content origin of the box that establishes the context.
package struct FloatContext {
    package struct Float {
        package var rect: Rect
        package var side: FloatSide
    }

    package private(set) var floats: [Float] = []
    private var leftBottom = LayoutUnit.min
    private var rightBottom = LayoutUnit.min
    /// Floats may not be above earlier ones.
    package private(set) var lastTop = LayoutUnit.min

    package init() {}

    @inline(__always) package var isEmpty: Bool { floats.isEmpty }
    /// The bottom margin edge of the lowest float.
    package var bottom: LayoutUnit { max(leftBottom, rightBottom) }

    package mutating func add(_ rect: Rect, side: FloatSide) {
        floats.append(Float(rect: rect, side: side))
        lastTop = max(lastTop, rect.minY)
        if side == .left { leftBottom = max(leftBottom, rect.maxY) } else { rightBottom = max(rightBottom, rect.maxY) }
    }

    /// Drops the floats that were added after the first `count`: layout starts over from there.
    package mutating func truncate(to count: Int) {
        guard count < floats.count else { return }
        let kept = Array(floats[..<count])
        self = FloatContext()
        for float in kept { add(float.rect, side: float.side) }
    }

    /// The edge below which `clear` starts, or nil when there is no such float.
    package func clearance(_ clear: Clear) -> LayoutUnit? {
        let edge: LayoutUnit =
            switch clear {
            case .none: .min
            case .left: leftBottom
            case .right: rightBottom
            case .both: max(leftBottom, rightBottom)
            }
        return edge == .min ? nil : edge
    }

    /// The room between floats in `left..<right` over the heights `top..<top + height` (at least the line at `top`).
    package func room(top: LayoutUnit, height: LayoutUnit, left: LayoutUnit, right: LayoutUnit) -> (left: LayoutUnit, right: LayoutUnit) {
        var room = (left: left, right: right)
        guard top < bottom else { return room }
        let bottom = top + max(height, .epsilon)
        for float in floats where float.rect.maxY > top && float.rect.minY < bottom && float.rect.size.height > .zero {
            if float.side == .left {
                room.left = max(room.left, float.rect.maxX)
            } else {
                room.right = min(room.right, float.rect.minX)
            }
        }
        return room
    }

    /// The next edge below `top` where the room may grow: the nearest bottom of a float.
    package func nextBottom(below top: LayoutUnit) -> LayoutUnit? {
        var next: LayoutUnit?
        for float in floats where float.rect.maxY > top {
            next = next.map { min($0, float.rect.maxY) } ?? float.rect.maxY
        }
        return next
    }

    /// Places a float of a margin-box size at or below `top`, as high and as far to its side as the rules allow.
    package func place(_ size: Size, side: FloatSide, top: LayoutUnit, left: LayoutUnit, right: LayoutUnit) -> Point {
        var y = max(top, lastTop)
        while true {
            let room = room(top: y, height: size.height, left: left, right: right)
            let fits = room.right - room.left >= size.width
            let isFree = room.left == left && room.right == right
            if fits || isFree { return Point(x: side == .left ? room.left : room.right - size.width, y: y) }
            guard let next = nextBottom(below: y) else { return Point(x: side == .left ? room.left : room.right - size.width, y: y) }
            y = next
        }
    }
}
