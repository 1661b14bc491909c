/// Why a document is as tall as it is: a tree of what makes up its height, as text.
public struct HeightExplanation: Sendable, CustomStringConvertible {
    /// One statement and what it is made of.
    public struct Node: Hashable, Sendable {
        public var text: String
        public var children: [Node]
        public init(_ text: String, _ children: [Node] = []) {
            self.text = text
            self.children = children
        }
    }

    /// The document, then faces, missing characters and what was wrong.
    public var roots: [Node]

    /// An indented tree, a statement a line.
    public var description: String {
        var lines: [String] = []
        // Each entry: a node, what stands before it and before its children.
        var stack: [(node: Node, lead: String, rest: String)] = roots.reversed().map { ($0, "", "") }
        while let (node, lead, rest) = stack.popLast() {
            lines.append(lead + node.text)
            for (index, child) in node.children.enumerated().reversed() {
                let isLast = index == node.children.count - 1
                stack.append((child, rest + (isLast ? "└ " : "├ "), rest + (isLast ? "  " : "│ ")))
            }
        }
        return lines.joined(separator: "\n")
    }
}

extension PreparedDocument {
    /// What makes up the height of the document laid out at `width` CSS px.
    public func explain(width: Double) throws(CopyfitError) -> HeightExplanation {
        let page = try laidOutPage(width: width)
        var builder = ExplanationBuilder(page: page, width: width)
        let roots = builder.roots(diagnostics: diagnostics)
        return HeightExplanation(roots: roots)
    }
}

/// Numbers and names as explanations show them.
enum ExplanationText {
    static func px(_ value: LayoutUnit) -> String { number(value.doublePx) }
    static func px(_ value: Float) -> String { number(Double(value)) }

    static func number(_ value: Double) -> String {
        let hundredths = (value * 100).rounded() / 100
        guard hundredths.magnitude < 1e12 else { return String(value) }
        return hundredths == hundredths.rounded() ? String(Int(hundredths)) : String(hundredths)
    }

    /// `1 line`, `3 lines`.
    static func count(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

    /// The beginning of a text, for recognising a place.
    static func excerpt(_ units: some Sequence<UInt16>, limit: Int = 24) -> String {
        var result: [UInt16] = []
        for unit in units {
            let plain = unit < 0x20 || unit == 0xFFFC ? 0x20 : unit
            if plain == 0x20, result.last == 0x20 || result.isEmpty { continue }
            result.append(plain)
            if result.count > limit { break }
        }
        let isCut = result.count > limit
        if isCut { result.removeLast() }
        while result.last == 0x20 { result.removeLast() }
        return String(decoding: result, as: UTF16.self) + (isCut ? "…" : "")
    }
}
