/// The base direction of a paragraph.
package enum BidiBase: UInt8, Sendable {
    case ltr, rtl
    /// `unicode-bidi: plaintext`, `dir=auto`: by the first strong character of each line of source, else left to right.
    case plaintext
}

/// The Unicode bidirectional algorithm (UAX #9).
package enum Bidi {
    /// Whether text may hold anything but left-to-right characters: Hebrew, Arabic and later right-to-left blocks, or explicit controls.
    static func mayBeRightToLeft(_ text: UnsafeBufferPointer<UInt16>) -> Bool {
        for unit in text where unit >= 0x590 {
            switch unit {
            case 0x590...0x8FF, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFB1D...0xFDFF, 0xFE70...0xFEFF: return true
            // The lead surrogates of U+10800…10FFF and U+1E800…1EFFF.
            case 0xD802, 0xD803, 0xD83A, 0xD83B: return true
            default: continue
            }
        }
        return false
    }

    /// The visual order of a line's pieces, left to right, from their levels in logical order (rule L2).
    package static func visualOrder(_ levels: [UInt8], into order: inout [Int]) {
        order.removeAll(keepingCapacity: true)
        order.append(contentsOf: levels.indices)
        guard var level = levels.max(), level > 0 else { return }
        let lowestOdd = (levels.min() ?? 0) | 1
        while level >= lowestOdd {
            var start = 0
            while start < levels.count {
                guard levels[order[start]] >= level else { start += 1; continue }
                var end = start + 1
                while end < levels.count, levels[order[end]] >= level { end += 1 }
                order[start..<end].reverse()
                start = end
            }
            level -= 1
        }
    }
}
