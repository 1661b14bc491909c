private import Glibc

/// Room for trivial records in the making, as the items of a content: it grows, and serves one content after the other.
///
/// Its memory is the C library's, which makes a large block larger without copying it.
struct ItemRoom<Item>: ~Copyable {
    private var base: UnsafeMutablePointer<Item>
    private var capacity: Int
    private(set) var count = 0

    init() {
        capacity = 256
        base = Self.room(nil, capacity)
    }

    deinit { free(base) }

    /// The items so far; valid until more are added.
    var items: UnsafeMutableBufferPointer<Item> { UnsafeMutableBufferPointer(start: base, count: count) }

    /// Forgets all items, and gives back room that only a very long content needed.
    mutating func removeAll() {
        count = 0
        if capacity > 1 << 16 { resize(256) }
    }

    @inline(__always) mutating func append(_ item: Item) {
        if count == capacity { resize(capacity &* 2) }
        (base + count).initialize(to: item)
        count &+= 1
    }

    @inline(never) private mutating func resize(_ newCapacity: Int) {
        base = Self.room(base, newCapacity)
        capacity = newCapacity
    }

    private static func room(_ old: UnsafeMutablePointer<Item>?, _ capacity: Int) -> UnsafeMutablePointer<Item> {
        guard let room = realloc(old, capacity &* MemoryLayout<Item>.stride) else { fatalError("out of memory") }
        return room.bindMemory(to: Item.self, capacity: capacity)
    }

    /// Appends many items: its place is a local variable, which stays in a register where the room's count would be stored and loaded again
    /// for each item. The room counts the items when `finish()` is called, and nobody else may use it before.
    struct Appender {
        private let room: UnsafeMutablePointer<ItemRoom>
        private var next: UnsafeMutablePointer<Item>
        private var end: UnsafeMutablePointer<Item>

        init(_ room: UnsafeMutablePointer<ItemRoom>) {
            self.room = room
            next = room.pointee.base + room.pointee.count
            end = room.pointee.base + room.pointee.capacity
        }

        var count: Int { next - room.pointee.base }

        @inline(__always) mutating func append(_ item: Item) {
            if next == end { (next, end) = Self.grow(room) }
            next.initialize(to: item)
            next += 1
        }

        /// An item by its index, nil past the last one.
        subscript(_ index: Int) -> Item? {
            get { index >= 0 && index < count ? room.pointee.base[index] : nil }
            set { if let newValue, index >= 0, index < count { room.pointee.base[index] = newValue } }
        }

        func finish() { room.pointee.count = count }

        @inline(never) private static func grow(_ room: UnsafeMutablePointer<ItemRoom>) -> (UnsafeMutablePointer<Item>, UnsafeMutablePointer<Item>) {
            room.pointee.count = room.pointee.capacity
            room.pointee.resize(room.pointee.capacity &* 2)
            return (room.pointee.base + room.pointee.count, room.pointee.base + room.pointee.capacity)
        }
    }
}
