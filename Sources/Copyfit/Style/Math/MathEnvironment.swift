/// What a MathML element takes from what it stands in: `math-style` and `math-depth`
/// (https://w3c.github.io/mathml-core/#css-extensions-for-math-layout), told by elements and attributes.
package struct MathEnvironment: Hashable, Sendable {
    /// `math-style: normal`, as formulas on lines of their own have it, and not `compact`.
    package var isDisplay = false
    /// `math-depth`: how deep in scripts the element is.
    package var depth: Int32 = 0
    /// The factor from the parent's font size to the element's: 0.71 for each level (§ The math-depth property).
    package var scale: Float = 1
    package init() {}
}

/// The environments of a document's MathML elements, found from the outermost inwards and kept by node.
package struct MathEnvironments: Sendable {
    private var known: [NodeID: MathEnvironment] = [:]
    private let rules: Profile.MathDepth
    private let lastChildIsIndex: Bool

    package init(_ profile: Profile) {
        rules = profile.mathDepth
        lastChildIsIndex = profile.lastChildIsIndex
    }

    /// The environment of a MathML element.
    package mutating func environment(of node: NodeID, in document: Document) -> MathEnvironment {
        var path: [NodeID] = []
        var current = node
        while known[current] == nil, MathElement.of(current, in: document) != nil {
            path.append(current)
            current = document[current].parent
            if !current.exists { break }
        }
        var environment = current.exists ? known[current] ?? MathEnvironment() : MathEnvironment()
        for element in path.reversed() {
            environment = inside(environment, element, document)
            known[element] = environment
        }
        return environment
    }

    /// The environment of an element in a parent of the environment `outer`.
    private func inside(_ outer: MathEnvironment, _ node: NodeID, _ document: Document) -> MathEnvironment {
        var environment = outer
        environment.scale = 1
        guard let element = MathElement.of(node, in: document) else { return environment }
        if element == .math {
            environment.isDisplay = document.mathAttribute("display", of: node)?.lowercased() == "block"
            environment.depth = 0
        } else if element == .table {
            environment.isDisplay = false
        } else if let parent = MathElement.of(document[node].parent, in: document) {
            var place = position(of: node, in: document)
            if parent == .root, lastChildIsIndex { place = isLast(node, in: document) ? 1 : 0 }
            apply(parent, at: place, of: document[node].parent, document, outer, to: &environment)
        }
        if let flag = document.mathFlag("displaystyle", of: node) { environment.isDisplay = flag }
        if rules == .levels, let level = document.mathAttribute("scriptlevel", of: node), let change = Self.integer(level) {
            let depth = change.isSigned ? outer.depth &+ change.value : change.value
            environment.depth = depth
            environment.scale = Self.scale(levels: depth &- outer.depth)
        }
        return environment
    }

    /// What a parent makes of its child at a position (§ User Agent Stylesheet).
    private func apply(
        _ parent: MathElement, at position: Int, of parentNode: NodeID, _ document: Document, _ outer: MathEnvironment, to environment: inout MathEnvironment
    ) {
        var levels: Int32 = 0
        var keepsSize = false
        switch parent {
        case .fraction:
            environment.isDisplay = false
            if rules == .levels, !outer.isDisplay { levels = 1 }
        case .root where position == 1: levels = 2
        case .sub, .super, .subSuper, .multiscripts: if position > 0 { levels = 1 }
        case .under where position == 1: (levels, keepsSize) = (1, document.mathFlag("accentunder", of: parentNode) == true)
        case .over where position == 1: (levels, keepsSize) = (1, document.mathFlag("accent", of: parentNode) == true)
        case .underOver where position == 1: (levels, keepsSize) = (1, document.mathFlag("accentunder", of: parentNode) == true)
        case .underOver where position == 2: (levels, keepsSize) = (1, document.mathFlag("accent", of: parentNode) == true)
        default: break
        }
        guard levels > 0 else { return }
        environment.isDisplay = false
        environment.depth = outer.depth &+ levels
        if !keepsSize { environment.scale = Self.scale(levels: levels) }
    }

    /// The number of elements before a node in its parent; no more than 3 are told apart.
    private func position(of node: NodeID, in document: Document) -> Int {
        var count = 0
        var sibling = document[node].previousSibling
        while sibling.exists, count < 3 {
            if document[sibling].kind == .element { count += 1 }
            sibling = document[sibling].previousSibling
        }
        return count
    }

    private func isLast(_ node: NodeID, in document: Document) -> Bool {
        var sibling = document[node].nextSibling
        while sibling.exists {
            if document[sibling].kind == .element { return false }
            sibling = document[sibling].nextSibling
        }
        return true
    }

    /// > scale = 0.71 to the power of the difference.
    private static func scale(levels: Int32) -> Float {
        var scale: Double = 1
        for _ in 0..<min(abs(levels), 50) { scale = levels > 0 ? scale * 0.71 : scale / 0.71 }
        return Float(scale)
    }

    private static func integer(_ text: String) -> (value: Int32, isSigned: Bool)? {
        let text = text.split(whereSeparator: { $0 == " " || $0 == "\n" || $0 == "\t" }).joined()
        guard let first = text.first, let value = Int32(text), abs(Int(value)) <= 1000 else { return nil }
        return (value, first == "+" || first == "-")
    }
}
