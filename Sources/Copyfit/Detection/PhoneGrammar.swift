/// Phone numbers by form alone, where there is no library that knows the numbering plans.
struct PhoneGrammar {
    private let text: [UInt8]
    init(_ text: [UInt8]) { self.text = text }

    func matches() -> [DataScanner.Match] {
        var matches: [DataScanner.Match] = []
        var index = 0
        while index < text.count {
            let byte = text[index]
            let mayStart = byte == UInt8(ascii: "+") || byte == UInt8(ascii: "(") || ByteClass.isDigit(byte)
            guard mayStart, index == 0 || !isGlue(text[index - 1]) else {
                index += 1
                continue
            }
            if let (end, number) = number(at: index) {
                matches.append(DataScanner.Match(type: .phoneNumber, range: index..<end, url: "tel:" + number))
                index = end
            } else {
                // Past the digits: a number does not begin in the middle of one.
                index += 1
                while index < text.count, ByteClass.isDigit(text[index]) { index += 1 }
            }
        }
        return matches
    }

    /// What makes a digit part of something else: `12,5`, `A4`, `x-1`, `$5`.
    private func isGlue(_ byte: UInt8) -> Bool {
        ByteClass.isAlphanumeric(byte) || "+-./,:#$%@_=&".utf8.contains(byte) || byte >= 0x80
    }

    private func number(at start: Int) -> (end: Int, number: String)? {
        var groups: [Int] = [], separators: [UInt8] = [], digits: [UInt8] = []
        var index = start, end = start
        let hasPlus = text[start] == UInt8(ascii: "+")
        if hasPlus { index += 1 }
        var parentheses = 0
        while index < text.count, digits.count <= 15 {
            if text[index] == UInt8(ascii: "(") {
                guard parentheses == 0, groups.count <= 1 else { break }
                parentheses = 1
                index += 1
            }
            let from = index
            while index < text.count, ByteClass.isDigit(text[index]) { index += 1 }
            guard index > from else { break }
            groups.append(index - from)
            digits.append(contentsOf: text[from..<index])
            if parentheses == 1 {
                guard index < text.count, text[index] == UInt8(ascii: ")") else { return nil }
                parentheses = 2
                index += 1
            }
            end = index
            // One separator, or one between spaces, goes on to the next group.
            var next = index, separator: UInt8 = 0
            while next < text.count, next - index < 4 {
                let (kind, length) = self.separator(at: next)
                guard length > 0 else { break }
                if kind != UInt8(ascii: " ") {
                    guard separator == 0 || separator == UInt8(ascii: " ") else { break }
                }
                if separator == 0 || kind != UInt8(ascii: " ") { separator = kind }
                next += length
            }
            guard next < text.count, ByteClass.isDigit(text[next]) || text[next] == UInt8(ascii: "(") else { break }
            separators.append(separator)
            index = next
        }
        separators = Array(separators.prefix(max(0, groups.count - 1)))
        if end < text.count, ByteClass.isAlphanumeric(text[end]) || text[end] == UInt8(ascii: "%") || text[end] >= 0x80 && text[end] != 0xE2 && text[end] != 0xC2 { return nil }
        // `5.50,3` goes on as a number would.
        if end + 1 < text.count, ",.:/-".utf8.contains(text[end]), ByteClass.isDigit(text[end + 1]) { return nil }
        guard isPhoneNumber(hasPlus: hasPlus, hasParentheses: parentheses == 2, groups, separators, digits) else { return nil }
        return (end, (hasPlus ? "+" : "") + String(decoding: digits, as: UTF8.self))
    }

    /// A separator of groups as one of ` `, `-`, `.`, `/`, and how many bytes it has.
    private func separator(at index: Int) -> (UInt8, Int) {
        switch text[index] {
        case 0x20, 0x2D, 0x2E, 0x2F: (text[index], 1)
        case 0xC2 where index + 1 < text.count && text[index + 1] == 0xA0: (0x20, 2)
        // Hyphens and en dashes, U+2010…2013.
        case 0xE2 where index + 2 < text.count && text[index + 1] == 0x80 && text[index + 2] >= 0x90 && text[index + 2] <= 0x93: (0x2D, 3)
        default: (0, 0)
        }
    }

    private func isPhoneNumber(hasPlus: Bool, hasParentheses: Bool, _ groups: [Int], _ separators: [UInt8], _ digits: [UInt8]) -> Bool {
        if hasPlus { return digits.count >= 8 && digits.count <= 15 && digits[0] != 0x30 }
        // North American: an area code and an exchange that begin with 2 to 9, perhaps after a 1.
        var plan = groups[...], national = digits[...]
        if plan.first == 1, national.first == 0x31 {
            plan = plan.dropFirst()
            national = national.dropFirst()
        }
        if Array(plan) == [3, 3, 4], national.count == 10, let area = national.first, area >= 0x32, national[national.startIndex + 3] >= 0x32 {
            return hasParentheses || !separators.contains(0x2F)
        }
        // With a trunk prefix: in groups, and no date, time or decimal number.
        guard digits.first == 0x30, groups.count >= 2, digits.count >= 9, digits.count <= 12, groups[0] >= 2 else { return false }
        guard !(groups.count == 3 && groups[0] <= 2 && groups[1] <= 2) else { return false }
        return !separators.contains(0x2E) || groups.count >= 3
    }
}
