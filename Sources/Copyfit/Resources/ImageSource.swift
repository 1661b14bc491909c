/// Which of its sources an `img` shows: `picture`, `srcset` and `sizes` by "select an image source"
/// (https://html.spec.whatwg.org/multipage/images.html#select-an-image-source). A pure function: whoever knows style and viewport answers the questions.
package struct ImageSource: Hashable, Sendable {
    /// The URL as written.
    package var url: String
    /// Image pixels per CSS px: the natural size is to be divided by it.
    package var density: Double

    package init(url: String, density: Double) {
        self.url = url
        self.density = density
    }

    /// The attributes of one `source` of a `picture`, or of the `img` itself.
    package struct Attributes: Hashable, Sendable {
        package var src: String?
        package var srcset: String?
        package var sizes: String?
        package var media: String?
        package var type: String?
        package init(src: String? = nil, srcset: String? = nil, sizes: String? = nil, media: String? = nil, type: String? = nil) {
            self.src = src
            self.srcset = srcset
            self.sizes = sizes
            self.media = media
            self.type = type
        }
    }

    /// What the choice depends on.
    package struct Environment {
        package var devicePixelRatio: Double
        /// In CSS px: the length of a source without `sizes`.
        package var viewportWidth: Double
        /// Whether a media query or condition holds.
        package var matches: (String) -> Bool
        /// A length of `sizes` in CSS px, nil if it is none; `auto` is not asked.
        package var length: (String) -> Double?
        package init(
            devicePixelRatio: Double, viewportWidth: Double, matches: @escaping (String) -> Bool, length: @escaping (String) -> Double?
        ) {
            self.devicePixelRatio = devicePixelRatio
            self.viewportWidth = viewportWidth
            self.matches = matches
            self.length = length
        }
    }

    /// - Parameters:
    ///   - sources: the `source` elements before the `img` in its `picture`, in order.
    ///   - image: the `img`'s own attributes; its `media` and `type` mean nothing.
    /// - Returns: nil if there is no URL at all.
    package static func select(sources: [Attributes] = [], image: Attributes, in environment: Environment) -> ImageSource? {
        for source in sources {
            guard let srcset = source.srcset else { continue }
            if let media = source.media, !trimmingSpaces(media).isEmpty, !environment.matches(media) { continue }
            if let type = source.type, !isSupported(type: type) { continue }
            let candidates = parse(srcset: srcset)
            if candidates.isEmpty { continue }
            return best(of: candidates, sizes: source.sizes, in: environment)
        }
        var candidates = image.srcset.map(parse(srcset:)) ?? []
        if let src = image.src, !trimmingSpaces(src).isEmpty,
            !candidates.contains(where: { $0.width != nil || ($0.density ?? 1) == 1 })
        {
            candidates.append(Candidate(url: src))
        }
        return best(of: candidates, sizes: image.sizes, in: environment)
    }

    /// Whether pictures of a MIME type, parameters aside, are shown. An empty type is.
    package static func isSupported(type: String) -> Bool {
        let essence = trimmingSpaces(String(type.prefix { $0 != ";" })).lowercased()
        return [
            "", "image/png", "image/apng", "image/jpeg", "image/jpg", "image/gif", "image/webp", "image/svg+xml", "image/bmp", "image/avif",
            "image/x-icon", "image/vnd.microsoft.icon",
        ].contains(essence)
    }

    // MARK: - srcset

    package struct Candidate: Hashable, Sendable {
        package var url: String
        /// The `x` descriptor.
        package var density: Double?
        /// The `w` descriptor in image pixels.
        package var width: Int?
        package init(url: String, density: Double? = nil, width: Int? = nil) {
            self.url = url
            self.density = density
            self.width = width
        }
    }

    /// https://html.spec.whatwg.org/multipage/images.html#parse-a-srcset-attribute
    package static func parse(srcset: String) -> [Candidate] {
        let bytes = Array(srcset.utf8)
        var candidates: [Candidate] = [], offset = 0
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0C || byte == 0x0D }
        while true {
            while offset < bytes.count, isSpace(bytes[offset]) || bytes[offset] == UInt8(ascii: ",") { offset += 1 }
            guard offset < bytes.count else { return candidates }
            var end = offset
            while end < bytes.count, !isSpace(bytes[end]) { end += 1 }
            var url = bytes[offset..<end]
            offset = end
            var descriptors: [String] = []
            if url.last == UInt8(ascii: ",") {
                while url.last == UInt8(ascii: ",") { url.removeLast() }
            } else {
                descriptors = parseDescriptors(bytes, &offset, isSpace)
            }
            if let candidate = candidate(url: String(decoding: url, as: UTF8.self), descriptors) { candidates.append(candidate) }
        }
    }

    /// Up to the comma that is not in parentheses, and past it.
    private static func parseDescriptors(_ bytes: [UInt8], _ offset: inout Int, _ isSpace: (UInt8) -> Bool) -> [String] {
        var descriptors: [String] = [], current: [UInt8] = [], isInParentheses = false
        func finish() {
            if !current.isEmpty { descriptors.append(String(decoding: current, as: UTF8.self)) }
            current.removeAll(keepingCapacity: true)
        }
        loop: while offset < bytes.count {
            let byte = bytes[offset]
            offset += 1
            switch byte {
            case UInt8(ascii: ",") where !isInParentheses: break loop
            case UInt8(ascii: "("): isInParentheses = true; current.append(byte)
            case UInt8(ascii: ")"): isInParentheses = false; current.append(byte)
            case _ where isSpace(byte) && !isInParentheses: finish()
            default: current.append(byte)
            }
        }
        finish()
        return descriptors
    }

    /// Nil if a descriptor is wrong: the candidate is then dropped.
    private static func candidate(url: String, _ descriptors: [String]) -> Candidate? {
        var candidate = Candidate(url: url), height: Int?
        for descriptor in descriptors {
            let value = String(descriptor.dropLast())
            switch descriptor.last {
            case "w":
                guard candidate.width == nil, candidate.density == nil, let width = Int(value), width > 0, value.first != "+" else { return nil }
                candidate.width = width
            case "x":
                guard candidate.width == nil, candidate.density == nil, height == nil, let density = Double(value), density >= 0, density.isFinite,
                    value.first != "+"
                else { return nil }
                candidate.density = density
            case "h":
                guard height == nil, candidate.density == nil, let parsed = Int(value), parsed > 0, value.first != "+" else { return nil }
                height = parsed
            default: return nil
            }
        }
        return height != nil && candidate.width == nil ? nil : candidate
    }

    // MARK: - sizes and density

    private static func best(of candidates: [Candidate], sizes: String?, in environment: Environment) -> ImageSource? {
        guard !candidates.isEmpty else { return nil }
        let needsSize = candidates.contains { $0.width != nil }
        let size = needsSize ? sourceSize(sizes, in: environment) : 0
        var sources: [ImageSource] = []
        var densities: Set<Double> = []
        for candidate in candidates {
            let density = candidate.width.map { size > 0 ? Double($0) / size : .infinity } ?? candidate.density ?? 1
            if densities.insert(density).inserted { sources.append(ImageSource(url: candidate.url, density: density)) }
        }
        sources.sort { $0.density < $1.density }
        // The standard leaves the choice open. Both engines: the first that is dense enough, or its predecessor if the wish
        // lies below their geometric mean; at one pixel per px and less never the predecessor.
        let wish = environment.devicePixelRatio
        for index in sources.indices.dropLast() where sources[index + 1].density >= wish {
            let current = sources[index].density, next = sources[index + 1].density
            let takesNext = (wish <= 1 && wish > current) || wish > (current * next).squareRoot()
            return sources[takesNext ? index + 1 : index]
        }
        return sources.last
    }

    /// The width the picture will have in CSS px (https://html.spec.whatwg.org/multipage/images.html#parse-a-sizes-attribute).
    package static func sourceSize(_ sizes: String?, in environment: Environment) -> Double {
        for part in topLevelSplit(sizes ?? "", at: UInt8(ascii: ",")) {
            let words = topLevelSplit(part, at: 0x20).filter { !$0.isEmpty }
            guard let value = words.last, value.lowercased() != "auto" else { continue }
            guard let length = environment.length(value), length >= 0, length.isFinite else { continue }
            let condition = trimmingSpaces(String(part[..<(part.range(ofLast: value) ?? part.startIndex)]))
            if condition.isEmpty || environment.matches(condition) { return length }
        }
        return environment.viewportWidth
    }

    /// Pieces between separators that are not in parentheses, trimmed; white space of every kind counts as a space.
    private static func topLevelSplit(_ text: String, at separator: UInt8) -> [String] {
        var pieces: [String] = [], current: [UInt8] = [], depth = 0
        for byte in text.utf8 {
            let isSpace = byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0C || byte == 0x0D
            if byte == UInt8(ascii: "(") { depth += 1 } else if byte == UInt8(ascii: ")") { depth = max(0, depth - 1) }
            if depth == 0 && (separator == 0x20 ? isSpace : byte == separator) {
                pieces.append(trimmingSpaces(String(decoding: current, as: UTF8.self)))
                current.removeAll(keepingCapacity: true)
            } else {
                current.append(isSpace ? 0x20 : byte)
            }
        }
        pieces.append(trimmingSpaces(String(decoding: current, as: UTF8.self)))
        return pieces
    }
}

extension String {
    /// Where `suffix` begins, if the string ends with it.
    fileprivate func range(ofLast suffix: String) -> Index? {
        guard hasSuffix(suffix) else { return nil }
        return utf8.index(endIndex, offsetBy: -suffix.utf8.count, limitedBy: startIndex)
    }
}
