/// Reads a finished layout out into a public `Layout`.
struct LayoutReport {
    let context: LayoutContext
    let width: Double
    let detail: LayoutDetail
    /// By box: the document position of its border box (for inline boxes, of the nearest other box).
    private(set) var origins: [Point]

    init(context: LayoutContext, width: Double, detail: LayoutDetail) {
        self.context = context
        self.width = width
        self.detail = detail
        origins = []
        if detail.contains(.lines) || detail.contains(.boxes) { origins = documentOrigins() }
    }

    func layout() -> Layout {
        let prepared = context.prepared
        let body = bodyBox
        var layout = Layout(
            width: width, height: context.scrollHeight(), rootHeight: context.tree.boxes.isEmpty ? 0 : context.fragments[.root].size.height.doublePx,
            bodyHeight: body.exists ? context.fragments[body].size.height.doublePx : 0, isQuirks: prepared.mode == .quirks,
            lineCount: context.lineCount, naturalWidth: nil, minWidth: nil, lines: nil, boxes: nil, fonts: nil,
            diagnostics: [])
        if detail.contains(.lines) { layout.lines = lines() }
        if detail.contains(.boxes) { layout.boxes = boxes() }
        if detail.contains(.fonts) { layout.fonts = FontReport.uses(in: context) }
        if detail.contains(.widths), body.exists {
            // Percentages of padding refer to the width laid out at, as when a page asks for `width: max-content`.
            let widths = context.intrinsicWidths(of: body)
            let padding = context.edges(of: body).horizontal - context.edges(of: body, containingWidth: .zero).horizontal
            layout.naturalWidth = (widths.maximum + padding).doublePx
            layout.minWidth = (widths.minimum + padding).doublePx
        }
        return layout
    }

    private var bodyBox: BoxID {
        for (index, box) in context.tree.boxes.enumerated() where box.flags.contains(.body) { return BoxID(rawValue: UInt32(index)) }
        return .none
    }

    // MARK: Positions

    private func documentOrigins() -> [Point] {
        let tree = context.tree
        var origins = Array(repeating: Point.zero, count: tree.boxes.count)
        guard !tree.boxes.isEmpty else { return origins }
        var stack: [BoxID] = [.root]
        while let id = stack.popLast() {
            let box = tree[id]
            let fragment = context.fragments[id]
            if box.kind == .inline {
                // Boxes inside move with it.
                origins[id.index] = origins[box.parent.index] + context.relativeOffset(id)
            } else if box.isOutOfFlow {
                origins[id.index] = fragment.positionedIn.exists ? context.documentOrigin(of: fragment.positionedIn) + fragment.origin : fragment.origin
            } else {
                origins[id.index] = (box.parent.exists ? origins[box.parent.index] : .zero) + fragment.origin
                if context.style(of: id).position == .sticky { origins[id.index].y += stickyShift(of: id, origins: origins) }
            }
            var child = box.firstChild
            while child.exists {
                stack.append(child)
                child = tree[child].nextSibling
            }
        }
        return origins
    }

    /// How far `top` pushes a sticky box down while nothing is scrolled: below the top of its scroll container, but not out of its
    /// containing block (https://www.w3.org/TR/css-position-3/#stickypos-insets).
    private func stickyShift(of id: BoxID, origins: [Point]) -> LayoutUnit {
        let style = context.style(of: id)
        let container = context.containingBlock(of: id)
        guard !style.inset.top.isAuto, container.exists else { return .zero }
        var scrollport = LayoutUnit.zero
        var height = context.viewport.height
        var ancestor = container
        while ancestor.exists {
            let ancestorStyle = context.style(of: ancestor)
            if ancestorStyle.overflowY != .visible, ancestorStyle.overflowY != .clip {
                scrollport = origins[ancestor.index].y + .truncating(ancestorStyle.borderWidth.top)
                height = context.fragments[ancestor].size.height
                break
            }
            ancestor = context.tree[ancestor].parent
        }
        let wanted = scrollport + context.resolve(style.inset.top, base: height) - origins[id.index].y
        let edges = context.edges(of: container)
        let end = origins[container.index].y + context.fragments[container].size.height - edges.bottom
        let margin = context.resolve(style.margin.bottom, base: context.fragments[container].size.width - edges.horizontal)
        let room = end - margin - origins[id.index].y - context.fragments[id].size.height
        return max(.zero, min(wanted, room))
    }

    /// The document position of the content box of an inline formatting context.
    private func contentOrigin(of container: BoxID) -> (x: Double, y: Double) {
        let origin = origins[container.index] + context.contentOffset(of: container)
        return (origin.x.doublePx, origin.y.doublePx)
    }

    // MARK: Lines

