/// Decides at which item a line may end: an opportunity lies between two pieces of content, the break stands at one of the box
/// edges between them (browser-rules §5.4).
enum LineBreakPlacement {
    /// - Parameter starts: where each part of the content begins in `items`; between the pieces of one run the builder has said it.
    static func mark(
        _ items: UnsafeMutableBufferPointer<InlineItem>, starts: [Int32], breaks: [BreakFlags], tree: BoxTree, styled: StyledDocument, document: Document,
        profile: Profile, watch: WorkWatch?
    ) {
        var previous = -1
        var sawWordBreak = false
        let markerEnd = insideMarkerEnd(items, tree)
        for part in starts.indices {
            if part & 1023 == 1023, watch?.mustStopNow() == true { return }
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
            // Beside an inside marker that is no text a line may end as beside an atomic inline; in WebKit beside any (measured).
            var followsMarker = false
            if previous < markerEnd, index > markerEnd, previous < 0 || profile.insideMarkersAreAtomic {
                followsMarker = items[index].kind != .forcedBreak && !items[index].flags.contains(.whiteSpace)
                    && styled[tree[items[markerEnd].box].style].textWrapMode == .wrap
            }
            guard followsMarker || (previous >= 0 && items[previous].kind != .forcedBreak) else { continue }
            let allowed = sawWordBreak || followsMarker
                || isOpportunity(items, previous, index, breaks, tree: tree, styled: styled, profile: profile)
            if allowed { items[breakPosition(items, after: previous, before: index, profile)].flags.insert(.breakBefore) }
        }
    }

    /// The item that ends the inside marker at the start of a list item, or −1.
    private static func insideMarkerEnd(_ items: UnsafeMutableBufferPointer<InlineItem>, _ tree: BoxTree) -> Int {
        guard let first = items.first, first.kind == .boxStart, tree[first.box].flags.contains(.insideMarker) else { return -1 }
        return items.firstIndex { $0.kind == .boxEnd && $0.box == first.box } ?? -1
    }

    private static func isOpportunity(
        _ items: UnsafeMutableBufferPointer<InlineItem>, _ previous: Int, _ next: Int, _ breaks: [BreakFlags], tree: BoxTree, styled: StyledDocument,
        profile: Profile
    ) -> Bool {
        let before = items[previous], after = items[next]
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
        // Before and after every atomic inline there is an opportunity, where what is before it wraps, or what holds both; WebKit asks what
        // comes after it too (measured). Chromium has it that a space says whether the line may end at it.
        if !before.flags.contains(.noWrap) { return true }
        if profile.wrapsBeforeWrappingAtomics {
            if !after.flags.contains(.noWrap) { return true }
        } else if before.flags.contains(.whiteSpace) {
            return false
        }
        return styled[tree[commonAncestor(items, previous, next, tree)].style].textWrapMode == .wrap
    }

    /// The innermost box that holds two pieces of content with nothing but edges between them.
    private static func commonAncestor(_ items: UnsafeMutableBufferPointer<InlineItem>, _ previous: Int, _ next: Int, _ tree: BoxTree) -> BoxID {
        var ancestor = tree[items[previous].box].parent
        var open = 0
        for index in previous + 1..<next {
            switch items[index].kind {
            case .boxStart: open += 1
            case .boxEnd: if open > 0 { open -= 1 } else { ancestor = tree[ancestor].parent }
            default: break
            }
        }
        return ancestor
    }

    /// > The break is before the first opening tag whose element is not closed again before the next content.
    /// In WebKit white space that vanished ends a line, too, where a closing tag comes after it: what was opened before it stays.
    private static func breakPosition(
        _ items: UnsafeMutableBufferPointer<InlineItem>, after previous: Int, before next: Int, _ profile: Profile
    ) -> Int {
        var position = next
        var unclosedEnds = 0
        var sawEnd = false
        var index = next - 1
        while index > previous {
            switch items[index].kind {
            case .boxEnd:
                unclosedEnds += 1
                sawEnd = true
            case .boxStart:
                if unclosedEnds > 0 { unclosedEnds -= 1 } else { position = index }
            default: break
            }
            if sawEnd, items[index].flags.contains(.followsVanishedSpace), profile.vanishedSpacesEndLines { break }
            index -= 1
        }
        return position
    }
}
