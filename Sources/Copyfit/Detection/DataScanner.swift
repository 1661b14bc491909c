/// Finds data in the text of one block, in UTF-8. Each kind looks at places that the kinds before it have left.
struct DataScanner {
    struct Match {
        var type: DetectedData.Kind
        /// In UTF-8 bytes of the text.
        var range: Range<Int>
        var url: String
    }

    let text: [UInt8]
    private let detection: DataDetection
    private var found: [Match] = []

    init(_ text: [UInt8], _ detection: DataDetection) {
        self.text = text
        self.detection = detection
    }

    /// In the order of the text, none over another.
    func matches() -> [Match] {
        var scanner = self
        if detection.types.contains(.emails) { scanner.merge(emails()) }
        if detection.types.contains(.links) { scanner.merge(links()) }
        let needsTokens = !detection.types.isDisjoint(with: [.dates, .addresses, .phoneNumbers]) && text.contains { $0 >= 0x30 && $0 <= 0x39 }
        if needsTokens {
            if detection.types.contains(.addresses) || detection.types.contains(.dates) {
                let tokens = TextTokens(text)
                if detection.types.contains(.addresses) { scanner.merge(AddressGrammar(tokens).matches()) }
                if detection.types.contains(.dates) { scanner.merge(DateGrammar(tokens).matches()) }
            }
            if detection.types.contains(.phoneNumbers) { scanner.merge(phoneNumbers()) }
        }
        return scanner.found
    }

    /// Takes in those of another kind, in the order of the text, that lie over none.
    private mutating func merge(_ matches: [Match]) {
        guard !matches.isEmpty else { return }
        var merged: [Match] = []
        merged.reserveCapacity(found.count + matches.count)
        var index = 0
        for match in matches {
            while index < found.count, found[index].range.upperBound <= match.range.lowerBound {
                merged.append(found[index])
                index += 1
            }
            if index < found.count, found[index].range.lowerBound < match.range.upperBound { continue }
            if let last = merged.last, last.range.upperBound > match.range.lowerBound { continue }
            merged.append(match)
        }
        merged.append(contentsOf: found[index...])
        found = merged
    }

    private func string(_ range: Range<Int>) -> String { String(decoding: text[range], as: UTF8.self) }

    // MARK: E-mail

    private func emails() -> [Match] {
        var matches: [Match] = []
        var start = 0
        while let at = text[start...].firstIndex(of: UInt8(ascii: "@")) {
            var low = at
            while low > start, at - low < 64, ByteClass.isLocalPart(text[low - 1]) { low -= 1 }
            while low < at, text[low] == UInt8(ascii: ".") { low += 1 }
            let high = hostEnd(from: at + 1)
            start = at + 1
            guard low < at, text[at - 1] != UInt8(ascii: "."), high > at + 1, hasTopLevel(at + 1..<high) else { continue }
            var from = low
            let prefix = Array("mailto:".utf8)
            if from >= prefix.count, text[(from - prefix.count)..<from].elementsEqual(prefix) { from -= prefix.count }
            matches.append(Match(type: .email, range: from..<high, url: "mailto:" + string(low..<high)))
            start = high
        }
        return matches
    }

    /// The end of a host name: labels of letters, digits and inner hyphens, with dots between.
    private func hostEnd(from start: Int) -> Int {
        var end = start, index = start
        while index < text.count, index - start < 253 {
            let byte = text[index]
            if ByteClass.isAlphanumeric(byte) {
                index += 1
                end = index
            } else if byte == UInt8(ascii: "-"), index > start {
                index += 1
            } else if byte == UInt8(ascii: "."), end == index, index > start, index + 1 < text.count, ByteClass.isAlphanumeric(text[index + 1]) {
                index += 1
            } else {
                break
            }
        }
        return end
    }

    /// A host of at least two labels, the last of two or more letters.
    private func hasTopLevel(_ host: Range<Int>) -> Bool {
        guard let dot = text[host].lastIndex(of: UInt8(ascii: ".")) else { return false }
        let last = text[(dot + 1)..<host.upperBound]
        return last.count >= 2 && last.allSatisfy(ByteClass.isLetter)
    }

    // MARK: Links

    private static let schemes: [[UInt8]] = ["https://", "http://", "ftp://"].map { Array($0.utf8) }
    private static let topLevels: Set<String> = [
        "com", "org", "net", "edu", "gov", "mil", "int", "info", "biz", "io", "dev", "app", "ai", "co", "me", "tv", "eu", "uk", "de", "fr", "es", "it", "nl", "be",
        "ch", "at", "pl", "pt", "se", "no", "dk", "fi", "ie", "cz", "ru", "ua", "us", "ca", "au", "nz", "jp", "cn", "kr", "in", "br", "mx", "za",
    ]

    private func links() -> [Match] {
        var matches: [Match] = []
        var index = 0
        while index < text.count {
            let isStart = ByteClass.isAlphanumeric(text[index]) && !isAfterWord(index)
            guard isStart else {
                index += 1
                continue
            }
            if let match = link(at: index) {
                matches.append(match)
                index = match.range.upperBound
            } else {
                // On to the end of the word.
                index += 1
                while index < text.count, ByteClass.isAlphanumeric(text[index]) { index += 1 }
            }
        }
        return matches
    }