    private func lines() -> [LineInfo] {
        // Pieces of one text box on one line make one entry; text boxes were made in document order.
        var entries: [(box: UInt32, order: Int, info: LineInfo)] = []
        // A first letter has a text box of its own, but is of the same node.
        var firstBoxes: [NodeID: UInt32] = [:]
        for (index, box) in context.tree.boxes.enumerated() where box.kind == .text && box.node.exists && firstBoxes[box.node] == nil {
            firstBoxes[box.node] = UInt32(index)
        }
        for (index, fragments) in context.fragments.lines.enumerated() where !fragments.lines.isEmpty {
            let content = context.prepared.inlineContents[index]
            let origin = contentOrigin(of: content.container)
            for (number, line) in fragments.lines.enumerated() {
                let pieces = fragments.pieces[Int(line.firstPiece)..<Int(line.firstPiece + line.pieceCount)]
                var byNode: [NodeID: [LinePiece]] = [:]
                var order: [NodeID] = []
                for piece in pieces where piece.run >= 0 && !isGenerated(piece.box) {
                    let node = context.tree[piece.box].node
                    if byNode[node] == nil { order.append(node) }
                    byNode[node, default: []].append(piece)
                }
                for node in order {
                    guard let pieces = byNode[node]?.sorted(by: { $0.start < $1.start }) else { continue }
                    let text = collapsed(pieces.flatMap { sourceText($0, content: content) })
                    guard !text.isEmpty else { continue }
                    let left = pieces.map(\.x).min() ?? 0
                    let right = pieces.map { $0.x + $0.width }.max() ?? 0
                    let top = pieces.map { $0.baseline - $0.ascent }.min() ?? 0
                    let bottom = pieces.map { $0.baseline + $0.descent }.max() ?? 0
                    entries.append(
                        (
                            firstBoxes[node] ?? 0, number,
                            LineInfo(
                                top: origin.y + Double(top), left: origin.x + Double(left), right: origin.x + Double(right),
                                bottom: origin.y + Double(bottom), text: text)
                        ))
                }
            }
        }
        entries.sort { ($0.box, $0.order) < ($1.box, $1.order) }
        var infos: [LineInfo] = []
        var lastBox: UInt32?
        for entry in entries {
            // Lines of no height lie upon each other: to the eye they are one.
            if entry.box == lastBox, let last = infos.last, abs(last.top - entry.info.top) < 0.5 {
                infos[infos.count - 1].left = min(last.left, entry.info.left)
                infos[infos.count - 1].right = max(last.right, entry.info.right)
                infos[infos.count - 1].bottom = max(last.bottom, entry.info.bottom)
                infos[infos.count - 1].text += " " + entry.info.text
            } else {
                infos.append(entry.info)
            }
            lastBox = entry.box
        }
        return infos
    }

    private func isGenerated(_ box: BoxID) -> Bool {
        context.tree[box].kind == .text && context.tree.texts[Int(context.tree[box].payload)].isGenerated
    }

    private func sourceText(_ piece: LinePiece, content: InlineContent) -> ArraySlice<UInt16> {
        guard let original = content.originals[piece.run] else { return content.text[Int(piece.start)..<Int(piece.end)] }
        let runStart = content.runs[Int(piece.run)].start
        var start = Int(piece.start - runStart), end = Int(piece.end - runStart)
        if let offsets = original.offsets {
            start = start < offsets.count ? Int(offsets[start]) : original.text.count
            end = end < offsets.count ? Int(offsets[end]) : original.text.count
        }
        start = max(0, min(start, original.text.count))
        end = max(start, min(end, original.text.count))
        return original.text[start..<end]
    }

    private func collapsed(_ units: [UInt16]) -> String {
        var result: [UInt16] = []
        result.reserveCapacity(units.count)
        for unit in units {
            if unit == 0x20 || unit == 0x0A || unit == 0x09 || unit == 0x0D {
                if let last = result.last, last != 0x20 { result.append(0x20) }
            } else {
                result.append(unit)
            }
        }
        while result.last == 0x20 { result.removeLast() }
        return String(decoding: result, as: UTF16.self)
    }

    // MARK: Boxes

    private func boxes() -> [BoxInfo] {
        let document = context.prepared.document
        guard document.body.exists else { return [] }
        let rects = elementRects()
        var infos: [BoxInfo] = []
        var node = document.nextNode(after: document.body, within: document.body)
        while node.exists {
            if document[node].kind == .element {
                let tag = document.names.spelling(of: document[node].name)
                if let rect = rects[node.index] {
                    infos.append(BoxInfo(tag: tag, x: rect.left, y: rect.top, width: rect.right - rect.left, height: rect.bottom - rect.top))
                } else {
                    infos.append(BoxInfo(tag: tag, x: 0, y: 0, width: 0, height: 0))
                }
            }
            node = document.nextNode(after: node, within: document.body)
        }
        return infos
    }

    /// The block container that inline boxes without lines are placed by: cells and their like hold the lines in an anonymous block of ours.
    private func cornerBox(of container: BoxID) -> BoxID {
        let parent = context.tree[container].parent
        guard parent.exists, context.tree[container].flags.contains(.anonymous) else { return container }
        switch context.tree[parent].kind {
        case .tableCell, .tableCaption: return context.tree[parent].firstChild == container && !context.tree[container].nextSibling.exists ? parent : container
        default: return container
        }
    }

