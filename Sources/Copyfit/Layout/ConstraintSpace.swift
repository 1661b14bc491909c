/// What a box is laid out in: the input of layout.
package struct ConstraintSpace: Hashable, Sendable {
    /// The containing block's content width: what percentages and `auto` refer to.
    package var availableWidth: LayoutUnit
    /// The containing block's content height if it is definite.
    package var availableHeight: LayoutUnit?
    /// The border-box width that the parent's layout prescribes (flex, grid, table cells), whatever `width` says.
    package var fixedWidth: LayoutUnit?
    /// The border-box height that the parent's layout prescribes.
    package var fixedHeight: LayoutUnit?
    /// Whether `fixedHeight` makes percentages of children definite.
    package var fixedHeightIsDefinite = true
    /// The width between floats that a box which avoids them is given, where it is less than `availableWidth`.
    package var roomBesideFloats: LayoutUnit?
    /// `width: auto` is fit-content, as for floats, inline-blocks and absolutely positioned boxes.
    package var shrinksToFit = false

    /// `height`, its limits and `aspect-ratio` count for nothing: the height of the content is asked for.
    package var measuresContentHeight = false

    package init(availableWidth: LayoutUnit, availableHeight: LayoutUnit? = nil) {
        self.availableWidth = availableWidth
        self.availableHeight = availableHeight
    }
}

/// Margins that adjoin and collapse into one: the largest positive and the largest absolute negative one
/// (https://www.w3.org/TR/CSS22/box.html#collapsing-margins).
package struct MarginStrut: Hashable, Sendable {
    package var positive: LayoutUnit = .zero
    /// The largest positive margin that is not quirky: what Chromium keeps where quirks mode drops margins (browser-rules §6.1).
    package var ordinaryPositive: LayoutUnit = .zero
    /// The absolute value.
    package var negative: LayoutUnit = .zero
    /// Whether WebKit takes the whole for a margin of the user-agent sheet, which quirks mode may drop.
    package var isQuirky = false

    package init() {}
    package init(_ margin: LayoutUnit, isQuirky: Bool = false) {
        if margin > .zero {
            positive = margin
            if !isQuirky { ordinaryPositive = margin }
        } else {
            negative = -margin
        }
        self.isQuirky = isQuirky
    }

    package var sum: LayoutUnit { positive - negative }
    package mutating func collapse(with other: MarginStrut) {
        positive = max(positive, other.positive)
        ordinaryPositive = max(ordinaryPositive, other.ordinaryPositive)
        negative = max(negative, other.negative)
    }
    /// What is left of the strut where quirky margins vanish.
    package func withoutQuirks(_ profile: Profile) -> MarginStrut {
        switch profile.quirkyMargins {
        case .together: return isQuirky ? MarginStrut() : self
        case .oneByOne:
            var kept = self
            kept.positive = ordinaryPositive
            return kept
        }
    }
}

/// A box's intrinsic border-box widths (https://www.w3.org/TR/css-sizing-3/#intrinsic), margins not included.
package struct IntrinsicWidths: Hashable, Sendable {
    package var minimum: LayoutUnit
    package var maximum: LayoutUnit
    package init(minimum: LayoutUnit, maximum: LayoutUnit) { self.minimum = minimum; self.maximum = maximum }
    package static let zero = IntrinsicWidths(minimum: .zero, maximum: .zero)
}
