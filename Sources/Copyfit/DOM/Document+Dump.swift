extension Document {
    /// The tree below `root` as indented text, a node a line, in the form of the html5lib tests.
    package func dump(below root: NodeID = .document) -> String {
        var output = ""
        var stack: [(node: NodeID, depth: Int, content: Bool)] = []
        var next = (node: nodes[root.index].firstChild, depth: 0, content: false)
        while true {
            if !next.node.exists {
                guard let pending = stack.popLast() else { return output }
                if pending.content {
                    // The contents of a template come before its children, which only foreign code could add.
                    output += "| " + String(repeating: "  ", count: pending.depth) + "content\n"
                    next = (nodes[pending.node.index].firstChild, pending.depth + 1, false)
                } else {
                    next = pending
                }
                continue
            }
            let node = nodes[next.node.index]
            let indent = "| " + String(repeating: "  ", count: next.depth)
            output += indent + line(of: node) + "\n"
            if node.kind == .element {
                for attribute in attributeLines(of: node) { output += indent + "  " + attribute + "\n" }
            }
            stack.append((node.nextSibling, next.depth, false))
            if node.templateContents.exists {
                stack.append((node.firstChild, next.depth + 1, false))
                stack.append((node.templateContents, next.depth + 1, true))
                next = (.none, 0, false)
            } else {
                next = (node.firstChild, next.depth + 1, false)
            }
        }
    }

    private func line(of node: Node) -> String {
        switch node.kind {
        case .document: return "#document"
        case .fragment: return "content"
        case .text: return "\"" + string(node.text) + "\""
        case .comment: return "<!-- " + string(node.text) + " -->"
        case .element: return "<" + node.namespace.prefix + names.spelling(of: node.name) + ">"
        case .doctype:
            let ids = (0..<Int(node.attributeCount)).map { string(attributes[Int(node.firstAttribute) + $0].value) }
            let name = string(node.text)
            if ids.count < 2 || (ids[0].isEmpty && ids[1].isEmpty) { return "<!DOCTYPE " + name + ">" }
            return "<!DOCTYPE " + name + " \"" + ids[0] + "\" \"" + ids[1] + "\">"
        }
    }

    private func attributeLines(of node: Node) -> [String] {
        let range = Int(node.firstAttribute)..<Int(node.firstAttribute + node.attributeCount)
        var lines: [(name: String, value: String)] = attributes[range].map { attribute in
            var name = names.spelling(of: attribute.name)
            if node.namespace != .html, let adjusted = Document.prefixedAttributes[name] { name = adjusted }
            return (name, string(attribute.value))
        }
        lines.sort { $0.name.utf16.lexicographicallyPrecedes($1.name.utf16) }
        return lines.map { $0.name + "=\"" + $0.value + "\"" }
    }

    /// Attributes of foreign elements that are in a namespace (https://html.spec.whatwg.org/#adjust-foreign-attributes), as dumps show
    /// them.
    private static let prefixedAttributes: [String: String] = [
        "xlink:actuate": "xlink actuate", "xlink:arcrole": "xlink arcrole", "xlink:href": "xlink href", "xlink:role": "xlink role",
        "xlink:show": "xlink show", "xlink:title": "xlink title", "xlink:type": "xlink type", "xml:lang": "xml lang",
        "xml:space": "xml space", "xmlns": "xmlns xmlns", "xmlns:xlink": "xmlns xlink",
    ]
}

extension Node.Namespace {
    fileprivate var prefix: String {
        switch self {
        case .html: ""
        case .svg: "svg "
        case .mathml: "math "
        }
    }
}
