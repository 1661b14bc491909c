// Chromium: the room that ruby texts of a block's first and last lines find around the block.

extension BlockFlow {
    /// What ruby texts of the first line may take above it: the padding, or else what is free above a box without edges.
    func spaceAboveLines() -> LayoutUnit {
        let style = context.style(of: paddedBox)
        let padding = max(.zero, context.resolve(style.padding.top, base: space.availableWidth))
        return style.borderWidth.top == 0 ? annotationSpaceAbove + padding : padding
    }

    /// What is free above the next box: what the lines before it left, and its margin. Boxes that a negative margin draws together give way to
    /// no annotation.
    func spaceAbove(margin: LayoutUnit) -> LayoutUnit {
        annotationSpaceBelow < .zero ? annotationSpaceBelow + max(.zero, margin) : max(.zero, annotationSpaceBelow + margin)
    }

    /// Cells have their lines in a box of their own only here.
    private var paddedBox: BoxID {
        let parent = context.tree[box].parent
        guard context.tree[box].flags.contains(.anonymous), parent.exists, context.tree[parent].firstChild == box, !context.tree[box].nextSibling.exists,
            context.tree[parent].kind == .tableCell || context.tree[parent].kind == .tableCaption
        else { return box }
        return parent
    }

    /// Ruby texts below the last line may stand in the padding; the box grows for the rest. What they leave is for the next box, unless a
    /// border is between them.
    mutating func takeSpaceBelow(_ below: LayoutUnit) {
        let style = context.style(of: paddedBox)
        let padding = max(.zero, context.resolve(style.padding.bottom, base: space.availableWidth))
        if below < .zero {
            cursor += max(.zero, -below - padding)
            annotationSpaceBelow = .zero
        } else {
            annotationSpaceBelow = style.borderWidth.bottom == 0 ? below + padding : .zero
        }
    }
}
