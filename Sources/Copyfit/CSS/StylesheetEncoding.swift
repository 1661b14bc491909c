/// How the bytes of a linked or imported sheet become UTF-8 (https://www.w3.org/TR/css-syntax-3/#input-byte-stream).
package enum StylesheetEncoding {
    /// By the byte order mark, else by an `@charset` rule at the very start, else UTF-8.
    package static func decode(_ bytes: [UInt8]) -> [UInt8] { HTMLEncoding.decode(bytes, label: charset(bytes) ?? "utf-8") }

    /// The rule must be spelled exactly `@charset "…";`; one that says UTF-16 is read as bytes, so it means UTF-8.
    private static func charset(_ bytes: [UInt8]) -> String? {
        let opening = Array("@charset \"".utf8)
        guard bytes.starts(with: opening), let quote = bytes.prefix(1024).dropFirst(opening.count).firstIndex(of: 0x22),
            quote + 1 < bytes.count, bytes[quote + 1] == 0x3B
        else { return nil }
        let label = asciiLowercased(String(decoding: bytes[opening.count..<quote], as: UTF8.self))
        return label.hasPrefix("utf-16") ? "utf-8" : label
    }
}
