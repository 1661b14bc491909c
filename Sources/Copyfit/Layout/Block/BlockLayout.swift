/// The block formatting context that boxes take part in: its floats, in px from the border box of the box that establishes it.
final class BlockFormattingContext {
    @exclusivity(unchecked) var floats = FloatContext()
    /// Where `LayoutContext.tracksRoom`: for which widths of the box that establishes the context all floats, and what stands beside them,
    /// stay where they are.
    @exclusivity(unchecked) var room = WidthRoom.unlimited
    /// How the inner edges of the floats of each side follow that width; nil without floats.
    @exclusivity(unchecked) var leftFollow: WidthFollow?
    @exclusivity(unchecked) var rightFollow: WidthFollow?
    /// The content box in which things stand now.
    @exclusivity(unchecked) var frame = FollowingFrame()
    init() {}
}

/// What an in-flow block reports to its parent.
struct BlockResult {
    var height: LayoutUnit
    /// Its bottom margin, with what collapsed into it from its children.
    var marginAfter: MarginStrut
}

extension LayoutContext {
    /// A block container that establishes a block formatting context: sets its size and baselines.
    func layoutBlockRoot(_ id: BoxID, _ space: ConstraintSpace) {
        let width = usedWidth(of: id, space: space)
        if isColumnContainer(id) {
            layoutColumns(id, width: width, space: space)
            return
        }
        layoutBlockContainer(id, width: width, space: space, context: BlockFormattingContext(), offset: .zero, isRoot: true)
    }

    /// Lays out the contents of a block container whose border-box width is known: sets its size and baselines.
    ///
    /// We compute positions as we go down, and heights and margins as we come back
    /// (https://www.w3.org/TR/CSS22/visudet.html#Computing_heights_and_margins).
    /// - Parameter offset: of its border box in `context`'s coordinates.
    @discardableResult
    func layoutBlockContainer(
        _ id: BoxID, width: LayoutUnit, space: ConstraintSpace, context: BlockFormattingContext, offset: Point, isRoot: Bool,
        frame: FollowingFrame = FollowingFrame()
    ) -> BlockResult {
        let edges = edges(of: id, containingWidth: space.availableWidth)
        let contentWidth = max(.zero, width - edges.horizontal)
        fragments[id].size.width = width
        fragments[id].isPlaced = true
        fragments[id].firstBaseline = nil
        fragments[id].lastBaseline = nil
        let definite = definiteHeight(of: id, space: space)
        heightBases[id] = definite.map { max(.zero, $0 - edges.vertical) }
        // Percentages in a cell refer to the height that rows give it, though its contents are only as tall as they are.
        if tree[id].kind == .tableCell, let rows = space.availableHeight { heightBases[id] = max(.zero, rows - edges.vertical) }

        let hasMarker = tree.markers[id] != nil
        if hasMarker {
            waitingMarkers.append(id)
            heightlessLines[id] = nil
        }
        let outerClamp = clampedLinesLeft
        let outerCut = clampCutContent
        if isLineClamped(id) {
            clampedLinesLeft = Int(style(of: id).lineClamp)
            clampCutContent = false
        }
        var flow = BlockFlow(context: self, box: id, space: space, edges: edges, contentWidth: contentWidth, floats: context, offset: offset, isRoot: isRoot)
        flow.frame = frame
        if let line = lineOfMarkers(in: id) { flow.addLine(height: line.height, baseline: line.baseline) }
        flow.layoutChildren()
        if isLineClamped(id) {
            clampedLinesLeft = outerClamp
            clampCutContent = outerCut
            room = room.still
        }
        if hasMarker, waitingMarkers.last == id {
            waitingMarkers.removeLast()
            flow.addLinelessMarker()
        }

        if isRoot, tracksRoom, !context.floats.isEmpty {
            // What stands beside floats goes by how tall things are.
            room.limit(to: context.room)
            room = room.still
        }
        let result = flow.finish(definiteHeight: definite)
        fragments[id].size.height = result.height
        return result
    }

