/// What measuring needs of a style, looked up once.
struct MeasuredStyle {
    var selection: FontSelectionID
    var primary: FontID
    /// The advance of U+0020 in the primary font, CSS px, without spacing.
    var spaceAdvance: Float
    /// CSS px.
    var letterSpacing: Float
    var wordSpacing: Float
    /// U+0020 with spacing.
    var spaceWidth: Float { spaceAdvance + letterSpacing + wordSpacing }
    var synthesizesSmallCapitals: Bool
    /// Numbers in the word cache for words of the primary font alone and for others; 0 where nothing is cached.
    var primaryWords: UInt32
    var otherWords: UInt32
    /// The number for `CharacterWords`, whatever fonts serve the word.
    var characterWords: UInt32
    /// CSS px; negative until asked for.
    var hyphenWidth: Float = -1
    var collapsesSpaces: Bool
    var preservesNewlines: Bool
    var separatesSpaces: Bool

    /// For `text-spacing-trim`, Chromium's.
    var convention: SpacingTrim.Convention
    var fontSize: Float

    var hasSpacing: Bool { letterSpacing != 0 || wordSpacing != 0 }
}

/// The measured styles of a document or of several with the same tables of styles and fonts.
package struct MeasuredStyles {
    var byStyle: [MeasuredStyle?] = []
    /// The number of the `@font-face` rules in the cache.
    var faceRules: UInt32?

    package init() {}
}

extension TextShaper {
    func measuredStyle(_ id: StyleID) -> MeasuredStyle {
        if id.index < measuredStyles.byStyle.count, let known = measuredStyles.byStyle[id.index] { return known }
        let resolved = resolve(id)
        if id.index < 1 << 20 {
            while measuredStyles.byStyle.count <= id.index { measuredStyles.byStyle.append(nil) }
            measuredStyles.byStyle[id.index] = resolved
        }
        return resolved
    }

    private func resolve(_ id: StyleID) -> MeasuredStyle {
        let style = id.index < styled.styles.count ? styled.styles[id.index] : ComputedStyle()
        let description = Int(style.font) < styled.fonts.count ? styled.fonts[Int(style.font)] : FontDescription()
        let language = Int(style.language) < styled.languages.count ? styled.languages[Int(style.language)] : ""
        let selection = fonts.selection(for: description, language: language)
        let primary = fonts.primaryFont(of: selection)
        let smallCapitals = fonts.synthesizesSmallCapitals(in: selection)
        if measuredStyles.faceRules == nil {
            measuredStyles.faceRules = styled.fontFaces.isEmpty ? 0 : cache.number(of: styled.fontFaces, base: fontBase)
        }
        let list = cache.number(of: FontList(description: description, language: language, faceRules: measuredStyles.faceRules ?? 0))
        func number(_ fonts: WordStyle.Fonts) -> UInt32 {
            cache.number(of: WordStyle(
                fonts: fonts, shaping: self.fonts.shapingKey(of: selection), letterSpacing: style.letterSpacing, wordSpacing: style.wordSpacing,
                synthesizesSmallCapitals: smallCapitals, engine: profile.engine))
        }
        let otherWords = number(.list(list))
        // Where faces for some characters stand before it or it is one, lists with the same primary font differ in what it serves.
        let primaryWords = fonts.isPrimaryFirst(in: selection) ? number(.primary(fonts.instance(of: primary))) : otherWords
        return MeasuredStyle(
            selection: selection, primary: primary, spaceAdvance: fonts.metrics(of: primary).spaceAdvance, letterSpacing: style.letterSpacing,
            wordSpacing: style.wordSpacing, synthesizesSmallCapitals: smallCapitals, primaryWords: primaryWords,
            otherWords: otherWords,
            characterWords: primaryWords == 0 || otherWords == 0 ? 0 : number(.any(primary: primaryWords, others: otherWords)),
            collapsesSpaces: style.whiteSpaceCollapse == .collapse || style.whiteSpaceCollapse == .preserveBreaks,
            preservesNewlines: style.whiteSpaceCollapse != .collapse, separatesSpaces: style.whiteSpaceCollapse == .breakSpaces,
            convention: SpacingTrim.Convention(language: profile.trimsPunctuation ? language : ""), fontSize: style.fontSize)
    }
}
