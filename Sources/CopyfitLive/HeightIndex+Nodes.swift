import Copyfit

// The tree of a `HeightIndex`: making, finding, splitting and merging nodes.

extension HeightIndex {
    // MARK: Finding

    /// The units above a row, which is in 0...count.
    func unitOffset(of row: Int) -> Int64 {
        var node = Int(root), rest = Int32(truncatingIfNeeded: row), before: Int64 = 0
        for _ in 0..<levels {
            var index = node &* HeightIndex.nodeCapacity
            let last = index &+ Int(nodeCounts[node]) &- 1
            while index < last, rest >= childRows[index] {
                rest &-= childRows[index]
                before &+= childSums[index]
                index &+= 1
            }
            node = Int(children[index])
        }
        let start = node &* HeightIndex.leafCapacity
        for index in start..<(start &+ Int(rest)) { before &+= heights[index] }
        return before
    }

    /// Where a row is kept.
    func place(of row: Int) throws(CopyfitError) -> (leaf: Int, slot: Int) {
        guard row >= 0, row < count else { throw .outOfRange(name: "row", index: row, count: count) }
        var node = Int(root), rest = Int32(truncatingIfNeeded: row)
        for _ in 0..<levels {
            var index = node &* HeightIndex.nodeCapacity
            while rest >= childRows[index] {
                rest &-= childRows[index]
                index &+= 1
            }
            node = Int(children[index])
        }
        return (node, Int(rest))
    }

    /// The row at an offset of a list that has rows.
    func row(atUnits y: Int64) -> Row {
        var node = Int(root), rest = max(0, y), number = 0, before: Int64 = 0
        for _ in 0..<levels {
            var index = node &* HeightIndex.nodeCapacity
            let last = index &+ Int(nodeCounts[node]) &- 1
            while index < last, rest >= childSums[index] {
                rest &-= childSums[index]
                before &+= childSums[index]
                number &+= Int(childRows[index])
                index &+= 1
            }
            node = Int(children[index])
        }
        var index = node &* HeightIndex.leafCapacity
        let last = index &+ Int(leafCounts[node]) &- 1
        while index < last, rest >= heights[index] {
            rest &-= heights[index]
            before &+= heights[index]
            number &+= 1
            index &+= 1
        }
        return Row(index: number, offset: HeightIndex.pixels(before), height: HeightIndex.pixels(heights[index]))
    }

    /// The way down to a row: the inner nodes' child indices in `children`, from the root.
    struct Path {
        /// 16 levels of at least 8 children hold more rows than there may be.
        var indices = SIMD16<Int32>()
        var leaf = 0
        var slot = 0
    }

    func path(to row: Int) -> Path {
        var path = Path(), node = Int(root), rest = Int32(truncatingIfNeeded: row)
        for level in 0..<levels {
            var index = node &* HeightIndex.nodeCapacity
            while rest >= childRows[index] {
                rest &-= childRows[index]
                index &+= 1
            }
            path.indices[level] = Int32(truncatingIfNeeded: index)
            node = Int(children[index])
        }
        path.leaf = node
        path.slot = Int(rest)
        return path
    }

    // MARK: Making

    mutating func makeLeaf() -> Int32 {
        if let leaf = freeLeaves.popLast() {
            leafCounts[Int(leaf)] = 0
            measured[Int(leaf)] = 0
            return leaf
        }
        heights.append(contentsOf: repeatElement(0, count: HeightIndex.leafCapacity))
        measured.append(0)
        leafCounts.append(0)
        return Int32(truncatingIfNeeded: leafCounts.count - 1)
    }

    mutating func makeNode() -> Int32 {
        if let node = freeNodes.popLast() {
            nodeCounts[Int(node)] = 0
            return node
        }
        children.append(contentsOf: repeatElement(0, count: HeightIndex.nodeCapacity))
        childRows.append(contentsOf: repeatElement(0, count: HeightIndex.nodeCapacity))
        childSums.append(contentsOf: repeatElement(0, count: HeightIndex.nodeCapacity))
        nodeCounts.append(0)
        return Int32(truncatingIfNeeded: nodeCounts.count - 1)
    }