    private func isLineClamped(_ id: BoxID) -> Bool {
        let style = style(of: id)
        return style.lineClamp > 0 && style.webkitBoxOrientVertical && (style.display == .webkitBox || style.display == .inlineWebkitBox)
    }

    /// Counts a line against `-webkit-line-clamp`; true when no further line may show.
    func countClampedLine() -> Bool {
        guard let left = clampedLinesLeft else { return false }
        clampedLinesLeft = left - 1
        return left - 1 <= 0
    }
}

/// The flow of children down one block container: its cursor and the margins that are still collapsing
/// (https://www.w3.org/TR/CSS22/box.html#collapsing-margins, browser-rules §6.1).
struct BlockFlow {
    let context: LayoutContext
    let box: BoxID
    let space: ConstraintSpace
    let edges: Edges<LayoutUnit>
    let contentWidth: LayoutUnit
    let floats: BlockFormattingContext
    /// Of the border box in `floats`' coordinates.
    let offset: Point
    let isRoot: Bool
    /// How the content box follows the width of the formatting context.
    var frame = FollowingFrame()

    /// Where the next child's margin box starts, from the top of the border box.
    var cursor: LayoutUnit
    /// The margin below the last child, still collapsing with what follows.
    var pending = MarginStrut()
    /// What a float puts between a cleared box without height and itself in WebKit, where its margins count twice.
    var clearedMargin = LayoutUnit.zero
    /// Quirks mode: the last margin at the top that was not zero is one of the user-agent sheet.
    var topIsQuirky = false
    /// Nothing but margins yet: a child's top margin may collapse with this box's.
    var isAtTop = true
    let collapsesTop: Bool
    let collapsesBottom: Bool
    /// Body and table cells drop quirky margins in quirks mode.
    let dropsQuirks: Bool
    let marginsAbove: MarginsAbove
    var firstBaseline: LayoutUnit?
    var lastBaseline: LayoutUnit?
    var hasLines = false
    /// Where annotations share space: what is free above this box's first line, and below the last child's last one.
    let annotationSpaceAbove: LayoutUnit
    var annotationSpaceBelow = LayoutUnit.zero
    /// A vertical `-webkit-box`: margins of its children do not collapse. Chromium lays one with clamped lines out as a block.
    let stacksChildren: Bool

    init(
        context: LayoutContext, box: BoxID, space: ConstraintSpace, edges: Edges<LayoutUnit>, contentWidth: LayoutUnit, floats: BlockFormattingContext,
        offset: Point, isRoot: Bool
    ) {
        self.context = context
        self.box = box
        self.space = space
        self.edges = edges
        self.contentWidth = contentWidth
        self.floats = floats
        self.offset = offset
        self.isRoot = isRoot
        cursor = edges.top
        collapsesTop = !isRoot && edges.top == .zero
        let style = context.style(of: box)
        collapsesBottom = !isRoot && edges.bottom == .zero && style.height.isAuto && space.fixedHeight == nil
        dropsQuirks = context.dropsQuirkyMargins(box)
        stacksChildren = (style.display == .webkitBox || style.display == .inlineWebkitBox) && style.webkitBoxOrientVertical
            && (style.lineClamp == 0 || context.profile.clampedBoxesStack)
        marginsAbove = isRoot ? MarginsAbove() : context.marginsAbove
        annotationSpaceAbove = isRoot || !context.sharesAnnotationSpace ? .zero : context.annotationSpaceAbove
    }

    // MARK: Children

    mutating func layoutChildren() {
        if context.tree[box].kind == .inlineContext {
            layoutLines()
            return
        }
        layoutLegend()
        layoutChildren(from: resumed(), until: .none)
    }

    /// In documents that change: takes up the flow as it was before the first child that changed. Gives the child to start with.
    private mutating func resumed() -> BoxID {
        let first = context.tree[box].firstChild
        guard remembersStates else { return first }
        let availableHeight = context.percentageHeight(of: box)
        let (contentWidth, edges) = (contentWidth, edges)
        guard let (child, state) = context.blockMemory.resumption(in: context.tree, from: first, {
            $0.contentWidth == contentWidth && $0.edges == edges && $0.availableHeight == availableHeight
        }) else { return first }
        cursor = state.cursor
        pending = state.pending
        topIsQuirky = state.topIsQuirky
        isAtTop = state.isAtTop
        firstBaseline = state.firstBaseline
        lastBaseline = state.lastBaseline
        hasLines = state.hasLines
        return child
    }

