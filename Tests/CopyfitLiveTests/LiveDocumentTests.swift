import Copyfit
import CopyfitLive
import Synchronization
import Testing

/// Changes, observers and resources of live documents.
@Suite struct LiveDocumentTests {
    static let copyfitter = Result { try Copyfitter() }

    static func document(_ html: String, width: Double = 320, loader: (any ResourceLoader)? = nil, deadline: Duration = .seconds(30)) throws -> LiveDocument {
        try LiveDocument(html: "<!DOCTYPE html><style>body { font: 16px/20px Arial; margin: 0 } p { margin: 0 }</style>" + html, width: width,
            copyfitter: try copyfitter.get(), loader: loader, deadline: deadline)
    }

    static func cold(_ document: LiveDocument) -> Double { Double(document.layout().height) }

    // MARK: Kinds of change

    @Test func everyKindOfChangeIsMeasured() throws {
        let document = try Self.document(
            "<style>#b:checked ~ .panel { display: block } .panel { display: none }</style><p id=p>Text</p><details id=d><summary>More</summary>"
                + "<p>Hidden</p></details><input type=checkbox id=b><div class=panel style='height: 50px'></div>")
        #expect(document.height == Self.cold(document))
        let p = try #require(document.element(id: "p"))
        func changes(_ change: (LiveEdit) throws(LiveError) -> Void, by delta: Double? = nil, sourceLocation: SourceLocation = #_sourceLocation) throws {
            let before = document.height
            try document.update { edit in try change(edit) }
            #expect(document.height == Self.cold(document), sourceLocation: sourceLocation)
            if let delta { #expect(document.height - before == delta, sourceLocation: sourceLocation) }
        }
        try changes({ (e) throws(LiveError) in try e.setStyle("padding-top", to: "10px", of: p) }, by: 10)
        try changes({ (e) throws(LiveError) in try e.setStyle("padding-top", to: nil, of: p) }, by: -10)
        try changes({ (e) throws(LiveError) in try e.setText("a\nb", of: p) }, by: 0)
        try changes({ (e) throws(LiveError) in try e.setInnerHTML("a<br>b", of: p) }, by: 20)
        let details = try #require(document.element(id: "d"))
        try changes({ (e) throws(LiveError) in try e.toggle(details) }, by: 20)
        try changes({ (e) throws(LiveError) in try e.toggle(details) }, by: -20)
        let box = try #require(document.element(id: "b"))
        try changes({ (e) throws(LiveError) in try e.setChecked(true, of: box) }, by: 50)
        try changes({ (e) throws(LiveError) in try e.setChecked(false, of: box) }, by: -50)
        try changes({ (e) throws(LiveError) in try e.setStylesheet(0, to: "p { line-height: 30px }") })
        try changes({ (e) throws(LiveError) in try e.setStylesheet(0, to: "") })
        try changes({ (e) throws(LiveError) in try e.addClass("panel", to: p) }, by: -40)
        try changes({ (e) throws(LiveError) in try e.toggleClass("panel", of: p) }, by: 40)
        try changes({ (e) throws(LiveError) in _ = try e.insert(html: "<i>x</i><p>y</p>", into: p) })
        try changes({ (e) throws(LiveError) in try e.move(details, into: p) })
        try changes({ (e) throws(LiveError) in try e.remove(p) })
        try changes({ (e) throws(LiveError) in try e.setWidth(100) })
        try changes({ (e) throws(LiveError) in try e.setFontScale(2) })
        try changes({ (e) throws(LiveError) in e.setColorScheme(.dark) })
    }

    @Test func staleForeignAndWrongNodesAreTypedErrors() throws {
        let document = try Self.document("<div id=a><p id=b>x</p></div>")
        let other = try Self.document("<p id=c>x</p>")
        let a = try #require(document.element(id: "a")), b = try #require(document.element(id: "b")), c = try #require(other.element(id: "c"))
        #expect(throws: LiveError.cycle(a)) { try document.update { edit in try edit.move(a, into: b) } }
        #expect(throws: LiveError.foreignNode(c)) { try document.update { edit in try edit.remove(c) } }
        #expect(throws: LiveError.invalidSelector("p {")) { try document.first("p {") }
        #expect(throws: LiveError.invalidName("")) { try document.update { edit in try edit.setAttribute("", to: "x", of: a) } }
        #expect(throws: LiveError.self) { try document.update { edit in try edit.setStyle("color", to: "red; display: none", of: a) } }
        #expect(throws: LiveError.self) { try document.setWidth(.nan) }
        try document.update { edit in try edit.remove(a) }
        for stale in [a, b] { #expect(throws: LiveError.staleNode(stale)) { try document.update { edit in try edit.setText("y", of: stale) } } }
        #expect(throws: CopyfitError.self) { try LiveDocument(html: "", width: -1, copyfitter: try Self.copyfitter.get()) }
        let deep = String(repeating: "<div>", count: 500)
        let body = try #require(try document.first("body"))
        try document.update { edit in _ = try edit.insert(html: deep, into: body) }
        let inner = try #require(try document.all("div").last)
        #expect(throws: LiveError.tooDeep(limit: LiveEdit.depthLimit)) { try document.update { edit in _ = try edit.insert(html: deep, into: inner) } }
        #expect(document.height == Self.cold(document))
    }

    @Test func manyChangesInOneUpdateAreOne() async throws {
        let document = try Self.document("<ul id=l></ul>")
        let list = try #require(document.element(id: "l"))
        let count = Mutex(0)
        let observation = document.observe { _ in count.withLock { $0 += 1 } }
        try document.update { edit in
            for number in 0..<10_000 {
                let items = try edit.insert(html: "<li>\(number)", into: list)
                if number % 10 != 0, let item = items.first { try edit.remove(item) }
            }
        }
        #expect(document.height == Self.cold(document))
        try await Task.sleep(for: .milliseconds(200))
        #expect(count.withLock { $0 } == 1)
        observation.cancel()
    }

    // MARK: Observers

    @Test func observersHearOfChangesOnly() async throws {
        let document = try Self.document("<p id=p>Text</p>")
        let p = try #require(document.element(id: "p"))
        var changes = document.changes.makeAsyncIterator()
        let heard = Mutex<[SizeChange]>([])
        let observation = document.observe { change in heard.withLock { $0.append(change) } }
        // Nothing that can be seen: no call.
        try document.update { edit in try edit.setText("Other", of: p) }
        try document.update { edit in try edit.setStyle("color", to: "red", of: p) }
        try document.update { edit in try edit.setStyle("padding-top", to: "30px", of: p) }
        let change = try #require(await changes.next())
        #expect(change.new.height - change.old.height == 30)
        try await Task.sleep(for: .milliseconds(100))
        #expect(heard.withLock { $0.count } == 1)
        observation.cancel()
        try document.update { edit in try edit.setStyle("padding-top", to: "40px", of: p) }
        try await Task.sleep(for: .milliseconds(100))
        #expect(heard.withLock { $0.count } == 1)
    }

    @Test func anObserverMayChangeTheDocument() async throws {
        let document = try Self.document("<p id=p>Text</p>")
        let p = try #require(document.element(id: "p"))
        let last = Mutex(0.0)
        let observation = document.observe { [weak document] change in
            last.withLock { $0 = change.new.height }
            // Until it is 100 px tall.
            if change.new.height < 100 { try? document?.update { edit in try edit.setStyle("padding-top", to: "\(Int(change.new.height) + 10)px", of: p) } }
        }
        try document.update { edit in try edit.setStyle("padding-top", to: "1px", of: p) }
        for _ in 0..<100 where last.withLock({ $0 }) < 100 { try await Task.sleep(for: .milliseconds(20)) }
        #expect(last.withLock { $0 } >= 100)
        #expect(document.height == last.withLock { $0 })
        observation.cancel()
    }

    @Test func anObserverThatNeverReturnsHoldsUpNobody() async throws {
        let document = try Self.document("<p id=p>Text</p>")
        let p = try #require(document.element(id: "p"))
        let stuck = document.observe { _ in try? await Task.sleep(for: .seconds(3600)) }
        var changes = document.changes.makeAsyncIterator()
        for padding in [10, 20, 30] { try document.update { edit in try edit.setStyle("padding-top", to: "\(padding)px", of: p) } }
        let change = try #require(await changes.next())
        #expect(change.new.height == 50)
        stuck.cancel()
    }

    @Test func severalTasksMayUseADocument() async throws {
        let document = try Self.document("<div id=d></div>")
        let parent = try #require(document.element(id: "d"))
        let observation = document.observe { _ in }
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<6 {
                group.addTask {
                    for number in 0..<30 {
                        let new = try? document.update { edit in try edit.insert(html: "<p>\(task) \(number)</p>", into: parent) }
                        if number % 3 == 0, let node = new?.first { try? document.update { edit in try edit.remove(node) } }
                        if number % 10 == 5 { try? document.setWidth(Double(200 + task * 20)) }
                        _ = document.height
                        _ = document.isSettled
                    }
                }
            }
        }
        #expect(document.height == Self.cold(document))
        // 6 tasks leave 20 paragraphs each.
        #expect(document.height == 6 * 20 * 20)
        observation.cancel()
    }

    // MARK: Resources

    /// A loader that answers when it is told to.
    final class Later: ResourceLoader {
        let requests = Mutex<[(ResourceRequest, @Sendable (Result<[UInt8], any Error>) -> Void)]>([])
        func load(_ request: ResourceRequest, answer: @escaping @Sendable (Result<[UInt8], any Error>) -> Void) {
            requests.withLock { $0.append((request, answer)) }
        }
        func answer(_ url: String, _ result: Result<[UInt8], any Error>) {
            let answers = requests.withLock { $0.filter { $0.0.url == url }.map(\.1) }
            for answer in answers { answer(result) }
        }
    }

    struct Missing: Error {}

    /// A GIF of 40 × 30 px: its header says all.
    static let picture: [UInt8] = Array("GIF89a".utf8) + [40, 0, 30, 0, 0, 0, 0, 0x3B]

    @Test func aPictureThatArrivesLate() async throws {
        let loader = Later()
        let document = try Self.document("<img src=a.gif style='display: block'><img src=b.gif width=100 height=70 style='display: block'>", loader: loader, deadline: .seconds(600))
        #expect(!document.isSettled)
        #expect(document.pendingURLs == ["a.gif", "b.gif"])
        // Room is kept by the attributes.
        #expect(document.height == 70)
        #expect(await document.settledHeight(timeout: .milliseconds(10)).isSettled == false)
        loader.answer("a.gif", .success(Self.picture))
        #expect(document.height == 100)
        // Once is enough.
        loader.answer("a.gif", .failure(Missing()))
        #expect(document.height == 100)
        async let settled = document.settledHeight()
        loader.answer("b.gif", .failure(Missing()))
        #expect(await settled.isSettled)
        #expect(document.isSettled)
        #expect(document.height == Self.cold(document))
    }

    @Test func aLoaderThatNeverAnswersIsGivenUp() async throws {
        let document = try Self.document("<link rel=stylesheet href=a.css><p>x</p>", loader: Later(), deadline: .milliseconds(50))
        #expect(!document.size.isSettled)
        let settled = await document.settledHeight()
        #expect(settled.isSettled)
        #expect(settled.height == 20)
    }

    @Test func aStylesheetArrives() async throws {
        let loader = AsyncResourceLoader { request in
            try await Task.sleep(for: .milliseconds(5))
            return Array("p { height: 77px }".utf8)
        }
        let document = try Self.document("<link rel=stylesheet href=a.css><p>x</p>", loader: loader)
        #expect(await document.settledHeight().height == 77)
    }

    // MARK: Streaming

    @Test func appendedTextIsParsedWhereItEnded() throws {
        let document = try Self.document("<p>One")
        #expect(document.append(html: " more <b>wo") == 20)
        #expect(document.append(html: "rd</b></p><p") == 20)
        #expect(document.append(html: ">Two &am") == 40)
        document.append(html: "p; three<ul><li>a<li>b")
        #expect(document.height == Self.cold(document))
        #expect(try document.text(of: #require(try document.first("p:nth-of-type(2)"))) == "Two & three")
        #expect(try document.all("li").count == 2)
    }

    @Test func piecesOfAnySizeGiveTheSameTree() throws {
        let html = "<p>A &lt;b&gt; &notin; text <!-- a > comment --><b class='x > y'>bold</b><table><tr><td>1<td>2</table>x<ul><li>a<li>b</ul><textarea>a < b</textarea>"
            + "<style>p { margin: 3px }</style><script>if (a < b) {}</script>end &amp"
        let whole = try Self.document(html)
        for size in [1, 2, 3, 7, 20] {
            let document = try Self.document("")
            var rest = Substring(html)
            while !rest.isEmpty {
                document.append(html: String(rest.prefix(size)))
                rest = rest.dropFirst(size)
            }
            document.update { edit in edit.finishAppending() }
            #expect(document.height == whole.height)
            #expect(document.layout(detail: .boxes).boxes == whole.layout(detail: .boxes).boxes, "pieces of \(size)")
        }
    }
}
