/// Pseudo-classes by document state (https://html.spec.whatwg.org/#pseudo-classes).
extension SelectorMatcher {
    mutating func matchesPseudoClass(_ kind: PseudoClass, _ element: NodeID, _ d: Document) -> Bool {
        switch kind {
        case .never: return false
        case .root: return element == d.documentElement
        case .scope: return element == scopeRoot
        case .empty: return isEmpty(element, d)
        case .firstChild: return !previousElement(element, d).exists
        case .lastChild: return !nextElement(element, d).exists
        case .onlyChild: return !previousElement(element, d).exists && !nextElement(element, d).exists
        case .firstOfType: return position(of: element, ofType: true, fromEnd: false, d) == 1
        case .lastOfType: return position(of: element, ofType: true, fromEnd: true, d) == 1
        case .onlyOfType:
            return position(of: element, ofType: true, fromEnd: false, d) == 1 && position(of: element, ofType: true, fromEnd: true, d) == 1
        case .anyLink: return isLink(element, d)
        case .checked: return isChecked(element, d)
        case .disabled: return isDisableable(element, d) && isDisabled(element, d)
        case .enabled: return isDisableable(element, d) && !isDisabled(element, d)
        case .required: return takesRequired(element, d) && d.hasAttribute(.required, of: element)
        case .optional:
            // Controls that cannot be required are optional.
            return (takesRequired(element, d) || d.isElement(element, .input)) && !(takesRequired(element, d) && d.hasAttribute(.required, of: element))
        case .readWrite: return isReadWrite(element, d)
        case .readOnly: return !isReadWrite(element, d)
        case .placeholderShown: return showsPlaceholder(element, d)
        case .default: return isDefault(element, d)
        case .indeterminate: return d.isElement(element, .progress) && !d.hasAttribute(.value, of: element)
        case .open:
            return (d.isElement(element, .details) || d.isElement(element, .dialog)) && d.hasAttribute(.open, of: element)
        case .valid: return isValid(element, d) == true
        case .invalid: return isValid(element, d) == false
        case .inRange: return isInRange(element, d) == true
        case .outOfRange: return isInRange(element, d) == false
        case .defined: return isDefined(element, d)
        }
    }

    /// No children but comments and empty texts; white space counts as content.
    private func isEmpty(_ element: NodeID, _ d: Document) -> Bool {
        var child = d[element].firstChild
        while child.exists {
            switch d[child].kind {
            case .element: return false
            case .text: if d[child].text.count > 0 { return false }
            default: break
            }
            child = d[child].nextSibling
        }
        return true
    }

    private func isLink(_ element: NodeID, _ d: Document) -> Bool {
        if d.isElement(element, .a) || d.isElement(element, .area) { return d.hasAttribute(.href, of: element) }
        return d[element].namespace == .svg && d[element].name == .a
            && (d.hasAttribute(.href, of: element) || d.hasAttribute(.xlinkHref, of: element))
    }

    /// Custom elements have no definitions here: those with a hyphen in their name are not defined.
    private func isDefined(_ element: NodeID, _ d: Document) -> Bool {
        guard d[element].namespace == .html, Int(d[element].name.rawValue) >= Name.known.count else { return true }
        return !d.names.spelling(of: d[element].name).utf8.contains(0x2D)
    }

    // MARK: Form controls

    /// The type of an `input`, in lower case; an unknown one is `text`, but that makes no difference to these tests.
    private func inputType(_ element: NodeID, _ d: Document) -> String? {
        guard d.isElement(element, .input) else { return nil }
        return d.attribute(.type, of: element).map { $0.count > 32 ? "text" : asciiLowercased(d.string($0)) } ?? "text"
    }

    private func isChecked(_ element: NodeID, _ d: Document) -> Bool {
        if d.isElement(element, .input) {
            let type = inputType(element, d)
            return (type == "checkbox" || type == "radio") && d.hasAttribute(.checked, of: element)
        }
        return d.isElement(element, .option) && isSelected(element, d)
    }

    /// https://html.spec.whatwg.org/#selectedness-setting-algorithm
    private func isSelected(_ option: NodeID, _ d: Document) -> Bool {
        guard let select = select(of: option, d), !d.hasAttribute(.multiple, of: select) else { return d.hasAttribute(.selected, of: option) }
        return chosenOption(of: select, d) == option
    }

    private func select(of option: NodeID, _ d: Document) -> NodeID? {
        guard var parent = parentElement(of: option, d) else { return nil }
        if d.isElement(parent, .optgroup) {
            guard let outer = parentElement(of: parent, d) else { return nil }
            parent = outer
        }
        return d.isElement(parent, .select) ? parent : nil
    }

