// How a `HeightPlan` is taken from a layout.

extension HeightPlan {
    /// Adds a block container and what is inside. Positions are of the document, in 1/64 px.
    func add(_ id: BoxID, parent: Int32, y: Int32, bottom: Int32, isClipped: Bool, depth: Int) -> Bool {
        let tree = context.tree
        let style = context.style(of: id)
        let hasNoHeight = style.height.isAuto || (style.height.kind == .percentage && parent >= 0 && context.percentageHeight(of: nodes[Int(parent)].box) == nil)
        guard depth < HeightPlan.deepest, hasNoHeight, !tree[id].flags.contains(.button), style.minHeight.isAuto || style.minHeight == .zero, style.maxHeight.kind == .none,
            style.aspectRatio == 0, style.contain == 0, style.contentVisibility == .visible, style.columnCount == 0, stays(style)
        else { return false }
        if depth > 1 || id != .root { guard style.margin.top.px >= 0, style.margin.bottom.px >= 0 else { return false } }
        let edges = context.edges(of: id, containingWidth: .zero)
        let node = Int32(truncatingIfNeeded: nodes.count)
        nodes.append(self.node(id, style: style, parent: parent, edges: edges))
        let isViewportScroller = id == .root || tree[id].flags.contains(.body)
        let isClipped = isClipped || (!isViewportScroller && (style.overflowX != .visible || style.overflowY != .visible))

        let hasMarker = tree.markers[id] != nil
        // An item’s first child may be moved by the baselines of its lines.
        if hasMarker, context.profile.outsideMarkers == .alignWithContent { return false }
        if hasMarker {
            if context.isMarkerLineIrregular(id, isNested: !waiting.isEmpty) { return false }
            waiting.append(id)
        }
        defer { if hasMarker, waiting.last == id { waiting.removeLast() } }
        if tree[id].kind == .inlineContext {
            return addLines(id, node: node, top: y &+ edges.top.rawValue, bottom: bottom, isClipped: isClipped)
        }
        return addChildren(of: id, node: node, y: y, bottom: bottom, isClipped: isClipped, depth: depth)
    }

    /// Adds what is in flow in a block container.
    func addChildren(of id: BoxID, node: Int32, y: Int32, bottom: Int32, isClipped: Bool, depth: Int) -> Bool {
        var child = context.tree[id].firstChild
        while child.exists {
            let record = context.tree[child]
            guard record.isInFlow, !record.flags.contains(.renderedLegend) else { return false }
            if waiting.last == id, context.markerNeedsOwnLine(above: child, of: id) { waiting.removeLast() }
            guard addChild(child, of: id, node: node, y: y, bottom: bottom, isClipped: isClipped, depth: depth) else { return false }
            child = record.nextSibling
        }
        return true
    }

    /// How the width of a block container follows that of its containing block.
    private func node(_ id: BoxID, style: ComputedStyle, parent: Int32, edges: Edges<LayoutUnit>) -> Node {
        let margins = context.margins(of: id, containingWidth: .zero)
        let outer: Int32? = parent < 0 ? 0 : nodes[Int(parent)].slack
        var node = Node(box: id, parent: parent, kind: .other, inset: (margins.horizontal + edges.horizontal).rawValue, slack: outer)
        if parent >= 0 { node.share = nodes[Int(parent)].share }
        let followsWidth = style.margin.left.dependsOnPercentage || style.margin.right.dependsOnPercentage || style.padding.left.dependsOnPercentage
            || style.padding.right.dependsOnPercentage
        let lengths = [style.width, style.minWidth, style.maxWidth]
        guard !followsWidth, lengths.allSatisfy({ $0.kind == .fixed || $0.isAuto || $0.kind == .none }) else {
            // Percentages make it follow less, but for rounding.
            let isEven = (lengths + [style.margin.left, style.margin.right, style.padding.left, style.padding.right]).allSatisfy {
                switch $0.kind {
                case .auto, .none, .fixed: true
                case .percentage: $0.percent >= 0 && $0.percent <= 100
                default: false
                }
            }
            let takesAll = [style.margin.left, style.margin.right, style.padding.left, style.padding.right].reduce(Float(0)) {
                $0 + ($1.kind == .percentage ? $1.percent : 0)
            }
            let rounding = PercentageRounding(style)
            if rounding.isWhole { hasWholeWidths = true }
            node.slack = isEven && takesAll <= 100 ? outer.map { $0 + rounding.slack(available: context.viewport.width.rawValue) } : nil
            if !context.paddingLeavesContent(style) { node.share = max(node.share, context.paddingShare(style)) }
            return node
        }
        node.kind = .simple
        let space = ConstraintSpace(availableWidth: .zero)
        func content(_ length: Length) -> Int32? {
            context.borderBoxWidth(length, of: id, space: space, edges: edges.horizontal).map { max(0, ($0 - edges.horizontal).rawValue) }
        }
        node.widest = content(style.maxWidth) ?? .max
        node.narrowest = content(style.minWidth) ?? 0
        if let width = content(style.width) {
            node.narrowest = max(node.narrowest, min(node.widest, width))
            node.widest = node.narrowest
        }
        node.widest = max(node.widest, node.narrowest)
        return node
    }

