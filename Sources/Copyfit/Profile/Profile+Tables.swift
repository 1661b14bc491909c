/// Tables (§7).
extension Profile {
    // MARK: Widths

    package enum ColumnSizing: Hashable, Sendable {
        /// WebKit: left to right, each column's share of what is left in proportion to its max-content width, at least its minimum.
        case byMaximum
        /// Chromium: each its minimum, and the rest in proportion to what is wanted beyond it; table widths with percentages alike.
        case byGrowth
    }
    /// How the columns of automatic tables share their width (§7.4).
    package var columnSizing: ColumnSizing { engine == .chromium ? .byGrowth : .byMaximum }

    /// A percentage of a fixed table counts the cell's border and padding on top in Chromium (§7.7).
    package var fixedPercentagesAddEdges: Bool { engine == .chromium }

    /// HTML tables count border and padding into their sizes, whatever `box-sizing` says: WebKit (§7.2, measured).
    package var tablesIgnoreBoxSizing: Bool { engine == .webkit }

    /// WebKit holds `min-width` and `max-width` against the outer intrinsic widths, though it has made content widths of them (measured).
    package var tableLimitsAreContentWidths: Bool { engine == .webkit }

    /// The intrinsic width of a fixed table leaves border, padding and spacing out of its `width` in WebKit (measured).
    package var fixedTablesContributeGridWidth: Bool { engine == .webkit }

    /// A table is never narrower than its grid: in WebKit that includes the `width` that it asks for itself, in Chromium only what the
    /// contents need (measured).
    package var tableFloorIgnoresOwnWidth: Bool { engine == .chromium }

    /// Chromium measures a table without columns as if it had one, but lays it out without (measured).
    package var measuresTablesAsWithColumns: Bool { engine == .chromium }

    /// The margins of captions count for the least width of a table in Chromium (measured).
    package var captionMarginsCount: Bool { engine == .chromium }

    /// `nowrap` of a cell with a fixed width: in WebKit the width is its minimum in every mode, unless CSS forbids breaks; in Chromium in
    /// quirks mode only (§7.1).
    package var nowrapWidthsHoldInAllModes: Bool { engine == .webkit }

    /// WebKit adds up the widths of the `<col>` elements that a cell spans as the cell's own (measured).
    package var columnWidthsAreOfCells: Bool { engine == .webkit }

    // MARK: The grid

    /// Chromium has tracks for `<col>` elements without cells too, each that they span (measured; tables of fixed layout in both).
    package var columnElementsMakeTracks: Bool { engine == .chromium }

    /// WebKit has a column wherever there is a row group (measured).
    package var rowGroupsMakeColumn: Bool { engine == .webkit }

    /// Tracks without a cell or a width have no border spacing in Chromium (measured).
    package var emptyTracksAreSpaced: Bool { engine == .webkit }

    /// Chromium drops fractions of a px of `border-spacing` (§7).
    package var borderSpacingIsWhole: Bool { engine == .chromium }

    // MARK: Collapsed borders

    /// WebKit cuts the halves of collapsed borders to whole px, Chromium has exact halves (§7).
    package var collapsedHalvesAreWhole: Bool { engine == .webkit }

    /// The outer borders at the sides: those of the first row in WebKit, the widest of all rows in Chromium (measured).
    package var collapsedSidesFollowFirstRow: Bool { engine == .webkit }

    // MARK: Heights

    package enum RowSizing: Hashable, Sendable {
        /// WebKit: what is missing for a spanning cell goes to the last row it spans, what is left of the table's height in equal shares.
        case lastAndEqual
        /// Chromium: both in proportion to the heights of automatic rows.
        case proportional
    }
    /// How rows share heights beyond their own (§7.6).
    package var rowSizing: RowSizing { engine == .chromium ? .proportional : .lastAndEqual }

    /// WebKit moves contents up that have outgrown their cell (measured).
    package var cellContentsMayRise: Bool { engine == .webkit }

    /// The baseline of a table without baseline cells goes by the first row's cells in Chromium, by where alignment has put their
    /// contents in WebKit (measured).
    package var tableBaselinesFollowCells: Bool { engine == .chromium }
}
