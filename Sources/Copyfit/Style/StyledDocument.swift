/// What the style stage yields: a style for each element and pseudo-element, and the tables that styles point into.
package struct StyledDocument: Sendable {
    package var styles: [ComputedStyle] = []
    /// By `NodeID`; `.none` for nodes that are not elements and for elements inside `display: none`.
    package var elementStyles: [StyleID] = []
    package var pseudoStyles: [PseudoElementKey: StyleID] = [:]
    /// Some `::first-line` has a style.
    package var hasFirstLines = false
    /// Some style has emphasis marks.
    package var hasEmphasis = false
    package var fonts: [FontDescription] = [FontDescription()]
    /// BCP 47 tags as written; entry 0 is the empty string, no language.
    package var languages: [String] = [""]
    package var strings: [String] = []
    package var expressions: [LengthExpression] = []
    package var listStyles: [ListStyle] = [.none]
    package var images: [ImageReference] = []
    package var contents: [[ContentItem]] = []
    package var counterOperations: [CounterOperations] = []
    package var quotes: [QuotePairs] = []
    package var grids: [GridStyle] = []
    /// By `ComputedStyle.paint`; without a `PaintRequest` only the initial one.
    package var paints: [PaintStyle] = [PaintStyle()]
    package var fontFaces: [FontFaceRule] = []
    package var counterStyles: [CounterStyleRule] = []
    /// Some value was computed from the viewport's width or height (`vw`, `vh`, a container query): at another one, styles must be
    /// resolved anew.
    package var dependsOnViewportWidth = false
    package var dependsOnViewportHeight = false

    package init() {}

    @inline(__always) package subscript(_ id: StyleID) -> ComputedStyle {
        _read { yield styles[id.index] }
    }

    package func style(of node: NodeID) -> StyleID { elementStyles[node.index] }
    package func style(of pseudo: PseudoElement, on node: NodeID) -> StyleID? { pseudoStyles[PseudoElementKey(node: node, pseudo: pseudo)] }
}

package struct PseudoElementKey: Hashable, Sendable {
    package var node: NodeID
    package var pseudo: PseudoElement
    package init(node: NodeID, pseudo: PseudoElement) { self.node = node; self.pseudo = pseudo }
}

package enum ListStyle: Hashable, Sendable {
    case none
    case string(String)
    /// A predefined or `@counter-style` name, in its own case (predefined ones in lower case).
    case counterStyle(String)
}

package struct ImageReference: Hashable, Sendable {
    /// The URL as written, or nil for a gradient or other generated image.
    package var url: String?
    /// The folder of the sheet it stands in; nil for the document's.
    package var base: String?
    package init(url: String?, base: String?) { self.url = url; self.base = base }
}

package enum ContentItem: Hashable, Sendable {
    case none
    case string(String)
    case attribute(String, fallback: String)
    case counter(name: String, style: ListStyle)
    case counters(name: String, separator: String, style: ListStyle)
    case openQuote, closeQuote, noOpenQuote, noCloseQuote
    case image(ImageReference)
}

package struct CounterOperations: Hashable, Sendable {
    package struct Operation: Hashable, Sendable {
        package var name: String
        package var value: Int32
        package init(name: String, value: Int32) { self.name = name; self.value = value }
    }
    package var resets: [Operation] = []
    package var increments: [Operation] = []
    package var sets: [Operation] = []
    package init() {}
}

/// The value of `quotes`: `none` is no pairs.
package struct QuotePairs: Hashable, Sendable {
    package var pairs: [[String]]
    package init(pairs: [[String]]) { self.pairs = pairs }
}

/// The grid properties other than gaps and alignment (https://www.w3.org/TR/css-grid-1/).
package struct GridStyle: Hashable, Sendable {
    package enum Breadth: Hashable, Sendable {
        case length(Length)
        case flex(Float)
        case auto, minContent, maxContent
        case fitContent(Length)
    }
    package struct TrackSize: Hashable, Sendable {
        package var minimum: Breadth
        package var maximum: Breadth
        package init(minimum: Breadth, maximum: Breadth) { self.minimum = minimum; self.maximum = maximum }
        package static let auto = TrackSize(minimum: .auto, maximum: .auto)
    }
    package enum Repetition: Hashable, Sendable { case count(Int), autoFill, autoFit }
    package enum Component: Hashable, Sendable {
        case track(TrackSize)
        case lineNames([String])
        indirect case `repeat`(Repetition, [Component])
    }
    package enum Line: Hashable, Sendable {
        case auto
        /// A line number and optional name.
        case line(Int, name: String?)
        case name(String)
        case span(Int, name: String?)
    }

    package var templateColumns: [Component] = []
    package var templateRows: [Component] = []
    package var templateAreas: [[String]] = []
    package var autoColumns: [TrackSize] = [.auto]
    package var autoRows: [TrackSize] = [.auto]
    package var rowStart: Line = .auto
    package var rowEnd: Line = .auto
    package var columnStart: Line = .auto
    package var columnEnd: Line = .auto
    package init() {}
}