    func addChild(_ child: BoxID, of parent: BoxID, node: Int32, y: Int32, bottom: Int32, isClipped: Bool, depth: Int) -> Bool {
        let record = context.tree[child]
        let childY = y &+ context.fragments[child].origin.y.rawValue
        let isIndependent = !record.isBlockContainer || record.flags.contains(.formattingContext)
        if record.isBlockContainer {
            let marks = marks
            if add(child, parent: node, y: childY, bottom: bottom, isClipped: isClipped, depth: depth + 1) { return true }
            guard isIndependent else { return false }
            drop(to: marks)
        }
        let style = context.style(of: child)
        guard waiting.isEmpty, stays(style), style.margin.top.px >= 0, style.margin.bottom.px >= 0 else { return false }
        let height = context.fragments[child].size.height.rawValue
        var leaf = Leaf(
            kind: .box, box: child, node: node, stack: stack, height: height, below: bottom &- childY &- height, firstHeight: height, isClipped: isClipped)
        if record.kind == .table {
            let marks = marks
            if addTable(leaf, style: style, depth: depth) { return true }
            drop(to: marks)
        }
        leaf.kind = .box
        leaves.append(leaf)
        return true
    }

    func addLines(_ id: BoxID, node: Int32, top: Int32, bottom: Int32, isClipped: Bool) -> Bool {
        let index = context.tree[id].payload
        let content = context.prepared.inlineContents[Int(index)]
        guard !content.hasFloats else { return false }
        // What stands out below them is looked up by the edges that the layout gave them.
        if content.items.contains(where: { $0.kind == .atomic && context.dependsOnWidthVertically(context.style(of: $0.box)) }) { return false }
        let (height, count) = linesHeight(id, Int(index))
        guard count > 0 else {
            // Markers without lines have rules of their own.
            return waiting.isEmpty && !content.makesLines
        }
        let marker = waiting.last ?? .none
        waiting.removeAll()
        var leaf = Leaf(
            kind: .lines, box: id, node: node, stack: stack, height: height, below: bottom &- top &- height, firstHeight: height, isClipped: isClipped)
        leaf.index = Int32(truncatingIfNeeded: index)
        leaf.markerOwner = marker
        leaf.marker = marker.exists ? context.markerOnLine(marker) : nil
        leaves.append(leaf)
        return true
    }

    /// The height and number of the lines that the layout has.
    func linesHeight(_ id: BoxID, _ index: Int) -> (height: Int32, count: Int) {
        let edges = context.edges(of: id)
        return ((context.fragments[id].size.height - edges.vertical).rawValue, context.lineSums[index].count + context.fragments.lines[index].lines.count)
    }

    /// Whether a box stands where it is in flow, with vertical margins and padding that do not follow the width.
    func stays(_ style: ComputedStyle) -> Bool {
        if style.position != .static {
            guard style.inset.top.isAuto, style.inset.bottom.isAuto, style.inset.left.isAuto, style.inset.right.isAuto else { return false }
        }
        return !style.margin.top.dependsOnPercentage && !style.margin.bottom.dependsOnPercentage && !style.padding.top.dependsOnPercentage
            && !style.padding.bottom.dependsOnPercentage
    }

    /// How much of the plan there is, to go back to.
    struct Marks {
        var nodes: Int, leaves: Int, stacks: Int, tables: Int
        var waiting: [BoxID]
        var stack: Int32
    }

    var marks: Marks { Marks(nodes: nodes.count, leaves: leaves.count, stacks: stacks.count, tables: tables.count, waiting: waiting, stack: stack) }

    func drop(to marks: Marks) {
        nodes.removeSubrange(marks.nodes...)
        leaves.removeSubrange(marks.leaves...)
        stacks.removeSubrange(marks.stacks...)
        tables.removeSubrange(marks.tables...)
        waiting = marks.waiting
        stack = marks.stack
    }
}
