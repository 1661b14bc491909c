/// Makes of any bytes the source that the tokenizer reads: valid UTF-8, a U+FFFD for each maximal part that is none
/// (https://encoding.spec.whatwg.org/#utf-8-decoder), and one LF for each line end
/// (https://html.spec.whatwg.org/#preprocessing-the-input-stream).
package enum SourceNormalizer {
    /// The longest source that is read, in bytes: offsets in a document are 32 bits wide, and what is made while parsing (at most three
    /// bytes for one, twice) needs room too.
    static let longestSource = 1 << 28

    /// `bytes` themselves where they need no change, which is the common case.
    package static func normalize(_ bytes: [UInt8]) -> [UInt8] {
        let isTooLong = bytes.count > longestSource
        return bytes.withUnsafeBufferPointer { buffer in
            let source = isTooLong ? UnsafeBufferPointer(rebasing: buffer[..<longestSource]) : buffer
            let clean = cleanPrefix(source, from: 0)
            if clean == source.count { return isTooLong ? Array(source) : bytes }
            return rewritten(source, clean: clean)
        }
    }

    /// The end of the bytes from `start` on that need no change.
    private static func cleanPrefix(_ source: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        guard let base = UnsafeRawPointer(source.baseAddress) else { return 0 }
        var index = start
        while index < source.count {
            if index &+ 16 <= source.count {
                let first = base.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                let second = base.loadUnaligned(fromByteOffset: index &+ 8, as: UInt64.self)
                let returns = ByteWord.zeros(first ^ ByteWord.all(0x0D)) | ByteWord.zeros(second ^ ByteWord.all(0x0D))
                if (first | second) & 0x8080_8080_8080_8080 | returns == 0 {
                    index &+= 16
                    continue
                }
            }
            let limit = min(index &+ 16, source.count)
            while index < limit {
                let byte = source[index]
                if byte < 0x80 {
                    if byte == 0x0D { return index }
                    index &+= 1
                } else {
                    let length = sequenceLength(source, at: index)
                    if length <= 0 { return index }
                    index &+= length
                }
            }
        }
        return index
    }

    /// The length of the valid sequence that starts at `index` with a byte above 0x7F; where it is not valid, the length of the maximal
    /// part that one U+FFFD replaces, negated.
    private static func sequenceLength(_ source: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
        let lead = source[index]
        let length: Int
        var lowest: UInt8 = 0x80
        var highest: UInt8 = 0xBF
        switch lead {
        case 0xC2...0xDF: length = 2
        case 0xE0...0xEF:
            length = 3
            if lead == 0xE0 { lowest = 0xA0 }
            if lead == 0xED { highest = 0x9F }
        case 0xF0...0xF4:
            length = 4
            if lead == 0xF0 { lowest = 0x90 }
            if lead == 0xF4 { highest = 0x8F }
        default: return -1
        }
        for offset in 1..<length {
            guard index + offset < source.count, source[index + offset] >= lowest, source[index + offset] <= highest else { return -offset }
            lowest = 0x80
            highest = 0xBF
        }
        return length
    }

    private static func rewritten(_ source: UnsafeBufferPointer<UInt8>, clean: Int) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(source.count + 16)
        var start = 0
        var end = clean
        while true {
            output.append(contentsOf: source[start..<end])
            guard end < source.count else { return output }
            if source[end] == 0x0D {
                output.append(0x0A)
                start = end + 1
                if start < source.count, source[start] == 0x0A { start += 1 }
            } else {
                output.append(contentsOf: [0xEF, 0xBF, 0xBD])
                start = end + max(1, -sequenceLength(source, at: end))
            }
            end = cleanPrefix(source, from: start)
        }
    }
}
