package import Copyfit

/// The options that `measure` takes for one document and for a batch alike.
package struct MeasureSettings {
    package var options = Options()
    package var detail: LayoutDetail = []
    /// The widths of `--width`; empty if it was not given.
    package var widths: [Double] = []
    /// Of `--detect`.
    package var detection: DataDetection?

    package static let table: [CommandOption] = [
        CommandOption("width", short: "w", value: "W[,W…]", help: "the width in CSS px; several give several answers"),
        CommandOption("base", value: "DIR", help: "where relative URLs start, and the only folder that is read (default: the file's folder)"),
        CommandOption("css", value: "FILE", help: "an author stylesheet after the page's own; may be repeated"),
        CommandOption("engine", choices: engines.map(\.name), help: "the browser to agree with (default webkit; the last two are unverified)"),
        CommandOption("viewport-height", value: "H", help: "the base of vh and the least height, in CSS px (default 0)"),
        CommandOption("color-scheme", choices: ["light", "dark"], help: "for media queries (default light)"),
        CommandOption("media", choices: ["screen", "print"], help: "for media queries (default screen)"),
        CommandOption("font-scale", value: "F", help: "a factor on default and keyword font sizes, as a user's text size (default 1)"),
        CommandOption("pixel-ratio", value: "R", help: "device pixels per CSS px, for srcset and media queries (default 1)"),
        CommandOption("max-nodes", value: "N", help: "the most nodes that a document may have"),
        CommandOption("max-boxes", value: "N", help: "the most boxes that a document may make"),
        CommandOption("max-text", value: "N", help: "the longest text that is laid out, in UTF-16 code units"),
        CommandOption("timeout", value: "SECONDS", help: "the longest that a document may take to prepare, and each layout of it"),
        CommandOption("detail", value: "lines,boxes,widths,fonts", help: "what to tell beside the heights"),
    ]

    /// For the commands that show what was found.
    package static let detect = CommandOption(
        "detect", value: "KINDS", help: "find links, emails, phones, dates, addresses, or all of them, in the text and make links of them")

    private static let engines: [(name: String, profile: Profile)] = [
        ("webkit", .webkit), ("chromium", .chromium), ("webkit-ios", .webkitIOS), ("webkit-subpixel", .webkitSubpixel),
    ]

    package init(_ arguments: ParsedArguments) throws(CommandError) {
        if let name = arguments.value("engine"), let engine = MeasureSettings.engines.first(where: { $0.name == name }) {
            options.profile = engine.profile
        }
        for path in arguments.all("css") { options.stylesheets.append(try MeasureSettings.stylesheet(path)) }
        options.baseDirectory = arguments.value("base")
        options.viewportHeight = try arguments.number("viewport-height", in: 0...1e6, want: "CSS px") ?? 0
        options.fontScale = try arguments.number("font-scale", in: 0.01...100, want: "a factor, as 1.2") ?? 1
        options.devicePixelRatio = try arguments.number("pixel-ratio", in: 0.1...100, want: "a factor, as 2") ?? 1
        func limit(_ name: String) throws(CommandError) -> Int? { try arguments.number(name, in: 0...1e12, want: "a number").map { Int($0) } }
        options.limits.nodes = try limit("max-nodes")
        options.limits.boxes = try limit("max-boxes")
        options.limits.textLength = try limit("max-text")
        options.limits.seconds = try arguments.number("timeout", in: 0...1e9, want: "seconds")
        options.colorScheme = arguments.value("color-scheme").flatMap(Options.ColorScheme.init(rawValue:)) ?? .light
        options.media = arguments.value("media").flatMap(Options.Media.init(rawValue:)) ?? .screen
        for word in arguments.all("detail").flatMap({ $0.split(separator: ",") }) {
            switch word {
            case "lines": detail.insert(.lines)
            case "boxes": detail.insert(.boxes)
            case "widths": detail.insert(.widths)
            case "fonts": detail.insert(.fonts)
            default: throw CommandError("bad --detail: \(word) (want lines, boxes, widths, fonts)")
            }
        }
        var types: DataTypes = []
        for word in arguments.all("detect").flatMap({ $0.split(separator: ",") }) {
            switch word {
            case "links": types.insert(.links)
            case "emails": types.insert(.emails)
            case "phones": types.insert(.phoneNumbers)
            case "dates": types.insert(.dates)
            case "addresses": types.insert(.addresses)
            case "all": types = .all
            default: throw CommandError("bad --detect: \(word) (want links, emails, phones, dates, addresses, all)")
            }
        }
        if arguments.has("detect") { detection = DataDetection(types) }
        for text in arguments.all("width").flatMap({ $0.split(separator: ",", omittingEmptySubsequences: false) }) {
            guard let width = Double(text), width > 0, width.isFinite else { throw CommandError(.invalidWidth(String(text))) }
            widths.append(width)
        }
    }

    /// The name of the engine as `--engine` takes it.
    package var engineName: String { MeasureSettings.engines.first { $0.profile == options.profile }?.name ?? "" }

    package static func stylesheet(_ path: String) throws(CommandError) -> String {
        do throws(CopyfitError) {
            return String(decoding: try FileReader.read(path: path), as: UTF8.self)
        } catch {
            throw CommandError(error)
        }
    }
}
