import Copyfit
internal import CopyfitArguments
private import Glibc

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
        if let input = TemporaryInput(batch) {
            var one: [Double] = [], two: [Double] = [], ratios: [Double] = []
            for _ in 0..<max(1, rounds / 3) {
                guard let single = input.run(tool, ["measure", "--batch", "--jobs", "1"]), let double = input.run(tool, ["measure", "--batch", "--jobs", "2"]) else { break }
                one.append(single.wall / 1e6)
                two.append(double.wall / 1e6)
                ratios.append(single.wall / double.wall)
                progress.step("process: jobs")
            }
            add("a batch, one job, ms", one, to: &table)
            add("a batch, two jobs, ms", two, to: &table)
            add("two jobs, × one", ratios, to: &table)
        }
        return [table]
    }

    private func add(_ label: String, _ values: [Double], to table: inout BenchTable) {
        let samples = BenchSamples(values)
        table.add(label, samples.median, samples.spread * 100, label.hasSuffix("× one") ? samples.percentile(100) : samples.percentile(0))
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

/// A file without a name that a program reads as its standard input.
private final class TemporaryInput {
    private let file: UnsafeMutablePointer<FILE>

    init?(_ text: String) {
        guard let file = tmpfile() else { return nil }
        self.file = file
        guard Output.writeAll(Array(text.utf8), to: fileno(file)) else { return nil }
    }

    deinit { fclose(file) }

    /// Nanoseconds that a run took; nil if it failed.
    func run(_ tool: String, _ arguments: [String]) -> (cpu: Double, wall: Double)? {
        lseek(fileno(file), 0, SEEK_SET)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, fileno(file), 0)
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        var words: [UnsafeMutablePointer<CChar>?] = ([tool] + arguments).map { strdup($0) }
        words.append(nil)
        defer { for word in words { free(word) } }
        // What the tool and its loader look at; nothing else is to make a difference.
        var variables = (["COPYFIT_FONTS", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"] as [String]).compactMap { name in
            getenv(name).map { strdup("\(name)=\(String(cString: $0))") }
        }
        variables.append(nil)
        defer { for variable in variables { free(variable) } }
        var child: pid_t = 0
        let start = BenchClock.wall()
        guard posix_spawn(&child, tool, &actions, nil, words, variables) == 0 else { return nil }
        var status: Int32 = 0
        var usage = rusage()
        while wait4(child, &status, 0, &usage) < 0 { if errno != EINTR { return nil } }
        guard status == 0 else { return nil }
        func nanoseconds(_ time: timeval) -> Double { Double(time.tv_sec) * 1e9 + Double(time.tv_usec) * 1e3 }
        return (nanoseconds(usage.ru_utime) + nanoseconds(usage.ru_stime), BenchClock.wall() - start)
    }
}
