/// The version that both programs report.
package let toolVersion = "0.1.0"

/// What `copyfit render` takes: the tool checks it and hands it on to the program that draws.
package enum RenderArguments {
    package static func command(run: @escaping @Sendable (ParsedArguments) throws(CommandError) -> Int32) -> Command {
        Command(
            name: "render", summary: "a picture of the layout",
            usage: ["render FILE|- --width W [-o OUT.png] [options]", "render --batch [--viewport WxH] [options]     a line FILE<TAB>OUT.png for each picture"],
            options: MeasureSettings.table.filter { $0.name != "detail" } + [
                CommandOption("output", short: "o", value: "FILE", help: "where the picture goes, as PNG, PDF or SVG by its ending; - for standard output (default FILE.png)"),
                CommandOption("scale", value: "S", help: "device pixels per CSS px (default 1)"),
                CommandOption("height", value: "H", help: "the picture's height in CSS px: crops or extends (default: the document's)"),
                CommandOption("background", value: "COLOR", help: "a CSS color behind the page, or none (default white)"),
                CommandOption("overlay", value: "lines,boxes,baselines", help: "what to draw over the picture"),
                MeasureSettings.detect,
                CommandOption("timing", help: "tell on standard error what painting and encoding cost, in ms of CPU time"),
                CommandOption("batch", help: "draw the pages named on standard input"),
                CommandOption("viewport", value: "WxH", help: "the viewport of a batch in CSS px; a picture is at least H high (default 800x600)"),
            ],
            notes: [
                "", "A batch answers each line with ok, or with error and the reason. A picture that fails leaves no file behind.",
                "The exit status is 0, 1 if a line of a batch failed, 2 if nothing could be drawn.",
            ],
            run: run)
    }
}
