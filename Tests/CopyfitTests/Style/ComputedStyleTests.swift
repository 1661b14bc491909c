import Testing
@testable import Copyfit

@Suite struct ComputedStyleTests {
    @Test func theTableIsComplete() {
        for (index, entry) in PropertyTable.entries.enumerated() where entry.property != .ignored {
            #expect(Int(entry.property.rawValue) == index)
            #expect(entry.name.utf8CodeUnitCount > 0, "\(entry.property)")
        }
        // Every byte that inherits is named once.
        let fields = PropertyTable.inheritedFields
        for (a, b) in zip(fields, fields.dropFirst()) { #expect(a.offset + a.size <= b.offset) }
    }

    @Test(arguments: [
        ("p", "code", 13), ("h1", "code", 26), ("small", "code", 10.833333), ("p style='font-size:20px'", "code", 20), ("p", "code style='font-family:monospace,monospace'", 16),
        ("p", "code style='font-size:1em'", 13), ("p", "code style='font-size:85%'", 11.05), ("pre", "code", 13), ("p", "font size=7", 48), ("p", "font size=+1", 18),
        ("p", "font size=-1", 13), ("p", "small", 13.333333), ("p", "big", 19.2), ("p style='font-size:x-small'", "code", 10), ("p", "sup", 13.333333),
        ("p", "span style='font-size:2rem'", 32), ("p style='font:bold 12px/1.5 Arial'", "span", 12), ("p", "span style='font-size:xx-large'", 32),
    ] as [(String, String, Float)])
    func fontSize(_ outer: String, _ inner: String, _ expected: Float) {
        let fixture = StyleFixture("<!doctype html><\(outer)><\(inner) id=t>x")
        #expect(abs(fixture.style().fontSize - expected) < 0.0001)
    }

    @Test func smallerInWebKitDividesByFloat() {
        let html = "<!doctype html><p style='font-size:18px'><small id=t>x"
        #expect(StyleFixture(html, profile: .webkit).style().fontSize == 18 / Float(1.2))
        #expect(StyleFixture(html, profile: .chromium).style().fontSize == 15)
    }

    @Test func quirkyMargins() {
        let fixture = StyleFixture("<p>a<h1>b</h1><ul><li>c</ul><figure></figure><p id=t style='margin-top:1em'>d")
        #expect(fixture.style("p").quirkyMargins == 3)
        #expect(fixture.style("h1").quirkyMargins == 1)
        #expect(fixture.style("ul").quirkyMargins == 1)
        #expect(fixture.style("figure").quirkyMargins == 0)
        #expect(fixture.style("t").quirkyMargins == 2)
    }

    @Test func lineHeights() {
        func lineHeight(_ css: String) -> LineHeight { StyleFixture("<!doctype html><p id=t>", css: "p{\(css)}").style().lineHeight }
        #expect(lineHeight("line-height:1.5") == LineHeight(kind: .number, value: 1.5))
        #expect(lineHeight("line-height:150%") == LineHeight(kind: .length, value: 24))
        #expect(lineHeight("line-height:137.5%") == LineHeight(kind: .length, value: 21.92))
        #expect(lineHeight("font-size:20px;line-height:1.5em") == LineHeight(kind: .length, value: 30))
        #expect(lineHeight("line-height:calc(1 + .5)") == LineHeight(kind: .number, value: 1.5))
        #expect(lineHeight("font:10px/2 x") == LineHeight(kind: .number, value: 2))
        #expect(lineHeight("line-height:2;font:10px x") == .normal)
    }

    @Test func blockification() {
        let fixture = StyleFixture(
            "<!doctype html><div style='display:flex'><span id=a>x</span><b id=b style='display:inline-table'></b></div><i id=c style='float:left'></i><u id=d style='position:absolute;float:left;display:inline-block'></u><div style='display:grid'><div style='display:contents'><s id=e></s></div></div>")
        #expect(fixture.style("a").display == .block)
        #expect(fixture.style("a").specifiedDisplay == .inline)
        #expect(fixture.style("b").display == .table)
        #expect(fixture.style("c").display == .block)
        #expect(fixture.style("d").display == .block)
        #expect(fixture.style("d").specifiedDisplay == .inlineBlock)
        #expect(fixture.style("d").float == .none)
        #expect(fixture.style("e").display == .block)
    }

    @Test func borders() {
        let fixture = StyleFixture("<!doctype html><p id=t>", css: "p{border-top:1.9px solid;border-right-width:4px;border-bottom:dotted;border-left:.3px solid red}")
        #expect(fixture.style().borderWidth == Edges(top: 1, right: 0, bottom: 3, left: 1))
    }

    @Test func logicalProperties() {
        let fixture = StyleFixture("<!doctype html><p id=t dir=rtl>", css: "p{margin-inline-start:5px;margin-left:6px;-webkit-padding-end:3px;inset-inline:1px 2px;border-inline-start:2px solid}")
        #expect(fixture.style().margin.right == .px(5))
        #expect(fixture.style().margin.left == .px(6))
        #expect(fixture.style().padding.left == .px(3))
        #expect(fixture.style().inset.right == .px(1))
        #expect(fixture.style().borderWidth.right == 2)
    }

    @Test func tableAttributes() {
        let fixture = StyleFixture(
            "<!doctype html><table id=a border=3 cellpadding=5 cellspacing=7 width='50%' align=center><tr><td id=b align=center valign=top width=40 nowrap>x<th id=c></table><img id=d width=10 height=20 align=left hspace=3 border=2><hr id=e size=9 width=50%>")
        #expect(fixture.style("a").borderWidth.top == 3)
        #expect(fixture.style("a").borderSpacingVertical == 7)
        #expect(fixture.style("a").width == .percent(50))
        #expect(fixture.style("a").margin.left == .auto)
        let cell = fixture.style("b")
        #expect(cell.padding.top == .px(5))
        #expect(cell.borderWidth.left == 1)
        #expect(cell.textAlign == .webkitCenter)
        #expect(cell.verticalAlign == .top)
        #expect(cell.width == .px(40))
        #expect(cell.textWrapMode == .nowrap)
        #expect(fixture.style("c").textAlign == .center)
        #expect(fixture.style("c").verticalAlign == .middle)
        let image = fixture.style("d")
        #expect(image.float == .left)
        #expect(image.aspectRatio == 0.5)
        #expect(image.margin.left == .px(3))
        #expect(image.borderWidth.top == 2)
        #expect(fixture.style("e").height == .px(7))
        #expect(fixture.style("e").width == .percent(50))
    }

    @Test func pseudoElements() {
        let fixture = StyleFixture("<!doctype html><p id=t class=x><q>y</q>", css: ".x::before{content:'a' attr(class) counter(c, upper-roman)} .x::after{color:red}")
        let before = fixture.styled.style(of: .before, on: fixture.element("t"))
        #expect(before != nil)
        if let before {
            let style = fixture.styled[before]
            #expect(fixture.styled.contents[Int(style.content) - 1] == [.string("a"), .attribute("class", fallback: ""), .counter(name: "c", style: .counterStyle("upper-roman"))])
        }
        #expect(fixture.styled.style(of: .after, on: fixture.element("t")) == nil)
        #expect(fixture.styled.style(of: .before, on: fixture.element("q")) != nil)
    }

    @Test func languagesAndDirection() {
        let fixture = StyleFixture("<!doctype html><html lang=en><p id=a lang=de><b id=b>x</b><p id=c dir=auto>12 \u{5D0} a<bdi id=d>x")
        #expect(fixture.styled.languages[Int(fixture.style("b").language)] == "de")
        #expect(fixture.styled.languages[Int(fixture.style("c").language)] == "en")
        #expect(fixture.style("c").direction == .rtl)
        #expect(fixture.style("d").unicodeBidi == .isolate)
    }

    @Test func shorthands() {
        let style = StyleFixture(
            "<!doctype html><p id=t>",
            css: "p{flex:2;gap:3px 4px;place-items:center;columns:2 10em;list-style:square inside;overflow:hidden auto;white-space:pre-line;text-wrap:balance;grid-area:2 / 3 / span 2 / x;aspect-ratio:16/9;text-indent:2em;border-spacing:1px 2px}"
        ).style()
        #expect(style.flexGrow == 2 && style.flexShrink == 1 && style.flexBasis == .percent(0))
        #expect(style.rowGap == .px(3) && style.columnGap == .px(4))
        #expect(style.alignItems == .center && style.justifyItems == .center)
        #expect(style.columnCount == 2 && style.columnWidth == .px(160))
        #expect(style.listStylePosition == .inside)
        #expect(style.overflowX == .hidden && style.overflowY == .auto)
        #expect(style.whiteSpaceCollapse == .preserveBreaks && style.textWrapMode == .wrap && style.textWrapStyle == .balance)
        #expect(style.aspectRatio == 16.0 / 9)
        #expect(style.textIndent == .px(32))
        #expect(style.borderSpacingHorizontal == 1 && style.borderSpacingVertical == 2)
    }
}
