// Ruby in lines: how wide bases and the texts over them are, and how far texts hang over what stands beside them
// (https://www.w3.org/TR/css-ruby-1/#ruby-layout).

/// A ruby base and its text on the lines of a content.
struct RubyColumn {
    var annotation: BoxID
    /// CSS px that the base is wider on the line than its content: at its start and its end.
    var extraStart: Float = 0
    var extraEnd: Float = 0
    /// How far the text may hang over what stands before and after it, CSS px.
    var overhangStart: Float = 0
    var overhangEnd: Float = 0
}

extension LayoutContext {
    /// Whether a block container is a ruby text over a base.
    @inline(__always) func isRubyText(_ id: BoxID) -> Bool {
        tree.hasRuby && tree[id].isInlineLevel && tree[id].isBlockContainer && styles[tree[id].style.index].display == .rubyText
    }

    /// Finds the columns of a content and lays out its ruby texts, each as wide as its column.
    /// - Parameter isPlaced: lay the texts out; else only widths are asked for.
    func layoutRuby<Measure: LineMeasure>(_ content: InlineContent, containingWidth: LayoutUnit, measure: Measure.Type, isPlaced: Bool) {
        var open: [Int] = []
        for (index, item) in content.items.enumerated() where item.flags.contains(.ruby) {
            if item.kind == .boxStart {
                open.append(index)
            } else if item.kind == .boxEnd, let start = open.popLast() {
                let base = baseWidth(content, start + 1..<index, containingWidth: containingWidth, measure: measure)
                let annotation = tree.annotation(of: item.box)
                guard annotation.exists else { continue }
                rubyColumns[item.box] = column(annotation, base: base, units: content.text[textRange(content, start..<index)])
                if isPlaced { layoutAnnotation(annotation, base: LayoutUnit.truncating(base)) }
            }
        }
    }

    private func textRange(_ content: InlineContent, _ items: Range<Int>) -> Range<Int> {
        guard let first = content.items[items].first(where: { $0.kind == .text }), let last = content.items[items].last(where: { $0.kind == .text }),
            first.start < last.end
        else { return 0..<0 }
        return Int(first.start)..<Int(last.end)
    }

    private func baseWidth<Measure: LineMeasure>(_ content: InlineContent, _ range: Range<Int>, containingWidth: LayoutUnit, measure: Measure.Type) -> Float {
        var width = Measure(content: content, shaper: shaper)
        for item in content.items[range] {
            switch item.kind {
            case .text: width.addText(item, from: item.start, to: item.end, width: item.width, trims: false)
            case .boxStart, .boxEnd: width.addBox(inlineEdge(item, containingWidth: containingWidth), isContent: false)
            case .atomic: width.addBox(atomicWidth(item.box, containingWidth: containingWidth), isContent: true)
            case .forcedBreak, .float, .outOfFlow, .wordBreak, .annotation: break
            }
        }
        return width.total
    }

    private func column(_ annotation: BoxID, base: Float, units: ArraySlice<UInt16>) -> RubyColumn {
        var column = RubyColumn(annotation: annotation)
        let style = style(of: annotation)
        let wide = (intrinsicWidths(of: annotation).maximum + margins(of: annotation, containingWidth: .zero).horizontal).px
        guard wide > base else { return column }
        let extra = wide - base
        let half = profile.rubyTextIsSpread ? LayoutUnit.truncating(extra / 2).px : extra / 2
        column.extraStart = half
        column.extraEnd = extra - half
        var inset = half
        switch style.rubyAlign {
        case .start:
            column.extraStart = 0
            column.extraEnd = extra
        case .spaceAround where profile.rubyTextIsSpread, .center where profile.rubyTextIsSpread: inset = half / Float(RubySpreading.parts(units))
        case .spaceBetween where profile.rubyTextIsSpread: inset = RubySpreading.parts(units) > 1 ? 0 : half
        default: break
        }
        guard style.rubyOverhang == .auto, !units.isEmpty else { return column }
        var most = style.fontSize / 2
        if profile.rubyTextIsSpread { most.round(.down) }
        column.overhangStart = min(most, style.rubyAlign == .start ? 0 : inset)
        column.overhangEnd = min(most, style.rubyAlign == .start ? extra : inset)
        return column
    }

    /// Lays out a ruby text over a base of a width.
    private func layoutAnnotation(_ id: BoxID, base: LayoutUnit) {
        let margins = margins(of: id, containingWidth: .zero).horizontal
        let width = max(intrinsicWidths(of: id).maximum, base - margins)
        var space = ConstraintSpace(availableWidth: width)
        space.fixedWidth = width
        // It follows no width but that of the base, and shares no margins or markers.
        let outer = (room, annotationSpaceAbove)
        annotationSpaceAbove = .zero
        layoutIndependent(id, space)
        (room, annotationSpaceAbove) = outer
    }

