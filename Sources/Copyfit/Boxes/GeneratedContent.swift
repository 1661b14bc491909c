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
            box.flags = [.pseudo]
            switch style.position {
            case .absolute, .fixed: box.flags.insert(.outOfFlow)
            default: if style.float != .none { box.flags.insert(.floating) }
            }
            if style.position != .static { box.flags.insert(.containsAbsolute) }
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
                ensureRun()
                var box = Box(kind: .replaced, style: anonymousStyleOfImage(in: style))
                box.payload = UInt32(tree.replaced.count)
                tree.replaced.append(content)
                append(box, node: node, flags: [.inlineLevel, .pseudo, .formattingContext])
            default:
                addGeneratedText(text(of: item, node: node), style: style)
            }
        }
    }

    private mutating func anonymousStyleOfImage(in style: StyleID) -> StyleID {
        anonymousStyle(inheritingFrom: style, display: .inlineBlock)
    }

    private mutating func text(of item: ContentItem, node: NodeID) -> String {
        switch item {
        case .string(let string): return string
        case .attribute(let name, let fallback):
            guard let name = document.names.find(name), let value = document.attributeString(name, of: node) else { return fallback }
            return value
        case .counter(let name, let style):
            return CounterText.text(of: counters.value(of: name), style: style, rules: styled.counterStyles)
        case .counters(let name, let separator, let style):
            return counters.values(of: name).map { CounterText.text(of: $0, style: style, rules: styled.counterStyles) }
                .joined(separator: separator)
        case .openQuote, .closeQuote, .noOpenQuote, .noCloseQuote:
            return quote(item, node: node)
        case .none, .image: return ""
        }
    }

    private mutating func quote(_ item: ContentItem, node: NodeID) -> String {
        let style = styled[styled.style(of: node)]
        let pairs = style.quotes > 0 ? styled.quotes[Int(style.quotes) - 1].pairs : QuotationMarks.pairs(forLanguage: styled.languages[Int(style.language)])
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

/// The quotation marks that `quotes: auto` stands for.
enum QuotationMarks {
    static func pairs(forLanguage language: String) -> [[String]] {
        switch language.split(separator: "-").first.map(String.init)?.lowercased() ?? "" {
        case "de", "cs", "sk", "bg", "is", "sl", "lt", "et": [["„", "“"], ["‚", "‘"]]
        case "fr": [["«\u{00A0}", "\u{00A0}»"], ["«\u{00A0}", "\u{00A0}»"]]
        case "es", "it", "pt", "ru", "uk", "el", "no", "nb": [["«", "»"], ["“", "”"]]
        case "ja": [["「", "」"], ["『", "』"]]
        case "pl", "ro", "hu": [["„", "”"], ["«", "»"]]
        case "sv", "fi": [["”", "”"], ["’", "’"]]
        default: [["“", "”"], ["‘", "’"]]
        }
    }
}
