/// Where a line starts or ends in the items: an item, and for a text item that was split the UTF-16 offset in the paragraph.
struct LinePosition: Equatable {
    var item: Int
    /// Offset of the first unit of a split text item that is still to come; −1 for the item's start.
    var offset: Int32 = -1
    /// What the rest of a split item measures in WebKit: the old width less the prefix, not measured again (browser-rules §5.5).
    var carriedWidth: Float = 0
}

/// The content of one line as the line builder chose it.
struct LineContent {
    var start: LinePosition
    var end: LinePosition
    /// Px, trailing white space left out.
    var width: Float
    /// There is text, an atomic, a break or an edge: the line exists.
    var hasContent: Bool
    var endsWithForcedBreak: Bool
    /// A hyphen shows at its end, in the style of the last text.
    var hyphenWidth: Float = 0
    /// It does not fit and could fit lower, where floats leave more room.
    var wantsMoreRoom = false
}

/// Fills one line: takes what lies between two break opportunities as one piece, as long as pieces fit
/// (https://www.w3.org/TR/css-text-3/#line-breaking, browser-rules §3.5, §5.5).
struct LineBuilder<Measure: LineMeasure> {
    let content: InlineContent
    let context: LayoutContext
    let containingWidth: LayoutUnit
    /// Px between the line's edges, indent taken off.
    var available: Float
    /// Whether floats make the line narrower than its container.
    var isNarrowed: Bool
    let start: LinePosition

    /// Called for each float in turn with the width that stands before it on the line; gives the room that is then left, or nil when
    /// the float must go below the line.
    typealias FloatPlacing = (BoxID, Float) -> (available: Float, isNarrowed: Bool)?

    /// Whether to find `room`.
    var tracksRoom = false
    /// How much less and more room would give the same line.
    private(set) var room = WidthRoom.unlimited

    private var measure: Measure
    private var hasContent = false
    private var hasText = false
    /// Atomic or visible text stands on the line: it may end before the next piece.
    private var mayEnd = false
    /// The line starts with an inside marker: it may end after that, but white space that follows is at its start.
    private var hasMarker = false
    private var needsHyphen: Float = 0
    /// What must fit of the last segment where that is not all of it: WebKit lets closing edges after white space stand out of the line.
    private var fitting: Measure?
    /// The item before which the line has to end; −1 for none.
    private var endsBefore = -1

    init(
        content: InlineContent, context: LayoutContext, containingWidth: LayoutUnit, available: Float, isNarrowed: Bool, start: LinePosition
    ) {
        self.content = content
        self.context = context
        self.containingWidth = containingWidth
        self.available = available
        self.isNarrowed = isNarrowed
        self.start = start
        measure = Measure(content: content, shaper: context.shaper)
    }

    mutating func build(_ placeFloat: FloatPlacing) -> LineContent {
        var position = start
        // The last place where the line may end with its hyphen, if any, in the room.
        var lastGood: LineContent?
        while position.item < content.items.count {
            let first = content.items[position.item]
            if first.kind == .float || first.kind == .outOfFlow {
                if first.kind == .float, let room = placeFloat(first.box, measure.total) {
                    available = room.available
                    isNarrowed = room.isNarrowed
                }
                position = LinePosition(item: position.item + 1)
                continue
            }
            if position.item == endsBefore { return line(to: position, forced: false) }
            let before = measure
            let hadContent = hasContent, couldEnd = mayEnd || hasMarker, hyphenBefore = needsHyphen
            let segment = addSegment(from: position, placeFloat)
            let fits = (fitting ?? measure).fits(available)
            if tracksRoom, segment.hasVisibleContent { note(fits, needed: (fitting ?? measure).needed) }
            if fits || !segment.hasVisibleContent {
                position = segment.end
                if segment.isForced { return line(to: absorbClosingTags(position), forced: true) }
                if needsHyphen == 0 || fitsWithHyphen(needsHyphen) { lastGood = line(to: position, forced: false) }
                continue
            }
            if segment.hyphenates, let end = hyphenate(from: position, to: segment.end, measure: before, startsLine: !couldEnd) {
                return line(to: end, forced: false)
            }
            if couldEnd {
                measure = before
                hasContent = hadContent
                mayEnd = couldEnd
                needsHyphen = hyphenBefore
                if let end = fill(from: position, to: segment.end) { return line(to: end, forced: false) }
                if hyphenBefore > 0, !fitsWithHyphen(hyphenBefore), let good = lastGood, good.end != start { return good }
                return line(to: position, forced: false)
            }
            // The first piece of the line overflows.
            if isNarrowed {
                // Text that may be split anywhere stays beside floats as long as some of it fits.
                let (whole, had) = (measure, hasContent)
                measure = before
                hasContent = hadContent
                needsHyphen = 0
                if let end = split(from: position, to: segment.end, atLeastOne: false) { return line(to: end, forced: false) }
                (measure, hasContent) = (whole, had)
                var line = line(to: position, forced: false)
                line.wantsMoreRoom = true
                return line
            }
            let whole = measure
            measure = before
            hasContent = hadContent
            needsHyphen = 0
            if let end = split(from: position, to: segment.end) { return line(to: end, forced: false) }
            measure = whole
            hasContent = hadContent || segment.hasContent
            mayEnd = true
            needsHyphen = segment.hyphenWidth
            position = segment.end
            if segment.isForced { return line(to: absorbClosingTags(position), forced: true) }
            lastGood = line(to: position, forced: false)
        }
        return line(to: position, forced: false)
    }