    /// Whether children depend on nothing but the flow's own state.
    private var remembersStates: Bool {
        context.blockMemory.isActive && context.blockMemory.suspensions == 0 && floats.floats.isEmpty && context.waitingMarkers.isEmpty
            && context.clampedLinesLeft == nil && !context.dependsOnMarginsAbove
            // Cells move their children after their layout.
            && context.tree[box].kind != .tableCell && !context.tree[box].flags.contains(.button)
    }

    private func noteState(before child: BoxID) {
        let state = remembersStates
            ? BlockMemory.FlowState(
                contentWidth: contentWidth, edges: edges, availableHeight: context.percentageHeight(of: box), cursor: cursor, pending: pending,
                topIsQuirky: topIsQuirky, isAtTop: isAtTop, firstBaseline: firstBaseline, lastBaseline: lastBaseline, hasLines: hasLines) : nil
        context.blockMemory.setState(state, before: child)
    }

    /// Lays out the children from `first` up to, but not including, `end`.
    mutating func layoutChildren(from first: BoxID, until end: BoxID) {
        var child = first
        while child.exists, child != end {
            if context.mustStop { return }
            let record = context.tree[child]
            if context.blockMemory.isActive { noteState(before: child) }
            if record.flags.contains(.renderedLegend) { context.room = .none }
            if record.flags.contains(.renderedLegend) {
                // Placed already, in the border.
            } else if record.isOutOfFlow {
                noteStaticPosition(of: child)
            } else if record.isFloating {
                layoutFloat(child)
            } else {
                layoutInFlow(child)
            }
            if let left = context.clampedLinesLeft, left <= 0 {
                if hasContent(after: child) { context.clampCutContent = true }
                if context.profile.clampsAtLineBottom || context.clampCutContent { pending = MarginStrut() }
                break
            }
            child = record.nextSibling
        }
    }

    private func hasContent(after child: BoxID) -> Bool {
        var next = context.tree[child].nextSibling
        while next.exists {
            if context.tree[next].isInFlow { return true }
            next = context.tree[next].nextSibling
        }
        return false
    }

    private mutating func layoutLines() {
        let contentOrigin = Point(x: offset.x + edges.left, y: offset.y + edges.top)
        if context.sharesAnnotationSpace { context.annotationSpaceAbove = spaceAboveLines() }
        if context.tracksRoom { floats.frame = frame }
        let lines = context.layoutLines(box, width: contentWidth, origin: contentOrigin, floats: floats)
        guard lines.lineCount > 0 else { return }
        hasLines = true
        isAtTop = false
        let areWhole = context.profile.baselinesAreWhole
        firstBaseline = lines.firstBaseline.map { areWhole ? (edges.top + $0).flooredToPixel : edges.top + $0 }
        lastBaseline = lines.lastBaseline.map { areWhole ? (edges.top + $0).flooredToPixel : edges.top + $0 }
        cursor = edges.top + lines.height
        pending = MarginStrut()
        if context.sharesAnnotationSpace { takeSpaceBelow(lines.annotationSpaceBelow) }
    }

    /// Where a box of no height would stand now.
    private var flowPosition: LayoutUnit { isAtTop && collapsesTop ? cursor : cursor + pending.sum }

    private func noteStaticPosition(of child: BoxID) {
        context.noteStaticPosition(child, container: box, x: 0, y: (flowPosition - edges.top).px)
    }

    private mutating func layoutFloat(_ child: BoxID) {
        let size = context.layoutFloat(child, containingWidth: contentWidth)
        context.giveMarkerItsOwnLine(aboveFloatIn: &self)
        cursor += clearedMargin
        clearedMargin = .zero
        if context.tracksRoom { floats.frame = frame }
        context.placeFloat(
            child, size: size, top: offset.y + flowPosition, origin: Point(x: offset.x + edges.left, y: offset.y + edges.top), width: contentWidth,
            floats: floats, container: box, isBetweenBlocks: true)
    }

