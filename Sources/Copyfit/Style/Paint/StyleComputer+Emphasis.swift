// Emphasis marks (https://www.w3.org/TR/css-text-decor-3/#emphasis-marks).

extension StyleComputer {
    mutating func applyEmphasis(_ declaration: Declaration, _ sheet: UInt32, _ reader: ColorReader, _ emphasis: inout OwnEmphasis) {
        guard var cursor = paintTokens(declaration, sheet) else {
            if declaration.property == .textEmphasisColor, declaration.form == .number { emphasis.color = PaintColor(packed: declaration.value) }
            return
        }
        switch declaration.property {
        case .textEmphasisColor: emphasis.color = cursor.isIdent("currentcolor") ? nil : reader.take(&cursor)
        case .textEmphasisPosition:
            while !cursor.isAtEnd {
                if cursor.takeWord("under") { emphasis.isUnder = true } else if cursor.takeWord("over") { emphasis.isUnder = false } else { cursor.skipComponentValue() }
            }
        default:
            emphasis.text = ""
            if cursor.takeWord("none") { return }
            if let string = cursor.takeString() {
                emphasis.text = string.first.map(String.init) ?? ""
                return
            }
            var shape = EmphasisMark.Shape.circle, isOpen = false
            while let value = cursor.takeKeyword(EmphasisMark.words) {
                switch EmphasisMark.Shape(rawValue: value) ?? .circle {
                case .open: isOpen = true
                case .filled: isOpen = false
                case let named: shape = named
                }
            }
            emphasis.text = EmphasisMark.text(shape, isOpen: isOpen)
        }
    }

    /// The values of emphasis properties, inherited ones at first. The text is empty for none.
    struct OwnEmphasis {
        var text: String
        var color: PaintColor?
        var isUnder: Bool

        init(_ parent: EmphasisMark?) {
            text = parent?.text ?? ""
            color = parent?.color
            isUnder = parent?.isUnder ?? false
        }

        var mark: EmphasisMark? { text.isEmpty ? nil : EmphasisMark(text: text, color: color, isUnder: isUnder) }
    }
}
