import Testing

@testable import Copyfit
private import Glibc

/// `render --batch`, on the built programs.
@Suite struct RenderBatchTests {
    /// A folder with two pages, gone after the test.
    private final class Pages {
        let folder: String

        init() throws {
            var template = Array("/tmp/copyfit-batch-XXXXXX".utf8CString)
            folder = String(cString: try #require(mkdtemp(&template)))
            for name in ["a.html", "b.html"] {
                let file = try #require(fopen(folder + "/" + name, "w"))
                fputs("<!DOCTYPE html><p>\(name)", file)
                fclose(file)
            }
        }

        deinit {
            for name in ["a.html", "b.html", "a.png", "b.png"] { unlink(folder + "/" + name) }
            rmdir(folder)
        }

        func line(_ name: String) -> String { "\(folder)/\(name).html\t\(folder)/\(name).png\n" }
    }

    @Test func progressIsShownOnATerminal() throws {
        let pages = try Pages()
        let outcome = try BuiltTool().run(
            ["render", "--batch", "--viewport", "40x40"], input: pages.line("a") + pages.line("b"), errorsGoToTerminal: true)
        #expect(outcome.status == 0 && outcome.output == "ok\nok\n")
        // Each picture writes the bar anew over the last one.
        let bars = outcome.errors.split(separator: "\r").map { String($0.filter { !$0.isNewline }) }.filter { !$0.isEmpty }
        #expect(bars.count == 2)
        #expect(bars.first?.hasPrefix("▪ ") == true && bars.first?.hasSuffix(" 1 picture") == true)
        #expect(bars.last?.hasPrefix("▪▪ ") == true && bars.last?.hasSuffix(" 2 pictures") == true)
    }

    @Test func nothingIsShownElsewhere() throws {
        let pages = try Pages()
        let outcome = try BuiltTool().run(["render", "--batch", "--viewport", "40x40"], input: pages.line("a") + pages.line("none") + pages.line("b"))
        #expect(outcome.errors.isEmpty)
        let answers = outcome.output.split(separator: "\n")
        #expect(outcome.status == 1 && answers.count == 3 && answers[0] == "ok" && answers[2] == "ok" && answers[1].hasPrefix("error "))
    }
}