    private mutating func layoutInFlow(_ child: BoxID) {
        if stacksChildren {
            cursor += pending.sum
            pending = MarginStrut()
        }
        let style = context.style(of: child)
        let before = context.marginBefore(child, containingWidth: contentWidth, probe: clearanceProbe)
        var isSelfCollapsing = context.isSelfCollapsing(child)
        clearedMargin = .zero
        // Where quirky margins go one by one, a box that collapses through has both of one kind.
        let isQuirky = context.isQuirky(style, bit: 2) || (isSelfCollapsing && before.isQuirky && context.profile.quirkyMargins == .oneByOne)
        let after = MarginStrut(context.resolve(style.margin.bottom, base: contentWidth), isQuirky: isQuirky)
        context.giveMarkerItsOwnLine(above: child, flow: &self)

        if dropsQuirks, isAtTop, (isSelfCollapsing ? before.collapsed(with: after) : before).sum != .zero { topIsQuirky = before.isQuirky }

        // Where the child goes if nothing has to be cleared.
        var y = cursor
        var above = MarginsAbove(dropsQuirks: dropsQuirks && isAtTop)
        if isSelfCollapsing, isAtTop, dropsQuirks, before.isQuirky, context.profile.quirkyMargins == .oneByOne {
            // What collapses through goes with both its margins.
            y = flowPosition
        } else if isSelfCollapsing {
            var strut = pending
            strut.collapse(with: before)
            if !(isAtTop && collapsesTop) { y = cursor + strut.sum }
            strut.collapse(with: after)
            strut.isQuirky = pending.isQuirky
            pending = strut
        } else if !isAtTop || !collapsesTop {
            var strut = pending
            strut.collapse(with: before)
            if isAtTop, dropsQuirks {
                switch context.profile.quirkyMargins {
                case .together: if topIsQuirky { strut = MarginStrut() }
                case .oneByOne: strut = before.withoutQuirks(context.profile).collapsed(with: pending)
                }
            }
            above.strut = strut
            y = cursor + strut.sum
        } else {
            above.strut = marginsAbove.strut
            above.dropsQuirks = above.dropsQuirks || marginsAbove.dropsQuirks
        }

        // > clearance… places the border edge of the block even with the bottom outer edge of the lowest float
        if style.clear != .none, let edge = floats.floats.clearance(style.clear), edge - offset.y > y {
            y = edge - offset.y
            isAtTop = false
            above = MarginsAbove()
            if isSelfCollapsing {
                // Its own margins go on collapsing below, as those of a box that starts there.
                pending = after.collapsed(with: before)
                cursor = y - before.sum
                if context.profile.clearedMarginsCountTwice { clearedMargin = before.sum }
            }
        }

        let hadBaseline = firstBaseline != nil
        context.marginsAbove = above
        if context.sharesAnnotationSpace { context.annotationSpaceAbove = spaceAbove(margin: above.strut.sum) }
        if context.markerLineAbove != nil, context.tree[child].kind != .inlineContext { context.markerLineAbove = nil }
        var placed = layout(child, style: style, y: y, marginAfter: after)
        if context.markerLineAbove != nil { context.markerLineAbove = nil }
        if !hadBaseline, let shift = context.markerShift(of: child, in: box) {
            // Chromium aligns the marker's baseline with the child's, and moves the child down where the marker is higher.
            placed.y += shift
            context.fragments[child].origin.y += shift
            if placed.result.height == .zero { placed.y -= shift }
        }
        // Something inside was cleared after all.
        if isSelfCollapsing, placed.result.height > .zero { isSelfCollapsing = false }
        if context.sharesAnnotationSpace, !isSelfCollapsing { annotationSpaceBelow = context.annotationSpaceBelow }
        context.fragments[child].collapsedMargins = (before.sum, placed.result.marginAfter.sum)
        if !isSelfCollapsing {
            cursor = placed.y + placed.result.height
            pending = placed.result.marginAfter
            isAtTop = false
        }
        adoptBaselines(of: child, y: placed.y)
    }

