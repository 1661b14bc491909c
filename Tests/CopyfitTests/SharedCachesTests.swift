import Synchronization
import Testing

internal import CopyfitArguments
@testable import Copyfit
@testable import CopyfitCLI

/// Documents that share caches, measured by several threads at once, give the answers that each gives alone, without anything shared.
@Suite struct SharedCachesTests {
    /// A document with the widths that its browser was asked about.
    private struct Page: Sendable {
        var name: String
        var html: [UInt8]
        /// Whether the bytes are UTF-8 already, as those of a batch are.
        var isDecoded = false
        var stylesheets: [String] = []
        var folder: String
        var widths: [Double]

        func options(_ engine: BrowserCaseTests.Engine) -> Options {
            var options = Options()
            options.profile = engine.profile
            options.baseDirectory = folder
            options.stylesheets = stylesheets
            return options
        }

        func layouts(_ copyfitter: Copyfitter) throws -> [Layout] {
            let document = isDecoded ? copyfitter.prepare(utf8: html) : copyfitter.prepare(bytes: html)
            // First without detail, which takes other ways to the same height.
            return try widths.map { try document.layout(width: $0) } + widths.map { try document.layout(width: $0, detail: [.lines, .boxes, .widths]) }
        }
    }

    private static let recorded: [Page] = BrowserCase.all.compactMap { page in
        guard let bytes = try? FileReader.read(path: page.path) else { return nil }
        return Page(name: page.name, html: bytes, folder: page.folder, widths: [320, 181.5])
    }

    /// The corpus that may lie beside the project; some of it where a debug build would take minutes.
    private static let corpus: [Page] = {
        let folder = ProjectFiles.root + "/../shared/corpus/cases"
        var pages: [Page] = []
        for path in Folder.files(under: folder) where path.hasSuffix(".jsonl") {
            for line in ((try? FileReader.read(path: path)) ?? []).split(separator: 0x0A) {
                guard let request = try? BatchRequest(Array(line)) else { continue }
                pages.append(
                    Page(
                        name: String(decoding: request.id, as: UTF8.self), html: request.html, isDecoded: true, stylesheets: request.stylesheets,
                        folder: ProjectFiles.root + "/../shared/fonts/web", widths: request.widths))
            }
        }
        #if DEBUG
            return stride(from: 0, to: pages.count, by: 12).map { pages[$0] }
        #else
            return pages
        #endif
    }()

    @Test(arguments: BrowserCaseTests.Engine.allCases)
    func threadsThatShareCachesAnswerAsOneDocumentAlone(engine: BrowserCaseTests.Engine) throws {
        let pages = SharedCachesTests.recorded + SharedCachesTests.corpus
        let shared = try Copyfitter(options: Options(), fonts: FontCatalog(fontconfigFile: ProjectFiles.fontconfigFile))
        let answers = Mutex<[[Int: [Layout]]]>([])
        let threads = (0..<3).map { number in
            BigStackThread {
                var own: [Int: [Layout]] = [:]
                for step in pages.indices {
                    // Each in another order: a session or word that one has made meets another's document.
                    let index = number == 1 ? pages.count - 1 - step : (step + number * pages.count / 2) % pages.count
                    own[index] = try? pages[index].layouts(shared.with(options: pages[index].options(engine)))
                }
                answers.withLock { $0.append(own) }
            }
        }
        for thread in threads { thread.join() }
        let found = answers.withLock { $0 }
        #expect(found.count == 3)

        for (index, page) in pages.enumerated() {
            let alone = try page.layouts(Copyfitter(options: page.options(engine), fonts: FontCatalog(fontconfigFile: ProjectFiles.fontconfigFile)))
            for (number, own) in found.enumerated() {
                guard let layouts = own[index], layouts.count == alone.count else {
                    Issue.record("\(page.name): thread \(number) has no answer")
                    continue
                }
                for (layout, wanted) in zip(layouts, alone) {
                    #expect(
                        layout.height == wanted.height && layout.rootHeight == wanted.rootHeight && layout.bodyHeight == wanted.bodyHeight
                            && layout.lineCount == wanted.lineCount && layout.naturalWidth == wanted.naturalWidth && layout.minWidth == wanted.minWidth,
                        "\(page.name) at \(layout.width): \(layout.height), alone \(wanted.height)")
                    #expect(layout.lines == wanted.lines, "lines of \(page.name) at \(layout.width)")
                    #expect(layout.boxes == wanted.boxes, "boxes of \(page.name) at \(layout.width)")
                }
            }
        }
    }

    /// Documents with the same primary font that other fonts serve too, one after the other in any order.
    @Test(arguments: BrowserCaseTests.Engine.allCases)
    func wordsOfOneListOfFontsAreNoOthers(engine: BrowserCaseTests.Engine) throws {
        let face = { (family: String, file: String, range: String) in
            "@font-face { font-family: \(family); src: url(\(file)); \(range.isEmpty ? "" : "unicode-range: \(range)") }"
        }
        let ahem = "Tests/Fonts/Ahem.ttf", regular = "Fonts/TitilliumWeb/TitilliumWeb-Regular.ttf"
        let sheets = [
            face("A", regular, "") + "p { font: 20px A }",
            face("A", ahem, "") + "p { font: 20px A }",
            face("A", ahem, "U+61-68") + "p { font: 20px A }",
            face("A", regular, "") + face("B", ahem, "") + "p { font: 20px A, B }",
            face("A", regular, "") + face("B", ahem, "U+30-39") + "p { font: 20px B, A }",
            face("A", regular, "") + face("A", ahem, "U+6C-6F") + "p { font: 20px A }",
        ]
        // The second word is of characters that Ahem alone has.
        let pages = sheets.map { "<!doctype html><style>\($0)</style><p style='display: inline-block'>hello \u{F000}\u{F001} 123 world" }
        func copyfitter() throws -> Copyfitter {
            var options = Options()
            options.profile = engine.profile
            options.baseDirectory = ProjectFiles.root
            return try Copyfitter(options: options, fonts: FontCatalog(fontconfigFile: ProjectFiles.fontconfigFile))
        }
        let alone = try pages.map { try copyfitter().prepare(html: $0).layout(width: 600, detail: .widths).naturalWidth }
        #expect(Set(alone).count == pages.count)
        for first in pages.indices {
            let shared = try copyfitter()
            for step in pages.indices {
                let index = (first + step * 2) % pages.count
                #expect(try shared.prepare(html: pages[index]).layout(width: 600, detail: .widths).naturalWidth == alone[index], "\(index) after \(first)")
            }
        }
    }
}
