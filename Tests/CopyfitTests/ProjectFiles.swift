@testable import Copyfit

/// Where the project's own files lie, from the place of this source file.
enum ProjectFiles {
    static let root: String = {
        let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        return parts.dropLast(3).joined(separator: "/")
    }()

    static var cases: String { root + "/Tests/CopyfitTests/Cases" }
    /// The font world of the recorded cases: the bundled family and Ahem.
    static var fontconfigFile: String { root + "/Tests/Fonts/fonts.conf" }

    static func text(_ path: String) throws -> String { String(decoding: try FileReader.read(path: path), as: UTF8.self) }
}
