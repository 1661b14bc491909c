/// A position in CSS px from the top left of whatever box the owner names.
package struct Point: Hashable, Sendable {
    package var x: LayoutUnit
    package var y: LayoutUnit
    package init(x: LayoutUnit, y: LayoutUnit) { self.x = x; self.y = y }
    package static let zero = Point(x: .zero, y: .zero)
    package static func + (a: Point, b: Point) -> Point { Point(x: a.x + b.x, y: a.y + b.y) }
    package static func - (a: Point, b: Point) -> Point { Point(x: a.x - b.x, y: a.y - b.y) }
}

package struct Size: Hashable, Sendable {
    package var width: LayoutUnit
    package var height: LayoutUnit
    package init(width: LayoutUnit, height: LayoutUnit) { self.width = width; self.height = height }
    package static let zero = Size(width: .zero, height: .zero)
}

package struct Rect: Hashable, Sendable {
    package var origin: Point
    package var size: Size
    package init(origin: Point, size: Size) { self.origin = origin; self.size = size }
    package init(x: LayoutUnit, y: LayoutUnit, width: LayoutUnit, height: LayoutUnit) {
        origin = Point(x: x, y: y)
        size = Size(width: width, height: height)
    }
    package static let zero = Rect(origin: .zero, size: .zero)
    package var minX: LayoutUnit { origin.x }
    package var minY: LayoutUnit { origin.y }
    package var maxX: LayoutUnit { origin.x + size.width }
    package var maxY: LayoutUnit { origin.y + size.height }

    /// The smallest rectangle that holds both, empty ones included.
    package func union(_ other: Rect) -> Rect {
        let x = Swift.min(minX, other.minX), y = Swift.min(minY, other.minY)
        return Rect(x: x, y: y, width: Swift.max(maxX, other.maxX) - x, height: Swift.max(maxY, other.maxY) - y)
    }
}

/// One value for each physical side of a box.
package struct Edges<Value> {
    package var top: Value
    package var right: Value
    package var bottom: Value
    package var left: Value
    package init(top: Value, right: Value, bottom: Value, left: Value) {
        self.top = top; self.right = right; self.bottom = bottom; self.left = left
    }
    package init(all value: Value) { self.init(top: value, right: value, bottom: value, left: value) }
}

extension Edges: Equatable where Value: Equatable {}
extension Edges: Hashable where Value: Hashable {}
extension Edges: Sendable where Value: Sendable {}

extension Edges where Value == LayoutUnit {
    package static var zero: Edges { Edges(all: .zero) }
    package var horizontal: LayoutUnit { left + right }
    package var vertical: LayoutUnit { top + bottom }
    package static func + (a: Edges, b: Edges) -> Edges {
        Edges(top: a.top + b.top, right: a.right + b.right, bottom: a.bottom + b.bottom, left: a.left + b.left)
    }
}
