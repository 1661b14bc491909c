/// The height of a document as a sum: of the lines of its blocks at the widths that they get, and of what does not change with the width.
///
/// It is taken from a finished layout of a document that is a stack of blocks to the bottom: no floats, nothing out of flow, no heights or
/// margins that follow the width. Cells of tables are stacks of their own, from which the heights of rows are worked out. Other boxes with
/// an independent layout are **leaves** as lines are: they are laid out as a whole. At another width only leaves that change are looked at;
/// everything else moves up and down with them.
final class HeightPlan {
    /// A block container in a stack, or a table.
    struct Node {
        var box: BoxID
        /// Index of the containing block's node; −1 for the initial containing block.
        var parent: Int32
        var kind: Kind
        /// Horizontal margins, borders and padding, in 1/64 px.
        var inset: Int32
        var narrowest: Int32 = 0
        var widest: Int32 = .max
        /// How much more or less than the width outside its width may change on the way from the root of its stack; nil: by anything.
        var slack: Int32?
        /// By how much of that width it may become narrower while that grows.
        var share = 0.0
        /// How much wider the root of its stack may become while its width does not shrink, nor grow by more.
        var even = Int32.max
        /// The content width at the last width of the viewport.
        var width: Int32 = 0
        /// How far the width of the root of the stack may go without this one following.
        var room = WidthRoom.none

        enum Kind {
            /// Neither percentages nor keywords: its content box is narrower than its container by `inset`, but not narrower than
            /// `narrowest` nor wider than `widest`.
            case simple
            case other
            /// The root of a cell or caption: its table says how wide it is.
            case cell
            /// A table, as wide as its border box: `tables[Int]` has the rest.
            case table(Int32)
        }
    }

    /// What has a height of its own: an inline formatting context, or a box with an independent layout.
    struct Leaf {
        enum Kind { case lines, box, cell, table }
        var kind: Kind
        var box: BoxID
        /// Lines: the box's own node. Others: that of its container; cells: their own.
        var node: Int32
        /// In `stacks`.
        var stack: Int32
        /// Lines: the inline formatting context. Tables and cells: in `tables`.
        var index: Int32 = -1
        /// Lines: in `segmentTables`, where they have one. Cells: in their grid. −1 otherwise.
        var table: Int32 = -1
        /// The list item whose outside marker is on its first line, and that marker.
        var markerOwner = BoxID.none
        var marker: MarkerOnLine?
        /// The content widths that the rest holds for, in 1/64 px.
        var narrowest: Int32 = 0
        var widest: Int32 = -1
        /// Up to this width heights that do not stay only grow.
        var risesTo: Int32 = -1
        var height: Int32
        var lineCount: Int32 = 0
        /// How far the contents reach below the leaf; 0 where they do not, or where that is cut off.
        var overshoot: Int32 = 0
        /// From the leaf's bottom to that of its stack, in the layout that the plan was taken from, and its height there.
        var below: Int32
        var firstHeight: Int32
        var isClipped: Bool

        /// What holds for its width, seen from the one that it was found for or another that it holds for.
        @inline(__always) func room(at width: Int32) -> WidthRoom {
            let still = WidthRoom(width: LayoutUnit(rawValue: width), narrowest: narrowest, widest: widest)
            return WidthRoom(less: still.less, more: still.more, rising: risesTo == .max ? .max : max(0, risesTo &- width))
        }

        mutating func keepRoom(_ room: WidthRoom, at width: Int32) {
            narrowest = room.less == .max ? .min : width &- room.less
            widest = room.more == .max ? .max : Int32(clamping: Int(width) + Int(room.more))
            risesTo = room.rising == .max ? .max : Int32(clamping: Int(width) + Int(room.rising))
        }
    }

    /// Blocks one below the other: the document, or what is in a cell.
    struct Stack {
        /// How much taller it is than where the plan was taken, how far something reaches below it, and the widths that this holds for.
        var difference = 0
        var overshoot = Int.min
        var room = WidthRoom.unlimited
    }

