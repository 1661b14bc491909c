import Testing

@testable import CopyfitCLI

@Suite struct JSONTests {
    private func parsed(_ text: String) -> String? { parsed(Array(text.utf8)) }

    private func parsed(_ bytes: [UInt8]) -> String? {
        var reader = JSONReader(bytes)
        guard let text = try? reader.string(), (try? reader.end()) != nil else { return nil }
        return text
    }

    @Test(arguments: [
        (#""a\"\\\/\b\f\n\r\t""#, "a\"\\/\u{8}\u{C}\n\r\t"), (#""\u00e9\uD83D\uDE00""#, "é😀"), (#""\ud83d""#, "\u{FFFD}"), (#""\ud83dx""#, "\u{FFFD}x"),
        (#""\ude00\ud83d\ud83d\ude00""#, "\u{FFFD}\u{FFFD}😀"), (#""\ud83d\n""#, "\u{FFFD}\n"), (#" "é" "#, "é"), (#""\u0000""#, "\0"),
        (#""\x""#, nil), (#""\u12g4""#, nil), ("\"a", nil), ("\"a\nb\"", nil), (#""a\"#, nil), ("\"a\" b", nil),
    ] as [(String, String?)])
    func strings(text: String, expected: String?) { #expect(parsed(text) == expected) }

    @Test func brokenUTF8BecomesReplacementCharacters() {
        #expect(parsed([0x22, 0x61, 0xFF, 0x62, 0x22]) == "a\u{FFFD}b")
    }

    @Test(arguments: ["0", "-1.5e+3", "[]", "{}", #"{"a":[1,{"b":null}],"c":true}"#, " [ 1 , 2 ] ", "false"])
    func valuesAreSkippedWhole(text: String) throws {
        var reader = JSONReader(Array(text.utf8))
        #expect(try String(decoding: reader.skipValue(), as: UTF8.self) == text.trimmed)
        try reader.end()
    }

    @Test(arguments: ["", "01", "1.", ".5", "+1", "1e", "-", "[1,]", "[1 2]", "{a:1}", #"{"a"}"#, #"{"a":}"#, "tru", "nul", "[", "{", #"{"a":1"#, "NaN", "'a'"])
    func brokenValuesFail(text: String) {
        var reader = JSONReader(Array(text.utf8))
        #expect(throws: JSONReader.SyntaxError.self) {
            _ = try reader.skipValue()
            try reader.end()
        }
    }

    @Test func deepNestingIsAnError() {
        var reader = JSONReader(Array(String(repeating: "[", count: 100_000).utf8))
        #expect(throws: JSONReader.SyntaxError.self) { _ = try reader.skipValue() }
    }

    @Test(arguments: [
        (1 / 64, "0.015625"), (-1 / 64, "-0.015625"), (0, "0"), (-0.0, "0"), (2226.96875, "2226.96875"), (1e7, "10000000"), (0.1, "0.1"),
        (33.328125, "33.328125"), (14.016052, "14.016052"), (.nan, "null"), (.infinity, "null"), (-1e-9, "0"), (1e15, "1000000000000000.0"), (320, "320"),
    ] as [(Double, String)])
    func numbersAreExact(value: Double, expected: String) {
        var writer = JSONWriter()
        writer.number(value)
        #expect(String(decoding: writer.bytes, as: UTF8.self) == expected)
    }

    @Test func keysKeepTheirOrder() {
        let line = JSONWriter.line { writer in
            writer.member("b", "x\"\\\u{1}\n\u{1F}é")
            writer.key("a")
            writer.array {
                $0.integer(-3)
                $0.bool(true)
                $0.null()
                $0.object { _ in }
            }
        }
        #expect(String(decoding: line, as: UTF8.self) == #"{"b":"x\"\\\u0001\n\u001fé","a":[-3,true,null,{}]}"# + "\n")
    }
}

extension String {
    fileprivate var trimmed: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}
