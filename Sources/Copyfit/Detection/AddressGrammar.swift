/// Postal addresses of the forms that `DataDetection` lists.
struct AddressGrammar {
    private let tokens: TextTokens
    init(_ tokens: TextTokens) { self.tokens = tokens }

    func matches() -> [DataScanner.Match] {
        var matches: [DataScanner.Match] = []
        var index = 0
        while index < tokens.count {
            let isFree = !tokens.isGlued(index) || tokens.isMark(index - 1, "(")
            if isFree, let end = englishStreet(at: index) ?? germanStreet(at: index), let first = tokens.token(index), let last = tokens.token(end - 1) {
                let range = first.start..<last.end
                matches.append(DataScanner.Match(type: .address, range: range, url: "geo:0,0?q=" + AddressGrammar.escaped(tokens.string(range))))
                index = end
            } else {
                index += 1
            }
        }
        return matches
    }

    /// As a query: white space is one plus sign, what is no letter, digit or one of `-._~` is in percents.
    private static func escaped(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if ByteClass.isSpace(byte) {
                if bytes.last != UInt8(ascii: "+") { bytes.append(UInt8(ascii: "+")) }
            } else if ByteClass.isAlphanumeric(byte) || "-._~".utf8.contains(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: English

    /// A number, one to four words that begin with a capital or are ordinals, and a word for a kind of street.
    private func englishStreet(at start: Int) -> Int? {
        guard tokens.number(start) != nil, tokens.digits(start) <= 6 else { return nil }
        var index = start + 1
        if tokens.isGlued(index) {
            // 221B
            guard tokens.token(index)?.kind == .word, tokens.word(index).count == 1 else { return nil }
            index += 1
        }
        var words = 0
        while words < 5 {
            guard !(tokens.token(index)?.isAfterBreak ?? true) else { return nil }
            if words > 0, AddressGrammar.streets.contains(tokens.word(index)), tokens.isCapitalised(index) {
                index += 1
                if tokens.isMark(index, "."), tokens.isGlued(index) { index += 1 }
                return afterStreet(index)
            }
            if tokens.number(index) != nil, tokens.isGlued(index + 1), ["st", "nd", "rd", "th"].contains(tokens.word(index + 1)) {
                index += 2
            } else if tokens.isCapitalised(index) {
                index += 1
                if tokens.isMark(index, "."), tokens.isGlued(index) { index += 1 }
            } else {
                return nil
            }
            words += 1
        }
        return nil
    }

    /// Unit, city, state and postal code, as far as they are there.
    private func afterStreet(_ street: Int) -> Int {
        var end = street
        if ["north", "south", "east", "west", "n", "s", "e", "w", "nw", "ne", "sw", "se"].contains(tokens.word(end)), tokens.isCapitalised(end) { end += 1 }
        var index = end
        if tokens.isMark(index, ",") { index += 1 }
        if ["apt", "apartment", "suite", "ste", "unit", "floor", "room"].contains(tokens.word(index)) || tokens.isMark(index, "#") {
            index += 1
            if tokens.isMark(index, "."), tokens.isGlued(index) { index += 1 }
            if tokens.isMark(index, "#") { index += 1 }
            if tokens.token(index)?.kind == .number || tokens.word(index).count == 1 {
                index += 1
                if tokens.isGlued(index), tokens.word(index).count == 1 { index += 1 }
                end = index
            }
        }
        return city(after: end) ?? end
    }

    /// `, San Francisco, CA 94110-1234`, on the next line too; `London SW1A 2AA`; `12345 Berlin`.
    private func city(after street: Int) -> Int? {
        var index = street
        if tokens.isMark(index, ",") { index += 1 }
        if index == street, !(tokens.token(index)?.isAfterBreak ?? false) { return nil }
        if let end = germanCity(at: index) { return end }
        var words = 0
        while words < 4, tokens.isCapitalised(index) {
            if let end = postalCode(at: index), words > 0 { return end }
            index += 1
            words += 1
            if tokens.isMark(index, "."), tokens.isGlued(index) { index += 1 }
            if tokens.isMark(index, ","), words > 0 {
                if let end = postalCode(at: index + 1) { return end }
                return nil
            }
            if let end = postalCode(at: index) { return end }
        }
        return nil
    }

    /// A US state with a ZIP code, or a UK postcode.
    private func postalCode(at index: Int) -> Int? {
        let word = tokens.word(index)
        if AddressGrammar.states.contains(word), let token = tokens.token(index), token.end - token.start == 2, tokens.isCapitalised(index) {
            guard tokens.digits(index + 1) == 5 else { return nil }
            if tokens.isMark(index + 2, "-"), tokens.isGlued(index + 2), tokens.isGlued(index + 3), tokens.digits(index + 3) == 4 { return index + 4 }
            return index + 2
        }
        // One or two letters, one or two digits, perhaps a letter; a digit and two letters.
        guard (1...2).contains(word.count), word.allSatisfy(\.isASCII), tokens.isCapitalised(index), tokens.isGlued(index + 1), (1...2).contains(tokens.digits(index + 1)) else { return nil }
        var next = index + 2
        if tokens.isGlued(next), tokens.word(next).count == 1 { next += 1 }
        guard tokens.digits(next) == 1, !tokens.isGlued(next), tokens.isGlued(next + 1), tokens.word(next + 1).count == 2 else { return nil }
        return next + 2
    }

    // MARK: German

    /// A word that ends in -straße or the like, or `Am`, `An`, `Im` … and a word; a house number; perhaps a postal code and a city.
    private func germanStreet(at start: Int) -> Int? {
        guard tokens.isCapitalised(start), (1...3).contains(where: { tokens.token(start + $0)?.kind == .number }) else { return nil }
        var index = start
        let word = tokens.word(index)
        if AddressGrammar.germanEndings.contains(where: { word.hasSuffix($0) && word.count > $0.count + 1 }) {
            index += 1
        } else if tokens.isCapitalised(index + 1), AddressGrammar.germanStreets.contains(tokens.word(index + 1)), !tokens.isGlued(index + 1) {
            index += 2
        } else {
            return nil
        }
        if tokens.isMark(index, "."), tokens.isGlued(index) { index += 1 }
        guard tokens.number(index) != nil, tokens.digits(index) <= 4, !(tokens.token(index)?.isAfterBreak ?? true) else { return nil }
        index += 1
        if tokens.word(index).count == 1, tokens.isGlued(index) || !(tokens.token(index)?.isAfterBreak ?? true), tokens.word(index).allSatisfy(\.isASCII),
            !tokens.isGlued(index + 1) || tokens.token(index + 1)?.kind == .mark
        { index += 1 }
        let street = index
        if tokens.isMark(index, ",") { index += 1 }
        if index > street || tokens.token(index)?.isAfterBreak == true { return germanCity(at: index) ?? street }
        return street
    }

    private func germanCity(at index: Int) -> Int? {
        var index = index
        if tokens.word(index) == "d", tokens.isMark(index + 1, "-") { index += 2 }
        guard tokens.digits(index) == 5, tokens.isCapitalised(index + 1), !tokens.isGlued(index + 1), tokens.token(index + 1)?.isAfterBreak == false else { return nil }
        return index + 2
    }

    private static let streets: Set<String> = [
        "street", "st", "avenue", "ave", "av", "road", "rd", "boulevard", "blvd", "lane", "ln", "drive", "dr", "court", "ct", "place", "pl", "square", "sq",
        "highway", "hwy", "parkway", "pkwy", "terrace", "way", "crescent", "close", "gardens", "row", "alley", "circle", "cir", "plaza", "loop", "trail",
    ]
    private static let germanEndings = ["straße", "strasse", "str", "weg", "platz", "allee", "gasse", "ring", "ufer", "damm"]
    private static let germanStreets: Set<String> = ["straße", "strasse", "str", "weg", "platz", "allee", "gasse", "ring", "ufer", "damm"]
    private static let states: Set<String> = [
        "al", "ak", "az", "ar", "ca", "co", "ct", "de", "fl", "ga", "hi", "id", "il", "in", "ia", "ks", "ky", "la", "me", "md", "ma", "mi", "mn", "ms", "mo", "mt",
        "ne", "nv", "nh", "nj", "nm", "ny", "nc", "nd", "oh", "ok", "or", "pa", "ri", "sc", "sd", "tn", "tx", "ut", "vt", "va", "wa", "wv", "wi", "wy", "dc",
    ]
}
