/// What a document measures at a width, in 1/64 px, and the viewport widths for which that holds.
struct HeightAnswer {
    var narrowest: Int32
    var widest: Int32
    /// Up to this width the height, where it does not stay, only grows with it; `widest` at least.
    var risesTo: Int32
    /// The lowest edge of the document.
    var bottom: Int32
    var rootHeight: Int32
    var bodyHeight: Int32
    var lineCount: Int
}

extension LayoutContext {
    /// The line boxes with content in a box.
    func lineCount(in root: BoxID) -> Int {
        var count = 0
        var stack = [root]
        while let id = stack.popLast() {
            let box = tree[id]
            if box.kind == .inlineContext {
                let index = Int(box.payload)
                count += (index < lineSums.count ? lineSums[index].count : 0) + fragments.lines[index].lines.count
            }
            var child = box.firstChild
            while child.exists {
                if tree[child].kind != .text, !isRubyText(child) { stack.append(child) }
                child = tree[child].nextSibling
            }
        }
        return count
    }

    /// The line boxes with content in the whole document.
    var lineCount: Int {
        // Ruby texts stand on lines of the text that they annotate.
        if tree.hasRuby, !tree.boxes.isEmpty { return lineCount(in: .root) }
        return lineSums.reduce(fragments.lines.reduce(0) { $0 + $1.lines.count }) { $0 + $1.count }
    }
}
