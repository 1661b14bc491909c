/// The lengths that formulas are laid out by, where the font has no MATH table
/// (https://w3c.github.io/mathml-core/#layout-constants-mathconstants).
struct MathConstants {
    /// CSS px.
    let fontSize: Float
    let xHeight: Float
    /// Of fraction bars and the lines of roots.
    let rule: LayoutUnit
    /// Some rules' thickness, px: WebKit cuts one to 1/64 before it multiplies.
    private let rulePx: Float
    /// Where fractions and operators are centred, above the baseline.
    let axis: LayoutUnit
    let isDisplay: Bool
    /// What spaces of operators and roots are multiples of: the font size, in whole px in Chromium.
    let spaceSize: Float
    /// What gaps of scripts are fifths of, which are whole px too in Chromium.
    let gapSize: Float

    init(context: LayoutContext, box: BoxID, isDisplay: Bool) {
        let style = context.tree[box].style
        fontSize = context.styles[style.index].fontSize
        let metrics = context.shaper.primaryMetrics(style)
        xHeight = metrics.xHeight
        let thickness = context.profile.mathRuleIsUnderline ? metrics.underlineThickness : 0.05 * fontSize
        rule = .truncating(thickness)
        rulePx = context.profile.mathRuleIsUnderline ? thickness : rule.px
        axis = .truncating(xHeight / 2)
        self.isDisplay = isDisplay
        let isWhole = context.profile.mathSpacesAreOfWholeSizes
        spaceSize = isWhole ? (fontSize + 0.5).rounded(.down) : fontSize
        gapSize = isWhole ? (spaceSize / 5).rounded(.down) * 5 : fontSize
    }

    /// The thickness of several rules.
    func rules(_ count: Int) -> LayoutUnit { .truncating(Float(count) * rulePx) }

    // MARK: Scripts

    var spaceAfterScript: LayoutUnit { .truncating(gapSize / 5) }
    var subscriptShiftDown: LayoutUnit { .truncating(xHeight / 3) }
    var superscriptShiftUp: LayoutUnit { .truncating(xHeight) }
    var subscriptBaselineDropMin: LayoutUnit { .truncating(xHeight / 2) }
    var superscriptBaselineDropMax: LayoutUnit { .truncating(xHeight / 2) }
    var subSuperscriptGapMin: LayoutUnit { .truncating(gapSize / 5) }
    var superscriptBottomMin: LayoutUnit { .truncating(xHeight / 4) }
    var subscriptTopMax: LayoutUnit { .truncating(4 * xHeight / 5) }
    var superscriptBottomMaxWithSubscript: LayoutUnit { .truncating(4 * xHeight / 5) }

    // MARK: Fractions

    var fractionGap: LayoutUnit { isDisplay ? rules(3) : rule }
    var stackGap: LayoutUnit { isDisplay ? rules(7) : rules(3) }

    // MARK: Radicals

    var radicalGap: LayoutUnit { isDisplay ? .truncating(rulePx + xHeight / 4) : .truncating(5 * rulePx / 4) }
    var kernBeforeDegree: LayoutUnit { .truncating(5 * spaceSize / 18) }
    var kernAfterDegree: LayoutUnit { .truncating(-10 * spaceSize / 18) }

    /// A length of an attribute; `reference` is what percentages are of.
    func used(_ length: MathLength?, reference: LayoutUnit) -> LayoutUnit {
        guard let length else { return reference }
        switch length.unit {
        case .px: return .truncating(length.value)
        case .em: return .truncating(length.value * fontSize)
        case .ex: return .truncating(length.value * xHeight)
        case .percent: return .truncating(reference.px * length.value / 100)
        }
    }
}
