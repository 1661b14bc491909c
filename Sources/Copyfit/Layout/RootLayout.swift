// The root element in the initial containing block, and the scrollable overflow that the document's height is (browser-rules §3.3, §3.7).

extension LayoutContext {
    func layoutRoot() {
        let root = BoxID.root
        let space = ConstraintSpace(availableWidth: viewport.width, availableHeight: viewport.height)
        let margins = margins(of: root, containingWidth: viewport.width)
        room = .unlimited
        if tree[root].isBlockContainer {
            layoutBlockRoot(root, space)
            room = tracksRoom ? roomOfLayout(of: root, space: space) : .none
        } else {
            layoutIndependent(root, space)
        }
        let x = horizontalOffsetOfRoot(width: fragments[root].size.width)
        setOrigin(of: root, Point(x: x, y: margins.top))
    }

    private func horizontalOffsetOfRoot(width: LayoutUnit) -> LayoutUnit {
        let style = style(of: .root)
        let margins = margins(of: .root, containingWidth: viewport.width)
        let free = viewport.width - width - margins.horizontal
        if style.margin.left.isAuto, style.margin.right.isAuto { return max(.zero, free / 2) }
        if style.margin.left.isAuto { return max(.zero, free) }
        return style.direction == .rtl ? margins.left + free : margins.left
    }

    /// In quirks mode the root and body boxes fill the viewport (https://quirks.spec.whatwg.org/#the-html-element-fills-the-viewport-quirk).
    func quirkyMinimumHeight(of id: BoxID) -> LayoutUnit? {
        guard prepared.mode == .quirks, id == .root || tree[id].flags.contains(.body) else { return nil }
        var height = viewport.height - margins(of: .root, containingWidth: viewport.width).vertical
        if id != .root {
            height -= edges(of: .root, containingWidth: viewport.width).vertical
            // Margins of children that collapse with the body's count.
            height -= marginBefore(id, containingWidth: viewport.width, probe: nil).sum
            height -= margins(of: id, containingWidth: viewport.width).bottom
        }
        return max(.zero, height)
    }

    /// The document's height as `scrollHeight` reports it: the lowest edge of the root's margin box and of what overflows it, at least
    /// the viewport's height, in whole px.
    package func scrollHeight() -> Int {
        guard !tree.boxes.isEmpty else { return viewport.height.rounded() }
        let overflow = blockMemory.isActive ? rememberedOverflowBottom() : OverflowMeasure.bottom(of: self)
        return max(viewport.height.rounded(), overflow.rounded())
    }
}

/// The bottom edge of a document's scrollable overflow (https://www.w3.org/TR/css-overflow-3/#scrollable).
enum OverflowMeasure {
    static func bottom(of context: LayoutContext) -> LayoutUnit {
        let root = BoxID.root
        let fragment = context.fragments[root]
        let margins = context.margins(of: root, containingWidth: context.viewport.width)
        var bottom = fragment.origin.y + fragment.size.height + margins.bottom
        bottom = max(bottom, overflowBottom(of: root, origin: fragment.origin.y, context: context))
        return bottom
    }

    /// The lowest overflow edge of a box's contents, in document coordinates, by a walk in tree order.
    static func overflowBottom(of root: BoxID, origin: LayoutUnit, context: LayoutContext) -> LayoutUnit {
        var lowest = LayoutUnit.zero
        // Each entry: a box and the document y of its border box.
        var stack: [(box: BoxID, y: LayoutUnit)] = [(root, origin)]
        while let (id, y) = stack.popLast() {
            let box = context.tree[id]
            let isInline = box.kind == .inline
            if !isInline {
                let style = context.style(of: id)
                // Empty boxes have nothing to scroll to.
                let size = context.fragments[id].size
                if size.height > .zero, size.width > .zero { lowest = max(lowest, y + size.height) }
                let isViewportScroller = id == .root || box.flags.contains(.body)
                if !isViewportScroller, style.overflowY != .visible || style.overflowX != .visible { continue }
                if style.contain & 0b10000 != 0 || style.contentVisibility == .hidden { continue }
                if let hanging = context.overflowOfMarkers(in: id) { lowest = max(lowest, y + context.contentOffset(of: id).y + hanging) }
                if box.kind == .inlineContext {
                    let top = y + context.contentOffset(of: id).y
                    if context.segmentTables != nil, context.lineSums[Int(box.payload)].count > 0 {
                        lowest = max(lowest, top + context.lineSums[Int(box.payload)].overflowBottom)
                    }
                    for line in context.fragments.lines[Int(box.payload)].lines {
                        lowest = max(lowest, top + .truncating(max(line.bottom, line.overflowBottom)))
                    }
                }
            }
            var child = box.firstChild
            while child.exists {
                let record = context.tree[child]
                if record.kind == .inline {
                    stack.append((child, y))
                } else if record.isOutOfFlow {
                    let fragment = context.fragments[child]
                    if fragment.isPlaced, context.style(of: child).position != .fixed {
                        let base = fragment.positionedIn.exists ? context.documentOrigin(of: fragment.positionedIn).y : .zero
                        stack.append((child, base + fragment.origin.y))
                    }
                } else if context.fragments[child].isPlaced {
                    stack.append((child, y + context.fragments[child].origin.y))
                }
                child = record.nextSibling
            }
        }
        return lowest
    }
}

extension LayoutContext {
    /// Where a box's border box stands in the document.
    func documentOrigin(of id: BoxID) -> Point {
        var origin = Point.zero
        var current = id
        while current.exists {
            let fragment = fragments[current]
            origin = origin + fragment.origin
            if tree[current].isOutOfFlow {
                current = fragment.positionedIn
            } else {
                current = containingBlock(of: current)
            }
        }
        return origin
    }
}
