import Copyfit
internal import CopyfitArguments

extension Bench {
    /// What each kind of change at one place of a long article costs, against measuring it cold.
    func live() throws(CopyfitError) -> [BenchTable] {
        var table = BenchTable(
            name: "live", title: "live: a change in an article of 100 KB, until its height is known",
            columns: [
                .init(key: "median", title: "median µs", decimals: 1), .init(key: "spread", title: "±%"), .init(key: "ratio", title: "% of cold", decimals: 2),
            ])
        let html = Bench.article
        var cold: [Double] = []
        var sum = 0
        for round in 0...rounds {
            let start = BenchClock.thread()
            sum &+= try copyfitter.prepare(html: html).layout(width: 390).height
            if round > 0 { cold.append(BenchClock.thread() - start) }
            progress.step("live: cold")
        }
        let base = BenchSamples(cold)
        table.add("cold", base.median / 1000, base.spread * 100, 100)

        let tree = LiveTree(utf8: Array(html.utf8), width: 390, copyfitter: copyfitter, resources: PageResources(baseDirectory: nil))
        func node(_ id: String) -> NodeID { tree.element(id: id) ?? tree.document.body }
        let paragraph = node("paragraph"), details = node("details"), box = node("box"), section = node("section"), item = node("item"), cell = node("cell")
        let text = tree.document[paragraph].firstChild
        func measure(_ label: String, _ change: (Int) -> Void) {
            var samples: [Double] = []
            let rebuilds = tree.rebuildCount
            for round in 0..<max(2 * rounds, 20) {
                let start = BenchClock.thread()
                change(round)
                tree.update()
                let time = BenchClock.thread() - start
                sum &+= tree.height
                if round > 1 { samples.append(time) }
            }
            let result = BenchSamples(samples)
            table.add(label, result.median / 1000, result.spread * 100, base.median > 0 ? result.median / base.median * 100 : nil)
            if tree.rebuildCount > rebuilds + 1 { table.notes.append("\(label): all was computed anew \(tree.rebuildCount - rebuilds) times") }
            progress.step("live")
        }
        func isOdd(_ round: Int) -> Bool { round & 1 == 1 }
        measure("attribute") { tree.setAttribute("align", to: isOdd($0) ? "right" : "left", of: paragraph) }
        measure("class") { if isOdd($0) { tree.setAttribute("class", to: "wide", of: paragraph) } else { tree.removeAttribute("class", of: paragraph) } }
        measure("style property") { tree.setAttribute("style", to: isOdd($0) ? "padding-top: 9px" : "", of: paragraph) }
        measure("text") { tree.setText(isOdd($0) ? "Other words, and more of them than before." : "Words.", of: text) }
        measure("inner HTML") { round in
            while tree.document[section].firstChild.exists { tree.remove(tree.document[section].firstChild) }
            for new in tree.makeFragment("<p>One <b>bold</b> paragraph.</p><p>Another, number \(round).</p>", context: section) {
                tree.insert(new, into: section, before: .none)
            }
        }
        var inserted: [NodeID] = []
        let parent = tree.document[paragraph].parent
        measure("insert and remove") { round in
            if let last = inserted.popLast() {
                tree.remove(last)
            } else {
                for new in tree.makeFragment("<p>A new paragraph</p>", context: parent) {
                    tree.insert(new, into: parent, before: paragraph)
                    inserted.append(new)
                }
            }
        }
        measure("move") { round in
            tree.remove(section)
            tree.insert(section, into: parent, before: isOdd(round) ? paragraph : tree.document[paragraph].nextSibling)
        }
        measure("toggle details") { if isOdd($0) { tree.setAttribute("open", to: "", of: details) } else { tree.removeAttribute("open", of: details) } }
        measure("check a box") { if isOdd($0) { tree.setAttribute("checked", to: "", of: box) } else { tree.removeAttribute("checked", of: box) } }
        measure("text of a list item") { tree.setText(isOdd($0) ? "Item with other text" : "Item", of: tree.document[item].firstChild) }
        measure("text of a table cell") { tree.setText(isOdd($0) ? "Cell with other text" : "Cell", of: tree.document[cell].firstChild) }
        measure("append a sentence") { _ in tree.append(" One more sentence comes in.") }
        measure("width") { tree.setWidth(isOdd($0) ? 320 : 390) }
        if sum == 0 { table.notes.append("no document has a height") }
        return [table]
    }

    /// About 100 KB of headings, paragraphs, lists and tables.
    private static var article: String {
        var html = "<!doctype html><style>body { font: 16px/1.5 Titillium Web } .wide { letter-spacing: 1px } input:checked + div { height: 40px } "
            + "p + p { text-indent: 1em } h2:first-child { margin-top: 0 } li:last-child { margin-bottom: 4px }</style><article>"
        var number = 0
        while html.utf8.count < 100 << 10 {
            number += 1
            html += "<h2>Section \(number) of this article</h2>\n"
            for part in 0..<5 {
                html += "<p>In paragraph \(number).\(part) there are <b>bold words</b>, <a href=#>links</a> and <i>emphasis</i> among text that is long "
                    + "enough to be broken into several lines, as the text of articles is: it speaks of one thing, then of another, and of <code>code</code>.</p>\n"
            }
            if number % 3 == 0 { html += "<ul><li>One item<li>Another with <b>bold</b> text<li>The last item</ul>\n" }
            if number % 7 == 0 { html += "<table><tr><th>Head<th>Other<tr><td>One cell<td>Another cell</table>\n" }
            if number == 30 {
                html += "<p id=paragraph>Words.</p>\n<details id=details><summary>More</summary><p>Text that is shown then.</p></details>\n<div><input type=checkbox id=box>"
                    + "<div>Reacts</div></div>\n<section id=section><p>Old</p></section>\n<ul><li id=item>Item<li>Other</ul>\n<table><tr><td id=cell>Cell<td>Other</table>\n"
            }
        }
        return html + "<p>The last paragraph"
    }
}
