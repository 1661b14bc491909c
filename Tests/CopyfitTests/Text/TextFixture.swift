@testable import Copyfit

/// A paragraph to measure: runs of text with a style each.
struct TextFixture {
    let shaper: TextShaper
    var text: [UInt16] = []
    var runs: [TextRun] = []
    var flags: [BreakFlags] = []
    var levels: [UInt8]?

    /// `·` in the source ends one run and begins the next.
    init(
        _ source: String, _ family: String = "Titillium Web", size: Float = 16, _ profile: Profile = .webkit, language: String = "",
        cache: WordCache = WordCache(), scratch: TextScratch = TextScratch(), font: (inout FontDescription) -> Void = { _ in },
        style edit: (inout ComputedStyle) -> Void = { _ in }
    ) {
        var styled = StyledDocument()
        var description = FontFixtures.description(family, size: size)
        font(&description)
        styled.fonts = [description]
        styled.languages = ["", language]
        var style = ComputedStyle()
        style.fontSize = size
        style.language = language.isEmpty ? 0 : 1
        edit(&style)
        styled.styles = [style]
        shaper = TextShaper(
            styled: styled, fonts: DocumentFonts(catalog: FontFixtures.catalog, profile: profile), cache: cache, scratch: scratch)
        for part in source.split(separator: "·", omittingEmptySubsequences: false) {
            let start = Int32(text.count)
            text += Array(part.utf16)
            runs.append(TextRun(start: start, end: Int32(text.count), style: StyleID(rawValue: 0)))
        }
        shaper.markBreaks(text: text, runs: runs, flags: &flags)
        levels = shaper.bidiLevels(text: text, base: .ltr)
    }

    /// WebKit's items.
    var items: [TextItem] {
        var taker = Taker()
        text.withUnsafeBufferPointer { text in
            flags.withUnsafeBufferPointer { flags in
                (levels ?? []).withUnsafeBufferPointer { levels in
                    for (index, run) in runs.enumerated() { shaper.eachItem(text, index, run, flags, levels, nil, into: &taker) }
                }
            }
        }
        return taker.items
    }

    private struct Taker: TextItemTaker {
        var items: [TextItem] = []
        mutating func take(_ item: TextItem) { items.append(item) }
    }

    func string(_ item: TextItem) -> String { String(decoding: text[item.range], as: UTF16.self) }

    /// WebKit's width of the whole text on one line: the items' f32 sum.
    var width: Float {
        var total: Float = 0
        for item in items {
            total += item.flags.contains(.tab) ? shaper.whiteSpaceWidth(text: text, range: item.range, style: runs[0].style, container: runs[0].style, position: total) : item.width
        }
        return total
    }

    /// Chromium's width of the whole text on one line: the runs' sum.
    var chromiumWidth: LayoutUnit {
        let paragraph = shaper.shape(text: text, runs: runs, levels: levels)
        var total = LayoutUnit.zero
        for run in runs {
            total += shaper.sliceWidth(
                paragraph, text: text, from: Int(run.start), to: Int(run.end), shapedTo: Int(run.end), lineStart: run.start == 0,
                lineEnd: Int(run.end) == text.count)
        }
        return total
    }
}
