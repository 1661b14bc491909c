/// One token of CSS (https://www.w3.org/TR/css-syntax-3/#tokenization): a trivial record whose text lies in its buffer.
///
/// Comments yield no tokens. Brackets know their partner, so that a block or function is skipped in constant time.
package struct CSSToken: Sendable {
    package enum Kind: UInt8, Sendable {
        case endOfInput
        /// A name, with `text`.
        case ident
        /// A name directly followed by `(`, with `text` the name; closed by the token at `partner`.
        case function
        case atKeyword
        /// `#name`; `isIdentifier` tells whether the name could be an ident (an ID selector must be).
        case hash
        case string
        case badString
        /// `url(…)` without quotes, with `text` the URL; with quotes it is a function token and a string.
        case url
        case badURL
        /// One ASCII character, in `delimiter`.
        case delimiter
        case number
        /// `number` is the figure before the percent sign.
        case percentage
        /// `number` and, as `text`, the unit.
        case dimension
        case whitespace
        case cdo, cdc
        case colon, semicolon, comma
        case openSquare, closeSquare, openParenthesis, closeParenthesis, openCurly, closeCurly
    }

    package var kind: Kind
    var flags: UInt8 = 0
    /// The character of a delimiter token; 0 for others.
    package var delimiter: UInt8 = 0
    /// The token's place in the buffer's bytes, UTF-8 offsets.
    package var start: UInt32
    package var end: UInt32
    /// The decoded name, string, URL or unit: UTF-8 offsets into the buffer's bytes, or its `decoded` side array when `isDecoded`.
    var textStart: UInt32 = 0
    var textCount: UInt32 = 0
    /// For `{`, `(`, `[` and functions: the index of the closing token, or the count of tokens where the input ends first.
    package var partner: UInt32 = 0
    package var number: Double = 0

    private static let integerFlag: UInt8 = 1
    private static let signFlag: UInt8 = 2
    private static let identifierFlag: UInt8 = 4
    private static let decodedFlag: UInt8 = 8

    init(kind: Kind, start: UInt32, end: UInt32) {
        self.kind = kind
        self.start = start
        self.end = end
    }

    /// A number written without `.` and exponent.
    package var isInteger: Bool {
        get { flags & CSSToken.integerFlag != 0 }
        set { if newValue { flags |= CSSToken.integerFlag } else { flags &= ~CSSToken.integerFlag } }
    }
    /// A number written with `+` or `-`.
    package var hasSign: Bool {
        get { flags & CSSToken.signFlag != 0 }
        set { if newValue { flags |= CSSToken.signFlag } else { flags &= ~CSSToken.signFlag } }
    }
    /// A hash whose name is an identifier.
    package var isIdentifier: Bool {
        get { flags & CSSToken.identifierFlag != 0 }
        set { if newValue { flags |= CSSToken.identifierFlag } else { flags &= ~CSSToken.identifierFlag } }
    }
    /// The text had escapes or NULs and lies in the side array.
    var isDecoded: Bool {
        get { flags & CSSToken.decodedFlag != 0 }
        set { if newValue { flags |= CSSToken.decodedFlag } else { flags &= ~CSSToken.decodedFlag } }
    }

    /// `{`, `(`, `[` or a function: `partner` is set.
    package var opensBlock: Bool {
        switch kind {
        case .function, .openCurly, .openParenthesis, .openSquare: true
        default: false
        }
    }
}
