internal import Copyfit

/// Draws one laid-out page on one canvas, in CSS painting order (https://www.w3.org/TR/CSS22/zindex.html#painting-order).
///
/// Coordinates are CSS px of the document. Recursion goes as deep as boxes nest.
final class PageDrawing {
    let page: LaidOutPage
    let canvas: Canvas
    let images: ImageDecoder
    var text: TextPainter
    let tree: BoxTree
    let order: StackingOrder
    /// The picture's size in CSS px: what fills the canvas.
    let extent: PaintRect
    let ink: InkExtents
    /// By inline formatting context: the line at which `line-clamp` puts an ellipsis.
    let clampedLines: [BoxID: Int]
    /// Where columns lie whose pictures were drawn.
    var columnRects: [BoxID: PaintRect] = [:]
    /// The box whose background fills the canvas, which does not paint it itself.
    let canvasBackground: BoxID

    /// What does not change from one band of a tall picture to the next.
    struct Plan {
        let order: StackingOrder
        let ink: InkExtents
        let clampedLines: [BoxID: Int]

        init(page: LaidOutPage) {
            order = StackingOrder(page: page)
            ink = InkExtents(page: page)
            clampedLines = PageDrawing.clampedLines(page)
        }
    }

    init(page: LaidOutPage, plan: Plan, canvas: Canvas, glyphs: GlyphCache, images: ImageDecoder, extent: PaintRect) {
        self.page = page
        self.canvas = canvas
        self.images = images
        self.extent = extent
        text = TextPainter(page: page, canvas: canvas, glyphs: glyphs)
        tree = page.tree
        order = plan.order
        ink = plan.ink
        clampedLines = plan.clampedLines
        canvasBackground = PageDrawing.canvasBackground(page)
    }

    func draw() {
        guard !tree.boxes.isEmpty else { return }
        drawCanvasBackground()
        drawLayer(.root)
    }

    // MARK: Geometry

    /// The border box, edges on whole device pixels.
    func rect(_ box: BoxID) -> PaintRect { exactRect(box).snapped(scale: canvas.scale) }

    func exactRect(_ box: BoxID) -> PaintRect {
        let origin = page.origins[box.index], size = page.fragments[box].size
        return PaintRect(x: origin.x.doublePx, y: origin.y.doublePx, width: size.width.doublePx, height: size.height.doublePx)
    }

    func paddingRect(_ box: BoxID) -> PaintRect {
        let borders = page.borders(of: box)
        return decorationRect(box).inset(
            top: borders.top.doublePx, right: borders.right.doublePx, bottom: borders.bottom.doublePx, left: borders.left.doublePx)
    }

    func contentRect(_ box: BoxID) -> PaintRect {
        let edges = page.edges(of: box)
        return exactRect(box).inset(top: edges.top.doublePx, right: edges.right.doublePx, bottom: edges.bottom.doublePx, left: edges.left.doublePx)
            .snapped(scale: canvas.scale)
    }

    /// Where background and border are drawn: the border box, for tables without the captions.
    func decorationRect(_ box: BoxID) -> PaintRect {
        var rect = exactRect(box)
        if tree[box].kind == .table {
            var child = tree[box].firstChild
            while child.exists {
                if tree[child].kind == .tableCaption {
                    let margins = page.margins(of: child, containingWidth: page.fragments[box].size.width)
                    let height = (page.fragments[child].size.height + margins.vertical).doublePx
                    if page.style(child).captionSide == .top { rect.y += height }
                    rect.height = max(0, rect.height - height)
                }
                child = tree[child].nextSibling
            }
        }
        return rect.snapped(scale: canvas.scale)
    }

    func radii(_ paint: PaintStyle, _ rect: PaintRect) -> CornerRadii {
        guard !paint.radii.isEmpty else { return .zero }
        return CornerRadii(
            x: paint.radii.map { Double(max(0, page.px($0.x, base: Float(rect.width)))) }, y: paint.radii.map { Double(max(0, page.px($0.y, base: Float(rect.height)))) }
        ).fitted(to: rect)
    }

    /// The paint values of a box: an anonymous one has only what inherits.
    func paint(_ box: BoxID) -> PaintStyle {
        let paint = page.paint(page.style(box))
        guard tree[box].flags.contains(.anonymous) || tree[box].flags.contains(.insideMarker) else { return paint }
        var inherited = PaintStyle()
        inherited.color = paint.color
        inherited.decorations = paint.decorations
        inherited.textShadows = paint.textShadows
        inherited.textFill = paint.textFill
        inherited.emphasis = paint.emphasis
        inherited.borderColor = Edges(all: paint.color)
        return inherited
    }

