/// Cuts the items of an inline formatting context into segments, as the line builder would.
struct SegmentTableBuilder {
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
