extension StyleComputer {
    /// The adjustments that follow the cascade (https://www.w3.org/TR/css-display-3/#transformations and the like), then the style joins the
    /// document's. `isTable` is for `table` elements. `layoutParent` is the display of the box parent: the nearest ancestor that is not `display: contents`.
    mutating func finish(layoutParent: Display, isTable: Bool) -> StyleID {
        style.specifiedDisplay = style.display
        if style.display != .none {
            if isRoot, style.display == .contents { style.display = .block }
            let isItem = layoutParent.isFlexOrGrid
            if style.display == .rubyText || layoutParent == .ruby { adjustInRuby(layoutParent) }
            if style.position == .absolute || style.position == .fixed { style.float = .none }
            if isItem { style.float = .none }
            if isRoot || style.float != .none || style.position == .absolute || style.position == .fixed || isItem {
                style.display = style.display.blockified
            }
        }
        adjustOverflow()
        if isTable, style.textAlign == .webkitLeft || style.textAlign == .webkitRight || style.textAlign == .webkitCenter {
            // In both engines a table takes none of the alignments that move blocks: it goes back to the initial value.
            style.textAlign = .start
        }
        if style.borderStyle.top.isInvisible { style.borderWidth.top = 0 }
        if style.borderStyle.right.isInvisible { style.borderWidth.right = 0 }
        if style.borderStyle.bottom.isInvisible { style.borderWidth.bottom = 0 }
        if style.borderStyle.left.isInvisible { style.borderWidth.left = 0 }
        if let grid {
            output.grids.append(grid)
            style.grid = UInt32(clamping: output.grids.count)
        }
        if let counters {
            output.counterOperations.append(counters)
            style.counters = UInt32(clamping: output.counterOperations.count)
        }
        if let paintRequest { finishPaint(paintRequest) }
        let id = StyleID(rawValue: UInt32(clamping: output.styles.count))
        output.styles.append(style)
        contexts.append(context)
        return id
    }

    /// What the box of a ruby text is, and that of any other child of a ruby: they are inline-level
    /// (https://www.w3.org/TR/css-ruby-1/#box-fixup).
    private mutating func adjustInRuby(_ layoutParent: Display) {
        guard layoutParent == .ruby else {
            style.display = .inline
            return
        }
        guard style.display == .rubyText else {
            style.display = style.display.inlinified
            return
        }
        guard profile.rubyTextStaysInFlow else { return }
        style.position = .static
        style.float = .none
        style.lineHeight = .normal
    }

    /// > `visible` and `clip` compute to `auto` and `hidden` if the other axis is neither.
    private mutating func adjustOverflow() {
        if style.display.isTablePartWithoutScrolling {
            // Tables and their rows clip but do not scroll.
            if style.overflowX == .auto || style.overflowX == .scroll { style.overflowX = .visible }
            if style.overflowY == .auto || style.overflowY == .scroll { style.overflowY = .visible }
        }
        let scrollsX = style.overflowX != .visible && style.overflowX != .clip
        let scrollsY = style.overflowY != .visible && style.overflowY != .clip
        guard scrollsX != scrollsY else { return }
        if scrollsX { style.overflowY = style.overflowY == .clip ? .hidden : .auto } else { style.overflowX = style.overflowX == .clip ? .hidden : .auto }
    }

    /// The number of a language tag in `StyledDocument.languages`.
    mutating func languageNumber(_ tag: String) -> UInt16 {
        if let known = languageNumbers[tag] { return known }
        // More languages than this are one: none.
        guard output.languages.count < 4096 else { return 0 }
        let number = UInt16(clamping: output.languages.count)
        output.languages.append(tag)
        languageNumbers[tag] = number
        return number
    }

    /// Parses a value into the document's own store.
    mutating func parseOwn(_ property: PropertyID, _ bytes: ArraySlice<UInt8>) -> Declaration? {
        var cursor = CSSTokenBuffer(Array(bytes)).all.cursor
        return own.parser.longhand(property, &cursor)
    }
}

extension BorderStyle {
    var isInvisible: Bool { self == .none || self == .hidden }
}

extension Display {
    var isFlexOrGrid: Bool { self == .flex || self == .inlineFlex || self == .grid || self == .inlineGrid }

    var isTablePartWithoutScrolling: Bool {
        switch self {
        case .table, .inlineTable, .tableRowGroup, .tableHeaderGroup, .tableFooterGroup, .tableRow: true
        default: false
        }
    }

    /// https://www.w3.org/TR/css-display-3/#inlinify
    var inlinified: Display {
        switch self {
        case .block, .flowRoot: .inlineBlock
        case .listItem: .inlineListItem
        case .table: .inlineTable
        case .flex: .inlineFlex
        case .grid: .inlineGrid
        case .webkitBox: .inlineWebkitBox
        default: self
        }
    }

    /// https://www.w3.org/TR/css-display-3/#blockify
    var blockified: Display {
        switch self {
        case .inline, .inlineBlock, .rubyText, .tableRowGroup, .tableHeaderGroup, .tableFooterGroup, .tableRow, .tableCell, .tableColumnGroup,
            .tableColumn, .tableCaption, .ruby:
            .block
        case .inlineListItem: .listItem
        case .inlineTable: .table
        case .inlineFlex: .flex
        case .inlineGrid: .grid
        case .inlineWebkitBox: .webkitBox
        default: self
        }
    }
}
