import Copyfit
import Testing

@Suite struct HTMLEncodingTests {
    static func text(_ bytes: [UInt8]) -> String { String(decoding: HTMLEncoding.decode(bytes), as: UTF8.self) }

    @Test(arguments: [
        ("<meta charset=iso-8859-1>", [0xE9, 0x80, 0x93], "é€“"),
        ("<meta charset=\"ISO-8859-2\">", [0xB1, 0xE9], "ąé"),
        ("<META http-equiv='Content-Type' content='text/html; charset=windows-1251'>", [0xCF, 0xF0, 0xE8], "При"),
        ("<meta content='text/html; charset=windows-1251'>", [0x41], "A"),
        ("<!-- <meta charset=koi8-r> --><meta charset=iso-8859-15>", [0xA4], "€"),
        ("<meta charset=shift_jis>", [0x93, 0xFA, 0x96, 0x7B, 0xB1], "日本ｱ"),
        ("<meta charset=gb2312>", [0xC4, 0xE3, 0xBA, 0xC3], "你好"),
        ("<meta charset=euc-kr>", [0xC7, 0xD1], "한"),
        ("<meta charset=utf-16>", [0xC3, 0xA9], "é"),
        ("<meta charset=nonsense>", [0xC3, 0xA9], "é"),
        ("<p>no declaration", [0xC3, 0xA9], "é"),
        ("<meta charset=iso-8859-10>", [0xBE], "ū"),
        ("<meta charset=macintosh>", [0x8E], "é"),
    ] as [(String, [UInt8], String)])
    func declared(markup: String, bytes: [UInt8], expected: String) {
        #expect(Self.text(Array(markup.utf8) + bytes) == markup + expected)
    }

    @Test func marks() {
        #expect(Self.text([0xEF, 0xBB, 0xBF, 0x61]) == "a")
        #expect(Self.text([0xFF, 0xFE, 0x61, 0, 0x3D, 0xD8, 0x00, 0xDE]) == "a\u{1F600}")
        #expect(Self.text([0xFE, 0xFF, 0, 0x61, 0xD8, 0x3D, 0, 0x62, 0x63]) == "a\u{FFFD}b\u{FFFD}")
        #expect(HTMLEncoding.decode([0x93], label: " Latin1 ") == Array("“".utf8))
    }

    @Test func piecesOfALongText() {
        let head = Array("<meta charset=shift_jis>x".utf8)
        let long = head + [UInt8](repeatElement([0x93, 0xFA], count: 30_000).joined())
        #expect(Self.text(long) == String(decoding: head, as: UTF8.self) + String(repeating: "日", count: 30_000))
    }
}
