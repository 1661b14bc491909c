internal import Copyfit

/// Draws glyphs and the lines that decorate text.
struct TextPainter {
    let page: LaidOutPage
    let canvas: Canvas
    let glyphs: GlyphCache
    /// Where text is drawn for its shape: the color of all of it.
    var shapeColor: PaintColor?

    /// Draws shaped text from a place on its baseline, in CSS px.
    /// - Parameters:
    ///   - source: UTF-16 range of what is read here, for files that hold text beside its shapes; nil for text that is there already.
    ///   - expansion: px to add at each word space, of justified lines.
    func draw(
        _ line: GlyphLine, text: [UInt16], source: Range<Int>? = nil, x: Double, baseline: Double, expansion: Float = 0, _ given: PaintColor
    ) {
        if let source, let layer = canvas.textLayer, let run = line.runs.first {
            let units = text[source.clamped(to: 0..<text.count)]
            let spaces = expansion == 0 ? 0 : units.reduce(0) { $0 + (TextPainter.isWordSpace($1) ? 1 : 0) }
            layer.add(
                units, x: x, y: baseline, width: Double(line.width + expansion * Float(spaces)), font: page.fonts.font(run.font), canvas.deviceTransform)
        }
        let color = shapeColor ?? given
        guard color.isVisible else { return }
        var offsets: [Float]?
        if expansion != 0 { offsets = TextPainter.expansions(line, text: text, by: expansion) }
        let transform = canvas.deviceTransform
        var blitter: GlyphBlitter?
        let target = canvas.pixelTarget()
        if let target { blitter = GlyphBlitter(target, color) }
        defer { if let target { canvas.endPixels(target) } }
        for run in line.runs {
            let font = page.fonts.font(run.font)
            if canvas.isVector, !font.face.isColor, let face = glyphs.vectorFace(font) {
                let list = run.glyphs.map { index -> (id: UInt32, x: Double, y: Double) in
                    let glyph = line.glyphs[index]
                    return (glyph.id, x + Double(glyph.x + (offsets?[index] ?? 0)), baseline + Double(glyph.y))
                }
                canvas.showGlyphs(list, face: face, size: Double(font.drawnSize), slant: slope(font), color)
                continue
            }
            let isUpright = transform.isAxisAligned && abs(transform.a - transform.d) < 1e-6 && Double(font.drawnSize) * transform.a <= 256
            for index in run.glyphs {
                let glyph = line.glyphs[index]
                let gx = x + Double(glyph.x + (offsets?[index] ?? 0)), gy = baseline + Double(glyph.y)
                if isUpright || font.face.isColor {
                    drawPicture(font, glyph.id, transform.apply(gx, gy), scale: transform.isAxisAligned ? transform.a : canvas.scale, color, blitter)
                } else {
                    canvas.save()
                    canvas.translate(gx, gy)
                    canvas.fill(glyphs.outline(font, glyph.id), color)
                    canvas.restore()
                }
            }
        }
    }

    private func slope(_ font: Font) -> Double { font.syntheticSlant == 0 ? 0 : Affine.skew(x: Double(font.syntheticSlant), y: 0).c }

    /// The baseline lies on a whole device pixel, the origin along it on a quarter.
    private func drawPicture(_ font: Font, _ glyph: UInt32, _ device: (x: Double, y: Double), scale: Double, _ color: PaintColor, _ blitter: GlyphBlitter?) {
        guard device.x.isFinite, device.y.isFinite, abs(device.x) < 1e7, abs(device.y) < 1e7 else { return }
        let quarters = (device.x * 4 + 0.5).rounded(.down)
        let whole = (quarters / 4).rounded(.down)
        let quarter = UInt8(quarters - whole * 4)
        let y = (device.y + 0.5).rounded(.down)
        let picture = glyphs.picture(
            font, glyph, quarter: font.face.isColor ? 0 : quarter, level: font.face.isColor ? 0 : GlyphContrast.level(color), scale: scale)
        guard let surface = picture.surface else { return }
        if picture.colorScale == 0 {
            if let blitter {
                surface.readPixels { pixels, stride in
                    blitter.draw(
                        pixels, width: surface.width, height: surface.height, bytesPerRow: stride, x: Int(whole + picture.left), y: Int(y + picture.top))
                }
                return
            }
            canvas.mask(surface, deviceX: whole + picture.left, deviceY: y + picture.top, color)
            return
        }
        let transform = canvas.deviceTransform
        canvas.save()
        canvas.concatenate(Affine(a: 1 / transform.a, d: 1 / transform.d, e: -transform.e / transform.a, f: -transform.f / transform.d))
        let rect = PaintRect(
            x: (picture.colorScale == 1 ? whole : device.x) + picture.left, y: y + picture.top, width: Double(surface.width) * picture.colorScale,
            height: Double(surface.height) * picture.colorScale)
        canvas.draw(surface, in: rect)
        canvas.restore()
    }

    /// How far each glyph moves right when every word space grows.
    private static func expansions(_ line: GlyphLine, text: [UInt16], by expansion: Float) -> [Float] {
        var offset: Float = 0
        return line.glyphs.map { glyph in
            let here = offset
            let cluster = Int(glyph.cluster)
            if cluster < text.count, TextPainter.isWordSpace(text[cluster]) { offset += expansion }
            return here
        }
    }

    static func isWordSpace(_ unit: UInt16) -> Bool { unit == 0x20 || unit == 0xA0 }

