/// A table that lives as long as the process. Nobody counts references to it: threads would have to take the count from each other.
struct PermanentTable<Element: Sendable>: @unchecked Sendable {
    private let elements: UnsafeBufferPointer<Element>

    init(_ elements: [Element]) {
        let room = UnsafeMutableBufferPointer<Element>.allocate(capacity: elements.count)
        _ = room.initialize(from: elements)
        self.elements = UnsafeBufferPointer(room)
    }

    var count: Int { elements.count }

    @inline(__always) subscript(_ index: Int) -> Element { elements[index] }
}
