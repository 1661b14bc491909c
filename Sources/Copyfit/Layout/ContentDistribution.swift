/// How free space goes around and between the items of a flex line, the lines of a flex container or the tracks of a grid
/// (https://www.w3.org/TR/css-align-3/#distribution-values). Negative free space overflows at the end, but for `center` and `end`.
struct ContentDistribution {
    /// Before the first.
    var offset = LayoutUnit.zero
    /// Between neighbours, gaps not included.
    var between = LayoutUnit.zero

    /// - Parameters:
    ///   - isReversed: whether the flow runs against the axis that `start` and `end` refer to.
    ///   - isLeftAtEnd: whether `left` is the end of the flow.
    init(_ alignment: Alignment, free: LayoutUnit, count: Int, isReversed: Bool, isLeftAtEnd: Bool = false) {
        switch alignment {
        case .flexEnd: offset = free
        case .start, .selfStart: if isReversed { offset = free }
        case .end, .selfEnd, .lastBaseline: if !isReversed { offset = free }
        case .left: if isLeftAtEnd { offset = free }
        case .right: if !isLeftAtEnd { offset = free }
        case .center, .anchorCenter: offset = free / 2
        case .spaceBetween: if free > .zero, count > 1 { between = free / (count - 1) }
        case .spaceAround:
            guard free > .zero, count > 0 else { break }
            between = free / count
            offset = free / (2 * count)
        case .spaceEvenly:
            guard free > .zero else { break }
            between = free / (count + 1)
            offset = between
        default: break
        }
    }
}
