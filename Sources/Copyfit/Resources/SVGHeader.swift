/// The natural dimensions that the root element of an SVG gives (https://www.w3.org/TR/SVG2/coords.html#SizingSVGInCSS).
package enum SVGHeader {
    /// Nil unless the first element of `bytes` is `svg`.
    package static func info(of bytes: [UInt8]) -> ImageInfo? {
        guard let attributes = rootAttributes(of: bytes) else { return nil }
        return info(
            width: attributes["width"], height: attributes["height"], viewBox: attributes["viewBox"],
            preserveAspectRatio: attributes["preserveAspectRatio"])
    }

    /// The same for attributes that are known already. The root's `style` has no say in the size of a picture.
    package static func info(width: String?, height: String?, viewBox: String?, preserveAspectRatio: String?) -> ImageInfo {
        let width = width.flatMap(length), height = height.flatMap(length)
        var info = ImageInfo(format: .svg, width: width, height: height, ratio: nil)
        if let width, let height, width > 0, height > 0 {
            info.ratio = width / height
        } else {
            if let box = viewBox.flatMap(size) { info.ratio = box.width / box.height }
            info.isStretched = preserveAspectRatio.map { trimmingSpaces($0).hasPrefix("none") } ?? false
        }
        return info
    }

    /// A length in CSS px; nil for percentages, `auto` and what is no length. Font-relative units are of the initial font.
    private static func length(_ text: String) -> Float? {
        let trimmed = trimmingSpaces(text)
        // "2em" is a number and a unit, "2e3" is a number: the longest prefix that reads as a number.
        let bytes = Array(trimmed.utf8)
        var end = 0
        func digits() { while end < bytes.count, bytes[end] >= 0x30, bytes[end] <= 0x39 { end += 1 } }
        if end < bytes.count, bytes[end] == UInt8(ascii: "+") || bytes[end] == UInt8(ascii: "-") { end += 1 }
        digits()
        if end < bytes.count, bytes[end] == UInt8(ascii: ".") { end += 1; digits() }
        let mantissa = end
        if end < bytes.count, bytes[end] | 0x20 == UInt8(ascii: "e") {
            end += 1
            if end < bytes.count, bytes[end] == UInt8(ascii: "+") || bytes[end] == UInt8(ascii: "-") { end += 1 }
            let exponent = end
            digits()
            if end == exponent { end = mantissa }
        }
        guard let number = Float(String(decoding: bytes[..<end], as: UTF8.self)), number.isFinite, number >= 0 else { return nil }
        switch String(decoding: bytes[end...], as: UTF8.self).lowercased() {
        case "", "px": return number
        case "pt": return number * 4 / 3
        case "pc": return number * 16
        case "in": return number * 96
        case "cm": return number * 96 / 2.54
        case "mm": return number * 96 / 25.4
        case "q": return number * 96 / 101.6
        case "em", "rem": return number * 16
        case "ex", "ch": return number * 8
        default: return nil
        }
    }

    private static func size(ofViewBox text: String) -> (width: Float, height: Float)? {
        let numbers = text.split { $0 == " " || $0 == "," || $0 == "\t" || $0 == "\n" || $0 == "\r" }.map { Float(String($0)) }
        guard numbers.count == 4, let width = numbers[2], let height = numbers[3], width > 0, height > 0, width.isFinite, height.isFinite
        else { return nil }
        return (width, height)
    }

    // MARK: - Just enough XML to reach the root element

    private static func rootAttributes(of bytes: [UInt8]) -> [String: String]? {
        var cursor = Cursor(bytes: bytes)
        _ = cursor.skip("\u{FEFF}")
        while true {
            cursor.skipSpaces()
            if cursor.skip("<?") {
                guard cursor.skipPast("?>") else { return nil }
            } else if cursor.skip("<!--") {
                guard cursor.skipPast("-->") else { return nil }
            } else if cursor.skip("<!") {
                guard cursor.skipDoctype() else { return nil }
            } else {
                break
            }
        }
        guard cursor.skip("<") else { return nil }
        let name = cursor.name()
        guard name == "svg" || name.hasSuffix(":svg") else { return nil }
        var attributes: [String: String] = [:]
        while attributes.count < 1000 {
            cursor.skipSpaces()
            let key = cursor.name()
            guard !key.isEmpty else { break }
            cursor.skipSpaces()
            guard cursor.skip("=") else { return nil }
            cursor.skipSpaces()
            guard let value = cursor.quoted() else { return nil }
            if attributes[key] == nil { attributes[key] = value }
        }
        // A start tag that is cut off is no root element.
        return cursor.skip(">") || cursor.skip("/>") ? attributes : nil
    }

    private struct Cursor {
        let bytes: [UInt8]
        var offset = 0

        var current: UInt8? { offset < bytes.count ? bytes[offset] : nil }

        mutating func skip(_ text: String) -> Bool {
            guard bytes[offset...].starts(with: text.utf8) else { return false }
            offset += text.utf8.count
            return true
        }

        mutating func skipSpaces() {
            while let byte = current, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { offset += 1 }
        }

        /// To the next `byte` or the end.
        mutating func skip(until byte: UInt8) {
            while offset < bytes.count, bytes[offset] != byte { offset += 1 }
        }

        mutating func skipPast(_ text: String) -> Bool {
            while offset < bytes.count {
                if skip(text) { return true }
                offset += 1
            }
            return false
        }

        /// To the `>` that ends a declaration, over quoted strings and an internal subset.
        mutating func skipDoctype() -> Bool {
            var depth = 0
            while let byte = current {
                offset += 1
                switch byte {
                case UInt8(ascii: "["): depth += 1
                case UInt8(ascii: "]"): depth -= 1
                case UInt8(ascii: "\""), UInt8(ascii: "'"):
                    skip(until: byte)
                    offset += 1
                case UInt8(ascii: ">") where depth <= 0: return true
                default: break
                }
                if offset > bytes.count { return false }
            }
            return false
        }

        mutating func name() -> String {
            let start = offset
            while let byte = current, byte > 0x20, ![UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "/")].contains(byte) { offset += 1 }
            return String(decoding: bytes[start..<offset], as: UTF8.self)
        }

        mutating func quoted() -> String? {
            guard let quote = current, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
            offset += 1
            let start = offset
            skip(until: quote)
            guard offset < bytes.count else { return nil }
            defer { offset += 1 }
            return String(decoding: bytes[start..<offset], as: UTF8.self)
        }
    }
}
