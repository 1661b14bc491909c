import Copyfit
import Testing

/// After every mutation the incremental result is that of a fresh preparation of the same tree: the height, and every element's box.
@Suite struct RandomMutationTests {
    struct Page: CustomTestStringConvertible, Sendable {
        var name: String
        var html: String
        var count: Int
        var testDescription: String { name }
    }

    static let styles = """
        <style>
        body { font: 16px/1.4 Arial; margin: 8px }
        .a { color: red; padding: 3px } .b { font-size: 20px; margin: 12px 0 } .c > p { margin: 4px } .open + div { display: none }
        .d ~ p { padding-left: 9px } .e { float: left; width: 60px } .f { clear: both } .g { display: flex; gap: 4px } .h { display: none }
        .i { position: relative } .j { position: absolute; right: 0 } .k { overflow: hidden } .l { display: inline-block; width: 50% }
        .m { columns: 2 } .n { margin-top: -7px } .o { height: 40px } .q { display: grid; grid-template-columns: 1fr 2fr } .r { width: 50% }
        p:first-child { margin-top: 3px } li:last-child { padding-bottom: 5px } p:nth-child(3n) { text-indent: 8px } div:empty { height: 7px }
        p + p { margin-top: 20px } input:checked ~ div { padding: 6px } .s p { letter-spacing: 1px } table.t { border-collapse: collapse }
        td { border: 2px solid } .u { white-space: pre-wrap }
        </style>
        """

    static let article = """
        <!DOCTYPE html><html><head>\(styles)</head><body><div id=main><h1>A title of some length</h1><p>One paragraph with <b>bold</b> words and a
        <a href=#>link</a>.</p><p class=a>Another paragraph that is long enough to be broken into several lines at this width, so that heights differ.</p>
        <ul><li>One<li>Two with <i>more</i> text<li><p>Three</p></ul><div class=c><p>Inside</p> text beside <span>inline <em>deep</em></span><p>After</p></div>
        <details><summary>More</summary><p>Hidden text</p></details><input type=checkbox><div>Reacts</div>
        <table><tr><td>Cell one<td>Cell two with more<tr><td colspan=2>Wide</table><ol><li>First<li>Second</ol><p>The end.</p></div></body></html>
        """

    static let pages: [Page] = [
        Page(name: "article", html: article, count: 1700),
        Page(name: "quirks", html: String(article.dropFirst(15)), count: 1000),
        Page(
            name: "counters and letters",
            html: "<!DOCTYPE html><style>h2 { counter-increment: h } h2::before { content: counter(h) '. ' } .x::first-letter { font-size: 2em } "
                + "q { quotes: '<' '>' } </style>\(styles)<div class=x><h2>One</h2><p>Text <q>quoted</q></p><h2>Two</h2><p class=x>More text</p><ol><li>a<li>b</ol></div>",
            count: 600),
        Page(
            name: "has",
            html: "<!DOCTYPE html>\(styles)<style>div:has(> .a) { padding: 5px } p:not(.a, .b):nth-last-child(2) { margin: 9px }</style>"
                + "<div id=x><p>One</p><p>Two</p><div><p class=a>Three</p></div></div><section><p>Four</p> five <p>six</p></section>",
            count: 400),
        Page(
            name: "stray items",
            html: "\(styles)<li>stray<ul><li>one<li>two</ul><li>next<div><p>text</p></div><ol start=5><li>x</ol>", count: 300),
        Page(
            name: "floats",
            html: "<!DOCTYPE html>\(styles)<div><div class=e>Float<p>of more</p></div><p>Text beside the float that goes on for some lines until it is below.</p>"
                + "<div class=k>A box<p>beside</p></div><p class=f>Cleared</p><p class=n>Pulled</p><div class=g><p>A</p><p>B</p></div></div><p>Last</p>",
            count: 1000),
    ]

    static let classes = ["a", "b", "c", "open", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "q", "r", "s", "t", "u"]
    static let fragments = [
        "<p>New paragraph</p>", "text only", "<b>bold</b> and text", "<div class=c><p>x</p>y</div>", "<ol><li>item</ol>", "<ul><li>one<li>two</ul>", "",
        "<table><tr><td>q<td>r</table>", "<p>a</p><p>b</p>", " ", "<img width=30 height=20>", "<tr><td>stray", "<div></div>", "<br>", "<span class=l>block</span>",
        "<details open><summary>s</summary>in</details>", "<div class=j>abs</div>", "<div class=e>fl</div>",
    ]

