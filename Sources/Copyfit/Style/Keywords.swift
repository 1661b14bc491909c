// Computed keyword values, each in the spelling of its specification. Raw values are bytes so that styles stay trivial.

package enum Display: UInt8, Sendable {
    case none, contents
    case block, flowRoot, listItem, table, flex, grid, webkitBox
    case inline, inlineBlock, inlineListItem, inlineTable, inlineFlex, inlineGrid, inlineWebkitBox, ruby, rubyText
    case tableRowGroup, tableHeaderGroup, tableFooterGroup, tableRow, tableCell, tableColumnGroup, tableColumn, tableCaption
}

package enum Position: UInt8, Sendable { case `static`, relative, absolute, fixed, sticky }
package enum FloatSide: UInt8, Sendable { case none, left, right }
package enum Clear: UInt8, Sendable { case none, left, right, both }
package enum BoxSizing: UInt8, Sendable { case contentBox, borderBox }
package enum Overflow: UInt8, Sendable { case visible, hidden, scroll, auto, clip }
package enum Visibility: UInt8, Sendable { case visible, hidden, collapse }
package enum Direction: UInt8, Sendable { case ltr, rtl }
package enum UnicodeBidi: UInt8, Sendable { case normal, embed, isolate, bidiOverride, isolateOverride, plaintext }
package enum WritingMode: UInt8, Sendable { case horizontalTb, verticalRl, verticalLr, sidewaysRl, sidewaysLr }
package enum BorderStyle: UInt8, Sendable { case none, hidden, inset, groove, outset, ridge, dotted, dashed, solid, double }

package enum TextAlign: UInt8, Sendable { case start, end, left, right, center, justify, matchParent, webkitLeft, webkitRight, webkitCenter }
package enum TextAlignLast: UInt8, Sendable { case auto, start, end, left, right, center, justify }
/// `mathAuto` is `math-auto`: a text of one letter in italics.
package enum TextTransform: UInt8, Sendable { case none, uppercase, lowercase, capitalize, fullWidth, fullSizeKana, mathAuto }
package enum WhiteSpaceCollapse: UInt8, Sendable { case collapse, preserve, preserveBreaks, breakSpaces, preserveSpaces }
package enum TextWrapMode: UInt8, Sendable { case wrap, nowrap }
package enum TextWrapStyle: UInt8, Sendable { case auto, balance, pretty, stable }
package enum WordBreak: UInt8, Sendable { case normal, breakAll, keepAll, breakWord }
package enum OverflowWrap: UInt8, Sendable { case normal, breakWord, anywhere }
package enum LineBreak: UInt8, Sendable { case auto, loose, normal, strict, anywhere, afterWhiteSpace }
package enum Hyphens: UInt8, Sendable { case none, manual, auto }
package enum TextOverflow: UInt8, Sendable { case clip, ellipsis }
package enum BoxDecorationBreak: UInt8, Sendable { case slice, clone }

/// https://www.w3.org/TR/css-ruby-1/, in horizontal text.
package enum RubyPosition: UInt8, Sendable { case over, under }
package enum RubyAlign: UInt8, Sendable { case spaceAround, spaceBetween, center, start }
package enum RubyOverhang: UInt8, Sendable { case auto, none }

package enum ListStylePosition: UInt8, Sendable { case outside, inside }
package enum TableLayout: UInt8, Sendable { case auto, fixed }
package enum BorderCollapse: UInt8, Sendable { case separate, collapse }
package enum CaptionSide: UInt8, Sendable { case top, bottom }
package enum EmptyCells: UInt8, Sendable { case show, hide }

package enum FlexDirection: UInt8, Sendable { case row, rowReverse, column, columnReverse }
package enum FlexWrap: UInt8, Sendable { case nowrap, wrap, wrapReverse }
package enum GridAutoFlow: UInt8, Sendable { case row, column, rowDense, columnDense }

/// The value of `align-*` and `justify-*`, without its overflow position.
package enum Alignment: UInt8, Sendable {
    case auto, normal, stretch, start, end, center, flexStart, flexEnd, selfStart, selfEnd, left, right
    case baseline, lastBaseline, spaceBetween, spaceAround, spaceEvenly, legacy, anchorCenter
}

/// `break-before` and `break-after` as they concern columns.
package enum ColumnBreak: UInt8, Sendable { case auto, avoid, column }
package enum ColumnFill: UInt8, Sendable { case balance, auto }
package enum ObjectFit: UInt8, Sendable { case fill, contain, cover, none, scaleDown }
package enum ContentVisibility: UInt8, Sendable { case visible, auto, hidden }
package enum Appearance: UInt8, Sendable { case none, auto }

/// `vertical-align` without its length; `length` stands for a length, percentage or `calc()`.
package enum VerticalAlign: UInt8, Sendable { case baseline, sub, `super`, textTop, textBottom, middle, top, bottom, length, webkitBaselineMiddle }

/// The computed `line-height`.
package struct LineHeight: Hashable, Sendable {
    /// `ink`, which no declaration gives: boxes count for what is drawn in them (`-webkit-line-box-contain: glyphs` in formulas).
    package enum Kind: UInt8, Sendable { case normal, number, length, ink }
    package var kind: Kind
    /// A factor on the font size, or CSS px (percentages are made px when the style is computed, as they inherit so).
    package var value: Float
    package init(kind: Kind, value: Float = 0) { self.kind = kind; self.value = value }
    package static let normal = LineHeight(kind: .normal)
}
