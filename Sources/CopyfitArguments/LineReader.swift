private import Glibc

/// Lines of an open file or pipe, as they come in.
package struct LineReader {
    /// A longer line is an error, not a reason to fill memory.
    package static let lineLimit = 256 << 20

    package enum Line {
        /// Without its newline.
        case bytes([UInt8])
        /// Longer than `lineLimit`; skipped up to its newline.
        case tooLong

        fileprivate var byteCount: Int { if case .bytes(let bytes) = self { bytes.count } else { 0 } }
    }

    private let descriptor: Int32
    private var chunk = [UInt8](repeating: 0, count: 1 << 16)
    private var chunkStart = 0
    private var chunkEnd = 0

    package init(descriptor: Int32) { self.descriptor = descriptor }

    /// Waits for the next line; nil at the end. A last line needs no newline.
    package mutating func next() -> Line? {
        var line: [UInt8] = []
        var isTooLong = false, hasStarted = false
        while true {
            if chunkStart == chunkEnd {
                guard fill() else { return hasStarted ? (isTooLong ? .tooLong : .bytes(line)) : nil }
            }
            hasStarted = true
            let newline = chunk.withUnsafeBytes { bytes -> Int? in
                guard let start = bytes.baseAddress?.advanced(by: chunkStart),
                    let found = memchr(start, 0x0A, chunkEnd - chunkStart)
                else { return nil }
                return chunkStart + start.distance(to: UnsafeRawPointer(found))
            }
            let end = newline ?? chunkEnd
            if line.count + end - chunkStart > LineReader.lineLimit {
                isTooLong = true
                line = []
            }
            if !isTooLong { line.append(contentsOf: chunk[chunkStart..<end]) }
            chunkStart = newline.map { $0 + 1 } ?? chunkEnd
            if newline != nil { return isTooLong ? .tooLong : .bytes(line) }
        }
    }

    /// Whether the next line is here already.
    package var hasLine: Bool {
        chunk.withUnsafeBytes { bytes in
            bytes.baseAddress.map { chunkStart < chunkEnd && memchr($0.advanced(by: chunkStart), 0x0A, chunkEnd - chunkStart) != nil } ?? false
        }
    }

    /// Waits for the next line, and takes with it lines that are here already: some, so that they can be worked on in one go.
    package mutating func nextLines() -> [Line]? {
        guard let first = next() else { return nil }
        var lines = [first]
        var size = first.byteCount
        while lines.count < 16, size < 1 << 14, hasLine, let line = next() {
            lines.append(line)
            size += line.byteCount
        }
        return lines
    }

    private mutating func fill() -> Bool {
        while true {
            let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            chunkStart = 0
            chunkEnd = max(0, count)
            return count > 0
        }
    }
}
