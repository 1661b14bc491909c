internal import Copyfit

/// Draws the layout over the picture: lines, boxes and baselines, with their heights.
struct OverlayPainter {
    let drawing: PageDrawing

    func draw(_ overlay: PictureOptions.Overlay) {
        guard !drawing.tree.boxes.isEmpty else { return }
        if overlay.contains(.boxes) { drawBoxes() }
        if overlay.contains(.lines) || overlay.contains(.baselines) { drawLines(overlay) }
    }

    private func drawBoxes() {
        let color = PaintColor(rgb: 0x1C71D8)
        var labels: [(PaintRect, String)] = []
        for (index, box) in drawing.tree.boxes.enumerated() {
            let id = BoxID(rawValue: UInt32(index))
            guard drawing.page.fragments[id].isPlaced, box.kind != .inline, box.kind != .text, !box.flags.contains(.anonymous) else { continue }
            let rect = drawing.exactRect(id)
            frame(rect, color.withAlpha(0.7))
            labels.append((rect, "\(drawing.page.fragments[id].size.height)"))
        }
        // Labels last, so that no frame crosses them; boxes that start where another does share the place of the label of the innermost.
        var taken: Set<Int> = []
        for (rect, text) in labels.reversed() where rect.height >= 8 && rect.width >= 16 {
            let place = Int(rect.maxX) &* 100_003 &+ Int(rect.y)
            guard taken.insert(place).inserted else { continue }
            label(text, right: rect.maxX, top: rect.y, color)
        }
    }

    private func drawLines(_ overlay: PictureOptions.Overlay) {
        let lineColor = PaintColor(rgb: 0xC01C8A), baselineColor = PaintColor(rgb: 0xE01B24)
        for (index, lines) in drawing.page.fragments.lines.enumerated() where !lines.lines.isEmpty {
            let box = drawing.page.tree.inlineContexts[index]
            let origin = drawing.contentOrigin(box)
            let width = drawing.contentRect(box).width
            for line in lines.lines {
                let y = origin.y + Double(line.top)
                if overlay.contains(.lines) {
                    frame(PaintRect(x: origin.x, y: y, width: width, height: Double(line.height)), lineColor.withAlpha(0.6))
                    label(OverlayPainter.number(line.height), right: origin.x + width, top: y, lineColor)
                }
                if overlay.contains(.baselines) {
                    let baseline = y + Double(line.baseline)
                    drawing.canvas.fill(PaintRect(x: origin.x, y: baseline, width: width, height: 1 / drawing.canvas.scale), baselineColor.withAlpha(0.8))
                    if !overlay.contains(.lines) { label(OverlayPainter.number(Float(baseline)), right: origin.x + width, top: baseline - 8, baselineColor) }
                }
            }
        }
    }

    private func frame(_ rect: PaintRect, _ color: PaintColor) {
        let width = 1 / drawing.canvas.scale
        var path = Path(rect.snapped(scale: drawing.canvas.scale))
        path.add(rect.snapped(scale: drawing.canvas.scale).inset(top: width, right: width, bottom: width, left: width))
        drawing.canvas.fill(path, color, isEvenOdd: true)
    }

    private static func number(_ value: Float) -> String {
        let hundredths = (Double(value) * 100).rounded() / 100
        return hundredths == hundredths.rounded() && abs(hundredths) < 1e9 ? String(Int(hundredths)) : String(hundredths)
    }

    /// A small number on a ground of its color.
    private func label(_ text: String, right: Double, top: Double, _ color: PaintColor) {
        let digits = DigitStencil(text)
        let size = 1.0
        let width = Double(digits.width) * size + 3, height = 9.0
        drawing.canvas.fill(PaintRect(x: right - width, y: top, width: width, height: height), color)
        for (x, y) in digits.dots {
            drawing.canvas.fill(PaintRect(x: right - width + 2 + Double(x) * size, y: top + 2 + Double(y) * size, width: size, height: size), .white)
        }
    }
}

/// Numbers as dots, so that labels need no font.
private struct DigitStencil {
    private(set) var width = 0
    private(set) var dots: [(x: Int, y: Int)] = []

    init(_ text: String) {
        for character in text {
            guard let rows = DigitStencil.shapes[character] else { continue }
            let glyphWidth = rows.first?.count ?? 0
            for (y, row) in rows.enumerated() {
                for (x, dot) in row.enumerated() where dot == "#" { dots.append((width + x, y)) }
            }
            width += glyphWidth + 1
        }
    }

    private static let shapes: [Character: [String]] = [
        "0": ["###", "#.#", "#.#", "#.#", "###"], "1": [".#.", "##.", ".#.", ".#.", "###"], "2": ["###", "..#", "###", "#..", "###"],
        "3": ["###", "..#", ".##", "..#", "###"], "4": ["#.#", "#.#", "###", "..#", "..#"], "5": ["###", "#..", "###", "..#", "###"],
        "6": ["###", "#..", "###", "#.#", "###"], "7": ["###", "..#", ".#.", ".#.", ".#."], "8": ["###", "#.#", "###", "#.#", "###"],
        "9": ["###", "#.#", "###", "..#", "###"], ".": [".", ".", ".", ".", "#"], "-": ["...", "...", "###", "...", "..."],
    ]
}