    private mutating func fitsWithHyphen(_ hyphen: Float) -> Bool {
        let fits = measure.trimmed + hyphen <= available + 1.0 / 64
        if tracksRoom { note(fits, needed: measure.trimmed + hyphen) }
        return fits
    }

    /// Something that needs a width fits or does not.
    private mutating func note(_ fits: Bool, needed: Float?) {
        guard let needed, abs(needed) < 65536, available < 65536 else {
            room = .none
            return
        }
        // > f32 sum of item widths <= f32(available + 1/64): one unit is left for rounding.
        let spare = (available - needed) * 64 + 1
        if fits {
            room.less = min(room.less, max(0, Int32(spare.rounded(.down)) - 1))
            // With a picture that takes all that the line gets, f32 may round the other way.
            if spare < 0.1 { room.limitMore(to: 0) }
        } else {
            room.limitMore(to: max(0, Int32((-spare).rounded(.up)) - 2))
        }
    }

    private func line(to end: LinePosition, forced: Bool) -> LineContent {
        var line = LineContent(start: start, end: end, width: measure.trimmed, hasContent: hasContent, endsWithForcedBreak: forced)
        line.hyphenWidth = end.item < content.items.count ? needsHyphen : 0
        return line
    }

    /// Where the line ends if nothing but tags and white space stands between an opening tag and a forced break: at the first tag that is
    /// still open at the break; −1 if there is other content.
    private func breakAfterTag(at first: Int) -> Int {
        var position = -1
        var depth = 0
        var index = first
        while index < content.items.count {
            let item = content.items[index]
            switch item.kind {
            case .boxStart:
                if depth == 0 { position = index }
                depth += 1
            case .boxEnd:
                depth = max(0, depth - 1)
                if depth == 0 { position = -1 }
            case .forcedBreak: return position >= 0 ? position : index
            case .text where item.flags.contains(.whiteSpace) && item.flags.contains(.collapsible): break
            default: return -1
            }
            index += 1
        }
        return -1
    }

    private struct Segment {
        var end: LinePosition
        var hasContent = false
        /// Text or an atomic, which must fit; white space and edges alone always do.
        var hasVisibleContent = false
        var isForced = false
        var hyphenWidth: Float = 0
        /// A word of it may be hyphenated by dictionary.
        var hyphenates = false
    }