    /// For margins that would collapse through to this box's parent: whether a clearing descendant stops them.
    private var clearanceProbe: ClearanceProbe? {
        floats.floats.isEmpty ? nil : ClearanceProbe(floats: floats.floats, y: offset.y + flowPosition)
    }

    /// Lays out one in-flow child at `y` and places it; gives where it really went.
    /// - Parameter marginAfter: its own bottom margin.
    private mutating func layout(_ child: BoxID, style: ComputedStyle, y: LayoutUnit, marginAfter: MarginStrut) -> (y: LayoutUnit, result: BlockResult) {
        var childSpace = ConstraintSpace(availableWidth: contentWidth, availableHeight: context.percentageHeight(of: box))
        guard context.tree[child].isBlockContainer, !context.tree[child].flags.contains(.formattingContext) else {
            var y = y
            var left = edges.left
            var room = contentWidth
            if !floats.floats.isEmpty {
                if context.tracksRoom { floats.frame = frame }
                // Trying is no placing: the markers that the child takes still wait.
                let waiting = context.waitingMarkers
                (y, left, room) = avoidFloats(child, style: style, y: y, space: childSpace)
                context.waitingMarkers = waiting
                childSpace.roomBesideFloats = room < contentWidth ? room : nil
            }
            let size = layoutBesideFloats(child, childSpace)
            context.annotationSpaceBelow = .zero
            let x = left + context.horizontalOffset(of: child, width: size.width, available: room, parent: box, containingWidth: contentWidth)
            context.setOrigin(of: child, Point(x: x, y: y))
            return (y, BlockResult(height: size.height, marginAfter: marginAfter))
        }
        let width = context.usedWidth(of: child, space: childSpace)
        let x = edges.left + context.horizontalOffset(of: child, width: width, available: contentWidth, parent: box, containingWidth: contentWidth)
        let place = Point(x: offset.x + x, y: offset.y + y)
        let result: BlockResult
        if context.tracksRoom {
            result = context.nestingRoom({ context.roomOutside(of: child, space: childSpace, content: $0, width: width) }) {
                let inner = context.frame(of: child, in: frame, parent: box, space: childSpace, width: width, floats: floats)
                return context.layoutBlockContainer(child, width: width, space: childSpace, context: floats, offset: place, isRoot: false, frame: inner)
            }
        } else {
            result = context.blockMemory.isActive
                ? context.rememberedBlock(child, width: width, space: childSpace, floats: floats, offset: place)
                : context.layoutBlockContainer(child, width: width, space: childSpace, context: floats, offset: place, isRoot: false)
        }
        context.setOrigin(of: child, Point(x: x, y: y))
        return (y, result)
    }

