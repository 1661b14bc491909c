/// A document laid out at one width: what it measures. A value, free of the document it came from.
public struct Layout: Sendable {
    /// The width that was asked for, in CSS px.
    public var width: Double
    /// What `document.documentElement.scrollHeight` is in the profile's browser: whole CSS px.
    public var height: Int
    /// Border-box heights of the root and body elements in CSS px, to 1/64.
    public var rootHeight: Double
    public var bodyHeight: Double
    /// Whether the document is in quirks mode, as without a doctype.
    public var isQuirks: Bool
    /// The line boxes with content in the whole document.
    public var lineCount: Int
    /// The body's border-box width at max-content and min-content in CSS px; with `LayoutDetail.widths`.
    public var naturalWidth: Double?
    public var minWidth: Double?
    /// With `LayoutDetail.lines`: an entry for each text node and visual line it has a piece on, in document order.
    public var lines: [LineInfo]?
    /// With `LayoutDetail.boxes`: an entry for each element under body in document order.
    public var boxes: [BoxInfo]?
    /// With `LayoutDetail.fonts`: the faces that served text.
    public var fonts: [FontUse]?
    /// What layout found wrong, beside the document's own diagnostics.
    public var diagnostics: [Diagnostic]
}

/// What a layout reports beside heights.
public struct LayoutDetail: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// The text of every line: `Layout.lines`.
    public static let lines = LayoutDetail(rawValue: 1)
    /// The border box of every element: `Layout.boxes`.
    public static let boxes = LayoutDetail(rawValue: 2)
    /// The widths that the content would like and can do with: `Layout.naturalWidth` and `Layout.minWidth`.
    public static let widths = LayoutDetail(rawValue: 4)
    /// The faces that served text: `Layout.fonts`.
    public static let fonts = LayoutDetail(rawValue: 8)
}

/// One text node's part of a visual line: its rectangle in CSS px from the top left of the document, and its text before
/// `text-transform` with white space collapsed.
public struct LineInfo: Hashable, Sendable {
    public var top: Double
    public var left: Double
    public var right: Double
    public var bottom: Double
    public var text: String
}

/// An element's border box in CSS px from the top left of the document, as `getBoundingClientRect` gives it; zeros where it has none.
public struct BoxInfo: Hashable, Sendable {
    /// The element's local name in lower case, as in the page's source.
    public var tag: String
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double
}

/// A font face that served some text.
public struct FontUse: Hashable, Sendable {
    /// The family's name and the face's, as in the font.
    public var family: String
    public var face: String
    /// The file that it came from, where there is one.
    public var path: String?
    /// Why it serves: a rule of the page, a bundled face, a family of the list, the standard font, or fallback.
    public var reason: String
}
