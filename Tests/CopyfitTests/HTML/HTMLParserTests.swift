import Testing

import Copyfit

@Suite struct HTMLParserTests {
    static func dump(_ html: String, _ rules: HTMLParser.Rules = .webKit) -> String {
        var diagnostics = DiagnosticSink()
        return HTMLParser.parse(Array(html.utf8), rules: rules, diagnostics: &diagnostics).dump()
    }

    /// The lines of the body's contents, without their indentation under it.
    static func body(_ html: String, _ rules: HTMLParser.Rules = .webKit) -> [String] {
        let lines = dump(html, rules).split(separator: "\n").map(String.init)
        guard let start = lines.firstIndex(of: "|   <body>") else { return lines }
        return lines[(start + 1)...].map { String($0.dropFirst(6)) }
    }

    @Test func wellFormedPage() {
        let page = """
            <!DOCTYPE html><html lang=en><head><title>A &amp; B</title></head><body class='x'><p>Hello, <b>world</b>!</p></body></html>
            """
        #expect(
            Self.dump(page) == """
                | <!DOCTYPE html>
                | <html>
                |   lang="en"
                |   <head>
                |     <title>
                |       "A & B"
                |   <body>
                |     class="x"
                |     <p>
                |       "Hello, "
                |       <b>
                |         "world"
                |       "!"

                """)
    }

    @Test(arguments: [
        ("<b><p>x</b>y", ["<b>", "<p>", "  <b>", "    \"x\"", "  \"y\""]),
        ("<table>a<tr><td>b", ["\"a\"", "<table>", "  <tbody>", "    <tr>", "      <td>", "        \"b\""]),
        ("<p>a&nbsp;b&copy", ["<p>", "  \"a\u{A0}b©\""]),
        ("a\0b<br>", ["\"ab\"", "<br>"]),
        ("x<noscript><p>x</noscript>", ["\"x\"", "<noscript>", "  \"<p>x\""]),
        ("<svg viewbox='0 0 1 1'><foreignobject><p>", ["<svg svg>", "  viewBox=\"0 0 1 1\"", "  <svg foreignObject>", "    <p>"]),
    ])
    func bodies(html: String, expected: [String]) {
        #expect(Self.body(html) == expected)
    }

    /// Answers of Chromium 156 and WebKitGTK 2.50.
    @Test(arguments: [
        (
            "<select><div><option>a<input>", ["<select>", "  <div>", "    <option>", "      \"a\"", "<input>"],
            ["<select>", "  <option>", "    \"a\"", "<input>"]
        ),
        ("<table><td><select><tr>", nil, ["<table>", "  <tbody>", "    <tr>", "      <td>", "        <select>", "    <tr>"]),
    ] as [(String, [String]?, [String])])
    func selects(html: String, chromium: [String]?, webKit: [String]) {
        #expect(Self.body(html, .webKit) == webKit)
        #expect(Self.body(html, .chromium) == chromium ?? webKit)
    }

    @Test func anyBytesAreRead() {
        var diagnostics = DiagnosticSink()
        let bytes: [UInt8] = [0x61, 0x0D, 0x0A, 0x62, 0x0D, 0xFF, 0xE2, 0x82, 0x63, 0xED, 0xA0, 0x80]
        let document = HTMLParser.parse(bytes, diagnostics: &diagnostics)
        #expect(document.string(document[document[document.body].firstChild].text) == "a\nb\n\u{FFFD}\u{FFFD}c\u{FFFD}\u{FFFD}\u{FFFD}")
        for empty in [[], [0x3C], [0x26], [0]] as [[UInt8]] {
            #expect(HTMLParser.parse(empty, diagnostics: &diagnostics).body.exists)
        }
    }

    @Test(arguments: [
        ("<p>", QuirksMode.quirks), ("<!doctype html>", .noQuirks),
        ("<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\">", .quirks),
        ("<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\" \"http://www.w3.org/TR/html4/loose.dtd\">", .limitedQuirks),
        ("<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.01 Frameset//EN\" \"\">", .quirks), ("\u{FEFF}<!doctype html>", .noQuirks),
        ("x<!doctype html>", .quirks), ("<!--x--><!doctype html>", .noQuirks), ("<!doctype html x>", .quirks),
        ("<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Transitional//EN\" \"x\">", .limitedQuirks),
        ("<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\" \"x\">", .noQuirks),
        ("<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 3.2 Final//EN\">", .quirks),
    ])
    func quirks(html: String, expected: QuirksMode) {
        var diagnostics = DiagnosticSink()
        #expect(HTMLParser.parse(Array(html.utf8), diagnostics: &diagnostics).mode == expected)
    }

    @Test(arguments: [(HTMLParser.Rules.webKit, 512), (.chromium, 513)]) func deepNestingIsBounded(rules: HTMLParser.Rules, expected: Int) {
        var diagnostics = DiagnosticSink()
        let html = [UInt8](repeatElement(Array("<div>".utf8), count: 1500).joined())
        let document = HTMLParser.parse(html, rules: rules, diagnostics: &diagnostics)
        var deepest = 0
        for index in document.nodes.indices {
            var depth = 0
            var node = NodeID(rawValue: UInt32(index))
            while document[node].parent.exists, depth < 2000 { (node, depth) = (document[node].parent, depth + 1) }
            deepest = max(deepest, depth)
        }
        #expect(document.nodes.count == 1504)
        #expect(deepest == expected)
        #expect(diagnostics.diagnostics.count == 1)
    }
}
