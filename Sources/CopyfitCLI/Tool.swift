internal import CopyfitArguments

/// The tool `copyfit`: finds the command, runs it, and turns its errors into text on standard error and an exit status.
enum Tool {
    static let version = toolVersion

    static let commands: [Command] = [
        MeasureCommand.command, FontsCommand.command,
        RenderCommand.command,
        ExplainCommand.command,
        FitCommand.command,
        WatchCommand.command,
        BenchCommand.command,
    ]

    /// The exit status: 0, 1 where some lines of a batch failed, 2 where a command could not do its work.
    static func run(_ arguments: [String]) -> Int32 {
        guard let name = arguments.first else { return fail(usage, status: 2) }
        switch name {
        case "--help", "-h", "help":
            if name == "help", let command = arguments.dropFirst().first.flatMap(command(named:)) { return say(command.help) }
            return say(usage)
        case "--version", "-V": return say("copyfit \(version)")
        default: break
        }
        guard let command = command(named: name) else {
            let what = name.hasPrefix("-") ? "unknown option \(name)" : "unknown command \(name)"
            return fail("copyfit: \(what); copyfit --help lists the commands", status: 2)
        }
        do throws(CommandError) {
            let parsed = try ParsedArguments(arguments.dropFirst(), of: command)
            if parsed.has("help") { return say(command.help) }
            if parsed.has("version") { return say("copyfit \(version)") }
            return try command.run(parsed)
        } catch {
            return fail("copyfit: \(error.message)", status: 2)
        }
    }

    private static func command(named name: String) -> Command? { commands.first { $0.name == name } }

    private static var usage: String {
        let width = commands.map(\.name.count).max() ?? 0
        let list = commands.map { "  " + $0.name.padded(to: width) + "  " + $0.summary }
        return """
            usage: copyfit COMMAND …

            The height of styled HTML at a width, as the browser that will show it lays it out, without a browser.

            \(list.joined(separator: "\n"))

            copyfit COMMAND --help says more. --version prints the version.
            """
    }

    private static func say(_ text: String) -> Int32 {
        var output = Output(descriptor: 1)
        output.write(text + "\n")
        return output.flush() ? 0 : 2
    }

    private static func fail(_ text: String, status: Int32) -> Int32 {
        var output = Output(descriptor: 2)
        output.write(text + "\n")
        _ = output.flush()
        return status
    }
}
