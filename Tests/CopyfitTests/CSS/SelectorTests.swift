import Testing
@testable import Copyfit

/// What a selector matches in a parsed document, as the ids of the elements.
@Suite struct SelectorTests {
    static func document(_ html: String, standards: Bool = true) -> Document {
        var sink = DiagnosticSink()
        return HTMLParser.parse(Array(((standards ? "<!DOCTYPE html>" : "") + html).utf8), diagnostics: &sink)
    }

    /// The ids (or names) of the elements that a sheet with the one selector applies to, in document order.
    static func matches(_ selector: String, _ html: String, standards: Bool = true) -> String {
        let document = document(html, standards: standards)
        return matches(sheet: "\(selector) { color: red }", document)
    }

    static func matches(sheet text: String, _ document: Document) -> String {
        var set = SheetSet()
        set.add(Stylesheet(text))
        var matcher = RuleMatcher(document: document, sheets: set, media: MediaContext(width: 600, height: 400))
        var found: [String] = []
        walk(document) { element, push in
            if push {
                var rules: [MatchedRule] = []
                matcher.matches(for: element, in: document, into: &rules)
                let name = document.attributeString(.id, of: element) ?? document.names.spelling(of: document[element].name)
                for rule in Set(rules.map { $0.pseudo }).sorted(by: { ($0?.rawValue ?? 0) < ($1?.rawValue ?? 0) }) {
                    found.append(name + (rule.map { "::\($0)" } ?? ""))
                }
                matcher.push(element, in: document)
            } else {
                matcher.pop()
            }
        }
        return found.joined(separator: " ")
    }

    /// Calls `visit` when an element is entered (true) and left (false).
    static func walk(_ document: Document, _ visit: (NodeID, Bool) -> Void) {
        var node = document.documentElement
        while node.exists {
            if document[node].kind == .element { visit(node, true) }
            if document[node].firstChild.exists {
                node = document[node].firstChild
                continue
            }
            while node.exists {
                if document[node].kind == .element { visit(node, false) }
                if node == document.documentElement { return }
                if document[node].nextSibling.exists {
                    node = document[node].nextSibling
                    break
                }
                node = document[node].parent
            }
        }
    }

    private static let list = """
        <ul id=u class="a B"><li id=l1 class=x><li id=l2 class="x y"><li id=l3><p id=p title="Hello World" lang=en-GB>t</p><li id=l4 class=x></ul>
        """

