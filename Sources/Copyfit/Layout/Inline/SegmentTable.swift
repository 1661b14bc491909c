/// Where the lines of one inline formatting context may end, and how wide and tall it is up to there: enough to tell the height of its
/// lines at any width without looking at its items.
///
/// A **segment** is what the line builder takes as one piece: the items between two places where a line may end. A **chunk** ends with a
/// forced break or with the content; each starts a line of its own.
struct SegmentTable {
    /// In `SegmentTables.segments`.
    var segments: Range<Int>
    /// In `SegmentTables.chunkEnds`.
    var chunks: Range<Int>
    /// All lines are as tall as the container's strut, and nothing stands out below them: `SegmentTables.extents` has nothing to say.
    var isEven: Bool
    /// In `SegmentTables.extents`, for tables that are not even.
    var firstExtent = 0
    /// The container's strut: px above and below its baseline.
    var above: Float
    var below: Float
    /// `text-indent` of the first line.
    var indent: LayoutUnit
    /// Of the inline formatting context.
    var itemCount: Int
    /// The widest segment that would be split inside where it does not fit, in 1/64 px; below it the table does not hold. 0 for none.
    var widestSplittable: Double
}

/// One segment; lengths are sums of the items' f32 widths in 1/64 px, exact enough to decide all but ties.
struct Segment {
    /// From the content's start to the end of the segment.
    var end: Double
    /// The same without white space that vanishes or hangs at a line's end.
    var visibleEnd: Double
    /// The index of its first item.
    var firstItem: Int32
}

extension Segment {
    /// A word, and the white space that may follow it.
    @inline(__always) fileprivate init(
        firstItem: Int, end: Int, _ items: UnsafeBufferPointer<InlineItem>, _ total: inout Double, _ visible: inout Double
    ) {
        total += Double(items[firstItem].width) * 64
        visible = total
        if end > firstItem &+ 1 { total += Double(items[firstItem &+ 1].width) * 64 }
        self.init(end: total, visibleEnd: visible, firstItem: Int32(truncatingIfNeeded: firstItem))
    }
}

/// How far what stands on a segment reaches above and below the line's baseline, px, down positive.
struct SegmentExtent {
    var top: Float = .infinity
    var bottom: Float = -.infinity
    /// The lower edge of inline boxes, which counts as overflow.
    var drop: Float = -.infinity

    mutating func add(_ other: SegmentExtent) {
        top = min(top, other.top)
        bottom = max(bottom, other.bottom)
        drop = max(drop, other.drop)
    }
    mutating func add(top t: Float, bottom b: Float) {
        top = min(top, t)
        bottom = max(bottom, b)
    }
}

/// The segment tables of a document, made as they are asked for. They hold for every width.
final class SegmentTables {
    private enum State {
        case unknown
        /// Its lines need the line builder: there are floats, atomic inlines, hyphens, tabs or the like.
        case none
        case ready(SegmentTable)
    }

    @exclusivity(unchecked) private var states: [State]
    @exclusivity(unchecked) private(set) var segments: [Segment] = []
    /// Indices one past the last segment of each chunk.
    @exclusivity(unchecked) private(set) var chunkEnds: [Int32] = []
    /// Two for each segment of tables that are not even: with its trailing white space, and without.
    @exclusivity(unchecked) private(set) var extents: [SegmentExtent] = []
    /// By inline formatting context: what its lines gave last.
    @exclusivity(unchecked) var fillings: [LineFilling?]
    /// Whether heights of lines are all that layout asks for; columns cut lines apart, emphasis marks make them taller.
    let isUsable: Bool
    private let hasOutOfFlow: Bool

