// Anonymous table boxes (https://www.w3.org/TR/css-tables-3/#fixup-algorithm).

extension BoxGenerator {
    /// Wraps misplaced children of table parts, and table parts outside tables, in the anonymous boxes that they miss.
    ///
    /// Called for a container whose children are complete; theirs are fixed up already.
    mutating func wrapTableParts(in container: BoxID) {
        switch tree[container].kind {
        case .table: wrapTableChildren(container)
        case .tableRowGroup: wrapRuns(in: container, as: .tableRow) { $0 == .tableRow }
        case .tableRow: wrapRuns(in: container, as: .tableCell) { $0 == .tableCell }
        case .tableColumnGroup: keepChildren(of: container) { $0 == .tableColumn }
        case .tableColumn: keepChildren(of: container) { _ in false }
        case .math: break
        default: wrapStrayParts(in: container)
        }
    }

    /// > If the children of a table… are not proper table children: rows around them, then row groups around rows.
    private mutating func wrapTableChildren(_ table: BoxID) {
        guard hasChild(of: table, where: { !Self.isTableChild($0) }) else { return }
        wrapRuns(in: table, as: .tableRow) { Self.isTableChild($0) || $0 == .tableRow }
        wrapRuns(in: table, as: .tableRowGroup) { Self.isTableChild($0) }
    }

    private static func isTableChild(_ kind: Box.Kind) -> Bool {
        switch kind {
        case .tableRowGroup, .tableCaption, .tableColumnGroup, .tableColumn: true
        default: false
        }
    }

    static func isTablePart(_ kind: Box.Kind) -> Bool { isTableChild(kind) || kind == .tableRow || kind == .tableCell }

    private func hasChild(of id: BoxID, where matches: (Box.Kind) -> Bool) -> Bool {
        var child = tree[id].firstChild
        while child.exists {
            if matches(tree[child].kind) { return true }
            child = tree[child].nextSibling
        }
        return false
    }

    private mutating func keepChildren(of id: BoxID, where isKept: (Box.Kind) -> Bool) {
        guard hasChild(of: id, where: { !isKept($0) }) else { return }
        for child in tree.detachChildren(of: id) where isKept(tree[child].kind) { tree.attach(child, to: id) }
    }

    /// Puts each run of children that are not proper in an anonymous box, whose own children are then fixed up.
    private mutating func wrapRuns(in container: BoxID, as kind: Box.Kind, where isProper: (Box.Kind) -> Bool) {
        guard hasChild(of: container, where: { !isProper($0) }) else { return }
        var wrapper = BoxID.none
        for child in tree.detachChildren(of: container) {
            if isProper(tree[child].kind) {
                finishWrapper(wrapper)
                wrapper = .none
                tree.attach(child, to: container)
            } else {
                if !wrapper.exists { wrapper = appendAnonymous(kind, to: container) }
                tree.attach(child, to: wrapper)
            }
        }
        finishWrapper(wrapper)
    }

    private mutating func finishWrapper(_ wrapper: BoxID) {
        guard wrapper.exists else { return }
        switch tree[wrapper].kind {
        case .table, .tableRow, .tableRowGroup: wrapTableParts(in: wrapper)
        default: break
        }
    }

    /// > For each… row, cell, row group, column, column group or caption whose parent is not as it must be, an anonymous table.
    private mutating func wrapStrayParts(in container: BoxID) {
        guard hasChild(of: container, where: { Self.isTablePart($0) }) else { return }
        wrapRuns(in: container, as: .table) { !Self.isTablePart($0) }
    }

    // MARK: In inline boxes

    /// The anonymous inline table that a table part in an inline box goes into: the one that it follows, or a new one. Nil outside inline boxes.
    /// > If the box's parent is an inline box, the anonymous table is an inline-table.
    mutating func strayTable() -> BoxID? {
        guard let open = flows.last?.openInlines.last else { return nil }
        ensureRun()
        guard let parent = flows.last?.openInlines.last?.box, parent.exists else { return nil }
        if let table = flows.last?.strayTables.last, tree[parent].lastChild == table { return table }
        var box = Box(kind: .table, style: anonymousStyle(inheritingFrom: open.style, display: .inlineTable))
        box.flags = [.anonymous, .formattingContext, .inlineLevel]
        let table = tree.append(box, to: parent)
        flows[flows.count - 1].strayTables.append(table)
        return table
    }

    /// White space between table parts makes no box.
    func standsBetweenTableParts(_ text: NodeID) -> Bool {
        guard let flow = flows.last, let table = flow.strayTables.last, let parent = flow.openInlines.last?.box, parent.exists,
            tree[parent].lastChild == table
        else { return false }
        let next = document[text].nextSibling
        guard next.exists, document[next].kind == .element else { return false }
        return Self.isTablePart(kind(of: styled[styled.style(of: next)].display))
    }

    private mutating func appendAnonymous(_ kind: Box.Kind, to container: BoxID) -> BoxID {
        let display: Display =
            switch kind {
            case .table: .table
            case .tableRowGroup: .tableRowGroup
            case .tableRow: .tableRow
            default: .tableCell
            }
        var box = Box(kind: kind, style: anonymousStyle(inheritingFrom: tree[container].style, display: display))
        box.flags = [.anonymous]
        if kind == .table || kind == .tableCell { box.flags.insert(.formattingContext) }
        return tree.append(box, to: container)
    }
}
