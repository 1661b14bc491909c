/// What can go wrong outside the markup: files, fonts, arguments and limits. Broken HTML and CSS never throw.
public enum CopyfitError: Error, Hashable, Sendable {
    case fileNotFound(path: String)
    /// A file that is there but can not be read, with the system's reason.
    case unreadableFile(path: String, reason: String)
    /// A file that FreeType does not take for a font, with its reason.
    case notAFont(path: String, reason: String)
    /// A width that is not a positive, finite number of CSS px.
    case invalidWidth(String)
    /// A value that is outside its range, or none at all, of the option or parameter `name`.
    case invalidOption(name: String, value: String)
    /// There are neither the bundled fonts, which were looked for in these folders, nor any of the system.
    case noFontAvailable(triedPaths: [String])
    /// An index below 0 or not below `count`, as of a row of a list.
    case outOfRange(name: String, index: Int, count: Int)
    /// A document asks for more than `Limits` allow, or a list is longer than it may be; `name` says of what.
    case limitExceeded(name: String, limit: Int, actual: Int)
    /// Preparing or laying out took longer than `Limits.seconds`; both in seconds.
    case deadlineExceeded(limit: Double, spent: Double)
    /// The task that measures was cancelled.
    case cancelled
}

extension CopyfitError: CustomStringConvertible {
    /// A short stable word for programs, as `no_such_file`.
    public var code: String {
        switch self {
        case .fileNotFound: "no_such_file"
        case .unreadableFile: "unreadable_file"
        case .notAFont: "not_a_font"
        case .invalidWidth: "bad_width"
        case .invalidOption: "bad_option"
        case .noFontAvailable: "no_font"
        case .outOfRange: "out_of_range"
        case .limitExceeded: "limit_exceeded"
        case .deadlineExceeded: "deadline_exceeded"
        case .cancelled: "cancelled"
        }
    }

    public var description: String {
        switch self {
        case .fileNotFound(let path): "no such file: \(path)"
        case .unreadableFile(let path, let reason): "cannot read \(path): \(reason)"
        case .notAFont(let path, let reason): "not a font: \(path): \(reason)"
        case .invalidWidth(let value): "bad width: \(value) (want a positive number of CSS px)"
        case .invalidOption(let name, let value): "bad \(name): \(value)"
        case .noFontAvailable(let paths): "no font available; looked in \(paths.joined(separator: ", "))"
        case .outOfRange(let name, let index, let count): "no \(name) \(index): there are \(count)"
        case .limitExceeded(let name, let limit, let actual): "\(name) limit exceeded: \(actual) > \(limit)"
        case .deadlineExceeded(let limit, let spent): "time limit exceeded: \(spent) s > \(limit) s"
        case .cancelled: "cancelled"
        }
    }
}
