internal import Copyfit

/// The text of an SVG picture, to be found, selected and read aloud: it lies invisible over the glyphs, which are shapes, as wide as they are.
final class SVGTextLayer {
    private var elements = ""

    /// - Parameters:
    ///   - units: UTF-16.
    ///   - x: of its start on the baseline, CSS px, as `width`.
    ///   - transform: to px of the picture.
    func add(_ units: ArraySlice<UInt16>, x: Double, y: Double, width: Double, font: Font, _ transform: Affine) {
        let text = String(decoding: units, as: UTF16.self)
        guard width > 0, text.contains(where: { !$0.isWhitespace }) else { return }
        func number(_ value: Double) -> String { String((value * 100).rounded() / 100) }
        let isPlain = transform.isAxisAligned && transform.a == 1 && transform.d == 1
        let place = isPlain ? (x: x + transform.e, y: y + transform.f) : (x: x, y: y)
        let matrix = isPlain ? "" : " transform=\"matrix(\([transform.a, transform.b, transform.c, transform.d, transform.e, transform.f].map { String($0) }.joined(separator: " ")))\""
        elements += """
            <text x="\(number(place.x))" y="\(number(place.y))" font-size="\(number(Double(font.drawnSize)))" textLength="\(number(width))" \
            lengthAdjust="spacingAndGlyphs"\(matrix)>\(SVGSource.escaped(text))</text>

            """
    }

    /// A file with the text at its end.
    func added(to file: [UInt8]) -> [UInt8] {
        let end = Array("</svg>".utf8)
        guard !elements.isEmpty, let place = file.lastIndex(of: 0x3C), file[place...].starts(with: end) else { return file }
        let group = "<g fill=\"transparent\" xml:space=\"preserve\" font-family=\"sans-serif\">\n\(elements)</g>\n"
        return file[..<place] + Array(group.utf8) + file[place...]
    }
}
