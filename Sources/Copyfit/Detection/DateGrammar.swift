/// Dates and times of day. The forms are those that `DataDetection` lists.
struct DateGrammar {
    private let tokens: TextTokens
    init(_ tokens: TextTokens) { self.tokens = tokens }

    /// What a stretch of tokens says.
    private struct Reading {
        /// Behind the last token.
        var end: Int
        var year: Int?
        var month: Int?
        var day: Int?
        var hour: Int?
        var minute: Int?
        /// `tomorrow`, `monday`, where there is no date.
        var word: String?
    }

    func matches() -> [DataScanner.Match] {
        var matches: [DataScanner.Match] = []
        var index = 0
        while index < tokens.count {
            // What sticks to a word, number or sign before it is part of that.
            let isGluedToOther = tokens.isGlued(index) && !(tokens.isMark(index - 1, "(") || tokens.isMark(index - 1, "\"") || tokens.isMark(index - 1, "'"))
            if !isGluedToOther, let reading = event(at: index), let first = tokens.token(index), let last = tokens.token(reading.end - 1) {
                matches.append(DataScanner.Match(type: .date, range: first.start..<last.end, url: "x-date:" + DateGrammar.text(reading)))
                index = reading.end
            } else {
                index += 1
            }
        }
        return matches
    }

    private static func text(_ reading: Reading) -> String {
        func padded(_ value: Int, _ width: Int) -> String { String(repeating: "0", count: max(0, width - String(value).count)) + String(value) }
        var text = reading.word ?? ""
        if let month = reading.month, let day = reading.day { text = (reading.year.map { padded($0, 4) } ?? "-") + "-\(padded(month, 2))-\(padded(day, 2))" }
        if let hour = reading.hour { text += "T\(padded(hour, 2)):\(padded(reading.minute ?? 0, 2))" }
        return text
    }

    /// A date with what may stand before and after it, or a weekday or word like tomorrow with a time.
    private func event(at start: Int) -> Reading? {
        // Most words are not where a date begins.
        guard let first = tokens.token(start), first.kind == .number || (first.kind == .word && first.end - first.start <= 10) else { return nil }
        var index = start
        var weekday: String?
        if ["next", "this", "nächsten", "am"].contains(tokens.word(index)), DateGrammar.weekdays.contains(tokens.word(index + 1)) { index += 1 }
        if DateGrammar.weekdays.contains(tokens.word(index)) || DateGrammar.relativeDays.contains(tokens.word(index)) {
            weekday = tokens.word(index)
            index += 1
            if tokens.isMark(index, ","), tokens.isGlued(index) { index += 1 }
            if tokens.isMark(index, "."), tokens.isGlued(index) { index += 1 }
            if ["the", "den"].contains(tokens.word(index)) { index += 1 }
        }
        if var reading = date(at: index) {
            addTime(&reading)
            return reading
        }
        guard let weekday else { return nil }
        var reading = Reading(end: start, word: weekday)
        // The weekday itself, without the comma after it.
        var end = index
        while end > start + 1, tokens.token(end - 1)?.kind == .mark { end -= 1 }
        reading.end = end
        addTime(&reading)
        return reading.hour == nil ? nil : reading
    }

    // MARK: Dates

    private func date(at index: Int) -> Reading? {
        if let reading = numericDate(at: index) { return reading }
        return writtenDate(at: index)
    }

    private func numericDate(at index: Int) -> Reading? {
        guard let first = tokens.number(index), let mark = tokens.token(index + 1), mark.kind == .mark, tokens.isGlued(index + 1), tokens.isGlued(index + 2),
            let second = tokens.number(index + 2)
        else { return nil }
        let separator = mark.value
        let hasThird = tokens.token(index + 3)?.kind == .mark && tokens.token(index + 3)?.value == separator && tokens.isGlued(index + 3) && tokens.isGlued(index + 4)
        guard hasThird, let third = tokens.number(index + 4) else { return nil }
        // More of the same is a version or an address: 1.2.3.4
        if tokens.token(index + 5)?.kind == .mark, tokens.token(index + 5)?.value == separator, tokens.isGlued(index + 5), tokens.isGlued(index + 6),
            tokens.token(index + 6)?.kind == .number
        { return nil }
        let lengths = (tokens.digits(index), tokens.digits(index + 2), tokens.digits(index + 4))
        if tokens.isGlued(index + 5), let next = tokens.token(index + 5), next.kind == .word, !(next.end - next.start == 1 && tokens.word(index + 5) == "t") { return nil }
        switch separator {
        case 0x2D where lengths.0 == 4 && lengths.1 == 2 && lengths.2 == 2: return reading(first, second, third, end: index + 5)
        case 0x2E where lengths.0 <= 2 && lengths.1 <= 2 && (lengths.2 == 4 || lengths.2 == 2): return reading(DateGrammar.century(third, lengths.2), second, first, end: index + 5)
        case 0x2F where lengths.0 <= 2 && lengths.1 <= 2 && (lengths.2 == 4 || lengths.2 == 2):
            let year = DateGrammar.century(third, lengths.2)
            return reading(year, first, second, end: index + 5) ?? reading(year, second, first, end: index + 5)
        case 0x2F where lengths.0 == 4 && lengths.1 <= 2 && lengths.2 <= 2: return reading(first, second, third, end: index + 5)
        default: return nil
        }
    }

