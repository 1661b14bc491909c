import Synchronization

/// The widths of shaped words, shared by documents and threads.
///
/// Each task reads its own small table first (in `TextScratch`); this one is asked on a miss there, under the lock of one of its shards.
/// Styles take part as numbers that are never reused, so an entry can become useless but never wrong.
package final class WordCache: Sendable {
    private static let shardCount = 32
    /// Behind a pointer: who looks into one counts no references, which all threads would have to take from each other.
    private nonisolated(unsafe) let shards: UnsafeMutablePointer<Shard>
    private let styles = Mutex<StyleNumbers>(StyleNumbers())
    /// Of this cache alone, from 1 on.
    let serial = WordCache.serials.wrappingAdd(1, ordering: .relaxed).newValue
    private static let serials = Atomic<UInt64>(0)
    /// Shared likewise.
    let hyphenation = HyphenationDictionaries()

    private let idleScratch = Mutex<[(scratch: TextScratch, thread: ThreadNumber)]>([])

    /// Working memory for one task: what the thread had last, as its core still holds it.
    func lendScratch() -> TextScratch {
        let thread = ThreadNumber.current
        let idle = idleScratch.withLock { idle in
            idle.lastIndex { $0.thread == thread }.map { idle.remove(at: $0) } ?? idle.popLast()
        }
        return idle?.scratch ?? TextScratch()
    }

    func takeBack(_ scratch: TextScratch) {
        let thread = ThreadNumber.current
        idleScratch.withLock { idle in
            if idle.count < 64 { idle.append((scratch, thread)) }
        }
    }

    private struct Shard: ~Copyable {
        let words: Mutex<WordGenerations<MeasuredWord>>
        init(byteLimit: Int) { words = Mutex(WordGenerations(byteLimit: byteLimit)) }
    }

    /// Numbers of what documents make up, each table bounded: at a few hundred bytes an entry, all of them stay below 2 MB.
    private struct StyleNumbers {
        var styles: [WordStyle: UInt32] = [:]
        var fontLists: [FontList: UInt32] = [:]
        var faceRules: [FaceRules: UInt32] = [:]
        var last: UInt32 = 0

        mutating func next() -> UInt32 {
            last = last < UInt32.max ? last + 1 : 0
            return last
        }
    }

    private struct FaceRules: Hashable {
        var rules: [FontFaceRule]
        var base: String
    }

    /// `byteLimit` bounds the memory it may hold; older entries give way.
    package init(byteLimit: Int = 7 << 20) {
        shards = .allocate(capacity: Self.shardCount)
        for index in 0..<Self.shardCount { (shards + index).initialize(to: Shard(byteLimit: byteLimit / Self.shardCount)) }
    }

    deinit {
        shards.deinitialize(count: Self.shardCount)
        shards.deallocate()
    }

    /// The number of a style, equal for equal styles; 0 when numbers have run out and nothing may be cached.
    func number(of style: WordStyle) -> UInt32 {
        styles.withLock { state in
            if let number = state.styles[style] { return number }
            if state.styles.count >= 1 << 12 { state.styles.removeAll() }
            let number = state.next()
            state.styles[style] = number
            return number
        }
    }

    /// The number of a list of fonts, for words that fall back.
    func number(of list: FontList) -> UInt32 {
        styles.withLock { state in
            if let number = state.fontLists[list] { return number }
            if state.fontLists.count >= 1 << 10 { state.fontLists.removeAll() }
            let number = state.next()
            state.fontLists[list] = number
            return number
        }
    }

    /// The number of a document's `@font-face` rules with the directory that their URLs start from.
    func number(of rules: [FontFaceRule], base: String) -> UInt32 {
        // Rules with fonts in them are not worth keeping.
        let isLight = rules.count <= 256 && rules.allSatisfy { rule in
            rule.sources.allSatisfy { source in
                if case .url(let url, _, _, _) = source { url.utf8.count <= 1024 } else { true }
            }
        }
        return styles.withLock { state in
            let key = FaceRules(rules: rules, base: base)
            if isLight, let number = state.faceRules[key] { return number }
            if state.faceRules.count >= 1 << 8 { state.faceRules.removeAll() }
            let number = state.next()
            if isLight { state.faceRules[key] = number }
            return number
        }
    }

    func find(_ word: UnsafeBufferPointer<UInt16>, style: UInt32, hash: UInt64) -> MeasuredWord? {
        shards[Int(truncatingIfNeeded: hash >> 58) & (Self.shardCount - 1)].words.withLock { $0.find(word, style: style, hash: hash) }
    }

    func insert(_ word: UnsafeBufferPointer<UInt16>, style: UInt32, hash: UInt64, _ measured: MeasuredWord) {
        shards[Int(truncatingIfNeeded: hash >> 58) & (Self.shardCount - 1)].words.withLock { words in
            // Another task may have been faster.
            if words.find(word, style: style, hash: hash) == nil { words.insert(word, style: style, hash: hash, measured) }
        }
    }

    /// The bytes and words it holds, without the working memory of tasks.
    package var statistics: (bytes: Int, words: Int) {
        (0..<Self.shardCount).reduce((0, 0)) { sum, index in shards[index].words.withLock { (sum.0 + $0.byteCount, sum.1 + $0.count) } }
    }
}

/// What a word's width depends on beside its text.
struct WordStyle: Hashable, Sendable {
    /// The fonts: of a word that the primary font serves alone, that font's number in the catalog; else the number of a list.
    enum Fonts: Hashable, Sendable {
        case primary(UInt32)
        case list(UInt32)
        /// Of words of any fonts: the numbers that words of the primary font and others have.
        case any(primary: UInt32, others: UInt32)
    }
    var fonts: Fonts
    /// Features and language.
    var shaping: UInt32
    /// CSS px.
    var letterSpacing: Float
    var wordSpacing: Float
    var synthesizesSmallCapitals: Bool
    var engine: Profile.Engine
}

/// What fallback depends on.
struct FontList: Hashable, Sendable {
    var description: FontDescription
    var language: String
    /// The number of the document's `@font-face` rules; 0 where there are none.
    var faceRules: UInt32
}
