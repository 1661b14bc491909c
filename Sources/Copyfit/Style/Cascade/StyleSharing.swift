/// Styles by what they are computed from: elements with the same parent style and cascade have the same style.
///
/// Open addressing over flat arrays: looking up allocates nothing.
struct StyleSharing {
    private struct Slot {
        var hash: UInt64
        var start: UInt32
        var count: UInt32
        var style: StyleID
    }

    private var slots: [Slot]
    private var words: [UInt64] = []
    private var used = 0
    /// The key being asked for: put it together with `begin` and `add`.
    private var key: [UInt64] = []
    private var hash: UInt64 = 0

    init() { slots = Array(repeating: Slot(hash: 0, start: 0, count: 0, style: .none), count: 128) }

    @inline(__always) mutating func begin(_ word: UInt64) {
        key.removeAll(keepingCapacity: true)
        hash = 0x9E37_79B9_7F4A_7C15
        add(word)
    }

    @inline(__always) mutating func add(_ word: UInt64) {
        key.append(word)
        hash = (hash ^ word) &* 0xFF51_AFD7_ED55_8CCD
        hash ^= hash >> 32
    }

    /// The style of the key, if there is one.
    func find() -> StyleID? {
        var index = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while slots[index].style.exists {
            let slot = slots[index]
            if slot.hash == hash, Int(slot.count) == key.count, isKey(at: Int(slot.start)) { return slot.style }
            index = (index + 1) & (slots.count - 1)
        }
        return nil
    }

    private func isKey(at start: Int) -> Bool {
        for index in 0..<key.count where words[start + index] != key[index] { return false }
        return true
    }

    mutating func insert(_ style: StyleID) {
        if used * 2 >= slots.count { grow() }
        let slot = Slot(hash: hash, start: UInt32(clamping: words.count), count: UInt32(clamping: key.count), style: style)
        words += key
        used += 1
        place(slot)
    }

    private mutating func place(_ slot: Slot) {
        var index = Int(truncatingIfNeeded: slot.hash) & (slots.count - 1)
        while slots[index].style.exists { index = (index + 1) & (slots.count - 1) }
        slots[index] = slot
    }

    private mutating func grow() {
        let old = slots
        slots = Array(repeating: Slot(hash: 0, start: 0, count: 0, style: .none), count: old.count * 2)
        for slot in old where slot.style.exists { place(slot) }
    }
}
