/// The height of a document as a sum: of the lines of its blocks at the widths that they get, and of what does not change with the width.
///
/// It is taken from a finished layout of a document that is a stack of blocks to the bottom: no floats, nothing out of flow, no heights or
/// margins that follow the width. Tables and the like are **leaves** as lines are: they are laid out as a whole. At another width only
/// leaves that change are looked at; everything else moves up and down with them.
final class HeightPlan {
    /// A block container in the stack.
    struct Node {
        var box: BoxID
        /// Index of the containing block's node; −1 for the initial containing block.
        var parent: Int32
        /// `width: auto` without limits or percentages: its content is narrower than its container by `inset`.
        var isSimple: Bool
        /// Horizontal margins, borders and padding, and the latter two alone, in 1/64 px.
        var inset: Int32
    }

    /// What has a height of its own: an inline formatting context, or a box with an independent layout.
    struct Leaf {
        var box: BoxID
        /// Lines: the box's own node. Others: that of its container.
        var node: Int32
        /// Lines: the inline formatting context; −1 for others.
        var context: Int32
        /// The list item whose outside marker is on its first line.
        var markerOwner: BoxID
        /// The content width that the rest was found at, and those it holds for, in 1/64 px.
        var width: Int32
        var narrowest: Int32
        var widest: Int32
        var height: Int32
        var lineCount: Int32
        /// How far the contents reach below the leaf; 0 where they do not, or where that is cut off.
        var overshoot: Int32
        /// From the leaf's bottom to the root's bottom margin edge, in the layout that the plan was taken from, and its height there.
        var below: Int32
        var firstHeight: Int32
        var isClipped: Bool
    }

    let context: LayoutContext
    private let tables: SegmentTables
    private var nodes: [Node] = []
    private var leaves: [Leaf] = []
    private var widths: [Int32] = []
    private var bottom: Int32 = 0
    private var rootHeight: Int32 = 0
    private var bodyHeight: Int32 = 0
    private var rootMinimum: Int32 = 0
    private var bodyMinimum: Int32 = 0
    /// How much less than its share of the width's change a node's width may change, or more; nil: it does not follow the width evenly.
    private var slack: Int32? = 0
    /// There are leaves that are no lines, or boxes on lines: whose lines count is not known here.
    private var hasOthers = false
    /// List items on the way down whose marker waits for a line.
    private var waiting: [BoxID] = []
    private static let deepest = 128

