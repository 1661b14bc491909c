/// Which of very many sheets have rules for an element: pages may hold thousands, and each element would ask all of them.
struct SheetDirectory {
    /// Sheets by a key that rules of theirs stand under, ascending.
    private var sheets: [UInt32: [Int32]] = [:]
    /// Those that every element asks.
    private var always: [Int32] = []

    /// From how many sheets on it is worth its making.
    static let leastCount = 64

    init(_ views: some Sequence<RuleIndex.View>) {
        for (index, view) in views.enumerated() {
            let index = Int32(truncatingIfNeeded: index)
            if view.hasAttributeKeys || !view.universal.isEmpty || !view.root.isEmpty {
                always.append(index)
            } else {
                view.eachKey { sheets[$0, default: []].append(index) }
            }
        }
    }

    /// The sheets, in their order, that may have rules under some of the keys.
    func sheets(_ keys: [UInt32]) -> [Int] {
        let lists = keys.compactMap { sheets[$0] }
        if lists.isEmpty { return always.map(Int.init) }
        return Set(lists.joined()).union(always).sorted().map(Int.init)
    }
}
