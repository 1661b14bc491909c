/// The words of a list in our own source, separated by spaces or line ends. Reads bytes: tables are made from such lists at start, and
/// `Character` is forty times as slow.
struct WordList: Sequence, IteratorProtocol {
    private let list: StaticString
    private var position = 0

    init(_ list: StaticString) { self.list = list }

    mutating func next() -> String? {
        let bytes = UnsafeBufferPointer(start: list.utf8Start, count: list.utf8CodeUnitCount)
        while position < bytes.count, bytes[position] <= 0x20 { position += 1 }
        let start = position
        while position < bytes.count, bytes[position] > 0x20 { position += 1 }
        return start < position ? String(decoding: bytes[start..<position], as: UTF8.self) : nil
    }
}

extension String {
    /// A name in our own source.
    init(_ name: StaticString) {
        self.init(decoding: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount), as: UTF8.self)
    }
}
