public import Copyfit

extension HeightIndex {
    // MARK: Heights

    /// Gives a row its measured height in CSS px.
    /// - Returns: by how much the list grew.
    /// - Complexity: O(log n)
    @discardableResult
    public mutating func setHeight(of row: Int, to height: Double) throws(CopyfitError) -> Double { try set(row, height, isMeasured: true) }

    /// Gives a row an estimated height in CSS px.
    @discardableResult
    public mutating func setEstimate(of row: Int, to height: Double) throws(CopyfitError) -> Double { try set(row, height, isMeasured: false) }

    private mutating func set(_ row: Int, _ height: Double, isMeasured: Bool) throws(CopyfitError) -> Double {
        let value = try HeightIndex.units(height)
        guard row >= 0, row < count else { throw .outOfRange(name: "row", index: row, count: count) }
        let path = path(to: row)
        let index = path.leaf * HeightIndex.leafCapacity + path.slot
        let change = value - heights[index]
        try check(adding: change)
        heights[index] = value
        setMeasured(isMeasured, leaf: path.leaf, slot: path.slot)
        if change != 0 {
            for level in 0..<levels { childSums[Int(path.indices[level])] += change }
            units += change
        }
        return HeightIndex.pixels(change)
    }

    private mutating func setMeasured(_ isMeasured: Bool, leaf: Int, slot: Int) {
        let bit: UInt64 = 1 << UInt64(slot)
        if isMeasured { measured[leaf] |= bit } else { measured[leaf] &= ~bit }
    }

    private func check(adding change: Int64) throws(CopyfitError) {
        guard units + change <= HeightIndex.totalLimit else {
            throw .limitExceeded(name: "list height", limit: Int(HeightIndex.totalLimit >> 16), actual: Int((units + change) >> 16))
        }
    }

    // MARK: Rows

    /// Puts a row before row `row`; `count` puts it at the end.
    /// - Complexity: O(log n)
    public mutating func insert(height: Double, isEstimate: Bool = false, at row: Int) throws(CopyfitError) {
        let value = try HeightIndex.units(height)
        guard row >= 0, row <= count else { throw .outOfRange(name: "row", index: row, count: count) }
        guard count < HeightIndex.countLimit else { throw .limitExceeded(name: "rows", limit: HeightIndex.countLimit, actual: count + 1) }
        try check(adding: value)
        insert(value, isMeasured: !isEstimate, at: row)
        if let pinned = pinnedRow, row <= pinned { pinnedRow = pinned + 1 }
    }

    /// Puts a row at the end.
    public mutating func append(height: Double, isEstimate: Bool = false) throws(CopyfitError) { try insert(height: height, isEstimate: isEstimate, at: count) }

    /// Takes a row out.
    /// - Returns: the height that it had.
    /// - Complexity: O(log n)
    @discardableResult
    public mutating func remove(at row: Int) throws(CopyfitError) -> Double {
        guard row >= 0, row < count else { throw .outOfRange(name: "row", index: row, count: count) }
        if let pinned = pinnedRow, row < pinned { pinnedRow = pinned - 1 }
        return HeightIndex.pixels(takeOut(row).units)
    }

    /// Takes a row out and puts it back so that it is row `target` afterwards.
    /// - Complexity: O(log n)
    public mutating func move(from row: Int, to target: Int) throws(CopyfitError) {
        guard row >= 0, row < count else { throw .outOfRange(name: "row", index: row, count: count) }
        guard target >= 0, target < count else { throw .outOfRange(name: "row", index: target, count: count) }
        guard row != target else { return }
        if let pinned = pinnedRow, row < pinned { pinnedRow = pinned - 1 }
        let taken = takeOut(row)
        insert(taken.units, isMeasured: taken.isMeasured, at: target)
        if let pinned = pinnedRow, target <= pinned { pinnedRow = pinned + 1 }
    }

