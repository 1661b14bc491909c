/// Finds where lines may break in a paragraph (browser-rules §5), each engine's way.
///
/// Both walk the text pair by pair: white space first, then the Latin-1 table, and ICU's line rules only where a character
/// beyond Latin-1 takes part. Text in Latin-1 never reaches ICU.
///
/// An opportunity belongs to the index of the character after it. Where a run follows another with nothing but bidi controls
/// between, the pair is judged over the boundary (§5.4).
struct BreakOpportunities {
    let text: UnsafeBufferPointer<UInt16>
    let runs: [TextRun]
    let styles: [ComputedStyle]
    let languages: [String]
    let scratch: TextScratch
    let classes = BreakClasses.shared
    /// Where marks go; at least `text.count + 1` elements.
    let flags: UnsafeMutableBufferPointer<BreakFlags>
    var watch: WorkWatch?

    /// What breaking depends on in a run's style.
    struct Rules {
        var wraps: Bool
        var breaksAfterEverySpace: Bool
        var wordBreak: WordBreak
        var lineBreak: LineBreak
        var hyphens: Hyphens
        var language: UInt16

        init(_ style: ComputedStyle) {
            wraps = style.textWrapMode == .wrap
            breaksAfterEverySpace = style.whiteSpaceCollapse == .breakSpaces
            wordBreak = style.wordBreak
            lineBreak = style.lineBreak
            hyphens = style.hyphens
            language = style.language
        }
    }

    /// The text before a run that its first pair is judged with: where its last character ends, or nil if an atomic inline or forced
    /// break stands between.
    func priorEnd(_ index: Int, _ prior: Prior?) -> Int? {
        guard let prior else { return nil }
        let end = Int(runs[prior.run].end)
        var start = Int(runs[index].start)
        while start > end, isBidiControl(text[start - 1]) { start -= 1 }
        return start == end ? end : nil
    }

    /// The last run that has text.
    struct Prior {
        var run: Int
        var rules: Rules
    }

    func mark(_ engine: Profile.Engine) {
        var prior: Prior?
        for index in runs.indices {
            guard runs[index].start < runs[index].end else { continue }
            let style = runs[index].style.index
            let rules = style < styles.count ? Rules(styles[style]) : Rules(ComputedStyle())
            switch engine {
            case .webkit: markWebKit(index, rules, prior)
            case .chromium: markChromium(index, rules, prior)
            }
            prior = Prior(run: index, rules: rules)
        }
    }

    @inline(__always) func allow(_ index: Int, after before: UInt16) {
        flags[index].insert(before == 0xAD ? [.softWrap, .softHyphen] : .softWrap)
    }

    /// An opportunity, or only the end of a measured piece where lines may not wrap.
    @inline(__always) func cut(_ index: Int, after before: UInt16, _ wraps: Bool) {
        if wraps { allow(index, after: before) } else { flags[index].insert(.pieceEnd) }
    }

    /// ICU's rules for Chinese take curly quotes for brackets, so letters are no quick answer beside them.
    func treatsQuotesAsBrackets(_ rules: Rules) -> Bool {
        let index = Int(rules.language)
        guard index > 0, index < languages.count else { return false }
        return LineLocale.isChinese(languages[index]) || LineLocale.isJapanese(languages[index])
    }

    // MARK: ICU

    @inline(__always) func follow(_ icu: inout LineRules, _ index: Int, _ rules: Rules, _ engine: Profile.Engine) -> Int {
        if icu.needsLocale { icu.setLocale(locale(rules, engine)) }
        return icu.following(index)
    }

    /// The ICU locale of a run (§5.3).
    private func locale(_ rules: Rules, _ engine: Profile.Engine) -> LineLocale {
        let index = Int(rules.language)
        let language = index < languages.count ? languages[index] : ""
        let keyword: LineLocale.Keyword? = switch rules.lineBreak {
        case .loose: .loose
        case .normal: .normal
        case .strict: .strict
        // Small kana may start a line in Chromium whatever the language.
        case .auto, .anywhere, .afterWhiteSpace: engine == .chromium ? .normal : nil
        }
        // WebKit leaves line-break aside without a language.
        if language.isEmpty { return LineLocale(language: "", engine == .chromium ? keyword : nil) }
        // In newer rules quotes are brackets in Chinese only.
        let isUnlikeNewer = rules.lineBreak == .auto || rules.lineBreak == .strict
        if engine == .chromium, isUnlikeNewer, LineLocale.isJapanese(language) { return LineLocale(language: "", keyword) }
        return LineLocale(language: language, keyword)
    }
}
