/// Which font serves which text (browser-rules §2.4).
extension FontResolver {
    /// The primary font, if all of a text is Latin-1 and in it: most words end here.
    func latinFont(_ text: UnsafeBufferPointer<UInt16>, _ range: Range<Int>, in selection: Int) -> Int32? {
        guard selections[selection].isPrimaryFirst else { return nil }
        let primary = selections[selection].primary
        let latin = fonts[Int(primary)].face.latin
        for index in range {
            let unit = Int(text[index])
            guard unit < 256, latin[unit] != 0 || (unit < 0x20 || unit == 0xAD) else { return nil }
        }
        return primary
    }

    /// Makes runs of clusters whose fonts are chosen; missing ones show .notdef of the first font.
    func appendRuns(_ clusters: [ClusterRange], in selection: Int, to runs: inout [FontRun]) {
        let primary = selections[selection].primary
        for cluster in clusters {
            let isMissing = cluster.font < 0
            let font = FontID(Int(isMissing ? notdefFont(cluster.base, in: selection) ?? primary : cluster.font))
            if let last = runs.last, last.font == font, last.isMissing == isMissing {
                runs[runs.count - 1].end = cluster.end
            } else {
                runs.append(FontRun(start: Int(cluster.start), end: Int(cluster.end), font: font, isMissing: isMissing))
            }
        }
    }

    /// The font whose .notdef stands for a code point; nil for the primary font.
    private func notdefFont(_ codePoint: UInt32, in selection: Int) -> Int32? {
        guard profile.missingGlyphsFollowRanges else { return nil }
        for candidate in selections[selection].candidates where candidate.covers(codePoint) {
            if case .font(let font) = candidate.state { return font }
        }
        return nil
    }

    /// The first font of the list that serves a cluster.
    private mutating func listed(
        _ cluster: ClusterRange, _ text: UnsafeBufferPointer<UInt16>, in selection: Int, colorOnly: Bool = false
    ) -> Int32? {
        for candidate in selections[selection].candidates.indices {
            guard selections[selection].candidates[candidate].covers(cluster.base),
                let font = realize(candidate, in: selection)
            else { continue }
            let face = fonts[Int(font)].face
            if colorOnly, !face.isColor { continue }
            if FontCoverage(face: face, shaped: profile.asksShaperForCoverage).has(cluster, of: text) { return font }
        }
        return nil
    }

    // MARK: WebKit: by cluster

    mutating func resolveByCluster(_ text: UnsafeBufferPointer<UInt16>, _ clusters: inout [ClusterRange], in selection: Int) {
        let primary = selections[selection].primary
        var previous: (base: UInt32, font: Int32)?
        for index in clusters.indices {
            let cluster = clusters[index]
            if cluster.isSingle {
                if let previous, previous.base == cluster.base {
                    clusters[index].font = previous.font
                    continue
                }
                var font = pick(cluster.base, in: selection)
                // What shows nothing stays in the font around it.
                if font >= 0, FallbackCharacter.isDefaultIgnorable(cluster.base) {
                    font = index > 0 && clusters[index - 1].font >= 0 ? clusters[index - 1].font : primary
                }
                clusters[index].font = font
                previous = (cluster.base, font)
            } else {
                clusters[index].font = choose(cluster, text, in: selection)
                previous = nil
            }
        }
    }

    private mutating func choose(_ cluster: ClusterRange, _ text: UnsafeBufferPointer<UInt16>, in selection: Int) -> Int32 {
        if cluster.isEmoji {
            if let font = listed(cluster, text, in: selection, colorOnly: true) { return font }
            if let font = search(cluster, text, in: selection, emoji: true) { return font }
        }
        if let font = listed(cluster, text, in: selection) { return font }
        let base = ClusterRange(start: 0, end: 0, base: cluster.base)
        if let font = listed(base, UnsafeBufferPointer(start: nil, count: 0), in: selection),
            FontCoverage(face: fonts[Int(font)].face, shaped: false).lacksOnlyIgnorables(cluster, of: text)
        {
            // Joiners by themselves never ask the system.
            return FontSelection.missing
        }
        guard let font = search(cluster, text, in: selection, emoji: false) else { return FontSelection.missing }
        return cluster.refusesEmoji && fonts[Int(font)].face.isColor ? FontSelection.missing : font
    }

