// Text and start tags in the body (https://html.spec.whatwg.org/#parsing-main-inbody).
extension TreeBuilder {
    mutating func bodyText(_ range: ByteRange) {
        insertBodyText(tokenizer.hasNull ? withoutNulls(range, replacing: false) : range)
    }

    /// Text without NULs.
    mutating func insertBodyText(_ range: ByteRange) {
        guard range.count > 0 else { return }
        reconstructFormatting()
        insertText(range)
        if framesetOK, leadingSpaces(range) < range.count { framesetOK = false }
    }

    mutating func startTagInBody() {
        let name = tokenizer.tagName
        let rule = Int(name.rawValue) < startRules.count ? startRules[Int(name.rawValue)] : .other
        switch rule {
        case .other:
            reconstructFormatting()
            insertElement()
        case .block:
            closeParagraphInButtonScope()
            insertElement()
        case .formatting:
            reconstructFormatting()
            pushFormatting(insertElement())
        case .anchor:
            startAnchor()
        case .void:
            reconstructFormatting()
            insertVoidElement()
            framesetOK = false
        case .heading:
            closeParagraphInButtonScope()
            if current.traits.contains(.html), TreeBuilder.headings.contains(current.name) { pop() }
            insertElement()
        case .listItem:
            closeItem([.li])
        case .definition:
            closeItem([.dd, .dt])
        case .table:
            if document.mode != .quirks { closeParagraphInButtonScope() }
            insertElement()
            framesetOK = false
            mode = .inTable
        case .headContent:
            startTagInHead()
        case .preformatted:
            closeParagraphInButtonScope()
            insertElement()
            skipsLineFeed = true
            framesetOK = false
        case .hr:
            closeParagraphInButtonScope()
            if !rules.hasSelectModes, hasInScope(.select) { generateImpliedEndTags() }
            insertVoidElement()
            framesetOK = false
        case .image:
            tokenizer.tagName = .img
            startTagInBody()
        case .marker:
            reconstructFormatting()
            insertElement()
            pushMarker()
            framesetOK = false
        case .param:
            insertVoidElement()
        case .nobr:
            reconstructFormatting()
            if hasInScope(.nobr) {
                adopt(.nobr)
                reconstructFormatting()
            }
            pushFormatting(insertElement())
        case .rubyBase:
            if hasInScope(.ruby) { generateImpliedEndTags() }
            insertElement()
        case .rubyText:
            if hasInScope(.ruby) { generateImpliedEndTags(except: .rtc) }
            insertElement()
        case .math:
            reconstructFormatting()
            insertForeign(name, .mathml)
        case .svg:
            reconstructFormatting()
            insertForeign(name, .svg)
        case .form, .button, .input, .select, .option, .optgroup, .textarea:
            startControl(rule)
        case .plaintext:
            closeParagraphInButtonScope()
            insertElement()
            tokenizer.contentModel = .plaintext
        case .xmp:
            closeParagraphInButtonScope()
            reconstructFormatting()
            framesetOK = false
            insertRawElement(.rawtext)
        case .iframe:
            framesetOK = false
            insertRawElement(.rawtext)
        case .noembed:
            insertRawElement(.rawtext)
        case .noscript:
            if scripting { return insertRawElement(.rawtext) }
            reconstructFormatting()
            insertElement()
        case .html:
            bodyHTML()
        case .body:
            guard stack.count > 1, stack[1].isHTML(.body), !isOpen(.template) else { return }
            framesetOK = false
            mergeAttributes(into: stack[1].node)
        case .frameset:
            guard stack.count > 1, stack[1].isHTML(.body), framesetOK else { return }
            document.remove(stack[1].node)
            if document.body == stack[1].node { document.body = .none }
            while stack.count > 1 { pop() }
            insertElement()
            mode = .inFrameset
        case .ignored:
            break
        }
    }

    private mutating func startAnchor() {
        if let index = lastFormatting(.a) {
            let node = formatting[index].node
            adopt(.a)
            if let index = formattingIndex(of: node) { formatting.remove(at: index) }
            if let index = stackIndex(of: node) { removeFromStack(at: index) }
        }
        reconstructFormatting()
        pushFormatting(insertElement())
    }

    /// A list item or definition closes the open one that it would nest in.
    private mutating func closeItem(_ names: [Name]) {
        framesetOK = false
        if names.contains(where: isOpen) {
            for element in stack.reversed() {
                if element.traits.contains(.html), names.contains(element.name) {
                    generateImpliedEndTags(except: element.name)
                    popUntil(element.name)
                    break
                }
                let passes = element.isHTML(.address) || element.isHTML(.div) || element.isHTML(.p)
                if element.traits.contains(.special), !passes { break }
            }
        }
        closeParagraphInButtonScope()
        insertElement()
    }

    private mutating func startControl(_ rule: BodyStart) {
        switch rule {
        case .form:
            let inTemplate = isOpen(.template)
            if formElement.exists, !inTemplate { return }
            closeParagraphInButtonScope()
            let form = insertElement()
            if !inTemplate { formElement = form }
        case .button:
            if hasInScope(.button) {
                generateImpliedEndTags()
                popUntil(.button)
            }
            reconstructFormatting()
            insertElement()
            framesetOK = false
        case .input:
            if !rules.hasSelectModes {
                if let context, context.isHTML(.select) { return }
                if hasInScope(.select) { popUntil(.select) }
            }
            reconstructFormatting()
            let isHidden = tagAttribute(.type).map { matches($0, "hidden") } ?? false
            insertVoidElement()
            if !isHidden { framesetOK = false }
        case .select where rules.hasSelectModes:
            startSelect()
        case .select:
            if let context, context.isHTML(.select) { return }
            if hasInScope(.select) { return popUntil(.select) }
            reconstructFormatting()
            insertElement()
            framesetOK = false
        case .option:
            if !rules.hasSelectModes, hasInScope(.select) {
                generateImpliedEndTags(except: .optgroup)
            } else if current.isHTML(.option) {
                pop()
            }
            reconstructFormatting()
            insertElement()
        case .optgroup:
            if !rules.hasSelectModes, hasInScope(.select) {
                generateImpliedEndTags()
            } else if current.isHTML(.option) {
                pop()
            }
            reconstructFormatting()
            insertElement()
        default:
            insertElement()
            skipsLineFeed = true
            tokenizer.contentModel = .rcdata
            originalMode = mode
            framesetOK = false
            mode = .text
        }
    }

    /// A second `<html>` adds its attributes to the first.
    mutating func bodyHTML() {
        guard !isOpen(.template), let html = stack.first, html.isHTML(.html) else { return }
        mergeAttributes(into: html.node)
    }

    /// Adds the current tag's attributes to an element that does not have them.
    private mutating func mergeAttributes(into id: NodeID) {
        let node = document[id]
        let added = document.attributes[tokenizer.firstAttribute...].filter { !document.hasAttribute($0.name, of: id) }
        guard !added.isEmpty, Int(node.attributeCount) < Limits.mergedAttributes else { return }
        let own = Array(document.attributes[Int(node.firstAttribute)..<Int(node.firstAttribute + node.attributeCount)])
        document.attributes.removeLast(document.attributes.count - tokenizer.firstAttribute)
        document[id].firstAttribute = UInt32(truncatingIfNeeded: document.attributes.count)
        document.attributes.append(contentsOf: own)
        document.attributes.append(contentsOf: added)
        document[id].attributeCount = UInt32(truncatingIfNeeded: own.count + added.count)
        tokenizer.firstAttribute = document.attributes.count
        keepsAttributes = true
    }
}
