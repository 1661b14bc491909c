@testable import Copyfit
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// Whole explanations of pages in `Cases`, one for each kind of cause. A missing answer is recorded and fails; `RECORD=1` records all anew.
@Suite struct ExplanationCaseTests {
    static let folder = ProjectFiles.root + "/Tests/CopyfitTests/Explain/Cases"

    @Test(arguments: ["box-heights", "margins", "lines", "overflow", "tables", "flex-and-grid", "faces", "css"])
    func explains(name: String) throws {
        let document = try Copyfitter(options: Options(), fonts: BrowserCaseTests.fonts).prepare(html: try ProjectFiles.text("\(Self.folder)/\(name).html"))
        let text = try document.explain(width: 300).description + "\n"
        let path = "\(Self.folder)/\(name).txt"
        let isRecording = getenv("RECORD") != nil
        guard !isRecording, let expected = try? ProjectFiles.text(path) else {
            let file = try #require(fopen(path, "w"))
            fputs(text, file)
            fclose(file)
            if !isRecording { Issue.record("recorded \(path): look at it") }
            return
        }
        #expect(text == expected, "\(name)")
    }
}
