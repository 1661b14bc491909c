/// Which faces served the text of a layout.
enum FontReport {
    /// Each face once for each reason that it serves, in order of appearance.
    static func uses(in context: LayoutContext) -> [FontUse] {
        let fonts = context.shaper.fonts
        var seen: Set<FontUsage> = [], uses: [FontUse] = []
        for (index, fragments) in context.fragments.lines.enumerated() where !fragments.lines.isEmpty {
            let content = context.prepared.inlineContents[index]
            for piece in fragments.pieces where piece.run >= 0 && Int(piece.run) < content.runs.count && piece.width != 0 {
                let range = Int(piece.start)..<max(Int(piece.start), Int(piece.end))
                for usage in context.shaper.fontUsages(of: content, range: range, style: content.runs[Int(piece.run)].style)
                where seen.insert(usage).inserted {
                    let face = fonts.font(usage.font).face
                    let use = FontUse(
                        family: face.familyName, face: face.fullName, path: face.path.isEmpty ? nil : face.path,
                        reason: fonts.origin(of: usage.font, in: usage.selection).description)
                    if !uses.contains(use) { uses.append(use) }
                }
            }
        }
        return uses
    }
}
