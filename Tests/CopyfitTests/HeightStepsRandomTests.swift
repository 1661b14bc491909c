import Testing

@testable import Copyfit

/// Steps of heights of random pages, against a whole new layout at each 1/64 px.
@Suite struct HeightStepsRandomTests {
    /// The window of each page, CSS px, and how much of it is looked at everywhere.
    static let window = 24.0
    static let dense = 0.5

    @Test(arguments: 0..<UInt64(12), [Profile.webkit, .chromium])
    func stepsAreWhatEachWidthGives(seed: UInt64, profile: Profile) throws {
        var pages = RandomWidthPages(seed: seed &+ 1000)
        let html = pages.page()
        var options = Options()
        options.profile = profile
        let copyfitter = try Copyfitter(options: options, fonts: BrowserCaseTests.fonts)
        let document = copyfitter.prepare(html: html), other = copyfitter.prepare(html: html)
        let start = 100 + Double(seed &* 7919 % 160)
        let range = start...start + HeightStepsRandomTests.window
        var tried = 0
        let steps = try document.heightSteps(widths: range, tried: &tried)
        var widths = Set(stride(from: start, through: start + HeightStepsRandomTests.dense, by: 1.0 / 64))
        for step in steps.prefix(20) { widths.formUnion([step.width - 1.0 / 64, step.width, step.width + 1.0 / 64]) }
        for width in widths where range.contains(width) {
            let height = Double(try other.layout(width: width, detail: .boxes).height)
            #expect(steps.last { $0.width <= width }?.height == height, "seed \(seed) at \(width) in \(profile.engine): \(html)")
        }
    }
}
