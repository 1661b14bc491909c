/// The lines of one inline formatting context, and what made some taller than their line-height.
struct LineExplanation {
    typealias Node = HeightExplanation.Node
    let page: LaidOutPage
    let box: BoxID
    private typealias Text = ExplanationText

    init(page: LaidOutPage, box: BoxID) {
        self.page = page
        self.box = box
    }

    func nodes(name: (BoxID) -> String) -> [Node] {
        let index = Int(page.tree[box].payload)
        guard index < page.fragments.lines.count else { return [] }
        let fragments = page.fragments.lines[index], content = page.contents[index]
        guard let first = fragments.lines.first else { return [] }
        let strut = page.lineStyles[page.tree[box].style.index]
        let plain = strut.above + strut.below
        var nodes: [Node] = []
        let style = page.style(box)
        let how = style.lineHeight.kind == .normal ? "line-height normal" : "line-height \(Text.px(strut.lineHeight)) px"
        let lines = fragments.lines
        if lines.allSatisfy({ $0.height == first.height }) {
            let text = excerpt(first, fragments, content)
            nodes.append(Node("\(Text.count(lines.count, "line")) of \(Text.px(first.height)) px, \(how)\(text.isEmpty ? "" : ": \"\(text)\"")"))
        } else {
            nodes.append(Node("\(Text.count(lines.count, "line")), \(how)"))
        }
        var told = 0
        for (number, line) in lines.enumerated() where abs(line.height - plain) > 0.01 {
            guard told < 20 else {
                nodes.append(Node("… and more lines"))
                break
            }
            told += 1
            let change = line.height > plain ? "taller" : "lower"
            let cause = cause(line, fragments, content, strut: strut, name: name)
            nodes.append(
                Node("line \(number + 1) is \(Text.px(line.height)) px, \(Text.px(abs(line.height - plain))) \(change) than \(Text.px(plain)): \(cause)"))
        }
        return nodes
    }

    private func excerpt(_ line: LineFragment, _ fragments: LineFragments, _ content: InlineContent) -> String {
        let pieces = fragments.pieces[Int(line.firstPiece)..<Int(line.firstPiece + line.pieceCount)]
        return Text.excerpt(pieces.flatMap { content.text[Int($0.start)..<Int($0.end)] })
    }

    /// What reaches furthest beyond the strut.
    private func cause(_ line: LineFragment, _ fragments: LineFragments, _ content: InlineContent, strut: LineStyle, name: (BoxID) -> String) -> String {
        let origin = page.origins[box.index].y + page.edges(of: box).top
        let top = origin.px + line.top, bottom = top + line.height
        // An atomic inline as tall as the line, or nearly.
        if let atomic = tallestAtomic(top: top, bottom: bottom), page.fragments[atomic].size.height.px > strut.above + strut.below - 0.01 {
            let height = page.fragments[atomic].size.height
            let kind = page.tree[atomic].kind == .replaced ? "" : " (inline block)"
            let isOnBaseline = page.style(atomic).verticalAlign == .baseline
            return "\(name(atomic))\(kind) of \(Text.px(height)) px\(isOnBaseline && line.height > height.px + 0.01 ? " on the baseline, with room for descenders below" : "")"
        }
        if let ruby = tallestAtomic(top: top, bottom: bottom, isRuby: true) {
            return "ruby text \(name(ruby)) of \(Text.px(page.fragments[ruby].size.height)) px"
        }
        var worst: (excess: Float, text: String)?
        func consider(_ excess: Float, _ text: @autoclosure () -> String) {
            if excess > 0.01, excess > (worst?.excess ?? 0) { worst = (excess, text()) }
        }
        let baseline = line.top + line.baseline
        for piece in fragments.pieces[Int(line.firstPiece)..<Int(line.firstPiece + line.pieceCount)] where piece.run >= 0 {
            let run = content.runs[Int(piece.run)]
            let style = page.styled.styles[run.style.index], lineStyle = page.lineStyles[run.style.index]
            let range = Int(piece.start)..<Int(piece.end)
            let sample = Text.excerpt(content.text[range])
            let excess = lineStyle.above + lineStyle.below - strut.above - strut.below
            if excess > 0.01 {
                consider(
                    excess,
                    style.lineHeight.kind == .normal
                        ? "\"\(sample)\" in \(faceName(run.style)) at \(Text.px(style.fontSize)) px" : "\"\(sample)\" with line-height \(Text.px(lineStyle.lineHeight)) px")
            }
            // As high, but with more of it on one side of the baseline.
            let uneven = max(lineStyle.above - strut.above, lineStyle.below - strut.below)
            if excess <= 0.01, uneven > 0.01 {
                consider(uneven, "\"\(sample)\" in \(faceName(run.style)) at \(Text.px(style.fontSize)) px reaches further \(lineStyle.above > strut.above ? "up" : "down")")
            }
            if let fallback = fallback(range, content, lineStyle, style) {
                consider(fallback.excess, "\"\(fallback.text)\" in the fallback face \(fallback.face)")
            }
            let marks = lineStyle.marksAbove + lineStyle.marksBelow
            if marks > 0 { consider(marks, "\"\(sample)\" with emphasis marks of \(Text.px(marks)) px") }
            let shift = baseline - piece.baseline
            if abs(shift) > 0.01 {
                consider(abs(shift) * 0.999, "\"\(sample)\" shifted \(Text.px(abs(shift))) px \(shift > 0 ? "up" : "down") by vertical-align")
            }
        }
        return worst?.text ?? "its content"
    }

    /// - Parameter isRuby: looks for ruby texts instead.
    private func tallestAtomic(top: Float, bottom: Float, isRuby: Bool = false) -> BoxID? {
        var best: BoxID?
        var stack: [BoxID] = [box]
        while let current = stack.popLast() {
            var child = page.tree[current].firstChild
            while child.exists {
                let record = page.tree[child]
                if record.kind == .inline { stack.append(child) } else if record.isInlineLevel, record.isInFlow, record.kind != .text,
                    page.fragments[child].isPlaced, isRuby == (page.tree.hasRuby && page.style(child).display == .rubyText)
                {
                    let middle = page.origins[child.index].y.px + page.fragments[child].size.height.px / 2
                    let height = page.fragments[child].size.height
                    if middle >= top - 0.5, middle <= bottom + 0.5, height > (best.map { page.fragments[$0].size.height } ?? .zero) { best = child }
                }
                child = record.nextSibling
            }
        }
        return best
    }

    private func faceName(_ style: StyleID) -> String {
        let computed = page.styled.styles[style.index]
        let selection = page.fonts.selection(for: page.styled.fonts[Int(computed.font)], language: page.styled.languages[Int(computed.language)])
        return page.fonts.font(page.fonts.primaryFont(of: selection)).face.fullName
    }

    /// A face other than the first of the list whose normal line is taller.
    private func fallback(_ range: Range<Int>, _ content: InlineContent, _ lineStyle: LineStyle, _ style: ComputedStyle) -> (excess: Float, text: String, face: String)? {
        guard style.lineHeight.kind == .normal else { return nil }
        var found: (excess: Float, text: String, face: String)?
        for item in content.items where item.kind == .text && item.flags.contains(.usesFallback) && Int(item.start) < range.upperBound && Int(item.end) > range.lowerBound {
            let excess = max(Float(item.fallbackAbove) - lineStyle.above, 0) + max(Float(item.fallbackBelow) - lineStyle.below, 0)
            guard excess > (found?.excess ?? 0) else { continue }
            let units = content.text[Int(item.start)..<Int(item.end)]
            let shaped = page.glyphs(content.text, Int(item.start)..<Int(item.end), style: content.runs[Int(item.run)].style, rightToLeft: false)
            let primary = faceName(content.runs[Int(item.run)].style)
            let face = shaped.runs.map { page.fonts.font($0.font).face.fullName }.first { $0 != primary } ?? primary
            found = (excess, Text.excerpt(units, limit: 12), face)
        }
        return found
    }
}
