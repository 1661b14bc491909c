// The insertion modes of tables (https://html.spec.whatwg.org/#parsing-main-intable to "in cell").
extension TreeBuilder {
    // MARK: In table

    mutating func startTagInTable() {
        switch tokenizer.tagName {
        case .caption:
            clearStack(backTo: [.table])
            pushMarker()
            insertElement()
            mode = .inCaption
        case .colgroup:
            clearStack(backTo: [.table])
            insertElement()
            mode = .inColumnGroup
        case .col:
            clearStack(backTo: [.table])
            insertImplied(.colgroup)
            mode = .inColumnGroup
            startTagInColumnGroup()
        case .tbody, .tfoot, .thead:
            clearStack(backTo: [.table])
            insertElement()
            mode = .inTableBody
        case .td, .th, .tr:
            clearStack(backTo: [.table])
            insertImplied(.tbody)
            mode = .inTableBody
            startTagInTableBody()
        case .table:
            guard hasInTableScope(.table) else { return }
            popUntil(.table)
            resetMode()
            startTag(mode)
        case .style, .script, .template:
            startTagInHead()
        case .input where tagAttribute(.type).map { matches($0, "hidden") } ?? false:
            insertVoidElement()
        case .form:
            guard !isOpen(.template), !formElement.exists else { return }
            formElement = insertElement()
            pop()
        default:
            fosterParenting = true
            startTagInBody()
            fosterParenting = false
        }
    }

    mutating func endTagInTable() {
        switch tokenizer.tagName {
        case .table:
            guard hasInTableScope(.table) else { return }
            popUntil(.table)
            resetMode()
        case .body, .caption, .col, .colgroup, .html, .tbody, .td, .tfoot, .th, .thead, .tr: break
        case .template: endTemplate()
        default:
            fosterParenting = true
            endTagInBody()
            fosterParenting = false
        }
    }

    // MARK: In caption

    /// False where there is no caption to close.
    private mutating func closeCaption() -> Bool {
        guard hasInTableScope(.caption) else { return false }
        generateImpliedEndTags()
        popUntil(.caption)
        clearFormattingToMarker()
        mode = .inTable
        return true
    }

    mutating func startTagInCaption() {
        switch tokenizer.tagName {
        case .caption, .col, .colgroup, .tbody, .td, .tfoot, .th, .thead, .tr: if closeCaption() { startTagInTable() }
        default: startTagInBody()
        }
    }

    mutating func endTagInCaption() {
        switch tokenizer.tagName {
        case .caption: _ = closeCaption()
        case .table: if closeCaption() { endTagInTable() }
        case .body, .col, .colgroup, .html, .tbody, .td, .tfoot, .th, .thead, .tr: break
        default: endTagInBody()
        }
    }

    // MARK: In column group

    mutating func startTagInColumnGroup() {
        switch tokenizer.tagName {
        case .html: bodyHTML()
        case .col: insertVoidElement()
        case .template: startTagInHead()
        default:
            guard current.isHTML(.colgroup) else { return }
            pop()
            mode = .inTable
            startTagInTable()
        }
    }

    mutating func endTagInColumnGroup() {
        switch tokenizer.tagName {
        case .col: break
        case .template: endTemplate()
        default:
            guard current.isHTML(.colgroup) else { return }
            pop()
            mode = .inTable
            if tokenizer.tagName != .colgroup { endTagInTable() }
        }
    }

    // MARK: In table body

    private mutating func closeTableBody() -> Bool {
        guard hasInTableScope(.tbody) || hasInTableScope(.thead) || hasInTableScope(.tfoot) else { return false }
        clearStack(backTo: [.tbody, .tfoot, .thead])
        pop()
        mode = .inTable
        return true
    }

    mutating func startTagInTableBody() {
        switch tokenizer.tagName {
        case .tr:
            clearStack(backTo: [.tbody, .tfoot, .thead])
            insertElement()
            mode = .inRow
        case .th, .td:
            clearStack(backTo: [.tbody, .tfoot, .thead])
            insertImplied(.tr)
            mode = .inRow
            startTagInRow()
        case .caption, .col, .colgroup, .tbody, .tfoot, .thead: if closeTableBody() { startTagInTable() }
        default: startTagInTable()
        }
    }

    mutating func endTagInTableBody() {
        switch tokenizer.tagName {
        case .tbody, .tfoot, .thead: if hasInTableScope(tokenizer.tagName) { _ = closeTableBody() }
        case .table: if closeTableBody() { endTagInTable() }
        case .body, .caption, .col, .colgroup, .html, .td, .th, .tr: break
        default: endTagInTable()
        }
    }

    // MARK: In row

    private mutating func closeRow() -> Bool {
        guard hasInTableScope(.tr) else { return false }
        clearStack(backTo: [.tr])
        pop()
        mode = .inTableBody
        return true
    }

    mutating func startTagInRow() {
        switch tokenizer.tagName {
        case .th, .td:
            clearStack(backTo: [.tr])
            insertElement()
            mode = .inCell
            pushMarker()
        case .caption, .col, .colgroup, .tbody, .tfoot, .thead, .tr: if closeRow() { startTagInTableBody() }
        default: startTagInTable()
        }
    }

    mutating func endTagInRow() {
        switch tokenizer.tagName {
        case .tr: _ = closeRow()
        case .table: if closeRow() { endTagInTableBody() }
        case .tbody, .tfoot, .thead: if hasInTableScope(tokenizer.tagName), closeRow() { endTagInTableBody() }
        case .body, .caption, .col, .colgroup, .html, .td, .th: break
        default: endTagInTable()
        }
    }

    // MARK: In cell

    private mutating func closeCell() {
        generateImpliedEndTags()
        while let top = stack.last {
            pop()
            if top.isHTML(.td) || top.isHTML(.th) { break }
        }
        clearFormattingToMarker()
        mode = .inRow
    }

    mutating func startTagInCell() {
        switch tokenizer.tagName {
        case .caption, .col, .colgroup, .tbody, .td, .tfoot, .th, .thead, .tr:
            guard hasInTableScope(.td) || hasInTableScope(.th) else { return }
            closeCell()
            startTagInRow()
        default: startTagInBody()
        }
    }

    mutating func endTagInCell() {
        let name = tokenizer.tagName
        switch name {
        case .td, .th:
            guard hasInTableScope(name) else { return }
            generateImpliedEndTags()
            popUntil(name)
            clearFormattingToMarker()
            mode = .inRow
        case .body, .caption, .col, .colgroup, .html: break
        case .table, .tbody, .tfoot, .thead, .tr:
            guard hasInTableScope(name), hasInTableScope(.td) || hasInTableScope(.th) else { return }
            closeCell()
            endTagInRow()
        default: endTagInBody()
        }
    }
}
