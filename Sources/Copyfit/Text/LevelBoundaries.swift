// Breaks where the bidi level changes inside a text node.

extension TextShaper {
    /// WebKit cuts text where its bidi level changes, and judges the pair of characters there afresh: where both are of Latin-1 by the table,
    /// whatever ICU said of the whole text (measured: a line ends between a Hebrew prefix with its hyphen and a Latin word, not after a slash).
    func judgeLevelBoundaries(text: [UInt16], runs: [TextRun], levels: [UInt8], flags: inout [BreakFlags]) {
        guard profile.judgesLevelBoundaries, levels.count >= text.count, flags.count > text.count else { return }
        let table = LatinBreakTable.webkit
        for run in runs where run.start >= 0 && Int(run.end) <= text.count && run.style.index < styled.styles.count {
            let style = styled.styles[run.style.index]
            guard style.lineBreak == .auto, style.wordBreak != .keepAll else { continue }
            for index in run.range.dropFirst() where levels[index] != levels[index - 1] {
                if let watch, watch.mustStop() { return }
                let before = text[index - 1], after = text[index]
                guard before <= 0xFF, after <= 0xFF, !isBreakableSpace(before), !isBreakableSpace(after) else { continue }
                let breaks =
                    before == 0x2D && isASCIIDigit(after)
                    ? index - 2 >= Int(run.start) && isASCIIAlphanumeric(text[index - 2])
                    : before > 0x20 && after > 0x20 && table.allowsBreak(after: before, before: after)
                if breaks, style.textWrapMode == .wrap { flags[index].insert(.softWrap) } else { flags[index].remove(.softWrap) }
            }
        }
    }
}
