// Outside list markers and the line that they join (browser-rules §6.3).

extension LayoutContext {
    /// The marker that waits for its first line, if `line` is that line.
    func takeMarker(line: LineContent, container: BoxID) -> MarkerOnLine? {
        guard line.hasContent, let item = waitingMarkers.last else { return nil }
        if let home = markerPlaces.homes[item] { return home == container ? markerOnLine(item) : nil }
        waitingMarkers.removeAll()
        // Items that hold blocks align them with the marker themselves.
        if profile.outsideMarkers == .alignWithContent, item != container { return nil }
        return markerOnLine(item)
    }

    func markerOnLine(_ item: BoxID) -> MarkerOnLine? {
        guard let marker = tree.markers[item] else { return nil }
        if let image = marker.image {
            return MarkerOnLine(above: image.naturalHeight ?? 0, below: 0, isImage: true)
        }
        if profile.outsideMarkers == .alignWithContent {
            let line = lineStyles[marker.style.index]
            return MarkerOnLine(above: line.above, below: line.below, descent: line.descent)
        }
        let line = lineStyles[marker.style.index]
        let extents = line.markerExtents(profile: profile)
        return MarkerOnLine(above: extents.above, below: extents.below, descent: line.descent)
    }

    /// Whether quirks mode counts the strut of a container's every line: list items (§4.5).
    func countsStrutAlways(_ container: BoxID) -> Bool {
        // Not those of anonymous blocks beside other blocks.
        tree[container].flags.contains(.listItem)
    }

    /// The marker's own line: strut and marker together.
    func ownMarkerLine(of item: BoxID) -> (height: LayoutUnit, baseline: LayoutUnit) {
        let strut = lineStyles[tree[item].style.index]
        var above = strut.above, below = strut.below
        if let marker = markerOnLine(item), profile.outsideMarkers == .joinLines || tree.markers[item]?.image != nil {
            above = max(above, marker.above)
            below = max(below, marker.below)
        }
        return (.truncating(above + below), .truncating(above))
    }

    /// Whether a marker stands on a line of its own above its item's first child: in WebKit where no line can take it (`MarkerPlaces`), and
    /// above `<ul>` and `<ol>` in quirks mode.
    func markerNeedsOwnLine(above child: BoxID, of item: BoxID) -> Bool {
        guard firstInFlowChild(of: item) == child else { return false }
        switch profile.outsideMarkers {
        case .joinLines: return markerPlaces.ownLines.contains(item)
        case .alignWithContent: return isListThatMarkersAvoid(child)
        }
    }

    private func isListThatMarkersAvoid(_ child: BoxID) -> Bool {
        guard prepared.mode == .quirks, tree[child].node.exists else { return false }
        return prepared.document.isElement(tree[child].node, .ul) || prepared.document.isElement(tree[child].node, .ol)
    }

    private func firstInFlowChild(of id: BoxID) -> BoxID {
        var child = tree[id].firstChild
        while child.exists, !tree[child].isInFlow { child = tree[child].nextSibling }
        return child
    }

    func giveMarkerItsOwnLine(above child: BoxID, flow: inout BlockFlow) {
        guard let item = waitingMarkers.last, flow.box == item, markerNeedsOwnLine(above: child, of: item) else { return }
        addOwnLine(of: item, to: &flow)
    }

    /// A float before all else of an item stands below the marker's own line.
    func giveMarkerItsOwnLine(aboveFloatIn flow: inout BlockFlow) {
        guard let item = waitingMarkers.last, flow.box == item, markerPlaces.ownLines.contains(item) else { return }
        addOwnLine(of: item, to: &flow)
    }

    private func addOwnLine(of item: BoxID, to flow: inout BlockFlow) {
        waitingMarkers.removeLast()
        var line = ownMarkerLine(of: item)
        // The markers of items around it stand there, too.
        while let outer = waitingMarkers.last, markerPlaces.homes[outer] == nil, !markerPlaces.ownLines.contains(outer) {
            waitingMarkers.removeLast()
            guard profile.outsideMarkers == .joinLines, let marker = markerOnLine(outer) else { continue }
            let above = max(line.baseline, .truncating(marker.above)), below = max(line.height - line.baseline, .truncating(marker.below))
            line = (above + below, above)
        }
        flow.addLine(height: line.height, baseline: line.baseline)
        if profile.outsideMarkers == .joinLines { markerLineAbove = line }
    }

