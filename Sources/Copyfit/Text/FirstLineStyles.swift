/// Finds the styles that boxes have on a first line with `::first-line` (https://www.w3.org/TR/css-pseudo-4/#first-line-pseudo).
struct FirstLineStyles {
    let tree: BoxTree
    let styled: StyledDocument

    /// The styles of an inline formatting context's boxes on its first line, its container's among them; nil where no `::first-line` applies.
    ///
    /// Generated content keeps the style that it has elsewhere.
    func styles(on container: BoxID) -> [BoxID: StyleID]? {
        guard let root = style(ofLinesIn: container) else { return nil }
        var styles = [container: root]
        var box = tree[container].firstChild
        while box.exists {
            let record = tree[box]
            var entersChildren = false
            switch record.kind {
            case .text, .lineBreak, .wordBreak: styles[box] = styles[record.parent]
            case .inline:
                if !record.flags.contains(.pseudo), record.node.exists { styles[box] = styled.style(of: .inheritedFirstLine, on: record.node) }
                entersChildren = record.firstChild.exists
            default: break
            }
            if entersChildren {
                box = record.firstChild
                continue
            }
            while box.exists, box != container, !tree[box].nextSibling.exists { box = tree[box].parent }
            guard box.exists, box != container else { break }
            box = tree[box].nextSibling
        }
        return styles
    }

    /// > The first formatted line of a block container may occur inside a block-level descendant in the same block formatting context.
    private func style(ofLinesIn container: BoxID) -> StyleID? {
        var block = container
        if tree[block].flags.contains(.anonymous) {
            guard isFirst(block) else { return nil }
            block = tree[block].parent
        }
        guard !tree[block].flags.contains(.pseudo), tree[block].node.exists else { return nil }
        if let own = styled.style(of: .firstLine, on: tree[block].node) { return own }
        guard let inherited = styled.style(of: .inheritedFirstLine, on: tree[block].node) else { return nil }
        while isFirst(block) {
            block = tree[block].parent
            if tree[block].node.exists, styled.style(of: .firstLine, on: tree[block].node) != nil { return inherited }
        }
        return nil
    }

    /// Whether a block is the first in the flow of its parent, so that its first line is the parent's.
    private func isFirst(_ block: BoxID) -> Bool {
        let parent = tree[block].parent
        guard parent.exists, tree[block].isInFlow, !tree[block].isInlineLevel, tree[parent].isBlockContainer || tree[parent].kind == .tableCell
        else { return false }
        var child = tree[parent].firstChild
        while child.exists, child != block {
            if tree[child].isInFlow { return false }
            child = tree[child].nextSibling
        }
        return child == block
    }
}
