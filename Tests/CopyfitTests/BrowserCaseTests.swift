import Testing

@testable import Copyfit

/// Whole documents against what the browsers say about them.
@Suite struct BrowserCaseTests {
    enum Engine: String, CaseIterable, CustomTestStringConvertible {
        case webkit, chromium
        var profile: Profile { self == .webkit ? .webkit : .chromium }
        var testDescription: String { rawValue }
    }

    /// Misses that are known, as `engine name`. A case that comes to agree is to leave the list.
    static let known: Set<String> = [
        "chromium blocks/hidden-and-void", "chromium controls/fieldsets", "chromium math/roots",
        "chromium floats/tables-beside", "chromium fonts/synthesis", "chromium images/wrapping",
        "chromium inline/edges", "chromium lines/first-letter", "chromium lines/line-clamp", "chromium lines/nested-shifts",
        "chromium lists/items-with-flex", "chromium lists/marker-overflow-heightless", "chromium positioned/overflow",
        "chromium quirks/body-height", "chromium sizing/zoom", "chromium tables/spans", "chromium text/caps", "chromium text/pre-wrap",
        "chromium text/soft-hyphens", "chromium text/wbr-nowrap-islands", "chromium text/white-space-values",
        "chromium world/variation-selectors", "webkit blocks/percent-heights", "webkit columns/balance", "webkit columns/spanners-and-breaks",
        "webkit controls/details", "webkit controls/fieldsets",
        "webkit floats/auto-heights", "webkit floats/tables-beside", "webkit fonts/synthesis",
        "webkit lines/first-letter", "webkit lines/first-line", "webkit lines/line-clamp", "webkit lines/middle-and-edges",
        "webkit lines/vertical-align-top-bottom", "webkit positioned/overflow",
        "webkit quirks/body-height", "webkit sizing/inline-block-widths", "webkit sizing/zoom",
        "webkit text/break-all-and-anywhere", "webkit text/caps", "webkit text/kerning", "webkit text/kerning-and-ligatures",
        "webkit text/language-transforms", "webkit text/pre-wrap", "webkit world/bidi-overrides", "webkit world/breaks-korean", "webkit world/emoji",
        "webkit world/marks-stay-with-base", "webkit world/variation-selectors",
    ]

    /// The recorder gives thousandths of a px; boxes may differ by 1/64 px where an engine keeps floats that we cut.
    static let slack = 1.0 / 32

    /// One catalog for all: it holds the font world of the recordings.
    static let fonts = FontCatalog(fontconfigFile: ProjectFiles.fontconfigFile)

    @Test(arguments: BrowserCase.all, Engine.allCases)
    func agreesWithTheBrowser(page: BrowserCase, engine: Engine) throws {
        if BrowserCaseTests.known.contains("\(engine.rawValue) \(page.name)") {
            withKnownIssue { try compare(page, engine) }
        } else {
            try compare(page, engine)
        }
    }

    private func compare(_ page: BrowserCase, _ engine: Engine) throws {
        let copyfitter = try Copyfitter(options: page.options(engine), fonts: BrowserCaseTests.fonts)
        let document = copyfitter.prepare(bytes: try FileReader.read(path: page.path))
        let answers = try page.answers(engine.rawValue)
        #expect(!answers.isEmpty)

        for answer in answers {
            let layout = try document.layout(width: answer.width, detail: [.lines, .boxes, .widths])
            let place = "at \(Int(answer.width))"
            #expect(layout.height == answer.height, "height \(place)")
            #expect(isClose(layout.rootHeight, answer.rootHeight), "root height \(place): \(layout.rootHeight), not \(answer.rootHeight)")
            #expect(layout.isQuirks == answer.isQuirks)
            #expect(isClose(layout.naturalWidth ?? -1, answer.naturalWidth), "natural width \(place): \(layout.naturalWidth ?? -1), not \(answer.naturalWidth)")
            #expect(isClose(layout.minWidth ?? -1, answer.minWidth), "least width \(place): \(layout.minWidth ?? -1), not \(answer.minWidth)")
            // The recorder leaves out pieces without anything visible.
            expectSameLines((layout.lines ?? []).map { BrowserAnswer.squeezed($0.text) }.filter { !$0.isEmpty }, answer.lines, place)
            expectSameBoxes(layout.boxes ?? [], answer.boxes, place)
        }
    }

    /// The first line that differs says enough.
    private func expectSameLines(_ found: [String], _ wanted: [String], _ place: String) {
        guard found != wanted else { return }
        let index = zip(found, wanted).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? min(found.count, wanted.count)
        let text = { (lines: [String]) in index < lines.count ? "“\(lines[index])”" : "nothing" }
        Issue.record("line \(index + 1) \(place): \(text(found)), not \(text(wanted))")
    }

    private func expectSameBoxes(_ found: [BoxInfo], _ wanted: [BrowserAnswer.Box], _ place: String) {
        #expect(found.map(\.tag) == wanted.map(\.tag), "elements \(place)")
        for (index, pair) in zip(found, wanted).enumerated() where !["tr", "tbody", "thead", "tfoot", "col", "colgroup"].contains(pair.1.tag) {
            let edges = [pair.0.x, pair.0.y, pair.0.width, pair.0.height]
            guard zip(edges, pair.1.edges).allSatisfy({ isClose($0, $1) }) else {
                Issue.record("element \(index + 1) \(place): \(pair.1.tag) \(edges), not \(pair.1.edges)")
                return   // what follows is mostly its consequence
            }
        }
    }

    private func isClose(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= BrowserCaseTests.slack }
}
