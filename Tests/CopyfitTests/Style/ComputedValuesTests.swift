import Glibc
import Testing
@testable import Copyfit

/// Computed values of whole documents against those that browsers gave (`Scripts/record-computed-styles`).
///
/// `COPYFIT_STYLE_CASES` names a folder of other recordings; misses are then printed by kind.
@Suite struct ComputedValuesTests {
    private static let folder: String = {
        let path = #filePath
        return String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]) + "/Cases"
    }()

    private static func read(_ path: String) -> [UInt8]? {
        guard let file = fopen(path, "rb") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = fread(&buffer, 1, buffer.count, file)
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
    }

    private static func names(in folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if name.hasSuffix(".styles") { names.append(String(name.dropLast(7))) }
        }
        return names.sorted()
    }

    @Test func documentsAsInBrowsers() throws {
        let other = getenv("COPYFIT_STYLE_CASES").map { String(cString: $0) }
        let folder = other ?? ComputedValuesTests.folder
        let names = ComputedValuesTests.names(in: folder)
        try #require(!names.isEmpty)
        var values = 0
        var misses: [String: (count: Int, example: String)] = [:]
        var missCount = 0
        for name in names {
            guard let html = ComputedValuesTests.read("\(folder)/\(name).html"), let recorded = ComputedValuesTests.read("\(folder)/\(name).styles") else { continue }
            let lines = String(decoding: recorded, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            let header = lines[0].split(separator: "\t")
            let width = Float(header[0]) ?? 600
            let profile = header[1] == "webkit" ? Profile.webkit : .chromium
            let properties = lines[1].split(separator: "\t").map(String.init)
            let fixture = StyleFixture(String(decoding: html, as: UTF8.self), profile: profile, width: width, height: 1)
            var node = fixture.document.documentElement
            var row = 2
            while node.exists, row < lines.count {
                if fixture.document[node].kind == .element {
                    let cells = lines[row].split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
                    row += 1
                    let tag = fixture.document.names.spelling(of: fixture.document[node].name)
                    #expect(tag == cells[0], "\(name): the trees differ")
                    if tag != cells[0] { break }
                    let style = fixture.styled.style(of: node)
                    if style.exists {
                        let text = ComputedValueText(styled: fixture.styled, style: fixture.styled[style], profile: profile)
                        for (index, property) in properties.enumerated() where !(node == fixture.document.documentElement && property == "display") {
                            guard index + 1 < cells.count, let mine = text.text(property) else { continue }
                            values += 1
                            if ComputedValueText.agree(mine, cells[index + 1]) { continue }
                            missCount += 1
                            let kind = "\(property) of \(tag): \(mine), browser \(cells[index + 1])"
                            misses[kind, default: (0, name)].count += 1
                        }
                    }
                }
                node = fixture.document.nextNode(after: node, within: fixture.document.documentElement)
            }
        }
        if other != nil {
            for (kind, miss) in misses.sorted(by: { $0.value.count > $1.value.count }).prefix(150) { print("\(miss.count)\t\(kind)\t\(miss.example)") }
            print("\(values) values, \(missCount) misses, \(names.count) documents")
        }
        #expect(Double(missCount) <= Double(values) * 0.005, "\(missCount) of \(values): \(misses.keys.prefix(20))")
    }
}
