// The insertion modes "in select" and "in select in table", which the standard had until 2025 and WebKit still has.
extension TreeBuilder {
    /// "select" in the body.
    mutating func startSelect() {
        reconstructFormatting()
        insertElement()
        framesetOK = false
        switch mode {
        case .inTable, .inCaption, .inTableBody, .inRow, .inCell: mode = .inSelectInTable
        default: mode = .inSelect
        }
    }

    /// Whether the select at `index` of the stack is in a table, seen from it.
    func isSelectInTable(at index: Int) -> Bool {
        for element in stack[..<index].reversed() {
            if element.isHTML(.template) { return false }
            if element.isHTML(.table) { return true }
        }
        return false
    }

    /// "In select scope" is ended by everything but option and optgroup.
    private func hasSelectInSelectScope() -> Bool {
        for element in stack.reversed() {
            if element.isHTML(.select) { return true }
            if !element.isHTML(.option), !element.isHTML(.optgroup) { return false }
        }
        return false
    }

    private mutating func closeSelect() {
        popUntil(.select)
        resetMode()
    }

    mutating func startTagInSelect() {
        switch tokenizer.tagName {
        case .html: bodyHTML()
        case .option:
            if current.isHTML(.option) { pop() }
            insertElement()
        case .optgroup:
            if current.isHTML(.option) { pop() }
            if current.isHTML(.optgroup) { pop() }
            insertElement()
        case .hr:
            if current.isHTML(.option) { pop() }
            if current.isHTML(.optgroup) { pop() }
            insertVoidElement()
        case .select: if hasSelectInSelectScope() { closeSelect() }
        case .input, .keygen, .textarea:
            guard hasSelectInSelectScope() else { return }
            closeSelect()
            startTag(mode)
        case .script, .template: startTagInHead()
        default: break
        }
    }

    mutating func endTagInSelect() {
        switch tokenizer.tagName {
        case .optgroup:
            if stack.count > 1, current.isHTML(.option), stack[stack.count - 2].isHTML(.optgroup) { pop() }
            if current.isHTML(.optgroup) { pop() }
        case .option: if current.isHTML(.option) { pop() }
        case .select: if hasSelectInSelectScope() { closeSelect() }
        case .template: endTemplate()
        default: break
        }
    }

    mutating func startTagInSelectInTable() {
        switch tokenizer.tagName {
        case .caption, .table, .tbody, .tfoot, .thead, .tr, .td, .th:
            guard isOpen(.select) else { return startTagInSelect() }
            closeSelect()
            startTag(mode)
        default: startTagInSelect()
        }
    }

    mutating func endTagInSelectInTable() {
        let name = tokenizer.tagName
        switch name {
        case .caption, .table, .tbody, .tfoot, .thead, .tr, .td, .th:
            guard hasInTableScope(name), isOpen(.select) else { return }
            closeSelect()
            endTag(mode)
        default: endTagInSelect()
        }
    }
}
