/// What in-flow blocks of a document that changes gave when they were last laid out. Their fragments are still in the tree.
///
/// A block without a change inside, laid out in the same space, gives the same: unless list markers wait for a line, lines are counted, or
/// floats from outside may reach into it. Those cases are laid out again.
struct BlockMemory {
    private struct Entry {
        var width: LayoutUnit = .zero
        var availableWidth: LayoutUnit = .zero
        var availableHeight: LayoutUnit?
        var result = BlockResult(height: .zero, marginAfter: MarginStrut())
        var holds = false
        /// The lowest overflow from the top of the border box, once it is known.
        var overflow: LayoutUnit?
    }

    /// Where a container's flow stood before one of its children, and what of the container that depends on.
    struct FlowState {
        var contentWidth: LayoutUnit
        var edges: Edges<LayoutUnit>
        var availableHeight: LayoutUnit?
        var cursor: LayoutUnit
        var pending: MarginStrut
        var topIsQuirky: Bool
        var isAtTop: Bool
        var firstBaseline: LayoutUnit?
        var lastBaseline: LayoutUnit?
        var hasLines: Bool
    }

    /// By box; empty where nothing is remembered.
    private var entries: [Entry] = []
    /// By child of a block container: the state before it.
    private var flowStates: [FlowState?] = []
    /// By child: nothing in it or before it changed since its container was laid out.
    private var isUnchanged: [Bool] = []
    /// Layouts under way that move boxes after they were laid out.
    var suspensions = 0

    init() {}
    init(boxCount: Int) {
        entries = Array(repeating: Entry(), count: boxCount)
        flowStates = Array(repeating: nil, count: boxCount)
        isUnchanged = Array(repeating: false, count: boxCount)
    }

    @inline(__always) var isActive: Bool { !entries.isEmpty }

    mutating func grow(to boxCount: Int) {
        guard entries.count < boxCount else { return }
        let missing = boxCount - entries.count
        entries.append(contentsOf: repeatElement(Entry(), count: missing))
        flowStates.append(contentsOf: repeatElement(nil, count: missing))
        isUnchanged.append(contentsOf: repeatElement(false, count: missing))
    }

    mutating func forget(_ id: BoxID) {
        entries[id.index] = Entry()
        isUnchanged[id.index] = false
    }

    /// The boxes before this one are others.
    mutating func forgetState(before id: BoxID) { flowStates[id.index] = nil }

    mutating func setState(_ state: FlowState?, before id: BoxID) {
        flowStates[id.index] = state
        isUnchanged[id.index] = state != nil
    }

    /// The child to start at and the state before it: all children before it are as they were.
    func resumption(in tree: BoxTree, from first: BoxID, _ isSame: (FlowState) -> Bool) -> (child: BoxID, state: FlowState)? {
        var result: (BoxID, FlowState)?
        var child = first
        while child.exists {
            if let state = flowStates[child.index] {
                guard isSame(state) else { return nil }
                result = (child, state)
            }
            guard isUnchanged[child.index] else { break }
            child = tree[child].nextSibling
        }
        return result
    }

    func result(of id: BoxID, width: LayoutUnit, _ space: ConstraintSpace) -> BlockResult? {
        let entry = entries[id.index]
        guard entry.holds, entry.width == width, entry.availableWidth == space.availableWidth, entry.availableHeight == space.availableHeight else { return nil }
        return entry.result
    }

    mutating func remember(_ result: BlockResult, of id: BoxID, width: LayoutUnit, _ space: ConstraintSpace) {
        entries[id.index] = Entry(
            width: width, availableWidth: space.availableWidth, availableHeight: space.availableHeight, result: result, holds: true, overflow: nil)
    }

    func overflow(of id: BoxID) -> LayoutUnit? { entries[id.index].holds ? entries[id.index].overflow : nil }
    mutating func setOverflow(_ overflow: LayoutUnit, of id: BoxID) { if entries[id.index].holds { entries[id.index].overflow = overflow } }
}

