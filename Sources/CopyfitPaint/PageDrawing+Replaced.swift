internal import Copyfit

// Pictures, form controls and list markers.

extension PageDrawing {
    func drawReplaced(_ box: BoxID) {
        let content = page.tree.replaced[Int(tree[box].payload)]
        let area = contentRect(box)
        switch content.kind {
        case .image, .embed: drawPicture(box, area)
        case .missingImage: drawMissing(box, area)
        case .svg: drawInlineSVG(box, area)
        case .video, .canvas, .frame, .audio: break
        default: drawControl(content.kind, box, area)
        }
    }

    private func drawPicture(_ box: BoxID, _ area: PaintRect) {
        let style = page.style(box)
        var reference = page.imageReference(of: tree[box].node)
        if tree[box].flags.contains(.pseudo) {
            reference = generatedImage(box)
        }
        guard let reference, let image = images.image(reference) else { return }
        let paint = paint(box)
        guard !paint.radii.isEmpty else { return drawObject(image, style, paint, area) }
        // Rounded borders cut the picture too.
        let outer = decorationRect(box), edges = page.edges(of: box)
        let inner = radii(paint, outer).inset(
            top: edges.top.doublePx, right: edges.right.doublePx, bottom: edges.bottom.doublePx, left: edges.left.doublePx)
        canvas.save()
        canvas.clip(Path(area, inner))
        drawObject(image, style, paint, area)
        canvas.restore()
    }

    /// The picture of generated content or of an inside marker.
    private func generatedImage(_ box: BoxID) -> ImageReference? {
        let style = page.style(box)
        let isMarker = tree[box].node.exists && tree[box].flags.contains(.anonymous) == false && style.content == 0
        if isMarker, style.listStyleImage > 0, Int(style.listStyleImage) <= page.styled.images.count { return page.styled.images[Int(style.listStyleImage) - 1] }
        // `content` stands on the pseudo-element around it: its images in order.
        let owner = tree[box].parent
        guard owner.exists else { return nil }
        var number = 0
        var sibling = tree[owner].firstChild
        while sibling.exists, sibling != box {
            if tree[sibling].kind == .replaced { number += 1 }
            sibling = tree[sibling].nextSibling
        }
        var container = owner
        while container.exists {
            let content = Int(page.style(container).content)
            if content > 0, content <= page.styled.contents.count {
                let references = page.styled.contents[content - 1].compactMap { item -> ImageReference? in
                    if case .image(let reference) = item { reference } else { nil }
                }
                return number < references.count ? references[number] : references.last
            }
            container = tree[container].parent
        }
        return nil
    }

    /// https://www.w3.org/TR/css-images-3/#the-object-fit
    private func drawObject(_ image: DecodedImage, _ style: ComputedStyle, _ paint: PaintStyle, _ area: PaintRect) {
        guard !area.isEmpty else { return }
        let naturalWidth = image.width ?? area.width, naturalHeight = image.height ?? area.height
        let ratio = image.ratio ?? (naturalHeight > 0 ? naturalWidth / naturalHeight : 1)
        var width = area.width, height = area.height
        func contain() {
            if area.width / area.height > ratio { width = area.height * ratio } else { height = area.width / ratio }
        }
        switch style.objectFit {
        case .fill: break
        case .contain: contain()
        case .cover: if area.width / area.height > ratio { height = area.width / ratio } else { width = area.height * ratio }
        case .none: (width, height) = (naturalWidth, naturalHeight)
        case .scaleDown: if naturalWidth > area.width || naturalHeight > area.height { contain() } else { (width, height) = (naturalWidth, naturalHeight) }
        }
        func along(_ component: PositionComponent, _ free: Double) -> Double {
            let value = Double(page.px(component.length, base: Float(free)))
            return component.isFromEnd ? free - value : value
        }
        let place = PaintRect(
            x: area.x + along(paint.objectPosition.x, area.width - width), y: area.y + along(paint.objectPosition.y, area.height - height), width: width,
            height: height)
        canvas.save()
        canvas.clip(area)
        draw(image, in: place)
        canvas.restore()
    }