    /// Adds the items up to the next place where the line may end.
    private mutating func addSegment(from position: LinePosition, _ placeFloat: FloatPlacing) -> Segment {
        var segment = Segment(end: position)
        var index = position.item
        var pending = position
        var endsWithSpace = false
        var isAfterAtomic = false
        fitting = nil
        repeat {
            let item = content.items[index]
            if item.kind == .boxStart, isAfterAtomic, endsBefore < 0 {
                let fits = measure.fits(available)
                if tracksRoom { note(fits, needed: measure.needed) }
                if !fits { endsBefore = breakAfterTag(at: index) }
            }
            if index == endsBefore { break }
            switch item.kind {
            case .text:
                let from = pending.offset >= 0 ? pending.offset : item.start
                if content.hasRuby, hangsOver {
                    let overhang = context.overhangAfter(into: index, lineStart: start.item, content: content)
                    if overhang > 0 { measure.addBox(-overhang, isContent: false) }
                }
                addText(item, from: from, width: pending.offset >= 0 ? pending.carriedWidth : item.width, to: &segment)
                endsWithSpace = item.flags.contains(.collapsible) && item.flags.contains(.whiteSpace)
                if !endsWithSpace { isAfterAtomic = false }
                if !endsWithSpace { fitting = nil }
            case .boxStart, .boxEnd:
                var edge = context.inlineEdge(item, containingWidth: containingWidth)
                if item.flags.contains(.ruby), item.kind == .boxStart, hangsOver {
                    edge -= context.overhangBefore(index, lineStart: start.item, content: content)
                }
                if item.kind == .boxEnd, edge > 0, endsWithSpace, fitting == nil, context.profile.closingEdgesMayOverhang { fitting = measure }
                measure.addBox(edge, isContent: false)
                if item.flags.contains(.hasEdge) {
                    hasContent = true
                    segment.hasContent = true
                    if edge > 0 { segment.hasVisibleContent = true }
                    if context.tree[item.box].flags.contains(.insideMarker) { hasMarker = true }
                }
            case .atomic:
                measure.addBox(context.atomicWidth(item.box, containingWidth: containingWidth), isContent: true)
                endsWithSpace = false
                isAfterAtomic = context.profile.breaksLeaveFullLines && !item.flags.contains(.noWrap)
                fitting = nil
                hasContent = true
                mayEnd = true
                segment.hasContent = true
                segment.hasVisibleContent = true
                needsHyphen = 0
            case .forcedBreak:
                hasContent = true
                segment.hasContent = true
                segment.isForced = true
                needsHyphen = 0
            case .float:
                if let room = placeFloat(item.box, measure.total) {
                    available = room.available
                    isNarrowed = room.isNarrowed
                }
            case .annotation:
                endsWithSpace = false
                fitting = nil
                hasContent = true
                mayEnd = true
                segment.hasContent = true
                segment.hasVisibleContent = true
                needsHyphen = 0
            case .outOfFlow, .wordBreak: break
            }
            pending = LinePosition(item: index + 1)
            index += 1
            if segment.isForced { break }
        } while index < content.items.count && !content.items[index].flags.contains(.breakBefore)
        segment.end = LinePosition(item: index)
        segment.hyphenWidth = needsHyphen
        return segment
    }

    /// Ruby texts hang over their neighbours already while the line is filled.
    private var hangsOver: Bool { context.profile.rubyOverhang == .whileFilling }

    private mutating func addText(_ item: InlineItem, from: Int32, width: Float, to segment: inout Segment) {
        if item.flags.contains(.whiteSpace) {
            if item.flags.contains(.collapsible) {
                // White space at a line's start is removed.
                guard hasText || mayEnd else { return }
                measure.addText(item, from: from, to: item.end, width: width, trims: true)
                return
            }
            var width = width
            if item.flags.contains(.tab) {
                width = context.shaper.whiteSpaceWidth(
                    text: content.text, range: Int(from)..<Int(item.end), style: content.runs[Int(item.run)].style,
                    container: context.tree[content.container].style, position: measure.total)
            }
            hasContent = true
            segment.hasContent = true
            let hangs = item.flags.contains(.hanging)
            if !hangs { segment.hasVisibleContent = true }
            measure.addText(item, from: from, to: item.end, width: width, trims: hangs)
            mayEnd = true
            hasText = true
            needsHyphen = 0
            return
        }
        measure.addText(item, from: from, to: item.end, width: width, trims: false)
        hasContent = true
        hasText = true
        mayEnd = true
        segment.hasContent = true
        segment.hasVisibleContent = true
        if item.flags.contains(.hyphenates) { segment.hyphenates = true }
        needsHyphen = item.flags.contains(.endsWithSoftHyphen) ? context.shaper.hyphenWidth(content.runs[Int(item.run)].style) : 0
    }

    private struct HyphenationCandidate {
        var index: Int
        var from: Int32
        var width: Float
        var before: Measure
    }