extension LayoutContext {
    /// As `layoutBlockContainer`, for a block that does not establish a formatting context.
    func rememberedBlock(
        _ id: BoxID, width: LayoutUnit, space: ConstraintSpace, floats: BlockFormattingContext, offset: Point
    ) -> BlockResult {
        let isIndependent = blockMemory.suspensions == 0 && waitingMarkers.isEmpty && clampedLinesLeft == nil
            && !isReached(id, by: floats.floats, from: offset.y)
        if isIndependent, let known = blockMemory.result(of: id, width: width, space) { return known }
        let floatCount = floats.floats.floats.count
        let outerDepends = dependsOnMarginsAbove
        dependsOnMarginsAbove = false
        let result = layoutBlockContainer(id, width: width, space: space, context: floats, offset: offset, isRoot: false)
        if isIndependent, waitingMarkers.isEmpty, floats.floats.floats.count == floatCount, !dependsOnMarginsAbove {
            blockMemory.remember(result, of: id, width: width, space)
        } else {
            blockMemory.forget(id)
        }
        if outerDepends { dependsOnMarginsAbove = true }
        return result
    }

    /// Whether floats of the formatting context may make a difference to a block whose border box starts at `top`.
    private func isReached(_ id: BoxID, by floats: FloatContext, from top: LayoutUnit) -> Bool {
        if floats.isEmpty { return false }
        if floats.bottom > top || floats.lastTop > top { return true }
        // Below all floats; but margins may pull contents up, and `clear` asks for floats wherever they are.
        var stack = [id]
        while let current = stack.popLast() {
            let box = tree[current]
            if box.kind == .text { continue }
            if current != id || box.isFloating {
                let style = style(of: current)
                if style.clear != .none || mayBeNegative(style.margin.top) || mayBeNegative(style.margin.bottom) { return true }
            }
            var child = box.firstChild
            while child.exists {
                stack.append(child)
                child = tree[child].nextSibling
            }
        }
        return false
    }

    private func mayBeNegative(_ length: Length) -> Bool {
        switch length.kind {
        case .fixed: length.px < 0
        case .percentage: length.percent < 0
        case .calculated, .expression: true
        default: false
        }
    }

    // MARK: Overflow

    /// As `OverflowMeasure.bottom`, with what unchanged blocks had before.
    func rememberedOverflowBottom() -> LayoutUnit {
        let fragment = fragments[.root]
        let margins = margins(of: .root, containingWidth: viewport.width)
        let edge = fragment.origin.y + fragment.size.height + margins.bottom
        guard let overflow = overflowBelow(.root) else { return max(edge, .zero) }
        return max(edge, max(.zero, fragment.origin.y + overflow))
    }

    /// A box whose contents are being looked at.
    private struct OverflowFrame {
        var box: BoxID
        /// From the top of the frame around, to the top of the border box.
        var y: LayoutUnit
        var next: BoxID
        var lowest: LayoutUnit
        /// Nothing inside is placed from outside.
        var isSelfContained = true
    }

