/// What laying out an inline formatting context yields.
struct InlineLayoutResult {
    /// The height of all lines.
    var height: LayoutUnit
    /// From the top of the content box.
    var firstBaseline: LayoutUnit?
    var lastBaseline: LayoutUnit?
    var lineCount: Int
    /// Where annotations share space: what the last line leaves free below what stands on it; negative where annotations stand out.
    var annotationSpaceBelow = LayoutUnit.zero
}

extension LayoutContext {
    /// Breaks the content of an inline formatting context into lines and places them.
    /// - Parameters:
    ///   - width: of the container's content box.
    ///   - origin: the container's content box in `floats`' coordinates.
    func layoutLines(_ id: BoxID, width: LayoutUnit, origin: Point, floats: BlockFormattingContext) -> InlineLayoutResult {
        if let segmentTables {
            // Floats that end above are of no concern.
            let isFree = (floats.floats.isEmpty || floats.floats.bottom <= origin.y) && clampedLinesLeft == nil
            if isFree, let result = fillLines(id, width: width, tables: segmentTables) { return result }
            lineSums[Int(tree[id].payload)].count = 0
            return rememberedLines(id, width: width, isFree: isFree) { buildLines(id, width: $0, origin: origin, floats: floats) }
        }
        return buildLines(id, width: width, origin: origin, floats: floats)
    }

    private func buildLines(_ id: BoxID, width: LayoutUnit, origin: Point, floats: BlockFormattingContext) -> InlineLayoutResult {
        switch profile.measuredUnit {
        case .pieces: return layoutLines(id, width: width, origin: origin, floats: floats, measure: ItemSumMeasure.self)
        case .paragraphs: return layoutLines(id, width: width, origin: origin, floats: floats, measure: SliceMeasure.self)
        }
    }

