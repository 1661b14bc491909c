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
        ("picture as wide as its container", "<!doctype html><body style='margin:0'><img style='max-width:100%' src=\"\(picture(400, 230))\"><p>one two three four five six seven"),
        ("pictures in text", "<!doctype html><p>one <img style='width:40%' src=\"\(picture(300, 70))\"> two three <b>four <img style='max-width:calc(100% - 2px)' src=\"\(picture(170, 90))\"></b> five six seven eight"),
        ("picture with limits", "<!doctype html><img style='display:block;width:100%;max-height:70px;min-height:40px' src=\"\(picture(100, 60))\"><img style='max-width:80%;height:30px' src=\"\(picture(300, 60))\">"),
        ("pictures between rounded percentages", "<!doctype html><body style='margin:0;padding:0 5%'><img style='max-width:100%;display:block;margin:1em auto' src=\"\(picture(400, 330))\"><div style='margin:0 3%'><img style='width:100%' src=\"\(picture(40, 50))\"></div>"),
        ("pictures in a list, a table, a flex container and beside a float", "<!doctype html><ul><li><img style='max-width:100%' src=\"\(picture(300, 100))\"></ul><table><tr><td><img style='width:100%' src=\"\(picture(300, 100))\"><td>one two</table><div style='display:flex'><img style='max-width:100%' src=\"\(picture(300, 100))\"><p>three</div><div style='float:left;width:30px;height:50px'></div><p>four <img style='max-width:100%' src=\"\(picture(200, 30))\"> five six"),
        ("heights that follow the width", "<!doctype html><div style='padding-top:56.25%;position:relative'><div style='position:absolute;top:0;left:0;width:100%;height:100%'></div></div><div style='aspect-ratio:3/1'>one two three four</div><p style='margin:4% 0'>five six seven"),
        ("boxes without width", "<!doctype html><body style='margin:0 0 0 100px'><div style='margin-left:40px'>one two three <img style='max-width:100%' src=\"\(picture(20, 10))\"></div>"),
        ("lines of different heights", "<!doctype html><p>one <code style='font-size:20px'>two</code> three four five six <sup>seven</sup> eight nine <big>ten</big> eleven twelve thirteen fourteen"),
        ("words that are hyphenated", "<!doctype html><p lang=en style='hyphens:auto;-webkit-hyphens:auto'>incomprehensible formulations characterize administrative correspondence"),
        ("viewport units", "<!doctype html><p style='padding-left:10vw'>one two three four five"),
    ]

    private static func picture(_ width: Int, _ height: Int) -> String {
        "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='\(width)' height='\(height)'/>"
    }

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

    /// A picture that follows the width takes a few looks for each px that it grows by, text one or two a step.
    @Test(arguments: [Profile.webkit, .chromium])
    func stepsTakeFewLooks(profile: Profile) throws {
        var options = Options()
        options.profile = profile
        let copyfitter = try Copyfitter(options: options, fonts: BrowserCaseTests.fonts)
        for html in [
            "<!doctype html><p><img style='max-width:100%' src=\"\(HeightStepsTests.picture(400, 230))\"><p>one two three four five six",
            "<!doctype html><p>" + String(repeating: "one two three four five six seven eight nine ten ", count: 20),
        ] {
            let document = copyfitter.prepare(html: html)
            _ = try document.height(width: 500)
            var tried = 0
            let steps = try document.heightSteps(widths: 100...300, tried: &tried)
            #expect(steps.count > 10 && tried < 5 * steps.count, "\(tried) for \(steps.count)")
        }
    }

    /// Steps of a stack of text take a small part of the work that trying each width would.
    @Test func textStandsForManyWidthsAtOnce() throws {
        let document = try Copyfitter(options: Options(), fonts: BrowserCaseTests.fonts).prepare(html: HeightStepsTests.pages[1].html)
        _ = try document.height(width: 500)
        let answer = try document.heightAnswer(width: 300)
        #expect(answer.widest - answer.narrowest > 64)
    }
}
