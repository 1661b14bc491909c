import Testing

@testable import Copyfit

/// Pages in the viewport of a phone.
@Suite struct ViewportTests {
    private func layout(_ head: String, _ body: String = "", device: Double = 390, scalesToFit: Bool = true) throws -> ViewportLayout {
        try FittingTests.copyfitter.get().prepare(html: "<!DOCTYPE html><head>\(head)</head><body style='margin:0'>\(body)")
            .layout(viewport: .mobile(deviceWidth: device, scalesToFit: scalesToFit))
    }

    private func meta(_ content: String) -> String { "<meta name=viewport content='\(content)'>" }

    @Test func withoutTheTagThePageIsLaidOutAt980() throws {
        let page = try layout("", "<div style='height:490px'>")
        #expect(page.layoutWidth == 980 && page.layoutHeight == 490 && page.scale == 390.0 / 980 && page.scaledHeight == 195)
    }

    private static let tags: [(String, Double, Double)] = [
        ("width=device-width, initial-scale=1", 390.0, 1.0), ("width=device-width", 390, 1), ("initial-scale=1", 390, 1), ("width=600", 600, 0.65),
        ("width=600,initial-scale=1", 600, 1), ("width=200, initial-scale=1", 390, 1), ("initial-scale=0.5", 780, 0.5), ("initial-scale=2", 195, 2),
        ("WIDTH = 600;junk,user-scalable=no", 600, 0.65), ("width=abc", 980, 390.0 / 980), ("width=20", 78, 5), ("width=1000000", 10_000, 0.25),
        ("width=-1", 980, 390.0 / 980), ("initial-scale=0", 3900, 0.1), ("initial-scale=nan", 980, 390.0 / 980), ("initial-scale=1,maximum-scale=0.5", 780, 0.5),
        ("", 980, 390.0 / 980), ("=,;= width", 980, 390.0 / 980), ("width=320px", 320, 390.0 / 320),
    ]

    @Test(arguments: tags)
    func theTagDecides(content: String, width: Double, scale: Double) throws {
        let page = try layout(meta(content))
        #expect(page.layoutWidth == width)
        #expect(abs(page.scale - scale) < 1e-12)
    }

    @Test func theLastTagCounts() throws {
        #expect(try layout(meta("width=500") + "<meta name=Viewport content='width=400'>").layoutWidth == 400)
    }

    @Test func wideContentIsScaledToFit() throws {
        let wide = "<div style='width:780px;height:100px'>"
        let page = try layout(meta("width=device-width, initial-scale=1"), wide)
        #expect(page.contentWidth == 780 && page.scale == 0.5 && page.scaledHeight == 50 && page.scaledWidth == 390)
        #expect(try layout(meta("width=device-width, initial-scale=1, shrink-to-fit=no"), wide).scale == 1)
        #expect(try layout(meta("width=device-width"), wide, scalesToFit: false).scale == 1)
        #expect(try layout("", "<div style='width:1300px'>x").scale == 0.3)
        #expect(try layout("", "<div style='width:100000px'>x").scale == 0.25)
    }

    @Test func mediaQueriesSeeTheLayoutWidth() throws {
        let style = "<style>div { height: 10px } @media (max-width: 500px) { div { height: 20px } }</style>"
        #expect(try layout(style, "<div>").layoutHeight == 10)
        #expect(try layout(style + meta("width=device-width"), "<div>").layoutHeight == 20)
    }

    @Test func textSizeAdjustCountsOnPhonesOnly() throws {
        let html = "<!DOCTYPE html><meta name=viewport content='width=device-width'><body style='margin:0;font:10px/2 Titillium Web;-webkit-text-size-adjust:150%'>"
            + "a<div style='font-size:2em;text-size-adjust:none'>b<i style='text-size-adjust:inherit'>c</i></div>"
        let document = try FittingTests.copyfitter.get().prepare(html: html)
        #expect(try document.layout(viewport: .mobile(deviceWidth: 300)).layoutHeight == 30 + 40)
        #expect(try document.layout(width: 300).height == 20 + 40)
        #expect(try document.layout(viewport: .mobile(deviceWidth: 300)).layoutHeight == 30 + 40)
        #expect(try document.layout(viewport: .fixed(width: 300)).layoutHeight == 20 + 40)
        #expect(document.diagnostics.isEmpty)
    }

    /// The README's: a phone's viewport with and without the tag.
    @Test func readme() throws {
        let copyfitter = try FittingTests.copyfitter.get()
        let article = "<body style='margin:0;font:16px/20px Titillium Web'><p style='margin:0'>" + String(repeating: "word ", count: 100)
        let desktop = try copyfitter.prepare(html: "<!DOCTYPE html>" + article).layout(viewport: .mobile(deviceWidth: 390))
        #expect(desktop.layoutWidth == 980 && desktop.scaledHeight < desktop.layoutHeight)
        let phone = try copyfitter.prepare(html: "<!DOCTYPE html><meta name=viewport content='width=device-width, initial-scale=1'>" + article)
            .layout(viewport: .mobile(deviceWidth: 390))
        #expect(phone.layoutWidth == 390 && phone.scale == 1 && phone.scaledHeight == phone.layoutHeight)
        #expect(phone.layoutHeight > desktop.layoutHeight)
    }

    @Test func badInputThrows() throws {
        let document = try FittingTests.copyfitter.get().prepare(html: "x")
        for bad in [Double.nan, -1, 0, .infinity] {
            #expect(throws: CopyfitError.self) { try document.layout(viewport: .mobile(deviceWidth: bad)) }
            #expect(throws: CopyfitError.self) { try document.layout(viewport: .fixed(width: bad)) }
        }
    }
}
