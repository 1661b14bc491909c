/// Something a page asked for that could not be done, or was not valid. A diagnostic never stops a measurement.
public struct Diagnostic: Hashable, Sendable, CustomStringConvertible {
    public enum Kind: String, Hashable, Sendable {
        case html, css, font, image, stylesheet, layout, limit
    }

    public var kind: Kind
    /// What is wrong, with the names and numbers that matter.
    public var message: String
    /// The file or URL that it concerns, where there is one.
    public var source: String?
    /// The line in the source, from 1; 0 where it is not known.
    public var line: Int
    /// The column in the line in UTF-8 bytes, from 1; 0 where it is not known.
    public var column: Int

    public init(_ kind: Kind, _ message: String, source: String? = nil, line: Int = 0, column: Int = 0) {
        self.kind = kind
        self.message = message
        self.source = source
        self.line = line
        self.column = column
    }

    public var description: String {
        var place = source ?? ""
        if line > 0 { place += (place.isEmpty ? "line \(line)" : ":\(line)") + (column > 0 ? ":\(column)" : "") }
        return place.isEmpty ? "\(kind.rawValue): \(message)" : "\(kind.rawValue): \(place): \(message)"
    }
}

/// Where stages report diagnostics: one list a document, bounded so that hostile input cannot fill memory.
package struct DiagnosticSink {
    package private(set) var diagnostics: [Diagnostic] = []
    private static let limit = 1000
    /// Goes the same way through the stages: what may stop them.
    package var watch: WorkWatch?
    package init() {}
    package mutating func report(_ diagnostic: Diagnostic) {
        if diagnostics.count < DiagnosticSink.limit { diagnostics.append(diagnostic) }
    }
}
