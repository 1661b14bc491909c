// What text draws, as opposed to the room that its font has: formulas are laid out by it.

extension TextShaper {
    /// How far a stretch of text is drawn above and below its baseline, px; nil where it draws nothing.
    package func ink(_ text: [UInt16], _ range: Range<Int>, style: StyleID) -> (above: Float, below: Float)? {
        let line = glyphs(text, range, style: style, rightToLeft: false)
        var result: (above: Float, below: Float)?
        for run in line.runs {
            let font = fonts.font(run.font)
            for glyph in line.glyphs[run.glyphs] {
                guard let ink = font.ink(ofGlyph: glyph.id) else { continue }
                let above = (ink.above - glyph.y).rounded(.up), below = (ink.below + glyph.y).rounded(.up)
                result = (max(result?.above ?? above, above), max(result?.below ?? below, below))
            }
        }
        return result
    }

    /// A character's own glyph in the font that serves it.
    package struct CharacterGlyph: Sendable {
        /// CSS px.
        package var advance: Float
        package var above: Float
        package var below: Float
        /// The font is the first of the style's.
        package var isPrimary: Bool
    }

    /// The glyph that shows a character alone; nil where no font has it.
    package func glyph(of character: UInt32, style id: StyleID) -> CharacterGlyph? {
        guard let scalar = Unicode.Scalar(character) else { return nil }
        let style = measuredStyle(id)
        let text = Array(String(Character(scalar)).utf16)
        guard let part = parts(text, 0..<text.count, style: id).first, !part.isMissing else { return nil }
        let font = fonts.font(part.font)
        guard let glyph = font.face.glyph(character) else { return nil }
        let ink = font.ink(ofGlyph: glyph) ?? (0, 0)
        return CharacterGlyph(advance: font.advance(ofGlyph: glyph), above: ink.above, below: ink.below, isPrimary: part.font == style.primary)
    }
}
