import Glibc
import Testing

import Copyfit

/// The html5lib tree-construction tests, where they lie beside the package (`../shared/html5lib-tests`).
@Suite struct TreeConstructionTests {
    struct Case {
        var file: String
        var number: Int
        var data: [UInt8]
        var fragment: String?
        var scripting: [Bool]
        var expected: String
    }

    /// Tests that are known to differ, by file and number from 1.
    static let known: [String: String] = [
        "webkit02.dat 45": selectedContent, "webkit02.dat 46": selectedContent, "webkit02.dat 47": selectedContent,
        "webkit02.dat 48": selectedContent,
    ]

    private static let selectedContent =
        "selectedcontent is filled by the select element, not by the parser, and is not shown unless the page styles the select"

    @Test(.enabled(if: SharedTests.folder != nil)) func allFiles() throws {
        let folder = try #require(SharedTests.folder) + "/tree-construction"
        var passed = 0
        var failed: [String] = []
        for file in SharedTests.files(in: folder, suffix: ".dat") {
            for test in Self.cases(file: file, try #require(SharedTests.read(folder + "/" + file))) {
                for scripting in test.scripting {
                    let actual = Self.tree(of: test, scripting: scripting)
                    if actual == test.expected {
                        passed += 1
                    } else if Self.known["\(file) \(test.number)"] == nil {
                        let data = String(decoding: test.data, as: UTF8.self)
                        failed.append("\(file) \(test.number) scripting \(scripting)\n\(data)\nexpected\n\(test.expected)actual\n\(actual)")
                    }
                }
            }
        }
        if !failed.isEmpty { print(failed.prefix(20).joined(separator: "\n"), "\n\(failed.count) failed, \(passed) passed") }
        #expect(passed >= 3541)
        #expect(failed.isEmpty)
    }

    static func tree(of test: Case, scripting: Bool) -> String {
        var diagnostics = DiagnosticSink()
        guard let fragment = test.fragment else {
            return HTMLParser.parse(test.data, scripting: scripting, rules: .chromium, diagnostics: &diagnostics).dump()
        }
        var name = fragment
        var namespace = Node.Namespace.html
        if fragment.hasPrefix("svg ") { (name, namespace) = (String(fragment.dropFirst(4)), .svg) }
        if fragment.hasPrefix("math ") { (name, namespace) = (String(fragment.dropFirst(5)), .mathml) }
        let document = HTMLParser.parseFragment(
            test.data, context: name, namespace: namespace, scripting: scripting, rules: .chromium, diagnostics: &diagnostics)
        return document.dump(below: document.documentElement)
    }

    /// The tests of a file, by the format its README describes.
    static func cases(file: String, _ bytes: [UInt8]) -> [Case] {
        var cases: [Case] = []
        var sections: [(name: String, lines: [ArraySlice<UInt8>])] = []
        func finish() {
            func section(_ name: String) -> [ArraySlice<UInt8>]? { sections.first { $0.name == name }?.lines }
            if let data = section("#data"), let document = section("#document") {
                var tree = document
                while tree.last?.isEmpty ?? false { tree.removeLast() }
                let scripting = section("#script-on") != nil ? [true] : section("#script-off") != nil ? [false] : [true, false]
                cases.append(
                    Case(
                        file: file, number: cases.count + 1, data: Array(data.joined(separator: [0x0A])),
                        fragment: section("#document-fragment")?.first.map { String(decoding: $0, as: UTF8.self) }, scripting: scripting,
                        expected: tree.map { String(decoding: $0, as: UTF8.self) + "\n" }.joined()))
            }
            sections = []
        }
        let marks: Set<String> = ["#data", "#errors", "#new-errors", "#document-fragment", "#script-on", "#script-off", "#document"]
        for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
            let text = line.first == 0x23 ? String(decoding: line, as: UTF8.self) : ""
            if text == "#data" { finish() }
            if marks.contains(text) {
                sections.append((text, []))
            } else if !sections.isEmpty {
                sections[sections.count - 1].lines.append(line)
            }
        }
        finish()
        return cases
    }
}

/// Test data that lies beside the package, not in it.
enum SharedTests {
    /// The html5lib tests, or nil where they are not there.
    static let folder: String? = {
        let root = #filePath.split(separator: "/").dropLast(5).joined(separator: "/")
        let folder = "/" + root + "/shared/html5lib-tests"
        return access(folder, R_OK) == 0 ? folder : nil
    }()

    static func files(in folder: String, suffix: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if name.hasSuffix(suffix) { names.append(name) }
        }
        return names.sorted()
    }

    static func read(_ path: String) -> [UInt8]? {
        guard let file = fopen(path, "rb") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = fread(&buffer, 1, buffer.count, file)
            if count == 0 { return bytes }
            bytes.append(contentsOf: buffer[..<count])
        }
    }
}