    private func link(at start: Int) -> Match? {
        for scheme in DataScanner.schemes where hasWord(scheme, at: start) {
            let end = urlEnd(from: start + scheme.count)
            guard end > start + scheme.count, ByteClass.isAlphanumeric(text[start + scheme.count]) || text[start + scheme.count] == UInt8(ascii: "[")
                || text[start + scheme.count] >= 0x80
            else { return nil }
            return Match(type: .link, range: start..<end, url: string(start..<end))
        }
        let host = hostEnd(from: start)
        guard hasTopLevel(start..<host) else { return nil }
        let isWWW = hasWord(Array("www.".utf8), at: start)
        if !isWWW {
            guard let dot = text[start..<host].lastIndex(of: UInt8(ascii: ".")),
                DataScanner.topLevels.contains(string((dot + 1)..<host).lowercased())
            else { return nil }
        }
        // `name@host` is no link, nor is a file name with more after it.
        if host < text.count, text[host] == UInt8(ascii: "@") || text[host] >= 0x80 { return nil }
        var end = host
        if end < text.count, text[end] == UInt8(ascii: ":") {
            var port = end + 1
            while port < text.count, port - end < 6, ByteClass.isDigit(text[port]) { port += 1 }
            if port > end + 1 { end = port }
        }
        if end < text.count, text[end] == UInt8(ascii: "/") || text[end] == UInt8(ascii: "?") || text[end] == UInt8(ascii: "#") { end = max(end, urlEnd(from: end)) }
        return Match(type: .link, range: start..<end, url: "http://" + string(start..<end))
    }

    /// General punctuation U+2000…207F, that of Chinese and Japanese U+3000…303F, full-width forms, and signs of Latin-1.
    private func isPunctuation(at index: Int) -> Bool {
        guard index >= 0, index + 1 < text.count else { return false }
        switch text[index] {
        case 0xC2: return true
        case 0xE2: return text[index + 1] == 0x80 || text[index + 1] == 0x81
        case 0xE3: return text[index + 1] == 0x80
        case 0xEF: return true
        default: return false
        }
    }

    /// Whether what begins at an index goes on from a word or name before it.
    private func isAfterWord(_ index: Int) -> Bool {
        guard index > 0 else { return false }
        guard text[index - 1] >= 0x80 else { return ByteClass.isPartOfWord(text[index - 1]) }
        return !(isPunctuation(at: index - 3) && text[index - 3] != 0xC2) && !(index >= 2 && text[index - 2] == 0xC2)
    }

    private func hasWord(_ word: [UInt8], at start: Int) -> Bool {
        start + word.count <= text.count && zip(text[start..<(start + word.count)], word).allSatisfy { ByteClass.lowercased($0) == $1 }
    }

    /// Where a URL ends: at white space or what can't be in one, without the punctuation of the sentence around it.
    private func urlEnd(from start: Int) -> Int {
        var end = start, depth = 0
        while end < text.count {
            let byte = text[end]
            if byte == UInt8(ascii: "(") { depth += 1 }
            if byte == UInt8(ascii: ")") { depth -= 1 }
            if depth < 0 || !ByteClass.isURL(byte) { break }
            // Letters of other scripts may stand in a URL, their punctuation ends it.
            if isPunctuation(at: end) { break }
            end += 1
        }
        while end > start, ByteClass.isClosingPunctuation(text[end - 1]) || (text[end - 1] == UInt8(ascii: ")") && isUnbalanced(start..<end)) { end -= 1 }
        return end
    }

    private func isUnbalanced(_ range: Range<Int>) -> Bool {
        var depth = 0
        for byte in text[range] { depth += byte == UInt8(ascii: "(") ? 1 : byte == UInt8(ascii: ")") ? -1 : 0 }
        return depth < 0
    }

    // MARK: Phone numbers

    private func phoneNumbers() -> [Match] {
        guard let recogniser = detection.phoneRecogniser else { return PhoneGrammar(text).matches() }
        // The recogniser is the caller's: what it says is checked.
        return recogniser(String(decoding: text, as: UTF8.self), detection.region).filter { match in
            match.range.lowerBound >= 0 && match.range.upperBound <= text.count && !match.range.isEmpty
                && text[match.range.lowerBound] & 0xC0 != 0x80 && (match.range.upperBound == text.count || text[match.range.upperBound] & 0xC0 != 0x80)
        }.sorted { $0.range.lowerBound < $1.range.lowerBound }.map {
            Match(type: .phoneNumber, range: $0.range, url: "tel:" + $0.number.filter { $0.isASCII && ($0.isNumber || "+*#,;".contains($0)) })
        }
    }
}

/// Classes of ASCII bytes.
enum ByteClass {
    static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
    static func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A }
    static func isAlphanumeric(_ byte: UInt8) -> Bool { isDigit(byte) || isLetter(byte) }
    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) }
    static func lowercased(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }
    /// Whether a word that is to stand alone may not follow it.
    static func isPartOfWord(_ byte: UInt8) -> Bool { isAlphanumeric(byte) || byte == 0x5F || byte == 0x2D || byte == 0x2E || byte == 0x40 || byte >= 0x80 }
    /// https://www.rfc-editor.org/rfc/rfc5322#section-3.2.3 without quotation marks, and without what more often stands before an address than in it.
    static func isLocalPart(_ byte: UInt8) -> Bool { isAlphanumeric(byte) || "!#$%&*+-./=?^_`{|}~'".utf8.contains(byte) && byte != 0x2F && byte != 0x3D && byte != 0x27 }
    static func isURL(_ byte: UInt8) -> Bool { byte > 0x20 && byte != 0x7F && !"\"<>\\^`{|}".utf8.contains(byte) }
    static func isClosingPunctuation(_ byte: UInt8) -> Bool { ".,;:!?'\"*_~]".utf8.contains(byte) }
}
