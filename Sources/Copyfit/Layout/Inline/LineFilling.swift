/// What the lines of an inline formatting context measure at a width, and for which widths that holds.
struct LineFilling {
    /// The same breaks, hence the same heights, at all widths of the content box from `narrowest` to `widest`, in 1/64 px.
    var narrowest: Int32 = .min
    var widest: Int32 = .max
    var lineCount = 0
    var height = LayoutUnit.zero
    /// From the top of the content box.
    var firstBaseline = LayoutUnit.zero
    var lastBaseline = LayoutUnit.zero
    /// The lowest edge of lines and inline boxes, from the top of the content box.
    var overflowBottom = LayoutUnit.zero
    /// The outside list marker on the first line, px above and below its baseline; 0 and 0 for none.
    var markerAbove: Float = 0
    var markerBelow: Float = 0

    @inline(__always) func holds(at width: LayoutUnit) -> Bool { width.rawValue >= narrowest && width.rawValue <= widest }
}

extension SegmentTables {
    /// Fills the lines of a table at a width of its content box. Nil where the table does not hold.
    ///
    /// Lines are found by search in prefix sums. These are f64 sums, the engine's are f32 sums in order: where the two could decide
    /// differently, the engine's is done.
    func fill(_ table: SegmentTable, _ index: Int, width: LayoutUnit, marker: MarkerOnLine?, context: LayoutContext) -> LineFilling? {
        guard table.holds(at: width.rawValue) else { return nil }
        return segments.withUnsafeBufferPointer { segments in
            fill(segments, table, index, width: width, marker: marker, context: context)
        }
    }

    private func fill(
        _ segments: UnsafeBufferPointer<Segment>, _ table: SegmentTable, _ index: Int, width: LayoutUnit, marker: MarkerOnLine?, context: LayoutContext
    ) -> LineFilling {
        chunkEnds.withUnsafeBufferPointer { chunkEnds in
            fill(segments, chunkEnds, table, index, width: width, marker: marker, context: context)
        }
    }

