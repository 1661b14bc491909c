// The boxes of formulas (https://w3c.github.io/mathml-core/#box-model): each MathML element has one of kind `.math`, tables but for their cells
// those of tables; what is in a token is one block container in its box.

extension BoxGenerator {
    /// Adds the box of a MathML element, with all in it.
    mutating func addMath(_ element: MathElement, _ node: NodeID, style: StyleID) {
        switch element {
        case .table, .tableRow, .tableCell: addMathTablePart(element, node, style: style)
        default: addMathBox(element, node, style: style)
        }
    }

    private mutating func addMathBox(_ element: MathElement, _ node: NodeID, style: StyleID) {
        var record = MathBox(role: role(of: element, node))
        let environment = mathEnvironment(of: node)
        record.isDisplay = environment.isDisplay
        let container = flows.last?.container ?? .none
        record.isRoot = element == .math || !container.exists || tree[container].kind != .math
        var box = Box(kind: .math, style: style)
        box.flags = positioningFlags(style).union(.formattingContext)
        box.payload = UInt32(truncatingIfNeeded: tree.maths.count)
        tree.maths.append(record)
        let index = Int(box.payload)
        let isInline = record.isRoot && !isBlockLevel(styled[style].display)
        let id = place(box, node: node, isInlineLevel: isInline)
        if element.isToken {
            addTokenContents(of: node, in: id, style: style)
        } else {
            beginFlow(id)
            if element == .fenced, profile.drawsEnclosures { addFencedChildren(of: node, style: style) } else { addMathChildren(of: node) }
            endFlow()
        }
        read(element, node, into: index)
        finishMathBox(id, element, index)
    }

    /// Elements only: text between them shows nothing.
    private mutating func addMathChildren(of node: NodeID) {
        var child = document[node].firstChild
        while child.exists {
            if mustStop { return }
            if document[child].kind == .element { addElement(child) }
            child = document[child].nextSibling
        }
    }

    // MARK: Fences

    /// https://www.w3.org/TR/MathML3/chapter3.html#presm.mfenced: the children with fences around them and separators between.
    private mutating func addFencedChildren(of node: NodeID, style: StyleID) {
        var separators = Array((document.mathAttribute("separators", of: node) ?? ",").unicodeScalars)
        separators.removeAll { $0.value <= 0x20 }
        var count = 0
        var child = document[node].firstChild
        while child.exists {
            if mustStop { return }
            if document[child].kind == .element {
                if count == 0 {
                    addFence(fence("open", node, "("), .prefix, style: style)
                } else if let last = separators.last {
                    addFence((count <= separators.count ? separators[count - 1] : last).value, .infix, style: style)
                }
                addElement(child)
                count += 1
            }
            child = document[child].nextSibling
        }
        if count > 0 { addFence(fence("close", node, ")"), .postfix, style: style) }
    }

    /// The character of a fence; 0 where it is no single one.
    private func fence(_ name: StaticString, _ node: NodeID, _ standard: Unicode.Scalar) -> UInt32 {
        guard var text = document.mathAttribute(name, of: node).map({ Array($0.unicodeScalars) }) else { return standard.value }
        text.removeAll { $0.value <= 0x20 }
        return text.count == 1 ? text[0].value : 0
    }

    private mutating func addFence(_ character: UInt32, _ form: OperatorDictionary.Form, style: StyleID) {
        var record = MathBox(role: .operator)
        record.isFence = true
        record.properties.character = character
        if character != 0, let entry = OperatorDictionary.entry(character, form, isExplicit: true, profile.operatorTable) {
            record.properties.leading = Float(entry.leading)
            record.properties.trailing = Float(entry.trailing)
            record.properties.flags = entry.flags
        }
        var box = Box(kind: .math, style: anonymousStyle(inheritingFrom: style))
        box.flags = [.anonymous, .formattingContext]
        box.payload = UInt32(truncatingIfNeeded: tree.maths.count)
        let id = place(box, node: .none, isInlineLevel: false)
        record.core = id
        tree.maths.append(record)
    }

    private mutating func addTokenContents(of node: NodeID, in id: BoxID, style: StyleID) {
        guard document[node].firstChild.exists else { return }
        addMathText(of: node, in: id, style: style) { $0.addContents(of: node, style: style) }
    }

