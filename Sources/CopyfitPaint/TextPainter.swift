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
        let heights = page.profile.paintsRunsAtOneHeight ? TextPainter.sharedHeights(line) : nil
        var blitter: GlyphBlitter?
        let target = canvas.pixelTarget()
        if let target { blitter = GlyphBlitter(target, color) }
        defer { if let target { canvas.endPixels(target) } }
        for (number, run) in line.runs.enumerated() {
            let font = page.fonts.font(run.font)
            func place(_ index: Int) -> (x: Double, y: Double) {
                let glyph = line.glyphs[index]
                return (x + Double(glyph.x + (offsets?[index] ?? 0)), baseline + Double(heights?[number] ?? glyph.y))
            }
            if canvas.isVector, !font.face.isColor, let face = glyphs.vectorFace(font) {
                let list = run.glyphs.map { index -> (id: UInt32, x: Double, y: Double) in
                    let place = place(index)
                    return (line.glyphs[index].id, place.x, place.y)
                }
                canvas.showGlyphs(list, face: face, size: Double(font.drawnSize), slant: slope(font), color)
                continue
            }
            let isUpright = transform.isAxisAligned && abs(transform.a - transform.d) < 1e-6 && Double(font.drawnSize) * transform.a <= 256
            for index in run.glyphs {
                let glyph = line.glyphs[index]
                let (gx, gy) = place(index)
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

    /// Of each run, the height of its leftmost glyph; runs of one font beside each other are one. Nil where that changes nothing.
    private static func sharedHeights(_ line: GlyphLine) -> [Float]? {
        guard line.glyphs.contains(where: { $0.y != 0 }) else { return nil }
        var heights: [Float] = []
        for (number, run) in line.runs.enumerated() {
            if number > 0, line.runs[number - 1].font == run.font {
                heights.append(heights[number - 1])
            } else {
                heights.append(line.glyphs[run.glyphs].first?.y ?? 0)
            }
        }
        return heights
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
            font, glyph, quarter: quarter, level: GlyphContrast.level(color), scale: scale, foreground: color,
            drawsGraphs: page.profile.paintsColorGraphs)
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
            x: whole + picture.left, y: y + picture.top, width: Double(surface.width) * picture.colorScale,
            height: Double(surface.height) * picture.colorScale)
        canvas.draw(surface, in: rect, opacity: Double(color.alpha))
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
    private func ink(of line: GlyphLine, offsets: [Float]?, x: Double, baseline: Double, top: Double, bottom: Double) -> [(start: Double, end: Double)] {
        let transform = canvas.deviceTransform
        guard !canvas.isVector, transform.isAxisAligned, abs(transform.a - transform.d) < 1e-6 else { return [] }
        let scale = transform.a
        var stretches: [(start: Double, end: Double)] = []
        for run in line.runs {
            let font = page.fonts.font(run.font)
            guard !font.face.isColor, Double(font.drawnSize) * scale <= 256 else { continue }
            for index in run.glyphs {
                let glyph = line.glyphs[index]
                let origin = transform.apply(x + Double(glyph.x + (offsets?[index] ?? 0)), baseline + Double(glyph.y))
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
        lineStyle: LineStyle, shaped: GlyphLine? = nil, text units: [UInt16] = [], expansion: Float = 0
    ) {
        guard width > 0, decoration.lines.contains(line), decoration.color.isVisible else { return }
        // Lines start and end on whole device pixels.
        let textStart = x
        func snap(_ value: Double) -> Double { (value * canvas.scale + 0.5).rounded(.down) / canvas.scale }
        let x = canvas.isVector ? textStart : snap(textStart), width = canvas.isVector ? width : snap(textStart + width) - snap(textStart)
        let fontSize = Double(decoration.fontSize), natural = fontSize / 16
        var thickness = decoration.thickness.isAuto ? max(1, natural) : Double(page.px(decoration.thickness, base: decoration.fontSize))
        let scale = canvas.scale
        thickness = max(1, (thickness * scale).rounded(page.profile.decorationThicknessRounding)) / scale
        var y: Double
        let ascent = Double(lineStyle.ascent)
        switch line {
        case .under:
            let gap = decoration.underlineOffset.isAuto
                ? max(1, (natural / 2).rounded(.up)) : Double(page.px(decoration.underlineOffset, base: decoration.fontSize)).rounded(.up)
            y = baseline + gap
        case .over: y = baseline - ascent
        default: y = page.profile.strikesBelowThirdOfAscent ? baseline - (ascent / 3 * scale).rounded(.down) / scale : baseline - ascent / 3 - thickness / 2
        }
        y = (y * scale + 0.5).rounded(.down) / scale
        if decoration.style == .wavy { return drawWave(decoration.color, x: x, width: width, y: y, thickness: thickness) }
        for part in parts(
            x: x, width: width, besides: line == .under ? shaped.map { shaped in
                ink(
                    of: shaped, offsets: expansion == 0 ? nil : TextPainter.expansions(shaped, text: units, by: expansion), x: textStart, baseline: baseline,
                    top: y, bottom: y + thickness * (decoration.style == .double ? 3 : 1))
            } ?? [] : [], gap: thickness)
        {
            drawPart(decoration, line, x: part.start, width: part.end - part.start, y: y, thickness: thickness)
        }
    }

    /// What of a line is left beside stretches of ink, with a gap on both sides of each.
    private func parts(x: Double, width: Double, besides ink: [(start: Double, end: Double)], gap: Double) -> [(start: Double, end: Double)] {
        var parts: [(start: Double, end: Double)] = []
        var start = x
        for stretch in ink.sorted(by: { $0.start < $1.start }) {
            let end = min(stretch.start - gap, x + width)
            if end > start { parts.append((start, end)) }
            start = max(start, stretch.end + gap)
        }
        if start < x + width { parts.append((start, x + width)) }
        return parts
    }

    private func drawPart(_ decoration: TextDecoration, _ line: TextDecoration.Lines, x: Double, width: Double, y: Double, thickness: Double) {
        switch decoration.style {
        case .solid, .wavy: canvas.fill(PaintRect(x: x, y: y, width: width, height: thickness), decoration.color)
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
        }
    }

    private func drawWave(_ color: PaintColor, x: Double, width: Double, y: Double, thickness: Double) {
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
        canvas.stroke(path, color, Canvas.Stroke(width: thickness))
        canvas.restore()
    }
}