    /// Takes a plan from the layout that `context` holds. Nil where the document is not of that kind.
    init?(_ context: LayoutContext) {
        guard let tables = context.segmentTables, !context.tree.boxes.isEmpty else { return nil }
        self.context = context
        self.tables = tables
        let tree = context.tree
        guard context.viewport.width.rawValue < 1 << 22, tree[.root].isBlockContainer, !tree[.root].isOutOfFlow, !context.prepared.usesWholePageLayout else {
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
        widths = Array(repeating: 0, count: nodes.count)
        // The sum must say what the layout says.
        guard let answer = measure(viewport: context.viewport.width), answer.bottom == OverflowMeasure.bottom(of: context).rawValue else { return nil }
    }

    // MARK: Taking it

    /// Adds a block container and what is inside. Positions are of the document, in 1/64 px.
    private func add(_ id: BoxID, parent: Int32, y: Int32, bottom: Int32, isClipped: Bool, depth: Int) -> Bool {
        let tree = context.tree
        let style = context.style(of: id)
        guard depth < HeightPlan.deepest, style.height.isAuto, style.minHeight.isAuto || style.minHeight == .zero, style.maxHeight.kind == .none,
            style.aspectRatio == 0, style.contain == 0, style.contentVisibility == .visible, style.columnCount == 0, stays(style)
        else { return false }
        if depth > 1 || id != .root { guard style.margin.top.px >= 0, style.margin.bottom.px >= 0 else { return false } }
        let edges = context.edges(of: id, containingWidth: .zero)
        let margins = context.margins(of: id, containingWidth: .zero)
        let followsWidth = [style.margin.left, style.margin.right, style.padding.left, style.padding.right].contains { $0.dependsOnPercentage }
        let isSimple = !followsWidth && style.width.isAuto && style.maxWidth.kind == .none && (style.minWidth.isAuto || style.minWidth == .zero)
        if !isSimple {
            let isEven = !followsWidth && [style.width, style.minWidth, style.maxWidth].allSatisfy {
                switch $0.kind {
                case .auto, .none, .fixed: true
                case .percentage: $0.percent <= 100
                default: false
                }
            }
            slack = isEven ? slack.map { $0 + 4 } : nil
        }
        let node = Int32(truncatingIfNeeded: nodes.count)
        nodes.append(Node(box: id, parent: parent, isSimple: isSimple, inset: (margins.horizontal + edges.horizontal).rawValue))
        let isViewportScroller = id == .root || tree[id].flags.contains(.body)
        let isClipped = isClipped || (!isViewportScroller && (style.overflowX != .visible || style.overflowY != .visible))

        let hasMarker = tree.markers[id] != nil
        // An item's first child may be moved by the baselines of its lines.
        if hasMarker, context.profile.outsideMarkers == .alignWithContent { return false }
        if hasMarker {
            if context.isMarkerLineIrregular(id, isNested: !waiting.isEmpty) { return false }
            waiting.append(id)
        }
        defer { if hasMarker, waiting.last == id { waiting.removeLast() } }
        if tree[id].kind == .inlineContext {
            return addLines(id, node: node, top: y &+ edges.top.rawValue, bottom: bottom, isClipped: isClipped)
        }
        var child = tree[id].firstChild
        while child.exists {
            let record = tree[child]
            guard record.isInFlow, !record.flags.contains(.renderedLegend) else { return false }
            if waiting.last == id, context.markerNeedsOwnLine(above: child, of: id) { waiting.removeLast() }
            guard addChild(child, of: id, node: node, y: y, bottom: bottom, isClipped: isClipped, depth: depth) else { return false }
            child = record.nextSibling
        }
        return true
    }

    private func addChild(_ child: BoxID, of parent: BoxID, node: Int32, y: Int32, bottom: Int32, isClipped: Bool, depth: Int) -> Bool {
        let record = context.tree[child]
        let childY = y &+ context.fragments[child].origin.y.rawValue
        let isIndependent = !record.isBlockContainer || record.flags.contains(.formattingContext)
        if record.isBlockContainer {
            let marks = (nodes.count, leaves.count, waiting, slack, hasOthers)
            if add(child, parent: node, y: childY, bottom: bottom, isClipped: isClipped, depth: depth + 1) { return true }
            guard isIndependent else { return false }
            nodes.removeSubrange(marks.0...)
            leaves.removeSubrange(marks.1...)
            (waiting, slack, hasOthers) = (marks.2, marks.3, marks.4)
        }
        let style = context.style(of: child)
        guard waiting.isEmpty, stays(style), style.margin.top.px >= 0, style.margin.bottom.px >= 0 else { return false }
        hasOthers = true
        let height = context.fragments[child].size.height.rawValue
        leaves.append(
            Leaf(
                box: child, node: node, context: -1, markerOwner: .none, width: -1, narrowest: 0, widest: -1, height: height, lineCount: 0, overshoot: 0,
                below: bottom &- childY &- height, firstHeight: height, isClipped: isClipped))
        return true
    }

    private func addLines(_ id: BoxID, node: Int32, top: Int32, bottom: Int32, isClipped: Bool) -> Bool {
        let index = context.tree[id].payload
        let content = context.prepared.inlineContents[Int(index)]
        guard !content.hasFloats else { return false }
        let (height, count) = linesHeight(id, Int(index))
        guard count > 0 else {
            // Markers without lines have rules of their own.
            return waiting.isEmpty && !content.makesLines
        }
        let marker = waiting.last ?? .none
        waiting.removeAll()
        // Lines stand inside of them, too.
        if content.items.contains(where: { $0.kind == .atomic }) { hasOthers = true }
        leaves.append(
            Leaf(
                box: id, node: node, context: Int32(truncatingIfNeeded: index), markerOwner: marker, width: -1, narrowest: 0, widest: -1, height: height,
                lineCount: Int32(truncatingIfNeeded: count), overshoot: 0, below: bottom &- top &- height, firstHeight: height, isClipped: isClipped))
        return true
    }

    /// The height and number of the lines that the layout has.
    private func linesHeight(_ id: BoxID, _ index: Int) -> (height: Int32, count: Int) {
        let edges = context.edges(of: id)
        return ((context.fragments[id].size.height - edges.vertical).rawValue, context.lineSums[index].count + context.fragments.lines[index].lines.count)
    }

    /// Whether a box stands where it is in flow, with vertical margins and padding that do not follow the width.
    private func stays(_ style: ComputedStyle) -> Bool {
        if style.position != .static {
            guard style.inset.top.isAuto, style.inset.bottom.isAuto, style.inset.left.isAuto, style.inset.right.isAuto else { return false }
        }
        return !style.margin.top.dependsOnPercentage && !style.margin.bottom.dependsOnPercentage && !style.padding.top.dependsOnPercentage
            && !style.padding.bottom.dependsOnPercentage
    }

    // MARK: Measuring

    /// What the document measures in a viewport of a width; nil where the plan cannot tell.
    func measure(viewport: LayoutUnit) -> HeightAnswer? {
        var difference = 0, lineCount = 0
        var room = (less: Int32.max, more: Int32.max)
        var overshoots = false
        for index in nodes.indices {
            let node = nodes[index]
            let available = node.parent < 0 ? viewport.rawValue : widths[Int(node.parent)]
            widths[index] = node.isSimple ? max(0, available &- node.inset) : contentWidth(node, available: LayoutUnit(rawValue: available))
        }
        for index in leaves.indices {
            if context.mustStop { return nil }
            let width = widths[Int(leaves[index].node)]
            if width < leaves[index].narrowest || width > leaves[index].widest {
                guard leaves[index].context >= 0 ? fill(&leaves[index], width: width) : layout(&leaves[index], width: width) else { return nil }
            }
            let leaf = leaves[index]
            difference &+= Int(leaf.height) &- Int(leaf.firstHeight)
            lineCount &+= Int(leaf.lineCount)
            if leaf.overshoot > 0 { overshoots = true }
            if leaf.narrowest != .min { room.less = min(room.less, width &- leaf.narrowest) }
            if leaf.widest != .max { room.more = min(room.more, leaf.widest &- width) }
        }
        var lowest = Int(bottom) + difference
        if overshoots {
            // What is below a leaf now: what was there, and the leaves that changed.
            var after = 0
            for leaf in leaves.reversed() {
                if leaf.overshoot > 0, !leaf.isClipped { lowest = max(lowest, Int(bottom) + difference - Int(leaf.below) - after + Int(leaf.overshoot)) }
                after += Int(leaf.height) - Int(leaf.firstHeight)
            }
        }
        let root = Int(rootHeight) + difference, body = Int(bodyHeight) + difference
        // Close to where layout units saturate, or where a minimum would come in, sums do not tell.
        guard root > Int(rootMinimum), body > Int(bodyMinimum), lowest < 1 << 28, root >= 0 else { return nil }
        if hasOthers { lineCount = context.lineCount }
        if let slack {
            room.less = max(0, room.less == .max ? .max : room.less &- slack)
            room.more = max(0, room.more == .max ? .max : room.more &- slack)
        } else {
            room = (0, 0)
        }
        let width = viewport.rawValue
        return HeightAnswer(
            narrowest: room.less == .max ? 0 : width &- room.less, widest: room.more == .max ? .max : Int32(clamping: Int(width) + Int(room.more)),
            bottom: Int32(lowest), rootHeight: Int32(root), bodyHeight: Int32(body), lineCount: lineCount)
    }

    /// The content width of a block whose own width matters.
    private func contentWidth(_ node: Node, available: LayoutUnit) -> Int32 {
        let width = context.usedWidth(of: node.box, space: ConstraintSpace(availableWidth: available))
        return max(0, (width - context.edges(of: node.box, containingWidth: available).horizontal).rawValue)
    }

    private func fill(_ leaf: inout Leaf, width: Int32) -> Bool {
        let index = Int(leaf.context)
        let width = LayoutUnit(rawValue: width)
        let marker = leaf.markerOwner.exists ? context.markerOnLine(leaf.markerOwner) : nil
        leaf.width = width.rawValue
        // In quirks mode a marker makes the strut of an uneven line count.
        let isQuirky = marker != nil && context.prepared.mode != .noQuirks
        if let table = tables.table(index, in: context), !isQuirky || table.isEven, let filling = filling(table, index, width: width, marker: marker) {
            if hasOthers {
                if !context.fragments.lines[index].lines.isEmpty { context.fragments.lines[index] = LineFragments() }
                context.lineSums[index] = LineSum(count: filling.lineCount, overflowBottom: filling.overflowBottom)
            }
            leaf.narrowest = filling.narrowest
            leaf.widest = filling.widest
            leaf.height = filling.height.rawValue
            leaf.lineCount = Int32(truncatingIfNeeded: filling.lineCount)
            leaf.overshoot = max(0, (filling.overflowBottom - filling.height).rawValue)
            return true
        }
        context.waitingMarkers = leaf.markerOwner.exists ? [leaf.markerOwner] : []
        let lines = context.layoutLines(leaf.box, width: width, origin: .zero, floats: BlockFormattingContext())
        context.waitingMarkers = []
        guard lines.lineCount > 0 else { return false }
        var lowest = LayoutUnit.zero
        for line in context.fragments.lines[index].lines { lowest = max(lowest, .truncating(max(line.bottom, line.overflowBottom))) }
        leaf.narrowest = width.rawValue
        leaf.widest = width.rawValue
        leaf.height = lines.height.rawValue
        leaf.lineCount = Int32(truncatingIfNeeded: lines.lineCount)
        leaf.overshoot = max(0, (max(lowest, atomicsBottom(leaf.box)) - lines.height).rawValue)
        return true
    }

    private func filling(_ table: SegmentTable, _ index: Int, width: LayoutUnit, marker: MarkerOnLine?) -> LineFilling? {
        if let known = tables.fillings[index], known.holds(at: width), known.markerAbove == marker?.above ?? 0, known.markerBelow == marker?.below ?? 0 {
            return known
        }
        guard let filling = tables.fill(table, index, width: width, marker: marker, context: context) else { return nil }
        tables.fillings[index] = filling
        return filling
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

    private func layout(_ leaf: inout Leaf, width: Int32) -> Bool {
        let container = nodes[Int(leaf.node)].box
        context.waitingMarkers = []
        let size = context.layoutIndependent(
            leaf.box, ConstraintSpace(availableWidth: LayoutUnit(rawValue: width), availableHeight: context.percentageHeight(of: container)))
        leaf.width = width
        leaf.narrowest = width
        leaf.widest = width
        leaf.height = size.height.rawValue
        leaf.overshoot = max(0, (OverflowMeasure.overflowBottom(of: leaf.box, origin: .zero, context: context) - size.height).rawValue)
        return true
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
        tree.boxes.contains { $0.isOutOfFlow } || styled.styles.contains { $0.lineClamp > 0 }
    }
}
