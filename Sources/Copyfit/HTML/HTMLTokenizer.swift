/// Splits the source into tags, texts, comments and doctypes (https://html.spec.whatwg.org/#tokenization).
///
/// A token's texts and attributes go straight to the document: most texts are ranges of the source, which lies at the start of the
/// document's bytes, and only those with character references or NULs are written anew behind it. The states of the specification are
/// places in the code here: a run of text, a tag, a comment are each read by one function; where the end of the source falls inside,
/// what the specification would have emitted is emitted.
///
/// The source must be what `SourceNormalizer` gives: valid UTF-8 with line ends of one LF.
package struct HTMLTokenizer {
    package enum Token: UInt8, Sendable { case startTag, endTag, characters, comment, doctype, endOfFile }

    /// How text is read: the tree builder switches it after the tags of some elements.
    package enum ContentModel: UInt8, Sendable { case data, rcdata, rawtext, scriptData, plaintext, cdata }

    let source: UnsafePointer<UInt8>
    /// The length of the source in bytes.
    let count: Int
    /// The next byte to read, an offset in the source.
    package internal(set) var position = 0
    package var contentModel = ContentModel.data
    /// Whether `<![CDATA[` starts a CDATA section: inside SVG and MathML.
    package var allowsCDATA = false
    /// The start tag whose end tag ends RCDATA, RAWTEXT and script data.
    package var lastStartTag = Name.none

    // MARK: The last token

    /// Tags: the name in lower case.
    package internal(set) var tagName = Name.none
    /// Start tags: whether the tag ended in `/>`.
    package internal(set) var selfClosing = false
    /// Start tags: where their attributes begin, which are the last of `Document.attributes`.
    package internal(set) var firstAttribute = 0
    /// Characters and comments: the text; doctypes: the name, in lower case.
    package internal(set) var text = ByteRange.empty
    /// Characters: whether NULs are among them.
    package internal(set) var hasNull = false
    package internal(set) var doctype = Doctype()

    package struct Doctype: Sendable {
        package var hasName = false
        package var publicID: ByteRange?
        package var systemID: ByteRange?
        package var forcesQuirks = false
    }

    /// For each name, the tag that last had an attribute of it: finds duplicates at once.
    private var attributeStamps: [UInt32] = []
    private var tagSerial: UInt32 = 0

    package init(_ source: UnsafeBufferPointer<UInt8>) {
        self.source = source.baseAddress ?? HTMLTokenizer.nothing
        count = source.baseAddress == nil ? 0 : source.count
    }

    /// Reads on where `other` ended, in bytes that have these offsets in the document's arena.
    init(resuming other: HTMLTokenizer, at offset: Int, _ bytes: UnsafeBufferPointer<UInt8>) {
        // Only offsets from `offset` on are read: source and arena then agree.
        source = (bytes.baseAddress ?? HTMLTokenizer.nothing) - offset
        count = offset + bytes.count
        position = offset
        contentModel = other.contentModel
        allowsCDATA = other.allowsCDATA
        lastStartTag = other.lastStartTag
    }

    /// What an empty source points to; never read.
    private static var nothing: UnsafePointer<UInt8> { ("" as StaticString).utf8Start }

    /// Reads the next token. After the end it is `endOfFile` for ever.
    package mutating func next(_ document: inout Document) -> Token {
        while position < count {
            switch contentModel {
            case .data:
                if source[position] == .lessThan, let token = readMarkup(&document) {
                    if let token { return token }
                    continue
                }
                readData(&document)
            case .rcdata, .rawtext:
                if source[position] == .lessThan, isAppropriateEndTag(at: position) {
                    contentModel = .data
                    guard readTag(at: position + 2, isEnd: true, &document) else { continue }
                    return .endTag
                }
                readRawText(&document, decodesReferences: contentModel == .rcdata)
            case .scriptData:
                if source[position] == .lessThan, isAppropriateEndTag(at: position) {
                    contentModel = .data
                    guard readTag(at: position + 2, isEnd: true, &document) else { continue }
                    return .endTag
                }
                readScript(&document)
            case .plaintext:
                readText(upTo: count, &document)
            case .cdata:
                guard readCDATA(&document) else { continue }
            }
            return .characters
        }
        return .endOfFile
    }

    // MARK: Tags

    /// At a `<` in data: reads what it starts. Nil where it is text; `.some(nil)` where it was markup without a token.
    private mutating func readMarkup(_ document: inout Document) -> Token?? {
        guard position + 1 < count else { return nil }
        let next = source[position + 1]
        if next.isLetter { return .some(readTag(at: position + 1, isEnd: false, &document) ? .startTag : nil) }
        switch next {
        case .slash:
            guard position + 2 < count else { return nil }
            let third = source[position + 2]
            if third.isLetter { return .some(readTag(at: position + 2, isEnd: true, &document) ? .endTag : nil) }
            if third == .greaterThan {
                position += 3
                return .some(nil)
            }
            readBogusComment(from: position + 2, &document)
            return .comment
        case UInt8(ascii: "!"):
            return .some(readDeclaration(&document))
        case UInt8(ascii: "?"):
            readBogusComment(from: position + 1, &document)
            return .comment
        default:
            return nil
        }
    }

    /// Whether the `</` at `start` begins an end tag for the last start tag.
    func isAppropriateEndTag(at start: Int) -> Bool {
        guard start + 2 < count, source[start + 1] == .slash, source[start + 2].isLetter, lastStartTag != .none else { return false }
        var end = start + 2
        // No such element has a longer name: a bound keeps the scan of `</a</a</a…` linear.
        let limit = min(count, start + 2 + 16)
        while end < limit, !source[end].endsTagName { end += 1 }
        guard end < count, source[end].endsTagName, source[end - 1] != 0 else { return false }
        return KnownNames.shared.find(lowercaseKey(start + 2, end)) == lastStartTag
    }

    /// Reads a tag whose name begins at `start`. False at the end of the source, where an unfinished tag is dropped.
    private mutating func readTag(at start: Int, isEnd: Bool, _ document: inout Document) -> Bool {
        var end = start
        while end < count, !source[end].endsTagName { end += 1 }
        tagName = lowercaseName(start, end, &document)
        selfClosing = false
        firstAttribute = document.attributes.count
        position = end
        if end < count, source[end] == .greaterThan {
            position = end + 1
        } else {
            guard readAttributes(&document) else {
                document.attributes.removeLast(document.attributes.count - firstAttribute)
                position = count
                return false
            }
        }
        if isEnd {
            document.attributes.removeLast(document.attributes.count - firstAttribute)
        } else {
            lastStartTag = tagName
        }
        return true
    }

    /// Reads attributes up to and with the `>`. False at the end of the source.
    private mutating func readAttributes(_ document: inout Document) -> Bool {
        tagSerial &+= 1
        while true {
            while position < count, source[position].isHTMLSpace { position += 1 }
            guard position < count else { return false }
            if source[position] == .greaterThan {
                position += 1
                return true
            }
            if source[position] == .slash {
                position += 1
                if position < count, source[position] == .greaterThan {
                    selfClosing = true
                    position += 1
                    return true
                }
                continue
            }
            // The first byte belongs to the name even if it is `=`.
            let start = position
            position += 1
            while position < count, !source[position].endsAttributeName { position += 1 }
            let name = lowercaseName(start, position, &document)
            while position < count, source[position].isHTMLSpace { position += 1 }
            var value = ByteRange.empty
            if position < count, source[position] == .equals {
                position += 1
                guard let read = readAttributeValue(&document) else { return false }
                value = read
            }
            if isNewAttribute(name) { document.attributes.append(Attribute(name: name, value: value)) }
        }
    }

    /// Reads a value, after the `=`. Nil at the end of the source.
    private mutating func readAttributeValue(_ document: inout Document) -> ByteRange? {
        while position < count, source[position].isHTMLSpace { position += 1 }
        guard position < count else { return nil }
        let quote = source[position]
        if quote == .greaterThan { return .empty }
        var piece: Piece
        if quote == .doubleQuote || quote == .singleQuote {
            piece = Piece(start: position + 1)
            var index = position + 1
            while true {
                index = firstIndex(from: index, of: quote, .ampersand, 0)
                guard index < count else { return nil }
                if source[index] == quote { break }
                index = rewrite(&piece, at: index, inAttribute: true, &document)
            }
            position = index + 1
            return finish(&piece, at: index, &document)
        }
        piece = Piece(start: position)
        var index = position
        while index < count, !source[index].isHTMLSpace, source[index] != .greaterThan {
            if source[index] == .ampersand || source[index] == 0 {
                index = rewrite(&piece, at: index, inAttribute: true, &document)
            } else {
                index += 1
            }
        }
        guard index < count else { return nil }
        position = index
        return finish(&piece, at: index, &document)
    }

    private mutating func isNewAttribute(_ name: Name) -> Bool {
        let index = Int(name.rawValue)
        if index >= attributeStamps.count {
            let missing = max(index + 1, attributeStamps.count * 2, 320) - attributeStamps.count
            attributeStamps.append(contentsOf: repeatElement(0, count: missing))
        }
        if attributeStamps[index] == tagSerial { return false }
        attributeStamps[index] = tagSerial
        return true
    }
}

