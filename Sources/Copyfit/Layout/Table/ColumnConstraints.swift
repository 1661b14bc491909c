/// What one track of a table is asked to be by its cells and `<col>` elements. Border-box widths in CSS px.
struct ColumnConstraint {
    enum Kind: UInt8 { case auto, fixed, percent }
    var kind = Kind.auto
    /// Of `kind`: px, or percent of the table's width without its border spacing.
    var value: Float = 0
    var minimum: Float = 0
    var maximum: Float = 0
    /// Only cells without contents, border and padding start here.
    var isEmpty = true
}

/// The constraints of all tracks of an auto-layout table, cells that span several tracks spread over them.
struct ColumnConstraints {
    var tracks: [ColumnConstraint]
    /// What percentages of spanning cells ask of the whole table.
    var spanningMaximum: Float = 0
}

/// What a cell asks of the tracks it spans. Border-box widths in CSS px.
struct CellWidths {
    var minimum: Float
    var maximum: Float
    /// Its own `width` or that of its `<col>`: `value` is px of the border box or percent.
    var kind: ColumnConstraint.Kind
    var value: Float
    /// As `value` before border and padding are added.
    var contentValue: Float
}

extension LayoutContext {
    /// https://www.w3.org/TR/css-tables-3/#content-measure: a cell's contribution, browser-rules §7.1.
    func cellWidths(_ cell: TableGrid.Cell, grid: TableGrid) -> CellWidths {
        let style = style(of: cell.box)
        let edges = edges(of: cell.box, containingWidth: .zero).horizontal
        let intrinsic = intrinsicWidths(of: cell.box)
        var minimum = (intrinsic.minimum - edges).px
        var maximum = max(minimum, (intrinsic.maximum - edges).px)
        let isBorderBox = style.boxSizing == .borderBox
        func content(_ px: Float) -> Float {
            let used = LayoutUnit.truncating(px)
            return (isBorderBox ? max(.zero, used - edges) : used).px
        }

        var kind = ColumnConstraint.Kind.auto
        var value: Float = 0
        switch style.width.kind {
        case .fixed:
            kind = .fixed
            value = content(style.width.px)
        case .percentage:
            kind = .percent
            value = style.width.percent
        case .auto:
            if let column = columnWidth(of: cell, grid: grid) {
                kind = column.kind
                value = kind == .fixed ? max(0, column.value - edges.px) : column.value
            }
        case .minContent: maximum = minimum
        case .maxContent: minimum = maximum
        default: break
        }
        if kind == .fixed, value > 0 { maximum = max(minimum, value) }
        if style.maxWidth.kind == .fixed {
            minimum = min(minimum, content(style.maxWidth.px))
            maximum = min(maximum, content(style.maxWidth.px))
        }
        if style.minWidth.kind == .fixed {
            minimum = max(minimum, content(style.minWidth.px))
            maximum = max(maximum, content(style.minWidth.px))
        }
        minimum += edges.px
        maximum += edges.px
        if kind == .fixed, !profile.nowrapWidthsHoldInAllModes || style.textWrapMode == .wrap, hasNoWrapAttribute(cell.box) {
            // https://quirks.spec.whatwg.org/#the-table-cell-nowrap-minimum-width-calculation-quirk
            if profile.nowrapWidthsHoldInAllModes { minimum = max(minimum, value) } else if prepared.mode == .quirks { minimum = max(minimum, value + edges.px) }
            maximum = max(maximum, minimum)
        }
        return CellWidths(
            minimum: minimum, maximum: max(minimum, maximum), kind: kind, value: kind == .fixed ? value + edges.px : value, contentValue: value)
    }

    func hasNoWrapAttribute(_ cell: BoxID) -> Bool {
        let node = tree[cell].node
        return node.exists && !tree[cell].flags.contains(.pseudo) && prepared.document.hasAttribute(.nowrap, of: node)
    }

    /// The border-box width that `<col>` elements give a cell: the sum of fixed ones, or the percentage of the only one.
    private func columnWidth(of cell: TableGrid.Cell, grid: TableGrid) -> (kind: ColumnConstraint.Kind, value: Float)? {
        guard profile.columnWidthsAreOfCells, var index = grid.columnElement(at: cell.column) else { return nil }
        var sum: Float = 0
        var left = cell.columnSpan
        // Each element counts once, however many columns it stands for.
        while left > 0 {
            let width = style(of: grid.columnElements[index].box).width
            switch width.kind {
            case .fixed: sum += width.px
            case .percentage: return cell.columnSpan == 1 ? (.percent, width.percent) : nil
            default: return nil
            }
            index += 1
            left -= 1
            if index >= grid.columnElements.count { break }
        }
        return sum > 0 ? (.fixed, LayoutUnit.truncating(sum).px) : nil
    }

    /// The constraints of an auto-layout table's tracks, computed once.
    func columnConstraints(of table: BoxID, grid: TableGrid) -> ColumnConstraints {
        if let known = grid.columnConstraints { return known }
        let constraints =
            switch profile.columnSizing {
            case .byMaximum: webkitColumnConstraints(of: table, grid: grid)
            case .byGrowth: chromiumColumnConstraints(of: table, grid: grid)
            }
        grid.columnConstraints = constraints
        return constraints
    }
}
