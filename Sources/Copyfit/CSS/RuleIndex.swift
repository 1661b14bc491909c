/// A sheet's rules by what the rightmost compound of their selectors demands, so that an element meets only rules that may match it.
///
/// A selector stands under one key (id, else class, else type, else attribute, else none); `:is()` and `&` alone stand under the keys
/// of their alternatives.
struct RuleIndex: Sendable {
    struct Entry: Sendable {
        /// In `SelectorStore.complexes`.
        var selector: UInt32
        /// In `Stylesheet.rules`.
        var rule: UInt32
        /// Keys that some ancestor of the element must have; 0 where there are fewer.
        var ancestors: (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
    }

    fileprivate struct Bucket: Sendable {
        var key: UInt32 = RuleIndex.noKey
        var start: UInt32 = 0
        var count: UInt32 = 0
    }

    /// What is looked at for each element: valid as long as the index. Copies count no references, which threads would have to take from each
    /// other.
    struct View: @unchecked Sendable {
        fileprivate(set) var entries = UnsafeBufferPointer<Entry>(start: nil, count: 0)
        /// Open addressing; the count is a power of two.
        fileprivate var buckets = UnsafeBufferPointer<Bucket>(start: nil, count: 0)
        fileprivate(set) var universal: Range<Int> = 0..<0
        /// Rules whose rightmost compound has `:root`.
        fileprivate(set) var root: Range<Int> = 0..<0
        /// Some rules stand under attribute names.
        fileprivate(set) var hasAttributeKeys = false

        /// All keys but those of universal and root rules.
        func eachKey(_ body: (UInt32) -> Void) {
            for bucket in buckets where bucket.key != RuleIndex.noKey { body(bucket.key) }
        }

        /// The entries that stand under a key.
        @inline(__always) func range(_ key: UInt32) -> Range<Int> {
            let mask = buckets.count - 1
            var slot = Int(key) & mask
            while true {
                let bucket = buckets[slot]
                if bucket.key == key { return Int(bucket.start)..<Int(bucket.start + bucket.count) }
                if bucket.key == RuleIndex.noKey { return 0..<0 }
                slot = (slot + 1) & mask
            }
        }
    }

    private final class Storage: @unchecked Sendable {
        let view: View

        init(_ view: View) { self.view = view }

        deinit {
            view.entries.deallocate()
            view.buckets.deallocate()
        }
    }

    private let storage: Storage
    var view: View { storage.view }

    fileprivate static let noKey: UInt32 = 0
    private static let universalKey: UInt32 = 1
    private static let rootKey: UInt32 = 2

    @inline(__always) static func idKey(_ hash: UInt32) -> UInt32 { max(3, hash &* 0x9E37_79B1) }
    @inline(__always) static func classKey(_ hash: UInt32) -> UInt32 { max(3, hash) }
    @inline(__always) static func typeKey(_ hash: UInt32) -> UInt32 { max(3, hash &* 0x85EB_CA77) }
    @inline(__always) static func attributeKey(_ hash: UInt32) -> UInt32 { max(3, hash &* 0xC2B2_AE3D) }

    init(rules: [StyleRule], selectors: SelectorStore) {
        var view = View()
        var keyed: [(key: UInt32, entry: Entry)] = []
        keyed.reserveCapacity(rules.count)
        for (number, rule) in rules.enumerated() {
            for complex in rule.selectors.range where selectors.complexes[complex].pseudo != .other {
                var entry = Entry(selector: UInt32(clamping: complex), rule: UInt32(clamping: number))
                RuleIndex.setAncestors(&entry, selectors.complexes[complex], selectors)
                for key in RuleIndex.keys(selectors.complexes[complex], selectors, depth: 0, &view.hasAttributeKeys) { keyed.append((key, entry)) }
            }
        }
        // A stable order by key: entries of one key stay in source order.
        let order = keyed.indices.sorted { (keyed[$0].key, $0) < (keyed[$1].key, $1) }
        var entries: [Entry] = []
        entries.reserveCapacity(order.count)
        var runs: [Bucket] = []
        for index in order {
            if runs.last?.key != keyed[index].key { runs.append(Bucket(key: keyed[index].key, start: UInt32(clamping: entries.count), count: 0)) }
            runs[runs.count - 1].count += 1
            entries.append(keyed[index].entry)
        }
        var capacity = 8
        while capacity < runs.count * 2 { capacity *= 2 }
        var buckets = Array(repeating: Bucket(), count: capacity)
        for run in runs {
            let range = Int(run.start)..<Int(run.start + run.count)
            switch run.key {
            case RuleIndex.universalKey: view.universal = range
            case RuleIndex.rootKey: view.root = range
            default:
                var slot = Int(run.key) & (capacity - 1)
                while buckets[slot].key != RuleIndex.noKey { slot = (slot + 1) & (capacity - 1) }
                buckets[slot] = run
            }
        }
        view.entries = RuleIndex.copied(entries)
        view.buckets = RuleIndex.copied(buckets)
        storage = Storage(view)
    }

    private static func copied<Element>(_ elements: [Element]) -> UnsafeBufferPointer<Element> {
        let room = UnsafeMutableBufferPointer<Element>.allocate(capacity: elements.count)
        _ = room.initialize(from: elements)
        return UnsafeBufferPointer(room)
    }

