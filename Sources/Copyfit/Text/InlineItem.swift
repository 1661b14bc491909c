/// One item of an inline formatting context in logical order: a trivial record that the line builder walks over.
package struct InlineItem: Sendable {
    package enum Kind: UInt8, Sendable {
        case text
        /// The start or end edge of an inline box.
        case boxStart, boxEnd
        /// An atomic inline: replaced element, inline-block, inline-table, …
        case atomic
        case float, outOfFlow
        /// `<br>` or a preserved newline.
        case forcedBreak
        case wordBreak
        /// The ruby text over the base that ends before it.
        case annotation
    }

    package struct Flags: OptionSet, Sendable {
        package var rawValue: UInt16
        @inline(__always) package init(rawValue: UInt16) { self.rawValue = rawValue }
        /// A line may end before this item.
        package static let breakBefore = Flags(rawValue: 1)
        package static let whiteSpace = Flags(rawValue: 2)
        /// White space that vanishes at line starts and ends.
        package static let collapsible = Flags(rawValue: 4)
        /// White space that hangs at a line's end (`pre-wrap`).
        package static let hanging = Flags(rawValue: 8)
        package static let tab = Flags(rawValue: 16)
        package static let endsWithSoftHyphen = Flags(rawValue: 32)
        package static let usesFallback = Flags(rawValue: 64)
        /// A forced break by a preserved newline, not by `<br>`.
        package static let newline = Flags(rawValue: 128)
        /// May be split anywhere between graphemes where it overflows (`overflow-wrap`, `word-break: break-word`).
        package static let splittable = Flags(rawValue: 256)
        /// A dictionary found places to hyphenate inside.
        package static let hyphenates = Flags(rawValue: 512)
        /// An inline box with a horizontal margin, border or padding at this edge.
        package static let hasEdge = Flags(rawValue: 1024)
        /// The end of an inline box after white space that vanished, but not directly after a forced break.
        package static let afterVanishedSpace = Flags(rawValue: 4096)
        /// `word-break: break-all` and `line-break: anywhere` in WebKit: may be split to fill a line that holds content already.
        package static let fillsLine = Flags(rawValue: 8192)
        /// The edge of a ruby base that has a text over it.
        package static let ruby = Flags(rawValue: 16384)
        /// The edge of an inline box directly after white space that vanished, with no content between.
        package static let followsVanishedSpace = Flags(rawValue: 32768)
        /// `text-wrap: nowrap` holds for the item; for atomic inlines, around it.
        package static let noWrap = Flags(rawValue: 2048)
    }

    package var kind: Kind
    package var level: UInt8 = 0
    package var flags: Flags = []
    /// The text box, inline box, atomic, float, …
    package var box: BoxID
    /// Text: UTF-16 offset in the paragraph and number of code units.
    package var start: Int32 = 0
    package var count: Int32 = 0
    /// Text: index of its run.
    package var run: Int32 = -1
    /// Text in the WebKit profile: CSS px.
    package var width: Float = 0
    /// Text with `.usesFallback`: extents of the fallback fonts for `line-height: normal`, px from the baseline.
    package var fallbackAbove: Int16 = 0
    package var fallbackBelow: Int16 = 0

    package init(kind: Kind, box: BoxID) { self.kind = kind; self.box = box }
    @inline(__always) package var end: Int32 { start &+ count }
    /// Makes a line exist and stands on it, as opposed to box edges and what is out of flow.
    @inline(__always) package var isContent: Bool { kind == .text || kind == .atomic || kind == .forcedBreak }
}

/// The prepared content of one inline formatting context: it holds for every width. A class, as each line hands it on.
package final class InlineContent: Sendable {
    /// The block container.
    package let container: BoxID
    /// The white-space-processed, transformed text in UTF-16, with U+FFFC for atomics and U+000A for forced breaks.
    package let text: [UInt16]
    package let runs: [TextRun]
    /// The text box of each run.
    package let runBoxes: [BoxID]
    package let items: [InlineItem]
    package let breaks: [BreakFlags]
    /// Chromium profile: the shaped paragraph.
    package let paragraph: ShapedParagraph?
    /// Text before `text-transform`, where it differs: by run, the original code units and, per code unit of the run, its offset in them.
    package let originals: [Int32: OriginalText]
    /// Whether any line can exist: there is text that is not collapsed away, an atomic, a break, or an inline box with an edge.
    package let makesLines: Bool
    package let hasFloats: Bool
    package let isRightToLeft: Bool
    package let hasBidi: Bool
    package let hasRuby: Bool
    /// The same content in the styles of `::first-line`, where they apply to its first line.
    package let firstLine: InlineContent?
    /// In the content of a first line: the styles that its boxes have there.
    package let firstLineStyles: [BoxID: StyleID]
    /// The text that `text-transform` changed in length or letters.
    package struct OriginalText: Sendable {
        package var text: [UInt16]
        package var offsets: [Int32]?
    }

    init(_ draft: Draft) {
        container = draft.container
        // Copies, exactly as long as they are: the draft's arrays serve the next content.
        text = draft.text.withUnsafeBufferPointer { Array($0) }
        runs = draft.runs.withUnsafeBufferPointer { Array($0) }
        runBoxes = draft.runBoxes.withUnsafeBufferPointer { Array($0) }
        items = draft.items
        breaks = draft.breaks.withUnsafeBufferPointer { Array($0) }
        paragraph = draft.paragraph
        originals = draft.originals
        makesLines = draft.makesLines
        hasFloats = draft.hasFloats
        isRightToLeft = draft.isRightToLeft
        hasBidi = draft.hasBidi
        hasRuby = draft.hasRuby
        firstLine = draft.firstLine
        firstLineStyles = draft.firstLineStyles
    }

    /// The style of a box on the lines of this content.
    @inline(__always) package func style(of box: BoxID, in tree: BoxTree) -> StyleID {
        firstLineStyles.isEmpty ? tree[box].style : firstLineStyles[box] ?? tree[box].style
    }

    /// A content in the making.
    struct Draft {
        var container = BoxID.none
        var text: [UInt16] = []
        var runs: [TextRun] = []
        var runBoxes: [BoxID] = []
        var items: [InlineItem] = []
        var breaks: [BreakFlags] = []
        var paragraph: ShapedParagraph?
        var originals: [Int32: OriginalText] = [:]
        var makesLines = false
        var hasFloats = false
        var isRightToLeft = false
        var hasBidi = false
        var hasRuby = false
        var firstLine: InlineContent?
        var firstLineStyles: [BoxID: StyleID] = [:]

        /// Starts anew, keeping the arrays' room.
        mutating func begin(_ container: BoxID) {
            self.container = container
            text.removeAll(keepingCapacity: true)
            runs.removeAll(keepingCapacity: true)
            runBoxes.removeAll(keepingCapacity: true)
            items = []
            breaks.removeAll(keepingCapacity: true)
            paragraph = nil
            if !originals.isEmpty { originals = [:] }
            makesLines = false
            hasFloats = false
            isRightToLeft = false
            hasBidi = false
            hasRuby = false
            firstLine = nil
            firstLineStyles = [:]
        }
    }
}
