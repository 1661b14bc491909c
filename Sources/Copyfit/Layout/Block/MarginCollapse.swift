/// What a margin computed before layout must know of floats: a clearing box below them stops collapsing.
struct ClearanceProbe {
    var floats: FloatContext
    /// The position that margins start from, in the floats' coordinates.
    var y: LayoutUnit
}

/// The margins that collapsed above the top edge of a block.
struct MarginsAbove {
    var strut = MarginStrut()
    /// The strut began at the top of a body or cell, where quirks mode drops margins of the user-agent sheet.
    var dropsQuirks = false
}

// Margins before layout: which collapse depends on content, not on heights (https://www.w3.org/TR/CSS22/box.html#collapsing-margins).

extension LayoutContext {
    /// Body and table cells, where quirks mode drops margins of the user-agent sheet (https://quirks.spec.whatwg.org/#the-collapsing-margins-quirks).
    func dropsQuirkyMargins(_ id: BoxID) -> Bool {
        guard prepared.mode == .quirks else { return false }
        return tree[id].flags.contains(.body) || tree[id].kind == .tableCell
            || (tree[id].flags.contains(.anonymous) && tree[id].parent.exists && tree[tree[id].parent].kind == .tableCell)
    }

    /// - Parameter bit: 1 for the top margin, 2 for the bottom.
    func isQuirky(_ style: ComputedStyle, bit: UInt8) -> Bool { prepared.mode == .quirks && style.quirkyMargins & bit != 0 }

    /// The margin above a box: its own top margin with those of its first children that collapse into it.
    func marginBefore(_ id: BoxID, containingWidth: LayoutUnit, probe: ClearanceProbe?) -> MarginStrut {
        // Each level of a chain of first children asks for all those below it.
        if probe == nil, let known = marginBeforeCache[id.index], known.width == containingWidth { return known.strut }
        let strut = collapsedMarginBefore(id, containingWidth: containingWidth, probe: probe)
        if probe == nil { marginBeforeCache[id.index] = (containingWidth, strut) }
        return strut
    }

    private func collapsedMarginBefore(_ id: BoxID, containingWidth: LayoutUnit, probe: ClearanceProbe?) -> MarginStrut {
        let style = style(of: id)
        let own = resolve(style.margin.top, base: containingWidth)
        var strut = MarginStrut(own, isQuirky: isQuirky(style, bit: 1))
        guard collapsesTopWithChildren(id, containingWidth: containingWidth), tree[id].kind == .block else { return strut }
        let contentWidth = usedWidth(of: id, space: ConstraintSpace(availableWidth: containingWidth))
        let dropsQuirks = dropsQuirkyMargins(id)
        var isDetermined = false
        var hasFloat = false
        var child = tree[id].firstChild
        while child.exists {
            defer { child = tree[child].nextSibling }
            if tree[child].isFloating { hasFloat = true }
            guard tree[child].isInFlow else { continue }
            // A float above will be cleared: margins below do not reach the top.
            if hasFloat, self.style(of: child).clear != .none { break }
            if tree.markers[id] != nil, markerNeedsOwnLine(above: child, of: id) { break }
            let childStyle = self.style(of: child)
            if childStyle.clear != .none, let probe, let edge = probe.floats.clearance(childStyle.clear), edge > probe.y + strut.sum { break }
            var childStrut = marginBefore(child, containingWidth: contentWidth, probe: probe)
            let collapsesThrough = isSelfCollapsing(child)
            let childIsQuirky = childStrut.isQuirky
            if collapsesThrough {
                // What collapses through with a quirky top is quirky as a whole.
                childStrut.collapse(
                    with: MarginStrut(
                        resolve(childStyle.margin.bottom, base: contentWidth), isQuirky: childIsQuirky || isQuirky(childStyle, bit: 2)))
                childStrut.isQuirky = childIsQuirky
            }
            let quirky = strut.isQuirky
            if dropsQuirks {
                // What collapses through goes with both its margins.
                strut.collapse(with: collapsesThrough && childIsQuirky ? MarginStrut() : childStrut.withoutQuirks(profile))
            } else {
                strut.collapse(with: childStrut)
            }
            strut.isQuirky = quirky
            // > The minute any of the margins involved is not a quirk, it is not collapsed away.
            if !isDetermined, !childIsQuirky, childStrut.sum != .zero {
                strut.isQuirky = false
                isDetermined = true
            }
            if !isDetermined, childIsQuirky, own == .zero { strut.isQuirky = true }
            if !collapsesThrough { break }
        }
        return strut
    }

    /// > …the box does not establish a new block formatting context, and has no top padding and no top border
    private func collapsesTopWithChildren(_ id: BoxID, containingWidth: LayoutUnit) -> Bool {
        guard tree[id].isBlockContainer, !tree[id].flags.contains(.formattingContext) else { return false }
        return edges(of: id, containingWidth: containingWidth).top == .zero
    }

    /// Whether a box's own margins adjoin: it has no height, no lines and nothing inside but such boxes.
    func isSelfCollapsing(_ id: BoxID) -> Bool {
        switch selfCollapsingCache[id.index] {
        case 1: return false
        case 2: return true
        default: break
        }
        let result = computeSelfCollapsing(id)
        selfCollapsingCache[id.index] = result ? 2 : 1
        return result
    }

    private func computeSelfCollapsing(_ id: BoxID) -> Bool {
        guard tree[id].isBlockContainer, !tree[id].flags.contains(.formattingContext) else { return false }
        let style = style(of: id)
        let edges = edges(of: id, containingWidth: viewport.width)
        if style.padding.top.dependsOnPercentage || style.padding.bottom.dependsOnPercentage { selfCollapsingFollowsWidth = true }
        if edges.vertical != .zero { return false }
        if style.minHeight.isLengthPercentage, resolve(style.minHeight, base: .zero) > .zero { return false }
        switch style.height.kind {
        case .fixed: if style.height.px != 0 { return false }
        case .percentage: if prepared.mode == .quirks { return false }
        case .calculated, .expression: return false
        default: break
        }
        if style.aspectRatio > 0 { return false }
        if !tree.markers.isEmpty, markerPlaces.holders.contains(id) { return false }
        if tree.markers[id] != nil, markerMakesLine(id) { return false }
        if tree[id].kind == .inlineContext { return !prepared.inlineContents[Int(tree[id].payload)].makesLines }
        var child = tree[id].firstChild
        var hasFloat = false
        while child.exists {
            if tree[child].isFloating { hasFloat = true }
            // Clearance of a float in the same box gives it a height.
            if tree[child].isInFlow, !isSelfCollapsing(child) || (hasFloat && self.style(of: child).clear != .none) { return false }
            child = tree[child].nextSibling
        }
        return true
    }
}
