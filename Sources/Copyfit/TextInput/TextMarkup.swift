/// Attributed text as the markup that lays it out.
///
/// The block has a font size of 0, so that its strut adds nothing: a line is as tall as the runs on it, as in a text view.
struct TextMarkup {
    private(set) var bytes: [UInt8] = []
    private(set) var origin = TextOrigin()
    /// UTF-16 units of laid-out text so far.
    private var length = 0
    private var endsWithCarriageReturn = false
    private var endsWithNewline = true

    mutating func write(_ text: AttributedText) throws(CopyfitError) {
        guard text.insets.isValid else { throw .invalidOption(name: "insets", value: "\(text.insets)") }
        if let factor = text.lineHeight, !(factor > 0 && factor <= 1000) { throw .invalidOption(name: "line height", value: "\(factor)") }
        try check(text.base)
        let insets = text.insets
        add("<!DOCTYPE html><body style=\"margin:0\"><div style=\"white-space:pre-wrap;overflow-wrap:break-word;unicode-bidi:plaintext;font-size:0;line-height:")
        add(text.lineHeight.map { "\($0)" } ?? "normal")
        add(";padding:\(insets.top)px \(insets.right)px \(insets.bottom)px \(insets.left)px\">")
        var last = text.base
        for run in text.runs {
            try check(run.attributes)
            last = run.attributes
            switch run.content {
            case .text(let string):
                guard !string.isEmpty else { continue }
                open(run.attributes)
                escape(string)
                close(run.attributes)
            case .attachment(let attachment):
                try write(attachment)
            }
        }
        // A newline that ends a block begins no line in CSS, in a text view it does.
        if endsWithNewline {
            open(last)
            add("\n")
            close(last)
        }
        add("</div>")
    }

    private func check(_ attributes: AttributedText.Attributes) throws(CopyfitError) {
        guard attributes.size > 0, attributes.size <= 10_000 else { throw .invalidOption(name: "font size", value: "\(attributes.size)") }
        guard attributes.weight >= 1, attributes.weight <= 1000 else { throw .invalidOption(name: "font weight", value: "\(attributes.weight)") }
    }

    private mutating func write(_ attachment: AttributedText.Attachment) throws(CopyfitError) {
        guard attachment.width >= 0, attachment.width <= 1_000_000, attachment.height >= 0, attachment.height <= 1_000_000 else {
            throw .invalidOption(name: "attachment size", value: "\(attachment.width) x \(attachment.height)")
        }
        add("<span style=\"display:inline-block;width:\(attachment.width)px;max-width:100%;")
        add(attachment.width > 0 ? "aspect-ratio:\(attachment.width)/\(attachment.height)" : "height:\(attachment.height)px")
        add("\"></span>")
        length += 1
        endsWithNewline = false
        endsWithCarriageReturn = false
    }

    // MARK: Runs

    private mutating func open(_ attributes: AttributedText.Attributes) {
        if let link = attributes.link {
            add("<a href=\"")
            for byte in link.utf8 { addAttribute(byte) }
            add("\"")
        } else {
            add("<span")
        }
        add(" style=\"font-size:\(attributes.size)px;font-weight:\(attributes.weight);font-style:\(attributes.isItalic ? "italic" : "normal")")
        if !attributes.families.isEmpty {
            add(";font-family:")
            for (index, family) in attributes.families.enumerated() {
                if index > 0 { add(",") }
                addFamily(family)
            }
        }
        // What would end the declaration is no color.
        if let color = attributes.color, color.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x22 && $0 != 0x3B && $0 != 0x26 && $0 != 0x7B && $0 != 0x5C }) {
            add(";color:\(color)")
        }
        add("\">")
    }

    private mutating func close(_ attributes: AttributedText.Attributes) { add(attributes.link != nil ? "</a>" : "</span>") }

    private static let generics: Set<String> = [
        "serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui", "ui-serif", "ui-sans-serif", "ui-monospace", "ui-rounded", "math", "emoji",
    ]

    private mutating func addFamily(_ family: String) {
        guard !TextMarkup.generics.contains(family.lowercased()) else { return add(family) }
        add("'")
        for byte in family.utf8 {
            // As a CSS string: control characters have no place in a name.
            if byte < 0x20 { continue }
            if byte == 0x27 || byte == 0x5C { bytes.append(0x5C) }
            addAttribute(byte)
        }
        add("'")
    }

    private mutating func add(_ text: String) { bytes.append(contentsOf: text.utf8) }

    private mutating func addAttribute(_ byte: UInt8) {
        switch byte {
        case 0x22: add("&quot;")
        case 0x26: add("&amp;")
        default: bytes.append(byte)
        }
    }

    /// Text as markup: what ends a paragraph in a text view becomes a newline, CRLF one for two.
    private mutating func escape(_ text: String) {
        for scalar in text.unicodeScalars {
            let isNewline: Bool
            switch scalar.value {
            case 0x0A:
                if endsWithCarriageReturn {
                    endsWithCarriageReturn = false
                    origin.addDropped(at: length)
                    continue
                }
                isNewline = true
            case 0x0D, 0x0B, 0x0C, 0x85, 0x2028, 0x2029: isNewline = true
            default: isNewline = false
            }
            endsWithCarriageReturn = scalar.value == 0x0D
            endsWithNewline = isNewline
            length += UTF16.width(scalar)
            switch scalar.value {
            case _ where isNewline: bytes.append(0x0A)
            case 0x26: add("&amp;")
            case 0x3C: add("&lt;")
            case 0: add("\u{FFFD}")
            default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
    }
}

/// Where the laid-out text of an `AttributedText` lacks code units of what was given: the LF of each CRLF.
struct TextOrigin {
    /// Offsets in the laid-out text before which one unit was dropped, ascending.
    private var dropped: [Int] = []

    mutating func addDropped(at offset: Int) { dropped.append(offset) }

    func sourceOffset(_ offset: Int) -> Int {
        var low = 0, high = dropped.count
        while low < high {
            let middle = (low + high) / 2
            if dropped[middle] <= offset { low = middle + 1 } else { high = middle }
        }
        return offset + low
    }
}
