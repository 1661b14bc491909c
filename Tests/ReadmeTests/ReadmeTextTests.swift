import Testing

@testable import Copyfit

/// The README's Swift is the Swift that is compiled and run in `ReadmeSnippets`.
@Suite struct ReadmeTextTests {
    private static func text(_ path: String) throws -> [Substring] {
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
        return String(decoding: try FileReader.read(path: root + path), as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    }

    @Test func everySnippetIsCompiled() throws {
        let stated = try ReadmeTextTests.blocks(try ReadmeTextTests.text("/README.md"), from: "```swift", to: "```").map { block in
            block.drop { $0.hasPrefix("import ") || $0.isEmpty }.joined(separator: "\n")
        }
        let compiled = try ReadmeTextTests.blocks(try ReadmeTextTests.text("/Tests/ReadmeTests/ReadmeSnippets.swift"), from: "// README", to: "// README ends")
            .map { $0.joined(separator: "\n") }
        #expect(stated.count > 8)
        for (stated, compiled) in zip(stated, compiled) { #expect(stated == compiled) }
        #expect(stated.count == compiled.count)
    }

    /// The lines between two marks, without the indentation of the first.
    private static func blocks(_ lines: [Substring], from start: String, to end: String) throws -> [[Substring]] {
        var blocks: [[Substring]] = [], open: [Substring]?, indent = 0
        for line in lines {
            let text = line.drop { $0 == " " }
            if let block = open {
                if text == end {
                    blocks.append(block)
                    open = nil
                } else {
                    open?.append(line.dropFirst(min(indent, line.count - text.count)))
                }
            } else if text == start {
                open = []
                indent = line.count - text.count
            }
        }
        try #require(open == nil)
        return blocks
    }
}
