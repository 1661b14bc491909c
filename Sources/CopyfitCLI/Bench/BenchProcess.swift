import Copyfit
internal import CopyfitArguments

extension Bench {
    /// What a whole process costs: its start, what a second thread brings to a batch, and the most memory it takes over many documents.
    func process() throws(CopyfitError) -> [BenchTable] {
        var table = BenchTable(
            name: "process", title: "process: the tool as a program of its own",
            columns: [.init(key: "median", title: "median", decimals: 2), .init(key: "spread", title: "±%"), .init(key: "best", title: "best", decimals: 2)])
        // First: later parts would fill the memory of this process.
        try addMemory(to: &table)
        guard let tool = FileReader.realPath("/proc/self/exe") else {
            table.notes.append("no way to start the tool")
            return [table]
        }
        let page = "<!doctype html><style>body{font:13pt 'Titillium Web'}</style><h1>Ferries</h1><p>\(BenchTexts.english.sentences.joined(separator: " "))"
        if let input = TemporaryInput(page) {
            let runs = (0..<max(3, rounds)).compactMap { _ in input.run(tool, ["measure", "-", "--width", "320"]) }
            add("start to the first height, ms of CPU", runs.map { $0.cpu / 1e6 }, to: &table)
            progress.step("process: start")
        }
        addJobs(tool, to: &table)
        return [table]
    }

    /// A batch by one thread and by two, beside what two processes that share nothing gain: cores are not always whole ones.
    private func addJobs(_ tool: String, to table: inout BenchTable) {
        let text = batch
        guard let input = TemporaryInput(text), let other = TemporaryInput(text) else { return }
        let single = ["measure", "--batch", "--jobs", "1"], double = ["measure", "--batch", "--jobs", "2"]
        var one: [Double] = [], two: [Double] = [], ratios: [Double] = [], ceilings: [Double] = [], shares: [Double] = []
        for _ in 0..<max(1, rounds / 3) {
            guard let alone = input.run(tool, single), let jobs = input.run(tool, double), let first = input.start(tool, single), let second = other.start(tool, single),
                let firstEnd = first.wait(), let secondEnd = second.wait()
            else { break }
            one.append(alone.wall / 1e6)
            two.append(jobs.wall / 1e6)
            ratios.append(alone.wall / jobs.wall)
            ceilings.append(2 * alone.wall / max(firstEnd.wall, secondEnd.wall))
            shares.append(max(firstEnd.wall, secondEnd.wall) / (2 * jobs.wall))
            progress.step("process: jobs")
        }
        add("a batch, one job, ms", one, to: &table)
        add("a batch, two jobs, ms", two, to: &table)
        add("two jobs, × one", ratios, to: &table)
        add("two processes side by side, × one", ceilings, to: &table)
        add("two jobs, × two processes", shares, to: &table)
    }

    private func add(_ label: String, _ values: [Double], to table: inout BenchTable) {
        let samples = BenchSamples(values)
        table.add(label, samples.median, samples.spread * 100, label.contains(", ×") ? samples.percentile(100) : samples.percentile(0))
    }

    /// The snippets, so many times over that a second of work hides the start, as a JSON line each.
    private var batch: String {
        let cases = (0..<min(200, 20 * rounds)).flatMap { _ in BenchCases.snippets(settings.options) }
        var lines: [UInt8] = []
        for (index, item) in cases.enumerated() {
            lines += JSONWriter.line { writer in
                writer.member("id", index)
                writer.member("html", item.html)
                writer.member("width", item.width)
            }
        }
        return String(decoding: lines, as: UTF8.self)
    }

    /// The peak after a tenth of the documents and after all: it should not grow.
    private func addMemory(to table: inout BenchTable) throws(CopyfitError) {
        var state: UInt64 = 0x2545_F491_4F6C_DD1D
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(truncatingIfNeeded: state >> 33) % bound
        }
        let syllables = ["ba", "ken", "li", "mor", "na", "ost", "pi", "ra", "sel", "tu", "va", "wen"]
        func word() -> String { (0..<1 + random(4)).map { _ in syllables[random(syllables.count)] }.joined() }
        let count = 2000 * rounds
        var sum = 0
        for index in 1...count {
            let text = (0..<3 + random(40)).map { _ in word() }.joined(separator: " ")
            let html = "<!doctype html><style>p{font:13pt 'Titillium Web'}</style><p>\(text) <b>\(word())</b>"
            sum &+= try copyfitter.prepare(html: html).layout(width: Double(200 + random(600))).height
            if index == count / 10 || index == count, let peak = Bench.peakMemory {
                table.add("peak memory after \(index) documents, MB", peak, nil, nil)
                progress.step("process: memory")
            }
        }
        if sum == 0 { table.notes.append("no document has a height") }
    }

    /// Of this process, in MB; nil where the system does not tell.
    private static var peakMemory: Double? {
        guard let bytes = try? FileReader.read(path: "/proc/self/status") else { return nil }
        for line in bytes.split(separator: 0x0A) where line.starts(with: Array("VmHWM:".utf8)) {
            let digits = line.filter { $0 &- 0x30 < 10 }
            return Double(String(decoding: digits, as: UTF8.self)).map { $0 / 1024 }
        }
        return nil
    }
}
