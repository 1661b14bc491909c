internal import Copyfit

/// Decoded pictures, kept from one document to the next: the pages of a batch tend to show the same ones. One task uses it.
///
/// A picture is known by its file's bytes, so a file that was replaced is decoded anew. What was not asked for the longest time goes first when
/// the bound is reached; a picture larger than the whole bound is not kept.
final class PictureCache {
    /// Bytes of pixels and of the files they came from.
    static let byteLimit = 64 << 20

    /// What a picture is drawn from, beside its file's bytes.
    struct Kind: Hashable {
        var isVector = false
        /// As `SVGImage` takes them.
        var fillsWidth = false
        var fillsHeight = false
    }

    private struct Key: Hashable {
        var file: [UInt8]
        var kind: Kind
    }

    private struct Entry {
        var content: DecodedImage.Content
        var size: Int
        /// When it was asked for last, in questions.
        var lastUse: UInt64
    }

    private var entries: [Key: Entry] = [:]
    private var uses: UInt64 = 0
    /// Bytes held.
    private(set) var size = 0
    private(set) var decodedCount = 0
    private let limit: Int

    init(byteLimit: Int = PictureCache.byteLimit) { limit = byteLimit }

    /// The picture in a file; `decode` is asked where it is not known. Files that cannot be decoded are not kept.
    func content(of file: [UInt8], _ kind: Kind, decode: () -> DecodedImage.Content?) -> DecodedImage.Content? {
        let key = Key(file: file, kind: kind)
        uses += 1
        if let found = entries.index(forKey: key) {
            entries.values[found].lastUse = uses
            return entries.values[found].content
        }
        guard let content = decode() else { return nil }
        decodedCount += 1
        let size = file.count + content.byteCount(fileSize: file.count)
        guard size <= limit else { return content }
        makeRoom(for: size)
        entries[key] = Entry(content: content, size: size, lastUse: uses)
        self.size += size
        return content
    }

    /// Drops a half of the bound at once, so that a full cache is not searched for every picture.
    private func makeRoom(for size: Int) {
        guard self.size + size > limit else { return }
        for (key, entry) in entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
            guard self.size + size > limit / 2, self.size > 0 else { return }
            entries[key] = nil
            self.size -= entry.size
        }
    }
}

extension DecodedImage.Content {
    /// About what it holds in memory; of an SVG, a tree some times as large as its file.
    fileprivate func byteCount(fileSize: Int) -> Int {
        switch self {
        case .pixels(let surface): surface.width * surface.height * 4
        case .vector: fileSize * 10 + 10_000
        }
    }
}
