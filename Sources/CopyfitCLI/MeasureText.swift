import Copyfit

/// A layout in words for people: the height first, alone on its line.
enum MeasureText {
    static func describe(_ layout: Layout, fitted: FittedHeight? = nil, data: [DetectedData]? = nil, engine: String) -> String {
        var lines = [
            "\(layout.height)",
            "width   \(number(layout.width))",
            "mode    \(layout.isQuirks ? "quirks" : "standards"), as \(engine)",
        ]
        if let fitted {
            lines.append("fitted  \(number(fitted.height))" + (fitted.isTruncated ? ", lines are cut" : "") + (fitted.scrolls ? ", scrolls" : ""))
        }
        if let fonts = layout.fonts {
            var names: [String] = []
            for name in fonts.map(MeasureText.name) where !names.contains(name) { names.append(name) }
            lines.append("fonts   " + (names.isEmpty ? "none" : names.joined(separator: ", ")))
        }
        if let natural = layout.naturalWidth, let least = layout.minWidth {
            lines.append("body    \(number(least)) wide at least, \(number(natural)) unwrapped")
        }
        if let data {
            lines.append("data    kind, text, link")
            lines += data.map { "        \($0.type.rawValue)  \($0.text.split(whereSeparator: \.isWhitespace).joined(separator: " "))  \($0.url)" }
        }
        if let pieces = layout.lines {
            lines.append("lines   top, left, right, bottom, text")
            lines += pieces.map { "        " + [$0.top, $0.left, $0.right, $0.bottom].map(column).joined() + "  " + $0.text }
        }
        if let boxes = layout.boxes {
            lines.append("boxes   x, y, width, height, element")
            lines += boxes.map { "        " + [$0.x, $0.y, $0.width, $0.height].map(column).joined() + "  " + $0.tag }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func name(_ use: FontUse) -> String { use.face.isEmpty ? use.family : use.face }

    private static func column(_ value: Double) -> String {
        let text = number(value)
        return String(repeating: " ", count: max(1, 11 - text.count)) + text
    }

    static func number(_ value: Double) -> String {
        var bytes: [UInt8] = []
        JSONWriter.append(value, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
