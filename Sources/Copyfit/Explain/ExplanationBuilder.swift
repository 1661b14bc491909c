/// Builds the tree of an explanation from a laid-out page. Recursion goes as deep as boxes nest, to a bound.
struct ExplanationBuilder {
    typealias Node = HeightExplanation.Node
    let page: LaidOutPage
    let width: Double
    /// A page may have any number of boxes: what an explanation shows is bounded.
    private var budget = 2000
    private static let depthLimit = 200
    private typealias Text = ExplanationText

    init(page: LaidOutPage, width: Double) {
        self.page = page
        self.width = width
    }

    private var tree: BoxTree { page.tree }

    mutating func roots(diagnostics: [Diagnostic]) -> [Node] {
        var header = "\(page.height) px at a width of \(Text.number(width)) px, as \(page.profile.engineName)"
        header += page.document.mode == .quirks ? ", in quirks mode" : ", in standards mode"
        guard !tree.boxes.isEmpty else { return [Node(header + ": no boxes")] }
        var children = [explain(.root, depth: 0)]
        if let overflow = overflowNode() { children.append(overflow) }
        var roots = [Node(header, children)]
        let faces = FaceExplanation(page: page)
        if !faces.faceNodes.isEmpty { roots.append(Node("faces", faces.faceNodes)) }
        if !faces.missingNodes.isEmpty { roots.append(Node("characters that no face has", faces.missingNodes)) }
        let problems = diagnostics.prefix(100).map { Node($0.description) }
        if !problems.isEmpty { roots.append(Node("not as written", problems)) }
        return roots
    }

    // MARK: Boxes

    /// `p#intro.lead`, `anonymous block`, `::before of p`.
    func name(_ box: BoxID) -> String {
        let record = tree[box]
        guard record.node.exists, page.document[record.node].kind == .element, !record.flags.contains(.anonymous) else { return "anonymous block" }
        var name = page.document.names.spelling(of: page.document[record.node].name)
        if let id = page.document.attributeString(.id, of: record.node), !id.isEmpty { name += "#" + id.prefix(30) }
        if let classes = page.document.attributeString(.class, of: record.node) {
            for part in classes.split(whereSeparator: { $0 == " " || $0 == "\n" || $0 == "\t" }).prefix(2) { name += "." + part.prefix(30) }
        }
        return record.flags.contains(.pseudo) ? "generated box of " + name : name
    }

    private mutating func explain(_ box: BoxID, depth: Int) -> Node {
        budget -= 1
        let height = page.fragments[box].size.height
        var node = Node("\(name(box)) \(Text.px(height)) px: \(source(of: box))")
        guard depth < ExplanationBuilder.depthLimit, budget > 0 else { return node }
        if let edges = edgeText(box) { node.children.append(Node(edges)) }
        switch tree[box].kind {
        case .inlineContext:
            node.children += LineExplanation(page: page, box: box).nodes { self.name($0) }
            node.children += floats(of: box, depth: depth)
        case .replaced, .math: break
        case .flex, .grid: node.children += items(of: box, depth: depth)
        case .table: node.children += rows(of: box, depth: depth)
        default: node.children += flow(of: box, depth: depth)
        }
        return node
    }

    /// Where a box's height comes from.
    private func source(of box: BoxID) -> String {
        let record = tree[box]
        let style = page.style(box)
        if !record.flags.contains(.anonymous) {
            if let bound = boundText(box, style) { return bound }
            if record.kind != .replaced, style.aspectRatio > 0, style.height.isAuto, isOfRatio(box, style) {
                return "aspect-ratio \(Text.px(style.aspectRatio)) at \(Text.px(page.fragments[box].size.width)) px"
            }
            if record.kind != .tableRow, style.height.isLengthPercentage, let text = lengthText(style.height) {
                if record.kind == .tableCell { if isOfOwnHeight(box, style) { return "height: \(text), more than its content has" } } else if hasBaseOfPercentages(box, style) {
                    return "height: \(text)"
                } else {
                    return "its content, for height: \(text) is of a height that is auto"
                }
            }
        }
        switch record.kind {
        case .replaced: return replacedText(box, style)
        case .inlineContext:
            let count = page.fragments.lines[Int(record.payload)].lines.count
            return count == 0 ? "no lines" : Text.count(count, "line")
        case .table: return "its rows"
        case .tableRow: return "its tallest cell"
        case .flex: return style.flexDirection == .row || style.flexDirection == .rowReverse ? "its tallest items" : "its items"
        case .grid: return "its rows"
        default: return record.firstChild.exists ? "its content" : "nothing in it"
        }
    }

