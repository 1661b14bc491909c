// Boxes of pseudo-elements (https://www.w3.org/TR/css-content-3/, https://www.w3.org/TR/css-pseudo-4/#generated-content).

extension BoxGenerator {
    mutating func addPseudoElement(_ pseudo: PseudoElement, of node: NodeID) {
        guard let styleID = styled.style(of: pseudo, on: node) else { return }
        let style = styled[styleID]
        guard style.display != .none, style.content > 0 else { return }
        let items = styled.contents[Int(style.content) - 1]
        if items.contains(.none) { return }
        counters.applyPseudo(style, styled: styled)
        switch style.display {
        case .contents:
            addContentItems(items, of: node, style: styleID)
        case .inline, .ruby, .rubyText:
            openInline(node: node, style: styleID, isPseudo: true)
            addContentItems(items, of: node, style: styleID)
            closeInline()
        default:
            var box = Box(kind: kind(of: style.display), style: styleID)
            box.flags = positioningFlags(styleID).union(.pseudo)
            if style.display != .block && style.display != .listItem || !box.isInFlow || style.overflowX != .visible {
                box.flags.insert(.formattingContext)
            }
            let id = place(box, node: node, isInlineLevel: !isBlockLevel(style.display))
            beginFlow(id)
            addContentItems(items, of: node, style: styleID)
            endFlow()
        }
    }

    private mutating func addContentItems(_ items: [ContentItem], of node: NodeID, style: StyleID) {
        for item in items {
            switch item {
            case .none: break
            case .image(let reference):
                var content = ReplacedContent(kind: .image)
                if let size = imageSize(reference) {
                    content.naturalWidth = size.width
                    content.naturalHeight = size.height
                    content.ratio = size.ratio
                } else {
                    content.naturalWidth = 0
                    content.naturalHeight = 0
                }
                addPseudoImage(content, of: node, inheritingFrom: style)
            default:
                addGeneratedText(text(of: item, node: node), style: style)
            }
        }
    }

    private mutating func text(of item: ContentItem, node: NodeID) -> String {
        if let text = stringOrCounter(item) { return text }
        switch item {
        case .attribute(let name, let fallback):
            guard let name = document.names.find(name), let value = document.attributeString(name, of: node) else { return fallback }
            return value
        case .openQuote, .closeQuote, .noOpenQuote, .noCloseQuote:
            return quote(item, node: node)
        default: return ""
        }
    }

    /// The text of what a marker's content may hold too: strings and counters; nil for other items.
    func stringOrCounter(_ item: ContentItem) -> String? {
        switch item {
        case .string(let string): string
        case .counter(let name, let style): CounterText.text(of: counters.value(of: name), style: style, rules: styled.counterStyles)
        case .counters(let name, let separator, let style):
            counters.values(of: name).map { CounterText.text(of: $0, style: style, rules: styled.counterStyles) }.joined(separator: separator)
        default: nil
        }
    }

    private mutating func quote(_ item: ContentItem, node: NodeID) -> String {
        let style = styled[styled.style(of: node)]
        // > auto: … based on the content language of the element's parent; WebKit takes the element's own.
        let parent = document[node].parent
        let speaker = profile.quotesFollowParent && parent.exists && document[parent].kind == .element ? styled[styled.style(of: parent)] : style
        let pairs = style.quotes > 0 ? styled.quotes[Int(style.quotes) - 1].pairs : QuotationMarks.pairs(forLanguage: styled.languages[Int(speaker.language)], profile: profile)
        func mark(_ depth: Int, _ side: Int) -> String {
            guard !pairs.isEmpty else { return "" }
            let pair = pairs[min(max(depth, 0), pairs.count - 1)]
            return side < pair.count ? pair[side] : ""
        }
        switch item {
        case .openQuote:
            counters.quoteDepth += 1
            return mark(counters.quoteDepth - 1, 0)
        case .noOpenQuote: counters.quoteDepth += 1
        case .closeQuote:
            guard counters.quoteDepth > 0 else { return "" }
            counters.quoteDepth -= 1
            return mark(counters.quoteDepth, 1)
        case .noCloseQuote: counters.quoteDepth = max(0, counters.quoteDepth - 1)
        default: break
        }
        return ""
    }
}