    private func layoutLines<Measure: LineMeasure>(
        _ id: BoxID, width: LayoutUnit, origin: Point, floats: BlockFormattingContext, measure: Measure.Type
    ) -> InlineLayoutResult {
        let contextIndex = Int(tree[id].payload)
        let content = prepared.inlineContents[contextIndex]
        let style = styles[tree[id].style.index]
        var fragments = self.fragments.lines[contextIndex]
        self.fragments.lines[contextIndex] = LineFragments()
        fragments.removeAll()
        let growing = layoutAtomics(content, containingWidth: width, isFree: !content.hasFloats && (floats.floats.isEmpty || floats.floats.bottom <= origin.y))
        if content.hasRuby { layoutRuby(content.firstLine ?? content, containingWidth: width, measure: measure, isPlaced: true) }
        var annotationSpace = annotationSpaceAbove

        if !heightlessLines.isEmpty { heightlessLines[id] = nil }

        var result = InlineLayoutResult(height: .zero, firstBaseline: nil, lastBaseline: nil, lineCount: 0)
        var position = LinePosition(item: 0)
        var top: Float = 0
        var openBoxes: [BoxID] = []
        let strutHeight = LayoutUnit.ceiling(lineStyles[tree[id].style.index].lineHeight)
        let indent = resolve(style.textIndent, base: width)
        var isFirstLine = holdsFirstLine(id)
        var startsParagraph = true
        // The height over which floats may narrow the line: that of the strut, or of the line once it is known to be taller.
        var probedHeight = strutHeight
        // The first line may have styles of its own.
        var lineContent = content.firstLine ?? content
        var placed = LinePlacement(context: self, content: lineContent, container: id, containingWidth: width)
        var room = LineRoom(
            floats: floats, origin: origin, width: width, container: id, wraps: style.textWrapMode == .wrap,
            view: !profile.seesFloatsInWholePixels || (floats.floats.isEmpty && !content.hasFloats)
                ? nil : FloatContext.LineView(origin: origin.y - contentOffset(of: id).y, count: floats.floats.floats.count))
        let hasRoom = tracksRoom && hasRoom(content, style: style)
        if tracksRoom, !hasRoom { self.room = .none }
        // A box stands on its line alone, be it too wide.
        let tracksLines = hasRoom && !holdsOneBox(content)
        while position.item < content.items.count {
            if mustStop { break }
            let lineIndent = isIndented(style, isFirstLine: isFirstLine, startsParagraph: startsParagraph) ? indent : .zero
            room.begin(top: top, indent: lineIndent, probedHeight: probedHeight)
            var builder = LineBuilder<Measure>(
                content: lineContent, context: self, containingWidth: width, available: room.available, isNarrowed: room.isNarrowed, start: position)
            builder.tracksRoom = tracksLines
            var line = content.hasFloats ? builder.build { box, used in self.placeFloat(box, used: used, in: &room) } : builder.build { _, _ in nil }
            if hasRoom { note(line, tracksLines ? builder.room : .unlimited, in: room, indent: lineIndent) }
            // An outside marker makes a line of its item's own content, be it empty.
            let endsContent = line.end.item >= lineContent.items.count
            if !line.hasContent, !content.makesLines, waitingMarkers.last == id, endsContent { line.hasContent = true }
            let isHeightless = !line.hasContent && !waitingMarkers.isEmpty && markerPlaces.holders.contains(id)
            if isHeightless { line.hasContent = true }
            if line.wantsMoreRoom, let next = floats.floats.nextBottom(below: room.y, view: room.view) {
                top = (next - origin.y).px
                room.forgetFloatsBelow()
                continue
            }
            let mayGoBack = !floats.floats.isEmpty || sharesAnnotationSpace
            let before = (
                fragments.lines.count, fragments.pieces.count, fragments.inlineBoxes.count, mayGoBack ? openBoxes : [], mayGoBack ? waitingMarkers : []
            )
            let firstSpread = fragments.spreads.count
            let left = (room.left - origin.x).px, right = (room.right - origin.x).px
            let marker = takeMarker(line: line, container: id)
            let metrics = placed.place(
                line, top: top, left: left, right: right, indent: lineIndent.px, openBoxes: &openBoxes,
                isLastLine: endsContent, isFirstLine: result.lineCount == 0, marker: marker, into: &fragments)
            if !growing.isEmpty { self.room = placed.boxes.room(self.room, with: growing) }
            if sharesAnnotationSpace, line.hasContent {
                let shift = isRubyText(id) ? shiftOfRubyText(id, metrics, isFirst: result.lineCount == 0) : annotationShift(metrics, space: annotationSpace)
                annotationSpace = .truncating(metrics.spaceBelow)
                if shift != 0 {
                    fragments.lines.removeSubrange(before.0...)
                    fragments.pieces.removeSubrange(before.1...)
                    fragments.inlineBoxes.removeSubrange(before.2...)
                    fragments.spreads.removeSubrange(firstSpread...)
                    openBoxes = before.3
                    top += shift
                    _ = placed.place(
                        line, top: top, left: left, right: right, indent: lineIndent.px, openBoxes: &openBoxes,
                        isLastLine: endsContent, isFirstLine: result.lineCount == 0, marker: marker, into: &fragments)
                }
            }
            let lineHeight = LayoutUnit.ceiling(metrics.height)
            if line.hasContent, lineHeight > probedHeight, !floats.floats.isEmpty {
                let taller = room.probe(height: lineHeight)
                if tracksRoom, room.isBesideFloats(height: lineHeight) { note(taller: taller, than: room) }
                if taller.left > room.left || taller.right < room.right {
                    // Floats that start beside the lower part of the line narrow it too.
                    probedHeight = lineHeight
                    fragments.lines.removeSubrange(before.0...)
                    fragments.pieces.removeSubrange(before.1...)
                    fragments.inlineBoxes.removeSubrange(before.2...)
                    fragments.spreads.removeSubrange(firstSpread...)
                    openBoxes = before.3
                    waitingMarkers = before.4
                    room.forgetFloatsBelow()
                    continue
                }
            }
            probedHeight = strutHeight
            if isHeightless {
                heightlessLines[id] = .truncating(fragments.lines.removeLast().overflowBottom)
            } else if line.hasContent {
                top = advance(top, by: metrics.height)
                let baseline = LayoutUnit.truncating(fragments.lines[fragments.lines.count - 1].top + metrics.baseline)
                if result.firstBaseline == nil { result.firstBaseline = baseline }
                result.lastBaseline = baseline
                result.lineCount += 1
                isFirstLine = false
                startsParagraph = line.endsWithForcedBreak
                if countClampedLine() {
                    if !endsContent { clampCutContent = true }
                    break
                }
            }
            if line.endsWithForcedBreak, !floats.floats.isEmpty {
                let clear = clearOfBreak(line, content: content)
                if clear != .none, let edge = floats.floats.clearance(clear, view: room.view) { top = max(top, (edge - origin.y).px) }
            }
            for box in room.floatsBelow {
                let size = layoutFloat(box, containingWidth: width)
                placeFloat(box, size: size, top: origin.y + LayoutUnit.truncating(top), origin: origin, width: width, floats: floats, container: id)
            }
            position = line.end
            if lineContent !== content {
                let ordinary = OrdinaryContent(content, firstLine: lineContent, shaper: shaper)
                position = ordinary.position(line.end)
                for index in fragments.pieces.indices { ordinary.adopt(&fragments.pieces[index]) }
                lineContent = content
                if content.hasRuby { layoutRuby(content, containingWidth: width, measure: measure, isPlaced: true) }
                placed = LinePlacement(context: self, content: content, container: id, containingWidth: width)
            }
        }
        result.height = LayoutUnit.truncating(top)
        if sharesAnnotationSpace {
            result.annotationSpaceBelow = annotationSpace
            // A ruby text is as tall as its font.
            if isRubyText(id), result.lineCount == 1 {
                let line = lineStyles[tree[id].style.index]
                result.height = LayoutUnit.truncating(line.ascent + line.descent)
            }
        }
        self.fragments.lines[contextIndex] = fragments
        return result
    }