    /// As the other, for callers that have the arrays at hand.
    @inline(__always) func fill(
        _ segments: UnsafeBufferPointer<Segment>, _ chunkEnds: UnsafeBufferPointer<Int32>, _ table: SegmentTable, _ index: Int, width: LayoutUnit,
        marker: MarkerOnLine?, context: LayoutContext
    ) -> LineFilling {
        var filling = LineFilling()
        if let marker {
            filling.markerAbove = marker.above
            filling.markerBelow = marker.below
        }
        let markers = context.profile.outsideMarkers, rounding = context.profile.lineBoxRounding
        // Widths are compared as whole 1/64 px: > f32 sum of item widths <= f32(available + 1/64)
        var widestFitting = -Double.infinity, narrowestLeft = Double.infinity
        var top: Float = 0, lastTop: Float = 0, lastAbove: Float = 0
        var overflow: Float = 0
        var lineCount = 0
        var segment = table.segments.lowerBound
        var base = 0.0
        var perLine = 8
        for chunk in table.chunks {
            let end = Int(chunkEnds[chunk])
            while segment < end {
                let indent = lineCount == 0 ? Int(table.indent.rawValue) : 0
                let room = max(0, Int(width.rawValue) - indent)
                let limit = Double(room + 1)
                let start = segment
                let reach = base + limit
                // The last segment that fits, by a guess that is moved; the first one always stands.
                var last = min(start + perLine, end - 1)
                while last > start, segments[last].visibleEnd > reach { last -= 1 }
                while last + 1 < end, segments[last + 1].visibleEnd <= reach { last += 1 }
                // Twice the largest error of an f32 sum of so many items.
                let next = min(last + 1, end - 1)
                let itemCount = (next + 1 < table.segments.upperBound ? Int(segments[next + 1].firstItem) : table.itemCount) - Int(segments[start].firstItem)
                let tolerance = Double(itemCount + 4) * (segments[next].end - base) * 1.2e-7
                if (last > start && limit - (segments[last].visibleEnd - base) <= tolerance)
                    || (last + 1 < end && segments[last + 1].visibleEnd - base - limit <= tolerance)
                {
                    last = exactEnd(segments, from: start, near: last, end: end, table: table, index, room: room, context: context)
                }
                if last > start { widestFitting = max(widestFitting, segments[last].visibleEnd - base + tolerance + Double(indent)) }
                if last + 1 < end { narrowestLeft = min(narrowestLeft, segments[last + 1].visibleEnd - base - tolerance + Double(indent)) }
                perLine = last - start

                var above = table.above, below = table.below
                var drop = -Float.infinity
                if !table.isEven {
                    let extent = extent(of: start...last, in: table)
                    above = -extent.top
                    below = extent.bottom
                    drop = extent.drop
                }
                if lineCount == 0 {
                    if let marker {
                        // As `LineBoxBuilder.addMarker` has it.
                        if markers == .alignWithContent {
                            above = max(above, marker.above)
                        } else {
                            above = max(above, marker.above, table.above)
                            below = max(below, marker.below, table.below)
                            if !marker.isImage { drop = max(drop, marker.descent) }
                        }
                    }
                    filling.firstBaseline = .truncating(above)
                }
                // As `LineBoxBuilder.finish` has it: bottom − top.
                let height = below + above
                lastTop = top
                lastAbove = above
                overflow = max(overflow, top + height)
                if drop > -.infinity { overflow = max(overflow, top + above + drop) }
                top = rounding == .layoutUnits ? (LayoutUnit.truncating(top) + LayoutUnit.truncating(height)).px : top + height
                lineCount += 1
                base = segments[last].end
                segment = last + 1
            }
        }
        filling.lineCount = lineCount
        filling.lastBaseline = .truncating(lastTop + lastAbove)
        filling.height = .truncating(top)
        filling.overflowBottom = .truncating(overflow)
        var narrowest = table.widestSplittable > 0 ? table.narrowest : Int.min
        if widestFitting > -.infinity { narrowest = max(narrowest, min(Int(widestFitting.rounded(.up)) - 1, Int(width.rawValue))) }
        // Where nothing is left of the width, less makes no difference.
        filling.narrowest = narrowest <= 0 ? .min : Int32(clamping: narrowest)
        filling.widest = narrowestLeft < 1e9 ? max(Int32(clamping: Int(narrowestLeft.rounded(.up)) - 2), width.rawValue) : .max
        return filling
    }

    /// Finds up to which width lines that end elsewhere are as tall together, `fill` being what fills them at a wider width.
    ///
    /// Where all lines are of a height, their number tells, which only falls as they get more room: a line that starts later or is given
    /// more ends no earlier. Otherwise each change is looked at, some of them.
    @inline(__always) func widen(_ filling: inout LineFilling, _ table: SegmentTable, _ fill: (Int32) -> LineFilling?) {
        let limit = Int32(1) << 22
        if table.isEven {
            if filling.lineCount <= table.chunks.count { filling.widest = .max }
            var step: Int32 = 64
            var fewer = limit
            while filling.widest < fewer - 1 {
                let probe = fewer == limit ? min(limit - 1, filling.widest &+ step) : filling.widest &+ (fewer &- filling.widest) / 2
                guard let other = fill(probe) else { return }
                if other.lineCount == filling.lineCount {
                    filling.widest = other.widest
                    step = min(step, 1 << 16) * 2
                } else {
                    fewer = probe
                }
            }
            return
        }
        var tries = 24
        while filling.widest < limit, tries > 0 {
            tries -= 1
            guard let other = fill(filling.widest &+ 1), other.height == filling.height, other.lineCount == filling.lineCount,
                other.firstBaseline == filling.firstBaseline, other.lastBaseline == filling.lastBaseline, other.overflowBottom == filling.overflowBottom
            else { return }
            filling.widest = other.widest
        }
    }

    private func extent(of range: ClosedRange<Int>, in table: SegmentTable) -> SegmentExtent {
        let first = table.firstExtent + 2 * (range.lowerBound - table.segments.lowerBound)
        let last = table.firstExtent + 2 * (range.upperBound - table.segments.lowerBound)
        var extent = extents[last + 1]
        var index = first
        while index < last {
            extent.add(extents[index])
            index += 2
        }
        return extent
    }

