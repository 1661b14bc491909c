import Copyfit
import Testing

/// Any input gives a well-formed tree, in time and memory linear in its length.
@Suite struct HTMLRobustnessTests {
    private static let pieces = [
        "<b>", "</b>", "<i>", "</i>", "<p>", "</p>", "<table>", "<tr>", "<td>", "</table>", "<a href=x>", "</a>", "<svg>", "</svg>",
        "<math>", "<mi>", "<template>", "</template>", "<select>", "<option>", "<!--", "-->", "<script>", "</script>", "<title>",
        "&amp", "&#x", "\0", "<frameset>", "<form>", "</form>", "<caption>", "<col>", "<body x=1>", "<html y>", "<li>", "<button>",
        "<foreignObject>", "<desc>", "<annotation-xml encoding=text/html>", "<nobr>", "<plaintext>", "<![CDATA[", "]]>",
        "<!doctype html>", "<font color=x>", "<textarea>\n", "<ruby><rb>", "<object>", "</object>", "x", " ", "<", "</", "\"", "'", "=",
    ]

    /// A generator with a fixed sequence, so that a failure can be repeated by its seed.
    private struct Sequence: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (state &>> 33) | (state &<< 31)
        }
    }

    @Test(arguments: 0..<4) func randomTags(seed: Int) {
        var random = Sequence(state: UInt64(seed) &* 0x9e37_79b9 &+ 1)
        for _ in 0..<30 {
            var html: [UInt8] = []
            for _ in 0..<Int.random(in: 1...80, using: &random) {
                html += Array((Self.pieces.randomElement(using: &random) ?? "").utf8)
                if Int.random(in: 0..<10, using: &random) == 0 { html.append(UInt8.random(in: 0...255, using: &random)) }
            }
            var diagnostics = DiagnosticSink()
            for rules in [HTMLParser.Rules.webKit, .chromium] {
                expectWellFormed(HTMLParser.parse(html, rules: rules, diagnostics: &diagnostics))
                for context in ["table", "select", "template", "colgroup", "td"] {
                    expectWellFormed(HTMLParser.parseFragment(html, context: context, rules: rules, diagnostics: &diagnostics))
                }
            }
            _ = HTMLEncoding.decode(html)
        }
    }

    /// What multiplies in a careless parser, and the most nodes that a tag of it may make.
    @Test(arguments: [
        ("<div>", "</div>"), ("<b>", ""), ("<b><div>", "</b>"), ("<p><b>", ""), ("<a><div>", ""), ("<table>", ""), ("<table><tr><td>", ""),
        ("<svg><g>", "</x>"), ("<template>", ""), ("<x>", "</y>"), ("<select><option>", ""), ("<li><div>", ""), ("<nobr>", ""),
        ("<math><mi><b>", ""), ("<table>a<tr title='&amp;'>", ""),
    ])
    func nesting(opening: String, closing: String) {
        let count = 1000
        let html = String(repeating: opening, count: count) + String(repeating: closing, count: count)
        var diagnostics = DiagnosticSink()
        let document = HTMLParser.parse(Array(html.utf8), diagnostics: &diagnostics)
        expectWellFormed(document)
        #expect(document.nodes.count < 12 * count)
    }

    @Test func distinctUnclosedFontsAreBounded() {
        let html = (0..<1500).map { "<p><font size=\($0)>x" }.joined()
        var diagnostics = DiagnosticSink()
        let document = HTMLParser.parse(Array(html.utf8), diagnostics: &diagnostics)
        expectWellFormed(document)
        #expect(document.nodes.count < 65_536 + 2 * html.utf8.count)
    }

    @Test func longAttributesAndManyAttributes() {
        var diagnostics = DiagnosticSink()
        let long = "<p title='" + String(repeating: "a&amp;", count: 100_000) + "'>x"
        let document = HTMLParser.parse(Array(long.utf8), diagnostics: &diagnostics)
        let paragraph = document[document.body].firstChild
        #expect(document.attribute(.title, of: paragraph)?.count == 200_000)
        let many = "<p " + (0..<20_000).map { "a\($0)=1 a\($0 / 2)=2" }.joined(separator: " ") + ">"
        let attributed = HTMLParser.parse(Array(many.utf8), diagnostics: &diagnostics)
        #expect(attributed[attributed[attributed.body].firstChild].attributeCount == 20_000)
    }

    /// Links agree in both directions, every node is reached at most once, ranges lie in their arenas, and the depth is bounded.
    private func expectWellFormed(_ document: Document) {
        for (index, node) in document.nodes.enumerated() {
            let id = NodeID(rawValue: UInt32(index))
            let linksAgree =
                (!node.firstChild.exists || (document[node.firstChild].parent == id && !document[node.firstChild].previousSibling.exists))
                && (!node.lastChild.exists || (document[node.lastChild].parent == id && !document[node.lastChild].nextSibling.exists))
                && (!node.nextSibling.exists
                    || (document[node.nextSibling].previousSibling == id && document[node.nextSibling].parent == node.parent))
            let rangesFit =
                Int(node.text.start) + Int(node.text.count) <= document.bytes.count
                && Int(node.firstAttribute) + Int(node.attributeCount) <= document.attributes.count
            if !linksAgree || !rangesFit { Issue.record("node \(index) of \(document.nodes.count)") }
        }
        var reached = 0
        var depth = 0
        var deepest = 0
        var node = NodeID.document
        while node.exists, reached <= document.nodes.count {
            reached += 1
            if document[node].firstChild.exists {
                node = document[node].firstChild
                depth += 1
                deepest = max(deepest, depth)
                continue
            }
            while node.exists, !document[node].nextSibling.exists {
                node = document[node].parent
                depth -= 1
            }
            if node.exists { node = document[node].nextSibling }
        }
        #expect(reached <= document.nodes.count)
        #expect(deepest <= 641)
    }
}
