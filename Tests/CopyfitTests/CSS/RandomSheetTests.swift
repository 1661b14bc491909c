import Glibc
import Testing
@testable import Copyfit

/// Random and damaged sheets, with the declaration that wins on every element as Chromium has it (`Scripts/record-random-sheets`).
@Suite struct RandomSheetTests {
    @Test func winnersAreChromiums() throws {
        let path = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/") + "/RandomSheets.txt"
        let cases = try #require(RandomSheetTests.read(path)).split(separator: "\n===== ").dropFirst()
        #expect(cases.count == 60)
        for (number, text) in cases.enumerated() {
            guard let end = text.firstIndex(of: "\n") else { continue }
            let page = String(text[text.index(after: end)...])
            #expect(RandomSheetTests.winners(page) == text[..<end], "case \(number)")
        }
    }

    private static func read(_ path: String) -> String? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The `z-index` of each element with an id, by the order of rules alone.
    private static func winners(_ page: String) -> String {
        let document = SelectorTests.document(page, standards: false)
        var set = SheetSet()
        for index in document.nodes.indices {
            let id = NodeID(rawValue: UInt32(index))
            guard document.isElement(id, .style), document[id].firstChild.exists else { continue }
            let sheet = Stylesheet(document.string(document[document[id].firstChild].text)) { name, value in
                name == "z-index" && integer(value) != nil
            }
            set.add(sheet, owner: id)
        }
        var matcher = RuleMatcher(document: document, sheets: set, media: MediaContext(width: 600, height: 1))
        var result: [String] = []
        SelectorTests.walk(document) { element, enters in
            guard enters else { return matcher.pop() }
            var rules: [MatchedRule] = []
            matcher.matches(for: element, in: document, into: &rules)
            matcher.push(element, in: document)
            guard let id = document.attributeString(.id, of: element), id.hasPrefix("e") else { return }
            var normal = "auto"
            var important: (layer: UInt32, value: String)?
            for rule in rules where rule.pseudo == nil {
                for declaration in set.entries[rule.sheet].sheet.declarations(ofRule: rule.rule) where declaration.name == "z-index" {
                    guard let value = integer(declaration.value) else { continue }
                    if !declaration.isImportant {
                        normal = value
                    } else if important.map({ rule.layerOrder <= $0.layer }) ?? true {
                        important = (rule.layerOrder, value)
                    }
                }
            }
            result.append("\(id)=\(important?.value ?? normal)")
        }
        return result.joined(separator: " ")
    }

    private static func integer(_ value: CSSTokenSlice) -> String? {
        var cursor = value.cursor
        guard let token = cursor.take(.number), token.isInteger, cursor.isAtEnd else { return nil }
        return "\(Int(token.number))"
    }
}
