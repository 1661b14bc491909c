import Copyfit
import Testing

@testable import CopyfitCLI

@Suite struct BenchTests {
    private static let cases = #"{"id":1,"html":"<p>one","width":[100,200]}"# + "\n" + #"{"id":2,"html":"two","width":300,"css":"body{margin:0}"}"# + "\n"

    @Test func everyPartGivesRowsAsJSON() throws {
        var tool = try BuiltTool()
        tool.patience = 120_000
        let outcome = try tool.run(["bench", "all", "--rounds", "1", "--json", "--cases", "-"], input: BenchTests.cases)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let answer = try JSONValue(parsing: Array(outcome.output.utf8))
        for part in ["process", "shape", "measure", "relayout"] {
            #expect(!answer[part].elements.isEmpty)
            for row in answer[part].elements { #expect(row["label"].string?.isEmpty == false) }
        }
        guard case .number(let count) = answer["measure"][0]["count"], case .number(let median) = answer["measure"][0]["median"] else {
            Issue.record("no numbers")
            return
        }
        #expect(count == 3 && median > 0)
    }

    @Test func peopleGetATable() throws {
        let outcome = try BuiltTool().run(["bench", "measure", "--rounds", "1", "--cases", "-"], input: BenchTests.cases)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("cases, cold"))
        #expect(outcome.errors.isEmpty)
    }

    @Test func badRequestsAreNamed() throws {
        #expect(try BuiltTool().run(["bench", "measure", "--cases", "/none.jsonl"]).status == 2)
        #expect(try BuiltTool().run(["bench", "nonsense"]).errors.contains("nonsense"))
        #expect(try BuiltTool().run(["bench", "measure", "--cases", "-"], input: "{}\n").errors.contains("html is missing"))
    }

    @Test func snippetsAreOfTheSizeTheyAreSaidToBe() {
        let snippets = BenchCases.snippets(.init())
        let mean = snippets.reduce(0) { $0 + $1.kilobytes } / Double(snippets.count)
        #expect(mean > 1.2 && mean < 1.6)
        let lengths = BenchCases.messages(500).map(\.count)
        #expect((lengths.min() ?? 0) >= 20 && (lengths.max() ?? 0) <= 400)
    }

    @Test func percentilesLieBetweenSamples() {
        let samples = BenchSamples([4, 1, 3, 2])
        #expect(samples.median == 2.5)
        #expect(samples.percentile(0) == 1 && samples.percentile(100) == 4)
        #expect(BenchSamples([]).median == 0)
    }
}
