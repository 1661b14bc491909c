internal import CopyfitArguments
import Copyfit
private import Glibc

/// `copyfit watch`: a line with the height whenever the document, or a file that it reads, changes it.
enum WatchCommand {
    static let command = Command(
        name: "watch", summary: "the height whenever a file changes it", usage: ["watch FILE --width W[,W…] [options]"],
        options: MeasureSettings.table,
        notes: [
            "", "Prints a JSON object as measure does, at the start and whenever the height is another: the file, a style sheet, a font or a picture",
            "was written or replaced, came or went. What leaves the height as it is prints nothing. Ends when nobody reads its output any more.",
        ],
        run: run)

    private static func run(_ arguments: ParsedArguments) throws(CommandError) -> Int32 {
        guard let path = arguments.positionals.first, path != "-" else { throw CommandError("watch wants a FILE") }
        guard arguments.positionals.count == 1 else { throw CommandError("watch takes one FILE; \(arguments.positionals[1]) is too many") }
        guard try !MeasureSettings(arguments).widths.isEmpty else { throw CommandError("watch wants a --width") }
        guard var watcher = FileWatcher() else { throw CommandError("the system has no more room to watch files: \(String(cString: strerror(errno)))") }
        var heights: [Int] = []
        var hasAnswered = false, complaint = ""
        while true {
            var measured: Measured?
            do throws(CommandError) {
                measured = try measure(path, arguments)
                // What changed after it was read and before it was watched would be lost.
                while let paths = measured?.paths, watcher.watch(paths) { measured = try measure(path, arguments) }
                complaint = ""
            } catch {
                guard hasAnswered else { throw error }
                // The file is away, perhaps for the moment of being replaced.
                if error.message != complaint { tell(error.message) }
                complaint = error.message
            }
            if let measured, !hasAnswered || measured.answer.layouts.map(\.height) != heights {
                heights = measured.answer.layouts.map(\.height)
                hasAnswered = true
                guard Output.writeAll(measured.answer.line(), to: 1) else { return 0 }
            }
            guard watcher.wait() else { return 0 }
        }
    }

    private struct Measured {
        var answer: MeasureAnswer
        /// Every file that was read or looked for.
        var paths: [String]
    }

    /// From nothing: fonts and style sheets may be others than before.
    private static func measure(_ path: String, _ arguments: ParsedArguments) throws(CommandError) -> Measured {
        var settings = try MeasureSettings(arguments)
        do throws(CopyfitError) {
            let bytes = try FileReader.read(path: path)
            if settings.options.baseDirectory == nil { settings.options.baseDirectory = FileReader.folder(of: path) }
            let document = try Copyfitter(options: settings.options).prepare(bytes: bytes)
            var layouts: [Layout] = []
            for width in settings.widths { layouts.append(try document.layout(width: width, detail: settings.detail)) }
            let answer = MeasureAnswer(layouts: layouts, isList: layouts.count > 1, diagnostics: document.diagnostics)
            return Measured(answer: answer, paths: [path] + arguments.all("css") + document.resourcePaths)
        } catch {
            throw CommandError(error)
        }
    }

    private static func tell(_ message: String) {
        var log = Output(descriptor: 2)
        log.write("copyfit: \(message)\n")
        log.flush()
    }
}
