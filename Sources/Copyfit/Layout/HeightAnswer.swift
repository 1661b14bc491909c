/// What a document measures at a width, in 1/64 px, and the viewport widths for which that holds.
struct HeightAnswer {
    var narrowest: Int32
    var widest: Int32
    /// The lowest edge of the document.
    var bottom: Int32
    var rootHeight: Int32
    var bodyHeight: Int32
    var lineCount: Int
}

extension LayoutContext {
    /// The line boxes with content in the whole document.
    var lineCount: Int {
        lineSums.reduce(fragments.lines.reduce(0) { $0 + $1.lines.count }) { $0 + $1.count }
    }
}
