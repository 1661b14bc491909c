import Testing

@testable import Copyfit

/// Letters of the mathematical alphabets, by Unicode's names of them.
@Suite struct MathAlphabetTests {
    @Test(arguments: [
        (MathAlphabet.italic, "x", "\u{1D465}"), (.italic, "h", "\u{210E}"), (.bold, "A", "\u{1D400}"), (.bold, "0", "\u{1D7CE}"), (.doubleStruck, "R", "\u{211D}"),
        (.doubleStruck, "9", "\u{1D7E1}"), (.script, "L", "\u{2112}"), (.fraktur, "g", "\u{1D524}"), (.fraktur, "C", "\u{212D}"), (.monospace, "z", "\u{1D6A3}"),
        (.italic, "α", "\u{1D6FC}"), (.italic, "Γ", "\u{1D6E4}"), (.bold, "Ω", "\u{1D6C0}"), (.italic, "∂", "\u{1D715}"), (.italic, "ϕ", "\u{1D719}"),
        (.boldItalic, "ω", "\u{1D74E}"), (.italic, "1", "1"), (.normal, "x", "x"), (.sansSerif, "a", "\u{1D5BA}"),
    ] as [(MathAlphabet, Unicode.Scalar, Unicode.Scalar)])
    func letters(alphabet: MathAlphabet, letter: Unicode.Scalar, expected: Unicode.Scalar) {
        #expect(alphabet.character(letter.value) == expected.value)
    }

    @Test func lengths() {
        #expect(MathLength("1.5em", acceptsPlus: false) == MathLength(value: 1.5, unit: .em))
        #expect(MathLength(" -2px ", acceptsPlus: false) == MathLength(value: -2, unit: .px))
        #expect(MathLength("50%", acceptsPlus: false) == MathLength(value: 50, unit: .percent))
        #expect(MathLength("0", acceptsPlus: false) == MathLength(value: 0, unit: .px))
        #expect(MathLength("+1em", acceptsPlus: false) == nil)
        #expect(MathLength("+1em", acceptsPlus: true) == MathLength(value: 1, unit: .em))
        for text in ["", "2", "em", "1vw", "thickmathspace", "1e999em", "nanem"] { #expect(MathLength(text, acceptsPlus: true) == nil, "\(text)") }
    }
}
