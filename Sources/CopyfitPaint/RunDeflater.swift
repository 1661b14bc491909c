/// A deflate stream (https://www.rfc-editor.org/rfc/rfc1951) in a zlib wrapper, for rows that are mostly runs of zeros: only runs are looked for,
/// the rest is Huffman-coded. On pictures of text several times as quick as a search for all repeats, for files half as large again.
struct RunDeflater {
    /// One entry: what kind it is in the upper bits, and its value.
    private enum Kind { static let zeros: UInt32 = 0, byte: UInt32 = 1, gray: UInt32 = 2, color: UInt32 = 3, shift: UInt32 = 30 }
    private static let valueMask: UInt32 = 0x3FFF_FFFF
    private var tokens: [UInt32] = []
    private var frequencies = [UInt32](repeating: 0, count: 286)
    /// The two sums of Adler-32, not yet reduced.
    private var sumA: UInt64 = 1
    private var sumB: UInt64 = 0
    private var bits: UInt64 = 0
    private var bitCount: UInt64 = 0
    /// What is ready to be written.
    private(set) var output: [UInt8] = [0x78, 0x01]
    private static let blockTokens = 1 << 16

    // MARK: Input

    @inline(__always) mutating func zeros(_ count: Int) {
        tokens.append(UInt32(truncatingIfNeeded: count))
        sumB &+= UInt64(count) &* sumA
    }

    @inline(__always) mutating func byte(_ value: UInt8) {
        tokens.append(Kind.byte << Kind.shift | UInt32(value))
        frequencies[Int(value)] &+= 1
        sumA &+= UInt64(value)
        sumB &+= sumA
    }

