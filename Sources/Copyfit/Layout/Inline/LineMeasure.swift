/// How wide the content of a line is while it is filled: what the two engines do differently (browser-rules §2.3, §3.5).
protocol LineMeasure {
    init(content: InlineContent, shaper: TextShaper)
    /// Adds a text item from UTF-16 offset `from`, whose width is `width` px in the WebKit profile. `isCollapsible`: vanishes at the end.
    mutating func addText(_ item: InlineItem, from: Int32, to: Int32, width: Float, trims: Bool)
    /// Adds a box edge or atomic inline of a width in CSS px.
    mutating func addBox(_ width: Float, isContent: Bool)
    /// The width in px of all that was added.
    var total: Float { get }
    /// The width in px without white space that collapses or hangs at the end, if the line ended here.
    var trimmed: Float { get }
    /// From now on pieces are measured as they are in the paragraph, not as if they stood alone: Chromium's min-content.
    mutating func measureInParagraph()
    /// The same, and also as shaped with what follows where the engine demands that both fit.
    func fits(_ available: Float) -> Bool
    /// The width that `fits` asks for, where it asks for one: it fits in any room that is as wide, to 1/64 px, and in no other.
    var needed: Float? { get }
}

/// WebKit: one f32 sum of item widths.
struct ItemSumMeasure: LineMeasure {
    private(set) var total: Float = 0
    private var trailing: Float = 0

    init(content: InlineContent, shaper: TextShaper) {}

    @inline(__always) mutating func addText(_ item: InlineItem, from: Int32, to: Int32, width: Float, trims: Bool) {
        total += width
        if trims { trailing += width } else { trailing = 0 }
    }
    @inline(__always) mutating func addBox(_ width: Float, isContent: Bool) {
        total += width
        if isContent { trailing = 0 }
    }
    @inline(__always) var trimmed: Float { total - trailing }
    @inline(__always) mutating func measureInParagraph() {}
    /// > f32 sum of item widths <= f32(available + 1/64)
    @inline(__always) func fits(_ available: Float) -> Bool { trimmed <= available + 1.0 / 64 }
    @inline(__always) var needed: Float? { trimmed }
}

/// Chromium: each text node's part of the line is a slice of the shaped paragraph, rounded up to 1/64 px.
struct SliceMeasure: LineMeasure {
    private let content: InlineContent
    private let shaper: TextShaper
    /// The width of finished slices and boxes, in 1/64 px.
    private var closed = LayoutUnit.zero
    private var run: Int32 = -1
    /// The bidi level: text of another is a slice of its own.
    private var level: UInt8 = 0
    private var from: Int32 = 0
    private var to: Int32 = 0
    /// The end of the slice without trailing white space.
    private var trimmedTo: Int32 = 0
    private var isLineStart = true
    private var reshapes = true

    mutating func measureInParagraph() { reshapes = false }

    init(content: InlineContent, shaper: TextShaper) {
        self.content = content
        self.shaper = shaper
    }

    /// The part of `closed` that is white space at its end.
    private var trailing = LayoutUnit.zero

    mutating func addText(_ item: InlineItem, from start: Int32, to end: Int32, width: Float, trims: Bool) {
        if item.flags.contains(.tab) {
            // A tab's width depends on its place: it stands as a box of its own.
            close()
            let advance = LayoutUnit.ceiling(width)
            closed += advance
            if trims { trailing += advance } else { trailing = .zero }
            return
        }
        if item.run != run || start != to || item.level != level {
            close()
            run = item.run
            level = item.level
            from = start
            trimmedTo = start
        }
        to = end
        if !trims {
            trimmedTo = end
            trailing = .zero
        }
    }

    mutating func addBox(_ width: Float, isContent: Bool) {
        close()
        closed += LayoutUnit.truncating(width)
        if isContent { trailing = .zero }
    }

    private mutating func close() {
        guard run >= 0 else { return }
        if to > from {
            let whole = width(to: to, isLineEnd: false)
            if trimmedTo < to { trailing += whole - width(to: trimmedTo, isLineEnd: false) }
            closed += whole
        }
        run = -1
        isLineStart = false
    }

    private func width(to end: Int32, isLineEnd: Bool) -> LayoutUnit {
        guard end > from, let paragraph = content.paragraph else { return .zero }
        return shaper.sliceWidth(
            paragraph, text: content.text, from: Int(from), to: Int(end), shapedTo: Int(to), lineStart: isLineStart && reshapes,
            lineEnd: isLineEnd && reshapes)
    }

    var total: Float { (run >= 0 ? closed + width(to: to, isLineEnd: false) : closed).px }
    var trimmed: Float { (run >= 0 && trimmedTo > from ? closed + width(to: trimmedTo, isLineEnd: true) : closed - trailing).px }

    /// Whether the line fits but for ideographic spaces at its end, which Chromium lets hang (measured; they count in intrinsic widths).
    private func ideographicSpaceHangs(_ available: Float) -> Bool {
        var end = trimmedTo
        while run >= 0, end > from, content.text[Int(end) - 1] == 0x3000 { end -= 1 }
        guard run >= 0, end < trimmedTo else { return false }
        return (end > from ? closed + width(to: end, isLineEnd: true) : closed - trailing).px <= available + 1.0 / 64
    }

    /// > At a break without a space two widths must both fit: the one in the whole paragraph's shaping and the one reshaped.
    func fits(_ available: Float) -> Bool {
        guard trimmed <= available + 1.0 / 64 else {
            if ideographicSpaceHangs(available) { return true }
            // A closing bracket is halved at the line's end, if only so it fits (§2.1).
            guard run >= 0, let paragraph = content.paragraph else { return false }
            let saved = shaper.lineEndTrim(paragraph, text: content.text, end: Int(trimmedTo))
            return saved > 0 && trimmed - saved <= available + 1.0 / 64
        }
        if run >= 0, trimmedTo == to { return total <= available + 1.0 / 64 }
        return true
    }

    var needed: Float? {
        guard run >= 0, let paragraph = content.paragraph else { return trimmed }
        // What may hang or be halved fits by other rules.
        if trimmedTo > from, content.text[Int(trimmedTo) - 1] == 0x3000 { return nil }
        if shaper.lineEndTrim(paragraph, text: content.text, end: Int(trimmedTo)) > 0 { return nil }
        return trimmedTo == to ? max(trimmed, total) : trimmed
    }
}
