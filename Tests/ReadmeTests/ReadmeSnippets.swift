import Copyfit
import CopyfitLive
import CopyfitPaint
import Testing

/// What the README's examples are: each stands here between two marks, to the letter, and runs with stand-ins for the views of an app.
/// `ReadmeTextTests` holds the two against each other.
@Suite struct ReadmeSnippets {
    private let html = "<style>body { margin: 0 }</style><details class=faq><summary>Q</summary><p>Answer</p></details><p>Hello <b>world</b>, call (415) 555-0132."
    private let copyfitter: Copyfitter

    init() throws { copyfitter = try Copyfitter() }

    @Test func frontDoor() throws {
        // README
        let copyfitter = try Copyfitter()
        let height = try copyfitter.height(html: "<p>Hello <b>world</b>", width: 320)
        print(height)
        // README ends
        #expect(height > 16)
    }

    @Test func preparesOnce() throws {
        // README
        let document = copyfitter.prepare(html: html)
        for width in [320.0, 375, 414] { print(try document.layout(width: width, detail: .lines).lineCount) }
        let heights = try document.heights(for: [320, 375, 414])
        let steps = try document.heightSteps(widths: 320...430)                     // every width at which the height changes, and to what
        print(heights, steps.map(\.width))
        // README ends
    }

    @Test func findsSizes() throws {
        // README
        let document = copyfitter.prepare(html: html)
        let natural = try document.intrinsicContentSize()                           // nothing wraps
        let offered = try document.sizeThatFits(width: 390)                         // no wider than the longest line
        let grown = try document.fittingSize(width: 390, maxHeight: 200)            // grows to 200, then scrolls
        let cut = try document.lineLimit(width: 390, maxLines: 3).cut               // whether it is cut, and where
        let bubble = try document.shrinkWrap(maxWidth: 300)                         // the narrowest with as many lines
        let balanced = try document.balancedWidth(maxWidth: 300)                    // lines as even as can be
        let largest = try document.largestTextScale(fitting: ContentSize(width: 320, height: 100))
        print(natural.width, offered.width, grown.scrolls, cut?.textOffset ?? 0, bubble.width, balanced.width, largest.scale)
        // README ends
        #expect(offered.width <= natural.width && bubble.width <= 300 && balanced.width <= bubble.width + 300)
    }

    @Test @MainActor func growsATextBox() throws {
        let typed = "Hello", textView = TextView()
        // README
        var text = AttributedText(typed, base: .init(families: ["Titillium Web"], size: 17))
        text.insets = Insets(top: 8, left: 5, bottom: 8, right: 5)
        let box = try copyfitter.prepare(text: text).fittingSize(width: 300, minHeight: 36, maxHeight: 120)
        textView.height = box.height
        textView.isScrollEnabled = box.scrolls
        // README ends
        #expect(textView.height == 42 && !textView.isScrollEnabled)
    }

    @Test @MainActor func stacks() throws {
        let webView = TextView(), scrollView = ScrollView()
        // README
        var stack = try ContentStack(width: 390, insets: Insets(top: 0, left: 16, bottom: 24, right: 16), spacing: 12)
        try stack.insert(height: 120)                        // the header
        try stack.insert(copyfitter.prepare(html: html))
        try stack.update()                                   // again after contentChanged(at:), setWidth(_:), or a change of a LiveDocument in it
        webView.y = try stack.offset(of: 1)
        scrollView.contentHeight = stack.totalHeight
        // README ends
        #expect(webView.y == 132 && scrollView.contentHeight > 156)
    }

    @Test func changes() async throws {
        let view = View()
        // README
        let document = try LiveDocument(html: html, width: 390, copyfitter: copyfitter)
        let observation = document.observe { change in await view.setHeight(change.new.height) }   // or: for await change in document.changes
        let accordion = try document.first("details.faq")!
        try document.update { edit in try edit.toggle(accordion) }                                 // taller
        try document.update { edit in try edit.toggle(accordion) }                                 // as before
        document.append(html: "<p>Text that streams in")                                            // gives the new height
        // README ends
        observation.cancel()
    }

    @Test func loadsLate() async throws {
        @Sendable func fetch(_ url: String) async throws -> [UInt8] { throw CancellationError() }
        // README
        let loader = AsyncResourceLoader { request in try await fetch(request.url) }
        let document = try LiveDocument(html: "<img src=photo.jpg>", width: 390, copyfitter: copyfitter, loader: loader)
        print(document.height, document.isSettled, document.pendingURLs)
        print(await document.settledHeight(timeout: .seconds(5)).height)
        // README ends
    }

    @Test func listsRows() throws {
        let messages = Array(repeating: "A message of some words", count: 1000)
        var scroll = 4000.0
        // README
        var rows = try HeightIndex(count: messages.count, estimate: 60)
        rows.pin(at: scroll, viewportHeight: 800)
        for row in rows.rows(from: scroll, height: 800) where try !rows.isMeasured(row) {
            let bubble = try copyfitter.prepare(text: messages[row]).layout(width: 300)
            try rows.setHeight(of: row, to: Double(bubble.height) + 16)
        }
        scroll = rows.pinnedOffset ?? scroll
        // README ends
        // The first row whose top is on screen stays where it was.
        #expect(try rows.offset(of: 67) - scroll == 67 * 60 - 4000)
    }

    @Test func asksAPhone() throws {
        let document = copyfitter.prepare(html: html)
        // README
        let page = try document.layout(viewport: .mobile(deviceWidth: 390))
        print(page.layoutWidth, page.layoutHeight, page.scale, page.scaledHeight)
        // without the tag                                       980    60  0.398   23.9
        // <meta name=viewport content="width=device-width">     390   140  1      140
        // README ends
        #expect(page.layoutWidth == 980)
        #expect(try copyfitter.prepare(html: "<meta name=viewport content='width=device-width'>" + html).layout(viewport: .mobile(deviceWidth: 390)).scale == 1)
    }

    @Test func detects() throws {
        // README
        let document = copyfitter.prepare(html: html, detecting: DataDetection([.links, .phoneNumbers]))
        for found in try document.detectedData(width: 390) { print(found.type, found.text, found.url, found.range, found.rects) }
        // README ends
        #expect(try document.detectedData(width: 390).count == 1)
    }

    @Test func paints() throws {
        let document = copyfitter.prepare(html: html)
        let pixels = UnsafeMutablePointer<UInt8>.allocate(capacity: 2560 * 480)
        defer { pixels.deallocate() }
        // README
        let layout = try document.drawableLayout(width: 320)
        let png = try layout.png(scale: 2)                   // also pdf() and svg(), with their text in them
        try layout.draw(into: pixels, bitmapWidth: 640, bitmapHeight: 480, bytesPerRow: 2560, scale: 2)
        // README ends
        #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    }
}

// What an app has.

@MainActor private final class TextView {
    var y = 0.0, height = 0.0
    var isScrollEnabled = false
}

@MainActor private final class ScrollView { var contentHeight = 0.0 }

private actor View {
    private(set) var height = 0.0
    func setHeight(_ height: Double) { self.height = height }
}
