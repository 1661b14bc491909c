/// The named character references (https://html.spec.whatwg.org/multipage/named-characters.html), by name.
struct NamedReferences: Sendable {
    /// One reference: the scalars it stands for, and whether it is known without its semicolon.
    struct Reference: Sendable {
        var first: UInt32
        /// 0 where it stands for one scalar.
        var second: UInt32 = 0
        var needsSemicolon: Bool
    }

    /// The longest name, without its semicolon.
    static let longestName = 31
    /// The longest name that is known without a semicolon.
    static let longestLegacyName = 6

    static let shared = NamedReferences()

    private var names: [(start: UInt16, count: UInt16)] = []
    private var references: [Reference] = []
    private var slots = [UInt16](repeating: .max, count: 8192)

    private init() {
        let text = UnsafeBufferPointer(start: NamedReferences.list.utf8Start, count: NamedReferences.list.utf8CodeUnitCount)
        names.reserveCapacity(2200)
        references.reserveCapacity(2200)
        var start = 0
        while start < text.count {
            var end = start
            while end < text.count, text[end] != UInt8(ascii: "="), text[end] != UInt8(ascii: "!") { end += 1 }
            guard end < text.count else { break }
            var reference = Reference(first: 0, needsSemicolon: text[end] == UInt8(ascii: "="))
            names.append((UInt16(truncatingIfNeeded: start), UInt16(truncatingIfNeeded: end - start)))
            var position = end + 1
            while position < text.count, text[position] != UInt8(ascii: " ") {
                if text[position] == UInt8(ascii: "+") {
                    reference.second = reference.first
                    reference.first = 0
                } else {
                    reference.first = reference.first &* 16 &+ UInt32(HTMLTokenizer.hexValue(text[position]) ?? 0)
                }
                position += 1
            }
            if reference.second != 0 { swap(&reference.first, &reference.second) }
            references.append(reference)
            insert(names.count - 1, UnsafeBufferPointer(rebasing: text[start..<end]))
            start = position + 1
        }
    }

    private mutating func insert(_ index: Int, _ name: UnsafeBufferPointer<UInt8>) {
        var slot = NamedReferences.hash(name) & (slots.count - 1)
        while slots[slot] != .max { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = UInt16(truncatingIfNeeded: index)
    }

    private static func hash(_ name: UnsafeBufferPointer<UInt8>) -> Int {
        var hash: UInt32 = 0x811c_9dc5
        for byte in name { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
        return Int(hash ^ (hash &>> 15))
    }

    /// The reference of this name, without its semicolon; nil where there is none.
    func find(_ name: UnsafeBufferPointer<UInt8>) -> Reference? {
        let text = UnsafeBufferPointer(start: NamedReferences.list.utf8Start, count: NamedReferences.list.utf8CodeUnitCount)
        var slot = NamedReferences.hash(name) & (slots.count - 1)
        while slots[slot] != .max {
            let index = Int(slots[slot])
            let (start, count) = (Int(names[index].start), Int(names[index].count))
            if count == name.count, text[start..<start + count].elementsEqual(name) { return references[index] }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }
}
