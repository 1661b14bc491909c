import Testing
@testable import Copyfit

/// Expectations are those of https://www.w3.org/TR/css-cascade-5/ and css-variables-1.
@Suite struct CascadeTests {
    private func width(_ css: String, _ html: String = "<div id=p class=p><p id=t class=a>x") -> Float {
        StyleFixture("<!doctype html>" + html, css: css).style().width.px
    }

    @Test(arguments: [
        ("p{width:1px} #t{width:2px} .a{width:3px}", 2), ("p{width:1px !important} #t{width:2px}", 1),
        ("@layer a{#t{width:1px}} p{width:2px}", 2), ("@layer a{p{width:1px !important}} #t{width:2px !important}", 1),
        ("@layer a{p{width:1px !important}} @layer b{p{width:2px !important}}", 1),
        (".p{width:7px} p{width:inherit}", 7), ("p{width:5px} .a{width:initial}", 0), ("p{width:5px} .a{width:unset}", 0),
        ("p{width:5px} .a{width:revert}", 0), ("@layer a{p{width:3px}} @layer b{p{width:4px} .a{width:revert-layer}}", 3),
        ("@layer a{p{width:3px}} p{width:4px; all:revert-layer}", 3), ("p{width:5px} .a{all:unset; height:1px}", 0),
        ("p{width:calc(2px * 3 + 1px)}", 7), ("p{width:min(9px, 4px)}", 4), ("p{width:clamp(2px, 1px, 5px)}", 2), ("p{width:max(1px, 2px, 0px)}", 2),
        ("p{width:round(7px, 5px)}", 5), ("p{width:round(up, 6px, 5px)}", 10), ("p{width:mod(7px, 5px)}", 2), ("p{width:rem(-7px, 5px)}", 0),
        ("p{width:abs(-3px)}", 3), ("p{width:calc(1px * pow(2, 3))}", 8), ("p{width:calc(10px / 4)}", 2.5), ("p{width:calc(1px * sin(90deg))}", 1),
        ("p{width:hypot(3px, 4px)}", 5), ("p{width:calc(sign(-5px) * -4px)}", 4), ("p{width:calc(1em + 1rem)}", 32), ("p{width:1in}", 96), ("p{width:3pt}", 4),
        ("p{width:50vw}", 400), ("p{width:10vh}", 60), ("p{width:1cm}", 37.795277), ("p{width:calc(5px + junk)}", 0), ("p{width:-5px}", 0), ("p{width:5}", 0),
    ] as [(String, Float)])
    func winner(_ css: String, _ expected: Float) { #expect(width(css) == expected) }

    @Test(arguments: [
        ("p{--x:4px; width:var(--x)}", 4), (".p{--x:4px} p{width:var(--x)}", 4), ("p{width:var(--none, 6px)}", 6), ("p{width:3px; width:var(--none)}", 0),
        ("p{--a:var(--b); --b:var(--a); width:var(--a, 2px)}", 2), ("p{--a:var(--b, 3px); width:var(--a)}", 3), ("p{--a: 1px ; --b:calc(var(--a) + 2px); width:var(--b)}", 3),
        ("p{--e:; width:calc(1px + var(--e) 2px)}", 3), (".p{--x:1px} p{--x:inherit; width:var(--x)}", 1), (".p{--x:1px} p{--x:initial; width:var(--x, 9px)}", 9),
        ("p{--m:1px 2px 3px 8px; padding:var(--m); width:calc(1px*1)}", 1), ("@property --r{syntax:'<length>';inherits:true;initial-value:5px} p{width:var(--r)}", 5),
        ("p{width:env(safe-area-inset-top, 3px)}", 0), ("p{width:env(nothing, 3px)}", 3), ("p{--X:1px;--x:2px;width:var(--X)}", 1),
        ("p{--a:5px !important} #t{--a:6px; width:var(--a)}", 5), ("p{--n:4; width:calc(var(--n) * 2px)}", 8), ("p{--u:4; width:var(--u)px}", 0),
    ] as [(String, Float)])
    func variables(_ css: String, _ expected: Float) { #expect(width(css) == expected) }

    @Test func substitutionIsBounded() {
        var css = "p{--x0:aaaaaaaaaa;"
        for level in 1...60 { css += "--x\(level):var(--x\(level - 1)) var(--x\(level - 1));" }
        css += "width:3px;width:var(--x60, 4px)}"
        #expect(width(css) == 4)
        var deep = "p{"
        for level in 1...3000 { deep += "--y\(level):var(--y\(level + 1));" }
        #expect(width(deep + "--y3001:1px;width:var(--y1, 4px)}") >= 0)
    }

    @Test func styleAttributeAndImportance() {
        #expect(width("#t{width:1px}", "<p id=t style='width:2px'>") == 2)
        #expect(width("#t{width:1px !important}", "<p id=t style='width:2px'>") == 1)
        #expect(width("#t{width:1px !important}", "<p id=t style='width:2px !important'>") == 2)
    }

    @Test func invalidDeclarationsAreReported() {
        let fixture = StyleFixture("<!doctype html><p id=t>", css: "p {\n  width: 5px;\n  width: red;\n  colour: blue\n}")
        #expect(fixture.style().width == .px(5))
        #expect(fixture.diagnostics.map(\.line) == [3, 4])
        #expect(fixture.diagnostics.map(\.column) == [3, 3])
    }

    @Test func equalStylesAreShared() {
        let fixture = StyleFixture("<!doctype html><ul><li id=a class=x>1<li id=b class=x>2<li id=c style='top:0'>3")
        #expect(fixture.styled.style(of: fixture.element("a")) == fixture.styled.style(of: fixture.element("b")))
        #expect(fixture.styled.style(of: fixture.element("a")) != fixture.styled.style(of: fixture.element("c")))
    }

    @Test(arguments: [
        ("div{container-type:inline-size;width:300px} @container (width > 200px){p{width:1px}}", 1),
        ("div{container-type:inline-size;width:300px} @container (width > 400px){p{width:1px}}", 0),
        ("div{container:a / inline-size;padding:0 10%} @container a (inline-size < 700px){p{width:2px}}", 2),
        ("div{container:a / inline-size} @container b (width > 1px){p{width:2px}}", 0), ("div{container-type:inline-size} @container (height > 1px){p{width:2px}}", 0),
        ("div{container-type:size;height:50px} @container (height > 40px){p{width:3px}}", 3),
    ] as [(String, Float)])
    func containerQueries(_ css: String, _ expected: Float) {
        let fixture = StyleFixture("<!doctype html><div><p id=t>", css: css)
        #expect(fixture.style().width.px == expected)
        #expect(fixture.styled.dependsOnViewportWidth)
    }

    @Test func viewportUnitsAreNoted() {
        #expect(StyleFixture("<p>", css: "p{width:1vw}").styled.dependsOnViewportWidth)
        #expect(StyleFixture("<p>", css: "p{width:1vh}").styled.dependsOnViewportHeight)
        #expect(!StyleFixture("<p>", css: "p{width:1em}").styled.dependsOnViewportWidth)
    }
}
