// The insertion modes before the body (https://html.spec.whatwg.org/#the-initial-insertion-mode to "after head"), and doctypes, comments.
extension TreeBuilder {
    mutating func comment() {
        switch mode {
        case .initial, .beforeHTML, .afterAfterBody, .afterAfterFrameset: insertComment(at: Place(parent: .document))
        case .afterBody: insertComment(at: Place(parent: stack.first?.node ?? .document))
        default: insertComment(at: appropriatePlace())
        }
    }

    mutating func doctype() {
        guard mode == .initial else { return }
        let token = tokenizer.doctype
        var node = Node(kind: .doctype)
        node.text = tokenizer.text
        node.firstAttribute = UInt32(truncatingIfNeeded: document.attributes.count)
        node.attributeCount = 2
        document.attributes.append(Attribute(name: .none, value: token.publicID ?? .empty))
        document.attributes.append(Attribute(name: .none, value: token.systemID ?? .empty))
        let id = document.makeNode(node)
        document.append(id, to: .document)
        document.mode = quirksMode(of: token)
        mode = .beforeHTML
    }

    // MARK: Implied elements

    /// "before html", anything else.
    mutating func startHTML() {
        let html = createElement(.html, .html)
        document.append(html, to: .document)
        document.documentElement = html
        push(html)
        mode = .beforeHead
    }

    mutating func startHead() {
        let head = insertImplied(.head)
        headElement = head
        document.head = head
        mode = .inHead
    }

    mutating func startBody() {
        let body = insertImplied(.body)
        if !document.body.exists { document.body = body }
        mode = .inBody
    }

    // MARK: Start tags

    mutating func startTagBeforeHTML() {
        guard tokenizer.tagName == .html else {
            startHTML()
            return startTag(mode)
        }
        let html = createTagElement(.html, .html)
        document.append(html, to: .document)
        document.documentElement = html
        push(html)
        mode = .beforeHead
    }

    mutating func startTagBeforeHead() {
        switch tokenizer.tagName {
        case .html: bodyHTML()
        case .head:
            let head = insertElement()
            headElement = head
            document.head = head
            mode = .inHead
        default:
            startHead()
            startTag(mode)
        }
    }

    mutating func startTagInHead() {
        switch tokenizer.tagName {
        case .html: bodyHTML()
        case .base, .basefont, .bgsound, .link, .meta: insertVoidElement()
        case .title: insertRawElement(.rcdata)
        case .noscript:
            if scripting {
                insertRawElement(.rawtext)
            } else {
                insertElement()
                mode = .inHeadNoscript
            }
        case .noframes, .style: insertRawElement(.rawtext)
        case .script: insertRawElement(.scriptData)
        case .template:
            let template = insertElement()
            document[template].templateContents = document.makeNode(Node(kind: .fragment))
            pushMarker()
            framesetOK = false
            mode = .inTemplate
            templateModes.append(.inTemplate)
        case .head: break
        default:
            pop()
            mode = .afterHead
            startTag(mode)
        }
    }

    mutating func startTagInHeadNoscript() {
        switch tokenizer.tagName {
        case .html: bodyHTML()
        case .basefont, .bgsound, .link, .meta, .noframes, .style: startTagInHead()
        case .head, .noscript: break
        default:
            pop()
            mode = .inHead
            startTag(mode)
        }
    }

    mutating func startTagAfterHead() {
        switch tokenizer.tagName {
        case .html: bodyHTML()
        case .body:
            let body = insertElement()
            if !document.body.exists { document.body = body }
            framesetOK = false
            mode = .inBody
        case .frameset:
            insertElement()
            mode = .inFrameset
        case .base, .basefont, .bgsound, .link, .meta, .noframes, .script, .style, .template, .title:
            guard headElement.exists else { return startTagInHead() }
            push(headElement)
            startTagInHead()
            if let index = stackIndex(of: headElement) { removeFromStack(at: index) }
        case .head: break
        default:
            startBody()
            startTag(mode)
        }
    }

    // MARK: End tags

    mutating func endTagInHead() {
        switch tokenizer.tagName {
        case .head:
            pop()
            mode = .afterHead
        case .body, .html, .br:
            pop()
            mode = .afterHead
            endTag(mode)
        case .template: endTemplate()
        default: break
        }
    }

    mutating func endTemplate() {
        guard isOpen(.template) else { return }
        generateImpliedEndTagsThoroughly()
        popUntil(.template)
        clearFormattingToMarker()
        if !templateModes.isEmpty { templateModes.removeLast() }
        resetMode()
    }

    mutating func endTagInHeadNoscript() {
        switch tokenizer.tagName {
        case .noscript:
            pop()
            mode = .inHead
        case .br:
            pop()
            mode = .inHead
            endTag(mode)
        default: break
        }
    }
}
