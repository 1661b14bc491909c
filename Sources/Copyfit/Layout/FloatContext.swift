/// The floats of one block formatting context (https://www.w3.org/TR/CSS22/visuren.html#floats).
///
/// Coordinates are px from the content origin of the box that establishes the context.
package struct FloatContext {
    package struct Float {
        package var rect: Rect
        package var side: FloatSide
    }

    /// In the order of their tops, as they were placed.
    package private(set) var floats: [Float] = []
    /// For each float, the lowest bottom of it and those before it: what a search for floats at a height starts from.
    private var reaches: [LayoutUnit] = []
    private var leftBottom = LayoutUnit.min
    private var rightBottom = LayoutUnit.min
    /// Floats may not be above earlier ones.
    package private(set) var lastTop = LayoutUnit.min

    /// How lines of a block see floats in WebKit: the first `count`, which come from outside the block, in whole px from `origin`, the
    /// top of the block's border box; and a float whose top touches the line's bottom stands beside the line.
    package struct LineView {
        package var origin: LayoutUnit
        package var count: Int
        package init(origin: LayoutUnit, count: Int) {
            self.origin = origin
            self.count = count
        }

        @inline(__always) func floored(_ y: LayoutUnit) -> LayoutUnit { origin + (y - origin).flooredToPixel }
    }

    /// The comparisons that decided where a float stands, the closest of each kind, in 1/64 px.
    package struct Decisions {
        /// What was left where it fits.
        package var spare = Int32.max
        /// What was missing where it does not.
        package var lack = Int32.max
        /// How far floats in the way reach into the container.
        package var protrusion = Int32.max
        /// It is too wide for its container, with floats beside it that do not reach in.
        package var isUncertain = false

        package init() {}

        mutating func note(_ difference: Int32) {
            if difference >= 0 { spare = min(spare, difference) } else { lack = min(lack, 0 &- difference) }
        }
    }

    package init() {}

    @inline(__always) package var isEmpty: Bool { floats.isEmpty }
    /// The bottom margin edge of the lowest float.
    package var bottom: LayoutUnit { max(leftBottom, rightBottom) }

    package mutating func add(_ rect: Rect, side: FloatSide) {
        floats.append(Float(rect: rect, side: side))
        reaches.append(max(reaches.last ?? .min, rect.maxY))
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

    /// The floats from the first on that may reach below `y`.
    private func reaching(below y: LayoutUnit) -> Range<Int> {
        var low = 0, high = reaches.count
        while low < high {
            let middle = (low + high) / 2
            if reaches[middle] > y { high = middle } else { low = middle + 1 }
        }
        return low..<floats.count
    }

    /// The edge below which `clear` starts, or nil when there is no such float.
    package func clearance(_ clear: Clear, view: LineView? = nil) -> LayoutUnit? {
        if let view, view.count > 0, clear != .none {
            var edge: LayoutUnit?
            for index in floats.indices where clear == .both || (clear == .left) == (floats[index].side == .left) {
                edge = max(edge ?? .min, extent(index, view).bottom)
            }
            return edge
        }
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
    package func room(
        top: LayoutUnit, height: LayoutUnit, left: LayoutUnit, right: LayoutUnit, view: LineView? = nil
    ) -> (left: LayoutUnit, right: LayoutUnit) {
        var room = (left: left, right: right)
        guard top < bottom else { return room }
        var bottom = top + max(height, .epsilon)
        if view != nil, height > .zero { bottom += .epsilon }
        for index in reaching(below: top) {
            if floats[index].rect.minY > bottom + 1.layoutUnits { break }
            guard floats[index].rect.size.height > .zero else { continue }
            let extent = extent(index, view)
            guard extent.bottom > top, extent.top < bottom else { continue }
            let float = floats[index]
            if float.side == .left {
                room.left = max(room.left, float.rect.maxX)
            } else {
                room.right = min(room.right, float.rect.minX)
            }
        }
        return room
    }

    /// The next edge below `top` where the room may grow: the nearest bottom of a float.
    package func nextBottom(below top: LayoutUnit, view: LineView? = nil) -> LayoutUnit? {
        var next: LayoutUnit?
        for index in reaching(below: top) {
            // Later floats end below their tops; seen in whole px these are less than one higher.
            if let next, floats[index].rect.minY > next + 1.layoutUnits { break }
            let bottom = extent(index, view).bottom
            if bottom > top { next = min(next ?? bottom, bottom) }
        }
        return next
    }

    @inline(__always) private func extent(_ index: Int, _ view: LineView?) -> (top: LayoutUnit, bottom: LayoutUnit) {
        let rect = floats[index].rect
        guard let view, index < view.count else { return (rect.minY, rect.maxY) }
        return (view.floored(rect.minY), view.floored(rect.maxY))
    }

    /// Places a float of a margin-box size at or below `top`, as high and as far to its side as the rules allow.
    /// - Parameter steps: for floats between blocks in WebKit, the top of their container's border box: what is in the way is seen in whole
    ///   px from there, and passed by whole px while one or more are left.
    package func place(
        _ size: Size, side: FloatSide, top: LayoutUnit, left: LayoutUnit, right: LayoutUnit, steps: LayoutUnit? = nil,
        decisions: inout Decisions
    ) -> Point {
        var y = max(top, lastTop)
        while true {
            let room = roomForFloat(top: y, height: size.height, left: left, right: right, steps: steps)
            let fits = room.right - room.left >= size.width
            let isFree = room.left == left && room.right == right
            decisions.note((room.right - room.left - size.width).rawValue)
            if !fits {
                if !isFree {
                    decisions.protrusion = min(decisions.protrusion, max(room.left - left, right - room.right).rawValue)
                } else if y < bottom {
                    decisions.isUncertain = true
                }
            }
            if fits || isFree { return Point(x: side == .left ? room.left : room.right - size.width, y: y) }
            var next: LayoutUnit?
            for index in reaching(below: y) {
                let float = floats[index]
                if let next, float.rect.minY >= next { break }
                if isInTheWay(float, top: y, steps: steps) { next = min(next ?? float.rect.maxY, float.rect.maxY) }
            }
            guard let next else { return Point(x: side == .left ? room.left : room.right - size.width, y: y) }
            let rest = (next - y).flooredToPixel
            y = steps != nil && rest > .zero ? y + rest : next
        }
    }

    private func isInTheWay(_ float: Float, top: LayoutUnit, steps: LayoutUnit?) -> Bool {
        guard let steps else { return float.rect.maxY > top }
        let view = LineView(origin: steps, count: 0)
        return view.floored(float.rect.maxY) > view.floored(top)
    }

    private func roomForFloat(
        top: LayoutUnit, height: LayoutUnit, left: LayoutUnit, right: LayoutUnit, steps: LayoutUnit?
    ) -> (left: LayoutUnit, right: LayoutUnit) {
        guard let steps else { return room(top: top, height: height, left: left, right: right) }
        var room = (left: left, right: right)
        let bottom = top + max(height, .epsilon)
        for index in reaching(below: top) {
            let float = floats[index]
            if float.rect.minY >= bottom { break }
            guard float.rect.size.height > .zero, isInTheWay(float, top: top, steps: steps) else { continue }
            if float.side == .left { room.left = max(room.left, float.rect.maxX) } else { room.right = min(room.right, float.rect.minX) }
        }
        return room
    }
}
