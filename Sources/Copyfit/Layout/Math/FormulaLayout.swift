// Formulas (https://w3c.github.io/mathml-core/#layout-algorithms): what the outermost box of one is to the text around it.

extension LayoutContext {
    /// Lays a formula out: sets its size and baseline, and the places of all in it. Nothing inside follows the width outside.
    func layoutFormula(_ id: BoxID, _ space: ConstraintSpace) {
        let formatting = MathFormatting(context: self)
        let isInline = tree[id].isInlineLevel
        guard formatting.box(id).role == .row else {
            formatting.layout(id)
            room = .unlimited
            return
        }
        let metrics = formatting.layoutRow(id, isLate: !isInline && isMeasuredLate(id))
        let edges = edges(of: id, containingWidth: space.availableWidth)
        let isFitted = isInline && style(of: id).width.isAuto && space.fixedWidth == nil
        let content = metrics.width + edges.horizontal
        var width = isFitted ? content : usedWidth(of: id, space: space)
        if !isInline, profile.blockFormulasHoldContent { width = max(width, content) }
        // > display: block math is centred.
        let center = isInline ? LayoutUnit.zero : max(.zero, (width - edges.horizontal - metrics.width) / 2)
        formatting.placeRow(id, metrics, origin: Point(x: edges.left + center, y: edges.top))
        formatting.finish(
            id, width: width, ascent: edges.top + metrics.ascent, height: space.fixedHeight ?? edges.vertical + metrics.ascent + metrics.descent)
        room = .unlimited
    }

    /// A formula is never broken: it has one width.
    func intrinsicFormulaWidths(of id: BoxID) -> IntrinsicWidths {
        let outerRoom = room
        defer { room = outerRoom }
        var formatting = MathFormatting(context: self)
        formatting.isForIntrinsicWidths = true
        let width: LayoutUnit
        if formatting.box(id).role == .row {
            width = formatting.layoutRow(id).width + edges(of: id, containingWidth: .zero).horizontal
        } else {
            formatting.layout(id)
            width = fragments[id].size.width
        }
        forgetLayout(of: id)
        return IntrinsicWidths(minimum: width, maximum: width)
    }

    /// Whether WebKit does not ask for a formula's width before it lays it out: nothing around it is as wide as its contents.
    private func isMeasuredLate(_ id: BoxID) -> Bool {
        guard profile.blockFormulasMeasureLate else { return false }
        var box = id
        while box.exists {
            let record = tree[box]
            if record.isInlineLevel || record.isFloating { return false }
            if record.isOutOfFlow { return !style(of: box).width.isAuto }
            let parent = record.parent
            if parent.exists {
                switch tree[parent].kind {
                case .tableCell, .flex, .grid, .tableCaption: return false
                default: break
                }
            }
            box = parent
        }
        return true
    }
}

/// The layout of what is in formulas. Sizes are of border boxes; ascents count from the top of a border box down to its baseline.
struct MathFormatting {
    let context: LayoutContext
    /// Operators are as wide as they are at their widest.
    var isForIntrinsicWidths = false
    var profile: Profile { context.profile }

    init(context: LayoutContext) { self.context = context }

    /// What an operator is to be stretched to.
    enum Stretch {
        case up(ascent: LayoutUnit, descent: LayoutUnit)
        case across(LayoutUnit)
    }

    /// Content without the edges of its box.
    struct Metrics {
        var width = LayoutUnit.zero
        var ascent = LayoutUnit.zero
        var descent = LayoutUnit.zero
    }

    func box(_ id: BoxID) -> MathBox {
        let index = Int(context.tree[id].payload)
        return context.tree[id].kind == .math && index < context.tree.maths.count ? context.tree.maths[index] : MathBox(role: .row)
    }

    func constants(_ id: BoxID) -> MathConstants { MathConstants(context: context, box: id, isDisplay: box(id).isDisplay) }

    /// The operator that a box is about; nil where it is none.
    func core(_ id: BoxID) -> OperatorProperties? {
        let core = box(id).core
        return core.exists ? box(core).properties : nil
    }

    func children(of id: BoxID) -> [BoxID] {
        var result: [BoxID] = []
        var child = context.tree[id].firstChild
        while child.exists {
            if context.tree[child].isInFlow {
                result.append(child)
            } else {
                context.staticPositions[child] = StaticPosition(container: id, x: .zero, y: .zero)
            }
            child = context.tree[child].nextSibling
        }
        return result
    }

    // MARK: Any box

    /// Lays out a box of a formula and all in it: sets its size and baseline.
    /// - Parameter isLate: WebKit has not asked for the width of a letter yet, and lays out its text.
    func layout(_ id: BoxID, stretch: Stretch? = nil, isLate: Bool = false) {
        if context.mustStop { return }
        guard context.tree[id].kind == .math else { return layoutOther(id) }
        switch box(id).role {
        case .row: layoutPlainRow(id, stretch)
        case .token: layoutToken(id, isLate: isLate)
        case .operator: layoutOperator(id, stretch)
        case .space: layoutSpace(id)
        case .fraction: layoutFraction(id, stretch)
        case .squareRoot, .root: layoutRadical(id)
        case .padded: layoutPadded(id)
        case .enclose: layoutEnclosure(id)
        case .sub, .super, .subSuper, .multiscripts: layoutScripts(id, stretch)
        case .under, .over, .underOver:
            if movesLimits(id) { layoutScripts(id, stretch) } else { layoutUnderOver(id, stretch) }
        }
    }

    /// Tables, and what else stands in a formula.
    private func layoutOther(_ id: BoxID) {
        let margins = context.margins(of: id, containingWidth: .zero).horizontal
        var space = ConstraintSpace(availableWidth: context.intrinsicWidths(of: id).maximum + margins)
        space.shrinksToFit = true
        context.layoutIndependent(id, space)
    }

    func finish(_ id: BoxID, width: LayoutUnit, ascent: LayoutUnit, height: LayoutUnit) {
        context.fragments[id].size = Size(width: max(.zero, width), height: max(.zero, height))
        context.fragments[id].firstBaseline = profile.mathBaselinesAreWhole ? LayoutUnit(ascent.rounded()) : ascent
        context.fragments[id].lastBaseline = context.fragments[id].firstBaseline
        context.fragments[id].isPlaced = true
    }

    func place(_ child: BoxID, _ x: LayoutUnit, _ y: LayoutUnit) { context.setOrigin(of: child, Point(x: x, y: y)) }

    func width(_ id: BoxID) -> LayoutUnit { context.fragments[id].size.width }

    func height(_ id: BoxID) -> LayoutUnit { context.fragments[id].size.height }

    /// From the top of the border box: tables stand around the axis of the text, what has no baseline on it.
    func ascent(_ id: BoxID) -> LayoutUnit {
        let fragment = context.fragments[id]
        if context.tree[id].kind == .table {
            let baseline = fragment.size.height / 2 + constants(id).axis
            return profile.mathBaselinesAreWhole ? baseline.flooredToPixel : baseline
        }
        return fragment.firstBaseline ?? (profile.mathBaselinesAreWhole ? fragment.size.height.flooredToPixel : fragment.size.height)
    }

    func descent(_ id: BoxID) -> LayoutUnit { height(id) - ascent(id) }

    func edges(_ id: BoxID) -> Edges<LayoutUnit> { context.edges(of: id, containingWidth: .zero) }

    func margins(_ id: BoxID) -> Edges<LayoutUnit> { context.margins(of: id, containingWidth: .zero) }

    func isRightToLeft(_ id: BoxID) -> Bool { context.style(of: id).direction == .rtl }
}
