/// What layout yields: where each box is at one width, and the lines of each inline formatting context.
///
/// Without fragmentation every box but an inline box has one place, so fragments are addressed by the id of their box. A box that is
/// laid out again overwrites its fragment.
package struct FragmentTree: Sendable {
    /// By `BoxID`.
    package var boxes: [BoxFragment]
    /// By inline formatting context, in the order of `BoxTree.inlineContexts`.
    package var lines: [LineFragments]

    package init(boxCount: Int, inlineContextCount: Int) {
        boxes = Array(repeating: BoxFragment(), count: boxCount)
        lines = Array(repeating: LineFragments(), count: inlineContextCount)
    }

    @inline(__always) package subscript(_ id: BoxID) -> BoxFragment {
        _read { yield boxes[id.index] }
        _modify { yield &boxes[id.index] }
    }
}

/// The place of one box.
package struct BoxFragment: Sendable {
    /// Of the border box, from the border box of the nearest ancestor that is not an inline box; for out-of-flow boxes, from the
    /// border box of the box that `positionedIn` names. Relative positioning is included.
    package var origin: Point = .zero
    /// Of the border box.
    package var size: Size = .zero
    /// From the top of the border box, where there is a line or item to give one.
    package var firstBaseline: LayoutUnit?
    package var lastBaseline: LayoutUnit?
    /// Out-of-flow boxes: whose padding box they are placed in; `.none` for the initial containing block.
    package var positionedIn: BoxID = .none
    /// Block-level boxes inside inline boxes: the collapsed margins above and below, which WebKit counts into the inline box.
    package var collapsedMargins: (before: LayoutUnit, after: LayoutUnit) = (.zero, .zero)
    /// Whether layout reached the box at all.
    package var isPlaced = false
    package init() {}
}

/// The lines of one inline formatting context.
package struct LineFragments: Sendable {
    package var lines: [LineFragment] = []
    package var pieces: [LinePiece] = []
    /// Inline boxes by line; only kept when asked for.
    package var inlineBoxes: [InlineBoxFragment] = []
    /// Pieces of ruby that are set out over more than their own width, in order.
    package var spreads: [SpreadPiece] = []
    package init() {}

    mutating func removeAll() {
        lines.removeAll(keepingCapacity: true)
        pieces.removeAll(keepingCapacity: true)
        inlineBoxes.removeAll(keepingCapacity: true)
        if !spreads.isEmpty { spreads.removeAll(keepingCapacity: true) }
    }
}

/// One line box. Vertical positions are CSS px from the top of the container's content box, as the profile's engine sums them.
package struct LineFragment: Sendable {
    package var top: Float
    package var height: Float
    /// From the top of the line.
    package var baseline: Float
    package var firstPiece: Int32
    package var pieceCount: Int32
    /// The lowest edge of what must count as scrollable overflow: boxes of inline elements, and text in the Chromium profile.
    package var overflowBottom: Float
    package init(top: Float, height: Float, baseline: Float, firstPiece: Int32, pieceCount: Int32, overflowBottom: Float) {
        self.top = top
        self.height = height
        self.baseline = baseline
        self.firstPiece = firstPiece
        self.pieceCount = pieceCount
        self.overflowBottom = overflowBottom
    }
    package var bottom: Float { top + height }
}

/// Room in a piece's width before and after its text, CSS px; between its parts there may be more (`RubySpreading`).
package struct SpreadPiece: Sendable {
    package var piece: Int32
    package var lead: Float
    package var trail: Float
}

/// A part of one text box on one line, in visual order.
package struct LinePiece: Sendable {
    package var box: BoxID
    /// UTF-16 offsets in the paragraph.
    package var start: Int32
    package var end: Int32
    package var run: Int32
    /// CSS px from the left edge of the container's content box.
    package var x: Float
    package var width: Float
    /// The baseline and the text's extents, CSS px from the top of the container's content box.
    package var baseline: Float
    package var ascent: Float
    package var descent: Float
    package init(box: BoxID, start: Int32, end: Int32, run: Int32, x: Float, width: Float) {
        self.box = box
        self.start = start
        self.end = end
        self.run = run
        self.x = x
        self.width = width
        baseline = 0
        ascent = 0
        descent = 0
    }
}

/// The border box of an inline box on one line, or a stretch of it where bidi reordering tears it apart; CSS px from the top left of the
/// container's content box.
package struct InlineBoxFragment: Sendable {
    package var box: BoxID
    package var x: Float
    package var y: Float
    package var width: Float
    package var height: Float
    /// Whether the box ends on that side here, with the edge it has there.
    package var hasLeft = true
    package var hasRight = true
    /// It is on no line.
    package var isLineless = false
    package init(box: BoxID, x: Float, y: Float, width: Float, height: Float) {
        self.box = box
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}