    init(_ prepared: PreparedBoxes) {
        let count = prepared.inlineContents.count
        states = Array(repeating: .unknown, count: count)
        fillings = Array(repeating: nil, count: count)
        hasOutOfFlow = prepared.tree.boxes.contains { $0.isOutOfFlow }
        isUsable = !prepared.hasEmphasis && !prepared.styled.styles.contains { $0.columnCount > 0 || !$0.columnWidth.isAuto }
        // Mostly a word and a space each.
        if isUsable { segments.reserveCapacity(prepared.inlineContents.reduce(count) { $0 &+ $1.items.count / 2 }) }
    }

    /// The table of an inline formatting context, or nil if it has none.
    func table(_ index: Int, in context: LayoutContext) -> SegmentTable? {
        switch states[index] {
        case .ready(let table): return table
        case .none: return nil
        case .unknown: break
        }
        let marks = (segments.count, chunkEnds.count, extents.count)
        if let table = makeTable(context.prepared.inlineContents[index], context) {
            states[index] = .ready(table)
            return table
        }
        segments.removeSubrange(marks.0...)
        chunkEnds.removeSubrange(marks.1...)
        extents.removeSubrange(marks.2...)
        states[index] = .none
        return nil
    }

    private func makeTable(_ content: InlineContent, _ context: LayoutContext) -> SegmentTable? {
        guard content.makesLines, !content.hasFloats, !content.hasRuby, content.paragraph == nil, content.firstLine == nil,
            !context.isRubyText(content.container)
        else { return nil }
        let style = context.styles[context.tree[content.container].style.index]
        if style.textIndent != .zero, style.textIndent.dependsOnPercentage || style.textIndentHanging || style.textIndentEachLine { return nil }
        var builder = SegmentTableBuilder(content: content, context: context, hasOutOfFlow: hasOutOfFlow)
        guard builder.build(into: &segments, &chunkEnds) else { return nil }
        let strut = context.lineStyles[context.tree[content.container].style.index]
        var table = SegmentTable(
            segments: builder.firstSegment..<segments.count, chunks: builder.firstChunk..<chunkEnds.count, isEven: builder.isEven, above: strut.above,
            below: strut.below, indent: context.holdsFirstLine(content.container) ? context.resolve(style.textIndent, base: .zero) : .zero,
            itemCount: content.items.count, widestSplittable: builder.widestSplittable)
        guard !table.segments.isEmpty else { return nil }
        if !builder.isEven {
            table.firstExtent = extents.count
            var measurer = SegmentExtentBuilder(content: content, context: context)
            guard measurer.build(segments[table.segments], chunkEnds: chunkEnds[table.chunks], lineEnd: builder.lineEnd, into: &extents) else {
                return nil
            }
        }
        return table
    }
}

/// Cuts the items of an inline formatting context into segments, as the line builder would.
private struct SegmentTableBuilder {
    let content: InlineContent
    let context: LayoutContext
    let isQuirky: Bool
    var isEven = true
    var widestSplittable = 0.0
    private let hasOutOfFlow: Bool
    var firstSegment = 0
    var firstChunk = 0
    /// Where the items of the last line end.
    var lineEnd: Int

    init(content: InlineContent, context: LayoutContext, hasOutOfFlow: Bool) {
        lineEnd = content.items.count
        self.hasOutOfFlow = hasOutOfFlow
        self.content = content
        self.context = context
        isQuirky = context.prepared.mode != .noQuirks
    }

    /// False if the content is not of the kind that a table can tell about.
    mutating func build(into segments: inout [Segment], _ chunkEnds: inout [Int32]) -> Bool {
        firstSegment = segments.count
        firstChunk = chunkEnds.count
        return content.items.withUnsafeBufferPointer { build($0, into: &segments, &chunkEnds) }
    }