    private static func century(_ year: Int, _ digits: Int) -> Int { digits == 4 ? year : year < 70 ? 2000 + year : 1900 + year }

    private func reading(_ year: Int?, _ month: Int, _ day: Int, end: Int) -> Reading? {
        guard (1...12).contains(month), (1...31).contains(day), year.map({ (1000...2999).contains($0) }) ?? true else { return nil }
        let days = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard day <= days[month - 1] else { return nil }
        return Reading(end: end, year: year, month: month, day: day)
    }

    /// `30 November 2026`, `30. November`, `30th of November`, `November 30, 2026`, `Nov. 30th`.
    private func writtenDate(at start: Int) -> Reading? {
        if let day = tokens.number(start), tokens.digits(start) <= 2 {
            var index = start + 1
            if tokens.isMark(index, "."), tokens.isGlued(index) { index += 1 } else { skipOrdinal(&index) }
            if tokens.word(index) == "of" { index += 1 }
            guard let month = DateGrammar.months[tokens.word(index)], !tokens.isGlued(index) else { return nil }
            index += 1
            return withYear(month, day, index)
        }
        guard let month = DateGrammar.months[tokens.word(start)], tokens.isCapitalised(start) else { return nil }
        var index = start + 1
        if tokens.isMark(index, "."), tokens.isGlued(index) { index += 1 }
        guard let day = tokens.number(index), tokens.digits(index) <= 2, !tokens.isGlued(index) else { return nil }
        index += 1
        // `May 5:30` and `March 3.5` are none.
        if tokens.isGlued(index), tokens.isGlued(index + 1), tokens.token(index)?.kind == .mark, tokens.token(index + 1)?.kind == .number { return nil }
        skipOrdinal(&index)
        return withYear(month, day, index)
    }

    private func skipOrdinal(_ index: inout Int) {
        if tokens.isGlued(index), ["st", "nd", "rd", "th"].contains(tokens.word(index)) { index += 1 }
    }

    private func withYear(_ month: Int, _ day: Int, _ end: Int) -> Reading? {
        var index = end
        if tokens.isMark(index, "."), tokens.isGlued(index), tokens.digits(index + 1) == 4 { index += 1 }
        if tokens.isMark(index, ","), tokens.isGlued(index) { index += 1 }
        if tokens.digits(index) == 4, let year = tokens.number(index), (1000...2999).contains(year), !tokens.isGlued(index) {
            return reading(year, month, day, end: index + 1)
        }
        return reading(nil, month, day, end: end)
    }

    // MARK: Times

    /// `15:30`, `3 pm`, `3:30 p.m.`, `15 Uhr`, `T15:30`, after `at`, `um`, a comma or nothing.
    private func addTime(_ reading: inout Reading) {
        var index = reading.end
        if tokens.isMark(index, ","), tokens.isGlued(index) { index += 1 }
        if ["at", "um", "from", "von", "t"].contains(tokens.word(index)) || tokens.isMark(index, "@") { index += 1 }
        guard let hour = tokens.number(index), tokens.digits(index) <= 2 else { return }
        var minute: Int?
        var next = index + 1
        if tokens.isMark(next, ":"), tokens.isGlued(next), tokens.isGlued(next + 1), tokens.digits(next + 1) == 2, let value = tokens.number(next + 1), value < 60 {
            minute = value
            next += 2
            // Seconds, and what follows them, are passed over.
            if tokens.isMark(next, ":"), tokens.isGlued(next), tokens.digits(next + 1) == 2, tokens.isGlued(next + 1) { next += 2 }
        }
        switch tokens.word(next) {
        case "am", "pm":
            guard (1...12).contains(hour) else { return }
            reading.hour = hour % 12 + (tokens.word(next) == "pm" ? 12 : 0)
            next += 1
        case "a", "p":
            guard (1...12).contains(hour), tokens.isMark(next + 1, "."), tokens.word(next + 2) == "m" else { return }
            reading.hour = hour % 12 + (tokens.word(next) == "p" ? 12 : 0)
            next += 3
            if tokens.isMark(next, "."), tokens.isGlued(next) { next += 1 }
        case "uhr":
            guard hour < 24 else { return }
            reading.hour = hour
            next += 1
        default:
            guard minute != nil, hour < 24 else { return }
            reading.hour = hour
        }
        reading.minute = minute ?? 0
        reading.end = next
    }

    private static let weekdays: Set<String> = [
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "mon", "tue", "tues", "wed", "thu", "thurs", "fri", "sat", "sun", "montag",
        "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonnabend", "sonntag",
    ]
    private static let relativeDays: Set<String> = ["today", "tomorrow", "tonight", "heute", "morgen"]
    private static let months: [String: Int] = {
        let names: [[String]] = [
            ["january", "jan", "januar"], ["february", "feb", "februar"], ["march", "mar", "märz"], ["april", "apr"], ["may", "mai"], ["june", "jun", "juni"],
            ["july", "jul", "juli"], ["august", "aug"], ["september", "sep", "sept"], ["october", "oct", "oktober"], ["november", "nov"],
            ["december", "dec", "dezember"],
        ]
        var months: [String: Int] = [:]
        for (index, list) in names.enumerated() { for name in list { months[name] = index + 1 } }
        return months
    }()
}
