extension ComputedStyle {
    /// The style of an anonymous box: what inherits from `parent`, initial values for the rest
    /// (https://www.w3.org/TR/CSS22/visuren.html#anonymous-block-level).
    package static func anonymous(inheritingFrom parent: ComputedStyle) -> ComputedStyle {
        let initial = ComputedStyle()
        var style = parent
        style.display = initial.display
        style.specifiedDisplay = initial.specifiedDisplay
        style.position = initial.position
        style.float = initial.float
        style.clear = initial.clear
        style.overflowX = initial.overflowX
        style.overflowY = initial.overflowY
        style.boxSizing = initial.boxSizing
        style.contentVisibility = initial.contentVisibility
        style.contain = initial.contain
        style.containerType = initial.containerType
        style.appearance = initial.appearance
        style.isTransformed = initial.isTransformed
        style.zIndex = initial.zIndex
        style.zIndexIsAuto = initial.zIndexIsAuto
        style.width = initial.width
        style.height = initial.height
        style.minWidth = initial.minWidth
        style.minHeight = initial.minHeight
        style.maxWidth = initial.maxWidth
        style.maxHeight = initial.maxHeight
        style.margin = initial.margin
        style.padding = initial.padding
        style.borderWidth = initial.borderWidth
        style.borderStyle = initial.borderStyle
        style.inset = initial.inset
        style.quirkyMargins = initial.quirkyMargins
        style.aspectRatioIsAuto = initial.aspectRatioIsAuto
        style.aspectRatio = initial.aspectRatio
        style.objectFit = initial.objectFit
        style.unicodeBidi = initial.unicodeBidi
        style.verticalAlign = initial.verticalAlign
        style.verticalAlignLength = initial.verticalAlignLength
        style.textOverflow = initial.textOverflow
        style.boxDecorationBreak = initial.boxDecorationBreak
        style.lineClamp = initial.lineClamp
        style.webkitBoxOrientVertical = initial.webkitBoxOrientVertical
        style.content = initial.content
        style.counters = initial.counters
        style.tableLayout = initial.tableLayout
        style.flexDirection = initial.flexDirection
        style.flexWrap = initial.flexWrap
        style.flexGrow = initial.flexGrow
        style.flexShrink = initial.flexShrink
        style.flexBasis = initial.flexBasis
        style.order = initial.order
        style.alignContent = initial.alignContent
        style.alignItems = initial.alignItems
        style.alignSelf = initial.alignSelf
        style.justifyContent = initial.justifyContent
        style.justifyItems = initial.justifyItems
        style.justifySelf = initial.justifySelf
        style.rowGap = initial.rowGap
        style.columnGap = initial.columnGap
        style.gridAutoFlow = initial.gridAutoFlow
        style.grid = initial.grid
        style.columnCount = initial.columnCount
        style.columnWidth = initial.columnWidth
        style.columnFill = initial.columnFill
        style.columnSpanAll = initial.columnSpanAll
        style.avoidsBreakInside = initial.avoidsBreakInside
        style.breakBefore = initial.breakBefore
        style.breakAfter = initial.breakAfter
        return style
    }
}
