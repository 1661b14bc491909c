import Testing

@testable import Copyfit
@testable import CopyfitCLI

/// One HTML file of `Cases`, with the answers of the browsers beside it, as `Scripts/record-cases` wrote them.
struct BrowserCase: CustomTestStringConvertible, Sendable {
    /// From `Cases`, without the extension, as `lists/basics`.
    let name: String
    let path: String

    var testDescription: String { name }
    var folder: String { String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) }

    static let all: [BrowserCase] = {
        let cases = ProjectFiles.cases
        let paths = Folder.files(under: cases).filter { $0.hasSuffix(".html") }
        return paths.map { BrowserCase(name: String($0.dropFirst(cases.count + 1).dropLast(5)), path: $0) }
            + [BrowserCase(name: "the sample article", path: ProjectFiles.root + "/Examples/article.html")]
    }()

    /// How it was shown to an engine when it was recorded.
    func options(_ engine: BrowserCaseTests.Engine) -> Options {
        var options = Options()
        options.profile = engine.profile
        options.baseDirectory = folder
        options.viewportHeight = 1
        return options
    }

    func answers(_ engine: String) throws -> [BrowserAnswer] {
        try BrowserAnswer.read(try FileReader.read(path: String(path.dropLast(5)) + ".\(engine).json"))
    }
}

/// What a browser says about a page at one width.
struct BrowserAnswer {
    struct Box {
        var tag = ""
        /// x, y, width, height in CSS px.
        var edges: [Double] = []
    }

    var width = 0.0
    var height = 0
    var rootHeight = 0.0
    var body: [Double] = []
    var isQuirks = false
    var naturalWidth = 0.0
    var minWidth = 0.0
    var boxes: [Box] = []
    /// The text of each piece, white space removed.
    var lines: [String] = []

    static func read(_ bytes: [UInt8]) throws -> [BrowserAnswer] {
        var reader = JSONReader(bytes), answers: [BrowserAnswer] = []
        try reader.object { (reader, key) throws(JSONReader.SyntaxError) in
            guard key == "answers" else { _ = try reader.skipValue(); return }
            try reader.array { (reader) throws(JSONReader.SyntaxError) in answers.append(try BrowserAnswer(&reader)) }
        }
        return answers
    }

    private init(_ reader: inout JSONReader) throws(JSONReader.SyntaxError) {
        try reader.object { (reader, key) throws(JSONReader.SyntaxError) in
            switch key {
            case "width": width = try reader.number()
            case "height": height = Int(try reader.number())
            case "rootHeight": rootHeight = try reader.number()
            case "quirks": isQuirks = try reader.bool()
            case "naturalWidth": naturalWidth = try reader.number()
            case "minWidth": minWidth = try reader.number()
            case "body": try reader.array { (reader) throws(JSONReader.SyntaxError) in body.append(try reader.number()) }
            case "boxes":
                try reader.array { (reader) throws(JSONReader.SyntaxError) in
                    var box = Box()
                    try reader.array { (reader) throws(JSONReader.SyntaxError) in
                        if box.tag.isEmpty { box.tag = try reader.string() } else { box.edges.append(try reader.number()) }
                    }
                    boxes.append(box)
                }
            case "lines":
                try reader.array { (reader) throws(JSONReader.SyntaxError) in
                    try reader.array { (reader) throws(JSONReader.SyntaxError) in
                        if reader.peek() == .string { lines.append(BrowserAnswer.squeezed(try reader.string())) } else { _ = try reader.number() }
                    }
                }
            default: _ = try reader.skipValue()
            }
        }
    }

    /// Without white space, soft hyphens and zero-width spaces, of which the recorder keeps some and drops some.
    static func squeezed(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { !$0.properties.isWhitespace && $0 != "\u{AD}" && $0 != "\u{200B}" }))
    }
}