    /// Where WebKit puts the outside markers of items in which it finds no line for them.
    func findMarkerPlaces() -> MarkerPlaces {
        let places = MarkerPlaces()
        guard profile.outsideMarkers == .joinLines else { return places }
        // Inner items first: where their markers are, those of outer items find a line.
        for item in tree.markers.keys.sorted(by: { $0.index > $1.index }) where tree[item].kind == .block && firstInFlowChild(of: item).exists {
            switch firstLine(in: item, places) {
            case .some(.none): continue
            case .some(let home):
                places.homes[item] = home
                places.markers[home, default: []].append(item)
                var holder = home
                while holder.exists, holder != item {
                    places.holders.insert(holder)
                    holder = tree[holder].parent
                }
                places.holders.insert(item)
                continue
            case nil: break
            }
            var chain: [BoxID] = []
            var holder = item
            var isOpen = true
            while true {
                chain.append(holder)
                let child = tree[holder].kind == .inlineContext ? .none : firstInFlowChild(of: holder)
                guard child.exists else { break }
                let isInlineOfItem = holder == item && tree[child].kind == .inlineContext && tree[child].flags.contains(.anonymous)
                if tree[child].kind == .table || isInlineOfItem || tree[child].kind == .replaced || (holder == item && isListThatMarkersAvoid(child)) {
                    places.ownLines.insert(item)
                    chain = []
                    break
                }
                guard tree[child].isBlockContainer || tree[child].kind == .flex || tree[child].kind == .grid else {
                    isOpen = false
                    break
                }
                if tree[child].flags.contains(.anonymous) { break }
                holder = child
            }
            places.holders.formUnion(chain)
            if !chain.isEmpty { places.homes[item] = holder }
            if !chain.isEmpty, isOpen { places.markers[holder, default: []].append(item) }
        }
        return places
    }

    /// Whether an item's marker finds a line in a block: WebKit looks through the blocks in order, up to a table, a replaced box or a list
    /// that markers avoid. `.none` for a line of content, or the home of another item's marker; nil for no line.
    private func firstLine(in id: BoxID, _ places: MarkerPlaces) -> BoxID? {
        if places.markers[id] != nil { return id }
        // The marker of an inner item stands on a line of its own there.
        if places.ownLines.contains(id) { return BoxID.none }
        if tree[id].kind == .inlineContext { return prepared.inlineContents[Int(tree[id].payload)].makesLines ? BoxID.none : nil }
        var child = tree[id].firstChild
        while child.exists {
            if tree[child].isInFlow {
                guard tree[child].isBlockContainer || tree[child].kind == .flex || tree[child].kind == .grid else { return nil }
                if tree.markers[id] != nil, isListThatMarkersAvoid(child) { return nil }
                // The marker of an empty item makes a line.
                if tree.markers[child] != nil, tree[child].kind == .block, !firstInFlowChild(of: child).exists { return BoxID.none }
                if let found = firstLine(in: child, places) { return found }
            }
            child = tree[child].nextSibling
        }
        return nil
    }

    /// The line of a block that holds more than one marker and nothing else: nested markers have height.
    func lineOfMarkers(in id: BoxID) -> (height: LayoutUnit, baseline: LayoutUnit)? {
        guard !tree.markers.isEmpty, tree[id].isBlockContainer, let items = markerPlaces.markers[id], items.count > 1 else { return nil }
        let strut = lineStyles[tree[id].style.index]
        var above = strut.above, below = strut.below
        for marker in items.compactMap(markerOnLine) {
            above = max(above, marker.above)
            below = max(below, marker.below)
        }
        return (.truncating(above + below), .truncating(above))
    }

    /// The height of the line of markers that is all that an empty flex or grid container holds, as its item.
    func heightOfMarkers(in id: BoxID) -> LayoutUnit? {
        guard !tree.markers.isEmpty, let items = markerPlaces.markers[id] else { return nil }
        let strut = lineStyles[tree[id].style.index]
        let markers = items.compactMap(markerOnLine)
        return .truncating(markers.reduce(strut.above) { max($0, $1.above) } + markers.reduce(strut.below) { max($0, $1.below) })
    }