    func draw(_ image: DecodedImage, in place: PaintRect) {
        switch image.content {
        case .pixels(let surface): canvas.draw(surface, in: place)
        case .vector(let svg): svg.draw(on: canvas, in: place)
        }
    }

    /// A thin frame with the alternative text in it.
    private func drawMissing(_ box: BoxID, _ area: PaintRect) {
        guard area.width > 2, area.height > 2 else { return }
        let gray = PaintColor(rgb: 0xC0C0C0), inner = area.inset(top: 1, right: 1, bottom: 1, left: 1)
        let hasSoftFrame = page.profile.softensMissingPictures
        if hasSoftFrame {
            canvas.stroke(Path(area), gray, Canvas.Stroke(width: 1))
            canvas.stroke(Path(inner), gray, Canvas.Stroke(width: 1))
        } else {
            var frame = Path(area)
            frame.add(inner)
            canvas.fill(frame, gray, isEvenOdd: true)
        }
        guard tree[box].node.exists, let alternative = page.document.attributeString(.alt, of: tree[box].node), !alternative.isEmpty else { return }
        let place = hasSoftFrame ? inner : area.inset(top: 2, right: 2, bottom: 2, left: 2)
        drawText(alternative, style: tree[box].style, in: place, color: paint(box).color, isWhole: hasSoftFrame)
    }

    /// One line of text at the top left of a place, cut off at its edges; or, where it is to be whole, left out if it does not fit.
    func drawText(
        _ string: String, style id: StyleID, in area: PaintRect, color: PaintColor, isCentered: Bool = false, isVerticallyCentered: Bool = false,
        isWhole: Bool = false
    ) {
        guard !area.isEmpty else { return }
        let units = Array(string.prefix(2000).utf16)
        let shaped = page.glyphs(units, 0..<units.count, style: id, rightToLeft: false)
        let lineStyle = page.lineStyles[id.index]
        let height = Double(lineStyle.ascent + lineStyle.descent)
        if isWhole, Double(shaped.width) > area.width || height > area.height { return }
        let top = isVerticallyCentered ? area.y + (area.height - height) / 2 : area.y
        let x = isCentered ? area.x + max(0, (area.width - Double(shaped.width)) / 2) : area.x
        canvas.save()
        canvas.clip(area)
        text.draw(shaped, text: units, source: 0..<units.count, x: x, baseline: (top + Double(lineStyle.ascent)).rounded(), color)
        canvas.restore()
    }

    private func drawInlineSVG(_ box: BoxID, _ area: PaintRect) {
        guard !area.isEmpty, tree[box].node.exists else { return }
        let color = paint(box).color
        func byte(_ value: Float) -> Int { Int((value * 255).rounded()) }
        let css = "rgb(\(byte(color.red)),\(byte(color.green)),\(byte(color.blue)))"
        let source = SVGSource.text(of: tree[box].node, in: page.document, color: css, width: area.width, height: area.height)
        guard let svg = SVGImage(Array(source.utf8)) else { return }
        canvas.save()
        if page.style(box).overflowX != .visible { canvas.clip(area) }
        svg.draw(on: canvas, in: area)
        canvas.restore()
    }

    // MARK: Controls

