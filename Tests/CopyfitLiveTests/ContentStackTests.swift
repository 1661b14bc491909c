import Copyfit
import CopyfitLive
import Testing

/// Items one under another.
@Suite struct ContentStackTests {
    /// A document whose height is asked of it and counted.
    final class Page: StackContent {
        var height = 0.0
        var widths: [Double] = []
        var isLive = false
        init(_ height: Double) { self.height = height }
        func stackHeight(width: Double) throws(CopyfitError) -> Double {
            widths.append(width)
            return height
        }
    }

    @Test func offsetsFollowChanges() throws {
        var stack = try ContentStack(width: 400, insets: Insets(top: 10, left: 20, bottom: 30, right: 40), spacing: 5)
        #expect(stack.totalHeight == 40)
        let page = Page(200), other = Page(7)
        try stack.insert(height: 100)
        let id = try stack.insert(page, insets: Insets(top: 1, left: 2, bottom: 3, right: 4))
        try stack.insert(other)
        #expect(try stack.update())
        #expect(page.widths == [334] && other.widths == [340])
        #expect(stack.totalHeight == 10 + 100 + 5 + 204 + 5 + 7 + 30)
        #expect(try (0..<3).map { index throws(CopyfitError) in try stack.offset(of: index) } == [10, 115, 324])
        #expect(try stack.height(of: 1) == 204)
        #expect(try !stack.update())
        #expect(page.widths.count == 1)

        page.height = 300
        stack.contentChanged(id)
        #expect(try stack.update())
        #expect(page.widths.count == 2 && other.widths.count == 1)
        #expect(try stack.offset(of: 2) == 424)

        // A live document says itself that it changed.
        other.isLive = true
        other.height = 9
        #expect(try stack.update())
        #expect(page.widths.count == 2 && stack.totalHeight == 10 + 100 + 5 + 304 + 5 + 9 + 30)
        #expect(try !stack.update())

        try stack.move(from: 1, to: 0)
        #expect(try stack.offset(of: 1) == 319)
        #expect(stack.index(of: id) == 0)
        #expect(stack.items(from: 0, height: 320) == 0..<2)
        try stack.setWidth(300)
        try stack.update()
        #expect(page.widths.last == 234 && other.widths.last == 240)
        try stack.setHeight(of: 2, to: 0)
        try stack.remove(at: 0)
        #expect(stack.index(of: id) == nil)
        #expect(stack.totalHeight == 10 + 100 + 5 + 0 + 30)
    }

    @Test func badInputThrows() throws {
        for bad in [-1, Double.nan, .infinity] {
            #expect(throws: CopyfitError.self) { try ContentStack(width: bad) }
            #expect(throws: CopyfitError.self) { try ContentStack(width: 1, spacing: bad) }
            #expect(throws: CopyfitError.self) { try ContentStack(width: 1, insets: Insets(all: bad)) }
        }
        var stack = try ContentStack(width: 100, insets: Insets(all: 50))
        #expect(throws: CopyfitError.self) { try stack.insert(height: -.infinity) }
        #expect(throws: CopyfitError.self) { try stack.offset(of: 0) }
        #expect(throws: CopyfitError.self) { try stack.remove(at: 0) }
        #expect(throws: CopyfitError.self) { try stack.insert(height: 1, at: 2) }
        try stack.insert(Page(3))
        #expect(throws: CopyfitError.self) { try stack.move(from: 0, to: 1) }
        #expect(throws: CopyfitError.self) { try stack.update() }
    }

    /// The README's: a header above content in one scroll view.
    @Test func headerAboveContent() throws {
        let copyfitter = try Copyfitter()
        let html = "<!DOCTYPE html><body style='margin:0;font:16px/20px Titillium Web'><p style='margin:0'>Hello<br>world"
        var stack = try ContentStack(width: 390, insets: Insets(top: 0, left: 16, bottom: 24, right: 16), spacing: 12)
        try stack.insert(height: 120)
        try stack.insert(copyfitter.prepare(html: html))
        try stack.update()
        #expect(try stack.offset(of: 1) == 132)
        #expect(stack.totalHeight == 120 + 12 + 40 + 24)
    }

    @Test func liveDocumentsMoveWhatIsBelow() throws {
        let copyfitter = try Copyfitter()
        let live = try LiveDocument(
            html: "<!DOCTYPE html><body style='margin:0'><div style='height:50px'></div>", width: 200, copyfitter: copyfitter)
        var stack = try ContentStack(width: 320, insets: Insets(all: 10))
        try stack.insert(live)
        try stack.insert(height: 5)
        try stack.update()
        #expect(live.size.width == 300)
        #expect(try stack.offset(of: 1) == 60)
        let div = try #require(try live.first("div"))
        try live.update { (edit) throws(LiveError) in try edit.setStyle("height", to: "80px", of: div) }
        #expect(try stack.update())
        #expect(try stack.offset(of: 1) == 90)
        #expect(try !stack.update())
        try stack.setWidth(420)
        try stack.update()
        #expect(live.size.width == 400)
    }

    /// The README's: a list of 100 000 messages.
    @Test func longList() throws {
        let copyfitter = try Copyfitter()
        let messages = (0..<100_000).map { "Message \($0)" + String(repeating: " and so on", count: $0 % 37) }
        var rows = try HeightIndex(count: messages.count, estimate: 60)
        var scroll = rows.totalHeight / 2
        for _ in 0..<3 {
            rows.pin(at: scroll, viewportHeight: 800)
            for row in rows.rows(from: scroll, height: 800) where try !rows.isMeasured(row) {
                let bubble = try copyfitter.prepare(text: messages[row], attributes: .init(families: ["Titillium Web"])).layout(width: 300)
                try rows.setHeight(of: row, to: Double(bubble.height) + 16)
            }
            scroll = try #require(rows.pinnedOffset)
        }
        let visible = rows.rows(from: scroll, height: 800)
        #expect(try visible.allSatisfy { row throws(CopyfitError) in try rows.isMeasured(row) })
        #expect(rows.count == 100_000 && rows.totalHeight != 6_000_000)
    }
}
