// WebKit measures text word by word (browser-rules §2.3): each word alone, through the cache.

extension TextShaper {
    /// The width of a word, by cache or by shaping. `word` holds the word alone, with nothing around it, or the word and one U+0020.
    func measure(_ word: UnsafeBufferPointer<UInt16>, _ style: MeasuredStyle) -> MeasuredWord { measure(word, style, scratch.recent) }

    /// The same, with `recent` of the shaper's scratch.
    @inline(__always) func measure(
        _ word: UnsafeBufferPointer<UInt16>, _ style: MeasuredStyle, _ recent: UnsafeMutablePointer<TextScratch.RecentWords>
    ) -> MeasuredWord {
        // Longer words are seldom met again.
        guard !word.isEmpty, word.count <= 64, style.primaryWords != 0 else { return shapeWord(word, style).word }
        if word[0] > 0xFF {
            if word.count == 1 || (word.count == 2 && word[1] != 0) {
                if let found = recent.pointee.characters.words(style: style.characterWords)?.find(word[0], word.count == 2 ? word[1] : 0) {
                    recent.pointee.statistics.own &+= 1
                    return MeasuredWord(width: found.width, above: found.above, below: found.below, usesFallback: found.usesFallback)
                }
                return measureCharacter(word, style)
            }
            // Words beyond Latin-1 are mostly served by fallback fonts: their place is looked at first.
            if let found = recent.pointee.words.find(word, style: style.otherWords, hash: WordHash.of(word, style: style.otherWords)) {
                recent.pointee.statistics.own &+= 1
                return found
            }
        }
        let hash = WordHash.of(word, style: style.primaryWords)
        if let found = recent.pointee.words.find(word, style: style.primaryWords, hash: hash) {
            recent.pointee.statistics.own &+= 1
            return found
        }
        return measureUncommon(word, style, hash)
    }

    @inline(never) private func measureCharacter(_ word: UnsafeBufferPointer<UInt16>, _ style: MeasuredStyle) -> MeasuredWord {
        let recent = scratch.recent
        let hash = WordHash.of(word, style: style.primaryWords)
        let measured: MeasuredWord
        if let found = recent.pointee.words.find(word, style: style.primaryWords, hash: hash) {
            recent.pointee.statistics.own &+= 1
            measured = found
        } else {
            measured = measureUncommon(word, style, hash)
        }
        if style.characterWords != 0 {
            recent.pointee.characters.insert(word[0], word.count == 2 ? word[1] : 0, style: style.characterWords, measured)
        }
        return measured
    }

    @inline(never) private func measureUncommon(_ word: UnsafeBufferPointer<UInt16>, _ style: MeasuredStyle, _ hash: UInt64) -> MeasuredWord {
        let recent = scratch.recent
        let otherHash = WordHash.of(word, style: style.otherWords)
        if let found = recent.pointee.words.find(word, style: style.otherWords, hash: otherHash) {
            recent.pointee.statistics.own &+= 1
            return found
        }
        for (key, hash) in [(style.primaryWords, hash), (style.otherWords, otherHash)] {
            if let found = cache.find(word, style: key, hash: hash) {
                recent.pointee.statistics.shared &+= 1
                recent.pointee.words.insert(word, style: key, hash: hash, found)
                return found
            }
        }
        recent.pointee.statistics.shaped &+= 1
        let (measured, isPrimary) = shapeWord(word, style)
        watch?.mustStop(after: TextShaper.shapingQuestions)
        let key = isPrimary ? style.primaryWords : style.otherWords
        // Whoever meets it again takes it into a table of their own: most words of many documents never are.
        if key != 0 { cache.insert(word, style: key, hash: isPrimary ? hash : otherHash, measured) }
        return measured
    }

    /// For how many questions of `WorkWatch` the shaping of a word stands.
    private static let shapingQuestions = 8

    /// Shapes a word. A trailing U+0020 is shaped with it and its width taken off again.
    /// - Returns: the word, and whether nothing but the primary font took part.
    private func shapeWord(_ word: UnsafeBufferPointer<UInt16>, _ style: MeasuredStyle) -> (word: MeasuredWord, isPrimary: Bool) {
        var total: Float = 0
        var isPrimary = true
        if style.synthesizesSmallCapitals {
            shapeSmallCapitals(word, style, &total, &isPrimary)
        } else {
            shape(word, 0..<word.count, style.selection, style, &total, &isPrimary)
        }
        if word.count > 1, word[word.count &- 1] == 0x20 { total -= style.spaceWidth }
        var measured = MeasuredWord(width: total)
        if !isPrimary || word.contains(where: { $0 > 0xFF }) { addFallbackExtents(word, style, to: &measured) }
        return (measured, isPrimary && !measured.usesFallback)
    }

