extension HTMLTokenizer {
    /// A text being read: a range of the source, or, once something in it had to be replaced, a growing end of the document's bytes.
    struct Piece {
        /// Where the part that is not written yet begins in the source.
        var start: Int
        /// Where the written part begins in `Document.bytes`; nil while nothing had to be replaced.
        var written: Int?

        init(start: Int) { self.start = start }
    }

    /// Writes what came before `index` and the bytes that replace the source up to `end`.
    func replace(_ piece: inout Piece, at index: Int, upTo end: Int, _ document: inout Document, _ write: (inout [UInt8]) -> Void) {
        if piece.written == nil { piece.written = document.bytes.count }
        document.bytes.append(contentsOf: UnsafeBufferPointer(start: source + piece.start, count: index - piece.start))
        write(&document.bytes)
        piece.start = end
    }

    func finish(_ piece: inout Piece, at end: Int, _ document: inout Document) -> ByteRange {
        guard let written = piece.written else {
            return ByteRange(start: UInt32(truncatingIfNeeded: piece.start), count: UInt32(truncatingIfNeeded: end - piece.start))
        }
        replace(&piece, at: end, upTo: end, &document) { _ in }
        return ByteRange(start: UInt32(truncatingIfNeeded: written), count: UInt32(truncatingIfNeeded: document.bytes.count - written))
    }

    /// At an `&` or NUL at `index`: replaces it where it is a reference or a NUL. Returns where to read on.
    mutating func rewrite(_ piece: inout Piece, at index: Int, inAttribute: Bool, _ document: inout Document) -> Int {
        if source[index] == 0 {
            replace(&piece, at: index, upTo: index + 1, &document) { $0.append(contentsOf: [0xEF, 0xBF, 0xBD]) }
            return index + 1
        }
        guard let reference = characterReference(at: index, inAttribute: inAttribute) else { return index + 1 }
        replace(&piece, at: index, upTo: reference.end, &document) {
            $0.append(scalar: reference.first)
            if reference.second != 0 { $0.append(scalar: reference.second) }
        }
        return reference.end
    }

    /// The first byte from `start` on that is one of three; `count` where there is none.
    @inline(__always) func firstIndex(from start: Int, of a: UInt8, _ b: UInt8, _ c: UInt8) -> Int {
        // Eight bytes at a time in one word: measured, the compiler makes lane-by-lane code of the same in SIMD16.
        let (allA, allB, allC) = (ByteWord.all(a), ByteWord.all(b), ByteWord.all(c))
        var index = start
        let raw = UnsafeRawPointer(source)
        while index &+ 8 <= count {
            let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            let hits = ByteWord.zeros(word ^ allA) | ByteWord.zeros(word ^ allB) | ByteWord.zeros(word ^ allC)
            if hits != 0 { return index &+ hits.trailingZeroBitCount &>> 3 }
            index &+= 8
        }
        while index < count, source[index] != a, source[index] != b, source[index] != c { index &+= 1 }
        return index
    }

    // MARK: Runs of text

    /// Reads text in the data state, up to the next tag, comment or declaration.
    mutating func readData(_ document: inout Document) {
        var piece = Piece(start: position)
        var index = position
        hasNull = false
        // A `<` here was seen not to start anything.
        if source[index] == .lessThan { index += 1 }
        while true {
            index = firstIndex(from: index, of: .lessThan, .ampersand, 0)
            guard index < count else { break }
            switch source[index] {
            case .ampersand:
                index = rewrite(&piece, at: index, inAttribute: false, &document)
            case 0:
                // The tree builder drops or replaces it, by the place it is in.
                hasNull = true
                index += 1
            default:
                if startsMarkup(at: index) {
                    text = finish(&piece, at: index, &document)
                    position = index
                    return
                }
                index += 1
            }
        }
        text = finish(&piece, at: count, &document)
        position = count
    }

    private func startsMarkup(at index: Int) -> Bool {
        guard index + 1 < count else { return false }
        let next = source[index + 1]
        if next == .slash { return index + 2 < count }
        return next.isLetter || next == UInt8(ascii: "!") || next == UInt8(ascii: "?")
    }

    /// Reads RCDATA or RAWTEXT up to the end tag of the last start tag.
    mutating func readRawText(_ document: inout Document, decodesReferences: Bool) {
        var piece = Piece(start: position)
        var index = position
        hasNull = false
        while true {
            index = firstIndex(from: index, of: .lessThan, decodesReferences ? .ampersand : .lessThan, 0)
            guard index < count else { break }
            if source[index] == .lessThan {
                if isAppropriateEndTag(at: index) { break }
                index += 1
            } else {
                index = rewrite(&piece, at: index, inAttribute: false, &document)
            }
        }
        text = finish(&piece, at: index, &document)
        position = index
    }

    /// Reads everything up to `end`, NULs replaced.
    mutating func readText(upTo end: Int, _ document: inout Document) {
        var piece = Piece(start: position)
        var index = position
        hasNull = false
        while true {
            index = firstIndex(from: index, of: 0, 0, 0)
            guard index < end else { break }
            index = rewrite(&piece, at: index, inAttribute: false, &document)
        }
        text = finish(&piece, at: end, &document)
        position = end
    }

    /// Reads a CDATA section up to and with its `]]>`. False where it is empty.
    mutating func readCDATA(_ document: inout Document) -> Bool {
        let start = position
        var index = start
        hasNull = false
        let bracket = UInt8(ascii: "]")
        while true {
            index = firstIndex(from: index, of: bracket, bracket, 0)
            guard index < count else { break }
            if source[index] == 0 {
                hasNull = true
            } else if index + 2 < count, source[index + 1] == bracket, source[index + 2] == .greaterThan {
                break
            }
            index += 1
        }
        var piece = Piece(start: start)
        text = finish(&piece, at: index, &document)
        position = index < count ? index + 3 : count
        contentModel = .data
        return index > start
    }

