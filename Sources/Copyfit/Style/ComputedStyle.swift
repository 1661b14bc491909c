/// A style's index in `StyledDocument.styles`.
package struct StyleID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    package var rawValue: UInt32
    @inline(__always) package init(rawValue: UInt32) { self.rawValue = rawValue }
    /// No style: an element that generates no box because an ancestor is `display: none`.
    package static let none = StyleID(rawValue: .max)
    @inline(__always) package var index: Int { Int(rawValue) }
    @inline(__always) package var exists: Bool { rawValue != UInt32.max }
    package var description: String { exists ? "Style(\(rawValue))" : "Style(none)" }
}

/// The computed values that bear on layout. A trivial struct: lists and strings are indices into the tables of `StyledDocument`.
///
/// Lengths are CSS px with zoom applied. Elements that compute the same share one style. The initial values are the ones written here.
package struct ComputedStyle: Hashable, Sendable {
    // Display
    package var display: Display = .inline
    /// The display that was specified, before `float`, `position` or the root made it block-level: static positions need it.
    package var specifiedDisplay: Display = .inline
    package var position: Position = .static
    package var float: FloatSide = .none
    package var clear: Clear = .none
    package var overflowX: Overflow = .visible
    package var overflowY: Overflow = .visible
    package var visibility: Visibility = .visible
    package var boxSizing: BoxSizing = .contentBox
    package var contentVisibility: ContentVisibility = .visible
    /// `contain`: bit 0 size, 1 inline-size, 2 layout, 3 style, 4 paint.
    package var contain: UInt8 = 0
    /// `container-type`: 0 normal, 1 inline-size, 2 size.
    package var containerType: UInt8 = 0
    package var appearance: Appearance = .none
    package var isTransformed = false
    package var zIndex: Int32 = 0
    package var zIndexIsAuto = true
    /// The product of `zoom` on the element and its ancestors.
    package var effectiveZoom: Float = 1

    // Box model
    package var width: Length = .auto
    package var height: Length = .auto
    package var minWidth: Length = .auto
    package var minHeight: Length = .auto
    package var maxWidth: Length = .none
    package var maxHeight: Length = .none
    package var margin = Edges<Length>(all: .zero)
    package var padding = Edges<Length>(all: .zero)
    /// Used border widths in whole px (browser-rules §3.4); 0 where the style is none or hidden.
    package var borderWidth = Edges<Float>(all: 0)
    package var borderStyle = Edges<BorderStyle>(all: .none)
    package var inset = Edges<Length>(all: .auto)
    /// Which margins come from the user-agent sheet and are quirky there: bit 0 top, bit 1 bottom (browser-rules §6.1).
    package var quirkyMargins: UInt8 = 0
    package var aspectRatioIsAuto = true
    /// width / height, or 0 for none.
    package var aspectRatio: Float = 0
    package var objectFit: ObjectFit = .fill

    // Text direction and language
    package var direction: Direction = .ltr
    package var unicodeBidi: UnicodeBidi = .normal
    package var writingMode: WritingMode = .horizontalTb
    /// The content language, in `StyledDocument.languages`; 0 is none.
    package var language: UInt16 = 0

    // Font and lines
    /// Index in `StyledDocument.fonts`.
    package var font: UInt32 = 0
    /// `font-size` in CSS px, unquantized.
    package var fontSize: Float = 16
    package var lineHeight: LineHeight = .normal
    package var verticalAlign: VerticalAlign = .baseline
    package var verticalAlignLength: Length = .zero
    package var textAlign: TextAlign = .start
    package var textAlignLast: TextAlignLast = .auto
    package var textIndent: Length = .zero
    package var textIndentHanging = false
    package var textIndentEachLine = false
    package var textTransform: TextTransform = .none
    package var whiteSpaceCollapse: WhiteSpaceCollapse = .collapse
    package var textWrapMode: TextWrapMode = .wrap
    package var textWrapStyle: TextWrapStyle = .auto
    package var wordBreak: WordBreak = .normal
    package var overflowWrap: OverflowWrap = .normal
    package var lineBreak: LineBreak = .auto
    package var hyphens: Hyphens = .manual
    /// Index in `StyledDocument.strings` + 1 of `hyphenate-character`; 0 is `auto`.
    package var hyphenateCharacter: UInt32 = 0
    package var tabSize: Float = 8
    package var tabSizeIsLength = false
    package var letterSpacing: Float = 0
    package var wordSpacing: Float = 0
    package var textOverflow: TextOverflow = .clip
    package var boxDecorationBreak: BoxDecorationBreak = .slice
    /// `-webkit-line-clamp`; 0 is none.
    package var lineClamp: Int32 = 0
    package var webkitBoxOrientVertical = false
    package var rubyPosition: RubyPosition = .over
    package var rubyAlign: RubyAlign = .spaceAround
    package var rubyOverhang: RubyOverhang = .auto
    /// Index in `StyledDocument.strings` + 1 of the emphasis mark; 0 is none.
    package var emphasisMark: UInt32 = 0
    package var emphasisIsUnder = false

    // Lists and generated content
    /// Index in `StyledDocument.listStyles`; 0 is `none`.
    package var listStyleType: UInt32 = 0
    package var listStylePosition: ListStylePosition = .outside
    /// Index in `StyledDocument.images` + 1; 0 is `none`.
    package var listStyleImage: UInt32 = 0
    /// Index in `StyledDocument.contents` + 1; 0 is `normal`.
    package var content: UInt32 = 0
    /// Index in `StyledDocument.counterOperations` + 1; 0 is none.
    package var counters: UInt32 = 0
    /// Index in `StyledDocument.quotes` + 1; 0 is `auto`.
    package var quotes: UInt32 = 0

    // Tables
    package var tableLayout: TableLayout = .auto
    package var borderCollapse: BorderCollapse = .separate
    package var borderSpacingHorizontal: Float = 0
    package var borderSpacingVertical: Float = 0
    package var captionSide: CaptionSide = .top
    package var emptyCells: EmptyCells = .show

    // Flex, grid, columns
    package var flexDirection: FlexDirection = .row
    package var flexWrap: FlexWrap = .nowrap
    package var flexGrow: Float = 0
    package var flexShrink: Float = 1
    package var flexBasis: Length = .auto
    package var order: Int32 = 0
    package var alignContent: Alignment = .normal
    package var alignItems: Alignment = .normal
    package var alignSelf: Alignment = .auto
    package var justifyContent: Alignment = .normal
    package var justifyItems: Alignment = .legacy
    package var justifySelf: Alignment = .auto
    /// `auto` stands for `normal`.
    package var rowGap: Length = .auto
    package var columnGap: Length = .auto
    package var gridAutoFlow: GridAutoFlow = .row
    /// Index in `StyledDocument.grids` + 1 of all other grid properties; 0 is their initial values.
    package var grid: UInt32 = 0
    /// 0 is `auto`.
    package var columnCount: Int32 = 0
    package var columnWidth: Length = .auto
    package var columnFill: ColumnFill = .balance
    package var columnSpanAll = false
    /// `break-inside: avoid` or `avoid-column`.
    package var avoidsBreakInside = false
    package var breakBefore: ColumnBreak = .auto
    package var breakAfter: ColumnBreak = .auto
    /// 0 where they are not set: 2 in Chromium, of no effect in WebKit.
    package var orphans: Int32 = 0
    package var widows: Int32 = 0

    /// Index in `StyledDocument.paints`: colors, backgrounds and what else only painting reads.
    package var paint: UInt32 = 0

    package init() {}
}