    /// The height of a cell is a least height.
    private func isOfOwnHeight(_ cell: BoxID, _ style: ComputedStyle) -> Bool {
        guard style.height.kind == .fixed else { return false }
        let edges = page.edges(of: cell).vertical
        let own = style.height.px + (style.boxSizing == .borderBox ? 0 : edges.px)
        return abs(own - page.fragments[cell].size.height.px) < 0.02 && (contentHeight(cell) + edges).px < own - 0.02 && tree[cell].kind != .inlineContext
    }

    /// > If the height of the containing block is not specified explicitly, a percentage computes to `auto`.
    ///
    /// Quirks mode, tables, flex and grid give heights in other ways: of them it is not said.
    private func hasBaseOfPercentages(_ box: BoxID, _ style: ComputedStyle) -> Bool {
        guard style.height.kind == .percentage, page.document.mode == .noQuirks, tree[box].isInFlow else { return true }
        var parent = tree[box].parent
        while parent.exists, tree[parent].flags.contains(.anonymous) { parent = tree[parent].parent }
        guard parent.exists, tree[parent].kind == .block || tree[parent].kind == .inlineContext else { return true }
        let base = page.style(parent)
        return !tree[parent].isInFlow || (base.height.isLengthPercentage && hasBaseOfPercentages(parent, base))
    }

    private func lengthText(_ length: Length) -> String? {
        switch length.kind {
        case .fixed: Text.px(length.px) + "px"
        case .percentage: Text.px(length.percent) + "%"
        case .calculated, .expression: "calc()"
        default: nil
        }
    }

    /// A minimum or maximum that decides.
    private func boundText(_ box: BoxID, _ style: ComputedStyle) -> String? {
        let edges = style.boxSizing == .borderBox ? 0 : page.edges(of: box).vertical.px
        let height = page.fragments[box].size.height.px
        if style.minHeight.kind == .fixed, style.minHeight.px > 0, abs(style.minHeight.px + edges - height) < 0.02 {
            return "min-height: \(Text.px(style.minHeight.px))px"
        }
        if style.maxHeight.kind == .fixed, abs(style.maxHeight.px + edges - height) < 0.02 { return "max-height: \(Text.px(style.maxHeight.px))px" }
        return nil
    }

    private func isOfRatio(_ box: BoxID, _ style: ComputedStyle) -> Bool {
        let size = page.fragments[box].size, edges = page.edges(of: box)
        let isBorderBox = style.boxSizing == .borderBox
        let width = isBorderBox ? size.width.px : (size.width - edges.horizontal).px, height = isBorderBox ? size.height.px : (size.height - edges.vertical).px
        return abs(height * style.aspectRatio - width) < 0.05 * max(1, style.aspectRatio)
    }

    private func replacedText(_ box: BoxID, _ style: ComputedStyle) -> String {
        let content = tree.replaced[Int(tree[box].payload)]
        if style.aspectRatio > 0, !style.aspectRatioIsAuto { return "aspect-ratio \(Text.px(style.aspectRatio)) at \(Text.px(page.fragments[box].size.width)) px" }
        switch content.kind {
        case .image, .svg, .video, .canvas, .embed, .frame:
            if let width = content.naturalWidth, let height = content.naturalHeight {
                return "picture of \(Text.px(width)) × \(Text.px(height)) px, shown \(Text.px(page.fragments[box].size.width)) px wide"
            }
            return "picture \(Text.px(page.fragments[box].size.width)) px wide"
        case .missingImage: return "picture that could not be loaded"
        default: return "form control"
        }
    }