    let context: LayoutContext
    let segments: SegmentTables
    var nodes: [Node] = []
    var leaves: [Leaf] = []
    var stacks: [Stack] = [Stack()]
    var tables: [TablePlan] = []
    private var segmentTables: [SegmentTable] = []
    private var bottom: Int32 = 0
    private var rootHeight: Int32 = 0
    private var bodyHeight: Int32 = 0
    private var rootMinimum: Int32 = 0
    private var bodyMinimum: Int32 = 0
    /// List items on the way down whose marker waits for a line.
    var waiting: [BoxID] = []
    /// The stack being taken.
    var stack: Int32 = 0
    /// Some widths are the whole of what they are percentages of: exactly, up to twice the viewport's (`PercentageRounding`).
    var hasWholeWidths = false
    static let deepest = 128

    /// Takes a plan from the layout that `context` holds. Nil where the document is not of that kind.
    init?(_ context: LayoutContext) {
        guard let segments = context.segmentTables, !context.tree.boxes.isEmpty else { return nil }
        self.context = context
        self.segments = segments
        let tree = context.tree
        guard context.viewport.width.rawValue < 1 << 22, !context.selfCollapsingFollowsWidth, tree[.root].isBlockContainer, !tree[.root].isOutOfFlow, !context.prepared.usesWholePageLayout else {
            return nil
        }
        // Markers without a line of their own hang out of blocks.
        guard context.markerPlaces.homes.isEmpty else { return nil }
        let root = context.fragments[.root], margins = context.margins(of: .root, containingWidth: context.viewport.width)
        let bottom = root.origin.y + root.size.height + margins.bottom
        guard add(.root, parent: -1, y: root.origin.y.rawValue, bottom: bottom.rawValue, isClipped: false, depth: 0) else { return nil }
        self.bottom = bottom.rawValue
        rootHeight = root.size.height.rawValue
        if let body = tree.boxes.firstIndex(where: { $0.flags.contains(.body) }) {
            let id = BoxID(rawValue: UInt32(truncatingIfNeeded: body))
            // What stands beside the body would not count in its height.
            guard tree[id].isInFlow, nodes.allSatisfy({ $0.box == .root || $0.box == id || context.isInside($0.box, id) }),
                leaves.allSatisfy({ $0.box == id || context.isInside($0.box, id) })
            else { return nil }
            bodyHeight = context.fragments[id].size.height.rawValue
            bodyMinimum = context.quirkyMinimumHeight(of: id)?.rawValue ?? -1
            guard bodyHeight > bodyMinimum else { return nil }
        } else {
            return nil
        }
        rootMinimum = context.quirkyMinimumHeight(of: .root)?.rawValue ?? -1
        guard rootHeight > rootMinimum, !leaves.isEmpty, leaves.count < 1 << 20 else { return nil }
        makeTables()
        // The sum must say what the layout says.
        guard let answer = measure(viewport: context.viewport.width), answer.bottom == OverflowMeasure.bottom(of: context).rawValue else { return nil }
    }

    /// Looks up once what lines are told by.
    private func makeTables() {
        for index in leaves.indices where leaves[index].kind == .lines {
            guard let table = segments.table(Int(leaves[index].index), in: context) else { continue }
            // In quirks mode a marker makes the strut of an uneven line count.
            if leaves[index].marker != nil, context.prepared.mode != .noQuirks, !table.isEven { continue }
            leaves[index].table = Int32(truncatingIfNeeded: segmentTables.count)
            segmentTables.append(table)
        }
    }

    // MARK: Measuring

