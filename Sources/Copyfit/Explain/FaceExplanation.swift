/// Which faces served which text, and the characters that none has.
struct FaceExplanation {
    typealias Node = HeightExplanation.Node
    private(set) var faceNodes: [Node] = []
    private(set) var missingNodes: [Node] = []

    init(page: LaidOutPage) {
        var order: [String] = []
        var samples: [String: [String]] = [:], counts: [String: Int] = [:]
        var missing: [UInt32] = []
        var budget = 200_000
        for (index, lines) in page.fragments.lines.enumerated() where budget > 0 {
            let content = page.contents[index]
            for piece in lines.pieces where piece.run >= 0 && piece.end > piece.start && budget > 0 {
                budget -= Int(piece.end - piece.start)
                let range = Int(piece.start)..<Int(piece.end)
                let shaped = page.glyphs(content.text, range, style: content.runs[Int(piece.run)].style, rightToLeft: page.level(at: range.lowerBound, in: index) & 1 == 1)
                for (number, run) in shaped.runs.enumerated() {
                    let font = page.fonts.font(run.font)
                    var name = font.face.fullName
                    if font.syntheticBold { name += ", emboldened" }
                    if font.syntheticSlant != 0 { name += ", slanted" }
                    if counts[name] == nil { order.append(name) }
                    counts[name, default: 0] += run.glyphs.count
                    let clusters = shaped.glyphs[run.glyphs].map { Int($0.cluster) }
                    let from = clusters.min() ?? range.lowerBound
                    let later = number + 1 < shaped.runs.count ? shaped.glyphs[shaped.runs[number + 1].glyphs].map { Int($0.cluster) }.min() ?? range.upperBound : range.upperBound
                    let sample = ExplanationText.excerpt(content.text[from..<max(from, min(later, range.upperBound))], limit: 16)
                    if !sample.isEmpty, (samples[name] ?? []).count < 2, !(samples[name] ?? []).contains(sample) { samples[name, default: []].append(sample) }
                    for glyph in shaped.glyphs[run.glyphs] where glyph.id == 0 {
                        let value = FaceExplanation.codePoint(content.text, Int(glyph.cluster))
                        if missing.count < 50, !missing.contains(value), value > 0x20 { missing.append(value) }
                    }
                }
            }
        }
        faceNodes = order.prefix(50).map { name in
            let quoted = (samples[name] ?? []).map { "\"\($0)\"" }.joined(separator: ", ")
            return Node("\(name): \(ExplanationText.count(counts[name] ?? 0, "glyph"))\(quoted.isEmpty ? "" : ", as in \(quoted)")")
        }
        missingNodes = missing.map { value in
            let hex = String(value, radix: 16, uppercase: true)
            return Node("U+\(String(repeating: "0", count: max(0, 4 - hex.count)))\(hex) \(Unicode.Scalar(value).map { String($0) } ?? "")")
        }
    }

    private static func codePoint(_ text: [UInt16], _ index: Int) -> UInt32 {
        guard index >= 0, index < text.count else { return 0 }
        let unit = UInt32(text[index])
        guard unit & 0xFC00 == 0xD800, index + 1 < text.count, UInt32(text[index + 1]) & 0xFC00 == 0xDC00 else { return unit }
        return 0x10000 + (unit - 0xD800) << 10 + UInt32(text[index + 1]) - 0xDC00
    }
}
