import Testing

import Copyfit

/// The html5lib tokenizer tests, where they lie beside the package. `xmlViolation.test` is left out: it is about parsers that make XML.
@Suite struct HTMLTokenizerTests {
    @Test(.enabled(if: SharedTests.folder != nil)) func allFiles() throws {
        let folder = try #require(SharedTests.folder) + "/tokenizer"
        var passed = 0
        var failed: [String] = []
        for file in SharedTests.files(in: folder, suffix: ".test") where file != "xmlViolation.test" {
            let bytes = try #require(SharedTests.read(folder + "/" + file))
            for test in try JSONValue(parsing: bytes)["tests"].elements {
                let states = test["initialStates"].elements.compactMap(\.string)
                for state in states.isEmpty ? ["Data state"] : states {
                    let escaped = test["doubleEscaped"].bool ?? false
                    let input = Self.text(test["input"], escaped)
                    let expected = test["output"].elements.map { Self.line($0, escaped) }
                    let actual = Self.tokens(input, state: state, lastStartTag: test["lastStartTag"].string)
                    if Self.joined(expected) == Self.joined(actual) {
                        passed += 1
                    } else {
                        let name = "\(file) \(state) \(test["description"].string ?? "")"
                        failed.append("\(name)\n  input \(input.debugDescription)\n  \(expected)\n  \(actual)")
                    }
                }
            }
        }
        if !failed.isEmpty { print(failed.prefix(20).joined(separator: "\n"), "\n\(failed.count) failed, \(passed) passed") }
        #expect(passed > 6000)
        #expect(failed.isEmpty)
    }

    /// A token as text: its kind, a tab, its parts.
    private static func line(_ token: JSONValue, _ escaped: Bool) -> String {
        let kind = token[0].string ?? ""
        switch kind {
        case "DOCTYPE":
            let parts = (1...3).map { token[$0].isNull ? "-" : text(token[$0], escaped).debugDescription }
            return "DOCTYPE\t" + parts.joined(separator: " ") + " \(token[4].bool ?? false)"
        case "StartTag":
            let parts = token[2].members.map { text(.string($0.key), escaped) + "=" + text($0.value, escaped).debugDescription }.sorted()
            return "StartTag\t" + text(token[1], escaped) + " " + parts.joined(separator: " ") + (token.elements.count > 3 ? " /" : "")
        default: return kind + "\t" + text(token[1], escaped)
        }
    }

    private static func joined(_ lines: [String]) -> [String] {
        var joined: [String] = []
        for line in lines {
            if line.hasPrefix("Character\t"), let last = joined.last, last.hasPrefix("Character\t") {
                joined[joined.count - 1] = last + line.dropFirst("Character\t".count)
            } else {
                joined.append(line)
            }
        }
        return joined
    }

    private static func tokens(_ input: String, state: String, lastStartTag: String?) -> [String] {
        var document = Document()
        let source = SourceNormalizer.normalize(Array(input.utf8))
        document.bytes = source
        return source.withUnsafeBufferPointer { buffer in
            var tokenizer = HTMLTokenizer(buffer)
            switch state {
            case "RCDATA state": tokenizer.contentModel = .rcdata
            case "RAWTEXT state": tokenizer.contentModel = .rawtext
            case "Script data state": tokenizer.contentModel = .scriptData
            case "PLAINTEXT state": tokenizer.contentModel = .plaintext
            case "CDATA section state": tokenizer.contentModel = .cdata
            default: break
            }
            if let lastStartTag { tokenizer.lastStartTag = document.names.name(lastStartTag) }
            var lines: [String] = []
            while true {
                let token = tokenizer.next(&document)
                switch token {
                case .startTag:
                    let parts = document.attributes[tokenizer.firstAttribute...].map {
                        document.names.spelling(of: $0.name) + "=" + document.string($0.value).debugDescription
                    }
                    lines.append(
                        "StartTag\t" + document.names.spelling(of: tokenizer.tagName) + " " + parts.sorted().joined(separator: " ")
                            + (tokenizer.selfClosing ? " /" : ""))
                case .endTag: lines.append("EndTag\t" + document.names.spelling(of: tokenizer.tagName))
                case .characters: lines.append("Character\t" + document.string(tokenizer.text))
                case .comment: lines.append("Comment\t" + document.string(tokenizer.text))
                case .doctype:
                    let doctype = tokenizer.doctype
                    let parts = [
                        doctype.hasName ? document.string(tokenizer.text).debugDescription : "-",
                        doctype.publicID.map { document.string($0).debugDescription } ?? "-",
                        doctype.systemID.map { document.string($0).debugDescription } ?? "-",
                    ]
                    lines.append("DOCTYPE\t" + parts.joined(separator: " ") + " \(!doctype.forcesQuirks)")
                case .endOfFile: return lines
                }
            }
        }
    }

    /// A string of a test; with `escaped`, `\uXXXX` in it are code units. Lone surrogates, which UTF-8 has not, are U+FFFD.
    private static func text(_ value: JSONValue, _ escaped: Bool) -> String {
        guard let string = value.string else { return "" }
        guard escaped else { return string }
        var units: [UInt16] = []
        var rest = Array(string.utf16)[...]
        while let unit = rest.popFirst() {
            if unit == 0x5C, rest.first == 0x75, rest.count >= 5,
                let code = UInt16(String(decoding: rest.dropFirst().prefix(4), as: UTF16.self), radix: 16)
            {
                units.append(code)
                rest = rest.dropFirst(5)
            } else {
                units.append(unit)
            }
        }
        return String(decoding: units, as: UTF16.self)
    }
}
