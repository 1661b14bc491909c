import Testing

@testable import Copyfit

/// Text without markup, laid out as text views do.
@Suite struct AttributedTextTests {
    /// Titillium Web at 10 px has lines of 15 px.
    private static let attributes = AttributedText.Attributes(families: ["Titillium Web"], size: 10)

    private func height(_ text: AttributedText, width: Double = 200) throws -> Int {
        try FittingTests.copyfitter.get().prepare(text: text).layout(width: width).height
    }

    @Test(arguments: [
        ("", 1), ("a", 1), ("a\n", 2), ("a\n\n", 3), ("\n", 2), ("\n\n\n", 4), ("a\nb", 2), ("a\r\nb\r\n", 3), ("a\rb", 2), ("a\u{2029}b", 2), ("a\u{2028}", 2), (" ", 1), ("a\n ", 2),
        ("\r\n\r\n", 3), ("<b>&amp;", 1), ("\u{0}", 1),
    ])
    func growsWithItsLines(text: String, lines: Int) throws {
        let one = try height(AttributedText("x", base: AttributedTextTests.attributes))
        #expect(one == 15)
        #expect(try height(AttributedText(text, base: AttributedTextTests.attributes)) == one * lines)
        var options = Options()
        options.profile = .chromium
        let chromium = try FittingTests.copyfitter.get().with(options: options)
        #expect(try chromium.prepare(text: text, attributes: AttributedTextTests.attributes).layout(width: 200).height == one * lines)
    }

    @Test func aLineIsAsTallAsItsRuns() throws {
        var text = AttributedText(base: AttributedTextTests.attributes)
        text.append("small\n")
        text.append("large", size: 20)
        text.append("\n")
        text.append("small")
        let large = try height(AttributedText("x", base: .init(families: ["Titillium Web"], size: 20)))
        #expect(large > 25)
        #expect(try height(text) == 15 + large + 15)
    }

    @Test func runsAreStyled() throws {
        var text = AttributedText("Hello ", base: AttributedTextTests.attributes)
        text.append("bold", weight: 700, isItalic: true, color: "red")
        text.append(" link", link: "https://example.org/?a=\"b\"&c")
        text.append(" odd", families: ["O'Dd\\", "serif"], color: "red;display:block")
        let document = try FittingTests.copyfitter.get().prepare(text: text)
        let layout = try document.layout(width: 400, detail: [.lines, .fonts, .boxes])
        #expect(layout.lines?.map(\.text) == ["Hello", "bold", "link", "odd"])
        #expect(layout.fonts?.contains { $0.face.contains("Bold") && $0.face.contains("Italic") } == true)
        #expect(layout.boxes?.map(\.tag) == ["div", "span", "span", "a", "span"])
        #expect(layout.height == 15)
        #expect(document.diagnostics.isEmpty)
    }

    @Test func attachmentsAreScaledToTheColumn() throws {
        var text = AttributedText("a\n", base: AttributedTextTests.attributes)
        text.append(attachment: .init(width: 400, height: 200))
        #expect(try height(text, width: 400) == 215)
        #expect(try height(text, width: 100) == 65)
        text.insets = Insets(all: 10)
        let result1 = try height(text, width: 120)
        #expect(result1 == 85)
        text.append("\n")
        let result2 = try height(text, width: 120)
        // The newline is on the picture's line, and has a descent of 4 px.
        #expect(result2 == 104)
        var none = AttributedText(base: AttributedTextTests.attributes)
        none.append(attachment: .init(width: 0, height: 0))
        _ = try height(none)
    }

    @Test func longWordsBreakAndSpacesStay() throws {
        let text = AttributedText(String(repeating: "m", count: 200), base: AttributedTextTests.attributes)
        #expect(try height(text, width: 100) > 200)
        let document = try FittingTests.copyfitter.get().prepare(text: "a     b", attributes: AttributedTextTests.attributes)
        let narrow = try FittingTests.copyfitter.get().prepare(text: "a b", attributes: AttributedTextTests.attributes)
        #expect(try document.intrinsicContentSize().width > narrow.intrinsicContentSize().width)
    }

    @Test func aCutIsAnIndexInTheText() throws {
        let text = "one two\r\nthree\r\n\r\nfour five six"
        let document = try FittingTests.copyfitter.get().prepare(text: text, attributes: AttributedTextTests.attributes)
        let shown = try (1...3).map { lines -> String in
            let cut = try #require(try document.lineLimit(width: 300, maxLines: lines).cut)
            return String(decoding: Array(text.utf16)[..<cut.textOffset], as: UTF16.self)
        }
        #expect(shown == ["one two\r\n", "one two\r\nthree\r\n", "one two\r\nthree\r\n\r\n"])
        let hebrew = try FittingTests.copyfitter.get().prepare(text: "שלום\nab\ncd", attributes: AttributedTextTests.attributes)
        #expect(try hebrew.lineLimit(width: 300, maxLines: 2).cut?.textOffset == 8)
        #expect(try hebrew.lineLimit(width: 300, maxLines: 2).cut?.lastLine == "ab")
    }

    /// The README's: a text box that grows to a maximum and then scrolls.
    @Test func growingTextBox() throws {
        let copyfitter = try FittingTests.copyfitter.get()
        var heights: [Double] = []
        for typed in ["", "One line", "One line\n", "One line\nTwo\nThree\nFour\nFive"] {
            var text = AttributedText(typed, base: .init(families: ["Titillium Web"], size: 10))
            text.insets = Insets(top: 8, left: 5, bottom: 8, right: 5)
            let box = try copyfitter.prepare(text: text).fittingSize(width: 300, minHeight: 36, maxHeight: 80)
            heights.append(box.height)
            #expect(box.scrolls == (typed.count > 20))
        }
        #expect(heights == [36, 36, 46, 80])
    }

    @Test func badInputThrows() throws {
        let copyfitter = try FittingTests.copyfitter.get()
        for bad in [Double.nan, -1, .infinity, 0] {
            #expect(throws: CopyfitError.self) { try copyfitter.prepare(text: "a", attributes: .init(size: bad)) }
            #expect(throws: CopyfitError.self) { try copyfitter.prepare(text: "a", attributes: .init(weight: bad)) }
            var text = AttributedText("a")
            text.lineHeight = bad
            #expect(throws: CopyfitError.self) { try copyfitter.prepare(text: text) }
            guard bad != 0 else { continue }
            text = AttributedText("a")
            text.append(attachment: .init(width: bad, height: 1))
            #expect(throws: CopyfitError.self) { try copyfitter.prepare(text: text) }
            text = AttributedText("a")
            text.insets = Insets(all: bad)
            #expect(throws: CopyfitError.self) { try copyfitter.prepare(text: text) }
        }
    }
}
