/// A length in an attribute of a MathML element.
package struct MathLength: Hashable, Sendable {
    package enum Unit: UInt8, Sendable { case px, em, ex, percent }
    package var value: Float
    package var unit: Unit

    package init(value: Float, unit: Unit) { self.value = value; self.unit = unit }

    /// Nil for what is no length; names of spaces are none in either engine.
    package init?(_ text: String, acceptsPlus: Bool) {
        let text = text.split(whereSeparator: { $0 == " " || $0 == "\n" || $0 == "\t" || $0 == "\r" || $0 == "\u{0C}" }).joined(separator: " ")
        let end = text.firstIndex { !($0.isASCII && ($0.isNumber || $0 == "." || $0 == "-" || $0 == "+")) } ?? text.endIndex
        guard let number = Float(text[..<end]), number.isFinite, acceptsPlus || text.first != "+" else { return nil }
        let scale: Float
        switch text[end...] {
        // No unit is fine for 0 only.
        case "" where number == 0: (scale, unit) = (1, .px)
        case "px": (scale, unit) = (1, .px)
        case "em": (scale, unit) = (1, .em)
        case "ex": (scale, unit) = (1, .ex)
        case "%": (scale, unit) = (1, .percent)
        case "pt": (scale, unit) = (96 / 72, .px)
        case "pc": (scale, unit) = (16, .px)
        case "in": (scale, unit) = (96, .px)
        case "cm": (scale, unit) = (96 / 2.54, .px)
        case "mm": (scale, unit) = (96 / 25.4, .px)
        default: return nil
        }
        value = max(-1e6, min(1e6, number * scale))
    }
}
