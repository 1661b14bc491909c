// Ruby: base and annotation pairs (https://www.w3.org/TR/css-ruby-1/#box-fixup).
//
// The children of a ruby up to a ruby text are one base: an anonymous inline box around them, whose `payload` is the box of the text.
// A ruby text is a block container of its own behind its base. What follows the last text is inline content as any other.

extension BoxGenerator {
    /// An element with `display: ruby`.
    mutating func addRuby(_ node: NodeID, style: StyleID) {
        tree.hasRuby = true
        openInline(node: node, style: style, isPseudo: false)
        var base = RubyBase(style: style)
        if styled.style(of: .before, on: node) != nil { open(&base) }
        addPseudoElement(.before, of: node)
        addRubyChildren(of: node, style: style, &base)
        if styled.style(of: .after, on: node) != nil { open(&base) }
        addPseudoElement(.after, of: node)
        if base.isOpen { closeInline() }
        closeInline()
    }

    /// The base that children are added to.
    private struct RubyBase {
        let style: StyleID
        var isOpen = false
        init(style: StyleID) { self.style = style }
    }

    private mutating func addRubyChildren(of node: NodeID, style: StyleID, _ base: inout RubyBase) {
        var child = document[node].firstChild
        while child.exists {
            let next = document[child].nextSibling
            switch document[child].kind {
            case .text:
                if document[child].text.count > 0 {
                    open(&base)
                    addText(child, style: style)
                }
            case .element: addRubyChild(child, &base)
            default: break
            }
            child = next
        }
    }

    private mutating func addRubyChild(_ child: NodeID, _ base: inout RubyBase) {
        let style = styled.style(of: child)
        guard style.exists else { return }
        switch styled[style].display {
        case .none: return
        case .rubyText where positioningFlags(style).isDisjoint(with: [.outOfFlow, .floating]): addRubyText(child, style: style, &base)
        case .contents:
            counters.enter(child, style: styled[style], styled: styled, document: document)
            addRubyChildren(of: child, style: style, &base)
            counters.leave(child)
        default:
            open(&base)
            addElement(child)
        }
    }

    private mutating func open(_ base: inout RubyBase) {
        if base.isOpen { return }
        base.isOpen = true
        openInline(node: .none, style: anonymousStyle(inheritingFrom: base.style, display: .inline), isPseudo: false)
    }

    /// Ends a base with the text that stands over it.
    private mutating func addRubyText(_ node: NodeID, style: StyleID, _ base: inout RubyBase) {
        open(&base)
        let opened = flows[flows.count - 1].openInlines.last
        ensureRun()
        let baseBox = flows[flows.count - 1].openInlines.last?.box ?? .none
        closeInline()
        base.isOpen = false
        counters.enter(node, style: styled[style], styled: styled, document: document)
        var box = Box(kind: .block, style: style)
        box.flags = positioningFlags(style).union(.formattingContext)
        let id = append(box, node: node, flags: .inlineLevel)
        fill(id, node: node, style: style)
        counters.leave(node)
        // A block has torn the base apart: then the text is one atomic inline of others.
        guard let opened, !opened.wasSplit, baseBox.exists else { return }
        tree[baseBox].flags.insert(.rubyBase)
        tree[baseBox].payload = id.rawValue
    }
}

extension BoxTree {
    /// The ruby text over a base; none for other boxes.
    @inline(__always) package func annotation(of base: BoxID) -> BoxID {
        boxes[base.index].flags.contains(.rubyBase) ? BoxID(rawValue: boxes[base.index].payload) : .none
    }
}
