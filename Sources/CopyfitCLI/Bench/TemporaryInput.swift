internal import CopyfitArguments
private import Glibc

/// A file without a name that a program reads as its standard input.
final class TemporaryInput {
    private let file: UnsafeMutablePointer<FILE>

    init?(_ text: String) {
        guard let file = tmpfile() else { return nil }
        self.file = file
        guard Output.writeAll(Array(text.utf8), to: fileno(file)) else { return nil }
    }

    deinit { fclose(file) }

    /// What a run cost; nil if it failed.
    func run(_ tool: String, _ arguments: [String]) -> Cost? { start(tool, arguments)?.wait() }

    /// Nanoseconds.
    struct Cost {
        var cpu: Double
        var wall: Double
    }

    /// Starts a program that reads the whole file; nil where it cannot be started. One at a time reads a file.
    func start(_ tool: String, _ arguments: [String]) -> Run? {
        lseek(fileno(file), 0, SEEK_SET)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, fileno(file), 0)
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        var words: [UnsafeMutablePointer<CChar>?] = ([tool] + arguments).map { strdup($0) }
        words.append(nil)
        defer { for word in words { free(word) } }
        // What the tool and its loader look at; nothing else is to make a difference.
        var variables = (["COPYFIT_FONTS", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"] as [String]).compactMap { name in
            getenv(name).map { strdup("\(name)=\(String(cString: $0))") }
        }
        variables.append(nil)
        defer { for variable in variables { free(variable) } }
        var child: pid_t = 0
        let start = BenchClock.wall()
        guard posix_spawn(&child, tool, &actions, nil, words, variables) == 0 else { return nil }
        return Run(child: child, start: start)
    }

    /// A program that was started.
    struct Run {
        fileprivate let child: pid_t
        fileprivate let start: Double

        /// Until it ends; nil if it failed.
        func wait() -> Cost? {
            var status: Int32 = 0
            var usage = rusage()
            while wait4(child, &status, 0, &usage) < 0 { if errno != EINTR { return nil } }
            let end = BenchClock.wall()
            guard status == 0 else { return nil }
            func nanoseconds(_ time: timeval) -> Double { Double(time.tv_sec) * 1e9 + Double(time.tv_usec) * 1e3 }
            return Cost(cpu: nanoseconds(usage.ru_utime) + nanoseconds(usage.ru_stime), wall: end - start)
        }
    }
}
