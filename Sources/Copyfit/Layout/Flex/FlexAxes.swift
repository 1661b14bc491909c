/// Which way the main and cross axes of a flex container run (https://www.w3.org/TR/css-flexbox-1/#box-model).
struct FlexAxes {
    /// The main axis is horizontal.
    let isRow: Bool
    /// Items run against the writing: `row-reverse`, `column-reverse`.
    let isReversed: Bool
    let isMultiline: Bool
    /// Lines run against the writing: `wrap-reverse`.
    let isWrapReversed: Bool
    let isRTL: Bool

    init(_ style: ComputedStyle) {
        isRow = style.flexDirection == .row || style.flexDirection == .rowReverse
        isReversed = style.flexDirection == .rowReverse || style.flexDirection == .columnReverse
        isMultiline = style.flexWrap != .nowrap
        isWrapReversed = style.flexWrap == .wrapReverse
        isRTL = style.direction == .rtl
    }

    /// Main-start is the right or the bottom edge.
    var isMainFlipped: Bool { isRow ? isReversed != isRTL : isReversed }
    /// Cross-start is the right or the bottom edge.
    var isCrossFlipped: Bool { isRow ? isWrapReversed : isWrapReversed != isRTL }
}

/// Sizes at the two ends of an axis.
struct AxisEnds {
    var start: LayoutUnit
    var end: LayoutUnit
    var sum: LayoutUnit { start + end }
}

extension FlexAxes {
    func mainEnds(_ edges: Edges<LayoutUnit>) -> AxisEnds {
        let ends = isRow ? AxisEnds(start: edges.left, end: edges.right) : AxisEnds(start: edges.top, end: edges.bottom)
        return isMainFlipped ? AxisEnds(start: ends.end, end: ends.start) : ends
    }

    func crossEnds(_ edges: Edges<LayoutUnit>) -> AxisEnds {
        let ends = isRow ? AxisEnds(start: edges.top, end: edges.bottom) : AxisEnds(start: edges.left, end: edges.right)
        return isCrossFlipped ? AxisEnds(start: ends.end, end: ends.start) : ends
    }

    func mainAutos(_ margin: Edges<Length>) -> (start: Bool, end: Bool) {
        let autos = isRow ? (margin.left.isAuto, margin.right.isAuto) : (margin.top.isAuto, margin.bottom.isAuto)
        return isMainFlipped ? (autos.1, autos.0) : autos
    }

    func crossAutos(_ margin: Edges<Length>) -> (start: Bool, end: Bool) {
        let autos = isRow ? (margin.top.isAuto, margin.bottom.isAuto) : (margin.left.isAuto, margin.right.isAuto)
        return isCrossFlipped ? (autos.1, autos.0) : autos
    }
}
