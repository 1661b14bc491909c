// End tags in the body (https://html.spec.whatwg.org/#parsing-main-inbody).
extension TreeBuilder {
    mutating func endTagInBody() {
        let name = tokenizer.tagName
        let rule = Int(name.rawValue) < endRules.count ? endRules[Int(name.rawValue)] : .other
        switch rule {
        case .other:
            anyOtherEndTag(name)
        case .block:
            guard hasInScope(name) else { return }
            generateImpliedEndTags()
            popUntil(name)
        case .formatting:
            adopt(name)
        case .paragraph:
            if !hasInButtonScope(.p) { insertImplied(.p) }
            closeParagraph()
        case .listItem:
            guard hasInListScope(.li) else { return }
            generateImpliedEndTags(except: .li)
            popUntil(.li)
        case .definition:
            guard hasInScope(name) else { return }
            generateImpliedEndTags(except: name)
            popUntil(name)
        case .heading:
            endHeading()
        case .marker:
            guard hasInScope(name) else { return }
            generateImpliedEndTags()
            popUntil(name)
            clearFormattingToMarker()
        case .br:
            reconstructFormatting()
            insertImplied(.br)
            pop()
            framesetOK = false
        case .form:
            endForm()
        case .template:
            endTemplate()
        case .body:
            if hasInScope(.body) { mode = .afterBody }
        case .html:
            guard hasInScope(.body) else { return }
            mode = .afterBody
            endTag(mode)
        }
    }

    static let headings: [Name] = [.h1, .h2, .h3, .h4, .h5, .h6]

    private mutating func endHeading() {
        guard TreeBuilder.headings.contains(where: { hasInScope($0) }) else { return }
        generateImpliedEndTags()
        while let top = stack.last {
            pop()
            if top.traits.contains(.html), TreeBuilder.headings.contains(top.name) { return }
        }
    }

    private mutating func endForm() {
        if isOpen(.template) {
            guard hasInScope(.form) else { return }
            generateImpliedEndTags()
            popUntil(.form)
            return
        }
        let form = formElement
        formElement = .none
        guard form.exists, hasNodeInScope(form) else { return }
        generateImpliedEndTags()
        if let index = stackIndex(of: form) { removeFromStack(at: index) }
    }

    /// "Any other end tag": closes the innermost element of that name, unless a special one is in between.
    mutating func anyOtherEndTag(_ name: Name) {
        guard isOpen(name) else { return }
        for index in stack.indices.reversed() {
            let element = stack[index]
            if element.isHTML(name) {
                generateImpliedEndTags(except: name)
                while stack.count > index { pop() }
                return
            }
            if element.traits.contains(.special) { return }
        }
    }
}
