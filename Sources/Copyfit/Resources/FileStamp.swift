private import Glibc

/// A file as it was at a moment: two that are equal tell that it has not changed.
struct FileStamp: Hashable {
    let path: String
    /// Size in bytes and time of the last change; −1 and 0 where there is no such file.
    let size: Int
    let seconds: Int
    let nanoseconds: Int

    init(of path: String) {
        self.path = path
        var status = stat()
        if stat(path, &status) == 0 {
            size = Int(status.st_size)
            seconds = status.st_mtim.tv_sec
            nanoseconds = status.st_mtim.tv_nsec
        } else {
            (size, seconds, nanoseconds) = (-1, 0, 0)
        }
    }

    /// A clock for how long ago files were looked at: in ns, right to some ms, and cheap to read.
    static func clock() -> UInt64 {
        var time = timespec()
        #if os(Linux)
            clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
        #else
            clock_gettime(CLOCK_MONOTONIC, &time)
        #endif
        return UInt64(truncatingIfNeeded: time.tv_sec) &* 1_000_000_000 &+ UInt64(truncatingIfNeeded: time.tv_nsec)
    }
}