    /// Fills an empty index, its nodes three quarters full so that changes find room.
    mutating func build(count: Int, isMeasured: Bool, height: (Int) -> Int64) {
        var level: [(id: Int32, rows: Int32, sum: Int64)] = []
        let fill = HeightIndex.leafCapacity * 3 / 4
        heights.reserveCapacity((count / fill + 1) * HeightIndex.leafCapacity)
        freeLeaves.append(root)
        var row = 0
        while row < count {
            let leaf = makeLeaf(), end = min(count, row + fill)
            var sum: Int64 = 0
            for index in row..<end {
                let value = height(index)
                heights[Int(leaf) * HeightIndex.leafCapacity + index - row] = value
                sum = min(sum &+ value, HeightIndex.totalLimit + 1)
            }
            leafCounts[Int(leaf)] = Int32(end - row)
            measured[Int(leaf)] = isMeasured ? (1 << UInt64(end - row)) - 1 : 0
            level.append((leaf, Int32(end - row), sum))
            row = end
        }
        levels = 0
        while level.count > 1 {
            var above: [(id: Int32, rows: Int32, sum: Int64)] = []
            let fill = HeightIndex.nodeCapacity * 3 / 4
            for start in stride(from: 0, to: level.count, by: fill) {
                let node = makeNode()
                var rows: Int32 = 0, sum: Int64 = 0
                for (slot, child) in level[start..<min(level.count, start + fill)].enumerated() {
                    let index = Int(node) * HeightIndex.nodeCapacity + slot
                    children[index] = child.id
                    childRows[index] = child.rows
                    childSums[index] = child.sum
                    rows += child.rows
                    sum = min(sum &+ child.sum, HeightIndex.totalLimit + 1)
                }
                nodeCounts[Int(node)] = Int32(min(level.count, start + fill) - start)
                above.append((node, rows, sum))
            }
            level = above
            levels += 1
        }
        root = level[0].id
        self.count = count
        units = level[0].sum
    }

    // MARK: Slots

    /// Makes room in a node that is not full, before `slot`.
    mutating func openSlot(_ node: Int, _ slot: Int) {
        let start = node * HeightIndex.nodeCapacity, end = start + Int(nodeCounts[node])
        for index in stride(from: end, to: start + slot, by: -1) {
            children[index] = children[index - 1]
            childRows[index] = childRows[index - 1]
            childSums[index] = childSums[index - 1]
        }
        nodeCounts[node] += 1
    }

    mutating func closeSlot(_ node: Int, _ slot: Int) {
        let start = node * HeightIndex.nodeCapacity
        nodeCounts[node] -= 1
        for index in (start + slot)..<(start + Int(nodeCounts[node])) {
            children[index] = children[index + 1]
            childRows[index] = childRows[index + 1]
            childSums[index] = childSums[index + 1]
        }
    }

    // MARK: Splitting and merging

    /// Whether a node at a height above the leaves (0: a leaf) has no room.
    func isFull(_ node: Int, height: Int) -> Bool {
        height == 0 ? Int(leafCounts[node]) == HeightIndex.leafCapacity : Int(nodeCounts[node]) == HeightIndex.nodeCapacity
    }

