extension PropertyTable {
    private static let borderStyles = words(
        ("none", BorderStyle.none), ("hidden", .hidden), ("inset", .inset), ("groove", .groove), ("outset", .outset), ("ridge", .ridge),
        ("dotted", .dotted), ("dashed", .dashed), ("solid", .solid), ("double", .double))
    private static let overflows = words(
        ("visible", Overflow.visible), ("hidden", .hidden), ("scroll", .scroll), ("auto", .auto), ("clip", .clip), ("overlay", .auto))

    /// Display, position, sizes, margins, padding and borders.
    static var boxRows: [PropertyEntry] {
        [
            row("display", .display, .special, StyleField(\.display)),
            row("position", .position, words(
                ("static", Position.static), ("relative", .relative), ("absolute", .absolute), ("fixed", .fixed), ("sticky", .sticky),
                ("-webkit-sticky", .sticky)), StyleField(\.position)),
            row("float", .float, .special, StyleField(\.float)),
            row("clear", .clear, .special, StyleField(\.clear)),
            row("overflow-x", .overflowX, overflows, StyleField(\.overflowX)),
            row("overflow-y", .overflowY, overflows, StyleField(\.overflowY)),
            row("visibility", .visibility, words(("visible", Visibility.visible), ("hidden", .hidden), ("collapse", .collapse)),
                inherited: true, StyleField(\.visibility)),
            row("box-sizing", .boxSizing, words(("content-box", BoxSizing.contentBox), ("border-box", .borderBox)), StyleField(\.boxSizing)),
            row("content-visibility", .contentVisibility, words(
                ("visible", ContentVisibility.visible), ("auto", .auto), ("hidden", .hidden)), StyleField(\.contentVisibility)),
            row("contain", .contain, .special, StyleField(\.contain)),
            row("container-type", .containerType, flags(("normal", 0), ("inline-size", 1), ("size", 2)), StyleField(\.containerType)),
            row("container-name", .containerName, .special),
            row("appearance", .appearance, .special, StyleField(\.appearance)),
            row("transform", .transform, .special),
            row("translate", .translate, .special),
            row("rotate", .rotate, .special),
            row("scale", .scale, .special),
            row("perspective", .perspective, .special),
            row("filter", .filter, .special),
            row("backdrop-filter", .backdropFilter, .special),
            row("will-change", .willChange, .special),
            row("z-index", .zIndex, .special, StyleField(\.zIndex), StyleField(\.zIndexIsAuto)),

            row("width", .width, .length(.size), StyleField(\.width)),
            row("height", .height, .length(.size), StyleField(\.height)),
            row("min-width", .minWidth, .length(.size), StyleField(\.minWidth)),
            row("min-height", .minHeight, .length(.size), StyleField(\.minHeight)),
            row("max-width", .maxWidth, .length(.maximumSize), StyleField(\.maxWidth)),
            row("max-height", .maxHeight, .length(.maximumSize), StyleField(\.maxHeight)),
            row("margin-top", .marginTop, .length(.margin), StyleField(\.margin.top)),
            row("margin-right", .marginRight, .length(.margin), StyleField(\.margin.right)),
            row("margin-bottom", .marginBottom, .length(.margin), StyleField(\.margin.bottom)),
            row("margin-left", .marginLeft, .length(.margin), StyleField(\.margin.left)),
            row("padding-top", .paddingTop, .length(.padding), StyleField(\.padding.top)),
            row("padding-right", .paddingRight, .length(.padding), StyleField(\.padding.right)),
            row("padding-bottom", .paddingBottom, .length(.padding), StyleField(\.padding.bottom)),
            row("padding-left", .paddingLeft, .length(.padding), StyleField(\.padding.left)),
            row("border-top-style", .borderTopStyle, borderStyles, StyleField(\.borderStyle.top)),
            row("border-right-style", .borderRightStyle, borderStyles, StyleField(\.borderStyle.right)),
            row("border-bottom-style", .borderBottomStyle, borderStyles, StyleField(\.borderStyle.bottom)),
            row("border-left-style", .borderLeftStyle, borderStyles, StyleField(\.borderStyle.left)),
            row("border-top-width", .borderTopWidth, .special, StyleField(\.borderWidth.top)),
            row("border-right-width", .borderRightWidth, .special, StyleField(\.borderWidth.right)),
            row("border-bottom-width", .borderBottomWidth, .special, StyleField(\.borderWidth.bottom)),
            row("border-left-width", .borderLeftWidth, .special, StyleField(\.borderWidth.left)),
            row("top", .top, .length(.margin), StyleField(\.inset.top)),
            row("right", .right, .length(.margin), StyleField(\.inset.right)),
            row("bottom", .bottom, .length(.margin), StyleField(\.inset.bottom)),
            row("left", .left, .length(.margin), StyleField(\.inset.left)),
            row("aspect-ratio", .aspectRatio, .special, StyleField(\.aspectRatio), StyleField(\.aspectRatioIsAuto)),
            row("object-fit", .objectFit, words(
                ("fill", ObjectFit.fill), ("contain", .contain), ("cover", .cover), ("none", .none), ("scale-down", .scaleDown)),
                StyleField(\.objectFit)),
        ]
    }

    /// Flow-relative properties; their computed values are those of the physical ones.
    static var logicalRows: [PropertyEntry] {
        [
            row("inline-size", .inlineSize, .length(.size)), row("block-size", .blockSize, .length(.size)),
            row("min-inline-size", .minInlineSize, .length(.size)), row("min-block-size", .minBlockSize, .length(.size)),
            row("max-inline-size", .maxInlineSize, .length(.maximumSize)), row("max-block-size", .maxBlockSize, .length(.maximumSize)),
            row("margin-block-start", .marginBlockStart, .length(.margin)), row("margin-block-end", .marginBlockEnd, .length(.margin)),
            row("margin-inline-start", .marginInlineStart, .length(.margin)), row("margin-inline-end", .marginInlineEnd, .length(.margin)),
            row("padding-block-start", .paddingBlockStart, .length(.padding)), row("padding-block-end", .paddingBlockEnd, .length(.padding)),
            row("padding-inline-start", .paddingInlineStart, .length(.padding)), row("padding-inline-end", .paddingInlineEnd, .length(.padding)),
            row("border-block-start-style", .borderBlockStartStyle, borderStyles), row("border-block-end-style", .borderBlockEndStyle, borderStyles),
            row("border-inline-start-style", .borderInlineStartStyle, borderStyles), row("border-inline-end-style", .borderInlineEndStyle, borderStyles),
            row("border-block-start-width", .borderBlockStartWidth, .special), row("border-block-end-width", .borderBlockEndWidth, .special),
            row("border-inline-start-width", .borderInlineStartWidth, .special), row("border-inline-end-width", .borderInlineEndWidth, .special),
            row("border-block-start-color", .borderBlockStartColor, .paint(.color)), row("border-block-end-color", .borderBlockEndColor, .paint(.color)),
            row("border-inline-start-color", .borderInlineStartColor, .paint(.color)), row("border-inline-end-color", .borderInlineEndColor, .paint(.color)),
            row("inset-block-start", .insetBlockStart, .length(.margin)), row("inset-block-end", .insetBlockEnd, .length(.margin)),
            row("inset-inline-start", .insetInlineStart, .length(.margin)), row("inset-inline-end", .insetInlineEnd, .length(.margin)),
            row("overflow-inline", .overflowInline, overflows), row("overflow-block", .overflowBlock, overflows),
        ]
    }
}