    private func edgeText(_ box: BoxID) -> String? {
        guard tree[box].kind != .tableRow, tree[box].kind != .tableRowGroup else { return nil }
        let borders = page.borders(of: box), edges = page.edges(of: box)
        let top = edges.top - borders.top, bottom = edges.bottom - borders.bottom
        var parts: [String] = []
        if top > .zero || bottom > .zero { parts.append("padding \(Text.px(top)) + \(Text.px(bottom))") }
        if borders.top > .zero || borders.bottom > .zero { parts.append("border \(Text.px(borders.top)) + \(Text.px(borders.bottom))") }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    // MARK: Flow

    private func inFlowChildren(_ box: BoxID) -> [BoxID] {
        var list: [BoxID] = []
        var child = tree[box].firstChild
        while child.exists {
            if tree[child].isInFlow, !tree[child].isInlineLevel, page.fragments[child].isPlaced { list.append(child) }
            child = tree[child].nextSibling
        }
        return list
    }

    private func marginTop(_ box: BoxID) -> LayoutUnit { margin(box).top }
    private func margin(_ box: BoxID) -> Edges<LayoutUnit> {
        let parent = tree[box].parent
        let base = parent.exists ? page.fragments[parent].size.width - page.edges(of: parent).horizontal : page.viewport.width
        return page.margins(of: box, containingWidth: base)
    }

    private mutating func flow(of box: BoxID, depth: Int) -> [Node] {
        let children = inFlowChildren(box)
        guard !children.isEmpty else { return floats(of: box, depth: depth) }
        let edges = page.edges(of: box)
        var nodes: [Node] = []
        var cursor = edges.top
        var previous: BoxID?
        for child in children {
            let fragment = page.fragments[child]
            let top = fragment.origin.y
            let gap = top - cursor
            let above = margin(child).top
            if let text = gapText(gap, above: above, child: child, previous: previous, parent: box) { nodes.append(Node(text)) }
            nodes.append(explain(child, depth: depth + 1))
            guard budget > 0 else {
                nodes.append(Node("… and more"))
                return nodes
            }
            cursor = top + fragment.size.height
            previous = child
        }
        let rest = page.fragments[box].size.height - edges.bottom - cursor
        if let last = previous {
            let below = margin(last).bottom
            if rest != .zero {
                nodes.append(Node(restText(rest, below: below, last: last, of: box)))
            } else if below != .zero {
                nodes.append(Node("margin of \(Text.px(below)) px below \(name(last)) collapses through \(name(box))"))
            }
        }
        nodes += floats(of: box, depth: depth)
        return nodes
    }

    /// What lies below the last block in a box.
    private func restText(_ rest: LayoutUnit, below: LayoutUnit, last: BoxID, of box: BoxID) -> String {
        if rest == below { return "margin \(Text.px(rest)) px below \(name(last))" }
        if floatsReach(box) { return "\(Text.px(rest)) px below \(name(last)): floats reach down" }
        if let inner = inner(of: last, atEnd: true, where: { margin($0).bottom == rest }) {
            return "margin \(Text.px(rest)) px: that below \(name(inner)), the end of \(name(last))"
        }
        return "\(Text.px(rest)) px below \(name(last))"
    }

    private func floatsReach(_ box: BoxID) -> Bool {
        var child = tree[box].firstChild
        while child.exists {
            if tree[child].isFloating { return true }
            child = tree[child].nextSibling
        }
        return false
    }

    /// The gap above a block, and the margins that made it.
    private func gapText(_ gap: LayoutUnit, above: LayoutUnit, child: BoxID, previous: BoxID?, parent: BoxID) -> String? {
        guard let previous else {
            if gap == .zero { return above > .zero ? "margin of \(Text.px(above)) px above \(name(child)) collapses through \(name(parent))" : nil }
            if gap == above { return "margin \(Text.px(gap)) px above \(name(child))" }
            if let inner = inner(of: child, atEnd: false, where: { margin($0).top == gap }) { return "margin \(Text.px(gap)) px: that above \(name(inner)), the start of \(name(child))" }
            return "\(Text.px(gap)) px above \(name(child))"
        }
        let below = margin(previous).bottom
        if gap == .zero { return nil }
        if above > .zero, below > .zero, gap == max(above, below) {
            return "margin \(Text.px(gap)) px: \(Text.px(below)) below \(name(previous)) and \(Text.px(above)) above \(name(child)) collapse"
        }
        if gap == above + below, above != .zero || below != .zero {
            if above == .zero { return "margin \(Text.px(gap)) px below \(name(previous))" }
            if below == .zero { return "margin \(Text.px(gap)) px above \(name(child))" }
            return "margins \(Text.px(below)) + \(Text.px(above)) px between \(name(previous)) and \(name(child))"
        }
        let style = page.style(child)
        if style.clear != .none, gap > max(above, below) { return "\(Text.px(gap)) px above \(name(child)): it clears a float" }
        if let inner = inner(of: previous, atEnd: true, where: { margin($0).bottom == gap }) {
            return "margin \(Text.px(gap)) px: that below \(name(inner)), the end of \(name(previous))"
        }
        if let inner = inner(of: child, atEnd: false, where: { margin($0).top == gap }) {
            return "margin \(Text.px(gap)) px: that above \(name(inner)), the start of \(name(child))"
        }
        return "margin \(Text.px(gap)) px between \(name(previous)) and \(name(child)), collapsed with margins inside"
    }

    /// The first or last block in a block, in that, and so on: where their margins meet.
    private func inner(of box: BoxID, atEnd: Bool, where isWanted: (BoxID) -> Bool) -> BoxID? {
        var current = box
        for _ in 0..<ExplanationBuilder.depthLimit {
            guard tree[current].kind == .block, let next = atEnd ? inFlowChildren(current).last : inFlowChildren(current).first else { return nil }
            if isWanted(next) { return next }
            current = next
        }
        return nil
    }

    private mutating func floats(of box: BoxID, depth: Int) -> [Node] {
        var nodes: [Node] = []
        var child = tree[box].firstChild
        while child.exists {
            if tree[child].isFloating, page.fragments[child].isPlaced, budget > 0 {
                var node = explain(child, depth: depth + 1)
                node.text = "float " + node.text
                nodes.append(node)
            }
            child = tree[child].nextSibling
        }
        return nodes
    }

    // MARK: Tables, flex and grid

    private mutating func items(of box: BoxID, depth: Int) -> [Node] {
        var nodes: [Node] = []
        for child in inFlowChildren(box) {
            guard budget > 0 else { nodes.append(Node("… and more")); break }
            var node = explain(child, depth: depth + 1)
            let offset = page.fragments[child].origin.y - page.edges(of: box).top
            if offset != .zero { node.text += ", \(Text.px(offset)) px down" }
            nodes.append(node)
        }
        return nodes
    }

    private mutating func rows(of table: BoxID, depth: Int) -> [Node] {
        var nodes: [Node] = []
        for child in inFlowChildren(table) {
            if tree[child].kind == .tableCaption {
                nodes.append(explain(child, depth: depth + 1))
                continue
            }
            for row in tree[child].kind == .tableRowGroup ? inFlowChildren(child) : [child] where tree[row].kind == .tableRow {
                guard budget > 0 else { nodes.append(Node("… and more")); return nodes }
                nodes.append(rowNode(row, depth: depth))
            }
        }
        return nodes
    }

    private mutating func rowNode(_ row: BoxID, depth: Int) -> Node {
        budget -= 1
        let cells = inFlowChildren(row)
        let height = page.fragments[row].size.height
        let tallest = cells.max { contentHeight($0) < contentHeight($1) }
        var node = Node("\(name(row)) \(Text.px(height)) px")
        if page.style(row).height.kind == .fixed, page.style(row).height.px == height.px { node.text += ": height: \(Text.px(height))px" }
        if let tallest { node.children = [explain(tallest, depth: depth + 2)] }
        if cells.count > 1 { node.text += ", the tallest of \(cells.count) cells:" }
        return node
    }

    /// How tall a cell's content is, without the room that the row gives it.
    private func contentHeight(_ cell: BoxID) -> LayoutUnit {
        if tree[cell].kind == .inlineContext || tree[cell].firstChild.exists == false { return page.fragments[cell].size.height }
        var height = LayoutUnit.zero
        for child in inFlowChildren(cell) { height += page.fragments[child].size.height }
        return height
    }

    // MARK: Overflow

    /// What reaches below the root element.
    private func overflowNode() -> Node? {
        let root = page.fragments[.root]
        let bottom = root.origin.y + root.size.height
        guard LayoutUnit(page.height) > bottom + LayoutUnit(1), page.viewport.height < LayoutUnit(page.height) else {
            return page.viewport.height > bottom ? Node("the viewport is \(Text.px(page.viewport.height)) px high: the least height") : nil
        }
        var lowest: (box: BoxID, bottom: LayoutUnit)?
        for index in tree.boxes.indices {
            let id = BoxID(rawValue: UInt32(index))
            guard page.fragments[id].isPlaced, tree[id].kind != .inline, page.style(id).position != .fixed else { continue }
            let edge = page.origins[index].y + page.fragments[id].size.height
            if edge > (lowest?.bottom ?? bottom), edge.rounded() <= page.height + 1 { lowest = (id, edge) }
        }
        guard let lowest else { return Node("\(Text.px(LayoutUnit(page.height) - bottom)) px more: margin below the root or text that overflows it") }
        var how = ""
        if tree[lowest.box].isOutOfFlow { how = ", positioned" } else if tree[lowest.box].isFloating { how = ", a float" }
        return Node("\(Text.px(LayoutUnit(page.height) - bottom)) px more: \(name(lowest.box))\(how), overflows the root and ends at \(Text.px(lowest.bottom)) px")
    }
}
