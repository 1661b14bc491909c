/// Percent-decoding of URL parts (https://url.spec.whatwg.org/#percent-decode): `%` with two hexadecimal digits is a byte, all else stays.
package func percentDecoded(_ text: some Sequence<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.underestimatedCount)
    var pending: [UInt8] = []   // "%" and the digits seen since, at most two bytes
    for byte in text {
        if pending.isEmpty {
            if byte == UInt8(ascii: "%") { pending.append(byte) } else { bytes.append(byte) }
        } else if let digit = hexadecimalValue(byte) {
            if pending.count == 2, let first = hexadecimalValue(pending[1]) {
                bytes.append(first << 4 | digit)
                pending.removeAll(keepingCapacity: true)
            } else {
                pending.append(byte)
            }
        } else {
            bytes.append(contentsOf: pending)
            pending.removeAll(keepingCapacity: true)
            if byte == UInt8(ascii: "%") { pending.append(byte) } else { bytes.append(byte) }
        }
    }
    bytes.append(contentsOf: pending)
    return bytes
}

private func hexadecimalValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
}