    /// From the top of the root's border box; nil where nothing has a size.
    private func overflowBelow(_ root: BoxID) -> LayoutUnit? {
        var frames: [OverflowFrame] = []
        var outOfFlow: LayoutUnit = .min
        // What positioned boxes overflow counts from the top of the document.
        let rootY = fragments[.root].origin.y
        func open(_ id: BoxID, at y: LayoutUnit) -> LayoutUnit? {
            let box = tree[id]
            if box.kind == .inline {
                frames.append(OverflowFrame(box: id, y: y, next: box.firstChild, lowest: .min))
                return nil
            }
            if let known = blockMemory.overflow(of: id) { return known }
            let style = style(of: id)
            let size = fragments[id].size
            var lowest = LayoutUnit.min
            if size.height > .zero, size.width > .zero { lowest = size.height }
            let isViewportScroller = id == .root || box.flags.contains(.body)
            if !isViewportScroller, style.overflowY != .visible || style.overflowX != .visible { return lowest }
            if style.contain & 0b10000 != 0 || style.contentVisibility == .hidden { return lowest }
            if let hanging = overflowOfMarkers(in: id) { lowest = max(lowest, contentOffset(of: id).y + hanging) }
            if box.kind == .inlineContext {
                let top = contentOffset(of: id).y
                for line in fragments.lines[Int(box.payload)].lines {
                    lowest = max(lowest, top + .truncating(max(line.bottom, line.overflowBottom)))
                }
            }
            frames.append(OverflowFrame(box: id, y: y, next: box.firstChild, lowest: lowest))
            return nil
        }
        if let known = open(root, at: .zero) { return known == .min ? nil : known }
        var result = LayoutUnit.min
        while let frame = frames.last {
            let last = frames.count - 1
            guard frame.next.exists else {
                frames.removeLast()
                if frame.isSelfContained, tree[frame.box].kind != .inline { blockMemory.setOverflow(frame.lowest, of: frame.box) }
                if last == 0 {
                    result = frame.lowest
                } else {
                    if frame.lowest != .min { frames[last - 1].lowest = max(frames[last - 1].lowest, frame.y + frame.lowest) }
                    if !frame.isSelfContained { frames[last - 1].isSelfContained = false }
                }
                continue
            }
            let child = frame.next
            let record = tree[child]
            frames[last].next = record.nextSibling
            var y = LayoutUnit.zero
            if record.kind == .inline {
                // Inline boxes have no place of their own.
            } else if record.isOutOfFlow {
                frames[last].isSelfContained = false
                let fragment = fragments[child]
                guard fragment.isPlaced, style(of: child).position != .fixed else { continue }
                let base = fragment.positionedIn.exists ? documentOrigin(of: fragment.positionedIn).y : .zero
                outOfFlow = max(outOfFlow, overflowOfPositioned(child, at: base + fragment.origin.y - rootY))
                continue
            } else {
                guard fragments[child].isPlaced else { continue }
                y = fragments[child].origin.y
            }
            if let known = open(child, at: y), known != .min { frames[last].lowest = max(frames[last].lowest, y + known) }
        }
        let lowest = max(result, outOfFlow)
        return lowest == .min ? nil : lowest
    }

    /// Positioned boxes are looked at whole each time: where they are depends on others.
    private func overflowOfPositioned(_ id: BoxID, at y: LayoutUnit) -> LayoutUnit {
        var lowest = LayoutUnit.min
        var stack: [(box: BoxID, y: LayoutUnit)] = [(id, y)]
        let rootY = fragments[.root].origin.y
        while let (id, y) = stack.popLast() {
            let box = tree[id]
            if box.kind != .inline {
                let style = style(of: id)
                let size = fragments[id].size
                if size.height > .zero, size.width > .zero { lowest = max(lowest, y + size.height) }
                if style.overflowY != .visible || style.overflowX != .visible { continue }
                if style.contain & 0b10000 != 0 || style.contentVisibility == .hidden { continue }
                if let hanging = overflowOfMarkers(in: id) { lowest = max(lowest, y + contentOffset(of: id).y + hanging) }
                if box.kind == .inlineContext {
                    let top = y + contentOffset(of: id).y
                    for line in fragments.lines[Int(box.payload)].lines { lowest = max(lowest, top + .truncating(max(line.bottom, line.overflowBottom))) }
                }
            }
            var child = box.firstChild
            while child.exists {
                let record = tree[child]
                if record.kind == .inline {
                    stack.append((child, y))
                } else if record.isOutOfFlow {
                    let fragment = fragments[child]
                    if fragment.isPlaced, style(of: child).position != .fixed {
                        let base = fragment.positionedIn.exists ? documentOrigin(of: fragment.positionedIn).y : .zero
                        stack.append((child, base + fragment.origin.y - rootY))
                    }
                } else if fragments[child].isPlaced {
                    stack.append((child, y + fragments[child].origin.y))
                }
                child = record.nextSibling
            }
        }
        return lowest
    }
}