    // MARK: Clips

    func clipsContents(_ box: BoxID) -> Bool {
        let record = tree[box]
        guard !record.flags.contains(.anonymous), record.kind != .inline, record.kind != .text, box != .root else { return false }
        let style = page.style(box)
        if style.contain & 0b10000 != 0 { return true }
        guard style.overflowX != .visible || style.overflowY != .visible else { return false }
        // The viewport takes over what the root and then the body say.
        if record.flags.contains(.body) {
            let root = page.style(.root)
            return root.overflowX != .visible || root.overflowY != .visible
        }
        return record.kind != .tableRow && record.kind != .tableRowGroup
    }

    /// Clips to the padding box, in the axes that clip.
    func clipToPadding(_ box: BoxID) {
        let style = page.style(box), paint = paint(box)
        let borders = page.borders(of: box)
        var rect = paddingRect(box)
        let outer = decorationRect(box)
        let radii = radii(paint, outer).inset(
            top: borders.top.doublePx, right: borders.right.doublePx, bottom: borders.bottom.doublePx, left: borders.left.doublePx)
        if style.contain & 0b10000 == 0 {
            // `overflow: clip visible` clips one axis alone.
            if style.overflowX == .visible { (rect.x, rect.width) = (-1e6, 2e6) }
            if style.overflowY == .visible { (rect.y, rect.height) = (-1e6, 2e6) }
        }
        if radii.isZero { canvas.clip(rect) } else { canvas.clip(Path(rect, radii)) }
    }

    /// Clips to what the boxes between a layer and its stacking context let through.
    private func clipToAncestors(_ layer: BoxID, within context: BoxID) {
        guard context.exists else { return }
        var chain: [BoxID] = []
        var current = layer
        while current.exists, current != context {
            let next = tree[current].isOutOfFlow ? page.fragments[current].positionedIn : tree[current].parent
            guard next.exists, order.depths[next.index] >= order.depths[context.index] else { break }
            if clipsContents(next) { chain.append(next) }
            current = next
        }
        for box in chain.reversed() { clipToPadding(box) }
    }

    // MARK: Layers

    private func context(around box: BoxID) -> BoxID {
        var parent = tree[box].parent
        while parent.exists, order.kinds[parent.index] != .context { parent = tree[parent].parent }
        return parent
    }

    func drawLayer(_ box: BoxID) {
        let style = page.style(box), paint = paint(box)
        guard box == .root || style.isTransformed || style.position == .fixed || tree[box].kind == .inline || ink.mayShow(box, in: canvas.clipBounds) else { return }
        canvas.save()
        defer { canvas.restore() }
        clipToAncestors(box, within: context(around: box))
        let shift = inlineShift(box)
        if shift.x != 0 || shift.y != 0 { canvas.translate(shift.x, shift.y) }
        guard applyTransform(box, style, paint) else { return }
        if paint.clipPath != .none { canvas.clip(clipPath(paint.clipPath, in: exactRect(box)), isEvenOdd: paint.clipPath.isEvenOdd) }
        let mask = paint.maskLayers.contains { $0.image != .none } ? paint.maskLayers : []
        let needsGroup = paint.opacity < 1 || paint.blendMode != .normal || !paint.filters.isEmpty || !mask.isEmpty
        if needsGroup { canvas.beginGroup() }
        drawContents(box, isContext: order.kinds[box.index] == .context)
        if !mask.isEmpty { applyMask(mask, to: box) }
        if needsGroup {
            let filters = paint.filters
            let scale = canvas.scale
            if filters.isEmpty { canvas.endGroup(opacity: Double(paint.opacity), blend: paint.blendMode) } else {
                canvas.endGroup(opacity: Double(paint.opacity), blend: paint.blendMode) { surface in
                    for filter in filters { PixelFilter.apply(filter, to: surface, scale: scale) }
                }
            }
        }
    }

    /// How far relatively positioned inline boxes, itself or around it, move a layer: fragments do not know of it.
    private func inlineShift(_ box: BoxID) -> (x: Double, y: Double) {
        var shift = (x: 0.0, y: 0.0)
        var current = box
        while current.exists, current == box ? tree[current].isInFlow : tree[current].kind == .inline {
            if current != box, order.kinds[current.index] == .context { break }
            if tree[current].kind == .inline, page.style(current).position == .relative {
                let offset = relativeOffset(current)
                shift.x += offset.x
                shift.y += offset.y
            }
            current = tree[current].parent
        }
        return shift
    }

