// Replaced elements and form controls (https://www.w3.org/TR/CSS22/visudet.html#inline-replaced-width, browser-rules §6.2, §8).

extension LayoutContext {
    func layoutReplaced(_ id: BoxID, _ space: ConstraintSpace) {
        fragments[id].size = usedReplacedSize(of: id, space: space)
        fragments[id].firstBaseline = nil
        fragments[id].lastBaseline = nil
    }

    private func content(of id: BoxID) -> ReplacedContent { prepared.tree.replaced[Int(tree[id].payload)] }

    /// The used border-box size.
    func usedReplacedSize(of id: BoxID, space: ConstraintSpace) -> Size {
        let style = style(of: id)
        var space = space
        if style.height.dependsOnPercentage, content(of: id).kind != .missingImage || profile.missingPicturesFollowCells,
            let base = specifiedCellHeight(around: id)
        {
            space.availableHeight = base
        }
        let edges = edges(of: id, containingWidth: space.availableWidth)
        let natural = naturalSize(of: id, style: style)
        let ratio = style.aspectRatio > 0 && (!style.aspectRatioIsAuto || natural.ratio == 0) ? style.aspectRatio : natural.ratio

        func contentWidth(_ length: Length) -> LayoutUnit? {
            borderBoxWidth(length, of: id, space: space, edges: edges.horizontal).map { max(.zero, $0 - edges.horizontal) }
        }
        func contentHeight(_ length: Length) -> LayoutUnit? {
            borderBoxHeight(length, of: id, space: space, edges: edges.vertical).map { max(.zero, $0 - edges.vertical) }
        }
        let specifiedWidth = space.fixedWidth.map { max(.zero, $0 - edges.horizontal) } ?? contentWidth(style.width)
        let specifiedHeight = space.fixedHeight.map { max(.zero, $0 - edges.vertical) } ?? contentHeight(style.height)
        let maxWidth = space.fixedWidth == nil ? contentWidth(style.maxWidth) ?? .max : .max
        let minWidth = space.fixedWidth == nil ? contentWidth(style.minWidth) ?? .zero : .zero
        let maxHeight = space.fixedHeight == nil ? contentHeight(style.maxHeight) ?? .max : .max
        let minHeight = space.fixedHeight == nil ? contentHeight(style.minHeight) ?? .zero : .zero
        func clampedWidth(_ value: LayoutUnit) -> LayoutUnit { max(minWidth, min(value, maxWidth)) }
        func clampedHeight(_ value: LayoutUnit) -> LayoutUnit { max(minHeight, min(value, maxHeight)) }

        var width: LayoutUnit
        var height: LayoutUnit
        switch (specifiedWidth, specifiedHeight) {
        case (let w?, let h?):
            width = clampedWidth(w)
            height = clampedHeight(h)
        case (let w?, nil):
            width = clampedWidth(w)
            height = ratio > 0 ? .truncating(width.px / ratio) : natural.height ?? 150.layoutUnits
            height = clampedHeight(height)
        case (nil, let h?):
            height = clampedHeight(h)
            width = ratio > 0 ? .truncating(height.px * ratio) : natural.width ?? 300.layoutUnits
            width = clampedWidth(width)
        case (nil, nil):
            let w: LayoutUnit
            let h: LayoutUnit
            if let naturalWidth = natural.width {
                w = naturalWidth
                h = natural.height ?? (ratio > 0 ? .truncating(w.px / ratio) : 150.layoutUnits)
            } else if let naturalHeight = natural.height {
                h = naturalHeight
                w = ratio > 0 ? .truncating(h.px * ratio) : 300.layoutUnits
            } else if ratio > 0 {
                // A ratio alone: as wide as the container.
                let margins = margins(of: id, containingWidth: space.availableWidth)
                w = max(.zero, space.availableWidth - margins.horizontal - edges.horizontal)
                h = .truncating(w.px / ratio)
            } else {
                w = 300.layoutUnits
                h = 150.layoutUnits
            }
            (width, height) = ratio > 0 && w > .zero && h > .zero
                ? constrained(w, h, min: (minWidth, minHeight), max: (max(minWidth, maxWidth), max(minHeight, maxHeight)))
                : (clampedWidth(w), clampedHeight(h))
        }
        return Size(width: width + edges.horizontal, height: height + edges.vertical)
    }

    /// The table of constraint violations that keeps the ratio (https://www.w3.org/TR/CSS22/visudet.html#min-max-widths).
    private func constrained(
        _ w: LayoutUnit, _ h: LayoutUnit, min low: (w: LayoutUnit, h: LayoutUnit), max high: (w: LayoutUnit, h: LayoutUnit)
    ) -> (LayoutUnit, LayoutUnit) {
        switch (w > high.w, w < low.w, h > high.h, h < low.h) {
        case (false, false, false, false): return (w, h)
        case (true, _, false, false): return (high.w, max(high.w.scaled(by: h, over: w), low.h))
        case (_, true, false, false): return (low.w, min(low.w.scaled(by: h, over: w), high.h))
        case (false, false, true, _): return (max(high.h.scaled(by: w, over: h), low.w), high.h)
        case (false, false, _, true): return (min(low.h.scaled(by: w, over: h), high.w), low.h)
        case (true, _, true, _):
            return high.w.doublePx / w.doublePx <= high.h.doublePx / h.doublePx
                ? (high.w, max(low.h, high.w.scaled(by: h, over: w))) : (max(low.w, high.h.scaled(by: w, over: h)), high.h)
        case (_, true, _, true):
            return low.w.doublePx / w.doublePx <= low.h.doublePx / h.doublePx
                ? (min(high.w, low.h.scaled(by: w, over: h)), low.h) : (low.w, min(high.h, low.w.scaled(by: h, over: w)))
        case (_, true, true, _): return (low.w, high.h)
        case (true, _, _, true): return (high.w, low.h)
        }
    }

