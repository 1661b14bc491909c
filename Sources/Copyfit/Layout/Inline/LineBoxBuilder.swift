/// The height of one line box and where its parts stand (https://www.w3.org/TR/CSS22/visudet.html#line-height, browser-rules §4).
///
/// Positions are px, down positive, from the baseline of the root inline box until the line is complete.
struct LineBoxBuilder {
    struct Extent {
        var top: Float
        var bottom: Float
        var isEmpty = true
        mutating func add(_ t: Float, _ b: Float) {
            if isEmpty { (top, bottom, isEmpty) = (t, b, false) } else { (top, bottom) = (min(top, t), max(bottom, b)) }
        }
        static let empty = Extent(top: 0, bottom: 0)
    }

    /// An inline box that is open, or the root inline box.
    struct OpenBox {
        var box: BoxID
        var style: StyleID
        /// The baseline from the root's, down positive; for boxes aligned to the line's top or bottom, from that box's own.
        var baseline: Float
        /// Index in `groups`: 0 for what is aligned to the root, others for subtrees aligned to the line's top or bottom.
        var group: Int
        /// Whether its own extents were added to the group already.
        var isCounted: Bool
        var holdsContent = false
        /// Whether anything on this line gave it an extent so far, its own or that of what it holds.
        var hasExtent = false
        /// Index in `inlineBoxes`; −1 for the root.
        var record = -1
        /// What ruby texts inside reach to, and, where annotations share space, what text and boxes do, px from the root's baseline.
        var annotations = Extent.empty
        /// Bases: the room that emphasis marks on their text need beyond their ruby texts.
        var marks: (above: Float, below: Float) = (0, 0)
        var content = Extent.empty
    }

    /// Boxes that move together: the root's, or a subtree with `vertical-align: top` or `bottom`.
    struct Group {
        var extent = Extent.empty
        var align: VerticalAlign = .baseline
        /// The baseline of the group's box, from the root's baseline, known at the end.
        var offset: Float = 0
    }

    let context: LayoutContext
    let content: InlineContent
    /// Whether boxes without text of their own do not count (browser-rules §4.5).
    let isQuirky: Bool
    var groups: [Group] = [Group()]
    var stack: [OpenBox] = []
    /// Atomics by the group and the offset of their top from the group's baseline.
    private(set) var atomics: [(box: BoxID, group: Int, top: Float, height: Float)] = []
    /// In the order of their start edges; `isCounted`: the box counts in what overflows.
    private(set) var inlineBoxes: [(box: BoxID, group: Int, baseline: Float, isCounted: Bool)] = []
    /// For each text item and break of the line in order: its group and baseline.
    private(set) var textBaselines: [(group: Int, baseline: Float)] = []
    /// Ruby texts in order: the tops of their margin boxes from the group's baseline.
    var annotations: [(box: BoxID, group: Int, top: Float)] = []
    /// The line is the first of its inline formatting context.
    var isFirstLine = false
    private var hasAnythingButBreaks = false
    private let isListItem: Bool
    /// The lines of a ruby text have no line gap.
    private let isRubyText: Bool
    /// The index in `stack` of the box that the quirk gives the item's `line-height`, with its own font; −1 for none.
    private var takesLineHeightOfRoot = -1

    init(context: LayoutContext, content: InlineContent, isListItem: Bool) {
        self.context = context
        self.content = content
        self.isListItem = isListItem
        isRubyText = context.isRubyText(content.container)
        isQuirky = context.prepared.mode != .noQuirks
    }

