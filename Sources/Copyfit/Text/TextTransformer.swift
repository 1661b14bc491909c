/// `text-transform` (https://www.w3.org/TR/css-text-3/#text-transform) as browsers do it.
///
/// `full-width` and `full-size-kana` change nothing: neither measured engine has them.
package enum TextTransformer {
    /// - Parameters:
    ///   - text: the text of one text node in UTF-16.
    ///   - language: BCP 47 as written, empty for none: Turkish, Azeri, Lithuanian and Greek have rules of their own.
    ///   - previous: the code unit that stands before the text; a space at the start.
    /// - Returns: the new text, and where its length may differ, the offset in `text` that each unit of the new text comes from.
    package static func apply(
        _ transform: TextTransform, to text: [UInt16], language: String, previous: UInt16, profile: Profile = .webkit
    ) -> (text: [UInt16], offsets: [Int32]?) {
        switch transform {
        case .none, .fullWidth, .fullSizeKana: return (text, nil)
        case .mathAuto: return italicLetter(text)
        case .capitalize: return (capitalized(text, previous: previous, engine: profile.engine), nil)
        case .uppercase, .lowercase:
            let upper = transform == .uppercase
            let locale = hasOwnCasing(language) ? language : ""
            if locale.isEmpty, text.allSatisfy({ $0 < 0x80 }) { return (text.map { upper ? asciiUpper($0) : asciiLower($0) }, nil) }
            let mapped = text.withUnsafeBufferPointer { cased($0, upper, locale) }
            return (mapped, mapped.count == text.count ? nil : offsets(of: text, mapped: mapped.count, upper, locale))
        }
    }

    /// > If the text consists of a single character, it is converted to its italic form.
    private static func italicLetter(_ text: [UInt16]) -> (text: [UInt16], offsets: [Int32]?) {
        guard text.count == 1, let unit = text.first else { return (text, nil) }
        let letter = MathAlphabet.italic.character(UInt32(unit))
        guard letter != UInt32(unit) else { return (text, nil) }
        guard letter >= 0x10000 else { return ([UInt16(truncatingIfNeeded: letter)], nil) }
        let offset = letter - 0x10000
        return ([0xD800 | UInt16(truncatingIfNeeded: offset >> 10), 0xDC00 | UInt16(truncatingIfNeeded: offset & 0x3FF)], [0, 0])
    }

    private static func hasOwnCasing(_ language: String) -> Bool {
        let primary = language.prefix { $0 != "-" && $0 != "_" }.lowercased()
        return ["tr", "az", "lt", "el", "nl", "hy"].contains(primary)
    }

    private static func cased(_ text: UnsafeBufferPointer<UInt16>, _ upper: Bool, _ locale: String) -> [UInt16] {
        upper ? CaseMapping.upperCased(text, locale: locale) : CaseMapping.lowerCased(text, locale: locale)
    }

    @inline(__always) private static func asciiUpper(_ unit: UInt16) -> UInt16 { unit &- 0x61 < 26 ? unit - 0x20 : unit }
    @inline(__always) private static func asciiLower(_ unit: UInt16) -> UInt16 { unit &- 0x41 < 26 ? unit + 0x20 : unit }

    /// The source of each mapped unit, found by mapping one character at a time.
    private static func offsets(of text: [UInt16], mapped count: Int, _ upper: Bool, _ locale: String) -> [Int32] {
        var offsets: [Int32] = []
        offsets.reserveCapacity(count)
        text.withUnsafeBufferPointer { text in
            var index = 0
            while index < text.count {
                let length = codePoint(text, at: index, limit: text.count).count
                let own = text[index] < 0x80 ? 1 : cased(UnsafeBufferPointer(rebasing: text[index..<index + length]), upper, locale).count
                for unit in 0..<own { offsets.append(Int32(truncatingIfNeeded: index + min(unit, length - 1))) }
                index += length
            }
        }
        // What depends on context (as a final sigma) keeps its length; should anything not, stay in bounds.
        let last = Int32(truncatingIfNeeded: max(0, text.count - 1))
        while offsets.count < count { offsets.append(last) }
        return Array(offsets.prefix(count))
    }

    // MARK: Capitalize

    /// The first character of each word in title case; words as UAX #29 has them.
    private static func capitalized(_ text: [UInt16], previous: UInt16, engine: Profile.Engine) -> [UInt16] {
        var result = text
        if previous < 0x80 || previous == 0xA0, text.allSatisfy({ $0 < 0x80 }) {
            for index in text.indices where isASCIILetter(text[index]) && startsWord(text, index, previous, engine) { result[index] = asciiUpper(text[index]) }
            return result
        }
        let context = [previous == 0xA0 ? 0x20 : previous] + text
        context.withUnsafeBufferPointer { context in
            guard let words = BreakIterator.words() else { return }
            words.setText(context)
            var index = 1
            // The word that `previous` is in goes on.
            if !words.isBoundary(1) { index = words.following(1) }
            while index < context.count {
                let end = words.following(index)
                CaseMapping.titleCase(context, at: index, into: &result, at: index - 1)
                if engine == .chromium { capitalizeAfterStops(context, index..<end, into: &result) }
                index = max(end, index + 1)
            }
        }
        return result
    }

    /// In Chromium a full stop or `@` between letters ends a word.
    private static func capitalizeAfterStops(_ context: UnsafeBufferPointer<UInt16>, _ word: Range<Int>, into result: inout [UInt16]) {
        for index in word.dropFirst() where context[index - 1] == 0x2E || context[index - 1] == 0x40 {
            CaseMapping.titleCase(context, at: index, into: &result, at: index - 1)
        }
    }

    private static func startsWord(_ text: [UInt16], _ index: Int, _ previous: UInt16, _ engine: Profile.Engine) -> Bool {
        let before = index > 0 ? text[index - 1] : previous
        if isASCIIAlphanumeric(before) || before == 0x5F { return false }
        let joins = before == 0x27 || (engine == .webkit && (before == 0x2E || before == 0x40))
        guard joins, index > 0 else { return true }
        return !isASCIILetter(index > 1 ? text[index - 2] : previous)
    }
}