    private func drawControl(_ kind: ReplacedContent.Kind, _ box: BoxID, _ area: PaintRect) {
        let node = tree[box].node
        let gray = PaintColor(rgb: 0x767676), accent = PaintColor(rgb: 0x3584E4)
        let color = paint(box).color
        func attribute(_ name: Name) -> String? { node.exists ? page.document.attributeString(name, of: node) : nil }
        switch kind {
        case .checkbox:
            let isChecked = node.exists && page.document.hasAttribute(.checked, of: node)
            let side = min(area.width, area.height)
            let square = PaintRect(x: area.x, y: area.y, width: side, height: side)
            let radii = CornerRadii(x: [2, 2, 2, 2], y: [2, 2, 2, 2])
            canvas.fill(Path(square, radii), isChecked ? accent : gray)
            if isChecked {
                var tick = Path()
                tick.move(square.x + side * 0.22, square.y + side * 0.52)
                tick.line(square.x + side * 0.42, square.y + side * 0.72)
                tick.line(square.x + side * 0.78, square.y + side * 0.3)
                canvas.stroke(tick, .white, Canvas.Stroke(width: side * 0.13))
            } else {
                canvas.fill(Path(square.outset(-1), CornerRadii(x: [1, 1, 1, 1], y: [1, 1, 1, 1])), .white)
            }
        case .radio:
            let isChecked = node.exists && page.document.hasAttribute(.checked, of: node)
            let side = min(area.width, area.height), cx = area.x + side / 2, cy = area.y + side / 2
            func disc(_ radius: Double, _ color: PaintColor) {
                var path = Path()
                path.addEllipse(x: cx, y: cy, rx: radius, ry: radius)
                canvas.fill(path, color)
            }
            disc(side / 2, isChecked ? accent : gray)
            disc(isChecked ? side * 0.2 : side / 2 - 1, .white)
        case .textInput, .dateInput:
            let value = attribute(.value) ?? ""
            let isPassword = attribute(.type)?.lowercased() == "password"
            if !value.isEmpty {
                drawText(isPassword ? String(repeating: "•", count: min(200, value.count)) : value, style: tree[box].style, in: area, color: color, isVerticallyCentered: true)
            } else if let hint = attribute(.placeholder) {
                drawText(hint, style: tree[box].style, in: area, color: gray, isVerticallyCentered: true)
            }
        case .textarea: drawText(node.exists ? textContent(node) : "", style: tree[box].style, in: area, color: color)
        case .select, .listBox:
            drawText(node.exists ? selectedOption(node) : "", style: tree[box].style, in: area, color: color, isVerticallyCentered: kind == .select)
            if kind == .select, area.height > 6 {
                var arrow = Path()
                let x = area.maxX - 8, y = area.y + area.height / 2
                arrow.move(x - 3, y - 1.5)
                arrow.line(x, y + 1.5)
                arrow.line(x + 3, y - 1.5)
                canvas.stroke(arrow, color, Canvas.Stroke(width: 1.5))
            }
        case .progress, .meter:
            let maximum = attribute(.max).flatMap { Double($0) } ?? 1
            let share = max(0, min(1, (attribute(.value).flatMap { Double($0) } ?? 0) / (maximum > 0 ? maximum : 1)))
            let radius = min(area.height / 2, 4)
            let radii = CornerRadii(x: [radius, radius, radius, radius], y: [radius, radius, radius, radius])
            canvas.fill(Path(area, radii), PaintColor(rgb: 0xDDDDDD))
            let bar = PaintRect(x: area.x, y: area.y, width: area.width * share, height: area.height)
            if !bar.isEmpty { canvas.fill(Path(bar, radii), kind == .meter ? PaintColor(rgb: 0x2EC27E) : accent) }
        case .range:
            let middle = area.y + area.height / 2
            let track = PaintRect(x: area.x, y: middle - 2, width: area.width, height: 4)
            canvas.fill(Path(track, CornerRadii(x: [2, 2, 2, 2], y: [2, 2, 2, 2])), PaintColor(rgb: 0xDDDDDD))
            var knob = Path()
            knob.addEllipse(x: area.x + area.width / 2, y: middle, rx: 6, ry: 6)
            canvas.fill(knob, accent)
        case .fileInput: drawText("No file chosen", style: tree[box].style, in: area, color: color, isVerticallyCentered: true)
        case .color: canvas.fill(area, attribute(.value).flatMap(PaintColor.init(hex:)) ?? .black)
        default: break
        }
    }

