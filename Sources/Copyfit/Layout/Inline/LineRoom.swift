/// The room that floats leave to the lines of one inline formatting context, and the floats met on the line being filled.
struct LineRoom {
    let floats: BlockFormattingContext
    /// The container's content box, in the coordinates of `floats`.
    let origin: Point
    let width: LayoutUnit
    let container: BoxID
    /// Text that does not wrap overflows beside floats.
    let wraps: Bool
    /// How WebKit sees the floats from outside.
    let view: FloatContext.LineView?

    /// The top of the line, in the coordinates of `floats`.
    private(set) var y = LayoutUnit.zero
    private var top: Float = 0
    private var indent = LayoutUnit.zero
    private var probedHeight = LayoutUnit.zero
    /// The line's edges, in the coordinates of `floats`.
    private(set) var left: LayoutUnit
    private(set) var right: LayoutUnit
    /// Whether floats leave the line less room than it could have further down. It only gives way to those that it can really pass:
    /// positions saturate, and f32 has its limits.
    private(set) var isNarrowed = false
    /// Floats that have been met already.
    var placedFloats: Set<BoxID> = []
    /// Floats on the line that must go below it.
    var floatsBelow: [BoxID] = []

    init(floats: BlockFormattingContext, origin: Point, width: LayoutUnit, container: BoxID, wraps: Bool, view: FloatContext.LineView?) {
        self.floats = floats
        self.origin = origin
        self.width = width
        self.container = container
        self.wraps = wraps
        self.view = view
        left = origin.x
        right = origin.x + width
    }

    /// A line `top` px below the top of the content box. Floats narrow it over the height `probedHeight`.
    mutating func begin(top: Float, indent: LayoutUnit, probedHeight: LayoutUnit) {
        self.top = top
        self.indent = indent
        self.probedHeight = probedHeight
        y = origin.y + LayoutUnit.flooring(top)
        floatsBelow.removeAll(keepingCapacity: true)
        probe()
    }

    /// Asks anew what room floats leave.
    mutating func probe() {
        if floats.floats.isEmpty {
            left = origin.x
            right = origin.x + width
            isNarrowed = false
        } else {
            (left, right) = probe(height: probedHeight)
            isNarrowed = isPassable
        }
    }

    private var isPassable: Bool {
        guard wraps, right - left < width, let next = floats.floats.nextBottom(below: y, view: view) else { return false }
        return (next - origin.y).px > top
    }

    /// The edges that a line of another height would have.
    func probe(height: LayoutUnit) -> (left: LayoutUnit, right: LayoutUnit) {
        floats.floats.room(top: y, height: height, left: origin.x, right: origin.x + width, view: view)
    }

    /// Whether floats stand at the height of the line, be they far off to its sides.
    func isBesideFloats(height: LayoutUnit? = nil) -> Bool {
        let all = LayoutUnit(rawValue: 1 << 29)
        let free = floats.floats.room(top: y, height: height ?? probedHeight, left: .zero - all, right: all, view: view)
        return free.left > .zero - all || free.right < all
    }

    /// Px between the line's edges, indent taken off.
    var available: Float { max(.zero, right - left - indent).px }

    /// The line is filled again.
    mutating func forgetFloatsBelow() {
        for box in floatsBelow { placedFloats.remove(box) }
    }
}
