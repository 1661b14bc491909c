// What MathML elements and their attributes stand for (https://w3c.github.io/mathml-core/#user-agent-stylesheet): as children take it from
// their place in a formula, it is told here and not by selectors.

extension PresentationalHints {
    /// Collects the hints of a MathML element.
    mutating func math(_ element: NodeID, in document: Document, computer: inout StyleComputer) {
        guard let kind = MathElement.of(element, in: document) else { return }
        if mathEnvironments == nil { mathEnvironments = MathEnvironments(computer.profile) }
        let environment = mathEnvironments?.environment(of: element, in: document) ?? MathEnvironment()
        set(.display, display(kind, element, document, computer.profile))
        if environment.scale != 1 { set(.fontSize, Declaration.percent(Double(environment.scale) * 100)) }
        if kind == .identifier, computer.profile.mathTransformsText, document.mathAttribute("mathvariant", of: element)?.lowercased() != "normal" {
            set(.textTransform, TextTransform.mathAuto)
        }
        if let size = document.mathAttribute("mathsize", of: element), let length = MathLength(size, acceptsPlus: computer.profile.mathLengthsMayHavePlus) { fontSize(length) }
        if let color = document.mathAttribute("mathcolor", of: element), let value = computer.parseOwn(.color, Array(color.utf8)[...]) { declarations.append(value) }
        if let color = document.mathAttribute("mathbackground", of: element), let value = computer.parseOwn(.backgroundColor, Array(color.utf8)[...]) {
            declarations.append(value)
        }
        switch document.mathAttribute("dir", of: element)?.lowercased() {
        case "rtl": set(.direction, Direction.rtl)
        case "ltr": set(.direction, Direction.ltr)
        default: break
        }
    }

    private mutating func fontSize(_ length: MathLength) {
        switch length.unit {
        case .percent: set(.fontSize, Declaration.percent(Double(length.value)))
        case .em: set(.fontSize, Declaration(form: .dimension, unit: .em, value: Double(length.value)))
        case .ex: set(.fontSize, Declaration(form: .dimension, unit: .ex, value: Double(length.value)))
        case .px: set(.fontSize, Declaration.px(Double(length.value)))
        }
    }

    private func display(_ kind: MathElement, _ element: NodeID, _ document: Document, _ profile: Profile) -> Display {
        if kind == .annotation || kind == .unknown && !profile.unknownMathIsRow { return .none }
        if let parent = MathElement.of(document[element].parent, in: document), parent == .semantics || parent == .action {
            var sibling = document[element].previousSibling
            while sibling.exists {
                if document[sibling].kind == .element { return .none }
                sibling = document[sibling].previousSibling
            }
        }
        switch kind {
        case .math: return document.mathAttribute("display", of: element)?.lowercased() == "block" ? .block : .inlineBlock
        case .table: return .table
        case .tableRow: return .tableRow
        case .tableCell: return .tableCell
        default: return .block
        }
    }
}
