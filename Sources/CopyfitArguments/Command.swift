package import Copyfit

/// A command of the tool: what it takes, as a table, and what it does.
package struct Command: Sendable {
    package let name: String
    /// One line for the list of commands.
    package let summary: String
    /// What stands after `copyfit` in the first lines of the help.
    package let usage: [String]
    package let options: [CommandOption]
    /// Further lines of the help.
    package var notes: [String] = []
    /// Options that the table lacks are passed over instead of being an error.
    package var takesAnything = false
    /// The exit status.
    package let run: @Sendable (ParsedArguments) throws(CommandError) -> Int32

    package init(
        name: String, summary: String, usage: [String], options: [CommandOption], notes: [String] = [], takesAnything: Bool = false,
        run: @escaping @Sendable (ParsedArguments) throws(CommandError) -> Int32
    ) {
        self.name = name
        self.summary = summary
        self.usage = usage
        self.options = options
        self.notes = notes
        self.takesAnything = takesAnything
        self.run = run
    }

    /// Every command has these.
    package static let commonOptions = [
        CommandOption("help", short: "h", help: "show this text"),
        CommandOption("version", help: "print the version"),
    ]

    package var allOptions: [CommandOption] { options + Command.commonOptions }

    package var help: String {
        let width = allOptions.map(\.synopsis.count).max() ?? 0
        var lines = usage.enumerated().map { ($0.offset == 0 ? "usage: copyfit " : "       copyfit ") + $0.element }
        lines += ["", summary.prefix(1).uppercased() + summary.dropFirst() + "."] + notes + [""]
        lines += allOptions.map { "  " + $0.synopsis.padded(to: width) + "  " + $0.help }
        return lines.joined(separator: "\n")
    }
}

/// One option: a flag, or with a value where `value` names it.
package struct CommandOption: Sendable {
    package let name: String
    package let short: Character?
    package let value: String?
    /// The words that the value may be; empty: anything.
    package let choices: [String]
    package let help: String

    package init(_ name: String, short: Character? = nil, value: String? = nil, choices: [String] = [], help: String) {
        self.name = name
        self.short = short
        self.value = choices.isEmpty ? value : choices.joined(separator: "|")
        self.choices = choices
        self.help = help
    }

    package var synopsis: String { (short.map { "-\($0), " } ?? "") + "--" + name + (value.map { " " + $0 } ?? "") }
}

/// What goes to standard error before the tool ends with status 2.
package struct CommandError: Error {
    package var message: String
    package init(_ message: String) { self.message = message }
    package init(_ error: CopyfitError) { message = error.description }
}

extension String {
    package func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