    private mutating func build(_ items: UnsafeBufferPointer<InlineItem>, into segments: inout [Segment], _ chunkEnds: inout [Int32]) -> Bool {
        let strut = context.lineStyles[context.tree[content.container].style.index]
        if context.profile.textOverflowsLines, strut.descent > strut.below { isEven = false }
        var total = 0.0, visible = 0.0
        var index = 0
        var startsChunk = true
        while index < items.count {
            if context.mustStop { return false }
            if let end = plainEnd(items, index) {
                segments.append(Segment(firstItem: index, end: end, items, &total, &visible))
                index = end
                startsChunk = end == items.count
                if startsChunk {
                    chunkEnds.append(Int32(truncatingIfNeeded: segments.count))
                    visible = total
                }
                continue
            }
            let first = index
            let before = visible, start = total
            var hasContent = false, hasVisible = false, isForced = false, hasText = false, isSplittable = false
            repeat {
                let item = items[index]
                switch item.kind {
                case .text:
                    guard item.width >= 0, item.flags.isDisjoint(with: [.hyphenates, .endsWithSoftHyphen, .tab, .fillsLine]) else { return false }
                    if item.flags.contains(.usesFallback) {
                        isEven = isEven && Float(item.fallbackAbove) <= strut.above && Float(item.fallbackBelow) <= strut.below
                    }
                    if item.flags.contains(.whiteSpace) {
                        if item.flags.contains(.collapsible) {
                            // At a line's start it would be removed, elsewhere not.
                            if !hasText, startsChunk { break }
                            guard hasText else { return false }
                            total += Double(item.width) * 64
                            break
                        }
                        // Preserved space in front of a segment stands between lines of its own rules.
                        hasText = true
                        hasContent = true
                        total += Double(item.width) * 64
                        if !item.flags.contains(.hanging) {
                            hasVisible = true
                            visible = total
                        }
                        break
                    }
                    hasText = true
                    hasContent = true
                    hasVisible = true
                    if item.flags.contains(.splittable) { isSplittable = true }
                    total += Double(item.width) * 64
                    visible = total
                case .boxStart, .boxEnd:
                    if item.kind == .boxStart, !noteBox(item, strut: strut) { return false }
                    guard item.flags.contains(.hasEdge) else { break }
                    let style = context.styles[context.tree[item.box].style.index]
                    let isLeft = (item.kind == .boxStart) == (style.direction == .ltr)
                    if (isLeft ? style.margin.left : style.margin.right).dependsOnPercentage { return false }
                    if (isLeft ? style.padding.left : style.padding.right).dependsOnPercentage { return false }
                    let edge = context.inlineEdge(item, containingWidth: .zero)
                    // An edge after white space stands out of the line (LineBuilder).
                    guard edge >= 0, edge == 0 || item.kind == .boxStart || visible == total else { return false }
                    hasContent = true
                    if edge > 0 { hasVisible = true }
                    total += Double(edge) * 64
                    visible += Double(edge) * 64
                case .forcedBreak:
                    hasContent = true
                    isForced = true
                case .wordBreak: break
                case .atomic, .float, .outOfFlow, .annotation: return false
                }
                index += 1
            } while !isForced && index < items.count && !items[index].flags.contains(.breakBefore)
            if isForced { index = afterClosingTags(items, index) }
            let endsChunk = isForced || index >= items.count

            if !hasVisible, !(startsChunk && endsChunk) {
                // What always fits joins the line before it.
                guard visible == before, !startsChunk else { return false }
                segments[segments.count - 1].end = total
                if endsChunk { chunkEnds.append(Int32(truncatingIfNeeded: segments.count)) }
                startsChunk = endsChunk
                continue
            }
            if startsChunk, endsChunk, !hasContent {
                // No line at all: what stands there after the last line makes none taller.
                lineEnd = first
                startsChunk = true
                continue
            }
            if isSplittable { widestSplittable = max(widestSplittable, visible - start) }
            segments.append(Segment(end: total, visibleEnd: visible, firstItem: Int32(truncatingIfNeeded: first)))
            if endsChunk { chunkEnds.append(Int32(truncatingIfNeeded: segments.count)) }
            startsChunk = endsChunk
            // White space between lines is between their sums.
            if endsChunk { visible = total }
        }
        return total < 1e9
    }