    /// https://www.w3.org/TR/css-position-3/#relpos-insets
    private func relativeOffset(_ box: BoxID) -> (x: Double, y: Double) {
        let inset = page.style(box).inset
        var container = tree[box].parent
        while container.exists, tree[container].kind == .inline { container = tree[container].parent }
        let rect = container.exists ? contentRect(container) : extent
        func along(_ start: Length, _ end: Length, _ base: Double) -> Double {
            if !start.isAuto { return Double(page.px(start, base: Float(base))) }
            return end.isAuto ? 0 : -Double(page.px(end, base: Float(base)))
        }
        let isRTL = container.exists && page.style(container).direction == .rtl
        let x = isRTL && !inset.right.isAuto ? -Double(page.px(inset.right, base: Float(rect.width))) : along(inset.left, inset.right, rect.width)
        return (x, along(inset.top, inset.bottom, rect.height))
    }

    /// False where the box is flattened to nothing.
    private func applyTransform(_ box: BoxID, _ style: ComputedStyle, _ paint: PaintStyle) -> Bool {
        guard !paint.transforms.isEmpty, tree[box].kind != .inline else { return true }
        let rect = exactRect(box)
        let origin = position(paint.transformOrigin, in: rect)
        var total = Affine.translation(origin.x, origin.y)
        for function in paint.transforms {
            let next: Affine
            switch function {
            case .matrix(let m):
                next = Affine(a: Double(m[0]), b: Double(m[1]), c: Double(m[2]), d: Double(m[3]), e: Double(m[4]), f: Double(m[5]))
            case .translate(let x, let y):
                next = .translation(Double(page.px(x, base: Float(rect.width))), Double(page.px(y, base: Float(rect.height))))
            case .scale(let x, let y): next = Affine(a: Double(x), d: Double(y))
            case .rotate(let degrees): next = .rotation(degrees: Double(degrees))
            case .skew(let x, let y): next = .skew(x: Double(x), y: Double(y))
            }
            total = total.after(next)
        }
        total = total.after(.translation(-origin.x, -origin.y))
        guard total.isInvertible else { return false }
        canvas.concatenate(total)
        return true
    }

    /// A point of a rectangle, for transform origins and shapes: percentages are of its size.
    func position(_ position: ImagePosition, in rect: PaintRect) -> (x: Double, y: Double) {
        func along(_ component: PositionComponent, _ size: Double) -> Double {
            let value = Double(page.px(component.length, base: Float(size)))
            return component.isFromEnd ? size - value : value
        }
        return (rect.x + along(position.x, rect.width), rect.y + along(position.y, rect.height))
    }

    private func clipPath(_ shape: ClipPath, in rect: PaintRect) -> Path {
        var path = Path()
        switch shape {
        case .none: path.add(rect)
        case .inset(let edges, let radii):
            let w = Float(rect.width), h = Float(rect.height)
            let inner = rect.inset(
                top: Double(page.px(edges.top, base: h)), right: Double(page.px(edges.right, base: w)), bottom: Double(page.px(edges.bottom, base: h)),
                left: Double(page.px(edges.left, base: w)))
            var paint = PaintStyle()
            paint.radii = radii
            path.add(inner, self.radii(paint, inner))
        case .circle(let radius, let at):
            let center = position(at, in: rect)
            let side = min(center.x - rect.x, rect.maxX - center.x, center.y - rect.y, rect.maxY - center.y)
            let base = Float((rect.width * rect.width + rect.height * rect.height).squareRoot() / 2.0.squareRoot())
            let r = radius.map { Double(page.px($0, base: base)) } ?? side
            path.addEllipse(x: center.x, y: center.y, rx: max(0, r), ry: max(0, r))
        case .ellipse(let x, let y, let at):
            let center = position(at, in: rect)
            let rx = x.map { Double(page.px($0, base: Float(rect.width))) } ?? min(center.x - rect.x, rect.maxX - center.x)
            let ry = y.map { Double(page.px($0, base: Float(rect.height))) } ?? min(center.y - rect.y, rect.maxY - center.y)
            path.addEllipse(x: center.x, y: center.y, rx: max(0, rx), ry: max(0, ry))
        case .polygon(let points, _):
            for (index, point) in points.enumerated() {
                let place = position(point, in: rect)
                if index == 0 { path.move(place.x, place.y) } else { path.line(place.x, place.y) }
            }
            path.close()
        }
        return path
    }