    /// Breaks a word at a place that a dictionary allows (`hyphens: auto`): the text that overflows, else text of the piece before it; where
    /// the piece starts the line, even so that the part overflows.
    private mutating func hyphenate(from position: LinePosition, to end: LinePosition, measure start: Measure, startsLine: Bool) -> LinePosition? {
        room = .none
        var candidates: [HyphenationCandidate] = []
        var filled = start
        var pending = position
        search: for index in position.item..<end.item {
            let item = content.items[index]
            switch item.kind {
            case .boxStart, .boxEnd: filled.addBox(context.inlineEdge(item, containingWidth: containingWidth), isContent: false)
            case .atomic: filled.addBox(context.atomicWidth(item.box, containingWidth: containingWidth), isContent: true)
            case .text where !item.flags.contains(.whiteSpace):
                let from = pending.offset >= 0 ? pending.offset : item.start
                let width = pending.offset >= 0 ? pending.carriedWidth : item.width
                if item.flags.contains(.hyphenates) { candidates.append(HyphenationCandidate(index: index, from: from, width: width, before: filled)) }
                filled.addText(item, from: from, to: item.end, width: width, trims: false)
                if !filled.fits(available) { break search }
            default: break
            }
            pending = LinePosition(item: index + 1)
        }
        for orFirst in startsLine ? [false, true] : [false] {
            for candidate in candidates.reversed() {
                let item = content.items[candidate.index]
                let word = TextItem(start: item.start, count: item.count, run: item.run, width: item.width, flags: [])
                guard let part = context.shaper.hyphenatedPrefix(
                    text: content.text, item: word, runs: content.runs, from: Int(candidate.from), width: candidate.width,
                    available: available + 1.0 / 64 - candidate.before.total, orFirst: orFirst)
                else { continue }
                let offset = candidate.from + Int32(truncatingIfNeeded: part.count)
                measure = candidate.before
                measure.addText(item, from: candidate.from, to: offset, width: part.width, trims: false)
                hasContent = true
                needsHyphen = part.hyphen
                return LinePosition(item: candidate.index, offset: offset, carriedWidth: candidate.width - part.width)
            }
        }
        return nil
    }

    /// `word-break: break-all` and `line-break: anywhere` in WebKit: as much of the next piece as fits, or nil for none of it.
    private mutating func fill(from position: LinePosition, to end: LinePosition) -> LinePosition? {
        var index = position.item
        let before = measure
        while index < end.item, content.items[index].kind == .boxStart {
            measure.addBox(context.inlineEdge(content.items[index], containingWidth: containingWidth), isContent: false)
            index += 1
        }
        guard index < end.item, content.items[index].flags.contains(.fillsLine) else {
            measure = before
            return nil
        }
        let item = content.items[index]
        let isSplitAlready = index == position.item && position.offset >= 0
        let from = isSplitAlready ? position.offset : item.start
        let width = isSplitAlready ? position.carriedWidth : item.width
        guard let split = splitText(item, index: index, from: from, width: width, isFirst: false, atLeastOne: false), split.offset > from || split.item > index else {
            measure = before
            return nil
        }
        return split
    }

    /// An emergency break inside the first piece of a line: before the grapheme that does not fit (`overflow-wrap`).
    /// - Parameter atLeastOne: take a grapheme even if it does not fit.
    private mutating func split(from position: LinePosition, to end: LinePosition, atLeastOne: Bool = true) -> LinePosition? {
        var index = position.item
        var pending = position
        var isFirst = true
        while index < end.item {
            let item = content.items[index]
            switch item.kind {
            case .boxStart, .boxEnd:
                measure.addBox(context.inlineEdge(item, containingWidth: containingWidth), isContent: false)
            case .atomic:
                measure.addBox(context.atomicWidth(item.box, containingWidth: containingWidth), isContent: true)
                hasContent = true
                isFirst = false
            case .text where !item.flags.contains(.whiteSpace):
                let from = pending.offset >= 0 ? pending.offset : item.start
                let width = pending.offset >= 0 ? pending.carriedWidth : item.width
                let before = measure
                measure.addText(item, from: from, to: item.end, width: width, trims: false)
                let fits = measure.fits(available)
                if tracksRoom { note(fits, needed: measure.needed) }
                if !fits {
                    measure = before
                    guard item.flags.contains(.splittable) else { return nil }
                    let place = splitText(item, index: index, from: from, width: width, isFirst: isFirst, atLeastOne: isFirst && atLeastOne)
                    return place.map { withClosingTags($0, to: end) }
                }
                hasContent = true
                isFirst = false
            default: break
            }
            index += 1
            pending = LinePosition(item: index)
        }
        return nil
    }

    /// What closes after a text that was taken whole stays with it.
    private mutating func withClosingTags(_ place: LinePosition, to end: LinePosition) -> LinePosition {
        guard place.offset < 0 else { return place }
        var index = place.item
        while index < end.item, index > 0, content.items[index].kind == .boxEnd {
            measure.addBox(context.inlineEdge(content.items[index], containingWidth: containingWidth), isContent: false)
            index += 1
        }
        return LinePosition(item: index)
    }

