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
        // Check boxes and radio buttons that the platform draws have no border or padding.
        let edges = isNativeBox(id, style: style) ? .zero : edges(of: id, containingWidth: space.availableWidth)
        if representsNothing(id, style: style) { return Size(width: edges.horizontal, height: edges.vertical) }
        let natural = naturalSize(of: id, style: style)
        let ratio = ratio(of: id, style: style, natural: natural)

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
            // The frame of a missing picture holds its icon.
            if isTextFrame(id), let least = natural.height { height = max(height, least) }
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
            (width, height) = isMissingBox(id) && prepared.document.hasAttribute(.src, of: tree[id].node) ? constrainedMissing(w, h, ratio, min: (minWidth, minHeight), max: (max(minWidth, maxWidth), max(minHeight, maxHeight)))
                : ratio > 0 && w > .zero && h > .zero
                ? constrained(w, h, min: (minWidth, minHeight), max: (max(minWidth, maxWidth), max(minHeight, maxHeight)))
                : (clampedWidth(w), clampedHeight(h))
        }
        if content(of: id).kind == .progress, profile.progressBarsKeepHeight, style.appearance == .auto {
            return Size(width: width + edges.horizontal, height: profile.controlSizes.progress.height.layoutUnits)
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

    /// Whether a replaced element that is given no height gets no less tall as the lengths that its width goes by grow. The table of
    /// constraint violations does for a size that stays, and heights in proportion to widths; what WebKit shows for a missing picture leaves
    /// its ratio.
    func replacedHeightGrows(_ id: BoxID, space: ConstraintSpace) -> Bool {
        let style = style(of: id)
        if space.fixedHeight != nil || (isMissingBox(id) && style.minWidth.dependsOnPercentage) { return false }
        if style.width.isLengthPercentage || style.width.kind == .stretch || space.fixedWidth != nil { return true }
        let natural = naturalSize(of: id, style: style)
        if natural.width != nil || natural.height != nil { return true }
        // As wide as the container, and rounded before it is limited.
        let isLimited = !(style.maxWidth.kind == .none || style.maxWidth.kind == .percentage && style.maxWidth.percent >= 100) || style.maxHeight.kind != .none
            || !(style.minWidth.isAuto || style.minWidth == .zero) || !(style.minHeight.isAuto || style.minHeight == .zero)
        return !isLimited && space.availableWidth.rawValue < PercentageRounding.exact
    }

    /// Whether a replaced element has the same height at any width. What is given one by a flex or grid container may have it from its width.
    func replacedHeightStays(_ id: BoxID, space: ConstraintSpace) -> Bool {
        let style = style(of: id)
        if space.fixedHeight != nil { return false }
        if style.height.kind == .fixed { return true }
        return !isMissingBox(id) && style.height.isAuto && ratio(of: id, style: style, natural: naturalSize(of: id, style: style)) <= 0
    }

    private func isNativeBox(_ id: BoxID, style: ComputedStyle) -> Bool {
        let kind = content(of: id).kind
        return (kind == .checkbox || kind == .radio) && style.appearance == .auto
    }

    /// The same for a picture that can not be loaded in WebKit, whose box of icon and text does not have the ratio that it keeps (measured).
    private func constrainedMissing(
        _ w: LayoutUnit, _ h: LayoutUnit, _ ratio: Float, min low: (w: LayoutUnit, h: LayoutUnit), max high: (w: LayoutUnit, h: LayoutUnit)
    ) -> (LayoutUnit, LayoutUnit) {
        func height(_ width: LayoutUnit) -> LayoutUnit { .truncating(width.px / ratio) }
        func width(_ height: LayoutUnit) -> LayoutUnit { .truncating(height.px * ratio) }
        if w > high.w { return (high.w, max(low.h, min(h, high.h, height(high.w)))) }
        if h > high.h { return (max(low.w, min(w, width(high.h))), high.h) }
        if w < low.w { return (low.w, max(low.h, min(high.h, height(low.w)))) }
        if h < low.h { return (max(low.w, min(high.w, width(low.h))), low.h) }
        return (w, h)
    }

    /// A box with an icon and perhaps text, as WebKit shows for a picture that can not be loaded.
    private func isMissingBox(_ id: BoxID) -> Bool { profile.missingPictures == .boxes && content(of: id).kind == .missingImage }

    /// A frame of stated size around icon and text (`BoxGenerator.addMissingPicture`).
    private func isTextFrame(_ id: BoxID) -> Bool {
        profile.missingPictures == .text && content(of: id).kind == .missingImage
    }

    /// > an img element that represents nothing is an empty inline element: with `alt=""`, in WebKit, whatever size is stated; in quirks
    /// > mode only where none is (https://html.spec.whatwg.org/#images-3, measured).
    private func representsNothing(_ id: BoxID, style: ComputedStyle) -> Bool {
        guard isMissingBox(id), tree[id].flags.contains(.inlineLevel), tree[id].isInFlow, let alt = alternativeText(of: id), alt.isEmpty else { return false }
        return prepared.document.mode != .quirks || style.width.isAuto && style.height.isAuto
    }

    private func alternativeText(of id: BoxID) -> String? {
        let node = tree[id].node
        guard node.exists else { return nil }
        return prepared.document.attributeString(.alt, of: node) ?? (prepared.document.isElement(node, .input) ? "Submit" : nil)
    }

    private func ratio(of id: BoxID, style: ComputedStyle, natural: NaturalSize) -> Float {
        let kind = content(of: id).kind
        // What WebKit shows for a missing picture knows no other ratio, a video without data no ratio of its own.
        if kind == .missingImage, profile.missingPictures == .boxes { return natural.ratio }
        let hasOwnRatio = natural.ratio > 0 && !(kind == .video && natural.ratio == 2)
        return style.aspectRatio > 0 && (!style.aspectRatioIsAuto || !hasOwnRatio) ? style.aspectRatio : natural.ratio
    }

    struct NaturalSize {
        var width: LayoutUnit?
        var height: LayoutUnit?
        var ratio: Float
    }

    /// width / height that a replaced element keeps; 0 for none.
    func replacedRatio(of id: BoxID) -> Float {
        let style = style(of: id)
        return ratio(of: id, style: style, natural: naturalSize(of: id, style: style))
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

    /// What a picture that can not be loaded shows (§8): an icon, in a box with its text beside it. WebKit keeps such a box square, or in
    /// the ratio of the size attributes if there is no text.
    private func missingImageSize(of id: BoxID, style: ComputedStyle) -> (width: LayoutUnit, height: LayoutUnit, ratio: Float) {
        let alt = alternativeText(of: id)
        guard let alt, !alt.isEmpty else {
            if profile.missingPictures == .text { return (20.layoutUnits, 20.layoutUnits, 0) }
            return (20.layoutUnits, 20.layoutUnits, style.aspectRatioIsAuto && style.aspectRatio > 0 ? style.aspectRatio : 1)
        }
        let line = lineStyles[tree[id].style.index]
        let text = Array(alt.utf16)
        let runs = [TextRun(start: 0, end: Int32(truncatingIfNeeded: text.count), style: tree[id].style)]
        let item = TextItem(start: 0, count: Int32(truncatingIfNeeded: text.count), run: 0, width: 0, flags: [])
        let width = shaper.width(text: text, item: item, runs: runs, from: 0, to: text.count)
        if profile.missingPictures == .text {
            // A border and a padding of 1 px around the icon and the text beside it.
            return (.truncating(width) + 20.layoutUnits, max(16.layoutUnits, .truncating(max(line.lineHeight, line.ascent + line.descent))) + 4.layoutUnits, 0)
        }
        // Padding of 4 px around text of at most 1024 × 256 px; never smaller than the icon that tells of a failure.
        // Without a source nothing has failed, and the box keeps its own ratio.
        let hasFailed = prepared.document.hasAttribute(.src, of: tree[id].node)
        let least = hasFailed ? 20.layoutUnits : 0.layoutUnits
        let size = Size(
            width: max(least, .truncating(min(width.rounded(.up), 1024) + 4)), height: max(least, .truncating(min(line.ascent + line.descent, 256) + 4)))
        return (size.width, size.height, hasFailed || size.height <= .zero ? 1 : size.width.px / size.height.px)
    }

    func replacedBaseline(_ id: BoxID) -> LayoutUnit? {
        // A frame whose height follows from its ratio stands on the line of its icon.
        if isTextFrame(id), style(of: id).height.isAuto, prepared.document.mode != .quirks { return edges(of: id, containingWidth: .zero).top + 20.layoutUnits }
        return FormControlSizes.baseline(of: content(of: id).kind, box: id, context: self)
    }

    /// The border-box widths of a replaced element: percentages make the minimum zero (https://www.w3.org/TR/css-sizing-3/#replaced-percentage-min-contribution).
    func intrinsicReplacedWidths(of id: BoxID) -> IntrinsicWidths {
        let style = style(of: id)
        let edges = edges(of: id, containingWidth: .zero)
        if representsNothing(id, style: style) { return IntrinsicWidths(minimum: edges.horizontal, maximum: edges.horizontal) }
        let width: LayoutUnit
        // Percentages of an unknown width count as auto, or none.
        if style.width.dependsOnPercentage || style.maxWidth.dependsOnPercentage {
            width = replacedWidthIgnoringPercentages(of: id, edges: edges)
            return IntrinsicWidths(minimum: isTextFrame(id) ? width : edges.horizontal, maximum: width)
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
