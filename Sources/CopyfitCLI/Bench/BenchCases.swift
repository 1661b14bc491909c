import Copyfit
internal import CopyfitArguments

/// A document to be measured in the benchmark.
struct BenchCase {
    var html: String
    var width: Double
    var options: Options

    var kilobytes: Double { Double(html.utf8.count) / 1024 }
}

/// The built-in documents, and those of a file.
enum BenchCases {
    private static let style = "<style>body{margin:8px;font:13pt 'Titillium Web',sans-serif}h2{margin:.5em 0;font-size:1.3em}"
        + "blockquote{border-left:3px solid #ccc;padding-left:12px}.card{padding:12px;border:1px solid #ddd;border-radius:6px}"
        + "td,th{padding:4px 8px;border:1px solid #ddd}code{font-family:monospace;background:#eee}</style>"

    /// Snippets of about 1.3 KB as feeds and chats have them: every second one English, the rest in turn in the other languages.
    static func snippets(_ options: Options) -> [BenchCase] {
        (0..<58).map { index in
            let language = index % 2 == 0 ? BenchTexts.english : BenchTexts.all[index / 2 % BenchTexts.all.count]
            return BenchCase(html: snippet(index, language), width: 320, options: options)
        }
    }

    private static func snippet(_ index: Int, _ language: BenchTexts.Language) -> String {
        var next = index * 3
        func sentence() -> String {
            next += 1
            return language.sentences[next % language.sentences.count]
        }
        func title() -> String { sentence().split(separator: " ").prefix(5).joined(separator: " ") }
        var html = style + "<div lang=\"\(language.code)\"" + (language.isRightToLeft ? " dir=\"rtl\">" : ">")
        var part = index
        // The style counts in the size, as it does in the page.
        while html.utf8.count < 1250 {
            switch part % 6 {
            case 0: html += "<h2>\(title())</h2><p>\(sentence()) <b>\(title())</b> \(sentence())</p>"
            case 1: html += "<p>\(sentence()) <a href=\"#\">\(title())</a>, \(sentence())</p>"
            case 2: html += "<ul><li>\(sentence())</li><li><em>\(title())</em> \(sentence())</li></ul>"
            case 3: html += "<blockquote><p>\(sentence())</p></blockquote>"
            case 4: html += "<div class=\"card\"><b>\(title())</b><br>\(sentence()) <code>n = \(index)</code></div>"
            default: html += "<table><tr><th>\(title())</th><td>\(sentence())</td></tr></table>"
            }
            part += 1
        }
        return html + "</div>"
    }

    /// Plain messages of 20 to 400 characters, English.
    static func messages(_ count: Int) -> [String] {
        let words = BenchTexts.english.sentences.flatMap { $0.split(separator: " ") }
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(truncatingIfNeeded: state >> 33) % bound
        }
        return (0..<count).map { _ in
            let length = 20 + random(380)
            var text = ""
            var word = random(words.count)
            while text.utf8.count < length {
                text += (text.isEmpty ? "" : " ") + words[word % words.count]
                word += random(8) == 0 ? random(words.count) : 1
            }
            return String(text.prefix(400))
        }
    }

    /// The lines of a batch.
    static func read(_ path: String, _ settings: MeasureSettings) throws(CommandError) -> [BenchCase] {
        var cases: [BenchCase] = []
        let bytes: [UInt8]
        do throws(CopyfitError) { bytes = path == "-" ? try FileReader.readAll(descriptor: 0, name: "standard input") : try FileReader.read(path: path) } catch { throw CommandError(error) }
        for (number, line) in bytes.split(separator: 0x0A).enumerated() {
            let request: BatchRequest
            do throws(BatchRequest.Failure) { request = try BatchRequest(Array(line)) } catch { throw CommandError("\(path):\(number + 1): \(error.message)") }
            var options = settings.options
            options.stylesheets += request.stylesheets
            options.baseDirectory = request.baseDirectory ?? options.baseDirectory ?? "."
            if let height = request.viewportHeight { options.viewportHeight = height }
            for width in request.widths.isEmpty ? settings.widths.isEmpty ? [320] : settings.widths : request.widths {
                guard width > 0, width.isFinite else { throw CommandError("\(path):\(number + 1): bad width") }
                cases.append(BenchCase(html: String(decoding: request.html, as: UTF8.self), width: width, options: options))
            }
        }
        guard !cases.isEmpty else { throw CommandError("\(path) holds no case") }
        return cases
    }
}