    /// The option that a drop-down shows: the last selected one, else the first that is enabled.
    private func chosenOption(of select: NodeID, _ d: Document) -> NodeID {
        var firstEnabled = NodeID.none
        var selected = NodeID.none
        var node = d.nextNode(after: select, within: select)
        while node.exists {
            if d.isElement(node, .option) {
                if d.hasAttribute(.selected, of: node) { selected = node }
                if !firstEnabled.exists, !isDisabled(node, d) { firstEnabled = node }
            }
            node = d.nextNode(after: node, within: select)
        }
        if selected.exists { return selected }
        let size = d.attributeString(.size, of: select).flatMap { Int($0) } ?? 1
        return size > 1 ? .none : firstEnabled
    }

    private func isControl(_ element: NodeID, _ d: Document) -> Bool {
        guard d[element].namespace == .html else { return false }
        switch d[element].name {
        case .button, .input, .select, .textarea: return true
        default: return false
        }
    }

    private func isDisableable(_ element: NodeID, _ d: Document) -> Bool {
        isControl(element, d) || d.isElement(element, .optgroup) || d.isElement(element, .option) || d.isElement(element, .fieldset)
    }

    /// https://html.spec.whatwg.org/#concept-element-disabled
    private func isDisabled(_ element: NodeID, _ d: Document) -> Bool {
        if d.hasAttribute(.disabled, of: element) { return true }
        if d.isElement(element, .option) {
            guard let parent = parentElement(of: element, d) else { return false }
            return d.isElement(parent, .optgroup) && d.hasAttribute(.disabled, of: parent)
        }
        if d.isElement(element, .optgroup) { return false }
        var child = element
        while let parent = parentElement(of: child, d) {
            if d.isElement(parent, .fieldset), d.hasAttribute(.disabled, of: parent) {
                // Inside the first legend controls stay enabled.
                guard d.isElement(child, .legend), firstLegend(of: parent, d) == child else { return true }
            }
            child = parent
        }
        return false
    }

    private func firstLegend(of fieldset: NodeID, _ d: Document) -> NodeID {
        var child = d[fieldset].firstChild
        while child.exists, !d.isElement(child, .legend) { child = d[child].nextSibling }
        return child
    }

    private func takesRequired(_ element: NodeID, _ d: Document) -> Bool {
        if d.isElement(element, .select) || d.isElement(element, .textarea) { return true }
        switch inputType(element, d) {
        case nil: return false
        case "hidden", "range", "color", "submit", "image", "reset", "button": return false
        default: return true
        }
    }

    private func isText(_ type: String) -> Bool {
        switch type {
        case "hidden", "range", "color", "submit", "image", "reset", "button", "checkbox", "radio", "file": false
        default: true
        }
    }

    private func isReadWrite(_ element: NodeID, _ d: Document) -> Bool {
        if d.isElement(element, .textarea) || inputType(element, d).map(isText) == true {
            return !d.hasAttribute(.readonly, of: element) && !isDisabled(element, d)
        }
        guard let editable = d.names.find("contenteditable") else { return false }
        var current = element
        while true {
            if let value = d.attributeString(editable, of: current) {
                switch asciiLowercased(value) {
                case "", "true", "plaintext-only": return true
                case "false": return false
                default: break
                }
            }
            guard let parent = parentElement(of: current, d) else { return false }
            current = parent
        }
    }

    /// The value that a control starts with is empty.
    private func isBlank(_ element: NodeID, _ d: Document) -> Bool {
        if d.isElement(element, .textarea) { return isEmpty(element, d) }
        return (d.attribute(.value, of: element)?.count ?? 0) == 0
    }

    private func showsPlaceholder(_ element: NodeID, _ d: Document) -> Bool {
        guard d.isElement(element, .textarea) || inputType(element, d).map(isText) == true else { return false }
        return d.hasAttribute(.placeholder, of: element) && isBlank(element, d)
    }

    private func isSubmitButton(_ element: NodeID, _ d: Document) -> Bool {
        if d.isElement(element, .button) {
            let type = d.attributeString(.type, of: element).map(asciiLowercased)
            return type != "button" && type != "reset"
        }
        let type = inputType(element, d)
        return type == "submit" || type == "image"
    }

    private mutating func isDefault(_ element: NodeID, _ d: Document) -> Bool {
        if d.isElement(element, .option) { return d.hasAttribute(.selected, of: element) }
        let type = inputType(element, d)
        if type == "checkbox" || type == "radio" { return d.hasAttribute(.checked, of: element) }
        guard isSubmitButton(element, d) else { return false }
        var form = parentElement(of: element, d)
        while let id = form, !d.isElement(id, .form) { form = parentElement(of: id, d) }
        guard let form else { return false }
        var node = d.nextNode(after: form, within: form)
        while node.exists, spend() {
            if d[node].kind == .element, isSubmitButton(node, d) { return node == element }
            node = d.nextNode(after: node, within: form)
        }
        return false
    }