    /// The last segment that fits, decided by the engine's own sum.
    private func exactEnd(
        _ segments: UnsafeBufferPointer<Segment>, from start: Int, near guess: Int, end: Int, table: SegmentTable, _ index: Int, room: Int,
        context: LayoutContext
    ) -> Int {
        let content = context.prepared.inlineContents[index]
        let available = Float(room) / 64
        func fits(_ last: Int) -> Bool {
            let endItem = last + 1 < table.segments.upperBound ? Int(segments[last + 1].firstItem) : content.items.count
            var measure = ItemSumMeasure(content: content, shaper: context.shaper)
            var hasText = false
            for item in content.items[Int(segments[start].firstItem)..<endItem] {
                switch item.kind {
                case .text:
                    let isSpace = item.flags.contains(.whiteSpace)
                    if isSpace, item.flags.contains(.collapsible), !hasText { continue }
                    hasText = true
                    measure.addText(
                        item, from: item.start, to: item.end, width: item.width, trims: isSpace && !item.flags.isDisjoint(with: [.collapsible, .hanging]))
                case .boxStart, .boxEnd: measure.addBox(context.inlineEdge(item, containingWidth: .zero), isContent: false)
                default: break
                }
            }
            return measure.fits(available)
        }
        var last = max(start, guess - 1)
        while last > start, !fits(last) { last -= 1 }
        while last + 1 < end, fits(last + 1) { last += 1 }
        return last
    }
}

extension SegmentTable {
    /// Whether lines in a content box of a width are as the table has them.
    @inline(__always) func holds(at width: Int32) -> Bool { width < 1 << 23 && (widestSplittable == 0 || Int(width) >= narrowest) }

    /// The narrowest content box, in 1/64 px, in which nothing is split that may be.
    var narrowest: Int { Int(widestSplittable * 1.00001) + 2 + max(0, Int(indent.rawValue)) }
}

extension LayoutContext {
    /// The lines of an inline formatting context without floats beside it, as their sum alone; nil where that takes the line builder.
    func fillLines(_ id: BoxID, width: LayoutUnit, tables: SegmentTables) -> InlineLayoutResult? {
        let index = Int(tree[id].payload)
        guard let table = tables.table(index, in: self) else { return nil }
        let item = waitingMarkers.last.flatMap { markerPlaces.homes[$0] == nil ? $0 : nil }
        let marker = item.flatMap { profile.outsideMarkers == .alignWithContent && $0 != id ? nil : markerOnLine($0) }
        // In quirks mode a marker on the line makes the strut count.
        if marker != nil, profile.outsideMarkers == .joinLines, prepared.mode != .noQuirks, !table.isEven { return nil }
        let filling: LineFilling
        if let known = tables.fillings[index], known.holds(at: width), known.markerAbove == marker?.above ?? 0, known.markerBelow == marker?.below ?? 0 {
            filling = known
        } else {
            guard var filled = tables.fill(table, index, width: width, marker: marker, context: self) else { return nil }
            if seeksSteps { tables.widen(&filled, table) { tables.fill(table, index, width: LayoutUnit(rawValue: $0), marker: marker, context: self) } }
            filling = filled
            tables.fillings[index] = filled
        }
        if item != nil { waitingMarkers.removeAll() }
        room.limit(to: WidthRoom(width: width, narrowest: filling.narrowest, widest: filling.widest))
        if !fragments.lines[index].lines.isEmpty { forgetLines(index) }
        lineSums[index] = LineSum(count: filling.lineCount, overflowBottom: filling.overflowBottom)
        return InlineLayoutResult(
            height: filling.height, firstBaseline: filling.firstBaseline, lastBaseline: filling.lastBaseline, lineCount: filling.lineCount)
    }
}

/// What is left of the lines of an inline formatting context where only heights are asked for.
struct LineSum {
    /// 0 where `FragmentTree.lines` has the lines, if there are any.
    var count = 0
    var overflowBottom = LayoutUnit.zero
}