    /// Three bytes.
    @inline(__always) mutating func color(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
        if red == green, green == blue {
            tokens.append(Kind.gray << Kind.shift | UInt32(red))
            frequencies[Int(red)] &+= 3
        } else {
            tokens.append(Kind.color << Kind.shift | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
            frequencies[Int(red)] &+= 1
            frequencies[Int(green)] &+= 1
            frequencies[Int(blue)] &+= 1
        }
        sumA &+= UInt64(red)
        sumB &+= sumA
        sumA &+= UInt64(green)
        sumB &+= sumA
        sumA &+= UInt64(blue)
        sumB &+= sumA
    }

    /// Makes room for entries.
    mutating func reserve(_ count: Int) { tokens.reserveCapacity(max(RunDeflater.blockTokens, tokens.count + count)) }

    /// To be called at least every 16 million bytes: reduces the sums, and writes a block when there is enough for one.
    mutating func endRow() {
        sumA %= 65521
        sumB %= 65521
        if tokens.count >= RunDeflater.blockTokens { writeBlock() }
    }

    mutating func takeOutput() -> [UInt8] {
        defer { output.removeAll(keepingCapacity: true) }
        return output
    }

    /// The rest of the stream.
    mutating func finish() {
        endRow()
        if !tokens.isEmpty { writeBlock() }
        // An empty last block with the fixed codes.
        put(0b011, 3)
        put(0, 7)
        if bitCount % 8 != 0 { put(0, 8 - bitCount % 8) }
        flushBytes()
        let sum = UInt32(sumB) << 16 | UInt32(sumA)
        output += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sum >> $0) }
    }

    // MARK: Blocks

    private mutating func writeBlock() {
        // A run is a zero and copies of the byte before; what is left is zeros again.
        var size = tokens.count * 6 + 64
        for token in tokens where token >> Kind.shift == Kind.zeros {
            let run = Run(Int(token))
            size += 2 * (run.literals + run.full) + 8
            frequencies[0] &+= UInt32(run.literals)
            if run.full > 0 { frequencies[285] &+= UInt32(run.full) }
            if run.rest > 0 { frequencies[RunDeflater.lengthCode(run.rest).symbol] &+= 1 }
        }
        frequencies[256] = 1
        let lengths = HuffmanCode.lengths(frequencies, limit: 15)
        let codes = HuffmanCode.codes(lengths)
        writeHeader(lengths)
        var single = [(code: UInt64, count: UInt64)](repeating: (0, 0), count: 286)
        for symbol in 0..<286 { single[symbol] = (UInt64(codes[symbol]), UInt64(lengths[symbol])) }
        let tokens = self.tokens
        let block = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            var writer = BitWriter(buffer, bits: bits, bitCount: bitCount)
            tokens.withUnsafeBufferPointer { tokens in
                single.withUnsafeBufferPointer { single in
                    func put(_ value: UInt64, _ count: UInt64) { writer.put(value, count) }
                    for token in tokens {
                        let value = Int(token & RunDeflater.valueMask)
                        switch token >> Kind.shift {
                        case Kind.byte: put(single[value].code, single[value].count)
                        case Kind.gray:
                            let (code, count) = single[value]
                            put(code | code << count | code << (2 * count), 3 * count)
                        case Kind.color:
                            let (red, green, blue) = (single[value >> 16], single[value >> 8 & 255], single[value & 255])
                            put(red.code | green.code << red.count | blue.code << (red.count + green.count), red.count + green.count + blue.count)
                        default:
                            let run = Run(value)
                            for _ in 0..<run.literals { put(single[0].code, single[0].count) }
                            // A copy is a length and the distance 1, whose code is one bit, 0.
                            for _ in 0..<run.full { put(single[285].code, single[285].count + 1) }
                            if run.rest > 0 {
                                let length = RunDeflater.lengthCode(run.rest)
                                let (code, count) = single[length.symbol]
                                put(code | UInt64(length.extra) << count, count + UInt64(length.extraBits) + 1)
                            }
                        }
                    }
                    put(single[256].code, single[256].count)
                }
            }
            (count, bits, bitCount) = (writer.count, writer.bits, writer.bitCount)
        }
        output += block
        self.tokens.removeAll(keepingCapacity: true)
        for index in frequencies.indices { frequencies[index] = 0 }
    }

    /// How a run of zeros is written.
    private struct Run {
        /// Zeros as they are.
        var literals: Int
        /// Copies of 258 bytes.
        var full = 0
        /// A shorter copy, at least 3 bytes; 0 for none.
        var rest = 0

        @inline(__always) init(_ count: Int) {
            guard count >= 4 else {
                literals = count
                return
            }
            literals = 1
            full = (count - 1) / 258
            rest = (count - 1) % 258
            if rest < 3 {
                literals += rest
                rest = 0
            }
        }
    }

    /// https://www.rfc-editor.org/rfc/rfc1951#page-12
    private static func lengthCode(_ length: Int) -> (symbol: Int, extra: Int, extraBits: Int) {
        if length == 258 { return (285, 0, 0) }
        if length < 11 { return (254 + length, 0, 0) }
        let value = length - 3
        let extraBits = Int.bitWidth - 1 - value.leadingZeroBitCount - 2
        return (257 + 4 * (extraBits + 1) + (value >> extraBits & 3), value & ((1 << extraBits) - 1), extraBits)
    }

    /// The code lengths of a block with codes of its own: those of 286 symbols and of one distance.
    private mutating func writeHeader(_ lengths: [UInt8]) {
        let last = lengths.lastIndex { $0 > 0 } ?? 256
        let all = Array(lengths[...max(256, last)]) + [1]
        var symbols: [(symbol: UInt8, extra: UInt8)] = []
        var index = 0
        while index < all.count {
            var run = 1
            while index + run < all.count, all[index + run] == all[index] { run += 1 }
            var left = run
            if all[index] == 0 {
                while left >= 11 { symbols.append((18, UInt8(min(left, 138) - 11))); left -= min(left, 138) }
                if left >= 3 { symbols.append((17, UInt8(left - 3))); left = 0 }
            } else {
                symbols.append((all[index], 0))
                left -= 1
                while left >= 3 { symbols.append((16, UInt8(min(left, 6) - 3))); left -= min(left, 6) }
            }
            for _ in 0..<left { symbols.append((all[index], 0)) }
            index += run
        }
        var counts = [UInt32](repeating: 0, count: 19)
        for entry in symbols { counts[Int(entry.symbol)] += 1 }
        let codeLengths = HuffmanCode.lengths(counts, limit: 7)
        let codes = HuffmanCode.codes(codeLengths)
        let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
        let used = max(4, (order.lastIndex { codeLengths[$0] > 0 } ?? 3) + 1)
        put(0b100, 3)
        put(UInt64(all.count - 1 - 257), 5)
        put(0, 5)
        put(UInt64(used - 4), 4)
        for position in order[..<used] { put(UInt64(codeLengths[position]), 3) }
        for entry in symbols {
            put(UInt64(codes[Int(entry.symbol)]), UInt64(codeLengths[Int(entry.symbol)]))
            switch entry.symbol {
            case 16: put(UInt64(entry.extra), 2)
            case 17: put(UInt64(entry.extra), 3)
            case 18: put(UInt64(entry.extra), 7)
            default: break
            }
        }
        flushBytes()
    }

    // MARK: Bits

    /// Writes bits to memory that is large enough, lowest first.
    private struct BitWriter {
        private let base: UnsafeMutableRawPointer?
        private(set) var count = 0
        private(set) var bits: UInt64
        private(set) var bitCount: UInt64

        init(_ buffer: UnsafeMutableBufferPointer<UInt8>, bits: UInt64, bitCount: UInt64) {
            base = buffer.baseAddress.map { UnsafeMutableRawPointer($0) }
            self.bits = bits
            self.bitCount = bitCount
        }

        /// At most 48 bits; fewer than 8 are left over each time.
        @inline(__always) mutating func put(_ value: UInt64, _ length: UInt64) {
            bits |= value &<< bitCount
            bitCount &+= length
            base?.storeBytes(of: bits.littleEndian, toByteOffset: count, as: UInt64.self)
            let whole = bitCount &>> 3
            count &+= Int(whole)
            bits &>>= whole &<< 3
            bitCount &= 7
        }
    }

    /// Adds at most 48 bits, lowest first.
    @inline(__always) private mutating func put(_ value: UInt64, _ count: UInt64) {
        if bitCount &+ count > 63 { flushBytes() }
        bits |= value &<< bitCount
        bitCount &+= count
    }

    @inline(__always) private mutating func flushBytes() {
        while bitCount >= 8 {
            output.append(UInt8(truncatingIfNeeded: bits))
            bits &>>= 8
            bitCount &-= 8
        }
    }
}

