/// Writes JSON in the order in which it is called. Lengths come out exact: 1/64 px has six decimals.
struct JSONWriter {
    private(set) var bytes: [UInt8] = []
    /// Whether a comma is due before the next key or element.
    private var needsComma = false

    /// One object as a line of JSON Lines.
    static func line(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        writer.object(members)
        writer.append("\n")
        return writer.bytes
    }

    // MARK: Objects and arrays

    mutating func object(_ members: (inout JSONWriter) -> Void) {
        open("{")
        members(&self)
        close("}")
    }

    mutating func array(_ elements: (inout JSONWriter) -> Void) {
        open("[")
        elements(&self)
        close("]")
    }

    mutating func array(_ numbers: [Double]) { array { for number in numbers { $0.number(number) } } }

    mutating func member(_ name: StaticString, _ value: String) {
        key(name)
        string(value)
    }

    mutating func member(_ name: StaticString, _ value: Int) {
        key(name)
        integer(value)
    }

    mutating func member(_ name: StaticString, _ value: Double) {
        key(name)
        number(value)
    }

    mutating func member(_ name: StaticString, _ value: Bool) {
        key(name)
        bool(value)
    }

    /// What follows is the value of this member.
    mutating func key(_ name: StaticString) {
        separate()
        append("\"")
        name.withUTF8Buffer { bytes.append(contentsOf: $0) }
        append("\"")
        append(":")
        needsComma = false
    }

    // MARK: Values

    /// A value that is JSON already; broken UTF-8 in it is repaired.
    mutating func raw(_ json: some Collection<UInt8>) {
        separate()
        if json.contains(where: { $0 >= 0x80 }) {
            bytes.append(contentsOf: String(decoding: Array(json), as: UTF8.self).utf8)
        } else {
            bytes.append(contentsOf: json)
        }
    }

    mutating func null() { raw("null".utf8) }
    mutating func bool(_ value: Bool) { raw((value ? "true" : "false").utf8) }

    mutating func integer(_ value: Int) {
        separate()
        digits(value)
    }

    mutating func number(_ value: Double) {
        separate()
        JSONWriter.append(value, to: &bytes)
    }

    /// A number as short as it can be, to a millionth: 1/64 is 0.015625. What is not finite is null.
    static func append(_ value: Double, to bytes: inout [UInt8]) {
        guard value.isFinite, abs(value) < 1e12 else {
            bytes.append(contentsOf: (value.isFinite ? "\(value)" : "null").utf8)
            return
        }
        let millionths = Int((abs(value) * 1_000_000).rounded())
        if value < 0 && millionths > 0 { bytes.append(UInt8(ascii: "-")) }
        bytes.append(contentsOf: String(millionths / 1_000_000).utf8)
        var fraction = millionths % 1_000_000
        guard fraction > 0 else { return }
        bytes.append(UInt8(ascii: "."))
        var scale = 100_000
        while fraction > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: fraction / scale))
            fraction %= scale
            scale /= 10
        }
    }

    mutating func string(_ value: String) {
        separate()
        append("\"")
        var value = value
        value.withUTF8 { text in
            var start = 0
            for index in text.indices {
                let byte = text[index]
                guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
                bytes.append(contentsOf: text[start..<index])
                start = index + 1
                append("\\")
                switch byte {
                case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
                case 0x0A: append("n")
                case 0x0D: append("r")
                case 0x09: append("t")
                default:
                    bytes.append(contentsOf: byte < 0x10 ? "u000".utf8 : "u00".utf8)
                    bytes.append(contentsOf: String(byte, radix: 16).utf8)
                }
            }
            bytes.append(contentsOf: text[start...])
        }
        append("\"")
    }

    // MARK: -

    private mutating func separate() {
        if needsComma { append(",") }
        needsComma = true
    }

    private mutating func open(_ bracket: Unicode.Scalar) {
        separate()
        append(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: Unicode.Scalar) {
        append(bracket)
        needsComma = true
    }

    private mutating func digits(_ value: Int) { bytes.append(contentsOf: String(value).utf8) }
    private mutating func append(_ scalar: Unicode.Scalar) { bytes.append(UInt8(ascii: scalar)) }
}