    /// A block container around text in a formula, in which lines are as high as the profile has them there.
    private mutating func addMathText(of node: NodeID, in id: BoxID, style: StyleID, _ fill: (inout BoxGenerator) -> Void) {
        let holdsInk = profile.mathLinesHoldInk
        let lineStyle = anonymousStyle(AnonymousStyleKey(parent: style, purpose: .mathLine)) { style in
            var lineStyle = ComputedStyle.anonymous(inheritingFrom: style)
            lineStyle.display = .block
            if holdsInk { lineStyle.lineHeight = LineHeight(kind: .ink) }
            return lineStyle
        }
        var block = Box(kind: .block, style: lineStyle)
        block.flags = [.anonymous, .formattingContext]
        beginFlow(tree.append(block, to: id))
        fill(&self)
        endFlow()
    }

    // MARK: Tables

    private mutating func addMathTablePart(_ element: MathElement, _ node: NodeID, style: StyleID) {
        var box = Box(kind: kind(of: styled[style].display), style: style)
        box.flags = positioningFlags(style).union(.formattingContext)
        let id = place(box, node: node, isInlineLevel: false)
        beginFlow(id)
        guard element == .tableCell, box.kind == .tableCell else {
            addMathChildren(of: node)
            endFlow()
            return
        }
        // > The anonymous box that a cell's children are in is laid out as an mrow.
        var row = Box(kind: .math, style: anonymousStyle(inheritingFrom: style))
        row.flags = [.anonymous, .formattingContext]
        row.payload = UInt32(truncatingIfNeeded: tree.maths.count)
        var record = MathBox(role: .row)
        record.isDisplay = mathEnvironment(of: node).isDisplay
        record.isCell = true
        tree.maths.append(record)
        let rowID = place(row, node: .none, isInlineLevel: false)
        beginFlow(rowID)
        var child = document[node].firstChild
        while child.exists {
            if mustStop { break }
            switch document[child].kind {
            case .element: addElement(child)
            case .text where profile.mathCellsShowText && !isCollapsibleWhiteSpace(document[child].text, style: style):
                let text = child
                addMathText(of: node, in: rowID, style: style) { $0.addText(text, style: style) }
            default: break
            }
            child = document[child].nextSibling
        }
        endFlow()
        embellish(rowID, Int(row.payload))
        endFlow()
    }

    // MARK: What the boxes say

    private func role(of element: MathElement, _ node: NodeID) -> MathBox.Role {
        switch element {
        case .identifier, .number, .text: return .token
        case .operator: return .operator
        case .space: return .space
        case .squareRoot: return .squareRoot
        case .padded: return .padded
        case .enclose: return profile.drawsEnclosures ? .enclose : .row
        default: return .row
        }
    }

    /// Roles that need a number of children, known when these have their boxes.
    private func scriptRole(of element: MathElement, _ id: BoxID) -> MathBox.Role? {
        var count = 0
        var child = tree[id].firstChild
        while child.exists {
            if tree[child].isInFlow { count += 1 }
            child = tree[child].nextSibling
        }
        switch element {
        case .fraction: return count == 2 ? .fraction : nil
        case .root: return count == 2 ? .root : nil
        case .sub: return count == 2 ? .sub : nil
        case .super: return count == 2 ? .super : nil
        case .under: return count == 2 ? .under : nil
        case .over: return count == 2 ? .over : nil
        case .subSuper: return count == 3 ? .subSuper : nil
        case .underOver: return count == 3 ? .underOver : nil
        case .multiscripts: return isValidMultiscript(id) ? .multiscripts : nil
        default: return nil
        }
    }

    /// > base (subscript superscript)* [<mprescripts/> (presubscript presuperscript)*]
    private func isValidMultiscript(_ id: BoxID) -> Bool {
        var isEven = true, hasPrescripts = false
        var child = tree[id].firstChild
        guard child.exists, MathElement.of(tree[child].node, in: document) != .prescripts else { return false }
        child = tree[child].nextSibling
        while child.exists {
            if tree[child].isInFlow {
                if MathElement.of(tree[child].node, in: document) == .prescripts {
                    if !isEven || hasPrescripts { return false }
                    hasPrescripts = true
                } else {
                    isEven.toggle()
                }
            }
            child = tree[child].nextSibling
        }
        return isEven
    }

