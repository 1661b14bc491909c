import Testing

@testable import Copyfit

/// Data in text, by kind.
@Suite struct DataDetectionTests {
    private func found(_ html: String, _ types: DataTypes = .all) throws -> [DetectedData] {
        try FittingTests.copyfitter.get().prepare(html: html, detecting: DataDetection(types)).detectedData(width: 600)
    }

    private func texts(_ html: String, _ types: DataTypes = .all) throws -> [String] { try found(html, types).map { "\($0.type.rawValue):\($0.text)" } }

    private static let linkCases: [(String, String, String)] = [
        ("see https://example.com/a?b=1&amp;c=2.", "https://example.com/a?b=1&c=2", "https://example.com/a?b=1&c=2"),
        ("(http://example.com/x_(y))", "http://example.com/x_(y)", "http://example.com/x_(y)"),
        ("www.example.com, and so on", "www.example.com", "http://www.example.com"), ("at example.org/path!", "example.org/path", "http://example.org/path"),
        ("HTTPS://Example.com:8080/", "HTTPS://Example.com:8080/", "HTTPS://Example.com:8080/"), ("“https://example.com”", "https://example.com", "https://example.com"),
        ("https://例え.jp/パス。次", "https://例え.jp/パス", "https://例え.jp/パス"), ("example.com:80 x", "example.com:80", "http://example.com:80"),
        ("http://[::1]/a", "http://[::1]/a", "http://[::1]/a"),
    ]

    @Test(arguments: linkCases)
    func links(html: String, text: String, url: String) throws {
        let data = try found("<p>" + html, .links)
        #expect(data.map(\.text) == [text])
        #expect(data.map(\.url) == [url])
    }

