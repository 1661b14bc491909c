import Synchronization
import Testing

@testable import Copyfit
private import Glibc

/// The tool as it was built beside these tests, run as a program.
struct BuiltTool {
    var path: String
    var environment: [String: String] = ["FONTCONFIG_FILE": ProjectFiles.fontconfigFile, "XDG_CACHE_HOME": "/tmp"]

    /// Ms without a word after which a run is given up.
    var patience: Int32 = 20_000

    struct Outcome {
        var status: Int32
        var output: String
        var errors: String
    }

    init() throws {
        let tests = try #require(FileReader.realPath("/proc/self/exe"))
        path = String(tests[..<(tests.lastIndex(of: "/") ?? tests.startIndex)]) + "/copyfit"
    }

    /// Runs to the end with all of `input` on standard input.
    /// - Parameter errorsGoToTerminal: standard error is a terminal, of which what is written is read.
    func run(_ arguments: [String], input: String = "", errorsGoToTerminal: Bool = false) throws -> Outcome {
        let process = try start(arguments, errorsGoToTerminal: errorsGoToTerminal)
        // Both pipes are emptied while the input is written, as a batch answers before its input ends.
        var output: [UInt8] = [], errors: [UInt8] = [], rest = Array(input.utf8)[...]
        var isOutputOpen = true, isErrorsOpen = true, isInputOpen = true
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while isOutputOpen || isErrorsOpen {
            if isInputOpen, rest.isEmpty {
                close(process.input)
                isInputOpen = false
            }
            var polled = [
                pollfd(fd: isOutputOpen ? process.output : -1, events: Int16(POLLIN), revents: 0),
                pollfd(fd: isErrorsOpen ? process.errors : -1, events: Int16(POLLIN), revents: 0),
                pollfd(fd: isInputOpen ? process.input : -1, events: Int16(POLLOUT), revents: 0),
            ]
            guard poll(&polled, 3, patience) > 0 else {
                kill(process.id, SIGKILL)
                Issue.record("\(arguments): no answer in \(patience / 1000) s")
                break
            }
            if polled[2].revents != 0 {
                let count = rest.prefix(4096).withUnsafeBytes { write(process.input, $0.baseAddress, $0.count) }
                rest = count > 0 ? rest.dropFirst(count) : []
            }
            if polled[0].revents != 0 {
                let count = read(process.output, &chunk, chunk.count)
                if count > 0 { output += chunk[..<count] } else { isOutputOpen = false }
            }
            if polled[1].revents != 0 {
                let count = read(process.errors, &chunk, chunk.count)
                if count > 0 { errors += chunk[..<count] } else { isErrorsOpen = false }
            }
        }
        if isInputOpen { close(process.input) }
        return Outcome(status: process.finish(), output: String(decoding: output, as: UTF8.self), errors: String(decoding: errors, as: UTF8.self))
    }

    /// A running tool, to be talked with line by line.
    struct Process {
        var id: Int32
        var input, output, errors: Int32

        func send(_ line: String) {
            let bytes = Array((line + "\n").utf8)
            _ = bytes.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
        }

        /// The next line of output; nil if none comes in 20 s.
        func line() -> String? {
            var bytes: [UInt8] = [], byte: UInt8 = 0
            while true {
                var polled = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
                guard poll(&polled, 1, 20_000) > 0, read(output, &byte, 1) == 1 else { return nil }
                if byte == 0x0A { return String(decoding: bytes, as: UTF8.self) }
                bytes.append(byte)
            }
        }

        /// Closes what is open and gives the exit status; −1 for a signal.
        func finish() -> Int32 {
            close(output)
            close(errors)
            var status: Int32 = 0
            waitpid(id, &status, 0)
            return status & 0x7F == 0 ? status >> 8 & 0xFF : -1
        }
    }

    func start(_ arguments: [String], errorsGoToTerminal: Bool = false) throws -> Process {
        signal(SIGPIPE, SIG_IGN)
        // One at a time: a pipe must not reach another child before it is marked.
        return try BuiltTool.spawning.withLock { _ in try spawn(arguments, errorsGoToTerminal) }
    }

    private static let spawning = Mutex(())

    /// Both ends of a new terminal: first the one that reads.
    private static func terminal() throws -> [Int32] {
        // The functions for it are not in the module map: unlocking (TIOCSPTLCK) and numbers (TIOCGPTN) of terminals, as Linux has them.
        let reading = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        var lock: Int32 = 0, number: UInt32 = 0
        try #require(reading >= 0 && ioctl(reading, 0x4004_5431, &lock) == 0 && ioctl(reading, 0x8004_5430, &number) == 0)
        return [reading, open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)]
    }

    private func spawn(_ arguments: [String], _ errorsGoToTerminal: Bool) throws -> Process {
        var pipes: [[Int32]] = []
        for number in 0..<3 {
            var ends: [Int32] = [0, 0]
            if number == 2, errorsGoToTerminal { ends = try BuiltTool.terminal() } else { try #require(pipe(&ends) == 0) }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            pipes.append(ends)
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, pipes[0][0], 0)
        posix_spawn_file_actions_adddup2(&actions, pipes[1][1], 1)
        posix_spawn_file_actions_adddup2(&actions, pipes[2][1], 2)

        let words = ([path] + arguments).map { strdup($0) } + [nil]
        let settings = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + settings { free(text) } }
        var id: Int32 = 0
        let failure = posix_spawn(&id, path, &actions, nil, words, settings)
        for end in [pipes[0][0], pipes[1][1], pipes[2][1]] { close(end) }
        try #require(failure == 0, "\(path): \(String(cString: strerror(failure)))")
        return Process(id: id, input: pipes[0][1], output: pipes[1][0], errors: pipes[2][0])
    }
}