    private func textContent(_ node: NodeID) -> String {
        var result = ""
        var child = page.document.nextNode(after: node, within: node)
        while child.exists, result.utf8.count < 4000 {
            if page.document[child].kind == .text { result += page.document.string(page.document[child].text) }
            child = page.document.nextNode(after: child, within: node)
        }
        return result
    }

    private func selectedOption(_ node: NodeID) -> String {
        var first: NodeID = .none
        var child = page.document.nextNode(after: node, within: node)
        while child.exists {
            if page.document.isElement(child, .option) {
                if page.document.hasAttribute(.selected, of: child) { first = child; break }
                if !first.exists { first = child }
            }
            child = page.document.nextNode(after: child, within: node)
        }
        return first.exists ? textContent(first).split(whereSeparator: { $0 == " " || $0 == "\n" || $0 == "\t" }).joined(separator: " ") : ""
    }

    // MARK: List markers

    /// The outside marker of a list item, on the baseline of its first line.
    func drawMarker(of box: BoxID) {
        guard let marker = tree.markers[box] else { return }
        let style = page.style(box), markerStyle = page.styled.styles[marker.style.index]
        let lineStyle = page.lineStyles[marker.style.index]
        let item = exactRect(box)
        let edges = page.edges(of: box)
        let baseline = item.y + (page.fragments[box].firstBaseline?.doublePx ?? edges.top.doublePx + Double(page.lineStyles[tree[box].style.index].above))
        let isLTR = style.direction == .ltr
        let start = isLTR ? item.x + edges.left.doublePx : item.maxX - edges.right.doublePx
        let color = page.paint(markerStyle).color
        let ascent = Double(lineStyle.ascent)
        if marker.image != nil, style.listStyleImage > 0, Int(style.listStyleImage) <= page.styled.images.count,
            let image = images.image(page.styled.images[Int(style.listStyleImage) - 1])
        {
            let width = image.width ?? ascent / 2, height = image.height ?? ascent / 2
            let x = isLTR ? start - width - 7 : start + 7
            draw(image, in: PaintRect(x: x, y: baseline - height, width: width, height: height).snapped(scale: canvas.scale))
            return
        }
        canvas.save()
        defer { canvas.restore() }
        if page.profile.outsideMarkers == .joinLines { clipToFirstBlocks(of: box) }
        if let shape = bulletShape(style) {
            drawBullet(shape, start: start, isLTR: isLTR, baseline: baseline, ascent: lineStyle.ascent, color)
            return
        }
        let units = Array(marker.text.utf16)
        let shaped = page.glyphs(units, 0..<units.count, style: marker.style, rightToLeft: !isLTR)
        var gap = 0.0
        if page.profile.countersStandOff, case .counterStyle? = page.styled.listStyles.indices.contains(Int(style.listStyleType)) ? page.styled.listStyles[Int(style.listStyleType)] : nil {
            gap = Double(Int(lineStyle.ascent) * 2 / 3 / 2)
        }
        let x = isLTR ? start - Double(shaped.width) - gap : start + gap
        text.draw(shaped, text: units, source: 0..<units.count, x: x, baseline: baseline, color)
    }

    /// The marker is content of the block that the item's first line is in: what clips on the way to it clips the marker.
    private func clipToFirstBlocks(of item: BoxID) {
        var current = item
        while tree[current].kind == .block {
            var next = tree[current].firstChild
            while next.exists, !tree[next].isInFlow || tree[next].isInlineLevel { next = tree[next].nextSibling }
            guard next.exists, tree[next].kind == .block || tree[next].kind == .inlineContext else { return }
            if clipsContents(next) { clipToPadding(next) }
            current = next
        }
    }

