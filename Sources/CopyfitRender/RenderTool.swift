internal import Copyfit
internal import CopyfitArguments
internal import CopyfitPaint

/// The program that draws: one picture, or a batch of them.
enum RenderTool {
    static func run(_ arguments: [String]) -> Int32 {
        let command = RenderArguments.command(run: render)
        var output = Output(descriptor: 1), log = Output(descriptor: 2)
        do throws(CommandError) {
            let parsed = try ParsedArguments(arguments, of: command)
            if parsed.has("help") {
                output.write(command.help + "\n")
                return output.flush() ? 0 : 2
            }
            if parsed.has("version") {
                output.write("copyfit \(toolVersion)\n")
                return output.flush() ? 0 : 2
            }
            return try command.run(parsed)
        } catch {
            log.write("copyfit: \(error.message)\n")
            log.flush()
            return 2
        }
    }

    private static func render(_ arguments: ParsedArguments) throws(CommandError) -> Int32 {
        let settings = try RenderSettings(arguments)
        if arguments.has("batch") {
            guard arguments.positionals.isEmpty else { throw CommandError("--batch reads standard input, not \(arguments.positionals[0])") }
            return try RenderBatch(settings: settings).run()
        }
        guard let path = arguments.positionals.first else { throw CommandError("render wants a FILE, - for standard input, or --batch") }
        guard arguments.positionals.count == 1 else { throw CommandError("render takes one FILE; \(arguments.positionals[1]) is too many") }
        guard let width = settings.measure.widths.first, settings.measure.widths.count == 1 else { throw CommandError("render wants one --width") }
        let target = arguments.value("output") ?? (path == "-" ? "-" : PictureFile.defaultPath(for: path))
        do throws(CopyfitError) {
            var options = settings.measure.options
            let bytes = path == "-" ? try FileReader.readAll(descriptor: 0, name: "standard input") : try FileReader.read(path: path)
            if options.baseDirectory == nil { options.baseDirectory = path == "-" ? "." : FileReader.folder(of: path) }
            let painter = PagePainter(document: try Copyfitter(options: options).prepare(bytes: bytes, detecting: settings.measure.detection))
            let result = PictureFile.draw(painter, width: width, settings.picture, to: target)
            var log = Output(descriptor: 2)
            if arguments.has("timing") { log.write(painter.timingLine + "\n") }
            for diagnostic in painter.document.diagnostics + painter.diagnostics { log.write("copyfit: \(diagnostic)\n") }
            log.flush()
            if case .failure(let error) = result { return try failed(error) }
            return 0
        } catch {
            throw CommandError(error)
        }
    }

    private static func failed(_ error: PaintError) throws(CopyfitError) -> Int32 {
        if case .layout(let inner) = error { throw inner }
        var log = Output(descriptor: 2)
        log.write("copyfit: \(error)\n")
        log.flush()
        return 2
    }
}

extension PagePainter {
    /// What the last PNG cost.
    var timingLine: String {
        func milliseconds(_ seconds: Double) -> String { "\((seconds * 1e5).rounded() / 100)" }
        return "painting \(milliseconds(timing.painting)) ms, encoding \(milliseconds(timing.encoding)) ms"
    }
}

/// The options of `render`, read.
struct RenderSettings {
    var measure: MeasureSettings
    var picture = PictureOptions()
    /// Of a batch, CSS px.
    var viewportWidth = 800.0
    var viewportHeight = 600.0
    /// Whether to tell what each picture cost.
    var showsTiming = false

    init(_ arguments: ParsedArguments) throws(CommandError) {
        measure = try MeasureSettings(arguments)
        picture.scale = try arguments.number("scale", in: 0.1...10, want: "device pixels per CSS px, as 2") ?? 1
        showsTiming = arguments.has("timing")
        picture.height = try arguments.number("height", in: 1...1e7, want: "CSS px")
        if arguments.value("pixel-ratio") == nil { measure.options.devicePixelRatio = picture.scale }
        if let background = arguments.value("background") {
            if background == "none" { picture.background = nil } else {
                guard let color = PictureOptions.Background(css: background) else { throw CommandError("bad --background: \(background) (want a CSS color or none)") }
                picture.background = color
            }
        }
        for word in arguments.all("overlay").flatMap({ $0.split(separator: ",") }) {
            switch word {
            case "lines": picture.overlay.insert(.lines)
            case "boxes": picture.overlay.insert(.boxes)
            case "baselines": picture.overlay.insert(.baselines)
            default: throw CommandError("bad --overlay: \(word) (want lines, boxes, baselines)")
            }
        }
        if let viewport = arguments.value("viewport") {
            let parts = viewport.split(separator: "x").map { Double($0) }
            guard parts.count == 2, let width = parts[0], let height = parts[1], width > 0, height >= 0, width <= 1e6, height <= 1e6 else {
                throw CommandError("bad --viewport: \(viewport) (want WxH in CSS px, as 800x600)")
            }
            viewportWidth = width
            viewportHeight = height
        }
    }
}
