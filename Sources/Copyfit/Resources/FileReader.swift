private import Glibc

/// Whole files and streams as bytes, by system calls: Foundation would double the start-up time.
package enum FileReader {
    /// The most bytes read from one file.
    package static let sizeLimit = 256 << 20

    /// The bytes of a regular file, at most `prefix` of them from its start.
    ///
    /// Pipes, devices and folders are refused; opening never blocks.
    package static func read(
        path: String, prefix: Int = .max, sizeLimit: Int = FileReader.sizeLimit
    ) throws(CopyfitError) -> [UInt8] {
        guard !path.utf8.contains(0) else { throw .unreadableFile(path: path, reason: "the name holds a NUL byte") }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw failure(path, errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure(path, errno) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw .unreadableFile(path: path, reason: "is a directory")
        default: throw .unreadableFile(path: path, reason: "is not a regular file")
        }
        let size = Int(status.st_size)
        guard size <= sizeLimit else { throw .limitExceeded(name: "file size of \(path)", limit: sizeLimit, actual: size) }
        return try readAll(descriptor: descriptor, expecting: min(size, prefix), limit: min(sizeLimit, prefix), name: path)
    }

    /// What is left in an open file or pipe, at most `limit` bytes; `name` stands in errors.
    package static func readAll(
        descriptor: Int32, expecting: Int = 0, limit: Int = FileReader.sizeLimit, name: String
    ) throws(CopyfitError) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(expecting)
        let chunkSize = max(4096, min(expecting, 1 << 20))
        var chunk = [UInt8](repeating: 0, count: chunkSize)
        while bytes.count < limit {
            let wanted = min(chunkSize, limit - bytes.count)
            let count = chunk.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, wanted) }
            if count < 0 {
                if errno == EINTR { continue }
                throw failure(name, errno)
            }
            if count == 0 { break }
            bytes.append(contentsOf: chunk[..<count])
        }
        return bytes
    }

    /// The path with symbolic links, `.` and `..` resolved, or nil where it does not lead to anything.
    package static func realPath(_ path: String) -> String? {
        guard !path.utf8.contains(0), let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// The folder that a path names its file in: `.` for a bare name.
    package static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func failure(_ path: String, _ code: Int32) -> CopyfitError {
        switch code {
        case ENOENT, ENOTDIR: .fileNotFound(path: path)
        default: .unreadableFile(path: path, reason: String(cString: strerror(code)))
        }
    }
}
