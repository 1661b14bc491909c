import Testing
@testable import Copyfit

@Suite struct RuleMatcherTests {
    /// The values of `x` that apply to the element with id `t`, weakest first.
    private func cascade(_ set: SheetSet, _ html: String, width: Float = 600, container: Float? = nil, pseudo: PseudoElement? = nil) -> String {
        let document = SelectorTests.document(html)
        var matcher = RuleMatcher(document: document, sheets: set, media: MediaContext(width: width, height: 400))
        if let container { matcher.containerMatches = { query, _ in query.matches(ContainerContext(width: container, height: nil)) } }
        var values: [String] = []
        SelectorTests.walk(document) { element, enters in
            guard enters else { return matcher.pop() }
            var rules: [MatchedRule] = []
            matcher.matches(for: element, in: document, into: &rules)
            if document.attributeString(.id, of: element) == "t" {
                for rule in rules where rule.pseudo == pseudo {
                    values += set.entries[rule.sheet].sheet.declarations(ofRule: rule.rule).map(\.value.source)
                }
            }
            matcher.push(element, in: document)
        }
        return values.joined(separator: " ")
    }

    private func cascade(_ text: String, _ html: String = "<div class=a><p id=t class=b>x", width: Float = 600, container: Float? = nil, pseudo: PseudoElement? = nil) -> String {
        var set = SheetSet()
        set.add(Stylesheet(text))
        return cascade(set, html, width: width, container: container, pseudo: pseudo)
    }

    private static let orders = [
        ("p{x:1} p{x:2}", "1 2"), ("#t{x:1} p{x:2} .b{x:3}", "2 3 1"), ("p, .b{x:1}", "1 1"), ("@layer a{#t{x:1}} p{x:2}", "1 2"),
        ("@layer b, a; @layer a{p{x:1}} @layer b{#t{x:2}}", "2 1"), ("@layer a{@layer b{#t{x:1}} p{x:2}} p{x:3}", "1 2 3"),
        ("@layer a{p{x:1}} @layer b{p{x:2}} @layer a{p{x:3}}", "1 3 2"), ("@layer a.b{p{x:1}} @layer a{p{x:2}}", "1 2"), ("@layer{p{x:1}} @layer{p{x:2}}", "1 2"),
        ("@media (width > 500px){p{x:1}} @media (width > 700px){p{x:2}}", "1"), ("@media screen{@media (width < 500px){p{x:1}} p{x:2}}", "2"),
        (".a{p{x:1} &{x:2} > .b{x:3} & & p{x:4}}", "1 3"), (".a{.b &{x:1} .b{x:2}}", "2"), (".b{.a &{x:1} &.b{x:2} x:3}", "3 1 2"), ("p{&{x:1}x:2}", "1 2"),
        ("div{@media screen{p{x:1}} p{x:2}}", "1 2"), ("p{@media screen{x:1}}", "1"), (".a, #zz{p{x:1}} p{x:2}", "2 1"), ("#t, .q{&{x:1}} p#t{x:2}", "1 2"),
        ("@media print{@layer b{p{x:0}}} @layer a{p{x:1}} @layer b{p{x:2}}", "1 2"), ("@media screen{@layer b{p{x:0}}} @layer a{p{x:1}} @layer b{p{x:2}}", "0 2 1"),
        ("@scope (.a){p{x:1} :scope{x:2}} p{x:3}", "3 1"), ("@scope (.a) to (.b){p{x:1}}", ""), ("@scope (div){.b{x:1}} @scope (body){.b{x:2}}", "2 1"),
        ("@scope (.a){> p{x:1} & > p{x:2}}", "1 2"), (":is(.a, .b){x:1} :is(p, .b){x:2}", "1 2"), ("*{x:1} html *{x:2}", "1 2"), (".b:is(p):is(#t){x:1}", "1"),
        ("[id]{x:1} [class~=b]{x:2} [nope]{x:3}", "1 2"), ("section p{x:1} .z p{x:2} div p{x:3}", "3"),
    ]

    @Test(arguments: orders) func order(_ sheet: String, _ expected: String) { #expect(cascade(sheet) == expected) }

    /// Of very many sheets an element asks those only that have rules under its keys.
    @Test(arguments: orders) func orderAmongManySheets(_ sheet: String, _ expected: String) {
        var set = SheetSet()
        for number in 0..<100 { set.add(Stylesheet(".c\(number), .b.c\(number), section{x:no}")) }
        set.add(Stylesheet(sheet))
        for number in 0..<100 { set.add(Stylesheet("#i\(number) p, .b i{x:no}")) }
        #expect(cascade(set, "<div class=a><p id=t class=b>x") == expected)
    }

    @Test func containerQueries() {
        #expect(cascade("@container (width > 300px){p{x:1}} p{x:2}", container: 320) == "1 2")
        #expect(cascade("@container (width > 300px){p{x:1}} p{x:2}", container: 300) == "2")
        #expect(cascade("@container (width > 300px){p{x:1}} p{x:2}") == "2")
    }

    @Test func pseudoElementsComeApart() {
        let sheet = "p::before{x:1} p{x:2} #t:before{x:3} p::-webkit-foo{x:4} .b{&::before{x:5}} p::before{.b &{x:6}}"
        #expect(cascade(sheet) == "2")
        #expect(cascade(sheet, pseudo: .before) == "1 5 3")
    }

    @Test func originsAndImports() {
        var set = SheetSet()
        set.add(Stylesheet("#t{x:ua}"), origin: .userAgent)
        let sheets = [
            "one": Stylesheet("@import 'two'; p{x:one}", base: "one"), "two": Stylesheet("@import 'one'; p{x:two}", base: "two"),
            "wide": Stylesheet("p{x:wide}"), "layered": Stylesheet("@layer in{#t{x:in}} #t{x:layered}"),
        ]
        let author = Stylesheet("""
            @layer first, second; @import 'one'; @import url(wide) (width > 700px); @import "layered" layer(second); @import 'missing';
            @import "wide" supports(nope: x) screen; @layer first{#t{x:first}} p{x:own}
            """) { _, _ in false }
        set.add(author, load: { url, _ in sheets[url] })
        #expect(cascade(set, "<p id=t>") == "ua first in layered two one own")
        #expect(set.diagnostics.map(\.message) == ["one imports itself", "cannot import missing"])
        #expect(set.breakpoints(fontScale: 1).widths == [700])
    }

    @Test func importsAreBounded() {
        var set = SheetSet()
        var count = 0
        set.add(Stylesheet("@import 'a'; @import 'b';"), load: { _, _ in
            count += 1
            return Stylesheet("@import 'a'; @import 'b'; p{x:\(count)}")
        })
        #expect(set.entries.count <= SheetSet.maximumImports + 1)
    }

    @Test func cacheGivesTheSameSheet() {
        let cache = StylesheetCache<Stylesheet>(maximumBytes: 1000)
        func sheet(_ text: String) -> Stylesheet { cache.payload(for: Array(text.utf8), base: nil) { Stylesheet(parsing: $0) { _, _ in true } } }
        let first = sheet("a{b:c}")
        #expect(sheet("a{b:c}") === first)
        for number in 0..<500 { _ = sheet("a{b:\(number)}") }
        #expect(sheet("a{b:d}") === sheet("a{b:d}"))
    }
}
