import Copyfit
internal import CopyfitArguments

/// `copyfit bench`: how fast heights are on this machine, as CPU time.
enum BenchCommand {
    static let command = Command(
        name: "bench", summary: "how fast heights are", usage: ["bench [process|shape|measure|relayout|live|all] [options]"],
        options: MeasureSettings.table.filter { $0.name != "detail" } + [
            CommandOption("cases", value: "FILE", help: "documents to measure, JSON lines as for measure --batch (default: a built-in set)"),
            CommandOption("text", value: "FILE", help: "a text for shape (default: texts in several scripts)"),
            CommandOption("font", value: "FILE", help: "a font file for shape (default: the fonts that serve the texts)"),
            CommandOption("rounds", value: "N", help: "how often each thing is measured (default 15)"),
            CommandOption("json", help: "answer with one JSON object"),
        ],
        notes: [
            "", "process   start of the tool, a batch with two jobs against one, and the most memory that many documents take",
            "shape     words through the cache against bare hb_shape of the same text in the same run",
            "measure   cold: a new document, process and word caches warm; warm: the same document again",
            "relayout  a prepared document at widths that it has not met, and at widths with the same lines",
            "live      changes of a long document that is open, against measuring it cold",
            "", "Times are CPU time of one thread, those of jobs by the wall clock; tables show medians, ± is half the distance between the quartiles.",
        ],
        run: run)

    private static func run(_ arguments: ParsedArguments) throws(CommandError) -> Int32 {
        Allocator.keepFreedMemory()
        let what = arguments.positionals.first ?? "all"
        guard ["process", "shape", "measure", "relayout", "live", "all"].contains(what) else {
            throw CommandError("bench \(what)? want process, shape, measure, relayout, live or all")
        }
        guard arguments.positionals.count <= 1 else { throw CommandError("bench takes one word; \(arguments.positionals[1]) is too many") }
        let settings = try MeasureSettings(arguments)
        let rounds = try arguments.number("rounds", in: 1...100_000, want: "a number of rounds").map { Int($0) } ?? 15
        let bench: Bench
        do throws(CopyfitError) { bench = try Bench(settings: settings, rounds: rounds) } catch { throw CommandError(error) }
        let cases = try arguments.value("cases").map { (path) throws(CommandError) in try BenchCases.read(path, settings) }

        var tables: [BenchTable] = []
        do throws(CopyfitError) {
            if what == "process" || what == "all" { tables += try bench.process() }
            if what == "shape" || what == "all" { tables.append(try bench.shape(text: arguments.value("text"), font: arguments.value("font"))) }
            if what == "measure" || what == "all" { tables += try bench.measure(cases) }
            if what == "relayout" || what == "all" { tables += try bench.relayout(cases) }
            if what == "live" || what == "all" { tables += try bench.live() }
        } catch {
            bench.progress.end()
            throw CommandError(error)
        }
        bench.progress.end()

        var output = Output(descriptor: 1)
        if arguments.has("json") {
            output.write(
                JSONWriter.line {
                    $0.member("version", toolVersion)
                    $0.member("engine", settings.engineName)
                    $0.member("rounds", rounds)
                    for table in tables { table.write(to: &$0) }
                })
        } else {
            output.write(tables.map(\.text).joined(separator: "\n"))
        }
        return output.flush() ? 0 : 2
    }
}

/// One run of the benchmark: what its parts share.
final class Bench {
    let settings: MeasureSettings
    let rounds: Int
    let copyfitter: Copyfitter
    let progress = BenchProgress(total: 60)

    init(settings: MeasureSettings, rounds: Int) throws(CopyfitError) {
        self.settings = settings
        self.rounds = rounds
        copyfitter = try Copyfitter(options: settings.options)
    }

    /// A copyfitter for each case; cases with equal options share one.
    func copyfitters(for cases: [BenchCase]) throws(CopyfitError) -> [Copyfitter] {
        var known: [Options: Copyfitter] = [:]
        var result: [Copyfitter] = []
        for item in cases {
            let copyfitter: Copyfitter
            if let made = known[item.options] { copyfitter = made } else { copyfitter = try self.copyfitter.with(options: item.options) }
            known[item.options] = copyfitter
            result.append(copyfitter)
        }
        return result
    }
}
