// Which rules a token goes to, by insertion mode, and the rules of the modes after the body and in framesets.
extension TreeBuilder {
    /// Processes the current start tag by the rules of a mode, which may differ from the current one.
    mutating func startTag(_ rules: Mode) {
        switch rules {
        case .initial:
            mode = .beforeHTML
            startTagBeforeHTML()
        case .beforeHTML: startTagBeforeHTML()
        case .beforeHead: startTagBeforeHead()
        case .inHead: startTagInHead()
        case .inHeadNoscript: startTagInHeadNoscript()
        case .afterHead: startTagAfterHead()
        case .inBody, .text: startTagInBody()
        case .inTable, .inTableText: startTagInTable()
        case .inCaption: startTagInCaption()
        case .inColumnGroup: startTagInColumnGroup()
        case .inTableBody: startTagInTableBody()
        case .inRow: startTagInRow()
        case .inCell: startTagInCell()
        case .inTemplate: startTagInTemplate()
        case .afterBody, .afterAfterBody:
            if tokenizer.tagName == .html { return bodyHTML() }
            mode = .inBody
            startTagInBody()
        case .inFrameset: startTagInFrameset()
        case .inSelect: startTagInSelect()
        case .inSelectInTable: startTagInSelectInTable()
        case .afterFrameset, .afterAfterFrameset:
            if tokenizer.tagName == .html { bodyHTML() }
            if tokenizer.tagName == .noframes { startTagInHead() }
        }
    }

    /// Processes the current end tag by the rules of a mode.
    mutating func endTag(_ rules: Mode) {
        let name = tokenizer.tagName
        switch rules {
        case .initial:
            mode = .beforeHTML
            endTag(mode)
        case .beforeHTML:
            guard name == .head || name == .body || name == .html || name == .br else { return }
            startHTML()
            endTag(mode)
        case .beforeHead:
            if name == .template { return endTemplate() }
            guard name == .head || name == .body || name == .html || name == .br else { return }
            startHead()
            endTag(mode)
        case .inHead: endTagInHead()
        case .inHeadNoscript: endTagInHeadNoscript()
        case .afterHead:
            if name == .template { return endTemplate() }
            guard name == .body || name == .html || name == .br else { return }
            startBody()
            endTag(mode)
        case .inBody: endTagInBody()
        case .text:
            pop()
            mode = originalMode
        case .inTable, .inTableText: endTagInTable()
        case .inCaption: endTagInCaption()
        case .inColumnGroup: endTagInColumnGroup()
        case .inTableBody: endTagInTableBody()
        case .inRow: endTagInRow()
        case .inCell: endTagInCell()
        case .inTemplate: if name == .template { endTemplate() }
        case .afterBody:
            if name == .html {
                if context == nil { mode = .afterAfterBody }
                return
            }
            mode = .inBody
            endTagInBody()
        case .afterAfterBody:
            mode = .inBody
            endTagInBody()
        case .inFrameset:
            guard name == .frameset, stack.count > 1 else { return }
            pop()
            if context == nil, !current.isHTML(.frameset) { mode = .afterFrameset }
        case .afterFrameset: if name == .html { mode = .afterAfterFrameset }
        case .afterAfterFrameset: break
        case .inSelect: endTagInSelect()
        case .inSelectInTable: endTagInSelectInTable()
        }
    }