    private func length(_ name: StaticString, _ node: NodeID) -> MathLength? { document.mathAttribute(name, of: node).flatMap { MathLength($0, acceptsPlus: profile.mathLengthsMayHavePlus) } }

    private mutating func read(_ element: MathElement, _ node: NodeID, into index: Int) {
        guard document[node].attributeCount > 0 || element.isToken || element == .enclose else { return }
        switch element {
        case .space, .padded:
            tree.maths[index].lengths = (
                length("width", node), length("height", node), length("depth", node), length("lspace", node), length("voffset", node))
        case .fraction:
            switch document.mathAttribute("linethickness", of: node) {
            case nil: break
            case "thin" where profile.drawsEnclosures: tree.maths[index].thickness = 0.5
            case "thick" where profile.drawsEnclosures: tree.maths[index].thickness = 2
            case let text?: tree.maths[index].lengths.0 = MathLength(text, acceptsPlus: profile.mathLengthsMayHavePlus)
            }
        case .under, .over, .underOver:
            tree.maths[index].accent = document.mathFlag("accent", of: node)
            tree.maths[index].accentUnder = document.mathFlag("accentunder", of: node)
        case .enclose:
            tree.maths[index].notations = Self.notations(document.mathAttribute("notation", of: node) ?? "longdiv")
        case .operator:
            tree.maths[index].properties = operatorProperties(of: node)
        case .identifier, .number, .text:
            if !profile.mathTransformsText { tree.maths[index].glyph = glyph(of: node, element) }
        default: break
        }
    }

