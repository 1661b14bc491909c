private import Synchronization

/// Parsed sheets by their text, shared between documents and threads: the same author sheet is parsed once.
///
/// `Payload` is what a later stage makes of a sheet, such as typed declarations. Bounded by what the sheets take, as far as that can be told
/// from their source.
package final class StylesheetCache<Payload: Sendable>: Sendable {
    private struct Source: Hashable {
        let bytes: [UInt8]
        let base: String?
        private let hash: Int

        init(_ bytes: [UInt8], _ base: String?) {
            self.bytes = bytes
            self.base = base
            hash = ByteComparison.hash(bytes)
        }

        func hash(into hasher: inout Hasher) { hasher.combine(hash) }
        static func == (a: Source, b: Source) -> Bool { a.hash == b.hash && ByteComparison.isSame(a.bytes, b.bytes) && a.base == b.base }
    }

    private let payloads: Mutex<ReuseCache<Source, Payload>>

    package init(maximumBytes: Int = SheetSize.cacheLimit) { payloads = Mutex(ReuseCache(maximumSize: maximumBytes)) }

    /// The payload for a text and base, made by `make` where it is not held. Two threads may make it at once; one result is kept. What is
    /// left unfinished because `watch` says so is not.
    package func payload(for bytes: [UInt8], base: String?, watch: WorkWatch? = nil, make: (CSSTokenBuffer) -> Payload) -> Payload {
        let source = Source(bytes, base)
        if let found = payloads.withLock({ $0.find(source) }) { return found }
        let payload = make(CSSTokenBuffer(bytes, base: base, watch: watch))
        guard watch?.mustStopNow() != true else { return payload }
        return payloads.withLock { payloads in
            if let found = payloads.find(source) { return found }
            payloads.insert(source, payload, size: SheetSize.ofSheet(bytes))
            return payload
        }
    }
}

/// What sheets take.
package enum SheetSize {
    /// About the bytes that a parsed sheet takes: tokens, rules and declarations are larger than their source.
    static func ofSheet(_ source: [UInt8]) -> Int { 1024 + 20 * source.count }

    /// How many of them a cache may hold.
    package static let cacheLimit = 3 << 20
}