extension UInt8 {
    @inline(__always) static var lessThan: UInt8 { UInt8(ascii: "<") }
    @inline(__always) static var greaterThan: UInt8 { UInt8(ascii: ">") }
    @inline(__always) static var slash: UInt8 { UInt8(ascii: "/") }
    @inline(__always) static var equals: UInt8 { UInt8(ascii: "=") }
    @inline(__always) static var ampersand: UInt8 { UInt8(ascii: "&") }
    @inline(__always) static var doubleQuote: UInt8 { UInt8(ascii: "\"") }
    @inline(__always) static var singleQuote: UInt8 { UInt8(ascii: "'") }
    @inline(__always) static var hyphen: UInt8 { UInt8(ascii: "-") }

    /// ASCII white space of HTML: tab, LF, FF, CR, space.
    @inline(__always) var isHTMLSpace: Bool {
        self <= 0x20 && (self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D || self == 0x0C)
    }
    @inline(__always) var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }
    @inline(__always) var isDigit: Bool { self &- 0x30 < 10 }
    @inline(__always) var isAlphanumeric: Bool { isLetter || isDigit }
    @inline(__always) var endsTagName: Bool { self == .greaterThan || self == .slash || isHTMLSpace }
    @inline(__always) var endsAttributeName: Bool { self == .equals || self == .greaterThan || self == .slash || isHTMLSpace }
}
