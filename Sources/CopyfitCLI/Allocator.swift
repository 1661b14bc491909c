private import Glibc

/// What the C library's allocator does with memory that documents gave back.
enum Allocator {
    /// Keeps up to 16 MB for the next document. The system, given it back, would clear it again page by page: a fifth of the time of a long one.
    static func keepFreedMemory() {
        // Not every C library has it; looked up so that none must.
        guard let symbol = dlsym(nil, "mallopt") else { return }
        let mallopt = unsafeBitCast(symbol, to: (@convention(c) (Int32, Int32) -> Int32).self)
        let trimThreshold: Int32 = -1, topPad: Int32 = -2, mmapThreshold: Int32 = -3
        _ = mallopt(trimThreshold, 16 << 20)
        _ = mallopt(mmapThreshold, 16 << 20)
        _ = mallopt(topPad, 256 << 10)
    }
}
