/// A parsed `data:` URL (https://fetch.spec.whatwg.org/#data-urls).
package struct DataURL: Hashable, Sendable {
    /// The media type without parameters, in lower case; `text/plain` where none is given.
    package var mediaType: String
    package var bytes: [UInt8]

    /// Nil if `url` is not a `data:` URL, lacks its comma, or its base64 is broken.
    package init?(_ url: some StringProtocol) {
        let text = url.utf8
        guard text.count >= 5, url.prefix(5).lowercased() == "data:" else { return nil }
        let rest = text.dropFirst(5)
        guard let comma = rest.firstIndex(of: UInt8(ascii: ",")) else { return nil }
        let header = rest[..<comma].split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        // The URL parser drops tabs and newlines, and spaces at the end, before anyone looks at the data.
        let body = rest[rest.index(after: comma)...].prefix { $0 != UInt8(ascii: "#") }.filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }

        let type = String(decoding: header.first ?? rest[..<rest.startIndex], as: UTF8.self).lowercased()
        mediaType = type.contains("/") ? trimmingSpaces(type) : "text/plain"
        let isBase64 = header.count > 1 && trimmingSpaces(String(decoding: header[header.count - 1], as: UTF8.self)).lowercased() == "base64"
        let decoded = body.contains(UInt8(ascii: "%")) ? percentDecoded(body) : body
        if isBase64 {
            guard let bytes = DataURL.base64Decoded(decoded) else { return nil }
            self.bytes = bytes
        } else {
            bytes = decoded
        }
    }

    /// Forgiving-base64 decode (https://infra.spec.whatwg.org/#forgiving-base64-decode); the URL-safe alphabet is not accepted.
    package static func base64Decoded(_ text: [UInt8]) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3 + 3)
        var bits: UInt32 = 0, digits = 0, padding = 0
        for byte in text {
            let value: UInt8
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = byte - UInt8(ascii: "A")
            case UInt8(ascii: "a")...UInt8(ascii: "z"): value = byte - UInt8(ascii: "a") + 26
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte - UInt8(ascii: "0") + 52
            case UInt8(ascii: "+"): value = 62
            case UInt8(ascii: "/"): value = 63
            case UInt8(ascii: "="):
                padding += 1
                continue
            case 0x09, 0x0A, 0x0C, 0x0D, 0x20: continue
            default: return nil
            }
            guard padding == 0 else { return nil }
            bits = bits << 6 | UInt32(value)
            digits += 1
            if digits == 4 {
                bytes.append(UInt8(truncatingIfNeeded: bits >> 16))
                bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
                bytes.append(UInt8(truncatingIfNeeded: bits))
                bits = 0
                digits = 0
            }
        }
        guard padding == 0 || (digits + padding == 4 && padding <= 2) else { return nil }
        switch digits {
        case 0: break
        case 2: bytes.append(UInt8(truncatingIfNeeded: bits >> 4))
        case 3:
            bytes.append(UInt8(truncatingIfNeeded: bits >> 10))
            bytes.append(UInt8(truncatingIfNeeded: bits >> 2))
        default: return nil
        }
        return bytes
    }
}

/// `text` without ASCII white space at its ends.
package func trimmingSpaces(_ text: String) -> String {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 0x09 && byte <= 0x0D && byte != 0x0B) }
    let bytes = text.utf8
    guard let start = bytes.firstIndex(where: { !isSpace($0) }), let last = bytes.lastIndex(where: { !isSpace($0) }) else { return "" }
    return String(text[start...last])
}