    // MARK: Painting order

    /// A box and all in it that no layer takes away: as a stacking context of its own, or treated as if it were one.
    func drawContents(_ box: BoxID, isContext: Bool) {
        let isInline = tree[box].kind == .inline
        if !isInline { drawDecoration(box) }
        if isContext, !skipsContents(box) { for layer in order.below(box) { drawLayer(layer) } }
        if isInline {
            drawInlineLayer(box)
        } else if !skipsContents(box) {
            withClip(box) {
                drawBlockBackgrounds(in: box)
                drawFloats(in: box)
                drawForeground(of: box)
            }
        }
        if isContext, !skipsContents(box) { for layer in order.above(box) { drawLayer(layer) } }
        if !isInline { drawOutline(box) }
    }

    /// > `content-visibility: hidden`: the element skips its contents.
    func skipsContents(_ box: BoxID) -> Bool { page.style(box).contentVisibility == .hidden && tree[box].kind != .inline && tree[box].kind != .text }

    func isVisible(_ box: BoxID) -> Bool { page.style(box).visibility == .visible }

    func withClip(_ box: BoxID, _ body: () -> Void) {
        guard clipsContents(box) else { return body() }
        canvas.save()
        clipToPadding(box)
        body()
        canvas.restore()
    }

    func isLayer(_ box: BoxID) -> Bool { order.kinds[box.index] != .none }

    func children(_ box: BoxID, _ body: (BoxID, Box) -> Void) {
        var child = tree[box].firstChild
        while child.exists {
            let record = tree[child]
            body(child, record)
            child = record.nextSibling
        }
    }

    private func isFlexOrGrid(_ box: BoxID) -> Bool { tree[box].kind == .flex || tree[box].kind == .grid }

    private func drawBlockBackgrounds(in box: BoxID) {
        guard !isFlexOrGrid(box), tree[box].kind != .inlineContext else { return }
        let isTable = tree[box].kind == .table
        let seen = canvas.clipBounds
        children(box) { child, record in
            guard record.isInFlow, !record.isInlineLevel, !isLayer(child), ink.mayShow(child, in: seen) else { return }
            switch record.kind {
            case .tableRowGroup, .tableRow, .tableColumn, .tableColumnGroup: break
            case .tableCell:
                drawTableLayers(behind: child)
                drawDecoration(child)
            default: drawDecoration(child)
            }
            if !skipsContents(child) { withClip(child) { drawBlockBackgrounds(in: child) } }
        }
        if isTable, page.hasCollapsedBorders(box) { drawCollapsedBorders(of: box) }
    }

    func drawFloats(in box: BoxID) {
        guard !isFlexOrGrid(box) else { return }
        let seen = canvas.clipBounds
        children(box) { child, record in
            guard !isLayer(child), ink.mayShow(child, in: seen) else { return }
            if record.isFloating {
                drawContents(child, isContext: false)
            } else if record.isInFlow, record.kind == .inline || !record.isInlineLevel, record.kind != .text {
                if !skipsContents(child) { withClip(child) { drawFloats(in: child) } }
            }
        }
    }

    func drawForeground(of box: BoxID) {
        if isVisible(box) {
            drawMarker(of: box)
            if tree[box].kind == .replaced { drawReplaced(box) }
        }
        if isFlexOrGrid(box) { return drawItems(of: box) }
        if tree[box].kind == .inlineContext { return drawLines(of: box, owner: .none) }
        let seen = canvas.clipBounds
        children(box) { child, record in
            guard record.isInFlow, !record.isInlineLevel, !isLayer(child), ink.mayShow(child, in: seen) else { return }
            if !skipsContents(child) { withClip(child) { drawForeground(of: child) } }
            drawOutline(child)
        }
    }

    /// Flex and grid items, each as a whole, by `order`.
    private func drawItems(of box: BoxID) {
        var items: [BoxID] = []
        children(box) { child, record in if record.isInFlow, !isLayer(child) { items.append(child) } }
        if items.contains(where: { page.style($0).order != 0 }) {
            items = items.enumerated().sorted { a, b in
                let x = page.style(a.element).order, y = page.style(b.element).order
                return x != y ? x < y : a.offset < b.offset
            }.map(\.element)
        }
        for item in items { drawContents(item, isContext: false) }
    }
}

extension ClipPath {
    var isEvenOdd: Bool { if case .polygon(_, let isEvenOdd) = self { isEvenOdd } else { false } }
}
