private import CHyphen
private import Glibc
import Synchronization

/// The installed hyphenation dictionaries (libhyphen's `hyph_xx_YY.dic`), each loaded when a document first asks for its language.
///
/// A language is served as WebKit does: by a dictionary of its very tag, or, for a language without region, by any of its dictionaries.
final class HyphenationDictionaries: Sendable {
    private let folder: String
    private let state = Mutex(State())

    private struct State {
        /// The paths by lower-case tag with hyphens; nil until the folder is read.
        var paths: [String: String]?
        /// Nil values: what could not be loaded.
        var loaded: [String: HyphenationDictionary?] = [:]
    }

    init(folder: String = "/usr/share/hyphen") { self.folder = folder }

    /// - Parameter language: a BCP 47 tag as written.
    func dictionary(for language: String) -> HyphenationDictionary? {
        guard !language.isEmpty else { return nil }
        let tag = language.lowercased()
        return state.withLock { state in
            if let known = state.loaded[tag] { return known }
            if state.paths == nil { state.paths = Self.paths(in: folder) }
            guard let path = state.paths?[tag] else { return nil }
            let dictionary = HyphenationDictionary(path: path)
            state.loaded[tag] = .some(dictionary)
            return dictionary
        }
    }

    private static func paths(in folder: String) -> [String: String] {
        guard let directory = opendir(folder) else { return [:] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) { String(cString: $0) }
            }
            if name.hasPrefix("hyph_"), name.hasSuffix(".dic") { names.append(name) }
        }
        var paths: [String: String] = [:]
        // In a fixed order, so that the same dictionary serves a language each time.
        for name in names.sorted() {
            let tag = name.dropFirst(5).dropLast(4).lowercased()
            let path = folder + "/" + name
            paths[String(tag.map { $0 == "_" ? "-" : $0 })] = path
            if let separator = tag.firstIndex(of: "_"), paths[String(tag[..<separator])] == nil { paths[String(tag[..<separator])] = path }
        }
        return paths
    }
}

/// One language's hyphenation patterns: immutable once loaded.
final class HyphenationDictionary: Sendable {
    private nonisolated(unsafe) let handle: UnsafeMutablePointer<HyphenDict>

    init?(path: String) {
        guard let handle = hnj_hyphen_load(path) else { return nil }
        self.handle = handle
    }

    deinit { hnj_hyphen_free(handle) }

    /// The last place to hyphenate a word at or before `limit`, as an offset in it (UTF-16); failing that, with `orFirst`, the first one;
    /// nil if there is none.
    func opportunity(in word: UnsafeBufferPointer<UInt16>, atMost limit: Int, orFirst: Bool) -> Int? {
        // A longer one is no word; libhyphen counts in Int32.
        guard word.count > 3, word.count <= 1024 else { return nil }
        var bytes = Array(String(decoding: word, as: UTF16.self).utf8).map { CChar(bitPattern: $0 &- 0x41 < 26 ? $0 | 0x20 : $0) }
        let count = Int32(bytes.count)
        bytes.append(0)
        var marks = [CChar](repeating: 0, count: bytes.count + 5)
        var replacements: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        var positions: UnsafeMutablePointer<Int32>?
        var cuts: UnsafeMutablePointer<Int32>?
        let failed = hnj_hyphen_hyphenate2(handle, bytes, count, &marks, nil, &replacements, &positions, &cuts) != 0
        if let replacements {
            for index in 0..<Int(count) { free(replacements[index]) }
            free(replacements)
        }
        free(positions)
        free(cuts)
        guard !failed else { return nil }
        // An odd digit: a word may be hyphenated after that character.
        func mayHyphenate(_ place: Int) -> Bool { marks[place - 1] & 1 != 0 && !isTrailSurrogate(word[place]) }
        let last = max(0, min(limit, word.count - 1))
        if last > 0, let place = (1...last).last(where: mayHyphenate) { return place }
        return orFirst ? (last + 1..<word.count).first(where: mayHyphenate) : nil
    }
}

extension TextShaper {
    /// The dictionary by which a style's words are hyphenated.
    func hyphenationDictionary(_ id: StyleID) -> HyphenationDictionary? {
        guard profile.hyphenatesByPatterns, id.index < styled.styles.count, styled.styles[id.index].hyphens == .auto else { return nil }
        let language = Int(styled.styles[id.index].language)
        return language < styled.languages.count ? cache.hyphenation.dictionary(for: styled.languages[language]) : nil
    }

    /// Where to hyphenate a word that overflows (`hyphens: auto`): the part from UTF-16 offset `from` that stays on the line, its width without the
    /// hyphen, and the hyphen's width; nil if no hyphenated part fits.
    /// - Parameters:
    ///   - width: of the item from `from` on, in px.
    ///   - available: the room for text and hyphen, in px.
    ///   - orFirst: if no part fits, the first that can be.
    package func hyphenatedPrefix(
        text: [UInt16], item: TextItem, runs: [TextRun], from: Int, width: Float, available: Float, orFirst: Bool
    ) -> (count: Int, width: Float, hyphen: Float)? {
        let limit = Int(item.end)
        guard item.run >= 0, Int(item.run) < runs.count, from >= 0, from < limit, limit <= text.count else { return nil }
        let style = runs[Int(item.run)].style
        guard let dictionary = hyphenationDictionary(style) else { return nil }
        let hyphen = hyphenWidth(style)
        let room = available - hyphen
        // WebKit looks for no part that fits where there is little room.
        let isWorthwhile = room > measuredStyle(style).fontSize * 5 / 4
        guard isWorthwhile || orFirst else { return nil }
        var longest = isWorthwhile ? limit - from : 0
        if isWorthwhile, width > room {
            longest = prefix(text: text, item: item, runs: runs, from: from, width: width, available: room, atLeastOne: false).count
        }
        let place = text.withUnsafeBufferPointer { text in
            dictionary.opportunity(in: UnsafeBufferPointer(rebasing: text[from..<limit]), atMost: longest, orFirst: orFirst)
        }
        guard let place else { return nil }
        return (place, self.width(text: text, item: item, runs: runs, from: from, to: from + place), hyphen)
    }
}
