extension HTMLTokenizer {
    /// At `<!`: a comment, a doctype or a CDATA section (https://html.spec.whatwg.org/#markup-declaration-open-state).
    mutating func readDeclaration(_ document: inout Document) -> Token? {
        let start = position + 2
        if start + 1 < count, source[start] == .hyphen, source[start + 1] == .hyphen {
            readComment(from: start + 2, &document)
            return .comment
        }
        if matches("doctype", at: start) {
            readDoctype(from: start + 7, &document)
            return .doctype
        }
        if allowsCDATA, start + 7 <= count, matches("[cdata[", at: start), source[start + 1] == UInt8(ascii: "C"),
            source[start + 2] == UInt8(ascii: "D"), source[start + 3] == UInt8(ascii: "A"), source[start + 4] == UInt8(ascii: "T"),
            source[start + 5] == UInt8(ascii: "A")
        {
            position = start + 7
            contentModel = .cdata
            return nil
        }
        readBogusComment(from: start, &document)
        return .comment
    }

    /// Whether the source has `word`, which is in lower case, at `start` in any case.
    private func matches(_ word: StaticString, at start: Int) -> Bool {
        guard start + word.utf8CodeUnitCount <= count else { return false }
        for index in 0..<word.utf8CodeUnitCount {
            let byte = source[start + index]
            guard (byte &- 0x41 < 26 ? byte | 0x20 : byte) == word.utf8Start[index] else { return false }
        }
        return true
    }

    /// Reads a comment's data from `start` on (https://html.spec.whatwg.org/#comment-start-state and the states that follow it).
    private mutating func readComment(from start: Int, _ document: inout Document) {
        // `<!-->` and `<!--->` are whole comments.
        var index = start
        if index < count, source[index] == .hyphen { index += 1 }
        if index < count, source[index] == .greaterThan {
            text = .empty
            position = index + 1
            return
        }
        var piece = Piece(start: start)
        index = start
        while true {
            index = firstIndex(from: index, of: .hyphen, .hyphen, 0)
            guard index < count else { break }
            if source[index] == 0 {
                index = rewrite(&piece, at: index, inAttribute: false, &document)
                continue
            }
            if index + 1 < count, source[index + 1] == .hyphen {
                let isBang = index + 2 < count && source[index + 2] == UInt8(ascii: "!")
                let last = isBang ? index + 3 : index + 2
                // The end of the source in the middle of the closing mark is a closing mark.
                if last >= count || source[last] == .greaterThan {
                    text = finish(&piece, at: index, &document)
                    position = min(last + 1, count)
                    return
                }
            } else if index + 1 == count {
                break
            }
            index += 1
        }
        text = finish(&piece, at: index, &document)
        position = count
    }

    /// Reads a comment that goes up to the next `>`.
    mutating func readBogusComment(from start: Int, _ document: inout Document) {
        var piece = Piece(start: start)
        var index = start
        while true {
            index = firstIndex(from: index, of: .greaterThan, .greaterThan, 0)
            guard index < count, source[index] == 0 else { break }
            index = rewrite(&piece, at: index, inAttribute: false, &document)
        }
        text = finish(&piece, at: index, &document)
        position = min(index + 1, count)
    }

    /// Reads a doctype, after the word (https://html.spec.whatwg.org/#doctype-state and the states that follow it).
    private mutating func readDoctype(from start: Int, _ document: inout Document) {
        doctype = Doctype()
        text = .empty
        position = start
        skipSpaces()
        if position < count, source[position] != .greaterThan {
            text = readDoctypeName(&document)
            doctype.hasName = true
        } else {
            doctype.forcesQuirks = true
        }
        skipSpaces()
        guard position < count, source[position] != .greaterThan else { return closeDoctype() }
        if matches("public", at: position) {
            position += 6
            doctype.publicID = readIdentifier(&document)
            guard doctype.publicID != nil, !doctype.forcesQuirks else { return closeDoctype() }
            skipSpaces()
            guard position < count, source[position] != .greaterThan else { return closeDoctype() }
        } else if matches("system", at: position) {
            position += 6
        } else {
            doctype.forcesQuirks = true
            return closeDoctype()
        }
        doctype.systemID = readIdentifier(&document)
        guard doctype.systemID != nil, !doctype.forcesQuirks else { return closeDoctype() }
        skipSpaces()
        // What follows the system identifier is skipped and forgiven, but for the end of the source.
        if position >= count { doctype.forcesQuirks = true }
        let isUnfinished = doctype.forcesQuirks
        closeDoctype()
        doctype.forcesQuirks = isUnfinished
    }

    /// Skips to the end of the doctype; one without end forces quirks.
    private mutating func closeDoctype() {
        while position < count, source[position] != .greaterThan { position += 1 }
        if position >= count { doctype.forcesQuirks = true }
        position = min(position + 1, count)
    }

    private mutating func skipSpaces() {
        while position < count, source[position].isHTMLSpace { position += 1 }
    }

    private mutating func readDoctypeName(_ document: inout Document) -> ByteRange {
        let start = document.bytes.count
        while position < count, source[position] != .greaterThan, !source[position].isHTMLSpace {
            let byte = source[position]
            if byte == 0 {
                document.bytes.append(contentsOf: [0xEF, 0xBF, 0xBD])
            } else {
                document.bytes.append(byte &- 0x41 < 26 ? byte | 0x20 : byte)
            }
            position += 1
        }
        return ByteRange(start: UInt32(truncatingIfNeeded: start), count: UInt32(truncatingIfNeeded: document.bytes.count - start))
    }

    /// Reads a quoted public or system identifier. Nil where there is none; forces quirks when it is missing or unfinished.
    private mutating func readIdentifier(_ document: inout Document) -> ByteRange? {
        skipSpaces()
        guard position < count, source[position] == .doubleQuote || source[position] == .singleQuote else {
            doctype.forcesQuirks = true
            return nil
        }
        let quote = source[position]
        var piece = Piece(start: position + 1)
        var index = position + 1
        while true {
            index = firstIndex(from: index, of: quote, .greaterThan, 0)
            guard index < count, source[index] == 0 else { break }
            index = rewrite(&piece, at: index, inAttribute: false, &document)
        }
        let isClosed = index < count && source[index] == quote
        if !isClosed { doctype.forcesQuirks = true }
        position = isClosed ? index + 1 : index
        return finish(&piece, at: index, &document)
    }
}
