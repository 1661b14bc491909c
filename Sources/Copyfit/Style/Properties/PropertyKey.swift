/// What a declaration may name.
package enum PropertyKey: Hashable, Sendable {
    case longhand(PropertyID)
    case shorthand(ShorthandID)

    /// The property or shorthand of a name in lower case, legacy names included; nil for one that browsers don't know.
    package static func named(_ name: String) -> PropertyKey? { names[name] ?? (ignoredNames.contains(name) ? .longhand(.ignored) : nil) }

    private static let names: [String: PropertyKey] = {
        var names: [String: PropertyKey] = [:]
        names.reserveCapacity(PropertyTable.entries.count + ShorthandID.allCases.count + aliases.count)
        for entry in PropertyTable.entries where entry.property != .ignored && entry.property != .language {
            names[String(entry.name)] = .longhand(entry.property)
        }
        for shorthand in ShorthandID.allCases { names[String(shorthand.name)] = .shorthand(shorthand) }
        for (alias, key) in aliases { names[String(alias)] = key }
        return names
    }()

    private static let aliases: [(StaticString, PropertyKey)] = [
        ("word-wrap", .longhand(.overflowWrap)), ("-webkit-text-size-adjust", .longhand(.textSizeAdjust)), ("font-width", .longhand(.fontStretch)), ("-webkit-hyphens", .longhand(.hyphens)),
        ("grid-row-gap", .longhand(.rowGap)), ("grid-column-gap", .longhand(.columnGap)), ("grid-gap", .shorthand(.gap)),
        ("-webkit-box-sizing", .longhand(.boxSizing)), ("-webkit-appearance", .longhand(.appearance)), ("-webkit-transform", .longhand(.transform)),
        ("-webkit-filter", .longhand(.filter)), ("-webkit-perspective", .longhand(.perspective)), ("-webkit-backdrop-filter", .longhand(.backdropFilter)),
        ("-webkit-line-break", .longhand(.lineBreak)), ("-webkit-hyphenate-character", .longhand(.hyphenateCharacter)),
        ("-webkit-box-decoration-break", .longhand(.boxDecorationBreak)), ("-webkit-font-feature-settings", .longhand(.fontFeatureSettings)),
        ("-webkit-font-kerning", .longhand(.fontKerning)), ("-webkit-font-variant-ligatures", .longhand(.fontVariantLigatures)),
        ("-webkit-writing-mode", .longhand(.writingMode)), ("-webkit-locale", .longhand(.ignored)), ("-epub-hyphens", .longhand(.hyphens)),
        ("-epub-word-break", .longhand(.wordBreak)), ("-epub-writing-mode", .longhand(.writingMode)), ("-epub-text-transform", .longhand(.textTransform)),
        ("-epub-caption-side", .longhand(.captionSide)), ("-webkit-ruby-position", .longhand(.rubyPosition)),
        ("-webkit-flex", .shorthand(.flex)), ("-webkit-flex-flow", .shorthand(.flexFlow)), ("-webkit-flex-direction", .longhand(.flexDirection)),
        ("-webkit-flex-wrap", .longhand(.flexWrap)), ("-webkit-flex-grow", .longhand(.flexGrow)), ("-webkit-flex-shrink", .longhand(.flexShrink)),
        ("-webkit-flex-basis", .longhand(.flexBasis)), ("-webkit-order", .longhand(.order)), ("-webkit-align-content", .longhand(.alignContent)),
        ("-webkit-align-items", .longhand(.alignItems)), ("-webkit-align-self", .longhand(.alignSelf)), ("-webkit-justify-content", .longhand(.justifyContent)),
        ("-webkit-columns", .shorthand(.columns)), ("-webkit-column-count", .longhand(.columnCount)), ("-webkit-column-width", .longhand(.columnWidth)),
        ("-webkit-column-gap", .longhand(.columnGap)), ("-webkit-column-fill", .longhand(.columnFill)), ("-webkit-column-span", .longhand(.columnSpan)),
        ("page-break-inside", .longhand(.breakInside)), ("page-break-before", .longhand(.breakBefore)), ("page-break-after", .longhand(.breakAfter)),
        ("-webkit-column-break-inside", .longhand(.breakInside)), ("-webkit-column-break-before", .longhand(.breakBefore)),
        ("-webkit-column-break-after", .longhand(.breakAfter)),
        ("-webkit-margin-start", .longhand(.marginInlineStart)), ("-webkit-margin-end", .longhand(.marginInlineEnd)),
        ("-webkit-margin-before", .longhand(.marginBlockStart)), ("-webkit-margin-after", .longhand(.marginBlockEnd)),
        ("-webkit-padding-start", .longhand(.paddingInlineStart)), ("-webkit-padding-end", .longhand(.paddingInlineEnd)),
        ("-webkit-padding-before", .longhand(.paddingBlockStart)), ("-webkit-padding-after", .longhand(.paddingBlockEnd)),
        ("-webkit-border-start", .shorthand(.borderInlineStart)), ("-webkit-border-end", .shorthand(.borderInlineEnd)),
        ("-webkit-border-before", .shorthand(.borderBlockStart)), ("-webkit-border-after", .shorthand(.borderBlockEnd)),
        ("-webkit-border-start-width", .longhand(.borderInlineStartWidth)), ("-webkit-border-end-width", .longhand(.borderInlineEndWidth)),
        ("-webkit-border-before-width", .longhand(.borderBlockStartWidth)), ("-webkit-border-after-width", .longhand(.borderBlockEndWidth)),
        ("-webkit-border-start-style", .longhand(.borderInlineStartStyle)), ("-webkit-border-end-style", .longhand(.borderInlineEndStyle)),
        ("-webkit-border-before-style", .longhand(.borderBlockStartStyle)), ("-webkit-border-after-style", .longhand(.borderBlockEndStyle)),
        ("-webkit-logical-width", .longhand(.inlineSize)), ("-webkit-logical-height", .longhand(.blockSize)),
        ("-webkit-min-logical-width", .longhand(.minInlineSize)), ("-webkit-min-logical-height", .longhand(.minBlockSize)),
        ("-webkit-max-logical-width", .longhand(.maxInlineSize)), ("-webkit-max-logical-height", .longhand(.maxBlockSize)),
        ("-webkit-border-radius", .shorthand(.borderRadius)), ("-webkit-border-top-left-radius", .longhand(.borderTopLeftRadius)),
        ("-webkit-border-top-right-radius", .longhand(.borderTopRightRadius)), ("-webkit-border-bottom-left-radius", .longhand(.borderBottomLeftRadius)),
        ("-webkit-border-bottom-right-radius", .longhand(.borderBottomRightRadius)), ("-webkit-box-shadow", .longhand(.boxShadow)),
        ("-webkit-background-size", .longhand(.backgroundSize)), ("-webkit-background-clip", .longhand(.backgroundClip)),
        ("-webkit-background-origin", .longhand(.backgroundOrigin)), ("-webkit-opacity", .longhand(.opacity)),
        ("-webkit-transform-origin", .longhand(.transformOrigin)), ("-webkit-clip-path", .longhand(.clipPath)), ("-webkit-mask", .shorthand(.mask)),
        ("-webkit-column-rule", .shorthand(.columnRule)), ("-webkit-column-rule-color", .longhand(.columnRuleColor)),
        ("-webkit-column-rule-style", .longhand(.columnRuleStyle)), ("-webkit-column-rule-width", .longhand(.columnRuleWidth)),
        ("-webkit-text-decoration", .shorthand(.textDecoration)), ("-webkit-border-image", .shorthand(.borderImage)),
        ("-webkit-mask-image", .longhand(.maskImage)), ("-webkit-mask-position", .longhand(.maskPosition)), ("-webkit-mask-size", .longhand(.maskSize)),
        ("-webkit-mask-repeat", .longhand(.maskRepeat)), ("-webkit-mask-origin", .longhand(.maskOrigin)), ("-webkit-mask-clip", .longhand(.maskClip)),
        ("-webkit-mask-composite", .longhand(.maskComposite)), ("-webkit-mask-source-type", .longhand(.maskMode)),
        ("-webkit-text-emphasis", .shorthand(.textEmphasis)), ("-webkit-text-emphasis-style", .longhand(.textEmphasisStyle)),
        ("-webkit-text-emphasis-color", .longhand(.textEmphasisColor)), ("-webkit-text-emphasis-position", .longhand(.textEmphasisPosition)),
    ]

    /// Properties that browsers parse and that neither layout nor painting asks for here: their values go unchecked, their names are no mistake.
    private static let ignoredNames = Set(WordList("""
        accent-color align-tracks alignment-baseline animation animation-composition animation-delay animation-direction animation-duration
        animation-fill-mode animation-iteration-count animation-name animation-play-state animation-timeline animation-timing-function
        -webkit-animation -webkit-animation-delay -webkit-animation-direction -webkit-animation-duration -webkit-animation-fill-mode
        -webkit-animation-iteration-count -webkit-animation-name -webkit-animation-play-state -webkit-animation-timing-function
        backface-visibility -webkit-backface-visibility background-blend-mode baseline-shift baseline-source border-end-end-radius
        border-end-start-radius border-start-end-radius border-start-start-radius
        break-after break-before break-inside page-break-after page-break-before page-break-inside -webkit-column-break-after
        -webkit-column-break-before -webkit-column-break-inside caret-color clip clip-rule color-interpolation color-interpolation-filters
        color-rendering contain-intrinsic-block-size contain-intrinsic-height contain-intrinsic-inline-size contain-intrinsic-size
        contain-intrinsic-width cursor cx cy d dominant-baseline dynamic-range-limit field-sizing fill-opacity fill-rule
        flood-color flood-opacity font-variant-emoji forced-color-adjust hanging-punctuation hyphenate-limit-chars image-orientation
        image-rendering initial-letter -webkit-initial-letter inset-area interactivity interpolate-size justify-tracks lighting-color marker
        marker-end marker-mid marker-start mask-border mask-type -webkit-mask-box-image
        math-depth math-shift math-style object-view-box offset offset-anchor
        offset-distance offset-path offset-position offset-rotate orphans outline-offset overflow-anchor overflow-clip-margin overlay
        overscroll-behavior overscroll-behavior-block overscroll-behavior-inline overscroll-behavior-x overscroll-behavior-y page paint-order
        perspective-origin -webkit-perspective-origin pointer-events position-anchor position-area position-try position-visibility
        print-color-adjust -webkit-print-color-adjust r resize reading-flow rx ry scroll-behavior
        scroll-margin scroll-margin-block scroll-margin-block-end scroll-margin-block-start scroll-margin-bottom scroll-margin-inline
        scroll-margin-inline-end scroll-margin-inline-start scroll-margin-left scroll-margin-right scroll-margin-top scroll-padding
        scroll-padding-block scroll-padding-block-end scroll-padding-block-start scroll-padding-bottom scroll-padding-inline
        scroll-padding-inline-end scroll-padding-inline-start scroll-padding-left scroll-padding-right scroll-padding-top scroll-snap-align
        scroll-snap-stop scroll-snap-type scroll-timeline scrollbar-color scrollbar-gutter scrollbar-width shape-image-threshold shape-margin
        shape-outside shape-rendering speak speak-as stop-color stop-opacity stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin
        stroke-miterlimit stroke-opacity stroke-width -webkit-text-stroke -webkit-text-stroke-color -webkit-text-stroke-width
        text-anchor text-autospace text-box text-box-edge text-box-trim text-combine-upright -webkit-text-combine
        text-decoration-skip text-decoration-skip-ink -webkit-text-decoration-skip
        text-justify text-orientation -webkit-text-orientation text-rendering text-spacing-trim
        text-underline-position touch-action transform-box transform-style -webkit-transform-style transition transition-behavior transition-delay
        transition-duration transition-property transition-timing-function -webkit-transition -webkit-transition-delay
        -webkit-transition-duration -webkit-transition-property -webkit-transition-timing-function user-select -webkit-user-select
        vector-effect view-timeline view-transition-class view-transition-name widows x y -webkit-font-smoothing -webkit-tap-highlight-color
        -webkit-user-drag -webkit-user-modify -webkit-box-align -webkit-box-direction -webkit-box-flex -webkit-box-flex-group -webkit-box-lines
        -webkit-box-ordinal-group -webkit-box-pack -webkit-box-reflect -webkit-rtl-ordering -webkit-text-security -webkit-nbsp-mode
        -webkit-margin-collapse -webkit-touch-callout -webkit-overflow-scrolling -webkit-line-align -webkit-line-snap -webkit-line-box-contain
        -webkit-cursor-visibility -webkit-text-zoom -webkit-app-region app-region src unicode-range size descent-override ascent-override
        line-gap-override font-display buffered-rendering column-height column-wrap corner-shape
        """))
}
