import Testing

@testable import Copyfit

/// What makes heights fast never changes them: caches, kept documents and sums of lines against the plain path.
@Suite struct SameAnswersTests {
    private static let widths: [Double] = [320, 1, 97.3, 180, 181.5, 321.015625, 640, 1280]

    @Test(arguments: BrowserCase.all, BrowserCaseTests.Engine.allCases)
    func keptDocumentsAnswerAsNewOnesDo(page: BrowserCase, engine: BrowserCaseTests.Engine) throws {
        var options = Options()
        options.profile = engine.profile
        options.baseDirectory = page.folder
        options.viewportHeight = 1
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
}