    /// Constraint validation as far as it shows before the user types: a required control without a value. Nil where none applies.
    private mutating func isValid(_ element: NodeID, _ d: Document) -> Bool? {
        if d.isElement(element, .form) || d.isElement(element, .fieldset) {
            var node = d.nextNode(after: element, within: element)
            while node.exists, spend() {
                if isControl(node, d), isValid(node, d) == false { return false }
                node = d.nextNode(after: node, within: element)
            }
            return true
        }
        guard isControl(element, d), !isDisabled(element, d), !d.hasAttribute(.readonly, of: element) else { return nil }
        let type = inputType(element, d)
        if type == "hidden" || type == "reset" || type == "button" { return nil }
        guard takesRequired(element, d), d.hasAttribute(.required, of: element) else { return true }
        if d.isElement(element, .select) {
            let chosen = chosenOption(of: element, d)
            return chosen.exists && !isBlank(chosen, d)
        }
        if type == "checkbox" || type == "radio" { return d.hasAttribute(.checked, of: element) }
        return !isBlank(element, d)
    }

    private func isInRange(_ element: NodeID, _ d: Document) -> Bool? {
        let type = inputType(element, d)
        guard type == "number" || type == "range" else { return nil }
        let low = d.attributeString(.min, of: element).flatMap { Double($0) }
        let high = d.attributeString(.max, of: element).flatMap { Double($0) }
        guard low != nil || high != nil || type == "range" else { return nil }
        guard type == "number", let value = d.attributeString(.value, of: element).flatMap({ Double($0) }) else { return true }
        return value >= low ?? -.infinity && value <= high ?? .infinity
    }

    // MARK: Language and direction

    /// https://www.w3.org/TR/selectors-4/#the-lang-pseudo
    mutating func matchesLanguage(_ ranges: ArraySlice<[UInt8]>, _ element: NodeID, _ d: Document) -> Bool {
        var current: NodeID? = element
        var language: ByteRange?
        while let id = current, language == nil, spend() {
            language = d.attribute(.xmlLang, of: id) ?? d.attribute(.lang, of: id)
            current = parentElement(of: id, d)
        }
        guard let language else { return false }
        let tag = d.bytes[Int(language.start)..<Int(language.start) + min(Int(language.count), 256)].map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
        return ranges.contains { SelectorMatcher.matches(range: $0, tag: tag) }
    }

    /// Extended filtering (RFC 4647, § 3.3.2); both in lower case.
    static func matches(range: [UInt8], tag: [UInt8]) -> Bool {
        if range.isEmpty || tag.isEmpty { return range.isEmpty && tag.isEmpty }
        let wanted = range.split(separator: 0x2D, omittingEmptySubsequences: false)
        let present = tag.split(separator: 0x2D, omittingEmptySubsequences: false)
        func isWildcard(_ part: ArraySlice<UInt8>) -> Bool { part.count == 1 && part.first == 0x2A }
        guard isWildcard(wanted[0]) || wanted[0] == present[0] else { return false }
        var w = 1, p = 1
        while w < wanted.count {
            if isWildcard(wanted[w]) {
                w += 1
            } else if p >= present.count {
                return false
            } else if wanted[w] == present[p] {
                w += 1
                p += 1
            } else if present[p].count == 1 {
                return false
            } else {
                p += 1
            }
        }
        return true
    }

    /// The directionality of an element (https://html.spec.whatwg.org/#the-directionality).
    mutating func isRightToLeft(_ element: NodeID, _ d: Document) -> Bool {
        var current: NodeID? = element
        while let id = current, spend() {
            if let value = d.attribute(.dir, of: id), value.count <= 8 {
                switch asciiLowercased(d.string(value)) {
                case "rtl": return true
                case "ltr": return false
                case "auto": return startsRightToLeft(id, d)
                default: break
                }
            }
            if d.isElement(id, .bdi) { return startsRightToLeft(id, d) }
            current = parentElement(of: id, d)
        }
        return false
    }

    private func hasDirection(_ element: NodeID, _ d: Document) -> Bool {
        guard let value = d.attributeString(.dir, of: element) else { return false }
        return ["ltr", "rtl", "auto"].contains(asciiLowercased(value))
    }

    /// Whether the first strong character in the element is of a right-to-left script.
    private mutating func startsRightToLeft(_ element: NodeID, _ d: Document) -> Bool {
        var node = d.nextNode(after: element, within: element)
        while node.exists, spend() {
            if d[node].kind == .text {
                let text = d[node].text
                for scalar in d.string(ByteRange(start: text.start, count: min(text.count, 4096))).unicodeScalars {
                    switch scalar.value {
                    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
                        if scalar.properties.isAlphabetic { return true }
                    default:
                        if scalar.properties.isAlphabetic { return false }
                    }
                }
            } else if d[node].kind == .element,
                d.isElement(node, .bdi) || d.isElement(node, .script) || d.isElement(node, .style) || d.isElement(node, .textarea)
                    || hasDirection(node, d)
            {
                node = d.nodeAfterSubtree(of: node, within: element)
                continue
            }
            node = d.nextNode(after: node, within: element)
        }
        return false
    }
}
