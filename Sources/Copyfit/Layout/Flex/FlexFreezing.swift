/// The loop of https://www.w3.org/TR/css-flexbox-1/#resolve-flexible-lengths for lines of many items that are frozen a few at a time: instead of
/// all items, each round looks at those that are near the point where their limits begin to count.
struct FlexFreezing {
    /// The items' main sizes, by their place in the line.
    private(set) var mains: [LayoutUnit]

    private struct Item {
        var base: LayoutUnit
        var lower: LayoutUnit
        var upper: LayoutUnit
        /// What its share of the free space is proportional to.
        var weight: Double
        /// The flex factor.
        var factor: Double
    }

    private var items: [Item]
    private var isFrozen: [Bool]
    private let grows: Bool
    private let initialFree: LayoutUnit
    /// Of the items that are not frozen.
    private var factors = 0.0
    private var weights = 0.0
    private var unfrozen = 0
    /// In 1/64 px: what items and margins leave, with the base sizes of those that are not frozen.
    private var free: Int
    /// Items in the order in which growing shares bring them to their largest size, and shrinking ones to their smallest, and the first of
    /// each that may not be frozen.
    private var byUpper: [(point: Double, index: Int)] = []
    private var byLower: [(point: Double, index: Int)] = []
    private var firstUpper = 0
    private var firstLower = 0

    /// - Parameter innerMain: without gaps.
    init(items: ArraySlice<FlexItem>, innerMain: LayoutUnit, initialFree: LayoutUnit, grows: Bool) {
        self.grows = grows
        self.initialFree = initialFree
        mains = items.map(\.main)
        isFrozen = items.map(\.isFrozen)
        self.items = []
        self.items.reserveCapacity(items.count)
        free = Int(innerMain.rawValue)
        for item in items {
            let lower = max(item.minimum, item.mainEdges)
            let weight = grows ? item.grow : item.shrink * (item.base - item.mainEdges).doublePx
            free -= Int(item.mainMargin.sum.rawValue) + Int((item.isFrozen ? item.main : item.base).rawValue)
            let own = Item(base: item.base, lower: lower, upper: max(lower, item.maximum), weight: weight, factor: grows ? item.grow : item.shrink)
            if !item.isFrozen {
                factors += own.factor
                weights += weight
                unfrozen += 1
                byUpper.append((FlexFreezing.point(own.upper - own.base - .epsilon, weight), self.items.count))
                byLower.append((FlexFreezing.point(own.lower - own.base + .epsilon, weight), self.items.count))
            }
            self.items.append(own)
        }
        byUpper.sort { $0.point < $1.point }
        byLower.sort { $0.point > $1.point }
    }

    /// The free space for a weight of 1 at which an item reaches a limit.
    private static func point(_ room: LayoutUnit, _ weight: Double) -> Double {
        weight > 0 ? room.doublePx / weight : room >= .zero ? .infinity : -.infinity
    }

    mutating func run() {
        while unfrozen > 0 {
            var free = LayoutUnit(rawValue: Int32(clamping: self.free))
            if factors > 0, factors < 1 {
                let fraction = LayoutUnit.truncating(initialFree.doublePx * factors)
                if abs(fraction.rawValue) < abs(free.rawValue) { free = fraction }
            }
            let isShared = weights > 0 && (grows ? free > .zero : free < .zero)
            let share = isShared ? free.doublePx / weights : 0
            func flexed(_ index: Int) -> LayoutUnit {
                guard isShared else { return items[index].base }
                let own = free.doublePx * items[index].weight / weights
                return items[index].base + (own.isFinite ? .nearest(own) : .zero)
            }

            // > fix min/max violations
            var total = 0
            var tooLarge: [Int] = [], tooSmall: [Int] = []
            while firstUpper < byUpper.count, isFrozen[byUpper[firstUpper].index] { firstUpper += 1 }
            for (point, index) in byUpper[firstUpper...] {
                if point > share { break }
                guard !isFrozen[index] else { continue }
                let excess = flexed(index) - items[index].upper
                if excess > .zero {
                    tooLarge.append(index)
                    total -= Int(excess.rawValue)
                }
            }
            while firstLower < byLower.count, isFrozen[byLower[firstLower].index] { firstLower += 1 }
            for (point, index) in byLower[firstLower...] {
                if point < share { break }
                guard !isFrozen[index] else { continue }
                let lack = items[index].lower - flexed(index)
                if lack > .zero {
                    tooSmall.append(index)
                    total += Int(lack.rawValue)
                }
            }

            // > Freeze over-flexed items.
            if total == 0 {
                for index in items.indices where !isFrozen[index] {
                    mains[index] = max(items[index].lower, min(flexed(index), items[index].upper))
                }
                return
            }
            for index in total < 0 ? tooLarge : tooSmall {
                let main = total < 0 ? items[index].upper : items[index].lower
                mains[index] = main
                isFrozen[index] = true
                unfrozen -= 1
                self.free -= Int((main - items[index].base).rawValue)
                factors -= items[index].factor
                weights -= items[index].weight
            }
        }
    }
}