    private mutating func insert(_ value: Int64, isMeasured: Bool, at row: Int) {
        if isFull(Int(root), height: levels) {
            let top = makeNode()
            let index = Int(top) * HeightIndex.nodeCapacity
            children[index] = root
            childRows[index] = Int32(count)
            childSums[index] = units
            nodeCounts[Int(top)] = 1
            root = top
            levels += 1
        }
        var node = Int(root), rest = Int32(truncatingIfNeeded: row)
        for height in stride(from: levels - 1, through: 0, by: -1) {
            let start = node * HeightIndex.nodeCapacity
            var index = start
            let last = start + Int(nodeCounts[node]) - 1
            // A row between two children goes to the end of the first.
            while index < last, rest > childRows[index] {
                rest -= childRows[index]
                index += 1
            }
            if isFull(Int(children[index]), height: height) {
                splitChild(of: node, slot: index - start, height: height, isAtEnd: index == last && rest == childRows[index])
                if rest > childRows[index] {
                    rest -= childRows[index]
                    index += 1
                }
            }
            childRows[index] += 1
            childSums[index] += value
            node = Int(children[index])
        }
        let start = node * HeightIndex.leafCapacity, slot = Int(rest), filled = Int(leafCounts[node])
        for index in stride(from: start + filled, to: start + slot, by: -1) { heights[index] = heights[index - 1] }
        heights[start + slot] = value
        let below: UInt64 = (1 << UInt64(slot)) - 1
        measured[node] = measured[node] & below | (measured[node] & ~below) << 1
        setMeasured(isMeasured, leaf: node, slot: slot)
        leafCounts[node] += 1
        count += 1
        units += value
    }

    private mutating func takeOut(_ row: Int) -> (units: Int64, isMeasured: Bool) {
        let path = path(to: row)
        let start = path.leaf * HeightIndex.leafCapacity
        let value = heights[start + path.slot]
        let wasMeasured = measured[path.leaf] >> UInt64(path.slot) & 1 == 1
        for level in 0..<levels {
            childSums[Int(path.indices[level])] -= value
            childRows[Int(path.indices[level])] -= 1
        }
        leafCounts[path.leaf] -= 1
        let filled = Int(leafCounts[path.leaf])
        for index in (start + path.slot)..<(start + filled) { heights[index] = heights[index + 1] }
        let below: UInt64 = (1 << UInt64(path.slot)) - 1
        measured[path.leaf] = measured[path.leaf] & below | (measured[path.leaf] >> 1) & ~below
        count -= 1
        units -= value
        // What is left in a leaf that is not nearly empty needs no repair; nor does a root that is a leaf.
        if levels > 0, filled < HeightIndex.leafCapacity / 4 { repair(path) }
        return (value, wasMeasured)
    }

    // MARK: What is on screen

    /// Remembers what shows in a viewport at a scroll offset: the first row whose top is in it, else the row that fills it.
    ///
    /// Heights may then be corrected and rows come, go and move: `pinnedOffset` is where to scroll so that the remembered row stays put.
    /// Where it is taken out, the row after it stays put.
    /// - Complexity: O(log n)
    public mutating func pin(at y: Double, viewportHeight: Double) {
        guard count > 0, y.isFinite, let first = row(at: y) else {
            pinnedRow = nil
            return
        }
        let top = HeightIndex.clampedUnits(y)
        var row = first.index
        var rowTop = unitOffset(of: row)
        if rowTop < top, row + 1 < count {
            let next = unitOffset(of: row + 1)
            if next < HeightIndex.clampedUnits(y + max(0, viewportHeight.isNaN ? 0 : viewportHeight)) {
                row += 1
                rowTop = next
            }
        }
        pinnedRow = row
        pinnedDistance = rowTop - top
    }

    /// Forgets what was pinned.
    public mutating func unpin() { pinnedRow = nil }

    /// The scroll offset in CSS px that leaves the pinned row where it stood; nil where nothing is pinned. It may be negative or past the
    /// end, where the list has become too short.
    /// - Complexity: O(log n)
    public var pinnedOffset: Double? {
        guard let pinnedRow else { return nil }
        return HeightIndex.pixels(unitOffset(of: min(pinnedRow, count)) - pinnedDistance)
    }
}