    /// How far markers on a line without height hang below the content edge of the block that holds them.
    func overflowOfMarkers(in id: BoxID) -> LayoutUnit? {
        guard !tree.markers.isEmpty else { return nil }
        let heightless = heightlessLines[id]
        var items = markerPlaces.markers[id] ?? []
        if hasLineOfMarkerAlone(id) { items.append(id) }
        guard !items.isEmpty else { return heightless }
        var above = lineStyles[tree[id].style.index].above
        var descent: Float = 0
        for item in items {
            guard let marker = tree.markers[item], let extents = markerOnLine(item) else { continue }
            above = max(above, extents.above)
            if marker.image == nil { descent = max(descent, lineStyles[marker.style.index].descent) }
        }
        return max(.truncating(above + descent), heightless ?? .zero)
    }

    /// Whether an item's marker stands on a line that it makes itself, in WebKit: in an entirely empty item, or above its first child.
    private func hasLineOfMarkerAlone(_ id: BoxID) -> Bool {
        guard profile.outsideMarkers == .joinLines, tree[id].kind == .block, tree.markers[id] != nil else { return false }
        return markerPlaces.ownLines.contains(id) || !firstInFlowChild(of: id).exists
    }

    /// Whether the marker alone makes a line of an item, and more than the line's height hangs on it.
    func isMarkerLineIrregular(_ id: BoxID, isNested: Bool) -> Bool {
        guard hasLineOfMarkerAlone(id) else { return false }
        return isNested || (overflowOfMarkers(in: id) ?? .zero) > ownMarkerLine(of: id).height
    }

    /// How far Chromium moves down the first child of an item whose outside marker's ascent is larger than the child's (§6.3).
    func markerShift(of child: BoxID, in item: BoxID) -> LayoutUnit? {
        guard profile.outsideMarkers == .alignWithContent, let marker = markerOnLine(item), let baseline = fragments[child].firstBaseline else { return nil }
        let ascent = LayoutUnit.truncating(marker.above)
        return ascent > baseline ? ascent - baseline : nil
    }

    /// Whether a list item without lines is as high as one: entirely empty ones are (§6.3).
    func markerMakesLine(_ item: BoxID) -> Bool {
        if tree[item].kind == .inlineContext { return true }
        let child = firstInFlowChild(of: item)
        return !child.exists || profile.outsideMarkers == .alignWithContent || markerNeedsOwnLine(above: child, of: item)
    }
}

/// Where WebKit puts outside markers whose items have no line for them (browser-rules §6.3). Found once, then only read.
final class MarkerPlaces {
    /// Items whose marker has a line of its own above their first child.
    @exclusivity(unchecked) fileprivate(set) var ownLines: Set<BoxID> = []
    /// The innermost first block of the other items. The marker stands there on a line of no height.
    @exclusivity(unchecked) fileprivate(set) var homes: [BoxID: BoxID] = [:]
    /// The items whose markers a block holds, where they may hang out of it.
    @exclusivity(unchecked) fileprivate(set) var markers: [BoxID: [BoxID]] = [:]
    /// The blocks from such an item down to its marker's home: the line there keeps margins apart.
    @exclusivity(unchecked) fileprivate(set) var holders: Set<BoxID> = []
}

extension BlockFlow {
    /// The item whose marker still waits has no line: WebKit gives one to entirely empty items, Chromium makes any at least as high.
    mutating func addLinelessMarker() {
        guard !hasLines, context.markerMakesLine(box) else { return }
        let line = context.ownMarkerLine(of: box)
        let isAligned = context.profile.outsideMarkers == .alignWithContent
        if isAligned, let marker = context.markerOnLine(box), !marker.isImage {
            context.heightlessLines[box] = .truncating(marker.above + marker.descent)
        }
        if isAligned, context.tree[box].firstChild.exists, context.tree[box].kind == .block {
            // Margins of what collapses through go on collapsing below, and with them those above the item that its top collapsed with.
            cursor = max(cursor, edges.top + line.height)
            if firstBaseline == nil { firstBaseline = edges.top + line.baseline }
            if isAtTop, collapsesTop {
                pending = marginsAbove.strut.collapsed(with: marginsAbove.dropsQuirks ? pending.withoutQuirks(context.profile) : pending)
                context.dependsOnMarginsAbove = true
            }
            isAtTop = false
            return
        }
        addLine(height: line.height, baseline: line.baseline)
        // The markers of items around it stand there, too.
        while let outer = context.waitingMarkers.last, context.markerPlaces.homes[outer] == nil { context.waitingMarkers.removeLast() }
    }
}
