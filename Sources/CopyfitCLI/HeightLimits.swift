internal import CopyfitArguments
import Copyfit

/// The limits that a view sets to the height of its content: of `--min-height`, `--max-height` and `--max-lines`, or of a line of a batch.
struct HeightLimits: Sendable {
    /// CSS px
    var minHeight: Double?
    var maxHeight: Double?
    var maxLines: Int?

    static let options = [
        CommandOption("min-height", value: "H", help: "the least height of the view that shows it, in CSS px; fittedHeight tells the view's"),
        CommandOption("max-height", value: "H", help: "the greatest height of the view, which then scrolls"),
        CommandOption("max-lines", value: "N", help: "the lines that show; the rest is cut off"),
    ]

    init() {}

    init(_ arguments: ParsedArguments) throws(CommandError) {
        minHeight = try arguments.number("min-height", in: 0...1e9, want: "CSS px")
        maxHeight = try arguments.number("max-height", in: 0...1e9, want: "CSS px")
        if let lines = try arguments.number("max-lines", in: 1...1e9, want: "a number of lines") {
            guard let count = Int(exactly: lines) else { throw CommandError("bad --max-lines: \(MeasureText.number(lines)) (want a number of lines)") }
            maxLines = count
        }
    }

    var isEmpty: Bool { minHeight == nil && maxHeight == nil && maxLines == nil }

    /// These limits, and those of `other` where there are none.
    func merged(with other: HeightLimits) -> HeightLimits {
        var merged = self
        merged.minHeight = minHeight ?? other.minHeight
        merged.maxHeight = maxHeight ?? other.maxHeight
        merged.maxLines = maxLines ?? other.maxLines
        return merged
    }

    /// What comes of a layout under these limits; nil where there are none.
    func fit(_ layout: Layout, of document: PreparedDocument) throws(CopyfitError) -> FittedHeight? {
        guard !isEmpty else { return nil }
        var height = Double(layout.height), isTruncated = false
        if let maxLines, layout.lineCount > maxLines {
            let limit = try document.lineLimit(width: layout.width, maxLines: maxLines)
            height = limit.height
            isTruncated = limit.isTruncated
        }
        let fitted = max(minHeight ?? 0, min(maxHeight ?? .infinity, height))
        return FittedHeight(height: fitted, scrolls: height > fitted, isTruncated: isTruncated)
    }
}

/// The height of a view with limits.
struct FittedHeight: Sendable {
    /// CSS px
    var height: Double
    /// Whether what shows of the content is taller than the view.
    var scrolls: Bool
    /// Whether lines are cut off.
    var isTruncated: Bool
    /// Whether all content is seen at once.
    var fits: Bool { !scrolls && !isTruncated }
}
