/// The arguments of one command, checked against its table: `--name value`, `--name=value`, `-n value`; `--` ends the options.
package struct ParsedArguments {
    package private(set) var positionals: [String] = []
    private var values: [String: [String]] = [:]

    package init(_ arguments: some Sequence<String>, of command: Command) throws(CommandError) {
        let hint = "; copyfit \(command.name) --help lists the options"
        var rest = arguments.makeIterator()
        var hasEnded = false
        while let argument = rest.next() {
            guard !hasEnded, argument.hasPrefix("-"), argument != "-" else {
                positionals.append(argument)
                continue
            }
            if argument == "--" {
                hasEnded = true
                continue
            }
            var name = argument, inline: String?
            if argument.hasPrefix("--"), let equals = argument.firstIndex(of: "=") {
                name = String(argument[..<equals])
                inline = String(argument[argument.index(after: equals)...])
            }
            guard let option = command.allOptions.first(where: { "--\($0.name)" == name || $0.short.map { "-\($0)" } == name }) else {
                if command.takesAnything { continue }
                throw CommandError("unknown option \(name)" + hint)
            }
            guard option.value != nil else {
                guard inline == nil else { throw CommandError("--\(option.name) takes no value") }
                values[option.name, default: []].append("")
                continue
            }
            guard let value = inline ?? rest.next() else { throw CommandError("--\(option.name) wants a value: \(option.synopsis)") }
            guard option.choices.isEmpty || option.choices.contains(value) else {
                throw CommandError("bad --\(option.name): \(value) (want \(option.choices.joined(separator: ", ")))")
            }
            values[option.name, default: []].append(value)
        }
    }

    package func has(_ name: String) -> Bool { values[name] != nil }
    package func all(_ name: String) -> [String] { values[name] ?? [] }
    /// The last one wins.
    package func value(_ name: String) -> String? { values[name]?.last }

    /// A finite number within bounds.
    package func number(_ name: String, in range: ClosedRange<Double>, want: String) throws(CommandError) -> Double? {
        guard let text = value(name) else { return nil }
        guard let number = Double(text), range.contains(number) else { throw CommandError("bad --\(name): \(text) (want \(want))") }
        return number
    }
}