    /// The system search for a whole cluster: one match for all of its code points.
    private mutating func search(
        _ cluster: ClusterRange, _ text: UnsafeBufferPointer<UInt16>, in selection: Int, emoji: Bool
    ) -> Int32? {
        var codePoints: [UInt32] = []
        var index = Int(cluster.start)
        // Longer clusters are not letters: their first code points decide.
        while index < Int(cluster.end), codePoints.count < 8 {
            let (codePoint, length) = FallbackCharacter.decode(text, index, limit: Int(cluster.end))
            index += length
            if !FallbackCharacter.isDefaultIgnorable(codePoint) { codePoints.append(codePoint) }
        }
        let description = selections[selection].description
        let language = emoji ? FallbackLanguage.emoji : FallbackLanguage.name(selections[selection].language, profile: profile)
        let style = description.systemStyle
        let wanted = codePoints
        guard let face = catalog.withSystem({ $0.match(wanted, language: language, style: style) }) ?? baseMatch(cluster, language, style),
            let font = systemFont(face, description, size: nil)
        else { return nil }
        return FontCoverage(face: fonts[Int(font)].face, shaped: false).has(cluster, of: text) ? font : nil
    }

    /// The match for the base alone: its font may have the rest composed.
    private func baseMatch(_ cluster: ClusterRange, _ language: String, _ style: SystemStyle) -> SystemFace? {
        catalog.withSystem { $0.match(cluster.base, language: language, style: style) }
    }

    /// The font of a code point alone, cached.
    mutating func pick(_ codePoint: UInt32, in selection: Int) -> Int32 {
        let primary = selections[selection].primary
        if codePoint < 256, selections[selection].isPrimaryFirst, fonts[Int(primary)].face.latin[Int(codePoint)] != 0 { return primary }
        if let known = selections[selection].picks[codePoint] { return known }
        let cluster = ClusterRange(start: 0, end: 0, base: codePoint, isEmoji: FallbackCharacter.isEmojiByDefault(codePoint))
        let nothing = UnsafeBufferPointer<UInt16>(start: nil, count: 0)
        var font = FontSelection.missing
        if FallbackCharacter.isDefaultIgnorable(codePoint) {
            let hasRoom = FallbackCharacter.isHangulFiller(codePoint) && !fonts[Int(primary)].face.hasGlyph(codePoint)
            font = hasRoom ? FontSelection.missing : primary
        } else if cluster.isEmoji, let color = listed(cluster, nothing, in: selection, colorOnly: true) ?? search(codePoint, in: selection, emoji: true) {
            font = color
        } else if let listed = listed(cluster, nothing, in: selection) {
            font = listed
        } else if !FallbackCharacter.isPrivateUse(codePoint), let found = search(codePoint, in: selection, emoji: false) {
            font = found
        }
        if selections[selection].picks.count >= FontSelection.largestPickCount { selections[selection].picks.removeAll() }
        selections[selection].picks[codePoint] = font
        return font
    }

    /// The system search of step 3.
    private mutating func search(_ codePoint: UInt32, in selection: Int, emoji: Bool) -> Int32? {
        let description = selections[selection].description
        let language = emoji ? FallbackLanguage.emoji : FallbackLanguage.name(selections[selection].language, profile: profile)
        if profile.systemSearch == .firstInOrder {
            guard let face = catalog.withSystem({ $0.first(emoji ? 0x1F46A : codePoint, language: language) }) else { return nil }
            return systemFont(face, description, size: description.sizeAdjust == .none ? nil : selections[selection].fallbackSize)
        }
        let style = description.systemStyle
        // Measured: the language plays no part for the no-break hyphen, except where the script is Chinese, Japanese or Korean.
        let asked = codePoint == 0x2011 && !FallbackLanguage.isEastAsian(selections[selection].language) ? FallbackLanguage.none : language
        guard let face = catalog.withSystem({ $0.match(codePoint, language: asked, style: style) }) else { return nil }
        return systemFont(face, description, size: nil)
    }

