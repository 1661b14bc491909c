/// Room for trivial records in the making, as the items of a content: it grows, and serves one content after the other.
struct ItemRoom<Item>: ~Copyable {
    private var base: UnsafeMutablePointer<Item>
    private var capacity: Int
    private(set) var count = 0

    init() {
        capacity = 256
        base = .allocate(capacity: capacity)
    }

    deinit { base.deallocate() }

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
        let larger = UnsafeMutablePointer<Item>.allocate(capacity: newCapacity)
        larger.moveInitialize(from: base, count: count)
        base.deallocate()
        base = larger
        capacity = newCapacity
    }
}