    // MARK: Decoration lines

    /// Where glyphs reach into a band below the baseline, in CSS px: an underline leaves room there (`text-decoration-skip-ink: auto`).
    private func ink(of line: GlyphLine, x: Double, baseline: Double, top: Double, bottom: Double) -> [(start: Double, end: Double)] {
        let transform = canvas.deviceTransform
        guard !canvas.isVector, transform.isAxisAligned, abs(transform.a - transform.d) < 1e-6 else { return [] }
        let scale = transform.a
        var stretches: [(start: Double, end: Double)] = []
        for run in line.runs {
            let font = page.fonts.font(run.font)
            guard !font.face.isColor, Double(font.drawnSize) * scale <= 256 else { continue }
            for index in run.glyphs {
                let glyph = line.glyphs[index]
                let origin = transform.apply(x + Double(glyph.x), baseline + Double(glyph.y))
                let whole = (origin.x + 0.125).rounded(.down), row = (origin.y + 0.5).rounded(.down)
                let picture = glyphs.picture(font, glyph.id, quarter: 0, level: 0, scale: scale)
                guard let surface = picture.surface else { continue }
                let first = Int(transform.apply(0, top).y - row - picture.top), last = Int(transform.apply(0, bottom).y - row - picture.top)
                guard last > 0, first < surface.height, last > first else { continue }
                var left = Int.max, right = -1
                surface.withPixels { pixels, stride in
                    for y in max(0, first)..<min(surface.height, last) {
                        for column in 0..<surface.width where pixels[y * stride + column] > 32 {
                            left = min(left, column)
                            right = max(right, column)
                        }
                    }
                }
                guard right >= left else { continue }
                let start = (whole + picture.left + Double(left) - transform.e) / scale, end = (whole + picture.left + Double(right + 1) - transform.e) / scale
                stretches.append((start, end))
            }
        }
        return stretches
    }

    /// One decoration's lines of one kind under, over or through a stretch of text.
    func decorate(
        _ decoration: TextDecoration, _ line: TextDecoration.Lines, x: Double, width: Double, baseline: Double, style: ComputedStyle,
        lineStyle: LineStyle, shaped: GlyphLine? = nil
    ) {
        guard width > 0, decoration.lines.contains(line), decoration.color.isVisible else { return }
        // Lines start and end on whole device pixels.
        let textStart = x
        func snap(_ value: Double) -> Double { (value * canvas.scale + 0.5).rounded(.down) / canvas.scale }
        let x = canvas.isVector ? textStart : snap(textStart), width = canvas.isVector ? width : snap(textStart + width) - snap(textStart)
        let fontSize = Double(decoration.fontSize)
        var thickness = decoration.thickness.isAuto ? max(1, fontSize / 16) : Double(page.px(decoration.thickness, base: decoration.fontSize))
        let scale = canvas.scale
        thickness = max(1, (thickness * scale).rounded(.down)) / scale
        var y: Double
        let ascent = Double(lineStyle.ascent)
        switch line {
        case .under:
            let gap = decoration.underlineOffset.isAuto ? max(1, (thickness / 2).rounded(.up)) : Double(page.px(decoration.underlineOffset, base: decoration.fontSize))
            y = baseline + gap
        case .over: y = baseline - ascent
        default: y = baseline - 2 * ascent / 3 * 0.5 - thickness / 2
        }
        y = (y * scale + 0.5).rounded(.down) / scale
        switch decoration.style {
        case .solid:
            var start = x
            let gaps = line == .under ? shaped.map { ink(of: $0, x: textStart, baseline: baseline, top: y, bottom: y + thickness) } ?? [] : []
            for gap in gaps.sorted(by: { $0.start < $1.start }) {
                let end = min(gap.start - thickness, x + width)
                if end > start { canvas.fill(PaintRect(x: start, y: y, width: end - start, height: thickness), decoration.color) }
                start = max(start, gap.end + thickness)
            }
            if start < x + width { canvas.fill(PaintRect(x: start, y: y, width: x + width - start, height: thickness), decoration.color) }
        case .double:
            canvas.fill(PaintRect(x: x, y: y, width: width, height: thickness), decoration.color)
            let second = line == .over ? y - 2 * thickness : y + 2 * thickness
            canvas.fill(PaintRect(x: x, y: second, width: width, height: thickness), decoration.color)
        case .dotted, .dashed:
            var path = Path()
            path.move(x, y + thickness / 2)
            path.line(x + width, y + thickness / 2)
            let dash = decoration.style == .dotted ? thickness : 3 * thickness
            canvas.stroke(path, decoration.color, Canvas.Stroke(width: thickness, dashes: [dash, decoration.style == .dotted ? dash : 2 * thickness]))
        case .wavy:
            var path = Path()
            let step = 2 * thickness + 2, amplitude = thickness + 1
            let middle = y + amplitude / 2
            var position = x - step
            path.move(position, middle)
            var isUp = true
            while position < x + width {
                let height = isUp ? -amplitude : amplitude
                path.elements.append(.curve(position + step / 2, middle + height, position + step / 2, middle + height, position + step, middle))
                position += step
                isUp.toggle()
            }
            canvas.save()
            canvas.clip(PaintRect(x: x, y: y - 2 * amplitude, width: width, height: 5 * amplitude))
            canvas.stroke(path, decoration.color, Canvas.Stroke(width: thickness))
            canvas.restore()
        }
    }
}