    /// Starts a line inside the boxes that the one before left open.
    mutating func begin(openAtStart: [BoxID], isFirstLine: Bool = false) {
        self.isFirstLine = isFirstLine
        annotations.removeAll(keepingCapacity: true)
        groups.removeAll(keepingCapacity: true)
        groups.append(Group())
        stack.removeAll(keepingCapacity: true)
        atomics.removeAll(keepingCapacity: true)
        inlineBoxes.removeAll(keepingCapacity: true)
        textBaselines.removeAll(keepingCapacity: true)
        hasAnythingButBreaks = false
        takesLineHeightOfRoot = -1
        let root = content.container
        // On a line of an item that starts inside inline boxes the innermost may stand for the strut.
        let startsInBox = isQuirky && isListItem && context.profile.quirkyLinesGoByBox && !openAtStart.isEmpty
        stack.append(OpenBox(box: root, style: content.style(of: root, in: context.tree), baseline: 0, group: 0, isCounted: false))
        if !isQuirky || isListItem, !startsInBox { count(at: 0) }
        for box in openAtStart { open(box, hasEdge: false) }
        if startsInBox {
            takesLineHeightOfRoot = stack.count - 1
            count(at: stack.count - 1)
        }
    }

    private var profile: Profile { context.profile }

    private func quantized(_ value: Float) -> Float { profile.lineBoxRounding == .layoutUnits ? LayoutUnit.truncating(value).px : value }

    private mutating func count(at index: Int) {
        guard !stack[index].isCounted else { return }
        stack[index].isCounted = true
        stack[index].hasExtent = true
        if stack[index].record >= 0 { inlineBoxes[stack[index].record].isCounted = true }
        let line = context.lineStyles[stack[index].style.index]
        var (above, below) = (line.above, line.below)
        if isRubyText, line.isNormal {
            (above, below) = (line.ascent, line.descent)
        } else if takesLineHeightOfRoot == index {
            var style = context.styles[stack[index].style.index]
            style.lineHeight = context.styles[stack[0].style.index].lineHeight
            (above, below) = line.extents(replacing: style, profile: profile)
        } else if profile.insideMarkersHaveMarkerExtents, context.tree[stack[index].box].flags.contains(.insideMarker) {
            (above, below) = line.markerExtents(profile: profile)
        }
        groups[stack[index].group].extent.add(stack[index].baseline - above, stack[index].baseline + below)
    }

    /// Lets a box with text or an atomic in it overflow, though it may not count on its line.
    private mutating func noteOverflow(of box: OpenBox) {
        if profile.textOverflowsLines, box.holdsContent, box.record >= 0 { inlineBoxes[box.record].isCounted = true }
    }

    // MARK: Items

    mutating func open(_ box: BoxID, hasEdge: Bool) {
        let style = content.style(of: box, in: context.tree)
        let parent = stack[stack.count - 1]
        let computed = context.styles[style.index]
        var opened = OpenBox(box: box, style: style, baseline: parent.baseline, group: parent.group, isCounted: false)
        switch computed.verticalAlign {
        case .top, .bottom:
            groups.append(Group(align: computed.verticalAlign))
            opened.group = groups.count - 1
            opened.baseline = 0
        default:
            let line = context.lineStyles[style.index]
            opened.baseline = quantized(parent.baseline + shift(computed, parent: parent, above: line.above, below: line.below, lineHeight: line.lineHeight))
        }
        stack.append(opened)
        stack[stack.count - 1].record = inlineBoxes.count
        inlineBoxes.append((box, opened.group, opened.baseline, false))
        // A symbol stands on the line, though it is no text.
        if context.tree[box].flags.contains(.insideMarker) {
            hasAnythingButBreaks = true
            if profile.insideMarkersHaveMarkerExtents { count(at: 0) }
        }
        if !isQuirky || hasEdge { count(at: stack.count - 1) }
    }

    mutating func close(hasEdge: Bool) {
        guard stack.count > 1 else { return }
        if hasEdge { count(at: stack.count - 1) }
        if context.hasAnnotations { closeInRuby() }
        let closed = stack[stack.count - 1]
        noteOverflow(of: closed)
        stack.removeLast()
        if takesLineHeightOfRoot == stack.count { takesLineHeightOfRoot = -1 }
        if closed.holdsContent { stack[stack.count - 1].holdsContent = true }
        if closed.hasExtent, closed.group == stack[stack.count - 1].group { stack[stack.count - 1].hasExtent = true }
    }

