// Lines, and the flexing of the items on each (https://www.w3.org/TR/css-flexbox-1/#main-sizing).

extension FlexFormatting {
    /// > collect consecutive items one by one until the first time that the next collected item would not fit
    mutating func collectLines() {
        guard !items.isEmpty else { return }
        let room: LayoutUnit
        if !axes.isMultiline {
            room = .max
        } else if axes.isRow {
            room = contentWidth
        } else {
            room = knownHeight ?? clampedHeight(.max)
        }
        var start = 0
        var sum = LayoutUnit.zero
        for index in items.indices {
            let size = items[index].outerHypothetical
            if index > start, axes.isMultiline, sum + mainGap + size > room {
                lines.append(FlexLine(range: start..<index, hypotheticalMain: sum))
                start = index
                sum = size
            } else {
                sum += index > start ? mainGap + size : size
            }
        }
        lines.append(FlexLine(range: start..<items.count, hypotheticalMain: sum))
    }

    /// The container's main size and the items' used ones.
    mutating func resolveMainSizes() {
        if axes.isRow {
            innerMain = contentWidth
        } else {
            let longest = lines.reduce(LayoutUnit.zero) { max($0, $1.hypotheticalMain) }
            innerMain = knownHeight ?? clampedHeight(items.isEmpty ? context.heightOfMarkers(in: box) ?? longest : longest)
        }
        findFollows()
        for line in lines { flexItems(of: line) }
    }

    /// https://www.w3.org/TR/css-flexbox-1/#resolve-flexible-lengths
    private mutating func flexItems(of line: FlexLine) {
        let grows = line.hypotheticalMain < innerMain
        let gaps = mainGap * (line.range.count - 1)
        // > Size inflexible items.
        var unfrozen = 0
        for index in line.range {
            let factor = grows ? items[index].grow : items[index].shrink
            let hypothetical = items[index].hypothetical
            let base = items[index].base
            items[index].isFrozen = factor == 0 || (grows ? base > hypothetical : base < hypothetical)
            items[index].main = hypothetical
            if !items[index].isFrozen { unfrozen += 1 }
        }
        var initialFree: LayoutUnit?
        var rounds = 0
        while unfrozen > 0 {
            rounds += 1
            if rounds > 8, unfrozen > 32, let initialFree {
                var freezing = FlexFreezing(items: items[line.range], innerMain: innerMain - gaps, initialFree: initialFree, grows: grows)
                freezing.run()
                for (index, main) in zip(line.range, freezing.mains) { items[index].main = main }
                return
            }
            var free = innerMain - gaps
            var factors = 0.0
            var weights = 0.0
            for index in line.range {
                let item = items[index]
                free -= item.mainMargin.sum + (item.isFrozen ? item.main : item.base)
                guard !item.isFrozen else { continue }
                factors += grows ? item.grow : item.shrink
                weights += item.shrink * (item.base - item.mainEdges).doublePx
            }
            let initial = initialFree ?? free
            initialFree = initial
            // > If the sum of the unfrozen flex items' flex factors is less than one, multiply the initial free space by this sum.
            if factors > 0, factors < 1 {
                let fraction = LayoutUnit.truncating(initial.doublePx * factors)
                if abs(fraction.rawValue) < abs(free.rawValue) { free = fraction }
            }
            let violation = distribute(free, over: line, grows: grows, factors: factors, weights: weights)
            unfrozen = freeze(line, violation: violation)
        }
    }

    /// > Distribute free space proportional to the flex factors, and fix min/max violations.
    private mutating func distribute(_ free: LayoutUnit, over line: FlexLine, grows: Bool, factors: Double, weights: Double) -> LayoutUnit {
        var total = LayoutUnit.zero
        for index in line.range where !items[index].isFrozen {
            let item = items[index]
            var share = 0.0
            if grows, free > .zero, factors > 0 {
                share = free.doublePx * item.grow / factors
            } else if !grows, free < .zero, weights > 0 {
                share = free.doublePx * item.shrink * (item.base - item.mainEdges).doublePx / weights
            }
            // Both engines round the share, not the sum.
            let flexed = item.base + (share.isFinite ? .nearest(share) : .zero)
            let clamped = max(item.minimum, min(flexed, item.maximum), item.mainEdges)
            items[index].main = clamped
            items[index].violation = clamped - flexed
            total += clamped - flexed
        }
        return total
    }

    /// > Freeze over-flexed items. Gives how many are left.
    private mutating func freeze(_ line: FlexLine, violation: LayoutUnit) -> Int {
        var left = 0
        for index in line.range where !items[index].isFrozen {
            let own = items[index].violation
            items[index].isFrozen = violation == .zero || (violation > .zero ? own > .zero : own < .zero)
            if !items[index].isFrozen { left += 1 }
        }
        return left
    }
}

extension LayoutUnit {
    /// To the nearest 1/64, halves away from zero.
    static func nearest(_ px: Double) -> LayoutUnit {
        let scaled = (px * 64).rounded()
        guard scaled == scaled else { return .zero }
        return LayoutUnit(rawValue: Int32(Swift.max(Double(LayoutUnit.min.rawValue), Swift.min(Double(LayoutUnit.max.rawValue), scaled))))
    }
}
