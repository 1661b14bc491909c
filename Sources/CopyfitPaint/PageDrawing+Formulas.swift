internal import Copyfit

// What formulas show beside text: bars, roots, fences that were stretched and letters in mathematical alphabets.

extension PageDrawing {
    func drawFormulaMarks(_ box: BoxID) {
        guard tree[box].kind == .math, isVisible(box) else { return }
        let style = page.style(box), paint = page.paint(style)
        let color = paint.textFill ?? paint.color
        let area = exactRect(box)
        for mark in page.formulaMarks(of: box) {
            switch mark {
            case .rule(let x, let y, let width, let thickness):
                let rule = PaintRect(x: area.x + x.doublePx, y: area.y + y.doublePx, width: width.doublePx, height: max(1 / canvas.scale, thickness.doublePx))
                canvas.fill(rule.snapped(scale: canvas.scale), color)
            case .glyph(let character, let x, let top, let above, let stretch):
                guard let scalar = Unicode.Scalar(character) else { continue }
                let units = Array(String(Character(scalar)).utf16)
                let shaped = page.glyphs(units, 0..<units.count, style: tree[box].style, rightToLeft: false)
                let left = area.x + x.doublePx, ceiling = area.y + top.doublePx
                guard stretch != 1 else {
                    text.draw(shaped, text: units, x: left, baseline: ceiling + Double(above), color)
                    continue
                }
                canvas.save()
                canvas.translate(left, ceiling)
                canvas.concatenate(Affine(d: Double(stretch)))
                text.draw(shaped, text: units, x: 0, baseline: Double(above), color)
                canvas.restore()
            }
        }
    }
}
