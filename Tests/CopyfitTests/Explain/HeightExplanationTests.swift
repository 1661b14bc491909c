import Copyfit
import Testing

/// The statements of an explanation, one kind of cause a test.
@Suite struct HeightExplanationTests {
    static func explain(_ html: String, width: Double = 300) throws -> String {
        try Copyfitter().prepare(html: "<!DOCTYPE html><style>body{margin:0;font:16px/20px 'Titillium Web'}</style>" + html).explain(width: width).description
    }

    @Test func treeOfBlocksAndMargins() throws {
        let tree = try Self.explain("<p>One<p style='margin-top:30px'>Two")
        #expect(tree.hasPrefix("102 px at a width of 300 px, as WebKit, in standards mode\n└ html 102 px: its content\n"))
        #expect(tree.contains("margin 30 px: 16 below p and 30 above p collapse"))
        #expect(tree.contains("margin of 16 px above p collapses through body"))
        #expect(tree.contains("1 line of 20 px, line-height 20 px: \"One\""))
    }

    @Test(arguments: [
        ("<div style='height:40px'>x</div>", "div 40 px: height: 40px"),
        ("<div style='min-height:60px'>x</div>", "div 60 px: min-height: 60px"),
        ("<div style='max-height:10px'>x</div>", "div 10 px: max-height: 10px"),
        ("<div style='padding:3px 0 4px;border:1px solid'>x</div>", "padding 3 + 4, border 1 + 1"),
        ("<p style='margin:0'>a<img src='data:image/gif;base64,R0lGODlhAQABAAAAACw=' style='width:50px;height:50px'>", "img of 50 px on the baseline"),
        ("<p style='margin:0'>a <span style='line-height:50px'>b</span>", "\"b\" with line-height 50 px"),
        ("<p style='margin:0'>a<span style='vertical-align:12px'>up</span>", "\"up\" shifted 12 px up by vertical-align"),
        ("<p style='margin:0'>a <span style='display:inline-block;height:70px'></span>", "span (inline block) of 70 px"),
        ("<div style='position:absolute;top:0;height:200px;width:1px'></div>", "div, positioned, overflows the root and ends at 200 px"),
        ("<table><tr><td>a<td>b<br>c</table>", "the tallest of 2 cells:"),
        ("<div style='float:left;height:30px'></div>", "float div 30 px: height: 30px"),
        ("<p>a<p style='colour:red;color:rainbow'>b", "unknown property: colour"),
        ("<p>\u{10FFFD}", "U+10FFFD"),
        ("<p>a<b>b</b>", "Titillium Web Bold: 1 glyph, as in \"b\""),
    ])
    func namesTheCause(html: String, statement: String) throws {
        let tree = try Self.explain(html)
        #expect(tree.contains(statement), "\(tree)")
    }

    @Test func largeDocumentsAreCut() throws {
        let tree = try Self.explain(String(repeating: "<div><p>x</div>", count: 5000))
        #expect(tree.contains("… and more"))
        #expect(tree.split(separator: "\n").count < 10_000)
    }
}