    /// The end of a segment that is a word, and the space after it if there is one, in the container's own font: most are. Else nil.
    @inline(__always) private func plainEnd(_ items: UnsafeBufferPointer<InlineItem>, _ start: Int) -> Int? {
        guard items[start].kind == .text, items[start].flags.isSubset(of: .breakBefore), items[start].width >= 0 else { return nil }
        let next = start &+ 1
        if next == items.count || items[next].flags.contains(.breakBefore) { return next }
        guard items[next].kind == .text, items[next].flags == [.whiteSpace, .collapsible], items[next].width >= 0 else { return nil }
        return next &+ 1 == items.count || items[next &+ 1].flags.contains(.breakBefore) ? next &+ 1 : nil
    }

    /// Closing tags directly after a forced break stay on the line that ends there, as the line builder has them.
    private func afterClosingTags(_ items: UnsafeBufferPointer<InlineItem>, _ start: Int) -> Int {
        var index = start
        while index < items.count, items[index].kind == .boxEnd {
            if !context.profile.closingTagsPassVanishedSpace, items[index].flags.contains(.afterVanishedSpace) { break }
            index += 1
        }
        return index
    }

    /// Finds out whether an inline box leaves lines as they are without it. False if its own place matters to others.
    private mutating func noteBox(_ item: InlineItem, strut: LineStyle) -> Bool {
        if hasOutOfFlow, context.tree[item.box].flags.contains(.containsAbsolute) { return false }
        guard isEven else { return true }
        let id = context.tree[item.box].style.index
        let style = context.styles[id], line = context.lineStyles[id]
        guard style.verticalAlign == .baseline, !context.tree[item.box].flags.contains(.insideMarker) else {
            isEven = false
            return true
        }
        if isQuirky {
            // The strut itself may be missing.
            isEven = line.above == strut.above && line.below == strut.below
            if context.profile.quirkyLinesGoByBox, line.ascent != strut.ascent || line.descent != strut.descent || line.lineGap != strut.lineGap { isEven = false }
        } else {
            isEven = line.above <= strut.above && line.below <= strut.below
        }
        // Boxes that stand out below their line.
        if style.padding.bottom != .zero || style.borderWidth.bottom != 0 || line.descent > strut.below {
            isEven = isEven && !style.padding.bottom.dependsOnPercentage
                && line.descent + context.resolve(style.padding.bottom, base: .zero).px + style.borderWidth.bottom <= strut.below
        }
        return true
    }
}

/// Finds the extents of segments whose inline boxes or fonts make lines differ in height, by the rules of `LineBoxBuilder`.
private struct SegmentExtentBuilder {
    private struct Open {
        var style: Int
        var baseline: Float
        var drop: Float
        var isRoot = false
    }

    let content: InlineContent
    let context: LayoutContext
    private let isQuirky: Bool
    private var stack: [Open] = []
    /// With white space that is still trailing, and without.
    private var whole = SegmentExtent()
    private var visible = SegmentExtent()
    /// Deeper nesting is left to the line builder: each segment looks at all open boxes.
    private static let deepest = 24

    init(content: InlineContent, context: LayoutContext) {
        self.content = content
        self.context = context
        isQuirky = context.prepared.mode != .noQuirks
    }

