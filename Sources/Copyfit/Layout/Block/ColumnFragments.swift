/// Moves the boxes and lines of a flow that was laid out as one tall column to their columns.
///
/// A box that is cut keeps one fragment: the rectangle around its parts, which is what `getBoundingClientRect` reports.
struct ColumnFragments {
    let context: LayoutContext
    /// Where each column starts in the flow, from the border box of the container; ascending.
    let starts: [LayoutUnit]
    /// Of the columns.
    let height: LayoutUnit
    /// Where columns start in the container.
    let top: LayoutUnit
    let width: LayoutUnit
    let gap: LayoutUnit
    /// The left edge of the first column in right-to-left text; nil where it is the container's.
    let rightmost: LayoutUnit?

    private func column(at y: LayoutUnit) -> Int {
        var low = 0, high = starts.count
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] <= y { low = middle + 1 } else { high = middle }
        }
        return max(0, low - 1)
    }

    private func shift(of column: Int) -> Point {
        let across = (width + gap) * column
        return Point(x: rightmost.map { $0 - across } ?? across, y: top - starts[column])
    }

    /// How far what stands at `y` in the flow moves, and where it is then.
    func place(_ y: LayoutUnit) -> (shift: Point, y: LayoutUnit) {
        let shift = shift(of: column(at: y))
        return (shift, y + shift.y)
    }

    mutating func moveChildren(from first: BoxID, until end: BoxID, of parent: BoxID) {
        var child = first
        while child.exists, child != end {
            move(child, from: .zero, to: .zero, parent: parent)
            child = context.tree[child].nextSibling
        }
    }

    /// - Parameters:
    ///   - from: the parent's border box in the flow.
    ///   - to: the parent's border box where it is now; both from the container's border box.
    private mutating func move(_ id: BoxID, from: Point, to: Point, parent: BoxID) {
        if context.tree[id].isOutOfFlow {
            moveStaticPosition(of: id, container: parent, from: from, to: to)
            return
        }
        guard context.fragments[id].isPlaced else { return }
        let fragment = context.fragments[id]
        let old = from + fragment.origin
        let oldBottom = old.y + fragment.size.height
        let first = column(at: old.y)
        let last = fragment.size.height > .zero ? max(first, column(at: oldBottom - .epsilon)) : first
        context.forgetLayout(of: id)
        guard last > first else {
            let new = old + shift(of: first)
            context.fragments[id].origin = new - to
            return
        }
        let start = shift(of: first), end = shift(of: last)
        // All parts but the last reach down to the end of their columns.
        let lowest = max(oldBottom + end.y, top + height)
        let new = Point(x: old.x + min(start.x, end.x), y: min(old.y + start.y, top))
        context.fragments[id].origin = new - to
        context.fragments[id].size.width = fragment.size.width + max(start.x, end.x) - min(start.x, end.x)
        context.fragments[id].size.height = lowest - new.y
        guard context.tree[id].isBlockContainer else { return }
        if context.tree[id].kind == .inlineContext {
            moveLines(of: id, from: old, to: new)
            return
        }
        var child = context.tree[id].firstChild
        while child.exists {
            move(child, from: old, to: new, parent: id)
            child = context.tree[child].nextSibling
        }
    }

    private func moveStaticPosition(of id: BoxID, container: BoxID, from: Point, to: Point) {
        guard var position = context.staticPositions[id], position.container == container else { return }
        let offset = context.contentOffset(of: container).y
        let shift = place(from.y + offset + position.y).shift
        position.x = position.x + from.x - to.x + shift.x
        position.y = position.y + from.y - to.y + shift.y
        context.staticPositions[id] = position
    }

    /// Lines, atomic inlines and floats of an inline formatting context.
    mutating func moveLines(of id: BoxID, from: Point, to: Point) {
        let content = from.y + context.contentOffset(of: id).y
        let index = Int(context.tree[id].payload)
        let base = from - to
        /// How far what stands at `y` px in the content box moves within it.
        func offset(_ y: Float) -> (x: Float, y: Float) {
            let shift = place(content + .truncating(y)).shift + base
            return (shift.x.px, shift.y.px)
        }
        for number in context.fragments.lines[index].lines.indices {
            let line = context.fragments.lines[index].lines[number]
            let offset = offset(line.top)
            context.fragments.lines[index].lines[number].top += offset.y
            if line.overflowBottom != 0 { context.fragments.lines[index].lines[number].overflowBottom += offset.y }
            for piece in Int(line.firstPiece)..<Int(line.firstPiece + line.pieceCount) {
                context.fragments.lines[index].pieces[piece].x += offset.x
                context.fragments.lines[index].pieces[piece].baseline += offset.y
            }
        }
        for number in context.fragments.lines[index].inlineBoxes.indices {
            let box = context.fragments.lines[index].inlineBoxes[number]
            let offset = offset(box.y + box.height / 2)
            context.fragments.lines[index].inlineBoxes[number].x += offset.x
            context.fragments.lines[index].inlineBoxes[number].y += offset.y
        }
        moveAtomics(in: id, container: id, from: from, to: to)
    }

    private mutating func moveAtomics(in parent: BoxID, container: BoxID, from: Point, to: Point) {
        var child = context.tree[parent].firstChild
        while child.exists {
            let box = context.tree[child]
            if box.kind == .inline {
                moveAtomics(in: child, container: container, from: from, to: to)
            } else if box.isOutOfFlow {
                moveStaticPosition(of: child, container: container, from: from, to: to)
            } else if box.kind != .text, context.fragments[child].isPlaced {
                let old = from + context.fragments[child].origin
                let shift = place(old.y + context.fragments[child].size.height / 2).shift
                context.forgetLayout(of: child)
                context.fragments[child].origin = old + shift - to
            }
            child = box.nextSibling
        }
    }
}
