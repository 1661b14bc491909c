// How boxes enter a block container: all inline-level, or all block-level with anonymous blocks around the inline-level ones
// (https://www.w3.org/TR/CSS22/visuren.html#anonymous-block-level).

extension BoxGenerator {
    mutating func beginFlow(_ container: BoxID) {
        let wraps = tree[container].kind == .flex || tree[container].kind == .grid
        let isBlockMode = wraps || isTableBeforeCells(container) || tree[container].kind == .math
        flows.append(Flow(container: container, isBlockMode: isBlockMode, wrapsEveryRun: wraps, run: isBlockMode ? .none : container))
    }

    mutating func endFlow() {
        let flow = flows.removeLast()
        for table in flow.strayTables { wrapTableParts(in: table) }
        guard flow.isBlockMode else {
            if tree[flow.container].flags.contains(.button) { wrapCellContents(flow.container) }
            else if tree[flow.container].kind == .block, tree[flow.container].firstChild.exists { makeInlineContext(flow.container) }
            else if tree[flow.container].kind == .tableCell || tree[flow.container].kind == .tableCaption { wrapCellContents(flow.container) }
            return
        }
        wrapTableParts(in: flow.container)
    }

    /// Cells, captions and buttons keep their kind: what they hold is one anonymous block container when it is inline-level.
    private mutating func wrapCellContents(_ cell: BoxID) {
        guard tree[cell].firstChild.exists else { return }
        let children = tree.detachChildren(of: cell)
        let anonymous = appendAnonymousBlock(to: cell)
        for child in children { tree.attach(child, to: anonymous) }
        makeInlineContext(anonymous)
    }


    mutating func makeInlineContext(_ box: BoxID) {
        tree[box].kind = .inlineContext
        tree[box].payload = UInt32(tree.inlineContexts.count)
        tree.inlineContexts.append(box)
    }

    mutating func appendAnonymousBlock(to container: BoxID) -> BoxID {
        var box = Box(kind: .block, style: anonymousStyle(inheritingFrom: tree[container].style))
        box.flags = .anonymous
        if tree[container].kind == .flex || tree[container].kind == .grid { box.flags.insert(.formattingContext) }
        return tree.append(box, to: container)
    }

    /// The style of an anonymous block box: inherited properties of its parent, initial values for the rest.
    mutating func anonymousStyle(inheritingFrom parent: StyleID, display: Display = .block) -> StyleID {
        anonymousStyle(AnonymousStyleKey(parent: parent, display: display)) { parent in
            var style = ComputedStyle.anonymous(inheritingFrom: parent)
            style.display = display
            return style
        }
    }

    /// A style for boxes that no element has, made once for its key.
    mutating func anonymousStyle(_ key: AnonymousStyleKey, _ make: (ComputedStyle) -> ComputedStyle) -> StyleID {
        if let known = anonymousStyles[key] { return known }
        let style = make(styled[key.parent])
        let id = StyleID(rawValue: UInt32(styled.styles.count))
        styled.styles.append(style)
        anonymousStyles[key] = id
        return id
    }

    // MARK: Adding boxes

    /// Adds a box to the current flow: inline-level and out-of-flow ones into the current run, block-level ones into the container.
    @discardableResult
    mutating func place(_ box: Box, node: NodeID, isInlineLevel: Bool) -> BoxID {
        if flows.isEmpty {
            var root = box
            root.node = node
            return tree.append(root, to: .none)
        }
        if !box.isInFlow {
            // > floats and absolutely positioned boxes stay where they stand: among lines, or among blocks.
            let flow = flows[flows.count - 1]
            if flow.wrapsEveryRun {
                // A child of a flex or grid container stands alone, and ends the run of text before it.
                flows[flows.count - 1].run = .none
            } else if flow.run.exists || !flow.openInlines.isEmpty {
                ensureRun()
                return append(box, node: node, flags: [])
            }
            var block = box
            block.node = node
            return tree.append(block, to: flow.container)
        }
        if isInlineLevel {
            ensureRun()
            return append(box, node: node, flags: .inlineLevel)
        }
        enterBlockMode()
        var block = box
        block.node = node
        let id = tree.append(block, to: flows[flows.count - 1].container)
        let inlines = flows[flows.count - 1].openInlines
        for (depth, open) in inlines.enumerated() where open.node.exists && !open.isPseudo {
            tree.blocksInInlines.append(BlockInInline(inline: open.node, block: id, isInnermost: depth == inlines.count - 1))
        }
        return id
    }

    /// Adds a box to the innermost open inline box, or the run itself. `ensureRun()` must have been called.
    @discardableResult
    mutating func append(_ box: Box, node: NodeID, flags: Box.Flags) -> BoxID {
        var box = box
        box.node = node
        box.flags.formUnion(flags)
        let flow = flows[flows.count - 1]
        return tree.append(box, to: flow.openInlines.last?.box ?? flow.run)
    }

