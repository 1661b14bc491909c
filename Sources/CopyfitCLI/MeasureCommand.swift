internal import CopyfitArguments
import Copyfit
private import Glibc

/// `copyfit measure`: one document as text or JSON, or a batch of JSON lines.
enum MeasureCommand {
    static let command = Command(
        name: "measure", summary: "the height of a document, or of a batch of them",
        usage: [
            "measure FILE|- --width W[,W…] [options]",
            "measure --batch [--jobs N] [options]     JSON lines in, JSON lines out, in the same order",
        ],
        options: MeasureSettings.table + HeightLimits.options + [
            MeasureSettings.detect,
            CommandOption("format", choices: ["text", "json"], help: "how one document is answered (default text)"),
            CommandOption("batch", help: "measure the documents that come in on standard input, a JSON object a line"),
            CommandOption("jobs", short: "j", value: "N", help: "threads of a batch (default: one a core)"),
        ],
        notes: [
            "", "The height is document.documentElement.scrollHeight in a view of that width. Nothing is fetched.", "",
            #"A line of a batch: {"id": any, "html": str, "width": number or [number], "css"?: str or [str], "base"?: dir, "viewportHeight"?: number,"#,
            #"                 "minHeight"?, "maxHeight"?, "maxLines"?: number}"#,
            #"Its answer: {"id", "width", "height", "rootHeight", "bodyHeight", "quirks", "lineCount", …} or {"id", "error": {"code", "message"}}"#,
            "The exit status is 0, 1 if a line of a batch failed, 2 if nothing could be measured.",
        ],
        run: run)

    private static func run(_ arguments: ParsedArguments) throws(CommandError) -> Int32 {
        var settings = try MeasureSettings(arguments)
        let limits = try HeightLimits(arguments)
        if arguments.has("batch") {
            guard arguments.positionals.isEmpty else { throw CommandError("--batch reads standard input, not \(arguments.positionals[0])") }
            let cores = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
            let jobs = try arguments.number("jobs", in: 1...1024, want: "a number of threads").map { Int($0) } ?? cores
            do throws(CopyfitError) { return try MeasureBatch(settings, limits).run(jobs: jobs) } catch { throw CommandError(error) }
        }

        guard let path = arguments.positionals.first else { throw CommandError("measure wants a FILE, - for standard input, or --batch") }
        guard arguments.positionals.count == 1 else { throw CommandError("measure takes one FILE; \(arguments.positionals[1]) is too many") }
        guard !settings.widths.isEmpty else { throw CommandError("measure wants a --width") }
        var fitted: [FittedHeight] = [], data: [[DetectedData]] = []
        let layouts: [Layout], diagnostics: [Diagnostic]
        do throws(CopyfitError) {
            let bytes = path == "-" ? try FileReader.readAll(descriptor: 0, name: "standard input") : try FileReader.read(path: path)
            if settings.options.baseDirectory == nil { settings.options.baseDirectory = path == "-" ? "." : FileReader.folder(of: path) }
            let document = try Copyfitter(options: settings.options).prepare(bytes: bytes, detecting: settings.detection)
            var measured: [Layout] = []
            for width in settings.widths {
                let layout = try document.layout(width: width, detail: settings.textDetail(arguments))
                measured.append(layout)
                if settings.detection != nil { data.append(try document.detectedData(width: width)) }
                if let height = try limits.fit(layout, of: document) { fitted.append(height) }
            }
            layouts = measured
            diagnostics = document.diagnostics
        } catch {
            throw CommandError(error)
        }

        var output = Output(descriptor: 1), log = Output(descriptor: 2)
        if arguments.value("format") == "json" {
            let answer = MeasureAnswer(layouts: layouts, isList: layouts.count > 1, diagnostics: diagnostics, fitted: fitted, data: data)
            output.write(answer.line())
        } else {
            for (index, layout) in layouts.enumerated() {
                output.write((index > 0 ? "\n" : "") + MeasureText.describe(layout, fitted: index < fitted.count ? fitted[index] : nil, data: index < data.count ? data[index] : nil, engine: settings.engineName))
            }
            for diagnostic in MeasureAnswer.all(layouts, diagnostics) { log.write("copyfit: \(diagnostic)\n") }
        }
        log.flush()
        return output.flush() ? 0 : 2
    }
}

extension MeasureSettings {
    /// The text for people always names the fonts.
    fileprivate func textDetail(_ arguments: ParsedArguments) -> LayoutDetail {
        arguments.value("format") == "json" ? detail : detail.union(.fonts)
    }
}
