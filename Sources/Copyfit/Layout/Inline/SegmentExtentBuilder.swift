/// Finds the extents of segments whose inline boxes or fonts make lines differ in height, by the rules of `LineBoxBuilder`.
struct SegmentExtentBuilder {
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
