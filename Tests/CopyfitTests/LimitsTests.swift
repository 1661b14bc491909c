import Testing

@testable import Copyfit

/// Limits end the work with numbers; cancelled tasks end soon.
@Suite struct LimitsTests {
    private static let html = "<!doctype html>" + String(repeating: "<p>one <b>two</b> three four", count: 100)

    private func measure(_ limits: Limits, _ html: String = LimitsTests.html) throws(CopyfitError) -> Double {
        var options = Options()
        options.limits = limits
        return try Copyfitter(options: options, fonts: BrowserCaseTests.fonts).prepare(html: html).height(width: 300)
    }

    private func failure(_ limits: Limits) -> CopyfitError? {
        do throws(CopyfitError) {
            _ = try measure(limits)
            return nil
        } catch {
            return error
        }
    }

    @Test func nothingIsLimitedByDefault() throws {
        let free = try measure(Limits())
        #expect(free > 1000)
        #expect(try measure(Limits(nodes: 100_000, boxes: 100_000, textLength: 100_000, seconds: 100)) == free)
    }

    @Test func errorsCarryTheNumbers() {
        guard case .limitExceeded("node", 50, let nodes) = failure(Limits(nodes: 50)) else { Issue.record("no node limit"); return }
        #expect(nodes > 50 && nodes < 60)
        guard case .limitExceeded("box", 70, let boxes) = failure(Limits(boxes: 70)) else { Issue.record("no box limit"); return }
        #expect(boxes > 70 && boxes < 90)
        guard case .limitExceeded("text length", 200, let text) = failure(Limits(textLength: 200)) else { Issue.record("no text limit"); return }
        #expect(text > 200 && text < 240)
        guard case .deadlineExceeded(0, let spent) = failure(Limits(seconds: 0)) else { Issue.record("no deadline"); return }
        #expect(spent > 0 && spent < 10)
        #expect(failure(Limits(seconds: 0))?.code == "deadline_exceeded")
    }

    @Test func aStoppedDocumentStaysStoppedButOthersGoOn() throws {
        var options = Options()
        options.limits.nodes = 50
        let copyfitter = try Copyfitter(options: options, fonts: BrowserCaseTests.fonts)
        let large = copyfitter.prepare(html: LimitsTests.html)
        #expect(throws: CopyfitError.self) { try large.height(width: 300) }
        #expect(throws: CopyfitError.self) { try large.layout(width: 300, detail: .lines) }
        #expect(try copyfitter.prepare(html: "<p>one").height(width: 300) > 0)
    }

    /// Stops inside what stages take in one piece, too, and leaves nothing behind that is not whole.
    @Test(arguments: [
        "<!doctype html><p>" + String(repeating: "one two three ", count: 300_000),
        "<!doctype html><pre>" + String(repeating: "one two three\n", count: 300_000),
        "<!doctype html><style>" + (0..<150_000).map { ".c\($0) p { margin: 1px }" }.joined() + "p { height: 77px }</style><p>one",
    ])
    func longTextsAndHugeSheetsStopWhereTheyAre(html: String) throws {
        var options = Options()
        options.limits.seconds = 0.3
        let copyfitter = try Copyfitter(options: options, fonts: BrowserCaseTests.fonts)
        let document = copyfitter.prepare(html: html)
        for _ in 0..<2 {
            do throws(CopyfitError) {
                // Some machine may be that fast.
                _ = try document.height(width: 300)
            } catch {
                guard case .deadlineExceeded(0.3, let spent) = error else {
                    Issue.record("\(error)")
                    return
                }
                // A debug build on a busy machine; a release build takes about a millisecond.
                #expect(spent < 10)
            }
        }
        options.limits = Limits()
        let small = "<!doctype html><style>p { height: 77px; margin: 0 }</style><p>one"
        #expect(try copyfitter.with(options: options).prepare(html: small).height(width: 300) == 93)
    }

    /// Every stage asks often enough whether to stop: a question for each few bytes of source, wherever they go.
    @Test(arguments: [
        ("parsing", "<!doctype html>" + String(repeating: "<a href=x title='one two'></a>", count: 2000), 2000),
        ("text", "<!doctype html><p>" + String(repeating: "one two three ", count: 10_000), 30_000),
        ("lines", "<!doctype html><pre>" + String(repeating: "one two\n", count: 10_000), 10_000),
        ("tables", "<!doctype html><table>" + String(repeating: "<tr><td>one<td>two", count: 2000), 8000),
        ("flex", "<!doctype html><div style='display:flex;flex-wrap:wrap'>" + String(repeating: "<div>one</div>", count: 3000), 9000),
        ("grid", "<!doctype html><div style='display:grid'>" + String(repeating: "<div>one</div>", count: 3000), 9000),
        ("floats", "<!doctype html>" + String(repeating: "<div style='float:left'>one</div>", count: 2000), 6000),
        ("positioned", "<!doctype html>" + String(repeating: "<div style='position:absolute'>one</div>", count: 2000), 6000),
        ("columns", "<!doctype html><div style='columns:2'>" + String(repeating: "<p>one two", count: 2000), 6000),
        ("rules", "<!doctype html><style>" + (0..<4000).map { ".c\($0) p { margin: 1px }" }.joined() + "</style><p>one", 4000),
    ])
    func stagesAskOften(stage: String, html: String, least: Int) throws {
        let document = try Copyfitter(options: Options(), fonts: BrowserCaseTests.fonts).prepare(html: html)
        let parsed = document.preparation.watch.lookCount
        #expect(stage != "parsing" || parsed * Int(WorkWatch.stride) >= least, "\(stage): \(parsed)")
        _ = try document.height(width: 300)
        let count = document.preparation.watch.lookCount
        #expect(count * Int(WorkWatch.stride) >= least, "\(stage): \(count) looks")
    }

    @Test func cancelledTasksEndSoon() async throws {
        let copyfitter = try Copyfitter(options: Options(), fonts: BrowserCaseTests.fonts)
        let html = String(repeating: LimitsTests.html, count: 60)
        let clock = ContinuousClock()
        let task = Task.detached { () -> (error: CopyfitError, time: ContinuousClock.Instant) in
            do throws(CopyfitError) {
                while true {
                    let document = copyfitter.prepare(html: html)
                    for width in 200..<300 { _ = try document.layout(width: Double(width), detail: .boxes) }
                }
            } catch {
                // Here, as the waiting task may have to wait for other tests.
                return (error, clock.now)
            }
        }
        try await Task.sleep(for: .milliseconds(30))
        let start = clock.now
        task.cancel()
        let end = await task.value
        #expect(end.error == .cancelled)
        // A debug build on a busy machine; a release build takes about a millisecond.
        #expect(end.time - start < .seconds(1))
    }
}
