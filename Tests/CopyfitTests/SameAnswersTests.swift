import Testing

@testable import Copyfit

/// What makes heights fast never changes them: caches, kept documents and sums of lines against the plain path.
@Suite struct SameAnswersTests {
    private static let widths: [Double] = [320, 1, 97.3, 180, 181.5, 321.015625, 640, 1280]

    @Test(arguments: BrowserCase.all, BrowserCaseTests.Engine.allCases)
    func keptDocumentsAnswerAsNewOnesDo(page: BrowserCase, engine: BrowserCaseTests.Engine) throws {
        let options = page.options(engine)
        let bytes = try FileReader.read(path: page.path)
        let kept = try Copyfitter(options: options, fonts: BrowserCaseTests.fonts).prepare(bytes: bytes)
        let other = try Copyfitter(options: options, fonts: BrowserCaseTests.fonts).prepare(bytes: bytes)
        for width in SameAnswersTests.widths {
            let quick = try kept.layout(width: width)
            // Who asks for boxes gets a layout without sums and memory.
            let plain = try other.layout(width: width, detail: .boxes)
            #expect(quick.height == plain.height, "height at \(width)")
            #expect(quick.rootHeight == plain.rootHeight, "root height at \(width)")
            #expect(quick.bodyHeight == plain.bodyHeight, "body height at \(width)")
            #expect(quick.lineCount == plain.lineCount, "lines at \(width)")
        }
    }

    /// What an answer says of other widths is what a layout gives there, to the ends of its interval; and each width of a kept document gives
    /// what a new one gives.
    @Test(arguments: BrowserCase.all, BrowserCaseTests.Engine.allCases)
    func answersHoldForTheirIntervals(page: BrowserCase, engine: BrowserCaseTests.Engine) throws {
        let options = page.options(engine)
        let bytes = try FileReader.read(path: page.path)
        let copyfitter = try Copyfitter(options: options, fonts: BrowserCaseTests.fonts)
        let kept = copyfitter.prepare(bytes: bytes), other = copyfitter.prepare(bytes: bytes)
        // A sequence that never comes back, and widths beside each that is reached.
        for index in 0..<3 {
            let share = (Double(index) * 0.618_033_988_749_894_9 + 0.21).truncatingRemainder(dividingBy: 1)
            let width = (60 + share * 700) * 64
            for raw in [width.rounded(), width.rounded() - 130] {
                let answer = try kept.heightAnswer(width: raw / 64)
                #expect(Double(answer.narrowest) <= raw && Double(answer.widest) >= raw)
                let ends = [raw, Double(max(answer.narrowest, 64)), Double(min(answer.widest, 1500 * 64))]
                for end in Set(ends.map { $0.rounded() }) where Double(answer.narrowest) <= end && end <= Double(answer.widest) {
                    let plain = try (index == 0 ? copyfitter.prepare(bytes: bytes) : other).layout(width: end / 64, detail: .boxes)
                    #expect(answer.height(viewportHeight: 1) == plain.height, "height at \(end / 64), told at \(raw / 64)")
                    #expect(Double(answer.rootHeight) / 64 == plain.rootHeight, "root height at \(end / 64), told at \(raw / 64)")
                    #expect(Double(answer.bodyHeight) / 64 == plain.bodyHeight, "body height at \(end / 64), told at \(raw / 64)")
                    #expect(answer.lineCount == plain.lineCount, "lines at \(end / 64), told at \(raw / 64)")
                }
            }
        }
    }
}
