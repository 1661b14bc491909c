import Testing

@testable import Copyfit

/// Sizes for views around a document. Ahem's letters are squares of the font size.
@Suite struct FittingTests {
    static let copyfitter = Result { () throws(CopyfitError) -> Copyfitter in
        var options = Options()
        options.baseDirectory = ProjectFiles.root + "/Tests/Fonts"
        return try Copyfitter(options: options)
    }

    static func document(_ body: String, style: String = "margin:0") throws -> PreparedDocument {
        try copyfitter.get().prepare(
            html: "<!DOCTYPE html><style>@font-face{font-family:A;src:url(Ahem.ttf)}body{font:10px/20px A}</style><body style='\(style)'>" + body)
    }

    @Test func naturalSize() throws {
        let result1 = try FittingTests.document("XXX XX X").intrinsicContentSize()
        #expect(result1 == ContentSize(width: 80, height: 20))
        let result2 = try FittingTests.document("<p style='margin:5px'>XXX XX X<p style='margin:5px 7px'>XX<br>X", style: "margin:3px").intrinsicContentSize()
        #expect(result2 == ContentSize(width: 96, height: 75))
        #expect(try FittingTests.document("").intrinsicContentSize().height == 0)
    }

    @Test func sizeThatFits() throws {
        let document = try FittingTests.document("XXX XX X")
        let result3 = try document.sizeThatFits(width: 500)
        #expect(result3 == ContentSize(width: 80, height: 20))
        let result4 = try document.sizeThatFits(width: 80)
        #expect(result4 == ContentSize(width: 80, height: 20))
        let result5 = try document.sizeThatFits(width: 79)
        #expect(result5 == ContentSize(width: 79, height: 40))
        let result6 = try document.sizeThatFits(width: 20)
        #expect(result6 == ContentSize(width: 30, height: 60))
    }

    @Test func growsToAMaximum() throws {
        let document = try FittingTests.document("X X X X X")
        #expect(try document.fittingSize(width: 10, maxHeight: 60) == FittingSize(width: 10, height: 60, contentHeight: 100))
        #expect(try document.fittingSize(width: 10, maxHeight: 60).scrolls)
        #expect(try !document.fittingSize(width: 10, maxHeight: 100).scrolls)
        #expect(try document.fittingSize(width: 1000, minHeight: 44, maxHeight: 60).height == 44)
        #expect(try document.fittingSize(width: 10, minHeight: 80, maxHeight: 60).height == 80)
    }

    @Test func lineLimits() throws {
        let document = try FittingTests.document(
            "<div style='padding:4px 0 6px'><p style='margin:10px 0'>XX XX XX<p style='margin:10px 0'>XX XX</div><p>X", style: "margin:8px 0")
        let all = try document.layout(width: 20)
        #expect(all.lineCount == 6)
        let two = try document.lineLimit(width: 20, maxLines: 2)
        // 8 + 4 + 10 + 40, then the paragraph's margin, the padding of its parent, and the body's margin.
        #expect(two.height == 8 + 4 + 10 + 40 + 10 + 6 + 8)
        #expect(two.isTruncated && two.visibleLineCount == 2 && two.lineCount == 6 && two.contentHeight == Double(all.height))
        #expect(two.cut?.lineBottom == 62 && two.cut?.lineTop == 42 && two.cut?.lastLine == "XX" && two.cut?.textOffset == 6)
        let four = try document.lineLimit(width: 20, maxLines: 4)
        #expect(four.height == 8 + 4 + 10 + 60 + 10 + 20 + 10 + 6 + 8)
        #expect(four.cut?.textOffset == 8 + 3)
        let more = try document.lineLimit(width: 20, maxLines: 6)
        #expect(!more.isTruncated && more.height == Double(all.height) && more.visibleLineCount == 6)
    }

    /// Against `-webkit-line-clamp` on a block around the text.
    @Test(arguments: 1...5) func lineLimitIsThatOfLineClamp(lines: Int) throws {
        let text = "XXX XX XXXX X XXXXX XX XXX X XX"
        let clamped = try FittingTests.document(
            "<div style='padding:3px;display:-webkit-box;-webkit-box-orient:vertical;overflow:hidden;-webkit-line-clamp:\(lines)'>\(text)</div>")
        let limited = try FittingTests.document("<div style='padding:3px'>\(text)</div>").lineLimit(width: 80, maxLines: lines)
        #expect(limited.height == Double(try clamped.layout(width: 80).height))
    }

