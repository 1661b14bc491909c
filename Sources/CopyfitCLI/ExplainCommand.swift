import Copyfit
internal import CopyfitArguments

/// `copyfit explain`: what makes up a document's height, as a tree.
enum ExplainCommand {
    static let command = Command(
        name: "explain", summary: "why a document is that tall, as an indented tree", usage: ["explain FILE|- --width W [options]"],
        options: MeasureSettings.table.filter { $0.name != "detail" },
        notes: ["", "Heights are CSS px of border boxes. Margins, lines and faces are told where they make the height what it is."],
        run: run)

    private static func run(_ arguments: ParsedArguments) throws(CommandError) -> Int32 {
        var settings = try MeasureSettings(arguments)
        guard let path = arguments.positionals.first else { throw CommandError("explain wants a FILE, or - for standard input") }
        guard arguments.positionals.count == 1 else { throw CommandError("explain takes one FILE; \(arguments.positionals[1]) is too many") }
        guard let width = settings.widths.first, settings.widths.count == 1 else { throw CommandError("explain wants one --width") }
        var output = Output(descriptor: 1)
        do throws(CopyfitError) {
            let bytes = path == "-" ? try FileReader.readAll(descriptor: 0, name: "standard input") : try FileReader.read(path: path)
            if settings.options.baseDirectory == nil { settings.options.baseDirectory = path == "-" ? "." : FileReader.folder(of: path) }
            let document = try Copyfitter(options: settings.options).prepare(bytes: bytes)
            output.write(try document.explain(width: width).description + "\n")
        } catch {
            throw CommandError(error)
        }
        return output.flush() ? 0 : 2
    }
}
