import Testing

@testable import Copyfit

/// Heights at many widths, against a new document for each.
@Suite struct HeightStepsTests {
    static let pages: [(name: String, html: String)] = [
        ("plain text", "<!doctype html><p>The ferry leaves the harbour at a quarter past seven, and whoever misses it waits until noon."),
        ("no doctype, several boxes", "<body style='margin:0'><h2>Most of it</h2><p>is a <b>habit</b> of <span style='padding:0 5px;border:1px solid'>telling</span> the same</p><blockquote>story"),
        ("list", "<!doctype html><ul><li>wood, unlike paper<li>does not <em>forgive</em><ol><li>a second opinion</ol></ul>"),
        ("other fonts and line heights", "<!doctype html><p>one <code style='font:20px monospace'>two</code> three <sup>four</sup> five <small style='line-height:40px'>six</small> seven eight"),
        ("breaks", "<!doctype html><p>one two three<br>four<br><br>five six <b>seven<br></b> eight nine"),
        ("preserved", "<!doctype html><pre style='white-space:pre-wrap'>one two\n  three    four five  \n\nsix</pre>"),
        ("words that are split", "<!doctype html><p style='overflow-wrap:break-word'>incomprehensibilities of unimaginable proportions"),
        ("indent", "<!doctype html><p style='text-indent:30px'>By the time the lamps were lit, the market had turned<p style='text-indent:-20px;padding-left:20px'>into a river of umbrellas"),
        ("media query", "<!doctype html><style>@media (max-width:150px){p{font-size:30px}}</style><p>Good type disappears: you remember what was said"),
        ("limits and percentages", "<!doctype html><div style='max-width:120px'>one two three four five six</div><div style='width:50%'>seven eight nine ten</div><div style='width:70px'>eleven twelve"),
        ("table", "<!doctype html><table><tr><td>one two three<td>four five six seven</table>after"),
        ("float", "<!doctype html><div style='float:left;width:50px;height:30px'></div>one two three four five six seven eight"),
        ("flex", "<!doctype html><div style='display:flex'><div>one two three</div><div>four five six seven</div></div>"),
        ("clipped and clamped", "<!doctype html><div style='overflow:hidden'><p>one two three four</div><div style='display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2'>five six seven eight nine"),
        ("inline blocks", "<!doctype html><p>one <span style='display:inline-block;width:40px'>two three</span> four five"),
        ("negative margin", "<!doctype html><p>one two three four<div style='margin-top:-30px'>five six</div>"),
        ("deep line", "<!doctype html><body style='margin:0'><p style='margin:0;line-height:8px'>one <span style='padding:20px 0'>two three</span>"),
        ("two percentages that are rounded", "<!doctype html><body style='margin:0;padding:0 5%'><p>one two three four five six seven eight nine ten eleven twelve thirteen fourteen"),
        ("padding that takes from a limited width", "<!doctype html><body style='margin:0;padding:0 12%;max-width:100px;box-sizing:border-box'><p>one two three four five six seven eight nine ten"),
        ("positioned with a limit", "<!doctype html><div style='position:absolute;left:0;max-width:73%'>one two three four five six seven eight nine ten eleven twelve</div>"),
        ("viewport units", "<!doctype html><p style='padding-left:10vw'>one two three four five"),
    ]

    @Test(arguments: pages.map(\.name), [Profile.webkit, .chromium])
    func stepsAreWhatTryingEachWidthGives(name: String, profile: Profile) throws {
        let html = try #require(HeightStepsTests.pages.first { $0.name == name }).html
        var options = Options()
        options.profile = profile
        let copyfitter = try Copyfitter(options: options, fonts: BrowserCaseTests.fonts)
        let document = copyfitter.prepare(html: html)
        let range = 60.0...180.0
        // Each 1/64 px of a part, each 3/64 px of the rest, as a new layout with everything finds it.
        let other = copyfitter.prepare(html: html)
        let steps = try document.heightSteps(widths: range)
        #expect(steps.first?.width == 60)
        #expect(steps.allSatisfy { range.contains($0.width) && ($0.width * 64).rounded() == $0.width * 64 })
        #expect(zip(steps, steps.dropFirst()).allSatisfy { $0.width < $1.width && $0.height != $1.height })
        func stepHeight(at width: Double) -> Double? { steps.last { $0.width <= width }?.height }
        var widths = Set(stride(from: 60.0, through: 180, by: 1.171875))
        // Beside each step, where a mistake would show.
        for step in steps.prefix(60) { widths.formUnion([step.width - 1.0 / 64, step.width, step.width + 1.0 / 64]) }
        for width in widths where range.contains(width) {
            let plain = try other.layout(width: width, detail: .boxes)
            #expect(stepHeight(at: width) == Double(plain.height), "\(name) at \(width)")
            let quick = try document.layout(width: width)
            #expect(quick.rootHeight == plain.rootHeight && quick.bodyHeight == plain.bodyHeight && quick.lineCount == plain.lineCount, "\(name) at \(width)")
        }
    }

    @Test func heightsComeInOrder() throws {
        let document = try Copyfitter(options: Options(), fonts: BrowserCaseTests.fonts).prepare(html: HeightStepsTests.pages[0].html)
        let widths: [Double] = [320, 100, 320, 55.5]
        #expect(try document.heights(for: widths) == widths.map { Double(try document.layout(width: $0, detail: .boxes).height) })
        #expect(try document.heights(for: []) == [])
        #expect(throws: CopyfitError.self) { try document.heights(for: [100, 0]) }
        #expect(throws: CopyfitError.self) { try document.heightSteps(widths: 0...10) }
    }

    /// Steps of a stack of text take a small part of the work that trying each width would.
    @Test func textStandsForManyWidthsAtOnce() throws {
        let document = try Copyfitter(options: Options(), fonts: BrowserCaseTests.fonts).prepare(html: HeightStepsTests.pages[1].html)
        _ = try document.height(width: 500)
        let answer = try document.heightAnswer(width: 300)
        #expect(answer.widest - answer.narrowest > 64)
    }
}
