/// What the line builder gave an inline formatting context last, where only heights are asked for. The lines are still there.
struct LineMemory {
    var result = InlineLayoutResult(height: .zero, firstBaseline: nil, lastBaseline: nil, lineCount: 0)
    /// Of the content box.
    var width = LayoutUnit.zero
    var room = WidthRoom.none
    var holds = false
}

extension LayoutContext {
    /// Lines that are built by `build`, or still stand from the last time, in one of the widths that those hold for.
    /// - Parameter isFree: no floats stand beside them, and they are not counted.
    func rememberedLines(_ id: BoxID, width: LayoutUnit, isFree: Bool, build: (LayoutUnit) -> InlineLayoutResult) -> InlineLayoutResult {
        guard tracksRoom else { return build(width) }
        let index = Int(tree[id].payload)
        // A marker that waits joins the first line.
        let isFree = isFree && waitingMarkers.isEmpty && !isHeightSensitive(id)
        if isFree, lineMemory[index].holds {
            let change = (width - lineMemory[index].width).rawValue
            if lineMemory[index].room.holds(change) {
                room.limit(to: lineMemory[index].room.moved(by: change))
                return lineMemory[index].result
            }
        }
        lineMemory[index].holds = false
        let outer = room
        room = .unlimited
        let result = build(width)
        if seeksSteps, isFree { widenRoom(of: index, width: width, result, build) }
        // Floats have to be placed each time, and where positioned boxes would stand.
        if isFree, !room.isEmpty, !prepared.inlineContents[index].hasFloats, !holdsOutOfFlow(id) { lineMemory[index] = LineMemory(result: result, width: width, room: room, holds: true) }
        room.limit(to: outer)
        return result
    }

    /// Finds up to which width lines of text that end elsewhere are as tall together; `room` is what they say of their width.
    private func widenRoom(of index: Int, width: LayoutUnit, _ result: InlineLayoutResult, _ build: (LayoutUnit) -> InlineLayoutResult) {
        let content = prepared.inlineContents[index]
        guard !content.hasFloats, !content.hasRuby else { return }
        for item in content.items {
            switch item.kind {
            case .atomic, .outOfFlow, .annotation: return
            // Its place on the lines may be another's containing block.
            case .boxStart: if tree[item.box].flags.contains(.containsAbsolute) || tree[item.box].flags.contains(.containsFixed) { return }
            default: continue
            }
        }
        func lowest() -> LayoutUnit {
            fragments.lines[index].lines.reduce(LayoutUnit.zero) { max($0, .truncating(max($1.bottom, $1.overflowBottom))) }
        }
        let (first, lines, bottom) = (room, fragments.lines[index], lowest())
        var more = first.more
        // Long texts break elsewhere at each width.
        var tries = min(24, 2 + 4000 / max(1, content.items.count))
        while tries > 0, more < 1 << 20, !mustStop {
            tries -= 1
            room = .unlimited
            let other = build(LayoutUnit(rawValue: width.rawValue &+ more &+ 1))
            guard other.height == result.height, other.lineCount == result.lineCount, other.firstBaseline == result.firstBaseline,
                other.lastBaseline == result.lastBaseline, lowest() == bottom
            else { break }
            more = Int32(clamping: Int(more) + 1 + Int(room.more))
        }
        fragments.lines[index] = lines
        room = WidthRoom(less: first.less, more: more)
    }

    /// Drops lines that no longer stand.
    func forgetLines(_ index: Int) {
        fragments.lines[index] = LineFragments()
        if tracksRoom { lineMemory[index].holds = false }
    }

    /// Whether one atomic inline is all that is to be seen of a content.
    func holdsOneBox(_ content: InlineContent) -> Bool {
        var count = 0
        for item in content.items {
            switch item.kind {
            case .atomic: count += 1
            case .text: if !item.flags.contains(.whiteSpace) || !item.flags.contains(.collapsible) { return false }
            case .boxStart, .boxEnd: if item.flags.contains(.hasEdge) { return false }
            case .wordBreak: continue
            case .forcedBreak, .float, .outOfFlow, .annotation: return false
            }
        }
        return count == 1
    }

    /// Whether the lines of a content depend on the width of their container by nothing but what fits on them, and floats.
    func hasRoom(_ content: InlineContent, style: ComputedStyle) -> Bool {
        if style.textIndent.dependsOnPercentage { return false }
        for item in content.items {
            switch item.kind {
            case .boxStart, .boxEnd:
                guard item.flags.contains(.hasEdge) else { continue }
                let style = styles[tree[item.box].style.index]
                if style.margin.left.dependsOnPercentage || style.margin.right.dependsOnPercentage || style.padding.left.dependsOnPercentage
                    || style.padding.right.dependsOnPercentage || dependsOnWidthVertically(style)
                { return false }
            default: continue
            }
        }
        return true
    }
}
