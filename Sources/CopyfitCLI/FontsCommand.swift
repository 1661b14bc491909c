internal import CopyfitArguments
import Copyfit

/// `copyfit fonts`: which face a family, weight, style and text get, and why.
enum FontsCommand {
    static let command = Command(
        name: "fonts", summary: "which face a family, weight, style and text get, and why",
        usage: ["fonts [--css FILE] [--base DIR] [FAMILY] [options]", "fonts                       the bundled faces and those of --css"],
        options: [
            CommandOption("css", value: "FILE", help: "a stylesheet with @font-face rules; may be repeated"),
            CommandOption("base", value: "DIR", help: "where relative URLs start, and the only folder that is read (default: the stylesheet's)"),
            CommandOption("engine", choices: ["webkit", "chromium"], help: "the browser to agree with (default webkit)"),
            CommandOption("weight", value: "N", help: "font-weight, 1 to 1000 (default 400)"),
            CommandOption("style", choices: ["normal", "italic"], help: "font-style (default normal)"),
            CommandOption("size", value: "PX", help: "font-size (default 16)"),
            CommandOption("lang", value: "TAG", help: "the language, which matters for fallback"),
            CommandOption("text", value: "TEXT", help: "which font each piece of this text gets"),
        ],
        notes: ["", "FAMILY is what font-family takes: one name or several with commas between, as 'Titillium Web, serif'."],
        run: run)

    private static func run(_ arguments: ParsedArguments) throws(CommandError) -> Int32 {
        guard arguments.positionals.count <= 1 else { throw CommandError("fonts takes one FAMILY; put a list into quotes") }
        var rules: [FontFaceRule] = [], base = arguments.value("base")
        for path in arguments.all("css") {
            rules += Stylesheet(try MeasureSettings.stylesheet(path)).fontFaces.map(\.rule)
            if base == nil { base = FileReader.folder(of: path) }
        }
        let catalog = FontCatalog()
        var output = Output(descriptor: 1)
        if let family = arguments.positionals.first {
            var question = FontQuestion(catalog: catalog, rules: rules, resources: PageResources(baseDirectory: base ?? "."))
            question.profile = arguments.value("engine") == "chromium" ? .chromium : .webkit
            question.language = arguments.value("lang") ?? ""
            question.description.weight = Float(try arguments.number("weight", in: 1...1000, want: "1 to 1000") ?? 400)
            question.description.size = Float(try arguments.number("size", in: 0...10_000, want: "CSS px") ?? 16)
            question.description.slant = arguments.value("style") == "italic" ? .italic : .normal
            question.description.families = FontsCommand.families(family)
            for line in question.answer(text: arguments.value("text")) { output.write(line + "\n") }
            var log = Output(descriptor: 2)
            for diagnostic in question.diagnostics { log.write("copyfit: \(diagnostic)\n") }
            log.flush()
        } else {
            output.write("bundled\n")
            for rule in catalog.bundledRules { output.write("    " + FontsCommand.describe(rule) + "\n") }
            if catalog.bundledRules.isEmpty { output.write("    none; looked in \(catalog.bundledPaths.joined(separator: ", "))\n") }
            if !rules.isEmpty { output.write("declared\n") }
            for rule in rules { output.write("    " + FontsCommand.describe(rule) + "\n") }
        }
        return output.flush() ? 0 : 2
    }

    private static func describe(_ rule: FontFaceRule) -> String {
        let weight = rule.weight.map { $0.lowerBound == $0.upperBound ? number($0.lowerBound) : "\(number($0.lowerBound))–\(number($0.upperBound))" } ?? "400"
        let style: String
        switch rule.style {
        case .normal, .auto: style = "normal"
        case .italic: style = "italic"
        case .oblique(let range): style = "oblique \(number(range.lowerBound))deg"
        }
        let sources = rule.sources.map { source in
            switch source {
            case .url(let url, _, _, _): url.utf8.count <= 200 ? url : String(url.prefix(60)) + "…"
            case .local(let name): "local(\(name))"
            }
        }
        return "\(rule.family)  \(weight) \(style)  \(sources.joined(separator: ", "))"
    }

    private static func number(_ value: Float) -> String { MeasureText.number(Double(value)) }

    /// The names of a `font-family` list; quotes make a generic name an ordinary one.
    static func families(_ list: String) -> [FontFamily] {
        list.split(separator: ",").compactMap { part in
            let text = trimmingSpaces(String(part))
            guard let first = text.first else { return nil }
            if first == "\"" || first == "'" { return .named(String(text.dropFirst().prefix { $0 != first })) }
            let generics: [String: GenericFamily] = [
                "serif": .serif, "sans-serif": .sansSerif, "monospace": .monospace, "cursive": .cursive, "fantasy": .fantasy, "system-ui": .systemUI,
                "math": .math, "emoji": .emoji, "fangsong": .fangsong, "ui-serif": .uiSerif, "ui-sans-serif": .uiSansSerif,
                "ui-monospace": .uiMonospace, "ui-rounded": .uiRounded,
            ]
            return generics[text.lowercased()].map { .generic($0) } ?? .named(text)
        }
    }
}