    mutating func addText(_ item: InlineItem, isCollapsedAway: Bool) {
        let index = stack.count - 1
        textBaselines.append((stack[index].group, stack[index].baseline))
        if isCollapsedAway { return }
        hasAnythingButBreaks = true
        stack[index].holdsContent = true
        count(at: index)
        if context.hasAnnotations { addMarks(of: item) }
        if item.flags.contains(.usesFallback), context.lineStyles[stack[index].style.index].isNormal {
            let above = Float(item.fallbackAbove), below = Float(item.fallbackBelow)
            groups[stack[index].group].extent.add(stack[index].baseline - above, stack[index].baseline + below)
        }
    }

    /// Adds a forced break; gives whether the box it stands in counts in the line.
    mutating func addBreak(isNewline: Bool) -> Bool {
        let index = stack.count - 1
        textBaselines.append((stack[index].group, stack[index].baseline))
        // In quirks mode a break counts only on a line of its own, or in a box that holds nothing yet.
        let counts: Bool
        if !isQuirky || (isNewline && profile.newlinesAreText) {
            counts = true
        } else if profile.quirkyLinesGoByBox {
            counts = !stack[index].hasExtent && !(index == 0 && hasAnythingButBreaks)
        } else {
            counts = !hasAnythingButBreaks
        }
        if counts { count(at: index) }
        if context.sharesAnnotationSpace { addEmBox(of: nil) }
        return counts || stack[index].isCounted
    }

    mutating func addAtomic(_ box: BoxID) {
        hasAnythingButBreaks = true
        let index = stack.count - 1
        stack[index].holdsContent = true
        let style = context.styles[context.tree[box].style.index]
        let (above, below) = context.atomicExtents(box)
        switch style.verticalAlign {
        case .top, .bottom:
            groups.append(Group(align: style.verticalAlign))
            groups[groups.count - 1].extent.add(-above, below)
            atomics.append((box, groups.count - 1, -above, above + below))
        default:
            let parent = stack[index]
            let baseline = quantized(parent.baseline + shift(style, parent: parent, above: above, below: below, lineHeight: usedLineHeight(box)))
            groups[parent.group].extent.add(baseline - above, baseline + below)
            if context.sharesAnnotationSpace { stack[index].content.add(baseline - above, baseline + below) }
            stack[index].hasExtent = true
            atomics.append((box, parent.group, baseline - above, above + below))
        }
    }

    /// Adds the marker's own extents to the first line (browser-rules §6.3), as content of the block that the line is in or below it.
    mutating func addMarker(_ marker: MarkerOnLine) {
        guard profile.outsideMarkers == .joinLines else {
            // The line moves down to the marker's baseline where that is lower.
            if !groups[0].extent.isEmpty { groups[0].extent.add(-marker.above, groups[0].extent.bottom) }
            return
        }
        hasAnythingButBreaks = true
        count(at: 0)
        groups[0].extent.add(-marker.above, marker.below)
    }

    private func usedLineHeight(_ box: BoxID) -> Float { context.lineStyles[context.tree[box].style.index].lineHeight }

    /// The offset of a child's baseline from its parent's, down positive (browser-rules §4.3).
    private func shift(_ style: ComputedStyle, parent: OpenBox, above: Float, below: Float, lineHeight: Float) -> Float {
        let parentStyle = context.styles[parent.style.index]
        let parentLine = context.lineStyles[parent.style.index]
        switch style.verticalAlign {
        case .baseline, .top, .bottom: return 0
        case .sub: return parentStyle.fontSize / 5 + 1
        case .super: return -(parentStyle.fontSize / 3 + 1)
        case .textTop: return above - parentLine.ascent
        case .textBottom: return parentLine.descent - below
        case .middle: return -parentLine.xHeight / 2 + (above - below) / 2
        case .webkitBaselineMiddle: return (above - below) / 2
        case .length:
            let length = style.verticalAlignLength
            switch length.kind {
            case .percentage: return -(lineHeight * length.percent / 100)
            case .calculated: return -(length.px + lineHeight * length.percent / 100)
            default: return -length.px
            }
        }
    }

    // MARK: The line

