/// Decides at which item a line may end: an opportunity lies between two pieces of content, the break stands at one of the box
/// edges between them (browser-rules §5.4).
enum LineBreakPlacement {
    /// - Parameter starts: where each part of the content begins in `items`; between the pieces of one run the builder has said it.
    static func mark(
        _ items: UnsafeMutableBufferPointer<InlineItem>, starts: [Int32], breaks: [BreakFlags], tree: BoxTree, styled: StyledDocument, document: Document,
        profile: Profile
    ) {
        var previous = -1
        var sawWordBreak = false
        for part in starts.indices {
            let index = Int(starts[part]), end = part + 1 < starts.count ? Int(starts[part + 1]) : items.count
            guard index < end else { continue }
            let kind = items[index].kind
            if kind == .wordBreak {
                let nowrap = styled[tree[items[index].box].style].textWrapMode == .nowrap
                if !nowrap || profile.wordBreaksIgnoreNowrap { sawWordBreak = true }
                continue
            }
            guard items[index].isContent else { continue }
            defer {
                previous = end - 1
                sawWordBreak = false
            }
            guard previous >= 0, items[previous].kind != .forcedBreak else { continue }
            let allowed = sawWordBreak || isOpportunity(items[previous], items[index], breaks, tree: tree, styled: styled, document: document)
            if allowed { items[breakPosition(items, after: previous, before: index)].flags.insert(.breakBefore) }
        }
    }

    private static func isOpportunity(
        _ before: InlineItem, _ after: InlineItem, _ breaks: [BreakFlags], tree: BoxTree, styled: StyledDocument, document: Document
    ) -> Bool {
        if after.kind == .forcedBreak { return false }
        // White space stays on the line of what it follows; only `break-spaces` lets it start one.
        if after.flags.contains(.whiteSpace) {
            guard after.kind == .text, styled[tree[after.box].style].whiteSpaceCollapse == .breakSpaces, !after.flags.contains(.noWrap) else {
                return false
            }
            return Int(after.start) < breaks.count && breaks[Int(after.start)].contains(.softWrap)
        }
        if before.kind == .text, after.kind == .text {
            // The space's own style says whether the line may end at it; else the following text's.
            if before.flags.contains(.whiteSpace) ? before.flags.contains(.noWrap) : after.flags.contains(.noWrap) { return false }
            return Int(after.start) < breaks.count && breaks[Int(after.start)].contains(.softWrap)
        }
        // > Before and after every atomic inline there is an opportunity, unless the atomic itself does not wrap.
        if before.kind == .atomic, after.kind == .atomic {
            return !(before.flags.contains(.noWrap) && after.flags.contains(.noWrap))
        }
        let atomic = before.kind == .atomic ? before : after
        return !atomic.flags.contains(.noWrap)
    }

    /// > The break is before the first opening tag whose element is not closed again before the next content.
    private static func breakPosition(_ items: UnsafeMutableBufferPointer<InlineItem>, after previous: Int, before next: Int) -> Int {
        var position = next
        var unclosedEnds = 0
        var index = next - 1
        while index > previous {
            switch items[index].kind {
            case .boxEnd: unclosedEnds += 1
            case .boxStart:
                if unclosedEnds > 0 { unclosedEnds -= 1 } else { position = index }
            default: break
            }
            index -= 1
        }
        return position
    }
}
