internal import Copyfit

/// How far up and down each box and all in it may leave ink, so that what lies outside a picture or band is not drawn. Estimated generously.
struct InkExtents {
    /// By `BoxID`, CSS px of the document; empty for small pages, where nothing is skipped.
    private var tops: [Float] = []
    private var bottoms: [Float] = []
    /// Smaller trees are not worth it.
    private static let threshold = 256

    init(page: LaidOutPage) {
        let tree = page.tree
        guard tree.boxes.count >= InkExtents.threshold else { return }
        tops = Array(repeating: .infinity, count: tree.boxes.count)
        bottoms = Array(repeating: -.infinity, count: tree.boxes.count)
        // Children have higher numbers than their parents or lower ones: the order is by tree.
        var order: [BoxID] = []
        order.reserveCapacity(tree.boxes.count)
        var stack: [BoxID] = [.root]
        while let box = stack.popLast() {
            order.append(box)
            var child = tree[box].firstChild
            while child.exists {
                stack.append(child)
                child = tree[child].nextSibling
            }
        }
        for box in order.reversed() {
            add(own(box, page), to: box)
            let parent = tree[box].parent
            guard parent.exists else { continue }
            let style = page.style(box)
            let moves = style.isTransformed && tree[box].kind != .inline || style.position == .fixed || style.position == .sticky
            add(moves ? (-.infinity, .infinity) : (tops[box.index], bottoms[box.index]), to: parent)
        }
    }

    private mutating func add(_ range: (top: Float, bottom: Float), to box: BoxID) {
        tops[box.index] = min(tops[box.index], range.top)
        bottoms[box.index] = max(bottoms[box.index], range.bottom)
    }

    private func own(_ box: BoxID, _ page: LaidOutPage) -> (Float, Float) {
        let record = page.tree[box]
        let top = Float(page.origins[box.index].y.doublePx)
        var (low, high) = (top, top + Float(page.fragments[box].size.height.doublePx))
        if record.kind == .inlineContext, Int(record.payload) < page.fragments.lines.count, let last = page.fragments.lines[Int(record.payload)].lines.last {
            let content = top + page.edges(of: box).top.px
            low = min(low, content)
            high = max(high, content + last.top + last.height)
        }
        // Tall glyphs, markers, outlines.
        var reach: Float = 300
        let style = page.style(box)
        if style.paint != 0 {
            let paint = page.paint(style)
            for shadow in paint.boxShadows + paint.textShadows { reach = max(reach, abs(shadow.y) + 2 * shadow.blur + abs(shadow.spread) + 300) }
            if !paint.filters.isEmpty || paint.borderImage != nil { reach = max(reach, 2000) }
            reach = max(reach, abs(paint.outline.offset) + paint.outline.width + 300)
        }
        return (low - reach, high + reach)
    }

    /// Whether a box may leave ink in a rectangle of the document.
    func mayShow(_ box: BoxID, in rect: PaintRect) -> Bool {
        guard !tops.isEmpty else { return true }
        return Double(tops[box.index]) <= rect.maxY && Double(bottoms[box.index]) >= rect.y
    }
}
