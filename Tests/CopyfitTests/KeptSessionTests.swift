private import Glibc
import Testing

@testable import Copyfit

/// Documents with the same sheets share styles and fonts: each still hears what concerns it, and sees files that change.
@Suite struct KeptSessionTests {
    private static let styles = """
        <style>@font-face { font-family: Far; src: url(https://example.com/far.woff2) }
        @font-face { font-family: Gone; src: url(gone.ttf) }
        p { wiidth: 3px }</style>
        """
    private static let pages = [
        "<p>plain", "<p style='font-family: Far'>far", "<p style='font-family: Gone, Far'>gone", "<p>plain again <img src=https://example.com/a.png>",
        "<p style='font-family: Far; font-size: 30px'>far and large", "<h1 hidden style='font-family: Gone'>hidden</h1>",
    ]

    @Test(arguments: [Profile.webkit, .chromium]) func diagnosticsAreTheDocumentsOwn(profile: Profile) throws {
        var options = Options()
        options.profile = profile
        options.baseDirectory = ProjectFiles.root
        let shared = try Copyfitter(options: options, fonts: BrowserCaseTests.fonts)
        for page in KeptSessionTests.pages + KeptSessionTests.pages.reversed() {
            let kept = shared.prepare(html: KeptSessionTests.styles + page)
            let new = try Copyfitter(options: options, fonts: BrowserCaseTests.fonts).prepare(html: KeptSessionTests.styles + page)
            #expect(try kept.layout(width: 300).height == new.layout(width: 300).height)
            #expect(kept.diagnostics == new.diagnostics, "\(page)")
            #expect(new.diagnostics.contains { $0.kind == .font } == (page.contains("Far") || page.contains("Gone") && !page.contains("hidden")))
            #expect(new.diagnostics.contains { $0.kind == .css })
        }
    }

    @Test func fontFilesThatChangeAreSeen() throws {
        var template = Array("/tmp/copyfit-session-XXXXXX".utf8CString)
        let folder = try #require(mkdtemp(&template).map { String(cString: $0) })
        let file = folder + "/a.ttf"
        defer {
            unlink(file)
            rmdir(folder)
        }
        var options = Options()
        options.baseDirectory = folder
        let copyfitter = try Copyfitter(options: options, fonts: BrowserCaseTests.fonts)
        func height() throws -> Double {
            usleep(60_000)
            return try copyfitter.height(html: "<style>@font-face { font-family: A; src: url(a.ttf) } p { font: 100px A; margin: 0 } body { margin: 0 }</style><p>A", width: 900)
        }
        func put(_ name: String) throws {
            let bytes = try FileReader.read(path: name)
            let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
            #expect(write(descriptor, bytes, bytes.count) == bytes.count)
            close(descriptor)
        }
        let missing = try height()
        #expect(try height() == missing)
        try put(ProjectFiles.root + "/Tests/Fonts/Ahem.ttf")
        let first = try height()
        #expect(first == 100)
        #expect(missing == 152)
        unlink(file)
        #expect(try height() == missing)
    }
}