/// Huffman codes as deflate has them.
enum HuffmanCode {
    /// Code lengths for symbols that occur so often, none longer than `limit`; 0 for those that do not occur.
    static func lengths(_ frequencies: [UInt32], limit: Int) -> [UInt8] {
        var weights = frequencies
        while true {
            let lengths = unlimitedLengths(weights)
            guard let longest = lengths.max(), Int(longest) > limit else { return lengths }
            // Flatter weights make shorter codes.
            for index in weights.indices where weights[index] > 0 { weights[index] = weights[index] / 2 + 1 }
        }
    }

    private static func unlimitedLengths(_ weights: [UInt32]) -> [UInt8] {
        var lengths = [UInt8](repeating: 0, count: weights.count)
        let leaves = weights.indices.filter { weights[$0] > 0 }.sorted { weights[$0] < weights[$1] }
        guard leaves.count > 1 else {
            if let only = leaves.first { lengths[only] = 1 }
            return lengths
        }
        // Two queues, both in order: leaves, and nodes as they are made.
        var nodeWeights: [UInt64] = []
        var parents = [Int](repeating: -1, count: 2 * leaves.count - 1)
        var nextLeaf = 0, nextNode = 0
        func take() -> (id: Int, weight: UInt64) {
            if nextLeaf < leaves.count, nextNode >= nodeWeights.count || UInt64(weights[leaves[nextLeaf]]) <= nodeWeights[nextNode] {
                nextLeaf += 1
                return (nextLeaf - 1, UInt64(weights[leaves[nextLeaf - 1]]))
            }
            nextNode += 1
            return (leaves.count + nextNode - 1, nodeWeights[nextNode - 1])
        }
        while nodeWeights.count < leaves.count - 1 {
            let a = take(), b = take()
            parents[a.id] = leaves.count + nodeWeights.count
            parents[b.id] = leaves.count + nodeWeights.count
            nodeWeights.append(a.weight + b.weight)
        }
        var depths = [Int](repeating: 0, count: parents.count)
        for id in parents.indices.reversed() where parents[id] >= 0 { depths[id] = depths[parents[id]] + 1 }
        for (number, leaf) in leaves.enumerated() { lengths[leaf] = UInt8(clamping: depths[number]) }
        return lengths
    }

    /// The codes of these lengths (https://www.rfc-editor.org/rfc/rfc1951#page-8), their first bit lowest.
    static func codes(_ lengths: [UInt8]) -> [UInt16] {
        var counts = [UInt32](repeating: 0, count: 17)
        for length in lengths where length > 0 { counts[Int(length)] += 1 }
        var next = [UInt32](repeating: 0, count: 17)
        for length in 1...16 { next[length] = (next[length - 1] + (length > 1 ? counts[length - 1] : 0)) << 1 }
        return lengths.map { length in
            guard length > 0 else { return 0 }
            let code = next[Int(length)]
            next[Int(length)] += 1
            var reversed: UInt32 = 0
            for bit in 0..<UInt32(length) where code >> bit & 1 == 1 { reversed |= 1 << (UInt32(length) - 1 - bit) }
            return UInt16(truncatingIfNeeded: reversed)
        }
    }
}
