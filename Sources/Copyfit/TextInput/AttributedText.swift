/// Text with attributes, for those who show it in a text view: a document without markup.
///
///     var text = AttributedText("Dear ")
///     text.append("Ada", weight: 700)
///     text.append(attachment: .init(width: 1200, height: 800))
///     let document = try copyfitter.prepare(text: text)
///
/// It is laid out as a text view does: white space stays, lines break at newlines and where they are full, a word that is wider than the view breaks
/// anywhere, an attachment is scaled down to the view's width, each paragraph has the direction of its first strong character. Text that is empty is as
/// tall as one line, and a newline at the end begins a line more.
public struct AttributedText: Hashable, Sendable {
    /// How a part of the text looks, and where it leads.
    public struct Attributes: Hashable, Sendable {
        /// In order of preference; generic families as in CSS.
        public var families: [String]
        /// CSS px
        public var size: Double
        /// 1 to 1000, 400 being regular
        public var weight: Double
        public var isItalic: Bool
        /// As in CSS; nil: that of the view, or of links.
        public var color: String?
        /// Where it leads; links look like those of a page.
        public var link: String?

        public init(
            families: [String] = ["system-ui", "sans-serif"], size: Double = 16, weight: Double = 400, isItalic: Bool = false, color: String? = nil,
            link: String? = nil
        ) {
            self.families = families
            self.size = size
            self.weight = weight
            self.isItalic = isItalic
            self.color = color
            self.link = link
        }
    }

    /// Something that stands in a line like a letter, its lower edge on the baseline.
    public struct Attachment: Hashable, Sendable {
        /// Its natural size in CSS px; it is shown smaller where the view is narrower.
        public var width: Double
        public var height: Double
        public init(width: Double, height: Double) {
            self.width = width
            self.height = height
        }
    }

    /// A part of the text with the same attributes, or an attachment.
    public struct Run: Hashable, Sendable {
        public enum Content: Hashable, Sendable {
            case text(String)
            case attachment(Attachment)
        }
        public var content: Content
        public var attributes: Attributes
        public init(_ content: Content, _ attributes: Attributes) {
            self.content = content
            self.attributes = attributes
        }
    }

    /// What runs start from, and what an empty text looks like.
    public var base: Attributes
    /// The text in its order.
    public var runs: [Run] = []
    /// Between the edges of the view and its text.
    public var insets = Insets()
    /// The line height as a factor on the font size; nil: what the font says.
    public var lineHeight: Double?

    public init(_ text: String = "", base: Attributes = Attributes()) {
        self.base = base
        if !text.isEmpty { runs.append(Run(.text(text), base)) }
    }

    /// Adds text with the base attributes, but for those that are given.
    public mutating func append(
        _ text: String, families: [String]? = nil, size: Double? = nil, weight: Double? = nil, isItalic: Bool? = nil, color: String? = nil, link: String? = nil
    ) {
        var attributes = base
        if let families { attributes.families = families }
        if let size { attributes.size = size }
        if let weight { attributes.weight = weight }
        if let isItalic { attributes.isItalic = isItalic }
        if let color { attributes.color = color }
        if let link { attributes.link = link }
        runs.append(Run(.text(text), attributes))
    }

    public mutating func append(attachment: Attachment) { runs.append(Run(.attachment(attachment), base)) }
}

/// Distances from the edges of a view, in CSS px.
public struct Insets: Hashable, Sendable {
    public var top: Double
    public var left: Double
    public var bottom: Double
    public var right: Double
    public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
        self.top = top
        self.left = left
        self.bottom = bottom
        self.right = right
    }
    public init(all distance: Double) { self.init(top: distance, left: distance, bottom: distance, right: distance) }

    /// Whether all are numbers of CSS px from 0 to a million.
    package var isValid: Bool { [top, left, bottom, right].allSatisfy { $0 >= 0 && $0 <= 1_000_000 } }
}

extension Copyfitter {
    /// A document of text with attributes.
    /// - Throws: `CopyfitError.invalidOption` for a size, weight, inset or attachment that is no sensible number.
    public func prepare(text: AttributedText) throws(CopyfitError) -> PreparedDocument {
        var markup = TextMarkup()
        try markup.write(text)
        return PreparedDocument(utf8: markup.bytes, copyfitter: self, textOrigin: markup.origin)
    }

    /// A document of plain text in one font.
    public func prepare(text: String, attributes: AttributedText.Attributes = .init()) throws(CopyfitError) -> PreparedDocument {
        try prepare(text: AttributedText(text, base: attributes))
    }
}