    private mutating func splitText(
        _ item: InlineItem, index: Int, from: Int32, width: Float, isFirst: Bool, atLeastOne: Bool
    ) -> LinePosition? {
        var end = longestPrefix(of: item, from: from, width: width, atLeastOne: atLeastOne)
        if item.flags.contains(.fillsLine), context.styles[content.runs[Int(item.run)].style.index].lineBreak != .anywhere {
            end = context.withoutStrandedPunctuation(end, of: item, from: from, content: content, atLeastOne: atLeastOne)
        }
        if end.offset <= from {
            return isFirst ? nil : LinePosition(item: index, offset: from == item.start ? -1 : from, carriedWidth: width)
        }
        hasContent = true
        measure.addText(item, from: from, to: end.offset, width: end.width, trims: false)
        if end.offset >= item.end { return LinePosition(item: index + 1) }
        return LinePosition(item: index, offset: end.offset, carriedWidth: width - end.width)
    }

    /// The longest part of a text item from `from` that fits, in whole graphemes: its UTF-16 end and its width in px.
    private mutating func longestPrefix(of item: InlineItem, from: Int32, width: Float, atLeastOne: Bool) -> (offset: Int32, width: Float) {
        if context.profile.measuredUnit == .pieces {
            var textItem = TextItem(start: item.start, count: item.count, run: item.run, width: item.width, flags: [])
            textItem.level = item.level
            let spare = available + 1.0 / 64 - measure.total
            let prefix = context.shaper.prefix(
                text: content.text, item: textItem, runs: content.runs, from: Int(from), width: width, available: spare, atLeastOne: atLeastOne)
            if tracksRoom { note(prefix, in: spare) }
            return (from + Int32(truncatingIfNeeded: prefix.count), prefix.width)
        }
        var end = from
        var endWidth: Float = 0
        var isFirst = true
        while end < item.end {
            let next = Int32(truncatingIfNeeded: context.shaper.graphemeEnd(text: content.text, from: Int(end), limit: Int(item.end)))
            var longer = measure
            longer.addText(item, from: from, to: next, width: 0, trims: false)
            let fits = longer.fits(available)
            if tracksRoom { note(fits, needed: longer.needed) }
            if !fits, !(isFirst && atLeastOne) { break }
            endWidth = longer.total - measure.total
            end = next
            isFirst = false
        }
        return (end, endWidth)
    }

    /// A prefix is the same in some rooms.
    private mutating func note(_ prefix: TextShaper.Prefix, in spare: Float) {
        guard abs(available) < 65536, abs(measure.total) < 65536 else {
            room = .none
            return
        }
        // Three units are left for rounding.
        if prefix.narrowest > -.infinity { room.less = min(room.less, max(0, Int32(min(1e8, (spare - prefix.narrowest) * 64).rounded(.down)) - 3)) }
        if prefix.widest < .infinity { room.limitMore(to: max(0, Int32(min(1e8, (prefix.widest - spare) * 64).rounded(.down)) - 3)) }
    }

    /// > Closing tags directly after a forced break stay on the line that ends there (browser-rules §4.2).
    private func absorbClosingTags(_ position: LinePosition) -> LinePosition {
        var index = position.item
        while index < content.items.count, content.items[index].kind == .boxEnd {
            if !context.profile.closingTagsPassVanishedSpace, content.items[index].flags.contains(.afterVanishedSpace) { break }
            index += 1
        }
        if context.profile.openedTagsStayBeforeBlocks, opensOnlyBlocks(from: index) { index = content.items.count }
        return LinePosition(item: index)
    }

    /// Whether nothing but tags and white space is left and one of them goes on after a block that comes next.
    private func opensOnlyBlocks(from first: Int) -> Bool {
        var goesOn = false
        for item in content.items[first...] {
            switch item.kind {
            case .boxStart: if context.tree[item.box].flags.contains(.continuesAfter) { goesOn = true }
            case .boxEnd: break
            case .text where item.flags.contains(.whiteSpace) && item.flags.contains(.collapsible): break
            default: return false
            }
        }
        return goesOn
    }
}

extension LayoutContext {
    /// WebKit does not split a word before most punctuation (browser-rules §5.5): the prefix shortened until it may end.
    func withoutStrandedPunctuation(
        _ end: (offset: Int32, width: Float), of item: InlineItem, from: Int32, content: InlineContent, atLeastOne: Bool
    ) -> (offset: Int32, width: Float) {
        var offset = end.offset
        while offset > from, offset < item.end, !shaper.maySplitBefore(text: content.text, Int(offset)) {
            offset = Int32(truncatingIfNeeded: shaper.graphemeStart(text: content.text, at: Int(offset) - 1, limit: Int(from)))
        }
        if offset == end.offset { return end }
        if offset <= from { return atLeastOne ? end : (from, 0) }
        let textItem = TextItem(start: item.start, count: item.count, run: item.run, width: item.width, flags: [])
        return (offset, shaper.width(text: content.text, item: textItem, runs: content.runs, from: Int(from), to: Int(offset)))
    }
}
