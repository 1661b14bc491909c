/// No line ends inside a ruby base: an opportunity before its first content is one before the base itself.
enum RubyBreaks {
    static func remove(_ items: UnsafeMutableBufferPointer<InlineItem>) {
        var depth = 0, outermost = 0
        var sawContent = false
        for index in items.indices {
            let isEdge = items[index].flags.contains(.ruby)
            if isEdge, items[index].kind == .boxEnd { depth = max(0, depth - 1) }
            if depth > 0 || (isEdge && items[index].kind == .boxEnd) {
                if items[index].flags.contains(.breakBefore) {
                    items[index].flags.remove(.breakBefore)
                    if !sawContent { items[outermost].flags.insert(.breakBefore) }
                }
                items[index].flags.subtract([.splittable, .fillsLine, .hyphenates])
                if items[index].isContent { sawContent = true }
            }
            if isEdge, items[index].kind == .boxStart {
                if depth == 0 {
                    outermost = index
                    sawContent = false
                }
                depth += 1
            }
        }
    }
}