    @Test func shrinkWrap() throws {
        let document = try FittingTests.document("XXX XX XXXX X")
        // XXX XX / XXXX X
        let result7 = try document.shrinkWrap(maxWidth: 79)
        #expect(result7 == FittedWidth(width: 60, height: 40, lineCount: 2))
        let result8 = try document.shrinkWrap(maxWidth: 500)
        #expect(result8 == FittedWidth(width: 130, height: 20, lineCount: 1))
        let result9 = try document.shrinkWrap(maxWidth: 20)
        #expect(result9 == FittedWidth(width: 20, height: 80, lineCount: 4))
        let padded = try FittingTests.document("<p style='padding:0 7px;margin:0'>XXX XX XXXX X", style: "margin:0 5px")
        let result10 = try padded.shrinkWrap(maxWidth: 110).width
        // WebKit lets a line be 1/64 px longer than its box.
        #expect(result10 == 84 - 1.0 / 64)
    }

    @Test func balance() throws {
        let document = try FittingTests.document("XX XX XX XX X")
        // As many lines as at 110, two, and as even as can be: XX XX / XX XX X.
        let balanced = try document.balancedWidth(maxWidth: 110)
        #expect(balanced == FittedWidth(width: 70, height: 40, lineCount: 2))
    }

    @Test func textScale() throws {
        let document = try FittingTests.document("<span style='line-height:2'>XXX XX</span>", style: "margin:0;line-height:2")
        let fit = try document.largestTextScale(fitting: ContentSize(width: 120, height: 100))
        // Two lines of twice the font size, in whole px: 2 x 25.46 px are lines of 50.
        #expect(fit == FittedTextScale(scale: 2.546875, height: 100, fits: true))
        #expect(document.textScale == 1)
        try document.setTextScale(fit.scale)
        #expect(try Double(document.layout(width: 120).height) == fit.height)
        try document.setTextScale(1)
        #expect(try document.layout(width: 120).height == 20)
        #expect(try !document.largestTextScale(fitting: ContentSize(width: 1, height: 1)).fits)
        let fixed = try FittingTests.document("XX")
        try fixed.setTextScale(3)
        // Line heights in px follow text zoom.
        #expect(try fixed.layout(width: 500).height == 60)
        #expect(try fixed.intrinsicContentSize().width == 60)
    }

    @Test func badInputThrows() throws {
        let document = try FittingTests.document("X")
        for bad in [Double.nan, -1, .infinity, 0, -.infinity] {
            #expect(throws: CopyfitError.self) { try document.sizeThatFits(width: bad) }
            #expect(throws: CopyfitError.self) { try document.fittingSize(width: bad) }
            #expect(throws: CopyfitError.self) { try document.lineLimit(width: bad, maxLines: 3) }
            #expect(throws: CopyfitError.self) { try document.shrinkWrap(maxWidth: bad) }
            #expect(throws: CopyfitError.self) { try document.balancedWidth(maxWidth: bad) }
            #expect(throws: CopyfitError.self) { try document.largestTextScale(fitting: ContentSize(width: bad, height: 10)) }
            #expect(throws: CopyfitError.self) { try document.setTextScale(bad) }
        }
        #expect(throws: CopyfitError.self) { try document.fittingSize(width: 10, minHeight: .nan) }
        #expect(throws: CopyfitError.self) { try document.fittingSize(width: 10, maxHeight: .nan) }
        #expect(throws: CopyfitError.self) { try document.fittingSize(width: 10, maxHeight: -1) }
        #expect(throws: CopyfitError.self) { try document.lineLimit(width: 10, maxLines: 0) }
        #expect(throws: CopyfitError.self) { try document.lineLimit(width: 10, maxLines: .min) }
        #expect(throws: CopyfitError.self) { try document.largestTextScale(fitting: ContentSize(width: 10, height: .nan)) }
        #expect(throws: CopyfitError.self) { try document.largestTextScale(fitting: ContentSize(width: 10, height: 5), in: 0...1) }
        for html in ["", "<table><td>", "<div style='display:flex'><p>a<p>b"] {
            let odd = try FittingTests.document(html)
            _ = try odd.intrinsicContentSize()
            _ = try odd.shrinkWrap(maxWidth: 100)
            _ = try odd.balancedWidth(maxWidth: 100)
            _ = try odd.lineLimit(width: 100, maxLines: 1)
            _ = try odd.largestTextScale(fitting: ContentSize(width: 100, height: 100))
        }
    }
}