    private static let maximumAlternatives = 64

    private static func simples(_ compound: Int, _ s: SelectorStore) -> ArraySlice<SimpleSelector> {
        let first = Int(s.compounds[compound].firstSimple)
        return s.simples[first..<first + Int(s.compounds[compound].simpleCount)]
    }

    /// The keys under which a selector stands: an element that matches it has at least one.
    private static func keys(_ complex: ComplexSelector, _ s: SelectorStore, depth: Int, _ hasAttributes: inout Bool) -> [UInt32] {
        let subject = simples(Int(complex.firstCompound), s)
        func hash(_ name: UInt32) -> UInt32 { s.names.entries[Int(name)].foldedHash }
        if let simple = subject.first(where: { $0.kind == .id }) { return [idKey(hash(simple.name))] }
        if let simple = subject.first(where: { $0.kind == .className }) { return [classKey(hash(simple.name))] }
        if let simple = subject.first(where: { $0.kind == .type }) { return [typeKey(hash(simple.name))] }
        if let simple = subject.first(where: { $0.kind == .attribute }) {
            hasAttributes = true
            // The lower-case spelling has the same hash: hashes fold case.
            return [attributeKey(hash(simple.name))]
        }
        if subject.contains(where: { $0.kind == .pseudoClass && $0.detail == PseudoClass.root.rawValue }) { return [rootKey] }
        for simple in subject where (simple.kind == .matches || simple.kind == .nesting) && depth < 4 {
            let list = s.lists[Int(simple.value)]
            guard list.count <= maximumAlternatives else { continue }
            var result: [UInt32] = []
            for alternative in list.range where s.complexes[alternative].pseudo == .none {
                for key in keys(s.complexes[alternative], s, depth: depth + 1, &hasAttributes) where !result.contains(key) { result.append(key) }
                if result.count > maximumAlternatives { break }
            }
            if result.count <= maximumAlternatives, !result.contains(universalKey) { return result }
        }
        return [universalKey]
    }

    /// Keys that must be found among the ancestors, for the filter.
    private static func setAncestors(_ entry: inout Entry, _ complex: ComplexSelector, _ s: SelectorStore) {
        var found: [UInt32] = []
        collectAncestors(complex, s, includesSubject: false, depth: 0, &found)
        entry.ancestors = (found.count > 0 ? found[0] : 0, found.count > 1 ? found[1] : 0, found.count > 2 ? found[2] : 0, found.count > 3 ? found[3] : 0)
    }

    private static func collectAncestors(
        _ complex: ComplexSelector, _ s: SelectorStore, includesSubject: Bool, depth: Int, _ found: inout [UInt32]
    ) {
        func hash(_ name: UInt32) -> UInt32 { s.names.entries[Int(name)].foldedHash }
        let first = Int(complex.firstCompound)
        // What stands left of a child or descendant combinator is an ancestor, whatever stands between it and the subject.
        for compound in first..<first + min(Int(complex.compoundCount), 16) where found.count < 4 {
            let isSubject = compound == first
            if isSubject ? !includesSubject : ![.descendant, .child].contains(s.compounds[compound - 1].combinator) {
                if isSubject, depth < 4 {
                    // The alternatives of the subject have ancestors too, when there is only one.
                    for simple in simples(compound, s) where simple.kind == .matches || simple.kind == .nesting {
                        let list = s.lists[Int(simple.value)]
                        if list.count == 1 { collectAncestors(s.complexes[Int(list.first)], s, includesSubject: false, depth: depth + 1, &found) }
                    }
                }
                continue
            }
            for simple in simples(compound, s) where found.count < 4 {
                switch simple.kind {
                case .id: found.append(idKey(hash(simple.name)))
                case .className: found.append(classKey(hash(simple.name)))
                case .type: found.append(typeKey(hash(simple.name)))
                case .matches, .nesting:
                    let list = s.lists[Int(simple.value)]
                    if list.count == 1, depth < 4 { collectAncestors(s.complexes[Int(list.first)], s, includesSubject: true, depth: depth + 1, &found) }
                default: break
                }
            }
        }
    }
}

/// A filter of the keys that an element's ancestors have: 512 bits, two for each key; it never misses one that is there.
struct AncestorFilter: Sendable {
    private var bits = SIMD8<UInt64>.zero

    mutating func insert(_ key: UInt32) {
        bits[Int(key >> 6) & 7] |= 1 << UInt64(key & 63)
        bits[Int(key >> 15) & 7] |= 1 << UInt64((key >> 9) & 63)
    }

    @inline(__always) func mayContain(_ key: UInt32) -> Bool {
        bits[Int(key >> 6) & 7] >> UInt64(key & 63) & 1 == 1 && bits[Int(key >> 15) & 7] >> UInt64((key >> 9) & 63) & 1 == 1
    }

    @inline(__always) func mayContain(_ keys: (UInt32, UInt32, UInt32, UInt32)) -> Bool {
        if keys.0 == 0 { return true }
        if !mayContain(keys.0) { return false }
        if keys.1 == 0 { return true }
        if !mayContain(keys.1) { return false }
        if keys.2 == 0 { return true }
        if !mayContain(keys.2) { return false }
        return keys.3 == 0 || mayContain(keys.3)
    }
}
