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
    public var colorScheme: ColorScheme = .light
    public var media: Media = .screen
    /// A factor on the default and keyword font sizes, as a user's text size setting.
    public var fontScale: Double = 1
    /// Device pixels per CSS px, for `resolution` queries and `srcset`.
    public var devicePixelRatio: Double = 1

    public enum ColorScheme: String, Hashable, Sendable { case light, dark }
    public enum Media: String, Hashable, Sendable { case screen, print }

    public init() {}
}