    @Test(arguments: [
        ("li", "l1 l2 l3 l4"), ("LI", "l1 l2 l3 l4"), ("*", "html head body u l1 l2 l3 p l4"), ("#l2", "l2"), (".x", "l1 l2 l4"),
        (".x.y", "l2"), (".b", ""), ("ul li", "l1 l2 l3 l4"), ("body > li", ""), ("ul > li > p", "p"), ("li + li", "l2 l3 l4"),
        (".y ~ li", "l3 l4"), ("li ~ .x", "l2 l4"), ("div li", ""), ("html li, p", "l1 l2 l3 p l4"),
        ("[title]", "p"), ("[TITLE='Hello World']", "p"), ("[title='hello world']", ""), ("[title='hello world' i]", "p"), ("[title~=World]", "p"),
        ("[title^=Hel]", "p"), ("[title$=rld]", "p"), ("[title*='lo W']", "p"), ("[title*='lo w' i]", "p"), ("[lang|=en]", "p"), ("[lang|=EN]", "p"),
        ("[lang|=EN s]", ""), ("[title^='']", ""), ("[class=x]", "l1 l4"),
        ("li:first-child", "l1"), ("li:last-child", "l4"), ("p:only-child", "p"), ("li:nth-child(2)", "l2"), ("li:nth-child(odd)", "l1 l3"),
        ("li:nth-child(even)", "l2 l4"), ("li:nth-child(-n+2)", "l1 l2"), ("li:nth-child(n + 3)", "l3 l4"), ("li:nth-last-child(2)", "l3"),
        (":nth-child(2 of .x)", "l2"), (":nth-last-child(1 of .x)", "l4"), ("li:nth-of-type(3n+1)", "l1 l4"), ("li:nth-last-of-type(1)", "l4"),
        ("li:first-of-type", "l1"), ("p:only-of-type", "p"), ("li:empty", "l1 l2 l4"), (":root", "html"), (":scope", "html"),
        (":is(li, p)", "l1 l2 l3 p l4"), (":is(.x, #p):not(.y)", "l1 p l4"), (":where(ul) > .y", "l2"), ("li:not(.x, :empty)", "l3"),
        (":is(li, :unknown, ::before)", "l1 l2 l3 l4"), ("li:not(:unknown)", ""), (":is()", ""), ("li:has(p)", "l3"), ("li:has(> p)", "l3"),
        ("ul:has(li p)", "u"), ("ul:has(> p)", ""), ("li:has(+ #l3)", "l2"), ("li:has(~ #l3)", "l1 l2"), ("li:has(~ li p)", "l1 l2"),
        ("li:has(+ li > p)", "l2"), (":lang(en)", "p"), (":lang('*-GB')", "p"), (":lang(fr)", ""), ("p:dir(ltr)", "p"), ("p:dir(rtl)", ""),
        ("li:hover, p:focus", ""), ("li:hover, p", "p"), ("li::before", "l1::before l2::before l3::before l4::before"), ("p:after", "p::after"),
        ("p::selection", ""), ("p::-webkit-anything", ""), ("p::-moz-anything, p", ""), ("p::marker", "p::marker"), ("p::before:hover", ""),
        ("p::first-line", "p::firstLine"), ("p:first-letter", "p::firstLetter"), (".\\79", "l2"), ("#\\6c 2", "l2"), ("ul|li", ""), ("*|li", "l1 l2 l3 l4"),
        ("|li", ""), ("li,", ""), (", li", ""), ("li >", ""), ("> li", ""), ("li > > p", ""), ("li p#p.x", ""), ("li.1", ""), ("#1", ""), ("li[", ""),
        ("li:nth-child(2 n)", ""), ("li:nth-child(+ 2n)", ""), ("li:nth-child(2n+ 1)", "l1 l3"), ("li:nth-child(-1)", ""), ("li:nth-child(0n+2)", "l2"),
        ("&", "html"), (":host, :host(p)", ""), (":defined", "html head body u l1 l2 l3 p l4"), ("ul li:not(ul .y)", "l1 l3 l4"),
        ("::before", "html::before head::before body::before u::before l1::before l2::before l3::before p::before l4::before"),
        (":has(:has(p))", ""), (":not(:has(p)):is(li)", "l1 l2 l4"), ("body ul > li + li ~ li p", "p"), ("li#l1.x[class]:first-child", "l1"),
    ])
    func matching(_ selector: String, _ expected: String) { #expect(SelectorTests.matches(selector, SelectorTests.list) == expected) }

    @Test func quirksModeFoldsClassesAndIDs() {
        #expect(SelectorTests.matches(".b, #L1", SelectorTests.list, standards: false) == "u l1")
        #expect(SelectorTests.matches(".X:not(.Y)", SelectorTests.list, standards: false) == "l1 l4")
    }

    private static let form = """
        <form id=f><fieldset id=fs disabled><legend id=le><input id=i0></legend><input id=i1></fieldset>
        <input id=i2 type=checkbox checked><input id=i3 placeholder=x><input id=i4 required value=1><select id=s><option id=o1><option id=o2></select>
        <button id=b></button><a id=a href=x>t</a><a id=a2>t</a><details id=d open></details><progress id=pr></progress><textarea id=t readonly></textarea></form>
        """

    @Test(arguments: [
        (":disabled", "fs i1"), ("input:enabled", "i0 i2 i3 i4"), (":checked", "i2 o1"), (":placeholder-shown", "i3"), (":required", "i4"),
        ("input:optional", "i0 i1 i2 i3"), (":any-link", "a"), ("a:link", "a"), ("a:visited", ""), (":open", "d"), ("[open]", "d"), (":indeterminate", "pr"),
        (":read-write", "i0 i3 i4"), ("button:default", "b"), ("i4:valid, #i4:valid", "i4"), ("textarea:read-only", "t"),
        ("[type=CHECKBOX]", "i2"), ("[type='CHECKBOX' s]", ""),
    ])
    func states(_ selector: String, _ expected: String) { #expect(SelectorTests.matches(selector, SelectorTests.form) == expected) }

    @Test(arguments: [
        ("svg", "s"), ("foreignObject", "f"), ("foreignobject", ""), ("*", "html head body s f g"), ("g", "g"), ("G", ""),
    ])
    func foreignNames(_ selector: String, _ expected: String) {
        #expect(SelectorTests.matches(selector, "<svg id=s><foreignObject id=f></foreignObject><g id=g></g></svg>") == expected)
    }

    @Test func customElementNames() {
        #expect(SelectorTests.matches("x-y, My-Element", "<x-y id=a></x-y><my-element id=b></my-element>") == "a b")
        #expect(SelectorTests.matches(":not(:defined)", "<x-y id=a></x-y>") == "a")
        #expect(SelectorTests.matches("[data-Foo]", "<p id=a data-foo=1>") == "a")
    }

    @Test func directionByContent() {
        #expect(SelectorTests.matches("p:dir(rtl)", "<p id=a dir=auto>שלום</p><p id=b dir=rtl></p><p id=c dir=auto>x</p>") == "a b")
    }

    @Test(arguments: [
        ("li", 0, 0, 1), ("*", 0, 0, 0), ("#a.b c", 1, 1, 1), ("::before", 0, 0, 1), ("a::after:hover", 0, 1, 2), (":is(#a, b)", 1, 0, 0), (":where(#a)", 0, 0, 0),
        (":not(.a, b c)", 0, 1, 0), (":nth-child(2n of #a, b)", 1, 1, 0), ("[a][b]:hover", 0, 3, 0), (":has(> .a)", 0, 1, 0), (":lang(a, b)", 0, 1, 0),
    ])
    func specificity(_ selector: String, _ a: Int, _ b: Int, _ c: Int) {
        var store = SelectorStore()
        var cursor = CSSTokenBuffer(selector).all.cursor
        let list = SelectorParser().parseList(&cursor, into: &store)
        #expect(list?.specificity == Specificity(a, b, c))
    }

    /// Nothing takes more than linear time and the budget, and nothing recurses without bound.
    @Test func hostileSelectorsAreBounded() {
        let deep = String(repeating: "<div>", count: 400) + "<p id=p>"
        #expect(SelectorTests.matches(String(repeating: "div ", count: 10_000) + "p", deep) == "")
        #expect(SelectorTests.matches(String(repeating: "div ", count: 400) + "p", deep) == "p")
        #expect(SelectorTests.matches(String(repeating: ":is(", count: 5_000) + "p" + String(repeating: ")", count: 5_000), "<p id=p>") == "")
        #expect(SelectorTests.matches("p" + String(repeating: ".a", count: 10_000), "<p id=p class=a>") == "p")
        let wide = String(repeating: "<i></i>", count: 3_000)
        _ = SelectorTests.matches("i:not(q) ~ i:not(i ~ q)", wide)
        _ = SelectorTests.matches("i:has(~ b ~ u)", wide)
        _ = SelectorTests.matches(String(repeating: ":not(", count: 50) + "i i" + String(repeating: ")", count: 50), wide)
    }
}
