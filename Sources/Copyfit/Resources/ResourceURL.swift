/// A URL reference as a page writes it, split as far as reading local files needs (https://url.spec.whatwg.org/#url-parsing).
///
/// Only `file:` and relative references lead to files, and `data:` URLs to bytes; every other scheme is the network's, which is never asked.
package enum ResourceURL: Hashable, Sendable {
    case data(String)
    /// An absolute path as decoded segments with `.` and `..` resolved; `isFolder` if it ended in a slash.
    case absolutePath(segments: [String], isFolder: Bool)
    /// A path from the place where the reference stands. `up` counts the `..` that lead above it.
    case relativePath(up: Int, segments: [String], isFolder: Bool)
    /// `http:`, `//host/…` and the like: the scheme, or `//`.
    case remote(scheme: String)
    /// Not readable as a URL at all, as a path with a NUL byte.
    case malformed

    package init(_ text: some StringProtocol) {
        // Leading and trailing controls and spaces go, tabs and newlines go everywhere.
        var bytes = Array(text.utf8)
        if bytes.starts(with: "data:".utf8) { self = .data(String(text)); return }
        bytes.removeAll { $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        let start = bytes.firstIndex { $0 > 0x20 } ?? bytes.endIndex
        let end = bytes.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? start
        let trimmed = bytes[start..<max(start, end)]

        var rest = trimmed
        if let scheme = ResourceURL.scheme(of: trimmed) {
            if scheme == "data" { self = .data(String(decoding: trimmed, as: UTF8.self)); return }
            guard scheme == "file" else { self = .remote(scheme: scheme); return }
            rest = trimmed.dropFirst(5)
            self = ResourceURL.path(of: rest, isFile: true)
        } else {
            self = ResourceURL.path(of: rest, isFile: false)
        }
    }

    /// The scheme in lower case, where the text begins with one and a colon.
    private static func scheme(of text: ArraySlice<UInt8>) -> String? {
        guard let first = text.first, isLetter(first), let colon = text.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let scheme = text[..<colon]
        let isValid = scheme.allSatisfy { byte in
            isLetter(byte) || (byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9"))
                || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
        }
        return isValid ? String(decoding: scheme, as: UTF8.self).lowercased() : nil
    }

    private static func path(of text: ArraySlice<UInt8>, isFile: Bool) -> ResourceURL {
        // Query and fragment name no file. A backslash is a slash in file URLs.
        var path = text.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 }[...]
        var isAbsolute = false
        if path.starts(with: "//".utf8) {
            guard isFile else { return .remote(scheme: "//") }
            path = path.dropFirst(2)
            let host = path.prefix { $0 != UInt8(ascii: "/") }
            guard host.isEmpty || String(decoding: host, as: UTF8.self).lowercased() == "localhost" else { return .remote(scheme: "file") }
            path = path.dropFirst(host.count)
            isAbsolute = true
        } else if path.first == UInt8(ascii: "/") {
            isAbsolute = true
        }

        var segments: [String] = [], up = 0, isFolder = false
        for part in path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: true) {
            let decoded = part.contains(UInt8(ascii: "%")) ? percentDecoded(part) : Array(part)
            if decoded.contains(0) { return .malformed }
            switch String(decoding: decoded, as: UTF8.self) {
            case ".": isFolder = true
            case "..":
                if segments.popLast() == nil { up += 1 }
                isFolder = true
            case let segment:
                segments.append(segment)
                isFolder = false
            }
        }
        if path.last == UInt8(ascii: "/") { isFolder = true }
        return isAbsolute
            ? .absolutePath(segments: segments, isFolder: isFolder)
            : .relativePath(up: up, segments: segments, isFolder: isFolder)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z")
    }
}