// MARK: Going on with a layout

/// What a layout of a document that changes hands on to the next one.
package struct LayoutMemory {
    package var fragments: FragmentTree
    var intrinsicWidths: [IntrinsicWidths?]
    var marginsBefore: [(width: LayoutUnit, strut: MarginStrut)?]
    var selfCollapsing: [UInt8]
    var heightBases: [BoxID: LayoutUnit] = [:]
    var staticPositions: [BoxID: StaticPosition] = [:]
    var layoutCache: LayoutCache
    var gridAreas: [BoxID: Rect] = [:]
    var gridAreaWidths: [BoxID: LayoutUnit] = [:]
    var tableGrids: [BoxID: TableGrid] = [:]
    var collapsedBorders: [BoxID: Edges<LayoutUnit>] = [:]
    var blockMemory = BlockMemory()

    static var empty: LayoutMemory { LayoutMemory(boxCount: 0, inlineContextCount: 0) }

    /// Nothing of a box itself holds any more.
    package mutating func forget(_ id: BoxID) {
        intrinsicWidths[id.index] = nil
        marginsBefore[id.index] = nil
        selfCollapsing[id.index] = 0
        layoutCache.clear(id)
        blockMemory.forget(id)
        if !tableGrids.isEmpty { tableGrids[id] = nil }
        if !collapsedBorders.isEmpty { collapsedBorders[id] = nil }
    }

    /// What stands before a box among its siblings is something else.
    package mutating func forgetFlow(before id: BoxID) {
        blockMemory.forget(id)
        blockMemory.forgetState(before: id)
    }

    /// The number now names another box, or none.
    package mutating func reset(_ id: BoxID) {
        forget(id)
        blockMemory.forgetState(before: id)
        fragments[id] = BoxFragment()
        heightBases[id] = nil
        staticPositions[id] = nil
        if !gridAreas.isEmpty { gridAreas[id] = nil }
        if !gridAreaWidths.isEmpty { gridAreaWidths[id] = nil }
    }

    /// Makes room for what was added to the tree.
    package mutating func grow(boxCount: Int, inlineContextCount: Int) {
        func grow<Element>(_ array: inout [Element], to count: Int, _ element: Element) {
            if array.count < count { array.append(contentsOf: repeatElement(element, count: count - array.count)) }
        }
        grow(&fragments.boxes, to: boxCount, BoxFragment())
        grow(&fragments.lines, to: inlineContextCount, LineFragments())
        grow(&intrinsicWidths, to: boxCount, nil)
        grow(&marginsBefore, to: boxCount, nil)
        grow(&selfCollapsing, to: boxCount, 0)
        layoutCache.grow(to: boxCount)
        blockMemory.grow(to: boxCount)
    }
}

extension LayoutMemory {
    /// What a layout starts from that nothing is known of.
    init(boxCount: Int, inlineContextCount: Int) {
        fragments = FragmentTree(boxCount: boxCount, inlineContextCount: inlineContextCount)
        intrinsicWidths = Array(repeating: nil, count: boxCount)
        marginsBefore = Array(repeating: nil, count: boxCount)
        selfCollapsing = Array(repeating: 0, count: boxCount)
        layoutCache = LayoutCache(boxCount: boxCount)
    }
}

extension LayoutContext {
    /// What the next layout can use; this context must not be used any more.
    package var memory: LayoutMemory {
        LayoutMemory(
            fragments: fragments, intrinsicWidths: intrinsicWidthCache, marginsBefore: marginBeforeCache, selfCollapsing: selfCollapsingCache,
            heightBases: heightBases, staticPositions: staticPositions, layoutCache: layoutCache, gridAreas: gridAreas, gridAreaWidths: gridAreaWidths,
            tableGrids: tableGrids, collapsedBorders: collapsedBorders, blockMemory: blockMemory)
    }

    /// Remembers blocks from here on.
    package func startRemembering() { if !sharesAnnotationSpace { blockMemory = BlockMemory(boxCount: tree.boxes.count) } }
}
