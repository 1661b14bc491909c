/// Makes the items of a run from its pieces, as its style says.
struct InlineItemTaker: TextItemTaker {
    var items: ItemRoom<InlineItem>.Appender
    var makesLines = false
    private let box: BoxID
    /// What words and white space have by the run's style, and what they keep of a piece's own flags.
    private var word: InlineItem.Flags = []
    private var whiteSpace: InlineItem.Flags = [.whiteSpace]
    private var ofWords: InlineItem.Flags = [.usesFallback, .endsWithSoftHyphen, .hyphenates]
    private var ofWhiteSpace: InlineItem.Flags = [.usesFallback, .endsWithSoftHyphen, .hyphenates, .tab]
    /// White space alone makes a line.
    private var whiteSpaceMakesLines = false

    init(_ style: ComputedStyle, _ profile: Profile, box: BoxID, items: ItemRoom<InlineItem>.Appender) {
        self.box = box
        self.items = items
        if style.textWrapMode == .nowrap {
            word.insert(.noWrap)
            whiteSpace.insert(.noWrap)
        }
        switch style.whiteSpaceCollapse {
        case .collapse, .preserveBreaks: whiteSpace.insert(.collapsible)
        case .preserve, .preserveSpaces:
            if style.textWrapMode == .wrap { whiteSpace.insert(.hanging) }
            whiteSpaceMakesLines = true
        case .breakSpaces: whiteSpaceMakesLines = true
        }
        guard style.textWrapMode == .wrap else { return }
        ofWords.insert(.breakBefore)
        if style.whiteSpaceCollapse == .breakSpaces { ofWhiteSpace.insert(.breakBefore) }
        if style.overflowWrap != .normal || style.wordBreak == .breakWord || style.lineBreak == .anywhere { word.insert(.splittable) }
        if style.wordBreak == .breakAll || style.lineBreak == .anywhere, profile.breakAllSplitsWords { word.formUnion([.splittable, .fillsLine]) }
    }

    @inline(__always) mutating func take(_ text: TextItem) {
        var item = InlineItem(kind: .text, box: box)
        item.start = text.start
        item.count = text.count
        item.run = text.run
        item.width = text.width
        item.level = text.level
        item.fallbackAbove = text.fallbackAbove
        item.fallbackBelow = text.fallbackBelow
        let own = InlineItem.Flags(rawValue: text.flags.rawValue)
        if own.contains(.whiteSpace) {
            item.flags = own.intersection(ofWhiteSpace).union(whiteSpace)
            if whiteSpaceMakesLines { makesLines = true }
        } else {
            item.flags = own.intersection(ofWords).union(word)
            makesLines = true
        }
        items.append(item)
    }
}