    private static func notations(_ text: String) -> MathBox.Notations {
        var notations: MathBox.Notations = []
        for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" || $0 == "\t" }) {
            switch word {
            case "longdiv": notations.insert(.longDivision)
            case "roundedbox": notations.insert(.roundedBox)
            case "circle": notations.insert(.circle)
            case "left": notations.insert(.left)
            case "right": notations.insert(.right)
            case "top": notations.insert(.top)
            case "bottom": notations.insert(.bottom)
            case "box": notations.formUnion([.left, .right, .top, .bottom])
            case "actuarial": notations.formUnion([.right, .top])
            case "madruwb": notations.formUnion([.right, .bottom])
            case "updiagonalstrike", "downdiagonalstrike", "verticalstrike", "horizontalstrike": notations.insert(.strike)
            default: break
            }
        }
        return notations
    }

    /// Scripts, embellished operators and what is like a space, when the children are there.
    private mutating func finishMathBox(_ id: BoxID, _ element: MathElement, _ index: Int) {
        if let role = scriptRole(of: element, id) { tree.maths[index].role = role }
        switch tree.maths[index].role {
        case .operator: tree.maths[index].core = id
        case .fraction, .sub, .super, .subSuper, .multiscripts, .under, .over, .underOver:
            tree.maths[index].core = core(of: tree[id].firstChild)
        case .token, .space: tree.maths[index].isSpaceLike = element == .text || element == .space
        case .row, .padded, .enclose: embellish(id, index)
        case .squareRoot, .root: break
        }
    }

    /// > A grouping element whose in-flow children consist of one embellished operator and zero or more space-like elements
    private mutating func embellish(_ id: BoxID, _ index: Int) {
        guard profile.rowsAreEmbellished else { return }
        var core = BoxID.none
        var isSpaceLike = true, isEmbellished = true
        var child = tree[id].firstChild
        while child.exists {
            if tree[child].isInFlow, !isSpace(child) {
                isSpaceLike = false
                let own = self.core(of: child)
                if core.exists || !own.exists { isEmbellished = false }
                core = own
            }
            child = tree[child].nextSibling
        }
        tree.maths[index].isSpaceLike = isSpaceLike
        if isEmbellished { tree.maths[index].core = core }
    }

    private func core(of child: BoxID) -> BoxID { child.exists && tree[child].kind == .math ? tree.maths[Int(tree[child].payload)].core : .none }

    private func isSpace(_ child: BoxID) -> Bool { tree[child].kind == .math && tree.maths[Int(tree[child].payload)].isSpaceLike }

    private mutating func mathEnvironment(of node: NodeID) -> MathEnvironment {
        if mathEnvironments == nil { mathEnvironments = MathEnvironments(profile) }
        return mathEnvironments?.environment(of: node, in: document) ?? MathEnvironment()
    }

    // MARK: Tokens

    /// The text of a token without white space at its ends; nil where there are elements in it.
    private func tokenText(of node: NodeID) -> [Unicode.Scalar]? {
        var text = ""
        var child = document[node].firstChild
        while child.exists {
            switch document[child].kind {
            case .text: text += document.string(document[child].text)
            case .element: return nil
            default: break
            }
            child = document[child].nextSibling
        }
        var scalars = Array(text.unicodeScalars)
        guard profile.operatorsAreTrimmed else { return scalars }
        func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\n" || scalar == "\t" || scalar == "\r" || scalar == "\u{0C}" }
        while let last = scalars.last, isSpace(last) { scalars.removeLast() }
        return Array(scalars.drop(while: isSpace))
    }

    /// The character whose glyph WebKit shows in place of a token's text; 0 for none.
    private func glyph(of node: NodeID, _ element: MathElement) -> UInt32 {
        guard let text = tokenText(of: node), text.count == 1, let scalar = text.first else { return 0 }
        let named = mathVariant(of: node)
        let alphabet = named ?? (element == .identifier ? .italic : .normal)
        let character = alphabet.character(scalar.value)
        return character == scalar.value ? 0 : character
    }

    /// `mathvariant` of an element or the nearest ancestor that has it.
    private func mathVariant(of node: NodeID) -> MathAlphabet? {
        var current = node
        for _ in 0..<64 {
            guard current.exists, document[current].namespace == .mathml else { return nil }
            if let name = document.mathAttribute("mathvariant", of: current), let alphabet = MathAlphabet(named: name) { return alphabet }
            current = document[current].parent
        }
        return nil
    }

    /// https://w3c.github.io/mathml-core/#algorithm-for-determining-the-properties-of-an-embellished-operator
    private func operatorProperties(of node: NodeID) -> OperatorProperties {
        var properties = OperatorProperties()
        if let text = tokenText(of: node), text.count == 1, let scalar = text.first {
            properties.character = scalar.value == 0x2D && profile.operatorTable == .mathML3 ? 0x2212 : scalar.value
        }
        let explicit: OperatorDictionary.Form? =
            switch document.mathAttribute("form", of: node)?.lowercased() {
            case "prefix": .prefix
            case "infix": .infix
            case "postfix": .postfix
            default: nil
            }
        if properties.character != 0,
            let entry = OperatorDictionary.entry(properties.character, explicit ?? form(of: node), isExplicit: explicit != nil, profile.operatorTable)
        {
            properties.leading = Float(entry.leading)
            properties.trailing = Float(entry.trailing)
            properties.flags = entry.flags
        }
        guard document[node].attributeCount > 0 else { return properties }
        func set(_ flag: OperatorProperties.Flags, _ name: StaticString) {
            guard let value = document.mathFlag(name, of: node) else { return }
            if value { properties.flags.insert(flag) } else { properties.flags.remove(flag) }
        }
        set(.stretchy, "stretchy")
        set(.symmetric, "symmetric")
        set(.largeOperator, "largeop")
        set(.movableLimits, "movablelimits")
        set(.accent, "accent")
        properties.lspace = length("lspace", node)
        properties.rspace = length("rspace", node)
        properties.minSize = length("minsize", node)
        properties.maxSize = length("maxsize", node)
        return properties
    }

    /// The form that an operator has by its place among its siblings.
    private func form(of node: NodeID) -> OperatorDictionary.Form {
        func hasSibling(_ next: (Node) -> NodeID) -> Bool {
            var sibling = next(document[node])
            while sibling.exists {
                if profile.spaceTextMakesOperatorsInfix || document[sibling].kind == .element { return true }
                sibling = next(document[sibling])
            }
            return false
        }
        switch (hasSibling { $0.previousSibling }, hasSibling { $0.nextSibling }) {
        case (false, true): return .prefix
        case (true, false): return .postfix
        default: return .infix
        }
    }
}
