/// How a document is to be measured, apart from its width.
public struct Options: Hashable, Sendable {
    /// The browser engine to agree with.
    public var profile: Profile = .webkit
    /// The folder that relative URLs start from; nothing outside it is read. `nil`: no file is read.
    public var baseDirectory: String?
    /// Author stylesheets added after the page's own.
    public var stylesheets: [String] = []
    /// The viewport's height in CSS px: the base of `vh`, and the least height reported.
    public var viewportHeight: Double = 0
    /// What `prefers-color-scheme` queries are answered with.
    public var colorScheme: ColorScheme = .light
    /// What media queries take the page to be shown on.
    public var media: Media = .screen
    /// A factor on the default and keyword font sizes, as a user's text size setting.
    public var fontScale: Double = 1
    /// Device pixels per CSS px, for `resolution` queries and `srcset`.
    public var devicePixelRatio: Double = 1

    /// How much a document may ask for; without limits by default.
    public var limits = Limits()

    public enum ColorScheme: String, Hashable, Sendable { case light, dark }
    public enum Media: String, Hashable, Sendable { case screen, print }

    public init() {}
}

/// What a document may ask for before measuring it ends with `CopyfitError.limitExceeded` or `.deadlineExceeded`; `nil` is no limit.
public struct Limits: Hashable, Sendable {
    /// Elements, text nodes and comments of the parsed document.
    public var nodes: Int?
    /// Boxes that its elements and their contents make.
    public var boxes: Int?
    /// The text that is laid out, in UTF-16 code units.
    public var textLength: Int?
    /// Seconds of wall-clock time for preparing a document, and again for each layout.
    public var seconds: Double?

    public init(nodes: Int? = nil, boxes: Int? = nil, textLength: Int? = nil, seconds: Double? = nil) {
        self.nodes = nodes
        self.boxes = boxes
        self.textLength = textLength
        self.seconds = seconds
    }
}
