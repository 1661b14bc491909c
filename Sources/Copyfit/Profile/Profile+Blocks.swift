/// Blocks, columns, flex and grid containers.
extension Profile {
    // MARK: Blocks

    package enum QuirkyMargins: Hashable, Sendable {
        /// WebKit: all margins that meet, if the last that was not zero comes from the user-agent sheet.
        case together
        /// Chromium: those of the user-agent sheet alone; what collapses through goes with both its margins.
        case oneByOne
    }
    /// Which margins quirks mode drops at the edges of body and cells (§6.1).
    package var quirkyMargins: QuirkyMargins { engine == .chromium ? .oneByOne : .together }

    /// A block that is higher than its content by `min-height` keeps the last child's bottom margin inside in Chromium; in WebKit it
    /// collapses out of it (§6.1).
    package var minimumHeightsHoldMargins: Bool { engine == .chromium }

    /// The top margin of a cleared box without height counts once more above a float that follows: WebKit (measured).
    package var clearedMarginsCountTwice: Bool { engine == .webkit }

    /// A block with clamped lines ends at the bottom of the last one in WebKit; in Chromium only if something follows it (§4.6, measured).
    package var clampsAtLineBottom: Bool { engine == .webkit }

    /// Children of a `-webkit-box` with clamped lines keep their margins apart in WebKit, as those of one without; Chromium makes a block
    /// of it (measured).
    package var clampedBoxesStack: Bool { engine == .webkit }

    /// Lines in tables, atomic inlines and floats do not count against a clamp in Chromium (measured).
    package var clampsOwnLinesOnly: Bool { engine == .chromium }

    /// A missing picture in a cell takes a percentage of the cell's height: WebKit (§8, measured).
    package var missingPicturesFollowCells: Bool { engine == .webkit }

    // MARK: Columns (measured)

    /// `orphans` and `widows` where they are not set.
    package var standardOrphans: Int { engine == .chromium ? 2 : 1 }

    /// WebKit keeps text that is taller than its line in one column.
    package var columnsKeepTallText: Bool { engine == .webkit }

    /// WebKit leaves a margin alone at the end of a column; Chromium does where nothing else helps.
    package var marginsMayEndColumns: Bool { engine == .webkit }

    /// A margin at the end of the flow that does not fit in the last column asks for more height in WebKit.
    package var lastMarginsNeedRoom: Bool { engine == .webkit }

    /// Margins before a column vanish; in WebKit not where the column above is exactly full.
    package var fullColumnsKeepNextMargin: Bool { engine == .webkit }

    /// The equal share from which balancing starts is a whole number of px in WebKit.
    package var balancesInWholePixels: Bool { engine == .webkit }

    /// Chromium counts the margin at the very start of the flow for the least height of columns.
    package var balancingCountsFirstMargin: Bool { engine == .chromium }

    /// Intrinsic widths: Chromium counts what spans all columns once, WebKit as content of one of them.
    package var spannersCountOnce: Bool { engine == .chromium }

    /// `column-fill: auto` holds without a definite height in Chromium; WebKit then balances.
    package var fillsColumnsWithoutHeight: Bool { engine == .chromium }

    // MARK: Flex and grid (measured)

    /// Whether an item's flexed main size is definite for percentages goes by `flex-basis` in Chromium, by `height` in WebKit.
    package var definiteMainSizesFollowBasis: Bool { engine == .chromium }

    /// In columns WebKit adds the container's own horizontal edges to the width of a replaced item that is a percentage, before the ratio
    /// makes a height of it; not where the container's `width` includes them (measured).
    package var ratiosCountContainerEdges: Bool { engine == .webkit }

    /// A cross size that is only stretched is transferred through the ratio to the automatic minimum in Chromium.
    package var transfersStretchedSizes: Bool { engine == .chromium }

    /// In WebKit the automatic minimum height of a box with a ratio holds against stretching.
    package var ratiosHoldAgainstStretching: Bool { engine == .webkit }

    /// WebKit's grid does not know `width: min-content` when it asks for max-content contributions.
    package var gridsKnowMinContentWidths: Bool { engine == .chromium }

    /// A replaced grid item that is stretched along one axis keeps its natural size along the other in WebKit, whatever its ratio.
    package var stretchedReplacedKeepNaturalSize: Bool { engine == .webkit }

    /// A block in nested inline boxes is part of the rectangles of all of them in Chromium; in WebKit of the innermost one's, and those of the others
    /// have its height, but no width (measured).
    package var outerInlinesHoldBlocks: Bool { engine == .chromium }
}
