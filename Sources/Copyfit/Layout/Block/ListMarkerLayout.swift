// Outside list markers and the line that they join (browser-rules §6.3).

extension LayoutContext {
    /// The marker that waits for its first line, if `line` is that line.
    func takeMarker(line: LineContent, container: BoxID) -> MarkerOnLine? {
        guard line.hasContent, let item = waitingMarkers.last else { return nil }
        waitingMarkers.removeAll()
        return markerOnLine(item)
    }

    func markerOnLine(_ item: BoxID) -> MarkerOnLine? {
        guard let marker = tree.markers[item] else { return nil }
        if let image = marker.image {
            return MarkerOnLine(above: image.naturalHeight ?? 0, below: 0)
        }
        let extents = lineStyles[marker.style.index].markerExtents(profile: profile)
        return MarkerOnLine(above: extents.above, below: extents.below)
    }

    /// Whether quirks mode counts the strut of a container's every line: list items (§4.5).
    func countsStrutAlways(_ container: BoxID) -> Bool {
        if tree[container].flags.contains(.listItem) { return true }
        let parent = tree[container].parent
        return tree[container].flags.contains(.anonymous) && parent.exists && tree[parent].flags.contains(.listItem)
    }

    /// The marker's own line: strut and marker together.
    func ownMarkerLine(of item: BoxID) -> (height: LayoutUnit, baseline: LayoutUnit) {
        let strut = lineStyles[tree[item].style.index]
        var above = strut.above, below = strut.below
        if let marker = markerOnLine(item), !profile.isChromium || tree.markers[item]?.image != nil {
            above = max(above, marker.above)
            below = max(below, marker.below)
        }
        return (.truncating(above + below), .truncating(above))
    }

    /// Whether a marker stands on a line of its own above its item's first child: above tables and block-level replaced boxes in WebKit,
    /// and above `<ul>` and `<ol>` in quirks mode.
    func markerNeedsOwnLine(above child: BoxID) -> Bool {
        if !profile.isChromium, tree[child].kind == .table || tree[child].kind == .replaced { return true }
        guard prepared.mode == .quirks, tree[child].node.exists else { return false }
        return prepared.document.isElement(tree[child].node, .ul) || prepared.document.isElement(tree[child].node, .ol)
    }

    func giveMarkerItsOwnLine(above child: BoxID, flow: inout BlockFlow) {
        guard let item = waitingMarkers.last, flow.box == item, markerNeedsOwnLine(above: child) else { return }
        waitingMarkers.removeLast()
        let line = ownMarkerLine(of: item)
        flow.addLine(height: line.height, baseline: line.baseline)
    }

    /// The blocks that hold the outside markers of items without lines in WebKit, from the item down to its innermost first block: the marker
    /// stands there on a line of no height, which keeps margins apart.
    func emptyMarkerHolders() -> Set<BoxID> {
        guard !profile.isChromium else { return [] }
        var holders: Set<BoxID> = []
        for item in tree.markers.keys where tree[item].firstChild.exists && tree[item].kind == .block && isLineless(item) {
            var holder = item
            while holder.exists, tree[holder].isBlockContainer, !tree[holder].flags.contains(.formattingContext) || holder == item {
                holders.insert(holder)
                var child = tree[holder].firstChild
                while child.exists, !tree[child].isInFlow { child = tree[child].nextSibling }
                guard child.exists, tree[holder].kind == .block, !markerNeedsOwnLine(above: child) else { break }
                holder = child
            }
        }
        return holders
    }

    /// Whether nothing in a block container makes a line.
    private func isLineless(_ id: BoxID) -> Bool {
        if tree[id].kind == .inlineContext { return !prepared.inlineContents[Int(tree[id].payload)].makesLines }
        var child = tree[id].firstChild
        while child.exists {
            if tree[child].isInFlow, !tree[child].isBlockContainer || tree[child].flags.contains(.formattingContext) || !isLineless(child) { return false }
            child = tree[child].nextSibling
        }
        return true
    }

    /// How far Chromium moves down the first child of an item whose outside marker's ascent is larger than the child's (§6.3).
    func markerShift(of child: BoxID, in item: BoxID) -> LayoutUnit? {
        guard profile.isChromium, let marker = tree.markers[item], marker.image == nil, let baseline = fragments[child].firstBaseline else { return nil }
        let ascent = LayoutUnit.truncating(lineStyles[marker.style.index].above)
        return ascent > baseline ? ascent - baseline : nil
    }

    /// Whether a list item without lines is as high as one: entirely empty ones are (§6.3).
    func markerMakesLine(_ item: BoxID) -> Bool {
        if tree[item].kind == .inlineContext { return true }
        var child = tree[item].firstChild
        while child.exists {
            if tree[child].isInFlow { return profile.isChromium || markerNeedsOwnLine(above: child) }
            child = tree[child].nextSibling
        }
        return true
    }
}

extension BlockFlow {
    /// The item whose marker still waits has no line: WebKit gives one to entirely empty items, Chromium makes any at least as high.
    mutating func addLinelessMarker() {
        guard !hasLines, context.markerMakesLine(box) else { return }
        let line = context.ownMarkerLine(of: box)
        if context.profile.isChromium, context.tree[box].firstChild.exists, context.tree[box].kind == .block {
            // Margins of what collapses through go on collapsing below.
            cursor = max(cursor, edges.top + line.height)
            if firstBaseline == nil { firstBaseline = edges.top + line.baseline }
            if context.prepared.mode == .quirks { pending = MarginStrut() }
            isAtTop = false
            return
        }
        addLine(height: line.height, baseline: line.baseline)
    }
}
