import Copyfit
private import Glibc

/// Tells when one of some files was written, replaced, made or taken away. It watches their folders: editors replace files by renaming.
struct FileWatcher: ~Copyable {
    private let descriptor: Int32
    /// By watch descriptor, the names in that folder that matter.
    private var names: [Int32: Set<String>] = [:]
    private var folders: [String: Int32] = [:]
    private var known: Set<String> = []
    /// Files whose folders are not there yet.
    private var waiting: [String] = []

    private static let events = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CREATE | IN_ATTRIB | IN_MOVE_SELF)

    init?() {
        descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        if descriptor < 0 { return nil }
    }

    deinit { close(descriptor) }

    /// Watches these files too. True if some were new.
    mutating func watch(_ paths: [String]) -> Bool {
        var hasNew = false
        let former = waiting
        waiting = []
        for path in former where add(path) { hasNew = true }
        for path in paths where known.insert(path).inserted {
            hasNew = true
            _ = add(path)
            // What a symbolic link leads to may be replaced in its own folder.
            if let real = FileReader.realPath(path), real != path { _ = add(real) }
        }
        return hasNew
    }

    /// True if the file's own folder could be watched.
    private mutating func add(_ file: String) -> Bool {
        var path = file
        // The folder may not be there yet: then the coming of its nearest ancestor's child matters.
        while true {
            let folder = FileReader.folder(of: path)
            let name = path.split(separator: "/").last.map(String.init) ?? path
            if let number = number(of: folder) {
                names[number, default: []].insert(name)
                if path != file { waiting.append(file) }
                return path == file
            }
            guard folder != "/", folder != "." else { return false }
            path = folder
        }
    }

    private mutating func number(of folder: String) -> Int32? {
        if let known = folders[folder] { return known }
        let number = inotify_add_watch(descriptor, folder, FileWatcher.events)
        guard number >= 0 else { return nil }
        folders[folder] = number
        return number
    }

    /// Waits for a change of a watched file, and then until it is quiet. False: nobody reads standard output any more.
    mutating func wait() -> Bool {
        var isDue = false
        var quietWaits = 0
        while true {
            var polled = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: 1, events: 0, revents: 0)]
            // Saving is often several steps; what never rests is looked at all the same.
            let count = poll(&polled, 2, isDue ? 15 : -1)
            if count < 0, errno != EINTR { return false }
            if polled[1].revents & Int16(POLLERR | POLLNVAL) != 0 { return false }
            if count == 0 || quietWaits > 20 { return true }
            if polled[0].revents != 0, take() { isDue = true }
            if isDue { quietWaits += 1 }
        }
    }

    /// Reads the events that have come. True if one concerns a watched file.
    private mutating func take() -> Bool {
        var isMeant = false
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return isMeant }
            buffer.withUnsafeBytes { bytes in
                let header = MemoryLayout<inotify_event>.size
                var offset = 0
                while offset + header <= count {
                    let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                    let length = min(Int(event.len), count - offset - header)
                    let name = String(decoding: bytes[(offset + header)..<(offset + header + length)].prefix { $0 != 0 }, as: UTF8.self)
                    if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { isMeant = true }
                    if event.mask & UInt32(IN_IGNORED) != 0 { forget(event.wd) }
                    // Moved elsewhere: IN_IGNORED follows.
                    if event.mask & UInt32(IN_MOVE_SELF) != 0 { _ = inotify_rm_watch(descriptor, event.wd) }
                    if names[event.wd]?.contains(name) == true || event.mask & UInt32(IN_IGNORED) != 0 { isMeant = true }
                    offset += header + length
                }
            }
        }
    }

    /// A folder went away: its files are watched anew, where their paths lead then.
    private mutating func forget(_ number: Int32) {
        names[number] = nil
        folders = folders.filter { $0.value != number }
        known = []
    }
}
