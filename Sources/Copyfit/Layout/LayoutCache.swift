/// Results of independent layouts that hold until a box is laid out in another space.
///
/// Flex and grid containers lay an item out to learn its size and again at the size that they give it. Without memory each level of
/// nesting would double the work. An entry holds two things: the space of the last layout, whose fragments are still in the tree, and the
/// sizes that a few earlier spaces gave, for callers that ask for nothing else.
///
/// The contents of an independent box depend on its `ConstraintSpace` alone, but for list markers that wait for a line and for lines
/// left of a clamp: with those about, nothing is remembered. Whoever moves boxes inside a subtree after its layout must `forget` it.
struct LayoutCache {
    /// What a layout in `space` gave for the box itself.
    struct Result {
        var space: ConstraintSpace
        var size: Size
        var firstBaseline: LayoutUnit?
        var lastBaseline: LayoutUnit?
        /// The other widths that heights hold for, where only these are asked for.
        var room = WidthRoom.none
    }

    private struct Entry {
        /// The layout whose fragments are in the tree.
        var last: Result?
        var recent: Result?
        var older: Result?
    }

    /// By box: index in `entries` + 1.
    private var entryIndex: [UInt32]
    private var entries: [Entry] = []

    init(boxCount: Int) { entryIndex = Array(repeating: 0, count: boxCount) }

    /// The layout whose fragments are in the tree.
    func last(of id: BoxID) -> Result? {
        let index = entryIndex[id.index]
        return index == 0 ? nil : entries[Int(index) - 1].last
    }

    /// What the box measured in `space`, whether or not its fragments are still there.
    func measured(_ id: BoxID, in space: ConstraintSpace) -> Result? {
        let index = entryIndex[id.index]
        guard index > 0 else { return nil }
        let entry = entries[Int(index) - 1]
        if let recent = entry.recent, recent.space == space { return recent }
        if let older = entry.older, older.space == space { return older }
        return nil
    }

    mutating func remember(_ result: Result, of id: BoxID) {
        if entryIndex[id.index] == 0 {
            entries.append(Entry())
            entryIndex[id.index] = UInt32(truncatingIfNeeded: entries.count)
        }
        let index = Int(entryIndex[id.index]) - 1
        entries[index].last = result
        if let recent = entries[index].recent, recent.space != result.space { entries[index].older = recent }
        entries[index].recent = result
    }

    /// The document changed in the box: no measurement of it holds.
    mutating func clear(_ id: BoxID) {
        let index = entryIndex[id.index]
        if index > 0 { entries[Int(index) - 1] = Entry() }
    }

    /// Makes room for boxes that were added to the tree.
    mutating func grow(to boxCount: Int) {
        if entryIndex.count < boxCount { entryIndex.append(contentsOf: repeatElement(0, count: boxCount - entryIndex.count)) }
    }

    /// The box's fragments are no longer those of its last layout.
    mutating func forget(_ id: BoxID) {
        let index = entryIndex[id.index]
        if index > 0 { entries[Int(index) - 1].last = nil }
    }
}

extension LayoutContext {
    /// The size and baselines of a box laid out in `space`; its fragments may be those of another space afterwards.
    func measure(_ id: BoxID, _ space: ConstraintSpace) -> LayoutCache.Result {
        let key = cacheKey(of: id, space)
        if canRemember(id), let known = layoutCache.measured(id, in: key) {
            if tracksRoom { room.limit(to: known.room) }
            return known
        }
        layoutIndependent(id, space)
        let fragment = fragments[id]
        return LayoutCache.Result(space: key, size: fragment.size, firstBaseline: fragment.firstBaseline, lastBaseline: fragment.lastBaseline)
    }

    /// To be called by layouts that move boxes inside `id` after it was laid out.
    func forgetLayout(of id: BoxID) { layoutCache.forget(id) }

    /// Whether a layout of `id` now depends on nothing but its space.
    func canRemember(_ id: BoxID) -> Bool {
        clampedLinesLeft == nil && (waitingMarkers.isEmpty || tree[id].flags.contains(.inlineLevel) || !tree[id].isInFlow)
    }

    /// `space` without what makes no difference to `id`.
    func cacheKey(of id: BoxID, _ space: ConstraintSpace) -> ConstraintSpace {
        var key = space
        if space.fixedHeight == nil { key.fixedHeightIsDefinite = true }
        if space.availableHeight != nil, !isHeightSensitive(id) { key.availableHeight = nil }
        return key
    }

