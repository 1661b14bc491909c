/// How much a length changes with a width: by `low` to `high` times as much, give or take `noise`, in 1/64 px, that rounding adds.
///
/// What floats leave to lines is the difference of two edges that follow their container in ways of their own. A decision about it holds for
/// as long as no such change can turn it.
struct WidthFollow: Equatable {
    var low: Double
    var high: Double
    var noise: Double

    /// It stays as it is.
    static let fixed = WidthFollow(low: 0, high: 0, noise: 0)
    /// It changes by as much as the width.
    static let whole = WidthFollow(low: 1, high: 1, noise: 0)

    /// Of a length that is either one or the other, or the larger or smaller of both.
    func joined(with other: WidthFollow) -> WidthFollow {
        WidthFollow(low: min(low, other.low), high: max(high, other.high), noise: max(noise, other.noise))
    }

    func adding(noise more: Double) -> WidthFollow { WidthFollow(low: low, high: high, noise: noise + more) }

    static func - (a: WidthFollow, b: WidthFollow) -> WidthFollow {
        WidthFollow(low: a.low - b.high, high: a.high - b.low, noise: a.noise + b.noise)
    }

    /// Of a length that follows as `self` a width that follows as `outer`.
    func following(_ outer: WidthFollow) -> WidthFollow {
        // What does not change is not rounded to anything else either.
        if outer == .fixed { return .fixed }
        let products = (low * outer.low, low * outer.high, high * outer.low, high * outer.high)
        return WidthFollow(
            low: min(products.0, products.1, products.2, products.3), high: max(products.0, products.1, products.2, products.3),
            noise: noise + max(abs(low), abs(high)) * outer.noise)
    }

    /// The room of the width that leaves the length in `own`. Only where it changes by as much as the width is more said of heights that grow.
    func room(_ own: WidthRoom) -> WidthRoom {
        if self == .whole { return own }
        if self == .fixed { return .unlimited }
        let less = own.less == .max ? Double.infinity : Double(own.less), more = own.more == .max ? Double.infinity : Double(own.more)
        /// The largest change that leaves a length that goes up by `rise` and down by `fall` times as much in its room.
        func largest(rise: Double, fall: Double) -> Int32 {
            var change = Double.infinity
            if rise > 0 { change = min(change, (more - noise) / rise) } else if noise > more { return 0 }
            if fall > 0 { change = min(change, (less - noise) / fall) } else if noise > less { return 0 }
            // Products of such numbers are exact to far less than a unit.
            return change >= 1e9 ? .max : max(0, Int32((change - 1e-6).rounded(.down)))
        }
        return WidthRoom(less: largest(rise: -low, fall: high), more: largest(rise: high, fall: -low))
    }
}

extension WidthRoom {
    /// The room of a length that was compared: whether it is at least 0 stays as it is.
    init(sign length: Int32) {
        self = length >= 0 ? WidthRoom(less: length, more: .max) : WidthRoom(less: .max, more: -1 &- length)
    }
}

/// How the edges of a content box follow the width of the box that establishes its block formatting context.
struct FollowingFrame {
    var left = WidthFollow.fixed
    var right = WidthFollow.whole
    /// Otherwise they may do anything.
    var isKnown = true

    static let unknown = FollowingFrame(isKnown: false)
    var width: WidthFollow { right - left }
    /// Of an edge somewhere between these.
    var between: WidthFollow { left.joined(with: right) }
}