    // MARK: Chromium: by run

    mutating func resolveByRun(_ text: UnsafeBufferPointer<UInt16>, _ clusters: inout [ClusterRange], in selection: Int) {
        var start = 0
        // Emoji and text parts are runs of their own.
        while start < clusters.count {
            var end = start + 1
            while end < clusters.count, clusters[end].isEmoji == clusters[start].isEmoji { end += 1 }
            resolvePart(text, &clusters, start..<end, in: selection)
            start = end
        }
    }

    private mutating func resolvePart(
        _ text: UnsafeBufferPointer<UInt16>, _ clusters: inout [ClusterRange], _ part: Range<Int>, in selection: Int
    ) {
        var missing = part.count
        if clusters[part.lowerBound].isEmoji, let font = search(0x1F46A, in: selection, emoji: true) {
            missing -= serve(text, &clusters, part, with: font, ranges: nil)
        }
        for candidate in selections[selection].candidates.indices where missing > 0 {
            let wanted = selections[selection].candidates[candidate]
            // A face with a range takes part only if something that is still missing is in it.
            if !wanted.ranges.isEmpty,
                !part.contains(where: { clusters[$0].font < 0 && wanted.covers(clusters[$0].base) })
            {
                continue
            }
            guard let font = realize(candidate, in: selection) else { continue }
            missing -= serve(text, &clusters, part, with: font, ranges: wanted)
        }
        // The first still missing character picks the font; it serves every missing one that it has. Characters that were asked for
        // and stay missing are not asked for again, so the work is bounded by the number of different characters.
        var asked = Set<UInt32>()
        var index = part.lowerBound
        while missing > 0, index < part.upperBound, watch?.failure == nil {
            let cluster = clusters[index]
            index += 1
            guard cluster.font < 0, !FallbackCharacter.isPrivateUse(cluster.base), asked.insert(cluster.base).inserted,
                let font = search(cluster.base, in: selection, emoji: false)
            else { continue }
            missing -= serve(text, &clusters, (index - 1)..<part.upperBound, with: font, ranges: nil)
        }
    }

    /// Gives all still missing clusters of a part that a font has to that font.
    /// - Returns: how many.
    private func serve(
        _ text: UnsafeBufferPointer<UInt16>, _ clusters: inout [ClusterRange], _ part: Range<Int>, with font: Int32, ranges: FontCandidate?
    ) -> Int {
        let coverage = FontCoverage(face: fonts[Int(font)].face, ranges: ranges?.ranges ?? [], shaped: true)
        var served = 0
        for index in part {
            if index & 4095 == 4095, watch?.mustStopNow() == true { break }
            guard clusters[index].font < 0, coverage.has(clusters[index], of: text) else { continue }
            clusters[index].font = font
            served += 1
        }
        return served
    }
}

/// The language that the system search asks fontconfig for.
enum FallbackLanguage {
    static let emoji = "und-zsye"
    /// No language at all.
    static let none = ""

    static func isEastAsian(_ language: String) -> Bool {
        let primary = language.lowercased().prefix { $0 != "-" && $0 != "_" }
        return primary == "zh" || primary == "ja" || primary == "ko"
    }

    static func name(_ language: String, profile: Profile) -> String {
        let language = language.lowercased()
        if profile.systemSearch == .firstInOrder { return language.isEmpty ? "en-us" : language }
        if language.isEmpty || language == "zh" || language.hasPrefix("zh-") { return "en" }
        return language
    }
}
