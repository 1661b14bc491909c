/// A property that stands for several longhands.
package enum ShorthandID: UInt8, CaseIterable, Sendable {
    case all
    case margin, marginBlock, marginInline, padding, paddingBlock, paddingInline
    case inset, insetBlock, insetInline
    case border, borderTop, borderRight, borderBottom, borderLeft, borderWidth, borderStyle, borderColor
    case borderBlock, borderInline, borderBlockStart, borderBlockEnd, borderInlineStart, borderInlineEnd
    case borderBlockWidth, borderBlockStyle, borderBlockColor, borderInlineWidth, borderInlineStyle, borderInlineColor
    case borderSpacing, borderRadius, borderImage, outline, columnRule
    case font, fontVariant, fontSynthesis, listStyle, background, backgroundPosition
    case mask, textEmphasis, textDecoration, whiteSpace, textWrap, overflow, container
    case flex, flexFlow, gap, placeContent, placeItems, placeSelf, columns
    case grid, gridTemplate, gridRow, gridColumn, gridArea

    package var name: StaticString {
        switch self {
        case .all: "all"
        case .margin: "margin"
        case .marginBlock: "margin-block"
        case .marginInline: "margin-inline"
        case .padding: "padding"
        case .paddingBlock: "padding-block"
        case .paddingInline: "padding-inline"
        case .inset: "inset"
        case .insetBlock: "inset-block"
        case .insetInline: "inset-inline"
        case .border: "border"
        case .borderTop: "border-top"
        case .borderRight: "border-right"
        case .borderBottom: "border-bottom"
        case .borderLeft: "border-left"
        case .borderWidth: "border-width"
        case .borderStyle: "border-style"
        case .borderColor: "border-color"
        case .borderBlock: "border-block"
        case .borderInline: "border-inline"
        case .borderBlockStart: "border-block-start"
        case .borderBlockEnd: "border-block-end"
        case .borderInlineStart: "border-inline-start"
        case .borderInlineEnd: "border-inline-end"
        case .borderBlockWidth: "border-block-width"
        case .borderBlockStyle: "border-block-style"
        case .borderBlockColor: "border-block-color"
        case .borderInlineWidth: "border-inline-width"
        case .borderInlineStyle: "border-inline-style"
        case .borderInlineColor: "border-inline-color"
        case .borderSpacing: "border-spacing"
        case .borderRadius: "border-radius"
        case .borderImage: "border-image"
        case .outline: "outline"
        case .columnRule: "column-rule"
        case .font: "font"
        case .fontVariant: "font-variant"
        case .fontSynthesis: "font-synthesis"
        case .listStyle: "list-style"
        case .background: "background"
        case .backgroundPosition: "background-position"
        case .mask: "mask"
        case .textEmphasis: "text-emphasis"
        case .textDecoration: "text-decoration"
        case .whiteSpace: "white-space"
        case .textWrap: "text-wrap"
        case .overflow: "overflow"
        case .container: "container"
        case .flex: "flex"
        case .flexFlow: "flex-flow"
        case .gap: "gap"
        case .placeContent: "place-content"
        case .placeItems: "place-items"
        case .placeSelf: "place-self"
        case .columns: "columns"
        case .grid: "grid"
        case .gridTemplate: "grid-template"
        case .gridRow: "grid-row"
        case .gridColumn: "grid-column"
        case .gridArea: "grid-area"
        }
    }

    /// What it sets, in the order of its values where that matters.
    package var longhands: [PropertyID] {
        switch self {
        // > The `all` property sets every property except `direction`, `unicode-bidi` and custom ones.
        case .all: return ShorthandID.allLonghands
        case .margin: return [.marginTop, .marginRight, .marginBottom, .marginLeft]
        case .marginBlock: return [.marginBlockStart, .marginBlockEnd]
        case .marginInline: return [.marginInlineStart, .marginInlineEnd]
        case .padding: return [.paddingTop, .paddingRight, .paddingBottom, .paddingLeft]
        case .paddingBlock: return [.paddingBlockStart, .paddingBlockEnd]
        case .paddingInline: return [.paddingInlineStart, .paddingInlineEnd]
        case .inset: return [.top, .right, .bottom, .left]
        case .insetBlock: return [.insetBlockStart, .insetBlockEnd]
        case .insetInline: return [.insetInlineStart, .insetInlineEnd]
        case .border: return [ShorthandID.borderWidth, .borderStyle, .borderColor].flatMap(\.longhands) + [.borderImageSource]
        case .borderTop: return [.borderTopWidth, .borderTopStyle, .borderTopColor]
        case .borderRight: return [.borderRightWidth, .borderRightStyle, .borderRightColor]
        case .borderBottom: return [.borderBottomWidth, .borderBottomStyle, .borderBottomColor]
        case .borderLeft: return [.borderLeftWidth, .borderLeftStyle, .borderLeftColor]
        case .borderWidth: return [.borderTopWidth, .borderRightWidth, .borderBottomWidth, .borderLeftWidth]
        case .borderStyle: return [.borderTopStyle, .borderRightStyle, .borderBottomStyle, .borderLeftStyle]
        case .borderColor: return [.borderTopColor, .borderRightColor, .borderBottomColor, .borderLeftColor]
        case .borderBlock: return ShorthandID.borderBlockStart.longhands + ShorthandID.borderBlockEnd.longhands
        case .borderInline: return ShorthandID.borderInlineStart.longhands + ShorthandID.borderInlineEnd.longhands
        case .borderBlockStart: return [.borderBlockStartWidth, .borderBlockStartStyle, .borderBlockStartColor]
        case .borderBlockEnd: return [.borderBlockEndWidth, .borderBlockEndStyle, .borderBlockEndColor]
        case .borderInlineStart: return [.borderInlineStartWidth, .borderInlineStartStyle, .borderInlineStartColor]
        case .borderInlineEnd: return [.borderInlineEndWidth, .borderInlineEndStyle, .borderInlineEndColor]
        case .borderBlockWidth: return [.borderBlockStartWidth, .borderBlockEndWidth]
        case .borderBlockStyle: return [.borderBlockStartStyle, .borderBlockEndStyle]
        case .borderBlockColor: return [.borderBlockStartColor, .borderBlockEndColor]
        case .borderInlineWidth: return [.borderInlineStartWidth, .borderInlineEndWidth]
        case .borderInlineStyle: return [.borderInlineStartStyle, .borderInlineEndStyle]
        case .borderInlineColor: return [.borderInlineStartColor, .borderInlineEndColor]
        case .borderSpacing: return [.borderSpacingHorizontal, .borderSpacingVertical]
        case .borderRadius: return [.borderTopLeftRadius, .borderTopRightRadius, .borderBottomRightRadius, .borderBottomLeftRadius]
        case .borderImage: return [.borderImageSource, .borderImageSlice, .borderImageWidth, .borderImageOutset, .borderImageRepeat]
        case .outline: return [.outlineWidth, .outlineStyle, .outlineColor]
        case .columnRule: return [.columnRuleWidth, .columnRuleStyle, .columnRuleColor]
        case .font:
            return [
                .fontStyle, .fontVariantCaps, .fontWeight, .fontStretch, .fontSize, .lineHeight, .fontFamily, .fontSizeAdjust, .fontKerning,
                .fontVariantPosition, .fontVariantLigatures, .fontVariantNumeric, .fontVariantEastAsian, .fontVariantAlternates, .fontVariantEmoji,
                .fontFeatureSettings, .fontVariationSettings, .fontLanguageOverride, .fontOpticalSizing,
            ]
        case .fontVariant:
            return [
                .fontVariantLigatures, .fontVariantCaps, .fontVariantPosition, .fontVariantNumeric, .fontVariantEastAsian, .fontVariantAlternates,
                .fontVariantEmoji,
            ]
        case .fontSynthesis: return [.fontSynthesisWeight, .fontSynthesisStyle, .fontSynthesisSmallCaps]
        case .listStyle: return [.listStyleType, .listStylePosition, .listStyleImage]
        case .background:
            return [
                .backgroundColor, .backgroundImage, .backgroundPositionX, .backgroundPositionY, .backgroundSize, .backgroundRepeat,
                .backgroundAttachment, .backgroundOrigin, .backgroundClip,
            ]
        case .backgroundPosition: return [.backgroundPositionX, .backgroundPositionY]
        case .mask: return [.maskImage, .maskPosition, .maskSize, .maskRepeat, .maskOrigin, .maskClip, .maskMode, .maskComposite]
        case .textEmphasis: return [.textEmphasisStyle, .textEmphasisColor]
        case .textDecoration: return [.textDecorationLine, .textDecorationStyle, .textDecorationColor, .textDecorationThickness]
        case .whiteSpace: return [.whiteSpaceCollapse, .textWrapMode]
        case .textWrap: return [.textWrapMode, .textWrapStyle]
        case .overflow: return [.overflowX, .overflowY]
        case .container: return [.containerName, .containerType]
        case .flex: return [.flexGrow, .flexShrink, .flexBasis]
        case .flexFlow: return [.flexDirection, .flexWrap]
        case .gap: return [.rowGap, .columnGap]
        case .placeContent: return [.alignContent, .justifyContent]
        case .placeItems: return [.alignItems, .justifyItems]
        case .placeSelf: return [.alignSelf, .justifySelf]
        case .columns: return [.columnWidth, .columnCount]
        case .grid:
            return [.gridTemplateRows, .gridTemplateColumns, .gridTemplateAreas, .gridAutoFlow, .gridAutoRows, .gridAutoColumns]
        case .gridTemplate: return [.gridTemplateRows, .gridTemplateColumns, .gridTemplateAreas]
        case .gridRow: return [.gridRowStart, .gridRowEnd]
        case .gridColumn: return [.gridColumnStart, .gridColumnEnd]
        case .gridArea: return [.gridRowStart, .gridColumnStart, .gridRowEnd, .gridColumnEnd]
        }
    }

    private static let allLonghands: [PropertyID] = PropertyID.allCases.filter {
        $0 != .direction && $0 != .unicodeBidi && $0 != .language && $0 != .ignored && !$0.isLogical
    }
}