    /// Uses the last layout of `id` again if it holds in a space; the caller has checked `canRemember`.
    func reuseLayout(of id: BoxID, key: ConstraintSpace) -> Bool {
        guard var result = layoutCache.last(of: id) else { return false }
        if result.space != key, adjust(&result, of: id, to: key) {
            layoutCache.remember(result, of: id)
        } else if result.space != key {
            // A block container whose contents do not ask for its height is laid out the same at any.
            guard let height = key.fixedHeight, key.fixedWidth != nil, result.space.fixedWidth == key.fixedWidth,
                result.space.availableWidth == key.availableWidth, tree[id].isBlockContainer, !isHeightSensitive(id), !isColumnContainer(id)
            else { return false }
            result.space = key
            result.size.height = height
            let edges = edges(of: id, containingWidth: key.availableWidth).vertical
            heightBases[id] = key.fixedHeightIsDefinite ? max(.zero, height - edges) : nil
            layoutCache.remember(result, of: id)
        }
        fragments[id].size = result.size
        fragments[id].firstBaseline = result.firstBaseline
        fragments[id].lastBaseline = result.lastBaseline
        if tracksRoom { room.limit(to: result.room) }
        return true
    }

    /// Makes the result at one width that at another in its room: all but the width is the same.
    private func adjust(_ result: inout LayoutCache.Result, of id: BoxID, to key: ConstraintSpace) -> Bool {
        guard tracksRoom, !result.room.isEmpty, key.roomBesideFloats == nil, !holdsOutOfFlow(id) else { return false }
        var space = key
        var change = Int(key.availableWidth.rawValue) - Int(result.space.availableWidth.rawValue)
        space.availableWidth = result.space.availableWidth
        if let fixed = key.fixedWidth {
            guard let last = result.space.fixedWidth else { return false }
            change = Int(fixed.rawValue) - Int(last.rawValue)
            space.fixedWidth = last
        }
        guard space == result.space, let change = Int32(exactly: change), result.room.holds(change) else { return false }
        switch tree[id].kind {
        case .table: result.size.width = usedTableWidth(of: id, space: key)
        // Its height may stay where its width does not.
        case .replaced: result.size = usedReplacedSize(of: id, space: key)
        default: result.size.width = usedWidth(of: id, space: key)
        }
        result.space = key
        result.room = result.room.moved(by: change)
        return true
    }

    func rememberLayout(of id: BoxID, key: ConstraintSpace, room: WidthRoom = .none) {
        let fragment = fragments[id]
        layoutCache.remember(
            LayoutCache.Result(space: key, size: fragment.size, firstBaseline: fragment.firstBaseline, lastBaseline: fragment.lastBaseline, room: room), of: id)
    }

    func isColumnContainer(_ id: BoxID) -> Bool {
        let style = style(of: id)
        return style.columnCount > 0 || !style.columnWidth.isAuto
    }

    /// Whether there are out-of-flow boxes in a box. They are laid out last, by the places and sizes of what is around them, so what is
    /// around them can not be left as it was at another width.
    func holdsOutOfFlow(_ id: BoxID) -> Bool { !outOfFlowHolders.isEmpty && outOfFlowHolders[id.index] }

    /// By box, for `holdsOutOfFlow`; empty where there is no out-of-flow box.
    func findOutOfFlowHolders() -> [Bool] {
        guard tree.boxes.contains(where: { $0.isOutOfFlow }) else { return [] }
        var holders = Array(repeating: false, count: tree.boxes.count)
        for index in tree.boxes.indices where tree.boxes[index].isOutOfFlow {
            var current = tree.boxes[index].parent
            while current.exists, !holders[current.index] {
                holders[current.index] = true
                current = tree[current].parent
            }
        }
        return holders
    }

    /// Whether a box or something in flow inside it has a percentage or the like that refers to a height outside.
    func isHeightSensitive(_ id: BoxID) -> Bool {
        if heightSensitivity.isEmpty { findHeightSensitivity() }
        return heightSensitivity[id.index]
    }

    private func findHeightSensitivity() {
        heightSensitivity = Array(repeating: false, count: tree.boxes.count)
        for index in tree.boxes.indices {
            let box = tree.boxes[index]
            switch box.kind {
            case .text, .inline, .lineBreak, .wordBreak: continue
            default: break
            }
            guard !box.isOutOfFlow, dependsOnOuterHeight(styles[box.style.index]) || box.flags.contains(.button) else { continue }
            var current = BoxID(rawValue: UInt32(truncatingIfNeeded: index))
            while current.exists, !heightSensitivity[current.index] {
                heightSensitivity[current.index] = true
                if tree[current].isOutOfFlow { break }
                current = tree[current].parent
            }
        }
    }

    private func dependsOnOuterHeight(_ style: ComputedStyle) -> Bool {
        func depends(_ length: Length) -> Bool { length.dependsOnPercentage || length.kind == .stretch }
        return depends(style.height) || depends(style.minHeight) || depends(style.maxHeight)
            || (style.position == .relative && (depends(style.inset.top) || depends(style.inset.bottom)))
    }
}