    mutating func build(_ segments: ArraySlice<Segment>, chunkEnds: ArraySlice<Int32>, lineEnd: Int, into extents: inout [SegmentExtent]) -> Bool {
        if isQuirky, context.profile.quirkyLinesGoByBox { return false }
        var boxes = LineBoxBuilder(context: context, content: content, isListItem: context.countsStrutAlways(content.container))
        boxes.begin(openAtStart: [])
        let countsStrut = !isQuirky || context.countsStrutAlways(content.container)
        stack.append(Open(style: context.tree[content.container].style.index, baseline: 0, drop: -.infinity, isRoot: true))
        var chunk = chunkEnds.startIndex
        var startsChunk = true
        for index in segments.indices {
            let start = Int(segments[index].firstItem)
            let end = index + 1 < segments.endIndex ? Int(segments[index + 1].firstItem) : lineEnd
            whole = SegmentExtent()
            visible = SegmentExtent()
            if countsStrut { count(stack[0]) }
            if !isQuirky { for open in stack.dropFirst() { count(open) } }
            var hasText = false
            for item in content.items[start..<end] {
                switch item.kind {
                case .boxStart:
                    guard push(item, &boxes) else { return false }
                    if !isQuirky || item.flags.contains(.hasEdge) { count(stack[stack.count - 1]) }
                case .boxEnd:
                    guard stack.count > 1 else { return false }
                    if item.flags.contains(.hasEdge) { count(stack[stack.count - 1]) }
                    boxes.close(hasEdge: item.flags.contains(.hasEdge))
                    stack.removeLast()
                case .text:
                    if item.flags.contains(.whiteSpace), item.flags.contains(.collapsible) {
                        if startsChunk, !hasText { break }
                        addText(item, isTrailing: true)
                    } else {
                        addText(item, isTrailing: false)
                        hasText = true
                    }
                case .forcedBreak:
                    guard isQuirky else { break }
                    if item.flags.contains(.newline), context.profile.newlinesAreText {
                        count(stack[stack.count - 1])
                        break
                    }
                    guard !hasText else { break }
                    // A break counts on a line of its own.
                    guard startsChunk else { return false }
                    count(stack[stack.count - 1])
                default: break
                }
            }
            guard visible.top <= visible.bottom else { return false }
            extents.append(whole)
            extents.append(visible)
            startsChunk = chunk < chunkEnds.endIndex && Int(chunkEnds[chunk]) == index + 1
            if startsChunk { chunk += 1 }
        }
        return true
    }

    private mutating func push(_ item: InlineItem, _ boxes: inout LineBoxBuilder) -> Bool {
        let box = context.tree[item.box]
        let style = context.styles[box.style.index], line = context.lineStyles[box.style.index]
        guard stack.count < SegmentExtentBuilder.deepest, !box.flags.contains(.insideMarker) else { return false }
        boxes.open(item.box, hasEdge: item.flags.contains(.hasEdge))
        guard let record = boxes.inlineBoxes.last, record.group == 0, !style.padding.bottom.dependsOnPercentage else { return false }
        let drop = record.baseline + line.descent + context.resolve(style.padding.bottom, base: .zero).px + style.borderWidth.bottom
        stack.append(Open(style: box.style.index, baseline: record.baseline, drop: drop))
        return true
    }

    /// Adds a box's own extents.
    private mutating func count(_ open: Open) {
        let line = context.lineStyles[open.style]
        var extent = SegmentExtent(top: open.baseline - line.above, bottom: open.baseline + line.below)
        if !open.isRoot { extent.drop = open.drop }
        whole.add(extent)
        visible.add(extent)
    }

    private mutating func addText(_ item: InlineItem, isTrailing: Bool) {
        let open = stack[stack.count - 1]
        let line = context.lineStyles[open.style]
        var extent = SegmentExtent()
        if isQuirky { extent.add(top: open.baseline - line.above, bottom: open.baseline + line.below) }
        if isQuirky, !open.isRoot { extent.drop = open.drop }
        if item.flags.contains(.usesFallback), line.isNormal {
            extent.add(top: open.baseline - Float(item.fallbackAbove), bottom: open.baseline + Float(item.fallbackBelow))
        }
        if context.profile.textOverflowsLines { extent.drop = max(extent.drop, open.baseline + line.descent) }
        whole.add(extent)
        // Trailing space turns out to be inside as soon as text follows it.
        if !isTrailing { visible = whole }
    }
}
