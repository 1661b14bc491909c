private import CICU

/// How the bytes of a file become the UTF-8 that is parsed (https://html.spec.whatwg.org/#determining-the-character-encoding): by their
/// byte order mark, else by the `<meta>` in them, else they are UTF-8.
package enum HTMLEncoding {
    /// The page in UTF-8, without a byte order mark. Where the bytes are UTF-8 already they may still hold invalid sequences, which
    /// the parser replaces.
    package static func decode(_ bytes: [UInt8]) -> [UInt8] {
        if let marked = decodeMarked(bytes) { return marked }
        let declared = bytes.withUnsafeBufferPointer { buffer in
            var prescan = EncodingPrescan(buffer)
            return prescan.converter()
        }
        return decode(bytes, converter: declared ?? "UTF-8")
    }

    /// As `decode(_:)`, for bytes whose encoding is known by a label, as a style sheet's `@charset` or a protocol gives it. A byte order
    /// mark still goes first; an unknown label means UTF-8.
    package static func decode(_ bytes: [UInt8], label: String) -> [UInt8] {
        decodeMarked(bytes) ?? decode(bytes, converter: EncodingLabels.converter(for: label.utf8) ?? "UTF-8")
    }

    private static func decodeMarked(_ bytes: [UInt8]) -> [UInt8]? {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes[3...]) }
        if bytes.starts(with: [0xFE, 0xFF]) { return decodeUTF16(bytes[2...], isBigEndian: true) }
        if bytes.starts(with: [0xFF, 0xFE]) { return decodeUTF16(bytes[2...], isBigEndian: false) }
        return nil
    }

    private static func decode(_ bytes: [UInt8], converter: String) -> [UInt8] {
        switch converter {
        case "UTF-8": return bytes
        case "UTF-16LE": return decodeUTF16(bytes[...], isBigEndian: false)
        case "UTF-16BE": return decodeUTF16(bytes[...], isBigEndian: true)
        case "replacement": return bytes.isEmpty ? [] : [0xEF, 0xBF, 0xBD]
        default: return convert(bytes, converter) ?? convert(bytes, "windows-1252") ?? bytes
        }
    }

    private static func decodeUTF16(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> [UInt8] {
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2 + 1)
        var index = bytes.startIndex
        while index + 1 < bytes.endIndex {
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            units.append(isBigEndian ? first << 8 | second : second << 8 | first)
            index += 2
        }
        // Half a code unit at the end is an error, as a lone surrogate is.
        if index < bytes.endIndex { units.append(0xFFFD) }
        return utf8(units[...])
    }

    private static func utf8(_ units: ArraySlice<UInt16>) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(units.count + units.count / 2)
        var index = units.startIndex
        while index < units.endIndex {
            let unit = units[index]
            index += 1
            if unit < 0x80 {
                output.append(UInt8(truncatingIfNeeded: unit))
            } else if unit & 0xF800 != 0xD800 {
                output.append(scalar: UInt32(unit))
            } else if unit < 0xDC00, index < units.endIndex, units[index] & 0xFC00 == 0xDC00 {
                output.append(scalar: 0x1_0000 + (UInt32(unit & 0x3FF) << 10 | UInt32(units[index] & 0x3FF)))
                index += 1
            } else {
                output.append(scalar: 0xFFFD)
            }
        }
        return output
    }

    /// Converts with ICU, in pieces that fit its 32-bit lengths. Nil where it does not have the converter.
    private static func convert(_ bytes: [UInt8], _ name: String) -> [UInt8]? {
        guard let converter = shim_ucnv_open(name) else { return nil }
        defer { shim_ucnv_close(converter) }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count + bytes.count / 2)
        var units = [UInt16](repeating: 0, count: 16_384)
        var start = 0
        bytes.withUnsafeBytes { source in
            guard let base = source.baseAddress?.assumingMemoryBound(to: CChar.self) else { return }
            var pending: UInt16?
            while true {
                var consumed = 0
                let isLast = source.count - start <= 8192
                // The first unit may be a surrogate that was left over.
                let offset = pending == nil ? 0 : 1
                if let pending { units[0] = pending }
                let written = units.withUnsafeMutableBufferPointer { target -> Int in
                    guard let target = target.baseAddress else { return 0 }
                    return shim_ucnv_toUnicode(
                        converter, target + offset, 16_383, base + start, isLast ? source.count - start : 8192, isLast, &consumed)
                }
                guard written >= 0 else { return }
                var count = written + offset
                pending = nil
                start += consumed
                let isDone = start >= source.count && (isLast || consumed == 0)
                if !isDone, count > 0, units[count - 1] & 0xFC00 == 0xD800 {
                    pending = units[count - 1]
                    count -= 1
                }
                // ICU writes U+001A for some invalid single bytes.
                for index in 0..<count where units[index] == 0x1A { units[index] = 0xFFFD }
                output.append(contentsOf: utf8(units[..<count]))
                if isDone || (consumed == 0 && written == 0) { return }
            }
        }
        return output
    }
}
