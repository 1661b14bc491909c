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