    @Test(arguments: ["a.b", "file.txt", "e.g. this", "https://", "v1.2.3", "foo@bar", "1.5 www.", "http:/x", "node.js", "...", "user@example.com", "a/b.c/d"])
    func notLinks(text: String) throws { #expect(try found("<p>" + text, .links).isEmpty) }

    private static let emailCases: [(String, String, String)] = [
        ("mail a.b+c@example.co.uk.", "a.b+c@example.co.uk", "mailto:a.b+c@example.co.uk"), ("&lt;ada@example.com&gt;", "ada@example.com", "mailto:ada@example.com"),
        ("mailto:x@y.org", "mailto:x@y.org", "mailto:x@y.org"),
    ]

    @Test(arguments: emailCases)
    func emails(html: String, text: String, url: String) throws {
        let data = try found("<p>" + html)
        #expect(data.map(\.text) == [text] && data.map(\.url) == [url] && data.map(\.type) == [.email])
    }

    @Test(arguments: ["@", "a@", "@b.com", "a@b", "a@b.c1", "a..@", "a@.com", "x.@b.com"]) func notEmails(text: String) throws { #expect(try found("<p>" + text, .emails).isEmpty) }

    private static let phoneCases: [(String, String, String)] = [
        ("call +49 (30) 901820 now", "+49 (30) 901820", "tel:+4930901820"), ("(415) 555-0132", "(415) 555-0132", "tel:4155550132"),
        ("415-555-0132.", "415-555-0132", "tel:4155550132"), ("1 800 555 0199", "1 800 555 0199", "tel:18005550199"), ("Tel: 030 / 90 18 20", "030 / 90 18 20", "tel:030901820"),
        ("+44&nbsp;20&nbsp;7946&nbsp;0958", "+44\u{A0}20\u{A0}7946\u{A0}0958", "tel:+442079460958"), ("020 7946 0958,", "020 7946 0958", "tel:02079460958"),
    ]

    @Test(arguments: phoneCases)
    func phoneNumbers(html: String, text: String, url: String) throws {
        let data = try found("<p>" + html, .phoneNumbers)
        #expect(data.map(\.text) == [text])
        #expect(data.map(\.url) == [url])
    }

    @Test(arguments: [
        "12345", "3.14159265", "2026-11-30", "30.11.2026", "10:30", "$1,234,567.89", "192.168.100.200", "ISBN 978-3-16-148410-0", "1234567890123456789", "01.02.2026",
        "05 06 07", "A415-555-0132", "100 000 000",
    ])
    func notPhoneNumbers(text: String) throws { #expect(try found("<p>" + text, .phoneNumbers).isEmpty) }

    private static let dateCases: [(String, String, String)] = [
        ("on 2026-11-30", "2026-11-30", "2026-11-30"), ("2026-11-30T15:30", "2026-11-30T15:30", "2026-11-30T15:30"), ("am 30.11.2026 um 15 Uhr", "30.11.2026 um 15 Uhr", "2026-11-30T15:00"),
        ("11/30/2026", "11/30/2026", "2026-11-30"), ("30/11/2026", "30/11/2026", "2026-11-30"), ("30 November 2026", "30 November 2026", "2026-11-30"),
        ("Monday, November 30, 2026 at 3:30 pm.", "Monday, November 30, 2026 at 3:30 pm", "2026-11-30T15:30"), ("Nov. 30th", "Nov. 30th", "--11-30"),
        ("the 3rd of March", "3rd of March", "--03-03"), ("tomorrow at 9 am", "tomorrow at 9 am", "tomorrowT09:00"), ("next Friday, 12:00", "next Friday, 12:00", "fridayT12:00"),
        ("30. Dezember 2026, 8:15 Uhr", "30. Dezember 2026, 8:15 Uhr", "2026-12-30T08:15"), ("1.2.26", "1.2.26", "2026-02-01"),
    ]

    @Test(arguments: dateCases)
    func dates(html: String, text: String, url: String) throws {
        let data = try found("<p>" + html, .dates)
        #expect(data.map(\.text) == [text])
        #expect(data.map(\.url) == ["x-date:" + url])
    }

    @Test(arguments: [
        "31.02.2026", "2026-13-01", "1.2.3.4", "12:30", "Monday", "today", "may 5", "12/2026", "1/2", "version 1.2.3456", "300.11.2026", "10 apples", "2026-11-301", "0/0/2000",
    ])
    func notDates(text: String) throws { #expect(try found("<p>" + text, .dates).isEmpty) }

    @Test(arguments: [
        ("at 1 Infinite Loop, Cupertino, CA 95014.", "1 Infinite Loop, Cupertino, CA 95014"), ("1600 Pennsylvania Avenue NW<br>Washington, DC 20500-0003", "1600 Pennsylvania Avenue NW\nWashington, DC 20500-0003"),
        ("221B Baker St., London NW1 6XE", "221B Baker St., London NW1 6XE"), ("350 5th Ave, Apt 4b, New York, NY 10118", "350 5th Ave, Apt 4b, New York, NY 10118"),
        ("Hauptstraße 5a, 10827 Berlin und", "Hauptstraße 5a, 10827 Berlin"), ("Unter der Lindenallee 77, dann", "Lindenallee 77"), ("12 Main Street and", "12 Main Street"),
    ])
    func addresses(html: String, text: String) throws { #expect(try found("<p>" + html, .addresses).map(\.text) == [text]) }

    @Test(arguments: ["5 people walk the Road", "Street 5", "10 Downing", "3 Big Houses on fire", "Weg 5", "12345 Berlin", "1 st"])
    func notAddresses(text: String) throws { #expect(try found("<p>" + text, .addresses).isEmpty) }

    @Test func kindsDoNotOverlap() throws {
        #expect(try texts("<p>Ada, ada@example.com, www.example.com, (415) 555-0132, 12 Main Street, on 2026-11-30") == [
            "email:ada@example.com", "link:www.example.com", "phoneNumber:(415) 555-0132", "address:12 Main Street", "date:2026-11-30",
        ])
    }

    @Test func elementsAreCrossedAndBlocksAreNot() throws {
        let data = try found("<p>See <b>https://exam</b>ple<i>.com</i>/x now<p>www.<p>example.com<br>ada@<br>example.com<script>'http://a.com'</script><a href=x>b.com</a><p>é😀 c.com")
        #expect(data.map(\.text) == ["https://example.com/x", "example.com", "example.com", "c.com"])
        let text = "See https://example.com/x nowwww.example.comada@example.com'http://a.com'b.comé😀 c.com"
        for item in data { #expect(String(decoding: Array(text.utf16)[item.range], as: UTF16.self) == item.text) }
        #expect(try found("<textarea>http://a.com</textarea><svg><text>http://a.com</text></svg><button>b.com</button>").isEmpty)
    }

    @Test func rectanglesAreByLine() throws {
        let html = "<!DOCTYPE html><style>@font-face{font-family:A;src:url(Ahem.ttf)}body{font:10px/20px A;margin:0}</style><p style='margin:4px'>xx http://a.com/bb-cc-dd x"
        let document = try FittingTests.copyfitter.get().prepare(html: html, detecting: DataDetection(.links))
        let wide = try #require(try document.detectedData(width: 400).first)
        // The font's advances are a little less than its size.
        #expect(wide.rects.count == 1 && wide.rects[0].y == 9 && wide.rects[0].height == 10)
        #expect(abs(wide.rects[0].x - 34) < 0.01 && abs(wide.rects[0].width - 210) < 0.01)
        let narrow = try #require(try document.detectedData(width: 188).first)
        #expect(narrow.rects.count == 2)
        #expect(narrow.rects.map(\.y) == [29, 49] || narrow.rects.map(\.y) == [9, 29])
        // What is found is a link like any other.
        let layout = try document.layout(width: 400, detail: [.boxes, .lines])
        #expect(layout.boxes?.map(\.tag) == ["p", "a"])
        #expect(layout.lines?.map(\.text) == ["xx", "http://a.com/bb-cc-dd", "x"])
        #expect(try document.layout(width: 400).height == FittingTests.copyfitter.get().prepare(html: html).layout(width: 400).height)
    }

    @Test func anyTextIsAnsweredInTime() throws {
        for piece in ["a@", "http://", "(", "1-", "+1 ", "12 Main ", "1.2.", "Monday ", "www.", "ä", "\u{0}", "1 A. ", "((((((415) ", "Am Weg "] {
            _ = try found("<p>" + String(repeating: piece, count: 5000))
        }
        // Many pieces and many matches in one block.
        let many = try found("<p>" + String(repeating: "<b>a@b.org</b> c@d.org, ", count: 3000), .emails)
        #expect(many.count == 6000)
        #expect(many.last?.range == 2999 * 17 + 8..<2999 * 17 + 15)
        _ = try found("")
        _ = try found("<body>")
        var random = SystemRandomNumberGenerator()
        let parts = ["1", "+", "(", ")", "@", ".", "/", ":", "-", ",", " ", "a", "Main", "St", "http://", "www.", "é", "\u{A0}", "pm", "Nov", "30", "2026", "\n", "#", "CA", "94110"]
        for _ in 0..<300 { _ = try found("<p>" + (0..<30).map { _ in parts[Int.random(in: 0..<parts.count, using: &random)] }.joined()) }
        // A recogniser of the caller's may say anything.
        let odd = DataDetection(.phoneNumbers) { _, _ in
            [PhoneNumberMatch(range: -5..<2, number: "1"), PhoneNumberMatch(range: 1..<900, number: "1"), PhoneNumberMatch(range: 2..<3, number: "<"), PhoneNumberMatch(range: 1..<2, number: "2"),
             PhoneNumberMatch(range: 3..<3, number: "3"), PhoneNumberMatch(range: 5..<6, number: "+4")]
        }
        #expect(try FittingTests.copyfitter.get().prepare(html: "<p>1é345678", detecting: odd).detectedData(width: 10).map(\.url) == ["tel:+4"])
    }
}
