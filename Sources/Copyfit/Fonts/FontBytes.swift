import CHarfBuzz
private import Glibc

/// The bytes of a font file, shared by all faces in it.
///
/// System files are mapped: they are large and do not change under us. Files of a page are copied, so that a file which is cut
/// short while it is used cannot fault.
final class FontBytes: Sendable {
    /// An `hb_blob_t`, immutable.
    nonisolated(unsafe) let blob: OpaquePointer?
    let count: Int

    /// Larger files are refused.
    static let largestFile = 512 << 20

    private init(blob: OpaquePointer?, count: Int) {
        self.blob = blob
        self.count = count
        hb_blob_make_immutable(blob)
    }

    /// A copy of some bytes.
    convenience init(copying bytes: UnsafeRawBufferPointer) {
        let copy = hb_blob_create(
            bytes.baseAddress?.assumingMemoryBound(to: CChar.self), UInt32(clamping: bytes.count), HB_MEMORY_MODE_DUPLICATE, nil, nil)
        self.init(blob: copy, count: bytes.count)
    }

    /// Takes over memory from `malloc`.
    convenience init(adopting memory: UnsafeMutableRawPointer, count: Int) {
        let blob = hb_blob_create(
            UnsafePointer(memory.assumingMemoryBound(to: CChar.self)), UInt32(clamping: count), HB_MEMORY_MODE_READONLY, memory
        ) { free($0) }
        self.init(blob: blob, count: count)
    }

    /// Reads or maps a file.
    convenience init(path: String, mapped: Bool) throws(CopyfitError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw errno == ENOENT ? .fileNotFound(path: path) : .unreadableFile(path: path, reason: String(cString: strerror(errno)))
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw .unreadableFile(path: path, reason: "not a regular file")
        }
        let count = Int(status.st_size)
        guard count > 0 else { throw .notAFont(path: path, reason: "the file is empty") }
        guard count <= FontBytes.largestFile else {
            throw .limitExceeded(name: "font file size", limit: FontBytes.largestFile, actual: count)
        }
        if mapped {
            guard let memory = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0), memory != MAP_FAILED else {
                throw .unreadableFile(path: path, reason: String(cString: strerror(errno)))
            }
            let region = UnsafeMutablePointer<MappedRegion>.allocate(capacity: 1)
            region.initialize(to: MappedRegion(start: memory, count: count))
            let blob = hb_blob_create(
                UnsafePointer(memory.assumingMemoryBound(to: CChar.self)), UInt32(clamping: count), HB_MEMORY_MODE_READONLY, region
            ) { data in
                guard let region = data?.assumingMemoryBound(to: MappedRegion.self) else { return }
                munmap(region.pointee.start, region.pointee.count)
                region.deallocate()
            }
            self.init(blob: blob, count: count)
            return
        }
        guard let memory = malloc(count) else { throw .unreadableFile(path: path, reason: "out of memory") }
        var filled = 0
        while filled < count {
            let got = read(descriptor, memory + filled, count - filled)
            if got > 0 { filled += got } else if got == 0 || errno != EINTR { break }
        }
        guard filled > 0 else {
            free(memory)
            throw .unreadableFile(path: path, reason: String(cString: strerror(errno)))
        }
        self.init(adopting: memory, count: filled)
    }

    deinit { hb_blob_destroy(blob) }

    /// Valid while the bytes live.
    var buffer: UnsafeRawBufferPointer {
        var length: UInt32 = 0
        let data = hb_blob_get_data(blob, &length)
        return UnsafeRawBufferPointer(start: data, count: Int(length))
    }
}

private struct MappedRegion {
    let start: UnsafeMutableRawPointer
    let count: Int
}