    /// What the document measures in a viewport of a width; nil where the plan cannot tell.
    func measure(viewport: LayoutUnit) -> HeightAnswer? {
        measureNodes(viewport: viewport.rawValue)
        guard fillLeaves() else { return nil }
        let lineCount = sum()
        let difference = stacks[0].difference
        let lowest = Int(bottom) + difference + max(0, stacks[0].overshoot)
        let root = Int(rootHeight) + difference, body = Int(bodyHeight) + difference
        // Close to where layout units saturate, or where a minimum would come in, sums do not tell.
        guard root > Int(rootMinimum), body > Int(bodyMinimum), lowest < 1 << 28, root >= 0 else { return nil }
        var room = stacks[0].room
        if hasWholeWidths {
            guard viewport.rawValue <= 1 << 16 || context.viewport.width.rawValue > 1 << 16 else { return nil }
            room.limitMore(to: 1 << 16)
        }
        if context.seeksSteps, room.rising == room.more { extend(&room, from: viewport.rawValue) }
        let widths = room.widths(around: viewport.rawValue)
        return HeightAnswer(
            narrowest: widths.lowerBound, widest: widths.upperBound, risesTo: room.risesTo(from: viewport.rawValue), bottom: Int32(lowest), rootHeight: Int32(root), bodyHeight: Int32(body), lineCount: lineCount)
    }

    /// Goes on from what roundings leave of a room, one width at a time, for as long as no box gets a width at which its height is another.
    private func extend(_ room: inout WidthRoom, from viewport: Int32) {
        guard room.more < 1 << 20 else { return }
        for _ in 0..<48 {
            let next = viewport &+ room.more &+ 1
            if hasWholeWidths, next > 1 << 16 { return }
            measureNodes(viewport: next)
            for leaf in leaves where leaf.kind != .table {
                let width = nodes[Int(leaf.node)].width
                if width < leaf.narrowest || width > leaf.widest { return }
            }
            // Boxes without width do not overflow.
            guard tables.allSatisfy({ $0.width > 0 && $0.room != nil }) else { return }
            room = WidthRoom(less: room.less, more: room.more + 1)
        }
    }

    private func measureNodes(viewport: Int32) {
        var nodes: [Node] = []
        swap(&nodes, &self.nodes)
        defer { swap(&nodes, &self.nodes) }
        nodes.withUnsafeMutableBufferPointer { nodes in
            for index in nodes.indices {
                let parent = Int(nodes[index].parent)
                let available = parent < 0 ? viewport : nodes[parent].width
                let outer = parent < 0 ? WidthRoom.none : nodes[parent].room
                switch nodes[index].kind {
                case .simple:
                    let (narrowest, widest) = (nodes[index].narrowest, nodes[index].widest)
                    let wanted = available &- nodes[index].inset
                    let width = min(widest, max(narrowest, wanted))
                    nodes[index].width = width
                    if parent >= 0 { nodes[index].even = nodes[parent].even }
                    nodes[index].room = narrowest == widest
                        ? .unlimited : outer.followed(by: WidthRoom(clamped: LayoutUnit(rawValue: width), available: LayoutUnit(rawValue: wanted)))
                case .other:
                    nodes[index].width = contentWidth(nodes[index], available: LayoutUnit(rawValue: available))
                    nodes[index].room = outer
                    if context.seeksSteps {
                        let box = nodes[index].box
                        nodes[index].even = context.evenGrowth(of: box, context.style(of: box), available: LayoutUnit(rawValue: available))
                    } else {
                        nodes[index].even = 0
                    }
                    if parent >= 0 { nodes[index].even = min(nodes[index].even, nodes[parent].even) }
                case .cell: continue
                case .table(let table):
                    // Captions are a stack below it.
                    nodes[index].room = .none
                    measureColumns(Int(table), nodes, node: index, available: LayoutUnit(rawValue: available))
                }
            }
        }
    }