    struct Random {
        var state: UInt64
        mutating func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return bound <= 0 ? 0 : Int((state >> 33) % UInt64(bound))
        }
        mutating func pick<T>(_ list: [T]) -> T { list[next(list.count)] }
    }

    @Test(arguments: pages, [Profile.webkit, .chromium]) func everyMutationIsAsAFreshPreparation(_ page: Page, _ profile: Profile) throws {
        var options = Options()
        options.profile = profile
        let copyfitter = try Copyfitter(options: options)
        let tree = LiveTree(utf8: Array(page.html.utf8), width: 400, copyfitter: copyfitter, resources: PageResources(baseDirectory: nil))
        var random = Random(state: UInt64(page.count) &+ (profile == .webkit ? 7 : 8))
        var log: [String] = []
        for number in 0..<page.count {
            let count = random.next(10) == 0 ? 3 : 1
            for _ in 0..<count { log.append(mutate(tree, &random)) }
            tree.update()
            let fresh = tree.freshCopy()
            if let difference = difference(tree, fresh) {
                Issue.record("\(page.name) mutation \(number): \(difference)\n\(log.suffix(count).joined(separator: "\n"))")
                return
            }
        }
    }

    func difference(_ tree: LiveTree, _ fresh: LiveTree) -> String? {
        if tree.height != fresh.height { return "height \(tree.height), fresh \(fresh.height)" }
        for index in tree.document.nodes.indices {
            let node = NodeID(rawValue: UInt32(index))
            guard tree.document[node].kind == .element, tree.document.isConnected(node) else { continue }
            let a = tree.frame(of: node), b = fresh.frame(of: node)
            if a?.x != b?.x || a?.y != b?.y || a?.width != b?.width || a?.height != b?.height {
                return "\(tree.document.names.spelling(of: tree.document[node].name)) \(node) has \(String(describing: a)), fresh \(String(describing: b))"
            }
        }
        return nil
    }

    func mutate(_ tree: LiveTree, _ random: inout Random) -> String {
        var elements: [NodeID] = [], texts: [NodeID] = []
        var node = tree.document.body
        guard node.exists else { return "no body" }
        let body = node
        while node.exists {
            if tree.document[node].kind == .element { if node != body { elements.append(node) } } else if tree.document[node].kind == .text { texts.append(node) }
            node = tree.document.nextNode(after: node, within: body)
        }
        let target = elements.isEmpty ? body : random.pick(elements)
        let name = { (id: NodeID) in "\(tree.document.names.spelling(of: tree.document[id].name))\(id)" }
        switch random.next(elements.count > 45 ? 15 : 12) {
        case 0, 1:
            let old = (tree.attribute("class", of: target) ?? "").split(separator: " ").map(String.init)
            let toggled = random.pick(RandomMutationTests.classes)
            let new = old.contains(toggled) ? old.filter { $0 != toggled } : old + [toggled]
            let what = "class \(name(target)) \(new)"
            tree.setAttribute("class", to: new.joined(separator: " "), of: target)
            return what
        case 2:
            let style = random.pick(["margin: 5px", "padding-top: 9px", "display: block", "font-size: 12px", "", "float: right", "width: 90px", "display: inline"])
            let what = "style \(name(target)) \(style)"
            tree.setAttribute("style", to: style, of: target)
            return what
        case 3, 4:
            guard !texts.isEmpty else { return "no text" }
            let text = random.pick(texts)
            let value = random.pick(["short", "", " ", "a much longer text that has to be broken into lines somewhere near here", "x\ny"])
            let what = "text \(text) in \(name(tree.document[text].parent)) '\(value)'"
            tree.setText(value, of: text)
            return what
        case 5, 6, 7:
            let html = random.pick(RandomMutationTests.fragments)
            var before = NodeID.none
            if random.next(2) == 0 { before = tree.document[target].firstChild }
            let what = "insert \(html) into \(name(target)) before \(before)"
            for new in tree.makeFragment(html, context: target) { tree.insert(new, into: target, before: before) }
            return what
        case 8:
            let name = random.pick(["open", "checked", "start", "width", "colspan", "dir", "align", "data-x", "id"])
            let what = "attribute \(name) of \(target)"
            if tree.attribute(name, of: target) != nil { tree.removeAttribute(name, of: target) } else { tree.setAttribute(name, to: name == "dir" ? "rtl" : "2", of: target) }
            return what
        case 9:
            let other = random.pick(elements.isEmpty ? [body] : elements)
            guard !tree.document.contains(target, other) else { return "no move" }
            let what = "move \(name(target)) to \(name(other))"
            tree.remove(target)
            tree.insert(target, into: other, before: random.next(2) == 0 ? tree.document[other].firstChild : .none)
            return what
        case 10:
            if random.next(8) == 0 {
                tree.setWidth(Double(300 + random.next(4) * 50))
                return "width"
            }
            let html = random.pick(RandomMutationTests.fragments)
            let what = "append \(html)"
            tree.append(html)
            return what
        default:
            let what = "remove \(name(target)) of \(name(tree.document[target].parent))"
            if target != body { tree.remove(target) }
            return what
        }
    }
}
