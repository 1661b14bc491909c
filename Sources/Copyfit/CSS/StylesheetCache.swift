private import Synchronization

/// Parsed sheets by their text, shared between documents and threads: the same author sheet is parsed once.
///
/// `Payload` is what a later stage makes of a sheet, such as typed declarations. Bounded by what the sheets take, as far as that can be told
/// from their source; when full, sheets that were not used since the last sweep go first. The last one stays, however large.
package final class StylesheetCache<Payload: Sendable>: Sendable {
    private struct Item {
        var bytes: [UInt8]
        var base: String?
        var payload: Payload
        var wasUsed: Bool
    }

    private struct State {
        var items: [Int: [Item]] = [:]
        var byteCount = 0
    }

    private let state = Mutex(State())
    private let maximumBytes: Int

    package init(maximumBytes: Int = 4 << 20) { self.maximumBytes = maximumBytes }

    /// About the bytes that a parsed sheet takes: tokens, rules and declarations are larger than their source.
    static func size(of source: [UInt8]) -> Int { 1024 + 20 * source.count }

    /// The payload for a text and base, made by `make` where it is not held. Two threads may make it at once; one result is kept. What is
    /// left unfinished because `watch` says so is not.
    package func payload(for bytes: [UInt8], base: String?, watch: WorkWatch? = nil, make: (CSSTokenBuffer) -> Payload) -> Payload {
        let hash = ByteComparison.hash(bytes)
        func find(_ state: inout State) -> Payload? {
            guard let index = state.items[hash]?.firstIndex(where: { ByteComparison.isSame($0.bytes, bytes) && $0.base == base }) else { return nil }
            state.items[hash]?[index].wasUsed = true
            return state.items[hash]?[index].payload
        }
        if let found = state.withLock({ find(&$0) }) { return found }
        let payload = make(CSSTokenBuffer(bytes, base: base, watch: watch))
        guard watch?.mustStopNow() != true else { return payload }
        return state.withLock { state in
            if let found = find(&state) { return found }
            let size = StylesheetCache.size(of: bytes)
            if state.byteCount + size > maximumBytes { sweep(&state) }
            if state.byteCount + size > maximumBytes {
                state.items = [:]
                state.byteCount = 0
            }
            state.items[hash, default: []].append(Item(bytes: bytes, base: base, payload: payload, wasUsed: false))
            state.byteCount += size
            return payload
        }
    }

    private func sweep(_ state: inout State) {
        state.items = state.items.compactMapValues { items in
            let kept = items.filter(\.wasUsed).map { Item(bytes: $0.bytes, base: $0.base, payload: $0.payload, wasUsed: false) }
            return kept.isEmpty ? nil : kept
        }
        state.byteCount = state.items.values.reduce(0) { $1.reduce($0) { $0 + StylesheetCache.size(of: $1.bytes) } }
    }
}
