import Copyfit

/// A command of the tool: what it takes, as a table, and what it does.
struct Command: Sendable {
    let name: String
    /// One line for the list of commands.
    let summary: String
    /// What stands after `copyfit` in the first lines of the help.
    let usage: [String]
    let options: [CommandOption]
    /// Further lines of the help.
    var notes: [String] = []
    /// Options that the table lacks are passed over instead of being an error.
    var takesAnything = false
    /// The exit status.
    let run: @Sendable (ParsedArguments) throws(CommandError) -> Int32

    /// Every command has these.
    static let commonOptions = [
        CommandOption("help", short: "h", help: "show this text"),
        CommandOption("version", help: "print the version"),
    ]

    var allOptions: [CommandOption] { options + Command.commonOptions }

    var help: String {
        let width = allOptions.map(\.synopsis.count).max() ?? 0
        var lines = usage.enumerated().map { ($0.offset == 0 ? "usage: copyfit " : "       copyfit ") + $0.element }
        lines += ["", summary.prefix(1).uppercased() + summary.dropFirst() + "."] + notes + [""]
        lines += allOptions.map { "  " + $0.synopsis.padded(to: width) + "  " + $0.help }
        return lines.joined(separator: "\n")
    }
}

/// One option: a flag, or with a value where `value` names it.
struct CommandOption: Sendable {
    let name: String
    let short: Character?
    let value: String?
    /// The words that the value may be; empty: anything.
    let choices: [String]
    let help: String

    init(_ name: String, short: Character? = nil, value: String? = nil, choices: [String] = [], help: String) {
        self.name = name
        self.short = short
        self.value = choices.isEmpty ? value : choices.joined(separator: "|")
        self.choices = choices
        self.help = help
    }

    var synopsis: String { (short.map { "-\($0), " } ?? "") + "--" + name + (value.map { " " + $0 } ?? "") }
}

/// What goes to standard error before the tool ends with status 2.
struct CommandError: Error {
    var message: String
    init(_ message: String) { self.message = message }
    init(_ error: CopyfitError) { message = error.description }
}