    /// Processes a run of characters by the rules of the current mode, which it may change on its way.
    mutating func characters(_ range: ByteRange) {
        var rest = range
        while rest.count > 0 {
            switch mode {
            case .inBody, .inCaption, .inCell, .inTemplate:
                return bodyText(rest)
            case .text:
                return insertText(rest)
            case .inSelect, .inSelectInTable:
                return insertText(tokenizer.hasNull ? withoutNulls(rest, replacing: false) : rest)
            case .initial:
                rest = withoutLeadingSpaces(rest)
                if rest.count > 0 { mode = .beforeHTML }
            case .beforeHTML:
                rest = withoutLeadingSpaces(rest)
                if rest.count > 0 { startHTML() }
            case .beforeHead:
                rest = withoutLeadingSpaces(rest)
                if rest.count > 0 { startHead() }
            case .inHead:
                insertLeadingSpaces(&rest)
                guard rest.count > 0 else { return }
                pop()
                mode = .afterHead
            case .inHeadNoscript:
                insertLeadingSpaces(&rest)
                guard rest.count > 0 else { return }
                pop()
                mode = .inHead
            case .afterHead:
                insertLeadingSpaces(&rest)
                if rest.count > 0 { startBody() }
            case .inTable, .inTableBody, .inRow:
                guard current.traits.contains(.fosters) || current.isHTML(.template) else {
                    fosterParenting = true
                    bodyText(rest)
                    fosterParenting = false
                    return
                }
                originalMode = mode
                mode = .inTableText
            case .inTableText:
                let text = tokenizer.hasNull ? withoutNulls(rest, replacing: false) : rest
                tableText.append(text)
                if leadingSpaces(text) < text.count { tableTextIsSpace = false }
                return
            case .inColumnGroup:
                insertLeadingSpaces(&rest)
                guard rest.count > 0 else { return }
                if current.isHTML(.colgroup) {
                    pop()
                    mode = .inTable
                } else {
                    dropNonSpaces(&rest)
                }
            case .afterBody, .afterAfterBody:
                let spaces = leadingSpaces(rest)
                if spaces > 0 { bodyText(ByteRange(start: rest.start, count: spaces)) }
                rest = withoutLeadingSpaces(rest)
                if rest.count > 0 { mode = .inBody }
            case .inFrameset, .afterFrameset, .afterAfterFrameset:
                insertLeadingSpaces(&rest)
                dropNonSpaces(&rest)
            }
        }
    }

    private func withoutLeadingSpaces(_ range: ByteRange) -> ByteRange {
        let spaces = leadingSpaces(range)
        return ByteRange(start: range.start + spaces, count: range.count - spaces)
    }

    private mutating func insertLeadingSpaces(_ range: inout ByteRange) {
        insertText(ByteRange(start: range.start, count: leadingSpaces(range)))
        range = withoutLeadingSpaces(range)
    }

    private func dropNonSpaces(_ range: inout ByteRange) {
        while let byte = firstByte(of: range), !byte.isHTMLSpace {
            range.start += 1
            range.count -= 1
        }
    }

    /// "in table text", anything else (https://html.spec.whatwg.org/#parsing-main-intabletext).
    mutating func flushTableText() {
        let texts = tableText
        tableText.removeAll(keepingCapacity: true)
        mode = originalMode
        let isSpace = tableTextIsSpace
        tableTextIsSpace = true
        for text in texts {
            if isSpace {
                insertText(text)
            } else {
                fosterParenting = true
                insertBodyText(text)
                fosterParenting = false
            }
        }
    }

    // MARK: Templates

    private mutating func startTagInTemplate() {
        let next: Mode
        switch tokenizer.tagName {
        case .base, .basefont, .bgsound, .link, .meta, .noframes, .script, .style, .template, .title: return startTagInHead()
        case .caption, .colgroup, .tbody, .tfoot, .thead: next = .inTable
        case .col: next = .inColumnGroup
        case .tr: next = .inTableBody
        case .td, .th: next = .inRow
        default: next = .inBody
        }
        if !templateModes.isEmpty { templateModes.removeLast() }
        templateModes.append(next)
        mode = next
        startTag(next)
    }

    // MARK: Framesets

    private mutating func startTagInFrameset() {
        switch tokenizer.tagName {
        case .html: bodyHTML()
        case .frameset: insertElement()
        case .frame: insertVoidElement()
        case .noframes: startTagInHead()
        default: break
        }
    }

    // MARK: The end

    mutating func endOfFile() {
        while true {
            switch mode {
            case .initial: mode = .beforeHTML
            case .beforeHTML: startHTML()
            case .beforeHead: startHead()
            case .inHead:
                pop()
                mode = .afterHead
            case .inHeadNoscript:
                pop()
                mode = .inHead
            case .afterHead: startBody()
            case .text:
                pop()
                mode = originalMode
            case .inTableText: flushTableText()
            case .afterBody, .inFrameset, .afterFrameset, .afterAfterBody, .afterAfterFrameset: return
            case .inBody, .inTable, .inCaption, .inColumnGroup, .inTableBody, .inRow, .inCell, .inTemplate, .inSelect,
                .inSelectInTable:
                guard !templateModes.isEmpty, isOpen(.template) else { return }
                popUntil(.template)
                clearFormattingToMarker()
                templateModes.removeLast()
                resetMode()
            }
        }
    }
}
