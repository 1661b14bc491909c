/// A size in CSS px.
public struct ContentSize: Hashable, Sendable {
    public var width: Double
    public var height: Double
    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }
}

/// The size of a view that grows with its content up to a limit, and then scrolls.
public struct FittingSize: Hashable, Sendable {
    /// CSS px, as the heights.
    public var width: Double
    /// The view's: that of the content, no less than the least and no more than the most that were given.
    public var height: Double
    public var contentHeight: Double
    /// Whether content is taller than the view.
    public var scrolls: Bool { contentHeight > height }
}

/// A width that was searched for, and the layout it gives.
public struct FittedWidth: Hashable, Sendable {
    /// CSS px, a multiple of 1/64, as the height.
    public var width: Double
    public var height: Double
    public var lineCount: Int
}

/// The largest text that fits a box.
public struct FittedTextScale: Hashable, Sendable {
    /// A factor on all font sizes, for `PreparedDocument.setTextScale`.
    public var scale: Double
    /// Of the content at that scale, CSS px.
    public var height: Double
    /// Whether it fits: where even the smallest scale is too large, that one is given and this is false.
    public var fits: Bool
}

/// A document cut after a number of lines.
public struct LineLimit: Hashable, Sendable {
    /// CSS px. Below the last line that shows come the padding, border and margin of the boxes it stands in, as `-webkit-line-clamp` has it.
    public var height: Double
    /// The height without a limit.
    public var contentHeight: Double
    /// The lines that show, and all.
    public var visibleLineCount: Int
    public var lineCount: Int
    /// Where it is cut; nil where everything shows.
    public var cut: TextCut?
    public var isTruncated: Bool { cut != nil }
}

/// The place at which a document is cut: after a line.
public struct TextCut: Hashable, Sendable {
    /// The edges of the last line that shows, CSS px from the top of the document.
    public var lineTop: Double
    public var lineBottom: Double
    /// Where the text of the last line that shows ends, in UTF-16 code units of the document's text as it is laid out: white space collapsed, a
    /// picture or other box in the line counting one, as does a line break. In text given as `AttributedText` it is the index in that.
    public var textOffset: Int
    /// The text of the last line that shows, without white space at its ends.
    public var lastLine: String
}
