internal import CopyfitArguments
import Copyfit

/// `copyfit fit`: the largest text with which a document fits a box.
enum FitCommand {
    static let command = Command(
        name: "fit", summary: "the largest text with which a document fits a box", usage: ["fit FILE|- --box WxH [options]"],
        options: [
            CommandOption("box", value: "WxH", help: "the box in CSS px, as 320x100"),
            CommandOption("scales", value: "MIN-MAX", help: "the factors on font sizes to try (default 0.1-10)"),
            CommandOption("format", choices: ["text", "json"], help: "how it is answered (default text)"),
        ] + MeasureSettings.table.filter { $0.name != "detail" && $0.name != "width" },
        notes: [
            "", "The answer is a factor on all font sizes, a multiple of 1/128, and the height that the content has then.",
            "The exit status is 0, 1 if the content does not fit even with the smallest factor, 2 if it could not be measured.",
        ],
        run: run)

    private static func run(_ arguments: ParsedArguments) throws(CommandError) -> Int32 {
        var settings = try MeasureSettings(arguments)
        guard let path = arguments.positionals.first else { throw CommandError("fit wants a FILE, or - for standard input") }
        guard arguments.positionals.count == 1 else { throw CommandError("fit takes one FILE; \(arguments.positionals[1]) is too many") }
        guard let text = arguments.value("box") else { throw CommandError("fit wants a --box") }
        guard let (width, height) = pair(text, "x") else { throw CommandError("bad --box: \(text) (want a size, as 320x100)") }
        var scales = 0.1...10.0
        if let text = arguments.value("scales") {
            guard let (low, high) = pair(text, "-"), low <= high, low >= 0.01, high <= 100 else {
                throw CommandError("bad --scales: \(text) (want two factors from 0.01 to 100, as 0.5-2)")
            }
            scales = low...high
        }
        var output = Output(descriptor: 1)
        let fitted: FittedTextScale, natural: Layout
        do throws(CopyfitError) {
            let bytes = path == "-" ? try FileReader.readAll(descriptor: 0, name: "standard input") : try FileReader.read(path: path)
            if settings.options.baseDirectory == nil { settings.options.baseDirectory = path == "-" ? "." : FileReader.folder(of: path) }
            let document = try Copyfitter(options: settings.options).prepare(bytes: bytes)
            natural = try document.layout(width: width)
            fitted = try document.largestTextScale(fitting: ContentSize(width: width, height: height), in: scales)
        } catch {
            throw CommandError(error)
        }
        if arguments.value("format") == "json" {
            output.write(
                JSONWriter.line {
                    $0.member("width", width)
                    $0.member("scale", fitted.scale)
                    $0.member("height", fitted.height)
                    $0.member("fits", fitted.fits)
                    $0.member("naturalHeight", natural.height)
                })
        } else {
            output.write("\(MeasureText.number(fitted.scale))\n")
            output.write("height  \(MeasureText.number(fitted.height)) of \(MeasureText.number(height))\(fitted.fits ? "" : ": does not fit")\n")
            output.write("at 1    \(natural.height)\n")
        }
        return output.flush() ? (fitted.fits ? 0 : 1) : 2
    }

    /// Two positive numbers with a letter between.
    private static func pair(_ text: String, _ separator: Character) -> (Double, Double)? {
        let parts = text.split(separator: separator, omittingEmptySubsequences: false)
        guard parts.count == 2, let first = Double(parts[0]), let second = Double(parts[1]), first > 0, second > 0, first.isFinite, second.isFinite else { return nil }
        return (first, second)
    }
}
