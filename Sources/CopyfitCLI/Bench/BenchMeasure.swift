import Copyfit
internal import CopyfitArguments

extension Bench {
    private static let columns: [BenchTable.Column] = [
        .init(key: "count", title: "n", decimals: 0), .init(key: "kilobytes", title: "KB", decimals: 2), .init(key: "median", title: "median µs", decimals: 2),
        .init(key: "spread", title: "±%"), .init(key: "p10", title: "p10", decimals: 2), .init(key: "p90", title: "p90", decimals: 2),
        .init(key: "p99", title: "p99", decimals: 2), .init(key: "largest", title: "max", decimals: 2), .init(key: "mean", title: "mean µs", decimals: 2),
        .init(key: "perKilobyte", title: "µs/KB", decimals: 2), .init(key: "ratio", title: "× cold", decimals: 3),
    ]

    /// A row: percentiles over documents of each one's median over the rounds.
    static func add(_ label: String, _ samples: [[Double]], kilobytes: Double, cold: Double?, to table: inout BenchTable) -> Double {
        let each = samples.map { BenchSamples($0) }
        let medians = BenchSamples(each.map { $0.median / 1000 })
        let spread = BenchSamples(each.map(\.spread)).median
        let mean = medians.sum / Double(max(1, medians.count))
        table.add(
            label, Double(medians.count), kilobytes / Double(max(1, medians.count)), medians.median, spread * 100, medians.percentile(10),
            medians.percentile(90), medians.percentile(99), medians.percentile(100), mean, kilobytes > 0 ? medians.sum / kilobytes : nil,
            cold.map { mean / $0 })
        return mean
    }

    /// Cold and warm heights of documents, of many plain messages, and of a whole process.
    func measure(_ given: [BenchCase]?) throws(CopyfitError) -> [BenchTable] {
        var table = BenchTable(name: "measure", title: "measure: height of one document at one width", columns: Bench.columns)
        let cases = given ?? BenchCases.snippets(settings.options)
        let copyfitters = try copyfitters(for: cases)
        var cold: [[Double]] = Array(repeating: [], count: cases.count), warm = cold, parsed = cold
        var sum = 0
        for round in 0...rounds {
            for (index, item) in cases.enumerated() {
                let start = BenchClock.thread()
                let document = copyfitters[index].prepare(html: item.html)
                let middle = BenchClock.thread()
                sum &+= try document.layout(width: item.width).height
                let end = BenchClock.thread()
                sum &+= try document.layout(width: item.width).height
                let again = BenchClock.thread()
                // The first round warms the caches.
                guard round > 0 else { continue }
                parsed[index].append(middle - start)
                cold[index].append(end - start)
                warm[index].append(again - end)
            }
            progress.step("measure")
        }
        let kilobytes = cases.reduce(0) { $0 + $1.kilobytes }
        let name = given == nil ? "snippets" : "cases"
        let mean = Bench.add("\(name), cold", cold, kilobytes: kilobytes, cold: nil, to: &table)
        _ = Bench.add("  of it parsing", parsed, kilobytes: kilobytes, cold: mean, to: &table)
        _ = Bench.add("\(name), warm", warm, kilobytes: kilobytes, cold: mean, to: &table)
        guard given == nil else { return [table] }

        let messages = BenchCases.messages(500)
        var apart: [[Double]] = Array(repeating: [], count: messages.count), together: [Double] = []
        let page = Bench.page(of: messages)
        for round in 0...rounds {
            for (index, text) in messages.enumerated() {
                let time = BenchClock.time { sum &+= (try? copyfitter.prepare(html: "<!doctype html><p style='font:13pt Titillium Web'>" + text).layout(width: 320).height) ?? 0 }
                if round > 0 { apart[index].append(time) }
            }
            let time = BenchClock.time { sum &+= (try? copyfitter.prepare(html: page).layout(width: 320).height) ?? 0 }
            if round > 0 { together.append(time) }
            progress.step("measure: messages")
        }
        let size = Double(messages.reduce(0) { $0 + $1.utf8.count }) / 1024
        _ = Bench.add("500 messages, each a document", apart, kilobytes: size, cold: nil, to: &table)
        _ = Bench.add("500 messages, one document", [together], kilobytes: Double(page.utf8.count) / 1024, cold: nil, to: &table)
        if sum == 0 { table.notes.append("no document has a height") }
        return [table]
    }

    static func page(of messages: [String]) -> String {
        "<!doctype html><style>body{margin:0;font:13pt Titillium Web}</style>" + messages.map { "<div>\($0)</div>" }.joined(separator: "\n")
    }

    /// Prepared documents at further widths.
    func relayout(_ given: [BenchCase]?) throws(CopyfitError) -> [BenchTable] {
        var table = BenchTable(name: "relayout", title: "relayout: a prepared document at a further width", columns: Bench.columns.dropLast())
        let cases = given ?? BenchCases.snippets(settings.options)
        let copyfitters = try copyfitters(for: cases)
        var documents: [PreparedDocument] = []
        var sum = 0
        for (index, item) in cases.enumerated() {
            let document = copyfitters[index].prepare(html: item.html)
            sum &+= try document.layout(width: item.width).height
            documents.append(document)
        }
        progress.step("relayout: prepared")
        let kilobytes = cases.reduce(0) { $0 + $1.kilobytes }
        let name = given == nil ? "snippets" : "cases"
        try addRelayout(name, documents, kilobytes: kilobytes, to: &table)
        guard given == nil else { return [table] }

        let messages = BenchCases.messages(500)
        let size = Double(messages.reduce(0) { $0 + $1.utf8.count }) / 1024
        let page = copyfitter.prepare(html: Bench.page(of: messages))
        sum &+= try page.layout(width: 320).height
        try addRelayout("500 messages, one document", [page], kilobytes: size, to: &table)
        return [table]
    }

    private func addRelayout(_ name: String, _ documents: [PreparedDocument], kilobytes: Double, to table: inout BenchTable) throws(CopyfitError) {
        let perSample = 8
        var fresh: [[Double]] = Array(repeating: [], count: documents.count), inside = fresh
        var sum = 0
        // Widths that no document has met: a sequence that never comes back, in 1/64 px.
        var step = 0
        func nextWidth() -> Double {
            step += 1
            let share = (Double(step) * 0.618_033_988_749_894_9).truncatingRemainder(dividingBy: 1)
            return 200 + (share * 600 * 64).rounded() / 64
        }
        for _ in 0..<rounds {
            let widths = (0..<perSample).map { _ in nextWidth() }
            for (index, document) in documents.enumerated() {
                let start = BenchClock.thread()
                for width in widths { sum &+= try document.layout(width: width).height }
                fresh[index].append((BenchClock.thread() - start) / Double(perSample))
                let last = widths[perSample - 1]
                sum &+= try document.layout(width: last).height
                let again = BenchClock.thread()
                for offset in 0..<16 { sum &+= try document.layout(width: last + Double(offset & 1) / 64).height }
                inside[index].append((BenchClock.thread() - again) / 16)
            }
            progress.step("relayout")
        }
        _ = Bench.add("\(name), new width", fresh, kilobytes: kilobytes, cold: nil, to: &table)
        _ = Bench.add("\(name), in the interval", inside, kilobytes: kilobytes, cold: nil, to: &table)
        if sum == 0 { table.notes.append("no document has a height") }
    }
}