    // MARK: Scripts

    /// Where a script's text is: outside comments, in one, or in a `<script>` in one.
    private enum ScriptState { case plain, escaped, doubleEscaped }

    /// Reads script data up to its end tag (https://html.spec.whatwg.org/#script-data-state and the states that follow it).
    mutating func readScript(_ document: inout Document) {
        var piece = Piece(start: position)
        var index = position
        var state = ScriptState.plain
        // How many hyphens came just before, in comments.
        var hyphens = 0
        hasNull = false
        while index < count {
            if state == .plain {
                index = firstIndex(from: index, of: .lessThan, .lessThan, 0)
                guard index < count else { break }
            }
            let byte = source[index]
            if byte == 0 {
                index = rewrite(&piece, at: index, inAttribute: false, &document)
                hyphens = 0
            } else if byte == .hyphen {
                index += 1
                hyphens += 1
            } else if byte == .greaterThan {
                if hyphens >= 2 { state = .plain }
                hyphens = 0
                index += 1
            } else if byte == .lessThan {
                hyphens = 0
                if state != .doubleEscaped, isAppropriateEndTag(at: index) { break }
                if state == .plain {
                    let next = index + 1
                    if next + 2 < count, source[next] == UInt8(ascii: "!"), source[next + 1] == .hyphen, source[next + 2] == .hyphen {
                        state = .escaped
                        hyphens = 2
                        index += 4
                    } else {
                        index += 1
                    }
                } else {
                    index = readScriptTag(at: index, &state)
                }
            } else {
                hyphens = 0
                index += 1
            }
        }
        text = finish(&piece, at: index, &document)
        position = index
    }

    /// At a `<` in a comment of a script: `<script` and `</script` change the state. Returns where to read on.
    private func readScriptTag(at start: Int, _ state: inout ScriptState) -> Int {
        var nameStart = start + 1
        if state == .doubleEscaped {
            guard nameStart < count, source[nameStart] == .slash else { return start + 1 }
            nameStart += 1
        }
        var end = nameStart
        while end < count, source[end].isLetter { end += 1 }
        guard end > nameStart || state == .doubleEscaped, end < count, source[end].endsTagName else { return end }
        if end - nameStart <= 16, KnownNames.shared.find(lowercaseKey(nameStart, end)) == .script {
            state = state == .escaped ? .doubleEscaped : .escaped
        }
        return end + 1
    }

    // MARK: Names

    /// The name in lower case of the source's bytes from `start` to `end`.
    @inline(__always) mutating func lowercaseName(_ start: Int, _ end: Int, _ document: inout Document) -> Name {
        // A NUL at the end would look as if it was not there.
        if end &- start <= 16, end > start, source[end &- 1] != 0 {
            let key = lowercaseKey(start, end)
            if let known = KnownNames.shared.find(key) { return known }
        }
        return unknownName(start, end, &document)
    }

    /// As `lowercaseName`, for names that are not known ones: rare, so that time does not matter.
    @inline(never) private func unknownName(_ start: Int, _ end: Int, _ document: inout Document) -> Name {
        var name: [UInt8] = []
        name.reserveCapacity(end - start)
        for index in start..<end {
            let byte = source[index]
            if byte == 0 {
                name.append(contentsOf: [0xEF, 0xBF, 0xBD])
            } else {
                name.append(byte &- 0x41 < 26 ? byte | 0x20 : byte)
            }
        }
        return name.withUnsafeBufferPointer { document.names.name(utf8: $0) }
    }

    /// The key of the name in lower case at `start..<end`, at most 16 bytes.
    @inline(__always) func lowercaseKey(_ start: Int, _ end: Int) -> NameKey {
        let length = end &- start
        let raw = UnsafeRawPointer(source)
        var low: UInt64 = 0
        var high: UInt64 = 0
        if start &+ 16 <= count {
            low = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: start, as: UInt64.self))
            if length < 8 {
                low &= (1 &<< UInt64(length &* 8)) &- 1
            } else if length > 8 {
                high = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: start &+ 8, as: UInt64.self))
                if length < 16 { high &= (1 &<< UInt64((length &- 8) &* 8)) &- 1 }
            }
        } else {
            for index in 0..<length {
                let byte = UInt64(source[start &+ index])
                if index < 8 { low |= byte &<< UInt64(index &* 8) } else { high |= byte &<< UInt64((index &- 8) &* 8) }
            }
        }
        return NameKey(low: HTMLTokenizer.lowercased(low), high: HTMLTokenizer.lowercased(high))
    }

    /// Eight bytes, the ASCII capitals among them made small.
    @inline(__always) static func lowercased(_ word: UInt64) -> UInt64 {
        let low7 = word & 0x7f7f_7f7f_7f7f_7f7f
        let fromA = low7 &+ 0x3f3f_3f3f_3f3f_3f3f
        let beyondZ = low7 &+ 0x2525_2525_2525_2525
        let capitals = (fromA ^ beyondZ) & ~word & 0x8080_8080_8080_8080
        return word | (capitals &>> 2)
    }
}

/// Eight bytes in a word, looked at together.
enum ByteWord {
    /// The byte in all eight places.
    @inline(__always) static func all(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

    /// The high bit of each byte that is zero; bytes after the first zero one may be wrong, which does not matter for finding it.
    @inline(__always) static func zeros(_ word: UInt64) -> UInt64 { (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080 }
}