    struct NaturalSize {
        var width: LayoutUnit?
        var height: LayoutUnit?
        var ratio: Float
    }

    /// width / height that a replaced element keeps; 0 for none.
    func replacedRatio(of id: BoxID) -> Float {
        let style = style(of: id)
        let natural = naturalSize(of: id, style: style)
        return style.aspectRatio > 0 && (!style.aspectRatioIsAuto || natural.ratio == 0) ? style.aspectRatio : natural.ratio
    }

    /// Content-box sizes and ratio that the element has of itself.
    func naturalSize(of id: BoxID, style: ComputedStyle) -> NaturalSize {
        let content = content(of: id)
        let zoom = style.effectiveZoom
        if content.kind.isFormControl {
            let size = FormControlSizes.size(of: content.kind, box: id, context: self)
            return NaturalSize(width: size.width, height: size.height, ratio: 0)
        }
        if content.kind == .missingImage {
            if let known = missingImageSizes[id] { return known }
            let size = missingImageSize(of: id, style: style)
            let natural = NaturalSize(width: size.width, height: size.height, ratio: size.ratio)
            missingImageSizes[id] = natural
            return natural
        }
        return NaturalSize(
            width: content.naturalWidth.map { .truncating($0 * zoom) }, height: content.naturalHeight.map { .truncating($0 * zoom) },
            ratio: content.ratio)
    }

    /// What a picture that can not be loaded shows (§8): nothing for `alt=""`, else an icon, in a box with its text beside it.
    private func missingImageSize(of id: BoxID, style: ComputedStyle) -> (width: LayoutUnit, height: LayoutUnit, ratio: Float) {
        let node = tree[id].node
        let alt = node.exists ? prepared.document.attributeString(.alt, of: node) : nil
        if let alt, alt.isEmpty { return (.zero, .zero, 0) }
        if profile.missingPictures == .text { return (16.layoutUnits, 16.layoutUnits, 0) }
        guard let alt else { return (20.layoutUnits, 20.layoutUnits, style.width.isAuto && style.height.isAuto ? 0 : 1) }
        let hasOneSize = style.width.isAuto != style.height.isAuto
        if hasOneSize { return (20.layoutUnits, 20.layoutUnits, 1) }
        let line = lineStyles[tree[id].style.index]
        let text = Array(alt.utf16)
        let runs = [TextRun(start: 0, end: Int32(truncatingIfNeeded: text.count), style: tree[id].style)]
        let item = TextItem(start: 0, count: Int32(truncatingIfNeeded: text.count), run: 0, width: 0, flags: [])
        let width = shaper.width(text: text, item: item, runs: runs, from: 0, to: text.count)
        // Padding of 4 px around text of at most 1024 × 256 px; never smaller than the icon.
        let box = Size(
            width: max(20.layoutUnits, .truncating(min(width.rounded(.up), 1024) + 4)),
            height: max(20.layoutUnits, .truncating(min(line.ascent + line.descent, 256) + 4)))
        return (box.width, box.height, box.width.px / box.height.px)
    }

    func replacedBaseline(_ id: BoxID) -> LayoutUnit? {
        FormControlSizes.baseline(of: content(of: id).kind, box: id, context: self)
    }

    /// The border-box widths of a replaced element: percentages make the minimum zero (https://www.w3.org/TR/css-sizing-3/#replaced-percentage-min-contribution).
    func intrinsicReplacedWidths(of id: BoxID) -> IntrinsicWidths {
        let style = style(of: id)
        let edges = edges(of: id, containingWidth: .zero)
        let width: LayoutUnit
        // Percentages of an unknown width count as auto, or none.
        if style.width.dependsOnPercentage || style.maxWidth.dependsOnPercentage {
            width = replacedWidthIgnoringPercentages(of: id, edges: edges)
            return IntrinsicWidths(minimum: edges.horizontal, maximum: width)
        }
        width = usedReplacedSize(of: id, space: ConstraintSpace(availableWidth: 0.layoutUnits)).width
        return IntrinsicWidths(minimum: width, maximum: width)
    }

    private func replacedWidthIgnoringPercentages(of id: BoxID, edges: Edges<LayoutUnit>) -> LayoutUnit {
        let style = style(of: id)
        let natural = naturalSize(of: id, style: style)
        if style.width.isLengthPercentage, !style.width.dependsOnPercentage {
            return borderBoxWidth(style.width, of: id, space: ConstraintSpace(availableWidth: .zero), edges: edges.horizontal) ?? .zero
        }
        if style.height.kind == .fixed, natural.ratio > 0 {
            return .truncating(style.height.px * natural.ratio) + edges.horizontal
        }
        return (natural.width ?? (natural.ratio > 0 ? .zero : 300.layoutUnits)) + edges.horizontal
    }
}

extension Int {
    /// Whole CSS px.
    var layoutUnits: LayoutUnit { LayoutUnit(self) }
}

extension ReplacedContent.Kind {
    var isFormControl: Bool { rawValue >= ReplacedContent.Kind.textInput.rawValue || self == .audio }
}