    mutating func addText(_ node: NodeID, style: StyleID) {
        let range = document[node].text
        guard range.count > 0 else { return }
        let flow = flows[flows.count - 1]
        // White space between blocks makes no box unless it is preserved, between the parts of a table none at all.
        if flow.isBlockMode {
            if !flow.run.exists, flow.wrapsEveryRun ? isWhiteSpace(range) : isCollapsibleWhiteSpace(range, style: style) { return }
            if flow.openInlines.isEmpty, isTableBeforeCells(flow.container), isWhiteSpace(range) { return }
        }
        if standsBetweenTableParts(node), isCollapsibleWhiteSpace(range, style: style) { return }
        ensureRun()
        var box = Box(kind: .text, style: style)
        box.payload = UInt32(tree.texts.count)
        tree.texts.append(BoxText(source: .document(range)))
        append(box, node: node, flags: .inlineLevel)
    }

    mutating func addGeneratedText(_ text: String, style: StyleID) {
        guard !text.isEmpty else { return }
        ensureRun()
        var box = Box(kind: .text, style: style)
        box.payload = UInt32(tree.texts.count)
        tree.texts.append(BoxText(source: .generated(text)))
        append(box, node: .none, flags: .inlineLevel)
    }

    private func isTableBeforeCells(_ container: BoxID) -> Bool {
        switch tree[container].kind {
        case .table, .tableRowGroup, .tableRow, .tableColumnGroup, .tableColumn: true
        default: false
        }
    }

    func isCollapsibleWhiteSpace(_ range: ByteRange, style: StyleID) -> Bool {
        let style = styled[style]
        switch style.whiteSpaceCollapse {
        case .preserve, .breakSpaces, .preserveSpaces: return false
        default: break
        }
        let keepsNewlines = style.whiteSpaceCollapse == .preserveBreaks
        for index in Int(range.start)..<Int(range.start + range.count) {
            switch document.bytes[index] {
            case 0x20, 0x09, 0x0D: continue
            case 0x0A: if keepsNewlines { return false }
            default: return false
            }
        }
        return true
    }

    /// Flex and grid containers and tables drop runs of white space even where it is preserved
    /// (https://www.w3.org/TR/css-flexbox-1/#flex-items; both browsers).
    func isWhiteSpace(_ range: ByteRange) -> Bool {
        document.bytes[Int(range.start)..<Int(range.start + range.count)].allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    }

    // MARK: Inline boxes

    mutating func openInline(node: NodeID, style: StyleID, isPseudo: Bool) {
        ensureRun()
        var box = Box(kind: .inline, style: style)
        if isPseudo { box.flags.insert(.pseudo) }
        if styled[style].position != .static { box.flags.insert(.containsAbsolute) }
        let id = append(box, node: node, flags: .inlineLevel)
        flows[flows.count - 1].openInlines.append(OpenInline(style: style, node: node, isPseudo: isPseudo, box: id, wasSplit: false))
    }

    mutating func closeInline() {
        let last = flows.count - 1
        guard let open = flows[last].openInlines.last else { return }
        // The part after the last block in it, even without content, counts in a line that follows.
        if !open.box.exists { ensureRun() }
        flows[last].openInlines.removeLast()
    }

    /// Makes sure that there is a run to add inline-level content to, with a box for each open inline in it.
    mutating func ensureRun() {
        let last = flows.count - 1
        if !flows[last].run.exists {
            let anonymous = appendAnonymousBlock(to: flows[last].container)
            makeInlineContext(anonymous)
            flows[last].run = anonymous
        }
        var parent = flows[last].run
        for index in flows[last].openInlines.indices {
            if !flows[last].openInlines[index].box.exists {
                let open = flows[last].openInlines[index]
                var box = Box(kind: .inline, style: open.style)
                box.node = open.node
                box.flags = .inlineLevel
                if open.wasSplit { box.flags.insert(.continuesBefore) }
                if open.isPseudo { box.flags.insert(.pseudo) }
                if styled[open.style].position != .static { box.flags.insert(.containsAbsolute) }
                flows[last].openInlines[index].box = tree.append(box, to: parent)
            }
            parent = flows[last].openInlines[index].box
        }
    }

    /// A block-level box comes: what stands before it becomes an anonymous block, open inline boxes are split around it.
    private mutating func enterBlockMode() {
        let last = flows.count - 1
        if !flows[last].isBlockMode {
            flows[last].isBlockMode = true
            let container = flows[last].container
            if tree[container].firstChild.exists {
                let children = tree.detachChildren(of: container)
                if children.allSatisfy({ isNegligible($0) }) {
                    for child in children where !tree[child].isInFlow { tree.attach(child, to: container) }
                } else {
                    let anonymous = appendAnonymousBlock(to: container)
                    for child in children { tree.attach(child, to: anonymous) }
                    makeInlineContext(anonymous)
                }
            }
        }
        for index in flows[last].openInlines.indices where flows[last].openInlines[index].box.exists {
            tree[flows[last].openInlines[index].box].flags.insert(.continuesAfter)
            flows[last].openInlines[index].box = .none
            flows[last].openInlines[index].wasSplit = true
        }
        flows[last].run = .none
    }

    /// Whether a child of a block container makes no line and so needs no anonymous block: collapsible white space and out-of-flow boxes.
    private func isNegligible(_ id: BoxID) -> Bool {
        let box = tree[id]
        if !box.isInFlow { return true }
        switch box.kind {
        case .text:
            guard case .document(let range) = tree.texts[Int(box.payload)].source else { return false }
            return isCollapsibleWhiteSpace(range, style: box.style)
        default: return false
        }
    }
}