    /// Takes what a line says of its width off the room of its container, or where floats stand beside it, of its formatting context.
    private func note(_ line: LineContent, _ own: WidthRoom, in room: LineRoom, indent: LayoutUnit) {
        let floats = room.floats
        if floats.floats.isEmpty || floats.floats.bottom <= room.y || !room.isBesideFloats() {
            self.room.limit(to: room.width - indent > .zero ? own : .none)
            return
        }
        let between = floats.between(floats.frame)
        let spare = (room.right - room.left - indent).rawValue
        if spare <= 0 {
            // Where nothing is left, less makes no difference.
            floats.decide(0 &- spare, WidthFollow.fixed - between)
        } else {
            floats.limit(own, between)
        }
        // Whether it is narrowed at all.
        floats.decide((room.width - (room.right - room.left)).rawValue - 1, floats.frame.width - between)
    }

    /// Whether floats beside the lower part of a line narrow it.
    private func note(taller: (left: LayoutUnit, right: LayoutUnit), than room: LineRoom) {
        let floats = room.floats
        if let left = floats.leftFollow?.joined(with: floats.frame.left) { floats.decide((taller.left - room.left).rawValue - 1, left - left) }
        if let right = floats.rightFollow?.joined(with: floats.frame.right) { floats.decide((room.right - taller.right).rawValue - 1, right - right) }
    }

    /// What the next line has to clear: the `clear` of the `<br>` that ends this one.
    private func clearOfBreak(_ line: LineContent, content: InlineContent) -> Clear {
        var index = min(line.end.item, content.items.count) - 1
        while index >= line.start.item, content.items[index].kind == .boxEnd { index -= 1 }
        guard index >= line.start.item, content.items[index].kind == .forcedBreak, !content.items[index].flags.contains(.newline) else { return .none }
        if !profile.breaksClearBeforeClosingTags, index < line.end.item - 1 { return .none }
        return style(of: content.items[index].box).clear
    }

