private import Glibc

/// Buffered writing to a descriptor. `flush` must be called at the end.
package struct Output {
    package let descriptor: Int32
    private var buffer: [UInt8] = []
    /// A write failed, as into a closed pipe: what follows is dropped.
    package private(set) var hasFailed = false

    package init(descriptor: Int32) { self.descriptor = descriptor }

    package mutating func write(_ text: String) { write(text.utf8) }

    package mutating func write(_ bytes: some Sequence<UInt8>) {
        buffer.append(contentsOf: bytes)
        if buffer.count > 1 << 16 { flush() }
    }

    @discardableResult package mutating func flush() -> Bool {
        if !hasFailed { hasFailed = !Output.writeAll(buffer, to: descriptor) }
        buffer.removeAll(keepingCapacity: true)
        return !hasFailed
    }

    /// False if not everything could be written.
    package static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        bytes.withUnsafeBytes { writeAll($0, to: descriptor) }
    }

    package static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
        var offset = 0
        while offset < bytes.count {
            let count = Glibc.write(descriptor, bytes.baseAddress?.advanced(by: offset), bytes.count - offset)
            if count > 0 { offset += count } else if errno != EINTR { return false }
        }
        return true
    }
}