    /// A bullet at the start of its line.
    func drawInsideMarker(_ fragment: InlineBoxFragment, origin: (x: Double, y: Double)) {
        let style = page.style(fragment.box)
        guard let shape = bulletShape(style), fragment.width > 0, !tree[fragment.box].firstChild.exists else { return }
        let lineStyle = page.lineStyles[tree[fragment.box].style.index]
        let isLTR = style.direction == .ltr
        drawBullet(
            shape, start: origin.x + Double(isLTR ? fragment.x : fragment.x + fragment.width), isLTR: isLTR,
            baseline: origin.y + Double(fragment.y + lineStyle.ascent), ascent: lineStyle.ascent, paint(fragment.box).color, isInside: true)
    }

    private enum Bullet { case disc, circle, square, open, closed }

    private func bulletShape(_ style: ComputedStyle) -> Bullet? {
        guard Int(style.listStyleType) < page.styled.listStyles.count, case .counterStyle(let name) = page.styled.listStyles[Int(style.listStyleType)] else {
            return nil
        }
        switch name {
        case "disc": return .disc
        case "circle": return .circle
        case "square": return .square
        case "disclosure-open" where !page.profile.disclosureMarkersAreText: return .open
        case "disclosure-closed" where !page.profile.disclosureMarkersAreText: return .closed
        default: return nil
        }
    }

    /// In whole px from the font's ascent, as both engines have it.
    private func drawBullet(_ shape: Bullet, start: Double, isLTR: Bool, baseline: Double, ascent: Float, _ color: PaintColor, isInside: Bool = false) {
        if shape == .open || shape == .closed { return drawDisclosure(shape, start: start, isLTR: isLTR, baseline: baseline, ascent: ascent, color, isInside: isInside) }
        let whole = Int(ascent)
        let offset = whole * 2 / 3
        let size = Double((offset + 1) / 2)
        let x = if isInside { isLTR ? start : start - size } else if isLTR { start - Double(offset) - 7 } else { start + Double(offset) + 8 - size - 1 }
        let top = baseline - Double(ascent) + Double(3 * (whole - offset) / 2)
        var place = PaintRect(x: x, y: top, width: size, height: size)
        if page.profile.snapsBullets { place = place.snapped(scale: canvas.scale) }
        switch shape {
        case .square: canvas.fill(place, color)
        case .disc:
            var path = Path()
            path.addEllipse(x: place.x + place.width / 2, y: place.y + place.height / 2, rx: place.width / 2, ry: place.height / 2)
            canvas.fill(path, color)
        case .circle:
            var path = Path()
            path.addEllipse(x: place.x + place.width / 2, y: place.y + place.height / 2, rx: place.width / 2 - 0.5, ry: place.height / 2 - 0.5)
            canvas.stroke(path, color, Canvas.Stroke(width: 1))
        case .open, .closed: break
        }
    }

    /// The triangle of a `<summary>`: it points along the text, or down where its details are shown.
    private func drawDisclosure(
        _ shape: Bullet, start: Double, isLTR: Bool, baseline: Double, ascent: Float, _ color: PaintColor, isInside: Bool
    ) {
        let side = Double(ascent) * 0.66
        let x = isLTR == isInside ? start : start - side
        let rect = PaintRect(x: x, y: baseline - side, width: side, height: side).snapped(scale: canvas.scale)
        var path = Path()
        if shape == .open {
            path.move(rect.x, rect.y + rect.height * 0.07)
            path.line(rect.maxX, rect.y + rect.height * 0.07)
            path.line(rect.x + rect.width / 2, rect.y + rect.height * 0.93)
        } else {
            let tail = isLTR ? rect.x + rect.width * 0.07 : rect.maxX - rect.width * 0.07
            path.move(tail, rect.y)
            path.line(isLTR ? rect.x + rect.width * 0.93 : rect.maxX - rect.width * 0.93, rect.y + rect.height / 2)
            path.line(tail, rect.maxY)
        }
        path.close()
        canvas.fill(path, color)
    }
}

extension PaintColor {
    /// `#rrggbb`.
    init?(hex text: String) {
        guard text.utf8.count == 7, text.hasPrefix("#"), let value = UInt32(text.dropFirst(), radix: 16) else { return nil }
        self.init(rgb: value)
    }
}
