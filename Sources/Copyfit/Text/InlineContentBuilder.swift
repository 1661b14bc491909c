/// Makes the inline items of an inline formatting context: collapses white space over all its text
/// (https://www.w3.org/TR/css-text-3/#white-space-phase-1), finds where lines may break, and measures text.
package struct InlineContentBuilder {
    let document: Document
    let styled: StyledDocument
    let tree: BoxTree
    let shaper: TextShaper
    let profile: Profile

    private var content = InlineContent.Draft()
    /// Items in order; text stands for a whole run until `finish` cuts it.
    private var skeleton: [InlineItem] = []
    /// Whether a collapsible space would vanish here: at the start, after a forced break or another collapsible space.
    private var isAfterCollapsibleSpace = true
    private var nextRunStartsAfterBoundary = true
    private var spaceVanishedAfterEnd = false
    /// The length of the skeleton where the last collapsible space vanished that began a text.
    private var vanishedSpaceAt = -1
    /// The bits of all code units so far: below U+0590 nothing is written right to left.
    private var unionOfUnits: UInt16 = 0
    /// The ruby text that ends the base before it.
    private var nextAnnotation = BoxID.none
    /// Where each item of the skeleton begins in the items.
    private var starts: [Int32] = []

    /// One builder makes the contents of all of a document's inline formatting contexts.
    package init(document: Document, styled: StyledDocument, tree: BoxTree, shaper: TextShaper, profile: Profile) {
        self.document = document
        self.styled = styled
        self.tree = tree
        self.shaper = shaper
        self.profile = profile
    }

    /// The content of the inline formatting context that a block container establishes.
    package mutating func build(_ container: BoxID) -> InlineContent {
        guard styled.hasFirstLines, let styles = FirstLineStyles(tree: tree, styled: styled).styles(on: container) else {
            return build(container, firstLineStyles: [:], firstLine: nil)
        }
        let first = build(container, firstLineStyles: styles, firstLine: nil)
        return build(container, firstLineStyles: [:], firstLine: first.makesLines ? first : nil)
    }

    private mutating func build(_ container: BoxID, firstLineStyles: [BoxID: StyleID], firstLine: InlineContent?) -> InlineContent {
        content.begin(container)
        content.firstLineStyles = firstLineStyles
        content.firstLine = firstLine
        skeleton.removeAll(keepingCapacity: true)
        isAfterCollapsibleSpace = true
        nextRunStartsAfterBoundary = true
        spaceVanishedAfterEnd = false
        vanishedSpaceAt = -1
        let style = styled[tree[container].style]
        content.isRightToLeft = style.direction == .rtl
        unionOfUnits = 0
        openBidi(style, isBlock: true)
        addChildren(of: container)
        // What was stopped is thrown away.
        if shaper.watch?.failure != nil { return InlineContent(content) }
        finish()
        if style.lineHeight.kind == .ink { measureInk() }
        return InlineContent(content)
    }

    // MARK: Boxes

    private mutating func addChildren(of parent: BoxID) {
        var child = tree[parent].firstChild
        while child.exists {
            add(child)
            child = tree[child].nextSibling
        }
    }

    private mutating func add(_ id: BoxID) {
        if let watch = shaper.watch, watch.mustStop() { return }
        let box = tree[id]
        if box.isOutOfFlow {
            skeleton.append(InlineItem(kind: .outOfFlow, box: id))
            return
        }
        if box.isFloating {
            content.hasFloats = true
            skeleton.append(InlineItem(kind: .float, box: id))
            return
        }
        switch box.kind {
        case .text: addText(id)
        case .lineBreak: addForcedBreak(id, isNewline: false)
        case .wordBreak: skeleton.append(InlineItem(kind: .wordBreak, box: id))
        case .inline: addInlineBox(id)
        default: if id == nextAnnotation { addAnnotation(id) } else { addAtomic(id) }
        }
    }

    /// A ruby text is no part of the line's text.
    private mutating func addAnnotation(_ id: BoxID) {
        nextAnnotation = .none
        skeleton.append(InlineItem(kind: .annotation, box: id))
        content.makesLines = true
        content.hasRuby = true
        nextRunStartsAfterBoundary = true
        if profile.rubyTextsSeparateSpaces { isAfterCollapsibleSpace = false }
    }

    private mutating func addInlineBox(_ id: BoxID) {
        let box = tree[id]
        let style = styled[box.style]
        let isLTR = style.direction == .ltr
        let startEdge = !box.flags.contains(.continuesBefore) && hasEdge(style, left: isLTR)
        let endEdge = !box.flags.contains(.continuesAfter) && hasEdge(style, left: !isLTR)
        var start = InlineItem(kind: .boxStart, box: id)
        if startEdge {
            start.flags.insert(.hasEdge)
            nextRunStartsAfterBoundary = true
            content.makesLines = true
        }
        if box.flags.contains(.rubyBase) {
            start.flags.insert(.ruby)
            nextRunStartsAfterBoundary = true
        }
        if vanishedSpaceAt == skeleton.count { start.flags.insert(.followsVanishedSpace) }
        skeleton.append(start)
        spaceVanishedAfterEnd = false
        openBidi(style, isBlock: false)
        addChildren(of: id)
        closeBidi(style)
        var end = InlineItem(kind: .boxEnd, box: id)
        if endEdge {
            end.flags.insert(.hasEdge)
            nextRunStartsAfterBoundary = true
            content.makesLines = true
        }
        if spaceVanishedAfterEnd {
            end.flags.insert(.afterVanishedSpace)
            spaceVanishedAfterEnd = false
        }
        if vanishedSpaceAt == skeleton.count { end.flags.insert(.followsVanishedSpace) }
        if box.flags.contains(.rubyBase) {
            end.flags.insert(.ruby)
            nextAnnotation = tree.annotation(of: id)
        }
        skeleton.append(end)
    }

    private func hasEdge(_ style: ComputedStyle, left: Bool) -> Bool {
        left
            ? style.borderWidth.left != 0 || style.padding.left != .zero || !(style.margin.left == .zero || style.margin.left.isAuto)
            : style.borderWidth.right != 0 || style.padding.right != .zero || !(style.margin.right == .zero || style.margin.right.isAuto)
    }

    private mutating func addAtomic(_ id: BoxID) {
        var item = InlineItem(kind: .atomic, box: id)
        item.start = Int32(truncatingIfNeeded: content.text.count)
        item.count = 1
        // What an atomic inline has for itself is for its own lines.
        if styled[tree[tree[id].parent].style].textWrapMode == .nowrap { item.flags.insert(.noWrap) }
        content.text.append(0xFFFC)
        skeleton.append(item)
        content.makesLines = true
        isAfterCollapsibleSpace = false
        nextRunStartsAfterBoundary = true
    }

    private mutating func addForcedBreak(_ id: BoxID, isNewline: Bool) {
        var item = InlineItem(kind: .forcedBreak, box: id)
        item.start = Int32(truncatingIfNeeded: content.text.count)
        item.count = 1
        if isNewline { item.flags.insert(.newline) }
        content.text.append(0x0A)
        skeleton.append(item)
        content.makesLines = true
        isAfterCollapsibleSpace = true
        nextRunStartsAfterBoundary = true
    }

    // MARK: Bidi controls (https://www.w3.org/TR/css-writing-modes-4/#unicode-bidi)

    private mutating func openBidi(_ style: ComputedStyle, isBlock: Bool) {
        let isRTL = style.direction == .rtl
        switch style.unicodeBidi {
        case .normal: break
        case .embed: if !isBlock { addControl(isRTL ? 0x202B : 0x202A) }
        case .bidiOverride: addControl(isRTL ? 0x202E : 0x202D)
        case .isolate: if !isBlock { addControl(isRTL ? 0x2067 : 0x2066) }
        case .plaintext: if !isBlock { addControl(0x2068) }
        case .isolateOverride:
            if !isBlock { addControl(0x2068) }
            addControl(isRTL ? 0x202E : 0x202D)
        }
    }

    private mutating func closeBidi(_ style: ComputedStyle) {
        switch style.unicodeBidi {
        case .normal: break
        case .embed, .bidiOverride: addControl(0x202C)
        case .isolate, .plaintext: addControl(0x2069)
        case .isolateOverride:
            addControl(0x202C)
            addControl(0x2069)
        }
    }

    private mutating func addControl(_ unit: UInt16) {
        content.text.append(unit)
        unionOfUnits |= unit
    }

    // MARK: Text

    private mutating func addText(_ id: BoxID) {
        let style = styled[tree[id].style]
        switch tree.texts[Int(tree[id].payload)].source {
        case .document(let range):
            let start = Int(range.start), end = start + Int(range.count)
            document.bytes.withUnsafeBufferPointer { bytes in
                guard end <= bytes.count else { return }
                addText(UnsafeBufferPointer(rebasing: bytes[start..<end]), box: id, style: style)
            }
        case .generated(let string):
            var string = string
            string.withUTF8 { addText($0, box: id, style: style) }
        }
    }

    private mutating func addText(_ bytes: UnsafeBufferPointer<UInt8>, box id: BoxID, style: ComputedStyle) {
        let collapsesSpaces: Bool =
            switch style.whiteSpaceCollapse {
            case .collapse, .preserveBreaks: true
            default: false
            }
        if style.whiteSpaceCollapse == .collapse {
            let start = content.text.count
            appendCollapsed(bytes)
            endRun(from: start, box: id)
            return
        }
        let keepsNewlines = style.whiteSpaceCollapse != .preserveSpaces
        var runStart = content.text.count
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case 0x0A where keepsNewlines:
                if let watch = shaper.watch, watch.mustStop() { return }
                if collapsesSpaces { dropSpaceBeforeNewline(runStart: runStart) }
                endRun(from: runStart, box: id)
                addForcedBreak(id, isNewline: true)
                isAfterCollapsibleSpace = collapsesSpaces
                runStart = content.text.count
                index += 1
            case 0x0D where profile.returnsAreCharacters:
                content.text.append(0x0D)
                isAfterCollapsibleSpace = false
                index += 1
            case 0x20, 0x09, 0x0A, 0x0D:
                if collapsesSpaces || (byte == 0x0A && !keepsNewlines && style.whiteSpaceCollapse != .preserveSpaces) {
                    if !isAfterCollapsibleSpace {
                        if byte != 0x20 { markSpaceFromOtherWhiteSpace() }
                        content.text.append(0x20)
                        isAfterCollapsibleSpace = true
                    } else {
                        vanishedSpaceAt = skeleton.count
                        if let last = skeleton.last, last.kind == .boxEnd { spaceVanishedAfterEnd = true }
                    }
                } else {
                    content.text.append(style.whiteSpaceCollapse == .preserveSpaces ? 0x20 : UInt16(byte))
                    isAfterCollapsibleSpace = false
                }
                index += 1
            case 0x00..<0x80:
                content.text.append(UInt16(byte))
                isAfterCollapsibleSpace = false
                index += 1
            default:
                index = appendScalar(bytes, at: index)
                isAfterCollapsibleSpace = false
            }
        }
        endRun(from: runStart, box: id)
    }

    /// The common case: all white space collapses. Text is never longer in UTF-16 units than in UTF-8 bytes, so that room is made once.
    private mutating func appendCollapsed(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let first = bytes.first else { return }
        // Text of nothing but white space at the start of a block makes no box, whatever the white space.
        let keepsReturns = profile.returnsAreCharacters && !(skeleton.isEmpty && bytes.allSatisfy { isHTMLSpace($0) })
        if isAfterCollapsibleSpace, isHTMLSpace(first), first != 0x0C, first != 0x0D || !keepsReturns {
            vanishedSpaceAt = skeleton.count
            if let last = skeleton.last, last.kind == .boxEnd { spaceVanishedAfterEnd = true }
        }
        var text: [UInt16] = [], breaks: [BreakFlags] = []
        swap(&text, &content.text)
        swap(&breaks, &content.breaks)
        var end = text.count
        var isAfterSpace = isAfterCollapsibleSpace
        var union = unionOfUnits
        text.append(contentsOf: repeatElement(0, count: bytes.count))
        text.withUnsafeMutableBufferPointer { text in
            var index = 0
            while index < bytes.count {
                let copied = Self.copyPlain(bytes, index, text, end, isAfterSpace: &isAfterSpace)
                if copied > 0 {
                    index &+= copied
                    end &+= copied
                    continue
                }
                let byte = bytes[index]
                if byte &- 0x21 < 0x5F {
                    text[end] = UInt16(byte)
                    end &+= 1
                    index &+= 1
                    isAfterSpace = false
                } else if byte == 0x20 || byte == 0x09 || byte == 0x0A || (byte == 0x0D && !keepsReturns) {
                    if !isAfterSpace {
                        if byte != 0x20 {
                            while breaks.count <= end { breaks.append([]) }
                            breaks[end].insert(.spaceFromOtherWhiteSpace)
                        }
                        text[end] = 0x20
                        end &+= 1
                        isAfterSpace = true
                    }
                    index &+= 1
                } else {
                    if byte < 0x80 {
                        // Other controls.
                        text[end] = UInt16(byte)
                        end &+= 1
                        index &+= 1
                    } else {
                        let scalar = Self.scalar(bytes, at: index)
                        union |= scalar.value < 0x10000 ? UInt16(truncatingIfNeeded: scalar.value) : .max
                        if scalar.value < 0x10000 {
                            text[end] = UInt16(truncatingIfNeeded: scalar.value)
                            end &+= 1
                        } else {
                            let offset = scalar.value &- 0x10000
                            text[end] = 0xD800 | UInt16(truncatingIfNeeded: offset >> 10) & 0x3FF
                            text[end &+ 1] = 0xDC00 | UInt16(truncatingIfNeeded: offset) & 0x3FF
                            end &+= 2
                        }
                        index = scalar.end
                    }
                    isAfterSpace = false
                }
            }
        }
        text.removeLast(text.count - end)
        isAfterCollapsibleSpace = isAfterSpace
        unionOfUnits = union
        swap(&text, &content.text)
        swap(&breaks, &content.breaks)
    }

    /// Copies bytes that collapse to themselves, eight at most: ASCII without controls, and no space after another one.
    /// - Returns: how many; `text` may be overwritten further on, within its bounds.
    @inline(__always) private static func copyPlain(
        _ bytes: UnsafeBufferPointer<UInt8>, _ index: Int, _ text: UnsafeMutableBufferPointer<UInt16>, _ end: Int, isAfterSpace: inout Bool
    ) -> Int {
        guard index &+ 8 <= bytes.count, end &+ 8 <= text.count, let source = bytes.baseAddress, let target = text.baseAddress else { return 0 }
        let eight = UInt64(littleEndian: UnsafeRawPointer(source).loadUnaligned(fromByteOffset: index, as: UInt64.self))
        let high: UInt64 = 0x8080_8080_8080_8080, each: UInt64 = 0x0101_0101_0101_0101
        // The high bit of each byte that is below 0x21, and of each that is 0x20. A byte's sum reaches the next one only from 0x80 on, and what
        // follows such a byte is not looked at.
        let low = ~(eight &+ 0x5F &* each) & high
        let spaces = ~((eight ^ 0x20 &* each) &+ 0x7F &* each) & high
        let others = eight & high | low & ~spaces | spaces & (spaces &<< 8 | (isAfterSpace ? 0x80 : 0))
        let units = SIMD8<UInt16>(truncatingIfNeeded: unsafeBitCast(eight.littleEndian, to: SIMD8<UInt8>.self))
        let count = others == 0 ? 8 : others.trailingZeroBitCount &>> 3
        guard count > 0 else { return 0 }
        UnsafeMutableRawPointer(target + end).storeBytes(of: units, as: SIMD8<UInt16>.self)
        isAfterSpace = spaces &>> UInt64(count &* 8 &- 1) & 1 != 0
        return count
    }

    /// The scalar whose UTF-8 starts at `index`, and where it ends; the arena holds valid UTF-8 only.
    @inline(__always) private static func scalar(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> (value: UInt32, end: Int) {
        let lead = UInt32(bytes[index])
        let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
        guard index &+ length <= bytes.count else { return (0xFFFD, bytes.count) }
        func trail(_ offset: Int) -> UInt32 { UInt32(bytes[index &+ offset] & 0x3F) }
        switch length {
        case 2: return ((lead & 0x1F) << 6 | trail(1), index &+ 2)
        case 3: return ((lead & 0x0F) << 12 | trail(1) << 6 | trail(2), index &+ 3)
        default: return ((lead & 0x07) << 18 | trail(1) << 12 | trail(2) << 6 | trail(3), index &+ 4)
        }
    }

    private mutating func markSpaceFromOtherWhiteSpace() {
        while content.breaks.count <= content.text.count { content.breaks.append([]) }
        content.breaks[content.text.count].insert(.spaceFromOtherWhiteSpace)
    }

    private mutating func dropSpaceBeforeNewline(runStart: Int) {
        if content.text.count > runStart, content.text.last == 0x20 { content.text.removeLast() }
    }

    /// Appends the scalar whose UTF-8 starts at `index` and gives the index after it; the arena holds valid UTF-8 only.
    private mutating func appendScalar(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
        let scalar = Self.scalar(bytes, at: index)
        unionOfUnits |= scalar.value < 0x10000 ? UInt16(truncatingIfNeeded: scalar.value) : .max
        if scalar.value < 0x10000 {
            content.text.append(UInt16(truncatingIfNeeded: scalar.value))
        } else {
            let offset = scalar.value &- 0x10000
            content.text.append(0xD800 | UInt16(truncatingIfNeeded: offset >> 10) & 0x3FF)
            content.text.append(0xDC00 | UInt16(truncatingIfNeeded: offset) & 0x3FF)
        }
        return scalar.end
    }

    private mutating func endRun(from start: Int, box id: BoxID) {
        guard content.text.count > start else { return }
        let run = Int32(content.runs.count)
        let styleID = content.firstLineStyles[id] ?? tree[id].style
        let style = styled[profile.transformsFirstLines ? styleID : tree[id].style]
        if style.textTransform != .none {
            transform(from: start, run: run, style: style)
            unionOfUnits = .max
        }
        content.runs.append(
            TextRun(
                start: Int32(truncatingIfNeeded: start), end: Int32(truncatingIfNeeded: content.text.count), style: styleID,
                flags: nextRunStartsAfterBoundary ? .afterBoundary : []))
        nextRunStartsAfterBoundary = false
        content.runBoxes.append(id)
        var item = InlineItem(kind: .text, box: id)
        item.run = run
        skeleton.append(item)
    }

    private mutating func transform(from start: Int, run: Int32, style: ComputedStyle) {
        let original = Array(content.text[start...])
        let previous = start > 0 ? content.text[start - 1] : 0x20
        let transformed = TextTransformer.apply(
            style.textTransform, to: original, language: styled.languages[Int(style.language)], previous: previous, profile: profile)
        content.text.removeSubrange(start...)
        content.text.append(contentsOf: transformed.text)
        content.originals[run] = InlineContent.OriginalText(text: original, offsets: transformed.offsets)
    }

    // MARK: Finish

    private mutating func finish() {
        guard !skeleton.isEmpty else { return }
        let base: BidiBase =
            styled[tree[content.container].style].unicodeBidi == .plaintext ? .plaintext : content.isRightToLeft ? .rtl : .ltr
        let levels = base == .rtl || unionOfUnits >= 0x590 ? shaper.bidiLevels(text: content.text, base: base) : nil
        content.hasBidi = levels != nil
        shaper.markBreaks(text: content.text, runs: content.runs, flags: &content.breaks)
        if let levels { shaper.judgeLevelBoundaries(text: content.text, runs: content.runs, levels: levels, flags: &content.breaks) }
        if profile.measuredUnit == .paragraphs { content.paragraph = shaper.shape(text: content.text, runs: content.runs, levels: levels) }
        starts.removeAll(keepingCapacity: true)
        let room = shaper.scratch.items
        room.pointee.removeAll()
        var items = ItemRoom.Appender(room)
        var makesLines = content.makesLines
        content.text.withUnsafeBufferPointer { text in
            content.breaks.withUnsafeBufferPointer { breaks in
                (levels ?? []).withUnsafeBufferPointer { levels in
                    for item in skeleton {
                        starts.append(Int32(truncatingIfNeeded: items.count))
                        guard item.kind == .text else {
                            var item = item
                            if !levels.isEmpty, item.kind == .atomic || item.kind == .forcedBreak { item.level = levels[Int(item.start)] }
                            items.append(item)
                            continue
                        }
                        let first = items.count
                        var taker = InlineItemTaker(styled[tree[item.box].style], profile, box: item.box, items: items)
                        shaper.eachItem(text, Int(item.run), content.runs[Int(item.run)], breaks, levels, content.paragraph, into: &taker)
                        items = taker.items
                        if taker.makesLines { makesLines = true }
                        // Whether a line may end before the first one is asked of what stands before, too (`LineBreakPlacement`).
                        items[first]?.flags.remove(.breakBefore)
                    }
                }
            }
        }
        items.finish()
        content.makesLines = makesLines
        let made = room.pointee.items
        if starts.count > 1 {
            LineBreakPlacement.mark(made, starts: starts, breaks: content.breaks, tree: tree, styled: styled, document: document, profile: profile,
                watch: shaper.watch)
        }
        if content.hasRuby { RubyBreaks.remove(made) }
        content.items = copy(made)
    }

    /// The items alone, in pieces where they are very many: new memory costs more than what is written there.
    private func copy(_ made: UnsafeMutableBufferPointer<InlineItem>) -> [InlineItem] {
        let piece = 1 << 14
        guard made.count > piece else { return Array(made) }
        var items: [InlineItem] = []
        items.reserveCapacity(made.count)
        for start in stride(from: 0, to: made.count, by: piece) {
            items.append(contentsOf: made[start..<min(start + piece, made.count)])
            if shaper.watch?.mustStopNow() == true { break }
        }
        return items
    }

    /// In lines that are as high as what is drawn, each word has its own extents, as the words of fallback fonts have elsewhere.
    private mutating func measureInk() {
        for index in content.items.indices where content.items[index].kind == .text && !content.items[index].flags.contains(.whiteSpace) {
            let item = content.items[index]
            guard item.run >= 0, Int(item.run) < content.runs.count,
                let ink = shaper.ink(content.text, Int(item.start)..<Int(item.end), style: content.runs[Int(item.run)].style)
            else { continue }
            content.items[index].flags.insert(.usesFallback)
            content.items[index].fallbackAbove = Int16(clamping: Int(max(0, min(ink.above, 32_000))))
            content.items[index].fallbackBelow = Int16(clamping: Int(max(0, min(ink.below, 32_000))))
        }
    }
}
