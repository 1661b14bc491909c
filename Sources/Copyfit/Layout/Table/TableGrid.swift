/// The slots of a table (https://www.w3.org/TR/css-tables-3/#dimensioning-the-row-column-grid--step1): its cells by row and track.
///
/// A *track* is a column as layout sees it: stretches of columns between which no cell starts or ends are one track, so that
/// `colspan=1000` costs nothing. Rows are kept in the order they are shown in: header group, bodies, footer group.
final class TableGrid {
    struct Cell {
        var box: BoxID
        /// In `rows`.
        var row: Int
        /// At least 1, ended by its row group.
        var rowSpan: Int
        /// How many more rows `rowspan` asks for.
        var missingRows = 0
        var column: Int
        var columnSpan: Int
        var firstTrack = 0
        /// One past its last track.
        var endTrack = 0
        var state = CellState()
        var lastRow: Int { row + rowSpan - 1 }
    }

    struct Row {
        var box: BoxID
        /// The cells that start in it, in `cells`.
        var cells: Range<Int>
    }

    struct Section {
        var box: BoxID
        var rows: Range<Int>
        /// How far `rowspan` reaches below the last row.
        var missingRows: Int
        var isBody: Bool
    }

    struct Track {
        /// Its first column.
        var column: Int
        /// How many columns it stands for.
        var span: Int
    }

    /// A `<col>`, or a `<colgroup>` without any.
    struct ColumnElement {
        var box: BoxID
        /// The `<colgroup>` that a `<col>` stands in.
        var group: BoxID
        var column: Int
        var span: Int
    }

    var cells: [Cell] = []
    var rows: [Row] = []
    /// In the order they are shown in.
    var sections: [Section] = []
    var tracks: [Track] = []
    var columnElements: [ColumnElement] = []
    var captions: [BoxID] = []
    var collapsesBorders = false
    var isRightToLeft = false
    var horizontalSpacing = LayoutUnit.zero
    var verticalSpacing = LayoutUnit.zero
    /// What cells want of the tracks; nil until first asked for.
    var columnConstraints: ColumnConstraints?
    /// Whether tracks grow evenly with the table; nil until first asked for.
    var followsEvenly: Bool?
    /// How much more the width of a cell may change than the table's, in 1/64 px: each track is rounded, and one takes what that leaves.
    /// A single one is what the table leaves it, rounded.
    var cellSlack: Int32 { tracks.count == 1 ? 2 : 4 + 2 * Int32(truncatingIfNeeded: min(10_000, tracks.count)) }

    /// The track that a column falls into; the number of tracks for columns beyond the last.
    func track(ofColumn column: Int) -> Int {
        var low = 0, high = tracks.count
        while low < high {
            let middle = (low + high) / 2
            if tracks[middle].column + tracks[middle].span <= column { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The column element that covers a column.
    func columnElement(at column: Int) -> Int? {
        var low = 0, high = columnElements.count
        while low < high {
            let middle = (low + high) / 2
            if columnElements[middle].column + columnElements[middle].span <= column { low = middle + 1 } else { high = middle }
        }
        return low < columnElements.count ? low : nil
    }

    /// By track: whether border spacing follows it. Chromium merges tracks that only spanning cells have into their neighbours.
    var isSpaced: [Bool] = []
    /// Border spacing beside and between all tracks.
    var totalHorizontalSpacing = LayoutUnit.zero
}

/// What layout remembers of a cell between the passes that lay it out.
struct CellState {
    /// The border-box width and the containing block's width of the layout that `height` and `baseline` come from.
    var width: LayoutUnit?
    var availableWidth = LayoutUnit.zero
    /// The border-box height that the contents need.
    var height = LayoutUnit.zero
    /// From the top of the border box: of the first line, or the bottom of the content box.
    var baseline = LayoutUnit.zero
    var hasBaseline = false
    /// The height that percentages in the contents refer to now; nil for none.
    var fixedHeight: LayoutUnit?
    /// As `height` and `baseline`, with percentages of `fixedHeight`.
    var flexedHeight = LayoutUnit.zero
    var flexedBaseline = LayoutUnit.zero
    /// The other border-box widths that `height` and `baseline` hold for, where only heights are asked for.
    var room = WidthRoom.none
    /// How far vertical alignment has moved the contents down.
    var shift = LayoutUnit.zero
}