    /// A rectangle in CSS px of the document; f32 line positions do not fit layout units.
    private struct ElementRect {
        var left: Double
        var top: Double
        var right: Double
        var bottom: Double

        var isFlat: Bool { right <= left || bottom <= top }

        /// - Parameter countsPoints: whether a rectangle without any extent does.
        mutating func formUnion(_ other: ElementRect, countsPoints: Bool = false) {
            // Empty rectangles do not count (https://drafts.csswg.org/cssom-view/#dom-element-getboundingclientrect).
            if !countsPoints, other.right <= other.left && other.bottom <= other.top { return }
            if right <= left && bottom <= top {
                self = other
                return
            }
            left = min(left, other.left)
            top = min(top, other.top)
            right = max(right, other.right)
            bottom = max(bottom, other.bottom)
        }
    }

    private func elementRects() -> [ElementRect?] {
        var rects: [ElementRect?] = Array(repeating: nil, count: context.prepared.document.nodes.count)
        func add(_ rect: ElementRect, to node: NodeID, countsPoints: Bool = false) {
            guard let known = rects[node.index] else {
                rects[node.index] = rect
                return
            }
            if context.profile.flatFragmentsDoNotCount, known.isFlat || rect.isFlat {
                if known.isFlat { rects[node.index] = rect }
                return
            }
            rects[node.index]?.formUnion(rect, countsPoints: countsPoints)
        }
        func blockRect(_ id: BoxID) -> ElementRect {
            let origin = origins[id.index], size = context.fragments[id].size
            return ElementRect(
                left: origin.x.doublePx, top: origin.y.doublePx, right: (origin.x + size.width).doublePx, bottom: (origin.y + size.height).doublePx)
        }
        /// The rectangle that a block in an inline box gives the inline element: that of the anonymous block around it, as wide as the
        /// container.
        func splitRect(_ id: BoxID, isInnermost: Bool) -> ElementRect {
            var rect = blockRect(id)
            if context.profile.splitInlinesHoldMargins {
                let margins = context.fragments[id].collapsedMargins
                if isInnermost { rect.top -= margins.before.doublePx }
                rect.bottom += margins.after.doublePx
            }
            let container = context.tree[id].parent
            guard container.exists else { return rect }
            let edges = context.edges(of: container)
            rect.left = origins[container.index].x.doublePx + edges.left.doublePx
            rect.right = origins[container.index].x.doublePx + (context.fragments[container].size.width - edges.right).doublePx
            if (!isInnermost && !context.profile.outerInlinesHoldBlocks) || rect.bottom <= rect.top { rect.right = rect.left }
            return rect
        }
        let document = context.prepared.document
        var graphics: [BoxID] = []
        for (index, box) in context.tree.boxes.enumerated() where box.node.exists && !box.flags.contains(.pseudo) {
            switch box.kind {
            case .inline, .text, .lineBreak, .wordBreak: continue
            default: break
            }
            let id = BoxID(rawValue: UInt32(index))
            guard context.fragments[id].isPlaced else { continue }
            add(blockRect(id), to: box.node)
            if box.kind == .replaced, document[box.node].namespace == .svg { graphics.append(id) }
        }
        if !graphics.isEmpty {
            var shapes = VectorShapes(document: document, profile: context.profile)
            for id in graphics {
                let rect = blockRect(id), edges = context.edges(of: id)
                shapes.measure(
                    context.tree[id].node,
                    content: VectorBounds(
                        left: rect.left + edges.left.doublePx, top: rect.top + edges.top.doublePx, right: rect.right - edges.right.doublePx,
                        bottom: rect.bottom - edges.bottom.doublePx))
            }
            for (node, bounds) in shapes.rects {
                rects[node.index] = ElementRect(left: bounds.left, top: bounds.top, right: bounds.right, bottom: bounds.bottom)
            }
        }
        for (index, fragments) in context.fragments.lines.enumerated() where !fragments.inlineBoxes.isEmpty {
            let container = context.prepared.inlineContents[index].container
            let origin = contentOrigin(of: container), base = origins[container.index]
            for fragment in fragments.inlineBoxes {
                let box = context.tree[fragment.box]
                guard box.node.exists, !box.flags.contains(.pseudo) else { continue }
                if fragment.isLineless, context.profile.linelessBoxesStandInCorner {
                    let corner = origins[cornerBox(of: container).index]
                    let x = corner.x.doublePx, y = corner.y.doublePx
                    add(ElementRect(left: x, top: y, right: x, bottom: y), to: box.node)
                    continue
                }
                let shift = origins[fragment.box.index] - base
                let x = origin.x + shift.x.doublePx + Double(fragment.x), y = origin.y + shift.y.doublePx + Double(fragment.y)
                add(ElementRect(left: x, top: y, right: x + Double(fragment.width), bottom: y + Double(fragment.height)), to: box.node)
            }
        }
        for split in context.tree.blocksInInlines where context.fragments[split.block].isPlaced {
            add(splitRect(split.block, isInnermost: split.isInnermost), to: split.inline, countsPoints: true)
        }
        return rects
    }
}