    /// Finds anew what does not hold any more. False where the plan cannot tell.
    private func fillLeaves() -> Bool {
        // Layouts inside add tables; those of the leaves are there already.
        let (lines, chunkEnds, segmentTables) = (segments.segments, segments.chunkEnds, segmentTables)
        var leaves: [Leaf] = []
        swap(&leaves, &self.leaves)
        defer { swap(&leaves, &self.leaves) }
        return leaves.withUnsafeMutableBufferPointer { leaves in
            lines.withUnsafeBufferPointer { lines in
                chunkEnds.withUnsafeBufferPointer { chunkEnds in
                    segmentTables.withUnsafeBufferPointer { fillLeaves(leaves, lines, chunkEnds, $0) }
                }
            }
        }
    }

    private func fillLeaves(
        _ leaves: UnsafeMutableBufferPointer<Leaf>, _ lines: UnsafeBufferPointer<Segment>, _ chunkEnds: UnsafeBufferPointer<Int32>,
        _ segmentTables: UnsafeBufferPointer<SegmentTable>
    ) -> Bool {
        let nodes = nodes
        for index in leaves.indices {
            let width = nodes[Int(leaves[index].node)].width
            if width >= leaves[index].narrowest, width <= leaves[index].widest { continue }
            if context.mustStop { return false }
            let table = Int(leaves[index].table)
            switch leaves[index].kind {
            case .table: continue
            case .lines where table >= 0 && segmentTables[table].holds(at: width):
                let marker = leaves[index].marker, content = Int(leaves[index].index)
                var filling = segments.fill(
                    lines, chunkEnds, segmentTables[table], content, width: LayoutUnit(rawValue: width), marker: marker, context: context)
                if context.seeksSteps {
                    segments.widen(&filling, segmentTables[table]) {
                        segments.fill(lines, chunkEnds, segmentTables[table], content, width: LayoutUnit(rawValue: $0), marker: marker, context: context)
                    }
                }
                leaves[index].narrowest = filling.narrowest
                leaves[index].widest = filling.widest
                leaves[index].risesTo = filling.widest
                leaves[index].height = filling.height.rawValue
                leaves[index].lineCount = Int32(truncatingIfNeeded: filling.lineCount)
                leaves[index].overshoot = max(0, (filling.overflowBottom - filling.height).rawValue)
            case .lines: guard layoutLines(of: &leaves[index], width: LayoutUnit(rawValue: width)) else { return false }
            case .box: layout(&leaves[index], width: LayoutUnit(rawValue: width))
            case .cell: layoutCell(&leaves[index], contentWidth: width)
            }
        }
        return true
    }

    /// Sums up stacks from the bottom, those in cells before the tables that they are in. Gives the number of lines.
    private func sum() -> Int {
        var (leaves, stacks, tables): ([Leaf], [Stack], [TablePlan]) = ([], [], [])
        swap(&leaves, &self.leaves)
        swap(&stacks, &self.stacks)
        swap(&tables, &self.tables)
        defer {
            swap(&leaves, &self.leaves)
            swap(&stacks, &self.stacks)
            swap(&tables, &self.tables)
        }
        var lineCount = 0
        let nodes = nodes
        stacks.withUnsafeMutableBufferPointer { stacks in
            for index in stacks.indices { stacks[index] = Stack() }
            leaves.withUnsafeMutableBufferPointer { leaves in
                for index in leaves.indices.reversed() {
                    let stack = Int(leaves[index].stack), node = nodes[Int(leaves[index].node)]
                    let table = Int(leaves[index].index)
                    var room = leaves[index].kind == .table
                        ? sumTable(&leaves[index], &tables[table], stacks)
                        : leaves[index].room(at: node.width)
                    if let slack = node.slack {
                        let own = room
                        if slack > 0 || node.share > 0 {
                            room = node.share > 0 ? WidthFollow(low: 0 - node.share, high: 1, noise: Double(slack)).room(own) : own.reduced(by: slack)
                            room = room.extended(by: own, within: node.even)
                        }
                    } else if room != .unlimited {
                        room = .none
                    }
                    stacks[stack].room.limit(to: node.room.followed(by: room))
                    if leaves[index].overshoot > 0, !leaves[index].isClipped {
                        // What is below a leaf now: what was there, and the leaves that changed.
                        stacks[stack].overshoot = max(stacks[stack].overshoot, Int(leaves[index].overshoot) - Int(leaves[index].below) - stacks[stack].difference)
                    }
                    stacks[stack].difference &+= Int(leaves[index].height) &- Int(leaves[index].firstHeight)
                    lineCount &+= Int(leaves[index].lineCount)
                }
            }
        }
        return lineCount
    }