    /// Places a float that stands on the line being filled, after `used` px of content: beside it where it fits, else later below it.
    private func placeFloat(_ box: BoxID, used: Float, in room: inout LineRoom) -> (available: Float, isNarrowed: Bool)? {
        if !room.placedFloats.insert(box).inserted { return (room.available, room.isNarrowed) }
        let size = layoutFloat(box, containingWidth: room.width)
        if tracksRoom, room.floatsBelow.isEmpty, used != 0 {
            if let follow = floatFollow(of: box, containingWidth: room.width) {
                // One unit is left for rounding.
                let spare = max(-1e8, min(1e8, (room.available - used - size.width.px) * 64)).rounded(.down)
                room.floats.decide(Int32(spare), (room.floats.between(room.floats.frame) - follow.following(room.floats.frame.width)).adding(noise: 1))
            } else {
                room.floats.room = .none
            }
        }
        guard room.floatsBelow.isEmpty, used == 0 || size.width.px + used <= room.available else {
            room.floatsBelow.append(box)
            return nil
        }
        placeFloat(box, size: size, top: room.y, origin: room.origin, width: room.width, floats: room.floats, container: room.container)
        room.probe()
        return (room.available, room.isNarrowed)
    }

    /// Whether the lines of an inline formatting context begin its block: an anonymous block after others holds later ones.
    func holdsFirstLine(_ container: BoxID) -> Bool {
        guard tree[container].flags.contains(.anonymous), tree[container].parent.exists else { return true }
        var child = tree[tree[container].parent].firstChild
        while child.exists, child != container {
            if tree[child].isInFlow { return false }
            child = tree[child].nextSibling
        }
        return true
    }

    /// https://www.w3.org/TR/css-text-3/#text-indent-property
    private func isIndented(_ style: ComputedStyle, isFirstLine: Bool, startsParagraph: Bool) -> Bool {
        style.textIndentHanging ? !isFirstLine : isFirstLine || (style.textIndentEachLine && startsParagraph)
    }

    /// The top of the next line.
    private func advance(_ top: Float, by height: Float) -> Float {
        profile.lineBoxRounding == .layoutUnits ? (LayoutUnit.truncating(top) + LayoutUnit.truncating(height)).px : top + height
    }

    /// The margin, border and padding of an inline box at one edge, px.
    func inlineEdge(_ item: InlineItem, containingWidth: LayoutUnit) -> Float {
        guard item.flags.contains(.hasEdge) else { return item.flags.contains(.ruby) ? rubyEdge(item) : 0 }
        let style = styles[tree[item.box].style.index]
        let isLeft = (item.kind == .boxStart) == (style.direction == .ltr)
        let margin = resolve(isLeft ? style.margin.left : style.margin.right, base: containingWidth)
        let padding = max(.zero, resolve(isLeft ? style.padding.left : style.padding.right, base: containingWidth))
        let border = isLeft ? style.borderWidth.left : style.borderWidth.right
        return margin.px + padding.px + border
    }

    /// The margin-box width of an atomic inline that was laid out, px.
    func atomicWidth(_ box: BoxID, containingWidth: LayoutUnit) -> Float {
        let style = styles[tree[box].style.index]
        let margins = resolve(style.margin.left, base: containingWidth) + resolve(style.margin.right, base: containingWidth)
        return (fragments[box].size.width + margins).px
    }

