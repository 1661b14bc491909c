/// The declarations of a `style` attribute, split so that one can be replaced; what they mean is not looked at.
struct StyleDeclarations {
    private var list: [(name: String, text: String)] = []

    init(_ text: String) {
        for part in StyleDeclarations.split(text) {
            guard let colon = part.firstIndex(of: ":") else { continue }
            let name = part[..<colon].filter { !$0.isWhitespace }
            list.append((name.hasPrefix("--") ? String(name) : name.lowercased(), part))
        }
    }

    mutating func set(_ name: String, to value: String?) {
        list.removeAll { $0.name == name }
        if let value { list.append((name, "\(name): \(value)")) }
    }

    var text: String { list.map(\.text).joined(separator: "; ") }

    /// Whether a text can stand as the value of one declaration: it ends no string or bracket that it did not open, and no declaration.
    static func isOneValue(_ value: String) -> Bool { !value.utf8.contains(0) && split(value + ";x").count == 2 && !value.contains("}") }

    /// Parts between semicolons that stand in no string, bracket or comment.
    private static func split(_ text: String) -> [String] {
        var parts: [String] = [], part = ""
        var quote: Character?, depth = 0, isEscaped = false
        for character in text {
            if isEscaped {
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if let open = quote {
                if character == open { quote = nil }
            } else if character == "\"" || character == "'" {
                quote = character
            } else if character == "(" || character == "[" || character == "{" {
                depth += 1
            } else if character == ")" || character == "]" || character == "}" {
                depth = max(0, depth - 1)
            } else if character == ";", depth == 0 {
                if !part.allSatisfy(\.isWhitespace) { parts.append(part.trimmed) }
                part = ""
                continue
            }
            part.append(character)
        }
        if !part.allSatisfy(\.isWhitespace) { parts.append(part.trimmed) }
        return parts
    }
}

extension String {
    fileprivate var trimmed: String {
        let start = drop { $0.isWhitespace }
        return String(start.reversed().drop { $0.isWhitespace }.reversed())
    }
}
