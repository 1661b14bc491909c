/// Numbers out of untrusted bytes: an offset outside them gives nil. Big-endian unless the name says otherwise.
package struct ByteReader: Sendable {
    package let bytes: [UInt8]

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    package var count: Int { bytes.count }

    package func u8(at offset: Int) -> Int? {
        offset >= 0 && offset < bytes.count ? Int(bytes[offset]) : nil
    }

    package func u16(at offset: Int) -> Int? { big(at: offset, 2) }
    package func u32(at offset: Int) -> Int? { big(at: offset, 4) }
    package func u16le(at offset: Int) -> Int? { little(at: offset, 2) }
    package func u24le(at offset: Int) -> Int? { little(at: offset, 3) }
    package func u32le(at offset: Int) -> Int? { little(at: offset, 4) }
    package func i32le(at offset: Int) -> Int? { little(at: offset, 4).map { Int(Int32(truncatingIfNeeded: $0)) } }

    package func has(_ ascii: StaticString, at offset: Int) -> Bool {
        guard offset >= 0, offset <= bytes.count - ascii.utf8CodeUnitCount else { return false }
        return ascii.withUTF8Buffer { bytes[offset..<(offset + $0.count)].elementsEqual($0) }
    }

    package func has(_ wanted: [UInt8], at offset: Int) -> Bool {
        guard offset >= 0, offset <= bytes.count - wanted.count else { return false }
        return bytes[offset..<(offset + wanted.count)].elementsEqual(wanted)
    }

    private func isInside(_ offset: Int, _ length: Int) -> Bool { offset >= 0 && offset <= bytes.count - length }

    private func big(at offset: Int, _ length: Int) -> Int? {
        guard isInside(offset, length) else { return nil }
        return bytes[offset..<(offset + length)].reduce(0) { $0 << 8 | Int($1) }
    }

    private func little(at offset: Int, _ length: Int) -> Int? {
        guard isInside(offset, length) else { return nil }
        return bytes[offset..<(offset + length)].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
