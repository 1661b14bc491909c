/// The text of one document, measured again and again: by bare HarfBuzz, and as preparation does it. For the benchmark.
package final class ShapingTrial {
    private let boxes: PreparedBoxes
    private let shaper: TextShaper
    private let bare = BareShaping()
    /// For each piece of the text that one font serves: that font, as `bare` shapes it.
    private let runs: [(text: [UInt16], font: Font)]
    private var flags: [BreakFlags] = []
    private let items: UnsafeMutablePointer<ItemRoom<TextItem>>
    /// UTF-16 code units.
    package let characterCount: Int
    /// The face that serves most of the text.
    package let face: String

    package init(_ document: PreparedDocument) throws(CopyfitError) {
        let (boxes, shaper) = try document.preparation.boxes(for: Size(width: LayoutUnit(800), height: .zero))
        var count = 0
        var runs: [(text: [UInt16], font: Font)] = []
        var shares: [String: Int] = [:]
        for content in boxes.inlineContents {
            count += content.text.count
            for run in content.runs {
                let selection = shaper.measuredStyle(run.style).selection
                var pieces: [FontRun] = []
                content.text.withUnsafeBufferPointer {
                    shaper.fonts.resolve($0, run.range, in: selection, shaper: shaper.scratch.glyphShaper, into: &pieces)
                }
                for piece in pieces {
                    let font = shaper.fonts.font(piece.font)
                    runs.append((Array(content.text[Int(piece.start)..<Int(piece.end)]), font))
                    shares[font.face.fullName, default: 0] += Int(piece.end - piece.start)
                }
            }
        }
        items = .allocate(capacity: 1)
        items.initialize(to: ItemRoom())
        self.boxes = boxes
        self.shaper = shaper
        characterCount = count
        self.runs = runs
        face = shares.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? ""
    }

    deinit {
        items.deinitialize(count: 1)
        items.deallocate()
    }

    /// Shapes each piece of the text with HarfBuzz and nothing else. Gives the number of glyphs.
    package func shapeBare() -> Int {
        var glyphs = 0
        for run in runs { glyphs &+= run.text.withUnsafeBufferPointer { bare.shape($0, font: run.font) } }
        return glyphs
    }

    /// Finds break opportunities and measures all words, as preparation does. Gives the number of words.
    package func measureWords() -> Int {
        items.pointee.removeAll()
        var words = WordTaker(items: ItemRoom.Appender(items))
        for content in boxes.inlineContents {
            flags.removeAll(keepingCapacity: true)
            shaper.markBreaks(text: content.text, runs: content.runs, flags: &flags)
            content.text.withUnsafeBufferPointer { text in
                flags.withUnsafeBufferPointer { flags in
                    for (index, run) in content.runs.enumerated() {
                        shaper.eachItem(text, index, run, flags, UnsafeBufferPointer(start: nil, count: 0), nil, into: &words)
                    }
                }
            }
        }
        words.items.finish()
        return words.count
    }

    private struct WordTaker: TextItemTaker {
        var items: ItemRoom<TextItem>.Appender
        var count = 0

        @inline(__always) mutating func take(_ item: TextItem) {
            items.append(item)
            if !item.flags.contains(.whiteSpace) { count &+= 1 }
        }
    }

    /// Words found in the task's own table, in the shared cache, and shaped, since the last call.
    package func takeStatistics() -> (own: Int, shared: Int, shaped: Int) {
        defer { shaper.scratch.wordStatistics = (0, 0, 0) }
        return shaper.scratch.wordStatistics
    }
}