    /// Adds the advances of a range to `total`, glyph by glyph, spacing included.
    private func shape(
        _ text: UnsafeBufferPointer<UInt16>, _ range: Range<Int>, _ selection: FontSelectionID, _ style: MeasuredStyle, _ total: inout Float,
        _ isPrimary: inout Bool
    ) {
        fonts.resolve(text, range, in: selection, shaper: scratch.glyphShaper, into: &scratch.fontRuns)
        for fontRun in scratch.fontRuns {
            // What no font has, another list of fonts may have.
            if fontRun.font != style.primary || fontRun.isMissing { isPrimary = false }
            ScriptItemizer.webkitRuns(text, Int(fontRun.start)..<Int(fontRun.end), into: &scratch.scriptRuns)
            for run in scratch.scriptRuns {
                var start = run.start
                while start < run.end {
                    let end = Graphemes.shapingLimit(text, from: start, to: run.end)
                    addAdvances(text, start..<end, fontRun, selection, run.script, style, &total)
                    start = end
                }
            }
        }
    }

    private func addAdvances(
        _ text: UnsafeBufferPointer<UInt16>, _ range: Range<Int>, _ run: FontRun, _ selection: FontSelectionID, _ script: Script, _ style: MeasuredStyle,
        _ total: inout Float
    ) {
        let scratch = scratch
        scratch.glyphShaper.shape(
            text, range, font: run.font, selection: selection, fonts: fonts, script: script.tag, rightToLeft: script.isRightToLeft,
            ligatures: style.letterSpacing == 0, isMissing: run.isMissing, into: &scratch.glyphs)
        for glyph in scratch.glyphs {
            let cluster = Int(glyph.cluster)
            guard cluster < text.count else { continue }
            let unit = text[cluster]
            guard glyph.advance != 0, !Self.hasNoWidth(unit) else { continue }
            var advance = glyph.advance
            if style.hasSpacing {
                advance += style.letterSpacing
                if unit == 0x20 || unit == 0xA0 { advance += style.wordSpacing }
            }
            total += advance
        }
    }

    /// Controls and what else both engines draw as a zero-width space, whatever the font says.
    @inline(__always) static func hasNoWidth(_ unit: UInt16) -> Bool {
        if unit > 0xAD { return unit == 0xFFFC || unit == 0xFEFF || unit == 0x200B }
        return unit < 0x20 || (unit >= 0x7F && unit < 0xA0) || unit == 0xAD
    }

    /// Small capitals without a font feature (§1.3): lower-case letters as capitals of a smaller size.
    private func shapeSmallCapitals(_ word: UnsafeBufferPointer<UInt16>, _ style: MeasuredStyle, _ total: inout Float, _ isPrimary: inout Bool) {
        let small = fonts.smallCapitals(of: style.selection)
        CaseMapping.eachRun(of: word, in: 0..<word.count) { range, isSmall in
            if isSmall {
                let upper = CaseMapping.upperCased(UnsafeBufferPointer(rebasing: word[range]), locale: "")
                upper.withUnsafeBufferPointer { shape($0, 0..<$0.count, small, style, &total, &isPrimary) }
                isPrimary = false
            } else {
                shape(word, range, style.selection, style, &total, &isPrimary)
            }
        }
    }

    /// The normal line heights of the fonts that WebKit finds for each code point alone (§2.4, last paragraphs).
    private func addFallbackExtents(_ word: UnsafeBufferPointer<UInt16>, _ style: MeasuredStyle, to measured: inout MeasuredWord) {
        var index = 0, last = style.primary
        while index < word.count {
            let (value, count) = codePoint(word, at: index, limit: word.count)
            index += count
            guard let font = fonts.normalLineFont(ofCodePoint: value, in: style.selection), font != style.primary, font != last else { continue }
            last = font
            let extents = fonts.metrics(of: font).normalLineExtents
            measured.above = measured.usesFallback ? max(measured.above, extents.above) : extents.above
            measured.below = measured.usesFallback ? max(measured.below, extents.below) : extents.below
            measured.usesFallback = true
        }
    }
}

extension FontMetrics {
    /// Ascent and descent with the line gap shared out (browser-rules §1.2), in px.
    var normalLineExtents: (above: Int16, below: Int16) {
        // A' = floor(A + g/2), D' = ceil(D + g/2); >> rounds down for negative gaps, too.
        (Int16(clamping: ascent &+ (lineGap >> 1)), Int16(clamping: descent &+ (lineGap &- (lineGap >> 1))))
    }
}