    /// > The border box of a table, a block-level replaced element, or an element that establishes a new BFC must not overlap the
    /// > margin box of any floats (https://www.w3.org/TR/CSS22/visuren.html#floats)
    private func avoidFloats(_ child: BoxID, style: ComputedStyle, y: LayoutUnit, space: ConstraintSpace) -> (
        y: LayoutUnit, left: LayoutUnit, room: LayoutUnit
    ) {
        let left = offset.x + edges.left
        let right = left + contentWidth
        let isAuto = style.width.isAuto && context.tree[child].kind != .replaced
        let margins = context.margins(of: child, containingWidth: contentWidth)
        let needed: LayoutUnit
        // The height over which floats may narrow the room: the box's own, once it is known.
        var height = LayoutUnit.epsilon
        if context.tree[child].kind == .table, isAuto {
            needed = context.intrinsicWidths(of: child).minimum
        } else if isAuto {
            let edges = context.edges(of: child, containingWidth: contentWidth).horizontal
            needed = context.clampWidth(edges, of: child, space: space, edges: edges)
        } else {
            let size = context.layoutIndependent(child, space)
            needed = size.width
            height = max(height, size.height)
        }
        var y = y
        if context.tracksRoom { noteAvoiding(child, isAuto: isAuto, space: space) }
        while true {
            let room = floats.floats.room(top: offset.y + y, height: height, left: left, right: right)
            let isFree = room.left == left && room.right == right
            // Margins may lie under the float.
            let startMargin = max(.zero, margins.left - (room.left - left))
            let endMargin = max(.zero, margins.right - (right - room.right))
            if context.tracksRoom, !isFree { floats.decide((room.right - room.left - needed - startMargin - endMargin).rawValue, frame.width) }
            if isFree || needed + startMargin + endMargin <= room.right - room.left {
                let usedLeft = isFree ? left : max(left, room.left - max(.zero, margins.left))
                let usedRight = isFree ? right : min(right, room.right + max(.zero, margins.right))
                if isAuto, !isFree || floats.floats.nextBottom(below: offset.y + y) != nil {
                    var narrowed = space
                    narrowed.roomBesideFloats = usedRight - usedLeft < contentWidth ? usedRight - usedLeft : nil
                    let size = layoutBesideFloats(child, narrowed)
                    let taller = floats.floats.room(top: offset.y + y, height: size.height, left: left, right: right)
                    if size.height > height, taller.left > room.left || taller.right < room.right {
                        height = size.height
                        continue
                    }
                }
                return (y, edges.left + (usedLeft - left), usedRight - usedLeft)
            }
            guard let next = floats.floats.nextBottom(below: offset.y + y) else { return (y, edges.left, contentWidth) }
            y = next - offset.y
            if isAuto { height = .epsilon }
        }
    }

    /// Lays out what may have less room than its container gives.
    private func layoutBesideFloats(_ child: BoxID, _ space: ConstraintSpace) -> Size {
        guard context.tracksRoom, space.roomBesideFloats != nil else { return context.layoutIndependent(child, space) }
        let outer = context.room
        context.room = .unlimited
        let size = context.layoutIndependent(child, space)
        // It follows the room between the floats, at most.
        floats.limit(context.room, frame.width.joined(with: .fixed))
        context.room = outer
        return size
    }

    /// What stands beside floats is put there by comparing edges of the same side, and by what fits between the sides: the former does not
    /// change where floats move with the sides of its container, the latter can be told where it needs the same width always.
    private func noteAvoiding(_ child: BoxID, isAuto: Bool, space: ConstraintSpace) {
        let style = context.style(of: child)
        let hasFixedEdges = !style.margin.left.dependsOnPercentage && !style.margin.right.dependsOnPercentage && context.edgeStyle(of: child).hasFixedPadding
        guard floats.isRigid, hasFixedEdges, style.aspectRatio == 0 else {
            floats.room = .none
            return
        }
        if isAuto {
            if style.minWidth.dependsOnPercentage || style.maxWidth.dependsOnPercentage || style.minWidth.isIntrinsic || style.maxWidth.isIntrinsic { floats.room = .none }
            return
        }
        // `room` has what bounds it.
        guard let follow = context.floatFollow(of: child, containingWidth: contentWidth), follow == .fixed else {
            floats.room = .none
            return
        }
    }

    private mutating func adoptBaselines(of child: BoxID, y: LayoutUnit) {
        let fragment = context.fragments[child]
        if firstBaseline == nil, let baseline = fragment.firstBaseline { firstBaseline = y + baseline }
        if let baseline = fragment.lastBaseline { lastBaseline = y + baseline }
    }

    // MARK: The end

