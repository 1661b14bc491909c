internal import Copyfit

/// An inline `<svg>` element written out as a document of its own, for the SVG library.
enum SVGSource {
    static func text(of root: NodeID, in document: Document, color: String, width: Double, height: Double) -> String {
        var result = ""
        var node = root
        var budget = 2_000_000
        // A walk without recursion: `open` is the path from the root.
        var open: [NodeID] = []
        while node.exists, budget > 0 {
            let record = document[node]
            var enters = false
            if record.kind == .element {
                let tag = document.names.spelling(of: record.name)
                result += "<" + tag
                let first = Int(record.firstAttribute)
                for index in first..<first + Int(record.attributeCount) {
                    let attribute = document.attributes[index]
                    let name = document.names.spelling(of: attribute.name)
                    if name == "xmlns" || name.hasPrefix("xmlns:") || (node == root && (name == "width" || name == "height" || name == "color")) { continue }
                    guard isPlain(name) else { continue }
                    let value = document.string(attribute.value)
                    budget -= value.utf8.count
                    result += " \(name)=\"\(escaped(value))\""
                }
                if node == root {
                    result += " xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" color=\"\(color)\""
                    result += " width=\"\(width)\" height=\"\(height)\""
                }
                if record.firstChild.exists {
                    result += ">"
                    open.append(node)
                    enters = true
                } else {
                    result += "/>"
                }
            } else if record.kind == .text {
                let value = document.string(record.text)
                budget -= value.utf8.count
                result += escaped(value)
            }
            budget -= 16
            if enters {
                node = record.firstChild
                continue
            }
            if node == root { break }
            while let last = open.last, !document[node].nextSibling.exists {
                result += "</\(document.names.spelling(of: document[last].name))>"
                node = last
                open.removeLast()
                if last == root { return result }
            }
            node = document[node].nextSibling
        }
        for last in open.reversed() { result += "</\(document.names.spelling(of: document[last].name))>" }
        return result
    }

    private static func isPlain(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.allSatisfy { $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 26 || $0 == 0x2D || $0 == 0x5F || $0 == 0x3A }
            && !(name.utf8.first.map { $0 &- 0x30 < 10 } ?? true)
    }

    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default: if scalar.value >= 0x20 || scalar == "\n" || scalar == "\t" { result.unicodeScalars.append(scalar) }
            }
        }
        return result
    }

    // MARK: Files

    /// The color that the style attribute of an SVG file's root element paints behind it.
    static func rootBackground(of bytes: [UInt8]) -> PaintColor? {
        let head = String(decoding: bytes.prefix(1 << 16), as: UTF8.self)
        guard let start = head.firstRange(of: "<svg"), let end = head[start.upperBound...].firstIndex(of: ">") else { return nil }
        let tag = head[start.upperBound..<end]
        guard let style = tag.firstRange(of: "style="), let quote = tag[style.upperBound...].first, quote == "\"" || quote == "'" else { return nil }
        let value = tag[tag.index(after: style.upperBound)...].prefix { $0 != quote }
        var color: PaintColor?
        for declaration in value.split(separator: ";") {
            let parts = declaration.split(separator: ":", maxSplits: 1).map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
            if parts.count == 2, ["background", "background-color"].contains(parts[0].lowercased()) { color = PaintColor(css: parts[1]) ?? color }
        }
        return color
    }
}
