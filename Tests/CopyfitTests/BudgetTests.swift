import Testing

@testable import Copyfit
private import Glibc

/// What documents cost in instructions, against `Tests/Budgets/instructions.txt`. Counted by valgrind, so no other work on the machine matters.
@Suite struct BudgetTests {
    #if DEBUG
        private static let build = "debug"
    #else
        private static let build = "release"
    #endif

    private static let valgrind = (["/usr/bin/valgrind", "/usr/local/bin/valgrind"] as [String]).first { access($0, X_OK) == 0 }

    private static let workloads: [String: String] = [
        "chat": "<p>You can have the window seat, but then the map is mine until Friday.",
        "snippet": "<style>p{margin:8px 0;line-height:1.4}</style><h2>The ferry</h2><p>The ferry leaves the harbour at a <b>quarter past seven</b>, "
            + "and whoever misses it waits until noon.</p><ul><li>one<li>two</ul><table><tr><td>three<td>four five</table>",
    ]

    @Test(.enabled(if: valgrind != nil, "valgrind is not installed: no instruction was counted"))
    func noWorkloadNeedsMoreThanItsBudget() throws {
        let budgets = try ProjectFiles.text(ProjectFiles.root + "/Tests/Budgets/instructions.txt")
        var found = 0
        for line in budgets.split(separator: "\n") where !line.hasPrefix("#") {
            let words = line.split(separator: " ")
            guard words.count == 4, words[0] == BudgetTests.build, let budget = Double(words[3]) else { continue }
            let html = try #require(BudgetTests.workloads[String(words[1])])
            let widths = words[2] == "relayout" ? 40 : 1
            let spent = try instructions(html, widths: widths)
            #expect(spent > 0 && spent <= budget, "\(words[1]) \(words[2]): \(Int(spent)) instructions, the budget is \(Int(budget))")
            found += 1
        }
        #expect(found == BudgetTests.workloads.count * 2)
    }

    /// Of one further document; of one further width where there are several.
    private func instructions(_ html: String, widths: Int) throws -> Double {
        func count(_ documents: Int, _ widths: Int) throws -> Double {
            let list = (0..<widths).map { "\(200 + $0 * 11)" }.joined(separator: ",")
            let line = "{\"id\":0,\"html\":\"\(html)\",\"width\":[\(list)]}\n"
            return try collected(String(repeating: line, count: documents))
        }
        if widths > 1 { return (try count(4, widths) - count(4, 3)) / Double(4 * (widths - 3)) }
        return (try count(9, 1) - count(3, 1)) / 6
    }

    private func collected(_ input: String) throws -> Double {
        var tool = try BuiltTool()
        // valgrind stumbles over the debug information that swiftc writes.
        let bare = tool.path + "-bare"
        let original = tool.path
        tool.path = "/usr/bin/strip"
        _ = try tool.run(["--strip-debug", "-o", bare, original])
        defer { unlink(bare) }
        tool.path = try #require(BudgetTests.valgrind)
        let outcome = try tool.run(
            ["--tool=callgrind", "--callgrind-out-file=/dev/null", bare, "measure", "--batch", "--jobs", "1"], input: input)
        let line = try #require(outcome.errors.split(separator: "\n").last { $0.contains("Collected") }, "\(outcome.errors.suffix(300))")
        return try #require(Double(line.split(separator: " ").last ?? ""))
    }
}