    /// The used height and the margin that collapses out of the bottom.
    mutating func finish(definiteHeight: LayoutUnit?) -> BlockResult {
        let style = context.style(of: box)
        var content = cursor
        // > If the bottom margin of the last child does not collapse with the box's, it lies inside.
        if !collapsesBottom || (isAtTop && !collapsesTop), !(isAtTop && collapsesTop) {
            let strut = dropsQuirks ? pending.withoutQuirks(context.profile) : pending
            content += strut.sum
            if !collapsesBottom { pending = MarginStrut() }
        }
        var height = max(content + edges.bottom, edges.vertical)
        // > content-visibility: hidden applies size containment: the box is as if empty.
        if style.contentVisibility == .hidden { height = edges.vertical }
        if isRoot, !floats.floats.isEmpty, style.contentVisibility != .hidden { height = max(height, floats.floats.bottom - offset.y + edges.bottom) }
        let autoHeight = height
        if let fixed = space.fixedHeight {
            height = fixed
        } else {
            if let definiteHeight {
                height = definiteHeight
            } else {
                if !space.measuresContentHeight {
                    height = context.heightFromAspectRatio(of: box, width: context.fragments[box].size.width, contentHeight: height, edges: edges)
                }
                if let minimum = context.quirkyMinimumHeight(of: box) { height = max(height, minimum) }
                height = context.clampHeight(height, of: box, space: space, edges: edges.vertical)
            }
        }
        if context.sharesAnnotationSpace { context.annotationSpaceBelow = context.tree[box].kind == .inlineContext || edges.bottom == .zero ? annotationSpaceBelow : .zero }
        if context.tree[box].flags.contains(.button) { centerContent(by: (height - autoHeight) / 2) }
        context.fragments[box].firstBaseline = firstBaseline
        context.fragments[box].lastBaseline = lastBaseline

        let ownMargin = context.resolve(style.margin.bottom, base: space.availableWidth)
        var after = MarginStrut(ownMargin, isQuirky: context.isQuirky(style, bit: 2))
        let grewByMinimum = height > autoHeight && context.profile.minimumHeightsHoldMargins
        if context.tracksRoom { noteHeight(style, grewByMinimum: grewByMinimum) }
        if collapsesBottom, !(isAtTop && collapsesTop), !grewByMinimum {
            // A quirky margin of the last child stays quirky only if this box adds none of its own.
            // Lines leave it as it is.
            if context.tree[box].kind == .block, context.tree[box].firstChild.exists {
                if !pending.isQuirky { after.isQuirky = false } else if ownMargin == .zero { after.isQuirky = true }
            }
            let quirky = after.isQuirky
            after.collapse(with: pending)
            after.isQuirky = quirky
        }
        return BlockResult(height: height, marginAfter: after)
    }

    /// Heights that do not go by the contents alone do not always grow with them.
    private func noteHeight(_ style: ComputedStyle, grewByMinimum: Bool) {
        if style.height.isAuto, style.minHeight.isAuto || style.minHeight == .zero, style.maxHeight.kind == .none, style.aspectRatio == 0 { return }
        // Margins that go on collapsing once the contents are as tall, or stop to.
        if collapsesBottom, context.profile.minimumHeightsHoldMargins {
            if style.aspectRatio > 0 || grewByMinimum && context.dependsOnWidthVertically(style) {
                context.room = .none
            } else if grewByMinimum {
                context.room = context.room.still
            }
        }
        // What is below the last baseline becomes less as that moves down.
        if context.atomicDepth > 0 { context.room = context.room.still }
    }

    /// > the used value of 'align-content' of a button is 'center': moves what stands in it down. An empty one has its baseline where the
    /// > line would end (https://html.spec.whatwg.org/#button-layout, measured).
    private mutating func centerContent(by shift: LayoutUnit) {
        guard let first = firstBaseline, let last = lastBaseline else {
            firstBaseline = edges.top + max(.zero, shift)
            lastBaseline = firstBaseline
            return
        }
        guard shift > .zero else { return }
        firstBaseline = first + shift
        lastBaseline = last + shift
        var child = context.tree[box].firstChild
        while child.exists {
            if context.tree[child].isOutOfFlow { context.staticPositions[child]?.y += shift } else { context.fragments[child].origin.y += shift }
            child = context.tree[child].nextSibling
        }
    }

    /// Makes room for a list marker's own line at the cursor.
    mutating func addLine(height: LayoutUnit, baseline: LayoutUnit) {
        let y = flowPosition
        if firstBaseline == nil { firstBaseline = y + baseline }
        lastBaseline = y + baseline
        cursor = y + height
        pending = MarginStrut()
        isAtTop = false
        hasLines = true
    }
}

extension MarginStrut {
    func collapsed(with other: MarginStrut) -> MarginStrut {
        var result = self
        result.collapse(with: other)
        return result
    }
}
