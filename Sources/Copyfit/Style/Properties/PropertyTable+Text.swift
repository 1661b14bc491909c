extension PropertyTable {
    /// Fonts, language, direction: the early properties. Font properties live in `FontProperties`, not in `ComputedStyle`.
    static var fontRows: [PropertyEntry] {
        [
            row("-x-lang", .language, .special, inherited: true, StyleField(\.language)),
            row("direction", .direction, words(("ltr", Direction.ltr), ("rtl", .rtl)), inherited: true, StyleField(\.direction)),
            row("writing-mode", .writingMode, words(
                ("horizontal-tb", WritingMode.horizontalTb), ("vertical-rl", .verticalRl), ("vertical-lr", .verticalLr),
                ("sideways-rl", .sidewaysRl), ("sideways-lr", .sidewaysLr), ("lr", .horizontalTb), ("lr-tb", .horizontalTb),
                ("rl", .horizontalTb), ("rl-tb", .horizontalTb), ("tb", .verticalRl), ("tb-rl", .verticalRl)),
                inherited: true, StyleField(\.writingMode)),
            row("color-scheme", .colorScheme, .special, inherited: true),
            row("zoom", .zoom, .special),
            row("text-size-adjust", .textSizeAdjust, .special, inherited: true),
            row("font-family", .fontFamily, .special, inherited: true),
            row("font-size", .fontSize, .special, inherited: true, StyleField(\.fontSize)),
            row("font-weight", .fontWeight, .special, inherited: true),
            row("font-style", .fontStyle, .special, inherited: true),
            row("font-stretch", .fontStretch, .special, inherited: true),
            row("font-size-adjust", .fontSizeAdjust, .special, inherited: true),
            row("font-kerning", .fontKerning, words(("auto", FontKerning.auto), ("normal", .normal), ("none", .none)), inherited: true),
            row("font-optical-sizing", .fontOpticalSizing, flags(("auto", 1), ("none", 0)), inherited: true),
            row("font-synthesis-weight", .fontSynthesisWeight, flags(("auto", 1), ("none", 0)), inherited: true),
            row("font-synthesis-style", .fontSynthesisStyle, flags(("auto", 1), ("none", 0)), inherited: true),
            row("font-synthesis-small-caps", .fontSynthesisSmallCaps, flags(("auto", 1), ("none", 0)), inherited: true),
            row("font-variant-caps", .fontVariantCaps, words(
                ("normal", FontVariantCaps.normal), ("small-caps", .smallCaps), ("all-small-caps", .allSmallCaps), ("petite-caps", .petiteCaps),
                ("all-petite-caps", .allPetiteCaps), ("unicase", .unicase), ("titling-caps", .titlingCaps)), inherited: true),
            row("font-variant-position", .fontVariantPosition, words(
                ("normal", FontVariantPosition.normal), ("sub", .sub), ("super", .super)), inherited: true),
            row("font-variant-ligatures", .fontVariantLigatures, .special, inherited: true),
            row("font-variant-numeric", .fontVariantNumeric, .special, inherited: true),
            row("font-variant-east-asian", .fontVariantEastAsian, .special, inherited: true),
            row("font-variant-alternates", .fontVariantAlternates, .special, inherited: true),
            row("font-variant-emoji", .fontVariantEmoji, flags(("normal", 0), ("text", 1), ("emoji", 2), ("unicode", 3)), inherited: true),
            row("font-feature-settings", .fontFeatureSettings, .special, inherited: true),
            row("font-variation-settings", .fontVariationSettings, .special, inherited: true),
            row("font-language-override", .fontLanguageOverride, .special, inherited: true),
            row("font-palette", .fontPalette, .unchecked, inherited: true),
            row("line-height", .lineHeight, .special, inherited: true, StyleField(\.lineHeight)),
        ]
    }

    /// Inline layout and text.
    static var textRows: [PropertyEntry] {
        [
            row("unicode-bidi", .unicodeBidi, words(
                ("normal", UnicodeBidi.normal), ("embed", .embed), ("isolate", .isolate), ("bidi-override", .bidiOverride),
                ("isolate-override", .isolateOverride), ("plaintext", .plaintext), ("-webkit-isolate", .isolate), ("-webkit-plaintext", .plaintext),
                ("-webkit-isolate-override", .isolateOverride)), StyleField(\.unicodeBidi)),
            row("vertical-align", .verticalAlign, .special, StyleField(\.verticalAlign), StyleField(\.verticalAlignLength)),
            row("text-align", .textAlign, .special, inherited: true, StyleField(\.textAlign)),
            row("text-align-last", .textAlignLast, words(
                ("auto", TextAlignLast.auto), ("start", .start), ("end", .end), ("left", .left), ("right", .right), ("center", .center), ("justify", .justify)),
                inherited: true, StyleField(\.textAlignLast)),
            row("text-indent", .textIndent, .special, inherited: true, StyleField(\.textIndent), StyleField(\.textIndentHanging), StyleField(\.textIndentEachLine)),
            row("text-transform", .textTransform, .special, inherited: true, StyleField(\.textTransform)),
            row("white-space-collapse", .whiteSpaceCollapse, words(
                ("collapse", WhiteSpaceCollapse.collapse), ("preserve", .preserve), ("preserve-breaks", .preserveBreaks), ("break-spaces", .breakSpaces),
                ("preserve-spaces", .preserveSpaces)), inherited: true, StyleField(\.whiteSpaceCollapse)),
            row("text-wrap-mode", .textWrapMode, words(("wrap", TextWrapMode.wrap), ("nowrap", .nowrap)), inherited: true, StyleField(\.textWrapMode)),
            row("text-wrap-style", .textWrapStyle, words(
                ("auto", TextWrapStyle.auto), ("balance", .balance), ("pretty", .pretty), ("stable", .stable)), inherited: true, StyleField(\.textWrapStyle)),
            row("word-break", .wordBreak, words(
                ("normal", WordBreak.normal), ("break-all", .breakAll), ("keep-all", .keepAll), ("break-word", .breakWord), ("auto-phrase", .normal)),
                inherited: true, StyleField(\.wordBreak)),
            row("overflow-wrap", .overflowWrap, words(
                ("normal", OverflowWrap.normal), ("break-word", .breakWord), ("anywhere", .anywhere)), inherited: true, StyleField(\.overflowWrap)),
            row("line-break", .lineBreak, words(
                ("auto", LineBreak.auto), ("loose", .loose), ("normal", .normal), ("strict", .strict), ("anywhere", .anywhere),
                ("after-white-space", .afterWhiteSpace)), inherited: true, StyleField(\.lineBreak)),
            row("hyphens", .hyphens, words(("none", Hyphens.none), ("manual", .manual), ("auto", .auto)), inherited: true, StyleField(\.hyphens)),
            row("hyphenate-character", .hyphenateCharacter, .special, inherited: true, StyleField(\.hyphenateCharacter)),
            row("tab-size", .tabSize, .special, inherited: true, StyleField(\.tabSize), StyleField(\.tabSizeIsLength)),
            row("letter-spacing", .letterSpacing, .spacing([.negative, .normal, .percentage, .unitlessQuirk]), inherited: true, StyleField(\.letterSpacing)),
            row("word-spacing", .wordSpacing, .spacing([.negative, .normal, .percentage, .unitlessQuirk]), inherited: true, StyleField(\.wordSpacing)),
            row("text-overflow", .textOverflow, words(("clip", TextOverflow.clip), ("ellipsis", .ellipsis)), StyleField(\.textOverflow)),
            row("box-decoration-break", .boxDecorationBreak, words(
                ("slice", BoxDecorationBreak.slice), ("clone", .clone)), StyleField(\.boxDecorationBreak)),
            row("-webkit-line-clamp", .lineClamp, .special, StyleField(\.lineClamp)),
            row("-webkit-box-orient", .boxOrient, flags(("horizontal", 0), ("inline-axis", 0), ("vertical", 1), ("block-axis", 1)),
                StyleField(\.webkitBoxOrientVertical)),
            row("ruby-position", .rubyPosition, words(
                ("over", RubyPosition.over), ("under", .under), ("alternate", .over), ("before", .over), ("after", .under), ("inter-character", .over)),
                inherited: true, StyleField(\.rubyPosition)),
            row("ruby-align", .rubyAlign, words(
                ("space-around", RubyAlign.spaceAround), ("space-between", .spaceBetween), ("center", .center), ("start", .start)),
                inherited: true, StyleField(\.rubyAlign)),
            row("ruby-overhang", .rubyOverhang, words(("auto", RubyOverhang.auto), ("none", .none), ("spaces", .auto)),
                inherited: true, StyleField(\.rubyOverhang)),
        ]
    }


    /// The user-agent sheet's `text-align` of `th`: not a value that a style can hold.
    static let internalThCenter: UInt8 = 255
}
