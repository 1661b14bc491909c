public import Copyfit

/// Why a picture could not be made.
public enum PaintError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The picture would have more device pixels than `limit`.
    case tooLarge(width: Int, height: Int, limit: Int)
    /// A scale that is not a number from 0.1 to 10.
    case invalidScale(Double)
    /// The drawing library could not go on; its own words.
    case drawing(String)
    /// The file could not be written, with the system's reason.
    case cannotWrite(path: String, reason: String)
    /// The document could not be laid out.
    case layout(CopyfitError)

    public var description: String {
        switch self {
        case .tooLarge(let width, let height, let limit):
            "picture too large: \(width) × \(height) px is more than the limit of \(limit) px; use --height or a smaller --scale"
        case .invalidScale(let scale): "bad scale: \(scale) (want a number from 0.1 to 10)"
        case .drawing(let reason): "cannot draw: \(reason)"
        case .cannotWrite(let path, let reason): "cannot write \(path): \(reason)"
        case .layout(let error): error.description
        }
    }

    /// A short stable word for programs.
    public var code: String {
        switch self {
        case .tooLarge: "limit_exceeded"
        case .invalidScale: "bad_scale"
        case .drawing: "drawing_failed"
        case .cannotWrite: "cannot_write"
        case .layout(let error): error.code
        }
    }
}