    /// The content width of a block whose own width matters.
    private func contentWidth(_ node: Node, available: LayoutUnit) -> Int32 {
        let width = context.usedWidth(of: node.box, space: ConstraintSpace(availableWidth: available))
        return max(0, (width - context.edges(of: node.box, containingWidth: available).horizontal).rawValue)
    }

    /// Lines that take the line builder.
    private func layoutLines(of leaf: inout Leaf, width: LayoutUnit) -> Bool {
        let index = Int(leaf.index)
        context.waitingMarkers = leaf.markerOwner.exists ? [leaf.markerOwner] : []
        context.room = .unlimited
        let lines = context.layoutLines(leaf.box, width: width, origin: .zero, floats: BlockFormattingContext())
        context.waitingMarkers = []
        guard lines.lineCount > 0 else { return false }
        var lowest = LayoutUnit.zero
        for line in context.fragments.lines[index].lines { lowest = max(lowest, .truncating(max(line.bottom, line.overflowBottom))) }
        leaf.keepRoom(context.room, at: width.rawValue)
        leaf.height = lines.height.rawValue
        // Lines stand inside of boxes on them, too.
        leaf.lineCount = Int32(truncatingIfNeeded: context.lineCount(in: leaf.box))
        leaf.overshoot = max(0, (max(lowest, atomicsBottom(leaf.box)) - lines.height).rawValue)
        return true
    }

    /// The lowest edge of atomic inlines and what is in them, from the top of the content box of the lines they stand on.
    private func atomicsBottom(_ id: BoxID) -> LayoutUnit {
        let content = context.prepared.inlineContents[Int(context.tree[id].payload)]
        guard content.items.contains(where: { $0.kind == .atomic }) else { return .zero }
        var lowest = LayoutUnit.zero
        let top = context.contentOffset(of: id).y
        for item in content.items where item.kind == .atomic {
            lowest = max(lowest, OverflowMeasure.overflowBottom(of: item.box, origin: context.fragments[item.box].origin.y - top, context: context))
        }
        return lowest
    }

    private func layout(_ leaf: inout Leaf, width: LayoutUnit) {
        let container = nodes[Int(leaf.node)].box
        context.waitingMarkers = []
        context.room = .unlimited
        let size = context.layoutIndependent(
            leaf.box, ConstraintSpace(availableWidth: width, availableHeight: context.percentageHeight(of: container)))
        leaf.keepRoom(context.room, at: width.rawValue)
        leaf.height = size.height.rawValue
        leaf.lineCount = Int32(truncatingIfNeeded: context.lineCount(in: leaf.box))
        leaf.overshoot = max(0, (OverflowMeasure.overflowBottom(of: leaf.box, origin: .zero, context: context) - size.height).rawValue)
    }
}

extension LayoutContext {
    fileprivate func isInside(_ id: BoxID, _ ancestor: BoxID) -> Bool {
        var box = tree[id].parent
        while box.exists {
            if box == ancestor { return true }
            box = tree[box].parent
        }
        return false
    }
}

extension PreparedBoxes {
    /// Whether something in it has its place or its end only when the whole page is laid out.
    fileprivate var usesWholePageLayout: Bool {
        tree.boxes.contains { $0.isOutOfFlow } || ((tree.hasRuby || hasEmphasis) && profile.annotationsShareSpace) || styled.styles.contains { $0.lineClamp > 0 }
    }
}
