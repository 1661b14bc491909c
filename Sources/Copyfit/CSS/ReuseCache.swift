/// A cache of bounded size that keeps what was used again before what never was: a stream of things that come once leaves little behind
/// and does not push out the others.
struct ReuseCache<Key: Hashable, Value> {
    private struct Item {
        var value: Value
        var size: Int
        var use: Use
    }

    private enum Use {
        case never
        /// Before the last sweep for room, or since.
        case past, recent
    }

    private var items: [Key: Item] = [:]
    /// Hashes of what had to go: what comes back was used again after all, and is not fresh.
    private var forgotten: Set<Int> = []
    private let maximumSize: Int
    /// Of what is held, and the part of it that was never used again.
    private(set) var size = 0
    private var freshSize = 0

    /// - Parameter maximumSize: what the sizes of all items may come to; those that were never used again may have half of it. The last
    ///   item stays, however large.
    init(maximumSize: Int) { self.maximumSize = maximumSize }

    mutating func find(_ key: Key) -> Value? {
        guard let index = items.index(forKey: key) else { return nil }
        if items.values[index].use == .never { freshSize -= items.values[index].size }
        items.values[index].use = .recent
        return items.values[index].value
    }

    /// Adds what is not in the cache.
    mutating func insert(_ key: Key, _ value: Value, size itemSize: Int) {
        let isFresh = forgotten.remove(key.hashValue) == nil
        if isFresh, freshSize + itemSize > maximumSize / 2 { sweep { $0.use == .never } }
        if size + itemSize > maximumSize {
            sweep { $0.use != .recent }
            // They have to be used again before the next sweep.
            for index in items.values.indices { items.values[index].use = .past }
        }
        if size + itemSize > maximumSize { sweep { _ in true } }
        items[key] = Item(value: value, size: itemSize, use: isFresh ? .never : .recent)
        size += itemSize
        if isFresh { freshSize += itemSize }
    }

    private mutating func sweep(_ isRemoved: (Item) -> Bool) {
        var kept: [Key: Item] = [:]
        size = 0
        freshSize = 0
        for (key, item) in items {
            if isRemoved(item) {
                remember(key)
            } else {
                kept[key] = item
                size += item.size
                if item.use == .never { freshSize += item.size }
            }
        }
        items = kept
    }

    private mutating func remember(_ key: Key) {
        if forgotten.count >= 1024 { forgotten.removeAll() }
        forgotten.insert(key.hashValue)
    }
}
