/// Lays a prepared document out at one width: prepared boxes in, `FragmentTree` out.
///
/// One task uses a context at a time. Extensions hold the formatting contexts: `Block/`, `Inline/`, `Table/`, `Flex/`, `Grid/`. They read and
/// write its state one value at a time and never hold on to a place in it while they lay something out, so accesses go unchecked: checks
/// took a twelfth of a short document's time.
package final class LayoutContext {
    let prepared: PreparedBoxes
    let tree: BoxTree
    let styles: [ComputedStyle]
    let lineStyles: [LineStyle]
    let edgeStyles: [EdgeStyle]
    let shaper: TextShaper
    let profile: Profile
    /// What may stop the layout; it is then of no use.
    @exclusivity(unchecked) var watch: WorkWatch?
    /// The initial containing block.
    @exclusivity(unchecked) private(set) var viewport: Size
    /// Where only heights are asked for: lines are summed up by these where that can be done.
    let segmentTables: SegmentTables?
    /// Only heights are asked for.
    private let sumsHeights: Bool
    /// By inline formatting context, where `segmentTables` is set.
    @exclusivity(unchecked) var lineSums: [LineSum]

    @exclusivity(unchecked) package internal(set) var fragments: FragmentTree
    /// By box: intrinsic border-box widths; they do not depend on the width laid out at.
    @exclusivity(unchecked) var intrinsicWidthCache: [IntrinsicWidths?]
    /// By box: its collapsed top margin in a containing block of a width.
    @exclusivity(unchecked) var marginBeforeCache: [(width: LayoutUnit, strut: MarginStrut)?]
    /// By box: 0 unknown, 1 no, 2 yes.
    @exclusivity(unchecked) var selfCollapsingCache: [UInt8]
    /// Whether padding that follows the width had a say in it.
    @exclusivity(unchecked) var selfCollapsingFollowsWidth = false
    /// By box: the definite content height that percentages of children refer to, set while the box is laid out.
    @exclusivity(unchecked) var heightBases: [BoxID: LayoutUnit] = [:]
    /// Where out-of-flow boxes would stand in flow.
    @exclusivity(unchecked) var staticPositions: [BoxID: StaticPosition] = [:]
    /// List items whose outside marker waits for its first line, innermost last.
    @exclusivity(unchecked) var waitingMarkers: [BoxID] = []
    /// The margins that put the block that is to be laid out where it is.
    @exclusivity(unchecked) var marginsAbove = MarginsAbove()
    /// Whether what was laid out last took `marginsAbove` into account.
    @exclusivity(unchecked) var dependsOnMarginsAbove = false
    /// Where outside markers stand whose items have no line for them (WebKit).
    private(set) lazy var markerPlaces: MarkerPlaces = tree.markers.isEmpty ? MarkerPlaces() : findMarkerPlaces()
    /// The bottom of what overflows from a line that only holds a marker, from the top of the content box: by inline formatting context with
    /// a line of no height, or by list item without lines.
    @exclusivity(unchecked) var heightlessLines: [BoxID: LayoutUnit] = [:]
    /// The line that a list item's marker has made for itself right above the child being laid out: empty inline boxes there stand on it.
    @exclusivity(unchecked) var markerLineAbove: (height: LayoutUnit, baseline: LayoutUnit)?
    /// The containing block width of the atomic inlines being placed.
    @exclusivity(unchecked) var atomicContainingWidth = LayoutUnit.zero
    /// By ruby base: its text, in the content whose lines are being laid out.
    @exclusivity(unchecked) var rubyColumns: [BoxID: RubyColumn] = [:]
    /// Where annotations share space: what is free above the lines to be laid out, and below those that were, from the em boxes of text.
    @exclusivity(unchecked) var annotationSpaceAbove = LayoutUnit.zero
    @exclusivity(unchecked) var annotationSpaceBelow = LayoutUnit.zero
    /// There is ruby or there are emphasis marks.
    let hasAnnotations: Bool
    /// Annotations take what room lines above and below leave.
    let sharesAnnotationSpace: Bool
    /// Independent layouts that may be used again.
    @exclusivity(unchecked) var layoutCache: LayoutCache
    /// By box: whether its layout depends on a height outside; empty until asked for.
    @exclusivity(unchecked) var heightSensitivity: [Bool] = []
    /// Out-of-flow children of grid containers: their grid area, from the container's border box.
    @exclusivity(unchecked) var gridAreas: [BoxID: Rect] = [:]
    /// Grid items with percentage margins or paddings: the width of their grid area.
    @exclusivity(unchecked) var gridAreaWidths: [BoxID: LayoutUnit] = [:]
    /// The slots of each table that was met, and what layout remembers of its cells.
    @exclusivity(unchecked) var tableGrids: [BoxID: TableGrid] = [:]
    /// Border widths of tables and cells with `border-collapse: collapse`.
    @exclusivity(unchecked) var collapsedBorders: [BoxID: Edges<LayoutUnit>] = [:]
    /// The table cells in which something has a height in percent of the cell's; nil until first asked for.
    @exclusivity(unchecked) var percentHeightCells: Set<BoxID>?
    /// In documents that change: what in-flow blocks measured, so that those without a change are not laid out again.
    @exclusivity(unchecked) var blockMemory = BlockMemory()
    /// What pictures that can not be loaded show: their text is measured once.
    @exclusivity(unchecked) var missingImageSizes: [BoxID: NaturalSize] = [:]
    /// Whether layouts find `room` as they go: not the first one, which may be the only one.
    @exclusivity(unchecked) private(set) var tracksRoom = false
    /// For how many other widths of what is being laid out heights stay the same, as found so far.
    @exclusivity(unchecked) var room = WidthRoom.unlimited
    /// Where `tracksRoom`: every width at which a height changes is looked for, so that it pays to find out how far lines are as tall as they
    /// are, be they broken elsewhere.
    @exclusivity(unchecked) var seeksSteps = false
    /// Where `tracksRoom`: how many atomic inlines are around what is being laid out, whose lines stand on a baseline of what is in them.
    @exclusivity(unchecked) var atomicDepth = 0
    /// By box, where `tracksRoom`: whether there are out-of-flow boxes in it; empty where there are none at all.
    @exclusivity(unchecked) private(set) var outOfFlowHolders: [Bool] = []
    /// By inline formatting context, where `tracksRoom`: what the line builder gave last.
    @exclusivity(unchecked) var lineMemory: [LineMemory] = []
    /// `-webkit-line-clamp`: how many lines are left in the clamping box being laid out.
    @exclusivity(unchecked) var clampedLinesLeft: Int?
    /// Something follows the last line that shows, so nothing below that line counts.
    @exclusivity(unchecked) var clampCutContent = false

    package convenience init(prepared: PreparedBoxes, shaper: TextShaper, viewport: Size) {
        self.init(prepared: prepared, shaper: shaper, viewport: viewport, segmentTables: nil)
    }

    convenience init(prepared: PreparedBoxes, shaper: TextShaper, viewport: Size, segmentTables: SegmentTables?) {
        let memory = LayoutMemory(boxCount: prepared.tree.boxes.count, inlineContextCount: prepared.tree.inlineContexts.count)
        self.init(prepared: prepared, shaper: shaper, viewport: viewport, segmentTables: segmentTables, memory: memory)
    }

    /// Goes on where a layout of the document, before a change, ended.
    ///
    /// Takes all that is in `memory`, so that its arrays change in place.
    package convenience init(prepared: PreparedBoxes, shaper: TextShaper, viewport: Size, memory: inout LayoutMemory) {
        let taken = memory
        memory = .empty
        self.init(prepared: prepared, shaper: shaper, viewport: viewport, segmentTables: nil, memory: taken)
    }

    private init(prepared: PreparedBoxes, shaper: TextShaper, viewport: Size, segmentTables: SegmentTables?, memory: consuming LayoutMemory) {
        self.prepared = prepared
        self.segmentTables = segmentTables.flatMap { $0.isUsable ? $0 : nil }
        sumsHeights = segmentTables != nil
        lineSums = segmentTables == nil ? [] : Array(repeating: LineSum(), count: prepared.inlineContents.count)
        tree = prepared.tree
        styles = prepared.styled.styles
        lineStyles = prepared.lineStyles
        edgeStyles = prepared.edgeStyles
        self.shaper = shaper
        profile = prepared.profile
        hasAnnotations = prepared.tree.hasRuby || prepared.hasEmphasis
        sharesAnnotationSpace = hasAnnotations && prepared.profile.annotationsShareSpace
        self.viewport = viewport
        fragments = memory.fragments
        intrinsicWidthCache = memory.intrinsicWidths
        marginBeforeCache = memory.marginsBefore
        selfCollapsingCache = memory.selfCollapsing
        layoutCache = memory.layoutCache
        heightBases = memory.heightBases
        staticPositions = memory.staticPositions
        gridAreas = memory.gridAreas
        gridAreaWidths = memory.gridAreaWidths
        tableGrids = memory.tableGrids
        collapsedBorders = memory.collapsedBorders
        blockMemory = memory.blockMemory
    }

    /// From here on layouts find out for which other widths heights stay the same.
    func startTrackingRoom() {
        guard sumsHeights, !tracksRoom, !sharesAnnotationSpace else { return }
        tracksRoom = true
        outOfFlowHolders = findOutOfFlowHolders()
        lineMemory = Array(repeating: LineMemory(), count: prepared.inlineContents.count)
    }

    /// Makes ready for a layout in another viewport. Intrinsic widths and what else depends on no width stays.
    /// - Parameter isStanding: the last layout still stands as it was made, so that independent parts of it can be used again.
    func reset(viewport: Size, isStanding: Bool) {
        self.viewport = viewport
        if selfCollapsingFollowsWidth {
            for index in selfCollapsingCache.indices { selfCollapsingCache[index] = 0 }
        }
        if isStanding, tracksRoom, segmentTables != nil, !prepared.styled.styles.contains(where: { $0.lineClamp > 0 }) {
            waitingMarkers.removeAll(keepingCapacity: true)
            atomicContainingWidth = .zero
            return
        }
        for index in fragments.boxes.indices { fragments.boxes[index] = BoxFragment() }
        for index in lineSums.indices { lineSums[index] = LineSum() }
        for index in lineMemory.indices { lineMemory[index] = LineMemory() }
        heightBases.removeAll(keepingCapacity: true)
        staticPositions.removeAll(keepingCapacity: true)
        waitingMarkers.removeAll(keepingCapacity: true)
        heightlessLines.removeAll(keepingCapacity: true)
        dependsOnMarginsAbove = false
        atomicContainingWidth = .zero
        layoutCache = LayoutCache(boxCount: tree.boxes.count)
        gridAreas.removeAll(keepingCapacity: true)
        gridAreaWidths.removeAll(keepingCapacity: true)
        tableGrids.removeAll(keepingCapacity: true)
        collapsedBorders.removeAll(keepingCapacity: true)
        clampedLinesLeft = nil
    }

    /// Lays out the whole document.
    package func layout() {
        guard !tree.boxes.isEmpty else { return }
        layoutRoot()
        layoutOutOfFlowBoxes()
    }

    @inline(__always) func edgeStyle(of box: BoxID) -> EdgeStyle { edgeStyles[tree[box].style.index] }

    @inline(__always) func style(of box: BoxID) -> ComputedStyle { styles[tree[box].style.index] }

    @inline(__always) var mustStop: Bool { watch?.mustStop() ?? false }

    /// Lays out a box whose contents are independent of what surrounds it: sets its size and baselines, not its origin.
    @discardableResult
    func layoutIndependent(_ id: BoxID, _ space: ConstraintSpace) -> Size {
        if mustStop { return fragments[id].size }
        let isRemembered = canRemember(id)
        let key = cacheKey(of: id, space)
        if isRemembered, reuseLayout(of: id, key: key) { return fragments[id].size }
        let outerRoom = room
        room = .unlimited
        let outerMarkers = waitingMarkers
        // What lines inside leave above is none of the lines' around, whether this layout is made or remembered.
        let outerSpace = annotationSpaceAbove
        defer { annotationSpaceAbove = outerSpace }
        let outerWidth = atomicContainingWidth
        defer { atomicContainingWidth = outerWidth }
        // A list marker does not join lines inside an atomic inline, an out-of-flow box, or a flex or grid container.
        let outerClamp = clampedLinesLeft
        if outerClamp != nil, profile.clampsOwnLinesOnly, !tree[id].isBlockContainer || tree[id].isInlineLevel || !tree[id].isInFlow { clampedLinesLeft = nil }
        defer { if outerClamp != nil, clampedLinesLeft == nil { clampedLinesLeft = outerClamp } }
        let hidesMarkers = tree[id].isInlineLevel || !tree[id].isInFlow || tree[id].kind == .flex || tree[id].kind == .grid || tree[id].kind == .math
        if hidesMarkers { waitingMarkers = [] }
        defer { if hidesMarkers { waitingMarkers = outerMarkers } }
        switch tree[id].kind {
        case .replaced: layoutReplaced(id, space)
        case .table: layoutTable(id, space)
        case .flex: layoutFlex(id, space)
        case .grid: layoutGrid(id, space)
        case .math: layoutFormula(id, space)
        default: layoutBlockRoot(id, space)
        }
        fragments[id].isPlaced = true
        let ownRoom = tracksRoom ? roomOfLayout(of: id, space: space) : .none
        room = outerRoom
        room.limit(to: ownRoom)
        if isRemembered { rememberLayout(of: id, key: key, room: ownRoom) } else { forgetLayout(of: id) }
        return fragments[id].size
    }

    /// Sets where a laid-out box stands, from the border box of its nearest ancestor that is no inline box; relative positioning moves it.
    func setOrigin(of id: BoxID, _ origin: Point) {
        fragments[id].origin = origin + relativeOffset(id)
    }

    /// https://www.w3.org/TR/css-position-3/#relpos-insets
    func relativeOffset(_ id: BoxID) -> Point {
        let style = style(of: id)
        guard style.position == .relative else { return .zero }
        let container = containingBlock(of: id)
        let width = container.exists ? fragments[container].size.width - edges(of: container).horizontal : viewport.width
        let height = container.exists ? heightBases[container] : viewport.height
        var offset = Point.zero
        let isRTL = container.exists && self.style(of: container).direction == .rtl
        if !style.inset.left.isAuto, !(isRTL && !style.inset.right.isAuto) {
            offset.x = resolve(style.inset.left, base: width)
        } else if !style.inset.right.isAuto {
            offset.x = -resolve(style.inset.right, base: width)
        }
        if !style.inset.top.isAuto, !style.inset.top.dependsOnPercentage || height != nil {
            offset.y = resolve(style.inset.top, base: height ?? .zero)
        } else if !style.inset.bottom.isAuto, !style.inset.bottom.dependsOnPercentage || height != nil {
            offset.y = -resolve(style.inset.bottom, base: height ?? .zero)
        }
        return offset
    }

    /// The nearest ancestor that is not an inline box.
    func containingBlock(of id: BoxID) -> BoxID {
        var parent = tree[id].parent
        while parent.exists, tree[parent].kind == .inline { parent = tree[parent].parent }
        return parent
    }
}

/// Where an out-of-flow box would stand if it were in flow: px from the top left of a container's content box.
struct StaticPosition {
    var container: BoxID
    var x: LayoutUnit
    var y: LayoutUnit
    /// Whether `x` is the container's right edge, as in right-to-left text.
    var isFromRight = false
    /// In flex and grid containers: where the box stands in the container's content box, whatever `x` and `y`.
    var placement: StaticPlacement?
}

/// How an out-of-flow child of a flex or grid container is aligned in its content box, as if it were the only item
/// (https://www.w3.org/TR/css-flexbox-1/#abspos-items).
struct StaticPlacement {
    enum Edge { case start, center, end }
    /// `start` is left.
    var horizontal: Edge
    /// `start` is the top.
    var vertical: Edge
}

extension StaticPlacement.Edge {
    /// The offset of a box from the start, `free` px of room being left.
    func offset(_ free: LayoutUnit) -> LayoutUnit {
        switch self {
        case .start: .zero
        case .center: free / 2
        case .end: free
        }
    }
}
