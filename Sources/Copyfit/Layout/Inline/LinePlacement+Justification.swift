// Justified lines (https://www.w3.org/TR/css-text-3/#justify-algos).

extension LinePlacement {
    /// Shares out room over the justification opportunities of a line. False where there are none.
    mutating func justify(by free: Float) -> Bool {
        let counts = context.profile.justifiesIdeographs ? opportunitiesWithIdeographs() : opportunities()
        let total = counts.reduce(0, +)
        guard total > 0 else { return false }
        for index in parts.indices where counts[index] > 0 { parts[index].width += free * Float(counts[index]) / Float(total) }
        return true
    }

    /// By part: its spaces, but for one that ends the line.
    private func opportunities() -> [Int] {
        var last = -1
        var counts = parts.indices.map { index -> Int in
            guard parts[index].kind == .text else {
                if parts[index].kind == .atomic { last = -1 }
                return 0
            }
            let units = content.text[shownUnits(of: parts[index])]
            if let unit = units.last { last = unit == 0x20 || unit == 0xA0 ? index : -1 }
            return units.reduce(0) { $0 + ($1 == 0x20 || $1 == 0xA0 ? 1 : 0) }
        }
        if last >= 0 { counts[last] -= 1 }
        return counts
    }

    /// By part: its spaces and both sides of its ideographs, of which those between two count once and those at the line's ends not.
    private func opportunitiesWithIdeographs() -> [Int] {
        var isAfterOpportunity = true
        var last = -1
        var counts = parts.indices.map { index -> Int in
            let part = parts[index]
            guard part.kind == .text else {
                if part.kind == .atomic { isAfterOpportunity = false }
                return 0
            }
            var count = 0
            let range = shownUnits(of: part)
            var position = range.lowerBound
            while position < range.upperBound {
                let unit = content.text[position]
                if unit == 0x20 || unit == 0xA0 {
                    count += 1
                    isAfterOpportunity = true
                } else if unit < 0x2C7 {
                    isAfterOpportunity = false
                } else {
                    let (scalar, length) = content.text.withUnsafeBufferPointer { codePoint($0, at: position, limit: range.upperBound) }
                    if JustifiedSymbols.contains(scalar) {
                        count += isAfterOpportunity ? 1 : 2
                        isAfterOpportunity = true
                    } else {
                        isAfterOpportunity = false
                    }
                    position += length - 1
                }
                position += 1
            }
            if count > 0 { last = index }
            return count
        }
        if isAfterOpportunity, last >= 0 { counts[last] -= 1 }
        return counts
    }

    /// A piece of text without the white space that hangs.
    private func shownUnits(of part: Part) -> Range<Int> {
        let end = hang.start >= part.start && hang.start < part.end ? hang.start : part.end
        return Int(part.start)..<Int(max(part.start, end))
    }
}
