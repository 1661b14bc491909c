import Testing
import Copyfit

@Suite struct CSSTokenizerTests {
    private func dump(_ text: String) -> String {
        let buffer = CSSTokenBuffer(text)
        return buffer.tokens.map { token in
            switch token.kind {
            case .ident: "\(buffer.text(of: token))"
            case .function: "\(buffer.text(of: token))("
            case .atKeyword: "@\(buffer.text(of: token))"
            case .hash: "#\(buffer.text(of: token))\(token.isIdentifier ? "" : "!")"
            case .string: "'\(buffer.text(of: token))'"
            case .url: "url<\(buffer.text(of: token))>"
            case .delimiter: "\(Unicode.Scalar(token.delimiter))"
            case .number: "\(token.number)\(token.isInteger ? "i" : "")"
            case .percentage: "\(token.number)%"
            case .dimension: "\(token.number)\(buffer.text(of: token))"
            case .whitespace: "_"
            case .colon: ":"
            case .semicolon: ";"
            case .comma: ","
            case .openCurly: "{\(token.partner)"
            case .closeCurly: "}"
            case .openParenthesis: "(\(token.partner)"
            case .closeParenthesis: ")"
            case .openSquare: "[\(token.partner)"
            case .closeSquare: "]"
            case .badString: "badString"
            case .badURL: "badURL"
            case .cdo: "<!--"
            case .cdc: "-->"
            case .endOfInput: "end"
            }
        }.joined(separator: " ")
    }

    @Test(arguments: [
        ("a b/*x*/c", "a _ b c"), ("-a --b -\\31 x", "-a _ --b _ -1x"), ("1 +2 -.5 1e3 1.5E-1x", "1.0i _ 2.0i _ -0.5 _ 1000.0 _ 0.15x"),
        ("10% 1px 1e 1em", "10.0% _ 1.0px _ 1.0e _ 1.0em"), ("#a #1", "#a _ #1!"), ("'a\\'b' \"x\\\ny\"", "'a'b' _ 'xy'"),
        ("'a\nb", "badString _ b"), ("url( a\\)b ) url('x') url(a b)", "url<a)b> _ url( 'x' ) _ badURL"), ("@media{(])}", "@media {5 (4 ] ) }"),
        ("<!-- -->", "<!-- _ -->"), ("\\26 B \\0 x", "&B _ \u{FFFD}x"), ("{(", "{2 (2"), ("a\0b", "a\u{FFFD}b"), ("\\", "\u{FFFD}"),
        ("0.1 123456789012345678901234567890 1e999 -1e-999", "0.1 _ 1.2345678901234568e+29i _ 1.7976931348623157e+308 _ -0.0"),
        ("a>b+c~d|e", "a > b + c ~ d | e"), ("ééx{}", "ééx {2 }"),
    ])
    func tokens(_ text: String, _ expected: String) { #expect(dump(text) == expected) }

    @Test func locations() {
        let buffer = CSSTokenBuffer("a\r\nb\n  c")
        let places = buffer.tokens.filter { $0.kind == .ident }.map { buffer.location(ofByte: $0.start) }
        #expect(places.map(\.line) == [1, 2, 3] && places.map(\.column) == [1, 1, 3])
    }

    @Test func cursorEntersBlocks() {
        var cursor = CSSTokenBuffer("rgb(1, (2) , 3) RED").all.cursor
        var inside = cursor.function("rgb")
        let first = inside?.take(.number)?.number
        let comma = inside?.takeComma()
        inside?.skipComponentValue()
        let secondComma = inside?.takeComma()
        let last = inside?.next().number
        #expect(first == 1 && comma == true && secondComma == true && last == 3)
        #expect(inside?.isAtEnd == true)
        cursor.skipWhitespace()
        let isRed = cursor.takeIdent("red")
        #expect(isRed)
        #expect(cursor.isAtEnd)
    }

    @Test func deepNestingReadsAsEmpty() {
        var cursor = CSSTokenBuffer(String(repeating: "(", count: 200_000)).all.cursor
        var depth = 0
        while let inside = cursor.block() {
            cursor = inside
            depth += 1
        }
        #expect(depth == CSSTokenCursor.maximumDepth + 1)
    }
}
