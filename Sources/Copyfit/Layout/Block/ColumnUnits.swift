/// A part of a flow that stays in one column, or, if it is sliceable, empty height that may be cut anywhere. Vertical positions are px in
/// the flow as one tall column, from the border box of the multi-column container.
struct ColumnUnit {
    /// Where a column that begins with this part starts: the top of the outermost box that begins with it.
    var top: LayoutUnit
    var bottom: LayoutUnit
    /// Whether a column may begin with it.
    var canBreak: Bool
    var isSliceable = false
    /// A column must begin with it.
    var forcesBreak = false
}

/// The parts of a flow between which columns may break (https://www.w3.org/TR/css-break-3/#possible-breaks).
struct ColumnUnits {
    let context: LayoutContext
    private(set) var units: [ColumnUnit] = []

    init(context: LayoutContext) { self.context = context }

    /// Floats may begin above what came before them.
    mutating func sort() {
        guard zip(units, units.dropFirst()).contains(where: { $0.top > $1.top }) else { return }
        units = units.enumerated().sorted { $0.element.top != $1.element.top ? $0.element.top < $1.element.top : $0.offset < $1.offset }.map(\.element)
    }

    /// - Parameter top: of the parent's border box.
    mutating func addChildren(from first: BoxID, until end: BoxID, top: LayoutUnit, breakTop: LayoutUnit? = nil, avoidsBreaks: Bool = false) {
        var child = first
        var inherited = breakTop
        var previous = ColumnBreak.auto
        while child.exists, child != end {
            let box = context.tree[child]
            if !box.isOutOfFlow, context.fragments[child].isPlaced {
                let before = units.count
                let childStyle = context.style(of: child)
                let joint = ColumnUnits.joined(previous, childStyle.breakBefore)
                add(
                    child, top: top + context.fragments[child].origin.y, breakTop: inherited,
                    avoidsBreaks: (avoidsBreaks && inherited == nil) || joint == .avoid, avoidsInside: avoidsBreaks)
                if units.count > before, !box.isFloating {
                    if joint == .column { units[before].forcesBreak = true }
                    inherited = nil
                    previous = childStyle.breakAfter
                }
            }
            child = box.nextSibling
        }
    }

    /// > A forced break on either side wins, then avoidance on either side.
    private static func joined(_ after: ColumnBreak, _ before: ColumnBreak) -> ColumnBreak {
        if after == .column || before == .column { return .column }
        return after == .avoid || before == .avoid ? .avoid : .auto
    }

    /// - Parameters:
    ///   - avoidsBreaks: before the box.
    ///   - avoidsInside: in what the box is in, and so within it.
    private mutating func add(_ id: BoxID, top: LayoutUnit, breakTop: LayoutUnit?, avoidsBreaks: Bool, avoidsInside: Bool) {
        let fragment = context.fragments[id]
        let bottom = top + fragment.size.height
        let start = breakTop ?? top
        guard isBreakable(id) else {
            let margins = context.margins(of: id, containingWidth: .zero)
            let isFloating = context.tree[id].isFloating
            append(ColumnUnit(top: isFloating ? start - margins.top : start, bottom: isFloating ? bottom + margins.bottom : bottom, canBreak: !avoidsBreaks))
            return
        }
        let before = units.count
        let isKept = avoidsInside || context.style(of: id).avoidsBreakInside
        if context.tree[id].kind == .inlineContext {
            addLines(of: id, top: top, breakTop: start, avoidsBreaks: isKept)
        } else {
            addChildren(from: context.tree[id].firstChild, until: .none, top: top, breakTop: start, avoidsBreaks: isKept)
        }
        // The first part takes the box's own restriction.
        if units.count > before { units[before].canBreak = !avoidsBreaks }
        addRest(of: id, top: top, bottom: bottom, isEmpty: units.count == before, start: start, avoidsBreaks: avoidsBreaks, isKept: isKept)
    }

    /// The height of a box below its content: edges stay with the content, the rest may be cut.
    private mutating func addRest(of id: BoxID, top: LayoutUnit, bottom: LayoutUnit, isEmpty: Bool, start: LayoutUnit, avoidsBreaks: Bool, isKept: Bool) {
        let edges = context.edges(of: id)
        if isEmpty {
            guard bottom > top else { return }
            append(ColumnUnit(top: start, bottom: bottom, canBreak: !avoidsBreaks, isSliceable: !isKept))
            return
        }
        let last = units[units.count - 1].bottom
        guard bottom > last else { return }
        if bottom - last <= edges.bottom {
            units[units.count - 1].bottom = bottom
        } else {
            append(ColumnUnit(top: last, bottom: bottom, canBreak: !isKept, isSliceable: !isKept))
        }
    }

    private mutating func append(_ unit: ColumnUnit) { units.append(unit) }

    /// > Between line boxes, unless orphans or widows forbid it. WebKit heeds these only where they are set.
    mutating func addLines(of id: BoxID, top: LayoutUnit, breakTop: LayoutUnit, avoidsBreaks: Bool) {
        let content = top + context.contentOffset(of: id).y
        let fragments = context.fragments.lines[Int(context.tree[id].payload)]
        let lines = fragments.lines
        let style = context.style(of: id)
        let standard = context.profile.standardOrphans
        let orphans = style.orphans > 0 ? Int(style.orphans) : standard
        var widows = style.widows > 0 ? Int(style.widows) : standard
        // Where there are too few lines for both, orphans count.
        if lines.count - widows < orphans { widows = 1 }
        for (index, line) in lines.enumerated() {
            var (above, below) = (line.top, line.bottom)
            if context.profile.columnsKeepTallText {
                for piece in fragments.pieces[Int(line.firstPiece)..<Int(line.firstPiece + line.pieceCount)] {
                    above = min(above, piece.baseline - piece.ascent)
                    below = max(below, piece.baseline + piece.descent)
                }
            }
            let lineTop = content + .truncating(above)
            append(
                ColumnUnit(
                    top: index == 0 ? min(breakTop, lineTop) : lineTop, bottom: content + .truncating(below),
                    canBreak: index == 0 || (!avoidsBreaks && index >= orphans && lines.count - index >= widows)))
        }
        addFloats(in: id, top: top)
    }

    private mutating func addFloats(in parent: BoxID, top: LayoutUnit) {
        var child = context.tree[parent].firstChild
        while child.exists {
            let box = context.tree[child]
            if box.isFloating, context.fragments[child].isPlaced {
                add(child, top: top + context.fragments[child].origin.y, breakTop: nil, avoidsBreaks: false, avoidsInside: false)
            } else if box.kind == .inline {
                addFloats(in: child, top: top)
            }
            child = box.nextSibling
        }
    }

    /// Whether breaks inside a box are possible: not in replaced boxes, floats, scroll containers and other formatting contexts.
    private func isBreakable(_ id: BoxID) -> Bool {
        let box = context.tree[id]
        guard box.isBlockContainer, !box.isFloating else { return false }
        let style = context.style(of: id)
        return !context.isScrollContainer(style) && !context.isColumnContainer(id) && style.contain & 1 == 0
    }
}
