/// Finds the encoding that a page's bytes declare in a `<meta>`
/// (https://html.spec.whatwg.org/#prescan-a-byte-stream-to-determine-its-encoding).
struct EncodingPrescan {
    /// How far browsers look in any case; beyond, they go on while they see only what belongs into a head.
    private static let certain = 1024

    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// The ICU name of the declared encoding; nil where there is none.
    mutating func converter() -> String? {
        while position < bytes.count {
            guard bytes[position] == .lessThan else {
                position += 1
                continue
            }
            if starts("!--", at: position + 1) {
                skipComment()
            } else if starts("meta", at: position + 1), position + 5 < bytes.count,
                bytes[position + 5].isHTMLSpace || bytes[position + 5] == .slash
            {
                position += 5
                if let found = readMeta() { return found }
            } else if position + 1 < bytes.count, bytes[position + 1].isLetter {
                if position >= EncodingPrescan.certain, !startsHeadTag() { return nil }
                skipTag()
            } else if position + 2 < bytes.count, bytes[position + 1] == .slash, bytes[position + 2].isLetter {
                if position >= EncodingPrescan.certain, starts("/head", at: position + 1) { return nil }
                skipTag()
            } else if position + 1 < bytes.count, [UInt8(ascii: "!"), .slash, UInt8(ascii: "?")].contains(bytes[position + 1]) {
                while position < bytes.count, bytes[position] != .greaterThan { position += 1 }
            } else {
                position += 1
            }
        }
        return nil
    }

    private func starts(_ word: StaticString, at start: Int) -> Bool {
        guard start + word.utf8CodeUnitCount <= bytes.count else { return false }
        for index in 0..<word.utf8CodeUnitCount {
            let byte = bytes[start + index]
            guard (byte &- 0x41 < 26 ? byte | 0x20 : byte) == word.utf8Start[index] else { return false }
        }
        return true
    }

    private func startsHeadTag() -> Bool {
        let names: [StaticString] = ["html", "head", "title", "link", "base", "script", "style", "noscript", "object", "meta"]
        return names.contains { starts($0, at: position + 1) }
    }

    private mutating func skipComment() {
        // The hyphens of `<!-->` count for both ends.
        position += 2
        while position + 2 < bytes.count {
            if bytes[position] == .hyphen, bytes[position + 1] == .hyphen, bytes[position + 2] == .greaterThan {
                position += 3
                return
            }
            position += 1
        }
        position = bytes.count
    }

    private mutating func skipTag() {
        while position < bytes.count, !bytes[position].isHTMLSpace, bytes[position] != .greaterThan { position += 1 }
        while readAttribute() != nil {}
    }

    /// Reads the attributes of a `<meta>`: the encoding they declare, if they do.
    private mutating func readMeta() -> String? {
        var seen: [[UInt8]] = []
        var isPragma = false
        var needsPragma: Bool?
        var converter: String?
        while let (name, value) = readAttribute() {
            if seen.contains(name) || seen.count > 100 { continue }
            seen.append(name)
            switch String(decoding: name, as: UTF8.self) {
            case "http-equiv": if value.elementsEqual("content-type".utf8) { isPragma = true }
            case "content":
                if converter == nil, let label = EncodingPrescan.charset(inContent: value),
                    let found = EncodingLabels.converter(for: label)
                {
                    converter = found
                    needsPragma = true
                }
            case "charset":
                converter = EncodingLabels.converter(for: value)
                needsPragma = false
            default: break
            }
        }
        guard let needsPragma, !needsPragma || isPragma, let converter else { return nil }
        // What could be read as ASCII so far is not UTF-16.
        return converter.hasPrefix("UTF-16") ? "UTF-8" : converter
    }

    /// https://html.spec.whatwg.org/#concept-get-attributes-when-sniffing; name and value in lower case.
    private mutating func readAttribute() -> (name: [UInt8], value: [UInt8])? {
        while position < bytes.count, bytes[position].isHTMLSpace || bytes[position] == .slash { position += 1 }
        guard position < bytes.count, bytes[position] != .greaterThan else { return nil }
        func lower(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }
        var name: [UInt8] = []
        var value: [UInt8] = []
        while position < bytes.count {
            let byte = bytes[position]
            if byte == .equals, !name.isEmpty { break }
            if byte.isHTMLSpace || byte == .slash || byte == .greaterThan { break }
            name.append(lower(byte))
            position += 1
        }
        while position < bytes.count, bytes[position].isHTMLSpace { position += 1 }
        guard position < bytes.count, bytes[position] == .equals else { return (name, value) }
        position += 1
        while position < bytes.count, bytes[position].isHTMLSpace { position += 1 }
        guard position < bytes.count else { return (name, value) }
        let quote = bytes[position]
        if quote == .doubleQuote || quote == .singleQuote {
            position += 1
            while position < bytes.count, bytes[position] != quote {
                value.append(lower(bytes[position]))
                position += 1
            }
            position = min(position + 1, bytes.count)
        } else {
            while position < bytes.count, !bytes[position].isHTMLSpace, bytes[position] != .greaterThan {
                value.append(lower(bytes[position]))
                position += 1
            }
        }
        return (name, value)
    }

    /// The label in a `content` attribute in lower case, as `text/html; charset=x`
    /// (https://html.spec.whatwg.org/#algorithm-for-extracting-a-character-encoding-from-a-meta-element).
    static func charset(inContent content: [UInt8]) -> ArraySlice<UInt8>? {
        let word = Array("charset".utf8)
        var index = 0
        while index + word.count <= content.count {
            guard content[index..<index + word.count].elementsEqual(word) else {
                index += 1
                continue
            }
            index += word.count
            while index < content.count, content[index].isHTMLSpace { index += 1 }
            guard index < content.count, content[index] == .equals else { continue }
            index += 1
            while index < content.count, content[index].isHTMLSpace { index += 1 }
            guard index < content.count else { return nil }
            let quote = content[index]
            if quote == .doubleQuote || quote == .singleQuote {
                guard let end = content[(index + 1)...].firstIndex(of: quote) else { return nil }
                return content[(index + 1)..<end]
            }
            let end = content[index...].firstIndex { $0.isHTMLSpace || $0 == UInt8(ascii: ";") } ?? content.count
            return content[index..<end]
        }
        return nil
    }
}
