import Testing

@testable import Copyfit
private import Glibc

/// Limits of `measure`, `fit` and `watch`, on the built program.
@Suite struct FittingCommandTests {
    private let page = "<!DOCTYPE html><body style='margin:0;font:16px/20px Titillium Web'>a<br>b<br>c"

    private func line(_ id: Int, _ rest: String) -> String { #"{"id":\#(id),"html":"\#(page)",\#(rest)}"# + "\n" }

    @Test func batchFitsHeights() throws {
        let input = line(1, #""width":320,"maxHeight":50"#) + line(2, #""width":[320,100],"minHeight":80.5"#) + line(3, #""width":320,"maxLines":2,"maxHeight":30"#)
            + line(4, #""width":320,"maxLines":3,"minHeight":null"#) + line(5, #""width":320"#) + line(6, #""width":320,"maxLines":0"#)
            + line(7, #""width":320,"maxHeight":-1"#) + line(8, #""width":320,"maxLines":1.5"#) + line(9, #""width":320,"minHeight":"x""#)
            + line(10, #""width":320,"maxHeight":1e999"#)
        let outcome = try BuiltTool().run(["measure", "--batch"], input: input)
        let lines = outcome.output.split(separator: "\n").map(String.init)
        try #require(lines.count == 10)
        #expect(lines[0].hasSuffix(#""height":60,"rootHeight":60,"bodyHeight":60,"quirks":false,"lineCount":3,"fittedHeight":50,"scrolls":true,"fits":false,"truncated":false}"#))
        #expect(lines[1].hasSuffix(#""fittedHeight":[80.5,80.5],"scrolls":[false,false],"fits":[true,true],"truncated":[false,false]}"#))
        #expect(lines[2].hasSuffix(#""fittedHeight":30,"scrolls":true,"fits":false,"truncated":true}"#))
        #expect(lines[3].hasSuffix(#""fittedHeight":60,"scrolls":false,"fits":true,"truncated":false}"#))
        #expect(lines[4].hasSuffix(#""lineCount":3}"#))
        for bad in lines[5...] { #expect(bad.contains(#""error":{"code":"bad_request""#), "\(bad)") }

        let defaults = try BuiltTool().run(["measure", "--batch", "--max-lines", "1"], input: line(1, #""width":320"#) + line(2, #""width":320,"maxLines":2"#))
        #expect(defaults.output.split(separator: "\n").map { $0.contains(#""fittedHeight":20,"#) } == [true, false])
    }

    @Test func oneDocumentFits() throws {
        let text = try BuiltTool().run(["measure", "-", "--width", "320", "--max-height", "50"], input: page)
        #expect(text.output.contains("fitted  50, scrolls\n"))
        let json = try BuiltTool().run(["measure", "-", "--width", "320", "--max-lines", "2", "--format", "json"], input: page)
        #expect(json.output.contains(#""fittedHeight":40,"scrolls":false,"fits":false,"truncated":true"#))
        for bad in [["--max-lines", "0"], ["--max-lines", "1.5"], ["--min-height", "-1"], ["--max-height", "nan"]] {
            let outcome = try BuiltTool().run(["measure", "-", "--width", "320"] + bad, input: page)
            #expect(outcome.status == 2 && outcome.errors.contains("bad \(bad[0])"))
        }
    }

    @Test func fitsABox() throws {
        let outcome = try BuiltTool().run(["fit", "-", "--box", "320x120"], input: page)
        #expect(outcome.status == 0)
        #expect(outcome.output == "2.046875\nheight  120 of 120\nat 1    60\n")
        let json = try BuiltTool().run(["fit", "-", "--box", "320x30", "--scales", "0.5-1", "--format", "json"], input: page)
        #expect(json.output == #"{"width":320,"scale":0.546875,"height":30,"fits":true,"naturalHeight":60}"# + "\n")
        #expect(try BuiltTool().run(["fit", "-", "--box", "320x5"], input: page).status == 1)
        for bad in [[], ["--box", "320"], ["--box", "-1x5"], ["--box", "nanx5"], ["--box", "5x5", "--scales", "2-1"], ["--box", "5x5", "--scales", "0-1"]] {
            #expect(try BuiltTool().run(["fit", "-"] + bad, input: page).status == 2)
        }
    }

    @Test func measureFindsData() throws {
        let outcome = try BuiltTool().run(
            ["measure", "-", "--width", "300", "--detect", "links,emails", "--format", "json"], input: "<!DOCTYPE html><p>See a@b.org, www.c.org, 2026-11-30")
        #expect(outcome.output.contains(#""data":[{"type":"email","text":"a@b.org","url":"mailto:a@b.org","range":[4,11],"rects":[["#))
        #expect(outcome.output.contains(#"{"type":"link","text":"www.c.org","url":"http://www.c.org","range":[13,22],"rects":"#))
        #expect(!outcome.output.contains(#""type":"date""#))
        let text = try BuiltTool().run(["measure", "-", "--width", "300", "--detect", "all"], input: "<p>on 2026-11-30")
        #expect(text.output.contains("        date  2026-11-30  x-date:2026-11-30\n"))
        #expect(try BuiltTool().run(["measure", "-", "--width", "300", "--detect", "cats"], input: "").status == 2)
    }

    // MARK: watch

    /// A folder that is deleted with its files.
    private final class Scratch {
        let path: String
        init() throws {
            var template = Array("/tmp/copyfit-watch-XXXXXX".utf8CString)
            path = String(cString: try #require(mkdtemp(&template)))
        }
        deinit {
            for file in Folder.files(under: path) { unlink(file) }
            rmdir(path + "/late")
            rmdir(path)
        }
        func write(_ name: String, _ text: String) throws {
            let file = try #require(fopen(path + "/" + name, "w"))
            fputs(text, file)
            fclose(file)
        }
        func replace(_ name: String, _ text: String) throws {
            try write(name + ".new", text)
            rename(path + "/" + name + ".new", path + "/" + name)
        }
    }

    private func height(_ line: String?) -> Int? {
        guard let line, let start = line.range(of: "\"height\":") else { return nil }
        return Int(line[start.upperBound...].prefix { $0.isNumber })
    }

    @Test func watchTellsEachNewHeight() throws {
        let scratch = try Scratch()
        func page(_ body: String) -> String {
            "<!DOCTYPE html><link rel=stylesheet href=late/more.css><link rel=stylesheet href=sheet.css><body style='margin:0'>" + body
        }
        try scratch.write("page.html", page("<p>"))
        try scratch.write("sheet.css", "p { margin: 0; height: 10px }")
        let process = try BuiltTool().start(["watch", scratch.path + "/page.html", "--width", "300"])
        #expect(height(process.line()) == 10)
        // Each step waits for its line, so that none is taken for another's.
        try scratch.replace("sheet.css", "p { margin: 0; height: 20px }")
        #expect(height(process.line()) == 20)
        try scratch.write("page.html", page("<p><p>"))
        #expect(height(process.line()) == 40)
        // What leaves the height as it is says nothing: the next line is of what follows.
        try scratch.replace("page.html", page("<p id=x><p>"))
        try scratch.write("other.css", "p { height: 1px }")
        usleep(100_000)
        try scratch.replace("page.html", page("<img src=late.svg style='display:block'><p><p><p>"))
        // A picture that is missing may have a height.
        #expect((height(process.line()) ?? 0) >= 60)
        try scratch.write("late.svg", "<svg xmlns='http://www.w3.org/2000/svg' width='30' height='33'/>")
        #expect(height(process.line()) == 93)
        unlink(scratch.path + "/sheet.css")
        let bare = height(process.line())
        #expect(bare != nil && bare != 93)
        mkdir(scratch.path + "/late", 0o755)
        try scratch.write("late/more.css", "p { margin: 0; height: 5px }")
        #expect(height(process.line()) == 48)
        // The page goes and comes back.
        unlink(scratch.path + "/page.html")
        usleep(100_000)
        try scratch.write("page.html", page("<p>"))
        #expect(height(process.line()) == 5)
        close(process.input)
        #expect(process.finish() == 0)
    }

    @Test func watchWantsAFile() throws {
        #expect(try BuiltTool().run(["watch", "/nonexistent/page.html", "--width", "3"]).status == 2)
        #expect(try BuiltTool().run(["watch", "-", "--width", "3"]).status == 2)
        #expect(try BuiltTool().run(["watch", "/tmp"]).status == 2)
    }
}

extension String {
    /// The first place of `text`.
    fileprivate func range(of text: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
            start = index(after: start)
        }
        return nil
    }
}
