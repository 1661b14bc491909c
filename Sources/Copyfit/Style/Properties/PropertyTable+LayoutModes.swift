extension PropertyTable {
    /// Lists and generated content.
    static var listRows: [PropertyEntry] {
        [
            row("list-style-type", .listStyleType, .special, inherited: true, StyleField(\.listStyleType)),
            row("list-style-position", .listStylePosition, words(
                ("outside", ListStylePosition.outside), ("inside", .inside)), inherited: true, StyleField(\.listStylePosition)),
            row("list-style-image", .listStyleImage, .special, inherited: true, StyleField(\.listStyleImage)),
            row("content", .content, .special, StyleField(\.content)),
            row("counter-reset", .counterReset, .special),
            row("counter-increment", .counterIncrement, .special),
            row("counter-set", .counterSet, .special),
            row("quotes", .quotes, .special, inherited: true, StyleField(\.quotes)),
        ]
    }

    /// Tables, flex, grid and columns.
    static var layoutModeRows: [PropertyEntry] {
        [
            row("table-layout", .tableLayout, words(("auto", TableLayout.auto), ("fixed", .fixed)), StyleField(\.tableLayout)),
            row("border-collapse", .borderCollapse, words(
                ("separate", BorderCollapse.separate), ("collapse", .collapse)), inherited: true, StyleField(\.borderCollapse)),
            row("-webkit-border-horizontal-spacing", .borderSpacingHorizontal, .spacing([.unitlessQuirk]), inherited: true, StyleField(\.borderSpacingHorizontal)),
            row("-webkit-border-vertical-spacing", .borderSpacingVertical, .spacing([.unitlessQuirk]), inherited: true, StyleField(\.borderSpacingVertical)),
            row("caption-side", .captionSide, words(
                ("top", CaptionSide.top), ("bottom", .bottom), ("left", .top), ("right", .top)), inherited: true, StyleField(\.captionSide)),
            row("empty-cells", .emptyCells, words(("show", EmptyCells.show), ("hide", .hide)), inherited: true, StyleField(\.emptyCells)),

            row("flex-direction", .flexDirection, words(
                ("row", FlexDirection.row), ("row-reverse", .rowReverse), ("column", .column), ("column-reverse", .columnReverse)), StyleField(\.flexDirection)),
            row("flex-wrap", .flexWrap, words(("nowrap", FlexWrap.nowrap), ("wrap", .wrap), ("wrap-reverse", .wrapReverse)), StyleField(\.flexWrap)),
            row("flex-grow", .flexGrow, .number(minimum: 0), StyleField(\.flexGrow)),
            row("flex-shrink", .flexShrink, .number(minimum: 0), StyleField(\.flexShrink)),
            row("flex-basis", .flexBasis, .length([.percentage, .auto, .content, .intrinsic]), StyleField(\.flexBasis)),
            row("order", .order, .integer(minimum: .min), StyleField(\.order)),
            row("align-content", .alignContent, .special, StyleField(\.alignContent)),
            row("align-items", .alignItems, .special, StyleField(\.alignItems)),
            row("align-self", .alignSelf, .special, StyleField(\.alignSelf)),
            row("justify-content", .justifyContent, .special, StyleField(\.justifyContent)),
            row("justify-items", .justifyItems, .special, StyleField(\.justifyItems)),
            row("justify-self", .justifySelf, .special, StyleField(\.justifySelf)),
            row("row-gap", .rowGap, .length([.percentage, .normal]), StyleField(\.rowGap)),
            row("column-gap", .columnGap, .length([.percentage, .normal]), StyleField(\.columnGap)),

            row("grid-auto-flow", .gridAutoFlow, .special, StyleField(\.gridAutoFlow)),
            row("grid-template-columns", .gridTemplateColumns, .special),
            row("grid-template-rows", .gridTemplateRows, .special),
            row("grid-template-areas", .gridTemplateAreas, .special),
            row("grid-auto-columns", .gridAutoColumns, .special),
            row("grid-auto-rows", .gridAutoRows, .special),
            row("grid-row-start", .gridRowStart, .special),
            row("grid-row-end", .gridRowEnd, .special),
            row("grid-column-start", .gridColumnStart, .special),
            row("grid-column-end", .gridColumnEnd, .special),

            row("column-count", .columnCount, .special, StyleField(\.columnCount)),
            row("column-width", .columnWidth, .length([.auto]), StyleField(\.columnWidth)),
            row("column-fill", .columnFill, words(("balance", ColumnFill.balance), ("auto", .auto), ("balance-all", .balance)), StyleField(\.columnFill)),
            row("column-span", .columnSpan, flags(("none", 0), ("all", 1)), StyleField(\.columnSpanAll)),
            row("break-inside", .breakInside, flags(("auto", 0), ("avoid", 1), ("avoid-column", 1), ("avoid-page", 0)), StyleField(\.avoidsBreakInside)),
            row("break-before", .breakBefore, columnBreaks, StyleField(\.breakBefore)),
            row("break-after", .breakAfter, columnBreaks, StyleField(\.breakAfter)),
            row("orphans", .orphans, .integer(minimum: 1), inherited: true, StyleField(\.orphans)),
            row("widows", .widows, .integer(minimum: 1), inherited: true, StyleField(\.widows)),
        ]
    }

    /// Page breaks mean nothing where there are columns only.
    private static var columnBreaks: Grammar {
        words(
            ("auto", ColumnBreak.auto), ("avoid", .avoid), ("avoid-column", .avoid), ("avoid-page", .auto), ("column", .column), ("always", .column),
            ("all", .column), ("page", .auto), ("left", .auto), ("right", .auto), ("recto", .auto), ("verso", .auto))
    }

    /// What only painting reads.
    static var paintRows: [PropertyEntry] {
        [
            row("color", .color, .paint(.color), inherited: true),
            row("background-color", .backgroundColor, .paint(.color)),
            row("border-top-color", .borderTopColor, .paint(.color)), row("border-right-color", .borderRightColor, .paint(.color)),
            row("border-bottom-color", .borderBottomColor, .paint(.color)), row("border-left-color", .borderLeftColor, .paint(.color)),
            row("background-image", .backgroundImage, .paint(.image)),
            row("background-position-x", .backgroundPositionX, .paint(.position)), row("background-position-y", .backgroundPositionY, .paint(.position)),
            row("background-size", .backgroundSize, .paint(.backgroundSize)), row("background-repeat", .backgroundRepeat, .paint(.repeatStyle)),
            row("background-attachment", .backgroundAttachment, .paint(.attachment)),
            row("background-origin", .backgroundOrigin, .paint(.box)), row("background-clip", .backgroundClip, .paint(.box)),
            row("border-top-left-radius", .borderTopLeftRadius, .paint(.radius)), row("border-top-right-radius", .borderTopRightRadius, .paint(.radius)),
            row("border-bottom-right-radius", .borderBottomRightRadius, .paint(.radius)),
            row("border-bottom-left-radius", .borderBottomLeftRadius, .paint(.radius)),
            row("border-image-source", .borderImageSource, .paint(.image)), row("border-image-slice", .borderImageSlice, .paint(.borderImageSlice)),
            row("border-image-width", .borderImageWidth, .paint(.borderImageWidth)),
            row("border-image-outset", .borderImageOutset, .paint(.borderImageOutset)),
            row("border-image-repeat", .borderImageRepeat, .paint(.borderImageRepeat)),
            row("box-shadow", .boxShadow, .paint(.shadow)), row("text-shadow", .textShadow, .paint(.shadow), inherited: true),
            row("opacity", .opacity, .paint(.alpha)),
            row("text-decoration-line", .textDecorationLine, .paint(.decorationLine)), row("text-decoration-style", .textDecorationStyle, .paint(.decorationStyle)),
            row("text-decoration-color", .textDecorationColor, .paint(.color)),
            row("text-decoration-thickness", .textDecorationThickness, .paint(.anything)),
            row("text-underline-offset", .textUnderlineOffset, .paint(.anything), inherited: true),
            row("-webkit-text-fill-color", .textFillColor, .paint(.color), inherited: true),
            row("text-emphasis-style", .textEmphasisStyle, .paint(.emphasisStyle), inherited: true, StyleField(\.emphasisMark)),
            row("text-emphasis-color", .textEmphasisColor, .paint(.color), inherited: true),
            row("text-emphasis-position", .textEmphasisPosition, .paint(.emphasisPosition), inherited: true, StyleField(\.emphasisIsUnder)),
            row("outline-color", .outlineColor, .paint(.color)), row("outline-style", .outlineStyle, .paint(.borderStyle)),
            row("outline-width", .outlineWidth, .paint(.lineWidth)), row("outline-offset", .outlineOffset, .paint(.anything)),
            row("column-rule-color", .columnRuleColor, .paint(.color)), row("column-rule-style", .columnRuleStyle, .paint(.borderStyle)),
            row("column-rule-width", .columnRuleWidth, .paint(.lineWidth)),
            row("object-position", .objectPosition, .paint(.anything)), row("transform-origin", .transformOrigin, .paint(.anything)),
            row("mix-blend-mode", .mixBlendMode, .paint(.anything)), row("isolation", .isolation, .paint(.anything)),
            row("clip-path", .clipPath, .paint(.anything)),
            row("mask-image", .maskImage, .paint(.image)), row("mask-position", .maskPosition, .paint(.position)),
            row("mask-size", .maskSize, .paint(.backgroundSize)), row("mask-repeat", .maskRepeat, .paint(.repeatStyle)),
            row("mask-origin", .maskOrigin, .paint(.maskBox)), row("mask-clip", .maskClip, .paint(.maskBox)),
            row("mask-mode", .maskMode, .paint(.maskMode)), row("mask-composite", .maskComposite, .paint(.maskComposite)),
            row("fill", .fill, .paint(.anything), inherited: true), row("stroke", .stroke, .paint(.anything), inherited: true),
        ]
    }
}
