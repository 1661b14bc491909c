import Copyfit
internal import CopyfitArguments
private import Glibc

/// `copyfit render`: drawing is the work of a program of its own, so that measuring does not load the libraries for it.
enum RenderCommand {
    static let command = RenderArguments.command { (_) throws(CommandError) in
        var looked: [String] = []
        if let folder = FileReader.realPath("/proc/self/exe").map({ FileReader.folder(of: $0) }) {
            for path in [folder + "/copyfit-render", folder + "/../libexec/copyfit/copyfit-render"] {
                if access(path, X_OK) == 0 { throw start(path) }
                looked.append(path)
            }
        }
        throw CommandError("the program that draws is not installed; looked for \(looked.joined(separator: ", "))")
    }

    /// Comes back only where the program can't be started.
    private static func start(_ path: String) -> CommandError {
        var arguments: [UnsafeMutablePointer<CChar>?] = ([path] + CommandLine.arguments.dropFirst(2)).map { strdup($0) }
        arguments.append(nil)
        execv(path, arguments)
        return CommandError("cannot start \(path): \(String(cString: strerror(errno)))")
    }
}
