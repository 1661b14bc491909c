import Testing

@testable import Copyfit
private import Glibc

/// What documents cost in instructions and allocations, against `Tests/Budgets`. Counted by valgrind, so no other work on the machine matters.
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

    @Test(.enabled(if: valgrind != nil, "valgrind is not installed: nothing was counted"), arguments: workloads.keys.sorted(), ["cold", "relayout"])
    func noWorkloadNeedsMoreThanItsBudget(workload: String, kind: String) throws {
        let html = try #require(BudgetTests.workloads[workload])
        let spent = try costs(html, widths: kind == "relayout" ? 40 : 1)
        let instructions = try budget("instructions", workload, kind), allocations = try budget("allocations", workload, kind)
        #expect(spent.instructions > 0 && spent.instructions <= instructions, "\(Int(spent.instructions)) instructions, the budget is \(Int(instructions))")
        #expect(spent.allocations <= allocations, "\(spent.allocations) allocations, the budget is \(allocations)")
        // What valgrind calls malloc is there at all.
        #expect(kind == "relayout" || spent.allocations > 1)
    }

    private func budget(_ name: String, _ workload: String, _ kind: String) throws -> Double {
        for line in try ProjectFiles.text(ProjectFiles.root + "/Tests/Budgets/\(name).txt").split(separator: "\n") where !line.hasPrefix("#") {
            let words = line.split(separator: " ")
            if words.count == 4, words[0] == BudgetTests.build, words[1] == workload, words[2] == kind, let value = Double(words[3]) { return value }
        }
        Issue.record("\(name).txt has no line for \(BudgetTests.build) \(workload) \(kind)")
        return 0
    }

    private struct Costs {
        var instructions: Double
        var allocations: Double
    }

    /// Of one further document; of one further width where there are several.
    private func costs(_ html: String, widths: Int) throws -> Costs {
        func count(_ documents: Int, _ widths: Int) throws -> Costs {
            let list = (0..<widths).map { "\(200 + $0 * 11)" }.joined(separator: ",")
            let line = "{\"id\":0,\"html\":\"\(html)\",\"width\":[\(list)]}\n"
            return try collected(String(repeating: line, count: documents))
        }
        let (many, few, times) = widths > 1 ? (try count(4, widths), try count(4, 3), Double(4 * (widths - 3))) : (try count(9, 1), try count(3, 1), 6)
        return Costs(instructions: (many.instructions - few.instructions) / times, allocations: (many.allocations - few.allocations) / times)
    }

    private func collected(_ input: String) throws -> Costs {
        var tool = try BuiltTool()
        // Of its own for each run: tests run side by side. valgrind stumbles over the debug information that swiftc writes.
        let bare = "\(tool.path)-bare-\(UInt64.random(in: 0 ... .max))", profile = bare + ".callgrind"
        let original = tool.path
        tool.path = "/usr/bin/strip"
        _ = try tool.run(["--strip-debug", "-o", bare, original])
        defer {
            unlink(bare)
            unlink(profile)
        }
        tool.path = try #require(BudgetTests.valgrind)
        tool.patience = 300_000
        let outcome = try tool.run(
            ["--tool=callgrind", "--callgrind-out-file=\(profile)", bare, "measure", "--batch", "--jobs", "1"], input: input)
        let line = try #require(outcome.errors.split(separator: "\n").last { $0.contains("Collected") }, "\(outcome.errors.suffix(300))")
        let instructions = try #require(Double(line.split(separator: " ").last ?? ""))
        return Costs(instructions: instructions, allocations: try allocations(in: FileReader.read(path: profile)))
    }

    /// How often memory was asked for, by a profile that callgrind wrote: `cfn=(number) name` tells what is called, `calls=` how often. The
    /// name stands only where the number comes first.
    private func allocations(in profile: [UInt8]) throws -> Double {
        let functions: Set<String> = ["malloc", "calloc", "realloc", "aligned_alloc", "posix_memalign", "memalign"]
        let callee = Array("cfn=(".utf8), function = Array("fn=(".utf8), calls = Array("calls=".utf8)
        var numbers: Set<[UInt8]> = []
        var count = 0, isWanted = false
        for line in profile.split(separator: 0x0A) {
            let isCallee = line.starts(with: callee)
            if isCallee || line.starts(with: function) {
                let rest = line.dropFirst(isCallee ? callee.count : function.count)
                let number = Array(rest.prefix { $0 != UInt8(ascii: ")") })
                if functions.contains(String(decoding: rest.dropFirst(number.count + 2), as: UTF8.self)) { numbers.insert(number) }
                isWanted = isCallee && numbers.contains(number)
            } else if isWanted, line.starts(with: calls) {
                count += Int(String(decoding: line.dropFirst(calls.count).prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self)) ?? 0
            }
        }
        return Double(count)
    }
}