    /// Lays out all atomic inlines: their sizes do not depend on where they stand. Gives those that may get taller with the width.
    /// - Parameter isFree: no floats stand beside the lines.
    private func layoutAtomics(_ content: InlineContent, containingWidth: LayoutUnit, isFree: Bool) -> [BoxID] {
        guard let first = content.items.firstIndex(where: { $0.kind == .atomic }) else { return [] }
        atomicContainingWidth = containingWidth
        var space = ConstraintSpace(availableWidth: containingWidth, availableHeight: percentageHeight(of: content.container))
        space.shrinksToFit = true
        guard tracksRoom else {
            for item in content.items[first...] where item.kind == .atomic { layoutIndependent(item.box, space) }
            return []
        }
        var growing: [BoxID] = []
        let outer = room
        var all = WidthRoom.unlimited
        atomicDepth += 1
        for item in content.items[first...] where item.kind == .atomic {
            room = .unlimited
            layoutIndependent(item.box, space)
            if room.rising > room.more {
                growing.append(item.box)
                if seeksSteps, room.more == 0 { room = WidthRoom(less: 0, more: roundedHeightStays(of: item.box, space: space), rising: room.rising) }
            }
            all.limit(to: room)
        }
        atomicDepth -= 1
        room = outer
        room.limit(to: all)
        if !isFree || !holdsOneBox(content) {
            // Tabs are as wide as what stands before them lets them.
            let isEven = isFree && !content.items.contains { $0.kind == .text && $0.flags.contains(.tab) }
            room.limit(to: atomicsWidthRoom(of: content.items[first...].compactMap { $0.kind == .atomic ? $0.box : nil }, space: space, isFree: isEven))
        }
        if content.hasRuby || !isFree { room = room.still }
        return growing
    }

    /// For how many more 1/64 px of the available width a picture's margin box has the height that it has in whole px, which is what it
    /// reaches above its baseline by where lines are rounded: to be taken back where lines ask for more (`LineBoxBuilder.room`).
    private func roundedHeightStays(of box: BoxID, space: ConstraintSpace) -> Int32 {
        guard tree[box].kind == .replaced, profile.lineBoxRounding == .wholePixels, replacedBaseline(box) == nil else { return 0 }
        let margins = margins(of: box, containingWidth: space.availableWidth).vertical
        let height = (fragments[box].size.height + margins).rounded()
        // It only grows.
        var stays: Int32 = 0, step: Int32 = 64, limit = Int32(1) << 12
        while stays < limit - 1 {
            let probe = min(limit - 1, stays + step)
            var wider = space
            wider.availableWidth += LayoutUnit(rawValue: probe)
            if (usedReplacedSize(of: box, space: wider).height + margins).rounded() == height { (stays, step) = (probe, step * 2) } else { (limit, step) = (probe, max(1, (probe - stays) / 2)) }
        }
        return stays
    }

    /// The margin box of an atomic inline above and below its baseline, px (browser-rules §4.4).
    func atomicExtents(_ box: BoxID) -> (above: Float, below: Float) {
        let style = styles[tree[box].style.index]
        let marginTop = resolve(style.margin.top, base: atomicContainingWidth), marginBottom = resolve(style.margin.bottom, base: atomicContainingWidth)
        let fragment = fragments[box]
        let height = marginTop + fragment.size.height + marginBottom
        if let baseline = atomicBaseline(box) {
            // WebKit forgets a formula's top margin: it moves the formula down.
            let isFormula = tree[box].kind == .math && profile.mathBaselinesAreWhole
            let above = (isFormula ? baseline : marginTop + baseline).px
            return (above, height.px - above)
        }
        if tree[box].kind == .replaced, profile.lineBoxRounding == .wholePixels {
            let above = Float(height.rounded())
            return (above, height.px - above)
        }
        return (height.px, 0)
    }

    /// The baseline of an atomic inline from the top of its border box; nil for its bottom margin edge.
    private func atomicBaseline(_ box: BoxID) -> LayoutUnit? {
        let style = styles[tree[box].style.index]
        switch tree[box].kind {
        case .replaced: return replacedBaseline(box)
        case .flex, .grid: return profile.baselinesAreWhole ? fragments[box].firstBaseline?.flooredToPixel : fragments[box].firstBaseline
        case .table, .math: return fragments[box].firstBaseline
        default:
            if tree[box].flags.contains(.button) {
                return profile.buttonsStandOnFirstLine ? fragments[box].firstBaseline?.flooredToPixel : fragments[box].lastBaseline
            }
            let isVisible: (Overflow) -> Bool = { [profile] in $0 == .visible || ($0 == .clip && profile.clippedBoxesKeepBaseline) }
            guard isVisible(style.overflowX), isVisible(style.overflowY) else { return nil }
            return profile.baselinesAreWhole ? fragments[box].lastBaseline?.flooredToPixel : fragments[box].lastBaseline
        }
    }
}
