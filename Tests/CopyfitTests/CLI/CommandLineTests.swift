import Testing

@testable import Copyfit
private import Glibc

/// The contract of the command line, on the built program.
@Suite struct CommandLineTests {
    private let page = #"<!DOCTYPE html><body style=\"margin:0;font:16px/20px 'Titillium Web'\">a<br>b"#

    private func line(_ id: String, _ rest: String) -> String { #"{"id":\#(id),"html":"\#(page)",\#(rest)}"# + "\n" }

    @Test func heightIsTheFirstLine() throws {
        let outcome = try BuiltTool().run(["measure", "-", "--width", "320"], input: "<!DOCTYPE html><body style='margin:0;font:16px/20px Titillium Web'>a<br>b")
        #expect(outcome.status == 0)
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.first == "40")
        #expect(lines.dropFirst().map { $0.prefix { $0 != " " } } == ["width", "mode", "fonts"])
        #expect(outcome.output.contains("Titillium Web"))
    }

    @Test func batchAnswersInOrderWithTheContractsKeys() throws {
        let input = line(#"{"a":[1, 2.50]}"#, #""width":320,"viewportHeight":0"#) + line("2", #""width":[100,200]"#) + line("\"x\"", #""width":320,"css":"body{margin:5px!important}""#)
        let outcome = try BuiltTool().run(["measure", "--batch", "--jobs", "3"], input: input)
        #expect(outcome.status == 0)
        #expect(outcome.errors == "")
        let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
        try #require(lines.count == 4)
        #expect(lines[0] == #"{"id":{"a":[1, 2.50]},"width":320,"height":40,"rootHeight":40,"bodyHeight":40,"quirks":false,"lineCount":2}"#)
        #expect(lines[1] == #"{"id":2,"width":[100,200],"height":[40,40],"rootHeight":[40,40],"bodyHeight":[40,40],"quirks":false,"lineCount":[2,2]}"#)
        #expect(lines[2] == #"{"id":"x","width":320,"height":50,"rootHeight":50,"bodyHeight":40,"quirks":false,"lineCount":2}"#)
    }

    @Test func detailAddsFields() throws {
        let outcome = try BuiltTool().run(["measure", "--batch", "--detail", "lines,boxes,widths"], input: line("1", #""width":320"#))
        #expect(outcome.output.contains(#""lineCount":2,"naturalWidth":"#))
        #expect(outcome.output.contains(#","boxes":[["br","#))
        #expect(outcome.output.contains(#""lines":[[-2,0,"#))
    }

    @Test func viewportUnitsWithoutAHeightAreReported() throws {
        let input = #"{"id":1,"html":"<div style='height:50vh'>","width":9}"# + "\n" + #"{"id":2,"html":"<div style='height:50vh'>","width":9,"viewportHeight":10}"# + "\n"
        let lines = try BuiltTool().run(["measure", "--batch"], input: input).output.split(separator: "\n")
        #expect(lines.map { $0.contains(#""diagnostics":[{"kind":"css","message":"lengths in vh"#) } == [true, false])
    }

    @Test func oneBadLineDoesNotStopTheRest() throws {
        let input = "nonsense\n\n" + line("1", #""width":0"#) + line("2", #""width":"wide""#) + #"{"id":3,"width":5}"# + "\n[]\n" + line("4", #""width":-1e999"#)
            + #"{"id":5,"html":"\ud83d<p","width":320}"# + "\n" + line("6", #""width":[]"#) + line("7", #""width":320"#)
        let outcome = try BuiltTool().run(["measure", "--batch", "--jobs", "2"], input: input)
        #expect(outcome.status == 1)
        let starts = outcome.output.split(separator: "\n").map { $0.prefix { $0 != "," } + ($0.contains("\"error\":{\"code\":\"") ? " error" : "") }
        #expect(starts == [
            "{\"id\":null error", "{\"id\":null error", "{\"id\":1 error", "{\"id\":2 error", "{\"id\":3 error", "{\"id\":null error", "{\"id\":4 error",
            "{\"id\":5", "{\"id\":6 error", "{\"id\":7",
        ])
    }

    @Test(arguments: ["1", "4"])
    func batchAnswersWhileTheInputIsOpen(jobs: String) throws {
        let process = try BuiltTool().start(["measure", "--batch", "--jobs", jobs])
        for id in 0..<5 {
            process.send(#"{"id":\#(id),"html":"x","width":320}"#)
            #expect(process.line()?.hasPrefix("{\"id\":\(id),") == true)
        }
        close(process.input)
        #expect(process.line() == nil)
        #expect(process.finish() == 0)
    }

    @Test func manyLinesKeepTheirOrder() throws {
        let input = (0..<2000).map { #"{"id":\#($0),"html":"\#(String(repeating: "word ", count: $0 * 7 % 50))","width":100}"# + "\n" }.joined()
        let outcome = try BuiltTool().run(["measure", "--batch", "--jobs", "4"], input: input)
        #expect(outcome.output.split(separator: "\n").map { $0.prefix { $0 != "," } } == (0..<2000).map { "{\"id\":\($0)" })
    }

    @Test(arguments: [
        (["measure", "no-such-file", "--width", "320"], "copyfit: no such file: no-such-file\n"),
        (["measure", "-", "--width", "0"], "copyfit: bad width: 0 (want a positive number of CSS px)\n"),
        (["measure", "-", "--width=nan"], "copyfit: bad width: nan (want a positive number of CSS px)\n"),
        (["measure", "-", "--width", "100,-5"], "copyfit: bad width: -5 (want a positive number of CSS px)\n"),
        (["measure", "-"], "copyfit: measure wants a --width\n"),
        (["measure", "-", "--width", "1", "--engine", "gecko"], "copyfit: bad --engine: gecko (want webkit, chromium, webkit-ios, webkit-subpixel)\n"),
        (["measure", "-", "--colour"], "copyfit: unknown option --colour; copyfit measure --help lists the options\n"),
        (["measure", "-", "--width", "1", "--css", "no.css"], "copyfit: no such file: no.css\n"),
        (["render", "-"], "copyfit: render wants one --width\n"),
        (["nonsense"], "copyfit: unknown command nonsense; copyfit --help lists the commands\n"),
    ])
    func errorsAreNamed(arguments: [String], message: String) throws {
        let outcome = try BuiltTool().run(arguments)
        #expect(outcome.status == 2)
        #expect(outcome.output == "")
        #expect(outcome.errors == message)
    }

    @Test func limitsEndWithTheNumbers() throws {
        let html = "<p>one<p>two<p>three"
        #expect(try BuiltTool().run(["measure", "-", "--width", "100", "--max-nodes", "5"], input: html).errors == "copyfit: node limit exceeded: 6 > 5\n")
        let answer = try BuiltTool().run(["measure", "--batch", "--max-text", "3"], input: #"{"id":1,"html":"<p>longer","width":100}"# + "\n")
        #expect(answer.output.contains(#""code":"limit_exceeded","message":"text length limit exceeded: 6 > 3""#))
        #expect(answer.status == 1)
        #expect(try BuiltTool().run(["measure", "-", "--width", "100", "--timeout", "0"], input: html).errors.hasPrefix("copyfit: time limit exceeded: "))
    }

    @Test func everyCommandHasHelpAndVersion() throws {
        let tool = try BuiltTool()
        for command in [[], ["measure"], ["fonts"], ["render"], ["explain"], ["bench"]] {
            #expect(try tool.run(command + ["--help"]).output.hasPrefix("usage: copyfit"))
            #expect(try tool.run(command + ["--version"]).output.hasPrefix("copyfit 0."))
        }
        #expect(try tool.run([]).status == 2)
    }

    /// The fonts are found beside the program and in `../share/copyfit`, wherever it is moved to.
    @Test func movedProgramStillFindsItsFonts() throws {
        var template = Array("/tmp/copyfit-moved-XXXXXX".utf8CString)
        let root = String(cString: try #require(mkdtemp(&template)))
        var made: [String] = []
        defer {
            for path in made.reversed() { if unlink(path) != 0 { rmdir(path) } }
            rmdir(root)
        }
        func copy(_ source: String, _ target: String, mode: mode_t) throws {
            let bytes = try FileReader.read(path: source)
            let file = open(target, O_WRONLY | O_CREAT | O_CLOEXEC, mode)
            #expect(bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) } == bytes.count)
            close(file)
            made.append(target)
        }
        for folder in ["bin", "share", "share/copyfit", "share/copyfit/Fonts", "share/copyfit/Fonts/TitilliumWeb"] {
            mkdir(root + "/" + folder, 0o755)
            made.append(root + "/" + folder)
        }
        let fonts = ProjectFiles.root + "/Fonts"
        for file in Folder.files(under: fonts) { try copy(file, root + "/share/copyfit/Fonts/" + file.dropFirst(fonts.count + 1), mode: 0o644) }

        var tool = try BuiltTool()
        let original = tool.path
        tool.path = root + "/bin/copyfit"
        try copy(original, tool.path, mode: 0o755)
        // No system font at all, so the text is Titillium Web or nothing.
        tool.environment["FONTCONFIG_FILE"] = ProjectFiles.root + "/Tests/Fonts/none.conf"
        let outcome = try tool.run(["measure", "-", "--width", "320"], input: "<!DOCTYPE html><body style='margin:0;font:16px serif'>moved")
        #expect(outcome.output.hasPrefix("24\n"))
        #expect(outcome.status == 0)
    }
}
