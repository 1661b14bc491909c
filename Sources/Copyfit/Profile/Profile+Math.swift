/// Formulas: what the engines do differently where MathML Core (https://w3c.github.io/mathml-core/) leaves no choice. Measured without a font
/// that has a MATH table.
extension Profile {
    package enum MathDepth: Hashable, Sendable {
        /// WebKit: scripts and indices shrink; fractions and `scriptlevel` change no size.
        case scripts
        /// Chromium: `math-depth` as in MathML Core.
        case levels
    }
    package var mathDepth: MathDepth { engine == .chromium ? .levels : .scripts }

    /// Chromium shows `mi` with one letter in italics by `text-transform: math-auto`; WebKit draws the glyph of another character in place of
    /// the text, and knows all values of `mathvariant`.
    package var mathTransformsText: Bool { engine == .chromium }

    /// WebKit makes lines of tokens as high as what is drawn (`-webkit-line-box-contain: glyphs`), Chromium only single texts.
    package var mathLinesHoldInk: Bool { engine == .webkit }

    /// WebKit's baselines of formulas, and of what stands in them, are whole px.
    package var mathBaselinesAreWhole: Bool { engine == .webkit }

    /// Which dictionary of operators holds: that of MathML 3 (WebKit) or that of MathML Core (Chromium).
    package enum OperatorTable: Hashable, Sendable { case mathML3, core }
    package var operatorTable: OperatorTable { engine == .chromium ? .core : .mathML3 }

    /// The space of an operator is part of its box (WebKit), or of the row that it stands in, if that is no operator itself (Chromium).
    package var operatorsHoldSpace: Bool { engine == .webkit }

    /// WebKit takes text of white space beside an `mo` for a sibling when it looks which form the operator has.
    package var spaceTextMakesOperatorsInfix: Bool { engine == .webkit }

    /// An `mrow` around an operator and spaces is that operator, so that it stretches and has its space, as in MathML Core: Chromium.
    package var rowsAreEmbellished: Bool { engine == .chromium }

    /// Text in an `mtd` is shown by Chromium only.
    package var mathCellsShowText: Bool { engine == .chromium }

    /// The thickness of rules without a MATH table: that of underlines in Chromium, 1/20 em in WebKit.
    package var mathRuleIsUnderline: Bool { engine == .chromium }

    /// Chromium puts limits of large operators at no distance without a MATH table; WebKit as far as other scripts.
    package var largeOperatorsHaveNoGap: Bool { engine == .chromium }

    /// Operators right in an `mtd` do not stretch in WebKit.
    package var cellsDoNotStretch: Bool { engine == .webkit }

    /// Chromium centres large operators on the axis in formulas on lines of their own.
    package var largeOperatorsAreCentered: Bool { engine == .chromium }

    /// Spaces and gaps are multiples of a whole font size in Chromium.
    package var mathSpacesAreOfWholeSizes: Bool { engine == .chromium }

    /// White space at the ends of an `mo` is part of what Chromium looks up, and finds nothing.
    package var operatorsAreTrimmed: Bool { engine == .webkit }

    /// `mroot` makes its last child small in WebKit, if it is the only one too; its second one in Chromium.
    package var lastChildIsIndex: Bool { engine == .webkit }

    /// `+1em` is a length in Chromium, as in CSS.
    package var mathLengthsMayHavePlus: Bool { engine == .chromium }

    /// A formula on lines of its own is as wide as its content in WebKit where its container is narrower; in Chromium it overflows.
    package var blockFormulasHoldContent: Bool { engine == .webkit }

    /// Elements that MathML does not have are rows in Chromium, and nothing in WebKit.
    package var unknownMathIsRow: Bool { engine == .chromium }

    /// A square root has no room above its rule in WebKit (only `mroot` does).
    package var squareRootsHaveNoAscender: Bool { engine == .webkit }

    /// An accent's own entry in the dictionary makes a script an accent in WebKit; in Chromium only attributes do.
    package var accentsComeFromDictionary: Bool { engine == .webkit }

    /// WebKit builds tall fences of Unicode's pieces of brackets where there is no MATH table.
    package var stretchesByUnicodePieces: Bool { engine == .webkit }

    /// WebKit lays out letters right inside `<math display=block>` as text, not as their glyph, when nothing asked for the formula's width before.
    package var blockFormulasMeasureLate: Bool { engine == .webkit }

    /// `menclose` and `mfenced` have notations and fences in WebKit; in Chromium they are rows.
    package var drawsEnclosures: Bool { engine == .webkit }
}
