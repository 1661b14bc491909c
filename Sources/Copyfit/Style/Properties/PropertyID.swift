/// A longhand property. Raw values index `PropertyTable.entries`.
///
/// The order matters: first what other computed values depend on (language, direction, zoom, fonts), then what layout reads, then logical
/// properties, which stand for a physical one once the direction is known, last what only painting reads.
package enum PropertyID: UInt8, CaseIterable, Sendable {
    // Early: what lengths of the same element depend on.
    case language, direction, writingMode, colorScheme, zoom
    case textSizeAdjust
    case fontFamily, fontSize, fontWeight, fontStyle, fontStretch, fontSizeAdjust, fontKerning, fontOpticalSizing
    case fontSynthesisWeight, fontSynthesisStyle, fontSynthesisSmallCaps
    case fontVariantCaps, fontVariantPosition, fontVariantLigatures, fontVariantNumeric, fontVariantEastAsian, fontVariantAlternates
    case fontVariantEmoji, fontFeatureSettings, fontVariationSettings, fontLanguageOverride, fontPalette
    case lineHeight

    // Layout
    case display, position, float, clear, overflowX, overflowY, visibility, boxSizing, contentVisibility, contain, containerType, containerName
    case appearance, transform, translate, rotate, scale, perspective, filter, backdropFilter
    case textEmphasisStyle, textEmphasisPosition, willChange, zIndex
    case width, height, minWidth, minHeight, maxWidth, maxHeight
    case marginTop, marginRight, marginBottom, marginLeft
    case paddingTop, paddingRight, paddingBottom, paddingLeft
    case borderTopStyle, borderRightStyle, borderBottomStyle, borderLeftStyle
    case borderTopWidth, borderRightWidth, borderBottomWidth, borderLeftWidth
    case top, right, bottom, left
    case aspectRatio, objectFit, unicodeBidi
    case verticalAlign, textAlign, textAlignLast, textIndent, textTransform, whiteSpaceCollapse, textWrapMode, textWrapStyle
    case wordBreak, overflowWrap, lineBreak, hyphens, hyphenateCharacter, tabSize, letterSpacing, wordSpacing
    case textOverflow, boxDecorationBreak, lineClamp, boxOrient, rubyPosition, rubyAlign, rubyOverhang
    case listStyleType, listStylePosition, listStyleImage, content, counterReset, counterIncrement, counterSet, quotes
    case tableLayout, borderCollapse, borderSpacingHorizontal, borderSpacingVertical, captionSide, emptyCells
    case flexDirection, flexWrap, flexGrow, flexShrink, flexBasis, order
    case alignContent, alignItems, alignSelf, justifyContent, justifyItems, justifySelf, rowGap, columnGap
    case gridAutoFlow, gridTemplateColumns, gridTemplateRows, gridTemplateAreas, gridAutoColumns, gridAutoRows
    case gridRowStart, gridRowEnd, gridColumnStart, gridColumnEnd
    case columnCount, columnWidth, columnFill, columnSpan
    case breakInside, breakBefore, breakAfter, orphans, widows

    // Logical, mapped to one of the above (https://www.w3.org/TR/css-logical-1/).
    case inlineSize, blockSize, minInlineSize, minBlockSize, maxInlineSize, maxBlockSize
    case marginBlockStart, marginBlockEnd, marginInlineStart, marginInlineEnd
    case paddingBlockStart, paddingBlockEnd, paddingInlineStart, paddingInlineEnd
    case borderBlockStartStyle, borderBlockEndStyle, borderInlineStartStyle, borderInlineEndStyle
    case borderBlockStartWidth, borderBlockEndWidth, borderInlineStartWidth, borderInlineEndWidth
    case borderBlockStartColor, borderBlockEndColor, borderInlineStartColor, borderInlineEndColor
    case insetBlockStart, insetBlockEnd, insetInlineStart, insetInlineEnd
    case overflowInline, overflowBlock

    // Paint
    case color, backgroundColor, borderTopColor, borderRightColor, borderBottomColor, borderLeftColor
    case backgroundImage, backgroundPositionX, backgroundPositionY, backgroundSize, backgroundRepeat, backgroundAttachment, backgroundOrigin, backgroundClip
    case borderTopLeftRadius, borderTopRightRadius, borderBottomRightRadius, borderBottomLeftRadius
    case borderImageSource, borderImageSlice, borderImageWidth, borderImageOutset, borderImageRepeat
    case boxShadow, textShadow, opacity
    case textDecorationLine, textDecorationStyle, textDecorationColor, textDecorationThickness, textUnderlineOffset
    case textFillColor, textEmphasisColor
    case outlineColor, outlineStyle, outlineWidth, outlineOffset
    case columnRuleColor, columnRuleStyle, columnRuleWidth
    case objectPosition, transformOrigin, mixBlendMode, isolation, clipPath, fill, stroke
    case maskImage, maskPosition, maskSize, maskRepeat, maskOrigin, maskClip, maskMode, maskComposite
    /// A property that browsers know but neither layout nor painting reads: its value is not looked at.
    case ignored

    /// Whether its value goes into the computed values of others of the same element.
    @inline(__always) package var isEarly: Bool { rawValue <= PropertyID.lineHeight.rawValue }
    @inline(__always) package var isLogical: Bool {
        rawValue >= PropertyID.inlineSize.rawValue && rawValue <= PropertyID.overflowBlock.rawValue
    }
    @inline(__always) package var isPaint: Bool { rawValue >= PropertyID.color.rawValue }
    /// Whether painting reads its value: paint properties, logical border colors, and the effects of which layout knows only that they are there.
    @inline(__always) package var isPainted: Bool {
        isPaint || (rawValue >= PropertyID.transform.rawValue && rawValue <= PropertyID.willChange.rawValue)
            || (rawValue >= PropertyID.borderBlockStartColor.rawValue && rawValue <= PropertyID.borderInlineEndColor.rawValue)
    }
}