    /// What is left of a room of the line's width in which some boxes on it get taller; to be asked when the line is finished.
    func room(_ room: WidthRoom, with growing: [BoxID]) -> WidthRoom {
        let boxes = atomics.filter { growing.contains($0.box) }
        if boxes.isEmpty { return room }
        // Heights above the baseline are rounded; what is rounded reaches down by up to half a px, where it makes no difference.
        if profile.lineBoxRounding == .wholePixels, groups.count == 1, boxes.allSatisfy({
            switch context.styles[context.tree[$0.box].style.index].verticalAlign {
            case .baseline, .sub, .super, .length: reachesLittle($0)
            default: false
            }
        }) { return room }
        return WidthRoom(less: room.less, more: 0, rising: growsEvenly(with: growing) ? room.rising : 0)
    }

    /// Whether a picture's lower edge is above what else reaches down, however its height is rounded.
    private func reachesLittle(_ atomic: (box: BoxID, group: Int, top: Float, height: Float)) -> Bool {
        context.tree[atomic.box].kind == .replaced && groups[0].extent.bottom >= atomic.top + context.atomicExtents(atomic.box).above + 0.5
    }

    /// Whether the line gets no less tall, nor its baseline higher, as some boxes on it get taller.
    ///
    /// A box that reaches furthest up goes on to: the line is then as tall as that box, or as what it reaches up by and what others reach
    /// down by. Otherwise what a box reaches down by must count for nothing or grow too. Boxes aligned to the line's edges go by their
    /// height alone.
    private func growsEvenly(with growing: [BoxID]) -> Bool {
        let boxes = atomics.filter { growing.contains($0.box) }
        guard let first = boxes.first else { return true }
        func align(_ box: BoxID) -> VerticalAlign { context.styles[context.tree[box].style.index].verticalAlign }
        guard groups.count == 1 else {
            // Where boxes at the bottom make room above, those at the top take it from them.
            let hasBottom = groups.dropFirst().contains { $0.align == .bottom }
            return boxes.allSatisfy { align($0.box) == .bottom || (align($0.box) == .top && !hasBottom) }
        }
        let extent = groups[0].extent
        if boxes.count == 1, first.top == extent.top {
            // Contents with a baseline of their own are not moved by halves of their height.
            if context.tree[first.box].kind == .replaced { return true }
            switch align(first.box) {
            case .baseline, .sub, .super, .length: return true
            default: return false
            }
        }
        return boxes.allSatisfy {
            guard context.tree[$0.box].kind == .replaced else { return false }
            switch align($0.box) {
            case .middle, .webkitBaselineMiddle, .textTop, .textBottom: return true
            default: return profile.lineBoxRounding != .wholePixels || reachesLittle($0)
            }
        }
    }

    struct Metrics {
        var height: Float
        /// From the top of the line.
        var baseline: Float
        /// Where annotations share space: what the line leaves free above and below what stands on it; negative where annotations stand out.
        var spaceAbove: Float = 0
        var spaceBelow: Float = 0
    }

    /// > L = max(rest, tallest top, tallest bottom): the line grows at the other side.
    mutating func finish() -> Metrics {
        for index in stack.indices.reversed() where index > 0 {
            noteOverflow(of: stack[index])
            if stack[index].holdsContent { stack[index - 1].holdsContent = true }
            if context.hasAnnotations { passOnAnnotations(from: index) }
        }
        var top = groups[0].extent.top
        var bottom = groups[0].extent.bottom
        var height = bottom - top
        var tallestTop: Float = 0
        var tallestBottom: Float = 0
        for group in groups.dropFirst() where !group.extent.isEmpty {
            let size = group.extent.bottom - group.extent.top
            if group.align == .top { tallestTop = max(tallestTop, size) } else { tallestBottom = max(tallestBottom, size) }
        }
        if tallestTop > height {
            bottom = top + tallestTop
            height = tallestTop
        }
        if tallestBottom > height {
            top = bottom - tallestBottom
            height = tallestBottom
        }
        for index in groups.indices.dropFirst() {
            let extent = groups[index].extent
            groups[index].offset = groups[index].align == .top ? top - extent.top : bottom - extent.bottom
        }
        var metrics = Metrics(height: height, baseline: -top)
        if context.sharesAnnotationSpace { findSpace(top: top, bottom: bottom, &metrics) }
        return metrics
    }
}