    /// What the edge of a ruby base adds to a line, CSS px.
    func rubyEdge(_ item: InlineItem) -> Float {
        guard let column = rubyColumns[item.box] else { return 0 }
        return item.kind == .boxStart ? column.extraStart : column.extraEnd
    }

    // MARK: Overhang while lines are filled

    /// How far the text over the base that starts at an item hangs over the text before it on its line: over half of it at most.
    /// - Parameter lineStart: the first item of the line.
    func overhangBefore(_ index: Int, lineStart: Int, content: InlineContent) -> Float {
        guard let column = rubyColumns[content.items[index].box], column.overhangStart > 0 else { return 0 }
        var before = index - 1
        while before >= lineStart, content.items[before].kind == .boxStart || content.items[before].kind == .boxEnd { before -= 1 }
        guard before >= lineStart, content.items[before].kind == .text else { return 0 }
        guard mayHang(from: content.items[index].box, over: content.items[before]) else { return 0 }
        var width: Float = 0
        var text = before
        while text >= lineStart, content.items[text].kind == .text, content.items[text].run == content.items[before].run, width < 2 * column.overhangStart {
            width += content.items[text].width
            text -= 1
        }
        return min(column.overhangStart, LayoutUnit.truncating(width / 2).px)
    }

    /// How far a ruby text hangs over a text item that follows it on its line: over half of the text at most.
    func overhangAfter(into index: Int, lineStart: Int, content: InlineContent) -> Float {
        var before = index - 1
        while before >= lineStart, content.items[before].kind == .boxStart || content.items[before].kind == .boxEnd { before -= 1 }
        guard before >= lineStart, content.items[before].kind == .annotation else { return 0 }
        // Its base ends directly before it.
        guard before > 0, content.items[before - 1].flags.contains(.ruby) else { return 0 }
        let base = content.items[before - 1].box
        guard let column = rubyColumns[base], column.overhangEnd > 0, mayHang(from: base, over: content.items[index]) else { return 0 }
        // The text inside the next base is not to be hung over.
        var tag = before + 1
        while tag < index {
            if content.items[tag].kind == .boxStart, content.items[tag].flags.contains(.ruby) { return 0 }
            tag += 1
        }
        var width: Float = 0
        var text = index
        while text < content.items.count, content.items[text].kind == .text, content.items[text].run == content.items[index].run, width < 2 * column.overhangEnd {
            width += content.items[text].width
            text += 1
        }
        return min(column.overhangEnd, LayoutUnit.truncating(width / 2).px)
    }

    func mayHang(from base: BoxID, over item: InlineItem) -> Bool { style(of: item.box).fontSize <= style(of: base).fontSize }
}

/// How text is set out over a width that is not its own: the room is shared out between its parts, with half of it at both ends
/// (https://www.w3.org/TR/css-ruby-1/#ruby-align-property).
package enum RubySpreading {
    /// The number of parts of a text: ideographs and kana stand alone, other text between them and between spaces is one.
    package static func parts(_ units: ArraySlice<UInt16>) -> Int {
        var count = 0
        eachPart(units) { count = $0 + 1 }
        return max(1, count)
    }

    /// By code unit: the number of the part that it is in, from 0.
    package static func partNumbers(_ units: ArraySlice<UInt16>) -> [Int] {
        var numbers: [Int] = []
        numbers.reserveCapacity(units.count)
        eachPart(units) { numbers.append($0) }
        return numbers
    }

    private static func eachPart(_ units: ArraySlice<UInt16>, _ body: (Int) -> Void) {
        var count = 0
        var isAfterOpportunity = true
        for unit in units {
            if unit & 0xFC00 == 0xDC00 {
            } else if isIdeographic(unit) {
                count += 1
                isAfterOpportunity = true
            } else if unit == 0x20 || unit == 0xA0 {
                isAfterOpportunity = true
            } else {
                if isAfterOpportunity { count += 1 }
                isAfterOpportunity = false
            }
            body(max(0, count - 1))
        }
    }

    /// Whether room may be made on both sides of a character. Surrogates stand for the ideographs beyond U+FFFF.
    package static func isIdeographic(_ unit: UInt16) -> Bool {
        switch unit {
        case 0x2E80...0x2FDF, 0x3003...0x3007, 0x3021...0x302F, 0x3031...0x30FF, 0x3100...0x312F, 0x3190...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
            0xF900...0xFAFF, 0xFF66...0xFF9F, 0xD840...0xD8BF:
            true
        default: false
        }
    }
}