    /// Splits a full child of a node with room. Lists grow at their end: there the left half stays full.
    mutating func splitChild(of parent: Int, slot: Int, height: Int, isAtEnd: Bool) {
        let index = parent * HeightIndex.nodeCapacity + slot
        let left = Int(children[index])
        let right: Int
        var rows: Int32 = 0, sum: Int64 = 0
        if height == 0 {
            right = Int(makeLeaf())
            let capacity = HeightIndex.leafCapacity
            let middle = isAtEnd ? capacity - 1 : capacity / 2
            for offset in middle..<capacity {
                let value = heights[left * capacity + offset]
                heights[right * capacity + offset - middle] = value
                sum += value
            }
            measured[right] = measured[left] >> UInt64(middle)
            measured[left] &= (1 << UInt64(middle)) - 1
            leafCounts[left] = Int32(middle)
            leafCounts[right] = Int32(capacity - middle)
            rows = Int32(capacity - middle)
        } else {
            right = Int(makeNode())
            let capacity = HeightIndex.nodeCapacity
            let middle = isAtEnd ? capacity - 1 : capacity / 2
            for offset in middle..<capacity {
                let from = left * capacity + offset, to = right * capacity + offset - middle
                children[to] = children[from]
                childRows[to] = childRows[from]
                childSums[to] = childSums[from]
                rows += childRows[from]
                sum += childSums[from]
            }
            nodeCounts[left] = Int32(middle)
            nodeCounts[right] = Int32(capacity - middle)
        }
        childRows[index] -= rows
        childSums[index] -= sum
        openSlot(parent, slot + 1)
        children[index + 1] = Int32(right)
        childRows[index + 1] = rows
        childSums[index + 1] = sum
    }

    /// After a removal: nodes that became small join a neighbour, empty ones go.
    mutating func repair(_ path: Path) {
        var child = path.leaf
        for depth in stride(from: levels - 1, through: 0, by: -1) {
            let height = levels - 1 - depth
            let index = Int(path.indices[depth])
            let parent = index / HeightIndex.nodeCapacity, slot = index % HeightIndex.nodeCapacity
            let capacity = height == 0 ? HeightIndex.leafCapacity : HeightIndex.nodeCapacity
            let filled = size(child, height: height)
            if filled == 0 {
                release(child, height: height)
                closeSlot(parent, slot)
            } else if filled < capacity / 4 {
                let count = Int(nodeCounts[parent])
                if slot + 1 < count, filled + size(Int(children[index + 1]), height: height) <= capacity * 3 / 4 {
                    join(parent, slot, height: height)
                } else if slot > 0, filled + size(Int(children[index - 1]), height: height) <= capacity * 3 / 4 {
                    join(parent, slot - 1, height: height)
                }
            } else {
                break
            }
            child = parent
        }
        while levels > 0, nodeCounts[Int(root)] <= 1 {
            let old = Int(root)
            if nodeCounts[old] == 1 {
                root = children[old * HeightIndex.nodeCapacity]
                levels -= 1
            } else {
                levels = 0
                root = makeLeaf()
            }
            freeNodes.append(Int32(old))
        }
    }

    private func size(_ node: Int, height: Int) -> Int { Int(height == 0 ? leafCounts[node] : nodeCounts[node]) }

    private mutating func release(_ node: Int, height: Int) {
        if height == 0 { freeLeaves.append(Int32(node)) } else { freeNodes.append(Int32(node)) }
    }

    /// Takes the child after `slot` into the one there.
    private mutating func join(_ parent: Int, _ slot: Int, height: Int) {
        let index = parent * HeightIndex.nodeCapacity + slot
        let left = Int(children[index]), right = Int(children[index + 1])
        if height == 0 {
            let capacity = HeightIndex.leafCapacity, start = Int(leafCounts[left]), moved = Int(leafCounts[right])
            for offset in 0..<moved { heights[left * capacity + start + offset] = heights[right * capacity + offset] }
            measured[left] |= measured[right] << UInt64(start)
            leafCounts[left] = Int32(start + moved)
        } else {
            let capacity = HeightIndex.nodeCapacity, start = Int(nodeCounts[left]), moved = Int(nodeCounts[right])
            for offset in 0..<moved {
                let from = right * capacity + offset, to = left * capacity + start + offset
                children[to] = children[from]
                childRows[to] = childRows[from]
                childSums[to] = childSums[from]
            }
            nodeCounts[left] = Int32(start + moved)
        }
        childRows[index] += childRows[index + 1]
        childSums[index] += childSums[index + 1]
        release(right, height: height)
        closeSlot(parent, slot + 1)
    }
}
